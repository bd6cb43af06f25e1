//! The n-clue search as an MPI job: several processes on this machine find what one finds.

use std::path::Path;
use std::process::{Command, Output};

/// A 6x6 solution grid.
const GRID: &str = "123456456123214365365214531642642531";

fn cluesmith(mut command: Command, arguments: &[&str], grid: &Path) -> Output {
    command.args(["check", "--shape", "2x3", "--clues"]).args(arguments).arg(grid).output().expect("the program starts")
}

/// The program in so many processes; more than there are cores, so they give way while they wait.
fn job(processes: usize) -> Command {
    let mut command = Command::new("mpirun");
    command.args(["--allow-run-as-root", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "-n"]);
    command.arg(processes.to_string()).arg(env!("CARGO_BIN_EXE_cluesmith"));
    command
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn processes_find_what_threads_find() {
    let folder = tempfile::tempdir().expect("a folder");
    let grid = folder.path().join("grid.txt");
    std::fs::write(&grid, format!("{GRID}\n{GRID}\n")).expect("a file");
    let alone = cluesmith(Command::new(env!("CARGO_BIN_EXE_cluesmith")), &["9"], &grid);
    assert!(text(&alone).lines().count() > 2, "{}", text(&alone));
    for processes in [1, 3] {
        let together = cluesmith(job(processes), &["9", "--mpi"], &grid);
        let errors = String::from_utf8_lossy(&together.stderr);
        assert_eq!((text(&together), together.status.code()), (text(&alone), alone.status.code()), "{errors}");
    }
}

#[test]
fn a_stopped_job_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let [grid, results] = ["grid.txt", "results.txt"].map(|name| folder.path().join(name));
    std::fs::write(&grid, GRID).expect("a file");
    let results = results.to_str().expect("a name");
    let all = cluesmith(job(3), &["9", "--mpi", "--results", results], &grid);
    // As after a kill: half of the tasks stand there, the last one cut short.
    let written = std::fs::read_to_string(results).expect("results");
    std::fs::write(results, &written[..written.len() / 2]).expect("a file");
    let again = cluesmith(job(3), &["9", "--mpi", "--results", results], &grid);
    assert_eq!(text(&again), text(&all));
    let stopped = cluesmith(job(2), &["9", "--mpi", "--time-limit", "0.000001"], &grid);
    assert!(text(&stopped).contains("parts of the search done"), "{}", text(&stopped));
    let alone = cluesmith(Command::new(env!("CARGO_BIN_EXE_cluesmith")), &["9", "--time-limit", "0.000001"], &grid);
    assert_eq!(stopped.status.code(), alone.status.code());
}

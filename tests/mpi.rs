//! The n-clue search as an MPI job: several processes on this machine find what one finds.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A 6x6 solution grid.
const GRID: &str = "123456456123214365365214531642642531";

/// Another one, with many more puzzles of few clues.
const OTHER: &str = "123456456231231645564123312564645312";

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
    let grids = [GRID, OTHER, GRID, GRID, OTHER, GRID, OTHER, OTHER, GRID];
    std::fs::write(&grid, grids.join("\n")).expect("a file");
    let alone = cluesmith(Command::new(env!("CARGO_BIN_EXE_cluesmith")), &["8"], &grid);
    let text_alone = text(&alone);
    let told = text_alone.lines().filter(|line| line.starts_with('#')).map(|line| &line[2..38]);
    assert!(told.eq(grids) && text_alone.lines().count() > grids.len(), "{text_alone}");
    for processes in [1, 3] {
        let together = cluesmith(job(processes), &["8", "--mpi"], &grid);
        let errors = String::from_utf8_lossy(&together.stderr);
        assert_eq!((text(&together), together.status.code()), (text_alone.clone(), alone.status.code()), "{errors}");
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
    assert!(text(&stopped).contains("stopped before the search for puzzles with 9 clues began"), "{}", text(&stopped));
    let alone = cluesmith(Command::new(env!("CARGO_BIN_EXE_cluesmith")), &["9", "--time-limit", "0.000001"], &grid);
    assert_eq!(stopped.status.code(), alone.status.code());
}

/// Processes of a job that are children of `mpirun`, by rank.
fn ranks(mpirun: u32) -> Vec<(u32, usize)> {
    let children = std::fs::read_to_string(format!("/proc/{mpirun}/task/{mpirun}/children")).unwrap_or_default();
    let rank = |process: u32| {
        let variables = std::fs::read(format!("/proc/{process}/environ")).ok()?;
        let variables = String::from_utf8_lossy(&variables).into_owned();
        variables.split('\0').find_map(|variable| variable.strip_prefix("OMPI_COMM_WORLD_RANK=")?.parse().ok())
    };
    let processes = children.split_whitespace().filter_map(|process| process.parse().ok());
    processes.filter_map(|process| Some((process, rank(process)?))).collect()
}

/// A job of so many processes, one worker of which is killed when one of three grids is done or a part of it.
#[track_caller]
fn check_killed_worker(processes: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let [grid, results] = ["grid.txt", "results.txt"].map(|name| folder.path().join(name));
    std::fs::write(&grid, format!("{GRID}\n{GRID}\n{GRID}\n")).expect("a file");
    let alone = cluesmith(Command::new(env!("CARGO_BIN_EXE_cluesmith")), &["10"], &grid);
    let mut command = Command::new("mpirun");
    command.args(["--allow-run-as-root", "--oversubscribe", "--enable-recovery", "-n", &processes.to_string()]);
    command.arg(env!("CARGO_BIN_EXE_cluesmith")).args([
        "check",
        "--shape",
        "2x3",
        "--clues",
        "10",
        "--mpi",
        "--results",
    ]);
    // Into files: nobody reads a pipe while the job runs.
    let [found, errors] = ["found.txt", "errors.txt"].map(|name| folder.path().join(name));
    let file = |path: &Path| Stdio::from(std::fs::File::create(path).expect("a file"));
    let mut job = command.arg(&results).arg(&grid).stdout(file(&found)).stderr(file(&errors)).spawn().expect("mpirun");
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let n_done = || read(&results).lines().count();
    // It takes seconds; a job that waits for the dead does so for ever.
    let started = Instant::now();
    let wait_until = |job: &mut Child, is_so: &dyn Fn(&mut Child) -> bool| {
        while !is_so(job) {
            if started.elapsed() > Duration::from_mins(5) {
                for (process, _) in ranks(job.id()) {
                    let _ = Command::new("kill").args(["-9", &process.to_string()]).status();
                }
                let _ = job.kill();
                panic!("the job does not go on after {} lines of results: {}", n_done(), read(&errors));
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    let has_ended = |job: &mut Child| job.try_wait().expect("a state").is_some();
    wait_until(&mut job, &|job| n_done() > 0 || has_ended(job));
    assert!(!has_ended(&mut job), "the job ended early: {}", read(&errors));
    let worker = ranks(job.id()).into_iter().find(|&(_, rank)| rank == 1).expect("a worker").0;
    let killed = Command::new("kill").args(["-9", &worker.to_string()]).status().expect("kill");
    let n_before = n_done();
    assert!(killed.success());
    wait_until(&mut job, &has_ended);
    assert_eq!(read(&found), text(&alone), "{}", read(&errors));
    assert!(n_before < n_done(), "the worker was killed too late: {n_before} lines were written");
}

/// The other worker does what the killed one was at.
#[test]
fn a_killed_worker_loses_no_task() {
    check_killed_worker(3);
}

/// The only worker is killed, and the master does the rest.
#[test]
fn the_last_worker_killed_loses_no_task() {
    check_killed_worker(2);
}

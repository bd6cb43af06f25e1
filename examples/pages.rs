//! Writes the man pages and the completions of the common shells into a folder, which `scripts/package` packs; without
//! a folder it prints the man page of the program.
//!
//! They come from the definition of the command line, and neither costs the program itself a dependency.
//!
//! ```sh
//! cargo run --example pages -- FOLDER
//! ```

use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;
use cluesmith::cli::Args;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let mut command = Args::command();
    let Some(folder) = std::env::args_os().nth(1) else {
        return clap_mangen::Man::new(command).render(&mut std::io::stdout());
    };
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(command.clone(), folder)?;
    for shell in Shell::value_variants() {
        clap_complete::generate_to(*shell, &mut command, "cluesmith", folder)?;
    }
    Ok(())
}

//! The page of the command line is made from its definition.

use crate::{check_made, escaped, with_made_part};
use clap::{Arg, Command, CommandFactory};
use cluesmith::cli::Args;

const PAGE: &str = "docs/manual/command-line.md";

#[test]
fn the_page_of_the_command_line_is_up_to_date() {
    let mut program = Args::command();
    program.build();
    let mut made = String::new();
    for command in program.get_subcommands_mut().filter(|command| command.get_name() != "help") {
        describe(command, &mut made);
    }
    check_made(PAGE, &with_made_part(PAGE, &made));
}

/// One section for each subcommand that has none itself.
fn describe(command: &mut Command, out: &mut String) {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    if command.has_subcommands() {
        for inner in command.get_subcommands_mut().filter(|inner| inner.get_name() != "help") {
            describe(inner, out);
        }
        return;
    }
    let name = command.get_bin_name().unwrap_or_default().trim_start_matches("cluesmith ").to_owned();
    let usage = command.render_usage().to_string();
    out.push_str(&format!("### {name}\n\n{}\n\n```text\n{usage}\n```\n\n", sentence(&escaped(&about))));
    for arg in command.get_arguments().filter(|arg| !depends_on_the_build(arg)) {
        out.push_str(&format!("- `{}`: {}\n", form(arg), help(arg)));
    }
    out.push('\n');
}

/// Options that not every program has; the page speaks of them elsewhere.
fn depends_on_the_build(arg: &Arg) -> bool {
    ["help", "version", "mpi"].contains(&arg.get_id().as_str())
}

/// As one types it: `-o, --output <FILE>`.
fn form(arg: &Arg) -> String {
    let values = arg.get_value_names().unwrap_or_default().iter().map(|name| format!("<{name}>"));
    let values = if arg.get_action().takes_values() { values.collect::<Vec<_>>().join(" ") } else { String::new() };
    let short = arg.get_short().map(|short| format!("-{short}"));
    let long = arg.get_long().map(|long| format!("--{long}"));
    let names: Vec<String> = short.into_iter().chain(long).collect();
    format!("{} {values}", names.join(", ")).trim().to_owned()
}

fn help(arg: &Arg) -> String {
    if arg.get_id() == "threads" {
        // The program says how many the machine allows.
        return "Number of threads; 0 for one per core.".to_owned();
    }
    let mut help = sentence(&escaped(&arg.get_help().map(ToString::to_string).unwrap_or_default()));
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let has_default = arg.get_action().takes_values() && !arg.is_hide_default_value_set();
    if has_default && defaults.iter().any(|value| !value.is_empty()) {
        help.push_str(&format!(" Default: `{}`.", defaults.join(" ")));
    }
    help
}

fn sentence(text: &str) -> String {
    format!("{}.", text.trim().trim_end_matches('.'))
}

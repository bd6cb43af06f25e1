//! `check`: the grid checker.

use super::args::Check;
use super::check_clues::{Crew, check_clues, pruning};
use super::input::{Item, Patterns, Puzzles, told_layout};
use super::output::Output;
use super::{CliError, Exit};
use crate::grid::{CellSet, Pattern, Puzzle, Shape};
use crate::grid_checker::{
    DegreeSet, SetType, clue_bound, missed_sets, nontrivial_sets, proposed_cells, unavoidable_sets,
};
use crate::logic::fast_solutions;
use serde::Serialize;
use std::collections::BTreeMap;

/// Largest unavoidable sets looked at for `--pattern`.
const PATTERN_LIMIT: usize = 12;

/// Only a signal does, and that ends the program.
const NOBODY_STOPS: fn() -> bool = || false;

/// A line of `check --unavoidable --json`.
#[derive(Serialize)]
struct UnavoidableLine {
    grid: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    unavoidable_sets: usize,
    by_size: BTreeMap<usize, usize>,
    /// No puzzle of the grid has fewer clues: disjoint sets take one each, groups of sets two.
    lower_bound: usize,
    /// Whether the choice of disjoint sets and groups is known to be a best one.
    bound_is_maximum: bool,
    sets: Vec<Vec<String>>,
    /// The types that occur, by size.
    types: Vec<TypeLine>,
    /// For each of the sets the index of its type; null if the set has no minlex form.
    type_of_set: Vec<Option<usize>>,
    /// Nontrivial sets of degree 2 and more.
    #[serde(skip_serializing_if = "Option::is_none")]
    higher_degrees: Option<Vec<DegreeLine>>,
}

/// A type of unavoidable sets.
#[derive(Serialize)]
struct TypeLine {
    /// The minlex form of its sets.
    form: String,
    cells: usize,
    /// How many sets of the grid have it.
    sets: usize,
}

/// A set that takes several clues.
#[derive(Serialize)]
struct DegreeLine {
    cells: Vec<String>,
    degree: usize,
    /// The minlex form, if there is one.
    form: Option<String>,
}

/// A line of `check --pattern --json`.
#[derive(Serialize)]
struct PatternLine {
    grid: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    pattern: String,
    /// Whether the pattern makes a puzzle with one solution.
    proper: bool,
    missed: Vec<MissedLine>,
    proposed_cells: Vec<String>,
}

#[derive(Serialize)]
struct MissedLine {
    cells: Vec<String>,
    second_solution: String,
}

pub(super) fn check(args: &Check) -> Result<Exit, CliError> {
    let crew = Crew::new(args)?;
    if let Some(served) = crew.serve(pruning(args)) {
        return served.map(|()| Exit::Done);
    }
    let puzzles = Puzzles::read(&args.inputs, args.common.shapes())?;
    puzzles.iter().try_for_each(|item| solution(&item).map(drop))?;
    let grids = || puzzles.iter().flat_map(|item| solution(&item));
    if let Some(clues) = args.clues {
        return check_clues(args, clues, &grids, &crew);
    }
    let mut output = Output::new();
    if let Some(limit) = args.unavoidable {
        for grid in grids() {
            unavoidable(args, &grid, usize::from(limit), &mut output)?;
        }
    } else if let Some(pattern) = &args.pattern {
        // A pattern that tells no layout is for that of the puzzles.
        let usual = puzzles.iter().next().map_or(Shape::NINE, |item| item.value.shape());
        let patterns = Patterns::read_for(pattern, args.common.shape, usual)?;
        for pattern in patterns.iter() {
            if let Some(item) = puzzles.iter().find(|item| item.value.shape() != pattern.value.shape) {
                let (place, of_pattern) = (pattern.place, pattern.value.shape.name());
                let (of_puzzle, where_is_it) = (item.value.shape().name(), item.place);
                return Err(CliError(format!(
                    "{place}: this pattern is for {of_pattern}, the puzzle in {where_is_it} for {of_puzzle}"
                )));
            }
        }
        for pattern in patterns.iter() {
            for grid in grids() {
                pattern_in(args, &grid, &pattern.value, &mut output)?;
            }
        }
    }
    output.flush()?;
    Ok(Exit::Done)
}

/// The grid itself, or the only solution of a puzzle.
fn solution(item: &Item<Puzzle>) -> Result<Puzzle, CliError> {
    let place = &item.place;
    if let Some(conflict) = item.value.conflict() {
        return Err(CliError(format!("{place}: {conflict}")));
    }
    match fast_solutions(&item.value, 2).as_slice() {
        [solution] => Ok(solution.clone()),
        [] => Err(CliError(format!("{place}: this puzzle has no solution, so there is no grid to check"))),
        _ => Err(CliError(format!("{place}: give a solution grid, or a puzzle with one solution; this has several"))),
    }
}

fn names(shape: Shape, set: &CellSet) -> Vec<String> {
    set.iter().map(|cell| shape.cell_name(cell)).collect()
}

fn unavoidable(args: &Check, grid: &Puzzle, limit: usize, output: &mut Output) -> Result<(), CliError> {
    let sets = unavoidable_sets(grid, limit);
    let bound = clue_bound(&sets, &NOBODY_STOPS);
    let mut by_size = BTreeMap::new();
    for set in &sets {
        *by_size.entry(set.len()).or_insert(0usize) += 1;
    }
    let (lower_bound, n_parts) = (bound.clues(), bound.parts.len());
    let of_set: Vec<Option<SetType>> = sets.iter().map(|set| SetType::new(grid, set).ok()).collect();
    let mut counts: BTreeMap<(usize, &SetType), usize> = BTreeMap::new();
    for (set, of_set) in sets.iter().zip(&of_set) {
        if let Some(of_set) = of_set {
            *counts.entry((set.len(), of_set)).or_default() += 1;
        }
    }
    let higher = args.degree.map(|degree| nontrivial_sets(&sets, degree, limit, &NOBODY_STOPS).unwrap_or_default());
    let sets: Vec<Vec<String>> = sets.iter().map(|set| names(grid.shape(), set)).collect();
    if args.common.json {
        let type_of_set = sets.iter().zip(&of_set).map(|(set, of_set)| {
            let of_set = of_set.as_ref()?;
            counts.keys().position(|&(cells, known)| cells == set.len() && known == of_set)
        });
        return output.json(&UnavoidableLine {
            grid: grid.to_string(),
            layout: told_layout(grid.shape()),
            unavoidable_sets: sets.len(),
            by_size,
            lower_bound,
            bound_is_maximum: bound.is_maximum,
            type_of_set: type_of_set.collect(),
            sets,
            types: counts
                .iter()
                .map(|(&(cells, form), &sets)| TypeLine { form: form.form().to_string(), cells, sets })
                .collect(),
            higher_degrees: higher.map(|higher| {
                let line = |set: &DegreeSet| DegreeLine {
                    cells: names(grid.shape(), &set.cells),
                    degree: set.degree,
                    form: SetType::new(grid, &set.cells).ok().map(|form| form.form().to_string()),
                };
                higher.iter().map(line).collect()
            }),
        });
    }
    let sizes: Vec<String> = by_size.iter().map(|(size, count)| format!("{count} of {size}")).collect();
    output.line(&format!(
        "{grid} # {} unavoidable sets of at most {limit} cells ({}); {n_parts} sets or groups of sets are \
         disjoint, so a puzzle has {lower_bound} clues or more",
        sets.len(),
        sizes.join(", ")
    ))?;
    let type_name = |of_set: Option<&SetType>| {
        of_set.map_or_else(|| "no minlex form".to_owned(), |of_set| format!("type {of_set}"))
    };
    for (set, of_set) in sets.iter().zip(&of_set) {
        output.line(&format!("# {}: {}", set.join(" "), type_name(of_set.as_ref())))?;
    }
    for set in higher.into_iter().flatten() {
        let of_set = SetType::new(grid, &set.cells).ok();
        let cells = names(grid.shape(), &set.cells).join(" ");
        output.line(&format!("# {cells}: {} clues or more, {}", set.degree, type_name(of_set.as_ref())))?;
    }
    output.line(&format!("# {} types:", counts.len()))?;
    for ((cells, of_set), count) in counts {
        output.line(&format!("# {count} of {cells} cells, {}", type_name(Some(of_set))))?;
    }
    Ok(())
}

fn pattern_in(args: &Check, grid: &Puzzle, pattern: &Pattern, output: &mut Output) -> Result<(), CliError> {
    let shape = grid.shape();
    let sets = unavoidable_sets(grid, PATTERN_LIMIT);
    let missed = missed_sets(grid, &sets, pattern, &NOBODY_STOPS).unwrap_or_default();
    let proposed = proposed_cells(grid, &sets, pattern, &NOBODY_STOPS).unwrap_or_default();
    let proposed: Vec<String> = proposed.into_iter().map(|cell| shape.cell_name(cell)).collect();
    if args.common.json {
        let missed: Vec<MissedLine> = missed
            .iter()
            .map(|missed| MissedLine {
                cells: names(shape, &missed.set),
                second_solution: missed.second_solution.to_string(),
            })
            .collect();
        return output.json(&PatternLine {
            grid: grid.to_string(),
            layout: told_layout(shape),
            pattern: pattern.to_string(),
            proper: missed.is_empty(),
            missed,
            proposed_cells: proposed,
        });
    }
    let verdict = if missed.is_empty() {
        "one solution: no unavoidable set is missed".to_owned()
    } else {
        format!("several solutions: {} unavoidable sets missed; clues at {} mend it", missed.len(), proposed.join(" "))
    };
    output.line(&format!("{} # {verdict}", grid.masked(pattern)))?;
    for missed in &missed {
        let cells = names(shape, &missed.set).join(" ");
        output.line(&format!("# {cells}: also {}", missed.second_solution))?;
    }
    Ok(())
}

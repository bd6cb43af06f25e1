//! `layouts`.

use super::numbers::whole;
use super::output::Output;
use super::{CliError, Exit, signals};
use crate::generate::layouts::{RandomLayout, random_layout};
use crate::grid::{Cell, CellSet, LayoutRules, NamedRule, Shape, Symmetry};
use serde::Serialize;
use std::collections::BTreeSet;

/// `layouts`
#[derive(clap::Args, Debug)]
pub struct LayoutsArgs {
    /// Make random layouts with irregular, connected regions, of which each has a solution grid and none comes twice.
    #[arg(long, value_name = "KIND", num_args = 0..=1, default_missing_value = "irregular", value_parser = ["irregular"])]
    pub random: Option<String>,
    /// Rows of the random layouts (4 to 16).
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = whole::<usize>(4, 16), requires = "random")]
    pub size: usize,
    /// Symmetry of their regions; few sizes have those that exchange rows and columns.
    #[arg(long, value_name = "NAME", default_value_t = Symmetry::None, requires = "random")]
    pub symmetry: Symmetry,
    /// How many (1 to 100000).
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1, 100_000), requires = "random")]
    pub count: usize,
    /// Same seed, same layouts (0 to 18446744073709551615).
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX), requires = "random")]
    pub seed: u64,
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// A line of `layouts --json`.
#[derive(Serialize)]
struct LayoutLine {
    layout: String,
    size: usize,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
}

/// So many layouts in a row that were there already: there are hardly more.
const MOST_REPEATS: usize = 200;

pub(super) fn layouts(args: &LayoutsArgs) -> Result<Exit, CliError> {
    let mut output = Output::new();
    if args.random.is_some() {
        return random(args, &mut output);
    }
    for shape in Shape::plain_shapes() {
        let (height, width) = shape.blocks();
        let what = format!("{0}x{0}, boxes {height} high and {width} wide", shape.n());
        put(args, &mut output, shape, None, &what)?;
        show(args, &mut output, shape)?;
    }
    for n in Shape::SIZES {
        let latin: Shape = format!("{n} latin").parse().map_err(|error| CliError(format!("{error}")))?;
        put(args, &mut output, latin, None, &format!("{n}x{n}, rows and columns only"))?;
    }
    // The rules with names, on the usual grid.
    let both = [vec![NamedRule::FallingDiagonal, NamedRule::RisingDiagonal]];
    let alone = NamedRule::ALL.into_iter().filter(|&rule| rule != NamedRule::Toroidal).map(|rule| vec![rule]);
    let wrapped = [vec![NamedRule::AntiKnight, NamedRule::Toroidal]];
    for named in both.into_iter().chain(alone).chain(wrapped) {
        let rules = LayoutRules::of(named);
        let shape = Shape::NINE.with_rules(&rules).map_err(|error| CliError(error.to_string()))?;
        let sentences: Vec<&str> = rules.sentences(shape.n()).collect();
        put(args, &mut output, shape, None, &sentences.join(" "))?;
        show(args, &mut output, shape)?;
    }
    output.flush()?;
    Ok(Exit::Done)
}

/// The picture of a layout below its line, as remarks.
fn show(args: &LayoutsArgs, output: &mut Output, shape: Shape) -> Result<(), CliError> {
    if args.json {
        return Ok(());
    }
    picture(shape).iter().try_for_each(|row| output.line(&format!("#   {row}")))
}

/// The layout row by row: of boxes their letters; of the houses and groups that rules add their letters, or `x` where
/// there is one or they cross; of rules about pairs of cells a cell `o`, and with `x` those that it bears on.
fn picture(shape: Shape) -> Vec<String> {
    let geometry = &*shape.geometry();
    let letter = |number: usize| char::from(b'A' + number as u8);
    let shown = if shape.rules().has(NamedRule::Toroidal) { shape.cell(0, 0) } else { shape.cell(4, 4) };
    let sets: Vec<CellSet> = geometry.further_houses().map(|house| geometry.house_sets[house.index()]).collect();
    let pairs: Vec<&CellSet> = geometry.groups.iter().filter(|group| group.len() == 2).collect();
    let of_pair = |cell: Cell| {
        let is_grouped = pairs.iter().any(|pair| pair.contains(cell) && pair.contains(shown));
        is_grouped || geometry.not_consecutive.get(shown.index()).is_some_and(|cells| cells.contains(cell))
    };
    let of_cell = |cell: Cell| {
        let mut inside = sets.iter().enumerate().filter(|(_, set)| set.contains(cell));
        match (inside.next(), inside.next()) {
            _ if !shape.has_rules() => letter(shape.box_of(cell)),
            (Some(_), Some(_)) => 'x',
            (Some((number, _)), None) => {
                if sets.len() > 2 {
                    letter(number)
                } else {
                    'x'
                }
            }
            _ if (!pairs.is_empty() || !geometry.not_consecutive.is_empty()) && cell == shown => 'o',
            _ if of_pair(cell) => 'x',
            _ if geometry.groups.iter().any(|group| group.len() > 2 && group.contains(cell)) => 'x',
            _ => '.',
        }
    };
    let row = |row: usize| (0..shape.n()).map(|col| of_cell(shape.cell(row, col)).to_string()).collect::<Vec<_>>();
    (0..shape.n()).map(|at| row(at).join(" ")).collect()
}

fn random(args: &LayoutsArgs, output: &mut Output) -> Result<Exit, CliError> {
    let stop = signals::stop_flag();
    let mut known: BTreeSet<Shape> = BTreeSet::new();
    let mut n_repeats = 0;
    for number in 0.. {
        let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(number);
        let found = random_layout(args.size, args.symmetry, seed, &stop);
        let Some(RandomLayout { shape, solution }) = found.map_err(|error| CliError(error.to_string()))? else {
            return Ok(Exit::Undecided);
        };
        if known.insert(shape) {
            n_repeats = 0;
            put(args, output, shape, Some(solution.to_string()), "")?;
        } else {
            n_repeats += 1;
        }
        if known.len() == args.count || output.is_closed() {
            break;
        }
        if n_repeats == MOST_REPEATS {
            output.flush()?;
            return Err(CliError(format!("--count: no more than {} such layouts were found", known.len())));
        }
    }
    output.flush()?;
    Ok(Exit::Done)
}

fn put(
    args: &LayoutsArgs,
    output: &mut Output,
    shape: Shape,
    solution: Option<String>,
    what: &str,
) -> Result<(), CliError> {
    if args.json {
        let line = LayoutLine { layout: shape.to_string(), size: shape.n(), name: shape.name(), solution };
        return output.json(&line);
    }
    let remark = if what.is_empty() { String::new() } else { format!(" # {what}") };
    output.line(&format!("{shape}{remark}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_drawn_as_text() {
        let check = |layout: &str, expected: &[&str]| {
            let drawn: Vec<String> =
                picture(layout.parse().expect("a layout")).iter().map(|row| row.replace(' ', "")).collect();
            assert_eq!(drawn[..expected.len()], *expected, "{layout}");
        };
        check("2x3", &["AAABBB", "AAABBB", "CCCDDD"]);
        check("3x3 x", &["x.......x", ".x.....x.", "..x...x..", "...x.x...", "....x...."]);
        check("3x3 windoku", &[".........", ".AAA.BBB."]);
        check("3x3 disjoint-groups", &["ABCABCABC", "DEFDEFDEF"]);
        check("3x3 argyle", &[".x..x..x.", "x.x..x.x."][..1]);
        check("3x3 anti-knight", &[".........", ".........", "...x.x...", "..x...x..", "....o...."]);
        check("3x3 non-consecutive", &[".........", ".........", ".........", "....x....", "...xox..."]);
        check("3x3 anti-knight toroidal", &["o........", "..x....x.", ".x......x"]);
    }
}

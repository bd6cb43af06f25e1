//! What a setter is told while a search takes its time, and when it was stopped: what is tried, how sparse the pattern
//! is, and what would help.

use super::language::tr;
use super::library::starters;
use super::wording::n_clue_cells;
use crate::generate::{Method, Progress, known_lower_bound};
use crate::grid::{Cell, CellSet, Pattern, Symmetry};
use crate::logic::{Design, Goal, StrategySet};

/// What the methods at work do, in plain words.
pub(super) fn tried(progress: &[Progress]) -> String {
    let what = |method| match method {
        Method::Search => Some(tr!("placing digits by trial and error")),
        Method::Exact => Some(tr!("going through all cases")),
        Method::Sat => Some(tr!("looking for digits or a proof that there are none")),
        Method::Inverse => Some(tr!("taking full grids apart")),
        Method::ZamaSasano | Method::GenerateAndTest => Some(tr!("trying random digits")),
        Method::BruteForce => Some(tr!("trying all digits")),
        Method::Auto | Method::Bounds => None,
    };
    let all: Vec<&str> = progress.iter().filter_map(|progress| what(progress.method)).collect();
    match &all[..] {
        [] => tr!("Preparing the search").to_owned(),
        [one] => tr!("At work: {one}", one),
        [first @ .., last] => tr!("At work: {first}, and {last}", first = first.join(", "), last),
    }
}

/// How the number of clue cells compares: with the patterns of the library, for each of which there are puzzles, and
/// with the fewest that any puzzle has.
pub(super) fn sparseness(pattern: &Pattern, strategies: StrategySet) -> String {
    let n = pattern.n_clues();
    let known = || starters().iter().filter(|named| named.pattern.shape == pattern.shape);
    let (n_all, n_fuller) = (known().count(), known().filter(|named| named.pattern.n_clues() > n).count());
    let (cells, least) = (n_clue_cells(n), known_lower_bound(pattern.shape, strategies).clues);
    match (n_all, n_fuller) {
        (0, _) => tr!("{cells}; no puzzle has fewer than {least}", cells, least),
        (all, fuller) if all == fuller => tr!(
            "{cells}, fewer than all {all} patterns of the library for this grid; no puzzle has fewer than {least}",
            cells,
            all,
            least
        ),
        (_, 0) => tr!(
            "{cells}, at least as many as any pattern of the library for this grid; no puzzle has fewer than {least}",
            cells,
            least
        ),
        (all, fuller) => tr!(
            "{cells}, fewer than {fuller} of the {all} patterns of the library for this grid; no puzzle has fewer than \
             {least}",
            cells,
            fuller,
            all,
            least
        ),
    }
}

/// The empty cell that sees the fewest clue cells, with its images: there a puzzle lacks clues most. Empty if the
/// pattern is full.
pub(super) fn helpful_cells(pattern: &Pattern, symmetry: Symmetry) -> CellSet {
    let shape = pattern.shape;
    let peers = &shape.geometry().peer_sets;
    let n_seen = |cell: Cell| pattern.cells.intersection(&peers[cell.index()]).len();
    let empty = shape.cells().filter(|&cell| !pattern.cells.contains(cell));
    empty.min_by_key(|&cell| n_seen(cell)).map_or(CellSet::EMPTY, |cell| {
        let images: CellSet = symmetry.orbit(shape, cell).into_iter().collect();
        images.difference(&pattern.cells)
    })
}

/// What else could be changed about a design for which no puzzle was found.
pub(super) fn advice(design: &Design) -> String {
    let ways = [
        (design.pattern.n_clues() < design.shape().n_cells(), tr!("more clue cells")),
        (design.strategies != StrategySet::ALL, tr!("more strategies")),
        (design.goal != Goal::Any, tr!("another difficulty")),
        (design.minimal, tr!("redundant clues")),
        (!design.required.is_empty(), tr!("fewer required strategies")),
        (design.fixed.n_clues() > 0, tr!("fewer digits that are kept")),
    ];
    let ways: Vec<&str> = ways.into_iter().filter(|(helps, _)| *helps).map(|(_, way)| way).collect();
    match &ways[..] {
        [] => tr!("Puzzles may exist all the same: search again, and wait longer").to_owned(),
        ways => tr!("Puzzles may exist all the same. What helps: {ways}, or a longer search", ways = ways.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{SHAPES, Shape};

    fn progress(method: Method) -> Progress {
        Progress::new(method, 7)
    }

    #[track_caller]
    fn check_tried(methods: &[Method], expected: &str) {
        assert_eq!(tried(&methods.iter().map(|&method| progress(method)).collect::<Vec<_>>()), expected);
    }

    #[test]
    fn methods_are_told_in_plain_words() {
        check_tried(&[], "Preparing the search");
        check_tried(&[Method::Inverse], "At work: taking full grids apart");
        check_tried(
            &[Method::Search, Method::Sat],
            "At work: placing digits by trial and error, and looking for digits or a proof that there are none",
        );
    }

    #[track_caller]
    fn check_cells(symmetry: Symmetry, text: &str, expected: &str) {
        let pattern: Pattern = text.parse().expect("a pattern");
        let cells = helpful_cells(&pattern, symmetry);
        let names: Vec<String> = cells.iter().map(|cell| pattern.shape.cell_name(cell)).collect();
        assert_eq!(names.join(" "), expected, "{symmetry:?} {text}");
    }

    #[test]
    fn cells_are_offered_where_clues_are_missing() {
        check_cells(Symmetry::None, "xxxxxxxx........", "r3c1");
        check_cells(Symmetry::HalfTurn, "xxxx............", "r2c4 r3c1");
        // What is a clue cell already is not offered again.
        check_cells(Symmetry::HalfTurn, "...............x", "r1c1");
        check_cells(Symmetry::None, "xxxxxxxxxxxxxxxx", "");
    }

    #[test]
    fn sparse_patterns_are_compared_with_those_that_work() {
        let pattern = |shape: Shape, n: usize| Pattern::new(shape, shape.cells().take(n));
        let told = |shape, n| sparseness(&pattern(shape, n), StrategySet::ALL);
        let n_all = starters().iter().filter(|named| named.pattern.shape == Shape::NINE).count();
        assert_eq!(
            told(Shape::NINE, 17),
            format!(
                "17 clue cells, fewer than all {n_all} patterns of the library for this grid; no puzzle has fewer than 17"
            )
        );
        assert!(
            told(Shape::NINE, 81).starts_with("81 clue cells, at least as many as any"),
            "{}",
            told(Shape::NINE, 81)
        );
        for shape in SHAPES {
            assert!(told(shape, 5).starts_with("5 clue cells"), "{shape}");
        }
    }
}

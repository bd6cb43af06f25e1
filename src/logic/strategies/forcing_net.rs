//! Forcing net: whichever candidate of a cell, or place of a digit, is true, singles lead to the same conclusion.

use super::assumption::Assumption;
use super::forward::{Forward, Visit, rule_out};
use crate::grid::{Candidate, Constraint};
use crate::logic::{Board, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind};
use std::ops::ControlFlow;

pub(in crate::logic) const FORCING_NET: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::ForcingNet,
        name: "forcing-net",
        title: "Forcing net",
        kind: StrategyKind::Chain,
        stars: 5,
        help: "Each candidate of a cell, or each place of a digit in a house, is tried in turn. When all of them force, one \
           digit after the other, that the same digit goes into a cell or that the same candidate is ruled out, this \
           holds whichever of them is true.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

/// The most candidates that are tried for one cell or house.
const MOST_BRANCHES: usize = 6;

fn explain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let evidence = step.evidence();
    let Some(&origin) = evidence.bases.first() else { return Sentence::default() };
    let n_forced = evidence.nodes.len() - board.remaining(origin).count_ones() as usize;
    let n_forced = n_forced.to_string().into();
    match origin {
        Constraint::Cell(cell) => Sentence::compose(
            "whichever candidate of {0} is true, the digits that it forces lead to the same conclusion ({1} digits in all)",
            [Sentence::cell(geometry.shape, cell), n_forced],
        ),
        Constraint::HouseDigit(house, digit) => Sentence::compose(
            "wherever the {0} of {1} goes, the digits that it forces lead to the same conclusion ({2} digits in all)",
            [digit.into(), Sentence::house(geometry, house), n_forced],
        ),
    }
}

fn find(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let shape = board.shape();
    let geometry = board.geometry();
    let mut origins: Vec<(usize, Constraint)> = Constraint::all(shape)
        .map(|base| (board.remaining(base).count_ones() as usize, base))
        .filter(|&(n_branches, base)| (2..=MOST_BRANCHES).contains(&n_branches) && !board.is_met(base))
        .collect();
    origins.sort();
    let mut runs: Vec<Option<Assumption>> = (0..shape.n_cells() * shape.n()).map(|_| None).collect();
    for (_, origin) in origins {
        let branches: Vec<Candidate> = origin.candidates(geometry).filter(|&c| board.has(c)).collect();
        for &branch in &branches {
            runs[branch.index(shape)].get_or_insert_with(|| Assumption::new(board, branch));
        }
        let runs: Vec<&Assumption> = branches.iter().filter_map(|branch| runs[branch.index(shape)].as_ref()).collect();
        if runs.iter().all(|run| run.broken.is_none()) {
            agreed(board, origin, &runs, id, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// What all of these assumptions lead to.
fn agreed(
    board: &Board,
    origin: Constraint,
    runs: &[&Assumption],
    id: StrategyId,
    visit: Visit<'_>,
) -> ControlFlow<()> {
    let shape = board.shape();
    for cell in shape.cells().filter(|&cell| board.value(cell).is_none()) {
        let of_cell = || board.marks(cell).iter().map(|digit| Candidate::new(cell, digit));
        let placed =
            runs[0].board.value(cell).filter(|&digit| runs.iter().all(|run| run.board.value(cell) == Some(digit)));
        if let Some(placed) = placed.map(|digit| Candidate::new(cell, digit)) {
            let end = |run: &Assumption| run.forced.iter().position(|&forced| forced == placed);
            rule_out(visit, id, of_cell().filter(|&c| c != placed).collect(), || evidence(board, origin, runs, &end))?;
            continue;
        }
        for candidate in of_cell().filter(|&c| runs.iter().all(|run| !run.board.has(c))) {
            let end = |run: &Assumption| run.first_against(candidate);
            rule_out(visit, id, vec![candidate], || evidence(board, origin, runs, &end))?;
        }
    }
    ControlFlow::Continue(())
}

/// One branch behind the other, each up to the digit with which it ends.
fn evidence(
    board: &Board,
    origin: Constraint,
    runs: &[&Assumption],
    end: &dyn Fn(&Assumption) -> Option<usize>,
) -> Evidence {
    let mut evidence = Evidence { bases: vec![origin], ..Evidence::default() };
    for &run in runs {
        let end: Vec<usize> = end(run).into_iter().collect();
        run.proof(board, &end, None).add_to(run, &mut evidence);
    }
    evidence
}

#[cfg(test)]
mod tests {
    use super::super::way::Way;
    use super::*;
    use crate::logic::{StrategySet, next_step};
    use std::collections::BTreeSet;

    /// What singles leave of a board; `None` if they break it.
    fn after_singles(mut board: Board) -> Option<Board> {
        while let Some(step) = next_step(&board, StrategySet::SINGLES) {
            step.apply(&mut board);
        }
        (!board.is_broken()).then_some(board)
    }

    /// Candidates that no branch of some cell or house keeps, where none of its branches breaks the board.
    fn by_definition(board: &Board) -> BTreeSet<Candidate> {
        let geometry = board.geometry();
        let mut out = BTreeSet::new();
        let origins = Constraint::all(board.shape()).filter(|&origin| !board.is_met(origin));
        for origin in
            origins.filter(|&origin| (2..=MOST_BRANCHES as u32).contains(&board.remaining(origin).count_ones()))
        {
            let assume = |candidate| {
                let mut board = board.clone();
                board.place(candidate);
                after_singles(board)
            };
            let branches: Option<Vec<Board>> =
                origin.candidates(geometry).filter(|&c| board.has(c)).map(assume).collect();
            let Some(branches) = branches else { continue };
            let open = board.shape().cells().filter(|&cell| board.value(cell).is_none());
            let left = open.flat_map(|cell| board.marks(cell).iter().map(move |digit| Candidate::new(cell, digit)));
            out.extend(left.filter(|&candidate| branches.iter().all(|branch| !branch.has(candidate))));
        }
        out
    }

    /// The nets on the board where these strategies are stuck: as many candidates ruled out as stated, the same as by the
    /// definition, each proved and none of the solution.
    #[track_caller]
    fn check(layout: &str, puzzle: &str, strategies: &str, n_expected: usize) {
        let way = Way::new(layout, puzzle, strategies);
        let steps = way.steps(way.end(), StrategyId::ForcingNet);
        let found: BTreeSet<Candidate> = steps.iter().flat_map(Step::eliminated).copied().collect();
        assert_eq!(found, by_definition(way.end()), "{layout}");
        assert_eq!(found.len(), n_expected, "{layout}");
    }

    #[test]
    fn nets_are_those_of_the_definition() {
        check(
            "3x3",
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
            "singles",
            48,
        );
        check("3x3", ".6..5.4.3.2.1...........7..4.3...6..7..5........2.........8..5.6...4...........1.", "basic", 14);
        check("2x3", "....131..5....5.26...3...5...46.....", "naked-single", 7);
        check("2x3 anti-knight", ".1..............3......4.23.41..6...", "naked-single", 0);
        check(
            "6 regions=AAABBBACABDBACCDDBCCEDDFECEDFFEEEFFF",
            "1................2..........3.......",
            "naked-single",
            11,
        );
        check("2x3 non-consecutive", "..............1..........2..5.......", "full-house", 0);
    }
}

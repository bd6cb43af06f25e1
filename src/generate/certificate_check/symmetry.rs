//! Symmetries of a question, judged from the geometry and the question alone.

use super::theme::is_blind_to_digits;
use crate::generate::Request;
use crate::grid::{Cell, CellSet, NamedRule, Shape};
use crate::logic::{Effect, PathCondition, strategy};

/// Whether the digits that are not fixed can be exchanged throughout the question.
///
/// What strategies can solve does not depend on the names of digits, but which steps a trace takes does where there is a
/// choice. So nothing may be asked of the trace but a step of the last allowed strategy: it has one exactly if all
/// strategies before it do not solve the puzzle.
pub(super) fn are_digits_alike(request: &Request) -> bool {
    let ranking = &request.ranking;
    let rules = request.pattern.shape.rules();
    if rules.has(NamedRule::NonConsecutive) || rules.restricted().next().is_some() || !is_blind_to_digits(request) {
        return false;
    }
    // A step is needed whatever the digits are called, as long as none of them is named and its strategy is one whose end
    // state does not depend on the order of the steps.
    let is_about_no_digit = |condition: &PathCondition| match condition {
        PathCondition::Step(step) => {
            let place = &step.place;
            let logic = strategy(place.strategy).set_logic();
            step.is_needed
                && step.timing.is_empty()
                && logic.is_some_and(|logic| logic.effect == Effect::Eliminate)
                && place.digits.is_empty()
                && place.candidates.is_empty()
                && place.eliminated.is_empty()
                && place.placed.is_none()
        }
        PathCondition::Count(_) => false,
    };
    if request.path.conditions.len() > 1 || !request.path.conditions.iter().all(is_about_no_digit) {
        return false;
    }
    request.required.iter().all(|required| {
        request.strategies.contains(required)
            && request.strategies.iter().all(|other| ranking.rank(other) <= ranking.rank(required))
    })
}

/// Whether the map takes clue cells to clue cells, boxes to boxes, and rows and columns to rows
/// and columns, all in the same sense: then no strategy notices the difference. Nor must anything else:
/// no fixed digits, no theme, no path, and nothing required of the trace.
pub(super) fn is_symmetry_of_question(request: &Request, map: &[Cell]) -> bool {
    let shape = request.pattern.shape;
    let is_bare = request.fixed.n_clues() == 0 && request.theme.is_empty() && request.path.is_empty();
    if !is_bare || !are_digits_alike(request) {
        return false;
    }
    let images: CellSet = map.iter().copied().collect();
    if map.len() != shape.n_cells() || images != CellSet::first(shape.n_cells()) {
        return false;
    }
    let clues: CellSet = request.pattern.cells.iter().map(|cell| map[cell.index()]).collect();
    let keeps = |from: &dyn Fn(Cell) -> usize, to: &dyn Fn(Cell) -> usize| {
        let mut line = vec![None; shape.n()];
        shape.cells().all(|cell| {
            let image = to(map[cell.index()]);
            *line[from(cell)].get_or_insert(image) == image
        })
    };
    let (row, col) = (|cell| shape.row(cell), |cell| shape.col(cell));
    let lines = keeps(&row, &row) && keeps(&col, &col) || keeps(&row, &col) && keeps(&col, &row);
    clues == request.pattern.cells
        && lines
        && keeps(&|cell| shape.box_of(cell), &|cell| shape.box_of(cell))
        && keeps_rules(shape, map)
}

/// Whether the map takes houses that rules add to houses, and cells that see each other to such.
pub(super) fn keeps_rules(shape: Shape, map: &[Cell]) -> bool {
    let geometry = &*shape.geometry();
    let is_house = |cells: &CellSet| {
        let image: CellSet = cells.iter().map(|cell| map[cell.index()]).collect();
        geometry.house_sets.contains(&image)
    };
    !geometry.has_rules
        || geometry.house_sets.iter().all(is_house)
            && shape.cells().all(|a| {
                let same = |b: Cell| geometry.are_peers(a, b) == geometry.are_peers(map[a.index()], map[b.index()]);
                shape.cells().all(same)
            })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Digit, Pattern, Theme, parse_patterns};
    use crate::logic::{Design, Order, PathGoal, Ranking, StrategyId, StrategySet};

    #[track_caller]
    fn check(order: &str, expected: bool) {
        let order: Order = order.parse().expect("an order");
        let request = Request::in_order(Pattern::empty(Shape::NINE), order);
        assert_eq!(are_digits_alike(&request), expected);
    }

    #[test]
    fn only_the_last_strategy_may_be_required() {
        check("singles", true);
        check("naked-single,+hidden-single", true);
        check("+naked-single,hidden-single", false);
        check("hidden-single,+naked-single", true);
        check("+naked-single,+hidden-single", false);
        check("singles,locked-candidates,+x-wing", true);
        check("singles,+locked-candidates,x-wing", false);
    }

    /// The generators say it in other words.
    #[test]
    fn the_generators_agree() {
        let ids: Vec<StrategyId> = StrategySet::BASIC.iter().collect();
        let set = |bits: usize| -> StrategySet {
            ids.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, &id)| id).collect()
        };
        let mut n_alike = 0;
        for number in 0..4000usize {
            let bits = number.wrapping_mul(0x9E37_79B9_7F4A_7C15_u64 as usize) >> 16;
            let strategies = set(bits & bits >> 13);
            let required = set(bits >> 26 & bits >> 7 & bits >> 3);
            let ranking = Ranking::new(ids.iter().copied().skip(bits % ids.len()));
            let design = Design::new(Pattern::empty(Shape::NINE), strategies);
            let request = Request::from(Design { required, ranking, ..design });
            assert_eq!(are_digits_alike(&request), request.has_digit_symmetry(), "{strategies}; {required}");
            n_alike += usize::from(!required.is_empty() && request.has_digit_symmetry());
        }
        assert!(n_alike > 10, "{n_alike}");
    }
    /// Whether the digits are alike where a step is asked of the path.
    #[track_caller]
    fn check_path(conditions: &[&str], expected: bool) {
        let shape = Shape::NINE;
        let path = PathGoal::parse(shape, conditions.iter().copied()).expect("conditions");
        let order: Order = "singles,locked-candidates,x-wing,xy-wing".parse().expect("an order");
        let request = Request::in_order(Pattern::empty(shape), order).with(|design| design.path = path);
        assert_eq!(are_digits_alike(&request), expected, "{conditions:?}");
    }

    #[test]
    fn a_step_that_is_needed_may_name_no_digit() {
        check_path(&["x-wing@r1,r2"], true);
        check_path(&["locked-candidates@b1,r1"], true);
        check_path(&["x-wing@r1,r2?"], false);
        check_path(&["x-wing@r1,r2 last"], false);
        check_path(&["x-wing@r1,r2", "x-wing@r1,r3"], false);
        check_path(&["x-wing@r1,r2:5"], false);
        check_path(&["x-wing@r1c1<>5"], false);
        check_path(&["naked-single@r1c1"], false);
        check_path(&["naked-single@r1c1=5"], false);
        check_path(&["xy-wing@r1c7,r7c1"], false);
        check_path(&["x-wing>=2"], false);
    }

    #[test]
    fn digits_are_not_alike_where_the_layout_or_the_theme_tells_them_apart() {
        for (layout, theme, expected) in [
            ("2x2", "", true),
            ("2x2 x", "", true),
            ("2x2 non-consecutive", "", false),
            ("2x2 odd=r1c1", "", false),
            ("2x2", "equal=r1c1,r2c3", true),
            ("2x2", "odd=r1c1", false),
        ] {
            let shape: Shape = layout.parse().expect("a layout");
            let theme = Theme::parse(shape, theme).expect("a theme");
            let request =
                Request::new(Pattern::empty(shape), StrategySet::SINGLES).with(|design| design.theme = theme.clone());
            assert_eq!(are_digits_alike(&request), expected, "{layout} {}", theme.text(shape));
        }
    }

    fn question(layout: &str, clues: &str) -> Request {
        let shape: Shape = layout.parse().expect("a layout");
        Request::new(parse_patterns(shape, clues).expect("a pattern").remove(0), StrategySet::SINGLES)
    }

    /// The map that takes each row and column to another.
    fn map(shape: Shape, to: impl Fn(usize, usize) -> (usize, usize)) -> Vec<Cell> {
        let image = |cell| to(shape.row(cell), shape.col(cell));
        shape.cells().map(image).map(|(row, col)| shape.cell(row, col)).collect()
    }

    #[track_caller]
    fn check_map(layout: &str, clues: &str, to: impl Fn(usize, usize) -> (usize, usize), expected: bool) {
        let request = question(layout, clues);
        let map = map(request.pattern.shape, to);
        assert_eq!(is_symmetry_of_question(&request, &map), expected, "{layout} {clues} {map:?}");
    }

    const NO_CLUE: &str = "................";

    #[test]
    fn symmetries_keep_clues_lines_boxes_and_rules() {
        let swap = |a: usize, b: usize| {
            move |row: usize, col: usize| {
                (
                    if row == a {
                        b
                    } else if row == b {
                        a
                    } else {
                        row
                    },
                    col,
                )
            }
        };
        let turned = |row: usize, col: usize| (3 - row, 3 - col);
        let transposed = |row: usize, col: usize| (col, row);
        check_map("2x2", "xx..xx..........", swap(0, 1), true);
        check_map("2x2", "x...............", swap(0, 1), false);
        check_map("2x2", NO_CLUE, swap(1, 2), false);
        check_map("4 latin", NO_CLUE, swap(1, 2), true);
        check_map("2x2", "x....x.....x....", transposed, false);
        check_map("2x2", "x....x....x....x", transposed, true);
        check_map("2x3", &".".repeat(36), transposed, false);
        check_map("2x2 x", NO_CLUE, turned, true);
        check_map("2x2 x", NO_CLUE, swap(0, 1), false);
        check_map("2x2 anti-king", NO_CLUE, turned, true);
        check_map("2x2 anti-king", NO_CLUE, swap(0, 1), false);
        // Rows as rows, but columns no longer as columns.
        check_map("4 latin", NO_CLUE, |row, col| (row, (row + col) % 4), false);
        check_map("4 latin", NO_CLUE, |row, col| ((row + col) % 4, col), false);
        check_map("4 latin", NO_CLUE, |row, col| (col, (row + col) % 4), false);
        check_map("4 latin", NO_CLUE, |row, col| ((row + col) % 4, row), false);
        // Rows as columns and boxes as boxes, but columns no longer as rows.
        check_map("2x2", NO_CLUE, |row, col| (if row == 1 { col ^ 1 } else { col }, row), false);
        // Two cells become one.
        check_map("2x2", NO_CLUE, |row, col| (row, col.min(2)), false);
        check_map("2x2", NO_CLUE, |row, _| (row, row), false);
    }

    #[test]
    fn symmetries_are_those_of_a_bare_question() {
        let request = question("2x2", NO_CLUE);
        let shape = request.pattern.shape;
        let map = map(shape, |row, col| (3 - row, 3 - col));
        let check = |change: &dyn Fn(&mut Design), expected: bool| {
            assert_eq!(is_symmetry_of_question(&request.with(|design| change(design)), &map), expected);
        };
        check(&|_| {}, true);
        check(&|design| design.fixed.set(shape.cell(0, 0), Some(Digit::new(1))), false);
        check(&|design| design.theme = Theme::parse(shape, "equal=r1c1,r4c4").expect("a theme"), false);
        check(&|design| design.path = PathGoal::parse(shape, ["x-wing@r1,r2"]).expect("a path"), false);
        check(&|design| design.required = StrategySet::single(StrategyId::NakedSingle), false);
        assert!(!is_symmetry_of_question(&request, &map[1..]));
        assert!(!is_symmetry_of_question(&request, &[]));
    }
}

//! Steps of a path that are never needed, because the other strategies do their work wherever they apply, and steps that
//! have nothing to do, because clues stand where they could do it.

use crate::generate::{Reason, Request};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, DigitSet, Geometry, Shape};
use crate::logic::{
    AnyClosure, Effect, PathCondition, PlacedStep, Rule, StepPlace, StrategyId, StrategySet, choices, never_spoils,
    strategy,
};

/// So many rules are looked at: all swordfish of three rows and one digit on 16x16, but not all X-wings of a board.
const MOST_RULES: usize = 600;

/// The step of a rule rests on nothing but what its bases lack. On the board on which just that is missing, let the other
/// strategies rule out whatever the rule does. They do so on every board on which the rule has a step, too, for they find
/// no less where fewer candidates are left. If that holds for each rule that may have the step, it is never needed. Of the
/// clues it is known that they lack all digits but their own: if no candidate of a base is placed, it has none in them.
///
/// An XY-wing rests on its three cells alone. Where one of them lacks a further candidate, singles do its work, so it misses
/// no step for fewer candidates either, and may be allowed beside strategies of the base-and-cover form.
pub(super) fn never_needed(request: &Request) -> Option<Reason> {
    let may_spoil: StrategySet = request.strategies.iter().filter(|&id| !never_spoils(id)).collect();
    if !StrategySet::SINGLES.is_subset(request.strategies)
        || !may_spoil.is_subset(StrategySet::single(StrategyId::XyWing))
    {
        return None;
    }
    let shape = request.pattern.shape;
    let geometry = &*shape.geometry();
    let (index, step) = request.path.steps().find(|(_, step)| {
        if step.is_needed && step.place.strategy == StrategyId::XyWing {
            return is_wing_done(request.strategies, &step.place, &request.pattern.cells, geometry);
        }
        step.is_needed
            && may_spoil.is_empty()
            && rules_at(&step.place, shape).is_some_and(|rules| {
                let others = not_becoming(request.strategies, step.place.strategy);
                let clues = &request.pattern.cells;
                !rules.is_empty() && rules.iter().all(|rule| is_done_by(others, rule, clues, geometry))
            })
    })?;
    let why = "other allowed strategies always rule out the same";
    Some(cannot_be_met(index, step, why, cells_of(&step.place, shape), shape))
}

/// Whether a step of the rule may be needed on a pattern where no more than the easier allowed strategies have been tried.
/// No guess: where this says no, those strategies do all that the step could do.
pub(in crate::generate) fn may_be_needed(request: &Request, id: StrategyId, rule: &Rule) -> bool {
    let easier = request.strategies.intersection(request.ranking.easier_than(id));
    let are_enough = StrategySet::SINGLES.is_subset(easier) && easier.iter().all(never_spoils);
    let clues = &request.pattern.cells;
    !(are_enough && is_done_by(not_becoming(easier, id), rule, clues, &request.pattern.shape.geometry()))
}

fn cannot_be_met(index: usize, step: &PlacedStep, why: &str, cells: CellSet, shape: Shape) -> Reason {
    let text = PathCondition::Step(step.clone()).text(shape);
    Reason { sentence: format!("Condition {} of the path, {text}, cannot be met: {why}.", index + 1), cells }
}

/// A step that needs or changes a cell which holds a clue is never there, needed or not; nor is one that could rule out
/// candidates in clue cells alone.
pub(super) fn changes_nothing(request: &Request) -> Option<Reason> {
    let (shape, clues) = (request.pattern.shape, &request.pattern.cells);
    request.path.steps().find_map(|(index, step)| {
        if let Some(cell) = open_cells(&step.place).intersection(clues).iter().next() {
            let why = format!("{} holds a clue", shape.cell_name(cell));
            return Some(cannot_be_met(index, step, &why, [cell].into_iter().collect(), shape));
        }
        let cells = targets(&step.place, shape).filter(|targets| targets.is_subset(clues))?;
        let why = if cells.is_empty() {
            "no such step has its cells there"
        } else {
            "all cells from which it could rule out candidates hold clues"
        };
        Some(cannot_be_met(index, step, why, cells, shape))
    })
}

const WINGS: [StrategyId; 3] = [StrategyId::XyWing, StrategyId::XyzWing, StrategyId::WWing];

/// The cells that must be open where a step stands at a place.
fn open_cells(place: &StepPlace) -> CellSet {
    let changed = place.placed.iter().chain(&place.eliminated).map(|candidate| candidate.cell);
    let are_open = StrategySet::SINGLES.contains(place.strategy) || WINGS.contains(&place.strategy);
    let named = if are_open { place.cells } else { CellSet::EMPTY };
    changed.chain(place.pivot).chain(named.iter()).collect()
}

/// The cells from which a step at a place could rule out candidates; `None` where that is not known or where no step has
/// this place.
fn targets(place: &StepPlace, shape: Shape) -> Option<CellSet> {
    let geometry = &*shape.geometry();
    if let (StrategyId::XyWing | StrategyId::XyzWing, Some(pivot)) = (place.strategy, place.pivot) {
        let ends: Vec<Cell> = place.cells.iter().filter(|&cell| cell != pivot).collect();
        let &[first, second] = &ends[..] else { return None };
        // Where all three see each other, each of them may be taken for the pivot.
        if !shape.treats_digits_alike() || geometry.are_peers(first, second) {
            return None;
        }
        if !ends.iter().all(|&end| geometry.are_peers(pivot, end)) {
            return Some(CellSet::EMPTY);
        }
        // An XYZ-wing has the digit that it rules out in its pivot, too.
        let sees_pivot = |cell| place.strategy == StrategyId::XyWing || geometry.are_peers(cell, pivot);
        let sees_all = |&cell: &Cell| ends.iter().all(|&end| geometry.are_peers(cell, end)) && sees_pivot(cell);
        return Some(shape.cells().filter(|&cell| cell != pivot).filter(sees_all).collect());
    }
    let rules = rules_at(place, shape).filter(|rules| !rules.is_empty())?;
    let gone = |rule: &Rule| {
        let in_bases = |c: &Candidate| rule.bases.iter().any(|base| base.contains(geometry, *c));
        let in_covers = rule.covers.iter().flat_map(|cover| cover.candidates(geometry));
        in_covers.filter(|c| !in_bases(c)).map(|c| c.cell).collect::<CellSet>()
    };
    Some(rules.iter().fold(CellSet::EMPTY, |cells, rule| cells.union(&gone(rule))))
}

/// The cells that such a reason speaks of.
fn cells_of(place: &StepPlace, shape: Shape) -> CellSet {
    place.house_cells(shape).union(&place.named_cells())
}

/// The allowed strategies, without that of the step and without those whose rules become rules of the step's strategy
/// where one of their bases is met.
fn not_becoming(allowed: StrategySet, step: StrategyId) -> StrategySet {
    let may_become = |id| strategy(id).set_logic().is_some_and(|logic| logic.smaller.contains(&step));
    allowed.iter().filter(|&id| id != step && !may_become(id)).collect()
}

/// The rules that may have the step; where digits are alike, with the first digits alone. `None` if they rule nothing
/// out or are too many.
fn rules_at(place: &StepPlace, shape: Shape) -> Option<Vec<Rule>> {
    let geometry = &*shape.geometry();
    let logic = strategy(place.strategy).set_logic().filter(|logic| logic.effect == Effect::Eliminate)?;
    let any_digits =
        shape.treats_digits_alike() && place.digits.is_empty() && place.named_candidates().next().is_none();
    let mut rules = Vec::new();
    for unit in logic.units.of(geometry) {
        for bases in choices(unit.bases.len(), logic.size) {
            let bases: Vec<Constraint> = bases.into_iter().map(|i| unit.bases[i]).collect();
            // With more covers no place is lost.
            let widest = Rule { bases, covers: unit.covers.clone() };
            if !place.may_match_rule(place.strategy, &widest, geometry) {
                continue;
            }
            for covers in choices(unit.covers.len(), logic.size) {
                let covers = covers.into_iter().map(|j| unit.covers[j]).collect();
                let rule = Rule { bases: widest.bases.clone(), covers };
                if any_digits && !has_first_digits(&rule) || !place.may_match_rule(place.strategy, &rule, geometry) {
                    continue;
                }
                rules.push(rule);
                if rules.len() > MOST_RULES {
                    return None;
                }
            }
        }
    }
    Some(rules)
}

fn has_first_digits(rule: &Rule) -> bool {
    let digit = |constraint: &Constraint| match constraint {
        Constraint::HouseDigit(_, digit) => Some(*digit),
        Constraint::Cell(_) => None,
    };
    let digits: DigitSet = rule.bases.iter().chain(&rule.covers).filter_map(digit).collect();
    (0..digits.len()).all(|index| digits.contains(Digit::from_index(index)))
}

/// For rules of so many bases the clues that see their candidates are asked, too: with more there are too many cases.
const MOST_BASES_BESIDE_CLUES: usize = 2;

/// Whether these strategies rule out what the rule does outside the clues, on the board that lacks nothing but what the
/// rule asks for. Where that board does not tell, each base is met by one of its candidates, or no clue has its digit.
fn is_done_by(others: StrategySet, rule: &Rule, clues: &CellSet, geometry: &Geometry) -> bool {
    let holds = |constraints: &[Constraint], c: Candidate| constraints.iter().any(|q| q.contains(geometry, c));
    let in_bases = rule.bases.iter().flat_map(|base| base.candidates(geometry));
    let lacking: Vec<Candidate> = in_bases.filter(|&c| !holds(&rule.covers, c)).collect();
    let in_covers = rule.covers.iter().flat_map(|cover| cover.candidates(geometry));
    let gone: Vec<Candidate> = in_covers.filter(|&c| !clues.contains(c.cell) && !holds(&rule.bases, c)).collect();
    let mut closure = AnyClosure::new(geometry.shape, others);
    let unmet = Some(&rule.bases[..]).filter(|bases| bases.len() <= MOST_BASES_BESIDE_CLUES);
    !closure.rule_out(&lacking) || is_done_in_all_cases(&closure, &rule.bases, unmet, &gone, clues, geometry)
}

/// Whether none of these candidates is left, whichever way each of the bases stands to the clues. `bases` are those not
/// looked at yet. `unmet` are all bases as long as none of them is met, if the clues around them are to be asked then.
fn is_done_in_all_cases(
    closure: &AnyClosure,
    bases: &[Constraint],
    unmet: Option<&[Constraint]>,
    gone: &[Candidate],
    clues: &CellSet,
    geometry: &Geometry,
) -> bool {
    if gone.iter().all(|&c| !closure.has(c)) {
        return true;
    }
    let Some((base, rest)) = bases.split_first() else {
        return unmet.is_some_and(|unmet| is_done_if_unmet(closure, unmet, gone, clues, geometry));
    };
    let at_clues: Vec<Candidate> = base.candidates(geometry).filter(|c| clues.contains(c.cell)).collect();
    if at_clues.is_empty() && unmet.is_none() {
        // Met or not, there are no more candidates than now.
        return is_done_in_all_cases(closure, rest, unmet, gone, clues, geometry);
    }
    let mut without = closure.clone();
    if without.rule_out(&at_clues) && !is_done_in_all_cases(&without, rest, unmet, gone, clues, geometry) {
        return false;
    }
    base.candidates(geometry).filter(|&c| closure.has(c)).all(|c| {
        let mut met = closure.clone();
        !met.assign_with(c.cell, c.digit, &mut Vec::new())
            || is_done_in_all_cases(&met, rest, None, gone, clues, geometry)
    })
}

/// As [`is_done_in_all_cases`] if no base is met. Where singles have been taken each of them has two candidates at least, so
/// where no more than two are left, both are there.
fn is_done_if_unmet(
    closure: &AnyClosure,
    bases: &[Constraint],
    gone: &[Candidate],
    clues: &CellSet,
    geometry: &Geometry,
) -> bool {
    let left = |base: &Constraint| base.candidates(geometry).filter(|&c| closure.has(c)).collect::<Vec<_>>();
    let certain: Vec<Candidate> = bases.iter().map(left).filter(|left| left.len() <= 2).flatten().collect();
    is_done_beside_clues(closure, &certain, gone, clues, geometry)
}

/// Whether none of these candidates can be on a board that holds the certain ones: the clues that see what is there are
/// other digits.
fn is_done_beside_clues(
    closure: &AnyClosure,
    certain: &[Candidate],
    gone: &[Candidate],
    clues: &CellSet,
    geometry: &Geometry,
) -> bool {
    gone.iter().filter(|&&target| closure.has(target)).all(|target| {
        let is_there = || certain.iter().chain([target]);
        let seen = is_there().flat_map(|c| {
            let cells = clues.intersection(&geometry.peer_sets[c.cell.index()]);
            cells.iter().map(|cell| Candidate { cell, digit: c.digit }).collect::<Vec<_>>()
        });
        let mut next = closure.clone();
        !next.rule_out(&seen.filter(|&c| closure.has(c)).collect::<Vec<_>>()) || is_there().any(|&c| !next.has(c))
    })
}

/// Whether the strategies leave nothing to an XY-wing of which all three cells are named, on a board that lacks nothing but
/// what the wing asks for.
fn is_wing_done(strategies: StrategySet, place: &StepPlace, clues: &CellSet, geometry: &Geometry) -> bool {
    let Some(targets) = targets(place, geometry.shape) else { return false };
    let Some(pivot) = place.pivot else { return false };
    let mut cells: Vec<Cell> = place.cells.iter().filter(|&cell| cell != pivot).collect();
    cells.push(pivot);
    let digit = Digit::from_index;
    // The ends share the first digit; the names of the digits do not matter.
    let held: Vec<Candidate> = [(0, 0), (0, 1), (1, 0), (1, 2), (2, 1), (2, 2)]
        .into_iter()
        .map(|(cell, index)| Candidate { cell: cells[cell], digit: digit(index) })
        .collect();
    let all = cells.iter().flat_map(|&cell| (0..geometry.shape.n()).map(move |i| Candidate { cell, digit: digit(i) }));
    let lacking: Vec<Candidate> = all.filter(|candidate| !held.contains(candidate)).collect();
    let gone: Vec<Candidate> =
        targets.difference(clues).iter().map(|cell| Candidate { cell, digit: digit(0) }).collect();
    let others = strategies.iter().filter(|&id| id != StrategyId::XyWing).collect();
    let mut closure = AnyClosure::new(geometry.shape, others);
    !closure.rule_out(&lacking) || is_done_beside_clues(&closure, &held, &gone, clues, geometry)
}

#[cfg(test)]
mod tests {
    use crate::generate::bounds::refute;
    use crate::generate::certificate::BoundKind;
    use crate::generate::sat::backend::Backend;
    use crate::generate::{self, Method, Outcome, Request, Unwatched, bounds, certificate_check};
    use crate::grid::{Pattern, Shape};
    use crate::logic::{Design, PathGoal, StrategySet};

    /// Whether the bound refutes the condition on some pattern of the shape.
    #[track_caller]
    fn check(shape: &str, strategies: &str, condition: &str, is_refuted: bool) {
        let shape: Shape = shape.parse().expect("a shape");
        let strategies: StrategySet = strategies.parse().expect("strategies");
        let path = PathGoal::parse(shape, [condition]).expect("a condition");
        let cells = shape.cells().filter(|&cell| (shape.row(cell) + shape.col(cell)).is_multiple_of(2)).collect();
        let request = Request::from(Design { path, ..Design::new(Pattern { shape, cells }, strategies) });
        check_request(&request, BoundKind::PathStep, is_refuted);
    }

    /// Whether the bound on what the step could change refutes the condition on this pattern.
    #[track_caller]
    fn check_on(pattern: &str, condition: &str, is_refuted: bool) {
        check_kind_on(BoundKind::PathTargets, pattern, condition, is_refuted);
    }

    /// Whether the bound on what other strategies do refutes the condition on this pattern, with singles and locked
    /// candidates besides.
    #[track_caller]
    fn check_step_on(pattern: &str, condition: &str, is_refuted: bool) {
        check_kind_on(BoundKind::PathStep, pattern, condition, is_refuted);
    }

    #[track_caller]
    fn check_kind_on(kind: BoundKind, pattern: &str, condition: &str, is_refuted: bool) {
        let pattern: Pattern = pattern.parse().expect("a pattern");
        let path = PathGoal::parse(pattern.shape, [condition]).expect("a condition");
        let strategies = path.strategies().union(StrategySet::PAPER);
        let request = Request::from(Design { path, ..Design::new(pattern, strategies) });
        check_request(&request, kind, is_refuted);
    }

    #[track_caller]
    fn check_request(request: &Request, kind: BoundKind, is_refuted: bool) {
        let texts = request.path.texts(request.pattern.shape);
        let bound = refute(request).filter(|bound| bound.kind == kind);
        assert_eq!(bound.is_some(), is_refuted, "{texts:?} with {}", request.strategies);
        let claimed = bounds::verdict(request).is_some_and(|outcome| matches!(outcome, Outcome::Impossible(_)));
        assert_eq!(claimed, is_refuted, "{texts:?} with {}", request.strategies);
        if is_refuted {
            for method in [Method::Auto, Method::Sat] {
                let proof = generate::refute(request, method, Backend::Own, &Unwatched).expect("a certificate");
                assert_eq!(certificate_check::check(request, &proof, &Unwatched), Ok(()), "{texts:?}");
                assert!(proof.text(request).is_some_and(|text| text.contains("cannot be met")), "{texts:?}");
            }
        }
    }

    /// The baselines go without bounds, but a question that contradicts itself has its answer at once with them, too.
    #[test]
    fn baselines_do_not_look_for_what_cannot_be() {
        for condition in ["x-wing@r1,r2:5", "x-wing@r5c2<>4"] {
            let pattern: Pattern = CROSS.parse().expect("a pattern");
            let path = PathGoal::parse(pattern.shape, [condition]).expect("a condition");
            let strategies = path.strategies().union(StrategySet::PAPER);
            let request = Request::from(Design { path, ..Design::new(pattern, strategies) });
            let verdict = bounds::verdict_on_the_question(&request);
            assert!(matches!(verdict, Some(Outcome::Impossible(_))), "{condition}");
        }
    }

    /// A cross of clues in the middle row and the middle column, and some more.
    const CROSS: &str = "\
        x...x....\
        ....x....\
        ....x....\
        ....x....\
        xxxxxxxxx\
        ....x....\
        .x..x....\
        ...xxx...\
        ....x...x";

    #[test]
    fn steps_change_no_clues() {
        check_on(CROSS, "hidden-single@r1c1", true);
        check_on(CROSS, "hidden-single@r1c1=5?", true);
        check_on(CROSS, "hidden-single@r1c2", false);
        check_on(CROSS, "x-wing@r5c2<>4", true);
        check_on(CROSS, "x-wing@r6c2<>4", false);
        // What an X-wing in rows has in columns 4 and 6 goes from rows 5 and 8, too, but from others as well.
        check_on(CROSS, "x-wing@r1,r9:3", false);
    }

    #[test]
    fn wings_need_an_open_cell_that_sees_their_ends() {
        // Only r1c1 and the pivot see both ends.
        check_on(CROSS, "xy-wing@r1c7,r7c1,pivot=r7c7", true);
        check_on(CROSS, "xy-wing@r1c7,r7c1,pivot=r7c7?", true);
        check_on(CROSS, "xy-wing@r1c7,r8c2,pivot=r8c7", false);
        check_on(CROSS, "xy-wing@r2c7,r8c1,pivot=r8c7", false);
        // Without the pivot, or without one of its ends, it may stand elsewhere.
        check_on(CROSS, "xy-wing@r1c7,r7c1", false);
        check_on(CROSS, "xy-wing@r7c1,pivot=r7c7", false);
        // No cell sees both ends of this one but its pivot and clues.
        check_on(CROSS, "xy-wing@r1c7,r7c5,pivot=r7c7", true);
        check_on(CROSS, "xy-wing@r1c7,r8c3,pivot=r7c7", true);
        // Its digit goes from the rest of row 3 in box 3.
        let rows = |third: &str| {
            format!("x........ ......... {third} {0} {0}", "x..x..x.. .x..x..x. ..x..x..x").replace(' ', "")
        };
        check_on(&rows(".......xx"), "xyz-wing@r3c1,r2c9,pivot=r3c7", true);
        check_on(&rows("........x"), "xyz-wing@r3c1,r2c9,pivot=r3c7", false);
        check_on(&rows(".......xx"), "xy-wing@r3c1,r2c9,pivot=r3c7", false);
        // Cells that all see each other: each may be the pivot.
        let triple = format!("...xxxxxx xxx...... xxx...... {0} {0}", "x..x..x.. .x..x..x. ..x..x..x").replace(' ', "");
        check_on(&triple, "xy-wing@r1c2,r1c3,pivot=r1c1", false);
    }

    #[test]
    fn fish_in_one_band_are_locked_candidates() {
        let paper = "singles,locked-candidates,x-wing,swordfish";
        check("3x3", paper, "x-wing@r1,r2:5", true);
        check("3x3", paper, "x-wing@r7,r9", true);
        check("3x3", paper, "x-wing@c4,c6", true);
        check("3x3", paper, "swordfish@r4,r5,r6:1", true);
        check("3x3", paper, "x-wing@r1,r5:5", false);
        check("3x3", paper, "x-wing@r1", false);
        check("3x3", paper, "x-wing", false);
        check("3x3", paper, "swordfish@r4,r6,r8", false);
        check("2x3", paper, "x-wing@r3,r4", true);
    }

    /// The pattern is a chess board: where two of three cells in which a box and a line cross hold clues, the digit that is
    /// confined to the third is a single.
    #[test]
    fn clues_leave_singles() {
        let paper = "singles,locked-candidates,x-wing";
        check("3x3", paper, "locked-candidates@b1,r1:5", true);
        check("3x3", paper, "locked-candidates@b1,r1", true);
        check("3x3", paper, "locked-candidates@b1,c3:5", true);
        check("3x3", paper, "locked-candidates@b1,r1:5?", false);
        check("3x3", paper, "locked-candidates@b1,r2:5", false);
        check("3x3", "locked-candidates,naked-single", "locked-candidates@b1,r1:5", false);
        // No column is open in both rows, so each row of the fish has a single.
        check("3x3", paper, "x-wing@r1,r4:5", true);
        check("3x3", paper, "x-wing@r1,r5:5", false);
        // Rows 5 and 7 would be a fish of two rows, which is allowed here.
        check("3x3", "singles,locked-candidates,x-wing,swordfish", "swordfish@r4,r5,r7", true);
    }

    /// An X-wing has two candidates in each row, so the clues that see them are other digits.
    #[test]
    fn clues_that_see_a_fish_have_other_digits() {
        const RING: &str = "\
            ...xxx...\
            .xxxxxxx.\
            .xx...xx.\
            xx.....xx\
            xx.....xx\
            xx.....xx\
            .xx...xx.\
            .xxxxxxx.\
            ...xxx...";
        // If not in r1c1, the digit is in r1c2 or r1c3, or it is locked in column 1.
        check_step_on(RING, "x-wing@r1,r9:5", true);
        check_step_on(RING, "x-wing@r1,r9", true);
        check_step_on(RING, "x-wing@c1,c3", true);
        check_step_on(RING, "x-wing@r1,r8", true);
        check_step_on(RING, "x-wing@r2,r8", false);
        check_step_on(RING, "x-wing@r3,r7:5", false);
        check_step_on(RING, "x-wing@c2,c8", false);
        // Now r2c2 may hold it.
        let without_a_clue: String = RING.char_indices().map(|(i, c)| if i == 10 { '.' } else { c }).collect();
        check_step_on(&without_a_clue, "x-wing@r1,r9:5", false);
    }

    /// The clues in row 2 see an end of the wing, so its digit is locked in box 2 and is gone from row 1 there.
    #[test]
    fn clues_that_see_a_wing_have_other_digits() {
        const FLOWER: &str = "\
            x.......x\
            xxx...xxx\
            ....x....\
            .x..x..x.\
            ...x.x...\
            .x..x..x.\
            ....x....\
            xxx...xxx\
            x.......x";
        check_step_on(FLOWER, "xy-wing@r1c8,r2c4,pivot=r1c6", true);
        check_step_on(FLOWER, "xy-wing@r1c8,r2c4,pivot=r1c6?", false);
        check_step_on(FLOWER, "xy-wing@r1c8,r2c4", false);
        check_step_on(FLOWER, "xy-wing@r1c8,r5c5,pivot=r1c5", false);
        let without_a_clue: String = FLOWER.char_indices().map(|(i, c)| if i == 17 { '.' } else { c }).collect();
        check_step_on(&without_a_clue, "xy-wing@r1c8,r2c4,pivot=r1c6", false);
    }

    #[test]
    fn nothing_is_refuted_without_the_strategies_that_do_the_work() {
        check("3x3", "singles,x-wing", "x-wing@r1,r3:5", false);
        check("3x3", "hidden-single,locked-candidates,x-wing", "x-wing@r1,r2:5", false);
        // A step that is only possible may well be there beside others.
        check("3x3", "singles,locked-candidates,x-wing", "x-wing@r1,r2:5?", false);
        // Chains may spoil other steps and are tried in several orders.
        check("3x3", "singles,locked-candidates,x-wing,xy-chain", "x-wing@r1,r2:5", false);
    }

    #[test]
    fn other_layouts_keep_what_is_theirs() {
        let strategies = "singles,locked-candidates,x-wing";
        // In a Latin square rows 1 and 3 are like any others.
        check("9 latin", strategies, "x-wing@r1,r3:5", false);
        check("3x3 diagonal+", strategies, "x-wing@r1,r2:5", true);
    }
}

//! Steps of a path that are never needed, because the other strategies do their work wherever they apply.

use crate::generate::{Reason, Request};
use crate::grid::{Candidate, CellSet, Constraint, Digit, DigitSet, Geometry, Shape};
use crate::logic::{
    Closure, Effect, PathCondition, Rule, StepPlace, StrategySet, choices, never_spoils, strategy, with_size,
};

/// So many rules are looked at: all swordfish of three rows and one digit on 16x16, but not all X-wings of a board.
const MOST_RULES: usize = 600;

/// The step of a rule rests on nothing but what its bases lack. On the board on which just that is missing, let the other
/// strategies rule out whatever the rule does. They do so on every board on which the rule has a step, too, for they find
/// no less where fewer candidates are left. If that holds for each rule that may have the step, it is never needed.
pub(super) fn never_needed(request: &Request) -> Option<Reason> {
    if !StrategySet::SINGLES.is_subset(request.strategies) || !request.strategies.iter().all(never_spoils) {
        return None;
    }
    let shape = request.pattern.shape;
    let geometry = shape.geometry();
    let (index, step) = request.path.steps().find(|(_, step)| {
        step.is_needed
            && rules_at(&step.place, shape).is_some_and(|rules| {
                let others = others(request.strategies, &step.place);
                !rules.is_empty() && rules.iter().all(|rule| is_done_by(others, rule, geometry))
            })
    })?;
    let text = PathCondition::Step(step.clone()).text(shape);
    let sentence = format!(
        "Condition {} of the path, {text}, cannot be met: other allowed strategies always rule out the same.",
        index + 1
    );
    Some(Reason { sentence, cells: cells_of(&step.place, shape) })
}

/// The cells that such a reason speaks of.
fn cells_of(place: &StepPlace, shape: Shape) -> CellSet {
    place.house_cells(shape).union(&place.named_cells())
}

/// The allowed strategies, without that of the step and without those whose rules become rules of the step's strategy
/// where one of their bases is met.
fn others(allowed: StrategySet, place: &StepPlace) -> StrategySet {
    let may_become = |id| strategy(id).set_logic().is_some_and(|logic| logic.smaller.contains(&place.strategy));
    allowed.iter().filter(|&id| id != place.strategy && !may_become(id)).collect()
}

/// The rules that may have the step; where digits are alike, with the first digits alone. `None` if they rule nothing
/// out or are too many.
fn rules_at(place: &StepPlace, shape: Shape) -> Option<Vec<Rule>> {
    let geometry = shape.geometry();
    let logic = strategy(place.strategy).set_logic().filter(|logic| logic.effect == Effect::Eliminate)?;
    let any_digits =
        shape.treats_digits_alike() && place.digits.is_empty() && place.named_candidates().next().is_none();
    let mut rules = Vec::new();
    for unit in logic.units.of(shape) {
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

/// Whether these strategies rule out what the rule does, on the board that lacks nothing but what the rule asks for.
fn is_done_by(others: StrategySet, rule: &Rule, geometry: &'static Geometry) -> bool {
    let holds = |constraints: &[Constraint], c: Candidate| constraints.iter().any(|q| q.contains(geometry, c));
    let in_bases = rule.bases.iter().flat_map(|base| base.candidates(geometry));
    let lacking: Vec<Candidate> = in_bases.filter(|&c| !holds(&rule.covers, c)).collect();
    let mut in_covers = rule.covers.iter().flat_map(|cover| cover.candidates(geometry));
    with_size!(geometry.shape, N => {
        let mut closure = Closure::<N>::new(geometry.shape, others);
        !closure.rule_out(lacking) || in_covers.all(|c| holds(&rule.bases, c) || !closure.has(c))
    })
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
        let bound = refute(&request).filter(|bound| bound.kind == BoundKind::PathStep);
        assert_eq!(bound.is_some(), is_refuted, "{condition} with {strategies}");
        let claimed = bounds::verdict(&request).is_some_and(|outcome| matches!(outcome, Outcome::Impossible(_)));
        assert_eq!(claimed, is_refuted, "{condition} with {strategies}");
        if is_refuted {
            for method in [Method::Auto, Method::Sat] {
                let proof = generate::refute(&request, method, Backend::Own, &Unwatched).expect("a certificate");
                assert_eq!(certificate_check::check(&request, &proof, &Unwatched), Ok(()), "{condition}");
                assert!(proof.text(&request).is_some_and(|text| text.contains("cannot be met")), "{condition}");
            }
        }
    }

    #[test]
    fn fish_in_one_band_are_locked_candidates() {
        let paper = "singles,locked-candidates,x-wing,swordfish";
        check("3x3", paper, "x-wing@r1,r2:5", true);
        check("3x3", paper, "x-wing@r7,r9", true);
        check("3x3", paper, "x-wing@c4,c6", true);
        check("3x3", paper, "swordfish@r4,r5,r6:1", true);
        check("3x3", paper, "x-wing@r1,r4:5", false);
        check("3x3", paper, "x-wing@r1", false);
        check("3x3", paper, "x-wing", false);
        check("3x3", paper, "swordfish@r4,r5,r7", false);
        check("2x3", paper, "x-wing@r3,r4", true);
    }

    #[test]
    fn nothing_is_refuted_without_the_strategies_that_do_the_work() {
        check("3x3", "singles,x-wing", "x-wing@r1,r2:5", false);
        check("3x3", "hidden-single,locked-candidates,x-wing", "x-wing@r1,r2:5", false);
        // A step that is only possible may well be there beside others.
        check("3x3", "singles,locked-candidates,x-wing", "x-wing@r1,r2:5?", false);
        // Chains may spoil other steps and are tried in several orders.
        check("3x3", "singles,locked-candidates,x-wing,xy-chain", "x-wing@r1,r2:5", false);
    }

    #[test]
    fn other_layouts_keep_what_is_theirs() {
        let strategies = "singles,locked-candidates,x-wing";
        // In a Latin square rows 1 and 2 are like any others.
        check("9 latin", strategies, "x-wing@r1,r2:5", false);
        check("3x3 diagonal+", strategies, "x-wing@r1,r2:5", true);
    }
}

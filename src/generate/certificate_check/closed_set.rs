//! Clauses which say that the strategies before the hardest required one do not solve the puzzle, or that all allowed
//! ones do not without the step that the path asks for.
//!
//! The marks that the closure of a puzzle under these strategies leaves make every clause here true, with
//! "placed" for what it places, wherever it does not solve the puzzle. A smaller set of
//! strategies does not solve it either, so only those count that have the base-and-cover form.

use crate::generate::Request;
use crate::grid::{Candidate, Constraint};
use crate::logic::{Effect, Rule, StepPlace, StrategyId, StrategySet, Unit, choices, strategy};
use crate::sat::cdcl::Lit;
use std::collections::BTreeSet;

/// The clauses about a position in which no easier strategy has a step: a closed set of marks.
pub(super) struct ClosedSetClauses<'a> {
    request: &'a Request,
    easier: StrategySet,
    /// The step that is needed: a rule that may have it rules nothing out.
    needed: Option<&'a StepPlace>,
}

/// What a variable says of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Says {
    /// It is in the solution.
    True,
    /// It is left.
    Mark,
    /// It is placed.
    Placed,
    /// It is left, though not in the solution.
    Spare,
}

impl<'a> ClosedSetClauses<'a> {
    /// `None` if no strategy is required, nor a step that rules candidates out by base and cover.
    pub(super) fn new(request: &'a Request) -> Option<ClosedSetClauses<'a>> {
        let rules_out = |id| strategy(id).set_logic().is_some_and(|logic| logic.effect == Effect::Eliminate);
        let mut steps = request.path.steps().map(|(_, step)| step);
        let needed = steps.find(|step| step.is_needed && rules_out(step.place.strategy)).map(|step| &step.place);
        let hardest = request.ranking.hardest(request.required);
        let before = match (needed, hardest) {
            (Some(_), _) => request.strategies,
            (None, Some(hardest)) => request.ranking.easier_than(hardest).intersection(request.strategies),
            (None, None) => return None,
        };
        let easier = before.iter().filter(|&id| strategy(id).set_logic().is_some()).collect();
        Some(ClosedSetClauses { request, easier, needed })
    }

    /// Whether the clause is true of every puzzle asked for.
    pub(super) fn holds(&self, clause: &[Lit]) -> bool {
        let pattern = &self.request.pattern;
        let shape = pattern.shape;
        let geometry = &*shape.geometry();
        let n_candidates = shape.n() * shape.n_cells();
        let mut lits = Vec::with_capacity(clause.len());
        for lit in clause {
            let says = [Says::True, Says::Mark, Says::Placed, Says::Spare].get(lit.var() / n_candidates);
            let Some(&says) = says else { return false };
            lits.push((says, lit.is_positive(), Candidate::from_index(shape, lit.var() % n_candidates)));
        }
        lits.sort_unstable();
        let all_are = |says, positive| lits.iter().all(|&(s, p, _)| (s, p) == (says, positive));
        if let [(a_says, a_positive, a), (b_says, b_positive, b)] = lits[..] {
            let is_known = match ((a_says, a_positive), (b_says, b_positive)) {
                ((Says::True, false), (Says::Mark, true) | (Says::Spare, false))
                | ((Says::Mark, true), (Says::Spare, false)) => a == b,
                ((Says::True, false), (Says::Placed, true)) => a == b && pattern.contains(a.cell),
                ((Says::Mark, false), (Says::Placed, false)) => geometry.sees(a, b),
                _ => false,
            };
            if is_known {
                return true;
            }
        }
        if let [(Says::Mark, false, c)] = lits[..] {
            return !geometry.allowed(c.cell).contains(c.digit);
        }
        if all_are(Says::Spare, true) {
            // Without singles nothing is placed, so the marks may well be the solution.
            let has_singles = !StrategySet::SINGLES.intersection(self.easier).is_empty();
            let spare: BTreeSet<Candidate> = lits.iter().map(|&(.., c)| c).collect();
            let all = (0..n_candidates).map(|index| Candidate::from_index(shape, index));
            return has_singles && all.filter(|c| !pattern.contains(c.cell)).all(|c| spare.contains(&c));
        }
        if let Some((&(Says::Placed, true, placed), marks)) = lits.split_last() {
            // The last candidate of a constraint is placed.
            return marks.iter().all(|&(says, positive, _)| (says, positive) == (Says::Mark, true))
                && Constraint::all(shape).filter(|&q| self.places(q) && q.contains(geometry, placed)).any(|q| {
                    q.candidates(geometry).all(|c| c == placed || marks.iter().any(|&(.., other)| other == c))
                });
        }
        if let Some((&(Says::Mark, false, cleared), marks)) = lits.split_first()
            && marks.iter().all(|&(says, positive, _)| (says, positive) == (Says::Mark, true))
        {
            let gone: BTreeSet<Candidate> = marks.iter().map(|&(.., c)| c).collect();
            return self.clears(&gone, cleared);
        }
        false
    }

    fn places(&self, constraint: Constraint) -> bool {
        self.easier.contains(match constraint {
            Constraint::Cell(_) => StrategyId::NakedSingle,
            Constraint::HouseDigit(..) => StrategyId::HiddenSingle,
        })
    }

    /// Whether some rule rules the candidate out once these are gone.
    fn clears(&self, gone: &BTreeSet<Candidate>, cleared: Candidate) -> bool {
        let shape = self.request.pattern.shape;
        let geometry = &*shape.geometry();
        // The covers that a base needs, as bits; it must not hold the candidate itself.
        let covers_of = |unit: &Unit, base: Constraint| {
            let left = base.candidates(geometry).filter(|c| !gone.contains(c));
            let cover_of = |c| unit.covers.iter().position(|cover| cover.contains(geometry, c));
            let mask = left.map(|c| cover_of(c).map(|cover| 1u32 << cover)).try_fold(0, |mask, bit| Some(mask | bit?));
            mask.filter(|_| !base.contains(geometry, cleared))
        };
        let logics = self.easier.iter().filter_map(|id| Some((id, strategy(id).set_logic()?)));
        logics.filter(|(_, logic)| logic.effect == Effect::Eliminate).any(|(id, logic)| {
            logic.units.of(geometry).iter().any(|unit| {
                let covers: Vec<usize> =
                    (0..unit.covers.len()).filter(|&j| unit.covers[j].contains(geometry, cleared)).collect();
                let numbered = unit.bases.iter().enumerate();
                let usable: Vec<(usize, u32)> =
                    numbered.filter_map(|(i, &base)| Some((i, covers_of(unit, base)?))).collect();
                let is_free = |bases: &[usize], covers: u32| self.is_free(id, unit, logic.size, bases, covers);
                covers.iter().any(|&cover| fits(&usable, logic.size, 1 << cover, &mut Vec::new(), &is_free))
            })
        })
    }

    /// Whether some rule of these bases, with these covers and any others of the unit, does not have the step that is
    /// needed.
    fn is_free(&self, id: StrategyId, unit: &Unit, size: usize, bases: &[usize], covers: u32) -> bool {
        let Some(needed) = self.needed.filter(|needed| needed.strategy == id) else { return true };
        let geometry = &*self.request.pattern.shape.geometry();
        choices(unit.covers.len(), size).into_iter().any(|chosen| {
            let is_among = (0..unit.covers.len()).filter(|j| covers >> j & 1 == 1).all(|j| chosen.contains(&j));
            let rule = Rule {
                bases: bases.iter().map(|&i| unit.bases[i]).collect(),
                covers: chosen.iter().map(|&j| unit.covers[j]).collect(),
            };
            is_among && !needed.may_match_rule(id, &rule, geometry)
        })
    }
}

/// Whether `size` of these numbered bases, some of them chosen already, need with the covers given at most `size` covers,
/// and are free to be used.
fn fits(
    bases: &[(usize, u32)],
    size: usize,
    covers: u32,
    chosen: &mut Vec<usize>,
    is_free: &dyn Fn(&[usize], u32) -> bool,
) -> bool {
    if covers.count_ones() as usize > size {
        return false;
    }
    if chosen.len() == size {
        return is_free(chosen, covers);
    }
    (0..bases.len()).any(|i| {
        let (number, mask) = bases[i];
        chosen.push(number);
        let is_found = fits(&bases[i + 1..], size, covers | mask, chosen, is_free);
        chosen.pop();
        is_found
    })
}

#[cfg(test)]
mod tests {
    use super::{Candidate, ClosedSetClauses, Lit};
    use crate::generate::Request;
    use crate::grid::{Cell, Digit, Shape, parse_patterns};
    use crate::logic::Order;

    /// Of 4x4 with its only clue cell in r1c1. A literal is `T` (in the solution), `M` (mark), `P` (placed) or
    /// `V` (spare) with row, column and digit, `-` before it if negative.
    #[track_caller]
    fn check(order: &str, clause: &str, expected: bool) {
        let shape = Shape::new(2, 2).expect("a shape");
        let pattern = parse_patterns(shape, "x...............").expect("a pattern").remove(0);
        let request = Request::in_order(pattern, order.parse::<Order>().expect("an order"));
        let lit = |word: &str| {
            let (word, positive) = word.strip_prefix('-').map_or((word, true), |word| (word, false));
            let [says, row, col, digit] = word.as_bytes() else { panic!("{word}") };
            let number = |byte: &u8| usize::from(byte - b'1');
            let candidate =
                Candidate::new(Cell::from_index(4 * number(row) + number(col)), Digit::from_index(number(digit)));
            let kind = b"TMPV".iter().position(|kind| kind == says).expect("a kind of variable");
            Lit::new(64 * kind + candidate.index(shape), positive)
        };
        let clause: Vec<Lit> = clause.split_whitespace().map(lit).collect();
        let holds = ClosedSetClauses::new(&request).is_some_and(|clauses| clauses.holds(&clause));
        assert_eq!(holds, expected, "{order}: {clause:?}");
    }

    /// Rules that may have the step which is asked for rule nothing out.
    #[test]
    fn the_placed_step_is_left_out() {
        let shape = Shape::new(2, 2).expect("a shape");
        let pattern = parse_patterns(shape, "x...............").expect("a pattern").remove(0);
        let var = |says: usize, row: usize, col: usize, digit: usize| {
            let candidate = Candidate::new(Cell::from_index(4 * (row - 1) + col - 1), Digit::from_index(digit - 1));
            64 * says + candidate.index(shape)
        };
        // r2c1 and r2c2 hold only 1 and 2, so r2c3 does not hold 1.
        let marks = [(1, 3), (1, 4), (2, 3), (2, 4)].map(|(col, digit)| Lit::new(var(1, 2, col, digit), true));
        let clause: Vec<Lit> = std::iter::once(Lit::new(var(1, 2, 3, 1), false)).chain(marks).collect();
        for (place, expected) in [
            ("naked-pair@r2c1,r2c2", false),
            ("naked-pair@r2", false),
            ("naked-pair@r2c1:1", false),
            ("naked-pair@r2c1:2", false),
            ("naked-pair@r2c3<>1", false),
            ("naked-pair", false),
            ("naked-pair@r3", true),
            ("naked-pair@r2c1,r2c4", true),
            ("naked-pair@r4c3<>1", true),
            ("locked-candidates@r2", true),
        ] {
            let path = crate::logic::PathGoal::parse(shape, [place]).expect("a place");
            let order = "singles,locked-candidates,naked-pair".parse::<Order>().expect("an order");
            let request = Request::in_order(pattern, order).with(|design| design.path = path);
            let holds = ClosedSetClauses::new(&request).is_some_and(|clauses| clauses.holds(&clause));
            assert_eq!(holds, expected, "{place}");
        }
    }

    #[test]
    fn only_what_the_easier_strategies_do_is_taken() {
        let pairs = "singles,naked-pair,+x-wing";
        check(pairs, "-T222 M222", true);
        check(pairs, "T222 M222", false);
        check("singles,naked-pair,x-wing", "-T222 M222", false);
        check(pairs, "-T222 M223", false);
        // Clues are placed, other digits of the solution not yet.
        check(pairs, "-T113 P113", true);
        check(pairs, "-T223 P223", false);
        // What is placed rules out its peers.
        check(pairs, "-P113 -M123", true);
        check(pairs, "-P113 -M114", true);
        check(pairs, "-P113 -M332", false);
        check(pairs, "-P113 -M113", false);
        // The last mark of a cell or a row.
        check(pairs, "P221 M222 M223 M224", true);
        check(pairs, "P221 M222 M223", false);
        check(pairs, "P221 M222 M223 M223", false);
        check(pairs, "P221 M211 M231 M241", true);
        check("naked-single,+hidden-single", "P221 M211 M231 M241", false);
        check("hidden-single,+naked-single", "P221 M222 M223 M224", false);
        // r2c1 and r2c2 hold only 1 and 2.
        check(pairs, "-M231 M213 M214 M223 M224", true);
        check(pairs, "-M231 M213 M214 M223", false);
        check(pairs, "-M211 M213 M214 M223 M224", false);
        check(pairs, "-M233 M213 M214 M223 M224", false);
        check("singles,locked-candidates,+x-wing", "-M231 M213 M214 M223 M224", false);
        // A pair is a pair, whatever stands before it; one of its cells may be filled.
        check("hidden-single,naked-pair,+x-wing", "-M231 M213 M214 M223 M224", true);
        check("hidden-single,naked-triple,+x-wing", "-M231 M213 M214 M223 M224", false);
        check("hidden-single,naked-triple,+x-wing", "-M231 M214 M224 M244", true);
        // 1 of the first box lies in row 1.
        check("locked-candidates,+naked-single", "-M131 M211 M221", true);
        check("locked-candidates,+naked-single", "-M131 M211", false);
        check("locked-candidates,+naked-single", "-M121 M211 M221", false);
        // Left, though not in the solution.
        check(pairs, "-V222 M222", true);
        check(pairs, "-V222 -T222", true);
        check(pairs, "-V222 -T223", false);
        let spare: Vec<String> =
            (0..64).filter(|i| i / 4 != 0).map(|i| format!("V{}{}{}", 1 + i / 16, 1 + i / 4 % 4, 1 + i % 4)).collect();
        check(pairs, &spare.join(" "), true);
        check(pairs, &spare[1..].join(" "), false);
        check("locked-candidates,+naked-single", &spare.join(" "), false);
    }
}

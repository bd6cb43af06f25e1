//! Bounds that a theme gives by itself: what its constraints, the fixed digits and the houses leave for the clues.

use super::reason;
use crate::generate::{Reason, Request};
use crate::grid::{Cell, CellSet, ClueConstraint, Digit, DigitSet, Shape};

/// The clue cells that a symmetry of the theme takes to cells without a clue.
pub(super) fn images(request: &Request) -> Option<Reason> {
    let pattern = &request.pattern;
    let shape = pattern.shape;
    request.theme.constraints().iter().find_map(|constraint| {
        let ClueConstraint::Symmetry { cells: symmetry, .. } = constraint else { return None };
        let lonely: CellSet =
            pattern.cells.iter().filter(|&cell| !pattern.contains(symmetry.image(shape, cell))).collect();
        let first = lonely.iter().next()?;
        let sentence = format!(
            "The pattern does not have the symmetry of the theme ({}): {} is a clue cell, its image {} is not.",
            constraint.text(shape),
            shape.cell_name(first),
            shape.cell_name(symmetry.image(shape, first))
        );
        Some(reason(sentence, lonely))
    })
}

/// For each cell, the digits that its clue may have, as far as single constraints tell one after the other; all digits
/// for cells without a clue.
pub(in crate::generate) fn possible_digits(request: &Request) -> Vec<DigitSet> {
    let pattern = &request.pattern;
    let shape = pattern.shape;
    let n = shape.n();
    let mut possible = vec![DigitSet::all(n); shape.n_cells()];
    for cell in pattern.cells.iter() {
        let allowed = shape.geometry().allowed(cell);
        possible[cell.index()] =
            request.fixed.get(cell).map_or(allowed, |digit| both(allowed, DigitSet::single(digit)));
    }
    for constraint in request.theme.constraints() {
        match *constraint {
            ClueConstraint::Digits { digits, cells } => {
                for cell in cells.intersection(&pattern.cells).iter() {
                    possible[cell.index()] = both(possible[cell.index()], digits);
                }
            }
            ClueConstraint::Count { digit, at_most: 0, .. } => {
                for cell in pattern.cells.iter() {
                    match digit {
                        Some(digit) => {
                            possible[cell.index()].remove(digit);
                        }
                        None => possible[cell.index()] = DigitSet::EMPTY,
                    }
                }
            }
            _ => {}
        }
    }
    let ties = request.theme.ties(pattern);
    loop {
        let before = possible.clone();
        for tie in &ties {
            // Peers are different, and a cell that is its own image has a digit that is its own image.
            let sees = shape.geometry().are_peers(tie.from, tie.to);
            let fits = |digit: Digit| {
                let image = tie.digits[digit.index()];
                possible[tie.to.index()].contains(image)
                    && !(sees && image == digit)
                    && (tie.from != tie.to || image == digit)
            };
            let from: DigitSet = possible[tie.from.index()].iter().filter(|&digit| fits(digit)).collect();
            let images: DigitSet = from.iter().map(|digit| tie.digits[digit.index()]).collect();
            possible[tie.from.index()] = from;
            possible[tie.to.index()] = both(possible[tie.to.index()], images);
        }
        for constraint in request.theme.constraints() {
            let ClueConstraint::Ascending(cells) = constraint else { continue };
            let cells: Vec<Cell> = cells.iter().copied().filter(|&cell| pattern.contains(cell)).collect();
            for pair in cells.windows(2) {
                let least = possible[pair[0].index()].iter().next();
                let most = possible[pair[1].index()].iter().last();
                let above = |digit: &Digit| least.is_some_and(|least| *digit > least);
                let below = |digit: &Digit| most.is_some_and(|most| *digit < most);
                possible[pair[1].index()] = possible[pair[1].index()].iter().filter(above).collect();
                possible[pair[0].index()] = possible[pair[0].index()].iter().filter(below).collect();
            }
        }
        if possible == before {
            return possible;
        }
    }
}

/// Clues that all differ and that are left fewer digits than they are.
pub(super) fn digits(request: &Request) -> Option<Reason> {
    if request.theme.is_empty() {
        return None;
    }
    let pattern = &request.pattern;
    let shape = pattern.shape;
    let geometry = &*shape.geometry();
    let possible = possible_digits(request);
    if let Some(cell) = pattern.cells.iter().find(|cell| possible[cell.index()].is_empty()) {
        let sentence = format!("The theme leaves no digit for the clue in {}.", shape.cell_name(cell));
        return Some(reason(sentence, [cell].into_iter().collect()));
    }
    let of_houses = geometry.houses().map(|house| (geometry.house_sets[house.index()], geometry.house_name(house)));
    let of_theme = request.theme.constraints().iter().filter_map(|constraint| match constraint {
        ClueConstraint::Different(cells) => Some((*cells, format!("\u{201c}{}\u{201d}", constraint.text(shape)))),
        _ => None,
    });
    of_houses.chain(of_theme).find_map(|(set, name)| {
        let cells: Vec<Cell> = set.intersection(&pattern.cells).iter().collect();
        let few = too_few(&cells, &possible)?;
        let digits = few.iter().fold(DigitSet::EMPTY, |all, cell| DigitSet(all.0 | possible[cell.index()].0));
        let names: Vec<String> = digits.iter().map(|digit| digit.to_string()).collect();
        let sentence = if few.len() == cells.len() {
            format!(
                "{} has {} clue cells, but the theme leaves them only {} digits: {}.",
                capital(&name),
                few.len(),
                names.len(),
                names.join(", ")
            )
        } else {
            format!(
                "{} has {} clue cells to which the theme leaves only {} digits: {}.",
                capital(&name),
                few.len(),
                names.len(),
                names.join(", ")
            )
        };
        Some(reason(sentence, few))
    })
}

fn both(a: DigitSet, b: DigitSet) -> DigitSet {
    DigitSet(a.0 & b.0)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Some of these cells, which all differ, that have fewer digits than they are; by Hall's theorem there are such cells
/// if they cannot all have digits.
fn too_few(cells: &[Cell], possible: &[DigitSet]) -> Option<CellSet> {
    // The cell that has each digit.
    let mut holder: [Option<usize>; Shape::MAX_N] = [None; Shape::MAX_N];
    for start in 0..cells.len() {
        let mut reached = DigitSet::EMPTY;
        let mut visited = Vec::new();
        if !place(start, cells, possible, &mut holder, &mut reached, &mut visited) {
            return Some(visited.into_iter().map(|i| cells[i]).collect());
        }
    }
    None
}

/// Gives a cell a digit, others moving on to other digits; all cells that were asked are visited.
fn place(
    cell: usize,
    cells: &[Cell],
    possible: &[DigitSet],
    holder: &mut [Option<usize>; Shape::MAX_N],
    reached: &mut DigitSet,
    visited: &mut Vec<usize>,
) -> bool {
    visited.push(cell);
    for digit in possible[cells[cell].index()].iter() {
        if !reached.insert(digit) {
            continue;
        }
        let is_free = holder[digit.index()].is_none_or(|other| place(other, cells, possible, holder, reached, visited));
        if is_free {
            holder[digit.index()] = Some(cell);
            return true;
        }
    }
    false
}

/// Numbers of clues with each digit that do not add up, or for which there is no room.
pub(super) fn counts(request: &Request) -> Option<Reason> {
    let pattern = &request.pattern;
    let shape = pattern.shape;
    let n = shape.n();
    let (mut least, mut most) = (vec![0; n], vec![n; n]);
    for constraint in request.theme.constraints() {
        let &ClueConstraint::Count { digit, at_least, at_most } = constraint else { continue };
        for one in (0..n).filter(|&one| digit.is_none_or(|digit| digit.index() == one)) {
            least[one] = least[one].max(usize::from(at_least));
            most[one] = most[one].min(usize::from(at_most));
        }
    }
    let n_clues = pattern.n_clues();
    let (fewest, largest): (usize, usize) = (least.iter().sum(), most.iter().sum());
    if let Some(one) = (0..n).find(|&one| least[one] > most[one]) {
        let digit = Digit::from_index(one);
        let sentence = format!("The theme asks for at least {} and at most {} clues {digit}.", least[one], most[one]);
        return Some(reason(sentence, pattern.cells));
    }
    if fewest > n_clues {
        let sentence = format!("The theme asks for at least {fewest} clues in all, the pattern has {n_clues}.");
        return Some(reason(sentence, pattern.cells));
    }
    if largest < n_clues {
        let sentence = format!("The theme allows at most {largest} clues in all, the pattern has {n_clues}.");
        return Some(reason(sentence, pattern.cells));
    }
    if fewest == 0 {
        return None;
    }
    let possible = possible_digits(request);
    (0..n).find_map(|one| {
        let digit = Digit::from_index(one);
        let holders: CellSet = pattern.cells.iter().filter(|cell| possible[cell.index()].contains(digit)).collect();
        let n_lines = |line: &dyn Fn(Cell) -> usize| {
            (0..n).filter(|&number| holders.iter().any(|cell| line(cell) == number)).count()
        };
        let lines = [
            (n_lines(&|cell| shape.row(cell)), "rows"),
            (n_lines(&|cell| shape.col(cell)), "columns"),
            (n_lines(&|cell| shape.box_of(cell)), if shape.is_irregular() { "regions" } else { "boxes" }),
        ];
        let &(room, kind) = lines.iter().min_by_key(|(room, _)| *room)?;
        (least[one] > room).then(|| {
            let sentence = format!(
                "The theme asks for at least {} clues {digit}, but the clue cells that may have it lie in {room} {kind}.",
                least[one]
            );
            reason(sentence, holders)
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::generate::certificate::{BoundKind, Certificate};
    use crate::generate::{Request, Unwatched, bounds, certificate_check};
    use crate::grid::{Shape, Theme, parse_patterns, parse_puzzles};
    use crate::logic::StrategySet;

    /// Clue cells `x`, or their digits.
    fn question(clues: &str, theme: &str) -> Request {
        let shape: Shape = "2x2".parse().expect("a shape");
        let pattern = parse_patterns(shape, clues).expect("a pattern").remove(0);
        let fixed = parse_puzzles(shape, &clues.replace('x', ".")).expect("digits").remove(0);
        Request::new(pattern, StrategySet::SINGLES).with(|design| {
            design.theme = Theme::parse(shape, theme).expect("a theme");
            design.fixed = fixed.clone();
        })
    }

    /// What the bounds of themes say of a question, nothing if they say nothing.
    #[track_caller]
    fn check(clues: &str, theme: &str, expected: &str) {
        let request = question(clues, theme);
        let is_of_theme =
            |kind| matches!(kind, BoundKind::ThemeImages | BoundKind::ThemeDigits | BoundKind::ThemeCounts);
        let bound = bounds::refute(&request).filter(|bound| is_of_theme(bound.kind));
        let sentence = bound.as_ref().map_or("", |bound| &bound.reason.sentence);
        assert_eq!(sentence, expected, "{theme}");
        if let Some(bound) = bound {
            assert_eq!(certificate_check::check(&request, &Certificate::Bound(bound), &Unwatched), Ok(()), "{theme}");
        }
    }

    const ROW: &str = "xxx...x.x....x.x";
    const ROUND: &str = "x..x..x..x..x..x";

    #[test]
    fn clues_without_an_image() {
        let lonely = "The pattern does not have the symmetry of the theme (symmetry half-turn any): r1c1 is a clue cell, \
                      its image r4c4 is not.";
        check("x....x...xx.....", "symmetry half-turn any", lonely);
        check(ROUND, "symmetry half-turn any", "");
    }

    #[test]
    fn clues_without_a_digit() {
        let none = |cell: &str| format!("The theme leaves no digit for the clue in {cell}.");
        check(ROW, "odd=r1c1; even=r1c1", &none("r1c1"));
        check(ROW, "odd=r1c1; even=r1c2", "");
        check("1xx...x.x....x.x", "even=r1c1", &none("r1c1"));
        check("2xx...x.x....x.x", "even=r1c1", "");
        check(ROW, "each digit exactly 0", &none("r1c1"));
        check(ROW, "equal=r1c1,r1c2", &none("r1c1"));
        check(ROW, "equal=r1c1,r2c3; odd=r1c1; even=r2c3", &none("r1c1"));
        check(ROW, "equal=r1c1,r2c3; odd=r1c1,r2c3", "");
        check(ROUND, "symmetry diagonal (1 2); low=r1c1", &none("r1c1"));
        check(ROUND, "symmetry diagonal (1 2); high=r1c1", "");
        check(ROW, "ascending=r1c1,r2c3; digits 3=r1c1,r2c3", &none("r1c1"));
        check(ROW, "ascending=r1c1,r2c3; digits 3=r1c1; digits 4=r2c3", "");
        check(ROW, "ascending=r2c3,r1c1; digits 3=r1c1; digits 4=r2c3", &none("r1c1"));
    }

    #[test]
    fn cells_with_too_few_digits() {
        let only = "Row 1 has 3 clue cells, but the theme leaves them only 2 digits: 1, 2.";
        check(ROW, "digits 12=r1c1,r1c2,r1c3", only);
        check(ROW, "digits 12=r1c1,r1c2; digits 1=r1c3", only);
        check(ROW, "digits 12=r1c1,r1c2", "");
        check(
            "xxxx..x.x....x.x",
            "digits 12=r1c1,r1c2,r1c3",
            "Row 1 has 3 clue cells to which the theme leaves only 2 digits: 1, 2.",
        );
        check(
            ROW,
            "digits 12=r1c1,r1c2; digit 2 exactly 0",
            "Row 1 has 2 clue cells to which the theme leaves only 1 digits: 1.",
        );
        check(ROW, "digits 12=r1c1,r1c2; digit 3 exactly 0", "");
        let one = |digit: usize| format!("Row 1 has 2 clue cells to which the theme leaves only 1 digits: {digit}.");
        check(ROW, "ascending=r1c1,r1c2; digits 12=r1c1; digits 13=r1c2; digits 3=r1c3", &one(3));
        check(ROW, "ascending=r1c1,r1c2; digits 13=r1c1; digits 23=r1c2; digits 1=r1c3", &one(1));
        let three = "r1c1,r2c3,r4c2";
        check(
            ROW,
            &format!("digits 12={three}; different={three}"),
            &format!(
                "\u{201c}different={three}\u{201d} has 3 clue cells, but the theme leaves them only 2 digits: 1, 2."
            ),
        );
        check(ROW, &format!("digits 12={three}"), "");
    }

    #[test]
    fn numbers_of_clues_that_do_not_add_up() {
        let six = "xx....x.x....x.x";
        check(six, "each digit at least 2", "The theme asks for at least 8 clues in all, the pattern has 6.");
        check(six, "each digit at most 1", "The theme allows at most 4 clues in all, the pattern has 6.");
        check(six, "each digit at least 1; digit 1 at least 3", "");
        check(six, "each digit at most 2; digit 1 exactly 0", "");
        check(six, "digit 1 2 to 3; digit 1 at most 1", "The theme asks for at least 2 and at most 1 clues 1.");
        check(six, "digit 1 exactly 2", "");
        check(six, "digit 1 2 to 3; digit 2 at most 1", "");
    }

    #[test]
    fn numbers_of_clues_without_room() {
        for (others, room, lines) in
            [("r1c1,r1c2,r2c1,r2c2", 1, "rows"), ("r1c2,r2c2,r4c3,r4c4", 1, "columns"), ("r4c1,r4c3,r4c4", 1, "boxes")]
        {
            let theme = |least: usize| format!("digits 234={others}; digit 1 at least {least}");
            let sentence = |least: usize| {
                let told = super::counts(&question("xx..xx......x.xx", &theme(least)));
                told.map_or_else(String::new, |reason| reason.sentence)
            };
            assert_eq!(sentence(room), "");
            assert_eq!(
                sentence(room + 1),
                format!(
                    "The theme asks for at least {} clues 1, but the clue cells that may have it lie in {room} {lines}.",
                    room + 1
                )
            );
        }
    }
}

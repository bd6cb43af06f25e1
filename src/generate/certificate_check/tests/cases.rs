//! Refutations by cases: every line spoiled, and an opponent who closes cases with whatever is accepted.

use super::{CertificateError, Stopped, answers, check, random_pattern, request};
use crate::generate::certificate::{Case, Cases, Certificate};
use crate::generate::certificate_check::{self, CaseCheck};
use crate::generate::random::Random;
use crate::generate::{Request, Unwatched, exact};
use crate::grid::{Cell, Digit, Pattern, Shape, parse_puzzles};
use crate::logic::StrategySet;

/// The cases of the exact search.
#[track_caller]
fn real(request: &Request) -> Certificate {
    Certificate::Cases(exact::run(request, true, &Unwatched).cases.expect("impossible"))
}

fn cases(certificate: &Certificate) -> &Cases {
    let Certificate::Cases(cases) = certificate else { panic!("cases") };
    cases
}

/// Spoils the lines.
#[track_caller]
fn refused(request: &Request, certificate: &Certificate, change: impl FnOnce(&mut Vec<Case>), error: CertificateError) {
    check(
        request,
        certificate,
        |c| {
            if let Certificate::Cases(cases) = c {
                change(&mut cases.lines);
            }
        },
        error,
    );
}

/// The lines are refused as they come; how far they are right, the error says.
#[track_caller]
fn refused_somewhere(request: &Request, certificate: &Certificate, change: impl FnOnce(&mut Vec<Case>)) {
    let mut spoiled = certificate.clone();
    let Certificate::Cases(cases) = &mut spoiled else { panic!("cases") };
    change(&mut cases.lines);
    let result = certificate_check::check(request, &spoiled, &Unwatched);
    let is_refused = matches!(result, Err(CertificateError::Case(_) | CertificateError::Unfinished));
    assert!(is_refused, "{}: {result:?}", request.pattern);
}

/// Questions about naked singles alone that have no answer, and whose cases have images among each other.
const IMPOSSIBLE: [(&str, &str); 4] = [
    ("2x3", "...x.....x....xx.xx.xx....x.....x..."),
    ("2x3", "...x....x......xxxxxx......x....x..."),
    ("2x3", "...3....x......xxxxxx......x....x..."),
    ("3x2", "..x......xxx............xxx......x.."),
];

#[test]
fn each_line_counts() {
    for (shape, clues) in IMPOSSIBLE {
        let request = request(shape, clues, "naked-single");
        let certificate = real(&request);
        let lines = &cases(&certificate).lines;
        let n = lines.len();
        assert!(n > 3, "{clues}");
        let at = |index| CertificateError::Case(index);
        refused(&request, &certificate, Vec::clear, CertificateError::Unfinished);
        for kept in 1..n {
            refused(&request, &certificate, |lines| lines.truncate(kept), CertificateError::Unfinished);
        }
        for line in [lines[0], Case::Contradiction, Case::NeverFilled(Cell::from_index(0)), Case::Number(99)] {
            refused(&request, &certificate, |lines| lines.push(line), at(n));
        }
        for (index, line) in lines.iter().enumerate() {
            refused_somewhere(&request, &certificate, |lines| {
                lines.remove(index);
            });
            match *line {
                // There are none in trees this small.
                Case::AllNeeded(cell) => panic!("{cell:?}"),
                Case::Try(cell, digit) => {
                    // Cells without clue, a cell that does not exist, a digit that no cell has.
                    let beside = request.pattern.shape.cells().find(|&cell| !request.pattern.contains(cell));
                    for wrong in [beside.expect("an empty cell"), Cell::from_index(255)] {
                        refused(&request, &certificate, |lines| lines[index] = Case::Try(wrong, digit), at(index));
                    }
                    let wrong = Case::Try(cell, Digit::from_index(request.pattern.shape.n()));
                    refused(&request, &certificate, |lines| lines[index] = wrong, at(index));
                    // The same cell twice.
                    refused(&request, &certificate, |lines| lines.insert(index, *line), at(index + 1));
                }
                Case::Number(number) => {
                    refused_somewhere(&request, &certificate, |lines| lines[index] = Case::Number(number + 1000));
                    refused(&request, &certificate, |lines| lines.insert(index, *line), at(index + 1));
                    // A case has one number.
                    let second = Case::Number(number + 1000);
                    refused(&request, &certificate, |lines| lines.insert(index + 1, second), at(index + 1));
                }
                Case::NeverFilled(_) | Case::Contradiction | Case::Image(..) => {
                    refused(&request, &certificate, |lines| lines.insert(index, *line), at(index + 1));
                    let clue = request.pattern.cells.iter().next().expect("a clue");
                    for wrong in [Case::NeverFilled(clue), Case::NeverFilled(Cell::from_index(255))] {
                        refused(&request, &certificate, |lines| lines[index] = wrong, at(index));
                    }
                    if *line != Case::Contradiction {
                        refused(&request, &certificate, |lines| lines[index] = Case::Contradiction, at(index));
                    }
                }
            }
        }
    }
}

/// Cells that cannot spare a peer: what is said of any other cell, or once more, is refused.
#[test]
fn cells_that_need_all_are_checked() {
    let clues = "................x.x.x....x...........x.....x.x.xx...xx.....x.x...x..xx....x.....x";
    let request = request("3x3", clues, "naked-single");
    let certificate = real(&request);
    let lines = &cases(&certificate).lines;
    assert_eq!(certificate_check::check(&request, &certificate, &Unwatched), Ok(()));
    let text = cases(&certificate).text(&request);
    assert_eq!(Cases::parse(request.pattern.shape, &text).as_ref(), Ok(cases(&certificate)));
    let needed: Vec<usize> = (0..lines.len()).filter(|&at| matches!(lines[at], Case::AllNeeded(_))).collect();
    assert!(needed.len() > 20, "{}", needed.len());
    for &index in needed.iter().step_by(needed.len() / 10) {
        // When no clue has a further digit to lose, it tells nothing.
        refused(&request, &certificate, |lines| lines.insert(index, lines[index]), CertificateError::Case(index + 1));
        let accepts = |cell: &Cell| {
            let mut check = CaseCheck::new(&request, &request.fixed).expect("naked singles");
            check.feed(&lines[..index], &Unwatched).expect("they hold");
            check.feed(&[Case::AllNeeded(*cell)], &Unwatched).is_ok()
        };
        let accepted: Vec<Cell> =
            request.pattern.shape.cells().chain([Cell::from_index(255)]).filter(accepts).collect();
        assert!(
            accepted.len() < 8 && accepted.iter().any(|&cell| Case::AllNeeded(cell) == lines[index]),
            "{accepted:?}"
        );
        assert!(accepted.iter().all(|&cell| !request.pattern.contains(cell)), "{accepted:?}");
    }
    // Such a line closes no case.
    refused(&request, &certificate, |lines| lines.truncate(needed[0] + 1), CertificateError::Unfinished);
    // Without them digits are missing.
    let without = |lines: &mut Vec<Case>| lines.retain(|line| !matches!(line, Case::AllNeeded(_)));
    refused_somewhere(&request, &certificate, without);
}

/// Lines about fixed digits and one open clue `x` that refute the question.
#[track_caller]
fn refute_by_hand(clues: &str, lines: &[Case]) {
    let request = request("2x2", clues, "naked-single");
    assert!(answers(&request).is_empty(), "{clues}");
    let certificate = Certificate::Cases(Cases { lines: lines.to_vec(), maps: Vec::new() });
    assert_eq!(certificate_check::check(&request, &certificate, &Unwatched), Ok(()), "{clues}");
}

#[test]
fn short_refutations_by_hand() {
    // r1c1 holds 1 or 2, and never loses one of them: the clue beside it is a 3 or a 4.
    refute_by_hand(".x......31..42..", &[Case::NeverFilled(Cell::from_index(0))]);
    // Nothing is left for r1c1, whatever the clue in r4c4 is.
    let in_corner = |digit| Case::Try(Cell::from_index(15), Digit::new(digit));
    let clues = "..12....3...4..x";
    refute_by_hand(clues, &[Case::Contradiction]);
    refute_by_hand(clues, &[in_corner(1), Case::Contradiction, in_corner(3), Case::Contradiction]);
}

/// Every digit is tried: with one that is tried twice instead, another is missing.
#[test]
fn every_digit_is_tried() {
    for (shape, clues) in IMPOSSIBLE {
        let request = request(shape, clues, "naked-single");
        let certificate = real(&request);
        for (index, line) in cases(&certificate).lines.iter().enumerate() {
            let &Case::Try(cell, digit) = line else { continue };
            for other in (0..request.pattern.shape.n()).map(Digit::from_index).filter(|&other| other != digit) {
                refused_somewhere(&request, &certificate, |lines| lines[index] = Case::Try(cell, other));
            }
        }
    }
}

#[test]
fn images_are_those_of_refuted_cases() {
    let mut n_images = 0;
    for (shape, clues) in IMPOSSIBLE {
        let request = request(shape, clues, "naked-single");
        let certificate = real(&request);
        let Cases { lines, maps } = cases(&certificate);
        for (index, line) in lines.iter().enumerate() {
            let &Case::Image(number, map) = line else { continue };
            n_images += 1;
            for wrong in [Case::Image(number + 1000, map), Case::Image(number, maps.len())] {
                refused(&request, &certificate, |lines| lines[index] = wrong, CertificateError::Case(index));
            }
            // A case that is still open refutes nothing, least of all itself.
            let own = |lines: &mut Vec<Case>| {
                lines[index] = Case::Image(1000, map);
                lines.insert(index, Case::Number(1000));
            };
            refused(&request, &certificate, own, CertificateError::Case(index + 1));
        }
        #[allow(clippy::needless_range_loop, reason = "the index names the map that is spoiled")]
        for map in 0..maps.len() {
            // A map that is a symmetry, but takes the clues elsewhere.
            let identity: Vec<Cell> = request.pattern.shape.cells().collect();
            let first = lines.iter().position(|line| matches!(line, Case::Image(_, of) if *of == map));
            let result = check_with_map(&request, &certificate, map, identity);
            assert_eq!(result, Err(CertificateError::Case(first.expect("maps are in use"))));
            for (a, b) in [(0, 1), (0, 35), (3, 14)] {
                let mut wrong = maps[map].clone();
                let (a, b) = (a % wrong.len(), b % wrong.len());
                wrong.swap(a, b);
                let result = check_with_map(&request, &certificate, map, wrong);
                assert_eq!(result, Err(CertificateError::Symmetry));
            }
        }
    }
    assert!(n_images > 3, "{n_images}");
}

fn check_with_map(
    request: &Request,
    certificate: &Certificate,
    map: usize,
    cells: Vec<Cell>,
) -> Result<(), CertificateError> {
    let mut cases = cases(certificate).clone();
    cases.maps[map] = cells;
    certificate_check::check(request, &Certificate::Cases(cases), &Unwatched)
}

#[test]
fn cases_speak_of_naked_singles_and_of_these_fixed_digits() {
    let asked = request("2x3", "...1....x......xxxxxx......x....x...", "naked-single");
    let certificate = real(&asked);
    let judge = |request: &Request| certificate_check::check(request, &certificate, &Unwatched);
    assert_eq!(judge(&asked), Ok(()));
    for order in ["singles", "hidden-single", "naked-single,naked-pair"] {
        assert_eq!(
            judge(&request("2x3", "...1....x......xxxxxx......x....x...", order)),
            Err(CertificateError::Strategies)
        );
    }
    // Without the fixed digit the first case stands on another cell.
    assert!(judge(&request("2x3", "...x....x......xxxxxx......x....x...", "naked-single")).is_err());
    assert!(judge(&request("2x3", "...2....x......xxxxxx......x....x...", "naked-single")).is_err());
    assert_eq!(certificate_check::check(&asked, &certificate, &Stopped), Err(CertificateError::Stopped));
}

/// A case that was refuted elsewhere counts where its clues are those of the case at hand, and only there.
#[test]
fn parts_refute_their_own_case_alone() {
    let asked = request("2x3", "...x.....x....xx.xx.xx....x.....x...", "naked-single");
    let certificate = real(&asked);
    let lines = &cases(&certificate).lines;
    let Case::Try(cell, digit) = lines[0] else { panic!("a first case") };
    let part = |cell: Cell, digit: Digit| {
        let mut clues = asked.fixed.clone();
        clues.set(cell, Some(digit));
        let fixed = asked.with(|design| design.fixed = clues.clone());
        let Certificate::Cases(below) = real(&fixed) else { panic!("cases") };
        let mut check = CaseCheck::new(&asked, &clues).expect("naked singles");
        check.feed(&below.lines, &Unwatched).expect("they hold");
        check.finish().expect("refuted")
    };
    let begin = || {
        let mut check = CaseCheck::new(&asked, &asked.fixed).expect("naked singles");
        check.feed(&[Case::Try(cell, digit)], &Unwatched).expect("a case");
        check
    };
    let mut check = begin();
    assert_eq!(check.refuted_elsewhere(&part(cell, digit)), Ok(()));
    assert!(check.finish().expect("all digits of the first cell are alike").whole(&asked).is_ok());
    let other = Digit::from_index((digit.index() + 1) % 6);
    assert_eq!(begin().refuted_elsewhere(&part(cell, other)), Err(CertificateError::Case(1)));
    // A part is not the whole.
    assert_eq!(part(cell, digit).whole(&asked).err(), Some(CertificateError::Unfinished));
    assert_eq!(begin().finish().err(), Some(CertificateError::Unfinished));
}

/// Narrows clues and closes cases with whatever claim is accepted, and splits where none is; true if the checker takes the
/// whole. Adds how many claims about narrower clues it took.
fn opponent_refutes(request: &Request, maps: &[Vec<Cell>], n_narrowed: &mut usize) -> bool {
    let mut check = CaseCheck::new(request, &request.fixed).expect("naked singles");
    check.rest_on(maps).expect("symmetries");
    let open: Vec<Cell> = request.pattern.cells.iter().filter(|&cell| request.fixed.get(cell).is_none()).collect();
    let mut counts = [0, 0];
    let is_refuted = is_closed(request, &mut check, &open, maps.len(), &mut counts) && check.finish().is_ok();
    *n_narrowed += counts[1];
    is_refuted
}

fn is_closed(
    request: &Request,
    check: &mut CaseCheck<'_>,
    open: &[Cell],
    n_maps: usize,
    counts: &mut [usize; 2],
) -> bool {
    let shape = request.pattern.shape;
    let mut accepts = |case: Case| check.feed(&[case], &Unwatched).is_ok();
    let [n_numbers, n_narrowed] = counts;
    for _ in 0..2 {
        *n_narrowed += shape.cells().filter(|&cell| accepts(Case::AllNeeded(cell))).count();
    }
    let images = (0..*n_numbers).flat_map(|number| (0..n_maps).map(move |map| Case::Image(number, map)));
    let claims = shape.cells().map(Case::NeverFilled).chain([Case::Contradiction]).chain(images);
    if claims.into_iter().any(&mut accepts) {
        return true;
    }
    assert!(accepts(Case::Number(*n_numbers)));
    *n_numbers += 1;
    let Some((&cell, open)) = open.split_first() else { return false };
    for digit in (0..shape.n()).map(Digit::from_index) {
        if check.feed(&[Case::Try(cell, digit)], &Unwatched).is_ok() && !is_closed(request, check, open, n_maps, counts)
        {
            return false;
        }
    }
    true
}

/// What the checker takes is true, and it takes what is true, with and without images.
#[test]
fn accepted_cases_are_true() {
    let shape = Shape::new(2, 2).expect("a shape");
    let mut random = Random::new(5, 0);
    let (mut counts, mut n_narrowed) = ([0; 2], 0);
    for i in 0..60 {
        let pattern: Pattern = random_pattern(shape, 4 + i % 2, &mut random);
        let asked = Request::new(pattern, "naked-single".parse::<StrategySet>().expect("a name"));
        let maps = crate::generate::automorphisms::symmetries(&asked);
        let is_possible = !answers(&asked).is_empty();
        for maps in [&[][..], &maps[..maps.len().min(8)]] {
            let is_refuted = opponent_refutes(&asked, maps, &mut n_narrowed);
            assert_eq!(is_refuted, !is_possible, "{pattern} with {} maps", maps.len());
        }
        counts[usize::from(is_possible)] += 1;
    }
    assert!(counts.iter().all(|&n| n > 10) && n_narrowed > 30, "{counts:?} {n_narrowed}");
}

/// Puzzles of 20 to 22 clues that naked singles solve.
const SOLVED: [&str; 5] = [
    "..85....2.4.6....73....8.9.61..........7.......2......76.1.......49..8..2.5.....6",
    ".....4..1.....7..3....2...9.4...1..2.87...........8.949...6...5..6..3....5....1.8",
    "..1.3.65.....42.9..7...94.1.......173.......56.......3..27..1......6............4",
    ".2...7.69....3..1.........4....8..3..7..1.....6......5.......7.1...4.856....921..",
    "..9......45.1729.......4.........78...8..6..3....9..51......139.....72.....5.....",
];

/// The clues of an answer are still to be tried after whatever is said of cells that need all their peers.
#[test]
fn narrower_clues_keep_every_answer() {
    let mut random = Random::new(6, 0);
    let mut n_narrowed = 0;
    for clues in SOLVED {
        let puzzle = parse_puzzles(Shape::NINE, clues).expect("a puzzle").remove(0);
        let request = Request::new(puzzle.pattern(), "naked-single".parse::<StrategySet>().expect("a name"));
        let mut clues: Vec<(Cell, Digit)> = puzzle.clues().collect();
        for _ in 0..100 {
            random.shuffle(&mut clues);
            let mut check = CaseCheck::new(&request, &request.fixed).expect("naked singles");
            // Digits in order of first use, as a split names them.
            let mut names: Vec<Digit> = Vec::new();
            for &(cell, digit) in &clues {
                let accepts = |cell: &Cell| check.feed(&[Case::AllNeeded(*cell)], &Unwatched).is_ok();
                n_narrowed += Shape::NINE.cells().filter(accepts).count();
                let name = names.iter().position(|&known| known == digit).unwrap_or_else(|| {
                    names.push(digit);
                    names.len() - 1
                });
                let told = check.feed(&[Case::Try(cell, Digit::from_index(name))], &Unwatched);
                assert_eq!(told, Ok(()), "{puzzle} at {}", Shape::NINE.cell_name(cell));
            }
        }
    }
    assert!(n_narrowed > 100, "{n_narrowed}");
}

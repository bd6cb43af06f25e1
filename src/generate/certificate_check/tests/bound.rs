//! Bounds: a false kind, false cells, and requests that just escape.

use super::{CertificateError, check, random_cells, random_pattern, request};
use crate::generate::certificate::{Bound, BoundKind, Certificate};
use crate::generate::certificate_check::{self, Ground, Impossible};
use crate::generate::random::Random;
use crate::generate::{Method, Outcome, Reason, Request, Unwatched, bounds};
use crate::grid::{Cell, CellSet, Puzzle, Shape};
use crate::logic::StrategySet;

const ALL: [BoundKind; 11] = [
    BoundKind::RequiredNotAllowed,
    BoundKind::FixedDigits,
    BoundKind::PathStep,
    BoundKind::PathTargets,
    BoundKind::NothingPlaces,
    BoundKind::Exchange,
    BoundKind::TooFewClues,
    BoundKind::NothingToDo,
    BoundKind::NeverJoining,
    BoundKind::NeverLast,
    BoundKind::EmptyBoxes,
];

/// The bound refutes the request with these cells to blame, one character each that is not `.`. It is refused as
/// another kind of bound, with a cell more or less, and for requests that just escape it.
#[track_caller]
fn refutes(kind: BoundKind, bad: &Request, cells: &str, escapes: &[Request]) {
    let shape = bad.pattern.shape;
    let cells: CellSet = shape.cells().zip(cells.chars()).filter(|(_, c)| *c != '.').map(|(cell, _)| cell).collect();
    let bound = bounds::refute(bad).expect("a bound");
    assert_eq!((bound.kind, bound.reason.cells), (kind, cells), "{}", bound.reason.sentence);
    let certificate = Certificate::Bound(bound);
    let with = |change: &dyn Fn(&mut Bound)| {
        check(
            bad,
            &certificate,
            |certificate| {
                if let Certificate::Bound(bound) = certificate {
                    change(bound);
                }
            },
            CertificateError::Bound,
        );
    };
    for other in ALL.into_iter().filter(|&other| other != kind) {
        with(&|bound| bound.kind = other);
    }
    // A cell too many, a cell too few, and cells that do not exist.
    for cell in shape.cells().chain([Cell::from_index(255)]) {
        with(&|bound| {
            if !bound.reason.cells.remove(cell) {
                bound.reason.cells.insert(cell);
            }
        });
    }
    for escaped in escapes {
        let result = certificate_check::check(escaped, &certificate, &Unwatched);
        assert_eq!(result, Err(CertificateError::Bound), "{}", escaped.pattern);
        found_bounds_hold(escaped);
    }
    let Some(Outcome::Impossible(impossible)) = bounds::verdict(bad) else { panic!("not claimed") };
    assert_eq!(impossible.method(), Method::Bounds);
    let is_published = matches!(impossible.ground(), Ground::Published(_));
    assert_eq!(is_published, kind == BoundKind::TooFewClues);
    assert_eq!(is_published, says_published(&impossible));
}

fn says_published(impossible: &Impossible) -> bool {
    impossible.reason().sentence.contains("by published enumeration")
}

/// The kind of bound does not refute the request, though all its empty cells are named.
#[track_caller]
fn not_claimable(kind: BoundKind, request: &Request) {
    let empty = CellSet::first(request.pattern.shape.n_cells()).difference(&request.pattern.cells);
    assert_eq!(claim(kind, request, empty), Err(CertificateError::Bound), "{}", request.pattern);
    found_bounds_hold(request);
}

/// If the bounds refute the request, for another reason, the check agrees.
#[track_caller]
fn found_bounds_hold(request: &Request) {
    if let Some(bound) = bounds::refute(request) {
        let sentence = bound.reason.sentence.clone();
        let checked = certificate_check::check(request, &Certificate::Bound(bound), &Unwatched);
        assert_eq!(checked, Ok(()), "{} {sentence}", request.pattern);
    }
}

fn claim(kind: BoundKind, request: &Request, cells: CellSet) -> Result<(), CertificateError> {
    let reason = Reason { sentence: String::new(), cells };
    certificate_check::check(request, &Certificate::Bound(Bound { kind, reason, moves: Vec::new() }), &Unwatched)
}

fn names(text: &str) -> StrategySet {
    text.parse().expect("names")
}

const NO_CELLS: &str = "................";

#[test]
fn required_strategies_that_are_not_allowed() {
    let bad = request("2x2", "x...x.x..x.x...x", "singles");
    let bad = bad.with(|design| design.required = names("naked-single,x-wing"));
    let with_x_wing = bad.with(|design| design.strategies = names("singles,x-wing"));
    let nothing_required = bad.with(|design| design.required = StrategySet::EMPTY);
    refutes(BoundKind::RequiredNotAllowed, &bad, NO_CELLS, &[with_x_wing, nothing_required]);
}

#[test]
fn fixed_digits_beside_the_pattern() {
    let bad = request("2x2", "1...x.x..x.x...x", "singles");
    let bad = bad.with(|design| {
        design.pattern.cells.remove(Cell::from_index(0));
    });
    let inside = bad.with(|design| {
        design.pattern.cells.insert(Cell::from_index(0));
    });
    refutes(BoundKind::FixedDigits, &bad, "x...............", &[inside]);
}

#[test]
fn fixed_digits_without_a_solution() {
    let bad = request("2x2", "1..1x.x..x.x...x", "singles");
    let other = request("2x2", "1..2x.x..x.x...x", "singles");
    refutes(BoundKind::FixedDigits, &bad, "x..x............", &[other]);
    // No house repeats a digit, but row 1 has no place for 4.
    let bad = request("2x2", "12.....4.x.x...x", "singles");
    let other = request("2x2", "12.....1.x.x...x", "singles");
    refutes(BoundKind::FixedDigits, &bad, "xx.....x........", &[other]);
}

#[test]
fn fixed_digits_of_another_shape() {
    let bad = request("2x2", "x...x.x..x.x...x", "singles");
    let bad = bad.with(|design| design.fixed = Puzzle::empty(Shape::NINE));
    let right = bad.with(|design| design.fixed = Puzzle::empty(design.pattern.shape));
    refutes(BoundKind::FixedDigits, &bad, NO_CELLS, &[right]);
}

#[test]
fn nothing_that_places() {
    let bad = request("2x2", "x...x.x..xxx...x", "naked-pair,locked-candidates");
    let placing = bad.with(|design| design.strategies = names("naked-pair,hidden-single"));
    let full = bad.with(|design| design.pattern.cells = CellSet::first(16));
    refutes(BoundKind::NothingPlaces, &bad, ".xxx.x.xx...xxx.", &[placing, full]);
}

#[test]
fn too_few_digits() {
    let bad = request("2x2", "x..............x", "singles");
    let three = request("2x2", "x.........x....x", "singles");
    refutes(BoundKind::Exchange, &bad, "x..............x", &[three]);
    // The fixed digits leave one clue for two more.
    let bad = request("2x2", "1......1......x.", "singles");
    let others = request("2x2", "1......2......x.", "singles");
    let one_more = request("2x2", "1......1...x..x.", "singles");
    refutes(BoundKind::Exchange, &bad, "x......x........", &[others, one_more]);
}

/// Where digits are told apart, those of a kind that may be exchanged are counted.
#[test]
fn too_few_digits_of_a_kind() {
    let bad = request("2x2 odd=r1c1", "...............x", "singles");
    let two = request("2x2 odd=r1c1", "x..............x", "singles");
    refutes(BoundKind::Exchange, &bad, "...............x", &[two]);
    // Both clues are odd, so no clue shows 2 or 4.
    let bad = request("2x2 odd=r1c1,r4c3", "x.............x.", "singles");
    let three = request("2x2 odd=r1c1,r4c3", "x..x..........x.", "singles");
    let free = request("2x2 odd=r1c1", "x.............x.", "singles");
    refutes(BoundKind::Exchange, &bad, NO_CELLS, &[three, free]);
    // Both are even.
    let bad = request("2x2 even=r1c1,r4c3", "x.............x.", "singles");
    refutes(BoundKind::Exchange, &bad, NO_CELLS, &[]);
    // The cell that holds 1 shows no other digit, and is not named.
    let bad = request("2x3 allowed=r1c1:1", "x..................................x", "singles");
    refutes(BoundKind::Exchange, &bad, "...................................x", &[]);
    // Nothing may be exchanged but the order of the digits.
    let bad = request("5 latin non-consecutive", &".".repeat(25), "singles");
    let one = request("5 latin non-consecutive", &format!("x{}", ".".repeat(24)), "singles");
    let odd = request("5 latin non-consecutive allowed=r1c1:123", &".".repeat(25), "singles");
    refutes(BoundKind::Exchange, &bad, "", &[one, odd]);
}

#[test]
fn cells_that_move() {
    let of = |layout: &str, pattern: &str| request(layout, pattern, "singles");
    let (diagonal, others) = ("x....x....x....x", ".xxxx.xxxx.xxxx.");
    // The mirror image at the diagonal takes r1c2 to r2c1, in the same box.
    let bad = of("2x2 x", diagonal);
    let escapes = [
        of("2x2 x", "xx...x....x....x"),
        of("2x2 x odd=r1c2", diagonal),
        of("2x2 x extra=r1c1,r3c2", diagonal),
        of("2x2 windoku extra=r1c1,r2c3", diagonal),
        of("2x2 extra=r1c2,r2c3,r3c4", diagonal),
    ];
    refutes(BoundKind::Exchange, &bad, others, &escapes);
    let certificate = Certificate::Bound(bounds::refute(&bad).expect("a bound"));
    let with = |change: &dyn Fn(&mut Vec<[Cell; 2]>)| {
        let change = |certificate: &mut Certificate| {
            if let Certificate::Bound(bound) = certificate {
                change(&mut bound.moves);
            }
        };
        check(&bad, &certificate, change, CertificateError::Bound);
    };
    with(&Vec::clear);
    with(&|moves| moves.truncate(1));
    with(&|moves| moves.push([Cell(0), Cell(0)]));
    with(&|moves| moves.push(moves[0]));
    with(&|moves| moves[0][1] = Cell::from_index(200));
    with(&|moves| moves[0][0] = Cell::from_index(200));
    // Still a permutation of the same cells, but not of the houses.
    with(&|moves| {
        let images: Vec<Cell> = moves.iter().map(|[_, to]| *to).collect();
        let n = moves.len();
        moves.iter_mut().enumerate().for_each(|(i, one)| one[1] = images[(i + 1) % n]);
    });
    // The half turn keeps the layout, but no cell sees its image: the solution may be its own.
    let empty = of("2x2", NO_CELLS);
    let half_turn = |cell: Cell| [cell, Cell::from_index(15 - cell.index())];
    let moves: Vec<[Cell; 2]> = empty.pattern.shape.cells().map(half_turn).collect();
    let reason = Reason { sentence: String::new(), cells: CellSet::first(16) };
    let claimed = Certificate::Bound(Bound { kind: BoundKind::Exchange, reason, moves });
    assert_eq!(certificate_check::check(&empty, &claimed, &Unwatched), Err(CertificateError::Bound));
}

#[test]
fn lines_without_clues() {
    let rows = |free: [usize; 2]| {
        let text: String = (0..36).map(|i| if free.contains(&(i / 6)) { '.' } else { 'x' }).collect();
        request("2x3", &text, "singles")
    };
    let cols = |free: [usize; 2]| {
        let text: String = (0..36).map(|i| if free.contains(&(i % 6)) { '.' } else { 'x' }).collect();
        request("2x3", &text, "singles")
    };
    let shown = |request: &Request| {
        let cell = |cell| if request.pattern.contains(cell) { '.' } else { 'x' };
        request.pattern.shape.cells().map(cell).collect::<String>()
    };
    // Bands of two rows, stacks of three columns.
    for (bad, escaped) in [
        (rows([2, 3]), rows([1, 2])),
        (rows([4, 5]), rows([1, 4])),
        (cols([0, 2]), cols([2, 3])),
        (cols([4, 5]), cols([0, 5])),
    ] {
        not_claimable(BoundKind::Exchange, &escaped);
        let with_a_clue = bad.with(|design| {
            let empty = CellSet::first(36).difference(&design.pattern.cells);
            design.pattern.cells.insert(empty.iter().last().expect("an empty cell"));
        });
        refutes(BoundKind::Exchange, &bad, &shown(&bad), &[escaped, with_a_clue]);
    }
}

#[test]
fn fewer_clues_than_any_puzzle_has() {
    let text: String = (0..81).map(|i| if i % 5 == 0 && i != 40 { 'x' } else { '.' }).collect();
    let bad = request("3x3", &text, "singles");
    assert_eq!(bad.pattern.n_clues(), 16);
    let one_more = bad.with(|design| {
        design.pattern.cells.insert(Cell::from_index(40));
    });
    assert_eq!(claim(BoundKind::TooFewClues, &one_more, one_more.pattern.cells), Err(CertificateError::Bound));
    refutes(BoundKind::TooFewClues, &bad, &text.replace('x', "1"), &[one_more]);
}

/// As many clues on another shape are no matter of the literature.
#[test]
fn few_clues_on_another_shape() {
    let text: String = (0..64).map(|i| if i % 4 == 0 { 'x' } else { '.' }).collect();
    let request = request("2x4", &text, "singles");
    assert_eq!(claim(BoundKind::TooFewClues, &request, request.pattern.cells), Err(CertificateError::Bound));
}

#[test]
fn steps_that_others_do() {
    let path = |text| crate::logic::PathGoal::parse("2x2".parse().expect("a shape"), [text]).expect("a condition");
    let bad = request("2x2", "x..x........x..x", "singles,locked-candidates,x-wing,swordfish");
    let bad = bad.with(|design| design.path = path("x-wing@r1,r2"));
    let in_two_bands = bad.with(|design| design.path = path("x-wing@r1,r3"));
    let possible = bad.with(|design| design.path = path("x-wing@r1,r2?"));
    // With the clues in row 4, singles would do.
    let without_locked = bad.with(|design| {
        design.strategies = names("singles,x-wing");
        design.pattern.cells = design.pattern.cells.intersection(&CellSet::first(12));
    });
    let without_naked = bad.with(|design| design.strategies = names("hidden-single,locked-candidates,x-wing"));
    let with_chains = bad.with(|design| design.strategies = names("singles,locked-candidates,x-wing,xy-chain"));
    let escapes = [in_two_bands, possible, without_locked, without_naked, with_chains];
    refutes(BoundKind::PathStep, &bad, "xxxxxxxx........", &escapes);

    // A clue leaves one cell of the crossing, where the digit is a single.
    let bad = bad.with(|design| design.path = path("locked-candidates@b1,r1"));
    let other_row = bad.with(|design| design.path = path("locked-candidates@b1,r2"));
    let both_open = bad.with(|design| {
        design.pattern.cells.remove(Cell::from_index(0));
    });
    let without_singles = bad.with(|design| design.strategies = names("naked-single,locked-candidates"));
    refutes(BoundKind::PathStep, &bad, "xxxxxx..........", &[other_row, both_open, without_singles]);

    // A clue leaves a pair of the triple, which nothing else rules out.
    let path = crate::logic::PathGoal::parse("2x3".parse().expect("a shape"), ["naked-triple@r1c1,r1c2,r1c3"]);
    let triple = request("2x3", "..x.xx.xxxx....xx...x..x...x.xxx.x.x", "singles,swordfish,naked-triple")
        .with(|design| design.path = path.clone().expect("a condition"));
    found_bounds_hold(&triple);
    let cells = (0..3).map(Cell::from_index).collect();
    assert_eq!(claim(BoundKind::PathStep, &triple, cells), Err(CertificateError::Bound));

    // The clues in boxes 1 and 7 see the fish and are other digits, so its digit is locked in a column.
    let ring = "...xxx....xxxxxxx..xx...xx.xx.....xxxx.....xxxx.....xx.xx...xx..xxxxxxx....xxx...";
    let path = |text| crate::logic::PathGoal::parse("3x3".parse().expect("a shape"), [text]).expect("a condition");
    let bad = request("3x3", ring, "singles,locked-candidates,x-wing");
    let bad = bad.with(|design| design.path = path("x-wing@r1,r9:5"));
    let other_rows = bad.with(|design| design.path = path("x-wing@r2,r8:5"));
    let fewer_clues = bad.with(|design| {
        design.pattern.cells.remove(Cell::from_index(10));
    });
    let without_locked = bad.with(|design| design.strategies = names("singles,x-wing"));
    let rows = format!("xxxxxxxxx{}xxxxxxxxx", ".".repeat(63));
    refutes(BoundKind::PathStep, &bad, &rows, &[other_rows, fewer_clues, without_locked]);

    // The clues in row 2 see an end of the wing, so its digit is locked in box 2.
    let flower = "x.......xxxx...xxx....x.....x..x..x....x.x....x..x..x.....x....xxx...xxxx.......x";
    let bad = request("3x3", flower, "singles,locked-candidates,xy-wing");
    let bad = bad.with(|design| design.path = path("xy-wing@r1c8,r2c4,pivot=r1c6"));
    let possible = bad.with(|design| design.path = path("xy-wing@r1c8,r2c4,pivot=r1c6?"));
    let without_pivot = bad.with(|design| design.path = path("xy-wing@r1c6,r1c8,r2c4"));
    let fewer_clues = bad.with(|design| {
        design.pattern.cells.remove(Cell::from_index(17));
    });
    let without_locked = bad.with(|design| design.strategies = names("singles,xy-wing"));
    let with_chains = bad.with(|design| design.strategies = names("singles,locked-candidates,xy-wing,xy-chain"));
    let cells = format!(".....x.x....x{}", ".".repeat(68));
    let escapes = [possible, without_pivot, fewer_clues, without_locked, with_chains];
    refutes(BoundKind::PathStep, &bad, &cells, &escapes);

    // Of three cells of the crossing all but one.
    let three = |clues: &str| {
        let path = crate::logic::PathGoal::parse("2x3".parse().expect("a shape"), ["locked-candidates@b1,r1"]);
        let request = request("2x3", &format!("{clues}{}x", ".".repeat(32)), "singles,locked-candidates");
        request.with(|design| design.path = path.clone().expect("a condition"))
    };
    let named = format!("xxxxxxxxx{}", ".".repeat(27));
    refutes(BoundKind::PathStep, &three("xx."), &named, &[three("x.."), three("..x"), three("...")]);
}

#[test]
fn steps_that_change_clues_alone() {
    let path = |text| crate::logic::PathGoal::parse("3x3".parse().expect("a shape"), [text]).expect("a condition");
    let pattern = "x..............................................................................xx";
    let wing = request("3x3", pattern, "singles,xy-wing,xyz-wing,x-wing");
    let bad = wing.with(|design| design.path = path("xy-wing@r1c7,r7c1,pivot=r7c7"));
    let shifted = wing.with(|design| design.path = path("xy-wing@r1c7,r7c2,pivot=r7c7"));
    let xyz = wing.with(|design| design.path = path("xyz-wing@r1c7,r7c1,pivot=r7c7"));
    let in_part = wing.with(|design| design.path = path("xy-wing@r1c7,r7c1"));
    let open = bad.with(|design| {
        design.pattern.cells.remove(Cell::from_index(0));
    });
    let no_path = bad.with(|design| design.path = crate::logic::PathGoal::default());
    let only_r1c1 = pattern.replace("xx", "..");
    refutes(BoundKind::PathTargets, &bad, &only_r1c1, &[shifted, xyz, in_part, open, no_path]);

    // Which digits are named makes no difference.
    let bad = wing.with(|design| design.path = path("xy-wing@r1c7,r7c1,pivot=r7c7:9"));
    let at = |cells: &[usize]| cells.iter().map(|&cell| Cell::from_index(cell)).collect::<CellSet>();
    assert_eq!(claim(BoundKind::PathTargets, &bad, at(&[0])), Ok(()));
    assert_eq!(claim(BoundKind::PathTargets, &bad, at(&[])), Err(CertificateError::Bound));
    // A clue is neither the cell that is filled nor the pivot.
    for (in_clue, beside) in [
        ("hidden-single@r1c1", "hidden-single@r2c2"),
        ("hidden-single@r1c1=5?", "hidden-single@r2c2=5?"),
        ("xy-wing@r1c9,r9c1,pivot=r1c1", "xy-wing@r1c9,r9c1,pivot=r2c2"),
    ] {
        let bad = wing.with(|design| design.path = path(in_clue));
        let beside = wing.with(|design| design.path = path(beside));
        refutes(BoundKind::PathTargets, &bad, &only_r1c1, &[beside]);
    }

    let bad = wing.with(|design| design.path = path("x-wing@r1c1<>4?"));
    let elsewhere = wing.with(|design| design.path = path("x-wing@r2c1<>4?"));
    let named = wing.with(|design| design.path = path("x-wing@r1,r2:4"));
    refutes(BoundKind::PathTargets, &bad, &only_r1c1, &[elsewhere, named]);

    // Row 1 is full outside of box 1, and so is box 1 outside of row 1.
    let rows = "...xxxxxx|xxx......|xxx......|.........|.........|.........|.........|.........|........x";
    let locked = request("3x3", &rows.replace('|', ""), "singles,locked-candidates");
    let bad = locked.with(|design| design.path = path("locked-candidates@b1,r1:5"));
    let in_row_2 = locked.with(|design| design.path = path("locked-candidates@b1,r2:5"));
    refutes(BoundKind::PathTargets, &bad, &rows.replace("|........x", "|.........").replace('|', ""), &[in_row_2]);
}

#[test]
fn nothing_left_to_do() {
    let bad = request("2x2", "xxxxxxxxxxxxxxxx", "naked-single,+hidden-single");
    let something = request("2x2", "xxxxxxxxxxxxxxx.", "naked-single,+hidden-single");
    let nothing_required = request("2x2", "xxxxxxxxxxxxxxxx", "naked-single,hidden-single");
    refutes(BoundKind::NothingToDo, &bad, NO_CELLS, &[something, nothing_required]);
}

#[test]
fn cells_that_naked_singles_never_fill() {
    // Each empty cell has two clues among its peers: no cell is the first to be filled.
    let bad = request("2x2", "x..x........x..x", "naked-single");
    let with_hidden = bad.with(|design| design.strategies = names("singles"));
    let with_a_clue = bad.with(|design| {
        design.pattern.cells.insert(Cell::from_index(5));
    });
    // Where digits are told apart, cells need fewer peers.
    let told_apart =
        ["2x2 odd=r1c2", "2x2 non-consecutive"].map(|layout| request(layout, "x..x........x..x", "naked-single"));
    let [with_odd, in_steps] = told_apart;
    refutes(BoundKind::NeverJoining, &bad, ".xx.xxxxxxxx.xx.", &[with_hidden, with_a_clue, with_odd, in_steps]);
}

#[test]
fn cells_that_full_houses_never_fill() {
    let bad = request("2x2", "..xx..xxxxxxxxxx", "full-house,naked-pair");
    let with_naked = bad.with(|design| design.strategies = names("full-house,naked-single"));
    let with_a_clue = request("2x2", ".xxx..xxxxxxxxxx", "full-house,naked-pair");
    refutes(BoundKind::NeverLast, &bad, "xx..xx..........", &[with_naked, with_a_clue]);
}

#[test]
fn empty_boxes_of_a_band() {
    // Boxes of three rows and two columns, the first two of a band; of two rows and three columns, those of a stack.
    for (shape, clues, cells, diagonal) in [
        (
            "3x2",
            "....xx....xx....xxxxxxxxxxxxxxxxxxxx",
            "xxxx..xxxx..xxxx....................",
            "..xxxx..xxxx..xxxxxx..xxxx..xxxx..xx",
        ),
        (
            "2x3",
            "...xxx...xxx...xxx...xxxxxxxxxxxxxxx",
            "xxx...xxx...xxx...xxx...............",
            "...xxx...xxxxxx...xxx...xxxxxxxxxxxx",
        ),
    ] {
        let bad = request(shape, clues, "full-house,hidden-single");
        let with_naked = bad.with(|design| design.strategies = names("singles"));
        let with_a_clue = bad.with(|design| {
            design.pattern.cells.insert(Cell::from_index(7));
        });
        not_claimable(BoundKind::EmptyBoxes, &request(shape, diagonal, "full-house,hidden-single"));
        refutes(BoundKind::EmptyBoxes, &bad, cells, &[with_naked, with_a_clue]);
    }
}

/// A bound about a path is accepted only for questions of which trying all clues says the same.
#[test]
fn accepted_bounds_about_steps_are_true() {
    const STEPS: [&str; 12] = [
        "x-wing@r1,r2",
        "x-wing@r1,r3",
        "x-wing@c1,c2",
        "x-wing@r1c1<>4",
        "naked-pair@r1c1,r1c2",
        "naked-pair@r2c3<>1",
        "locked-candidates@b1,r1",
        "locked-candidates@b1,r1:1",
        "locked-candidates@r1c3<>2",
        "xy-wing@r1c3,r3c1,pivot=r1c1",
        "xy-wing@r1c4,r2c1,pivot=r1c1",
        "xyz-wing@r1c3,r2c1,pivot=r1c1",
    ];
    let shape = Shape::new(2, 2).expect("a shape");
    let mut random = Random::new(19, 0);
    let mut n_accepted = [0; 2];
    for i in 0..120 {
        let sets = [
            "singles,locked-candidates,naked-pair,x-wing",
            "singles,locked-candidates,x-wing,xy-wing,xyz-wing",
            "singles,locked-candidates,naked-pair,xy-wing",
        ];
        let strategies = names(sets[random.below(3)]);
        let path = crate::logic::PathGoal::parse(shape, [STEPS[i % STEPS.len()]]).expect("a condition");
        let request = Request::new(random_pattern(shape, 4 + random.below(3), &mut random), strategies)
            .with(|design| design.path = path);
        found_bounds_hold(&request);
        let refuted = bounds::refute(&request).map(|bound| bound.reason.cells);
        let geometry = shape.geometry();
        let houses = geometry.house_sets.iter().copied();
        let guesses: Vec<CellSet> = houses
            .clone()
            .zip(houses.skip(1))
            .flat_map(|(a, b)| [a, a.union(&b), a.intersection(&request.pattern.cells)])
            .chain(refuted)
            .chain(request.pattern.cells.iter().map(|cell| [cell].into_iter().collect()))
            .collect();
        for (which, kind) in [BoundKind::PathStep, BoundKind::PathTargets].into_iter().enumerate() {
            if guesses.iter().any(|&cells| claim(kind, &request, cells).is_ok()) {
                let all = certificate_check::exhaustion::check(&request, &Unwatched);
                assert!(all.is_ok(), "{kind:?}: {} {}", request.pattern, STEPS[i % STEPS.len()]);
                n_accepted[which] += 1;
            }
        }
    }
    assert!(n_accepted.iter().all(|&n| n > 3), "{n_accepted:?}");
}

/// Whatever bound is accepted for whatever cells: there is no puzzle.
#[test]
fn accepted_bounds_are_true() {
    let shape = Shape::new(2, 2).expect("a shape");
    let mut random = Random::new(18, 0);
    let mut n_accepted = [0; ALL.len()];
    for _ in 0..200 {
        let strategies = ["naked-single", "hidden-single", "full-house", "singles", "naked-pair"][random.below(5)];
        let mut request = Request::new(random_pattern(shape, 1 + random.below(15), &mut random), names(strategies));
        if random.below(4) == 0 {
            let required = names(["hidden-single", "naked-single"][random.below(2)]);
            request = request.with(|design| design.required = required);
        }
        let is_possible = !super::answers(&request).is_empty();
        let empty = CellSet::first(16).difference(&request.pattern.cells);
        let guess = bounds::refute(&request).map_or(empty, |bound| bound.reason.cells);
        for (which, kind) in ALL.into_iter().enumerate() {
            for cells in [CellSet::EMPTY, empty, guess, request.pattern.cells, random_cells(shape, 8, &mut random)] {
                if claim(kind, &request, cells).is_ok() {
                    assert!(!is_possible, "{kind:?}: {} {}", request.pattern, request.strategies);
                    n_accepted[which] += 1;
                }
            }
        }
    }
    // Kinds that say nothing of 4x4 or of free digits have no turn here.
    let n_kinds = n_accepted.iter().filter(|&&n| n > 0).count();
    assert!(n_kinds >= 6, "{n_accepted:?}");
}

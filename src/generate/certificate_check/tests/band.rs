//! Bands: the wrong one, the wrong kind, the wrong cells, and one that has a clue too many.

use super::{CertificateError, Stopped, check, random_pattern, request};
use crate::generate::bounds::band;
use crate::generate::certificate::{Band, Certificate};
use crate::generate::certificate_check;
use crate::generate::random::Random;
use crate::generate::{Reason, Request, Unwatched};
use crate::grid::{Cell, CellSet, HouseKind, Pattern, Puzzle, Shape};
use crate::logic::{StrategySet, count_solutions, solutions};
use std::collections::BTreeMap;

/// The certificate of the engine for a band or stack of the request.
#[track_caller]
fn real(request: &Request, kind: HouseKind, index: usize) -> Certificate {
    let band = band::find(request, band::MOST_STEPS, &Unwatched).expect("an answer").expect("a band");
    assert_eq!((band.kind, band.index), (kind, index));
    Certificate::Band(band)
}

#[track_caller]
fn refused(request: &Request, certificate: &Certificate, change: impl FnOnce(&mut Band)) {
    check(
        request,
        certificate,
        |certificate| {
            if let Certificate::Band(band) = certificate {
                change(band);
            }
        },
        CertificateError::Band,
    );
}

/// No clue in the second band of rows.
const ROWS: &str = "xxxxxxxxxxxx............xxxxxxxxxxxx";
/// Few clues in the second stack of columns, but in each column and row.
const COLUMNS: &str = "xxx...x.......x....xx....x...x.xx.x.";
/// Rows 1 and 2 have clues in one column only, so their digits may change places.
const LOOSE: &str = "..x..........x.xxx...xxx.xx.....xx.x";

#[test]
fn spoiled_bands_are_refused() {
    for (clues, kind, index) in
        [(ROWS, HouseKind::Row, 1), (COLUMNS, HouseKind::Column, 1), (LOOSE, HouseKind::Column, 1)]
    {
        let request = request("2x3", clues, "singles");
        let certificate = real(&request, kind, index);
        for other in [0, 2, 3, 100, usize::MAX].into_iter().filter(|&other| other != index) {
            refused(&request, &certificate, |band| band.index = other);
        }
        for other in [HouseKind::Row, HouseKind::Column, HouseKind::Box].into_iter().filter(|&other| other != kind) {
            refused(&request, &certificate, |band| band.kind = other);
        }
        for cell in request.pattern.shape.cells().chain([Cell::from_index(255)]) {
            refused(&request, &certificate, |band| {
                if !band.reason.cells.remove(cell) {
                    band.reason.cells.insert(cell);
                }
            });
        }
        let stopped = certificate_check::check(&request, &certificate, &Stopped);
        assert_eq!(stopped, Ok(()), "too short for a look at the watch");
    }
}

/// A band, or stack, of rows with the cells that belong to it.
fn claim(clues: &str, kind: HouseKind, index: usize) -> Result<(), CertificateError> {
    claim_of(&request("2x3", clues, "singles"), kind, index)
}

fn claim_of(request: &Request, kind: HouseKind, index: usize) -> Result<(), CertificateError> {
    let shape = request.pattern.shape;
    let (height, width) = shape.boxes().expect("boxes");
    let of_band = |cell: &Cell| match kind {
        HouseKind::Row => shape.row(*cell) / height == index,
        _ => shape.col(*cell) / width == index,
    };
    let cells = shape.cells().filter(of_band).filter(|&cell| !request.pattern.contains(cell)).collect();
    let band = Band { kind, index, reason: Reason { sentence: String::new(), cells } };
    certificate_check::check(request, &Certificate::Band(band), &Unwatched)
}

#[test]
fn bands_with_enough_clues_are_refused() {
    assert_eq!(claim(ROWS, HouseKind::Row, 1), Ok(()));
    assert_eq!(claim(ROWS, HouseKind::Row, 0), Err(CertificateError::Band));
    assert_eq!(claim(ROWS, HouseKind::Row, 2), Err(CertificateError::Band));
    assert_eq!(claim(&ROWS.replacen('.', "x", 1), HouseKind::Row, 1), Err(CertificateError::Band));
    assert_eq!(claim(COLUMNS, HouseKind::Column, 1), Ok(()));
    assert_eq!(claim(COLUMNS, HouseKind::Column, 0), Err(CertificateError::Band));
    for index in 0..3 {
        assert_eq!(claim(COLUMNS, HouseKind::Row, index), Err(CertificateError::Band));
        assert_eq!(claim(LOOSE, HouseKind::Row, index), Err(CertificateError::Band));
    }
    // With a clue elsewhere in the stack, rows 1 and 2 keep their digits.
    assert_eq!(claim(LOOSE, HouseKind::Column, 1), Ok(()));
    let kept = format!("x{}", &LOOSE[1..]);
    assert_eq!(claim(&kept, HouseKind::Column, 1), Err(CertificateError::Band));
    // There are three bands.
    assert_eq!(claim(ROWS, HouseKind::Row, 3), Err(CertificateError::Band));
    // Columns 1 and 5 have their clues in the same row, but stand in two boxes: either may hold the lower digit there.
    let like_before = "x...x........xx...xx...xxx...xxx...x";
    assert_eq!(claim_of(&request("3x2", like_before, "singles"), HouseKind::Row, 0), Err(CertificateError::Band));
}

/// Columns 1 and 2 have clues in row 1 alone, but their pairs of digits may form one ring, which row 1 holds in place.
#[test]
fn places_that_mix_their_digits_do_not_always_have_a_second_filling() {
    let pattern = "xxxx..xx..xx..xx";
    assert!(!super::answers(&request("2x2", pattern, "singles")).is_empty());
    for index in 0..2 {
        let claimed = claim_of(&request("2x2", pattern, "singles"), HouseKind::Row, index);
        assert_eq!(claimed, Err(CertificateError::Band));
    }
    // Of columns 4 and 5 only r1c5 is a clue: with them the band has a second filling.
    assert_eq!(claim("....x.......xxx..xxxx..xxxx..xxxx..x", HouseKind::Row, 0), Ok(()));
}

/// A large band takes long enough to be stopped.
#[test]
fn the_check_of_a_band_can_be_stopped() {
    let clues = format!(".x........x................{}", "x".repeat(54));
    let request = request("3x3", &clues, "singles");
    let certificate = real(&request, HouseKind::Row, 0);
    assert_eq!(certificate_check::check(&request, &certificate, &Unwatched), Ok(()));
    assert_eq!(certificate_check::check(&request, &certificate, &Stopped), Err(CertificateError::Stopped));
}

/// All ways to fill the rows of a band, row by row.
fn fillings(shape: Shape) -> Vec<Vec<usize>> {
    let n = shape.n();
    let (height, width) = shape.boxes().expect("boxes");
    let mut all = vec![Vec::new()];
    for at in 0..height * n {
        let (row, col) = (at / n, at % n);
        let mut longer = Vec::new();
        for filling in all {
            let is_free = |digit: usize| {
                let has =
                    |place: usize| filling[place] == digit && (place / n == row || place % n / width == col / width);
                !(0..at).any(has)
            };
            for digit in (0..n).filter(|&digit| is_free(digit)) {
                let mut next: Vec<usize> = filling.clone();
                next.push(digit);
                longer.push(next);
            }
        }
        all = longer;
    }
    all
}

/// Whether each filling has a second one with the same clues and the same digits in each column, by trying all.
fn has_always_a_second(fillings: &[Vec<usize>], n: usize, clues: &[bool]) -> bool {
    let mut counts: BTreeMap<(Vec<Option<usize>>, Vec<u32>), usize> = BTreeMap::new();
    for filling in fillings {
        let shown = filling.iter().zip(clues).map(|(&digit, is_clue)| is_clue.then_some(digit)).collect();
        let columns = (0..n).map(|col| filling.iter().skip(col).step_by(n).fold(0, |set, digit| set | 1 << digit));
        *counts.entry((shown, columns.collect())).or_insert(0) += 1;
    }
    counts.values().all(|&count| count > 1)
}

/// Where all cells outside of the band hold clues, so that no places mix their digits, the check is exact.
#[test]
fn bands_are_taken_exactly_if_they_have_second_fillings() {
    let mut random = Random::new(11, 0);
    // Boxes of two rows; the same as a stack, of boxes with as many columns.
    for (rows, columns, n_patterns) in [("2x2", "2x2", 100), ("2x3", "3x2", 20)] {
        let (shape, turned): (Shape, Shape) = (rows.parse().expect("a shape"), columns.parse().expect("a shape"));
        let n = shape.n();
        let fillings = fillings(shape);
        let mut n_true = 0;
        for _ in 0..n_patterns {
            let index = random.below(n / 2);
            let n_clues = random.below(n);
            let mut clues = vec![false; 2 * n];
            (0..n_clues).for_each(|_| clues[random.below(2 * n)] = true);
            let is_clue = |row: usize, col: usize| row / 2 != index || clues[row % 2 * n + col];
            let cells = |at: &dyn Fn(usize, usize) -> Cell| -> CellSet {
                (0..n * n).filter(|i| is_clue(i / n, i % n)).map(|i| at(i / n, i % n)).collect()
            };
            let pattern = Pattern { shape, cells: cells(&|row, col| shape.cell(row, col)) };
            let stack = Pattern { shape: turned, cells: cells(&|row, col| turned.cell(col, row)) };
            let expected = has_always_a_second(&fillings, n, &clues);
            let of = |pattern| Request::new(pattern, StrategySet::SINGLES);
            assert_eq!(claim_of(&of(pattern), HouseKind::Row, index).is_ok(), expected, "{pattern}");
            assert_eq!(claim_of(&of(stack), HouseKind::Column, index).is_ok(), expected, "{stack}");
            n_true += usize::from(expected);
        }
        assert!(n_true > 0 && n_true < n_patterns, "{n_true}");
    }
}

/// Wherever the clues stand, what is taken is true: no puzzle of the pattern has one solution.
#[test]
fn bands_that_are_taken_leave_no_puzzle() {
    let shape: Shape = "2x2".parse().expect("a shape");
    let mut random = Random::new(12, 0);
    let grids = solutions(&Puzzle::empty(shape), 1000);
    let mut n_taken = 0;
    for _ in 0..300 {
        let pattern = random_pattern(shape, 3 + random.below(7), &mut random);
        let request = Request::new(pattern, StrategySet::SINGLES);
        let taken = [HouseKind::Row, HouseKind::Column]
            .into_iter()
            .flat_map(|kind| [(kind, 0), (kind, 1)])
            .filter(|&(kind, index)| claim_of(&request, kind, index).is_ok())
            .count();
        if taken > 0 {
            assert!(grids.iter().all(|grid| count_solutions(&grid.masked(&pattern), 2) == 2), "{pattern}");
            n_taken += taken;
        }
    }
    assert!(n_taken > 30, "{n_taken}");
}

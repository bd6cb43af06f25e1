//! Bands: the wrong one, the wrong kind, the wrong cells, and one that has a clue too many.

use super::{CertificateError, Stopped, check, request};
use crate::generate::bounds::band;
use crate::generate::certificate::{Band, Certificate};
use crate::generate::certificate_check;
use crate::generate::{Reason, Request, Unwatched};
use crate::grid::{Cell, HouseKind};

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
    let request = request("2x3", clues, "singles");
    let shape = request.pattern.shape;
    let of_band = |cell: &Cell| match kind {
        HouseKind::Row => shape.row(*cell) / 2 == index,
        _ => shape.col(*cell) / 3 == index,
    };
    let cells = shape.cells().filter(of_band).filter(|&cell| !request.pattern.contains(cell)).collect();
    let band = Band { kind, index, reason: Reason { sentence: String::new(), cells } };
    certificate_check::check(&request, &Certificate::Band(band), &Unwatched)
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

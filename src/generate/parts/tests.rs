//! Where patterns fall into parts, and which claims about parts the checker takes.

use super::*;
use crate::generate::certificate_check::{self, CertificateError};
use crate::generate::grids::random_solution;
use crate::generate::random::Random;
use crate::generate::{Plan, Unwatched, generate};
use crate::grid::{Puzzle, Shape, parse_patterns};
use crate::logic::{AnyClosure, Order};

const RING: &str = "...xxx....xxxxxxx..xx...xx.xx.....xxxx.....xxxx.....xx.xx...xx..xxxxxxx....xxx...";
/// The clues of a 2x3 puzzle that needs an X-wing.
const NEEDS_X_WING: &str = ".1..3.3..4..12...3..32..53.1.6..135.";
/// All cells but those of a box.
const BOX: &str = "...xxxxxx...xxxxxx...xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

fn pattern(text: &str) -> Pattern {
    let shape = if text.len() == 36 { Shape::new(2, 3).expect("a shape") } else { Shape::NINE };
    let text: String = text.chars().map(|sign| if sign == '.' { '.' } else { 'x' }).collect();
    parse_patterns(shape, &text).expect("a pattern").remove(0)
}

fn request(text: &str, order: &str) -> Request {
    Request::in_order(pattern(text), order.parse::<Order>().expect("an order"))
}

#[track_caller]
fn check_parts(text: &str, expected: &[usize]) {
    let sizes: Vec<usize> = parts(&pattern(text)).iter().map(CellSet::len).collect();
    assert_eq!(sizes, expected);
}

#[test]
fn patterns_fall_into_parts() {
    check_parts(RING, &[20, 21]);
    check_parts(BOX, &[9]);
    check_parts(&"x".repeat(81), &[]);
    check_parts(&".".repeat(81), &[81]);
    // The tree: three cells of a box in one row, which is open in two other boxes; and r9c4 with them in column 4.
    check_parts("....x.......xxx.....xxxxx.....xxx.....xxxxx...xxxxxxx.xxxxxxxxx....x.......xxx...", &[40, 4]);
}

/// What the strategies leave in the cells of a part does not depend on whether all other cells are given.
#[test]
fn parts_do_not_influence_each_other() {
    let ring = pattern(RING);
    let mut random = Random::new(3, 1);
    for _ in 0..100 {
        let grid = random_solution(&Puzzle::empty(Shape::NINE), &mut random, &Unwatched).expect("a grid");
        for strategies in ["paper", "paper,naked-pair,hidden-pair", "paper,x-wing,swordfish", "basic"] {
            let strategies: StrategySet = strategies.parse().expect("strategies");
            let together = AnyClosure::of(&grid.masked(&ring), strategies);
            for part in parts(&ring) {
                let given = Pattern::new(Shape::NINE, Shape::NINE.cells().filter(|&cell| !part.contains(cell)));
                let alone = AnyClosure::of(&grid.masked(&given), strategies);
                assert!(part.iter().all(|cell| together.marks(cell) == alone.marks(cell)), "{grid} {strategies}");
            }
        }
    }
}

#[track_caller]
fn check_fitting(text: &str, order: &str, expected: bool) {
    assert_eq!(is_fitting(&request(text, order)), expected, "{text} {order}");
}

#[test]
fn only_a_last_required_fish_is_looked_at() {
    check_fitting(RING, "paper,+x-wing", true);
    check_fitting(RING, "full-house,paper,naked-pair,hidden-pair,+x-wing", true);
    check_fitting(RING, "paper,x-wing,+swordfish", true);
    check_fitting(RING, "paper,x-wing", false);
    check_fitting(RING, "singles,+x-wing", false);
    check_fitting(RING, "paper,+x-wing,swordfish", false);
    check_fitting(RING, "paper,+swordfish", false);
    check_fitting(RING, "paper,naked-triple,+x-wing", false);
    check_fitting(RING, "paper,skyscraper,+x-wing", false);
    check_fitting(&".".repeat(81), "paper,+x-wing", false);
    assert!(is_promising(&request(RING, "paper,+x-wing")));
    assert!(!is_promising(&request(BOX, "paper,+x-wing")), "there is nothing to cut");
}

fn refuted(request: &Request) -> Parts {
    match refute(request, MOST_STEPS, &Unwatched) {
        Told::Refuted(Certificate::Parts(proof)) => proof,
        told => panic!("{told:?}"),
    }
}

#[track_caller]
#[allow(clippy::needless_pass_by_value, reason = "expectations read better without a reference")]
fn check_claim(request: &Request, proof: &Parts, expected: Result<(), CertificateError>) {
    assert_eq!(certificate_check::check(request, &Certificate::Parts(proof.clone()), &Unwatched), expected);
}

#[test]
fn the_ring_needs_no_x_wing() {
    let ring = request(RING, "paper,+x-wing");
    let proof = refuted(&ring);
    let text = Certificate::Parts(proof.clone()).text(&ring).expect("a proof to read");
    assert!(text.contains("; X-wing needed:\n") && text.contains("parts of 20 and 21 cells"), "{text}");
    assert!(text.contains("\nPart 1: r1c1 r1c2 r1c3 r1c7") && text.contains("other strategies do.\n"), "{text}");
    check_claim(&ring, &proof, Ok(()));
    // The same of less, and of what was not asked.
    check_claim(&request(RING, "paper,x-wing"), &proof, Err(CertificateError::Strategies));
    check_claim(&request(RING, "paper,+x-wing,swordfish"), &proof, Err(CertificateError::Strategies));
    check_claim(&request(RING, "singles,+x-wing"), &proof, Err(CertificateError::Strategies));
    check_claim(&request(BOX, "paper,+x-wing"), &proof, Err(CertificateError::Parts));
    let changed = |change: &dyn Fn(&mut Parts)| {
        let mut proof = proof.clone();
        change(&mut proof);
        proof
    };
    // Cells that do not belong together, and cells that are left out.
    let moved = |proof: &mut Parts| {
        let cell = proof.parts[0].cells.iter().next().expect("cells");
        proof.parts[0].cells.remove(cell);
        proof.parts[1].cells.insert(cell);
    };
    check_claim(&ring, &changed(&moved), Err(CertificateError::Parts));
    check_claim(&ring, &changed(&|proof| drop(proof.parts.pop())), Err(CertificateError::Parts));
    check_claim(&ring, &changed(&|proof| proof.parts[0].fish.clear()), Err(CertificateError::Fish));
    check_claim(&ring, &changed(&|proof| proof.parts[0].symmetries.clear()), Err(CertificateError::Fish));
    let swapped = |proof: &mut Parts| proof.parts[0].symmetries[0].swap(0, 1);
    check_claim(&ring, &changed(&swapped), Err(CertificateError::Symmetry));
}

#[test]
fn a_fish_that_is_needed_is_not_refuted() {
    let request = request(NEEDS_X_WING, "paper,+x-wing");
    assert!(is_fitting(&request));
    assert!(matches!(refute(&request, u64::MAX, &Unwatched), Told::Nothing));
    // The same as a claim.
    let parts: Vec<Part> = parts(&request.pattern)
        .into_iter()
        .map(|cells| {
            let alone = question_of_part(&request, &cells);
            let fish = fish_places(&alone, StrategyId::XWing, &cells, &Unwatched).expect("not many");
            Part { cells, symmetries: Vec::new(), fish }
        })
        .collect();
    let reason = Reason { sentence: String::new(), cells: CellSet::EMPTY };
    let proof = Parts { reason, fish: StrategyId::XWing, parts };
    check_claim(&request, &proof, Err(CertificateError::Exhaustion));
}

#[test]
fn a_part_without_fish_is_refuted_at_once() {
    let request = request(BOX, "paper,+x-wing");
    let proof = refuted(&request);
    assert!(proof.parts.iter().all(|part| part.fish.is_empty()));
    check_claim(&request, &proof, Ok(()));
    let outcome = generate(&request, &Plan::new(Method::Exact), &Unwatched);
    let Outcome::Impossible(impossible) = outcome else { panic!("{outcome:?}") };
    assert_eq!(impossible.method(), Method::Exact);
    assert_eq!(impossible.reason().sentence, "No filling of the open cells needs X-wing (0 cases).");
}

/// Stops at once.
struct Stopped;

impl Watch for Stopped {
    fn should_stop(&self) -> bool {
        true
    }
}

#[test]
fn budgets_and_stops_are_kept() {
    let request = request(RING, "paper,+x-wing");
    assert!(matches!(refute(&request, 1_000, &Unwatched), Told::OutOfBudget));
    assert!(verdict(&request, 1_000, &Unwatched).is_err());
    assert!(matches!(refute(&request, u64::MAX, &Stopped), Told::Stopped));
}

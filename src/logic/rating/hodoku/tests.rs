use super::*;
use crate::grid::Digit;
use std::collections::BTreeSet;

/// Puzzles with level and score, and techniques without which these were others. They are random puzzles of our own,
/// and the figures are ours: they hold what `tests/ratings.rs` compared with HoDoKu's own figures on reference data.
const PUZZLES: &str = include_str!("../hodoku.txt");

/// A puzzle that comes to a Sue de Coq has no figure; none of 190 000 random puzzles needs the other.
const WITHOUT_A_PUZZLE: [&str; 2] = ["sue-de-coq", "avoidable-rectangle-2/bivalue"];

fn name((id, form, ..): Technique) -> String {
    match form {
        Form::Any => id.name().to_owned(),
        form => format!("{}/{form:?}", id.name()).to_lowercase(),
    }
}

/// A line is `puzzle level score techniques`; the answer is the techniques.
#[track_caller]
fn check_line(line: &str) -> Vec<String> {
    let [puzzle, level, score, names] = line.splitn(4, ' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
    let puzzle: Puzzle = puzzle.parse().expect("puzzle");
    let rating = hodoku_rating(&puzzle).expect("a rating");
    assert_eq!(format!("{} {}", rating.level.name(), rating.score), format!("{level} {score}"), "{line}");
    let by = |techniques: &[Technique]| by_techniques(&puzzle, techniques, MOST_PATHS, &mut NegativeCache::default());
    if names == "singles" {
        assert_eq!(by(&[]), Some(rating), "{line}");
        return Vec::new();
    }
    for without in names.split(", ") {
        let others: Vec<Technique> = ORDER.into_iter().filter(|&technique| name(technique) != without).collect();
        assert_eq!(others.len(), ORDER.len() - 1, "{without}: {line}");
        assert_ne!(by(&others), Some(rating), "{without}: {line}");
    }
    names.split(", ").map(str::to_owned).collect()
}

#[test]
fn puzzles_have_their_figures_and_cover_every_technique() {
    let needed: Vec<Vec<String>> = PUZZLES.lines().filter(|line| !line.starts_with('#')).map(check_line).collect();
    let mut covered: BTreeSet<String> = needed.iter().flatten().cloned().collect();
    for missing in WITHOUT_A_PUZZLE {
        assert!(covered.insert(missing.to_owned()), "{missing} has a puzzle");
    }
    assert_eq!(covered, ORDER.into_iter().map(name).collect());
    assert!(needed.len() >= 50);
    assert!(needed.iter().any(Vec::is_empty), "one by singles alone");
}

/// HoDoKu's choice among several steps is not known, and some of them lead to other figures than the rest.
#[test]
fn paths_that_differ_give_no_figure() {
    for puzzle in [
        "7..6.........3.9.81..5..2.7...14.5..25........8.9.6....4...7...8......41..6......",
        "1.3..9..5.4.......5..1.......7.5.4..6.....7.....9.7..1.6....8.29.8.346...2..8...4",
    ] {
        assert_eq!(hodoku_rating(&puzzle.parse().expect("puzzle")), None, "{puzzle}");
    }
}

#[test]
fn each_strategy_has_a_score_or_is_known_to_have_none() {
    // Those that HoDoKu does not have, and those that it looks for in ways that are not known well enough.
    let without: StrategySet =
        "law-of-leftovers-2,law-of-leftovers-3,law-of-leftovers-4,common-peer-elimination,unique-loop,aic,\
         grouped-aic,als-xz,als-xy-wing,als-aic,forcing-chain,\
         franken-x-wing,finned-franken-x-wing,franken-swordfish,finned-franken-swordfish,franken-jellyfish,\
         finned-franken-jellyfish,mutant-x-wing,finned-mutant-x-wing,mutant-swordfish,finned-mutant-swordfish,\
         mutant-jellyfish,finned-mutant-jellyfish,death-blossom,bug-type-2,bug-type-3,bug-type-4,\
             aligned-pair-exclusion,aligned-triplet-exclusion,junior-exocet,sk-loop,\
             multi-sector-locked-set,template,kraken-fish,forcing-net,lp-elimination"
            .parse()
            .expect("names");
    let singles = [StrategyId::FullHouse, StrategyId::NakedSingle, StrategyId::HiddenSingle];
    let with: StrategySet = ORDER.iter().map(|&(id, ..)| id).chain(singles).collect();
    assert_eq!(StrategySet::ALL.difference(with.union(without)), StrategySet::EMPTY, "neither rated nor listed");
    assert_eq!(with.intersection(without), StrategySet::EMPTY, "rated and listed as not rated");
    let collected: StrategySet = COLLECTED.iter().map(|&(id, _)| id).collect();
    assert!(collected.is_subset(with), "collected, but not rated: {}", collected.difference(with));
}

/// A board without clues whose open cells hold these candidates, as in `r1c1 12, r1c2 13`; all others lack the digits 1 to 4.
fn board_of(cells: &str) -> Board {
    let shape = Shape::NINE;
    let candidates: Vec<(&str, &str)> =
        cells.split(", ").map(|cell| cell.split_once(' ').expect("a cell and its candidates")).collect();
    Board::with_marks(&Puzzle::empty(shape), |cell| {
        let listed = candidates.iter().find(|(name, _)| *name == shape.cell_name(cell));
        listed.map_or("56789", |(_, digits)| *digits).chars().filter_map(Digit::from_char).collect()
    })
}

/// Rank of each step of a strategy in HoDoKu's order, and what it rules out.
#[track_caller]
fn check_order(id: StrategyId, cells: &str, expected: &[&str]) {
    let board = board_of(cells);
    let mut steps = Vec::new();
    let _ = find_noting(&board, id.into(), &mut StrategySet::EMPTY.clone(), &mut |step| {
        let ruled_out: Vec<String> = step.eliminated().iter().map(|c| c.eliminated_name(Shape::NINE)).collect();
        steps.push((rank(&board, &step).expect("a rank"), ruled_out.join(" ")));
        ControlFlow::Continue(())
    });
    steps.sort();
    let lines: Vec<String> = steps.iter().map(|(rank, ruled_out)| format!("{rank:?} {ruled_out}")).collect();
    assert_eq!(lines, expected);
}

#[test]
fn rectangles_come_by_corner_neighbour_and_line() {
    // By the first corner with two digits, then by its neighbour in the box.
    check_order(
        StrategyId::UniqueRectangle1,
        "r1c1 12, r2c1 12, r1c4 12, r2c4 123, r1c2 12, r4c1 12, r4c2 123, r7c8 34, r8c8 34, r7c3 34, r8c3 345",
        &["[0, 1, 3, 0] r4c2<>1 r4c2<>2", "[0, 9, 3, 0] r2c4<>1 r2c4<>2", "[56, 65, 7, 0] r8c3<>3 r8c3<>4"],
    );
    // Then by the line of the other two, which is a row where the two stand in a row, and a column otherwise.
    check_order(
        StrategyId::UniqueRectangle1,
        "r1c1 12, r1c2 12, r4c1 12, r4c2 123, r7c1 123, r7c2 12",
        &["[0, 1, 3, 0] r4c2<>1 r4c2<>2", "[0, 1, 6, 0] r7c1<>1 r7c1<>2"],
    );
    check_order(
        StrategyId::UniqueRectangle1,
        "r1c1 12, r2c1 12, r1c4 123, r2c4 12, r1c7 12, r2c7 123",
        &["[0, 9, 3, 0] r1c4<>1 r1c4<>2", "[0, 9, 6, 0] r2c7<>1 r2c7<>2"],
    );
}

/// Which of these steps come first.
#[track_caller]
fn check_first(steps: &[&str], expected: &[&str]) {
    let cells = || Shape::NINE.cells();
    let all: Vec<Candidate> =
        cells().flat_map(|cell| (1..=9).map(move |digit| Candidate::new(cell, Digit::new(digit)))).collect();
    let candidate = |name: &str| *all.iter().find(|c| c.eliminated_name(Shape::NINE) == name).expect("a candidate");
    let step = |text: &&str| text.split(' ').map(candidate).collect::<Deletions>();
    let first = sorted_first(steps.iter().map(step).collect());
    assert_eq!(first, expected.iter().map(step).collect::<Vec<_>>());
}

#[test]
fn the_first_step_has_most_candidates_and_the_lowest_sum() {
    check_first(&["r1c1<>1", "r9c8<>9 r9c9<>9", "r1c2<>1"], &["r9c8<>9 r9c9<>9"]);
    // Cells count from 0 and digits from 1; the second cell counts 81 times.
    check_first(&["r1c2<>1 r1c9<>1", "r1c1<>1 r1c9<>1"], &["r1c1<>1 r1c9<>1"]);
    check_first(&["r1c2<>1 r1c9<>1", "r1c3<>1 r1c8<>1"], &["r1c3<>1 r1c8<>1"]);
    check_first(&["r1c2<>5 r1c9<>1", "r1c3<>4 r1c9<>1", "r1c4<>4 r1c9<>1"], &["r1c2<>5 r1c9<>1", "r1c3<>4 r1c9<>1"]);
}

/// The rating needs so many paths to be compared: with fewer there is none.
#[track_caller]
fn check_paths(puzzle: &str, expected: usize) {
    let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
    let with_at_most = |n| by_techniques(&puzzle, &ORDER, n, &mut NegativeCache::default());
    assert_eq!((0..=MOST_PATHS).find(|&n| with_at_most(n).is_some()), Some(expected));
}

/// Paths that meet again are rated once, but count as often as they are met (also counted without keeping any).
#[test]
fn paths_count_as_often_as_they_are_met() {
    check_paths("91........6.34..8.2......9.....1.34...4.8..61.............235.......5..4.7...46..", 7);
    check_paths("6.....8...9.137.......4.....3....25........18...9.......4.2.....2179.4....8..1..2", 6);
    check_paths("1..2...4.....6.....57....8.8..5..9.....7.2.3.9..6.4..7.3.15...........134.9....7.", 7);
    check_paths(".8.7..5...752..8..6.......9.68..1...9.......4..4...7.5....6...32.....9..8...34...", 31);
}

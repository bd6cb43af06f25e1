use super::*;
use crate::grid::Digit;
use std::collections::BTreeSet;

/// Puzzles with level and score, and techniques without which these were others. They are random puzzles of our own,
/// and the figures are ours: they hold what `tests/ratings.rs` compared with HoDoKu's own figures on reference data.
const PUZZLES: &str = include_str!("../hodoku.txt");

/// None of 13 500 random puzzles needs these.
const WITHOUT_A_PUZZLE: [&str; 3] = ["franken-x-wing", "franken-swordfish", "finned-franken-x-wing"];

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
        "...1.6.........4..8.9.2..1.69..85..72.........3....9.61.....89..8...957....5....2",
        "....2.....5.....14...4..6...83.9...7..2.....5.475.3.....89..1.........7..9.7.432.",
    ] {
        assert_eq!(hodoku_rating(&puzzle.parse().expect("puzzle")), None, "{puzzle}");
    }
}

#[test]
fn each_strategy_has_a_score_or_is_known_to_have_none() {
    // Those that HoDoKu does not have, and those that are off by default there.
    let without: StrategySet =
        "law-of-leftovers-2,law-of-leftovers-3,law-of-leftovers-4,common-peer-elimination,unique-loop,\
         franken-jellyfish,finned-franken-jellyfish,mutant-x-wing,finned-mutant-x-wing,mutant-swordfish,finned-mutant-swordfish,\
         mutant-jellyfish,finned-mutant-jellyfish,death-blossom,bug-type-2,bug-type-3,bug-type-4,\
             aligned-pair-exclusion,aligned-triplet-exclusion,junior-exocet,sk-loop,\
             multi-sector-locked-set,template,kraken-fish,lp-elimination"
            .parse()
            .expect("names");
    let singles = [StrategyId::FullHouse, StrategyId::NakedSingle, StrategyId::HiddenSingle];
    let with: StrategySet = ORDER.iter().map(|&(id, ..)| id).chain(singles).collect();
    assert_eq!(StrategySet::ALL.difference(with.union(without)), StrategySet::EMPTY, "neither rated nor listed");
    assert_eq!(with.intersection(without), StrategySet::EMPTY, "rated and listed as not rated");
    let collected: StrategySet = COLLECTED.iter().map(|&(id, _)| id).collect();
    assert!(collected.is_subset(with), "collected, but not rated: {}", collected.difference(with));
    let searched: StrategySet = StrategySet::ALL.iter().filter(|&id| search_of(id).is_some()).collect();
    assert!(searched.is_subset(with.difference(collected)), "{searched}");
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
    check_paths("......5..3...26.9.....1...4.7.3......19..2.4.6.....98.....91.....2..4.1.7...3...8", 2);
    check_paths(".........6.5.9.....7.4..6..4.6.1.7..59......2..3.7..8......14..819.6........8....", 3);
    check_paths("...24.31....7....5..1..6..4.7....8...32.8.........7.5.3..51.6...8.6....7.9.......", 2);
}

/// What a search does where these cells alone are open, with these candidates, as in `r1c1 12, r1c2 13`; `-` if nothing.
#[track_caller]
fn check_search(id: StrategyId, cells: &str, expected: &str) {
    let shape = Shape::NINE;
    let mut marks = Marks { of_cell: [0; 81], places: [0; 9] };
    for (name, digits) in cells.split(", ").map(|cell| cell.split_once(' ').expect("a cell and its candidates")) {
        let cell = shape.cells().find(|&cell| shape.cell_name(cell) == name).expect("a cell").index();
        for digit in digits.chars().filter_map(Digit::from_char) {
            marks.of_cell[cell] |= 1 << digit.index();
            marks.places[digit.index()] |= 1 << cell;
        }
    }
    let search = search_of(id).expect("a search of HoDoKu's own");
    assert_eq!(search(&marks).map_or("-".to_owned(), |step| shown(&step)), expected, "{cells}");
}

fn shown(step: &Move) -> String {
    let shape = Shape::NINE;
    match step {
        Move::Place(candidate) => format!("{}={}", shape.cell_name(candidate.cell), candidate.digit.value()),
        Move::RuleOut(candidates) => candidates.iter().map(|c| c.eliminated_name(shape)).collect::<Vec<_>>().join(" "),
    }
}

#[test]
fn of_nice_loops_the_one_that_rules_out_most_comes_first() {
    // r1c5 or r5c1 has the 3.
    let wing = "r1c1 12, r1c5 23, r5c1 13, r5c5 345, r7c5 345, r8c5 345, r9c5 345, r5c7 345, r5c8 345, r5c9 345";
    check_search(StrategyId::Aic, wing, "r5c5<>3");
    // r7c1 or r8c8 has the 8.
    let further = "r7c7 67, r8c8 68, r7c1 78, r7c9 89, r8c2 89";
    check_search(StrategyId::Aic, &format!("{wing}, {further}"), "r7c9<>8 r8c2<>8");
}

#[test]
fn groups_of_cells_are_links_as_well() {
    // The 1 is in r1c1 or r1c2, or else in r1c9, hence not in r9c9, but in r9c2.
    let cells = "r1c1 12, r1c2 13, r1c9 14, r9c9 15, r9c2 16, r2c2 17, r3c3 19, r5c2 18";
    check_search(StrategyId::Aic, cells, "-");
    check_search(StrategyId::GroupedAic, cells, "r2c2<>1");
}

#[test]
fn sue_de_coq_may_use_further_digits() {
    let check = |cells: &str, expected: &str| check_search(StrategyId::SueDeCoq, cells, expected);
    let four_digits = "r1c1 1234, r1c2 1234, r2c3 34, r1c7 125, r3c3 345";
    check(&format!("{four_digits}, r1c5 12"), "r3c3<>3 r3c3<>4 r1c7<>1 r1c7<>2");
    check(&format!("{four_digits}, r1c5 126, r1c6 126"), "r3c3<>3 r3c3<>4 r1c7<>1 r1c7<>2");
    check(&format!("{four_digits}, r1c5 126, r1c6 127"), "-");
    // The crossing has one digit more than cells only.
    check("r1c1 123, r1c2 123, r1c5 12, r2c3 34, r1c7 125, r3c3 345", "-");
}

#[test]
fn almost_locked_sets_are_linked_in_their_order() {
    // Sets 12, 23 and 14, 34, of which not both can have the 1: one of them has the 3.
    check_search(StrategyId::AlsXz, "r1c1 12, r1c2 23, r5c1 14, r5c5 34, r1c5 356, r5c2 367", "r1c5<>3 r5c2<>3");
    check_search(StrategyId::AlsXyWing, "r1c1 12, r1c5 23, r5c1 13, r5c5 345, r9c5 345, r5c9 345", "r5c5<>3");
    check_search(StrategyId::AlsAic, "r1c1 15, r1c5 12, r5c5 23, r5c9 34, r9c9 45, r9c1 567", "r9c1<>5");
    // Like the last one, but the chain does not go down the list of sets.
    check_search(StrategyId::AlsAic, "r5c1 15, r1c1 12, r1c5 23, r9c5 34, r9c9 45, r5c9 567", "-");
}

/// Along the way through each puzzle, no step of any technique is against the solution.
#[test]
fn steps_keep_the_solution() {
    let mut n_found = 0;
    for line in PUZZLES.lines().filter(|line| !line.starts_with('#')) {
        let puzzle: Puzzle = line.split(' ').next().expect("a puzzle").parse().expect("a puzzle");
        let solution = crate::logic::solutions(&puzzle, 1).pop().expect("a solution");
        let mut state =
            SinglesBoard { board: Board::with_clues_of(&puzzle), naked: Queue::new(), hidden: Queue::new() };
        for (cell, digit) in puzzle.clues() {
            state.place(Candidate::new(cell, digit));
        }
        let mut absent = NegativeCache::default();
        let mut walk = Walk { techniques: &ORDER, absent: &mut absent, n_left: 0, forks: 0, rated: Vec::new() };
        while !state.board.is_solved() {
            if let Some((candidate, _)) = state.single() {
                state.place(candidate);
                continue;
            }
            let mut next = None;
            for (id, form, ..) in ORDER {
                for step in walk.steps(&state.board, id, form, &mut StrategySet::EMPTY.clone()).expect("known steps") {
                    n_found += 1;
                    let holds = |c: &Candidate| solution.get(c.cell) == Some(c.digit);
                    let agrees = match &step {
                        Move::Place(candidate) => holds(candidate),
                        Move::RuleOut(candidates) => !candidates.iter().any(holds),
                    };
                    let has_effect = match &step {
                        Move::Place(candidate) => state.board.value(candidate.cell).is_none(),
                        Move::RuleOut(candidates) => candidates.iter().all(|&c| state.board.has(c)),
                    };
                    assert!(agrees && has_effect, "{}: {} in {line}", id.name(), shown(&step));
                    next = next.or(Some(step));
                }
            }
            state.carry_out(&next.expect("a step"));
        }
    }
    assert!(n_found > 1000, "{n_found}");
}

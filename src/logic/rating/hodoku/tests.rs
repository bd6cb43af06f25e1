use super::*;
use crate::grid::Digit;
use std::collections::BTreeSet;

/// Puzzles with level and score, and techniques without which these were others. They are random puzzles of our own,
/// and the figures are ours: they hold what `tests/ratings.rs` compares with HoDoKu's own figures on reference data, and
/// `scripts/hodoku` with those of another program.
const PUZZLES: &str = include_str!("../hodoku.txt");

/// None of 70 000 random puzzles needs these.
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
    let by = |techniques: &[Technique]| by_techniques(&puzzle, techniques, &mut NegativeCache::default());
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
    let searched = StrategySet::ALL.iter().filter(|&id| search_of(id).is_some() || franken::size(id).is_some());
    let searched: StrategySet = searched.collect();
    assert!(searched.is_subset(with), "{searched}");
    assert!(WIDER.iter().all(|&id| search_of(id).is_some()));
}

/// Which of these steps come first.
#[track_caller]
fn check_first(steps: &[&str], expected: &[&str]) {
    let cells = || Shape::NINE.cells();
    let all: Vec<Candidate> =
        cells().flat_map(|cell| (1..=9).map(move |digit| Candidate::new(cell, Digit::new(digit)))).collect();
    let candidate = |name: &str| *all.iter().find(|c| c.eliminated_name(Shape::NINE) == name).expect("a candidate");
    let step = |text: &&str| text.split(' ').map(candidate).collect::<Deletions>();
    let mut first: Vec<Deletions> = steps.iter().map(step).collect();
    let rank = first.iter().map(sorting_rank).min();
    first.retain(|step| Some(sorting_rank(step)) == rank);
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

/// What a search does where these cells alone are open, with these candidates, as in `r1c1 12, r1c2 13`; `-` if nothing.
/// In `r1c1 12-3` the 3 was ruled out by another step than a placed digit.
#[track_caller]
fn check_search(id: StrategyId, cells: &str, expected: &str) {
    let shape = Shape::NINE;
    let mut marks = Marks { of_cell: [0; 81], places: [0; 9], unseen: [0; 9] };
    for (name, digits) in cells.split(", ").map(|cell| cell.split_once(' ').expect("a cell and its candidates")) {
        let cell = shape.cells().find(|&cell| shape.cell_name(cell) == name).expect("a cell").index();
        let (here, lost) = digits.split_once('-').unwrap_or((digits, ""));
        for digit in here.chars().filter_map(Digit::from_char) {
            marks.of_cell[cell] |= 1 << digit.index();
            marks.places[digit.index()] |= 1 << cell;
        }
        for digit in here.chars().chain(lost.chars()).filter_map(Digit::from_char) {
            marks.unseen[digit.index()] |= 1 << cell;
        }
    }
    let found = match (search_of(id), franken::size(id)) {
        (Some(search), _) => search(&marks, id),
        (None, Some((n_bases, has_fins))) => rule_out(franken::first(&marks, n_bases, has_fins)),
        (None, None) => panic!("{} has no search of HoDoKu's own", id.name()),
    };
    let found: Vec<String> = found.iter().map(shown).collect();
    assert_eq!(if found.is_empty() { "-".to_owned() } else { found.join(" | ") }, expected, "{cells}");
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
    // Both sets hold a 5, which then is in no other cell of the line or the box.
    check("r1c1 1234, r1c2 1234, r1c7 15, r1c8 15, r2c1 25, r2c2 25, r1c9 567, r3c3 578", "r3c3<>5 r1c9<>5");
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
        let mut state = SinglesBoard::of(&puzzle);
        while !state.board.is_solved() {
            if let Some((candidate, _)) = state.single() {
                state.place(candidate);
                continue;
            }
            let mut next = None;
            for technique in ORDER {
                let found = super::next(&state.board, &[technique], &mut NegativeCache::default());
                for step in found.map(|(steps, ..)| steps).unwrap_or_default() {
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
                    assert!(agrees && has_effect, "{}: {} in {line}", name(technique), shown(&step));
                    next = next.or(Some(step));
                }
            }
            state.carry_out(&next.expect("a step"));
        }
    }
    assert!(n_found > 1000, "{n_found}");
}

#[test]
fn remote_pairs_go_on_after_the_first_conclusion() {
    let check = |cells: &str, expected: &str| check_search(StrategyId::RemotePair, cells, expected);
    let four = "r1c1 12, r1c5 12, r5c5 12, r5c9 12, r1c9 123, r2c9 124";
    check(four, "r1c9<>1 r1c9<>2");
    // Two further cells: the ends see r8c1, the first and the fourth r1c9.
    check(&format!("{four}, r8c9 12, r8c3 12, r8c1 125"), "r1c9<>1 r8c1<>1 r1c9<>2 r8c1<>2");
    // The ends must rule out the digit with which the chain begins, here the 2.
    check("r1c1 12, r1c5 12, r5c5 12, r5c9 12, r1c9 23", "r1c9<>2");
    check("r1c1 12, r1c5 12, r5c5 12, r1c9 123", "-");
}

#[test]
fn chains_do_not_come_back_to_a_cell() {
    let check = |cells: &str, expected: &str| check_search(StrategyId::XyChain, cells, expected);
    check("r1c1 12, r1c5 23, r5c5 13, r5c1 145", "r5c1<>1");
    // From the 1 of r1c1 by 2, 3 and 4 back to its 2: it holds the 1, but that is no XY-chain. A shorter one rules out less.
    check("r1c1 12, r1c5 23, r2c6 34, r2c2 24, r9c1 156, r8c1 157", "r1c1<>2");
    // An X-chain may close: the 1 is in r1c1, as otherwise it is in r1c2 and in r2c1.
    let closed = "r1c1 12, r1c2 13, r2c1 14, r3c3 15, r2c8 16, r2c9 17, r8c2 18, r9c2 19";
    check_search(StrategyId::TurbotFish, closed, "r1c2<>1 r2c1<>1 r3c3<>1");
}

#[test]
fn of_chains_with_one_rank_that_with_the_lowest_cell_comes_first() {
    // The 1 of r5c2 and the 2 of r5c1 can go; cell and digit add up to the same.
    let ruled_out = "r5c1 278, r5c2 178, r5c8 26, r5c9 14";
    check_search(StrategyId::XyChain, &format!("{ruled_out}, r1c2 13, r1c9 34, r9c1 25, r9c8 56"), "r5c2<>1");
    check_search(StrategyId::XyChain, &format!("{ruled_out}, r9c2 13, r9c9 34, r1c1 25, r1c8 56"), "r5c1<>2");
}

#[test]
fn rectangles_may_lack_a_digit_that_another_step_ruled_out() {
    let check = |id: StrategyId, cells: &str, expected: &str| check_search(id, cells, expected);
    let roof = "r1c1 12, r2c1 12, r1c4 123";
    check(StrategyId::UniqueRectangle1, &format!("{roof}, r2c4 1-2"), "r1c4<>1 r1c4<>2");
    check(StrategyId::UniqueRectangle1, &format!("{roof}, r2c4 1"), "-");
    // The first corner with two digits counts, then its neighbour in the box, then the line of the other two.
    let three = "r1c1 12, r2c1 12, r1c4 12, r2c4 123, r1c2 12, r4c1 12, r4c2 123";
    check(StrategyId::UniqueRectangle1, three, "r4c2<>1 r4c2<>2");
    check(StrategyId::UniqueRectangle1, "r1c1 12, r1c2 12, r4c1 12, r4c2 123, r7c1 123, r7c2 12", "r4c2<>1 r4c2<>2");
}

#[test]
fn extra_digits_of_a_rectangle() {
    let floor = "r1c1 12, r1c4 12";
    check_search(StrategyId::UniqueRectangle2, &format!("{floor}, r2c1 123, r2c4 123, r2c9 34"), "r2c9<>3");
    check_search(StrategyId::UniqueRectangle5, &format!("{floor}, r2c1 123, r2c4 123, r2c9 34"), "-");
    check_search(
        StrategyId::UniqueRectangle5,
        "r1c1 12, r2c1 123, r1c4 123, r2c4 12, r1c2 34, r2c5 35",
        "r1c2<>3 r2c5<>3",
    );
    // Five cells that lack 1 and 2 make a subset with the roof.
    let five = "r2c2 34, r2c3 45, r2c5 56, r2c6 67, r2c7 78";
    check_search(
        StrategyId::UniqueRectangle3,
        &format!("{floor}, r2c1 123, r2c4 128, {five}, r2c9 389"),
        "r2c9<>3 r2c9<>8",
    );
    check_search(StrategyId::UniqueRectangle3, &format!("{floor}, r2c1 123, r2c4 128, r2c2 34, r2c9 389"), "-");
}

#[test]
fn rectangles_with_a_digit_that_has_no_other_place() {
    // A roof in a row and a box.
    let four = "r4c1 12, r4c2 12, r1c1 123, r1c2 124";
    check_search(StrategyId::UniqueRectangle4, four, "r1c1<>2 r1c2<>2");
    check_search(StrategyId::UniqueRectangle4, &format!("{four}, r2c3 15, r3c3 15"), "r1c1<>1 r1c2<>1");
    check_search(StrategyId::UniqueRectangle4, &format!("{four}, r2c3 15, r1c9 25"), "-");
    // Opposite corners: all four lines count.
    let six = "r1c1 12, r2c4 12, r1c4 123, r2c1 124";
    check_search(StrategyId::UniqueRectangle6, six, "r1c4<>1 r2c1<>1");
    check_search(StrategyId::UniqueRectangle6, &format!("{six}, r9c4 15"), "r1c4<>2 r2c1<>2");
    check_search(StrategyId::UniqueRectangle6, &format!("{six}, r9c4 15, r1c9 25"), "-");
    // The lines of the opposite corner count.
    let hidden = "r1c1 12, r1c4 123, r2c1 124, r2c4 125";
    check_search(StrategyId::HiddenRectangle, hidden, "r2c4<>2");
    check_search(StrategyId::HiddenRectangle, &format!("{hidden}, r2c9 16, r1c9 16"), "r2c4<>1");
    check_search(StrategyId::HiddenRectangle, &format!("{hidden}, r2c9 16, r9c4 27"), "-");
}

#[test]
fn franken_fish_come_by_digit_and_houses() {
    // Rows 1 and 4 in column 1 and box 1: r1c1, which lies in both of these, goes too.
    let fish = "r1c1 12, r1c2 12, r4c1 13, r5c2 13, r9c1 14, r8c2 14";
    check_search(StrategyId::FrankenXWing, fish, "r1c1<>1 r9c1<>1");
    check_search(StrategyId::FrankenXWing, "r1c1 12", "-");
}

/// Puzzles whose figure would be another if a search differed in one detail.
#[test]
fn details_of_the_searches_decide_figures() {
    #[track_caller]
    fn check(puzzle: &str, expected: &str) {
        let rating = hodoku_rating(&puzzle.parse().expect("puzzle")).expect("a rating");
        assert_eq!(format!("{} {}", rating.level.name(), rating.score), expected, "{puzzle}");
    }
    // Singles are placed four times after an assumption.
    check("26..58......4..8..........99...74..3..4...6....3.2.....15.4...6.3...9.1........27", "Extreme 6154");
    // What a placed digit rules out has that digit as its cause.
    check("4....9..7...48.9..2.....8.6....5.7...3.9.....78..43.....1.3.2.4...298.....7...3.8", "Extreme 6452");
    // Candidates that another step ruled out count as places of a digit.
    check("7.......9..5....2.19...4.......9...1.6.....53.7..58..........68.8...74..9..2...1.", "Extreme 18486");
    // No X-chain comes back to a cell within, nor goes on from where it began.
    check("6.2.......4......11..23...4....2.9...2...3.6.8.6...2....7.46....8.31.......9..54.", "Extreme 2664");
    // Of chains with one rank those count that begin where the first does.
    check(".2............23.5.....5.4.3.....4....8..1.6.....78..2.1.7..8.6.59.6.......8...3.", "Extreme 2682");
    // A nice loop leaves its first cell by its first link and enters it by its last.
    check("...912....8...3..4....5...2..14...9..4...5.2.5.21.9...7.....8..3...6..45.........", "Unfair 1698");
    // What rules out a single candidate is a nice loop, not an AIC.
    check("..13.......8....21.4...9.5....2.1.4......8..53.47........8...3.7...9.........578.", "Extreme 3652");
    // Of a group that a chain comes to, the first cell tells whether it was there before.
    check("....7.9..7....6..5.6.5...........68..2..18...3..2...91...7.12...369......5..4....", "Extreme 4448");
    // A continuous loop rules out nothing in its own cells.
    check("...2.....8..1..29.........35.4....1.7...9.5....6..3..43...8.15......1..7..1..68..", "Extreme 4718");
    // What lies in two bases of a Franken fish is a fin.
    check("....9.6..9..8....7..15...4.3..4...1...57.1....14..5..3.......2...6.4....82....1..", "Extreme 8120");
    // A subset of a rectangle's roof that lies in a line and a box counts in both.
    check("...5...4...1...6.......8.52.5.93.7.......23..3....1..4.983...2.7........145.6....", "Unfair 1674");
    // Four cells are looked at once, even if they are no rectangle for the first pair of digits.
    check("98...4..2.57....6...4.5....7..............78....2..619..3.174..8..9......1..2.5..", "Extreme 4394");
    // A locked pair clears the line before the box.
    check(".8.91...3.....6.9.1....3..6....9....3.47..6....2..4..1258.............5..7.26....", "Extreme 3658");
}

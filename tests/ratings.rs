//! Difficulty figures against those of the programs whose scales they are.

mod common;

use cluesmith::grid::{Shape, parse_puzzles};
use cluesmith::logic::{SeRating, hodoku_rating, se_rating, sukaku_rating};
use common::oracle;

/// `7.1/1.2/1.2`.
fn three(rating: SeRating) -> String {
    let figures = [rating.whole, rating.pearl, rating.diamond];
    figures.map(|tenths| format!("{:.1}", f64::from(tenths) / 10.0)).join("/")
}

#[test]
#[allow(clippy::print_stderr, reason = "the counts are what one runs this for")]
fn figures_agree_with_the_oracle() {
    let Some(text) = oracle("rated-mixed500.tsv") else { return };
    let (mut n_se, mut n_sukaku, mut n_puzzles, mut n_hodoku) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let puzzle = &parse_puzzles(Shape::NINE, fields[0]).expect("puzzle")[0];
        n_puzzles += 1;
        for (scale, rating, expected, n_equal) in [
            ("SE", se_rating(puzzle), fields[7], &mut n_se),
            ("SukakuExplainer", sukaku_rating(puzzle), fields[8], &mut n_sukaku),
        ] {
            let shown = rating.map_or("-".to_owned(), three);
            if shown == expected {
                *n_equal += 1;
            } else {
                wrong.push(format!("{scale} {} {shown} instead of {expected} ({})", fields[0], fields[9]));
            }
        }
        let expected = format!("{} {}", fields[5], fields[6]);
        let shown = hodoku_rating(puzzle).map_or("-".to_owned(), |r| format!("{} {}", r.level.name(), r.score));
        if shown == expected {
            n_hodoku += 1;
        } else {
            wrong.push(format!("HoDoKu {} {shown} instead of {expected}", fields[0]));
        }
    }
    eprintln!("SE: {n_se} of {n_puzzles} agree");
    eprintln!("SukakuExplainer: {n_sukaku} of {n_puzzles} agree");
    eprintln!("HoDoKu: {n_hodoku} of {n_puzzles} agree");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Where HoDoKu takes a remote pair, or deletes candidates, in an order that was not ours once.
#[test]
fn hodoku_scores_that_were_wrong() {
    let Some(text) = oracle("hodoku-disagree-35.tsv") else { return };
    let mut n_equal = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [puzzle, level, score, ..] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let puzzle = &parse_puzzles(Shape::NINE, puzzle).expect("puzzle")[0];
        let shown = hodoku_rating(puzzle).map(|rating| format!("{} {}", rating.level.name(), rating.score));
        assert_eq!(shown, Some(format!("{level} {score}")), "{line}");
        n_equal += 1;
    }
    assert_eq!(n_equal, 35);
}

#[test]
fn figures_of_own_puzzles() {
    #[track_caller]
    fn check(shape: &str, puzzle: &str, expected: &str) {
        let shape: Shape = shape.parse().expect("shape");
        let puzzle = &parse_puzzles(shape, puzzle).expect("puzzle")[0];
        let se = se_rating(puzzle).map_or("-".to_owned(), |r| format!("{}/{}/{}", r.whole, r.pearl, r.diamond));
        let hodoku = hodoku_rating(puzzle).map_or("-".to_owned(), |r| format!("{} {}", r.level.name(), r.score));
        assert_eq!(format!("{se}, {hodoku}"), expected);
    }
    check(
        "3x3",
        "5...8...4.4..7..9...8...1...3..2.7..85...7...21..6.8..6...9...7...3..6..1.3...5..",
        "26/12/12, Medium 320",
    );
    check(
        "3x3",
        "9...1...8.2..8..7...1...4...4..2.3..53...4...87..6.5..2...5...4...8..9..7.3...1..",
        "32/12/12, Hard 700",
    );
    // Loops in which three cells have the same further digit.
    check(
        "3x3",
        ".....92.1.8...7.3...6.8.....62..8..38...5...63..6..81.....1.4...2.4...7.7.18.....",
        "46/12/12, Hard 686",
    );
    check(
        "3x3",
        "..8.23..94.26.......65...8.8..1.....3.9...8.6.....6..3.4...53.......81.21..26.9..",
        "50/12/12, Hard 562",
    );
    // The scales are those of programs for 9x9.
    check("2x2", "1.....3..1.....2", "-, -");
    check(
        "3x3",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "107/107/97, Extreme 21342",
    );
}

/// Known puzzles with the figures of Sudoku Explainer that are published.
#[test]
fn figures_of_known_puzzles() {
    #[track_caller]
    fn check(puzzle: &str, expected: [u8; 3]) {
        let puzzle = &parse_puzzles(Shape::NINE, puzzle).expect("puzzle")[0];
        let figures = se_rating(puzzle).map(|rating| [rating.whole, rating.pearl, rating.diamond]);
        assert_eq!(figures, Some(expected));
    }
    // AI Escargot and Easter Monster.
    check("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", [105, 12, 12]);
    check("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1", [116, 116, 108]);
}

//! Tests of themes.

use super::*;
use proptest::prelude::*;

fn shape(text: &str) -> Shape {
    text.parse().expect(text)
}

/// What a theme says of a puzzle; the text of the theme is kept.
#[track_caller]
fn check(theme: &str, puzzle: &str, expected: &str) {
    let puzzle: Puzzle = puzzle.parse().expect(puzzle);
    let parsed = Theme::parse(puzzle.shape(), theme).expect(theme);
    assert_eq!(parsed.text(puzzle.shape()), theme);
    let found = parsed.accepts(&puzzle).map_or_else(|error| error.sentence, |()| "accepted".to_owned());
    assert_eq!(found, expected, "{theme}: {puzzle}");
    assert_eq!(parsed.is_broken(&puzzle.pattern(), &puzzle), expected != "accepted");
}

#[test]
fn constraints_judge_the_clues_in_their_cells() {
    let puzzle = "1.2...3..4.....1";
    check("", puzzle, "accepted");
    check("odd=r1c1,r2c3,r4c4", puzzle, "accepted");
    check("odd=r1c1,r1c3", puzzle, "r1c3=2 breaks the theme \u{201c}odd=r1c1,r1c3\u{201d}");
    // Empty cells do not matter.
    check("even=r1c2,r1c3,r1c4", puzzle, "accepted");
    check("low=r1c1,r1c3", puzzle, "accepted");
    check("high=r2c3,r3c2", puzzle, "accepted");
    check("high=r1c3", puzzle, "r1c3=2 breaks the theme \u{201c}high=r1c3\u{201d}");
    check("digits 124=r1c1,r1c3,r3c2", puzzle, "accepted");
    check("digits 124=r2c3", puzzle, "r2c3=3 breaks the theme \u{201c}digits 124=r2c3\u{201d}");
    check("equal=r1c1,r4c4", puzzle, "accepted");
    check("equal=r1c1,r1c3", puzzle, "r1c1=1 and r1c3=2 break the theme \u{201c}equal=r1c1,r1c3\u{201d}");
    check("different=r1c1,r1c3,r2c3,r3c2", puzzle, "accepted");
    check("different=r1c1,r4c4", puzzle, "r1c1=1 and r4c4=1 break the theme \u{201c}different=r1c1,r4c4\u{201d}");
    check("ascending=r1c1,r1c2,r1c3,r2c3", puzzle, "accepted");
    check("ascending=r1c3,r1c1", puzzle, "r1c1=1 and r1c3=2 break the theme \u{201c}ascending=r1c3,r1c1\u{201d}");
    check("ascending=r1c1,r4c4", puzzle, "r1c1=1 and r4c4=1 break the theme \u{201c}ascending=r1c1,r4c4\u{201d}");
    check("each digit at least 1", puzzle, "accepted");
    check("each digit at most 2; digit 1 exactly 2; each digit 1 to 2", puzzle, "accepted");
    check(
        "digit 1 at most 1",
        puzzle,
        "2 clues have the digit 1, which breaks the theme \u{201c}digit 1 at most 1\u{201d}",
    );
    check(
        "digit 1 exactly 0",
        puzzle,
        "2 clues have the digit 1, which breaks the theme \u{201c}digit 1 exactly 0\u{201d}",
    );
    check(
        "each digit at least 2",
        puzzle,
        "1 clue has the digit 2, which breaks the theme \u{201c}each digit at least 2\u{201d}",
    );
    check(
        "each digit at least 1",
        "1.2...3........1",
        "no clue has the digit 4, which breaks the theme \u{201c}each digit at least 1\u{201d}",
    );
}

#[test]
fn symmetries_map_clues_onto_clues() {
    check("symmetry half-turn complement", "1.2..........3.4", "accepted");
    check("symmetry half-turn any", "1.2..........1.2", "accepted");
    check("symmetry half-turn (1 4)", "1.2..........2.4", "accepted");
    check("symmetry half-turn (1)", "1.2..........2.1", "accepted");
    check("symmetry quarter-turn (1 2 4 3)", "1..2........3..4", "accepted");
    let broken = |text| format!("r1c1=1 breaks the theme \u{201c}{text}\u{201d}");
    check("symmetry half-turn complement", "1.2..........3..", &broken("symmetry half-turn complement"));
    check(
        "symmetry half-turn complement",
        "1.2..........3.1",
        "r1c1=1 and r4c4=1 break the theme \u{201c}symmetry half-turn complement\u{201d}",
    );
    // The digit 1 would have two images.
    check(
        "symmetry half-turn any",
        "1.1..........1.2",
        "r1c1=1, r1c3=1, r4c2=1 and r4c4=2 break the theme \u{201c}symmetry half-turn any\u{201d}",
    );
    check("symmetry band-cycle (1 2)", "1...2...2...1...", "accepted");
}

#[track_caller]
fn check_error(layout: &str, theme: &str, expected: &str) {
    assert_eq!(Theme::parse(shape(layout), theme).map_err(|error| error.to_string()), Err(expected.to_owned()));
}

#[test]
fn errors_say_what_to_write() {
    let unknown = "unknown constraint \"prime=r1c1\": use odd=, even=, low=, high=, digits 135=, equal=, different= or \
                   ascending= and cells; each digit or digit 5, then at least 2, at most 2, exactly 2 or 2 to 3; or \
                   symmetry half-turn complement";
    check_error("3x3", "odd=r1c1; prime=r1c1", unknown);
    check_error("3x3", "nothing", &unknown.replace("prime=r1c1", "nothing"));
    let cell = "is no cell of a grid with 4 rows: use r1c1 to r4c4 (or r1, c1, b1 for a whole row, column or region), \
                with commas between them";
    check_error("2x2", "odd=r1c5", &format!("\"r1c5\" {cell}"));
    check_error("2x2", "odd=", &format!("\"\" {cell}"));
    check_error("2x2", "odd=r0", &format!("\"r0\" {cell}"));
    check_error("2x2", "odd=r+1c1", &format!("\"r+1c1\" {cell}"));
    check_error("2x2", "equal=r1c1,r1c1", "\"equal=r1c1,r1c1\": this constraint needs at least two cells");
    check_error("2x2", "ascending=r1c1,r1c2,r1c1", "\"ascending=r1c1,r1c2,r1c1\": the cell r1c1 comes twice");
    check_error("2x2", "digits 15=r1c1", "\"digits 15=r1c1\": \"5\" is no digit of a grid with 4 rows");
    check_error("2x2", "digit 12 exactly 1", "\"digit 12 exactly 1\": \"12\" is no digit of a grid with 4 rows");
    let number = "write at least K, at most K, exactly K or K to L with numbers from 0 to 4, the smaller one first";
    for text in ["each digit", "each digit at least 5", "digit 1 3 to 2", "each digit exactly -1", "digit 1 about 2"] {
        check_error("2x2", text, &format!("\"{text}\": {number}"));
    }
    check_error(
        "2x2",
        "symmetry spiral any",
        "unknown symmetry \"spiral\": use half-turn, quarter-turn, mirror-horizontal, mirror-vertical, diagonal, \
         anti-diagonal, band-cycle, stack-cycle",
    );
    for text in
        ["symmetry half-turn", "symmetry half-turn (1 2", "symmetry half-turn (1 2)(2 3)", "symmetry half-turn 12"]
    {
        let expected = format!(
            "\"{text}\": after the symmetry say where the digits go: complement (a digit and its image add up to N + \
             1), any, or cycles such as (1 9)(2 8), with each digit once at most"
        );
        check_error("2x2", text, &expected);
    }
    let no_symmetry =
        |name: &str, layout: &str| format!("{name} with these digits is no symmetry of the layout {layout}");
    check_error("2x3", "symmetry quarter-turn any", &no_symmetry("quarter-turn", "2x3"));
    check_error("3x3 non-consecutive", "symmetry half-turn (1 2)", &no_symmetry("half-turn", "3x3 non-consecutive"));
    check_error("4 latin", "symmetry band-cycle any", &no_symmetry("band-cycle", "latin 4x4"));
    check_error(
        "2x2",
        "symmetry half-turn (1 2 3)",
        "half-turn takes each cell back after 2 times, these digits only after 3: use cycles whose lengths divide 2",
    );
}

#[test]
fn whole_houses_are_lists_of_cells() {
    let theme = Theme::parse(shape("2x2"), "odd=r2,c1; even=b4;").expect("a theme");
    assert_eq!(theme.text(shape("2x2")), "odd=r1c1,r2c1,r2c2,r2c3,r2c4,r3c1,r4c1; even=r3c3,r3c4,r4c3,r4c4");
    // Where the middle digit is neither low nor high.
    assert_eq!(
        Theme::parse(Shape::NINE, "digits 1234=r1c1; digits 9876=r1c1").expect("a theme").text(Shape::NINE),
        "low=r1c1; high=r1c1"
    );
    assert!(Theme::parse(shape("3x3 non-consecutive"), "symmetry half-turn complement").is_ok());
    assert!(Theme::parse(shape("2x3"), "symmetry band-cycle (1 2 3)(4 5 6)").is_ok());
}

#[test]
fn a_moved_board_keeps_its_theme() {
    #[track_caller]
    fn check(theme: &str, expected: &str) {
        // A quarter turn clockwise.
        let shape = Shape::NINE;
        let moved = Theme::parse(shape, theme)
            .expect(theme)
            .moved(shape, shape, |cell| shape.cell(shape.col(cell), 8 - shape.row(cell)));
        assert_eq!(moved.text(shape), expected);
    }
    check(
        "odd=r1c1,r1c2; ascending=r1c3,r2c3; each digit at least 2",
        "odd=r1c9,r2c9; ascending=r3c9,r3c8; each digit at least 2",
    );
    check("symmetry half-turn complement", "symmetry half-turn complement");
    check("symmetry mirror-vertical any", "symmetry mirror-horizontal any");
    check("symmetry diagonal (1 2)", "symmetry anti-diagonal (1 2)");
    check("symmetry band-cycle (1 2 3)", "symmetry stack-cycle (1 3 2)");
}

const LAYOUTS: [&str; 6] = ["2x2", "2x3", "3x3", "3x4", "4 regions=AAABCABBCCDBCDDD", "6 latin"];

/// A random constraint of each kind.
fn constraint(shape: Shape, kind: usize, picks: &[usize]) -> ClueConstraint {
    let n = shape.n();
    let at = |i: usize| picks[i % picks.len()];
    let mut cells: Vec<Cell> = Vec::new();
    for i in 0..2 + at(0) % 4 {
        let cell = Cell::from_index(at(i + 1) % shape.n_cells());
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    if cells.len() == 1 {
        cells.push(Cell::from_index((cells[0].index() + 1) % shape.n_cells()));
    }
    let set: CellSet = cells.iter().copied().collect();
    match kind {
        0 => ClueConstraint::Digits {
            digits: DigitSet(1 + (at(7) % (1 << n) as usize).min((1 << n) - 2) as u32),
            cells: set,
        },
        1 => ClueConstraint::Equal(set),
        2 => ClueConstraint::Different(set),
        3 => ClueConstraint::Ascending(cells),
        4 => {
            let least = (at(8) % (n + 1)) as u8;
            let most = [u8::MAX, least, n as u8][at(9) % 3];
            let digit = (at(10) % 2 == 0).then(|| Digit::from_index(at(11) % n));
            ClueConstraint::Count { digit, at_least: least, at_most: most.max(least) }
        }
        _ => {
            let mut images: Vec<Digit> = (0..n).map(Digit::from_index).collect();
            for pair in (0..n / 2).filter(|pair| at(*pair) % 2 == 0) {
                images.swap(pair, n - 1 - pair);
            }
            let digits = [DigitMap::Any, DigitMap::complement(n), DigitMap::Permutation(images)][at(12) % 3].clone();
            let fits = |symmetry: &BoardSymmetry| symmetry.check(shape, &digits).is_ok();
            BoardSymmetry::ALL
                .into_iter()
                .cycle()
                .skip(at(13) % 8)
                .take(8)
                .find(fits)
                .map_or(ClueConstraint::Equal(set), |cells| ClueConstraint::Symmetry { cells, digits })
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn texts_are_read_back(layout in 0..LAYOUTS.len(), kinds in prop::collection::vec(0usize..6, 0..5), picks in prop::collection::vec(0usize..100_000, 20)) {
        let shape = shape(LAYOUTS[layout]);
        let constraints = kinds.iter().enumerate().map(|(i, &kind)| constraint(shape, kind, &picks[i..]));
        let theme = Theme::new(constraints.collect());
        let text = theme.text(shape);
        prop_assert_eq!(Theme::parse(shape, &text), Ok(theme), "{}", text);
    }

    /// Clues that a theme accepts do not break it while some of them are missing.
    #[test]
    fn what_breaks_a_theme_breaks_it_to_the_end(kind in 0usize..6, picks in prop::collection::vec(0usize..100_000, 20), values in prop::collection::vec(0u8..=4, 16), missing in 0u32..1 << 16) {
        let shape = shape("2x2");
        let theme = Theme::new(vec![constraint(shape, kind, &picks)]);
        let puzzle = Puzzle::from_values(shape, &values);
        let mut fewer = puzzle.clone();
        for cell in shape.cells().filter(|cell| missing >> cell.index() & 1 == 1) {
            fewer.set(cell, None);
        }
        prop_assert!(theme.accepts(&puzzle).is_err() || !theme.is_broken(&puzzle.pattern(), &fewer), "{}: {puzzle}, {fewer}", theme.text(shape));
        // Names of digits do not matter where it says so.
        if theme.treats_digits_alike() {
            let renamed: Vec<u8> = values.iter().map(|&value| if value == 0 { 0 } else { value % 4 + 1 }).collect();
            let renamed = Puzzle::from_values(shape, &renamed);
            prop_assert_eq!(theme.accepts(&puzzle).is_ok(), theme.accepts(&renamed).is_ok(), "{}: {}", theme.text(shape), puzzle);
        }
        // What is tied to a clue is what the theme accepts.
        if theme.accepts(&puzzle).is_ok() {
            for tie in theme.ties(&puzzle.pattern()) {
                let digit = puzzle.get(tie.from).expect("a clue");
                prop_assert_eq!(puzzle.get(tie.to), Some(tie.digits[digit.index()]));
            }
        }
    }
}

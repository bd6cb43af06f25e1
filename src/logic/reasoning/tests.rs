use super::*;
use crate::grid::{Puzzle, Shape};
use crate::logic::{StrategySet, all_steps, next_step, picture, pictures};

/// The rows of the reasoning of a strategy's picture, those of branches moved in, headings with their number of rows.
#[track_caller]
fn check(strategy: &str, expected: &[&str]) {
    let strategies: StrategySet = strategy.parse().expect("a strategy");
    let picture = strategies.iter().next().and_then(picture).expect("a picture");
    let step = picture.step().expect("a step");
    let line = |row: &ReasoningRow| {
        let heading = if row.n_within > 0 { format!("({}) ", row.n_within) } else { String::new() };
        format!("{}{heading}{}", "  ".repeat(row.depth), row.sentence.text())
    };
    let rows: Vec<String> = reasoning(&step, &picture.board).iter().map(line).collect();
    assert_eq!(rows, expected);
}

#[test]
fn chains_are_told_link_by_link() {
    check(
        "xy-chain",
        &[
            "If r2c9<>4, then r2c9=5: the cell has no other candidate",
            "If r2c9=5, then r5c9<>5: the cells share column 9",
            "If r5c9<>5, then r5c9=4: the cell has no other candidate",
            "So r2c9=4 or r5c9=4, and therefore r7c9<>4",
        ],
    );
    check(
        "empty-rectangle",
        &[
            "If r5c4<>8, then r5c2=8: row 5 has no other place for 8",
            "If r5c2=8, then no 8 in r1c2, r2c2 and r3c2: the cells share column 2",
            "If no 8 in r1c2, r2c2 and r3c2, then r1c3=8: box 1 has no other place for 8",
            "So r5c4=8 or r1c3=8, and therefore r1c4<>8",
        ],
    );
    check("x-wing", &[]);
}

#[test]
fn digits_that_are_forced_are_told_with_their_causes() {
    check(
        "forcing-chain",
        &[
            "Suppose r6c1=6",
            "Then r6c6=1: because of r6c1=6, the cell has no other candidate",
            "Then r3c6=9: because of r6c6=1, the cell has no other candidate",
            "Then r5c6=6: because of r6c6=1 and r3c6=9, the cell has no other candidate",
            "Then r5c9=1: because of r5c6=6, the cell has no other candidate",
            "(2) Also r8c4=9:",
            "  Then r2c4=1: because of r3c6=9, the cell has no other candidate",
            "  Then r8c4=9: because of r2c4=1, the cell has no other candidate",
            "Then r8c9=8: because of r5c9=1 and r8c4=9, the cell has no other candidate",
            "Then r8c1=1: because of r8c4=9 and r8c9=8, the cell has no other candidate",
            "Then r3c1=5: because of r6c1=6 and r8c1=1, the cell has no other candidate",
            "Then r2c2=6: because of r2c4=1 and r3c1=5, the cell has no other candidate",
            "Because of r8c1=1 and r2c2=6, r7c2 has no candidate left",
            "Therefore r6c1<>6",
        ],
    );
    check(
        "forcing-net",
        &[
            "(4) If r3c2=4, then r3c6<>6",
            "  Then r5c7=4: because of r3c2=4, row 5 has no other place for 4",
            "  Then r1c5=4: because of r3c2=4 and r5c7=4, row 1 has no other place for 4",
            "  Then r1c7=9: because of r1c5=4, row 1 has no other place for 9",
            "  Then r3c6=9: because of r1c7=9, row 3 has no other place for 9",
            "(1) If r3c2=7, then r3c6<>6",
            "  Then r3c4=6: because of r3c2=7, the cell has no other candidate",
            "Therefore r3c6<>6",
        ],
    );
}

/// Each node is told once, after its causes, and rows of a branch follow its heading.
#[track_caller]
fn check_order(step: &Step, board: &Board) {
    let rows = reasoning(step, board);
    let evidence = step.evidence();
    let sentence = step.sentence(board);
    let is_chain = is_forcing(step.strategy()) || !evidence.links.is_empty();
    assert_eq!(rows.is_empty(), !is_chain, "{sentence}");
    for (i, row) in rows.iter().enumerate() {
        assert!(row.nodes.is_sorted() && row.nodes.iter().all(|&node| node < evidence.nodes.len()), "{sentence}");
        let within = &rows[i + 1..=i + row.n_within];
        assert!(within.iter().all(|inner| inner.depth > row.depth), "{sentence}");
        let next = rows.get(i + 1 + row.n_within);
        assert!(row.n_within == 0 || next.is_some_and(|next| next.depth <= row.depth), "{sentence}");
        assert!(!row.cells.is_empty(), "{sentence}");
    }
    if !is_forcing(step.strategy()) {
        return;
    }
    let mut is_told = vec![false; evidence.nodes.len()];
    // The assumptions of a net have no row but the headings.
    for (node, is_told) in is_told.iter_mut().enumerate() {
        *is_told = evidence.links.iter().all(|link| link.to != node);
    }
    let plain = rows.iter().filter(|row| row.n_within == 0 && row.sentence.text().starts_with("Then "));
    for row in plain {
        let shape = board.shape();
        let told = (0..evidence.nodes.len()).find(|&node| {
            let candidate = Candidate::new(evidence.nodes[node].cells[0], evidence.nodes[node].digit);
            !is_told[node]
                && row.sentence.text().starts_with(&format!("Then {}:", candidate.placed_name(shape)))
                && row.nodes.contains(&node)
        });
        let told = told.unwrap_or_else(|| panic!("{} in {sentence}", row.sentence));
        let mut causes = evidence.links.iter().filter(|link| link.to == told);
        assert!(causes.all(|link| is_told[link.from]), "{} in {sentence}", row.sentence);
        is_told[told] = true;
    }
    assert!(is_told.iter().all(|told| *told), "{sentence}");
}

#[test]
fn causes_come_before_what_they_force() {
    for picture in pictures() {
        check_order(&picture.step().expect("a step"), &picture.board);
    }
    let chains: StrategySet = "forcing-chain,forcing-net,als-aic,death-blossom".parse().expect("strategies");
    let puzzle: Puzzle =
        ".6..5.4.3.2.1...........7..4.3...6..7..5........2.........8..5.6...4...........1.".parse().expect("a puzzle");
    let mut board = Board::new(&puzzle);
    while let Some(step) = next_step(&board, StrategySet::BASIC) {
        step.apply(&mut board);
    }
    let steps = all_steps(&board, chains);
    assert!(steps.len() > 20 && board.shape() == Shape::NINE);
    for step in &steps {
        check_order(step, &board);
    }
}

//! Text forms, matching and the check of traces.

use super::*;
use crate::grid::content_lines;
use crate::logic::{TraceVerdict, all_steps, solve};

/// Paper and one X-wing solve it; without the X-wing they do not.
const ONE_FISH: &str = "...2...341.8.6..............4.5...2.....1.8..7.........2.4.3...6.....1...........";

fn shape(text: &str) -> Shape {
    text.parse().expect("a shape")
}

/// What a text reads as, printed again, or the error.
#[track_caller]
fn check(shape_text: &str, text: &str, expected: &str) {
    let shape = shape(shape_text);
    let shown = match PathCondition::parse(shape, text) {
        Ok(condition) => {
            let printed = condition.text(shape);
            assert_eq!(PathCondition::parse(shape, &printed), Ok(condition), "{printed}");
            printed
        }
        Err(error) => error.to_string(),
    };
    assert_eq!(shown, expected, "{text}");
}

#[test]
fn conditions_parse_and_print() {
    for text in [
        "x-wing",
        "x-wing?",
        "x-wing@r2,r7:5",
        "x-wing@r2,r7:5?",
        "x-wing@:5",
        "naked-pair@r4c1,r4c2",
        "naked-pair@b5,r4c4,r4c5:37",
        "xy-wing@pivot=r5c5",
        "xy-chain@(5)r4c1,r2c4<>5",
        "hidden-single@r1c1=9 last",
        "x-wing@r2c4<>5 first only",
        "swordfish@c1,c5,c9:2? only above naked-pair before x-wing@r1 after naked-triple",
        "x-wing>=2",
        "x-wing=1",
        "jellyfish<=0",
        "bottlenecks<=3",
        "open-singles=1",
    ] {
        check("3x3", text, text);
    }
    check("3x3", "  x-wing@r7,r2,r7:5   first ", "x-wing@r2,r7:5 first");
    check("3x3", "x-wing >= 2", "x-wing>=2");
    check("3x3", "naked-pair@r1c1<>21", "naked-pair@r1c1<>1,r1c1<>2");
    check("3x3", "xy-chain@(21)r1c1", "xy-chain@(1)r1c1,(2)r1c1");
    check("4x4", "x-wing@r16,r9:G", "x-wing@r9,r16:G");
    check("2x3", "x-wing@b6:6", "x-wing@b6:6");
}

#[test]
fn houses_that_rules_add_have_names() {
    for text in
        ["naked-pair@falling-diagonal", "locked-candidates@b5,rising-diagonal:3", "hidden-pair@c3,falling-diagonal:37"]
    {
        check("3x3 x", text, text);
    }
    check("3x3 windoku", "naked-pair@window-4", "naked-pair@window-4");
    let words = "use houses (r2, c3, b5, window-1), cells (r4c1), candidates ((5)r4c1), pivot=r5c5, r1c1=9 or r2c4<>5";
    check("3x3 windoku", "naked-pair@window-5", &format!("column 12: \"window-5\" is no part of a place: {words}"));
    let diagonals = shape("3x3 x");
    let both = shape("3x3 x windoku");
    let windows = shape("3x3 windoku");
    let goal = PathGoal::parse(diagonals, ["naked-pair@rising-diagonal before hidden-pair@falling-diagonal"]);
    let goal = goal.expect("a condition");
    let to_both = goal.clone().settled(diagonals, both, StrategySet::ALL);
    assert_eq!(to_both.texts(both), goal.texts(diagonals));
    assert!(goal.settled(diagonals, windows, StrategySet::ALL).is_empty());
}

/// A click in the centre of both diagonals names one of them, then the other; a third takes both back.
#[test]
fn clicks_name_houses_that_rules_add() {
    let shape = shape("3x3 x");
    let (centre, digit) = (shape.cell(4, 4), Digit::from_index(0));
    let click = |place: StepPlace| {
        let is_named = !place.names(PlacePart::Extra, centre, digit, shape);
        place.naming(PlacePart::Extra, centre, digit, is_named, shape)
    };
    let pair = StepPlace::any(StrategyId::NakedPair);
    let once = click(pair.clone());
    let twice = click(once.clone());
    assert_eq!((once.houses.len(), twice.houses.len()), (1, 2));
    assert_eq!(click(twice), pair);
    assert_eq!(once.naming(PlacePart::Extra, centre, digit, false, shape), pair);
    // Elsewhere there is nothing to name.
    assert_eq!(pair.clone().naming(PlacePart::Extra, shape.cell(0, 1), digit, true, shape), pair);
    assert!(PlacePart::Extra.belongs_to(StrategyId::NakedPair, shape));
    assert!(!PlacePart::Extra.belongs_to(StrategyId::NakedPair, Shape::NINE));
}

#[test]
fn errors_name_the_column() {
    for (text, expected) in [
        ("", "column 1: a strategy is missing here, e.g. x-wing@r2,r7:5 or x-wing>=2"),
        ("@r2", "column 1: a strategy is missing here, e.g. x-wing@r2,r7:5"),
        ("x-wig@r2", "column 1: \"x-wig\" is no strategy; \"cluesmith strategies\" lists them"),
        (
            "x-wig>=2",
            "column 1: \"x-wig\" is no strategy; \"cluesmith strategies\" lists them; bottlenecks and open-singles are \
             counted too",
        ),
        ("x-wing@", "column 8: after @ a place is missing, e.g. r2,r7:5 or r4c1,r4c2 or r2c4<>5"),
        ("x-wing@r2,", "column 11: after the comma a part of the place is missing"),
        ("x-wing@r2,r10:5", "column 12: \"10\" is no number from 1 to 9"),
        ("x-wing@r2,r0", "column 12: \"0\" is no number from 1 to 9"),
        ("x-wing@r2:", "column 11: a digit is missing here"),
        ("x-wing@r2:5x", "column 12: \"x\" is no digit from 1 to 9"),
        ("x-wing@row2", "column 9: \"ow2\" is no number from 1 to 9"),
        (
            "x-wing@2",
            "column 8: \"2\" is no part of a place: use houses (r2, c3, b5), cells (r4c1), candidates ((5)r4c1), \
             pivot=r5c5, r1c1=9 or r2c4<>5",
        ),
        ("x-wing@pivot=r5c5", "column 8: x-wing has no pivot; xy-wing and xyz-wing have one"),
        ("xy-wing@pivot=r5", "column 15: \"r5\" is no cell: use e.g. r4c1"),
        ("hidden-single@r1c1=12", "column 20: a step places one digit, here are several"),
        ("hidden-single@r1c1=1,r1c2=2", "column 22: a step places one digit, and one is named before"),
        ("xy-chain@(5r4c1", "column 10: a bracket is not closed: write (5)r4c1"),
        (
            "x-wing often",
            "column 8: \"often\" is unknown here: use first, last, only, only above STRATEGY, before STEP or after STEP",
        ),
        ("x-wing first first", "column 14: first stands here twice"),
        ("hidden-single only", "column 15: hidden-single is a single, and only speaks of harder steps"),
        ("x-wing before", "column 14: a strategy is missing here, e.g. x-wing@r2,r7:5"),
        ("x-wing>2", "column 7: use >=, <= or = before the number"),
        ("x-wing>=many", "column 9: \"many\" is no number from 0 to 10000"),
        ("x-wing>=", "column 9: \"\" is no number from 0 to 10000"),
        ("x-wing>=+1", "column 9: \"+1\" is no number from 0 to 10000"),
        ("naïve-pair@r1", "column 1: \"naïve-pair\" is no strategy; \"cluesmith strategies\" lists them"),
        (
            "x-wing@ï",
            "column 8: \"ï\" is no part of a place: use houses (r2, c3, b5), cells (r4c1), candidates ((5)r4c1), pivot=r5c5, r1c1=9 or r2c4<>5",
        ),
    ] {
        check("3x3", text, expected);
    }
    check("2x3", "x-wing@:7", "column 9: \"7\" is no digit from 1 to 6");
    let many = vec!["x-wing"; 101];
    let error = PathGoal::parse(Shape::NINE, many).expect_err("too many");
    assert_eq!((error.0, error.1.message.as_str()), (100, "a path has up to 100 conditions, and here is one more"));
}

fn puzzle(text: &str) -> crate::grid::Puzzle {
    content_lines(text).next().expect("a line").puzzle(Shape::NINE).expect("a puzzle")
}

/// Whether a trace is as asked for: numbers of the steps from 1, with `?` where they are only offered, or the first
/// condition that fails.
#[track_caller]
fn check_trace(order: &str, clues: &str, conditions: &str, expected: &str) {
    let order: Order = order.parse().expect("an order");
    let trace = solve(&puzzle(clues), order);
    assert_eq!(trace.verdict, TraceVerdict::Solved);
    let goal = PathGoal::parse(Shape::NINE, conditions.split(';').map(str::trim)).expect("conditions");
    let shown = match goal.check(&trace, &order, &|| false) {
        PathCheck::Holds(reports) => {
            let number = |r: &PathReport| format!("{}{}", r.step + 1, if r.is_taken { "" } else { "?" });
            reports.iter().map(number).collect::<Vec<_>>().join(" ")
        }
        PathCheck::Fails(index) => format!("fails {}", index + 1),
        PathCheck::Stopped => "stopped".to_owned(),
    };
    assert_eq!(shown, expected, "{conditions}");
}

#[test]
fn traces_are_checked() {
    // Step 37 rules 5 out of r2c9, so that the 5s of rows 2 and 8 lie in columns 2 and 8; step 38 is the last but singles.
    for (conditions, expected) in [
        ("x-wing", "38"),
        ("x-wing@r2,r8:5?", "38"),
        ("x-wing@r2,c8:5?", "38"),
        ("x-wing@r1c2<>5?", "38"),
        ("x-wing@r1c2<>5,r5c2<>5,r9c8<>5?", "38"),
        ("x-wing@r2c2,r8c8?", "38"),
        ("x-wing@(5)r2c2?", "38"),
        ("x-wing@(4)r2c2?", "fails 1"),
        ("x-wing@r2,r8:4?", "fails 1"),
        // Another X-wing is possible before, but not taken.
        ("x-wing@r1c3<>5?", "34?"),
        ("x-wing@r1c3<>5", "fails 1"),
        ("x-wing@r1c3<>5? last", "fails 1"),
        ("locked-candidates@b6,c9:5? first", "37"),
        ("locked-candidates@c9,b6? first", "37"),
        ("x-wing? first", "fails 1"),
        ("x-wing? last", "38"),
        ("x-wing? only", "fails 1"),
        ("x-wing only above locked-candidates", "38"),
        ("x-wing? after locked-candidates", "38"),
        ("x-wing? before locked-candidates", "fails 1"),
        ("locked-candidates? before x-wing@r2", "37"),
        ("locked-candidates? before x-wing@r9", "fails 1"),
        ("x-wing;x-wing=1;locked-candidates?;x-wing<=1", "38 37"),
        ("x-wing=2", "fails 1"),
        ("x-wing;x-wing>=2", "fails 2"),
        ("open-singles=0", "fails 1"),
        ("swordfish", "fails 1"),
        // A row of clues has no step in it.
        ("hidden-single@r1c4=2?", "fails 1"),
    ] {
        check_trace("paper,x-wing", ONE_FISH, conditions, expected);
    }
}

/// What the places of all steps look like that are possible along traces: each matches its step, and no other step of
/// the same strategy with other bases.
#[test]
fn a_step_stands_at_its_place() {
    let geometry = &*Shape::NINE.geometry();
    for clues in [
        ONE_FISH,
        ".8.697.3...6...587...1..9...9..6...47.5.3..2....9...1.1.938.4...7.......2........",
        "897.................2..6...73.6....5........2.....97.6.....25.365..7.4...4.9.3.8.",
    ] {
        let trace = solve(&puzzle(clues), StrategySet::ALL);
        let mut n_seen = 0;
        for index in (0..trace.steps.len()).step_by(3) {
            for step in all_steps(&trace.board_before(index), StrategySet::ALL) {
                let place = StepPlace::of(&step, Shape::NINE);
                assert!(place.matches(&step, geometry), "{place:?} {step:?}");
                assert!(StepPlace::any(step.strategy()).matches(&step, geometry));
                let condition = PathCondition::Step(PlacedStep { place, is_needed: true, timing: Vec::new() });
                assert_eq!(PathCondition::parse(Shape::NINE, &condition.text(Shape::NINE)).as_ref(), Ok(&condition));
                n_seen += 1;
            }
        }
        assert!(n_seen > 100);
    }
}

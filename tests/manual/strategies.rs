//! The page of the strategies and their pictures are made from the registry.

use crate::{check_made, escaped, in_package, with_made_part};
use cluesmith::logic::{Drawing, Place, STRATEGIES, picture};
use cluesmith::sheet::step_picture;

const PAGE: &str = "docs/manual/strategies.md";

#[test]
fn the_page_of_the_strategies_is_up_to_date() {
    let mut made = String::new();
    for strategy in STRATEGIES {
        let picture = picture(strategy.id()).expect("an example");
        let step = picture.step().expect("a step");
        let serves: Vec<&str> = strategy.places().into_iter().filter_map(user).collect();
        let (last, others) = serves.split_last().expect("the solver");
        let serves = if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) };
        let unique =
            if strategy.assumes_uniqueness() { " It is valid only for puzzles with exactly one solution." } else { "" };
        made.push_str(&format!(
            "### {}\n\n{}{unique}\n\n![An example of {}](pictures/{}.svg)\n\n*Example.* {}.\n\nName: `{}`. Used by {serves}.\n\n",
            escaped(strategy.title()),
            escaped(strategy.help()),
            strategy.name(),
            strategy.name(),
            escaped(step.sentence(&picture.board).text()),
            strategy.name(),
        ));
    }
    check_made(PAGE, &with_made_part(PAGE, &made));
}

/// The part of the program; evidence and the checker every strategy has.
fn user(place: Place) -> Option<&'static str> {
    match place {
        Place::Forward => Some("the solver"),
        Place::Inverse => Some("the backward generator"),
        Place::Sat => Some("the exact generator"),
        Place::Evidence | Place::Checker => None,
    }
}

#[test]
fn every_strategy_has_an_up_to_date_picture() {
    let mut expected: Vec<String> = Vec::new();
    for strategy in STRATEGIES {
        let picture = picture(strategy.id()).expect("an example");
        let step = picture.step().expect("a step");
        let label = step.sentence(&picture.board);
        let drawing = Drawing::new(picture.board, Some(&step));
        let file = format!("{}.svg", strategy.name());
        check_made(&format!("docs/manual/pictures/{file}"), &(step_picture(&drawing, label.text()) + "\n"));
        expected.push(file);
    }
    // Nothing is left of strategies that have gone.
    let entries = std::fs::read_dir(in_package("docs/manual/pictures")).expect("the pictures");
    let mut found: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

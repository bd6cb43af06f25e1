//! Layouts with names.

use super::font::Weight;
use super::options::{Captions, Paper, Running, Shading, Sheet, Solutions};

/// Longest name of a template, in characters.
pub const MAX_TEMPLATE_NAME: usize = 60;

/// A layout with a name; its title, author and date mean nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Template {
    /// What it is called.
    pub name: String,
    /// The layout.
    pub sheet: Sheet,
}

/// The templates that are always there.
pub fn built_in() -> Vec<Template> {
    let usual = Sheet::default();
    let stars = Captions { stars: true, ..usual.captions };
    let numbers =
        |left: &str, right: &str| Running { left: left.to_owned(), centre: String::new(), right: right.to_owned() };
    let template = |name: &str, sheet: Sheet| Template { name: name.to_owned(), sheet };
    vec![
        template("Four a page", usual.clone()),
        template("One a page", Sheet { per_page: 1, captions: stars, solutions: Solutions::Small, ..usual.clone() }),
        template(
            "Newspaper",
            Sheet {
                per_page: 2,
                margin: 20.0,
                captions: Captions { title: false, ..stars },
                shading: Shading::Boxes,
                digits: Weight::SemiBold,
                solutions: Solutions::UpsideDown,
                ..usual.clone()
            },
        ),
        template(
            "Booklet",
            Sheet {
                per_page: 2,
                margin: 12.0,
                gutter: 8.0,
                captions: stars,
                solutions: Solutions::Small,
                booklet: true,
                footer: Running { centre: "{page}".to_owned(), ..Running::default() },
                ..usual.clone()
            },
        ),
        template("Pocket", Sheet { paper: Paper::A5, per_page: 2, margin: 10.0, gutter: 6.0, ..usual.clone() }),
        template(
            "Twelve a page",
            Sheet {
                per_page: 12,
                margin: 12.0,
                gutter: 6.0,
                solutions: Solutions::Small,
                footer: numbers("{first}\u{2013}{last}", "{page} / {pages}"),
                ..usual.clone()
            },
        ),
        template("Steps", Sheet { per_page: 6, margin: 12.0, gutter: 8.0, ..usual.clone() }),
        template("Empty shapes", Sheet { per_page: 6, shape_only: true, shading: Shading::Clues, ..usual }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn built_in_templates_can_be_made_and_differ() {
        let templates = built_in();
        for (index, template) in templates.iter().enumerate() {
            assert_eq!(template.sheet.check(), Ok(()), "{}", template.name);
            assert!(template.name.chars().count() <= MAX_TEMPLATE_NAME);
            assert!(templates[..index].iter().all(|other| other.sheet != template.sheet), "{}", template.name);
            assert!([&template.sheet.title, &template.sheet.author, &template.sheet.date].iter().all(|t| t.is_empty()));
        }
        let names: BTreeSet<&str> = templates.iter().map(|template| template.name.as_str()).collect();
        assert_eq!(names.len(), templates.len());
    }
}

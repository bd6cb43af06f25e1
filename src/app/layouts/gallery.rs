//! The irregular layouts to start with, and their names.

use super::GalleryState;
use crate::app::language::{searched, tr};
use crate::app::library::{Library, NamedLayout};
use crate::app::wording::symmetry_title;
use crate::grid::{Regions, Shape, Symmetry};
use std::sync::OnceLock;

/// An irregular layout to start with. It is no shape yet: only the one that is chosen becomes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Starter {
    /// The regions, numbered in the order of their first cells.
    regions: Regions,
    symmetry: Symmetry,
    /// Its number among those of its size and symmetry, from 1.
    number: usize,
}

/// All irregular layouts to start with, in the order of the screen.
pub(super) fn starters() -> &'static [Starter] {
    static STARTERS: OnceLock<Vec<Starter>> = OnceLock::new();
    STARTERS.get_or_init(|| {
        let text = include_str!("../../../assets/layouts.txt");
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut all: Vec<Starter> = Vec::new();
        // The text is part of the program and a test reads every line.
        for regions in lines.filter_map(|line| line.parse::<Regions>().ok()).map(|regions| regions.in_order()) {
            let symmetry = regions.symmetry();
            let is_alike = |other: &&Starter| other.regions.n() == regions.n() && other.symmetry == symmetry;
            let number = 1 + all.iter().filter(is_alike).count();
            all.push(Starter { regions, symmetry, number });
        }
        all
    })
}

impl Starter {
    /// "Half turn 3".
    fn name(&self) -> String {
        tr!("{symmetry} {number}", symmetry = symmetry_title(self.symmetry), number = self.number)
    }
}

/// The first irregular layout of a size.
pub(in crate::app) fn starter_of_size(n: usize) -> Option<Shape> {
    starters().iter().find(|starter| starter.regions.n() == n).and_then(|starter| starter.regions.shape())
}

/// What an irregular layout is called, if it was saved or stands in the gallery.
pub(in crate::app) fn layout_name(own: &Library<NamedLayout>, shape: Shape) -> Option<String> {
    if let Some(named) = own.own().iter().find(|named| named.shape == shape) {
        return Some(named.name.clone());
    }
    let regions = Regions::of(shape).in_order();
    starters().iter().find(|starter| starter.regions == regions).map(Starter::name)
}

/// A line of the gallery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::app) struct GalleryEntry {
    pub(in crate::app) name: String,
    pub(in crate::app) regions: Regions,
    /// The number of a saved one, and the shape it has.
    pub(in crate::app) own: Option<(usize, Shape)>,
}

/// The layouts of the gallery that are asked for: saved ones first, the newest at the top.
pub(in crate::app) fn matching(own: &Library<NamedLayout>, state: &GalleryState) -> Vec<GalleryEntry> {
    let wanted = state.filter.trim().to_lowercase();
    let has = |text: &str| text.contains(&wanted);
    let saved = own
        .own()
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, named)| named.shape.n() == state.n && has(&named.name.to_lowercase()));
    let saved = saved.map(|(index, named)| GalleryEntry {
        name: named.name.clone(),
        regions: Regions::of(named.shape),
        own: Some((index, named.shape)),
    });
    let is_found = |starter: &&Starter| has(&starter.name().to_lowercase()) || has(&searched(starter.symmetry.title()));
    let starters = starters().iter().filter(|starter| starter.regions.n() == state.n).filter(is_found);
    let starters =
        starters.map(|starter| GalleryEntry { name: starter.name(), regions: starter.regions.clone(), own: None });
    saved.chain(starters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Line};
    use std::collections::BTreeSet;

    /// The least text of a layout and its images under turns and mirror images.
    fn canonical(regions: &Regions) -> String {
        let n = regions.n();
        let turned =
            |image: &Regions| image.moved(|cell| Cell::from_index(cell.index() % n * n + n - 1 - cell.index() / n));
        let mirrored = regions.moved(|cell| Cell::from_index(cell.index() % n * n + cell.index() / n));
        let mut images = vec![regions.clone(), mirrored];
        for index in 0..6 {
            images.push(turned(&images[index]));
        }
        images.iter().map(|image| image.in_order().to_string()).min().expect("eight images")
    }

    #[test]
    fn every_layout_of_the_gallery_keeps_what_it_promises() {
        let text = include_str!("../../../assets/layouts.txt");
        let n_lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
        assert_eq!(starters().len(), n_lines, "every line is read");
        let solutions: Vec<&str> =
            include_str!("solutions.txt").lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(solutions.len(), n_lines);
        let mut seen = BTreeSet::new();
        for (starter, solution) in starters().iter().zip(solutions) {
            let regions = &starter.regions;
            let shape = regions.shape().unwrap_or_else(|| panic!("unfinished: {regions}"));
            assert!(shape.is_irregular() && !shape.is_latin(), "{shape}");
            assert!((0..regions.n() as u8).all(|region| regions.n_parts(region) == 1), "connected: {shape}");
            assert!(seen.insert(canonical(regions)), "twice, up to symmetry: {shape}");
            let line = Line { number: 1, column: 1, text: solution };
            assert!(line.puzzle(shape).expect("a grid").is_solution(), "{shape}");
        }
        for (n, least) in (4..=16).map(|n| {
            (
                n,
                match n {
                    9 => 40,
                    5..=8 | 10 | 12 => 10,
                    _ => 4,
                },
            )
        }) {
            let all: Vec<&Starter> = starters().iter().filter(|starter| starter.regions.n() == n).collect();
            assert!(all.len() >= least, "{n}: {}", all.len());
            // Symmetric ones come first.
            assert!(all.is_sorted_by_key(|starter| starter.symmetry == Symmetry::None), "{n}");
            assert!(all[0].symmetry != Symmetry::None && all[all.len() - 1].symmetry == Symmetry::None, "{n}");
        }
    }

    #[test]
    fn layouts_are_found_by_name_and_size() {
        let mut own = Library::<NamedLayout>::read(None).0;
        let shape = starter_of_size(9).expect("a layout");
        let name = layout_name(&own, shape).expect("in the gallery");
        assert_eq!(layout_name(&own, Shape::NINE), None);
        own.save(NamedLayout { name: "Windmill".to_owned(), shape }).expect("kept in memory");
        assert_eq!(layout_name(&own, shape).as_deref(), Some("Windmill"));
        let found = |n, filter: &str| {
            let state = GalleryState { n, filter: filter.to_owned() };
            matching(&own, &state).into_iter().map(|entry| entry.name).collect::<Vec<_>>()
        };
        assert_eq!(found(9, " WIND "), ["Windmill"]);
        assert_eq!(found(9, "")[..2], ["Windmill".to_owned(), name]);
        assert_eq!(found(8, "windmill"), [""; 0]);
        assert!(found(9, "quarter").len() >= 4 && found(17, "").is_empty());
    }
}

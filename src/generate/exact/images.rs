//! Cases that a symmetry of the pattern takes to each other: one of them is enough.

use crate::generate::Request;
use crate::generate::automorphisms::{CellMap, symmetries};
use crate::grid::{Cell, Puzzle};
use std::collections::BTreeMap;

/// The symmetries of a pattern.
pub(super) struct Images {
    maps: Vec<CellMap>,
    /// The way back for each.
    pub(super) back: Vec<CellMap>,
}

/// A case that need not be looked at: the number of an earlier one, and the way there from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Image {
    pub(super) of: usize,
    /// Index into [`Images::back`].
    pub(super) map: usize,
}

impl Image {
    /// The cases that images refer to, which have no numbers yet.
    pub(super) fn without_numbers(images: &[Option<Image>]) -> BTreeMap<usize, Option<usize>> {
        images.iter().flatten().map(|image| (image.of, None)).collect()
    }
}

impl Images {
    pub(super) fn new(request: &Request) -> Images {
        let maps = symmetries(request);
        let back = maps
            .iter()
            .map(|map| {
                let mut back = map.clone();
                for (cell, image) in map.iter().enumerate() {
                    back[image.index()] = Cell::from_index(cell);
                }
                back
            })
            .collect();
        Images { maps, back }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.maps.is_empty()
    }

    /// For each case, whether it is the image of an earlier one that is none itself.
    pub(super) fn find(&self, cases: &[&Puzzle]) -> Vec<Option<Image>> {
        let mut first: BTreeMap<Vec<(Cell, usize)>, usize> = BTreeMap::new();
        let case_of = |(number, clues): (usize, &&Puzzle)| {
            let mut ways = self.maps.iter().enumerate();
            let image = ways.find_map(|(map, way)| {
                let of = *first.get(&key(clues, |cell| way[cell.index()]))?;
                Some(Image { of, map })
            });
            if image.is_none() {
                first.insert(key(clues, |cell| cell), number);
            }
            image
        };
        cases.iter().enumerate().map(case_of).collect()
    }
}

/// The clues in the order of their images, with digits named in order of first use.
fn key(clues: &Puzzle, image: impl Fn(Cell) -> Cell) -> Vec<(Cell, usize)> {
    let mut key: Vec<(Cell, usize)> = clues.clues().map(|(cell, digit)| (image(cell), digit.index())).collect();
    key.sort_unstable();
    let mut names = Vec::new();
    for (_, digit) in &mut key {
        *digit = names.iter().position(|name| name == digit).unwrap_or_else(|| {
            names.push(*digit);
            names.len() - 1
        });
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Shape, parse_patterns, parse_puzzles};
    use crate::logic::StrategySet;

    /// For each case the earlier one it is the image of, counted from 0.
    #[track_caller]
    fn check(pattern: &str, cases: &[&str], expected: &[Option<usize>]) {
        let shape = Shape::new(2, 2).expect("a shape");
        let pattern = parse_patterns(shape, pattern).expect("a pattern").remove(0);
        let request = Request::new(pattern, "naked-single".parse::<StrategySet>().expect("strategies"));
        let images = Images::new(&request);
        let cases: Vec<Puzzle> =
            cases.iter().map(|text| parse_puzzles(shape, text).expect("clues").remove(0)).collect();
        let found = images.find(&cases.iter().collect::<Vec<_>>());
        assert_eq!(found.iter().map(|image| image.map(|image| image.of)).collect::<Vec<_>>(), expected);
        for (case, image) in cases.iter().zip(found) {
            let Some(Image { of, map }) = image else { continue };
            let way = &images.back[map];
            assert_eq!(key(&cases[of], |cell| way[cell.index()]), key(case, |cell| cell), "{case}");
        }
    }

    #[test]
    fn one_of_several_images_is_enough() {
        // Clues on the falling diagonal: its cells can be exchanged in many ways.
        let pattern = "x....x....x....x";
        check(pattern, &["1...............", "...............2", ".....3.........."], &[None, Some(0), Some(0)]);
        check(pattern, &["1....1..........", "1....2..........", "..........2....1"], &[None, None, Some(1)]);
        // Nothing maps this pattern onto itself.
        check("xxx.x....x......", &["1...............", ".1.............."], &[None, None]);
    }
}

//! Which Franken fish HoDoKu takes: the first by digit, bases and covers.

use super::Deletions;
use super::marks::{Marks, candidate, common_peers};
use crate::logic::StrategyId;
use crate::logic::rating::nine::{Cells, HOUSE_SETS, ones};
use std::ops::Range;

/// Most fins, with those that lie in two bases.
const MOST_FINS: u32 = 5;
/// Most candidates that lie in two bases.
const MOST_ENDO_FINS: u32 = 2;

/// How many bases a Franken fish has, and whether it has fins; `None` for other strategies.
pub(super) fn size(id: StrategyId) -> Option<(usize, bool)> {
    Some(match id {
        StrategyId::FrankenXWing => (2, false),
        StrategyId::FrankenSwordfish => (3, false),
        StrategyId::FinnedFrankenXWing => (2, true),
        StrategyId::FinnedFrankenSwordfish => (3, true),
        _ => return None,
    })
}

/// What the first fish rules out; `None` if there is none.
pub(super) fn first(marks: &Marks, n_bases: usize, has_fins: bool) -> Option<Deletions> {
    marks.places.iter().enumerate().find_map(|(digit, &places)| {
        // Rows are bases and columns covers, then the other way round; boxes are both.
        let ways = [(0..9, 9..18), (9..18, 0..9)];
        let ruled_out = ways.into_iter().find_map(|(bases, covers)| {
            let houses = |lines: Range<usize>| -> Vec<House> {
                let all = lines.chain(18..27).map(|house| (house, HOUSE_SETS[house] & places));
                all.filter(|(_, cells)| *cells != 0).collect()
            };
            let may_be_base = |base: &House| has_fins || base.1.count_ones() as usize <= n_bases;
            let bases: Vec<House> = houses(bases).into_iter().filter(may_be_base).collect();
            let fish = Fish { places, n_bases, has_fins, covers: houses(covers), bases };
            fish.choose_bases(0, &mut Vec::new(), 0, 0)
        })?;
        Some(ones(ruled_out).map(|cell| candidate(cell, digit)).collect())
    })
}

/// A house and the places of the digit in it.
type House = (usize, Cells);

struct Fish {
    places: Cells,
    n_bases: usize,
    has_fins: bool,
    bases: Vec<House>,
    covers: Vec<House>,
}

impl Fish {
    /// What is ruled out by the first fish with these bases and some from the given one on.
    fn choose_bases(&self, from: usize, chosen: &mut Vec<usize>, cells: Cells, in_two: Cells) -> Option<Cells> {
        if chosen.len() == self.n_bases {
            let covers: Vec<House> = self
                .covers
                .iter()
                .copied()
                .filter(|(house, places)| !chosen.contains(house) && places & cells != 0)
                .collect();
            let base = Base { cells, in_two, has_box: chosen.iter().any(|house| *house >= 18) };
            return self.choose_covers(&base, &covers, 0, (0, 0), false);
        }
        for (i, &(house, places)) in self.bases.iter().enumerate().skip(from) {
            let in_two = in_two | cells & places;
            if in_two.count_ones() <= if self.has_fins { MOST_ENDO_FINS } else { 0 } {
                chosen.push(house);
                let found = self.choose_bases(i + 1, chosen, cells | places, in_two);
                chosen.pop();
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// The same for the covers: so many are chosen, which hold these cells, some of them twice.
    fn choose_covers(
        &self,
        base: &Base,
        covers: &[House],
        n_chosen: usize,
        (cells, in_two): (Cells, Cells),
        has_box: bool,
    ) -> Option<Cells> {
        covers.iter().enumerate().find_map(|(i, &(house, places))| {
            let (in_two, cells) = (in_two | cells & places, cells | places);
            let has_box = has_box || house >= 18;
            if n_chosen + 1 == self.n_bases {
                return self.ruled_out(base, cells, in_two, has_box);
            }
            // Covers that hold everything leave no fin to those that follow.
            let is_done = self.has_fins && base.cells & !cells == 0;
            if is_done {
                None
            } else {
                self.choose_covers(base, &covers[i + 1..], n_chosen + 1, (cells, in_two), has_box)
            }
        })
    }

    fn ruled_out(&self, base: &Base, cells: Cells, in_two: Cells, has_box: bool) -> Option<Cells> {
        let fins = base.cells & !cells | base.in_two;
        if !(base.has_box || has_box) || (fins != 0) != self.has_fins || fins.count_ones() > MOST_FINS {
            return None;
        }
        let seen = if fins == 0 { !0 } else { common_peers(fins) };
        let ruled_out = self.places & seen & (cells & !base.cells | in_two);
        (ruled_out != 0).then_some(ruled_out)
    }
}

/// The bases of a fish.
struct Base {
    cells: Cells,
    /// What lies in two of them.
    in_two: Cells,
    has_box: bool,
}

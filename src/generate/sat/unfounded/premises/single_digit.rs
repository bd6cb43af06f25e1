//! Rules about one digit: two strong links, empty rectangles, common peers, fish with fins.

use super::Look;
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, House, HouseKind};
use crate::logic::StrategyId;

/// Two cells of a house that hold all places of a digit; from the one that the other house is joined to.
#[derive(Clone, Copy)]
struct Link {
    near: Cell,
    far: Cell,
}

const TWO_LINKS: [StrategyId; 3] = [StrategyId::Skyscraper, StrategyId::TwoStringKite, StrategyId::TurbotFish];

impl Look<'_> {
    /// Two houses with two places each, of which one sees the other: the digit goes where both others are seen.
    pub(super) fn two_links(&self, c: Candidate) -> bool {
        if TWO_LINKS.iter().all(|&id| !self.has(id)) {
            return false;
        }
        let links: Vec<(House, Vec<Link>, CellSet)> = self
            .rules
            .geometry
            .houses()
            .filter_map(|house| {
                let links = self.links(house, c);
                let near: CellSet = links.iter().map(|link| link.near).collect();
                (!links.is_empty()).then_some((house, links, near))
            })
            .collect();
        links.iter().enumerate().any(|(i, (first, of_first, _))| {
            of_first.iter().any(|a| {
                links[i + 1..].iter().any(|(second, of_second, near)| {
                    let seen = near.intersection(self.peers(a.near));
                    !seen.is_empty()
                        && of_second.iter().any(|b| {
                            seen.contains(b.near)
                                && a.far != b.far
                                && a.near != b.far
                                && a.far != b.near
                                && self.has(self.name([*first, *second], a.near, b.near))
                        })
                })
            })
        })
    }

    /// The links of a house whose far end the candidate sees.
    fn links(&self, house: House, c: Candidate) -> Vec<Link> {
        let places = self.places(house, c.digit);
        if places.len() > 2 {
            return Vec::new();
        }
        let all = self.rules.geometry.house_sets[house.index()];
        let mut links = Vec::new();
        for far in all.intersection(self.peers(c.cell)).iter() {
            let mut rest = places;
            rest.remove(far);
            let mut near = match rest.len() {
                0 => all,
                1 => rest,
                _ => continue,
            };
            near.remove(far);
            near.remove(c.cell);
            links.extend(near.iter().map(|near| Link { near, far }));
        }
        links
    }

    /// The name of a pattern of two houses, of which these cells see each other.
    fn name(&self, houses: [House; 2], a: Cell, b: Cell) -> StrategyId {
        let geometry = &self.rules.geometry;
        let share = |kind: HouseKind| {
            let house = |cell: Cell| geometry.cell_houses[cell.index()][kind as usize];
            house(a) == house(b)
        };
        match houses.map(|house| geometry.house_kind(house).0) {
            [HouseKind::Row, HouseKind::Row] if share(HouseKind::Column) => StrategyId::Skyscraper,
            [HouseKind::Column, HouseKind::Column] if share(HouseKind::Row) => StrategyId::Skyscraper,
            [HouseKind::Row, HouseKind::Column] if share(HouseKind::Box) => StrategyId::TwoStringKite,
            _ => StrategyId::TurbotFish,
        }
    }

    /// The places of a box lie in two crossing lines, `along` and `across`. In a line parallel to `across` the digit has
    /// two places, one of them in `along`: it goes from where `across` meets the line of the other.
    pub(super) fn empty_rectangle(&self, c: Candidate) -> bool {
        let geometry = &self.rules.geometry;
        let line = |cell: Cell, kind: HouseKind| geometry.cell_houses[cell.index()][kind as usize];
        let set = |house: House| &geometry.house_sets[house.index()];
        let boxes = (0..self.left.cells.len()).map(|index| geometry.house(HouseKind::Box, index));
        let boxes: Vec<(House, CellSet)> =
            boxes.filter(|&bx| !set(bx).contains(c.cell)).map(|bx| (bx, self.places(bx, c.digit))).collect();
        [(HouseKind::Row, HouseKind::Column), (HouseKind::Column, HouseKind::Row)].into_iter().any(|(kind, other)| {
            let across = set(line(c.cell, other));
            set(line(c.cell, kind)).iter().filter(|&far| far != c.cell).any(|far| {
                let pair = set(line(far, other));
                let places = self.places(line(far, other), c.digit);
                pair.iter().filter(|&near| near != far).any(|near| {
                    let is_pair = places.iter().all(|cell| cell == near || cell == far);
                    let along = set(line(near, kind));
                    is_pair
                        && boxes.iter().any(|&(bx, inside)| {
                            let crosses = |line: &CellSet| !set(bx).intersection(line).is_empty();
                            crosses(along)
                                && crosses(across)
                                && !set(bx).contains(near)
                                && !set(bx).contains(far)
                                && inside.difference(across).is_subset(along)
                        })
                })
            })
        })
    }

    /// All that is left of a constraint sees the candidate.
    pub(super) fn common_peer(&self, c: Candidate) -> bool {
        let geometry = &self.rules.geometry;
        if geometry.shape.is_plain() {
            return false;
        }
        let is_left = |other: &Candidate| self.left.cells[other.digit.index()].contains(other.cell);
        geometry.constraints.iter().filter(|base| !base.contains(geometry, c)).any(|base: &Constraint| {
            base.candidates(geometry).filter(is_left).all(|other| geometry.sees(c, other))
                && base.candidates(geometry).filter(|&other| geometry.sees(c, other)).nth(1).is_some()
        })
    }

    /// A fish but for some places, in one region, that the candidate sees.
    pub(super) fn finned_fish(&self, c: Candidate) -> bool {
        let sizes = [
            (2, StrategyId::FinnedXWing, StrategyId::SashimiXWing),
            (3, StrategyId::FinnedSwordfish, StrategyId::SashimiSwordfish),
            (4, StrategyId::FinnedJellyfish, StrategyId::SashimiJellyfish),
        ];
        sizes.into_iter().any(|(size, finned, sashimi)| {
            let asked = self.has(finned) || self.has(sashimi);
            asked
                && [[HouseKind::Row, HouseKind::Column], [HouseKind::Column, HouseKind::Row]].into_iter().any(|kinds| {
                    (0..self.left.cells.len()).any(|region| {
                        Fins::new(self, c, kinds, region).is_some_and(|fins| {
                            let only_sashimi = !self.has(finned);
                            fins.extend(size, only_sashimi, 0, &mut Vec::new(), fins.cover)
                        })
                    })
                })
        })
    }
}

/// The lines of one digit that may be bases of a fish whose fins lie in one region and are seen by one candidate.
struct Fins {
    n: usize,
    /// The cover of the candidate.
    cover: u32,
    lines: Vec<Base>,
}

/// Positions along a line, as bits.
#[derive(Clone, Copy)]
struct Base {
    places: u32,
    /// Those where fins may be.
    may_be_fins: u32,
}

impl Fins {
    /// `None` if no fin can be there.
    fn new(look: &Look<'_>, c: Candidate, kinds: [HouseKind; 2], region: usize) -> Option<Fins> {
        let geometry = &look.rules.geometry;
        let n = look.left.cells.len();
        let position =
            |cell: Cell, kind: HouseKind| geometry.house_kind(geometry.cell_houses[cell.index()][kind as usize]).1;
        let cover = 1 << position(c.cell, kinds[1]);
        let region = &geometry.house_sets[geometry.house(HouseKind::Box, region).index()];
        let fins = region.intersection(look.peers(c.cell));
        let base = |house: House, digit: Digit| {
            let mask = |cells: CellSet| cells.iter().fold(0, |mask, cell| mask | 1 << position(cell, kinds[1]));
            let cells = &geometry.house_sets[house.index()];
            Base { places: mask(look.places(house, digit)), may_be_fins: mask(fins.intersection(cells)) & !cover }
        };
        let others = (0..n).filter(|&index| index != position(c.cell, kinds[0]));
        let lines: Vec<Base> = others.map(|index| base(geometry.house(kinds[0], index), c.digit)).collect();
        lines.iter().any(|line| line.may_be_fins != 0).then_some(Fins { n, cover, lines })
    }

    /// Whether `size` lines, those chosen already among them, make a fish with fins; the covers so far hold their other
    /// places.
    fn extend(&self, size: usize, only_sashimi: bool, from: usize, chosen: &mut Vec<Base>, covers: u32) -> bool {
        if covers.count_ones() as usize > size {
            return false;
        }
        if chosen.len() == size {
            return self.is_finned(size, only_sashimi, chosen, covers, 0);
        }
        (from..self.lines.len()).any(|i| {
            let line = self.lines[i];
            chosen.push(line);
            // A place where fins may be is one, or lies in a cover anyway.
            let covers = covers | line.places & !(line.may_be_fins | self.cover);
            let found = self.extend(size, only_sashimi, i + 1, chosen, covers);
            chosen.pop();
            found
        })
    }

    /// Whether these covers, with any others up to the size, leave room for a fin.
    fn is_finned(&self, size: usize, only_sashimi: bool, chosen: &[Base], covers: u32, from: usize) -> bool {
        if (covers.count_ones() as usize) < size {
            let mut more = (from..self.n).filter(|position| covers >> position & 1 == 0);
            return more.any(|p| self.is_finned(size, only_sashimi, chosen, covers | 1 << p, p + 1));
        }
        chosen.iter().any(|line| line.may_be_fins & !covers != 0)
            && (!only_sashimi || chosen.iter().any(|line| (line.places & covers).count_ones() < 2))
    }
}

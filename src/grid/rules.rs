//! What a layout demands beside rows, columns and regions: further houses, groups, exclusions and allowed digits.

use super::{Cell, CellSet, Digit, DigitSet, Shape, ShapeError, quoted};
use std::collections::BTreeMap;

/// A rule with a name of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NamedRule {
    /// The diagonal from the top left to the bottom right corner is a house.
    FallingDiagonal,
    /// The diagonal from the bottom left to the top right corner is a house.
    RisingDiagonal,
    /// The windows between the boxes are houses (4, 9, 16 and 25 rows).
    Windoku,
    /// The cells at one place of their boxes are a house.
    DisjointGroups,
    /// The centres of the boxes are a house (9x9).
    CentreDot,
    /// Nine cells in the form of an asterisk are a house (9x9).
    Asterisk,
    /// Nine cells in the form of a pinwheel, the corners among them, are a house (9x9).
    Girandola,
    /// Eight diagonals, one and four cells away from the main ones, repeat no digit (9x9).
    Argyle,
    /// Cells a knight's move apart do not hold the same digit.
    AntiKnight,
    /// Cells that touch at a corner do not hold the same digit.
    AntiKing,
    /// Neighbours in a row or column do not hold consecutive digits.
    NonConsecutive,
    /// What is said of a knight's move, of corners and of neighbours holds across the edges of the grid too.
    Toroidal,
}

use NamedRule::{
    AntiKing, AntiKnight, Argyle, Asterisk, CentreDot, DisjointGroups, FallingDiagonal, Girandola, NonConsecutive,
    RisingDiagonal, Toroidal, Windoku,
};

impl NamedRule {
    /// Every named rule, in the order of the text form.
    pub const ALL: [NamedRule; 12] = [
        FallingDiagonal,
        RisingDiagonal,
        Windoku,
        DisjointGroups,
        CentreDot,
        Asterisk,
        Girandola,
        Argyle,
        AntiKnight,
        AntiKing,
        NonConsecutive,
        Toroidal,
    ];

    /// The word in the text form of a layout. Both diagonals together are `x`.
    pub const fn word(self) -> &'static str {
        match self {
            FallingDiagonal => "diagonal-",
            RisingDiagonal => "diagonal+",
            Windoku => "windoku",
            DisjointGroups => "disjoint-groups",
            CentreDot => "centre-dot",
            Asterisk => "asterisk",
            Girandola => "girandola",
            Argyle => "argyle",
            AntiKnight => "anti-knight",
            AntiKing => "anti-king",
            NonConsecutive => "non-consecutive",
            Toroidal => "toroidal",
        }
    }

    /// The name on the screen.
    pub const fn title(self) -> &'static str {
        match self {
            FallingDiagonal => "Falling diagonal",
            RisingDiagonal => "Rising diagonal",
            Windoku => "Windows",
            DisjointGroups => "Disjoint groups",
            CentreDot => "Centre dot",
            Asterisk => "Asterisk",
            Girandola => "Girandola",
            Argyle => "Argyle",
            AntiKnight => "Anti-knight",
            AntiKing => "Anti-king",
            NonConsecutive => "Non-consecutive",
            Toroidal => "Toroidal",
        }
    }

    /// The rule in one sentence, as it is printed with puzzles.
    pub const fn sentence(self) -> &'static str {
        match self {
            FallingDiagonal => "The diagonal from the top left to the bottom right corner holds every digit once.",
            RisingDiagonal => "The diagonal from the bottom left to the top right corner holds every digit once.",
            Windoku => "Each of the tinted windows holds every digit once.",
            DisjointGroups => "Cells at the same place of their boxes hold every digit once.",
            CentreDot => "The centres of the boxes hold every digit once.",
            Asterisk => "The tinted asterisk holds every digit once.",
            Girandola => "The tinted girandola holds every digit once.",
            Argyle => "Digits do not repeat along a marked diagonal.",
            AntiKnight => "Cells a knight's move apart do not hold the same digit.",
            AntiKing => "Cells that touch at a corner do not hold the same digit.",
            NonConsecutive => "Neighbours in a row or column do not hold consecutive digits.",
            Toroidal => "What is said of neighbouring cells holds across the edges of the grid too.",
        }
    }

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// What a further house is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ExtraHouse {
    /// Made by a named rule; the number counts from 0 where the rule makes several.
    Of(NamedRule, usize),
    /// A set of N cells that was painted, counted from 0.
    Painted(usize),
}

impl ExtraHouse {
    /// The name, with `{0}` for the number where there are several of the kind.
    pub const fn template(self) -> &'static str {
        match self {
            ExtraHouse::Of(FallingDiagonal, _) => "the falling diagonal",
            ExtraHouse::Of(RisingDiagonal, _) => "the rising diagonal",
            ExtraHouse::Of(Windoku, _) => "window {0}",
            ExtraHouse::Of(DisjointGroups, _) => "disjoint group {0}",
            ExtraHouse::Of(CentreDot, _) => "the centre dots",
            ExtraHouse::Of(Asterisk, _) => "the asterisk",
            ExtraHouse::Of(Girandola, _) => "the girandola",
            ExtraHouse::Of(..) | ExtraHouse::Painted(_) => "extra house {0}",
        }
    }

    /// The number in the name, counted from 0.
    pub const fn number(self) -> usize {
        match self {
            ExtraHouse::Of(_, number) | ExtraHouse::Painted(number) => number,
        }
    }
}

/// What a layout demands beside rows, columns and regions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct LayoutRules {
    named: u32,
    /// Digits that the cells may hold, for cells that may not hold all.
    allowed: BTreeMap<Cell, u32>,
    /// Painted sets, in order: N cells hold every digit once, fewer repeat none.
    sets: Vec<CellSet>,
}

/// The tables that follow from the rules of a layout.
#[derive(Debug, Default)]
pub(super) struct RuleTables {
    /// Houses beside rows, columns and regions.
    pub(super) houses: Vec<(ExtraHouse, CellSet)>,
    /// Sets of fewer than N cells that repeat no digit.
    pub(super) groups: Vec<CellSet>,
    /// Pairs of cells that do not hold consecutive digits, both ways round.
    pub(super) not_consecutive: Vec<(Cell, Cell)>,
}

/// The most houses of a layout; no named layout comes near.
pub(super) const MAX_HOUSES: usize = 128;

impl LayoutRules {
    /// These named rules.
    pub fn of(named: impl IntoIterator<Item = NamedRule>) -> LayoutRules {
        LayoutRules { named: named.into_iter().fold(0, |all, rule| all | rule.bit()), ..LayoutRules::default() }
    }

    /// Whether nothing is demanded beside rows, columns and regions.
    pub fn is_empty(&self) -> bool {
        *self == LayoutRules::default()
    }

    /// Whether a named rule is among them.
    pub const fn has(&self, rule: NamedRule) -> bool {
        self.named & rule.bit() != 0
    }

    /// Adds or removes a named rule.
    pub fn set(&mut self, rule: NamedRule, is_on: bool) {
        if is_on {
            self.named |= rule.bit();
        } else {
            self.named &= !rule.bit();
        }
    }

    /// The named rules, in their order.
    pub fn named(&self) -> impl Iterator<Item = NamedRule> + '_ {
        NamedRule::ALL.into_iter().filter(|&rule| self.has(rule))
    }

    /// The digits that a cell of a grid with N digits may hold.
    pub fn allowed(&self, cell: Cell, n: usize) -> DigitSet {
        self.allowed.get(&cell).map_or(DigitSet::all(n), |&digits| DigitSet(digits))
    }

    /// Cells that may not hold every digit, each with those that it may hold, ascending.
    pub fn restricted(&self) -> impl Iterator<Item = (Cell, DigitSet)> + '_ {
        self.allowed.iter().map(|(&cell, &digits)| (cell, DigitSet(digits)))
    }

    /// Lets a cell hold these digits only; all of them lift the restriction.
    pub fn allow(&mut self, cell: Cell, digits: DigitSet, n: usize) {
        if digits == DigitSet::all(n) {
            self.allowed.remove(&cell);
        } else {
            self.allowed.insert(cell, digits.0);
        }
    }

    /// The painted sets, in order.
    pub fn sets(&self) -> &[CellSet] {
        &self.sets
    }

    /// Adds a painted set: N cells that hold every digit once, or fewer that repeat none.
    pub fn add_set(&mut self, set: CellSet) {
        if let Err(at) = self.sets.binary_search(&set) {
            self.sets.insert(at, set);
        }
    }

    /// Removes a painted set.
    pub fn remove_set(&mut self, set: &CellSet) {
        self.sets.retain(|other| other != set);
    }

    /// The rules in sentences, as they are printed with puzzles, on a grid with N rows.
    pub fn sentences(&self, n: usize) -> impl Iterator<Item = &'static str> {
        let has_both = self.has(FallingDiagonal) && self.has(RisingDiagonal);
        let both = has_both.then_some("Each of the two main diagonals holds every digit once.");
        let of_rule = move |rule: NamedRule| match rule {
            FallingDiagonal | RisingDiagonal if has_both => None,
            rule => Some(rule.sentence()),
        };
        let all = DigitSet::all(n).0;
        let has = |wanted: &dyn Fn(u32) -> bool| self.allowed.values().any(|&digits| wanted(digits));
        let (odd, even) = (all & 0x5555, all & 0xaaaa);
        let marks = [
            (has(&|digits| digits == odd), "Cells with a grey disc hold an odd digit."),
            (has(&|digits| digits == even), "Cells with a grey square hold an even digit."),
            (has(&|digits| digits != odd && digits != even), "Cells with small digits hold one of these."),
            (self.sets.iter().any(|set| set.len() == n), "Each of the tinted sets of cells holds every digit once."),
            (self.sets.iter().any(|set| set.len() < n), "Digits do not repeat within a dashed cage."),
        ];
        let named: Vec<NamedRule> = self.named().collect();
        let marks = marks.into_iter().filter(|&(is_there, _)| is_there).map(|(_, sentence)| sentence);
        both.into_iter().chain(named.into_iter().filter_map(of_rule)).chain(marks)
    }

    /// These rules for a grid with the regions of `shape`, with painted sets replaced by the named rule that they make up.
    #[must_use]
    pub fn with_names(&self, shape: Shape) -> LayoutRules {
        let mut named = self.clone();
        for rule in [Windoku, CentreDot, Asterisk, Girandola] {
            let Ok(tables) = LayoutRules::of([rule]).tables(shape.n(), shape.region_boxes()) else { continue };
            if tables.houses.iter().all(|(_, house)| named.sets.contains(house)) {
                tables.houses.iter().for_each(|(_, house)| named.remove_set(house));
                named.set(rule, true);
            }
        }
        named
    }

    /// The rules one by one: each named rule, all restrictions of cells together, and each painted set. That some hold
    /// across the edges is a matter of these.
    pub fn parts(&self) -> Vec<LayoutRules> {
        let named = self.named().filter(|&rule| rule != Toroidal).map(|rule| LayoutRules::of([rule]));
        let allowed = LayoutRules { allowed: self.allowed.clone(), ..LayoutRules::default() };
        let sets = self.sets.iter().map(|&set| LayoutRules { sets: vec![set], ..LayoutRules::default() });
        let allowed = (!allowed.is_empty()).then_some(allowed);
        named.chain(allowed).chain(sets).collect()
    }

    /// Those of the rules that are among these parts.
    #[must_use]
    pub fn with_parts(&self, parts: &[LayoutRules]) -> LayoutRules {
        let mut rules = LayoutRules::default();
        for part in parts {
            rules.named |= part.named;
            rules.allowed.extend(&part.allowed);
            part.sets.iter().for_each(|&set| rules.add_set(set));
        }
        let may_wrap = [AntiKnight, AntiKing, NonConsecutive].into_iter().any(|rule| rules.has(rule));
        rules.set(Toroidal, self.has(Toroidal) && may_wrap);
        rules
    }

    /// Whether no digit is treated differently from another.
    pub fn treats_digits_alike(&self) -> bool {
        !self.has(NonConsecutive) && self.allowed.is_empty()
    }

    /// The rules of the board that is turned or mirrored by this map of cells.
    #[must_use]
    pub(super) fn moved(&self, swaps_diagonals: bool, image: impl Fn(Cell) -> Cell) -> LayoutRules {
        let mut moved = LayoutRules { named: self.named, ..LayoutRules::default() };
        if swaps_diagonals {
            moved.set(FallingDiagonal, self.has(RisingDiagonal));
            moved.set(RisingDiagonal, self.has(FallingDiagonal));
        }
        moved.allowed = self.allowed.iter().map(|(&cell, &digits)| (image(cell), digits)).collect();
        self.sets.iter().for_each(|set| moved.add_set(set.iter().map(&image).collect()));
        moved
    }

    /// What the rules mean on a grid with N rows, of which the boxes have this height and width, if there are boxes.
    pub(super) fn tables(&self, n: usize, boxes: Option<(usize, usize)>) -> Result<RuleTables, ShapeError> {
        let cell = |row: usize, col: usize| Cell::from_index(row * n + col);
        let needs = |rule: NamedRule, is_met: bool, what: &'static str| {
            if is_met { Ok(()) } else { Err(ShapeError::Needs { rule: rule.word(), what }) }
        };
        let mut tables = RuleTables::default();
        for rule in self.named() {
            let mut houses: Vec<CellSet> = Vec::new();
            match rule {
                FallingDiagonal => houses.push((0..n).map(|i| cell(i, i)).collect()),
                RisingDiagonal => houses.push((0..n).map(|i| cell(n - 1 - i, i)).collect()),
                Windoku => {
                    let side = (2..=5).find(|side| side * side == n);
                    needs(rule, side.is_some(), "4, 9, 16 or 25 rows")?;
                    let side = side.unwrap_or_default();
                    let starts = || (0..side - 1).map(|i| 1 + i * (side + 1));
                    for (top, left) in starts().flat_map(|top| starts().map(move |left| (top, left))) {
                        houses.push((0..n).map(|i| cell(top + i / side, left + i % side)).collect());
                    }
                }
                DisjointGroups => {
                    needs(rule, boxes.is_some(), "boxes of equal height and width")?;
                    let (height, width) = boxes.unwrap_or((1, 1));
                    for place in 0..n {
                        let (row, col) = (place / width, place % width);
                        let at = |i: usize| cell(i / height * height + row, i % height * width + col);
                        houses.push((0..n).map(at).collect());
                    }
                }
                CentreDot | Asterisk | Girandola => {
                    needs(rule, n == 9, "9 rows")?;
                    let places: [(usize, usize); 9] = match rule {
                        CentreDot => [(1, 1), (1, 4), (1, 7), (4, 1), (4, 4), (4, 7), (7, 1), (7, 4), (7, 7)],
                        Asterisk => [(1, 4), (2, 2), (2, 6), (4, 1), (4, 4), (4, 7), (6, 2), (6, 6), (7, 4)],
                        _ => [(0, 0), (0, 8), (1, 4), (4, 1), (4, 4), (4, 7), (7, 4), (8, 0), (8, 8)],
                    };
                    houses.push(places.into_iter().map(|(row, col)| cell(row, col)).collect());
                }
                Argyle => {
                    needs(rule, n == 9, "9 rows")?;
                    for away in [1, 4] {
                        let falling = (0..n - away).map(|i| (i, i + away)).collect::<Vec<_>>();
                        for (is_mirrored, is_low) in [(false, false), (false, true), (true, false), (true, true)] {
                            let turn = |&(row, col): &(usize, usize)| {
                                let (row, col) = if is_low { (col, row) } else { (row, col) };
                                cell(row, if is_mirrored { n - 1 - col } else { col })
                            };
                            tables.groups.push(falling.iter().map(turn).collect());
                        }
                    }
                }
                AntiKnight => tables.groups.extend(self.pairs(n, &[(1, 2), (2, 1)]).map(|(a, b)| pair(a, b))),
                AntiKing => tables.groups.extend(self.pairs(n, &[(1, 1)]).map(|(a, b)| pair(a, b))),
                NonConsecutive => tables.not_consecutive = self.pairs(n, &[(0, 1), (1, 0)]).collect(),
                Toroidal => {
                    let has_any = [AntiKnight, AntiKing, NonConsecutive].into_iter().any(|rule| self.has(rule));
                    needs(rule, has_any, "anti-knight, anti-king or non-consecutive")?;
                }
            }
            tables.houses.extend(houses.into_iter().enumerate().map(|(i, cells)| (ExtraHouse::Of(rule, i), cells)));
        }
        let mut n_painted = 0;
        for set in &self.sets {
            if set.len() == n {
                tables.houses.push((ExtraHouse::Painted(n_painted), *set));
                n_painted += 1;
            } else {
                tables.groups.push(*set);
            }
        }
        tables.groups.sort_unstable();
        tables.groups.dedup();
        if 3 * n + tables.houses.len() > MAX_HOUSES {
            return Err(ShapeError::Houses { found: 3 * n + tables.houses.len() });
        }
        Ok(tables)
    }

    /// Pairs of cells that are so many rows and columns apart, in any direction, both ways round.
    fn pairs(&self, n: usize, steps: &[(usize, usize)]) -> impl Iterator<Item = (Cell, Cell)> + use<> {
        let is_toroidal = self.has(Toroidal);
        let steps = steps.to_vec();
        (0..n * n).flat_map(move |from| {
            let (row, col) = (from / n, from % n);
            // Counted from a whole grid before, so that a step back stays above 0.
            let moved = |at: usize, by: usize, is_back: bool| {
                let to = if is_back { n + at - by } else { n + at + by };
                (is_toroidal || (n..2 * n).contains(&to)).then_some(to % n)
            };
            let mut found: Vec<(Cell, Cell)> = Vec::new();
            for &(down, right) in &steps {
                for (is_up, is_left) in [(false, false), (false, true), (true, false), (true, true)] {
                    if let (Some(row), Some(col)) = (moved(row, down, is_up), moved(col, right, is_left)) {
                        found.push((Cell::from_index(from), Cell::from_index(row * n + col)));
                    }
                }
            }
            found.sort_unstable();
            found.dedup();
            found
        })
    }

    /// Reads one word of a layout, if it is one of a rule.
    pub(super) fn read_word(&mut self, n: usize, word: &str) -> Result<bool, ShapeError> {
        if word == "x" {
            self.set(FallingDiagonal, true);
            self.set(RisingDiagonal, true);
            return Ok(true);
        }
        if let Some(rule) = NamedRule::ALL.into_iter().find(|rule| rule.word() == word) {
            self.set(rule, true);
            return Ok(true);
        }
        let Some((what, list)) = word.split_once('=') else { return Ok(false) };
        let all = DigitSet::all(n);
        let parity = |odd: bool| DigitSet(all.0 & if odd { 0x5555 } else { 0xaaaa });
        match what {
            "odd" | "even" => {
                for name in list.split(',') {
                    self.restrict(n, name, parity(what == "odd"))?;
                }
            }
            "allowed" => {
                for item in list.split(',') {
                    let Some((name, digits)) = item.split_once(':') else {
                        return Err(ShapeError::Allowed(item.to_owned()));
                    };
                    let mut set = DigitSet::EMPTY;
                    for c in digits.chars() {
                        let digit = Digit::from_char(c).filter(|digit| digit.index() < n);
                        set.insert(digit.ok_or_else(|| ShapeError::Digit { n, item: item.to_owned(), c })?);
                    }
                    if set.is_empty() {
                        return Err(ShapeError::Allowed(item.to_owned()));
                    }
                    self.restrict(n, name, set)?;
                }
            }
            "extra" => {
                let mut set = CellSet::EMPTY;
                for name in list.split(',') {
                    set.insert(read_cell(n, name)?);
                }
                if !(2..=n).contains(&set.len()) {
                    return Err(ShapeError::Extra { found: set.len(), n });
                }
                self.add_set(set);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn restrict(&mut self, n: usize, name: &str, digits: DigitSet) -> Result<(), ShapeError> {
        let cell = read_cell(n, name)?;
        let both = DigitSet(self.allowed(cell, n).0 & digits.0);
        if both.is_empty() {
            return Err(ShapeError::NoDigit(name.to_owned()));
        }
        self.allow(cell, both, n);
        Ok(())
    }

    /// The words of the text form, each after a blank.
    pub(super) fn words(&self, n: usize) -> String {
        let name = |cell: Cell| format!("r{}c{}", cell.index() / n + 1, cell.index() % n + 1);
        let mut text = String::new();
        let has_both = self.has(FallingDiagonal) && self.has(RisingDiagonal);
        for rule in self.named() {
            match rule {
                FallingDiagonal if has_both => text.push_str(" x"),
                RisingDiagonal if has_both => {}
                _ => text.push_str(&format!(" {}", rule.word())),
            }
        }
        let all = DigitSet::all(n).0;
        let list = |wanted: &dyn Fn(u32) -> bool, item: &dyn Fn(Cell, DigitSet) -> String| {
            let items: Vec<String> = self
                .restricted()
                .filter(|(_, digits)| wanted(digits.0))
                .map(|(cell, digits)| item(cell, digits))
                .collect();
            items.join(",")
        };
        let (odd, even) = (all & 0x5555, all & 0xaaaa);
        let parts = [
            ("odd", list(&|digits| digits == odd, &|cell, _| name(cell))),
            ("even", list(&|digits| digits == even, &|cell, _| name(cell))),
            (
                "allowed",
                list(&|digits| digits != odd && digits != even, &|cell, digits| {
                    let digits: String = digits.iter().map(|digit| digit.to_string()).collect();
                    format!("{}:{digits}", name(cell))
                }),
            ),
        ];
        for (word, list) in parts.into_iter().filter(|(_, list)| !list.is_empty()) {
            text.push_str(&format!(" {word}={list}"));
        }
        for set in &self.sets {
            let cells: Vec<String> = set.iter().map(name).collect();
            text.push_str(&format!(" extra={}", cells.join(",")));
        }
        text
    }
}

fn pair(a: Cell, b: Cell) -> CellSet {
    [a, b].into_iter().collect()
}

/// Reads `r1c1`.
fn read_cell(n: usize, name: &str) -> Result<Cell, ShapeError> {
    let place = name.strip_prefix('r').and_then(|rest| rest.split_once('c'));
    let number = |text: &str| text.parse::<usize>().ok().filter(|number| (1..=n).contains(number));
    let found = place.and_then(|(row, col)| Some((number(row)?, number(col)?)));
    found
        .map(|(row, col)| Cell::from_index((row - 1) * n + col - 1))
        .ok_or_else(|| ShapeError::CellName { n, name: quoted(name) })
}

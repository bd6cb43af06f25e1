//! A fixed point written from the definition of the strategies, with nothing of the program but its values.

use cluesmith::grid::{Puzzle, Shape};
use cluesmith::logic::{StrategyId, StrategySet};

/// A grid as the definition sees it: digits left in each cell, and which cells are filled.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Naive {
    shape: Shape,
    pub(crate) left: Vec<u32>,
    pub(crate) is_filled: Vec<bool>,
    /// Cells of each row, column and box, and of the houses that rules add.
    houses: Vec<Vec<usize>>,
    /// Cells that repeat no digit.
    groups: Vec<Vec<usize>>,
    /// Whether neighbours hold no consecutive digits.
    is_non_consecutive: bool,
}

/// A cell from its name, r1c1.
fn cell_of(name: &str, n: usize) -> usize {
    let (row, col) = name[1..].split_once('c').expect("a cell");
    let number = |text: &str| text.parse::<usize>().expect("a number") - 1;
    number(row) * n + number(col)
}

/// The box or region of each cell, read from the text of the shape.
fn regions(text: &str, n: usize) -> Vec<usize> {
    let first = text.split(' ').next().unwrap_or_default();
    if let Some((height, width)) = first.split_once('x') {
        let (height, width): (usize, usize) = (height.parse().expect("a height"), width.parse().expect("a width"));
        return (0..n * n).map(|cell| cell / n / height * height + cell % n / width).collect();
    }
    match text.split_once("regions=") {
        Some((_, letters)) => letters.bytes().take(n * n).map(|letter| usize::from(letter - b'A')).collect(),
        // A Latin square has no rule but rows and columns.
        None => (0..n * n).map(|cell| cell / n).collect(),
    }
}

impl Naive {
    pub(crate) fn new(puzzle: &Puzzle) -> Naive {
        let shape = puzzle.shape();
        let n = shape.n();
        let region_of = regions(&shape.to_string(), n);
        let mut houses = vec![Vec::new(); 3 * n];
        for (cell, region) in region_of.into_iter().enumerate() {
            let (row, col) = (cell / n, cell % n);
            for house in [row, n + col, 2 * n + region] {
                houses[house].push(cell);
            }
        }
        let mut naive = Naive {
            shape,
            left: vec![(1 << n) - 1; n * n],
            is_filled: vec![false; n * n],
            houses,
            groups: Vec::new(),
            is_non_consecutive: false,
        };
        let text = shape.to_string();
        for word in text.split(' ').skip(1).filter(|word| *word != "latin" && !word.starts_with("regions=")) {
            naive.add_rule(word);
        }
        for (cell, digit) in puzzle.clues() {
            naive.fill(cell.index(), digit.index());
        }
        naive
    }

    /// The rules of the layouts that are tried here.
    fn add_rule(&mut self, word: &str) {
        let n = self.shape.n();
        let all = || 0..n * n;
        match word.split_once('=').unwrap_or((word, "")) {
            ("x", _) => {
                self.houses.push(all().filter(|cell| cell / n == cell % n).collect());
                self.houses.push(all().filter(|cell| cell / n + cell % n == n - 1).collect());
            }
            ("windoku", _) if n == 9 => {
                let window = |line: usize| if line.is_multiple_of(4) { None } else { Some(line / 4) };
                for (top, left) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let is_in = |cell: &usize| window(cell / n) == Some(top) && window(cell % n) == Some(left);
                    self.houses.push(all().filter(is_in).collect());
                }
            }
            ("disjoint-groups", _) if n == 8 => {
                for place in 0..8 {
                    self.houses.push(all().filter(|cell| cell / n % 2 * 4 + cell % n % 4 == place).collect());
                }
            }
            ("anti-knight", _) => {
                for a in all() {
                    let away = |b: usize| [(a / n).abs_diff(b / n), (a % n).abs_diff(b % n)];
                    let pairs = all().filter(|&b| b > a && [[1, 2], [2, 1]].contains(&away(b)));
                    self.groups.extend(pairs.map(|b| vec![a, b]));
                }
            }
            ("non-consecutive", _) => self.is_non_consecutive = true,
            ("odd", cells) => cells.split(',').for_each(|cell| self.left[cell_of(cell, n)] &= 0x5555),
            ("extra", cells) => {
                let cells: Vec<usize> = cells.split(',').map(|cell| cell_of(cell, n)).collect();
                if cells.len() == n { &mut self.houses } else { &mut self.groups }.push(cells);
            }
            (word, _) => panic!("the definition does not know {word}"),
        }
    }

    fn fill(&mut self, cell: usize, digit: usize) {
        self.is_filled[cell] = true;
        self.left[cell] = 1 << digit;
        for group in self.groups.iter().filter(|group| group.contains(&cell)) {
            for &peer in group.iter().filter(|&&peer| peer != cell) {
                self.left[peer] &= !(1 << digit);
            }
        }
        let n = self.shape.n();
        for other in (0..n * n).filter(|_| self.is_non_consecutive) {
            if (cell / n).abs_diff(other / n) + (cell % n).abs_diff(other % n) == 1 {
                self.left[other] &= !(1 << digit << 1 | 1 << digit >> 1);
            }
        }
        for house in self.houses.iter().filter(|house| house.contains(&cell)) {
            for &peer in house.iter().filter(|&&peer| peer != cell) {
                self.left[peer] &= !(1 << digit);
            }
        }
    }

    /// Cells of a house that hold the digit, as a mask of places.
    fn places(&self, house: &[usize], digit: usize) -> u32 {
        (0..house.len()).filter(|&i| self.left[house[i]] >> digit & 1 == 1).map(|i| 1 << i).sum()
    }

    /// Applies a strategy wherever it applies.
    fn apply(&mut self, strategy: StrategyId) {
        let n = self.shape.n();
        let houses = self.houses.clone();
        let size = match strategy {
            StrategyId::NakedPair | StrategyId::HiddenPair | StrategyId::XWing | StrategyId::Leftovers2 => 2,
            StrategyId::NakedTriple | StrategyId::HiddenTriple | StrategyId::Swordfish | StrategyId::Leftovers3 => 3,
            _ => 4,
        };
        match strategy {
            StrategyId::FullHouse => {
                for house in &houses {
                    let open: Vec<usize> = house.iter().copied().filter(|&cell| !self.is_filled[cell]).collect();
                    if let [last] = open[..] {
                        let filled = house.iter().filter(|&&cell| cell != last);
                        let missing = ((1u32 << n) - 1) & !filled.fold(0, |all, &cell| all | self.left[cell]);
                        self.fill(last, missing.trailing_zeros() as usize);
                    }
                }
            }
            StrategyId::NakedSingle => {
                for cell in 0..n * n {
                    if !self.is_filled[cell] && self.left[cell].is_power_of_two() {
                        self.fill(cell, self.left[cell].trailing_zeros() as usize);
                    }
                }
            }
            StrategyId::HiddenSingle => {
                for (house, digit) in houses.iter().flat_map(|house| (0..n).map(move |digit| (house, digit))) {
                    let places = self.places(house, digit);
                    let cell = house[places.trailing_zeros() as usize];
                    if places.is_power_of_two() && !self.is_filled[cell] {
                        self.fill(cell, digit);
                    }
                }
            }
            StrategyId::LockedCandidates => {
                for (base, cover) in houses.iter().flat_map(|base| houses.iter().map(move |cover| (base, cover))) {
                    for digit in 0..n {
                        let is_inside = |cell: &usize| self.left[*cell] >> digit & 1 == 0 || cover.contains(cell);
                        if base != cover && base.iter().all(is_inside) {
                            for cell in cover.iter().filter(|cell| !base.contains(cell)) {
                                self.left[*cell] &= !(1 << digit);
                            }
                        }
                    }
                }
            }
            StrategyId::NakedPair | StrategyId::NakedTriple | StrategyId::NakedQuad => {
                for house in &houses {
                    let rows: Vec<u32> = house.iter().map(|&cell| self.left[cell]).collect();
                    for (cells, digits) in confined(&rows, size) {
                        for i in (0..n).filter(|i| cells >> i & 1 == 0) {
                            self.left[house[i]] &= !digits;
                        }
                    }
                }
            }
            StrategyId::HiddenPair | StrategyId::HiddenTriple | StrategyId::HiddenQuad => {
                for house in &houses {
                    let rows: Vec<u32> = (0..n).map(|digit| self.places(house, digit)).collect();
                    for (digits, places) in confined(&rows, size) {
                        for i in (0..n).filter(|i| places >> i & 1 == 1) {
                            self.left[house[i]] &= digits;
                        }
                    }
                }
            }
            StrategyId::XWing | StrategyId::Swordfish | StrategyId::Jellyfish => {
                for (digit, lines) in (0..n).flat_map(|digit| [(digit, &houses[..n]), (digit, &houses[n..2 * n])]) {
                    let rows: Vec<u32> = lines.iter().map(|line| self.places(line, digit)).collect();
                    for (chosen, crossing) in confined(&rows, size) {
                        for line in (0..n).filter(|line| chosen >> line & 1 == 0) {
                            for place in (0..n).filter(|place| crossing >> place & 1 == 1) {
                                self.left[lines[line][place]] &= !(1 << digit);
                            }
                        }
                    }
                }
            }
            StrategyId::Leftovers2 | StrategyId::Leftovers3 | StrategyId::Leftovers4 => {
                let text = self.shape.to_string();
                if !text.contains("regions=") {
                    // Boxes and lines cross in no other way than locked candidates know.
                    return;
                }
                let (lines, regions) = ([&houses[..n], &houses[n..2 * n]], &houses[2 * n..3 * n]);
                for (digit, lines) in (0..n).flat_map(|digit| lines.map(|lines| (digit, lines))) {
                    for (bases, covers) in [(regions, lines), (lines, regions)] {
                        self.rule_out_leftovers(digit, size, bases, covers);
                    }
                }
            }
            other => panic!("{} is not of the base-and-cover form", other.name()),
        }
    }

    /// Where so many of the bases have their places of a digit in as many covers, the other places of these go.
    fn rule_out_leftovers(&mut self, digit: usize, size: usize, bases: &[Vec<usize>], covers: &[Vec<usize>]) {
        let holds = |cell: &usize| self.left[*cell] >> digit & 1 == 1;
        let needs = |base: &Vec<usize>| {
            let cover_of = |cell: &usize| covers.iter().position(|cover| cover.contains(cell)).expect("one of them");
            base.iter().filter(|cell| holds(cell)).fold(0u32, |mask, cell| mask | 1 << cover_of(cell))
        };
        let rows: Vec<u32> = bases.iter().map(needs).collect();
        for (chosen, needed) in confined(&rows, size) {
            let is_chosen = |cell: &usize| (0..bases.len()).any(|i| chosen >> i & 1 == 1 && bases[i].contains(cell));
            for cover in (0..covers.len()).filter(|cover| needed >> cover & 1 == 1) {
                for &cell in covers[cover].iter().filter(|cell| !is_chosen(cell)) {
                    self.left[cell] &= !(1 << digit);
                }
            }
        }
    }

    /// The end state.
    pub(crate) fn close(mut self, strategies: StrategySet) -> Naive {
        loop {
            let before = self.clone();
            strategies.iter().for_each(|strategy| self.apply(strategy));
            if self == before {
                return self;
            }
        }
    }
}

/// Every choice of so many rows that have as many columns between them, as masks of rows and of columns.
fn confined(rows: &[u32], size: usize) -> Vec<(u32, u32)> {
    let mut found = vec![(0u32, 0u32)];
    for (i, row) in rows.iter().enumerate() {
        for at in 0..found.len() {
            let (chosen, columns) = (found[at].0 | 1 << i, found[at].1 | row);
            if chosen.count_ones() as usize <= size && columns.count_ones() as usize <= size {
                found.push((chosen, columns));
            }
        }
    }
    found.retain(|(chosen, columns)| [chosen, columns].map(|mask| mask.count_ones() as usize) == [size, size]);
    found
}

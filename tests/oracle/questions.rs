//! Random questions, many patterns each.

use super::closure::KINDS;
use super::geometry::{Geometry, Grid, line, mask};
use super::judge::Question;
use super::random::Random;
use std::collections::HashSet;

/// What one run of the program is asked.
pub(crate) struct Batch {
    pub(crate) shape: &'static str,
    pub(crate) question: Question,
    /// Where clues shall stand; empty where the program chooses.
    pub(crate) patterns: Vec<Vec<bool>>,
    /// The arguments, all but the file with the patterns.
    pub(crate) arguments: Vec<String>,
    /// Whether the puzzles of a pattern shall be essentially different.
    pub(crate) is_distinct: bool,
    /// In how many clues puzzles on one pattern have to differ; 0 if that was not asked for.
    pub(crate) spread: usize,
    /// Seconds after which a run that goes on has hung.
    pub(crate) seconds: f64,
}

/// What the subcommands are asked: mostly `generate`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Generate,
    Inverse,
    LpGenerate,
}

/// Strategies beyond bases and covers, each with the last of the others that comes before it in the catalogue.
const OTHERS: [(&str, &str); 6] = [
    ("skyscraper", "x-wing"),
    ("two-string-kite", "x-wing"),
    ("xy-wing", "swordfish"),
    ("w-wing", "swordfish"),
    ("simple-colouring", "swordfish"),
    ("xy-chain", "jellyfish"),
];

/// The batch of this number: shape, strategies, method and patterns by chance.
pub(crate) fn batch(shape: &'static str, seed: u64, has_cadical: bool) -> Batch {
    let mut random = Random(seed);
    let geometry = Geometry::of(shape);
    let n = geometry.n;
    let way = match random.below(20) {
        0 => Way::Inverse,
        1 if n <= 9 => Way::LpGenerate,
        _ => Way::Generate,
    };
    let (mut question, mut options) = match way {
        Way::LpGenerate => {
            // No strategies are asked for: the solution is judged, not the way to it.
            let strategies = vec!["relaxation".to_owned()];
            let rule = random.pick(&["random", "near-min", "true-min", "near-max"]);
            (Question { strategies, required: Vec::new(), fixed: None, minimal: false }, vec![format!("--rule={rule}")])
        }
        _ => question(&mut random, way),
    };
    let (mut is_distinct, mut spread) = (false, 0);
    match way {
        Way::Generate => {
            question.minimal = random.once_in(8);
            if question.minimal {
                options.push("--minimal".to_owned());
            }
            options.push("--threads=1".to_owned());
            options.extend(method(&question, &mut random, has_cadical));
            is_distinct = random.once_in(8);
            if is_distinct {
                options.push("--distinct".to_owned());
                if n <= 9 && random.once_in(2) {
                    spread = 1 + random.below(n);
                    options.push(format!("--spread={spread}"));
                }
            }
        }
        Way::Inverse => {
            options.push(format!("--heuristic={}", random.pick(&["d", "t", "sparse", "random", "2d+t"])));
        }
        Way::LpGenerate => {}
    }
    let has = |name: &str| question.strategies.iter().any(|known| known == name);
    let both_singles = has("naked-single") && has("hidden-single");
    let has_pattern = way == Way::Generate || random.once_in(2);
    // What takes long, or often comes to nothing, is asked of few patterns.
    let is_slow = |option: &String| ["derivation", "paper", "=inverse"].iter().any(|slow| option.contains(slow));
    let is_large = n > 9 && options.iter().any(|option| option.contains("=sat"));
    let is_demanding = question.minimal || !question.required.is_empty();
    let is_slow = is_large || way != Way::Generate || is_demanding || options.iter().any(is_slow);
    let many = if is_slow { [60, 12, 8, 6, 2] } else { [2000, 1000, 500, 300, 40] };
    let n_patterns = if has_pattern { many[size_class(n)] } else { 0 };
    let mut patterns: Vec<Vec<bool>> =
        (0..n_patterns).map(|_| pattern(n, both_singles, question.minimal, &mut random)).collect();
    let count = match (has_pattern, random.once_in(3)) {
        (false, _) => 4,
        (true, true) => 3,
        (true, false) => 1,
    };
    options.push(format!("--count={count}"));
    let limit = if is_slow { [0.05, 0.2, 0.5, 1.0, 3.0] } else { [0.02, 0.05, 0.1, 0.2, 1.0] }[size_class(n)];
    options.push(format!("--time-limit={limit}"));
    let seconds = 120.0 + 10.0 * limit * (n_patterns.max(1) * count) as f64;
    if way == Way::Generate && random.once_in(6) {
        let digits = fix_digits(&geometry, &mut patterns, &mut random);
        options.push(format!("--fixed={}", line(&digits)));
        question.fixed = Some(digits);
    }
    // Of a pattern that is asked for twice two equal puzzles are no fault.
    let mut asked = HashSet::new();
    patterns.retain(|pattern| asked.insert(pattern.clone()));
    let command: &[&str] = match way {
        Way::Generate => &["generate"],
        Way::Inverse => &["inverse"],
        Way::LpGenerate => &["lp", "generate"],
    };
    let shared = [format!("--shape={shape}"), "--json".to_owned(), format!("--seed={}", random.below(1_000_000))];
    let arguments = command.iter().map(|&word| word.to_owned()).chain(shared).chain(options).collect();
    Batch { shape, question, patterns, arguments, is_distinct, spread, seconds }
}

/// A question about bases and covers, as `generate` takes it.
pub(crate) fn plain_question(random: &mut Random) -> (Question, Vec<String>) {
    loop {
        let (question, options) = question(random, Way::Generate);
        if question.kinds().is_some() {
            return (question, options);
        }
    }
}

/// Strategies, required ones and the hardest one by chance, as options and as a question.
fn question(random: &mut Random, way: Way) -> (Question, Vec<String>) {
    let mut strategies = strategies(random, way);
    let mut required = Vec::new();
    let mut options = Vec::new();
    let in_own_order = way == Way::Generate && random.once_in(4);
    if in_own_order {
        random.shuffle(&mut strategies);
    }
    if random.once_in(8) {
        required.push(random.pick(&strategies).clone());
    }
    if in_own_order {
        let marked = |name: &String| if required.contains(name) { format!("+{name}") } else { name.clone() };
        options.push(format!("--order={}", strategies.iter().map(marked).collect::<Vec<_>>().join(",")));
    } else {
        options.push(format!("--strategies={}", strategies.join(",")));
        options.push(format!("--require={}", required.join(",")));
    }
    if way == Way::Generate && random.once_in(12) {
        // No easier than what is required, which may not be used else.
        let first = strategies.iter().position(|name| required.contains(name)).unwrap_or(0);
        let last = first + random.below(strategies.len() - first);
        let hardest = strategies[last].clone();
        options.push(format!("--hardest={hardest}"));
        strategies.truncate(last + 1);
        if !required.contains(&hardest) {
            required.push(hardest);
        }
    }
    (Question { strategies, required, fixed: None, minimal: false }, options)
}

/// 2x2, six digits, eight, nine, more.
fn size_class(n: usize) -> usize {
    match n {
        4 => 0,
        6 => 1,
        8 => 2,
        9 => 3,
        _ => 4,
    }
}

/// Strategies in the order of the catalogue, with and without gaps.
fn strategies(random: &mut Random, way: Way) -> Vec<String> {
    let names: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
    let mut chosen: Vec<&str> = match random.below(8) {
        0 => vec!["naked-single", "hidden-single"],
        1 => vec!["naked-single", "hidden-single", "locked-candidates"],
        2 => names[1..].to_vec(),
        3 => vec!["naked-single"],
        _ => {
            let one_in = 2 + random.below(3);
            names.iter().copied().filter(|_| random.once_in(one_in)).collect()
        }
    };
    let places = ["full-house", "naked-single", "hidden-single"];
    if way == Way::Inverse {
        chosen.retain(|name| *name != "full-house");
    }
    if !chosen.iter().any(|name| places.contains(name)) || way == Way::Inverse {
        chosen.push("naked-single");
    }
    let mut chosen: Vec<&str> = names.iter().copied().filter(|name| chosen.contains(name)).collect();
    if way == Way::Generate && random.once_in(10) {
        let (name, after) = *random.pick(&OTHERS);
        let rank = |name: &str| names.iter().position(|known| *known == name).expect("a strategy");
        let at = chosen.iter().position(|known| rank(known) > rank(after)).unwrap_or(chosen.len());
        chosen.insert(at, name);
    }
    chosen.into_iter().map(str::to_owned).collect()
}

/// `--method` and what goes with it.
fn method(question: &Question, random: &mut Random, has_cadical: bool) -> Vec<String> {
    let exact = if question.strategies == ["naked-single"] { "exact" } else { "auto" };
    let method = *random.pick(&["auto", "auto", "auto", "auto", "search", "search", "sat", "sat", exact, "inverse"]);
    let mut options = vec![format!("--method={method}")];
    if method == "sat" {
        let backends = if has_cadical { &["own", "own", "batsat", "cadical"][..] } else { &["own", "own", "batsat"] };
        options.push(format!("--backend={}", random.pick(backends)));
        if random.once_in(4) {
            options.push(format!("--encoding={}", random.pick(&["derivation", "paper", "paper-direct"])));
        }
    }
    if method == "inverse" {
        options.push(format!("--heuristic={}", random.pick(&["", "d", "t", "d+t"])));
    }
    options
}

/// Clue cells by chance, half of the time the same after half a turn.
fn pattern(n: usize, both_singles: bool, minimal: bool, random: &mut Random) -> Vec<bool> {
    let n_cells = n * n;
    // In hundredths of the cells: below the lower end most patterns are impossible, which is no loss for small
    // shapes alone.
    let (low, high) = match (size_class(n), both_singles) {
        // Minimal puzzles have few clues.
        _ if minimal => (27, 38),
        (0, _) => (15, 85),
        (1, true) => (25, 75),
        (1 | 2, _) => (35, 80),
        (3, true) => (30, 65),
        (3, false) => (40, 75),
        (_, true) => (48, 75),
        (_, false) => (60, 85),
    };
    let n_clues = n_cells * (low + random.below(high - low + 1)) / 100;
    let is_symmetric = random.once_in(2);
    let mut pattern = vec![false; n_cells];
    let mut cells: Vec<usize> = (0..n_cells).collect();
    random.shuffle(&mut cells);
    for cell in cells {
        if pattern.iter().filter(|&&is_clue| is_clue).count() >= n_clues {
            break;
        }
        pattern[cell] = true;
        pattern[n_cells - 1 - cell] |= is_symmetric;
    }
    pattern
}

/// Makes some cells clues of every pattern and gives them digits: mostly those of a solution grid.
fn fix_digits(geometry: &Geometry, patterns: &mut [Vec<bool>], random: &mut Random) -> Grid {
    let n = geometry.n;
    let grid = random_grid(geometry, random);
    let mut digits = vec![0; n * n];
    for _ in 0..1 + random.below(n) {
        let cell = random.below(n * n);
        digits[cell] = if random.once_in(30) { 1 + random.below(n) as u8 } else { grid[cell] };
        patterns.iter_mut().for_each(|pattern| pattern[cell] = true);
    }
    digits
}

/// A solution grid: the simplest one with bands, stacks, rows, columns and digits exchanged.
pub(crate) fn random_grid(geometry: &Geometry, random: &mut Random) -> Grid {
    let Geometry { height, width, n, .. } = *geometry;
    let mut lines = |size: usize| {
        let mut groups: Vec<Vec<usize>> = (0..n).collect::<Vec<_>>().chunks(size).map(<[usize]>::to_vec).collect();
        groups.iter_mut().for_each(|group| random.shuffle(group));
        random.shuffle(&mut groups);
        groups.concat()
    };
    let (rows, columns) = (lines(height), lines(width));
    let mut digits: Vec<u8> = (1..=n as u8).collect();
    random.shuffle(&mut digits);
    let digit = |row: usize, col: usize| digits[(row % height * width + row / height + col) % n];
    rows.iter().flat_map(|&row| columns.iter().map(move |&col| digit(row, col))).collect()
}

/// The patterns as lines.
pub(crate) fn lines(patterns: &[Vec<bool>]) -> impl Iterator<Item = String> + '_ {
    patterns.iter().map(|pattern| mask(pattern))
}

#[test]
fn random_grids_are_solutions() {
    let mut random = Random(1);
    for shape in super::geometry::SHAPES {
        let geometry = Geometry::of(shape);
        assert!(geometry.is_solution(&random_grid(&geometry, &mut random)), "{shape}");
    }
}

#[test]
fn no_pattern_is_asked_for_twice() {
    for number in 0..200 {
        let mut patterns = batch("2x2", number, false).patterns;
        let n_patterns = patterns.len();
        patterns.sort_unstable();
        patterns.dedup();
        assert_eq!(patterns.len(), n_patterns, "round {number}");
    }
}

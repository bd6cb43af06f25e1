//! The JSON of f-puzzles.com, read and written.

use super::json::json_error;
use super::{Info, PuzzleEntry, Shapes, line_error, noted};
use crate::grid::{
    Cell, CellSet, Digit, DigitSet, ExtraHouse, LayoutRules, NamedRule, ParseError, Puzzle, Shape, quoted,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(expecting = "a puzzle")]
struct Board {
    size: usize,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    author: Option<String>,
    #[serde(default)]
    ruleset: Option<String>,
    grid: Vec<Vec<Square>>,
    #[serde(default, rename = "extraregion")]
    extra_regions: Vec<Region>,
    #[serde(default)]
    odd: Vec<Mark>,
    #[serde(default)]
    even: Vec<Mark>,
}

/// A painted set of cells.
#[derive(Serialize, Deserialize)]
#[serde(expecting = "a list of cells")]
struct Region {
    cells: Vec<String>,
}

/// A cell with a mark.
#[derive(Serialize, Deserialize)]
#[serde(expecting = "a cell")]
struct Mark {
    cell: String,
}

/// Switches that stand for rules of a layout.
const SWITCHES: [(&str, NamedRule); 6] = [
    ("diagonal+", NamedRule::RisingDiagonal),
    ("diagonal-", NamedRule::FallingDiagonal),
    ("antiknight", NamedRule::AntiKnight),
    ("antiking", NamedRule::AntiKing),
    ("nonconsecutive", NamedRule::NonConsecutive),
    ("disjointgroups", NamedRule::DisjointGroups),
];

/// Lists that stand for rules of a layout.
const LISTS: [&str; 3] = ["extraregion", "odd", "even"];

#[derive(Deserialize)]
#[serde(expecting = "a cell")]
struct Square {
    #[serde(default)]
    value: Option<u8>,
    #[serde(default)]
    given: bool,
    #[serde(default)]
    region: Option<usize>,
    #[serde(default, rename = "centerPencilMarks")]
    center: Option<Vec<u8>>,
    #[serde(default, rename = "givenPencilMarks")]
    given_marks: Option<Vec<u8>>,
}

/// Fields that are decoration or bookkeeping; every other list or switch that is set is an extra rule.
const HARMLESS: [&str; 17] = [
    "size",
    "title",
    "author",
    "ruleset",
    "grid",
    "solution",
    "highlightConflicts",
    "text",
    "circle",
    "rectangle",
    "line",
    "cage",
    "logic",
    "truecandidatesoptions",
    "disabledlogic",
    "successMessage",
    "metadata",
];

/// Reads the JSON of one puzzle.
pub(super) fn read(json: &str, line: usize, shapes: Shapes) -> Result<PuzzleEntry, ParseError> {
    let damaged = |error: serde_json::Error| json_error(&error, line, "f-puzzles");
    let fields: BTreeMap<String, Value> = serde_json::from_str(json).map_err(damaged)?;
    let is_set = |value: &Value| match value {
        Value::Bool(set) => *set,
        Value::Array(list) => !list.is_empty(),
        _ => false,
    };
    let is_known = |name: &str| {
        HARMLESS.contains(&name) || LISTS.contains(&name) || SWITCHES.iter().any(|&(switch, _)| switch == name)
    };
    if let Some((rule, _)) = fields.iter().find(|(name, value)| !is_known(name.as_str()) && is_set(value)) {
        return Err(line_error(
            line,
            format!("this puzzle has the rule {}, which cluesmith does not know", quoted(rule)),
        ));
    }
    let board: Board = serde_json::from_str(json).map_err(damaged)?;
    if board.grid.len() != board.size || board.grid.iter().any(|row| row.len() != board.size) {
        return Err(line_error(line, format!("the grid does not have {0} rows of {0} cells", board.size.min(1000))));
    }
    let switches = SWITCHES.iter().filter(|(switch, _)| fields.get(*switch).is_some_and(is_set));
    let rules = LayoutRules::of(switches.map(|&(_, rule)| rule));
    let shape = shape_of(&board, rules, line, shapes)?;
    let mut puzzle = Puzzle::empty(shape);
    let mut placed = Puzzle::empty(shape);
    let mut marks = Vec::with_capacity(shape.n_cells());
    for (index, square) in board.grid.iter().flatten().enumerate() {
        let cell = Cell::from_index(index);
        let to_digit = |value: u8| {
            let is_digit = value >= 1 && value as usize <= shape.n();
            is_digit.then(|| Digit::new(value)).ok_or_else(|| {
                let name = shape.cell_name(cell);
                line_error(line, format!("{name} holds {value}, which is no digit of shape {shape}"))
            })
        };
        let target = if square.given { &mut puzzle } else { &mut placed };
        target.set(cell, square.value.filter(|&value| value != 0).map(to_digit).transpose()?);
        let listed = square.given_marks.as_ref().or(square.center.as_ref()).into_iter().flatten();
        marks.push((cell, noted(listed.map(|&value| to_digit(value)).collect::<Result<DigitSet, _>>()?)));
    }
    let mut entry = PuzzleEntry::at(puzzle, line).with_state(&placed, marks.into_iter());
    entry.info =
        Info { title: board.title.unwrap_or_default(), author: board.author.unwrap_or_default(), ..Info::default() };
    take_ruleset(&mut entry, board.ruleset.unwrap_or_default());
    Ok(entry)
}

/// The boxes that f-puzzles draws for a size by itself: as high as the largest divisor up to the root.
fn default_shape(n: usize) -> Option<Shape> {
    let height = (1..=n.isqrt()).rev().find(|height| n.is_multiple_of(*height))?;
    Shape::new(height, n / height).ok()
}

/// Reads `R1C1`.
fn cell_of(name: &str, n: usize, line: usize) -> Result<Cell, ParseError> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|number| (1..=n).contains(number));
    let place = name.strip_prefix('R').and_then(|rest| rest.split_once('C'));
    let cell = place.and_then(|(row, col)| Some(Cell::from_index((number(row)? - 1) * n + number(col)? - 1)));
    cell.ok_or_else(|| line_error(line, format!("{} is no cell of a grid with {n} rows", quoted(name))))
}

fn shape_of(board: &Board, mut rules: LayoutRules, line: usize, shapes: Shapes) -> Result<Shape, ParseError> {
    let n = board.size;
    for region in &board.extra_regions {
        let cells = region.cells.iter().map(|name| cell_of(name, n, line)).collect::<Result<CellSet, _>>()?;
        if cells.len() != n {
            let found = cells.len();
            return Err(line_error(line, format!("an extra region of this puzzle has {found} cells, not {n}")));
        }
        rules.add_set(cells);
    }
    for (marks, digits) in [(&board.odd, 0x5555), (&board.even, 0xaaaa)] {
        for mark in marks {
            let cell = cell_of(&mark.cell, n, line)?;
            let both = DigitSet(rules.allowed(cell, n).0 & digits);
            if both.is_empty() {
                return Err(line_error(line, format!("the cell {} is marked as odd and as even", mark.cell)));
            }
            rules.allow(cell, both, n);
        }
    }
    // Without regions the boxes are the site's, whatever is preferred here.
    let default = default_shape(n);
    let mut squares = board.grid.iter().flatten().enumerate();
    let region = |(index, square): (usize, &Square)| {
        square.region.or_else(|| default.map(|shape| shape.box_of(Cell::from_index(index))))
    };
    let Some(regions) = squares.by_ref().map(region).collect::<Option<Vec<usize>>>() else {
        return Err(line_error(line, format!("this puzzle of {n} rows does not tell the region of each cell")));
    };
    of_regions(n, &regions, &rules, line, shapes)
}

/// The shape with these regions, one number for each cell, and these rules, if it is one of those looked for.
pub(super) fn of_regions(
    n: usize,
    regions: &[usize],
    rules: &LayoutRules,
    line: usize,
    shapes: Shapes,
) -> Result<Shape, ParseError> {
    let numbers: Vec<u8> = regions.iter().map(|&region| u8::try_from(region).unwrap_or(u8::MAX)).collect();
    let shape = Shape::irregular(n, &numbers)
        .and_then(|shape| shape.with_rules(&rules.with_names(shape)))
        .map_err(|error| line_error(line, format!("the regions of this puzzle are no layout: {error}")))?;
    if shapes.may_be(shape) {
        return Ok(shape);
    }
    let (found, wanted) = (shape.name(), shapes.nominal().name());
    let what =
        if found == wanted { "other regions or rules than".to_owned() } else { format!("the layout {found}, not") };
    Err(line_error(line, format!("this puzzle has {what} {wanted}")))
}

/// The rules of a plain Sudoku, as the sites show them: no remark.
pub(super) const RULES: &str = "Normal sudoku rules apply.";

/// Takes in what a site shows beside the grid: the rules, unless they are told as we tell them, and remarks behind them.
pub(super) fn take_ruleset(entry: &mut PuzzleEntry, text: String) {
    let composed = entry.shape().rules_text();
    if text == RULES || text == composed {
        return;
    }
    match text.strip_prefix(&composed).and_then(|rest| rest.strip_prefix(BEFORE_REMARKS)) {
        Some(remarks) => remarks.clone_into(&mut entry.info.comment),
        None => entry.info.rules = text,
    }
}

/// What stands between rules and remarks.
const BEFORE_REMARKS: &str = "\n\n";

/// What is read back of the rules and remarks that are written.
pub(super) fn texts_read_back(entry: &PuzzleEntry) -> Info {
    let mut back = PuzzleEntry::new(entry.puzzle.clone());
    take_ruleset(&mut back, ruleset(entry));
    back.info
}

/// What a site shows beside the grid.
fn ruleset(entry: &PuzzleEntry) -> String {
    let mut text = entry.rules_text().map_or_else(|| RULES.to_owned(), Cow::into_owned);
    if !entry.info.comment.is_empty() {
        text.push_str(BEFORE_REMARKS);
        text.push_str(&entry.info.comment);
    }
    text
}

#[derive(Serialize)]
struct BoardOut<'a> {
    size: usize,
    #[serde(skip_serializing_if = "str::is_empty")]
    title: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    author: &'a str,
    ruleset: String,
    grid: Vec<Vec<SquareOut>>,
    #[serde(flatten)]
    switches: BTreeMap<&'static str, bool>,
    #[serde(rename = "extraregion", skip_serializing_if = "Vec::is_empty")]
    extra_regions: Vec<Region>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    odd: Vec<Mark>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    even: Vec<Mark>,
}

/// A rule of the layout that the format has no room for.
pub(super) fn untold(shape: Shape) -> Option<String> {
    let rules = shape.rules();
    let is_told = |rule: NamedRule| SWITCHES.iter().any(|&(_, switch)| switch == rule) || is_region(rule);
    if let Some(rule) = rules.named().find(|&rule| !is_told(rule)) {
        return Some(rule.word().to_owned());
    }
    let parity = |digits: DigitSet| [0x5555, 0xaaaa].iter().any(|mask| DigitSet::all(shape.n()).0 & mask == digits.0);
    if let Some((cell, _)) = rules.restricted().find(|&(_, digits)| !parity(digits)) {
        return Some(format!("the digits allowed in {}", shape.cell_name(cell)));
    }
    let group = rules.sets().iter().find(|set| set.len() < shape.n());
    group.map(|set| format!("an extra group of {} cells", set.len()))
}

/// Whether a rule adds houses that are written as extra regions.
const fn is_region(rule: NamedRule) -> bool {
    matches!(rule, NamedRule::Windoku | NamedRule::CentreDot | NamedRule::Asterisk | NamedRule::Girandola)
}

#[derive(Serialize)]
struct SquareOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u8>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    given: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<usize>,
    #[serde(rename = "centerPencilMarks", skip_serializing_if = "Vec::is_empty")]
    center: Vec<u8>,
}

/// The JSON of an entry; digits placed and candidates ruled out by more than the digits go along.
pub(super) fn write(entry: &PuzzleEntry) -> String {
    let shape = entry.shape();
    let geometry = &*shape.geometry();
    let name = |cell: Cell| format!("R{}C{}", shape.row(cell) + 1, shape.col(cell) + 1);
    let is_written = |house: &ExtraHouse| match house {
        ExtraHouse::Of(rule, _) => is_region(*rule),
        ExtraHouse::Painted(_) => true,
    };
    let extra = geometry.extra_houses.iter().zip(&geometry.house_cells[3 * shape.n()..]);
    let extra = extra.filter(|(house, _)| is_written(house));
    let marked = |mask: u32| {
        let marked = shape.rules().restricted().filter(|(_, digits)| digits.0 == DigitSet::all(shape.n()).0 & mask);
        marked.map(|(cell, _)| Mark { cell: name(cell) }).collect()
    };
    let switches = SWITCHES.into_iter().filter(|&(_, rule)| shape.rules().has(rule));
    let has_default = default_shape(shape.n()) == Some(shape.without_rules());
    let grid = (0..shape.n()).map(|row| {
        let squares = (0..shape.n()).map(|col| {
            let cell = shape.cell(row, col);
            let value = entry.board.as_ref().map_or(entry.puzzle.get(cell), |board| board.value(cell));
            let center = match &entry.board {
                Some(board) if value.is_none() => board.marks(cell).iter().map(Digit::value).collect(),
                _ => Vec::new(),
            };
            SquareOut {
                value: value.map(Digit::value),
                given: entry.puzzle.get(cell).is_some(),
                region: (!has_default).then(|| shape.box_of(cell)),
                center,
            }
        });
        squares.collect()
    });
    let info = &entry.info;
    let out = BoardOut {
        size: shape.n(),
        title: &info.title,
        author: &info.author,
        ruleset: ruleset(entry),
        grid: grid.collect(),
        switches: switches.map(|(switch, _)| (switch, true)).collect(),
        extra_regions: extra.map(|(_, cells)| Region { cells: cells.iter().copied().map(name).collect() }).collect(),
        odd: marked(0x5555),
        even: marked(0xaaaa),
    };
    serde_json::to_string(&out).expect("strings, numbers and lists always have a text")
}

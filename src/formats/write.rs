//! Writing: which formats there are, and the plain-text ones.

use super::links::{Site, link, untold_by_links};
use super::{Info, PuzzleEntry, cells, check, opensudoku, publish, solo};
use crate::grid::{Cell, Digit, DigitSet, Puzzle, Regions, Shape};
use crate::logic::Board;

/// A format that can be written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// One puzzle a line, `.` for an empty cell.
    Lines,
    /// A line a row, with borders.
    Grid,
    /// One puzzle a line, `0` for an empty cell.
    Sdm,
    /// SudoCue: headers and a line a row; one puzzle.
    Sdk,
    /// Simple Sudoku: grid with borders and records; one 9x9 puzzle.
    SimpleSudoku,
    /// Candidates in a grid with borders.
    PencilMarks,
    /// OpenSudoku collection.
    OpenSudoku,
    /// Links to f-puzzles.com.
    FPuzzles,
    /// Links to sudokupad.app.
    SudokuPad,
    /// A line of clues and a line of region numbers, as `SudoCue` writes irregular puzzles.
    Jigsaw,
    /// Game IDs of Solo, the Sudoku among Simon Tatham's puzzles.
    Solo,
    /// Tables in Markdown.
    Markdown,
    /// A web page.
    Html,
    /// LaTeX with the package `sudoku`; 9x9.
    Latex,
    /// LaTeX with `TikZ`.
    Tikz,
}

/// A format that cannot hold what it is asked to hold: one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct WriteError(pub String);

impl Format {
    /// Every format.
    pub const ALL: [Format; 15] = [
        Format::Lines,
        Format::Grid,
        Format::Sdm,
        Format::Sdk,
        Format::SimpleSudoku,
        Format::PencilMarks,
        Format::OpenSudoku,
        Format::FPuzzles,
        Format::SudokuPad,
        Format::Jigsaw,
        Format::Solo,
        Format::Markdown,
        Format::Html,
        Format::Latex,
        Format::Tikz,
    ];

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Lines => "lines",
            Format::Grid => "grid",
            Format::Sdm => "sdm",
            Format::Sdk => "sdk",
            Format::SimpleSudoku => "ss",
            Format::PencilMarks => "marks",
            Format::OpenSudoku => "opensudoku",
            Format::FPuzzles => "f-puzzles",
            Format::SudokuPad => "sudokupad",
            Format::Jigsaw => "jigsaw",
            Format::Solo => "solo",
            Format::Markdown => "markdown",
            Format::Html => "html",
            Format::Latex => "latex",
            Format::Tikz => "tikz",
        }
    }

    /// Name on screen.
    pub const fn title(self) -> &'static str {
        match self {
            Format::Lines => "One puzzle a line",
            Format::Grid => "Grid with borders",
            Format::Sdm => "Puzzle collection (.sdm)",
            Format::Sdk => "SudoCue (.sdk)",
            Format::SimpleSudoku => "Simple Sudoku (.ss)",
            Format::PencilMarks => "Pencil-mark grid",
            Format::OpenSudoku => "OpenSudoku",
            Format::FPuzzles => "f-puzzles link",
            Format::SudokuPad => "SudokuPad link",
            Format::Jigsaw => "Clues and regions in two lines (SudoCue)",
            Format::Solo => "Game ID of Simon Tatham's Solo",
            Format::Markdown => "Markdown",
            Format::Html => "Web page",
            Format::Latex => "LaTeX, package sudoku",
            Format::Tikz => "LaTeX, TikZ",
        }
    }

    /// Usual ending of the file name.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Sdm => "sdm",
            Format::Sdk => "sdk",
            Format::SimpleSudoku => "ss",
            Format::OpenSudoku => "opensudoku",
            Format::Markdown => "md",
            Format::Html => "html",
            Format::Latex | Format::Tikz => "tex",
            _ => "txt",
        }
    }

    /// Whether the format holds one puzzle only.
    pub(super) const fn is_single(self) -> bool {
        matches!(self, Format::Sdk | Format::SimpleSudoku)
    }

    /// Whether an entry becomes a link.
    pub(super) const fn is_link(self) -> bool {
        matches!(self, Format::FPuzzles | Format::SudokuPad)
    }

    /// What the regions of the layout are that the format cannot tell.
    pub(super) fn untold_regions(self, shape: Shape) -> Option<&'static str> {
        let in_parts = || {
            let regions = Regions::of(shape);
            let is_split = |region| regions.n_parts(region) > 1;
            (shape.is_irregular() && (0..shape.n() as u8).any(is_split)).then_some("regions in several parts")
        };
        match self {
            Format::Lines | Format::Html | Format::Tikz | Format::FPuzzles | Format::SudokuPad => None,
            Format::Jigsaw => in_parts(),
            // It would misread them.
            Format::Solo => in_parts().or_else(|| solo::is_misread(shape).then_some("long regions")),
            _ => shape.is_irregular().then_some("irregular regions"),
        }
    }

    /// A rule of the layout, beside rows, columns and regions, that the format cannot tell.
    pub(super) fn untold_rule(self, shape: Shape) -> Option<String> {
        match self {
            Format::Lines | Format::Html | Format::Tikz => None,
            Format::FPuzzles | Format::SudokuPad => untold_by_links(shape),
            Format::Solo => solo::untold(shape),
            _ => shape.has_rules().then(|| shape.name()),
        }
    }

    /// Whether the format is for 9x9 only.
    pub(super) const fn is_nine_only(self) -> bool {
        matches!(self, Format::Sdm | Format::Sdk | Format::SimpleSudoku | Format::OpenSudoku | Format::Latex)
    }
}

/// The text of the entries in a format; ends with a line feed. What the format leaves out, [`check`] says.
///
/// # Errors
/// If the format has no room for the shape or for the number of puzzles.
pub fn write(format: Format, entries: &[PuzzleEntry]) -> Result<String, WriteError> {
    check(format, entries.iter().cloned())?;
    let mut text = String::new();
    write_each(format, entries.iter().cloned(), &mut |part| {
        text.push_str(part);
        Ok::<(), WriteError>(())
    })?;
    Ok(text)
}

/// Hands over the text of the entries part by part, so that neither entries nor text need be held. They have
/// passed [`check`].
///
/// # Errors
/// The first error of the receiver; nothing is handed over after it.
pub fn write_each<E>(
    format: Format,
    entries: impl Iterator<Item = PuzzleEntry>,
    put: &mut dyn FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let mut entries = entries.peekable();
    put(&match format {
        Format::OpenSudoku => opensudoku::head(entries.peek().map_or(&Info::default(), |first| &first.info)),
        Format::Html => publish::HTML_HEAD.to_owned(),
        Format::Latex => publish::LATEX_HEAD.to_owned(),
        Format::Tikz => publish::TIKZ_HEAD.to_owned(),
        _ => String::new(),
    })?;
    let is_separated = matches!(format, Format::Grid | Format::PencilMarks | Format::Markdown);
    let mut told = None;
    for (index, entry) in entries.enumerate() {
        let shape = entry.shape();
        // Lines of digits tell neither regions nor where they end, so the layout stands before them.
        if format == Format::Lines
            && told != Some(shape)
            && (!shape.is_plain() || told.is_some_and(|told| !told.is_plain()))
        {
            put(&format!("layout {shape}\n"))?;
        }
        told = Some(shape);
        if is_separated && index > 0 {
            put("\n")?;
        }
        put(&match format {
            Format::Lines => line(&entry),
            Format::Sdm => zeros(&entry.puzzle) + "\n",
            Format::FPuzzles => link(&entry, Site::FPuzzles) + "\n",
            Format::SudokuPad => link(&entry, Site::SudokuPad) + "\n",
            Format::Jigsaw => format!("{}\n{}\n", entry.puzzle, region_numbers(shape)),
            Format::Solo => solo::write(&entry.puzzle) + "\n",
            Format::Grid => bordered(&entry.puzzle),
            Format::Sdk => sdk(&entry),
            Format::SimpleSudoku => simple_sudoku(&entry),
            Format::PencilMarks => state(&entry),
            Format::OpenSudoku => opensudoku::game(&entry),
            Format::Markdown => publish::markdown(&entry),
            Format::Html => publish::html(&entry),
            Format::Latex => publish::latex(&entry),
            Format::Tikz => publish::tikz(&entry),
        })?;
    }
    put(match format {
        Format::OpenSudoku => opensudoku::TAIL,
        Format::Html => publish::HTML_TAIL,
        Format::Latex | Format::Tikz => publish::LATEX_TAIL,
        _ => "",
    })
}

fn line(entry: &PuzzleEntry) -> String {
    let title = one_line(&entry.info.title);
    if title.is_empty() { format!("{}\n", entry.puzzle) } else { format!("{} # {title}\n", entry.puzzle) }
}

/// A text without line ends.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// One line with `0` for an empty cell.
pub(super) fn zeros(puzzle: &Puzzle) -> String {
    puzzle.to_string().replace('.', "0")
}

/// The number of the region of each cell, 10 and more as letters.
fn region_numbers(shape: Shape) -> String {
    shape.cells().map(|cell| Digit::from_index(shape.box_of(cell)).to_char()).collect()
}

/// A grid with a line a row and borders between the boxes.
fn bordered(puzzle: &Puzzle) -> String {
    let shape = puzzle.shape();
    let border = vec!["-".repeat(2 * shape.blocks().1 + 1); shape.n() / shape.blocks().1].join("+");
    let mut text = format!("+{border}+\n");
    for row in 0..shape.n() {
        if row > 0 && row % shape.blocks().0 == 0 {
            text.push_str(&format!("|{border}|\n"));
        }
        for col in 0..shape.n() {
            text.push_str(if col % shape.blocks().1 == 0 { if col == 0 { "| " } else { " | " } } else { " " });
            text.push(puzzle.get(shape.cell(row, col)).map_or('.', crate::grid::Digit::to_char));
        }
        text.push_str(" |\n");
    }
    text + &format!("+{border}+\n")
}

/// The lines that a header has for a text.
pub(super) fn sdk_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

fn sdk(entry: &PuzzleEntry) -> String {
    let info = &entry.info;
    let fields = [
        ('A', &info.author),
        ('D', &info.title),
        ('C', &info.comment),
        ('B', &info.date),
        ('S', &info.source),
        ('L', &info.level),
        ('U', &info.url),
    ];
    let mut text = String::new();
    for (letter, value) in fields {
        for line in sdk_lines(value) {
            text.push_str(&format!("#{letter}{line}\n"));
        }
    }
    let cells: Vec<char> = entry.puzzle.to_string().chars().collect();
    for row in cells.chunks(entry.shape().n()) {
        text.extend(row);
        text.push('\n');
    }
    text
}

/// Simple Sudoku's grid of digits: nothing but vertical lines between the cells.
fn compact(puzzle: &Puzzle) -> String {
    let shape = puzzle.shape();
    let (n, width) = (shape.n(), shape.blocks().1);
    let dashes = "-".repeat(width);
    let frame = format!("*{}*\n", "-".repeat(n + n / width - 1));
    let cells: Vec<char> = puzzle.to_string().chars().collect();
    let mut text = frame.clone();
    for (row, cells) in cells.chunks(n).enumerate() {
        if row > 0 && row % shape.blocks().0 == 0 {
            text.push_str(&format!("|{}|\n", vec![dashes.as_str(); n / width].join("+")));
        }
        let boxes: Vec<String> = cells.chunks(width).map(|cells| cells.iter().collect()).collect();
        text.push_str(&format!("|{}|\n", boxes.join("|")));
    }
    text + &frame
}

fn simple_sudoku(entry: &PuzzleEntry) -> String {
    let shape = entry.shape();
    let mut text = compact(&entry.puzzle);
    if let Some(board) = &entry.board {
        text.push('\n');
        let mut told = Board::new(&entry.puzzle);
        for (cell, digit) in board.values().clues().filter(|&(cell, _)| entry.puzzle.get(cell).is_none()) {
            text.push_str(&format!("I{:02}{digit}\n", cell.index()));
            told.place(crate::grid::Candidate::new(cell, digit));
        }
        for cell in shape.cells().filter(|&cell| board.value(cell).is_none()) {
            for digit in told.marks(cell).iter().filter(|&digit| !board.marks(cell).contains(digit)) {
                text.push_str(&format!("E{:02}{:03}\n", cell.index(), digit.value()));
            }
        }
    }
    text
}

/// Clues, digits placed and candidates: the grid of candidates alone where a reader takes all of it for what it is.
/// Else, as Simple Sudoku does it, the clues stand in a grid before, and in another one the digits so far if there
/// are more.
fn state(entry: &PuzzleEntry) -> String {
    let board = entry.state();
    let marks = pencil_marks(&board);
    let shape = entry.shape();
    let groups: Vec<DigitSet> = shape.cells().map(|cell| group(&board, cell)).collect();
    let read = cells::from_groups(shape, &groups, &Puzzle::empty(shape), 0);
    if read.is_ok_and(|read| read.puzzle == entry.puzzle && read.state() == board) {
        return marks;
    }
    let placed = if *board.values() == entry.puzzle { String::new() } else { compact(board.values()) };
    compact(&entry.puzzle) + &placed + &marks
}

/// What stands in a cell of a grid of candidates.
fn group(board: &Board, cell: Cell) -> DigitSet {
    board.value(cell).map_or(board.marks(cell), DigitSet::single)
}

/// The candidates of each cell between borders, as `HoDoKu` lays them out.
pub fn pencil_marks(board: &Board) -> String {
    let shape = board.shape();
    let group = |row: usize, col: usize| {
        let marks: String = group(board, shape.cell(row, col)).iter().map(Digit::to_char).collect();
        if marks.is_empty() { ".".to_owned() } else { marks }
    };
    let groups: Vec<Vec<String>> =
        (0..shape.n()).map(|row| (0..shape.n()).map(|col| group(row, col)).collect()).collect();
    let width = |col: usize| groups.iter().map(|row| row[col].len()).max().unwrap_or(1);
    let bands: Vec<usize> = (0..shape.n() / shape.blocks().1)
        .map(|b| (0..shape.blocks().1).map(|i| width(b * shape.blocks().1 + i) + 2).sum::<usize>())
        .collect();
    let border = |[left, middle, right]: [&str; 3]| {
        let dashes: Vec<String> = bands.iter().map(|&width| "-".repeat(width)).collect();
        format!("{left}{}{right}\n", dashes.join(middle))
    };
    let mut text = border([".", ".", "."]);
    for (row, groups) in groups.iter().enumerate() {
        if row > 0 && row % shape.blocks().0 == 0 {
            text.push_str(&border([":", "+", ":"]));
        }
        for (col, group) in groups.iter().enumerate() {
            text.push_str(if col % shape.blocks().1 == 0 { "| " } else { " " });
            text.push_str(&format!("{group:<width$} ", width = width(col)));
        }
        text.push_str("|\n");
    }
    text + &border(["'", "'", "'"])
}

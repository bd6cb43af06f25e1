//! Puzzles to pages.

use super::board::{Grid, draw};
use super::booklet;
use super::font::{Weight, fitted, text_width, wrapped};
use super::options::{LinkMark, Sheet, SheetError, Solutions};
use super::page::{Bookmark, Color, Page};
use super::puzzle::SheetPuzzle;
use super::qr::Code;
use crate::formats::{short_link, untold_by_links};
use crate::grid::Puzzle;
use std::ops::Range;

/// Space between small solutions.
const SMALL_GUTTER: f32 = 4.0;
/// Height of the heading of the solutions.
const HEADING: f32 = 10.0;
/// Height of the header or footer with the space to the puzzles.
const RUNNING: f32 = 10.0;
/// Size of the text in header and footer.
const RUNNING_SIZE: f32 = 3.4;
/// Largest board, and largest cell.
const MAX_SIDE: f32 = 165.0;
const MAX_CELL: f32 = 26.0;
/// Least width of a module of a QR code that telephones still read.
const MODULE: f32 = 0.34;

/// Columns and rows for so many puzzles, so that the boards get as large as they can.
pub(super) fn arrangement(width: f32, height: f32, n: usize) -> (usize, usize) {
    // Captions make a slot somewhat higher than wide.
    let side = |columns: usize| (width / columns as f32).min(0.87 * height / (n / columns) as f32);
    let divisors = (1..=n).filter(|columns| n.is_multiple_of(*columns));
    let columns = divisors.max_by(|&a, &b| side(a).total_cmp(&side(b))).unwrap_or(1);
    (columns, n / columns)
}

/// A rectangle of a page: left, top, width, height.
pub(super) type Area = [f32; 4];

/// The slots of a page, row by row.
pub(super) fn slots([x, y, width, height]: Area, columns: usize, rows: usize, gutter: f32) -> Vec<Area> {
    let slot_width = (width - gutter * (columns - 1) as f32) / columns as f32;
    let slot_height = (height - gutter * (rows - 1) as f32) / rows as f32;
    let slot = |i: usize| {
        let (row, col) = (i / columns, i % columns);
        [x + col as f32 * (slot_width + gutter), y + row as f32 * (slot_height + gutter), slot_width, slot_height]
    };
    (0..columns * rows).map(slot).collect()
}

/// The pages of a sheet.
///
/// # Errors
/// If [`Sheet::check`] refuses the sheet.
pub fn layout(sheet: &Sheet, puzzles: &[SheetPuzzle]) -> Result<Vec<Page>, SheetError> {
    sheet.check()?;
    let mut pages = Pages::new(sheet);
    if sheet.title_page {
        title_page(&mut pages, sheet, puzzles.len());
    }
    let plan = planned(sheet, puzzles);
    for PlannedPage { columns, rows, puzzles: range } in &plan {
        let [x, y, width, height] = pages.body();
        let rules = shared_rules(&puzzles[range.clone()], width);
        let told = if rules.is_empty() { 0.0 } else { rules.len() as f32 * SHARED_LINE + SHARED_SIZE };
        let slots = slots([x, y + told, width, height - told], *columns, *rows, sheet.gutter);
        for (index, slot) in range.clone().zip(slots) {
            let page = pages.last(index == range.start);
            if index == range.start {
                for (i, line) in rules.iter().enumerate() {
                    let base = y + i as f32 * SHARED_LINE + SHARED_SIZE;
                    page.text((x, base), line, SHARED_SIZE, Weight::Regular, Color::SOFT);
                }
            }
            puzzle_in(page, slot, sheet, &puzzles[index], index + 1, rules.is_empty());
        }
        pages.number(range.start + 1, range.end);
    }
    match sheet.solutions {
        Solutions::Full => solution_pages(&mut pages, sheet, puzzles, &plan, sheet.gutter),
        Solutions::Small => {
            let [_, _, width, height] = pages.body();
            let n = puzzles.iter().map(|puzzle| puzzle.entry.shape().n()).max().unwrap_or(9);
            let target = sheet.solution_cell * n as f32;
            let fits =
                |length: f32, size: f32| (((length + SMALL_GUTTER) / (size + SMALL_GUTTER) + 0.001) as usize).max(1);
            let caption = 1.45 * (0.05 * target).clamp(2.4, 4.4);
            let (columns, rows) = (fits(width, target), fits(height - HEADING, target + caption));
            let starts = (0..puzzles.len()).step_by(columns * rows);
            let page =
                |start| PlannedPage { columns, rows, puzzles: start..(start + columns * rows).min(puzzles.len()) };
            let plan: Vec<PlannedPage> = starts.map(page).collect();
            solution_pages(&mut pages, sheet, puzzles, &plan, SMALL_GUTTER);
        }
        Solutions::None | Solutions::UpsideDown => {}
    }
    Ok(pages.finish())
}

/// What goes on a page.
struct PlannedPage {
    columns: usize,
    rows: usize,
    /// Which of the puzzles.
    puzzles: Range<usize>,
}

/// The pages of the puzzles: as many puzzles on each as the sheet says, and only such as are equally many on a page.
fn planned(sheet: &Sheet, puzzles: &[SheetPuzzle]) -> Vec<PlannedPage> {
    let (width, height) = sheet.page_size();
    let per_page = |index: usize| sheet.per_page_of(puzzles[index].stars);
    let mut plan = Vec::new();
    let mut start = 0;
    while start < puzzles.len() {
        let most = puzzles.len().min(start + per_page(start));
        let end = (start..most).find(|&index| per_page(index) != per_page(start)).unwrap_or(most);
        let (columns, rows) = arrangement(width, height, per_page(start));
        plan.push(PlannedPage { columns, rows, puzzles: start..end });
        start = end;
    }
    plan
}

/// Pages in the making.
pub(super) struct Pages<'a> {
    sheet: &'a Sheet,
    /// Columns and rows.
    pub(super) arrangement: (usize, usize),
    /// Each with the numbers of its first and last puzzle.
    done: Vec<(Page, Option<(usize, usize)>)>,
    /// Pages at the beginning that have neither header nor footer.
    n_bare: usize,
}

impl<'a> Pages<'a> {
    pub(super) fn new(sheet: &'a Sheet) -> Pages<'a> {
        let (width, height) = sheet.page_size();
        Pages { sheet, arrangement: arrangement(width, height, sheet.per_page), done: Vec::new(), n_bare: 0 }
    }

    /// The part of a page between header and footer.
    pub(super) fn body(&self) -> Area {
        let sheet = self.sheet;
        let (width, height) = sheet.page_size();
        let room = |running: &super::options::Running| {
            let texts = [&running.left, &running.centre, &running.right];
            if texts.iter().all(|text| self.filled(text, 1, None).is_empty()) { 0.0 } else { RUNNING }
        };
        let (above, below) = (room(&sheet.header), room(&sheet.footer));
        let margin = sheet.margin;
        [margin, margin + above, width - 2.0 * margin, height - 2.0 * margin - above - below]
    }

    /// The last page, or a new one after it.
    pub(super) fn last(&mut self, new: bool) -> &mut Page {
        if new || self.done.is_empty() {
            let (width, height) = self.sheet.page_size();
            self.done.push((Page::new(width, height), None));
        }
        &mut self.done.last_mut().expect("a page was put in").0
    }

    /// Notes which puzzles the last page has.
    pub(super) fn number(&mut self, first: usize, last: usize) {
        if let Some((_, numbers)) = self.done.last_mut() {
            *numbers = Some((first, last));
        }
    }

    /// A running text with its names replaced.
    fn filled(&self, text: &str, page: usize, numbers: Option<(usize, usize)>) -> String {
        let number = |pick: fn((usize, usize)) -> usize| numbers.map(pick).map_or(String::new(), |n| n.to_string());
        let sheet = self.sheet;
        text.replace("{page}", &page.to_string())
            .replace("{pages}", &self.done.len().to_string())
            .replace("{first}", &number(|(first, _)| first))
            .replace("{last}", &number(|(_, last)| last))
            .replace("{title}", &sheet.title)
            .replace("{author}", &sheet.author)
            .replace("{date}", &sheet.date)
            .trim()
            .to_owned()
    }

    /// Header and footer on every page, then the order of the booklet.
    pub(super) fn finish(mut self) -> Vec<Page> {
        let sheet = self.sheet;
        let (width, height) = sheet.page_size();
        for index in self.n_bare..self.done.len() {
            let numbers = self.done[index].1;
            let lines = [(&sheet.header, sheet.margin + RUNNING_SIZE * 0.75), (&sheet.footer, height - sheet.margin)];
            for (which, (running, y)) in lines.into_iter().enumerate() {
                let weight = if which == 0 { Weight::SemiBold } else { Weight::Regular };
                let color = if which == 0 { Color::INK } else { Color::SOFT };
                let third = (width - 2.0 * sheet.margin) / 2.0;
                let [left, centre, right] = [&running.left, &running.centre, &running.right]
                    .map(|text| fitted(&self.filled(text, index + 1, numbers), weight, RUNNING_SIZE, third));
                let page = &mut self.done[index].0;
                page.text((sheet.margin, y), &left, RUNNING_SIZE, weight, color);
                let middle = (width - text_width(&centre, Weight::Regular, RUNNING_SIZE)) / 2.0;
                page.text((middle, y), &centre, RUNNING_SIZE, Weight::Regular, color);
                let end = width - sheet.margin - text_width(&right, Weight::Regular, RUNNING_SIZE);
                page.text((end, y), &right, RUNNING_SIZE, Weight::Regular, Color::SOFT);
            }
        }
        let pages: Vec<Page> = self.done.into_iter().map(|(page, _)| page).collect();
        if sheet.booklet { booklet::imposed(pages) } else { pages }
    }
}

/// Sizes of a slot that depend on each other.
struct Measures {
    /// Size of the caption's text.
    size: f32,
    /// Height of the caption with the space to the board.
    caption: f32,
    side: f32,
    /// Height of the rules below the board.
    told: f32,
    /// Space between these and what is below them.
    gap: f32,
    /// Height of what is below the board, with that space.
    below: f32,
}

/// The caption: bold, plain and right part of the first line, and the second line.
fn caption_of(sheet: &Sheet, puzzle: &SheetPuzzle, number: usize) -> [String; 4] {
    let captions = sheet.captions;
    let mut second = Vec::new();
    if captions.hardest
        && let Some(hardest) = puzzle.hardest
    {
        second.push(hardest.title().to_owned());
    }
    if captions.rating {
        second.extend(puzzle.rating.clone().filter(|rating| !rating.is_empty()));
    }
    let stars = puzzle.stars.filter(|_| captions.stars).map_or(String::new(), |stars| {
        let stars = usize::from(stars.min(5));
        "\u{2605}".repeat(stars) + &"\u{2606}".repeat(5 - stars)
    });
    [
        if captions.number { number.to_string() } else { String::new() },
        if captions.title { puzzle.entry.info.title.trim().to_owned() } else { String::new() },
        stars,
        second.join(", "),
    ]
}

fn measures(slot: Area, sheet: &Sheet, puzzle: &SheetPuzzle, code: Option<&Code>, tells_rules: bool) -> Measures {
    let [_, _, width, height] = slot;
    let n = puzzle.entry.shape().n() as f32;
    let captions = sheet.captions;
    let widest = width.min(height).min(MAX_SIDE);
    let size = (0.045 * widest).clamp(2.5, 4.4);
    let n_lines = usize::from(captions.number || captions.title || captions.stars)
        + usize::from(captions.hardest || captions.rating);
    let caption = if n_lines == 0 { 0.0 } else { size * (1.3 * n_lines as f32 + 0.35) };
    let solution = if sheet.solutions == Solutions::UpsideDown { (0.32 * widest).clamp(16.0, 46.0) } else { 0.0 };
    let link = match (sheet.link, code) {
        (LinkMark::Qr, Some(code)) => code_side(code, widest),
        (LinkMark::Text, _) => size,
        _ => 0.0,
    };
    let below = solution.max(link);
    let gap = (0.03 * widest).max(1.5);
    let below = if below > 0.0 { below + gap } else { 0.0 };
    let n_rules = if tells_rules { rules_of(puzzle, size, widest).len() } else { 0 };
    let told = n_rules as f32 * RULES_LINE * size;
    let side = width.min(height - caption - told - below).min(MAX_SIDE).min(MAX_CELL * n).max(5.0);
    Measures { size, caption, side, told, gap, below }
}

/// Height of a line of the rules that all puzzles of a page share, and of its letters.
const SHARED_LINE: f32 = 3.9;
const SHARED_SIZE: f32 = 2.9;

/// The rules of the puzzles of a page in lines, where they are the same for all of several: they stand at its head then.
fn shared_rules(puzzles: &[SheetPuzzle], width: f32) -> Vec<String> {
    let mut texts = puzzles.iter().map(|puzzle| puzzle.entry.rules_text());
    match texts.next().flatten() {
        Some(first) if puzzles.len() > 1 && texts.all(|text| text.as_ref() == Some(&first)) => {
            wrapped(&first, Weight::Regular, SHARED_SIZE, width)
        }
        _ => Vec::new(),
    }
}

/// Height of a line of the rules and of its letters, in parts of the size of captions.
const RULES_LINE: f32 = 0.95;
const RULES_SIZE: f32 = 0.72;

/// The rules in words, where there is something to tell, in lines that fit below the board.
fn rules_of(puzzle: &SheetPuzzle, size: f32, widest: f32) -> Vec<String> {
    let text = puzzle.entry.rules_text();
    text.map_or_else(Vec::new, |text| wrapped(&text, Weight::Regular, RULES_SIZE * size, 0.8 * widest))
}

/// Side of a QR code: large enough to be read, and no smaller than looks right.
fn code_side(code: &Code, widest: f32) -> f32 {
    (code.n_modules() as f32 * MODULE).max((0.2 * widest).min(24.0))
}

/// `tells_rules` says whether the rules stand below the puzzle.
fn puzzle_in(page: &mut Page, slot: Area, sheet: &Sheet, puzzle: &SheetPuzzle, number: usize, tells_rules: bool) {
    let [x, y, width, height] = slot;
    let entry = &puzzle.entry;
    // No link leads to a puzzle without its rules.
    let has_link = sheet.link != LinkMark::None && untold_by_links(entry.shape()).is_none();
    let address = if has_link { short_link(entry) } else { String::new() };
    // A code that leaves the board less than half of the slot is left out; the words stand in.
    let code = (has_link && sheet.link == LinkMark::Qr)
        .then(|| Code::new(&address))
        .flatten()
        .filter(|code| code_side(code, width) < 0.45 * width.min(height));
    let Measures { size, caption, side, told, gap, below } = measures(slot, sheet, puzzle, code.as_ref(), tells_rules);
    let left = x + (width - side) / 2.0;
    let top = y + 0.4 * (height - caption - side - told - below).max(0.0);
    caption_in(page, (left, top), side, size, &caption_of(sheet, puzzle, number));
    page.bookmarks.push(Bookmark { title: name_of(puzzle, number), y: top });

    let board = top + caption;
    let state = (sheet.candidates || entry.board.is_some()).then(|| entry.state());
    let grid = Grid {
        candidates: state.as_ref().filter(|_| sheet.candidates && !sheet.shape_only),
        shape_only: sheet.shape_only,
        ..Grid::clues(&entry.puzzle)
    };
    draw(page, (left, board), side, sheet, &grid);

    let rules = if tells_rules { rules_of(puzzle, size, width.min(height).min(MAX_SIDE)) } else { Vec::new() };
    for (i, line) in rules.iter().enumerate() {
        let base = board + side + (i as f32 + 1.0) * RULES_LINE * size;
        page.text((left, base), line, RULES_SIZE * size, Weight::Regular, Color::SOFT);
    }
    let under = board + side + told + gap;
    let room = (below - gap).max(0.0);
    if sheet.solutions == Solutions::UpsideDown {
        let first = page.items.len();
        if let Some(solution) = &puzzle.solution {
            let small = room.min((0.32 * side).clamp(16.0, 46.0));
            solution_board(page, (left, under), small, sheet, &entry.puzzle, solution);
            page.turn(first, [left, under, small, small]);
        } else {
            let width = page.text((left, under + 2.5), NOT_PROPER, 2.5, Weight::Regular, Color::SOFT);
            page.turn(first, [left, under, width, 3.0]);
        }
    }
    if let Some(code) = code {
        let small = room.min(code_side(&code, width));
        // The free border of the code may lie outside of the board's edge.
        let border = 4.0 * small / code.n_modules() as f32;
        let place = (left + side - small + border, under - border);
        code.draw(page, place, small);
        page.links.push(([place.0, place.1, small, small], address));
    } else if !address.is_empty() {
        let text = "Solve online";
        let width = text_width(text, Weight::Regular, 0.8 * size);
        let place = (left + side - width, under + 0.75 * size);
        page.text(place, text, 0.8 * size, Weight::Regular, Color::ACCENT);
        page.links.push(([place.0, under, width, size], address));
    }
}

/// What stands in the place of a solution where there is not exactly one.
pub(super) const NOT_PROPER: &str = "no unique solution";

/// "3: Title", or "Puzzle 3".
pub(super) fn name_of(puzzle: &SheetPuzzle, number: usize) -> String {
    match puzzle.entry.info.title.trim() {
        "" => format!("Puzzle {number}"),
        title => format!("{number}: {title}"),
    }
}

fn caption_in(page: &mut Page, (x, y): (f32, f32), side: f32, size: f32, caption: &[String; 4]) {
    let [number, title, stars, second] = caption;
    let mut line = y + size;
    if !(number.is_empty() && title.is_empty() && stars.is_empty()) {
        let stars_width = text_width(stars, Weight::Regular, size);
        page.text((x + side - stars_width, line), stars, size, Weight::Regular, Color::INK);
        let mut pen = x;
        if !number.is_empty() {
            pen += page.text((pen, line), number, size, Weight::SemiBold, Color::INK) + 0.6 * size;
        }
        let room = x + side - stars_width - pen - if stars.is_empty() { 0.0 } else { size };
        let title = fitted(title, Weight::Regular, size, room);
        page.text((pen, line), &title, size, Weight::Regular, Color::INK);
        line += 1.3 * size;
    }
    if !second.is_empty() {
        let second = fitted(second, Weight::Regular, 0.82 * size, side);
        page.text((x, line), &second, 0.82 * size, Weight::Regular, Color::SOFT);
    }
}

/// The first page of a collection.
fn title_page(pages: &mut Pages<'_>, sheet: &Sheet, n_puzzles: usize) {
    let [x, y, width, height] = pages.body();
    let title = if sheet.title.trim().is_empty() { "Sudoku" } else { sheet.title.trim() };
    let count = if n_puzzles == 1 { "1 puzzle".to_owned() } else { format!("{n_puzzles} puzzles") };
    // The largest letters with which the title fits.
    let size = (0.09 * width * width / text_width(title, Weight::SemiBold, 0.09 * width)).clamp(6.0, 0.09 * width);
    let lines = [
        (title, size, Weight::SemiBold, Color::INK),
        (sheet.author.trim(), 0.45 * size, Weight::Regular, Color::INK),
        (count.as_str(), 0.35 * size, Weight::Regular, Color::SOFT),
        (sheet.date.trim(), 0.35 * size, Weight::Regular, Color::SOFT),
    ];
    let mut baseline = y + 0.33 * height;
    let page = pages.last(true);
    for (index, (text, size, weight, color)) in lines.into_iter().enumerate() {
        if text.is_empty() {
            continue;
        }
        baseline += if index == 0 { 0.0 } else { 2.0 * size };
        let text = fitted(text, weight, size, width);
        let left = x + (width - text_width(&text, weight, size)) / 2.0;
        page.text((left, baseline), &text, size, weight, color);
    }
    page.bookmarks.push(Bookmark { title: title.to_owned(), y });
    pages.n_bare = 1;
}

/// A finished board: the clues bold, the rest plain.
fn solution_board(page: &mut Page, place: (f32, f32), side: f32, sheet: &Sheet, clues: &Puzzle, solution: &Puzzle) {
    draw(page, place, side, sheet, &Grid { placed: Some(solution), ..Grid::clues(clues) });
}

fn solution_pages(pages: &mut Pages<'_>, sheet: &Sheet, puzzles: &[SheetPuzzle], plan: &[PlannedPage], gutter: f32) {
    let [x, y, width, height] = pages.body();
    for PlannedPage { columns, rows, puzzles: range } in plan {
        let page = pages.last(true);
        page.text((x, y + 4.2), "Solutions", 4.6, Weight::SemiBold, Color::INK);
        if range.start == 0 {
            page.bookmarks.push(Bookmark { title: "Solutions".to_owned(), y });
        }
        let body = [x, y + HEADING, width, height - HEADING];
        for (index, slot) in range.clone().zip(slots(body, *columns, *rows, gutter)) {
            let puzzle = &puzzles[index];
            let [x, y, width, height] = slot;
            let number = (index + 1).to_string();
            let size = (0.05 * width).clamp(2.4, 4.4);
            let caption = 1.45 * size;
            let room = width.min(height - caption).clamp(4.0, MAX_SIDE);
            let n = puzzle.entry.shape().n() as f32;
            let is_small = sheet.solutions == Solutions::Small;
            let side = if is_small { room.min(sheet.solution_cell * n) } else { room };
            let left = x + (width - side) / 2.0;
            let title = if sheet.captions.title { puzzle.entry.info.title.trim() } else { "" };
            caption_in(page, (left, y), side, size, &[number, title.to_owned(), String::new(), String::new()]);
            match &puzzle.solution {
                Some(solution) => {
                    solution_board(page, (left, y + caption), side, sheet, &puzzle.entry.puzzle, solution);
                }
                None => {
                    page.text((left, y + caption + 3.0), NOT_PROPER, 0.8 * size, Weight::Regular, Color::SOFT);
                }
            }
        }
        pages.number(range.start + 1, range.end);
    }
}

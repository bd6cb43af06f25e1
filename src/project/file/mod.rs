//! Project files: RON text, version number first.
//!
//! Old versions stay readable: a new version gets a struct of its own and a
//! conversion, and `tests/files/` keeps files of every version.

mod kept;
mod layout;

pub use layout::{layout_from_text, layout_to_text};

use super::ron_damage;
use super::sheet::check_name;
use super::{Document, MAX_PUZZLES, MAX_TEMPLATES, Project};
use crate::grid::{ClueConstraint, Line, Puzzle, Regions, RegionsError, Shape, Symmetry, Theme, quoted};
use crate::logic::{Design, Goal, Mix, PathGoal, Ranking, StrategySet};
use crate::sheet::{Sheet, Template};
use layout::{SheetFile, TemplateFile};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version that [`to_text`] writes.
pub const VERSION: u32 = 4;

/// Why a text is no project file: one sentence, with the place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileError {
    /// Line, 1-based.
    pub line: usize,
    /// Column in characters, 1-based.
    pub column: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for FileError {}

/// Version 1 as it stands in the file: one puzzle.
#[derive(Deserialize)]
#[serde(rename = "Project")]
struct FileV1 {
    #[serde(default)]
    title: String,
    #[serde(default)]
    author: String,
    #[serde(default)]
    notes: String,
    shape: String,
    #[serde(default)]
    symmetry: Option<String>,
    pattern: Vec<String>,
    strategies: Vec<String>,
    #[serde(default)]
    required: Vec<String>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    fixed: Option<Vec<String>>,
    #[serde(default)]
    puzzle: Option<Vec<String>>,
}

impl From<FileV1> for FileV2 {
    fn from(file: FileV1) -> FileV2 {
        let FileV1 { title, author, notes, shape, symmetry, pattern, strategies, required, seed, fixed, puzzle } = file;
        let puzzle = PuzzleV2 {
            title,
            author,
            notes,
            rules: None,
            shape,
            symmetry,
            draft: None,
            pattern,
            strategies,
            required,
            ranking: Vec::new(),
            difficulty: None,
            path: Vec::new(),
            minimal: false,
            heuristics: None,
            seed,
            fixed,
            theme: Vec::new(),
            puzzle,
        };
        FileV2 { puzzles: vec![puzzle], sheet: Sheet::default(), templates: Vec::new() }
    }
}

/// Version 2 as it stands in the file: several puzzles, and how they are printed.
#[derive(Deserialize)]
#[serde(rename = "Project")]
struct FileV2 {
    puzzles: Vec<PuzzleV2>,
    #[serde(default, with = "SheetFile")]
    sheet: Sheet,
    #[serde(default)]
    templates: Vec<TemplateFile>,
}

impl From<FileV2> for FileV3 {
    fn from(file: FileV2) -> FileV3 {
        let FileV2 { puzzles, sheet, templates } = file;
        FileV3 {
            version: VERSION,
            puzzles,
            sheet,
            templates,
            searches: Vec::new(),
            results: Vec::new(),
            solvings: Vec::new(),
        }
    }
}

/// Versions 3 and 4 as they stand in the file: also results of searches, and marks of solving by hand. Version 4 says more
/// of puzzles (unfinished regions, themes, paths, rules in words): a program that knows version 3 would open such a file
/// and drop them when it saves.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Project")]
struct FileV3 {
    version: u32,
    puzzles: Vec<PuzzleV2>,
    // Behind the puzzles: `position_of` counts structs from the start.
    #[serde(default, skip_serializing_if = "is_usual", with = "SheetFile")]
    sheet: Sheet,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    templates: Vec<TemplateFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    searches: Vec<kept::SearchV3>,
    /// One result a string.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    results: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    solvings: Vec<kept::SolvingV3>,
}

fn is_usual(sheet: &Sheet) -> bool {
    *sheet == Sheet::default()
}

/// A puzzle of versions 2 to 4.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Puzzle")]
struct PuzzleV2 {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    author: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    notes: String,
    /// The rules in the setter's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    shape: String,
    #[serde(default)]
    symmetry: Option<String>,
    /// Regions that are being painted: a letter for each cell, or a dot where it has no region yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draft: Option<String>,
    /// One row a string: `x` for a clue cell, `.` for an empty one.
    pattern: Vec<String>,
    strategies: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    required: Vec<String>,
    /// Strategies of the catalogue in the setter's own order, easiest first, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ranking: Vec<String>,
    /// `hardest x-wing`, or `se 2.6..3.8`: a scale and the figures that are welcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    difficulty: Option<String>,
    /// Conditions on the path, such as `x-wing@r2,r7:5`, one a string.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    path: Vec<String>,
    /// Whether no clue may be redundant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    minimal: bool,
    /// What the backward method prefers, such as `2d+t`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    heuristics: Option<String>,
    #[serde(default)]
    seed: u64,
    /// One row a string, `.` for a cell without chosen digit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fixed: Option<Vec<String>>,
    /// Constraints on the digits of clues, such as `odd=r1c1,r2c2`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    theme: Vec<String>,
    /// One row a string: the clues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    puzzle: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename = "Project")]
struct Header {
    version: u32,
}

/// The text of a project file.
pub fn to_text(document: &Document) -> String {
    let file = FileV3 {
        version: VERSION,
        puzzles: document.puzzles().iter().map(|puzzle| puzzle_file(puzzle)).collect(),
        sheet: document.sheet().clone(),
        templates: document.templates().iter().cloned().map(TemplateFile::from).collect(),
        searches: document.results().searches.iter().map(kept::search_file).collect(),
        results: document.results().found.iter().map(|found| kept::result_line(found)).collect(),
        solvings: document.solvings().iter().map(|(puzzle, solving)| kept::solving_file(puzzle, solving)).collect(),
    };
    let mut text = ron::ser::to_string_pretty(&file, ron::ser::PrettyConfig::default())
        .expect("strings, numbers and lists always have a text");
    text.push('\n');
    text
}

/// The text of a pattern or puzzle, one row a string.
fn rows_of(shape: Shape, text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(shape.n()).map(|row| row.iter().collect()).collect()
}

fn puzzle_file(project: &Project) -> PuzzleV2 {
    let rows = |text: String| rows_of(project.shape(), &text);
    PuzzleV2 {
        title: project.title.clone(),
        author: project.author.clone(),
        notes: project.notes.clone(),
        rules: project.rules.clone(),
        shape: project.shape().to_string(),
        symmetry: Some(project.symmetry.name().to_owned()),
        draft: project.draft.as_ref().map(Regions::to_string),
        pattern: rows(project.design.pattern.to_string()),
        strategies: project.design.strategies.iter().map(|id| id.name().to_owned()).collect(),
        required: project.design.required.iter().map(|id| id.name().to_owned()).collect(),
        ranking: if project.design.ranking == Ranking::default() {
            Vec::new()
        } else {
            project.design.ranking.iter().map(|id| id.name().to_owned()).collect()
        },
        difficulty: (project.design.goal != Goal::Any).then(|| project.design.goal.to_string()),
        path: project.design.path.texts(project.shape()),
        minimal: project.design.minimal,
        heuristics: (project.design.mix != Mix::default()).then(|| project.design.mix.to_string()),
        seed: project.design.seed,
        fixed: (project.design.fixed.n_clues() > 0).then(|| rows(project.design.fixed.to_string())),
        theme: project.design.theme.constraints().iter().map(|constraint| constraint.text(project.shape())).collect(),
        puzzle: project.puzzle.as_ref().map(|puzzle| rows(puzzle.to_string())),
    }
}

/// Reads the text of a project file of any version.
///
/// # Errors
/// One sentence with line and column: damaged text, a newer version, or
/// contents that do not fit together.
pub fn from_text(text: &str) -> Result<Document, FileError> {
    let text = text.trim_start_matches('\u{feff}');
    let damaged = |error: ron::error::SpannedError| ron_damage(&error, "cluesmith project file");
    let header: Header = ron::from_str(text).map_err(damaged)?;
    let at = |field: &str, message: String| {
        let (line, column) = position_of(text, field, 1, 0);
        FileError { line, column, message }
    };
    // Where the fields of a puzzle stand: so deep in brackets.
    let (file, depth) = match header.version {
        0 => return Err(at("version", "version 0 does not exist: the first one is 1".to_owned())),
        1 => (FileV3::from(FileV2::from(ron::from_str::<FileV1>(text).map_err(damaged)?)), 1),
        2 => (FileV3::from(ron::from_str::<FileV2>(text).map_err(damaged)?), 3),
        3 | VERSION => (ron::from_str::<FileV3>(text).map_err(damaged)?, 3),
        version => {
            return Err(at(
                "version",
                format!(
                    "the file has version {version}, this program reads up to version {VERSION}: please update cluesmith"
                ),
            ));
        }
    };
    if file.puzzles.is_empty() {
        return Err(at("puzzles", "a project has at least one puzzle".to_owned()));
    }
    if file.puzzles.len() > MAX_PUZZLES {
        let n = file.puzzles.len();
        return Err(at("puzzles", format!("a project holds up to {MAX_PUZZLES} puzzles, here are {n}")));
    }
    file.sheet.check_measures().map_err(|error| at("sheet", error.to_string()))?;
    let templates: Vec<Template> = file.templates.into_iter().map(Template::from).collect();
    check_templates(&templates).map_err(|message| at("templates", message))?;
    let read = |(index, puzzle): (usize, PuzzleV2)| {
        puzzle_from(puzzle, &|field, message| {
            let (line, column) = position_of(text, field, depth, index);
            FileError { line, column, message }
        })
    };
    let puzzles: Result<Vec<Project>, FileError> = file.puzzles.into_iter().enumerate().map(read).collect();
    let results = kept::results_from(file.searches, &file.results).map_err(|(field, message)| at(field, message))?;
    let solvings = kept::solvings_from(&file.solvings).map_err(|message| at("solvings", message))?;
    Ok(Document::new(puzzles?).with_sheet(file.sheet, templates).with_kept(results, solvings))
}

/// The rows of a field put together; says what is wrong with them.
fn joined(shape: Shape, field: &str, rows: &[String]) -> Result<String, String> {
    let n = shape.n();
    if rows.len() != n {
        return Err(format!("{field} of shape {shape} needs {n} rows, here are {}", rows.len()));
    }
    for (index, row) in rows.iter().enumerate() {
        let found = row.chars().count();
        if found != n {
            return Err(format!(
                "row {} of {field} needs {n} characters for shape {shape}, here are {found}",
                index + 1
            ));
        }
    }
    Ok(rows.concat())
}

fn check_templates(templates: &[Template]) -> Result<(), String> {
    if templates.len() > MAX_TEMPLATES {
        return Err(format!("a project keeps up to {MAX_TEMPLATES} templates, here are {}", templates.len()));
    }
    for (index, Template { name, sheet }) in templates.iter().enumerate() {
        check_name(name)?;
        if templates[..index].iter().any(|other| other.name == *name) {
            return Err(format!("two templates are called \u{201c}{name}\u{201d}"));
        }
        sheet.check_measures().map_err(|error| format!("template \u{201c}{name}\u{201d}: {error}"))?;
    }
    Ok(())
}

/// One puzzle; `at` makes an error at the place of a field.
fn puzzle_from(file: PuzzleV2, at: &dyn Fn(&str, String) -> FileError) -> Result<Project, FileError> {
    let shape: Shape = file.shape.parse().map_err(|e| at("shape", format!("{e}")))?;
    let symmetry = match &file.symmetry {
        Some(name) => name.parse::<Symmetry>().map_err(|e| at("symmetry", e))?,
        None => Symmetry::None,
    };
    symmetry.check(shape).map_err(|e| at("symmetry", e.to_string()))?;
    let draft = file.draft.as_deref().map(|text| draft_from(shape, text)).transpose().map_err(|e| at("draft", e))?;
    let joined = |field: &str, rows: &[String]| joined(shape, field, rows).map_err(|message| at(field, message));
    let pattern = {
        let text = joined("pattern", &file.pattern)?;
        line_of(&text).pattern(shape).map_err(|e| at("pattern", e.message))?
    };
    let digits = |field: &str, rows: &Option<Vec<String>>| -> Result<Option<Puzzle>, FileError> {
        let Some(rows) = rows else { return Ok(None) };
        let text = joined(field, rows)?;
        line_of(&text).puzzle(shape).map(Some).map_err(|e| at(field, e.message))
    };
    let fixed = digits("fixed", &file.fixed)?.unwrap_or_else(|| Puzzle::empty(shape));
    if !fixed.pattern().cells.is_subset(&pattern.cells) {
        return Err(at("fixed", "a fixed digit stands outside the pattern".to_owned()));
    }
    let theme = file.theme.iter().map(|text| ClueConstraint::parse(shape, text));
    let theme = theme.collect::<Result<_, _>>().map(Theme::new).map_err(|e| at("theme", e.to_string()))?;
    let puzzle = digits("puzzle", &file.puzzle)?;
    if puzzle.as_ref().is_some_and(|puzzle| puzzle.pattern() != pattern) {
        return Err(at("puzzle", "the clues of the puzzle do not stand exactly on the pattern".to_owned()));
    }
    let set = |field: &str, names: &[String]| -> Result<StrategySet, FileError> {
        if names.is_empty() {
            return Ok(StrategySet::EMPTY);
        }
        names.join(",").parse().map_err(|e: crate::logic::StrategyError| at(field, e.to_string()))
    };
    let strategies = set("strategies", &file.strategies)?;
    let required = set("required", &file.required)?;
    let mut ranked = Vec::new();
    for name in &file.ranking {
        // One name each: a group has no place of its own.
        let mut members = set("ranking", std::slice::from_ref(name))?.iter();
        match (members.next(), members.next()) {
            (Some(id), None) if !ranked.contains(&id) => ranked.push(id),
            _ => return Err(at("ranking", format!("{} is no single strategy, or stands here twice", quoted(name)))),
        }
    }
    if !required.is_subset(strategies) {
        return Err(at("required", "a required strategy is not among the strategies".to_owned()));
    }
    let goal: Goal = match &file.difficulty {
        Some(text) => text.parse().map_err(|e: crate::logic::GoalError| at("difficulty", e.to_string()))?,
        None => Goal::Any,
    };
    if goal.hardest().is_some_and(|id| !strategies.contains(id)) {
        return Err(at("difficulty", "the hardest strategy is not among the strategies".to_owned()));
    }
    if let Some(window) = goal.window().filter(|window| !window.scale.fits(shape)) {
        let title = window.scale.title();
        return Err(at("difficulty", format!("only 9x9 puzzles have a figure of {title}, this one is {shape}")));
    }
    let mix: Mix = file.heuristics.as_deref().unwrap_or_default().parse().map_err(|e| at("heuristics", e))?;
    let (ranking, minimal, seed) = (Ranking::new(ranked), file.minimal, file.seed);
    let path = PathGoal::parse(shape, file.path.iter().map(String::as_str))
        .map_err(|(index, error)| at("path", format!("entry {}: {error}", index + 1)))?;
    let design = Design { pattern, fixed, theme, strategies, required, ranking, goal, path, minimal, mix, seed };
    let PuzzleV2 { title, author, notes, rules, .. } = file;
    Ok(Project { title, author, notes, rules, symmetry, draft, design, puzzle })
}

/// Regions that are being painted on a grid of this shape.
fn draft_from(shape: Shape, text: &str) -> Result<Regions, String> {
    let draft: Regions = text.parse().map_err(|e: RegionsError| e.to_string())?;
    if draft.n() != shape.n() {
        return Err(format!("the draft of regions has {} rows, the puzzle has {}", draft.n(), shape.n()));
    }
    if draft.shape().is_some() {
        return Err("these regions are finished: name them in shape, and leave the draft out".to_owned());
    }
    Ok(draft)
}

/// The text as a line of input, whatever characters it holds.
fn line_of(text: &str) -> Line<'_> {
    Line { number: 1, column: 1, text }
}

/// Line and column of a field's name, 1-based: in the struct so deep in brackets, the one
/// with this index (0-based) of that depth; the start if it is not there. Strings and comments
/// may hold the same word.
fn position_of(text: &str, field: &str, depth: usize, struct_index: usize) -> (usize, usize) {
    let mut is_string = false;
    let mut is_block_comment = false;
    let mut now_depth = 0;
    let mut n_structs = 0;
    for (index, line) in text.lines().enumerate() {
        let mut before = ' ';
        let mut is_escaped = false;
        for (column, (at, c)) in line.char_indices().enumerate() {
            let rest = &line[at..];
            if is_string {
                is_string = is_escaped || c != '"';
                is_escaped = !is_escaped && c == '\\';
            } else if is_block_comment {
                is_block_comment = !(before == '*' && c == '/');
            } else if c == '"' {
                is_string = true;
            } else if rest.starts_with("//") {
                break;
            } else if rest.starts_with("/*") {
                is_block_comment = true;
            } else if matches!(c, '(' | '[') {
                now_depth += 1;
                n_structs += usize::from(now_depth == depth && c == '(');
            } else if matches!(c, ')' | ']') {
                now_depth = now_depth.saturating_sub(1);
            } else if now_depth == depth
                && n_structs == struct_index + 1
                && !(before.is_alphanumeric() || before == '_')
                && rest.strip_prefix(field).is_some_and(|rest| rest.trim_start().starts_with(':'))
            {
                return (index + 1, column + 1);
            }
            before = c;
        }
    }
    (1, 1)
}

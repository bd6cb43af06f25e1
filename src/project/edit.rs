//! Edits: changes of the document as data.

use super::{Document, ListEdit, MAX_PUZZLES, Project, SheetEdit};
use crate::grid::{Cell, CellSet, Digit, Pattern, Puzzle, Regions, Shape, Symmetry, Theme, Transform};
use crate::logic::{Goal, Mix, Order, PathGoal, Sentence, StrategyId, StrategySet};
use crate::sheet::SheetError;

/// One change of the document; carried out by [`Edit::apply`], undone by [`super::History`].
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// Makes the cells clue cells.
    Paint(CellSet),
    /// Makes the cells empty.
    Erase(CellSet),
    /// Puts a whole pattern on the board; shape and symmetry follow it, so that the next stroke does not break it.
    SetPattern {
        /// The pattern.
        pattern: Pattern,
        /// Its name, for the label.
        name: String,
    },
    /// Makes every cell empty.
    Clear,
    /// Exchanges clue cells and empty ones.
    Invert,
    /// Adds the images of the clue cells under the symmetry.
    MakeSymmetric,
    /// Chooses another layout; the pattern stays where the size does.
    SetShape(Shape),
    /// Paints the regions. Finished ones become the layout, others are kept as a draft.
    SetRegions {
        /// The regions after it.
        regions: Regions,
        /// What was done, for the label.
        deed: RegionDeed,
    },
    /// Chooses the symmetry of the brush.
    SetSymmetry(Symmetry),
    /// Chooses the strategies that may be needed.
    SetStrategies(StrategySet),
    /// Chooses the strategies that the trace must need.
    SetRequired(StrategySet),
    /// Puts a strategy at another place of the order, 1 for the easiest.
    RankStrategy(StrategyId, usize),
    /// Takes a whole order with its ticks, such as a preset.
    SetOrder(Order),
    /// Chooses how difficult the puzzle shall be.
    SetGoal(Goal),
    /// Chooses whether no clue may be redundant.
    SetMinimal(bool),
    /// Chooses what is asked of the digits of the clues.
    SetTheme(Theme),
    /// Chooses what is asked of the path to the solution; the strategies that it asks for are ticked.
    SetPath(PathGoal),
    /// Chooses what the backward method prefers.
    SetMix(Mix),
    /// Puts another puzzle with its design in this one's place.
    Replace {
        /// The puzzle.
        project: Box<Project>,
        /// What it is, for the label.
        label: Sentence,
    },
    /// Asks for another puzzle of the same design.
    NextPuzzle,
    /// Chooses the digit of a clue cell, or leaves it to the generator again.
    SetDigit {
        /// The cell; becomes a clue cell.
        cell: Cell,
        /// The digit.
        digit: Option<Digit>,
    },
    /// Makes clue cells, some of which get this digit.
    PaintDigit {
        /// The cells that get the digit.
        cells: CellSet,
        /// Further clue cells: the mirror images.
        images: CellSet,
        /// The digit.
        digit: Digit,
    },
    /// Adds these clues to the puzzle. Where all digits are kept, or there is no puzzle, these are kept too.
    AddClues(Puzzle),
    /// Takes the clues of a puzzle as pattern and digits; the symmetry follows the pattern.
    SetPuzzle(Puzzle),
    /// Takes a found puzzle, with the strategies that it needs.
    TakePuzzle {
        /// The clues.
        puzzle: Puzzle,
        /// Strategies of its trace; they are ticked in addition.
        strategies: StrategySet,
    },
    /// Fixes all digits of the present puzzle, or frees all.
    FixDigits(bool),
    /// Sets the title.
    SetTitle(String),
    /// Sets the author.
    SetAuthor(String),
    /// Sets the notes.
    SetNotes(String),
    /// Tells the rules in these words; in those that are composed if there are none, or the same.
    SetRules(String),
    /// Moves the whole board. Digits the setter chose go with their cells; found clues only
    /// if they stay a puzzle.
    Transform(Transform),
    /// Adds, takes out or moves whole puzzles.
    List(ListEdit),
    /// Lays the sheet out, keeps or drops a template.
    Sheet(SheetEdit),
}

/// What was done to regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionDeed {
    /// So many cells came into regions.
    Paint(usize),
    /// So many cells were taken out of their regions.
    Erase(usize),
    /// Cells changed places.
    Exchange,
    /// The cells without region were given to regions.
    Fill,
    /// All cells were taken out of their regions.
    Clear,
    /// The draft was given up for the regions of the layout.
    Discard,
}

/// Why an edit does not fit the document.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EditError {
    /// The shape lacks the symmetry.
    #[error(transparent)]
    Symmetry(#[from] crate::grid::SymmetryError),
    /// A cell or digit outside the grid.
    #[error("shape {shape} has no such cell or digit")]
    Outside {
        /// The shape of the document.
        shape: Shape,
    },
    /// There is no puzzle whose digits could be fixed.
    #[error("there is no puzzle whose digits could be kept")]
    NoPuzzle,
    /// A goal that cannot be with these strategies and this shape.
    #[error("a hardest strategy has to be ticked, and only 9x9 puzzles have figures of other programs")]
    Goal,
    /// The theme does not fit the layout.
    #[error(transparent)]
    Theme(#[from] crate::grid::ThemeError),
    /// The board lacks the transform.
    #[error(transparent)]
    Transform(#[from] crate::grid::TransformError),
    /// No puzzle has this number.
    #[error("the document has no puzzle {0}")]
    NoSuchPuzzle(usize),
    /// More puzzles than a document holds.
    #[error("a document holds up to {MAX_PUZZLES} puzzles: {0} would be too many")]
    TooMany(usize),
    /// A measure of the sheet that cannot be.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// A template that cannot be kept, or is not there.
    #[error("{0}")]
    Template(String),
}

impl Edit {
    /// What the edit menu says after "Undo".
    pub fn label(&self) -> Sentence {
        match self {
            Edit::Paint(cells) => counted("paint {0} cell", "paint {0} cells", cells.len()),
            Edit::Erase(cells) => counted("erase {0} cell", "erase {0} cells", cells.len()),
            Edit::SetPattern { name, .. } => Sentence::compose("pattern {0}", [name.as_str().into()]),
            Edit::Clear => Sentence::term("clear pattern"),
            Edit::Invert => Sentence::term("invert pattern"),
            Edit::MakeSymmetric => Sentence::term("make symmetric"),
            Edit::SetShape(shape) => Sentence::compose("layout {0}", [shape.name().into()]),
            Edit::SetRegions { deed, .. } => match deed {
                RegionDeed::Paint(n) => counted("put {0} cell into a region", "put {0} cells into regions", *n),
                RegionDeed::Erase(n) => counted("take {0} cell out of its region", "take {0} cells out of regions", *n),
                RegionDeed::Exchange => Sentence::term("exchange cells of regions"),
                RegionDeed::Fill => Sentence::term("fill the rest with regions"),
                RegionDeed::Clear => Sentence::term("clear regions"),
                RegionDeed::Discard => Sentence::term("discard draft of regions"),
            },
            Edit::SetSymmetry(symmetry) => {
                let title = symmetry.title();
                Sentence::compose("symmetry {0}", [Sentence::term_as(title, title.to_lowercase())])
            }
            Edit::SetStrategies(_) => Sentence::term("strategies"),
            Edit::SetRequired(_) => Sentence::term("required strategies"),
            Edit::RankStrategy(..) => Sentence::term("order of strategies"),
            Edit::SetOrder(_) => Sentence::term("preset of strategies"),
            Edit::SetGoal(Goal::Any) => Sentence::term("any difficulty"),
            Edit::SetGoal(Goal::Hardest(_)) => Sentence::term("hardest strategy"),
            Edit::SetGoal(Goal::Within(window)) => {
                Sentence::compose("difficulty {0}", [Sentence::term(window.scale.short_title())])
            }
            Edit::SetMinimal(true) => Sentence::term("minimal puzzle"),
            Edit::SetMinimal(false) => Sentence::term("redundant clues"),
            Edit::SetTheme(_) => Sentence::term("theme"),
            Edit::SetPath(_) => Sentence::term("path"),
            Edit::SetMix(_) => Sentence::term("heuristics"),
            Edit::Replace { label, .. } => label.clone(),
            Edit::NextPuzzle => Sentence::term("new digits"),
            Edit::SetDigit { digit: Some(digit), .. } => Sentence::compose("digit {0}", [(*digit).into()]),
            Edit::SetDigit { digit: None, .. } => Sentence::term("free digit"),
            Edit::PaintDigit { cells, digit, .. } => {
                let template = if cells.len() == 1 { "digit {0} in {1} cell" } else { "digit {0} in {1} cells" };
                Sentence::compose(template, [(*digit).into(), cells.len().to_string().into()])
            }
            Edit::AddClues(clues) => counted("add {0} clue", "add {0} clues", clues.n_clues()),
            Edit::SetPuzzle(_) => Sentence::term("paste puzzle"),
            Edit::TakePuzzle { .. } => Sentence::term("take found puzzle"),
            Edit::FixDigits(true) => Sentence::term("keep digits"),
            Edit::FixDigits(false) => Sentence::term("free digits"),
            Edit::SetTitle(_) => Sentence::term("title"),
            Edit::SetAuthor(_) => Sentence::term("author"),
            Edit::SetNotes(_) => Sentence::term("notes"),
            Edit::SetRules(_) => Sentence::term("rules in words"),
            Edit::Transform(transform) => transform_label(*transform),
            Edit::List(edit) => edit.label(),
            Edit::Sheet(edit) => edit.label(),
        }
    }

    /// The document after the edit.
    ///
    /// # Errors
    /// If the edit does not fit the document; the document stays as it is.
    pub fn apply(&self, document: &Document) -> Result<Document, EditError> {
        match self {
            Edit::List(edit) => return edit.apply(document),
            Edit::Sheet(edit) => return edit.apply(document),
            _ => {}
        }
        let mut next = document.clone();
        *next.current_mut() = self.apply_to_puzzle(document.current())?;
        Ok(next)
    }

    /// The puzzle on the board after the edit.
    fn apply_to_puzzle(&self, project: &Project) -> Result<Project, EditError> {
        let shape = project.shape();
        let all = CellSet::first(shape.n_cells());
        let mut next = project.clone();
        match self {
            Edit::Paint(cells) => set_cells(&mut next, project.design.pattern.cells.union(cells))?,
            Edit::Erase(cells) => set_cells(&mut next, project.design.pattern.cells.difference(cells))?,
            Edit::SetPattern { pattern, .. } => {
                // A smaller pattern than before is a fresh start: its digits are not kept.
                next.design = next.design.on(*pattern);
                next.puzzle = None;
                next.symmetry = next.symmetry_of_pattern();
            }
            Edit::Clear => set_cells(&mut next, CellSet::EMPTY)?,
            Edit::Invert => set_cells(&mut next, all.difference(&project.design.pattern.cells))?,
            Edit::MakeSymmetric => set_cells(&mut next, project.symmetric_cells())?,
            Edit::SetShape(new) => {
                set_shape(&mut next, *new);
                // Also where the layout is chosen that was there all the time; but regions may go on while rules change.
                if *new == shape || new.without_rules() != shape.without_rules() {
                    next.draft = None;
                }
            }
            Edit::SetRegions { regions, .. } => {
                if regions.n() != shape.n() {
                    return Err(EditError::Outside { shape });
                }
                if let Some(new) = regions.shape() {
                    set_shape(&mut next, new.with_fitting_rules(shape));
                    next.draft = None;
                } else {
                    next.draft = Some(regions.clone());
                }
            }
            Edit::SetSymmetry(symmetry) => {
                symmetry.check(shape)?;
                next.symmetry = *symmetry;
            }
            Edit::SetStrategies(strategies) => {
                if next.design.strategies != *strategies {
                    next.design.strategies = *strategies;
                    next.puzzle = None;
                }
            }
            Edit::SetRequired(required) => {
                let required = required.intersection(project.design.strategies);
                if next.design.required != required {
                    next.design.required = required;
                    next.puzzle = None;
                }
            }
            // Another order gives another trace, not another puzzle.
            Edit::RankStrategy(id, rank) => next.design.ranking = project.design.ranking.with(*id, *rank),
            Edit::SetOrder(order) => {
                let old = next.design.order();
                next.design = next.design.with_order(*order);
                if (old.allowed, old.required) != (order.allowed, order.required) {
                    next.puzzle = None;
                }
            }
            Edit::SetGoal(goal) => {
                if !project.design.allows(*goal) {
                    return Err(EditError::Goal);
                }
                if next.design.goal != *goal {
                    // Whether the puzzle on the board is as difficult as this is for the generators to judge.
                    next.design.goal = *goal;
                }
            }
            // As with the difficulty, the generators judge the puzzle on the board.
            Edit::SetTheme(theme) => {
                theme.check(shape)?;
                // A puzzle that is as the theme asks stays.
                next.puzzle = next.puzzle.filter(|puzzle| theme.accepts(puzzle).is_ok());
                next.design.theme = theme.clone();
            }
            // As with the difficulty, the generators judge the puzzle on the board.
            Edit::SetPath(path) => {
                next.design.strategies = project.design.strategies.union(path.strategies());
                next.design.path = path.clone();
            }
            Edit::SetMinimal(minimal) => next.design.minimal = *minimal,
            Edit::SetMix(mix) => {
                if next.design.mix != *mix {
                    next.design.mix = *mix;
                    next.puzzle = None;
                }
            }
            Edit::Replace { project, .. } => next = Project::clone(project),
            Edit::NextPuzzle => {
                next.design.seed = next.design.seed.wrapping_add(1);
                next.puzzle = None;
            }
            Edit::SetDigit { cell, digit } => {
                if !all.contains(*cell) || digit.is_some_and(|d| d.index() >= shape.n()) {
                    return Err(EditError::Outside { shape });
                }
                next.design.pattern.cells.insert(*cell);
                next.design.fixed.set(*cell, *digit);
                let fits = |puzzle: &Puzzle| {
                    puzzle.pattern() == next.design.pattern && digit.is_none_or(|d| puzzle.get(*cell) == Some(d))
                };
                next.puzzle = next.puzzle.take().filter(fits);
            }
            Edit::PaintDigit { cells, images, digit } => {
                if digit.index() >= shape.n() {
                    return Err(EditError::Outside { shape });
                }
                set_cells(&mut next, project.design.pattern.cells.union(cells).union(images))?;
                for cell in cells.iter() {
                    next.design.fixed.set(cell, Some(*digit));
                }
                let fits = |puzzle: &Puzzle| cells.iter().all(|cell| puzzle.get(cell) == Some(*digit));
                next.puzzle = next.puzzle.take().filter(fits);
            }
            Edit::AddClues(clues) => {
                if clues.shape() != shape {
                    return Err(EditError::Outside { shape });
                }
                set_cells(&mut next, project.design.pattern.cells.union(&clues.pattern().cells))?;
                let are_kept = project.is_all_fixed() || project.puzzle.is_none();
                for (cell, digit) in clues.clues() {
                    if are_kept {
                        next.design.fixed.set(cell, Some(digit));
                    }
                    if let Some(puzzle) = &mut next.puzzle {
                        puzzle.set(cell, Some(digit));
                    }
                }
            }
            Edit::SetPuzzle(puzzle) => {
                next.design = next.design.on(puzzle.pattern());
                next.design.fixed = puzzle.clone();
                drop_broken_theme(&mut next, shape, puzzle);
                next.puzzle = None;
                next.symmetry = next.symmetry_of_pattern();
            }
            Edit::TakePuzzle { puzzle, strategies } => {
                next.design = next.design.on(puzzle.pattern());
                next.design.strategies = project.design.strategies.union(*strategies);
                next.puzzle = Some(puzzle.clone());
                // Kept digits stay as long as the puzzle has them.
                let agrees = |(cell, digit)| puzzle.get(cell) == Some(digit);
                if puzzle.shape() != shape || !project.design.fixed.clues().all(agrees) {
                    next.design.fixed = Puzzle::empty(puzzle.shape());
                }
                drop_broken_theme(&mut next, shape, puzzle);
            }
            Edit::FixDigits(true) => next.design.fixed = project.puzzle.clone().ok_or(EditError::NoPuzzle)?,
            Edit::FixDigits(false) => next.design.fixed = Puzzle::empty(shape),
            Edit::SetTitle(text) => next.title.clone_from(text),
            Edit::SetAuthor(text) => next.author.clone_from(text),
            Edit::SetNotes(text) => next.notes.clone_from(text),
            Edit::SetRules(text) => next.rules = Some(text.clone()),
            Edit::Transform(transform) => {
                let to = transform.shape(shape);
                next.design.path = project.design.path.moved(shape, to, &|cell| transform.cell(shape, cell));
                next.design.pattern = transform.pattern(&project.design.pattern)?;
                next.design.fixed = transform.puzzle(&project.design.fixed)?;
                next.design.theme = project.design.theme.moved(shape, to, |cell| transform.cell(shape, cell));
                let puzzle = project.puzzle.as_ref().filter(|_| transform.keeps_houses(shape));
                next.puzzle = puzzle.map(|puzzle| transform.puzzle(puzzle)).transpose()?;
                next.draft = project.draft.as_ref().map(|draft| draft.moved(|cell| transform.cell(shape, cell)));
            }
            // About the whole document, not about a puzzle in it.
            Edit::List(_) | Edit::Sheet(_) => {}
        }
        let has_other_regions = next.shape().without_rules() != shape.without_rules();
        if has_other_regions && !matches!(self, Edit::Transform(_) | Edit::Replace { .. }) {
            // It was to take the place of the layout before.
            next.draft = None;
        }
        Ok(next.settled())
    }
}

/// Another layout; digits do not outlast it.
fn set_shape(project: &mut Project, new: Shape) {
    let shape = project.shape();
    if new == shape {
        return;
    }
    let cells = if new.n() == shape.n() { project.design.pattern.cells } else { CellSet::EMPTY };
    project.design = project.design.clone().on(Pattern { shape: new, cells });
    project.puzzle = None;
}

/// A puzzle that comes from elsewhere is worth more than a theme that it breaks.
fn drop_broken_theme(project: &mut Project, shape: Shape, puzzle: &Puzzle) {
    if puzzle.shape() != shape || project.design.theme.accepts(puzzle).is_err() {
        project.design.theme = Theme::default();
    }
}

fn set_cells(project: &mut Project, cells: CellSet) -> Result<(), EditError> {
    let shape = project.shape();
    if !cells.is_subset(&CellSet::first(shape.n_cells())) {
        return Err(EditError::Outside { shape });
    }
    project.design.pattern.cells = cells;
    Ok(())
}

/// The template for one thing or the one for several, with their number.
pub(super) fn counted(one: &'static str, other: &'static str, n: usize) -> Sentence {
    Sentence::compose(if n == 1 { one } else { other }, [n.to_string().into()])
}

fn transform_label(transform: Transform) -> Sentence {
    let numbers = |a: u8, b: u8| [a, b].map(|index| Sentence::from((index + 1).to_string()));
    match transform {
        Transform::TurnRight => Sentence::term("turn right"),
        Transform::TurnLeft => Sentence::term("turn left"),
        Transform::HalfTurn => Sentence::term("half turn"),
        Transform::MirrorLeftRight => Sentence::term("mirror left-right"),
        Transform::MirrorTopBottom => Sentence::term("mirror top-bottom"),
        Transform::Transpose => Sentence::term("mirror at the diagonal"),
        Transform::AntiTranspose => Sentence::term("mirror at the anti-diagonal"),
        Transform::Shift { rows: -1, cols: 0 } => Sentence::term("shift up"),
        Transform::Shift { rows: 1, cols: 0 } => Sentence::term("shift down"),
        Transform::Shift { rows: 0, cols: -1 } => Sentence::term("shift left"),
        Transform::Shift { rows: 0, cols: 1 } => Sentence::term("shift right"),
        Transform::Shift { rows, cols } => {
            Sentence::compose("shift by {0} rows and {1} columns", [rows, cols].map(|by| by.to_string().into()))
        }
        Transform::SwapRows(a, b) => Sentence::compose("exchange rows {0} and {1}", numbers(a, b)),
        Transform::SwapColumns(a, b) => Sentence::compose("exchange columns {0} and {1}", numbers(a, b)),
        Transform::SwapBands(a, b) => Sentence::compose("exchange bands {0} and {1}", numbers(a, b)),
        Transform::SwapStacks(a, b) => Sentence::compose("exchange stacks {0} and {1}", numbers(a, b)),
    }
}

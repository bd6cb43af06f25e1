//! How a sheet shall look.

use super::font::Weight;

/// Paper sizes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Paper {
    /// 210 x 297 mm.
    A4,
    /// 148 x 210 mm.
    A5,
    /// 215.9 x 279.4 mm.
    Letter,
    /// Any other, in millimetres.
    Custom {
        /// Shorter or longer side; [`Sheet::landscape`] turns the paper.
        width: f32,
        /// The other side.
        height: f32,
    },
}

impl Paper {
    /// Width and height in millimetres, upright.
    pub const fn size(self) -> (f32, f32) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::A5 => (148.0, 210.0),
            Paper::Letter => (215.9, 279.4),
            Paper::Custom { width, height } => (width, height),
        }
    }
}

/// A line above or below the puzzles. `{title}`, `{author}`, `{date}`, `{page}` and `{pages}`
/// stand for what they name, `{first}` and `{last}` for the numbers of the puzzles on the page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Running {
    /// At the left margin.
    pub left: String,
    /// In the middle.
    pub centre: String,
    /// At the right margin.
    pub right: String,
}

/// What stands with each puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captions {
    /// Its number, counted from 1.
    pub number: bool,
    /// Its title.
    pub title: bool,
    /// One to five stars for the hardest strategy needed.
    pub stars: bool,
    /// Sudoku Explainer and HoDoKu figures, where all needed techniques are known.
    pub rating: bool,
    /// The hardest strategy needed.
    pub hardest: bool,
}

impl Default for Captions {
    fn default() -> Captions {
        Captions { number: true, title: true, stars: false, rating: false, hardest: false }
    }
}

/// What lies in grey.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shading {
    /// Nothing.
    #[default]
    None,
    /// Every other box.
    Boxes,
    /// The clue cells.
    Clues,
}

/// Digits above 9.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Symbols {
    /// A to P.
    #[default]
    Letters,
    /// 10 to 25.
    Numbers,
}

/// Where the solutions are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Solutions {
    /// Nowhere.
    #[default]
    None,
    /// Small and upside down below each puzzle.
    UpsideDown,
    /// Small, many a page, after the puzzles; [`Sheet::solution_cell`] says how small.
    Small,
    /// As large as the puzzles, after them.
    Full,
}

/// How a puzzle gets into a web solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LinkMark {
    /// Not at all.
    #[default]
    None,
    /// A QR code below the puzzle.
    Qr,
    /// The words "Solve online", as a link in PDF.
    Text,
}

/// A whole sheet. All lengths are in millimetres.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// The paper.
    pub paper: Paper,
    /// Whether the longer side lies across.
    pub landscape: bool,
    /// Puzzles (or steps) on a page: 1, 2, 4, 6, 9 or 12.
    pub per_page: usize,
    /// Whether harder puzzles are larger: with one and two stars six on a page, with three stars four, with four
    /// stars two, with five stars one, whatever `per_page` says. The order of the puzzles stays.
    pub by_difficulty: bool,
    /// Whether the first page has the title, the author, the date and the number of puzzles.
    pub title_page: bool,
    /// Free space at all four sides.
    pub margin: f32,
    /// Free space between puzzles.
    pub gutter: f32,
    /// Title of the whole.
    pub title: String,
    /// Author of the whole.
    pub author: String,
    /// Date, as it shall be printed.
    pub date: String,
    /// Above the puzzles.
    pub header: Running,
    /// Below the puzzles.
    pub footer: Running,
    /// What stands with each puzzle.
    pub captions: Captions,
    /// Whether to print candidates in the empty cells.
    pub candidates: bool,
    /// Whether to print only where the clues are, not which.
    pub shape_only: bool,
    /// Width of the outer frame, on a board of 100 mm; smaller boards have thinner lines.
    pub frame_width: f32,
    /// Width of the lines between boxes, likewise.
    pub box_width: f32,
    /// Width of the lines between cells, likewise.
    pub cell_width: f32,
    /// What lies in grey.
    pub shading: Shading,
    /// Weight of the digits.
    pub digits: Weight,
    /// Height of the digits as a part of the cell, 0.2 to 0.8.
    pub digit_height: f32,
    /// Digits above 9.
    pub symbols: Symbols,
    /// Where the solutions are.
    pub solutions: Solutions,
    /// Width of a cell of a small solution.
    pub solution_cell: f32,
    /// A QR code or a link for each puzzle.
    pub link: LinkMark,
    /// Whether to arrange half-size pages for printing on both sides, folding and stapling.
    pub booklet: bool,
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet {
            paper: Paper::A4,
            landscape: false,
            per_page: 4,
            by_difficulty: false,
            title_page: false,
            margin: 15.0,
            gutter: 10.0,
            title: String::new(),
            author: String::new(),
            date: String::new(),
            header: Running { left: "{title}".to_owned(), centre: String::new(), right: "{author}".to_owned() },
            footer: Running { left: "{date}".to_owned(), centre: String::new(), right: "{page} / {pages}".to_owned() },
            captions: Captions::default(),
            candidates: false,
            shape_only: false,
            frame_width: 0.7,
            box_width: 0.5,
            cell_width: 0.18,
            shading: Shading::None,
            digits: Weight::Regular,
            digit_height: 0.52,
            symbols: Symbols::Letters,
            solutions: Solutions::None,
            solution_cell: 3.0,
            link: LinkMark::None,
            booklet: false,
        }
    }
}

/// A sheet that cannot be made: one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SheetError(pub String);

impl Sheet {
    /// Numbers of puzzles that a page can have.
    pub const PER_PAGE: [usize; 6] = [1, 2, 4, 6, 9, 12];

    /// This sheet laid out like another one; title, author and date stay.
    #[must_use]
    pub fn in_style_of(&self, other: &Sheet) -> Sheet {
        let (title, author, date) = (self.title.clone(), self.author.clone(), self.date.clone());
        Sheet { title, author, date, ..other.clone() }
    }

    /// Width and height of the paper as it lies.
    pub fn paper_size(&self) -> (f32, f32) {
        let (width, height) = self.paper.size();
        if self.landscape { (width.max(height), width.min(height)) } else { (width, height) }
    }

    /// Width and height of a page: the paper, or half of it in a booklet.
    pub(super) fn page_size(&self) -> (f32, f32) {
        let (width, height) = self.paper.size();
        if self.booklet { (width.max(height) / 2.0, width.min(height)) } else { self.paper_size() }
    }

    /// Whether every measure by itself can be; whether they leave room is [`Sheet::check`]'s matter.
    ///
    /// # Errors
    /// The first measure that cannot be.
    pub fn check_measures(&self) -> Result<(), SheetError> {
        let error = |sentence: String| Err(SheetError(sentence));
        if !Sheet::PER_PAGE.contains(&self.per_page) {
            return error(format!("{} puzzles a page is not possible: use 1, 2, 4, 6, 9 or 12", self.per_page));
        }
        let (width, height) = self.paper.size();
        if !(50.0..=2000.0).contains(&width) || !(50.0..=2000.0).contains(&height) {
            return error(format!("paper of {width} x {height} mm is not possible: use 50 to 2000 mm"));
        }
        if !(0.0..=500.0).contains(&self.margin) || !(0.0..=500.0).contains(&self.gutter) {
            return error("margin and gutter have to be 0 to 500 mm".to_owned());
        }
        let widths = [self.frame_width, self.box_width, self.cell_width];
        if widths.iter().any(|width| !(0.02..=5.0).contains(width)) {
            return error("lines have to be 0.02 to 5 mm wide".to_owned());
        }
        if !(0.2..=0.8).contains(&self.digit_height) {
            return error("digits have to be 0.2 to 0.8 of a cell high".to_owned());
        }
        if !(1.5..=15.0).contains(&self.solution_cell) {
            return error("cells of small solutions have to be 1.5 to 15 mm wide".to_owned());
        }
        Ok(())
    }

    /// Puzzles on a page for puzzles of so many stars.
    pub(super) fn per_page_of(&self, stars: Option<u8>) -> usize {
        match stars {
            _ if !self.by_difficulty => self.per_page,
            // Without exactly one solution a puzzle has no difficulty.
            None | Some(0..=2) => 6,
            Some(3) => 4,
            Some(4) => 2,
            Some(_) => 1,
        }
    }

    /// The most puzzles on one of its pages.
    fn most_per_page(&self) -> usize {
        if self.by_difficulty { self.per_page_of(Some(1)) } else { self.per_page }
    }

    /// Whether the sheet can be made.
    ///
    /// # Errors
    /// The first measure that cannot be, or that there is no room for the puzzles.
    pub fn check(&self) -> Result<(), SheetError> {
        self.check_measures()?;
        let (width, height) = self.page_size();
        let (columns, rows) = super::layout::arrangement(width, height, self.most_per_page());
        let room =
            |length: f32, n: usize| (length - 2.0 * self.margin - self.gutter * (n - 1) as f32 - 20.0) / n as f32;
        if room(width, columns) < 15.0 || room(height, rows) < 15.0 {
            return Err(SheetError(format!(
                "margin {} mm and gutter {} mm leave no room for {} puzzles on a page of {width} x {height} mm",
                self.margin,
                self.gutter,
                self.most_per_page()
            )));
        }
        Ok(())
    }
}

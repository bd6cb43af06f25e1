//! `sheet`.

use super::input::{self, Puzzles, shapes_of};
use super::numbers::{decimal, whole};
use super::output::Destination;
use super::values::parse_shape;
use super::{CliError, Exit};
use crate::formats::PuzzleEntry;
use crate::grid::Shape;
use crate::logic::{StrategySet, solve};
use crate::project::file::{layout_from_text, layout_to_text};
use crate::sheet::{
    Captions, LinkMark, Page, Paper, Shading, Sheet, SheetError, SheetFormat, SheetPuzzle, Solutions, Symbols, layout,
    page_stem, pdf, png, svg, text, trace_pages,
};
use std::path::PathBuf;

/// Most puzzles on a sheet: its pages are made in memory.
const MAX_PUZZLES: usize = 10_000;

/// `sheet`
#[derive(clap::Args, Debug)]
pub struct SheetArgs {
    /// Files in any known format, or with links; - for standard input.
    #[arg(default_value = "-")]
    pub inputs: Vec<PathBuf>,
    /// File to write, ending in .pdf, .svg, .png or .txt; - for standard output. Several pages of SVG or PNG become
    /// FILE-1, FILE-2 ...
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// What to write, where the name of the file does not say it: pdf, svg, png or txt.
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    pub format: Option<SheetFormat>,
    /// File with a whole layout in RON, as --print-layout shows it; the other options change it.
    #[arg(long, value_name = "FILE")]
    pub layout: Option<PathBuf>,
    /// Write the layout to the output file instead of the sheet; it may end in .ron.
    #[arg(long)]
    pub print_layout: bool,
    /// Paper: a4, a5, letter, or width x height in millimetres (50 to 2000), e.g. 170x240.
    #[arg(long, value_name = "PAPER", value_parser = parse_paper)]
    pub paper: Option<Paper>,
    /// Turn the paper.
    #[arg(long)]
    pub landscape: bool,
    /// Puzzles on a page (1 to 12): 1, 2, 4, 6, 9 or 12.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 12))]
    pub per_page: Option<usize>,
    /// Make harder puzzles larger: six a page with one or two stars, four with three, two with four, one with five.
    #[arg(long, conflicts_with_all = ["per_page", "trace"])]
    pub by_difficulty: bool,
    /// Begin with a page that has the title, the author, the date and the number of puzzles.
    #[arg(long, conflicts_with = "trace")]
    pub title_page: bool,
    /// Free space at the sides, in millimetres (0 to 500).
    #[arg(long, value_name = "MM", value_parser = decimal(0.0, 500.0))]
    pub margin: Option<f64>,
    /// Free space between puzzles, in millimetres (0 to 500).
    #[arg(long, value_name = "MM", value_parser = decimal(0.0, 500.0))]
    pub gutter: Option<f64>,
    /// Title of the sheet.
    #[arg(long)]
    pub title: Option<String>,
    /// Author of the sheet.
    #[arg(long)]
    pub author: Option<String>,
    /// Date to print.
    #[arg(long)]
    pub date: Option<String>,
    /// Header: left|centre|right, with {title}, {author}, {date}, {page}, {pages}, {first}, {last}.
    #[arg(long, value_name = "L|C|R")]
    pub header: Option<String>,
    /// Footer, likewise.
    #[arg(long, value_name = "L|C|R")]
    pub footer: Option<String>,
    /// What stands with each puzzle: number, title, stars, rating, hardest; or none.
    #[arg(long, value_name = "LIST", value_parser = parse_captions)]
    pub captions: Option<Captions>,
    /// Print candidates.
    #[arg(long)]
    pub candidates: bool,
    /// Print only where the clues are.
    #[arg(long)]
    pub shape_only: bool,
    /// What lies in grey: none, boxes or clues.
    #[arg(long, value_name = "WHAT", value_parser = one_of(&[("none", Shading::None), ("boxes", Shading::Boxes), ("clues", Shading::Clues)]))]
    pub shading: Option<Shading>,
    /// Digits above 9: letters or numbers.
    #[arg(long, value_name = "WHAT", value_parser = one_of(&[("letters", Symbols::Letters), ("numbers", Symbols::Numbers)]))]
    pub symbols: Option<Symbols>,
    /// Solutions: none, upside-down (below each puzzle), small or full (after the puzzles).
    #[arg(long, value_name = "WHERE", value_parser = one_of(&[("none", Solutions::None), ("upside-down", Solutions::UpsideDown), ("small", Solutions::Small), ("full", Solutions::Full)]))]
    pub solutions: Option<Solutions>,
    /// Width of a cell of small solutions, in millimetres (1.5 to 15).
    #[arg(long, value_name = "MM", value_parser = decimal(1.5, 15.0))]
    pub solution_cell: Option<f64>,
    /// A way into a web solver for each puzzle: none, qr or text.
    #[arg(long, value_name = "WHAT", value_parser = one_of(&[("none", LinkMark::None), ("qr", LinkMark::Qr), ("text", LinkMark::Text)]))]
    pub link: Option<LinkMark>,
    /// Arrange half-size pages for printing on both sides (turn over the short edge) and folding.
    #[arg(long)]
    pub booklet: bool,
    /// Instead of puzzles, the steps that solve each with these strategies: names or groups.
    #[arg(long, value_name = "LIST")]
    pub trace: Option<StrategySet>,
    /// Dots an inch of PNG (1 to 4800).
    #[arg(long, value_name = "N", default_value_t = 150.0, value_parser = decimal(1.0, 4800.0))]
    pub dpi: f64,
    /// Box height x box width, or a layout: its text, or a file that holds it. "3x3 x anti-knight" has boxes and further
    /// rules, which "cluesmith layouts" lists; "7 regions=AABBBBBAAABCCBADDDCCCAEDCCFFEEDGFFFEEDGGFFEEDGGGG" has irregular
    /// regions; "9 latin" is a Latin square.
    /// Without it, whatever the input holds.
    #[arg(long, value_name = "RxC|LAYOUT", value_parser = parse_shape)]
    pub shape: Option<Shape>,
}

/// A parser for a few names.
fn one_of<T: Copy + Send + Sync>(
    names: &'static [(&'static str, T)],
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let found = names.iter().find(|(name, _)| *name == text).map(|&(_, value)| value);
        found
            .ok_or_else(|| format!("use one of {}", names.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")))
    }
}

fn parse_format(text: &str) -> Result<SheetFormat, String> {
    SheetFormat::ALL.into_iter().find(|format| format.name() == text).ok_or_else(|| {
        let names: Vec<_> = SheetFormat::ALL.iter().map(|format| format.name()).collect();
        format!("use one of {}", names.join(", "))
    })
}

fn parse_paper(text: &str) -> Result<Paper, String> {
    match text.to_ascii_lowercase().as_str() {
        "a4" => Ok(Paper::A4),
        "a5" => Ok(Paper::A5),
        "letter" => Ok(Paper::Letter),
        other => {
            let sides = other.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
            let (width, height) =
                sides.ok_or("use a4, a5, letter or width x height in millimetres (50 to 2000), e.g. 170x240")?;
            Ok(Paper::Custom { width, height })
        }
    }
}

fn parse_captions(text: &str) -> Result<Captions, String> {
    let mut captions = Captions { number: false, title: false, stars: false, rating: false, hardest: false };
    for name in text.split(',').map(str::trim).filter(|name| !name.is_empty() && *name != "none") {
        *match name {
            "number" => &mut captions.number,
            "title" => &mut captions.title,
            "stars" => &mut captions.stars,
            "rating" => &mut captions.rating,
            "hardest" => &mut captions.hardest,
            _ => return Err("use number, title, stars, rating, hardest or none, separated by commas".to_owned()),
        } = true;
    }
    Ok(captions)
}

/// Changes a field where the option is given.
fn set<T: Clone>(field: &mut T, option: Option<&T>) {
    if let Some(value) = option {
        field.clone_from(value);
    }
}

impl SheetArgs {
    /// What is asked for, or what the name of the file says.
    fn format(&self) -> Result<SheetFormat, CliError> {
        let ending = self.output.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let ending = ending.to_ascii_lowercase();
        let by_name = SheetFormat::ALL.into_iter().find(|format| format.name() == ending);
        self.format.or(by_name).ok_or_else(|| {
            let file = self.output.display();
            CliError(format!("{file}: a sheet is a file that ends in .pdf, .svg, .png or .txt; or use --format"))
        })
    }

    /// The layout of the file, changed by the options.
    fn sheet(&self) -> Result<Sheet, CliError> {
        let mut sheet = match &self.layout {
            None => Sheet::default(),
            Some(file) => {
                let text = input::read(file)?;
                layout_from_text(&text).map_err(|error| CliError(format!("{}: {error}", file.display())))?
            }
        };
        set(&mut sheet.paper, self.paper.as_ref());
        set(&mut sheet.per_page, self.per_page.as_ref());
        set(&mut sheet.margin, self.margin.map(|width| width as f32).as_ref());
        set(&mut sheet.gutter, self.gutter.map(|width| width as f32).as_ref());
        set(&mut sheet.title, self.title.as_ref());
        set(&mut sheet.author, self.author.as_ref());
        set(&mut sheet.date, self.date.as_ref());
        set(&mut sheet.captions, self.captions.as_ref());
        set(&mut sheet.shading, self.shading.as_ref());
        set(&mut sheet.symbols, self.symbols.as_ref());
        set(&mut sheet.solutions, self.solutions.as_ref());
        set(&mut sheet.solution_cell, self.solution_cell.map(|width| width as f32).as_ref());
        set(&mut sheet.link, self.link.as_ref());
        for (running, option) in [(&mut sheet.header, &self.header), (&mut sheet.footer, &self.footer)] {
            if let Some(text) = option {
                let mut parts = text.split('|').map(str::to_owned);
                running.left = parts.next().unwrap_or_default();
                running.centre = parts.next().unwrap_or_default();
                running.right = parts.next().unwrap_or_default();
            }
        }
        sheet.landscape |= self.landscape;
        sheet.candidates |= self.candidates;
        sheet.shape_only |= self.shape_only;
        sheet.booklet |= self.booklet;
        sheet.by_difficulty |= self.by_difficulty;
        sheet.title_page |= self.title_page;
        sheet.check().map_err(wrong)?;
        Ok(sheet)
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
fn wrong(error: SheetError) -> CliError {
    CliError(error.to_string())
}

pub(super) fn sheet(args: &SheetArgs) -> Result<Exit, CliError> {
    let read: Vec<PathBuf> = if args.print_layout { Vec::new() } else { args.inputs.clone() };
    let read: Vec<PathBuf> = read.into_iter().chain(args.layout.clone()).collect();
    let destination = || Destination::new(&args.output, &read);
    if args.print_layout {
        let destination = destination()?;
        destination.put(layout_to_text(&args.sheet()?).as_bytes())?;
        return Ok(Exit::Done);
    }
    let format = args.format()?;
    let destination = destination()?;
    let sheet = args.sheet()?;
    let puzzles = Puzzles::read(&args.inputs, shapes_of(args.shape))?;
    puzzles.check_conflicts()?;
    let n_puzzles = puzzles.entries().count();
    if n_puzzles > MAX_PUZZLES {
        return Err(CliError(format!("a sheet has at most {MAX_PUZZLES} puzzles, the input holds {n_puzzles}")));
    }
    let entries: Vec<PuzzleEntry> = puzzles.entries().map(|item| item.value).collect();
    let pages = if let Some(strategies) = args.trace {
        if format == SheetFormat::Text {
            return Err(CliError("steps as text come from `cluesmith solve --trace`".to_owned()));
        }
        let mut pages = Vec::new();
        for entry in &entries {
            pages.extend(trace_pages(&sheet, &solve(&entry.puzzle, strategies)).map_err(wrong)?);
        }
        pages
    } else {
        let puzzles: Vec<SheetPuzzle> = entries.into_iter().map(|entry| SheetPuzzle::new(entry, &sheet)).collect();
        if format == SheetFormat::Text {
            destination.put(text(&sheet, &puzzles).as_bytes())?;
            return Ok(Exit::Done);
        }
        layout(&sheet, &puzzles).map_err(wrong)?
    };
    let draw = |page: &Page| match format {
        SheetFormat::Svg => Ok(svg(page, &sheet.title).into_bytes()),
        _ => png(page, args.dpi as f32).map_err(wrong),
    };
    match pages.as_slice() {
        _ if format == SheetFormat::Pdf => destination.put(&pdf(&sheet, &pages))?,
        [page] => destination.put(&draw(page)?)?,
        pages => {
            let files: Result<Vec<Vec<u8>>, CliError> = pages.iter().map(draw).collect();
            let stem = args.output.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let ending = args.output.extension().map(|ending| format!(".{}", ending.to_string_lossy()));
            let ending = ending.unwrap_or_default();
            destination.put_all(files?, |index, n| format!("{}{ending}", page_stem(&stem, index, n)))?;
        }
    }
    Ok(Exit::Done)
}

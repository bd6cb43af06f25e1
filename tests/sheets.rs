//! Sheets: nothing clipped, digits in the middle, the same picture in every form.

use cluesmith::formats::{Info, PuzzleEntry, Shapes, read_puzzles, short_link};
use cluesmith::grid::{Cell, Digit, Puzzle, SHAPES, Shape, parse_puzzles};
use cluesmith::logic::{StrategySet, solve};
use cluesmith::sheet::{
    Captions, Facts, Item, LinkMark, Page, Paper, Shading, Sheet, SheetPuzzle, Solutions, Symbols, Weight, layout,
    page_stem, pdf, png, printed, svg, text, text_width, trace_pages,
};
use std::process::Command;

const EASY: &str = ".8.697.3...6...587...1..9...9..6...47.5.3..2....9...1.1.938.4...7.......2........";
const HARD: &str = ".....4..6.8...53..4.51.........2..4...95.6..2...39.....1.......3....8.1.64......9";

fn entry(puzzle: Puzzle, title: &str) -> PuzzleEntry {
    PuzzleEntry { info: Info { title: title.to_owned(), ..Info::default() }, ..PuzzleEntry::new(puzzle) }
}

/// The puzzle with its digits renamed, so that there are many different ones.
fn renamed(text: &str, by: usize) -> Puzzle {
    let mut puzzle = parse_puzzles(Shape::NINE, text).expect("puzzle").remove(0);
    let clues: Vec<(Cell, Digit)> = puzzle.clues().collect();
    for (cell, digit) in clues {
        puzzle.set(cell, Some(Digit::from_index((digit.index() + by) % 9)));
    }
    puzzle
}

/// A solution grid of any shape with every third cell kept.
fn sample(shape: Shape) -> Puzzle {
    let mut puzzle = Puzzle::empty(shape);
    let n = shape.n();
    for cell in shape.cells() {
        let (row, col) = (shape.row(cell), shape.col(cell));
        let (height, width) = shape.boxes().expect("boxes");
        let digit = (row % height * width + row / height + col) % n;
        if (row * 7 + col * 5) % 3 != 0 {
            puzzle.set(cell, Some(Digit::from_index(digit)));
        }
    }
    assert!(puzzle.conflict().is_none());
    puzzle
}

/// Left, top, right, bottom of everything on a page.
fn extent(page: &Page) -> [f32; 4] {
    let mut all = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
    let mut add = |x: f32, y: f32, reach: f32| {
        all = [all[0].min(x - reach), all[1].min(y - reach), all[2].max(x + reach), all[3].max(y + reach)];
    };
    for item in &page.items {
        match item {
            Item::Line { from, to, width, .. } => {
                add(from.0, from.1, width / 2.0);
                add(to.0, to.1, width / 2.0);
            }
            Item::Fill { rects, .. } => {
                for [x, y, width, height] in rects {
                    add(*x, *y, 0.0);
                    add(x + width, y + height, 0.0);
                }
            }
            Item::Frame { rect: [x, y, width, height], width: line, .. } => {
                add(*x, *y, line / 2.0);
                add(x + width, y + height, line / 2.0);
            }
            Item::Disc { centre, radius, .. } => add(centre.0, centre.1, *radius),
            Item::Polygon { points, .. } => points.iter().for_each(|point| add(point.0, point.1, 0.0)),
            Item::Curve { points, width, .. } => points.iter().for_each(|point| add(point.0, point.1, width / 2.0)),
            Item::Text(text) => {
                let sign = if text.turned { -1.0 } else { 1.0 };
                let end = text.x + sign * text_width(&text.text, text.weight, text.size);
                add(text.x, text.y, 0.0);
                add(end, text.y - sign * 0.75 * text.size, 0.0);
            }
        }
    }
    all
}

#[test]
fn nothing_is_clipped_on_any_sheet() {
    for shape in SHAPES {
        let entries = [sample(shape), sample(shape), sample(shape)].map(|p| entry(p, "A rather long title, to be cut"));
        for per_page in Sheet::PER_PAGE {
            for (index, solutions) in
                [Solutions::None, Solutions::UpsideDown, Solutions::Small, Solutions::Full].into_iter().enumerate()
            {
                let sheet = Sheet {
                    paper: [Paper::A4, Paper::A5, Paper::Letter, Paper::Custom { width: 170.0, height: 240.0 }][index],
                    landscape: per_page % 4 == index,
                    per_page,
                    gutter: 6.0,
                    title: "Title".to_owned(),
                    author: "Author".to_owned(),
                    captions: Captions { number: true, title: true, stars: true, rating: false, hardest: true },
                    candidates: index % 2 == 0,
                    shading: [Shading::None, Shading::Boxes, Shading::Clues, Shading::None][index],
                    symbols: if index % 2 == 0 { Symbols::Letters } else { Symbols::Numbers },
                    link: [LinkMark::Qr, LinkMark::Text, LinkMark::Qr, LinkMark::None][index],
                    booklet: index == 3 && per_page <= 4,
                    solutions,
                    solution_cell: [3.0, 1.5, 15.0, 3.0, 6.0, 2.0][index + per_page % 3],
                    title_page: index == 2,
                    ..Sheet::default()
                };
                let puzzles: Vec<SheetPuzzle> = entries
                    .iter()
                    .map(|e| SheetPuzzle {
                        solution: Some(e.puzzle.clone()),
                        stars: Some(3),
                        ..SheetPuzzle::new(e.clone(), &Sheet::default())
                    })
                    .collect();
                let pages = layout(&sheet, &puzzles).unwrap_or_else(|e| panic!("{shape} {per_page} {index}: {e}"));
                for page in &pages {
                    let [left, top, right, bottom] = extent(page);
                    // A booklet has marks for folding at its edges.
                    let margin = if sheet.booklet { -0.1 } else { sheet.margin - 0.7 };
                    assert!(
                        left >= margin
                            && top >= margin
                            && right <= page.width - margin
                            && bottom <= page.height - margin,
                        "{shape}, {per_page} a page, {solutions:?}: {left} {top} {right} {bottom} on {} x {}",
                        page.width,
                        page.height
                    );
                }
                let n_solutions = if solutions == Solutions::None { 0 } else { 3 };
                let n_frames: usize = (pages.iter().flat_map(|page| &page.items))
                    .filter(|item| matches!(item, Item::Frame { .. }))
                    .count();
                assert_eq!(n_frames, 3 + n_solutions, "{shape}, {per_page} a page, {solutions:?}");
            }
        }
    }
}

/// Widths of the boards on a page, and all its texts.
fn boards_and_texts(page: &Page) -> (Vec<f32>, Vec<&str>) {
    let width = |item: &Item| match item {
        Item::Frame { rect, .. } => Some(rect[2]),
        _ => None,
    };
    let texts = page.items.iter().filter_map(|item| match item {
        Item::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    (page.items.iter().filter_map(width).collect(), texts.collect())
}

/// So many puzzles with so many stars each.
fn starred(sheet: &Sheet, stars: &[u8]) -> Vec<SheetPuzzle> {
    let puzzle = |(index, &stars): (usize, &u8)| SheetPuzzle {
        stars: Some(stars),
        ..SheetPuzzle::new(entry(sample(SHAPES[index % 2 * 3]), ""), sheet)
    };
    stars.iter().enumerate().map(puzzle).collect()
}

#[test]
fn rules_stand_once_on_a_page_or_below_each_puzzle() {
    let check = |layouts: &[&str], expected: &[(&str, usize)]| {
        let sheet = Sheet::default();
        let empty = |layout: &&str| Puzzle::empty(layout.parse::<Shape>().expect("a layout"));
        let puzzles: Vec<SheetPuzzle> =
            layouts.iter().map(|layout| SheetPuzzle::new(entry(empty(layout), ""), &sheet)).collect();
        let pages = layout(&sheet, &puzzles).expect("laid out");
        let (widths, texts) = boards_and_texts(&pages[0]);
        assert_eq!(widths.len(), layouts.len());
        // Lines may break anywhere between words.
        let told = texts.join(" ");
        for (words, times) in expected {
            assert_eq!(told.matches(words).count(), *times, "{layouts:?}: {told}");
        }
        let [left, top, right, bottom] = extent(&pages[0]);
        assert!(left >= 0.0 && top >= 0.0 && right <= pages[0].width && bottom <= pages[0].height);
    };
    check(&["3x3", "3x3"], &[("rules", 0)]);
    check(&["3x3 x"], &[("main diagonals", 1)]);
    check(&["3x3 x", "2x3 x", "4x4 x"], &[("main diagonals", 1)]);
    check(&["3x3 x", "7 latin x"], &[("main diagonals", 2), ("Each row and each column", 1)]);
    check(&["7 latin"], &[("Each row and each column", 1)]);
    check(&["3x3 x", "3x3 x", "3x3 anti-knight"], &[("main diagonals", 2), ("knight's move", 1)]);
    check(&["3x3 x", "3x3"], &[("main diagonals", 1)]);
}

#[test]
fn rules_in_own_words_take_the_place_of_the_composed_ones() {
    let check = |layouts: &[&str], n_own: usize, own: usize, composed: usize| {
        let sheet = Sheet::default();
        let empty = |layout: &&str| Puzzle::empty(layout.parse::<Shape>().expect("a layout"));
        let mut puzzles: Vec<SheetPuzzle> =
            layouts.iter().map(|layout| SheetPuzzle::new(entry(empty(layout), ""), &sheet)).collect();
        for puzzle in &mut puzzles[..n_own] {
            "Both crosses hold each digit.".clone_into(&mut puzzle.entry.info.rules);
        }
        let pages = layout(&sheet, &puzzles).expect("laid out");
        let told = boards_and_texts(&pages[0]).1.join(" ");
        let found = (told.matches("Both crosses").count(), told.matches("main diagonals").count());
        assert_eq!(found, (own, composed), "{told}");
    };
    check(&["3x3 x"], 1, 1, 0);
    check(&["3x3"], 1, 1, 0);
    check(&["3x3 x", "3x3 x"], 2, 1, 0);
    check(&["3x3 x", "3x3 x"], 1, 1, 1);
}

#[test]
fn small_solutions_are_as_small_as_asked() {
    for (solution_cell, at_least) in [(3.0, 30), (2.0, 60), (6.0, 6)] {
        let sheet = Sheet { solutions: Solutions::Small, solution_cell, ..Sheet::default() };
        let nine = sample(Shape::NINE);
        let puzzles = vec![SheetPuzzle::new(entry(nine, ""), &sheet); 70];
        let pages = layout(&sheet, &puzzles).expect("laid out");
        let (widths, texts) = boards_and_texts(&pages[70_usize.div_ceil(4)]);
        assert!(widths.len() >= at_least, "{solution_cell} mm: {} on a page", widths.len());
        assert!(widths.iter().all(|width| (width - 9.0 * solution_cell).abs() < 0.01), "{widths:?}");
        // Each has its number, which leads from the puzzle to its answer; no digit on a board is above 9.
        for number in 10..=widths.len() {
            assert!(texts.contains(&number.to_string().as_str()), "{number}");
        }
    }
}

#[test]
fn harder_puzzles_are_larger() {
    #[track_caller]
    fn check(stars: &[u8], expected: &[usize]) {
        let sheet = Sheet { by_difficulty: true, per_page: 12, ..Sheet::default() };
        let pages = layout(&sheet, &starred(&sheet, stars)).expect("laid out");
        let on_pages: Vec<usize> = pages.iter().map(|page| boards_and_texts(page).0.len()).collect();
        assert_eq!(on_pages, expected, "{stars:?}");
        let names: Vec<&str> = pages.iter().flat_map(|page| &page.bookmarks).map(|mark| mark.title.as_str()).collect();
        let in_order: Vec<String> = (1..=stars.len()).map(|number| format!("Puzzle {number}")).collect();
        assert_eq!(names, in_order);
    }
    check(&[1, 2, 1, 2, 1, 2, 1], &[6, 1]);
    check(&[1, 1, 3, 3, 3, 3, 3, 4, 4, 5, 5], &[2, 4, 1, 2, 1, 1]);
    check(&[5, 1, 5], &[1, 1, 1]);
    // Large solutions are as large as their puzzles.
    let sheet = Sheet { by_difficulty: true, solutions: Solutions::Full, per_page: 12, ..Sheet::default() };
    let pages = layout(&sheet, &starred(&sheet, &[1, 1, 3, 5])).expect("laid out");
    let on_pages: Vec<usize> = pages.iter().map(|page| boards_and_texts(page).0.len()).collect();
    assert_eq!(on_pages, [2, 1, 1, 2, 1, 1]);
    // A puzzle with several solutions has no difficulty and is small.
    let open = SheetPuzzle::new(entry(Puzzle::empty(Shape::NINE), ""), &sheet);
    assert_eq!(boards_and_texts(&layout(&sheet, &vec![open; 6]).expect("laid out")[0]).0.len(), 6);
    check(&[], &[]);
    // What fits is judged by the fullest page.
    let tight = Sheet {
        by_difficulty: true,
        per_page: 1,
        paper: Paper::Custom { width: 60.0, height: 80.0 },
        ..Sheet::default()
    };
    let why = tight.check().expect_err("no room").to_string();
    assert!(why.contains("no room for 6 puzzles"), "{why}");
}

#[test]
fn a_collection_begins_with_its_title() {
    #[track_caller]
    fn check(title: &str, author: &str, n_puzzles: usize, expected: &[&str]) {
        let sheet = Sheet {
            title_page: true,
            title: title.to_owned(),
            author: author.to_owned(),
            date: "May".to_owned(),
            ..Sheet::default()
        };
        let pages = layout(&sheet, &starred(&sheet, &vec![1; n_puzzles])).expect("laid out");
        let (boards, texts) = boards_and_texts(&pages[0]);
        assert_eq!((boards.len(), texts.as_slice()), (0, expected));
        assert_eq!(pages.len(), 1 + n_puzzles.div_ceil(4));
        // The title page counts, but has no number itself.
        if let Some(second) = pages.get(1) {
            let end = format!("2 / {}", pages.len());
            assert!(boards_and_texts(second).1.contains(&end.as_str()));
        }
        assert_eq!(pages[0].bookmarks[0].title, expected[0]);
    }
    check("Harvest", "A. Setter", 5, &["Harvest", "A. Setter", "5 puzzles", "May"]);
    check("", "", 1, &["Sudoku", "1 puzzle", "May"]);
    check(" ", "", 0, &["Sudoku", "0 puzzles", "May"]);
}

/// Grey values of a page as PNG.
fn pixels(page: &Page, dpi: f32) -> (usize, usize, Vec<u8>) {
    let bytes = png(page, dpi).expect("a picture");
    let pixmap = tiny_skia::Pixmap::decode_png(&bytes).expect("PNG");
    (pixmap.width() as usize, pixmap.height() as usize, grey(&pixmap))
}

fn grey(pixmap: &tiny_skia::Pixmap) -> Vec<u8> {
    let mix = |p: &tiny_skia::PremultipliedColorU8| {
        (u32::from(p.red()) * 3 + u32::from(p.green()) * 6 + u32::from(p.blue())) / 10
    };
    pixmap.pixels().iter().map(|p| mix(p) as u8).collect()
}

#[test]
fn digits_stand_in_the_middle_of_their_cells() {
    for symbols in [Symbols::Letters, Symbols::Numbers] {
        for shape in SHAPES {
            let sheet = Sheet { per_page: 1, symbols, ..Sheet::default() };
            let puzzle = sample(shape);
            let pages = layout(&sheet, &[SheetPuzzle::new(PuzzleEntry::new(puzzle.clone()), &sheet)]).expect("a page");
            let [x, y, side, _] = (pages[0].items.iter())
                .find_map(|item| if let Item::Frame { rect, .. } = item { Some(*rect) } else { None })
                .expect("a board");
            let (width, _, grey) = pixels(&pages[0], 150.0);
            let scale = 150.0 / 25.4;
            let cell = side / shape.n() as f32;
            for (c, digit) in puzzle.clues() {
                let (left, top) = (x + shape.col(c) as f32 * cell, y + shape.row(c) as f32 * cell);
                let inner = |start: f32| {
                    let reach = 0.09 * cell;
                    ((start + reach) * scale) as usize..((start + cell - reach) * scale) as usize
                };
                let mut ink = [usize::MAX, usize::MAX, 0, 0];
                for row in inner(top) {
                    for col in inner(left) {
                        if grey[row * width + col] < 120 {
                            ink = [ink[0].min(col), ink[1].min(row), ink[2].max(col + 1), ink[3].max(row + 1)];
                        }
                    }
                }
                let centre = |from: usize, to: usize| (from + to) as f32 / 2.0 / scale;
                let off = (centre(ink[0], ink[2]) - left - cell / 2.0, centre(ink[1], ink[3]) - top - cell / 2.0);
                // Round digits reach a little below the line; a pixel is 0.17 mm.
                assert!(
                    off.0.abs() < 0.2 && off.1.abs() < 0.25,
                    "{digit} at {} of {shape}: {off:?}",
                    shape.cell_name(c)
                );
                let height = (ink[3] - ink[1]) as f32 / scale / cell;
                assert!((0.28..0.6).contains(&height), "{digit} of {shape}: {height} of a cell");
            }
        }
    }
}

#[test]
fn the_same_sheet_gives_the_same_bytes() {
    let make = || {
        let sheet =
            Sheet { title: "Same".to_owned(), solutions: Solutions::Small, link: LinkMark::Qr, ..Sheet::default() };
        let puzzles = [0, 1, 2].map(|by| SheetPuzzle::new(entry(renamed(EASY, by), "One"), &sheet));
        let pages = layout(&sheet, &puzzles).expect("pages");
        (pdf(&sheet, &pages), svg(&pages[0], "Same"), png(&pages[0], 60.0).expect("a picture"), text(&sheet, &puzzles))
    };
    assert_eq!(make(), make());
}

/// What a program prints, or a note that it is not here.
#[allow(clippy::print_stderr, reason = "a skipped test must say so")]
fn output_of(program: &str, arguments: &[&str], pdf: &[u8]) -> Option<Vec<u8>> {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("sheet.pdf");
    std::fs::write(&file, pdf).expect("written");
    let place = file.to_str().expect("UTF-8");
    match Command::new(program).args(arguments.iter().map(|a| if *a == "FILE" { place } else { a })).output() {
        Ok(output) if output.status.success() => Some(output.stdout),
        Ok(output) => panic!("{program}: {}", String::from_utf8_lossy(&output.stderr)),
        Err(_) => {
            eprintln!("skipped: {program} is not installed (Debian: poppler-utils)");
            None
        }
    }
}

#[test]
fn pdftotext_finds_every_title_and_digit() {
    let sheet = Sheet {
        per_page: 6,
        title: "A hundred puzzles".to_owned(),
        author: "Andr\u{e9} & Zo\u{eb}".to_owned(),
        captions: Captions { number: false, ..Captions::default() },
        footer: cluesmith::sheet::Running::default(),
        solutions: Solutions::Full,
        ..Sheet::default()
    };
    let name =
        |i: usize| format!("Nr {} {}", ["alpha", "beta", "gamma", "delta"][i % 4], (b'a' + (i % 26) as u8) as char);
    let puzzles: Vec<SheetPuzzle> =
        (0..100).map(|i| SheetPuzzle::new(entry(renamed(EASY, i % 9), &name(i)), &sheet)).collect();
    let pages = layout(&sheet, &puzzles).expect("pages");
    let bytes = pdf(&sheet, &pages);
    let Some(found) = output_of("pdftotext", &["-raw", "FILE", "-"], &bytes) else { return };
    let found = String::from_utf8(found).expect("UTF-8");
    // Solutions have numbers, 192 digits for 1 to 100.
    let n_clues = puzzles[0].entry.puzzle.n_clues();
    assert_eq!(found.chars().filter(char::is_ascii_digit).count(), 100 * (n_clues + 81) + 192);
    for i in 0..100 {
        assert!(found.contains(&name(i)), "{}", name(i));
    }
    assert_eq!(found.matches("A hundred puzzles").count(), pages.len());
    assert!(found.contains("Andr\u{e9} & Zo\u{eb}"));
    let info =
        String::from_utf8(output_of("pdfinfo", &["-isodates", "FILE"], &bytes).expect("poppler")).expect("UTF-8");
    assert!(
        info.contains("A hundred puzzles") && info.contains("Andr\u{e9}") && !info.contains("CreationDate"),
        "{info}"
    );
    assert!(info.contains("595.276 x 841.89 pts (A4)"), "{info}");
}

/// Mean difference of grey values, 0 to 255.
fn difference(a: &[u8], b: &[u8]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>() / a.len() as f64
}

#[test]
fn svg_and_png_agree_with_the_pdf() {
    let sheet = Sheet {
        // A whole number of pixels at 127 dots an inch, five a millimetre.
        paper: Paper::Custom { width: 160.0, height: 220.0 },
        title: "The same".to_owned(),
        captions: Captions { stars: true, ..Captions::default() },
        shading: Shading::Boxes,
        solutions: Solutions::UpsideDown,
        link: LinkMark::Qr,
        candidates: true,
        ..Sheet::default()
    };
    let puzzles = [0, 3, 5, 7].map(|by| SheetPuzzle::new(entry(renamed(EASY, by), "Title"), &sheet));
    let puzzle_page = layout(&sheet, &puzzles).expect("pages").remove(0);
    let hard = parse_puzzles(Shape::NINE, HARD).expect("puzzle").remove(0);
    let step_page = trace_pages(&sheet, &solve(&hard, StrategySet::ALL)).expect("pages").remove(0);
    for page in [puzzle_page, step_page] {
        let (width, height, from_png) = pixels(&page, 127.0);
        assert_eq!((width, height), (800, 1100));
        let blank = vec![255; from_png.len()];
        let ink = difference(&from_png, &blank);

        let tree = resvg::usvg::Tree::from_str(&svg(&page, "x"), &resvg::usvg::Options::default()).expect("SVG");
        let mut pixmap = tiny_skia::Pixmap::new(800, 1100).expect("memory");
        let scale = 800.0 / tree.size().width();
        resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        let from_svg = grey(&pixmap);
        // Lines that lie between pixels are grey in one and on a pixel in the other.
        let off = difference(&from_png, &from_svg);
        assert!(off < 0.2 * ink, "SVG: {off} of {ink}");

        let Some(ppm) = output_of(
            "pdftoppm",
            &["-scale-to-x", "800", "-scale-to-y", "1100", "-gray", "-singlefile", "FILE"],
            &pdf(&sheet, &[page]),
        ) else {
            continue;
        };
        let from_pdf = &ppm[ppm.len() - 800 * 1100..];
        let off = difference(&from_png, from_pdf);
        assert!(off < 0.25 * ink, "PDF: {off} of {ink}");
    }
}

#[test]
fn qr_codes_open_the_puzzle() {
    for shape in [Shape::NINE, SHAPES[0], SHAPES[2]] {
        let sheet = Sheet { per_page: 1, link: LinkMark::Qr, ..Sheet::default() };
        let puzzle = sample(shape);
        let pages = layout(&sheet, &[SheetPuzzle::new(PuzzleEntry::new(puzzle.clone()), &sheet)]).expect("pages");
        let (width, height, grey) = pixels(&pages[0], 400.0);
        let mut picture = rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| grey[y * width + x]);
        let codes = picture.detect_grids();
        assert_eq!(codes.len(), 1, "{shape}");
        let (_, link) = codes[0].decode().expect("a code");
        assert_eq!(link, short_link(&PuzzleEntry::new(puzzle.clone())));
        assert_eq!(pages[0].links[0].1, link);
        let back = read_puzzles(&link, Shapes::Only(shape)).expect("a link");
        assert_eq!(back[0].puzzle, puzzle);
    }
}

#[test]
fn traces_show_every_step() {
    let puzzle = parse_puzzles(Shape::NINE, HARD).expect("puzzle").remove(0);
    let trace = solve(&puzzle, StrategySet::ALL);
    let sheet = Sheet { per_page: 6, ..Sheet::default() };
    let pages = trace_pages(&sheet, &trace).expect("pages");
    assert_eq!(pages.len(), trace.steps.len().div_ceil(6));
    assert_eq!(pages.iter().map(|page| page.bookmarks.len()).sum::<usize>(), trace.steps.len());
    let texts: Vec<&str> = (pages.iter().flat_map(|page| &page.items))
        .filter_map(|item| if let Item::Text(text) = item { Some(text.text.as_str()) } else { None })
        .collect();
    let all = texts.join(" ");
    for (index, step) in trace.steps.iter().enumerate() {
        let board = trace.board_before(index);
        for name in step.conclusion_names(&board) {
            assert!(all.contains(&name), "step {}: {name}", index + 1);
        }
    }
    for page in &pages {
        let [left, top, right, bottom] = extent(page);
        assert!(left >= 14.0 && top >= 14.0 && right <= page.width - 14.0 && bottom <= page.height - 14.0);
    }
}

#[test]
fn text_says_what_paper_shows() {
    let sheet = Sheet { title: "T".to_owned(), solutions: Solutions::Small, ..Sheet::default() };
    let puzzle = parse_puzzles(SHAPES[0], "1.....3..1.....2").expect("puzzle").remove(0);
    let expected = "T\n\n1. Small\n+-----+-----+\n| 1 . | . . |\n| . . | 3 . |\n|-----+-----|\n| . 1 | . . |\n| . . | . 2 |\n+-----+-----+\n\nSolutions\n\n1. Small\n+-----+-----+\n| 1 3 | 2 4 |\n| 4 2 | 3 1 |\n|-----+-----|\n| 2 1 | 4 3 |\n| 3 4 | 1 2 |\n+-----+-----+\n\n";
    assert_eq!(text(&sheet, &[SheetPuzzle::new(entry(puzzle, "Small"), &sheet)]), expected);
}

#[test]
fn pixels_are_those_of_the_picture() {
    let page = &layout(&Sheet::default(), &[SheetPuzzle::new(entry(renamed(EASY, 0), "One"), &Sheet::default())])
        .expect("a page")[0];
    let plain = cluesmith::sheet::pixels(page, 60.0).expect("a picture");
    let decoded = tiny_skia::Pixmap::decode_png(&png(page, 60.0).expect("a picture")).expect("PNG");
    assert_eq!((plain.width, plain.height), (decoded.width() as usize, decoded.height() as usize));
    assert!(plain.rgba == decoded.data());
    assert!(cluesmith::sheet::pixels(page, 0.0).is_err());
}

#[test]
fn pages_are_numbered_where_there_are_several() {
    assert_eq!([page_stem("a", 0, 1), page_stem("a", 0, 2), page_stem("a", 11, 12)], ["a", "a-1", "a-12"]);
}

#[test]
fn sheets_of_equal_facts_share_their_puzzles() {
    let usual = Sheet::default();
    let puzzle = |sheet: &Sheet| SheetPuzzle::new(entry(renamed(HARD, 0), "Hard"), sheet);
    let rated = Sheet { captions: Captions { rating: true, ..usual.captions }, ..usual.clone() };
    let starred = Sheet { captions: Captions { stars: true, ..usual.captions }, ..usual.clone() };
    let sheets = [
        usual.clone(),
        Sheet { per_page: 1, margin: 9.0, ..usual.clone() },
        Sheet { solutions: Solutions::Small, ..usual.clone() },
        Sheet { solutions: Solutions::Full, booklet: true, ..usual.clone() },
        rated,
        Sheet { captions: Captions { hardest: true, ..usual.captions }, ..usual },
        starred,
    ];
    for a in &sheets {
        for b in &sheets {
            assert_eq!(Facts::of(a) == Facts::of(b), puzzle(a) == puzzle(b), "{a:?}\n{b:?}");
        }
    }
}

#[test]
fn what_the_font_lacks_is_a_square() {
    let shown = |text: &str| text.chars().map(|c| printed(c, Weight::Regular)).collect::<String>();
    assert_eq!(shown("A\u{4e00}\u{2605}"), "A\u{25a1}\u{2605}");
}

#[test]
fn impossible_sheets_are_refused() {
    let check = |sheet: Sheet, expected: &str| {
        assert_eq!(layout(&sheet, &[]).expect_err("impossible").to_string(), expected);
    };
    check(Sheet { per_page: 5, ..Sheet::default() }, "5 puzzles a page is not possible: use 1, 2, 4, 6, 9 or 12");
    check(
        Sheet { margin: 95.0, ..Sheet::default() },
        "margin 95 mm and gutter 10 mm leave no room for 4 puzzles on a page of 210 x 297 mm",
    );
    check(
        Sheet { paper: Paper::Custom { width: f32::NAN, height: 100.0 }, ..Sheet::default() },
        "paper of NaN x 100 mm is not possible: use 50 to 2000 mm",
    );
    check(Sheet { cell_width: 0.0, ..Sheet::default() }, "lines have to be 0.02 to 5 mm wide");
    let page = layout(&Sheet::default(), &[SheetPuzzle::new(PuzzleEntry::new(renamed(EASY, 0)), &Sheet::default())])
        .expect("a page");
    assert!(png(&page[0], 50_000.0).is_err() && png(&page[0], 0.0).is_err() && png(&page[0], f32::NAN).is_err());
}

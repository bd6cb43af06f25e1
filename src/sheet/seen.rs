//! What a reader sees in the picture of a step: tests read it back from what was drawn and compare.

use super::page::{Color, Item};
use crate::grid::{Candidate, Cell, Shape};
use crate::logic::{Arrow, Drawing, Form, Hue, Point, Role, Step, StrategySet, Tint, all_steps, pictures, spot};
use std::collections::{BTreeMap, BTreeSet};

/// What a picture shows, in names and in the colours of light paper.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Seen {
    /// The form behind a candidate, by its name.
    pub(crate) grounds: BTreeMap<String, (Form, Color)>,
    /// Tinted cells.
    pub(crate) tints: BTreeMap<String, Color>,
    /// Candidates that are struck out.
    pub(crate) strikes: BTreeSet<String>,
    /// Cells in which a digit is placed.
    pub(crate) placed: BTreeSet<String>,
    /// Where arrows begin and end, in twentieths of a cell, and whether they are strong.
    pub(crate) links: BTreeSet<([i32; 4], bool)>,
}

/// A figure, wherever it was drawn; lengths in cells.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Figure {
    /// A filled rectangle: left, top, width, height.
    Fill([f32; 4], Color),
    /// The outline of a rectangle.
    Outline([f32; 4], Color),
    Disc(Point, Color),
    Circle(Point, Color),
    Polygon(Vec<Point>, Color),
    Line(Point, Point, Color),
    /// The line of an arrow from here; whether it is solid.
    Curve(Point, bool, Color),
}

/// A link, rounded.
fn link(start: Point, tip: Point, is_strong: bool) -> ([i32; 4], bool) {
    // Off the places where ends lie, so that no end falls between two numbers.
    ([start.0, start.1, tip.0, tip.1].map(|part| (part * 20.0 + 0.317).floor() as i32), is_strong)
}

impl Seen {
    /// What a drawing says, without the list of its elements.
    pub(crate) fn of(drawing: &Drawing) -> Seen {
        let marks = drawing.marks.iter().copied();
        let cells = (drawing.base_cells.iter().collect(), drawing.cover_cells.iter().collect());
        Seen::from_parts(drawing.board.shape(), marks, cells, &drawing.arrows)
    }

    /// What roles, cells of the bases, cells of the covers and links look like.
    pub(crate) fn from_parts(
        shape: Shape,
        roles: impl Iterator<Item = (Candidate, Role)>,
        (bases, covers): (BTreeSet<Cell>, BTreeSet<Cell>),
        arrows: &[Arrow],
    ) -> Seen {
        let links = arrows.iter().filter_map(|arrow| {
            let path = arrow.path(shape)?;
            Some(link(path.curve[0], path.head[0], arrow.is_strong))
        });
        let name = |candidate: Candidate| candidate.placed_name(shape);
        let roles: Vec<(Candidate, Role)> = roles.collect();
        let placed: BTreeSet<Cell> =
            roles.iter().filter(|(_, role)| *role == Role::Placed).map(|(candidate, _)| candidate.cell).collect();
        let open = || roles.iter().filter(|(candidate, _)| !placed.contains(&candidate.cell));
        let tint = |cell: Cell| match (bases.contains(&cell), covers.contains(&cell)) {
            _ if placed.contains(&cell) => Some(Tint::Placed),
            (true, true) => Some(Tint::Both),
            (true, false) => Some(Tint::Base),
            (false, true) => Some(Tint::Cover),
            (false, false) => None,
        };
        let on_paper = |layers: &[(Hue, f32)]| {
            layers.iter().fold(Color::WHITE, |under, &(hue, share)| under.mix(Color::of(hue), share))
        };
        let ground = |role: Role| {
            let (form, hue, share) = role.look();
            (form, on_paper(&[(hue, share)]))
        };
        Seen {
            grounds: open().map(|&(candidate, role)| (name(candidate), ground(role))).collect(),
            tints: (shape.cells())
                .filter_map(|cell| Some((shape.cell_name(cell), on_paper(tint(cell)?.layers()))))
                .collect(),
            strikes: open().filter(|(_, r)| *r == Role::Eliminated).map(|&(candidate, _)| name(candidate)).collect(),
            placed: placed.iter().map(|&cell| shape.cell_name(cell)).collect(),
            links: links.collect(),
        }
    }

    /// What these figures show; `drawing` says only which digits fill cells.
    #[track_caller]
    pub(crate) fn in_figures(figures: &[Figure], drawing: &Drawing) -> Seen {
        let shape = drawing.board.shape();
        let mut seen = Seen::default();
        let mut arrow = None;
        let cell_at = |(x, y): Point| shape.cell(y.floor() as usize, x.floor() as usize);
        // The candidate whose place, or whose whole cell, has this middle.
        let candidate_at = |point: Point| -> String {
            let cell = cell_at(point);
            if let Some(digit) = drawing.board.value(cell) {
                return Candidate::new(cell, digit).placed_name(shape);
            }
            let is_near = |at: Point| (at.0 - point.0).hypot(at.1 - point.1) < 0.02;
            let digits = drawing.board.marks(cell).iter().map(|digit| Candidate::new(cell, digit));
            let found: Vec<_> = digits.filter(|&candidate| is_near(spot(shape, candidate))).collect();
            assert_eq!(found.len(), 1, "no candidate of {} at {point:?}", shape.cell_name(cell));
            found[0].placed_name(shape)
        };
        let middle = |[x, y, width, height]: [f32; 4]| (x + width / 2.0, y + height / 2.0);
        let chain = Color::of(Hue::Chain).mix(Color::INK, 0.15);
        for figure in figures {
            match figure {
                Figure::Fill(rect, color) if rect[2] > 0.95 => {
                    let cell = shape.cell_name(cell_at(middle(*rect)));
                    assert_eq!(seen.tints.insert(cell, *color), None, "{figure:?}");
                }
                Figure::Fill(rect, color) => {
                    seen.grounds.insert(candidate_at(middle(*rect)), (Form::Square, *color));
                }
                // The edge of the board.
                Figure::Outline(rect, _) if rect[2] > 1.0 => {}
                Figure::Outline(rect, color) if rect[2] > 0.7 => {
                    assert_eq!(*color, Color::of(Hue::Base));
                    seen.placed.insert(shape.cell_name(cell_at(middle(*rect))));
                }
                Figure::Outline(rect, color) => {
                    seen.grounds.insert(candidate_at(middle(*rect)), (Form::Frame, *color));
                }
                Figure::Disc(centre, color) => {
                    seen.grounds.insert(candidate_at(*centre), (Form::Disc, *color));
                }
                Figure::Circle(centre, color) => {
                    seen.grounds.insert(candidate_at(*centre), (Form::Ring, *color));
                }
                Figure::Polygon(points, color) if points.len() == 4 => {
                    let centre = (f32::midpoint(points[1].0, points[3].0), f32::midpoint(points[0].1, points[2].1));
                    seen.grounds.insert(candidate_at(centre), (Form::Lozenge, *color));
                }
                Figure::Polygon(points, color) => {
                    let (start, is_strong) = arrow.take().expect("a head ends a line");
                    assert_eq!((points.len(), *color), (3, chain));
                    seen.links.insert(link(start, points[0], is_strong));
                }
                Figure::Curve(start, is_strong, color) => {
                    assert_eq!((*color, arrow.replace((*start, *is_strong))), (chain, None));
                }
                // Lines of the grid.
                Figure::Line(a, b, _) if (a.0 - b.0).abs() < 1e-3 || (a.1 - b.1).abs() < 1e-3 => {}
                // Diagonals of the layout.
                Figure::Line(a, b, _) if (a.0 - b.0).abs() > 2.0 => {}
                Figure::Line(a, b, color) => {
                    assert_eq!(*color, Color::of(Hue::Conflict));
                    let centre = (f32::midpoint(a.0, b.0), f32::midpoint(a.1, b.1));
                    seen.strikes.insert(candidate_at(centre));
                }
            }
        }
        assert_eq!(arrow, None, "an arrow without head");
        seen
    }
}

/// The figures of a display list. The first large frame is the board of this drawing.
pub(crate) fn figures_of(items: &[Item], drawing: &Drawing) -> Vec<Figure> {
    let n = drawing.board.shape().n() as f32;
    let board = items.iter().find_map(|item| match item {
        Item::Frame { rect, color, .. } if *color == Color::INK => Some(*rect),
        _ => None,
    });
    let [left, top, side, _] = board.expect("a board has a frame");
    let cell = side / n;
    let at = |(x, y): Point| ((x - left) / cell, (y - top) / cell);
    let rect = |[x, y, width, height]: [f32; 4]| {
        let (x, y) = at((x, y));
        [x, y, width / cell, height / cell]
    };
    let mut figures = Vec::new();
    for item in items {
        match item {
            Item::Line { from, to, color, .. } => figures.push(Figure::Line(at(*from), at(*to), *color)),
            Item::Fill { rects, color } => figures.extend(rects.iter().map(|r| Figure::Fill(rect(*r), *color))),
            Item::Frame { rect: r, color, .. } => figures.push(Figure::Outline(rect(*r), *color)),
            // White on a disc leaves a ring.
            Item::Disc { centre, color: Color::WHITE, .. } => {
                let Some(Figure::Disc(outer, color)) = figures.pop() else { panic!("a white disc on nothing") };
                assert_eq!(outer, at(*centre));
                figures.push(Figure::Circle(outer, color));
            }
            Item::Disc { centre, color, .. } => figures.push(Figure::Disc(at(*centre), *color)),
            Item::Polygon { points, color } => {
                figures.push(Figure::Polygon(points.iter().map(|&point| at(point)).collect(), *color));
            }
            Item::Curve { points, dash, color, .. } => {
                figures.push(Figure::Curve(at(points[0]), dash.is_none(), *color));
            }
            Item::Text(_) => {}
        }
    }
    figures
}

/// The display list that an SVG document tells, without its texts.
pub(crate) fn items_of_svg(svg: &str) -> Vec<Item> {
    let document = roxmltree::Document::parse(svg).expect("XML");
    let color = |text: &str| {
        let part = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("a colour");
        Color([part(1), part(3), part(5)])
    };
    // The numbers of an attribute; letters and commas part them.
    let numbers = |text: &str| -> Vec<f32> {
        let parts = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
        parts.filter(|part| !part.is_empty()).map(|part| part.parse().expect("a number")).collect()
    };
    let mut items = Vec::new();
    for node in document.root_element().children().filter(roxmltree::Node::is_element) {
        let of = |name: &str| node.attribute(name);
        let number = |name: &str| of(name).map_or(0.0, |text| text.parse().expect("a number"));
        let width = number("stroke-width");
        let path = of("d").unwrap_or_default();
        match (node.tag_name().name(), of("stroke"), of("fill")) {
            ("path", Some(ink), _) if path.contains('Q') => {
                let [a, b, c, d, e, f] = numbers(path)[..] else { panic!("{path}") };
                let dash = of("stroke-dasharray").map(|text| [numbers(text)[0], numbers(text)[1]]);
                items.push(Item::Curve { points: [(a, b), (c, d), (e, f)], width, dash, color: color(ink) });
            }
            ("path", Some(ink), Some("none")) => {
                let [x, y, w, h, _] = numbers(path)[..] else { panic!("{path}") };
                items.push(Item::Frame { rect: [x, y, w, h], width, color: color(ink) });
            }
            ("path", Some(ink), None) => {
                let [a, b, c, d] = numbers(path)[..] else { panic!("{path}") };
                items.push(Item::Line { from: (a, b), to: (c, d), width, color: color(ink) });
            }
            ("path", None, Some(fill)) => {
                let rects = numbers(path).chunks(5).map(|r| [r[0], r[1], r[2], r[3]]).collect();
                items.push(Item::Fill { rects, color: color(fill) });
            }
            ("polygon", None, Some(fill)) => {
                let points = numbers(of("points").expect("corners")).chunks(2).map(|p| (p[0], p[1])).collect();
                items.push(Item::Polygon { points, color: color(fill) });
            }
            ("circle", None, Some(fill)) => {
                let (centre, radius) = ((number("cx"), number("cy")), number("r"));
                items.push(Item::Disc { centre, radius, color: color(fill) });
            }
            // The paper and the glyphs.
            ("rect" | "defs" | "g" | "title" | "text", ..) => {}
            other => panic!("{other:?}"),
        }
    }
    items
}

/// What the display list of a sheet (PDF, PNG), a file of it in SVG and the web page show of a drawing.
#[track_caller]
pub(crate) fn seen_on_paper(drawing: &Drawing) -> [(&'static str, Seen); 3] {
    let mut page = super::Page::new(120.0, 120.0);
    super::board::draw_step(&mut page, (10.0, 10.0), 100.0, &super::Sheet::default(), drawing);
    let read = |items: &[Item]| Seen::in_figures(&figures_of(items, drawing), drawing);
    [
        ("display list", read(&page.items)),
        ("SVG", read(&items_of_svg(&super::svg(&page, "Step")))),
        ("web page", read(&items_of_svg(&super::report::step_picture(drawing, "Step")))),
    ]
}

/// The first steps in each of the strategies' pictures, with their drawings.
pub(crate) fn examples() -> impl Iterator<Item = (Step, Drawing)> {
    pictures().flat_map(|picture| {
        let steps = all_steps(&picture.board, StrategySet::single(picture.strategy));
        steps.into_iter().take(8).map(move |step| {
            let drawing = Drawing::new(picture.board.clone(), Some(&step));
            (step, drawing)
        })
    })
}

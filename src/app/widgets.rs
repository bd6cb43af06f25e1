//! Small widgets of the studio: command buttons, icons, thumbnails.

use super::board::{BoardLayout, paint_rules};
use super::focus::{focus_what_follows, join_group};
use super::language::{tr, tr_n};
use super::theme;
use super::wording::{error_text, n_clues, symmetry_short_title, symmetry_title};
use crate::grid::{Cell, Pattern, Puzzle, Regions, Shape, Symmetry};
use crate::project::Project;
use eframe::egui;
use egui::{
    Color32, Key, Modifiers, Painter, Popup, Rect, Response, Role, Sense, SetOpenCommand, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

/// "9×9, boxes 3×3".
pub(super) fn shape_title(shape: Shape) -> String {
    let n = shape.n();
    let regions = match shape.region_boxes() {
        Some((rows, columns)) => tr!("{n}×{n}, boxes {rows}×{columns}", n, rows, columns),
        None if shape.is_latin() => tr!("{n}×{n}, Latin square", n),
        None => tr!("{n}×{n}, irregular", n),
    };
    if shape.has_rules() { tr!("{regions}, with further rules", regions) } else { regions }
}

/// The lines of a menu, which scroll where the window has no room for them below the button.
pub(super) fn fitting_menu(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    // The frame of the menu and some distance from the edge.
    const REST: f32 = 24.0;
    const MENU_BAR: f32 = 36.0;
    let height = ui.ctx().content_rect().height() - MENU_BAR - REST;
    egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, add);
}

/// The menu of what is under the right button, at the pointer. With the focus on it, Shift+F10 or the menu key opens the
/// menu below it, with the focus on the first line.
pub(super) fn context_menu(response: &Response, add: impl FnOnce(&mut Ui)) {
    let ctx = &response.ctx;
    // Of its own, as the other one stays where the pointer was.
    let id = Popup::default_response_id(response).with("by key");
    let is_asked = response.has_focus()
        && ctx.input_mut(|i| i.consume_key(Modifiers::SHIFT, Key::F10) || i.consume_key(Modifiers::NONE, Key::Menu));
    if is_asked {
        ctx.data_mut(|data| data.insert_temp(id, ()));
    } else if !Popup::is_id_open(ctx, id) {
        Popup::context_menu(response).show(|ui| fitting_menu(ui, add));
        return;
    }
    let popup = Popup::menu(response).id(id).open_memory(is_asked.then_some(SetOpenCommand::Bool(true)));
    popup.show(|ui| {
        // In the pass that measures the menu nothing can have the focus.
        if !ui.is_sizing_pass() && ctx.data_mut(|data| data.remove_temp::<()>(id)).is_some() {
            focus_what_follows(ui, id.with("beginning"), ui.min_rect().min);
        }
        fitting_menu(ui, add);
    });
}

/// What takes so much height, which scrolls as a whole where there is less.
pub(super) fn high_enough(ui: &mut Ui, name: &str, height: f32, add: impl FnOnce(&mut Ui)) {
    if ui.available_height() >= height {
        add(ui);
        return;
    }
    egui::ScrollArea::vertical().id_salt(("all of", name)).auto_shrink(false).show(ui, |ui| {
        let size = vec2(ui.available_width(), height);
        ui.allocate_ui(size, |ui| {
            ui.set_min_size(size);
            add(ui);
        });
    });
}

/// Drawn symbols: no font has all of them, and these are on whole pixels.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Icon {
    First,
    Back,
    Play,
    Pause,
    Forward,
    Last,
    Close,
    Up,
    Down,
    Pinned,
    Unpinned,
    TurnLeft,
    TurnRight,
    MirrorLeftRight,
    MirrorTopBottom,
    ArrowLeft,
    ArrowRight,
    ArrowUp,
    ArrowDown,
    Grip,
}

impl Icon {
    pub(super) fn paint(self, painter: &Painter, rect: Rect, color: Color32) {
        let rect = Rect::from_center_size(rect.center().round(), Vec2::splat(12.0));
        let triangle = |from: f32, to: f32| {
            let tip = pos2(to, rect.center().y);
            let points = vec![pos2(from, rect.min.y), tip, pos2(from, rect.max.y)];
            let points = if from < to { points } else { points.into_iter().rev().collect() };
            painter.add(egui::Shape::convex_polygon(points, color, Stroke::NONE));
        };
        let bar = |x: f32, width: f32| {
            painter.rect_filled(Rect::from_min_max(pos2(x, rect.min.y), pos2(x + width, rect.max.y)), 0.0, color);
        };
        match self {
            Icon::First => {
                bar(rect.min.x, 2.0);
                triangle(rect.max.x, rect.min.x + 3.0);
            }
            Icon::Back => triangle(rect.max.x - 2.0, rect.min.x + 2.0),
            Icon::Play => triangle(rect.min.x + 1.0, rect.max.x),
            Icon::Pause => {
                bar(rect.min.x + 2.0, 3.0);
                bar(rect.max.x - 5.0, 3.0);
            }
            Icon::Forward => triangle(rect.min.x + 2.0, rect.max.x - 2.0),
            Icon::Last => {
                triangle(rect.min.x, rect.max.x - 3.0);
                bar(rect.max.x - 2.0, 2.0);
            }
            Icon::Up | Icon::Down => {
                let c = rect.center();
                let up = if self == Icon::Up { -1.0 } else { 1.0 };
                let points = vec![c + vec2(0.0, 3.0 * up), c + vec2(4.0, -2.0 * up), c + vec2(-4.0, -2.0 * up)];
                let points = if self == Icon::Up { points } else { points.into_iter().rev().collect() };
                painter.add(egui::Shape::convex_polygon(points, color, Stroke::NONE));
            }
            Icon::Pinned | Icon::Unpinned => {
                let head = pos2(rect.center().x, rect.min.y + 4.0);
                painter.line_segment([head, pos2(head.x, rect.max.y)], Stroke::new(1.5, color));
                if self == Icon::Pinned {
                    painter.circle_filled(head, 4.5, color);
                } else {
                    let fill = painter.ctx().global_style().visuals.panel_fill;
                    painter.circle(head, 3.75, fill, Stroke::new(1.5, color));
                }
            }
            Icon::TurnLeft | Icon::TurnRight => {
                // Three quarters of a circle that end in a point.
                let side = if self == Icon::TurnRight { 1.0 } else { -1.0 };
                let c = rect.center();
                let at = |angle: f32| c + 5.0 * vec2(side * angle.cos(), angle.sin());
                let arc = (0..=16).map(|i| at(0.35 + 4.6 * i as f32 / 16.0)).collect();
                painter.line(arc, Stroke::new(1.5, color));
                let tip = at(4.95);
                let points =
                    vec![tip + vec2(5.0 * side, 1.5), tip + vec2(-0.5 * side, -3.5), tip + vec2(-0.5 * side, 3.5)];
                let points = if side > 0.0 { points } else { points.into_iter().rev().collect() };
                painter.add(egui::Shape::convex_polygon(points, color, Stroke::NONE));
            }
            Icon::MirrorLeftRight | Icon::MirrorTopBottom => {
                // Two triangles, full and hollow, at an axis.
                let is_sideways = self == Icon::MirrorLeftRight;
                let c = rect.center();
                let at = |along: f32, across: f32| {
                    if is_sideways { c + vec2(along, across) } else { c + vec2(across, along) }
                };
                for side in [-1.0, 1.0] {
                    let points = vec![at(2.0 * side, -5.0), at(2.0 * side, 5.0), at(6.5 * side, 5.0)];
                    if side < 0.0 {
                        let is_clockwise = is_sideways;
                        let points = if is_clockwise { points } else { points.into_iter().rev().collect() };
                        painter.add(egui::Shape::convex_polygon(points, color, Stroke::NONE));
                    } else {
                        painter.add(egui::Shape::closed_line(points, Stroke::new(1.0, color)));
                    }
                }
            }
            Icon::ArrowLeft | Icon::ArrowRight | Icon::ArrowUp | Icon::ArrowDown => {
                let along = match self {
                    Icon::ArrowLeft => vec2(-1.0, 0.0),
                    Icon::ArrowRight => vec2(1.0, 0.0),
                    Icon::ArrowUp => vec2(0.0, -1.0),
                    _ => vec2(0.0, 1.0),
                };
                let (c, stroke) = (rect.center(), Stroke::new(1.5, color));
                let tip = c + 5.5 * along;
                painter.line_segment([c - 5.5 * along, tip], stroke);
                for side in [along.rot90(), -along.rot90()] {
                    painter.line_segment([tip, tip + 4.0 * (side - along)], stroke);
                }
            }
            Icon::Grip => {
                for x in [-2.0, 2.0] {
                    for y in [-4.0, 0.0, 4.0] {
                        painter.circle_filled(rect.center() + vec2(x, y), 1.25, color);
                    }
                }
            }
            Icon::Close => {
                let stroke = Stroke::new(1.5, color);
                let rect = rect.shrink(1.5);
                painter.line_segment([rect.left_top(), rect.right_bottom()], stroke);
                painter.line_segment([rect.right_top(), rect.left_bottom()], stroke);
            }
        }
    }
}

/// A verdict's sign; its form tells as much as its colour.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    Full,
    Half,
    Ring,
    Crossed,
}

impl Mark {
    pub(super) fn paint(self, painter: &Painter, rect: Rect, color: Color32) {
        let stroke = Stroke::new(2.0, color);
        match self {
            Mark::Full => {
                painter.circle_filled(rect.center(), 6.0, color);
            }
            Mark::Half => {
                painter.circle_stroke(rect.center(), 5.0, stroke);
                painter.circle_filled(rect.center(), 2.5, color);
            }
            Mark::Ring => {
                painter.circle_stroke(rect.center(), 5.0, stroke);
            }
            Mark::Crossed => {
                painter.circle_stroke(rect.center(), 5.5, stroke);
                let d = vec2(3.5, -3.5);
                painter.line_segment([rect.center() - d, rect.center() + d], stroke);
            }
        }
    }
}

/// A button with a symbol.
pub(super) fn icon_button(ui: &mut Ui, icon: Icon, name: &str, is_enabled: bool) -> Response {
    let sense = if is_enabled { Sense::click() } else { Sense::hover() };
    let size = vec2(30.0, 26.0);
    let response = ui.add_enabled_ui(is_enabled, |ui| ui.allocate_exact_size(size, sense).1).inner;
    let visuals = ui.style().interact(&response);
    let palette = theme::palette(ui.ctx());
    let color = if is_enabled { palette.ink } else { theme::mix(palette.panel, palette.soft, 0.6) };
    if is_enabled {
        ui.painter().rect(response.rect, 4.0, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
    }
    icon.paint(ui.painter(), response.rect, color);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_enabled, name));
    response
}

/// The ground of a row of a list: chosen, pointed at, or nothing.
pub(super) fn paint_row(ui: &Ui, response: &Response, is_chosen: bool) {
    let visuals = ui.style().interact(response);
    let fill = if is_chosen {
        ui.visuals().selection.bg_fill
    } else if response.hovered() || response.has_focus() {
        visuals.weak_bg_fill
    } else {
        return;
    };
    ui.painter().rect(response.rect, 4.0, fill, visuals.bg_stroke, StrokeKind::Inside);
}

/// A label at the left of a place of this size, cut where it is too long.
pub(super) fn left_label(ui: &mut Ui, size: Vec2, text: impl Into<egui::WidgetText>) -> Response {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_size(size);
        ui.add(egui::Label::new(text).truncate())
    })
    .inner
}

/// The marks of the layout's rules in a small picture.
fn paint_marks(ui: &Ui, board: Rect, shape: Shape) {
    if shape.has_rules() {
        paint_rules(ui.painter(), &BoardLayout::exactly(board, shape, ui.pixels_per_point()));
    }
}

/// A small picture of a pattern.
pub(super) fn paint_thumbnail(ui: &Ui, rect: Rect, pattern: &Pattern) {
    let n = pattern.shape.n();
    let pixels = ui.pixels_per_point();
    let round = |v: f32| (v * pixels).round() / pixels;
    let side = rect.width();
    let palette = theme::palette(ui.ctx());
    let board = Rect::from_center_size(rect.center(), Vec2::splat((side * 0.83 * pixels).floor() / pixels));
    // Every edge on a whole pixel, so that no gap shows between neighbours.
    let x = |col: usize| round(board.min.x + board.width() * col as f32 / n as f32);
    let y = |row: usize| round(board.min.y + board.height() * row as f32 / n as f32);
    let paper = Rect::from_min_max(pos2(x(0), y(0)), pos2(x(n), y(n)));
    ui.painter().rect_filled(paper.expand(1.0), 0.0, palette.paper);
    paint_marks(ui, paper, pattern.shape);
    for cell in pattern.cells.iter() {
        let (row, col) = (pattern.shape.row(cell), pattern.shape.col(cell));
        let block = Rect::from_min_max(pos2(x(col), y(row)), pos2(x(col + 1), y(row + 1)));
        ui.painter().rect_filled(block, 0.0, palette.pattern);
    }
}

/// A small picture of some cells, with the lines of the boxes to tell where they are.
pub(super) fn paint_cells(ui: &Ui, rect: Rect, pattern: &Pattern) {
    paint_thumbnail(ui, rect, pattern);
    let (shape, n) = (pattern.shape, pattern.shape.n() as f32);
    let pixels = ui.pixels_per_point();
    let board = Rect::from_center_size(rect.center(), Vec2::splat((rect.width() * 0.83 * pixels).floor() / pixels));
    let palette = theme::palette(ui.ctx());
    let soft = Stroke::new(1.0, theme::mix(palette.paper, palette.ink, 0.28));
    ui.painter().rect_stroke(board, 0.0, soft, StrokeKind::Outside);
    // On whole pixels, like the cells.
    let at = |from: f32, line: usize| ((from + board.width() * line as f32 / n) * pixels).round() / pixels;
    for ([x1, y1], [x2, y2]) in shape.geometry().borders() {
        let ends = [pos2(at(board.min.x, x1), at(board.min.y, y1)), pos2(at(board.min.x, x2), at(board.min.y, y2))];
        ui.painter().line_segment(ends, soft);
    }
}

/// A small picture of a partition into regions: their borders, and the frame of the grid.
pub(super) fn paint_regions(ui: &Ui, rect: Rect, regions: &Regions) {
    let (n, pixels) = (regions.n(), ui.pixels_per_point());
    let palette = theme::palette(ui.ctx());
    let cell = (rect.width() * 0.86 * pixels / n as f32).floor() / pixels;
    let corner = rect.center() - Vec2::splat(cell * n as f32 / 2.0);
    let corner = pos2((corner.x * pixels).round() / pixels, (corner.y * pixels).round() / pixels);
    let board = Rect::from_min_size(corner, Vec2::splat(cell * n as f32));
    let width = (1.5 * pixels).round().max(1.0) / pixels;
    let painter = ui.painter();
    painter.rect(board, 0.0, palette.paper, Stroke::new(width, palette.ink), StrokeKind::Outside);
    for at in regions.cells() {
        let (row, col) = (at.index() / n, at.index() % n);
        let place = board.min + vec2(col as f32, row as f32) * cell;
        // Lines of whole pixels that reach into the corners.
        if col + 1 < n && regions.is_border(at, Cell::from_index(at.index() + 1)) {
            let line = Rect::from_min_size(place + vec2(cell - width, -width), vec2(width, cell + width));
            painter.rect_filled(line.intersect(board), 0.0, palette.ink);
        }
        if row + 1 < n && regions.is_border(at, Cell::from_index(at.index() + n)) {
            let line = Rect::from_min_size(place + vec2(-width, cell - width), vec2(cell + width, width));
            painter.rect_filled(line.intersect(board), 0.0, palette.ink);
        }
    }
}

/// A small picture of a puzzle, digits included.
pub(super) fn paint_puzzle(ui: &Ui, rect: Rect, puzzle: &Puzzle) {
    let shape = puzzle.shape();
    let n = shape.n();
    let pixels = ui.pixels_per_point();
    let palette = theme::palette(ui.ctx());
    let cell = (rect.width() / n as f32 * pixels).floor() / pixels;
    let board = Rect::from_min_size(
        pos2((rect.min.x * pixels).round() / pixels, (rect.min.y * pixels).round() / pixels),
        Vec2::splat(cell * n as f32),
    );
    let painter = ui.painter();
    painter.rect(board, 0.0, palette.paper, Stroke::new(1.0, palette.soft), StrokeKind::Outside);
    paint_marks(ui, board, shape);
    let thin = Stroke::new(1.0, theme::mix(palette.paper, palette.soft, 0.6));
    for ends in shape.geometry().borders() {
        let at = |[x, y]: [usize; 2]| board.min + vec2(x as f32 * cell, y as f32 * cell);
        painter.line_segment([at(ends.0), at(ends.1)], thin);
    }
    let font = egui::FontId::proportional((cell * 0.95).max(5.0));
    for (at, digit) in puzzle.clues() {
        let (row, col) = (shape.row(at) as f32, shape.col(at) as f32);
        let centre = board.min + vec2((col + 0.5) * cell, (row + 0.5) * cell);
        painter.text(centre, egui::Align2::CENTER_CENTER, digit, font.clone(), palette.ink);
    }
}

/// A small picture of a pattern, as a button.
pub(super) fn thumbnail_button(ui: &mut Ui, side: f32, name: &str, pattern: &Pattern, is_selected: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::click());
    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact(&response);
        let fill = if is_selected { ui.visuals().selection.bg_fill } else { visuals.weak_bg_fill };
        ui.painter().rect(rect, 4.0, fill, visuals.bg_stroke, StrokeKind::Inside);
        paint_thumbnail(ui, rect, pattern);
    }
    join_group(&response);
    let label = tr_n!(pattern.n_clues(), "Pattern {name}, 1 clue cell", "Pattern {name}, {n} clue cells", name);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_selected, &label));
    response.on_hover_text(format!("{name} · {}", n_clues(pattern.n_clues())))
}

/// A symmetry as a button with a small drawing; disabled ones say why.
pub(super) fn symmetry_button(project: &Project, ui: &mut Ui, width: f32, symmetry: Symmetry) -> bool {
    let check = symmetry.check(project.shape());
    let is_selected = project.symmetry == symmetry;
    let size = vec2(width, 26.0);
    let response = ui.add_enabled_ui(check.is_ok(), |ui| ui.allocate_exact_size(size, Sense::click()).1).inner;
    join_group(&response);
    let palette = theme::palette(ui.ctx());
    let visuals = ui.style().interact(&response);
    let ink = match (&check, is_selected) {
        (Err(_), _) => theme::mix(palette.panel, palette.soft, 0.6),
        (Ok(()), true) => ui.visuals().selection.stroke.color,
        (Ok(()), false) => palette.ink,
    };
    if is_selected {
        ui.painter().rect(response.rect, 4.0, ui.visuals().selection.bg_fill, visuals.bg_stroke, StrokeKind::Inside);
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect(response.rect, 4.0, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
    }
    let icon = Rect::from_center_size(pos2(response.rect.min.x + 15.0, response.rect.center().y), Vec2::splat(15.0));
    paint_symmetry(ui.painter(), icon, symmetry, ink);
    // The heading says what it is about, so "Mirror" need not be repeated.
    let title = symmetry_short_title(symmetry).to_owned();
    let galley = ui.painter().layout_no_wrap(title, egui::FontId::proportional(13.0), ink);
    let at = pos2(response.rect.min.x + 29.0, response.rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, ink);
    response.widget_info(|| {
        WidgetInfo::selected(
            Role::RadioButton,
            check.is_ok(),
            is_selected,
            tr!("Symmetry: {symmetry}", symmetry = symmetry_title(symmetry)),
        )
    });
    let is_enabled = check.is_ok();
    let response = match check {
        Ok(()) => response,
        Err(error) => response.on_disabled_hover_text(error_text(&error)),
    };
    is_enabled && response.clicked()
}

/// Axes as lines, turns as arcs around the centre.
fn paint_symmetry(painter: &Painter, rect: Rect, symmetry: Symmetry, color: Color32) {
    let rect = Rect::from_min_size(rect.min.round(), rect.size());
    let stroke = Stroke::new(1.5, color);
    painter.rect_stroke(rect, 2.0, Stroke::new(1.0, color.gamma_multiply(0.5)), StrokeKind::Inside);
    let line = |a, b| {
        painter.line_segment([a, b], stroke);
    };
    let inner = rect.shrink(1.0);
    let quarters: &[f32] = match symmetry {
        Symmetry::HalfTurn => &[0.0, 2.0],
        Symmetry::QuarterTurn => &[0.0, 1.0, 2.0, 3.0],
        _ => &[],
    };
    for quarter in quarters {
        let arc = |i: i32| {
            let angle = (quarter + 0.1 + 0.6 * i as f32 / 4.0) * std::f32::consts::FRAC_PI_2;
            rect.center() + 4.5 * vec2(angle.cos(), angle.sin())
        };
        painter.line((0..=4).map(arc).collect(), stroke);
    }
    if matches!(symmetry, Symmetry::MirrorHorizontal | Symmetry::MirrorBoth | Symmetry::Full) {
        line(inner.center_top(), inner.center_bottom());
    }
    if matches!(symmetry, Symmetry::MirrorVertical | Symmetry::MirrorBoth | Symmetry::Full) {
        line(inner.left_center(), inner.right_center());
    }
    if matches!(symmetry, Symmetry::Diagonal | Symmetry::BothDiagonals | Symmetry::Full) {
        line(inner.left_top(), inner.right_bottom());
    }
    if matches!(symmetry, Symmetry::AntiDiagonal | Symmetry::BothDiagonals | Symmetry::Full) {
        line(inner.right_top(), inner.left_bottom());
    }
}

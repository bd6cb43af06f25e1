//! Where the keyboard goes: groups of widgets that take one Tab, with arrows inside, and F6 from panel to panel.

use eframe::egui;
use egui::{Context, FocusDirection, Id, Key, Pos2, Rect, Response, Sense, Ui, Vec2};

/// A part of the window that F6 reaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Region {
    Board,
    Tour,
    Right,
    Menu,
    Left,
}

impl Region {
    /// In the order of F6.
    const ALL: [Region; 5] = [Region::Board, Region::Tour, Region::Right, Region::Menu, Region::Left];
}

/// What is remembered from frame to frame.
#[derive(Clone, Default)]
struct Focus {
    /// The widgets of each group, in the order of Tab: those of this frame, and those of the last one.
    groups: Vec<Vec<Id>>,
    last_groups: Vec<Vec<Id>>,
    /// Whether widgets belong to the last group now.
    is_in_group: bool,
    /// The panels on the screen.
    regions: Vec<(Region, Rect)>,
    last_regions: Vec<(Region, Rect)>,
    /// The panel to go to in the next frame, and in this one.
    wanted: Option<Region>,
    entered: Option<Region>,
}

fn with<R>(ctx: &Context, act: impl FnOnce(&mut Focus) -> R) -> R {
    ctx.data_mut(|data| act(data.get_temp_mut_or_default(Id::unique("focus of the keyboard"))))
}

/// Before the first widget of a frame: Tab leaves a group, whichever of its widgets has the focus.
pub(super) fn begin_frame(ctx: &Context) {
    let groups = with(ctx, |focus| {
        focus.last_groups = std::mem::take(&mut focus.groups);
        focus.last_regions = std::mem::take(&mut focus.regions);
        focus.entered = focus.wanted.take();
        focus.last_groups.clone()
    });
    let (is_tab, is_backwards) = ctx.input(|i| (i.key_pressed(Key::Tab), i.modifiers.shift));
    let Some(focused) = ctx.memory(egui::Memory::focused).filter(|_| is_tab) else { return };
    let group = groups.iter().find(|group| group.contains(&focused));
    let end = group.and_then(|group| if is_backwards { group.first() } else { group.last() });
    if let Some(&end) = end {
        ctx.memory_mut(|memory| memory.request_focus(end));
    }
}

/// Widgets that take one Tab together; the arrows go from one to the other.
pub(super) fn tab_group<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    with(ui.ctx(), |focus| {
        focus.groups.push(Vec::new());
        focus.is_in_group = true;
    });
    let result = add(ui);
    with(ui.ctx(), |focus| focus.is_in_group = false);
    result
}

/// Makes a widget one of the present group, if there is one.
pub(super) fn join_group(response: &Response) {
    if response.enabled() && response.sense.is_focusable() {
        with(&response.ctx, |focus| {
            if let Some(group) = focus.groups.last_mut().filter(|_| focus.is_in_group) {
                group.push(response.id);
            }
        });
    }
}

/// At the beginning of a panel: notes where it is. If F6 goes there, gives the focus to the widget `first`, or to
/// whichever comes first.
pub(super) fn begin_region(ui: &Ui, region: Region, rect: Rect, first: Option<Id>) {
    let is_entered = with(ui.ctx(), |focus| {
        focus.regions.push((region, rect));
        focus.entered == Some(region)
    });
    if !is_entered {
        return;
    }
    if let Some(first) = first {
        ui.memory_mut(|memory| memory.request_focus(first));
    } else {
        focus_what_follows(ui, Id::unique(("beginning of a region", region)), rect.min);
    }
}

/// Gives the focus to the next widget, whichever it is. `id` names a place of no size at `at`.
pub(super) fn focus_what_follows(ui: &Ui, id: Id, at: Pos2) {
    // The place takes the focus and hands it on at once.
    ui.memory_mut(|memory| {
        memory.request_focus(id);
        memory.move_focus(FocusDirection::Next);
    });
    ui.interact(Rect::from_min_size(at, Vec2::ZERO), id, Sense::FOCUSABLE);
}

/// Goes to the next panel, or back to the one before; from nowhere to the board.
pub(super) fn next_region(ctx: &Context, is_backwards: bool) {
    let focused = ctx.memory(egui::Memory::focused);
    let place = focused.and_then(|id| ctx.read_response(id)).map(|response| response.rect.center());
    with(ctx, |focus| {
        // What is drawn last is asked first: the board lies between the panels.
        let regions = if focus.regions.is_empty() { &focus.last_regions } else { &focus.regions };
        let present = place.and_then(|at| regions.iter().rev().find(|(_, rect)| rect.contains(at)));
        let shown = |region: &Region| regions.iter().any(|(other, _)| other == region);
        let order: Vec<Region> = Region::ALL.into_iter().filter(shown).collect();
        let at = present.and_then(|(region, _)| order.iter().position(|other| other == region));
        let n = order.len().max(1);
        let next = match at {
            None => 0,
            Some(at) if is_backwards => (at + n - 1) % n,
            Some(at) => (at + 1) % n,
        };
        focus.wanted = order.get(next).copied();
    });
    ctx.request_repaint();
}

//! Small pictures of the rules of layouts.

use crate::app::theme;
use crate::app::widgets::paint_cells;
use crate::grid::NamedRule::{AntiKing, AntiKnight, NonConsecutive, Toroidal};
use crate::grid::{Cell, CellSet, LayoutRules, NamedRule, Pattern, Shape};
use eframe::egui::{Rect, Ui, Vec2, pos2};
use std::sync::OnceLock;

/// A rule on an empty grid: its marks or, if it has none, a cell and those that depend on it.
pub(super) fn paint_rule(ui: &Ui, rect: Rect, rule: NamedRule) {
    let Some(Example { shape, from, seen }) = example(rule) else { return };
    paint_cells(ui, rect, &Pattern { shape: *shape, cells: *seen });
    if let Some(from) = from {
        let (cell, n) = (0.83 * rect.width() / 9.0, 9.0);
        let at = |line: usize| (line as f32 + 0.5 - n / 2.0) * cell;
        let centre = rect.center() + Vec2::new(at(shape.col(*from)), at(shape.row(*from)));
        let palette = theme::palette(ui.ctx());
        ui.painter().circle_filled(pos2(centre.x, centre.y), 0.75 * cell, palette.ink);
    }
}

struct Example {
    shape: Shape,
    from: Option<Cell>,
    seen: CellSet,
}

/// The grid on the picture of a rule, made once.
fn example(rule: NamedRule) -> Option<&'static Example> {
    static EXAMPLES: [OnceLock<Option<Example>>; NamedRule::ALL.len()] =
        [const { OnceLock::new() }; NamedRule::ALL.len()];
    let index = NamedRule::ALL.iter().position(|&other| other == rule)?;
    EXAMPLES[index].get_or_init(|| make(rule)).as_ref()
}

fn make(rule: NamedRule) -> Option<Example> {
    let nine = Shape::NINE;
    let (rules, from) = match rule {
        Toroidal => (vec![AntiKing, Toroidal], Some(nine.cell(0, 3))),
        AntiKing | AntiKnight | NonConsecutive => (vec![rule], Some(nine.cell(4, 4))),
        _ => (vec![rule], None),
    };
    let shape = nine.with_rules(&LayoutRules::of(rules)).ok()?;
    let Some(from) = from else { return Some(Example { shape, from, seen: CellSet::EMPTY }) };
    let geometry = shape.geometry();
    let groups = geometry.groups.iter().filter(|group| group.contains(from));
    let mut seen = groups.fold(CellSet::EMPTY, |seen, group| seen.union(group));
    if let Some(neighbours) = geometry.not_consecutive.get(from.index()) {
        seen = seen.union(neighbours);
    }
    seen.remove(from);
    Some(Example { shape, from: Some(from), seen })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_picture() {
        for rule in NamedRule::ALL {
            let Example { shape, from, seen } = example(rule).expect("a grid");
            assert!(!shape.marks().is_empty() || from.is_some() && seen.len() >= 4, "{}", rule.word());
        }
        let of = |rule| example(rule).expect("a grid").seen.len();
        assert_eq!((of(AntiKnight), of(AntiKing), of(NonConsecutive), of(Toroidal)), (8, 4, 4, 4));
    }
}

//! The design panel while rules of the layout are painted: brushes, and what is marked.

use crate::app::board::{RegionTool, RuleBrush};
use crate::app::buttons::explain;
use crate::app::command::Command;
use crate::app::focus::tab_group;
use crate::app::language::{tr, tr_n};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::widgets::fitting_menu;
use crate::grid::{CellSet, Digit, DigitSet, LayoutRules};
use crate::project::Edit;
use eframe::egui;
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Button, Checkbox, Label, PopupCloseBehavior, ScrollArea, Ui};

/// What a stroke marks.
pub(super) fn rule_brushes_ui(tool: RegionTool, n: usize, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (brush, title, command) in [
            (RuleBrush::odd(n), tr!("Odd"), Command::PAINT_ODD),
            (RuleBrush::even(n), tr!("Even"), Command::PAINT_EVEN),
            (RuleBrush::Set, tr!("Houses, groups"), Command::PAINT_SETS),
        ] {
            let button = Button::selectable(tool == RegionTool::Rules(brush), title);
            let response = ui.add(button).accessible_name(tr!("Layout brush: {brush}", brush = title.to_lowercase()));
            if explain(ui, response, command, Ok(())).clicked() {
                messages.push(Message::RegionTool(Some(RegionTool::Rules(brush))));
            }
        }
        digits_ui(tool, n, ui, messages);
    });
}

/// Other digits that cells may hold.
fn digits_ui(tool: RegionTool, n: usize, ui: &mut Ui, messages: &mut Vec<Message>) {
    let mut digits = match tool {
        RegionTool::Rules(RuleBrush::Digits(digits)) => digits,
        _ => DigitSet::EMPTY,
    };
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (response, _) = MenuButton::new(tr!("Digits…")).config(stays).ui(ui, |ui| {
        fitting_menu(ui, |ui| {
            for digit in (0..n).map(Digit::from_index) {
                let mut is_in = digits.contains(digit);
                let response = ui.add(Checkbox::new(&mut is_in, tr!("Digit {digit}", digit)));
                if response.on_hover_text(tr!("Whether the cells of a stroke may hold this digit")).changed() {
                    if is_in {
                        digits.insert(digit);
                    } else {
                        digits.remove(digit);
                    }
                    messages.push(Message::RegionTool(Some(RegionTool::Rules(RuleBrush::Digits(digits)))));
                }
            }
        });
    });
    let response = response.accessible_name(tr!("Layout brush: own digits"));
    response.on_hover_text(tr!("Choose the digits that the cells of a stroke may hold"));
}

/// What is marked, each with a button that takes it away.
pub(super) fn rules_status_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let shape = app.project().shape();
    let marks = marks(shape.rules(), shape.n());
    ui.add_space(6.0);
    if marks.is_empty() {
        ui.add(Label::new(tr!("Drag over cells of the board to mark them; the right mouse button erases.")).wrap());
        return;
    }
    tab_group(ui, |ui| {
        ScrollArea::vertical().id_salt("marks").auto_shrink(false).show(ui, |ui| {
            for Mark { sentence, name, cells, without } in marks {
                ui.horizontal(|ui| {
                    let response = ui.small_button("\u{d7}").accessible_name(tr!("Remove {mark}", mark = name));
                    let response = response.on_hover_text(tr!("Take this mark off the layout"));
                    if response.clicked() {
                        let changed = shape.with_rules(&without).ok();
                        messages.extend(changed.map(|shape| Message::Edit(Edit::SetShape(shape))));
                    }
                    let label = ui.add(Label::new(&sentence).wrap());
                    if response.contains_pointer() || label.contains_pointer() {
                        messages.push(Message::Highlight(cells));
                    }
                });
            }
        });
    });
}

/// Something that is marked.
struct Mark {
    sentence: String,
    name: String,
    cells: CellSet,
    /// The rules if it is taken away.
    without: LayoutRules,
}

fn marks(rules: &LayoutRules, n: usize) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for (index, set) in rules.sets().iter().enumerate() {
        let (number, found) = (index + 1, set.len());
        let sentence = if found == n {
            tr!("House {number} holds every digit once.", number)
        } else {
            tr!("Set {number} has {found} of {n} cells: a group, which repeats no digit.", number, found, n)
        };
        let mut without = rules.clone();
        without.remove_set(set);
        marks.push(Mark { sentence, name: tr!("set {number}", number), cells: *set, without });
    }
    let mut kinds: Vec<DigitSet> = rules.restricted().map(|(_, digits)| digits).collect();
    kinds.sort_unstable_by_key(|digits| digits.0);
    kinds.dedup();
    for kind in kinds {
        let cells: CellSet = rules.restricted().filter(|&(_, digits)| digits == kind).map(|(cell, _)| cell).collect();
        let digits: Vec<String> = kind.iter().map(|digit| digit.to_string()).collect();
        let digits = digits.join(" ");
        let mut without = rules.clone();
        cells.iter().for_each(|cell| without.allow(cell, DigitSet::all(n), n));
        let sentence =
            tr_n!(cells.len(), "1 cell holds one of {digits}.", "{n} cells hold one of {digits}.", digits = digits);
        marks.push(Mark { sentence, name: tr!("cells with {digits}", digits), cells, without });
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::marks;
    use crate::grid::Shape;

    #[test]
    fn what_is_marked_is_said() {
        let check = |rules: &str, expected: &[(&str, &str)]| {
            let shape: Shape = format!("2x2{rules}").parse().expect("a layout");
            let found = marks(shape.rules(), 4);
            let without = |mark: &super::Mark| shape.with_rules(&mark.without).expect("rules").to_string();
            let found: Vec<(String, String)> =
                found.iter().map(|mark| (mark.sentence.clone(), without(mark))).collect();
            let expected: Vec<(String, String)> =
                expected.iter().map(|&(sentence, left)| (sentence.to_owned(), format!("2x2{left}"))).collect();
            assert_eq!(found, expected, "{rules}");
        };
        check("", &[]);
        check(" x", &[]);
        check(" extra=r1c1,r1c3,r3c1,r3c3", &[("House 1 holds every digit once.", "")]);
        check(" x extra=r1c1,r2c1", &[("Set 1 has 2 of 4 cells: a group, which repeats no digit.", " x")]);
        check(
            " odd=r1c1,r1c2 allowed=r2c2:4",
            &[("2 cells hold one of 1 3.", " allowed=r2c2:4"), ("1 cell holds one of 4.", " odd=r1c1,r1c2")],
        );
    }
}

//! The Layout menu.

use super::entry::{CommandEntry, commands, named, need};
use super::{Command, Menu};
use crate::app::board::{RegionTool, RuleBrush, board_id};
use crate::app::language::tr;
use crate::app::layouts::{GalleryState, layout_name};
use crate::app::session::Dialog;
use crate::app::studio::App;
use crate::app::view::{LeftTab, View};
use eframe::egui;

commands!(
    Menu::Layout,
    LAYOUT_GALLERY = named("Gallery of layouts…", "Choose among irregular layouts of all sizes, saved ones included")
        .run(|app, _| {
            let n = app.project().shape().n();
            app.session.front.dialog = Some(Dialog::Layouts(GalleryState { n, filter: String::new() }));
        })
        .synonyms("jigsaw irregular regions shape boxes"),
    RANDOM_LAYOUT = named("Random layout", "Make a random irregular layout of this size, with the chosen symmetry")
        .run(|app, _| app.roll_layout())
        .synonyms("jigsaw irregular regions die dice roll")
        .when(|app| need(!app.layouts.rolls.is_waiting(), tr!("A random layout is being made"))),
    STOP_LAYOUT = named("Stop making a layout", "Keep the layout as it is")
        .run(|app, _| app.layouts.rolls.forget())
        .when(|app| need(app.layouts.rolls.is_waiting(), tr!("No layout is being made"))),
    PAINT_REGIONS = named("Paint regions", "Paint the regions of the layout with the mouse or the keyboard")
        .run(|app, ctx| {
            let is_on = app.session.board.region_tool == Some(RegionTool::Paint) && app.session.view == View::Pattern;
            use_tool(app, ctx, if is_on { None } else { Some(RegionTool::Paint) });
        })
        .synonyms("draw jigsaw irregular boxes")
        .begins_group()
        .switch(|app, _| app.session.board.region_tool == Some(RegionTool::Paint)),
    EXCHANGE_CELLS =
        named("Exchange cells of regions", "Let two cells change places, so that no region grows or shrinks")
            .run(|app, ctx| use_tool(app, ctx, Some(RegionTool::Exchange)))
            .synonyms("swap")
            .switch(|app, _| app.session.board.region_tool == Some(RegionTool::Exchange)),
    PAINT_ODD = named("Paint odd cells", "Mark cells that hold an odd digit, with a grey disc")
        .run(|app, ctx| use_rule_brush(app, ctx, RuleBrush::odd(app.project().shape().n())))
        .synonyms("parity")
        .switch(|app, _| app.uses_rule_brush(RuleBrush::odd(app.project().shape().n()))),
    PAINT_EVEN = named("Paint even cells", "Mark cells that hold an even digit, with a grey square")
        .run(|app, ctx| use_rule_brush(app, ctx, RuleBrush::even(app.project().shape().n())))
        .synonyms("parity")
        .switch(|app, _| app.uses_rule_brush(RuleBrush::even(app.project().shape().n()))),
    PAINT_SETS = named(
        "Paint houses and groups",
        "Paint further sets of cells: as many cells as the grid has rows hold every digit once, fewer repeat none",
    )
    .run(|app, ctx| use_rule_brush(app, ctx, RuleBrush::Set))
    .synonyms("extra region cage variant")
    .switch(|app, _| app.uses_rule_brush(RuleBrush::Set)),
    FILL_REGIONS = named("Fill the rest with regions", "Give all cells without region to regions that hang together")
        .run(|app, _| app.fill_regions())
        .synonyms("complete regions")
        .when(|app| {
            need(!app.layouts.fills.is_waiting(), tr!("The regions are being completed"))?;
            need(app.regions().n_free() > 0, tr!("Every cell belongs to a region"))
        }),
    STOP_FILL = named("Stop filling", "Leave the regions as they are")
        .run(|app, _| app.layouts.fills.forget())
        .when(|app| need(app.layouts.fills.is_waiting(), tr!("No regions are being completed"))),
    CLEAR_REGIONS =
        named("Clear regions", "Take all cells out of their regions; the layout stays until new ones are finished")
            .run(|app, _| app.clear_regions())
            .when(|app| {
                need(app.regions().n_free() < app.project().shape().n_cells(), tr!("No cell belongs to a region"))
            }),
    DISCARD_REGIONS = named("Discard the draft of regions", "Go back to the regions of the layout")
        .run(|app, _| app.discard_regions())
        .when(|app| need(app.project().draft.is_some(), tr!("There is no draft of regions"))),
    SAVE_LAYOUT = named("Save layout…", "Save this layout in the gallery, where every project finds it")
        .run(|app, _| {
            let name = layout_name(&app.own_layouts, app.project().shape()).unwrap_or_default();
            app.session.front.dialog = Some(Dialog::LayoutName(name));
        })
        .synonyms("library store keep")
        .begins_group()
        .when(is_irregular),
    RESTORE_LAYOUT = named("Restore deleted layout", "Put the layout that was deleted last back into the gallery")
        .run(|app, _| app.restore_layout())
        .when(|app| need(app.own_layouts().deleted().is_some(), tr!("No saved layout was deleted"))),
);

/// Uses a tool for regions where they are painted; the keyboard goes to the board.
fn use_tool(app: &mut App, ctx: &egui::Context, tool: Option<RegionTool>) {
    app.show_view(View::Pattern);
    app.session.panels.left_tab = LeftTab::Subject;
    app.use_region_tool(tool);
    ctx.memory_mut(|memory| memory.request_focus(board_id()));
}

/// Uses a brush for rules, or the one for clue cells again.
fn use_rule_brush(app: &mut App, ctx: &egui::Context, brush: RuleBrush) {
    let tool = (!app.uses_rule_brush(brush)).then_some(RegionTool::Rules(brush));
    use_tool(app, ctx, tool);
}

fn is_irregular(app: &App) -> Result<(), String> {
    let shape = app.project().shape();
    need(
        shape.is_irregular() && !shape.is_latin(),
        tr!("Boxes and Latin squares need not be saved: choose them by size"),
    )
}

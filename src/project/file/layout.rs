//! Layouts of sheets as they stand in files: in a project, and by themselves in the files of the `sheet` command.
//!
//! The types here name each field and each value of the layout types once more, and the compiler compares the two:
//! a layout type cannot change without its file type, whose names are a promise to old files.

use super::{FileError, ron_damage};
use crate::sheet::{Captions, LinkMark, Paper, Running, Shading, Sheet, Solutions, Symbols, Template, Weight};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(remote = "Paper", rename = "Paper")]
enum PaperFile {
    A4,
    A5,
    Letter,
    Custom { width: f32, height: f32 },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Running", rename = "Running", default = "Running::default")]
struct RunningFile {
    left: String,
    centre: String,
    right: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Captions", rename = "Captions", default = "Captions::default")]
struct CaptionsFile {
    number: bool,
    title: bool,
    stars: bool,
    rating: bool,
    hardest: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Shading", rename = "Shading")]
enum ShadingFile {
    None,
    Boxes,
    Clues,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Weight", rename = "Weight")]
enum WeightFile {
    Regular,
    SemiBold,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Symbols", rename = "Symbols")]
enum SymbolsFile {
    Letters,
    Numbers,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Solutions", rename = "Solutions")]
enum SolutionsFile {
    None,
    UpsideDown,
    Small,
    Full,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "LinkMark", rename = "LinkMark")]
enum LinkMarkFile {
    None,
    Qr,
    Text,
}

/// A layout; what is not named is as usual.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Sheet", rename = "Sheet", default = "Sheet::default")]
pub(super) struct SheetFile {
    #[serde(with = "PaperFile")]
    paper: Paper,
    landscape: bool,
    per_page: usize,
    by_difficulty: bool,
    title_page: bool,
    margin: f32,
    gutter: f32,
    title: String,
    author: String,
    date: String,
    #[serde(with = "RunningFile")]
    header: Running,
    #[serde(with = "RunningFile")]
    footer: Running,
    #[serde(with = "CaptionsFile")]
    captions: Captions,
    candidates: bool,
    shape_only: bool,
    frame_width: f32,
    box_width: f32,
    cell_width: f32,
    #[serde(with = "ShadingFile")]
    shading: Shading,
    #[serde(with = "WeightFile")]
    digits: Weight,
    digit_height: f32,
    #[serde(with = "SymbolsFile")]
    symbols: Symbols,
    #[serde(with = "SolutionsFile")]
    solutions: Solutions,
    solution_cell: f32,
    #[serde(with = "LinkMarkFile")]
    link: LinkMark,
    booklet: bool,
}

/// A layout with a name.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Template")]
pub(super) struct TemplateFile {
    name: String,
    #[serde(with = "SheetFile")]
    sheet: Sheet,
}

impl From<Template> for TemplateFile {
    fn from(Template { name, sheet }: Template) -> TemplateFile {
        TemplateFile { name, sheet }
    }
}

impl From<TemplateFile> for Template {
    fn from(TemplateFile { name, sheet }: TemplateFile) -> Template {
        Template { name, sheet }
    }
}

/// A file that holds a layout alone.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct LayoutFile(#[serde(with = "SheetFile")] Sheet);

/// The text of a file for `sheet --layout`.
pub fn layout_to_text(sheet: &Sheet) -> String {
    let pretty = ron::ser::PrettyConfig::default();
    let mut text = ron::ser::to_string_pretty(&LayoutFile(sheet.clone()), pretty)
        .expect("strings, numbers and lists always have a text");
    text.push('\n');
    text
}

/// The layout in the text of such a file; its measures are not checked.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn layout_from_text(text: &str) -> Result<Sheet, FileError> {
    let read = ron::from_str::<LayoutFile>(text).map(|LayoutFile(sheet)| sheet);
    read.map_err(|error| ron_damage(&error, "layout of a sheet"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::built_in;

    /// A layout of which everything differs from the usual one, as it has stood in files since the first version.
    const ALL_OTHER: &str = r#"(
    paper: Custom(
        width: 100.0,
        height: 150.5,
    ),
    landscape: true,
    per_page: 2,
    by_difficulty: true,
    title_page: true,
    margin: 1.0,
    gutter: 2.0,
    title: "t",
    author: "a",
    date: "d",
    header: (
        left: "1",
        centre: "2",
        right: "3",
    ),
    footer: (
        left: "4",
        centre: "5",
        right: "6",
    ),
    captions: (
        number: false,
        title: false,
        stars: true,
        rating: true,
        hardest: true,
    ),
    candidates: true,
    shape_only: true,
    frame_width: 0.1,
    box_width: 0.2,
    cell_width: 0.3,
    shading: Clues,
    digits: SemiBold,
    digit_height: 0.4,
    symbols: Numbers,
    solutions: UpsideDown,
    solution_cell: 4.5,
    link: Qr,
    booklet: true,
)
"#;

    #[test]
    fn the_names_in_files_stay() {
        let sheet = layout_from_text(ALL_OTHER).expect("a layout");
        assert_eq!(layout_to_text(&sheet), ALL_OTHER);
        let named = layout_from_text(&format!("Sheet{ALL_OTHER}")).expect("a layout");
        assert_eq!(named, sheet);
        let usual = Sheet::default();
        let Sheet { paper, per_page, header, footer, captions, shading, digits, symbols, solutions, link, .. } = &sheet;
        assert!(*paper != usual.paper && *per_page != usual.per_page && *header != usual.header);
        assert!(*footer != usual.footer && *captions != usual.captions && *shading != usual.shading);
        assert!(*digits != usual.digits && *symbols != usual.symbols && *solutions != usual.solutions);
        assert_ne!(*link, usual.link);
    }

    #[test]
    fn what_is_not_named_is_as_usual() {
        assert_eq!(layout_from_text("()"), Ok(Sheet::default()));
        let expected = Sheet { captions: Captions { stars: true, ..Captions::default() }, ..Sheet::default() };
        assert_eq!(layout_from_text("(captions: (stars: true))"), Ok(expected));
    }

    #[test]
    fn what_is_written_reads_back() {
        for Template { sheet, name } in built_in() {
            assert_eq!(layout_from_text(&layout_to_text(&sheet)), Ok(sheet), "{name}");
        }
    }
}

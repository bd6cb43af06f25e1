//! Edits of the sheet and its templates.

use super::{Document, EditError};
use crate::logic::Sentence;
use crate::sheet::{MAX_TEMPLATE_NAME, Sheet, Template, built_in};

/// Most templates that a document keeps.
pub const MAX_TEMPLATES: usize = 100;

/// One change of how the document is printed.
#[derive(Clone, PartialEq, Debug)]
pub enum SheetEdit {
    /// Lays the sheet out like this.
    Set {
        /// The whole layout.
        sheet: Box<Sheet>,
        /// What changes, for the label.
        what: String,
    },
    /// Keeps the present layout under a name; one of the same name gives way.
    SaveTemplate(String),
    /// Drops the template with this index, 0-based.
    DeleteTemplate(usize),
}

impl SheetEdit {
    /// What the edit menu says after "Undo".
    pub(super) fn label(&self) -> Sentence {
        match self {
            SheetEdit::Set { what, .. } => Sentence::compose("sheet: {0}", [what.as_str().into()]),
            SheetEdit::SaveTemplate(name) => Sentence::compose("save template {0}", [name.trim().into()]),
            SheetEdit::DeleteTemplate(_) => Sentence::term("delete template"),
        }
    }

    /// The document after the edit.
    ///
    /// # Errors
    /// If a measure cannot be, or a template has no name, the name of another kind, or is not there.
    pub(super) fn apply(&self, document: &Document) -> Result<Document, EditError> {
        let mut sheet = document.sheet().clone();
        let mut templates = document.templates().to_vec();
        match self {
            SheetEdit::Set { sheet: new, .. } => {
                new.check_measures()?;
                sheet = Sheet::clone(new);
            }
            SheetEdit::SaveTemplate(name) => {
                let name = name.trim().to_owned();
                check_name(&name).map_err(EditError::Template)?;
                if built_in().iter().any(|template| template.name == name) {
                    let why = format!("\u{201c}{name}\u{201d} is a template that is always there: choose another name");
                    return Err(EditError::Template(why));
                }
                let new = Template { name, sheet: Sheet::default().in_style_of(&sheet) };
                match templates.iter_mut().find(|template| template.name == new.name) {
                    Some(old) => *old = new,
                    None => templates.push(new),
                }
                if templates.len() > MAX_TEMPLATES {
                    return Err(EditError::Template(format!("a document keeps up to {MAX_TEMPLATES} templates")));
                }
            }
            SheetEdit::DeleteTemplate(index) => {
                if *index >= templates.len() {
                    return Err(EditError::Template(format!("the document has no template {}", index + 1)));
                }
                templates.remove(*index);
            }
        }
        Ok(document.clone().with_sheet(sheet, templates))
    }
}

/// Whether a template may be called so.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    if name.is_empty() {
        return Err("a template needs a name".to_owned());
    }
    if name.chars().count() > MAX_TEMPLATE_NAME {
        return Err(format!("the name of a template has up to {MAX_TEMPLATE_NAME} characters"));
    }
    Ok(())
}

//! What a sheet can be written as.

/// A format of sheets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SheetFormat {
    /// All pages in one file.
    Pdf,
    /// A drawing of each page.
    Svg,
    /// A picture of each page.
    Png,
    /// Puzzles, captions and solutions in plain characters.
    Text,
}

impl SheetFormat {
    /// Every format.
    pub const ALL: [SheetFormat; 4] = [SheetFormat::Pdf, SheetFormat::Svg, SheetFormat::Png, SheetFormat::Text];

    /// Name on the command line, and ending of the file name.
    pub const fn name(self) -> &'static str {
        match self {
            SheetFormat::Pdf => "pdf",
            SheetFormat::Svg => "svg",
            SheetFormat::Png => "png",
            SheetFormat::Text => "txt",
        }
    }

    /// Name on screen.
    pub const fn title(self) -> &'static str {
        match self {
            SheetFormat::Pdf => "PDF",
            SheetFormat::Svg => "SVG drawing",
            SheetFormat::Png => "PNG picture",
            SheetFormat::Text => "Text as on a sheet",
        }
    }
}

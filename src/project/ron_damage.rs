//! Damaged RON, in words for people: what is wrong and where, nothing of how the program reads it.

use super::file::FileError;
use crate::formats::{in_words, kind_in_words};
use crate::grid::quoted;
use ron::error::{Error, SpannedError};

/// The place and the sentence for an error of the RON parser; `what` is what the text should be.
pub(super) fn ron_damage(error: &SpannedError, what: &str) -> FileError {
    FileError {
        line: error.span.start.line,
        column: error.span.start.col,
        message: format!("this is no {what}: {}", sentence(&error.code)),
    }
}

fn sentence(error: &Error) -> String {
    let is_missing = |sign: &str| format!("\"{sign}\" is missing here");
    let is_expected = |what: &str| format!("{what} is expected here");
    let has_no_place = |what: &str| format!("{} has no place here", quoted(what));
    match error {
        Error::Eof => "the text ends too early".to_owned(),
        Error::ExpectedArray => is_missing("["),
        Error::ExpectedArrayEnd => is_missing("]"),
        Error::ExpectedMap => is_missing("{"),
        Error::ExpectedMapEnd => is_missing("}"),
        Error::ExpectedMapColon => is_missing(":"),
        Error::ExpectedComma => is_missing(","),
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => is_missing("("),
        Error::ExpectedStructLikeEnd | Error::ExpectedOptionEnd => is_missing(")"),
        Error::ExpectedStringEnd => "a quotation mark is missing".to_owned(),
        Error::ExpectedBoolean => is_expected("true or false"),
        Error::ExpectedInteger => is_expected("a whole number"),
        Error::ExpectedFloat | Error::FloatUnderscore => is_expected("a number"),
        Error::ExpectedOption => is_expected("Some(...) or None"),
        Error::ExpectedUnit => is_expected("()"),
        Error::ExpectedString | Error::ExpectedByteString => is_expected("a text in quotation marks"),
        Error::ExpectedChar | Error::ExpectedByteLiteral => is_expected("a character"),
        Error::ExpectedIdentifier | Error::InvalidIdentifier(_) | Error::SuggestRawIdentifier(_) => {
            is_expected("a name")
        }
        Error::IntegerOutOfBounds => "this number is too large, or negative".to_owned(),
        Error::InvalidIntegerDigit { .. } | Error::UnderscoreAtBeginning => "this is no number".to_owned(),
        Error::InvalidEscape(_) => "a text holds a wrong character after \\".to_owned(),
        Error::UnclosedBlockComment | Error::UnclosedLineComment => "a comment has no end".to_owned(),
        Error::UnexpectedChar(c) => has_no_place(&c.escape_default().to_string()),
        Error::Utf8Error(_) => "it is not UTF-8 text".to_owned(),
        Error::TrailingCharacters => "there is more text behind its end".to_owned(),
        Error::InvalidValueForType { expected, found } => {
            format!("{}, not {}", is_expected(&kind_in_words(expected)), in_words(found))
        }
        Error::ExpectedDifferentLength { expected, found } => {
            format!("{}, not one of length {found}", is_expected(&kind_in_words(expected)))
        }
        Error::NoSuchEnumVariant { expected, found, .. } => {
            format!("{} is not known here: use {}", quoted(found), expected.join(", "))
        }
        Error::ExpectedDifferentStructName { found, .. } | Error::NoSuchStructField { found, .. } => {
            has_no_place(found)
        }
        Error::MissingStructField { field, .. } => format!("the field \"{field}\" is missing"),
        Error::DuplicateStructField { field, .. } => format!("the field \"{field}\" stands here twice"),
        Error::ExceededRecursionLimit => "its brackets are nested too deeply".to_owned(),
        // The last ones belong to kinds of values that no file of this program has.
        Error::ExpectedAttribute
        | Error::ExpectedAttributeEnd
        | Error::NoSuchExtension(_)
        | Error::ExpectedStructName(_)
        | Error::ExpectedRangeSyntax
        | Error::ExpectedRawValue => has_no_place("#!"),
        _ => "a value does not fit".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::project::file::layout_from_text;

    /// The sentence for a text that should be a layout.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let error = layout_from_text(text).expect_err("it is wrong");
        assert_eq!(error.to_string().replace("layout of a sheet", "layout"), expected);
    }

    #[test]
    fn errors_speak_of_the_text_alone() {
        check("", "line 1, column 1: this is no layout: \"(\" is missing here");
        check("(", "line 1, column 1: this is no layout: the text ends too early");
        check("[]", "line 1, column 1: this is no layout: \"(\" is missing here");
        check("(\n  per_page: \"x\"\n)", "line 2, column 12: this is no layout: a whole number is expected here");
        check("(per_page: -1)", "line 1, column 13: this is no layout: this number is too large, or negative");
        check(
            "(per_page: 99999999999999999999)",
            "line 1, column 12: this is no layout: this number is too large, or negative",
        );
        check("(per_page: 1.5)", "line 1, column 13: this is no layout: \",\" is missing here");
        check("(margin: wide)", "line 1, column 9: this is no layout: a number is expected here");
        check("(title: 3)", "line 1, column 8: this is no layout: a text in quotation marks is expected here");
        check("(title: \"a)", "line 1, column 9: this is no layout: a quotation mark is missing");
        check("(title: \"\\q\")", "line 1, column 10: this is no layout: a text holds a wrong character after \\");
        check("(booklet: yes)", "line 1, column 10: this is no layout: true or false is expected here");
        check(
            "(paper: A9)",
            "line 1, column 9: this is no layout: \"A9\" is not known here: use A4, A5, Letter, Custom",
        );
        check("(paper: Custom(width: 3))", "line 1, column 24: this is no layout: the field \"height\" is missing");
        check("(margin: 1, margin: 2)", "line 1, column 13: this is no layout: the field \"margin\" stands here twice");
        check("(margin 1)", "line 1, column 8: this is no layout: \":\" is missing here");
        check("(margin: 1 gutter: 2)", "line 1, column 12: this is no layout: \",\" is missing here");
        check("(header: [])", "line 1, column 10: this is no layout: \"(\" is missing here");
        check("() ()", "line 1, column 3: this is no layout: there is more text behind its end");
        check("(/* x", "line 1, column 4: this is no layout: a comment has no end");
        check("#![enable(x)] ()", "line 1, column 11: this is no layout: \"#!\" has no place here");
        let (long, begin) = ("wide".repeat(4000), "wide".repeat(15));
        let known = "is not known here: use A4, A5, Letter, Custom";
        check(&format!("(paper: {long})"), &format!("line 1, column 9: this is no layout: \"{begin}…\" {known}"));
        let error = layout_from_text(&format!("{long}()")).expect_err("another name");
        assert!(error.to_string().ends_with(&format!("\"{begin}…\" has no place here")), "{error}");
        check("(margin: @)", "line 1, column 9: this is no layout: a number is expected here");
    }
}

//! The values of options, read from their text.

use super::CliError;
use super::numbers::{decimal, range, whole};
use crate::formats::Format;
use crate::generate::Method;
use crate::generate::layouts::contradiction;
use crate::generate::sat::backend::Backend;
use crate::generate::sat::{Encoding, Rounds};
use crate::grid::Shape;
use crate::logic::{STRATEGIES, Scale, StrategyError, StrategyId, StrategySet, Window};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// More than a file with the text of one layout holds.
const MOST_LAYOUT_BYTES: u64 = 1 << 16;

/// A shape or layout, or a file that holds one, with or without the word `layout` before it.
pub(super) fn parse_shape(text: &str) -> Result<Shape, String> {
    let error = match text.parse::<Shape>() {
        Ok(shape) => return with_a_grid(shape),
        Err(error) => error,
    };
    let path = Path::new(text);
    if !path.is_file() {
        return Err(error.to_string());
    }
    let mut content = String::new();
    let read = File::open(path).and_then(|file| file.take(MOST_LAYOUT_BYTES).read_to_string(&mut content));
    read.map_err(|error| format!("the file cannot be read: {error}"))?;
    let lines = content.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let joined = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let layout = joined.strip_prefix("layout ").unwrap_or(&joined);
    with_a_grid(layout.parse::<Shape>().map_err(|error| format!("the file holds no layout: {error}"))?)
}

/// The layout, unless no grid fits it.
pub(super) fn with_a_grid(shape: Shape) -> Result<Shape, String> {
    contradiction(shape, &|| false).map_or(Ok(shape), Err)
}

pub(super) fn parse_format(text: &str) -> Result<Format, String> {
    Format::ALL.into_iter().find(|format| format.name() == text).ok_or_else(|| {
        let names: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
        format!("use one of {}", names.join(", "))
    })
}

pub(super) fn parse_figures(text: &str) -> Result<(u8, u8), String> {
    let tenths = |figure: f64| (figure * 10.0).round() as u8;
    let (low, high) =
        range(text, &(0.0..=20.0)).ok_or("use a figure or a range of figures (0 to 20), e.g. 3.4 or 2.8..4.0")?;
    Ok((tenths(low), tenths(high)))
}

pub(super) fn parse_at_least(text: &str) -> Result<(StrategyId, usize), String> {
    parse_steps(text, 1)
}

pub(super) fn parse_at_most(text: &str) -> Result<(StrategyId, usize), String> {
    parse_steps(text, 0)
}

/// A strategy and a number of its steps, from `least`.
fn parse_steps(text: &str, least: u64) -> Result<(StrategyId, usize), String> {
    let wrong = || format!("use a strategy and a number ({least} to 1000), e.g. x-wing=2");
    let (name, count) = text.split_once('=').ok_or_else(wrong)?;
    let set: StrategySet = name.parse().map_err(|error: StrategyError| error.to_string())?;
    match (set.iter().next(), set.len(), whole(least, 1000)(count)) {
        (Some(id), 1, Ok(count)) => Ok((id, count)),
        _ => Err(wrong()),
    }
}

pub(super) fn parse_method(text: &str) -> Result<Method, String> {
    Method::ALL.into_iter().find(|method| method.name() == text).ok_or_else(|| {
        let names: Vec<_> = Method::ALL.iter().map(|method| method.name()).collect();
        format!("use one of {}", names.join(", "))
    })
}

pub(super) fn parse_minimum_method(text: &str) -> Result<Method, String> {
    let known = [Method::Search, Method::Sat].into_iter().find(|method| method.name() == text);
    known.ok_or_else(|| "use search or sat".to_owned())
}

pub(super) fn parse_strategy(text: &str) -> Result<StrategyId, String> {
    STRATEGIES.iter().map(|strategy| strategy.id()).find(|id| id.name() == text).ok_or_else(|| {
        let names: Vec<_> = STRATEGIES.iter().map(|strategy| strategy.name()).collect();
        format!("use one of {}", names.join(", "))
    })
}

pub(super) fn parse_scale(text: &str) -> Result<Scale, String> {
    text.parse::<Scale>().map_err(|error| error.to_string())
}

/// The window that --difficulty and --scale ask for, for puzzles of this shape.
pub(super) fn window(text: &str, scale: Scale, shape: Shape) -> Result<Window, CliError> {
    let window = Window::parse(scale, text).map_err(|error| CliError(format!("--difficulty: {error}")))?;
    fitting(scale, shape)?;
    Ok(window)
}

/// Whether puzzles of the shape have figures on the scale.
pub(super) fn fitting(scale: Scale, shape: Shape) -> Result<(), CliError> {
    if scale.fits(shape) {
        return Ok(());
    }
    Err(CliError(format!("--scale: only 9x9 puzzles have a figure of {}; use own", scale.title())))
}

pub(super) fn parse_encoding(text: &str) -> Result<Encoding, String> {
    match text {
        "well-founded" => Ok(Encoding::WellFounded),
        "derivation" => Ok(Encoding::Derivation),
        "paper" => Ok(Encoding::Paper { order: true }),
        "paper-direct" => Ok(Encoding::Paper { order: false }),
        _ => Err("use one of well-founded, derivation, paper, paper-direct".to_owned()),
    }
}

pub(super) fn parse_backend(text: &str) -> Result<Backend, String> {
    let names: Vec<&str> = Backend::ALL.iter().map(|backend| backend.name()).collect();
    let known = Backend::ALL.iter().find(|backend| backend.name() == text);
    known.copied().ok_or_else(|| match text {
        "cadical" => "this build has no CaDiCaL; build one with `cargo build --release --features cadical`".to_owned(),
        _ => format!("use {}", names.join(" or ")),
    })
}

pub(super) fn parse_rounds(text: &str) -> Result<Rounds, String> {
    // More than 649 rounds are never needed (section 4.2.5 of the paper).
    let numbers: Result<Vec<usize>, String> = text.split("..").map(whole(1, 649)).collect();
    let (first, last, step) = match numbers.as_deref() {
        Ok(&[first, last]) => (first, last, 1),
        Ok(&[first, last, step]) => (first, last, step),
        _ => (1, 0, 1),
    };
    if first <= last {
        Ok(Rounds { first, last, step })
    } else {
        Err("use first..last or first..last..step, whole numbers (1 to 649), e.g. 10..30..10".to_owned())
    }
}

/// First and last of a range of numbers from 1.
pub(super) fn parse_grids(text: &str) -> Result<(u64, u64), String> {
    let number = |text| whole::<u64>(1, u64::MAX)(text).ok();
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let range = number(first).zip(number(last)).filter(|(first, last)| first <= last);
    range.ok_or_else(|| "use a number or first..last, counted from 1, e.g. 7 or 1001..2000".to_owned())
}

pub(super) fn seconds() -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    decimal(0.000_001, 1e9)
}

pub(super) fn parse_shard(text: &str) -> Result<(usize, usize), String> {
    let number = |text| whole(1, 1_000_000)(text).ok();
    let numbers = text.split_once('/').and_then(|(i, n)| Some((number(i)?, number(n)?)));
    let (i, n) = numbers.filter(|(i, n)| i <= n).ok_or("use part/parts (1 to 1000000), e.g. 1/4 to 4/4")?;
    Ok((i, n))
}

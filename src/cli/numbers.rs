//! Numbers as options. Each has a range, which its help names in parentheses, `(1 to 20)`, and its error as well.

use std::num::NonZero;
use std::ops::RangeInclusive;
use std::thread::available_parallelism;

/// Most threads for each core: more only cost time and memory.
const THREADS_PER_CORE: usize = 4;

/// Reads a whole number from `least` to `most`.
pub(super) fn whole<T: TryFrom<u64>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| format!("use a whole number ({least} to {most})"))
    }
}

/// Reads a number from `least` to `most`.
pub(super) fn decimal(least: f64, most: f64) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("use a number ({} to {})", short(least), short(most)))
    }
}

/// A number in few characters.
fn short(number: f64) -> String {
    if number > 0.0 && number < 1e-6 { format!("{number:e}") } else { number.to_string() }
}

/// Reads `A..B`, or `A` for one number, ascending and within the limits.
pub(super) fn range(text: &str, limits: &RangeInclusive<f64>) -> Option<(f64, f64)> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| limits.contains(number));
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    Some((number(low)?, number(high)?)).filter(|(low, high)| low <= high)
}

/// Cores of this machine.
pub(super) fn n_cores() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}

/// Reads a number of threads.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    let most = THREADS_PER_CORE * n_cores();
    whole(0, most as u64)(text).map_err(|error| format!("{error}, at most {THREADS_PER_CORE} for each core"))
}

/// The help of `--threads`: its range depends on the machine.
pub(super) fn threads_help() -> String {
    let most = THREADS_PER_CORE * n_cores();
    format!("Number of threads (0 to {most}, {THREADS_PER_CORE} for each core of this machine); 0 for one per core")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Debug;

    #[track_caller]
    fn check<T: Debug + PartialEq>(parser: impl Fn(&str) -> Result<T, String>, text: &str, expected: Result<T, &str>) {
        assert_eq!(parser(text), expected.map_err(str::to_owned), "{text}");
    }

    #[test]
    fn whole_numbers_keep_to_their_range() {
        let parser = || whole::<u8>(2, 20);
        check(parser(), "2", Ok(2));
        check(parser(), "20", Ok(20));
        for wrong in ["1", "21", "-2", "2.0", "", "NaN", "1e300", "2 ", "300", "99999999999999999999"] {
            check(parser(), wrong, Err("use a whole number (2 to 20)"));
        }
        check(whole::<u64>(0, u64::MAX), "18446744073709551615", Ok(u64::MAX));
    }

    #[test]
    fn decimals_keep_to_their_range() {
        let parser = || decimal(1e-12, 0.25);
        check(parser(), "1e-12", Ok(1e-12));
        check(parser(), "0.25", Ok(0.25));
        for wrong in ["0", "-0", "0.26", "NaN", "inf", "1e300", "", "x"] {
            check(parser(), wrong, Err("use a number (1e-12 to 0.25)"));
        }
        check(decimal(0.000_001, 1e9), "0", Err("use a number (0.000001 to 1000000000)"));
    }

    #[test]
    fn threads_go_by_the_cores() {
        let most = 4 * n_cores();
        check(threads, "0", Ok(0));
        check(threads, &most.to_string(), Ok(most));
        let error = format!("use a whole number (0 to {most}), at most 4 for each core");
        check(threads, &(most + 1).to_string(), Err(&error));
        check(threads, "-1", Err(&error));
        assert!(threads_help().contains(&format!("(0 to {most}")));
    }
}

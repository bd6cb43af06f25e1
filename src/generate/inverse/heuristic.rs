//! Schedules of heuristics, and the choice by them (section 5.3 of the paper).

use crate::generate::random::Random;
use crate::grid::{Shape, quoted};
use crate::logic::Mix;
use std::fmt;
use std::str::FromStr;

/// Clues of a full grid of the largest shape.
const MOST_CLUES: usize = Shape::MAX_N * Shape::MAX_N;

/// A mix and how long it lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase {
    /// The mix.
    pub mix: Mix,
    /// The phase ends when this many clues are left; the last one has no end.
    pub until: Option<usize>,
}

/// Phases, one after the other.
///
/// Text form: `d`, `2d+t`, `t@40/d`: a mix for each phase, `@N` for "until N clues are left", `/` between phases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule(Vec<Phase>);

impl Schedule {
    /// One mix throughout.
    pub fn of(mix: Mix) -> Schedule {
        Schedule(vec![Phase { mix, until: None }])
    }

    /// The phase in force with this many clues left.
    pub fn at(&self, n_clues: usize) -> &Mix {
        let phase = self.0.iter().find(|phase| phase.until.is_none_or(|until| n_clues > until));
        &phase.unwrap_or(&self.0[self.0.len() - 1]).mix
    }

    /// The phases.
    pub fn phases(&self) -> &[Phase] {
        &self.0
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, phase) in self.0.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "/" })?;
            write!(f, "{}", phase.mix)?;
            if let Some(until) = phase.until {
                write!(f, "@{until}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Schedule {
    type Err = String;

    fn from_str(text: &str) -> Result<Schedule, String> {
        let parts: Vec<&str> = text.split('/').collect();
        let mut phases: Vec<Phase> = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let (mix_text, until) = match part.split_once('@') {
                Some((mix, until)) => {
                    let number = until.trim().parse().ok().filter(|number| (1..=MOST_CLUES).contains(number));
                    let wrong =
                        || format!("{}: use a number of clues (1 to {MOST_CLUES})", quoted(&format!("@{until}")));
                    (mix, Some(number.ok_or_else(wrong)?))
                }
                None => (*part, None),
            };
            if mix_text.trim().is_empty() {
                return Err("a phase has at least one heuristic, such as t or d".into());
            }
            let mix = mix_text.parse()?;
            let is_last = i + 1 == parts.len();
            let falls = phases.last().and_then(|phase| phase.until).zip(until).is_none_or(|(a, b)| a > b);
            if is_last == until.is_some() || !falls {
                return Err("every phase but the last ends with @N, clues left, and these numbers fall: t@40/d".into());
            }
            phases.push(Phase { mix, until });
        }
        Ok(Schedule(phases))
    }
}

/// The best of several boards by their values of t and d, and its weighted sum: highest weighted sum of the values
/// scaled to 0..1, the earlier one of equals.
pub(super) fn best_of(mix: &Mix, freedom: &[f64], difficulty: &[f64], random: &mut Random) -> (usize, f64) {
    let [by_freedom, by_difficulty, by_chance] =
        [mix.freedom, mix.difficulty, mix.random].map(|weight| f64::from(weight) / f64::from(Mix::ONE));
    let scores: Vec<f64> = scaled(freedom)
        .zip(scaled(difficulty))
        .map(|(freedom, difficulty)| {
            let chance = if mix.random > 0 { random.below(1 << 20) as f64 / f64::from(1 << 20) } else { 0.0 };
            by_freedom * freedom + by_difficulty * difficulty + by_chance * chance
        })
        .collect();
    let best = (0..scores.len()).rev().max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap_or(0);
    (best, by_freedom * freedom[best] + by_difficulty * difficulty[best])
}

/// Scales values to 0..1; all 0 if they are equal.
fn scaled(values: &[f64]) -> impl Iterator<Item = f64> {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    values.iter().map(move |value| if high > low { (value - low) / (high - low) } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        let parsed = text.parse::<Schedule>().map(|schedule| schedule.to_string());
        match (&parsed, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(found), Err(expected)) => assert!(found.contains(expected), "{found}"),
            _ => panic!("{text}: {parsed:?}"),
        }
    }

    #[test]
    fn schedules_parse_and_print() {
        for text in ["t", "d", "random", "sparse", "t+d", "2t+0.5d", "t@40/d", "t@50/d@30/sparse"] {
            check(text, Ok(text));
        }
        check("d+t", Ok("t+d"));
        check("x", Err("\"x\" is no heuristic"));
        check("0d", Err("\"0d\" is no heuristic"));
        check("", Err("a phase has at least one heuristic"));
        check("t@30/", Err("a phase has at least one heuristic"));
        for wrong in ["t@x/d", "t@0/d", "t@626/d", "t@-1/d", "t@99999999999999999999/d"] {
            check(wrong, Err("use a number of clues (1 to 625)"));
        }
        check("t@40", Err("every phase but the last"));
        check("t/d", Err("every phase but the last"));
        check("t@30/d@40/t", Err("these numbers fall"));
        let schedule: Schedule = "t@40/d".parse().expect("a schedule");
        assert_eq!((schedule.at(41).freedom, schedule.at(40).freedom), (Mix::ONE, 0));
    }
}

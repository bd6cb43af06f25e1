//! Heuristics, their mixes and schedules (section 5.3 of the paper).

use std::fmt;
use std::str::FromStr;

/// Weights of the heuristics; the child with the highest weighted sum is taken.
///
/// Each value is scaled to 0..1 over the children of a step before it is weighted.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mix {
    /// Chance.
    pub random: f64,
    /// Single candidate first, so that clues vanish.
    pub sparse: f64,
    /// The paper's t: few good parents, so that a solver has little choice.
    pub freedom: f64,
    /// The paper's d: rank of the easiest forward method applicable.
    pub difficulty: f64,
}

/// A mix and how long it lasts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Phase {
    /// The mix.
    pub mix: Mix,
    /// The phase ends when this many clues are left; the last one has no end.
    pub until: Option<usize>,
}

/// Phases, one after the other.
///
/// Text form: `d`, `2d+t`, `t@40/d`: names `t`, `d`, `random`, `sparse` with weights before
/// them, `+` between them, `@N` for "until N clues are left", `/` between phases.
#[derive(Clone, PartialEq, Debug)]
pub struct Schedule(Vec<Phase>);

/// The weighted heuristics of a mix by name.
const NAMES: [&str; 4] = ["t", "d", "random", "sparse"];

impl Mix {
    fn weight(&mut self, name: &str) -> Option<&mut f64> {
        match name {
            "t" => Some(&mut self.freedom),
            "d" => Some(&mut self.difficulty),
            "random" => Some(&mut self.random),
            "sparse" => Some(&mut self.sparse),
            _ => None,
        }
    }

    /// Whether children that empty a cell and children that add a mark stand in one pool.
    ///
    /// Chance alone draws from both. All other heuristics empty cells first: the settled board of
    /// such a child, which they judge, is then the puzzle that would be handed out.
    pub fn is_chance(&self) -> bool {
        self.sparse == 0.0 && self.freedom == 0.0 && self.difficulty == 0.0
    }
}

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
            let mut mix = phase.mix;
            let weights = NAMES.map(|name| (name, mix.weight(name).copied().unwrap_or_default()));
            for (j, (name, weight)) in weights.into_iter().filter(|&(_, weight)| weight != 0.0).enumerate() {
                f.write_str(if j == 0 { "" } else { "+" })?;
                let factor = if weight.to_string() == "1" { String::new() } else { weight.to_string() };
                write!(f, "{factor}{name}")?;
            }
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
                    (mix, Some(until.trim().parse().map_err(|_| format!("\"@{until}\": use a number of clues"))?))
                }
                None => (*part, None),
            };
            let mut mix = Mix::default();
            for term in mix_text.split('+').map(str::trim) {
                let name = term.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
                let number = &term[..term.len() - name.len()];
                let weight = if number.is_empty() { Ok(1.0) } else { number.parse::<f64>() };
                match (mix.weight(name), weight) {
                    (Some(slot), Ok(weight)) if weight > 0.0 => *slot += weight,
                    _ => {
                        return Err(format!(
                            "\"{term}\" is no heuristic: use {} with a weight before it, as in 2d+t",
                            NAMES.join(", ")
                        ));
                    }
                }
            }
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

/// Scales values to 0..1; all 0 if they are equal.
pub(super) fn scaled(values: &[f64]) -> impl Iterator<Item = f64> {
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
        check("", Err("\"\" is no heuristic"));
        check("t@x/d", Err("use a number of clues"));
        check("t@40", Err("every phase but the last"));
        check("t/d", Err("every phase but the last"));
        check("t@30/d@40/t", Err("these numbers fall"));
        let schedule: Schedule = "t@40/d".parse().expect("a schedule");
        assert_eq!((schedule.at(41).freedom, schedule.at(40).freedom), (1.0, 0.0));
    }
}

//! Heuristics for the choice between boards and their mixes (section 5.3 of the paper).

use crate::grid::quoted;
use std::fmt;
use std::str::FromStr;

/// Weights of the heuristics, in thousandths; the board with the highest weighted sum is taken.
///
/// Each heuristic is scaled to 0..1 over the boards to choose from before it is weighted. Without any weight
/// chance decides.
///
/// Text form: `d`, `2d+0.5t`: names `t`, `d`, `random`, `sparse` with weights before them, `+` between them;
/// nothing for no weight at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mix {
    /// Chance.
    pub random: u32,
    /// Few clues first.
    pub sparse: u32,
    /// The paper's t: few good parents, so that a solver has little choice.
    pub freedom: u32,
    /// The paper's d: rank of the easiest forward method applicable.
    pub difficulty: u32,
}

/// The weighted heuristics of a mix by name.
const NAMES: [&str; 4] = ["t", "d", "random", "sparse"];

impl Mix {
    /// The weight 1.
    pub const ONE: u32 = 1_000;

    /// The largest weight: 1000.
    const MOST: f64 = 1_000.0;

    fn weight_of(&mut self, name: &str) -> Option<&mut u32> {
        match name {
            "t" => Some(&mut self.freedom),
            "d" => Some(&mut self.difficulty),
            "random" => Some(&mut self.random),
            "sparse" => Some(&mut self.sparse),
            _ => None,
        }
    }

    /// Whether chance alone decides: neither board nor clues count.
    ///
    /// The backward generator then draws from children that empty a cell and children that add a mark alike. All
    /// other heuristics empty cells first: the settled board of such a child, which they judge, is then the
    /// puzzle that would be handed out.
    pub const fn is_chance(&self) -> bool {
        self.sparse == 0 && self.freedom == 0 && self.difficulty == 0
    }

    /// Whether boards are judged, by t or d.
    pub const fn judges_boards(&self) -> bool {
        self.freedom > 0 || self.difficulty > 0
    }
}

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut mix = *self;
        let weights = NAMES.map(|name| (name, mix.weight_of(name).copied().unwrap_or_default()));
        for (i, (name, weight)) in weights.into_iter().filter(|&(_, weight)| weight > 0).enumerate() {
            f.write_str(if i == 0 { "" } else { "+" })?;
            let factor =
                if weight == Mix::ONE { String::new() } else { (f64::from(weight) / f64::from(Mix::ONE)).to_string() };
            write!(f, "{factor}{name}")?;
        }
        Ok(())
    }
}

impl FromStr for Mix {
    type Err = String;

    fn from_str(text: &str) -> Result<Mix, String> {
        let mut mix = Mix::default();
        if text.trim().is_empty() {
            return Ok(mix);
        }
        for term in text.split('+').map(str::trim) {
            let name = term.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            let number = &term[..term.len() - name.len()];
            let weight = if number.is_empty() { Ok(1.0) } else { number.parse::<f64>() };
            let weight = weight.ok().filter(|&weight| weight <= Mix::MOST).map(|w| (w * f64::from(Mix::ONE)).round());
            match (mix.weight_of(name), weight) {
                (Some(slot), Some(weight)) if weight >= 1.0 && *slot == 0 => *slot = weight as u32,
                _ => {
                    return Err(format!(
                        "{} is no heuristic: use each of {} at most once with a weight of 0.001 to 1000 before it, as \
                         in 2d+t",
                        quoted(term),
                        NAMES.join(", ")
                    ));
                }
            }
        }
        Ok(mix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        let parsed = text.parse::<Mix>();
        match (&parsed, expected) {
            (Ok(mix), Ok(expected)) => {
                assert_eq!(mix.to_string(), expected);
                assert_eq!(expected.parse().as_ref(), Ok(mix));
            }
            (Err(found), Err(expected)) => assert!(found.contains(expected), "{found}"),
            _ => panic!("{text}: {parsed:?}"),
        }
    }

    #[test]
    fn mixes_parse_and_print() {
        for text in ["", "t", "d", "random", "sparse", "t+d", "2t+0.5d", "0.001t+1000d+random+sparse"] {
            check(text, Ok(text));
        }
        check(" d + 2.0t", Ok("2t+d"));
        for text in ["x", "0d", "0.0001d", "1001d", "-1d", "d+", "+", "d+d", "1e3d", "..d", "d t"] {
            check(text, Err("is no heuristic: use each of t, d, random, sparse"));
        }
    }
}

//! Phases of the backward generator: which heuristics choose, until how many clues are left.

use crate::app::heuristics::aims;
use crate::app::language::{tr, tr_n};
use crate::generate::inverse::Schedule;
use crate::logic::Mix;

/// Phases, as many as a schedule of the command line may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabPhases {
    /// The mix of each phase, and the clues left at its end; the last one has no end, whatever its number says.
    /// The numbers fall.
    all: Vec<(Mix, usize)>,
    /// The one whose sliders show.
    chosen: usize,
}

impl Default for LabPhases {
    fn default() -> LabPhases {
        LabPhases { all: vec![(Mix { difficulty: Mix::ONE, ..Mix::default() }, 0)], chosen: 0 }
    }
}

impl LabPhases {
    /// Number of phases.
    pub fn n(&self) -> usize {
        self.all.len()
    }

    /// The one whose sliders show.
    pub fn chosen(&self) -> usize {
        self.chosen
    }

    /// Shows the sliders of another one.
    pub(super) fn choose(&mut self, index: usize) {
        self.chosen = index.min(self.all.len() - 1);
    }

    /// The mix whose sliders show.
    pub(super) fn mix(&mut self) -> &mut Mix {
        &mut self.all[self.chosen].0
    }

    /// The clues at the end of the chosen phase and their bounds on a board with so many cells; none for the last phase.
    pub(super) fn end(&mut self, n_cells: usize) -> Option<(&mut usize, usize, usize)> {
        let (chosen, last) = (self.chosen, self.all.len() - 1);
        if chosen == last {
            return None;
        }
        let most = chosen.checked_sub(1).map_or(n_cells, |before| self.all[before].1 - 1);
        let least = if chosen + 1 == last { 1 } else { self.all[chosen + 1].1 + 1 };
        Some((&mut self.all[chosen].1, least, most))
    }

    /// Whether a phase can follow the last one.
    ///
    /// # Errors
    /// Says why not.
    pub(super) fn can_grow(&self) -> Result<(), &'static str> {
        match self.all.len().checked_sub(2) {
            Some(before) if self.all[before].1 == 1 => {
                Err(tr!("The last phase begins with 1 clue left: let the one before it end earlier"))
            }
            _ => Ok(()),
        }
    }

    /// Whether the chosen phase can go.
    ///
    /// # Errors
    /// Says why not.
    pub(super) fn can_shrink(&self) -> Result<(), &'static str> {
        if self.all.len() == 1 { Err(tr!("This is the only phase")) } else { Ok(()) }
    }

    /// Lets another phase follow the last one.
    pub(super) fn grow(&mut self, n_cells: usize) {
        if self.can_grow().is_err() {
            return;
        }
        let begin = self.all.len().checked_sub(2).map(|before| self.all[before].1);
        let Some(last) = self.all.last_mut() else { return };
        last.1 = begin.map_or(n_cells / 2, |begin| begin * 2 / 3).max(1);
        let is_hard = last.0.difficulty > 0;
        let one = |is_wanted| if is_wanted { Mix::ONE } else { 0 };
        self.all.push((Mix { difficulty: one(!is_hard), freedom: one(is_hard), ..Mix::default() }, 0));
        self.chosen = self.all.len() - 1;
    }

    /// Takes the chosen phase out.
    pub(super) fn shrink(&mut self) {
        if self.can_shrink().is_ok() {
            self.all.remove(self.chosen);
            self.choose(self.chosen);
        }
    }

    /// Lets the phases end on a board with so many cells; those for which it has no room are dropped.
    pub(super) fn fit(&mut self, n_cells: usize) {
        let last = self.all.len() - 1;
        for (index, phase) in self.all[..last].iter_mut().enumerate() {
            phase.1 = phase.1.min(n_cells.saturating_sub(index));
        }
        let mut number = 0;
        self.all.retain(|phase| {
            number += 1;
            number == last + 1 || phase.1 > 0
        });
        self.choose(self.chosen);
    }

    /// The phases as the generator takes them.
    pub fn schedule(&self) -> Schedule {
        let last = self.all.len() - 1;
        let text = |(index, (mix, until)): (usize, &(Mix, usize))| {
            let mix = Schedule::of(mix_or_chance(*mix));
            if index == last { mix.to_string() } else { format!("{mix}@{until}") }
        };
        let texts: Vec<String> = self.all.iter().enumerate().map(text).collect();
        texts.join("/").parse().unwrap_or_else(|_| Schedule::of(mix_or_chance(self.all[0].0)))
    }

    /// What they look for, in one sentence.
    pub fn meaning(&self) -> String {
        let first = tr!("Looks for {aims}", aims = aims_or_chance(self.all[0].0));
        self.all.windows(2).fold(first, |before, pair| {
            let aims = aims_or_chance(pair[1].0);
            tr_n!(
                pair[0].1,
                "{before}; from 1 clue on for {aims}",
                "{before}; from {n} clues on for {aims}",
                before,
                aims
            )
        })
    }
}

/// A mix of nothing is left to chance.
fn mix_or_chance(mix: Mix) -> Mix {
    if mix.is_chance() { Mix { random: Mix::ONE, ..mix } } else { mix }
}

/// What a mix looks for.
fn aims_or_chance(mix: Mix) -> String {
    let chance = || tr!("nothing in particular: clues and candidates change at random, and many clues stay").to_owned();
    aims(mix).unwrap_or_else(chance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phases(parts: &[(&str, usize)]) -> LabPhases {
        let all = parts.iter().map(|&(mix, until)| (mix.parse().expect("a mix"), until)).collect();
        LabPhases { all, chosen: 0 }
    }

    #[track_caller]
    fn check(parts: &[(&str, usize)], schedule: &str, meaning: &str) {
        let phases = phases(parts);
        assert_eq!(phases.schedule().to_string(), schedule);
        assert_eq!(phases.meaning(), meaning);
    }

    #[test]
    fn a_schedule_is_told_in_one_sentence() {
        check(&[("d", 0)], "d", "Looks for hard steps");
        check(&[("t+d", 0)], "t+d", "Looks for hard steps and few choices for the solver alike");
        check(&[("2t+d", 0)], "2t+d", "Looks for few choices for the solver above all, then hard steps");
        check(&[("sparse", 30), ("d", 0)], "sparse@30/d", "Looks for few clues; from 30 clues on for hard steps");
        let three =
            "Looks for few clues; from 60 clues on for hard steps; from 1 clue on for few choices for the solver";
        check(&[("sparse", 60), ("d", 1), ("t", 7)], "sparse@60/d@1/t", three);
        let chance = "Looks for nothing in particular: clues and candidates change at random, and many clues stay";
        check(&[("random", 0)], "random", chance);
        // No weight at all is chance too.
        check(&[("", 0)], "random", chance);
    }

    #[test]
    fn phases_are_added_until_there_is_no_room_and_taken_out() {
        let mut phases = LabPhases::default();
        let grown: Vec<String> = std::iter::from_fn(|| {
            phases.can_grow().ok()?;
            phases.grow(81);
            Some(phases.schedule().to_string())
        })
        .collect();
        assert_eq!(grown[..3], ["d@40/t", "d@40/t@26/d", "d@40/t@26/d@17/t"]);
        assert_eq!(grown.last().map(String::as_str), Some("d@40/t@26/d@17/t@11/d@7/t@4/d@2/t@1/d"));
        // The numbers of the neighbours bound each.
        phases.choose(1);
        assert_eq!(phases.end(81).map(|(end, least, most)| (*end, least, most)), Some((26, 18, 39)));
        phases.choose(0);
        assert_eq!(phases.end(81).map(|(_, least, most)| (least, most)), Some((27, 81)));
        phases.choose(8);
        assert_eq!(phases.end(81), None);
        phases.shrink();
        assert_eq!((phases.n(), phases.chosen()), (8, 7));
        // A smaller board has room for fewer clues.
        phases.fit(4);
        assert_eq!(phases.schedule().to_string(), "d@4/t@3/d@2/t@1/t");
        while phases.can_shrink().is_ok() {
            phases.shrink();
        }
        assert_eq!(phases.n(), 1);
    }
}

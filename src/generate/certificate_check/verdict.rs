//! Verdicts of impossibility. They are made here and nowhere else, and only from a proof that was checked, a
//! published enumeration, or the word of a solver that writes no proof; each verdict says from which.

use super::CertificateError;
use crate::generate::published::Published;
use crate::generate::{Method, Outcome, Reason, Undecided};

/// What a verdict rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// A proof that was checked.
    Proof,
    /// All puzzles with so many clues, of all essentially different grids, which were gone through twice in different
    /// ways.
    EveryGrid {
        /// Number of grids.
        grids: usize,
        /// Clues of each puzzle.
        clues: usize,
        /// Number of puzzles, none of which the strategies solve.
        puzzles: usize,
    },
    /// A computation that others have published.
    Published(&'static Published),
    /// The word of a solver that writes no proof.
    SolverWord,
}

impl Ground {
    /// What it rests on, as a clause of a sentence.
    pub fn sentence(&self) -> String {
        match self {
            Ground::Proof => "by a proof that was checked".to_owned(),
            Ground::EveryGrid { grids, clues, puzzles: 0 } => {
                format!(
                    "all {grids} essentially different grids were searched, and none has a puzzle with {clues} clues"
                )
            }
            Ground::EveryGrid { grids, clues, puzzles } => format!(
                "all {grids} essentially different grids were searched, and none of their {puzzles} puzzles with \
                 {clues} clues is solved"
            ),
            Ground::Published(fact) => fact.ground(),
            Ground::SolverWord => "at the word of the solver".to_owned(),
        }
    }
}

/// The verdict that no clues exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Impossible {
    method: Method,
    reason: Reason,
    ground: Ground,
}

impl Impossible {
    /// The method that found it.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Why no clues exist.
    pub fn reason(&self) -> &Reason {
        &self.reason
    }

    /// What the verdict rests on.
    pub fn ground(&self) -> Ground {
        self.ground
    }

    /// The verdict of an encoding or a solver that writes no proof. The sentence must say that it is taken at its word.
    pub(in crate::generate) fn on_the_word_of_a_solver(method: Method, reason: Reason) -> Impossible {
        Impossible { method, reason, ground: Ground::SolverWord }
    }
}

/// A proof that was checked to its end. Only the checkers of this module make one.
#[derive(Debug)]
pub(in crate::generate) struct Checked {
    ground: Ground,
}

impl Checked {
    pub(super) fn new(ground: Ground) -> Checked {
        Checked { ground }
    }

    /// The verdict of the method whose proof it is.
    pub(in crate::generate) fn verdict(self, method: Method, reason: Reason) -> Outcome {
        Outcome::Impossible(Impossible { method, reason, ground: self.ground })
    }
}

/// A refutation that is not claimed, and why.
pub(in crate::generate) fn not_verified(sentence: &str, error: &CertificateError) -> Outcome {
    Outcome::Undecided(Undecided::GaveUp(match error {
        CertificateError::Stopped => {
            format!("Not verified, since the check of the proof was stopped: {sentence}")
        }
        _ => format!("Not verified, since the check of the proof fails ({error}): {sentence}"),
    }))
}

#[cfg(test)]
mod tests {
    use super::{CertificateError, Ground, Outcome, Undecided, not_verified};

    #[track_caller]
    #[allow(clippy::needless_pass_by_value, reason = "expectations read better without a reference")]
    fn check(ground: Ground, expected: &str) {
        assert_eq!(ground.sentence(), expected);
    }

    #[test]
    fn grounds_are_told_apart() {
        check(Ground::Proof, "by a proof that was checked");
        check(Ground::SolverWord, "at the word of the solver");
        check(
            Ground::EveryGrid { grids: 2, clues: 3, puzzles: 0 },
            "all 2 essentially different grids were searched, and none has a puzzle with 3 clues",
        );
        check(
            Ground::EveryGrid { grids: 2, clues: 4, puzzles: 140 },
            "all 2 essentially different grids were searched, and none of their 140 puzzles with 4 clues is solved",
        );
    }

    #[test]
    fn what_is_not_verified_says_why() {
        for (error, expected) in [
            (CertificateError::Stopped, "Not verified, since the check of the proof was stopped: Too few."),
            (
                CertificateError::Case(7),
                "Not verified, since the check of the proof fails (case 7 is not refuted as it says): Too few.",
            ),
        ] {
            let told = not_verified("Too few.", &error);
            assert_eq!(told, Outcome::Undecided(Undecided::GaveUp(expected.to_owned())));
        }
    }
}

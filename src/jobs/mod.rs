//! Background work: one runner, a stop flag, tasks and their answers.
//!
//! Nothing in here knows a window; a wake-up callback tells the front end that
//! there is something to fetch.

mod clues;
mod explore;
mod inverse;
mod mend;
mod panics;
mod rate;
mod runner;
mod stop;
mod task;

pub use clues::{ClueNews, ClueQuest, MAX_LISTED, QuestEnd, SetOfCells, SetsReport, clue_quest, sets_report};
pub use explore::{
    Analysis, MAX_SOLUTIONS, MAX_STEPS, TrueCandidates, analyse, available, spare_clues, true_candidates,
};
pub use inverse::{Look, Point, backward};
pub use mend::propose;
pub use panics::{place_of_panic, remember_panics};
pub use rate::rate_list;
pub use runner::{Event, JobId, Runner, Work};
pub use stop::StopFlag;
pub use task::{Answer, Flaw, Flawed, Proof, Question, answer, many, prove};

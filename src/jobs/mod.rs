//! Jobs: engines at work in the background.

mod stop;

pub use stop::StopFlag;

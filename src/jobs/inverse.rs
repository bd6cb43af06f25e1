//! The backward generator as work of a runner, with looks at the board for a window.

use crate::generate::Watch;
use crate::generate::inverse::{self, Ended, Request, RequestError, State};
use std::time::{Duration, Instant};

/// Time between two looks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// The search at one of its points.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// Values and marks.
    pub state: State,
    /// Number of the attempt, counted from 0.
    pub attempt: u64,
    /// Inverse moves since the solution.
    pub steps: usize,
    /// Good children to choose from in the last step.
    pub good_children: usize,
    /// Value of the child taken by the heuristics.
    pub value: f64,
}

/// Looks for a puzzle backwards from a solution; shows the board at most twenty times a second.
///
/// # Errors
/// If the request contradicts itself.
pub fn backward(request: &Request, watch: &dyn Watch, show: &mut dyn FnMut(Look)) -> Result<Ended, RequestError> {
    let mut last: Option<Instant> = None;
    inverse::backward(request, watch, &mut |snapshot| {
        if last.is_some_and(|last| last.elapsed() < BETWEEN_LOOKS) {
            return;
        }
        last = Some(Instant::now());
        show(Look {
            state: snapshot.state.clone(),
            attempt: snapshot.attempt,
            steps: snapshot.steps,
            good_children: snapshot.good_children,
            value: snapshot.value,
        });
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::grid::Shape;

    #[test]
    fn a_window_sees_the_board_lose_its_clues() {
        let request = Request::new(Shape::new(2, 2).expect("supported"));
        let mut looks = Vec::new();
        let ended = backward(&request, &Unwatched, &mut |look| looks.push(look)).expect("a sound request");
        assert!(matches!(ended, Ended::Found(_)));
        assert!(looks[0].state.values().n_clues() < 16 && looks[0].state.n_marks() > 0);
        assert!(looks[0].good_children > 0 && looks[0].steps == 1);
    }
}

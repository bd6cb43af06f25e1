//! The backward generator as work of a runner, with looks at the board for a window.

use crate::generate::Watch;
use crate::generate::inverse::{self, BackwardRequest, Ended, PencilState, RequestError};
use std::time::{Duration, Instant};

/// Time between two looks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// The search after one of its steps.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Inverse moves since the solution.
    pub steps: usize,
    /// Clues left.
    pub n_clues: usize,
    /// Pencil marks.
    pub n_marks: usize,
    /// Good children to choose from in this step.
    pub good_children: usize,
    /// Value of the child taken by the heuristics.
    pub value: f64,
}

/// The search at one of its points.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// Values and marks.
    pub state: PencilState,
    /// Number of the attempt, counted from 0.
    pub attempt: u64,
    /// Every step of this run down so far; the last one led to the state.
    pub course: Vec<Point>,
}

/// Looks for a puzzle backwards from a solution; shows the board at most twenty times a second.
/// Beside the end stands the course of the last run down.
///
/// # Errors
/// If the request contradicts itself.
pub fn backward(
    request: &BackwardRequest,
    watch: &dyn Watch,
    show: &mut dyn FnMut(Look),
) -> Result<(Ended, Vec<Point>), RequestError> {
    let mut last: Option<Instant> = None;
    let mut course: Vec<Point> = Vec::new();
    let mut present = 0;
    let ended = inverse::backward(request, watch, &mut |snapshot| {
        // Another attempt, or one that was taken back in part.
        if snapshot.attempt != present || course.last().is_some_and(|point| snapshot.steps <= point.steps) {
            course.clear();
            present = snapshot.attempt;
        }
        course.push(Point {
            steps: snapshot.steps,
            n_clues: snapshot.state.values().n_clues(),
            n_marks: snapshot.state.n_marks(),
            good_children: snapshot.good_children,
            value: snapshot.value,
        });
        if last.is_none_or(|last| last.elapsed() >= BETWEEN_LOOKS) {
            last = Some(Instant::now());
            show(Look { state: snapshot.state.clone(), attempt: snapshot.attempt, course: course.clone() });
        }
    })?;
    Ok((ended, course))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::grid::Shape;

    #[test]
    fn a_window_sees_the_board_lose_its_clues() {
        let request = BackwardRequest::new(Shape::new(2, 2).expect("supported"));
        let mut looks = Vec::new();
        let (ended, course) = backward(&request, &Unwatched, &mut |look| looks.push(look)).expect("a sound request");
        let Ended::Found(found) = ended else { panic!("{ended:?}") };
        assert!(looks[0].state.values().n_clues() < 16 && looks[0].state.n_marks() > 0);
        assert!(looks[0].course[0].good_children > 0 && looks[0].course[0].steps == 1);
        // The course is that of the way.
        assert_eq!(course.len(), found.way.moves.len());
        for point in course {
            let state = found.way.state(point.steps);
            assert_eq!((state.values().n_clues(), state.n_marks()), (point.n_clues, point.n_marks));
        }
    }
}

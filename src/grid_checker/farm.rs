//! Searches in many grids shared out among many workers, without a wait between one grid and the next.
//!
//! Workers get batches of grids, which become smaller towards the end. Once there are fewer grids than workers, a
//! grid is handed out in parts. Whoever then finds nothing left has a worker asked that has been at its grids for
//! longest: it gives back what it has not done, and that is handed out in parts too. What was given to a worker that is
//! not heard of any more is handed out again.
//!
//! Here are numbers only: of grids, parts, workers, and seconds since the beginning. Whoever calls it knows the grids
//! and talks to the workers, in threads, over a network, or in a simulation.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Batches are made to be done in so many seconds, and longer with more workers, so that messages do not pile up
/// where they are answered.
const BATCH_SECONDS: f64 = 5.0;
const BATCH_SECONDS_PER_WORKER: f64 = 2e-3;
/// Most grids of a batch.
const MOST_GRIDS: usize = 256;
/// So many batches or parts for each worker are still to come when one is cut.
const SHARES: usize = 4;
/// Most parts of a grid.
const MOST_PARTS: usize = 512;
/// A worker is left alone for so long before it is asked to give back.
const HEAD_START: f64 = 0.1;
/// A worker that was silent for so long, and for that of two batches, is asked whether it is there; the shorter time
/// holds while another waits.
const SILENCE: f64 = 10.0;
const SILENCE_NEAR_THE_END: f64 = 1.0;
/// Without an answer after so long it is lost.
const GRACE: f64 = 5.0;

/// What a worker is to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// Numbers of the grids, in this order.
    pub grids: Vec<usize>,
    /// Of each grid, only the tasks whose number leaves this remainder when divided by `parts` are to be done.
    pub part: usize,
    /// The number of parts that each grid is divided into; 1 for whole grids.
    pub parts: usize,
}

/// A question to a worker that is at work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Asks it to stop and to give back what it has not done.
    GiveBack(usize),
    /// Asks it whether it is there.
    AreYouThere(usize),
}

#[derive(Debug)]
struct Open {
    parts: usize,
    /// Parts that are not done.
    left: BTreeSet<usize>,
}

/// A grid, or a part of one, that waits for a worker.
#[derive(Clone, Copy, Debug)]
struct Piece {
    grid: usize,
    part: usize,
    parts: usize,
}

#[derive(Debug, Default)]
struct Hand {
    job: Option<Job>,
    since: f64,
    heard: f64,
    /// The question that it has not answered, and when it was asked.
    asked: Option<(Question, f64)>,
    is_lost: bool,
}

impl Hand {
    fn shall_give_back(&self) -> bool {
        matches!(self.asked, Some((Question::GiveBack(_), _)))
    }
}

/// Who does what.
#[derive(Debug)]
pub struct Farm {
    n_grids: usize,
    /// The first grid that nobody has had.
    next: usize,
    /// Grids that somebody has had and that are not done.
    open: BTreeMap<usize, Open>,
    waiting: VecDeque<Piece>,
    hands: Vec<Hand>,
    n_busy: usize,
    n_lost: usize,
    /// Workers that were asked to give back and have not yet.
    n_asked: usize,
    /// Workers at whole grids that were not asked yet, by the time since when.
    at_whole: BTreeSet<(u64, usize)>,
    /// Grids that were done whole, and in how many seconds.
    n_timed: usize,
    seconds: f64,
}

impl Farm {
    /// Grids are numbered from 0, and workers too. One more worker stands for the caller, who may do jobs too when all
    /// others are lost.
    pub fn new(n_grids: usize, n_workers: usize) -> Farm {
        let hands = (0..=n_workers).map(|_| Hand::default()).collect();
        Farm {
            n_grids,
            next: 0,
            open: BTreeMap::new(),
            waiting: VecDeque::new(),
            hands,
            n_busy: 0,
            n_lost: 0,
            n_asked: 0,
            at_whole: BTreeSet::new(),
            n_timed: 0,
            seconds: 0.0,
        }
    }

    fn n_workers(&self) -> usize {
        self.hands.len() - 1
    }

    /// How many grids there are.
    pub fn n_grids(&self) -> usize {
        self.n_grids
    }

    /// Whether all grids are done.
    pub fn is_over(&self) -> bool {
        self.next == self.n_grids && self.open.is_empty()
    }

    /// Whether no worker is left.
    pub fn is_deserted(&self) -> bool {
        self.n_lost == self.n_workers()
    }

    /// In how many seconds a batch is meant to be done.
    pub fn batch_seconds(&self) -> f64 {
        BATCH_SECONDS.max(BATCH_SECONDS_PER_WORKER * self.n_workers() as f64)
    }

    /// The next job, for a worker that is idle; `None` if there is none now.
    pub fn next(&mut self, worker: usize, now: f64) -> Option<Job> {
        let job = loop {
            if let Some(Piece { grid, part, parts }) = self.waiting.pop_front() {
                // Another worker that was taken for lost may have done it.
                if self.is_needed(grid, part, parts) {
                    break Job { grids: vec![grid], part, parts };
                }
                continue;
            }
            let rest = self.n_grids - self.next;
            if rest == 0 {
                return None;
            }
            if rest >= self.n_workers() {
                let first = self.next;
                self.next += self.batch(rest);
                let grids: Vec<usize> = (first..self.next).collect();
                self.open.extend(grids.iter().map(|&grid| (grid, Open { parts: 1, left: [0].into() })));
                break Job { grids, part: 0, parts: 1 };
            }
            let grid = self.next;
            self.next += 1;
            self.open.insert(grid, Open { parts: 1, left: [0].into() });
            self.split(grid, self.parts_for(rest));
        };
        if job.parts == 1 {
            self.at_whole.insert((now.to_bits(), worker));
        }
        self.n_busy += 1;
        self.hands[worker] = Hand { job: Some(job.clone()), since: now, heard: now, asked: None, is_lost: false };
        Some(job)
    }

    /// Grids of the next batch.
    fn batch(&self, rest: usize) -> usize {
        let fair = rest / (SHARES * self.n_workers());
        let in_time = if self.n_timed == 0 { 1.0 } else { self.batch_seconds() * self.n_timed as f64 / self.seconds };
        fair.min(in_time as usize).clamp(1, MOST_GRIDS)
    }

    /// Parts of a grid when there is work in so many.
    fn parts_for(&self, n_grids: usize) -> usize {
        (SHARES * self.n_workers()).div_ceil(n_grids.max(1)).min(MOST_PARTS)
    }

    fn split(&mut self, grid: usize, parts: usize) {
        self.open.insert(grid, Open { parts, left: (0..parts).collect() });
        self.waiting.extend((0..parts).map(|part| Piece { grid, part, parts }));
    }

    fn is_needed(&self, grid: usize, part: usize, parts: usize) -> bool {
        self.open.get(&grid).is_some_and(|open| open.parts == parts && open.left.contains(&part))
    }

    /// A worker has done all of its job: the grids that are done now and were not before.
    pub fn done(&mut self, worker: usize, now: f64) -> Vec<usize> {
        let since = self.hands[worker].since;
        let Some(Job { grids, part, parts }) = self.free(worker) else { return Vec::new() };
        if parts == 1 {
            self.n_timed += grids.len();
            self.seconds += (now - since).max(1e-9);
        }
        grids.into_iter().filter(|&grid| self.is_done(grid, part, parts)).collect()
    }

    /// A worker gives its job back, of which it has done these grids: those that are done now and were not before.
    pub fn gave_back(&mut self, worker: usize, finished: &[usize]) -> Vec<usize> {
        let Some(Job { grids, part, parts }) = self.free(worker) else { return Vec::new() };
        let (finished, rest): (Vec<usize>, Vec<usize>) = grids.into_iter().partition(|grid| finished.contains(grid));
        self.hand_out_again(&Job { grids: rest, part, parts });
        finished.into_iter().filter(|&grid| self.is_done(grid, part, parts)).collect()
    }

    /// A worker is idle from now on; the job it had.
    fn free(&mut self, worker: usize) -> Option<Job> {
        let job = self.hands[worker].job.clone()?;
        if self.hands[worker].is_lost {
            self.n_lost -= 1;
        } else {
            self.leave(worker);
        }
        self.hands[worker] = Hand::default();
        Some(job)
    }

    /// A worker does not count as busy any more.
    fn leave(&mut self, worker: usize) {
        let hand = &self.hands[worker];
        self.n_busy -= 1;
        self.n_asked -= usize::from(hand.shall_give_back());
        self.at_whole.remove(&(hand.since.to_bits(), worker));
    }

    fn is_done(&mut self, grid: usize, part: usize, parts: usize) -> bool {
        let Some(open) = self.open.get_mut(&grid) else { return false };
        // Whoever had all of it has done every part.
        if parts == open.parts {
            open.left.remove(&part);
        } else if parts == 1 {
            open.left.clear();
        }
        let is_done = open.left.is_empty();
        if is_done {
            self.open.remove(&grid);
        }
        is_done
    }

    fn hand_out_again(&mut self, job: &Job) {
        for &grid in &job.grids {
            if !self.is_needed(grid, job.part, job.parts) {
                continue;
            }
            let n_open = self.open.len() + self.n_grids - self.next;
            let parts = if job.parts == 1 { self.parts_for(n_open) } else { 1 };
            if parts > 1 {
                self.split(grid, parts);
            } else {
                self.waiting.push_back(Piece { grid, part: job.part, parts: job.parts });
            }
        }
    }

    /// A sign of life.
    pub fn heard(&mut self, worker: usize, now: f64) {
        let hand = &mut self.hands[worker];
        hand.heard = now;
        if !hand.shall_give_back() {
            hand.asked = None;
        }
    }

    /// Workers without a job, as far as they are there.
    fn n_idle(&self) -> usize {
        self.n_workers().saturating_sub(self.n_busy + self.n_lost)
    }

    /// A worker that shall give back, because others have nothing to do.
    pub fn give_back(&mut self, now: f64) -> Option<Question> {
        if self.next < self.n_grids || !self.waiting.is_empty() || self.n_asked >= self.n_idle() {
            return None;
        }
        let &(since, worker) = self.at_whole.first()?;
        if f64::from_bits(since) + HEAD_START > now {
            return None;
        }
        self.at_whole.pop_first();
        self.n_asked += 1;
        let question = Question::GiveBack(worker);
        self.hands[worker].asked = Some((question, now));
        Some(question)
    }

    /// Looks after workers that are silent: whom to ask whether they are there. What those have that do not answer is
    /// handed out again.
    pub fn look_after(&mut self, now: f64) -> Vec<Question> {
        let is_near_the_end = self.next == self.n_grids && self.n_idle() > 0;
        let silence = if is_near_the_end { SILENCE_NEAR_THE_END } else { SILENCE.max(2.0 * self.batch_seconds()) };
        let mut questions = Vec::new();
        for worker in self.busy() {
            let hand = &mut self.hands[worker];
            match hand.asked {
                None if now - hand.heard >= silence => {
                    let question = Question::AreYouThere(worker);
                    hand.asked = Some((question, now));
                    questions.push(question);
                }
                Some((_, asked)) if now - asked >= GRACE => {
                    self.leave(worker);
                    self.hands[worker].is_lost = true;
                    self.n_lost += 1;
                    if let Some(job) = self.hands[worker].job.clone() {
                        self.hand_out_again(&job);
                    }
                }
                _ => {}
            }
        }
        questions
    }

    /// What a worker is at.
    pub fn job(&self, worker: usize) -> Option<&Job> {
        self.hands[worker].job.as_ref()
    }

    /// Workers that have a job and are not lost.
    pub fn busy(&self) -> Vec<usize> {
        let is_busy = |&worker: &usize| self.hands[worker].job.is_some() && !self.hands[worker].is_lost;
        (0..self.n_workers()).filter(is_busy).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;

    /// Grids and parts as text: `0-4` for a batch, `7:2/8` for a part.
    fn text(job: &Job) -> String {
        let (first, last) = (job.grids[0], job.grids[job.grids.len() - 1]);
        match (job.parts, first == last) {
            (1, true) => format!("{first}"),
            (1, false) => format!("{first}-{last}"),
            (parts, _) => format!("{first}:{}/{parts}", job.part),
        }
    }

    /// When the job of a worker ends, and when the worker dies.
    struct Fate {
        ends: f64,
        dies: f64,
    }

    /// Works through grids that take `seconds` each, on workers that die at the given times, and tells who got what
    /// when, who was asked, and when all was done. Each grid has to be done once.
    fn run(seconds: &[f64], deaths: &[f64]) -> (String, f64) {
        let n_workers = deaths.len();
        let mut farm = Farm::new(seconds.len(), n_workers);
        let mut fates: Vec<Option<Fate>> = deaths.iter().map(|_| None).collect();
        let mut n_done = vec![0; seconds.len()];
        let (mut log, mut tick) = (String::new(), 0u32);
        while !farm.is_over() {
            let now = f64::from(tick) * 0.25;
            assert!(now < 1000.0, "no end: {log}");
            for worker in 0..n_workers {
                if fates[worker].as_ref().is_some_and(|fate| fate.ends <= now && fate.ends <= fate.dies) {
                    fates[worker] = None;
                    farm.done(worker, now).into_iter().for_each(|grid| n_done[grid] += 1);
                }
                if deaths[worker] > now
                    && farm.job(worker).is_none()
                    && let Some(job) = farm.next(worker, now)
                {
                    let _ = write!(log, " {now}s {worker}<{}", text(&job));
                    let takes: f64 = job.grids.iter().map(|&grid| seconds[grid]).sum::<f64>() / job.parts as f64;
                    fates[worker] = Some(Fate { ends: now + takes, dies: deaths[worker] });
                }
            }
            while let Some(Question::GiveBack(worker)) = farm.give_back(now) {
                let _ = write!(log, " {now}s {worker}?");
                if deaths[worker] > now {
                    fates[worker] = None;
                    farm.gave_back(worker, &[]).into_iter().for_each(|grid| n_done[grid] += 1);
                }
            }
            for question in farm.look_after(now) {
                if let Question::AreYouThere(worker) = question
                    && deaths[worker] > now
                {
                    farm.heard(worker, now);
                }
            }
            if farm.is_deserted()
                && let Some(job) = farm.next(n_workers, now)
            {
                let _ = write!(log, " {now}s caller<{}", text(&job));
                farm.done(n_workers, now).into_iter().for_each(|grid| n_done[grid] += 1);
            }
            tick += 1;
        }
        assert!(n_done.iter().all(|&n| n == 1), "{n_done:?} {log}");
        (log.trim().to_owned(), f64::from(tick) * 0.25)
    }

    const NEVER: f64 = f64::INFINITY;

    #[track_caller]
    fn check(seconds: &[f64], deaths: &[f64], expected: &str) {
        assert_eq!(run(seconds, deaths).0, expected);
    }

    #[test]
    fn batches_grow_to_their_time_and_shrink_towards_the_end() {
        check(
            &[1.0; 20],
            &[NEVER],
            "0s 0<0 1s 0<1-4 5s 0<5-7 8s 0<8-10 11s 0<11-12 13s 0<13 14s 0<14 15s 0<15 \
             16s 0<16 17s 0<17 18s 0<18 19s 0<19",
        );
        // No batch is to take more than five seconds.
        check(&[4.0; 20][..9], &[NEVER], "0s 0<0 4s 0<1 8s 0<2 12s 0<3 16s 0<4 20s 0<5 24s 0<6 28s 0<7 32s 0<8");
    }

    #[test]
    fn the_last_grids_are_shared() {
        check(
            &[8.0],
            &[NEVER; 2],
            "0s 0<0:0/8 0s 1<0:1/8 1s 0<0:2/8 1s 1<0:3/8 2s 0<0:4/8 2s 1<0:5/8 3s 0<0:6/8 \
             3s 1<0:7/8",
        );
        // The worker at the long grid is asked to share it.
        check(
            &[8.0, 1.0],
            &[NEVER; 2],
            "0s 0<0 0s 1<1:0/8 0.25s 1<1:1/8 0.5s 1<1:2/8 0.75s 1<1:3/8 1s 1<1:4/8 1.25s 1<1:5/8 1.5s 1<1:6/8 \
             1.75s 1<1:7/8 2s 0? 2.25s 0<0:0/8 2.25s 1<0:1/8 3.25s 0<0:2/8 3.25s 1<0:3/8 4.25s 0<0:4/8 4.25s 1<0:5/8 \
             5.25s 0<0:6/8 5.25s 1<0:7/8",
        );
    }

    #[test]
    fn what_a_dead_worker_had_is_done_by_others() {
        // Worker 0 dies at its grid, which is handed out again once it has not answered for five seconds.
        check(
            &[1.0; 3],
            &[0.5, NEVER],
            "0s 0<0 0s 1<1 1s 1<2:0/8 1.25s 1<2:1/8 1.5s 1<2:2/8 1.75s 1<2:3/8 2s 1<2:4/8 2.25s 1<2:5/8 2.5s 1<2:6/8 \
             2.75s 1<2:7/8 3s 0? 8.25s 1<0:0/8 8.5s 1<0:1/8 8.75s 1<0:2/8 9s 1<0:3/8 9.25s 1<0:4/8 9.5s 1<0:5/8 \
             9.75s 1<0:6/8 10s 1<0:7/8",
        );
        // Nobody is left, so the caller does it, first what was lost.
        check(&[1.0; 2], &[0.5], "0s 0<0 15s caller<0:0/2 15.25s caller<0:1/2 15.5s caller<1");
    }

    /// However many grids and workers there are, and whoever dies, each grid is done once.
    #[test]
    fn nothing_is_lost() {
        for (n_grids, n_workers, n_deaths) in
            [(0, 1, 0), (1, 5, 0), (40, 3, 2), (40, 3, 3), (7, 9, 5), (300, 16, 8), (500, 1, 0)]
        {
            let seconds: Vec<f64> = (0..n_grids).map(|i| f64::from(i * 7919 % 97) * 0.03).collect();
            let death = |worker: u32| if worker < n_deaths { 1.0 + 1.5 * f64::from(worker) } else { NEVER };
            let deaths: Vec<f64> = (0..n_workers).map(death).collect();
            let (log, end) = run(&seconds, &deaths);
            let share = seconds.iter().sum::<f64>() / f64::from(n_workers);
            assert!(n_deaths > 0 || end < 2.0 * share + 10.0, "{end} instead of {share}: {log}");
        }
    }
}

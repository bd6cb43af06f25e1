//! Variables ordered by activity.

/// A binary heap of variables, most active first, with positions for updates.
#[derive(Debug)]
pub(super) struct Heap {
    activity: Vec<f64>,
    order: Vec<u32>,
    /// Place of each variable in the heap, or none.
    position: Vec<u32>,
}

const OUT: u32 = u32::MAX;

impl Heap {
    /// All variables, equally active.
    pub(super) fn full(n_vars: usize) -> Heap {
        Heap {
            activity: vec![0.0; n_vars],
            order: (0..n_vars as u32).collect(),
            position: (0..n_vars as u32).collect(),
        }
    }

    pub(super) fn push(&mut self, var: usize) {
        self.activity.push(0.0);
        self.position.push(OUT);
        self.insert(var);
    }

    pub(super) fn set(&mut self, var: usize, activity: f64) {
        self.activity[var] = activity;
        self.moved(var);
    }

    /// Adds to an activity; true if all were scaled down by 1e-100.
    pub(super) fn bump(&mut self, var: usize, by: f64) -> bool {
        self.activity[var] += by;
        self.moved(var);
        let scale = self.activity[var] > 1e100;
        if scale {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
        }
        scale
    }

    pub(super) fn insert(&mut self, var: usize) {
        if self.position[var] == OUT {
            self.position[var] = self.order.len() as u32;
            self.order.push(var as u32);
            self.up(self.order.len() - 1);
        }
    }

    pub(super) fn pop(&mut self) -> Option<usize> {
        let top = *self.order.first()?;
        let last = self.order.pop()?;
        self.position[top as usize] = OUT;
        if let Some(first) = self.order.first_mut() {
            *first = last;
            self.position[last as usize] = 0;
            self.down(0);
        }
        Some(top as usize)
    }

    fn moved(&mut self, var: usize) {
        if self.position[var] != OUT {
            self.up(self.position[var] as usize);
            self.down(self.position[var] as usize);
        }
    }

    /// Ties go to the lower variable, so that the order never depends on history.
    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activity[a as usize], self.activity[b as usize]);
        x > y || x >= y && a < b
    }

    fn up(&mut self, mut at: usize) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(self.order[at], self.order[parent]) {
                break;
            }
            self.exchange(at, parent);
            at = parent;
        }
    }

    fn down(&mut self, mut at: usize) {
        loop {
            let mut best = at;
            for child in [2 * at + 1, 2 * at + 2] {
                if child < self.order.len() && self.before(self.order[child], self.order[best]) {
                    best = child;
                }
            }
            if best == at {
                return;
            }
            self.exchange(at, best);
            at = best;
        }
    }

    fn exchange(&mut self, a: usize, b: usize) {
        self.order.swap(a, b);
        self.position[self.order[a] as usize] = a as u32;
        self.position[self.order[b] as usize] = b as u32;
    }
}

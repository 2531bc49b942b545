//! Which variable to decide next: the one that took part in the most recent conflicts.

/// A heap of variables by activity. Instead of letting activities decay, later bumps grow exponentially (EVSIDS: Eén
/// and Sörensson, MiniSat, 2003): a bump of conflict k is `1 / DECAY^k`.
#[derive(Clone, Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    heap: Vec<u32>,
    place: Vec<u32>,
    bump: f64,
    growth: f64,
}

const OUTSIDE: u32 = u32::MAX;

impl Order {
    /// Every variable is in the heap, none active yet.
    pub(super) fn new(variables: usize, decay: f64) -> Order {
        Order {
            activity: vec![0.0; variables],
            heap: (0..variables as u32).collect(),
            place: (0..variables as u32).collect(),
            bump: 1.0,
            growth: 1.0 / decay,
        }
    }

    /// Makes a variable more active.
    pub(super) fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.bump;
        if self.activity[variable] > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.bump *= 1e-100;
        }
        if self.place[variable] != OUTSIDE {
            self.rise(self.place[variable] as usize);
        }
    }

    /// Later bumps count more.
    pub(super) fn decay(&mut self) {
        self.bump *= self.growth;
    }

    /// Puts a variable back.
    pub(super) fn insert(&mut self, variable: usize) {
        if self.place[variable] == OUTSIDE {
            self.place[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes the most active variable out.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let top = *self.heap.first()? as usize;
        let last = self.heap.pop()?;
        self.place[top] = OUTSIDE;
        if last as usize != top {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.sink(0);
        }
        Some(top)
    }

    fn rise(&mut self, mut index: usize) {
        let variable = self.heap[index];
        while index > 0 {
            let parent = (index - 1) / 2;
            if self.activity[self.heap[parent] as usize] >= self.activity[variable as usize] {
                break;
            }
            self.put(index, self.heap[parent]);
            index = parent;
        }
        self.put(index, variable);
    }

    fn sink(&mut self, mut index: usize) {
        let variable = self.heap[index];
        loop {
            let mut child = 2 * index + 1;
            if child >= self.heap.len() {
                break;
            }
            let worth = |at: usize| self.activity[self.heap[at] as usize];
            if child + 1 < self.heap.len() && worth(child + 1) > worth(child) {
                child += 1;
            }
            if worth(child) <= self.activity[variable as usize] {
                break;
            }
            self.put(index, self.heap[child]);
            index = child;
        }
        self.put(index, variable);
    }

    fn put(&mut self, index: usize, variable: u32) {
        self.heap[index] = variable;
        self.place[variable as usize] = index as u32;
    }
}

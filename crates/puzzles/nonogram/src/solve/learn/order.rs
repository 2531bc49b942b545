//! Which cell to decide next: the one that took part in the most recent conflicts.

/// A heap of cells by activity. Activities grow exponentially in worth instead of decaying (EVSIDS:
/// Eén and Sörensson, MiniSat, 2003): a bump of conflict k is `1 / DECAY^k`.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    activity: Vec<f64>,
    heap: Vec<u32>,
    place: Vec<u32>,
    bump: f64,
    growth: f64,
}

const OUTSIDE: u32 = u32::MAX;

impl Order {
    /// Every cell is in the heap, none active yet.
    pub(crate) fn new(cells: usize, decay: f64) -> Order {
        Order {
            activity: vec![0.0; cells],
            heap: (0..cells as u32).collect(),
            place: (0..cells as u32).collect(),
            bump: 1.0,
            growth: 1.0 / decay,
        }
    }

    /// Makes a cell more active.
    pub(crate) fn bump(&mut self, cell: usize) {
        self.activity[cell] += self.bump;
        if self.activity[cell] > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.bump *= 1e-100;
        }
        if self.place[cell] != OUTSIDE {
            self.rise(self.place[cell] as usize);
        }
    }

    /// Later bumps weigh more.
    pub(crate) fn decay(&mut self) {
        self.bump *= self.growth;
    }

    /// Puts a cell back.
    pub(crate) fn insert(&mut self, cell: usize) {
        if self.place[cell] == OUTSIDE {
            self.place[cell] = self.heap.len() as u32;
            self.heap.push(cell as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes the most active cell out.
    pub(crate) fn pop(&mut self) -> Option<usize> {
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
        let cell = self.heap[index];
        while index > 0 {
            let parent = (index - 1) / 2;
            if self.activity[self.heap[parent] as usize] >= self.activity[cell as usize] {
                break;
            }
            self.put(index, self.heap[parent]);
            index = parent;
        }
        self.put(index, cell);
    }

    fn sink(&mut self, mut index: usize) {
        let cell = self.heap[index];
        loop {
            let mut child = 2 * index + 1;
            if child >= self.heap.len() {
                break;
            }
            let worth = |at: usize| self.activity[self.heap[at] as usize];
            if child + 1 < self.heap.len() && worth(child + 1) > worth(child) {
                child += 1;
            }
            if worth(child) <= self.activity[cell as usize] {
                break;
            }
            self.put(index, self.heap[child]);
            index = child;
        }
        self.put(index, cell);
    }

    fn put(&mut self, index: usize, cell: u32) {
        self.heap[index] = cell;
        self.place[cell as usize] = index as u32;
    }
}

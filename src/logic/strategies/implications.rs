//! What follows from what in a graph of strong and weak links, for all nodes at once.

/// Rows of bits, one for each node.
pub(super) struct Rows {
    pub(super) n_words: usize,
    pub(super) bits: Vec<u64>,
}

impl Rows {
    pub(super) fn new(n_rows: usize, n_words: usize) -> Rows {
        Rows { n_words, bits: vec![0; n_rows * n_words] }
    }

    pub(super) fn row(&self, i: usize) -> &[u64] {
        &self.bits[i * self.n_words..(i + 1) * self.n_words]
    }

    pub(super) fn row_mut(&mut self, i: usize) -> &mut [u64] {
        &mut self.bits[i * self.n_words..(i + 1) * self.n_words]
    }

    pub(super) fn insert(&mut self, row: usize, bit: usize) {
        self.bits[row * self.n_words + bit / 64] |= 1 << (bit % 64);
    }

    /// Makes a row the same as another one.
    pub(super) fn copy(&mut self, to: usize, from: usize) {
        let n = self.n_words;
        self.bits.copy_within(from * n..(from + 1) * n, to * n);
    }

    /// Takes from a row what another one lacks.
    pub(super) fn intersect(&mut self, to: usize, from: usize) {
        let (to, from) = self.two(to, from);
        to.iter_mut().zip(from).for_each(|(to, from)| *to &= from);
    }

    /// Puts into a row what another one has.
    fn unite(&mut self, to: usize, from: usize) {
        let (to, from) = self.two(to, from);
        add(to, from);
    }

    /// Two different rows, the first to be changed.
    fn two(&mut self, to: usize, from: usize) -> (&mut [u64], &[u64]) {
        let n = self.n_words;
        let (low, high) = self.bits.split_at_mut(to.max(from) * n);
        if to < from {
            (&mut low[to * n..(to + 1) * n], &high[..n])
        } else {
            (&mut high[..n], &low[from * n..(from + 1) * n])
        }
    }
}

/// Puts into a row what another one has.
pub(super) fn add(to: &mut [u64], from: &[u64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
}

/// The bits of a row, ascending.
pub(super) fn ones(row: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    row.enumerate().flat_map(|(word, mut bits)| {
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
            (bit < 64).then_some(word * 64 + bit)
        })
    })
}

/// Strong and weak links, both the same in both directions.
pub(super) struct Links<'a> {
    /// If the node is true, these are false.
    pub(super) weak: &'a Rows,
    /// If the node is false, these are true: `strong[first[node]..first[node + 1]]`.
    pub(super) strong: &'a [u32],
    pub(super) first: &'a [u32],
}

/// Vertex of a node: false, or true.
const fn vertex(node: usize, is_on: bool) -> usize {
    2 * node + is_on as usize
}

/// Where a walk stands at a vertex: at this strong link, or in this word of the weak ones.
type Place = usize;

/// Vertices in parts, each of which follows from each other; a part comes before what follows from it.
struct Parts {
    /// The part of each vertex.
    of: Vec<u32>,
    /// Vertices, part by part.
    vertices: Vec<u32>,
    /// Where each part begins.
    first: Vec<usize>,
}

const NONE: u32 = u32::MAX;

impl Links<'_> {
    fn n_nodes(&self) -> usize {
        self.first.len() - 1
    }

    fn strong_of(&self, node: usize) -> &[u32] {
        &self.strong[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// For each node the nodes that are true if it is false.
    pub(super) fn follow(&self) -> Rows {
        let linked = self.linked();
        let parts = self.parts(&linked);
        let n_parts = parts.first.len();
        let mut of_part = Rows::new(n_parts, self.weak.n_words);
        // The last part that took a part in.
        let mut taken_by = vec![NONE; n_parts];
        for part in (0..n_parts).rev() {
            let end = parts.first.get(part + 1).copied().unwrap_or(parts.vertices.len());
            let mut take = |of_part: &mut Rows, vertex: usize| {
                let other = parts.of[vertex];
                if other as usize != part && taken_by[other as usize] != part as u32 {
                    taken_by[other as usize] = part as u32;
                    of_part.unite(part, other as usize);
                }
            };
            for &at in &parts.vertices[parts.first[part]..end] {
                let node = at as usize / 2;
                if at % 2 == 0 {
                    self.strong_of(node).iter().for_each(|&next| take(&mut of_part, vertex(next as usize, true)));
                } else {
                    of_part.insert(part, node);
                    let weak = ones(self.weak.row(node).iter().zip(&linked).map(|(weak, linked)| weak & linked));
                    weak.for_each(|next| take(&mut of_part, vertex(next, false)));
                }
            }
        }
        let mut rows = Rows::new(self.n_nodes(), self.weak.n_words);
        for node in ones(linked.iter().copied()) {
            rows.row_mut(node).copy_from_slice(of_part.row(parts.of[vertex(node, false)] as usize));
        }
        rows
    }

    /// By two walks, the second one backwards (Kosaraju). A link read backwards is the same link between the opposites,
    /// so both walks read the same lists.
    fn parts(&self, linked: &[u64]) -> Parts {
        let n = 2 * self.n_nodes();
        let mut order = Vec::with_capacity(n);
        let mut open = [linked.to_vec(), linked.to_vec()];
        for start in 0..n {
            self.walk(start, &mut open, &mut order);
        }
        let mut parts = Parts { of: vec![NONE; n], vertices: Vec::with_capacity(n), first: Vec::new() };
        let mut open = [linked.to_vec(), linked.to_vec()];
        for &start in order.iter().rev() {
            // What leads to a vertex is the opposite of what follows from its opposite.
            let before = parts.vertices.len();
            self.walk(start as usize ^ 1, &mut open, &mut parts.vertices);
            if parts.vertices.len() > before {
                let part = parts.first.len() as u32;
                parts.first.push(before);
                for vertex in &mut parts.vertices[before..] {
                    *vertex ^= 1;
                    parts.of[*vertex as usize] = part;
                }
            }
        }
        parts
    }

    /// Nodes with strong links, as bits: false ones without lead nowhere, and true ones are not led to.
    pub(super) fn linked(&self) -> Vec<u64> {
        let mut linked = vec![0; self.n_nodes().div_ceil(64)];
        for node in (0..self.n_nodes()).filter(|&node| !self.strong_of(node).is_empty()) {
            linked[node / 64] |= 1 << (node % 64);
        }
        linked
    }

    /// Depth first through the vertices not yet visited, false and true ones; puts each where all that follows from it
    /// has been visited.
    fn walk(&self, start: usize, open: &mut [Vec<u64>; 2], order: &mut Vec<u32>) {
        let mut path: Vec<(usize, Place)> = Vec::new();
        let mut next = Some(start).filter(|&at| open[at % 2][at / 128] >> (at / 2 % 64) & 1 == 1);
        loop {
            if let Some(at) = next {
                open[at % 2][at / 128] &= !(1 << (at / 2 % 64));
                path.push((at, 0));
            }
            let Some((at, place)) = path.last_mut() else { return };
            let node = *at / 2;
            next = if *at % 2 == 0 {
                let strong = self.strong_of(node);
                let is_open = |&next: &u32| open[1][next as usize / 64] >> (next % 64) & 1 == 1;
                let found = strong[*place..].iter().position(is_open);
                *place = found.map_or(strong.len(), |found| *place + found);
                found.map(|_| vertex(strong[*place] as usize, true))
            } else {
                let words = self.weak.row(node).iter().zip(&open[0]);
                let found = words.skip(*place).position(|(weak, open)| weak & open != 0);
                *place = found.map_or(self.weak.n_words, |found| *place + found);
                found.map(|_| {
                    let word = self.weak.row(node)[*place] & open[0][*place];
                    vertex(*place * 64 + word.trailing_zeros() as usize, false)
                })
            };
            if next.is_none() {
                order.push(*at as u32);
                path.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Links as pairs of letters.
    fn pairs(links: &str) -> Vec<(usize, usize)> {
        let number = |letter: u8| usize::from(letter - b'a');
        links.split_whitespace().map(|pair| (number(pair.as_bytes()[0]), number(pair.as_bytes()[1]))).collect()
    }

    fn follow(n: usize, strong: &[(usize, usize)], weak: &[(usize, usize)]) -> Rows {
        let mut rows = Rows::new(n, n.div_ceil(64));
        for &(a, b) in weak {
            rows.insert(a, b);
            rows.insert(b, a);
        }
        let (mut first, mut to) = (vec![0], Vec::new());
        for node in 0..n {
            for &(a, b) in strong {
                to.extend([(a, b), (b, a)].iter().filter(|&&(from, _)| from == node).map(|&(_, to)| to as u32));
            }
            first.push(to.len() as u32);
        }
        Links { weak: &rows, strong: &to, first: &first }.follow()
    }

    /// What is true if a letter is false.
    #[track_caller]
    fn check(strong: &str, weak: &str, expected: &str) {
        let (strong, weak) = (pairs(strong), pairs(weak));
        let n = 1 + strong.iter().chain(&weak).flat_map(|&(a, b)| [a, b]).max().expect("a link");
        let follow = follow(n, &strong, &weak);
        let letter = |i: usize| char::from(b'a' + i as u8);
        let lines: Vec<String> = (0..n)
            .map(|i| format!("{}:{}", letter(i), ones(follow.row(i).iter().copied()).map(letter).collect::<String>()))
            .collect();
        assert_eq!(lines.join(" "), expected);
    }

    #[test]
    fn links_follow_by_turns() {
        check("ab", "bc", "a:b b:a c:");
        check("ab cd", "bc", "a:bd b:a c:d d:ac");
        // A loop: what is false on one side makes the other side true.
        check("ab cd", "bc da", "a:bd b:ac c:bd d:ac");
        // b or b is true.
        check("ab bc", "ac", "a:b b:abc c:b");
    }

    /// Against one link after the other, on graphs wider than a word.
    #[test]
    fn rows_agree_with_single_steps() {
        let mut state = 1u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % n
        };
        for n in [20, 64, 90] {
            let mut links = |count: usize| -> Vec<(usize, usize)> {
                (0..count).map(|_| (below(n), below(n))).filter(|&(a, b)| a != b).collect()
            };
            let (strong, weak) = (links(n * 2 / 3), links(n * 2 / 3));
            let follow = follow(n, &strong, &weak);
            for start in 0..n {
                let mut is_on = vec![false; n];
                let mut is_off = vec![false; n];
                is_off[start] = true;
                for _ in 0..2 * n {
                    for (a, b) in strong.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
                        is_on[b] |= is_off[a];
                    }
                    for (a, b) in weak.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
                        is_off[b] |= is_on[a];
                    }
                }
                let expected: Vec<usize> = (0..n).filter(|&node| is_on[node]).collect();
                assert_eq!(ones(follow.row(start).iter().copied()).collect::<Vec<_>>(), expected, "{start} of {n}");
            }
        }
    }
}

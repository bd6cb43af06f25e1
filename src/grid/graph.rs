//! Graphs whose vertices have colours: telling vertices apart by refinement, and finding maps of one graph onto another.
//!
//! A layout is such a graph (cells, and what sees what; or lines, digits, houses and cells), and its symmetries are the
//! maps of the graph onto itself.

/// A graph with coloured vertices and labelled edges.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// By vertex, its neighbours with the labels of the edges.
    edges: Vec<Vec<(u32, u64)>>,
    /// What tells vertices apart before anything is refined.
    colours: Vec<u64>,
}

/// Colours of the vertices; equal ones mean that nothing tells two of them apart.
pub(crate) type Colours = Vec<u64>;

impl Graph {
    /// Adds a vertex; its number.
    pub(crate) fn add(&mut self, colour: u64) -> usize {
        self.edges.push(Vec::new());
        self.colours.push(colour);
        self.colours.len() - 1
    }

    /// Adds an edge in both directions.
    pub(crate) fn connect(&mut self, a: usize, b: usize, label: u64) {
        self.edges[a].push((b as u32, label));
        self.edges[b].push((a as u32, label));
    }

    /// Colours refined as far as they go: vertices of one colour have neighbours of the same colours.
    pub(crate) fn refined(&self) -> Colours {
        let mut colours = self.colours.clone();
        self.refine(&mut colours);
        colours
    }

    /// The colours with one vertex told apart from all others, refined. The same is done to the image under a map of the
    /// graph onto another.
    pub(crate) fn with_pin(&self, colours: &[u64], vertex: usize) -> Colours {
        let mut colours = colours.to_vec();
        colours[vertex] = mix(colours[vertex], 1);
        self.refine(&mut colours);
        colours
    }

    fn refine(&self, colours: &mut Colours) {
        let mut n = n_different(colours);
        loop {
            let seen = |edges: &Vec<(u32, u64)>| {
                edges.iter().fold(0u64, |sum, &(other, label)| sum.wrapping_add(mix(colours[other as usize], label)))
            };
            let next: Colours = self.edges.iter().enumerate().map(|(v, edges)| mix(colours[v], seen(edges))).collect();
            *colours = next;
            let refined = n_different(colours);
            if refined == n {
                return;
            }
            n = refined;
        }
    }

    /// A map of this graph onto another one that `accepts` it, if one is found before so many images were tried. Both have
    /// been refined to these colours, and equal colours go to equal colours.
    pub(crate) fn map_onto(
        &self,
        other: &Graph,
        colours: [&[u64]; 2],
        accepts: &dyn Fn(&[usize]) -> bool,
        budget: &mut usize,
    ) -> Option<Vec<usize>> {
        if *budget == 0 {
            return None;
        }
        *budget -= 1;
        let [from, to] = colours.map(in_order);
        if !from.iter().map(|(colour, _)| colour).eq(to.iter().map(|(colour, _)| colour)) {
            return None;
        }
        // The smallest set of vertices that nothing tells apart.
        let sets = from.chunk_by(|a, b| a.0 == b.0).filter(|set| set.len() > 1);
        let Some(set) = sets.min_by_key(|set| set.len()) else {
            let mut map = vec![0; from.len()];
            from.iter().zip(&to).for_each(|(&(_, vertex), &(_, image))| map[vertex] = image);
            return accepts(&map).then_some(map);
        };
        let (colour, vertex) = set[0];
        let pinned = self.with_pin(colours[0], vertex);
        let images = to.iter().filter(|(other, _)| *other == colour);
        images.into_iter().find_map(|&(_, image)| {
            self.map_onto(other, [&pinned, &other.with_pin(colours[1], image)], accepts, budget)
        })
    }
}

/// The vertices by colour, those of one colour ascending.
pub(crate) fn in_order(colours: &[u64]) -> Vec<(u64, usize)> {
    let mut order: Vec<(u64, usize)> = colours.iter().copied().zip(0..).collect();
    order.sort_unstable();
    order
}

fn n_different(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// A number that tells such pairs apart, but for accidents. An accident takes different vertices for alike; whoever uses
/// colours checks what follows from them.
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    let mixed = (a ^ b.rotate_left(32).wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed ^ mixed >> 29).wrapping_mul(0x94D0_49BB_1331_11EB)
}

//! What the program knows of each shape: its definition, kept for good, and its tables, kept while they are in use.
//!
//! Whoever paints a layout makes a new shape with every stroke. A definition takes some hundred bytes, the tables a hundred
//! thousand. So tables of shapes that are not plain are counted: the last used are at hand, those in use live on, and others
//! are built again when they are asked for.

use super::shape::N_PLAIN;
use super::{Cell, Geometry, LayoutRules, Shape, ShapeError};
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

/// What defines a shape that is not plain.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(super) struct Definition {
    n: usize,
    /// The region of each cell, numbered in the order of their first cells.
    pub(super) regions: Box<[u8]>,
    pub(super) rules: LayoutRules,
    /// The shape without the rules, if there are any.
    pub(super) bare: Option<Shape>,
    /// How many houses the rules add.
    pub(super) n_further: usize,
}

/// Definitions in the first chunk; each chunk after it holds twice as many as the one before.
const FIRST: usize = 16;
const N_CHUNKS: usize = 28;

type Chunk = Box<[OnceLock<Arc<Definition>>]>;

/// The definitions by the number of the shape. Looking one up takes no lock: the chunks never move.
static DEFINITIONS: [OnceLock<Chunk>; N_CHUNKS] = [const { OnceLock::new() }; N_CHUNKS];

fn place(shape: Shape) -> &'static OnceLock<Arc<Definition>> {
    let at = shape.index() - N_PLAIN + FIRST;
    let chunk = at.ilog2() - FIRST.ilog2();
    let n = FIRST << chunk;
    let values = DEFINITIONS[chunk as usize].get_or_init(|| (0..n).map(|_| OnceLock::new()).collect());
    &values[at - n]
}

impl Definition {
    /// The definition of a shape; plain ones have none.
    pub(super) fn of(shape: Shape) -> &'static Definition {
        place(shape).get().expect("entered when the shape came up")
    }

    fn geometry(&self, shape: Shape) -> Geometry {
        let boxes = self.bare.and_then(Shape::boxes);
        let tables = self.rules.tables(self.n, boxes).expect("rules that fitted when the shape came up");
        let region_of = |cell: Cell| usize::from(self.regions[cell.index()]);
        Geometry::new(shape, region_of, tables)
    }
}

/// The shape with these regions, numbered in order, and these rules: the one that has come up before, or a new one.
pub(super) fn intern(n: usize, regions: Vec<u8>, rules: LayoutRules) -> Result<Shape, ShapeError> {
    static KNOWN: LazyLock<Mutex<HashMap<Arc<Definition>, Shape>>> = LazyLock::new(Mutex::default);
    let plain = Shape::plain_shapes().find(|shape| {
        shape.n() == n && shape.cells().all(|cell| usize::from(regions[cell.index()]) == shape.box_of(cell))
    });
    let bare = match plain {
        Some(plain) if rules.is_empty() => return Ok(plain),
        Some(plain) => Some(plain),
        None if rules.is_empty() => None,
        None => Some(intern(n, regions.clone(), LayoutRules::default())?),
    };
    let n_further = rules.tables(n, plain.and_then(Shape::boxes))?.houses.len();
    let definition = Definition { n, regions: regions.into(), rules, bare, n_further };
    // Nothing is half done when a thread panics in here: a shape is entered after its definition.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&shape) = known.get(&definition) {
        return Ok(shape);
    }
    let shape = Shape::numbered(n, N_PLAIN + known.len());
    let definition = place(shape).get_or_init(|| Arc::new(definition));
    known.insert(Arc::clone(definition), shape);
    Ok(shape)
}

/// The tables of a shape, to be taken once and kept as long as they are used. Those of plain shapes live as long as the
/// program, those of others are counted.
#[derive(Clone, Debug)]
pub struct GeometryRef(Owner);

#[derive(Clone, Debug)]
enum Owner {
    Program(&'static Geometry),
    Counted(Arc<Geometry>),
}

impl Deref for GeometryRef {
    type Target = Geometry;

    #[inline]
    fn deref(&self) -> &Geometry {
        match &self.0 {
            Owner::Program(geometry) => geometry,
            Owner::Counted(geometry) => geometry,
        }
    }
}

/// Tables are equal if they belong to the same shape.
impl PartialEq for GeometryRef {
    fn eq(&self, other: &GeometryRef) -> bool {
        self.shape == other.shape
    }
}

impl Eq for GeometryRef {}

impl Hash for GeometryRef {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.shape.hash(state);
    }
}

/// How many tables of shapes that are not plain are kept though nobody uses them.
const MOST_UNUSED: usize = 64;

/// The tables used last, the latest at the end.
static RECENT: Mutex<VecDeque<Arc<Geometry>>> = Mutex::new(VecDeque::new());

thread_local! {
    /// The tables that this thread asked for last: engines ask for the same ones again and again, and need no lock then.
    static LAST: RefCell<Option<Arc<Geometry>>> = const { RefCell::new(None) };
}

#[inline]
pub(super) fn geometry(shape: Shape) -> GeometryRef {
    static PLAIN: [OnceLock<Geometry>; N_PLAIN] = [const { OnceLock::new() }; N_PLAIN];
    GeometryRef(match PLAIN.get(shape.index()) {
        Some(geometry) => Owner::Program(geometry.get_or_init(|| Geometry::plain(shape))),
        None => Owner::Counted(counted(shape)),
    })
}

fn counted(shape: Shape) -> Arc<Geometry> {
    let of_thread = |last: &RefCell<Option<Arc<Geometry>>>| {
        last.borrow().as_ref().filter(|geometry| geometry.shape == shape).map(Arc::clone)
    };
    // A thread that ends has no last tables any more.
    if let Ok(Some(geometry)) = LAST.try_with(of_thread) {
        return geometry;
    }
    let geometry = recent(shape);
    let before = LAST.try_with(|last| last.replace(Some(Arc::clone(&geometry))));
    drop(before);
    geometry
}

fn recent(shape: Shape) -> Arc<Geometry> {
    let lock = || RECENT.lock().unwrap_or_else(PoisonError::into_inner);
    let find = |recent: &mut MutexGuard<'_, VecDeque<Arc<Geometry>>>| {
        let at = recent.iter().rposition(|geometry| geometry.shape == shape)?;
        let found = recent.remove(at)?;
        recent.push_back(Arc::clone(&found));
        Some(found)
    };
    if let Some(found) = find(&mut lock()) {
        return found;
    }
    // Built without the lock, so that nobody waits; should another thread build the same, the first to be ready is kept.
    let built = Arc::new(Definition::of(shape).geometry(shape));
    let mut recent = lock();
    if let Some(found) = find(&mut recent) {
        return found;
    }
    recent.push_back(Arc::clone(&built));
    let oldest = if recent.len() > MOST_UNUSED { recent.pop_front() } else { None };
    drop(recent);
    drop(oldest);
    built
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Geometry;

    /// Rows of which one cell is exchanged with the one below.
    fn shapes() -> Vec<Shape> {
        let regions = |n: usize, cell: usize| {
            let mut regions: Vec<u8> = (0..n * n).map(|cell| (cell / n) as u8).collect();
            regions.swap(cell, cell + n);
            regions
        };
        let all = (5..=16).flat_map(|n| (0..n * n - n).map(move |cell| Shape::irregular(n, &regions(n, cell))));
        all.collect::<Result<_, _>>().expect("layouts")
    }

    #[test]
    fn every_shape_keeps_its_definition_and_gets_its_tables_again() {
        let shapes = shapes();
        assert!(shapes.len() > 1000, "{}", shapes.len());
        let texts: Vec<String> = shapes.iter().map(Shape::to_string).collect();
        for _ in 0..2 {
            for (shape, text) in shapes.iter().zip(&texts) {
                assert_eq!((shape.geometry().shape, &shape.to_string()), (*shape, text));
                assert_eq!(text.parse(), Ok(*shape));
            }
        }
        let (first, last) = (shapes[0].geometry(), shapes[shapes.len() - 1].geometry());
        assert!(first == shapes[0].geometry() && first != last);
        // Those in use live on, whatever comes up meanwhile; what is asked for twice in a row is one table.
        for shape in &shapes {
            drop(shape.geometry());
        }
        assert_eq!(first.shape, shapes[0]);
        assert!(std::ptr::eq(&raw const *shapes[7].geometry(), &raw const *shapes[7].geometry()));
        assert!(Geometry::n_counted() < 2 * MOST_UNUSED + shapes.len() / 2, "{}", Geometry::n_counted());
    }
}

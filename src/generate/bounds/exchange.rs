//! Exchanges: what maps the layout onto itself and leaves every clue as it is, gives each solution a second one.
//!
//! Two lines without clues that run through the same regions can change places, and so can two digits that no clue
//! shows. In general any map of cells onto cells, or of digits onto digits, will do that keeps all constraints of the
//! layout, as long as some cell sees its image: the solution and its image then differ in that cell.

use super::reason;
use crate::generate::{Reason, Request};
use crate::grid::graph::Graph;
use crate::grid::{Cell, CellSet, DigitSet, Geometry, House, HouseKind, Pattern, Shape};

/// Cells that move, each with the cell that it moves to.
pub(super) type Moves = Vec<[Cell; 2]>;

/// Images tried before the search for a move gives up.
const MOST_TRIED: usize = 2000;

/// Digits that can be exchanged for each other throughout a layout, by twos and more.
fn digit_classes(shape: Shape) -> Vec<DigitSet> {
    let n = shape.n();
    let geometry = &*shape.geometry();
    if !geometry.not_consecutive.is_empty() {
        return Vec::new();
    }
    let mut classes = vec![DigitSet::all(n)];
    for (_, allowed) in geometry.rules.restricted() {
        let split = |class: DigitSet| [DigitSet(class.0 & allowed.0), DigitSet(class.0 & !allowed.0)];
        classes = classes.into_iter().flat_map(split).collect();
    }
    classes.retain(|class| class.len() > 1);
    classes
}

/// Digits of which two at least do not appear, whatever the clues are, and the clue cells that may hold one of them.
pub(super) fn missing_digits(request: &Request) -> Option<Reason> {
    let pattern = &request.pattern;
    let (shape, n) = (pattern.shape, pattern.shape.n());
    let classes = digit_classes(shape);
    let shown: DigitSet = request.fixed.clues().map(|(_, digit)| digit).collect();
    let fixed_cells = request.fixed.pattern().cells;
    for with_fixed in [false, true] {
        // The largest unions first: all digits, where they are alike.
        for chosen in (1..1u32 << classes.len()).rev() {
            let classes = classes.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1).map(|(_, &class)| class);
            let digits = DigitSet(classes.clone().fold(0, |all, class| all | class.0));
            let may_show = |cell: &Cell| shape.geometry().allowed(*cell).0 & digits.0 != 0;
            let cells: CellSet = pattern.cells.iter().filter(may_show).collect();
            let n_open = if with_fixed { cells.difference(&fixed_cells).len() } else { cells.len() };
            let is_shown = |class: DigitSet| if with_fixed { DigitSet(class.0 & shown.0).len() } else { 0 };
            let needed: usize = classes.clone().map(|class| (class.len() - 1).saturating_sub(is_shown(class))).sum();
            if n_open >= needed {
                continue;
            }
            let cells_shown = if with_fixed { fixed_cells } else { cells };
            let n_digits = n_open + if with_fixed { DigitSet(digits.0 & shown.0).len() } else { 0 };
            return Some(reason(sentence_of_digits(n, digits, classes.count(), n_digits, with_fixed), cells_shown));
        }
    }
    let is_without = pattern.cells.is_empty() && is_kept_in_reverse(shape);
    is_without
        .then(|| reason(format!("Without clues each digit d can become {} - d throughout.", n + 1), CellSet::EMPTY))
}

fn sentence_of_digits(n: usize, digits: DigitSet, n_classes: usize, n_shown: usize, with_fixed: bool) -> String {
    if digits.len() == n && n_classes == 1 {
        return if with_fixed {
            format!(
                "With these fixed digits the clues show at most {n_shown} of the {n} digits: two missing digits can be exchanged."
            )
        } else {
            format!(
                "{n_shown} clue cells cannot show {} of the {n} digits: two missing digits can be exchanged.",
                n - 1
            )
        };
    }
    let names: Vec<String> = digits.iter().map(|digit| digit.to_string()).collect();
    format!(
        "The clues show at most {n_shown} of the digits {}: two missing ones that the layout treats alike can be exchanged.",
        names.join(", ")
    )
}

/// Whether the layout treats digits like those counted from the other end, but not all alike.
fn is_kept_in_reverse(shape: Shape) -> bool {
    let geometry = &*shape.geometry();
    let reversed = |digits: DigitSet| {
        (0..shape.n()).filter(|i| digits.0 >> (shape.n() - 1 - i) & 1 == 1).fold(0, |all, i| all | 1 << i)
    };
    !shape.treats_digits_alike()
        && shape.cells().all(|cell| reversed(geometry.allowed(cell)) == geometry.allowed(cell).0)
}

/// Two clue-free lines that run through the same regions, as those of one band or stack do. Of several that can be
/// exchanged, neighbours.
pub(in crate::generate) fn clue_free_pairs(pattern: &Pattern) -> Vec<[House; 2]> {
    let geometry = &*pattern.shape.geometry();
    let n = pattern.shape.n();
    let mut pairs = Vec::new();
    for kind in [HouseKind::Row, HouseKind::Column] {
        let free: Vec<House> = (0..n)
            .map(|index| geometry.house(kind, index))
            .filter(|house| geometry.house_sets[house.index()].intersection(&pattern.cells).is_empty())
            .collect();
        let regions = |house: House| geometry.house_cells[house.index()].iter().map(|&cell| geometry.region_of(cell));
        // In a Latin square the regions are the rows, and mean nothing.
        let are_alike = |a: House, b: House| {
            (pattern.shape.is_latin() || regions(a).eq(regions(b)))
                && (!geometry.has_rules || is_kept_by(geometry, &map_of(pattern.shape, &exchange_of(geometry, a, b))))
        };
        for (i, &a) in free.iter().enumerate() {
            pairs.extend(free[i + 1..].iter().copied().find(|&b| are_alike(a, b)).map(|b| [a, b]));
        }
    }
    pairs
}

fn exchange_of(geometry: &Geometry, a: House, b: House) -> Moves {
    let [a, b] = [a, b].map(|house| geometry.house_cells[house.index()].iter().copied());
    a.clone().zip(b.clone()).chain(b.zip(a)).map(|(from, to)| [from, to]).collect()
}

/// Where each cell goes.
fn map_of(shape: Shape, moves: &Moves) -> Vec<Cell> {
    let mut map: Vec<Cell> = shape.cells().collect();
    for &[from, to] in moves {
        map[from.index()] = to;
    }
    map
}

pub(super) fn clue_free_lines(request: &Request) -> Option<(Reason, Moves)> {
    let geometry = &*request.pattern.shape.geometry();
    let &[a, b] = clue_free_pairs(&request.pattern).first()?;
    let (kind, first) = geometry.house_kind(a);
    let (_, second) = geometry.house_kind(b);
    let (plural, strip) = if kind == HouseKind::Row { ("Rows", "band") } else { ("Columns", "stack") };
    let strip = if request.pattern.shape.is_plain() { format!(" of one {strip}") } else { String::new() };
    let sentence = format!(
        "{plural} {} and {}{strip} have no clue: exchanging them gives a second solution.",
        first + 1,
        second + 1
    );
    let cells = geometry.house_sets[a.index()].union(&geometry.house_sets[b.index()]);
    Some((reason(sentence, cells), exchange_of(geometry, a, b)))
}

/// Any other map of the empty cells that keeps the layout and takes a cell to one that it sees.
pub(super) fn moved_cells(request: &Request) -> Option<(Reason, Moves)> {
    let pattern = &request.pattern;
    let shape = pattern.shape;
    // With boxes alone, whatever moves no clue but a line moves two lines of one band or stack, unless it exchanges rows
    // with columns: and that leaves one cell of each row in place.
    if shape.is_plain() && pattern.n_clues() > shape.n() {
        return None;
    }
    let map = find_move(shape, &pattern.cells)?;
    let moves: Moves = shape.cells().map(|cell| [cell, map[cell.index()]]).filter(|[from, to]| from != to).collect();
    let [from, to] = *moves.iter().find(|[from, to]| shape.geometry().are_peers(*from, *to))?;
    let sentence = format!(
        "Moving {} to {} and {} more cells keeps every clue and all rules of the layout: it gives a second solution.",
        shape.cell_name(from),
        shape.cell_name(to),
        moves.len() - 1
    );
    let cells = moves.iter().map(|[from, _]| *from).collect();
    Some((reason(sentence, cells), moves))
}

/// Whether cells that see each other, or that may not hold consecutive digits, go to such, and each cell to one that may
/// hold the same digits.
fn is_kept_by(geometry: &Geometry, map: &[Cell]) -> bool {
    let moved = |cells: &CellSet| cells.iter().map(|cell| map[cell.index()]).collect::<CellSet>();
    geometry.shape.cells().all(|cell| {
        let image = map[cell.index()];
        moved(&geometry.peer_sets[cell.index()]) == geometry.peer_sets[image.index()]
            && geometry.allowed(cell) == geometry.allowed(image)
            && geometry
                .not_consecutive
                .get(cell.index())
                .is_none_or(|cells| moved(cells) == geometry.not_consecutive[image.index()])
    })
}

/// A map that keeps the layout, leaves these cells in place and takes some cell to one that it sees.
fn find_move(shape: Shape, fixed: &CellSet) -> Option<Vec<Cell>> {
    let geometry = &*shape.geometry();
    let mut graph = Graph::default();
    for cell in shape.cells() {
        let place = if fixed.contains(cell) { cell.index() as u64 + 1 } else { 0 };
        graph.add(place << 32 | u64::from(geometry.allowed(cell).0));
    }
    for cell in shape.cells() {
        let clashing = geometry.not_consecutive.get(cell.index()).copied().unwrap_or_default();
        let peers = geometry.peers[cell.index()].iter().map(|&peer| (peer, 2));
        for (other, label) in peers.chain(clashing.iter().map(|other| (other, 3))).filter(|&(other, _)| cell < other) {
            graph.connect(cell.index(), other.index(), label);
        }
    }
    let colours = graph.refined();
    let pairs = shape.cells().flat_map(|a| geometry.peers[a.index()].iter().map(move |&b| [a.index(), b.index()]));
    let map_of = |map: &[usize]| map.iter().map(|&image| Cell::from_index(image)).collect::<Vec<_>>();
    let accepts = |map: &[usize]| is_kept_by(geometry, &map_of(map));
    let mut budget = MOST_TRIED;
    let found = pairs.filter(|&[a, b]| a < b && colours[a] == colours[b]).find_map(|[a, b]| {
        let pinned = [a, b].map(|vertex| graph.with_pin(&colours, vertex));
        graph.map_onto(&graph, [&pinned[0], &pinned[1]], &accepts, &mut budget)
    });
    found.map(|map| map_of(&map))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::bounds::refute;
    use crate::generate::certificate::BoundKind;
    use crate::grid::Puzzle;
    use crate::grid::canon::line_moves;
    use crate::logic::{Design, StrategySet, fast_solutions};
    use std::collections::HashMap;

    fn request(pattern: Pattern) -> Request {
        Request::from(Design::new(pattern, StrategySet::SINGLES))
    }

    #[track_caller]
    fn check(layout: &str, clues: &str, expected: &str) {
        let shape: Shape = layout.parse().expect("a layout");
        let cells = shape.cells().zip(clues.chars()).filter(|(_, c)| *c == 'x').map(|(cell, _)| cell);
        let bound = refute(&request(Pattern::new(shape, cells)));
        assert_eq!(bound.map_or_else(String::new, |bound| bound.reason.sentence), expected);
    }

    #[test]
    fn an_exchange_is_told_in_words() {
        check(
            "2x2",
            "x..............x",
            "2 clue cells cannot show 3 of the 4 digits: two missing digits can be exchanged.",
        );
        check(
            "2x2",
            "xx.xx.x.........",
            "Rows 3 and 4 of one band have no clue: exchanging them gives a second solution.",
        );
        let moving = "Moving r1c2 to r2c1 and 11 more cells keeps every clue and all rules of the layout: it gives a second \
                      solution.";
        check("2x2 x", "x....x....x....x", moving);
        check("2x2", "x....x....x....x", moving);
        check("2x2 x", "x....x....x.x..x", "");
        check(
            "2x2 odd=r1c1",
            "x...............",
            "The clues show at most 1 of the digits 1, 2, 3, 4: two missing ones that the layout treats alike can be exchanged.",
        );
        check(
            "2x2 odd=r1c1",
            "xxxxxxxx........",
            "Rows 3 and 4 have no clue: exchanging them gives a second solution.",
        );
        check("5 latin non-consecutive", "", "Without clues each digit d can become 6 - d throughout.");
    }

    /// What is refuted leaves no grid alone, and no move of lines that refutes a pattern is overlooked.
    #[test]
    fn exchanges_are_sound_and_complete_on_4x4() {
        let layouts = [
            "2x2",
            "2x2 x",
            "2x2 diagonal+",
            "2x2 anti-knight",
            "2x2 windoku",
            "2x2 disjoint-groups",
            "2x2 non-consecutive",
            "2x2 odd=r1c1,r4c4 even=r2c3,r3c2",
            "4 latin",
            "4 regions=AAABCABBCCDBCDDD",
            "4 regions=AAAABBCCBBCCDDDD",
            "4 regions=AAABCABBCCDBCDDD x",
        ];
        let mut n_moved = 0;
        for layout in layouts {
            let shape: Shape = layout.parse().expect("a layout");
            let grids = fast_solutions(&Puzzle::empty(shape), 1000);
            let geometry = shape.geometry();
            let moves = line_moves(&geometry).expect("few moves");
            for cells in (0..=u16::MAX).step_by(23).filter(|cells| cells.count_ones() < 8) {
                let clues: CellSet = shape.cells().filter(|cell| cells >> cell.index() & 1 == 1).collect();
                let pattern = Pattern { shape, cells: clues };
                let request = request(pattern);
                let bound = refute(&request).filter(|bound| bound.kind == BoundKind::Exchange);
                if bound.is_some() {
                    let mut n_with: HashMap<Puzzle, usize> = HashMap::new();
                    for grid in &grids {
                        *n_with.entry(grid.masked(&pattern)).or_default() += 1;
                    }
                    assert!(n_with.values().all(|&n| n > 1), "{layout} {pattern}");
                    n_moved += usize::from(clue_free_pairs(&pattern).is_empty() && missing_digits(&request).is_none());
                }
                let refutes = |one: &crate::grid::canon::Isomorphism| {
                    let keeps_digits = one.digits.is_sorted();
                    let seen = |cell: Cell| shape.geometry().are_peers(cell, one.source(cell));
                    keeps_digits && clues.iter().all(|cell| one.source(cell) == cell) && shape.cells().any(seen)
                };
                assert!(bound.is_some() || !moves.iter().any(refutes), "{layout} {pattern}");
            }
        }
        assert!(n_moved > 10, "{n_moved}");
    }

    /// Layouts whose further rules leave a mirror image, with clues on its axis.
    #[test]
    fn clues_on_an_axis_are_refuted_on_larger_layouts() {
        let check = |layout: &str, is_clue: fn(usize, usize) -> bool, expected: bool| {
            let shape: Shape = layout.parse().expect("a layout");
            let cells = shape.cells().filter(|&cell| is_clue(shape.row(cell), shape.col(cell)));
            let bound = refute(&request(Pattern::new(shape, cells)));
            assert_eq!(bound.is_some_and(|bound| bound.kind == BoundKind::Exchange), expected, "{layout}");
        };
        check("3x3 anti-knight", |row, col| row == col, true);
        check("3x3 x windoku", |row, col| row == col, true);
        check("3x3 x windoku", |row, col| row == col || (row, col) == (0, 1), false);
        // Rows become columns, but no cell sees its image.
        check("9 latin non-consecutive", |row, col| row == col, false);
        check("5 regions=AAAAB CCABB CCDBB CDDDE DEEEE", |row, col| row == col, false);
        check("4x4 x anti-king", |row, col| row == col, true);
        check("16 latin x", |row, col| row + col == 15 || row == col, false);
        check("9 latin odd=r1c1,r2c2", |row, _| row != 3 && row != 5, true);
    }
}

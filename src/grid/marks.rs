//! What a layout shows beside its lines: the marks of its rules, on paper and on the screen alike.

use super::{Cell, CellSet, DigitSet, ExtraHouse, NamedRule, Shape};

/// A mark of a rule. Rules about knight's moves, corners and neighbours have none; [`Shape::rules_text`] tells them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LayoutMark {
    /// A tinted house; the number chooses one of several tints.
    Tint(CellSet, usize),
    /// A line through the middles of cells; one that ends in corners of the grid runs into them.
    Line(Cell, Cell),
    /// A dashed cage around cells that repeat no digit.
    Cage(CellSet),
    /// A grey disc: the cell holds an odd digit.
    Odd(Cell),
    /// A grey square: the cell holds an even digit.
    Even(Cell),
    /// A small label: the digits that the cell may hold.
    Allowed(Cell, DigitSet),
}

impl Shape {
    /// The ends of a [`LayoutMark::Line`] in cells (x, y), (0, 0) being the top left corner of the grid: middles of cells,
    /// or corners of the grid where it runs from corner to corner.
    pub fn line_ends(self, from: Cell, to: Cell) -> [(f32, f32); 2] {
        let last = self.n() - 1;
        let is_corner = |cell: Cell| [self.row(cell), self.col(cell)].into_iter().all(|line| line == 0 || line == last);
        let reach = if is_corner(from) && is_corner(to) { 0.5 } else { 0.0 };
        let middle = |cell: Cell| (self.col(cell) as f32 + 0.5, self.row(cell) as f32 + 0.5);
        let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
        let (dx, dy) = (reach * (x2 - x1).signum(), reach * (y2 - y1).signum());
        [(x1 - dx, y1 - dy), (x2 + dx, y2 + dy)]
    }

    /// The lines of a [`LayoutMark::Cage`], which stay so far inside the border of the cells: one for each side of a cell
    /// towards a cell outside, in cells (x, y).
    pub fn cage_lines(self, cells: &CellSet, inset: f32) -> Vec<[(f32, f32); 2]> {
        let mut lines = Vec::new();
        for cell in cells.iter() {
            let (row, col) = (self.row(cell).cast_signed(), self.col(cell).cast_signed());
            let holds = |row: isize, col: isize| {
                let inside = 0..self.n().cast_signed();
                inside.contains(&row)
                    && inside.contains(&col)
                    && cells.contains(self.cell(row.cast_unsigned(), col.cast_unsigned()))
            };
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                if holds(row + down, col + right) {
                    continue;
                }
                let along = if down == 0 { (1, 0) } else { (0, 1) };
                // Beside a neighbour inside the line goes on to the border.
                let end = |sign: isize| {
                    let goes_on = holds(row + sign * along.0, col + sign * along.1);
                    let reach = if goes_on { 0.5 } else { 0.5 - inset };
                    let side = |step: isize, along: isize| {
                        if step == 0 { (sign * along) as f32 * reach } else { step as f32 * (0.5 - inset) }
                    };
                    (col as f32 + 0.5 + side(right, along.1), row as f32 + 0.5 + side(down, along.0))
                };
                lines.push([end(-1), end(1)]);
            }
        }
        lines
    }

    /// The marks of the layout's rules, from back to front.
    pub fn marks(self) -> Vec<LayoutMark> {
        if !self.has_rules() {
            return Vec::new();
        }
        let (n, rules, geometry) = (self.n(), self.rules(), self.geometry());
        let mut marks = Vec::new();
        let mut lines = Vec::new();
        let mut n_tints = 0;
        for (house, cells) in geometry.extra_houses.iter().zip(&geometry.house_sets[3 * n..]) {
            match house {
                ExtraHouse::Of(NamedRule::FallingDiagonal, _) => {
                    lines.push(LayoutMark::Line(self.cell(0, 0), self.cell(n - 1, n - 1)));
                }
                ExtraHouse::Of(NamedRule::RisingDiagonal, _) => {
                    lines.push(LayoutMark::Line(self.cell(n - 1, 0), self.cell(0, n - 1)));
                }
                // All windows look the same.
                ExtraHouse::Of(NamedRule::Windoku, number) => {
                    n_tints += usize::from(*number == 0);
                    marks.push(LayoutMark::Tint(*cells, n_tints - 1));
                }
                ExtraHouse::Of(..) | ExtraHouse::Painted(_) => {
                    marks.push(LayoutMark::Tint(*cells, n_tints));
                    n_tints += 1;
                }
            }
        }
        let all = DigitSet::all(n).0;
        for (cell, digits) in rules.restricted() {
            marks.push(if digits.0 == all & 0x5555 {
                LayoutMark::Odd(cell)
            } else if digits.0 == all & 0xaaaa {
                LayoutMark::Even(cell)
            } else {
                LayoutMark::Allowed(cell, digits)
            });
        }
        marks.extend(lines);
        if rules.has(NamedRule::Argyle) {
            for away in [1, n.div_euclid(2)] {
                let far = n - 1 - away;
                for [from, to] in [[(0, away), (far, n - 1)], [(away, 0), (n - 1, far)]] {
                    marks.push(LayoutMark::Line(self.cell(from.0, from.1), self.cell(to.0, to.1)));
                    let [from, to] = [from, to].map(|(row, col)| self.cell(row, n - 1 - col));
                    marks.push(LayoutMark::Line(from, to));
                }
            }
        }
        marks.extend(rules.sets().iter().filter(|set| set.len() < n).map(|&set| LayoutMark::Cage(set)));
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_their_marks() {
        let check = |layout: &str, expected: &str| {
            let shape: Shape = layout.parse().expect("a layout");
            let name = |cell: &Cell| shape.cell_name(*cell);
            let mark = |mark: &LayoutMark| match mark {
                LayoutMark::Tint(cells, tint) => {
                    format!("{}:{tint}", cells.iter().map(|c| name(&c)).collect::<String>())
                }
                LayoutMark::Line(from, to) => format!("{}-{}", name(from), name(to)),
                LayoutMark::Cage(cells) => format!("({})", cells.iter().map(|c| name(&c)).collect::<String>()),
                LayoutMark::Odd(cell) => format!("odd {}", name(cell)),
                LayoutMark::Even(cell) => format!("even {}", name(cell)),
                LayoutMark::Allowed(cell, digits) => format!("{} {}", name(cell), digits.len()),
            };
            assert_eq!(shape.marks().iter().map(mark).collect::<Vec<_>>().join(", "), expected, "{layout}");
        };
        check("3x3", "");
        check("2x2 anti-knight non-consecutive", "");
        check("2x2 x windoku", "r2c2r2c3r3c2r3c3:0, r1c1-r4c4, r4c1-r1c4");
        check("2x2 odd=r1c1 even=r2c2 allowed=r3c3:123", "odd r1c1, even r2c2, r3c3 3");
        check("2x2 extra=r1c1,r2c2 extra=r1c1,r2c3,r3c2,r4c4", "r1c1r2c3r3c2r4c4:0, (r1c1r2c2)");
        let shape: Shape = "3x3 argyle".parse().expect("a layout");
        // Each line runs through the cells of its group.
        for mark in shape.marks() {
            let LayoutMark::Line(from, to) = mark else { panic!("a line") };
            assert!(shape.geometry().groups.iter().any(|group| group.contains(from) && group.contains(to)));
        }
        assert_eq!(shape.marks().len(), shape.geometry().groups.len());
    }
}

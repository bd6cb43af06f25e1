//! Shapes, grids and patterns, read from text.

/// Every shape by its name: box height x box width.
pub(crate) const SHAPES: [&str; 9] = ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3", "3x4", "4x3", "4x4"];

/// Digits by cell, row by row; 0 for an open cell.
pub(crate) type Grid = Vec<u8>;

/// The houses of a shape.
pub(crate) struct Geometry {
    /// Height and width of a box.
    pub(crate) height: usize,
    pub(crate) width: usize,
    /// Number of digits, rows, columns and boxes.
    pub(crate) n: usize,
    /// Cells of each row, then of each column, then of each box.
    pub(crate) houses: Vec<Vec<usize>>,
    /// The other cells of the three houses of each cell.
    pub(crate) peers: Vec<Vec<usize>>,
}

impl Geometry {
    /// The shape with this name.
    pub(crate) fn of(name: &str) -> Geometry {
        let (height, width) = name.split_once('x').expect("a shape is height x width");
        let (height, width): (usize, usize) = (height.parse().expect("a height"), width.parse().expect("a width"));
        let n = height * width;
        let mut houses = vec![Vec::new(); 3 * n];
        let mut houses_of: Vec<[usize; 3]> = Vec::new();
        for cell in 0..n * n {
            let (row, col) = (cell / n, cell % n);
            let of = [row, n + col, 2 * n + row / height * (n / width) + col / width];
            of.iter().for_each(|&house| houses[house].push(cell));
            houses_of.push(of);
        }
        let shares = |a: usize, b: usize| houses_of[a].iter().any(|house| houses_of[b].contains(house));
        let peers = (0..n * n).map(|a| (0..n * n).filter(|&b| a != b && shares(a, b)).collect()).collect();
        Geometry { height, width, n, houses, peers }
    }

    /// Reads a line of digits; `.` for an open cell.
    pub(crate) fn grid(&self, text: &str) -> Result<Grid, String> {
        let digit = |c: char| match c {
            '.' => Ok(0),
            _ => match c.to_digit(17) {
                Some(digit) if 1 <= digit && digit as usize <= self.n => Ok(digit as u8),
                _ => Err(format!("{c} is no digit")),
            },
        };
        let grid: Grid = text.chars().map(digit).collect::<Result<_, _>>()?;
        let n_cells = self.n * self.n;
        if grid.len() == n_cells { Ok(grid) } else { Err(format!("{} cells instead of {n_cells}", grid.len())) }
    }

    /// Reads a line of `x` for a clue cell and `.` for an open one.
    pub(crate) fn pattern(&self, text: &str) -> Vec<bool> {
        let pattern: Vec<bool> = text.chars().map(|c| c == 'x').collect();
        assert_eq!(pattern.len(), self.n * self.n, "{text}");
        pattern
    }

    /// Whether every row, column and box holds every digit once.
    pub(crate) fn is_solution(&self, grid: &[u8]) -> bool {
        self.houses.iter().all(|house| (1..=self.n as u8).all(|digit| house.iter().any(|&cell| grid[cell] == digit)))
    }

    /// Reads a cell such as `r1c12`.
    pub(crate) fn cell(&self, name: &str) -> Option<usize> {
        let (row, col) = name.strip_prefix('r')?.split_once('c')?;
        let (row, col): (usize, usize) = (row.parse().ok()?, col.parse().ok()?);
        let is_there = |line: usize| (1..=self.n).contains(&line);
        (is_there(row) && is_there(col)).then(|| (row - 1) * self.n + col - 1)
    }
}

/// A grid as a line of digits.
pub(crate) fn line(grid: &[u8]) -> String {
    let digit = |&digit: &u8| match digit {
        0 => '.',
        _ => char::from_digit(u32::from(digit), 17).expect("a digit up to 16").to_ascii_uppercase(),
    };
    grid.iter().map(digit).collect()
}

/// A pattern as a line of `x` and `.`.
pub(crate) fn mask(pattern: &[bool]) -> String {
    pattern.iter().map(|&is_clue| if is_clue { 'x' } else { '.' }).collect()
}

#[test]
fn houses_have_every_cell_three_times() {
    for shape in SHAPES {
        let geometry = Geometry::of(shape);
        let n = geometry.n;
        assert!(geometry.houses.iter().all(|house| house.len() == n), "{shape}");
        let n_peers = 3 * (n - 1) - (geometry.height - 1) - (geometry.width - 1);
        assert!(geometry.peers.iter().all(|peers| peers.len() == n_peers), "{shape}");
        let corner = &geometry.houses[2 * n];
        assert_eq!((corner[0], corner[n - 1]), (0, (geometry.height - 1) * n + geometry.width - 1), "{shape}");
    }
}

#[test]
fn texts_are_read_and_written() {
    let geometry = Geometry::of("3x4");
    let text = format!("{:.<144}", "1.C");
    assert_eq!(geometry.grid(&text).map(|grid| line(&grid)), Ok(text.clone()));
    assert_eq!(geometry.grid(&text.replace('C', "D")), Err("D is no digit".to_owned()));
    assert_eq!(geometry.grid("1.C"), Err("3 cells instead of 144".to_owned()));
    assert_eq!((geometry.cell("r1c12"), geometry.cell("r13c1"), geometry.cell("c1")), (Some(11), None, None));
}

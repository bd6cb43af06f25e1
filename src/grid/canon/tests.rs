use super::*;
use crate::grid::{Cell, Digit, SHAPES, Shape, parse_puzzles};
use proptest::prelude::*;

/// A permutation of 0..n from random numbers.
fn boxes(shape: Shape) -> (usize, usize) {
    shape.boxes().expect("rectangular boxes")
}

fn permutation(n: usize, bits: &mut impl Iterator<Item = usize>) -> Vec<u8> {
    let mut order: Vec<u8> = (0..n as u8).collect();
    for i in (1..n).rev() {
        order.swap(i, bits.next().expect("bits") % (i + 1));
    }
    order
}

/// Lines 0..n permuted within groups of `size`, and the groups permuted.
fn lines(n: usize, size: usize, bits: &mut impl Iterator<Item = usize>) -> Vec<u8> {
    let groups = permutation(n / size, bits);
    let line = |g: u8, i: u8| g * size as u8 + i;
    groups
        .into_iter()
        .flat_map(|g| permutation(size, bits).into_iter().map(move |i| line(g, i)).collect::<Vec<_>>())
        .collect()
}

fn random_transform(shape: Shape, bits: &mut impl Iterator<Item = usize>) -> Isomorphism {
    Isomorphism {
        shape,
        is_transposed: shape.is_square() && bits.next().expect("bits").is_multiple_of(2),
        rows: lines(shape.n(), boxes(shape).0, bits),
        cols: lines(shape.n(), boxes(shape).1, bits),
        digits: permutation(shape.n(), bits).into_iter().map(|d| Digit::from_index(usize::from(d))).collect(),
    }
}

/// The solution grid with rows shifted by box width and band.
fn pattern_grid(shape: Shape) -> Puzzle {
    let (n, (h, w)) = (shape.n(), boxes(shape));
    let value = |r: usize, c: usize| ((r % h) * w + r / h + c) % n;
    let values: Vec<u8> = (0..n * n).map(|i| value(i / n, i % n) as u8 + 1).collect();
    let grid = Puzzle::from_values(shape, &values);
    assert!(grid.is_solution());
    grid
}

/// A less regular one: rows with two equal digits crosswise are swapped where that is allowed.
fn stirred_grid(shape: Shape, bits: &mut impl Iterator<Item = usize>) -> Puzzle {
    let mut grid = pattern_grid(shape);
    let (n, h) = (shape.n(), boxes(shape).0);
    for _ in 0..3 * n {
        let band = bits.next().expect("bits") % (n / h) * h;
        let (a, b) = (band + bits.next().expect("bits") % h, band + bits.next().expect("bits") % h);
        let (c, d) = (bits.next().expect("bits") % n, bits.next().expect("bits") % n);
        let cells = [shape.cell(a, c), shape.cell(a, d), shape.cell(b, c), shape.cell(b, d)];
        let [p, q, r, s] = cells.map(|cell| grid.get(cell));
        if p == s && q == r && p != q {
            for (cell, digit) in cells.into_iter().zip([q, p, s, r]) {
                grid.set(cell, digit);
            }
        }
    }
    grid
}

/// The smallest image by trying every transformation.
fn slow_minlex(puzzle: &Puzzle) -> (Puzzle, u64) {
    fn orders(n: usize) -> Vec<Vec<u8>> {
        if n == 0 {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for order in orders(n - 1) {
            for at in 0..n {
                let mut longer = order.clone();
                longer.insert(at, n as u8 - 1);
                all.push(longer);
            }
        }
        all
    }
    fn line_orders(n: usize, size: usize) -> Vec<Vec<u8>> {
        orders(n)
            .into_iter()
            .filter(|lines| {
                lines.chunks(size).all(|g| g.iter().all(|l| usize::from(*l) / size == usize::from(g[0]) / size))
            })
            .collect()
    }
    let shape = puzzle.shape();
    let mut best: Option<(Puzzle, u64)> = None;
    for is_transposed in [false, true] {
        if is_transposed && !shape.is_square() {
            continue;
        }
        for rows in line_orders(shape.n(), boxes(shape).0) {
            for cols in line_orders(shape.n(), boxes(shape).1) {
                let mut transform =
                    Isomorphism { is_transposed, rows: rows.clone(), cols, ..Isomorphism::identity(shape) };
                let moved = transform.apply(puzzle);
                // Names in order of first use are the smallest.
                let mut names = vec![None; shape.n()];
                let mut n_names = 0;
                for (_, digit) in moved.clues() {
                    if names[digit.index()].is_none() {
                        names[digit.index()] = Some(Digit::from_index(n_names));
                        n_names += 1;
                    }
                }
                for name in names {
                    transform.digits.push(name.unwrap_or_else(|| {
                        n_names += 1;
                        Digit::from_index(n_names - 1)
                    }));
                }
                transform.digits.drain(..shape.n());
                let image = transform.apply(puzzle);
                match &mut best {
                    Some((least, count)) if *least == image => *count += 1,
                    Some((least, _)) if *least < image => {}
                    _ => best = Some((image, 1)),
                }
            }
        }
    }
    best.expect("a transformation")
}

#[track_caller]
fn check(shape: &str, puzzle: &str, minlex: &str, n_automorphisms: u64) {
    let puzzle = parse_puzzles(shape.parse().expect("shape"), puzzle).expect("puzzle").remove(0);
    let canonical = canonical(&puzzle).expect("a form");
    assert_eq!((canonical.puzzle.to_string().as_str(), canonical.n_automorphisms), (minlex, n_automorphisms));
    assert_eq!(canonical.transform.apply(&puzzle), canonical.puzzle);
}

#[test]
fn known_forms() {
    // Figure 10 of McGuire et al.: the grid with most automorphisms.
    check(
        "3x3",
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
        648,
    );
    check(
        "3x3",
        "639241785284765193517983624123857946796432851458619237342178569861594372975326418",
        "123456789456789123798231564234675918815943276967812435379164852582397641641528397",
        1,
    );
    check("2x2", "................", "................", 128);
    check("2x3", &".".repeat(36), &".".repeat(36), (8 * 6) * (36 * 2));
    check("2x2", "1...............", "...............1", 8);
    check("2x2", "12..............", "..............12", 8);
    check("2x2", "1.....1.........", "...........1.1..", 4);
}

/// As they were found while every row that may come next was tried: whatever is passed over makes no difference.
#[test]
fn known_forms_of_puzzles() {
    check(
        "3x3",
        "....1..24.8..........6......3.8..5..4......1..........76....8.....5..3..2...4....",
        "..............1..2..3.4..5............63..4...2....7.8.....2.....5...36..1...8...",
        1,
    );
    check(
        "3x3",
        ".......54.1.7.....2............56....3....7...8.......6..1..3....4....725........",
        "........1........2..3..4........356..12.7....8..........5...4..4..1.....7..8.....",
        1,
    );
    check(
        "3x3",
        ".6..7.......81.9...35..................3...567...9......96...........4..2.....7..",
        "..............1..2.34....5.....2..3.1....6...7...........3....1...54....2......89",
        1,
    );
    check(
        "3x3",
        "..9..7.......1.5..6.....48.........7.....2...45..........5.6.....1.....3...84....",
        "........1.......23..4..5........67...2........3......8....3..6....21....9..8..4..",
        1,
    );
    check(
        "3x3",
        "..7...6..2....47.....857..3.....1.9...3...8...6.5.....9..785.....24....8..5...9..",
        "........1..1.23.4..4.5...........2...67.3..5.1....6...38.4..7..4..7.....7..3.8..9",
        1,
    );
    check(
        "3x3",
        "..............9.....8................9...............7....75............462..1.3.",
        ".................1.....2...................2...3...................34....5...6789",
        1,
    );
    check(
        "3x3",
        ".2.4..9....53....89..2...5..........754............745..36...7.5..9..6...6.5....9",
        ".....................123456..1..4..3..42..6....7.5..4..1..4...7.4...85...7.5...6.",
        2,
    );
    check(
        "3x3",
        "......5.4......3.6......8.2............956481.............21.......49.......67...",
        "...................................1...123..4...546..7........8456.....2879.....6",
        12,
    );
    check(
        "3x3",
        "....91......6..1.........26.....5.6.......3.1...91.......2.4.........64.....3...5",
        ".............................1..2..3..2.3..4..3..5...6.4.2..6..2..7...1.7....35..",
        6,
    );
    check("2x3", ".6.......6..5..3....6..225..63643..1", ".....1..1.....2.3..4.1...5.21612..43", 1);
    check(
        "2x4",
        "516.......47.........84547...................2.88....31.12....8.",
        "..............12.....324..35......2..67...61.2...846....53......",
        1,
    );
    check(
        "3x4",
        ".....A4..........3.......3............328......7..1....5C2.......C.2.B1..8..1...6...A..93..C...11..4A6....2..57...6.....92........7......5...36.",
        "...........1..........23.......1..........45..6....4.7.8......16.......5...829...3.6.6.....A.9..9...73..B1....C9....8..B.B8...9.5...4...8.1..A..",
        1,
    );
}

#[test]
fn what_has_no_form_is_said() {
    let shape = Shape::new(4, 4).expect("shape");
    let mut puzzle = pattern_grid(shape);
    for i in 0..16 {
        puzzle.set(shape.cell(i, i / 4 + i % 4 * 4), None);
    }
    assert_eq!(canonical(&puzzle), Err(CanonError::TooSymmetric));
    let repeats = parse_puzzles("2x2".parse().expect("shape"), "1.1.............").expect("puzzle").remove(0);
    assert_eq!(canonical(&repeats), Err(CanonError::Conflict));
}

/// Where there is no form, only the solution of the puzzle tells its class.
#[test]
fn classes_ask_for_the_solution() {
    let grid = pattern_grid(Shape::new(4, 4).expect("shape"));
    let mut puzzle = grid.clone();
    for i in 0..16 {
        puzzle.set(grid.shape().cell(i, i / 4 + i % 4 * 4), None);
    }
    let other = Isomorphism {
        digits: (0..16).map(|i| Digit::from_index((i + 1) % 16)).collect(),
        ..Isomorphism::identity(grid.shape())
    };
    for wrong in [None, Some(puzzle.clone()), Some(other.apply(&grid))] {
        assert_eq!(class(&puzzle, || wrong), Err(CanonError::TooSymmetric));
    }
    assert!(matches!(class(&puzzle, || Some(grid.clone())), Ok(Class::InSolution(..))));
    // Puzzles with different numbers of clues are not compared.
    assert_eq!(equivalence(&puzzle, &puzzle), Err(CanonError::TooSymmetric));
    assert_eq!(equivalence(&puzzle, &grid), Ok(None));
}

/// Puzzles on layouts that are not plain have their class in the solution, too: by the moves of the layout or, where
/// these are too many, by refinement.
#[test]
fn classes_of_layouts_are_in_the_solution() {
    let grid =
        |layout: &str, text: &str| parse_puzzles(layout.parse().expect("a layout"), text).expect("a grid").remove(0);
    let sums: String = (0..36).map(|i| char::from(b'1' + ((i / 6 + i % 6) % 6) as u8)).collect();
    for (grid, n_automorphisms) in
        [(grid("4 regions=AAABCABBCCDBCDDD", "1234341221434321"), 4), (grid("6 latin", &sums), 6 * 6 * 2 * 2)]
    {
        let group = automorphisms(&grid);
        assert_eq!(group.len(), n_automorphisms);
        assert!(group.iter().all(|one| one.apply(&grid) == grid));
        let without = |cells: &[usize]| {
            let mut puzzle = grid.clone();
            for &cell in cells {
                puzzle.set(Cell::from_index(cell), None);
            }
            puzzle
        };
        let images = |cells: &[usize]| -> Vec<Puzzle> {
            let puzzle = without(cells);
            let mut images: Vec<Puzzle> = group.iter().map(|one| one.apply(&puzzle)).collect();
            images.sort();
            images.dedup();
            images
        };
        for (one, two) in [([0, 1], [0, 2]), ([0, 1], [1, 2]), ([0, 2], [0, 3]), ([1, 2], [3, 2])] {
            let is_image = images(&one).contains(&without(&two));
            let its_class = class_in(&grid, &without(&one));
            assert_eq!(class_in(&grid, &without(&two)) == its_class, is_image, "{one:?} {two:?}");
            for image in images(&one).iter().step_by(50) {
                assert_eq!(class_in(&grid, image), its_class);
            }
        }
    }
}

/// Grids without any order: of few such grids, rows take all their digits of a box from one other box.
/// In every band, two of the four digits that a row has in a box come from each of the other two boxes of another row. What
/// comes from one box stands together, so that the second row is as small as it can be.
#[test]
fn what_comes_from_one_box_stands_together() {
    let text = "CB8374215A964926A53BC187A57169C832B47815C3A26B499AB2465718C36C3481B975A2\
                53CA1284976B826B9C73A4151497BA652C38B64C579A83212159384CB67A37A82B16495C";
    let grid = parse_puzzles("3x4".parse().expect("a shape"), text).expect("a grid").remove(0);
    let form = canonical(&grid).expect("a form").puzzle.to_string();
    assert_eq!(&form[..16], "123456789ABC569A");
}

#[test]
fn both_ways_agree_on_random_grids() {
    for (shape, text) in [
        ("3x3", "359714268468329517127658934836941752241537896975286143582163479694875321713492685"),
        ("3x3", "964137582152498367837562194291753846346281975578946213623879451419625738785314629"),
        ("3x3", "149625837687134529352798146426581793875963214931247685268479351593816472714352968"),
        ("3x3", "913482576726591843854376129635249781482617395197853462549128637268735914371964258"),
        ("3x3", "164829753789135426235746189627951834943268517518374692352487961496512378871693245"),
        ("3x3", "165839427387264195942175386896341572274956831531728964629513748453687219718492653"),
        ("2x4", "4725831636182475735146828246715314325867586732416583172421746538"),
        ("2x4", "2571836464837215381564724762358181342657562718431358472672465138"),
    ] {
        let grid = parse_puzzles(shape.parse().expect("a shape"), text).expect("a grid").remove(0);
        let (a, b) = (canonical(&grid).expect("a form"), sparse::minlex(&grid).expect("a form"));
        assert_eq!((a.puzzle, a.n_automorphisms), (b.puzzle, b.n_automorphisms));
    }
}

/// What does not keep rows, columns and boxes together, or names two digits alike.
#[test]
fn transformations_that_break_the_rules_are_not_valid() {
    let shape: Shape = "2x3".parse().expect("a shape");
    let check = |is_valid: bool, change: &dyn Fn(&mut Isomorphism)| {
        let mut one = Isomorphism::identity(shape);
        change(&mut one);
        assert_eq!(one.is_valid(), is_valid, "{one:?}");
    };
    check(true, &|one| one.rows.swap(0, 1));
    check(false, &|one| one.rows.swap(1, 2));
    check(true, &|one| one.cols.swap(1, 2));
    check(false, &|one| one.cols.swap(2, 3));
    check(true, &|one| one.digits.swap(2, 3));
    check(false, &|one| one.rows[0] = 1);
    check(false, &|one| one.cols[0] = 1);
    check(false, &|one| one.digits[0] = one.digits[1]);
    check(false, &|one| one.is_transposed = true);
}

#[test]
fn automorphisms_form_a_group() {
    for shape in SHAPES {
        if shape.n() > 9 {
            continue;
        }
        let grid = pattern_grid(shape);
        let group = automorphisms(&grid);
        assert!(group.contains(&Isomorphism::identity(shape)), "{shape}");
        for a in &group {
            assert_eq!(a.apply(&grid), grid);
            assert!(a.is_valid());
        }
        for (a, b) in group.iter().zip(group.iter().rev()) {
            assert!(group.contains(&a.then(b)) && group.contains(&a.inverse()), "{shape}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn transformations_compose(index in 0..SHAPES.len(), bits in prop::collection::vec(any::<usize>(), 400)) {
        let shape = SHAPES[index];
        let mut bits = bits.into_iter();
        let (a, b) = (random_transform(shape, &mut bits), random_transform(shape, &mut bits));
        prop_assert!(a.is_valid() && b.is_valid());
        let puzzle = stirred_grid(shape, &mut bits);
        prop_assert_eq!(a.then(&b).apply(&puzzle), b.apply(&a.apply(&puzzle)));
        prop_assert_eq!(a.then(&a.inverse()), Isomorphism::identity(shape));
        prop_assert!(a.apply(&puzzle).is_solution());
    }

    #[test]
    fn equivalent_puzzles_share_their_form(
        index in 0..SHAPES.len(),
        keep in prop::collection::vec(0u32..100, 256),
        level in 15u32..60,
        bits in prop::collection::vec(any::<usize>(), 600),
    ) {
        let shape = SHAPES[index];
        let mut bits = bits.into_iter();
        let grid = stirred_grid(shape, &mut bits);
        let mut puzzle = grid.clone();
        for cell in shape.cells() {
            if keep[cell.index()] > level.min(if shape.n() > 12 { 35 } else { 100 }) {
                puzzle.set(cell, None);
            }
        }
        let transform = random_transform(shape, &mut bits);
        for original in [&puzzle, &grid] {
            if original.is_full() && shape.n() == 16 {
                continue;
            }
            let image = transform.apply(original);
            let (a, b) = (canonical(original).expect("a form"), canonical(&image).expect("a form"));
            prop_assert_eq!(&a.puzzle, &b.puzzle);
            prop_assert_eq!(a.n_automorphisms, b.n_automorphisms);
            prop_assert!(a.puzzle <= *original && a.transform.is_valid());
            prop_assert_eq!(&a.transform.apply(original), &a.puzzle);
            prop_assert_eq!(&canonical(&a.puzzle).expect("a form").puzzle, &a.puzzle);
            let map = equivalence(original, &image).expect("a form").expect("equivalent");
            prop_assert_eq!(map.apply(original), image);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Tiny shapes: nothing is smaller, and the automorphisms are counted right. Any digits will do.
    #[test]
    fn nothing_is_smaller(
        index in 0..3usize,
        values in prop::collection::vec(0u8..14, 36),
        full in any::<bool>(),
        bits in prop::collection::vec(any::<usize>(), 600),
    ) {
        let shape = SHAPES[index];
        let puzzle = if full {
            let mut bits = bits.into_iter();
            let grid = stirred_grid(shape, &mut bits);
            random_transform(shape, &mut bits).apply(&grid)
        } else {
            let values: Vec<u8> =
                values[..shape.n_cells()].iter().map(|&v| if usize::from(v) <= shape.n() { v } else { 0 }).collect();
            let mut puzzle = Puzzle::from_values(shape, &values);
            while let Some(conflict) = puzzle.conflict() {
                puzzle.set(conflict.cells[1], None);
            }
            puzzle
        };
        let form = canonical(&puzzle).expect("a form");
        prop_assert_eq!((form.puzzle, form.n_automorphisms), slow_minlex(&puzzle));
    }

    /// A full grid by the way for puzzles, which knows nothing of the way for grids.
    #[test]
    fn both_ways_agree_on_grids(index in 0..6usize, bits in prop::collection::vec(any::<usize>(), 600)) {
        let grid = stirred_grid(SHAPES[index], &mut bits.into_iter());
        let (a, b) = (canonical(&grid).expect("a form"), sparse::minlex(&grid).expect("a form"));
        prop_assert_eq!((a.puzzle, a.n_automorphisms), (b.puzzle, b.n_automorphisms));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Almost filled grids, which have no form where they are large.
    #[test]
    fn dense_puzzles_have_a_class(
        index in 0..SHAPES.len(),
        holes in prop::collection::vec(0usize..256, 2..6),
        bits in prop::collection::vec(any::<usize>(), 800),
    ) {
        let shape = SHAPES[index];
        let mut bits = bits.into_iter();
        let grid = stirred_grid(shape, &mut bits);
        let mut puzzle = grid.clone();
        for hole in &holes {
            puzzle.set(Cell::from_index(hole % shape.n_cells()), None);
        }
        let transform = random_transform(shape, &mut bits);
        let image = transform.apply(&puzzle);
        let classes = [(&puzzle, grid.clone()), (&image, transform.apply(&grid))]
            .map(|(puzzle, solution)| class(puzzle, || Some(solution)).expect("a class"));
        prop_assert_eq!(&classes[0], &classes[1]);
        let first = puzzle.clues().next().expect("a clue").0;
        puzzle.set(first, None);
        prop_assert_ne!(&class(&puzzle, || Some(grid)).expect("a class"), &classes[0]);
    }

    /// Two ways to take few cells out of a symmetric grid: by form and by solution they are equal or they are
    /// not. With less than four cells out, the puzzle is proper.
    #[test]
    fn both_kinds_of_class_agree(
        index in 0..4usize,
        holes in prop::collection::vec(any::<prop::sample::Index>(), 2..4),
        others in prop::collection::vec(any::<prop::sample::Index>(), 2..4),
    ) {
        let grid = pattern_grid(SHAPES[index]);
        let puzzle = |holes: &[prop::sample::Index]| {
            let mut puzzle = grid.clone();
            for hole in holes {
                puzzle.set(Cell::from_index(hole.index(grid.shape().n_cells())), None);
            }
            puzzle
        };
        let (a, b) = (puzzle(&holes), puzzle(&others));
        let is_same_form = canonical(&a).expect("a form").puzzle == canonical(&b).expect("a form").puzzle;
        prop_assert_eq!(class_in(&grid, &a) == class_in(&grid, &b), is_same_form);
    }
}

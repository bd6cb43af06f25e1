use super::*;

#[test]
fn shapes_parse_and_refuse() {
    for (index, shape) in Shape::plain_shapes().enumerate() {
        assert_eq!(shape.index(), index);
        assert_eq!(shape.to_string().parse(), Ok(shape));
        let (height, width) = shape.boxes().expect("boxes");
        assert_eq!(height * width, shape.n());
        assert_eq!(Shape::new(height, width), Ok(shape));
    }
    let check = |text: &str, expected: &str| {
        let error = text.parse::<Shape>().expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    };
    check("5x6", "unknown shape \"5x6\": use one of 2x2");
    check("18 latin", "18 rows are not possible: a layout has 4 to 16, 20 or 25");
    check("", "unknown shape \"\": use one of");
    check("3 latin", "3 rows are not possible");
    check("17 latin", "17 rows are not possible");
    check("9", "a layout of 9 rows needs its regions once");
    check("4 latin regions=AAAABBBBCCCCDDDD", "a layout of 4 rows needs its regions once");
    check("4 regions=AABB", "regions= needs 16 letters for 4 rows, one for each cell, and has 4");
    check("4 regions=AAABCABBCCDBCDDDD", "regions= needs 16 letters for 4 rows, one for each cell, and has 17");
    check("4 regions=AAAB/ABBCCDBCDDD", "regions= names the region of r2c1 \"/\"");
    check("4 regions=AAABCABBCCDBCDDA", "region A has 5 cells: each region of a grid with 4 rows has 4");
    check("4 regions=ABCDEFGHIJKLMNOP", "region A has 1 cells");
    check("4 regions=AAAB CABB CCDB CDDD y", "unknown word \"y\" in a layout");
    check("4 knights", "unknown word \"knights\" in a layout");
}

#[test]
fn rules_parse_and_refuse() {
    let check = |text: &str, expected: &str| {
        let shape = text.parse::<Shape>();
        let actual = shape.as_ref().map_or_else(ToString::to_string, ToString::to_string);
        assert!(actual.starts_with(expected), "{text}: {actual}");
        if let Ok(shape) = shape {
            assert_eq!(actual, expected);
            assert_eq!(actual.parse(), Ok(shape));
            assert_eq!(shape.to_string().parse::<Shape>().map(Shape::without_rules), Ok(shape.without_rules()));
            assert_eq!(shape.without_rules().with_rules(shape.rules()), Ok(shape));
            assert!(shape.has_rules() && shape.boxes().is_none());
        }
    };
    check("3x3 x", "3x3 x");
    check("3x3 diagonal+ diagonal-", "3x3 x");
    check("9 latin anti-knight  diagonal+", "9 latin diagonal+ anti-knight");
    check("4 regions=AAAB CABB CCDB CDDD non-consecutive", "4 regions=AAABCABBCCDBCDDD non-consecutive");
    check("2x2 even=r1c1,r4c4 odd=r2c2", "2x2 odd=r2c2 even=r1c1,r4c4");
    check("2x2 allowed=r1c1:123,r1c2:24", "2x2 even=r1c2 allowed=r1c1:123");
    check("2x2 allowed=r1c1:123 odd=r1c1", "2x2 odd=r1c1");
    check("2x2 extra=r2c2,r1c1 extra=r1c1,r2c2,r3c3,r4c4", "2x2 extra=r1c1,r2c2 extra=r1c1,r2c2,r3c3,r4c4");
    check("4x4 windoku x disjoint-groups", "4x4 x windoku disjoint-groups");
    check("2x3 windoku", "windoku needs 4, 9, 16 or 25 rows");
    check("9 latin disjoint-groups", "disjoint-groups needs boxes of equal height and width");
    check("4x4 centre-dot", "centre-dot needs 9 rows");
    check("3x3 toroidal", "toroidal needs anti-knight, anti-king or non-consecutive");
    check("2x2 odd=r5c1", "\"r5c1\" is no cell of a grid with 4 rows: use r1c1 to r4c4");
    check("2x2 odd=", "\"\" is no cell of a grid with 4 rows");
    check("2x2 odd=r1c1 even=r1c1", "no digit is left for r1c1");
    check("2x2 allowed=r1c1", "\"r1c1\" in allowed= is no cell with its digits");
    check("2x2 allowed=r1c1:", "\"r1c1:\" in allowed= is no cell with its digits");
    check("2x2 allowed=r1c1:5", "\"r1c1:5\" in allowed= names the digit \"5\": use 1 to 4");
    check("2x2 extra=r1c1", "extra= has 1 cells: use 2 to 4");
    check("2x2 regions=AABB", "unknown word");
    check("2x2 thermometer", "unknown word \"thermometer\" in a layout");
    let many: Vec<String> = (0..17)
        .map(|i| {
            format!(
                "extra={}",
                (0..16)
                    .map(|j| { format!("r{}c{}", j + 1, if j == 15 { (i + 3) % 16 + 1 } else { (j + i) % 16 + 1 }) })
                    .collect::<Vec<_>>()
                    .join(",")
            )
        })
        .collect();
    let crowded = format!("4x4 x windoku disjoint-groups {}", many.join(" "));
    assert!(crowded.parse::<Shape>().is_ok(), "92 houses");
}

#[test]
fn rules_make_houses_groups_and_exclusions() {
    let check = |text: &str, n_further: usize, n_groups: usize, cell: &str, n_peers: usize| {
        let shape: Shape = text.parse().expect("a layout");
        let geometry = &*shape.geometry();
        assert_eq!(geometry.further_houses().count(), n_further, "{text}");
        assert_eq!(geometry.groups.len(), n_groups, "{text}");
        let cell = shape.cells().find(|&c| shape.cell_name(c) == cell).expect("a cell");
        assert_eq!(geometry.peers[cell.index()].len(), n_peers, "{text}");
        for cell in shape.cells() {
            for peer in shape.cells().filter(|&peer| peer != cell) {
                let sets = geometry.house_sets.iter().chain(&geometry.groups);
                let share = sets.clone().any(|set| set.contains(cell) && set.contains(peer));
                assert_eq!(geometry.are_peers(cell, peer), share, "{text}");
            }
        }
    };
    check("3x3 x", 2, 0, "r5c5", 32);
    check("3x3 diagonal-", 1, 0, "r1c1", 26);
    check("3x3 windoku", 4, 0, "r2c2", 23);
    check("3x3 disjoint-groups", 9, 0, "r1c1", 24);
    check("3x3 centre-dot asterisk girandola", 3, 0, "r5c5", 32);
    check("3x3 argyle", 0, 8, "r1c2", 26);
    check("3x3 anti-knight", 0, 224, "r5c5", 28);
    check("3x3 anti-king", 0, 128, "r3c3", 23);
    check("9 latin toroidal anti-king", 0, 162, "r1c1", 20);
    check("3x3 extra=r1c1,r2c4,r3c7", 0, 1, "r1c1", 22);
    let shape: Shape = "3x3 non-consecutive".parse().expect("a layout");
    let five = crate::grid::Candidate::new(shape.cell(0, 0), crate::grid::Digit::new(5));
    let clashes: Vec<String> = shape.geometry().clashes(five).map(|c| c.placed_name(shape)).collect();
    assert_eq!(clashes.join(" "), "r1c2=4 r2c1=4 r1c2=6 r2c1=6");
    let one = crate::grid::Candidate::new(shape.cell(4, 4), crate::grid::Digit::new(1));
    assert_eq!(shape.geometry().clashes(one).count(), 4);
    assert!(!shape.treats_digits_alike() && Shape::NINE.treats_digits_alike());
}

#[test]
fn one_partition_is_one_shape() {
    let shape: Shape = "4 regions=AAABCABBCCDBCDDD".parse().expect("a layout");
    assert_eq!("4  regions=xxxy 1xyy 11zy 1zzz".parse(), Ok(shape));
    assert_eq!(Shape::irregular(4, &[9, 9, 9, 3, 0, 9, 3, 3, 0, 0, 7, 3, 0, 7, 7, 7]), Ok(shape));
    assert_eq!(shape.to_string(), "4 regions=AAABCABBCCDBCDDD");
    assert_eq!(shape.to_string().parse(), Ok(shape));
    assert_eq!((shape.boxes(), shape.is_irregular(), shape.is_latin()), (None, true, false));
    assert_eq!(shape.name(), "irregular 4x4");
    assert_eq!("4 regions=AABBAABBCCDDCCDD".parse(), Shape::new(2, 2));
    assert_eq!("6 regions=aabbcc aabbcc aabbcc ddeeff ddeeff ddeeff".parse(), Shape::new(3, 2));
    let latin: Shape = "5 regions=AAAAABBBBBCCCCCDDDDDEEEEE".parse().expect("a layout");
    assert_eq!((latin.to_string().as_str(), latin.name().as_str()), ("5 latin", "latin 5x5"));
    assert_eq!("5 latin".parse(), Ok(latin));
    assert_ne!(shape, Shape::new(2, 2).expect("a shape"));
}

#[test]
fn moved_regions_are_a_shape() {
    let shape: Shape = "4 regions=AAABCABBCCDBCDDD".parse().expect("a layout");
    let half_turn = shape.moved(|cell| Cell::from_index(15 - cell.index()));
    assert_eq!(half_turn, shape);
    assert_ne!(shape.transposed(), shape);
    assert_eq!(shape.transposed().transposed(), shape);
    assert!(!shape.is_square() && Shape::NINE.is_square());
    assert_eq!(Shape::new(2, 3).expect("a shape").transposed(), Shape::new(3, 2).expect("a shape"));
    let latin: Shape = "5 latin".parse().expect("a layout");
    assert_eq!(latin.transposed(), latin);
    let check = |from: &str, to: &str| {
        let shape: Shape = from.parse().expect("a layout");
        let mirrored = shape.moved(|cell| shape.cell(shape.row(cell), shape.n() - 1 - shape.col(cell)));
        assert_eq!(mirrored.to_string(), to);
    };
    check("2x3 x anti-knight", "2x3 x anti-knight");
    check("2x3 diagonal+ odd=r1c1", "2x3 diagonal- odd=r1c6");
    check("2x2 extra=r1c1,r2c3 allowed=r4c1:123", "2x2 allowed=r4c4:123 extra=r1c4,r2c2");
}

//! Facts that this program takes from the literature. It does not prove them, so whatever rests on one of them is
//! said to hold "by published enumeration", with the source.

/// A lower bound for the number of clues that others have established by a computation too long to repeat here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Published {
    /// No puzzle has fewer clues.
    pub fewest_clues: usize,
    /// Who has established it, when or where.
    pub source: &'static str,
}

/// Every proper 9x9 puzzle has at least 17 clues.
///
/// G. McGuire, B. Tugemann and G. Civario, "There is no 16-clue Sudoku", 2013, searched all solution grids.
pub const FEWEST_CLUES: Published = Published { fewest_clues: 17, source: "McGuire, Tugemann and Civario, 2013" };

/// Every 9x9 puzzle that naked singles alone solve has at least 18 clues.
///
/// All 49,158 puzzles with 17 clues are known, since members of the New Sudoku Players' Forum (blue, G. Penet) searched
/// all solution grids (thread 34012, "Scan solution grids for 17 clues as of blue"), and naked singles solve none of
/// them. A test repeats the second half for the 49,151 puzzles of Gordon Royle's collection.
pub const FEWEST_CLUES_OF_NAKED_SINGLES: Published =
    Published { fewest_clues: 18, source: "all 49,158 puzzles with 17 clues, New Sudoku Players' Forum, thread 34012" };

impl Published {
    /// How a sentence names the ground: "by published enumeration (source)".
    pub fn ground(&self) -> String {
        format!("by published enumeration ({})", self.source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the literature says is held here word by word: it must not drift with the code.
    #[track_caller]
    fn check(published: Published, clues: usize, ground: &str) {
        assert_eq!((published.fewest_clues, published.ground().as_str()), (clues, ground));
    }

    #[test]
    fn facts_are_those_of_the_literature() {
        check(FEWEST_CLUES, 17, "by published enumeration (McGuire, Tugemann and Civario, 2013)");
        check(
            FEWEST_CLUES_OF_NAKED_SINGLES,
            18,
            "by published enumeration (all 49,158 puzzles with 17 clues, New Sudoku Players' Forum, thread 34012)",
        );
    }
}

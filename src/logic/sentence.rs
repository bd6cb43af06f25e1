//! Sentences about steps. They are composed from parts, so they know which of their words name cells: a window can
//! show the cells while the words are pointed at.

use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, Geometry, House, Shape};
use std::fmt;
use std::ops::Range;

/// Words of a sentence that name cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    /// The words, as a range of bytes of the sentence.
    pub range: Range<usize>,
    /// The cells: one, or those of a house.
    pub cells: CellSet,
}

/// A text, whole or in part a sentence, and the words in it that name cells.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sentence {
    text: String,
    mentions: Vec<Mention>,
}

impl Sentence {
    /// The name of a cell: `r1c1`.
    pub fn cell(shape: Shape, cell: Cell) -> Sentence {
        Sentence::naming(shape.cell_name(cell), [cell].into_iter().collect())
    }

    /// A candidate that is placed: `r1c1=5`.
    pub fn placed(shape: Shape, candidate: Candidate) -> Sentence {
        Sentence::naming(candidate.placed_name(shape), [candidate.cell].into_iter().collect())
    }

    /// A candidate that is ruled out: `r1c1<>5`.
    pub fn eliminated(shape: Shape, candidate: Candidate) -> Sentence {
        Sentence::naming(candidate.eliminated_name(shape), [candidate.cell].into_iter().collect())
    }

    /// The name of a house: `row 3`.
    pub fn house(geometry: &Geometry, house: House) -> Sentence {
        Sentence::naming(geometry.house_name(house), geometry.house_sets[house.index()])
    }

    /// The name of a constraint: `r1c1`, or `5 in row 3`.
    pub fn constraint(geometry: &Geometry, constraint: Constraint) -> Sentence {
        match constraint {
            Constraint::Cell(cell) => Sentence::cell(geometry.shape, cell),
            Constraint::HouseDigit(house, digit) => {
                Sentence::compose("{0} in {1}", [digit.into(), Sentence::house(geometry, house)])
            }
        }
    }

    /// Where the digit of a constraint stands: `row 3`; for the constraint of a cell, `r1c1`.
    pub fn place(geometry: &Geometry, constraint: Constraint) -> Sentence {
        match constraint {
            Constraint::Cell(cell) => Sentence::cell(geometry.shape, cell),
            Constraint::HouseDigit(house, _) => Sentence::house(geometry, house),
        }
    }

    fn naming(words: String, cells: CellSet) -> Sentence {
        Sentence { mentions: vec![Mention { range: 0..words.len(), cells }], text: words }
    }

    /// The text of a template, in which `{0}` stands for the first part, `{1}` for the second. A part may come any
    /// number of times and in any order, so another language may have an order of its own.
    #[allow(clippy::needless_pass_by_value, reason = "the parts are made for the call")]
    pub fn compose<const N: usize>(template: &str, parts: [Sentence; N]) -> Sentence {
        let mut whole = Sentence::with_room(&parts, template.len());
        let mut rest = template;
        while let Some((before, behind)) = rest.split_once('{') {
            whole.text.push_str(before);
            let (number, behind) = behind.split_once('}').unwrap_or((behind, ""));
            let part = number.parse().ok().and_then(|number: usize| parts.get(number));
            debug_assert!(part.is_some(), "no part {number} for {template:?}");
            part.inspect(|part| whole.push(part));
            rest = behind;
        }
        whole.text.push_str(rest);
        whole
    }

    /// The parts with something between each two.
    pub fn join(parts: impl IntoIterator<Item = Sentence>, between: &str) -> Sentence {
        let parts: Vec<Sentence> = parts.into_iter().collect();
        let mut whole = Sentence::with_room(&parts, parts.len() * between.len());
        for (number, part) in parts.iter().enumerate() {
            if number > 0 {
                whole.text.push_str(between);
            }
            whole.push(part);
        }
        whole
    }

    /// The parts as a list: "a", "a and b", "a, b and c".
    pub fn list(parts: impl IntoIterator<Item = Sentence>) -> Sentence {
        let mut parts: Vec<Sentence> = parts.into_iter().collect();
        match parts.pop() {
            Some(last) if !parts.is_empty() => Sentence::compose("{0} and {1}", [Sentence::join(parts, ", "), last]),
            last => last.unwrap_or_default(),
        }
    }

    /// An empty one with room for these parts and some more bytes of text: a trace has thousands of sentences.
    fn with_room(parts: &[Sentence], n_bytes: usize) -> Sentence {
        let n_mentions = parts.iter().map(|part| part.mentions.len()).sum();
        let n_bytes = n_bytes + parts.iter().map(|part| part.text.len()).sum::<usize>();
        Sentence { text: String::with_capacity(n_bytes), mentions: Vec::with_capacity(n_mentions) }
    }

    /// Puts another one behind it.
    pub fn push(&mut self, other: &Sentence) {
        let start = self.text.len();
        self.text.push_str(&other.text);
        let moved = |m: &Mention| Mention { range: m.range.start + start..m.range.end + start, cells: m.cells };
        self.mentions.extend(other.mentions.iter().map(moved));
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The words that name cells, from left to right.
    pub fn mentions(&self) -> &[Mention] {
        &self.mentions
    }
}

impl From<&str> for Sentence {
    fn from(text: &str) -> Sentence {
        Sentence::from(text.to_owned())
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Sentence {
        Sentence { text, mentions: Vec::new() }
    }
}

impl From<Digit> for Sentence {
    fn from(digit: Digit) -> Sentence {
        Sentence::from(digit.to_string())
    }
}

impl From<Sentence> for String {
    fn from(sentence: Sentence) -> String {
        sentence.text
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::pictures;

    /// The mentioned words with the number of cells each names.
    fn named(sentence: &Sentence) -> String {
        let word = |m: &Mention| format!("{}:{}", &sentence.text()[m.range.clone()], m.cells.len());
        sentence.mentions().iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn check(sentence: &Sentence, text: &str, expected: &str) {
        assert_eq!((sentence.text(), named(sentence).as_str()), (text, expected));
    }

    #[test]
    fn parts_keep_what_they_name() {
        let shape: Shape = "2x3".parse().expect("a shape");
        let geometry = shape.geometry();
        let [a, b, c] = [0, 7, 35].map(Cell::from_index);
        let cell = |cell| Sentence::cell(shape, cell);
        let digit = Digit::from_index(4);
        check(&Sentence::list([cell(a)]), "r1c1", "r1c1:1");
        check(&Sentence::list([cell(a), cell(b)]), "r1c1 and r2c2", "r1c1:1 r2c2:1");
        check(&Sentence::list([cell(a), cell(b), cell(c)]), "r1c1, r2c2 and r6c6", "r1c1:1 r2c2:1 r6c6:1");
        check(&Sentence::list([]), "", "");
        let house = geometry.cell_houses[b.index()][0];
        check(&Sentence::constraint(geometry, Constraint::HouseDigit(house, digit)), "5 in row 2", "row 2:6");
        let candidate = Candidate::new(c, digit);
        let parts = [Sentence::placed(shape, candidate), Sentence::eliminated(shape, candidate), cell(a)];
        check(
            &Sentence::compose("{2}: {0}, {2} – {1}!", parts),
            "r1c1: r6c6=5, r1c1 – r6c6<>5!",
            "r1c1:1 r6c6=5:1 r1c1:1 r6c6<>5:1",
        );
    }

    /// Where a text seems to speak of a cell or a house, word for word.
    fn names(text: &str) -> Vec<&str> {
        let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let is_cell = |word: &str| {
            let parts = word.strip_prefix('r').and_then(|rest| rest.split_once('c'));
            parts.is_some_and(|(row, column)| is_number(row) && is_number(column))
        };
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let houses = words.windows(2).filter(|pair| ["row", "column", "box"].contains(&pair[0]) && is_number(pair[1]));
        let houses = houses.map(|pair| pair[1]);
        words.iter().copied().filter(|word| is_cell(word)).chain(houses).collect()
    }

    /// No strategy names a cell or a house as mere text.
    #[test]
    fn every_name_in_the_sentences_of_the_examples_is_a_mention() {
        for picture in pictures() {
            let step = picture.step().expect("an example of its strategy");
            let sentence = step.sentence(&picture.board);
            let n_names = names(sentence.text()).len();
            assert_eq!(n_names, sentence.mentions().len(), "{sentence}: {}", named(&sentence));
            assert!(n_names > 0, "{sentence}");
            let shape = picture.board.shape();
            for mention in sentence.mentions() {
                let words = &sentence.text()[mention.range.clone()];
                if words.contains(' ') {
                    assert_eq!(mention.cells.len(), shape.n(), "{words}");
                } else {
                    let cells: Vec<Cell> = mention.cells.iter().collect();
                    assert_eq!(words.split(['=', '<']).next(), Some(shape.cell_name(cells[0]).as_str()));
                }
            }
        }
    }
}

//! Sentences about steps. They are composed from parts, so they know which of their words name cells: a window can
//! show the cells while the words are pointed at.

use super::StrategyId;
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

/// A text, whole or in part a sentence, and the words in it that name cells. It remembers how it was composed, so that it
/// can be told again in another language.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sentence {
    text: String,
    mentions: Vec<Mention>,
    pieces: Vec<Piece>,
}

/// How a sentence was composed: a whole stands before its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    /// These bytes of the text, which are the same in every language.
    Words(Range<usize>),
    /// A text that stands here as these bytes.
    Term(&'static str, Range<usize>),
    /// A template with that many parts.
    Template(&'static str, usize),
    /// That many parts with something between each two.
    Joined(&'static str, usize),
    /// The next piece names these cells.
    Naming(CellSet),
}

impl Sentence {
    /// The name of a cell: `r1c1`.
    pub fn cell(shape: Shape, cell: Cell) -> Sentence {
        Sentence::from(shape.cell_name(cell)).naming([cell].into_iter().collect())
    }

    /// A candidate that is placed: `r1c1=5`.
    pub fn placed(shape: Shape, candidate: Candidate) -> Sentence {
        Sentence::from(candidate.placed_name(shape)).naming([candidate.cell].into_iter().collect())
    }

    /// A candidate that is ruled out: `r1c1<>5`.
    pub fn eliminated(shape: Shape, candidate: Candidate) -> Sentence {
        Sentence::from(candidate.eliminated_name(shape)).naming([candidate.cell].into_iter().collect())
    }

    /// The name of a house: `row 3`.
    pub fn house(geometry: &Geometry, house: House) -> Sentence {
        let template = geometry.house_template(house);
        let name = if template.contains("{0}") {
            Sentence::compose(template, [geometry.house_number(house).to_string().into()])
        } else {
            Sentence::compose(template, [])
        };
        name.naming(geometry.house_sets[house.index()])
    }

    /// A text without parts, such as the title of a strategy.
    pub fn term(text: &'static str) -> Sentence {
        Sentence::term_as(text, text.to_owned())
    }

    /// A strategy in the middle of a sentence: `hidden pair`. In another language its title is looked up.
    pub fn strategy(id: StrategyId) -> Sentence {
        Sentence::term_as(id.title(), id.in_sentence())
    }

    /// A text in the form that fits into an English sentence; another language has its translation of the text itself.
    pub fn term_as(key: &'static str, text: String) -> Sentence {
        Sentence { mentions: Vec::new(), pieces: vec![Piece::Term(key, 0..text.len())], text }
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

    /// Marks the whole text as naming these cells.
    fn naming(mut self, cells: CellSet) -> Sentence {
        self.mentions = vec![Mention { range: 0..self.text.len(), cells }];
        self.pieces.insert(0, Piece::Naming(cells));
        self
    }

    /// The text of a template, in which `{0}` stands for the first part, `{1}` for the second. Each part comes at least
    /// once, in any order, so another language may have an order of its own.
    #[allow(clippy::needless_pass_by_value, reason = "the parts are made for the call")]
    pub fn compose<const N: usize>(template: &'static str, parts: [Sentence; N]) -> Sentence {
        Sentence::fill(template, template, &parts)
    }

    /// The text of a template; the pieces remember the English one.
    fn fill(template: &str, english: &'static str, parts: &[Sentence]) -> Sentence {
        let mut whole = Sentence::with_room(parts, template.len());
        let mut starts = [None; 8];
        let mut rest = template;
        while let Some((before, behind)) = rest.split_once('{') {
            whole.text.push_str(before);
            let (number, behind) = behind.split_once('}').unwrap_or((behind, ""));
            let found = number.parse().ok().and_then(|number: usize| Some((number, parts.get(number)?)));
            debug_assert!(found.is_some(), "no part {number} for {template:?}");
            if let Some((number, part)) = found {
                if let Some(start) = starts.get_mut(number) {
                    start.get_or_insert(whole.text.len());
                }
                whole.push(part);
            }
            rest = behind;
        }
        whole.text.push_str(rest);
        debug_assert!(starts.iter().flatten().count() == parts.len(), "{template:?} lacks a part");
        whole.pieces.push(Piece::Template(english, parts.len()));
        for (part, start) in parts.iter().zip(starts) {
            whole.pieces.extend(part.pieces_from(start.unwrap_or_default()));
        }
        whole
    }

    /// The parts with something between each two.
    pub fn join(parts: impl IntoIterator<Item = Sentence>, between: &'static str) -> Sentence {
        let parts: Vec<Sentence> = parts.into_iter().collect();
        Sentence::joined(&parts, between, between)
    }

    fn joined(parts: &[Sentence], between: &str, english: &'static str) -> Sentence {
        let mut whole = Sentence::with_room(parts, parts.len() * between.len());
        whole.pieces.push(Piece::Joined(english, parts.len()));
        for (number, part) in parts.iter().enumerate() {
            if number > 0 {
                whole.text.push_str(between);
            }
            whole.pieces.extend(part.pieces_from(whole.text.len()));
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
        let n_pieces = 1 + parts.iter().map(|part| part.pieces.len()).sum::<usize>();
        Sentence {
            text: String::with_capacity(n_bytes),
            mentions: Vec::with_capacity(n_mentions),
            pieces: Vec::with_capacity(n_pieces),
        }
    }

    /// Puts text and names of another one behind it.
    fn push(&mut self, other: &Sentence) {
        let start = self.text.len();
        self.text.push_str(&other.text);
        let moved = |m: &Mention| Mention { range: shifted(&m.range, start), cells: m.cells };
        self.mentions.extend(other.mentions.iter().map(moved));
    }

    /// The pieces of a part whose text begins here in the whole.
    fn pieces_from(&self, start: usize) -> impl Iterator<Item = Piece> + '_ {
        self.pieces.iter().map(move |piece| match piece {
            Piece::Words(range) => Piece::Words(shifted(range, start)),
            Piece::Term(key, range) => Piece::Term(key, shifted(range, start)),
            other => other.clone(),
        })
    }

    /// The sentence with templates, terms and what stands between parts looked up in another language; what is not found
    /// stays as it is.
    #[must_use]
    pub fn retold<'a>(&self, look_up: &dyn Fn(&str) -> Option<&'a str>) -> Sentence {
        self.retold_from(&mut self.pieces.iter(), look_up)
    }

    fn retold_from<'a>(
        &self,
        pieces: &mut std::slice::Iter<'_, Piece>,
        look_up: &dyn Fn(&str) -> Option<&'a str>,
    ) -> Sentence {
        let part = |range: &Range<usize>| self.text[range.clone()].to_owned();
        let piece = pieces.next();
        let mut parts_of = |n: usize| (0..n).map(|_| self.retold_from(pieces, look_up)).collect::<Vec<_>>();
        match piece {
            None => Sentence::default(),
            Some(Piece::Words(range)) => Sentence::from(part(range)),
            Some(Piece::Term(key, range)) => {
                Sentence::term_as(key, look_up(key).map_or_else(|| part(range), str::to_owned))
            }
            Some(&Piece::Naming(cells)) => parts_of(1).pop().unwrap_or_default().naming(cells),
            Some(&Piece::Template(english, n)) => {
                Sentence::fill(look_up(english).unwrap_or(english), english, &parts_of(n))
            }
            Some(&Piece::Joined(english, n)) => {
                Sentence::joined(&parts_of(n), look_up(english).unwrap_or(english), english)
            }
        }
    }

    /// The texts to be looked up in another language: templates, terms, and what stands between parts.
    pub fn texts(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Term(text, _) | Piece::Template(text, _) | Piece::Joined(text, _) => Some(*text),
            Piece::Words(_) | Piece::Naming(_) => None,
        })
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
        Sentence { mentions: Vec::new(), pieces: vec![Piece::Words(0..text.len())], text }
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

fn shifted(range: &Range<usize>, by: usize) -> Range<usize> {
    range.start + by..range.end + by
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
        let geometry = &*shape.geometry();
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

    #[test]
    fn another_language_has_its_own_order_and_names_the_same_cells() {
        let shape = Shape::NINE;
        let [a, b] = [0, 7].map(Cell::from_index);
        let house = shape.geometry().cell_houses[b.index()][0];
        let cells = Sentence::list([a, b].map(|cell| Sentence::cell(shape, cell)));
        let parts = [cells, Sentence::house(&shape.geometry(), house), Sentence::strategy(StrategyId::HiddenPair)];
        let sentence = Sentence::compose("{0} of {1}: {2}", parts);
        check(&sentence, "r1c1 and r1c8 of row 1: hidden pair", "r1c1:1 r1c8:1 row 1:9");
        let german = |text: &str| match text {
            "{0} of {1}: {2}" => Some("{2}: in {1} {0}, {1}"),
            "{0} and {1}" => Some("{1} und {0}"),
            "row {0}" => Some("Zeile {0}"),
            "Hidden pair" => Some("Verstecktes Paar"),
            _ => None,
        };
        let expected = "Verstecktes Paar: in Zeile 1 r1c8 und r1c1, Zeile 1";
        check(&sentence.retold(&german), expected, "Zeile 1:9 r1c8:1 r1c1:1 Zeile 1:9");
        assert_eq!(sentence.retold(&german).retold(&|_| None).texts().count(), sentence.texts().count());
        assert_eq!(sentence.retold(&|_| None), sentence);
    }

    /// Where a text seems to speak of a cell or a house, word for word.
    fn names(text: &str) -> Vec<&str> {
        let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let is_cell = |word: &str| {
            let parts = word.strip_prefix('r').and_then(|rest| rest.split_once('c'));
            parts.is_some_and(|(row, column)| is_number(row) && is_number(column))
        };
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let houses =
            words.windows(2).filter(|pair| ["row", "column", "box", "region"].contains(&pair[0]) && is_number(pair[1]));
        let houses = houses.map(|pair| pair[1]);
        words.iter().copied().filter(|word| is_cell(word) || *word == "diagonal").chain(houses).collect()
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

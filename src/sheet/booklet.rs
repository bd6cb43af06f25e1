//! Booklets: two pages side by side on each side of the paper, in the order for folding.

use super::page::{Color, Page};

/// The pages on sheets: print on both sides, turn over the short edge, fold in the middle, staple.
///
/// With `n` pages (filled up to a multiple of four), sheet `i` has on its front the pages
/// `n - 2i` and `1 + 2i`, on its back `2 + 2i` and `n - 1 - 2i`.
pub(super) fn imposed(mut pages: Vec<Page>) -> Vec<Page> {
    let Some(first) = pages.first() else { return pages };
    let (width, height) = (first.width, first.height);
    while !pages.len().is_multiple_of(4) {
        pages.push(Page::new(width, height));
    }
    let n = pages.len();
    let mut sides = Vec::with_capacity(n / 2);
    for i in 0..n / 4 {
        for [left, right] in [[n - 1 - 2 * i, 2 * i], [2 * i + 1, n - 2 - 2 * i]] {
            let mut side = Page::new(2.0 * width, height);
            side.place(&pages[left], 0.0, 0.0);
            side.place(&pages[right], width, 0.0);
            // Where to fold: a short mark at top and bottom.
            for (from, to) in [(0.0, 3.0), (height - 3.0, height)] {
                side.line((width, from), (width, to), 0.1, Color::LINE);
            }
            sides.push(side);
        }
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{Item, Weight};

    /// Left and right page numbers of each side.
    #[track_caller]
    fn check(n_pages: usize, expected: &str) {
        let page = |number: usize| {
            let mut page = Page::new(100.0, 150.0);
            page.text((10.0, 10.0), &number.to_string(), 4.0, Weight::Regular, Color::INK);
            page
        };
        let sides = imposed((1..=n_pages).map(page).collect());
        let numbers = |side: &Page| {
            let on = |right: bool| {
                let found = side.items.iter().find_map(|item| match item {
                    Item::Text(text) if (text.x > side.width / 2.0) == right => Some(text.text.clone()),
                    _ => None,
                });
                found.unwrap_or("-".to_owned())
            };
            format!("{} {}", on(false), on(true))
        };
        assert_eq!(sides.iter().map(numbers).collect::<Vec<_>>().join(" | "), expected);
    }

    #[test]
    fn pages_come_in_the_order_for_folding() {
        check(8, "8 1 | 2 7 | 6 3 | 4 5");
        check(5, "- 1 | 2 - | - 3 | 4 5");
        check(1, "- 1 | - -");
        check(0, "");
    }
}

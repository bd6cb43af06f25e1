//! Many short lists in one allocation.

use crate::generate::Watch;

/// Lists, one after the other in one allocation.
#[derive(Debug)]
pub(super) struct Lists<T> {
    starts: Vec<u32>,
    /// The items of all lists; [`Lists::range`] says which are those of one.
    pub(super) items: Vec<T>,
}

impl Lists<u32> {
    /// The numbers of the lists that hold each item. Where the watch says stop, it is of no use.
    pub(super) fn turned(&self, n_keys: usize, watch: &dyn Watch) -> Lists<u32> {
        let mut lists = vec![Vec::new(); n_keys];
        for index in 0..self.starts.len() - 1 {
            if index.is_multiple_of(1024) && watch.should_stop() {
                break;
            }
            for item in self.range(index) {
                lists[self.items[item] as usize].push(index as u32);
            }
        }
        let mut turned = Lists::new();
        for list in lists {
            turned.push(list);
        }
        turned
    }
}

impl<T> Lists<T> {
    /// None.
    pub(super) fn new() -> Lists<T> {
        Lists { starts: vec![0], items: Vec::new() }
    }

    /// Adds a list.
    pub(super) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.starts.push(self.items.len() as u32);
    }

    /// Where the items of a list stand.
    #[inline]
    pub(super) fn range(&self, index: usize) -> std::ops::Range<usize> {
        self.starts[index] as usize..self.starts[index + 1] as usize
    }
}

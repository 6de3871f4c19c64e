//! Which objects of memory a step looks at and changes.

use std::cell::RefCell;
use std::collections::BTreeSet;

use program::value::{Base, Pointer};

/// The objects that were accessed, whether they are alive or not.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Accesses {
    /// Looked at.
    pub reads: BTreeSet<Base>,
    /// Changed, or brought to their end.
    pub writes: BTreeSet<Base>,
}

impl Accesses {
    /// Whether nothing was accessed.
    pub fn is_empty(&self) -> bool {
        self.reads.is_empty() && self.writes.is_empty()
    }
}

/// Where accesses are noted down.
pub type Log = RefCell<Accesses>;

/// Notes down that something is read through the pointer.
pub fn note_read(log: &Log, pointer: Pointer) {
    if let Base::Static(_) | Base::Dynamic(_) = pointer.base {
        log.borrow_mut().reads.insert(pointer.base);
    }
}

/// Notes down that something is written through the pointer.
pub fn note_write(log: &Log, pointer: Pointer) {
    if let Base::Static(_) | Base::Dynamic(_) = pointer.base {
        log.borrow_mut().writes.insert(pointer.base);
    }
}

/// Notes down that these dynamic objects end.
pub fn note_ends(log: &Log, objects: &[u32]) {
    log.borrow_mut().writes.extend(objects.iter().map(|number| Base::Dynamic(*number)));
}

//! Room in long vectors.

/// Room for so many more, and at least an eighth in all, where a vector by itself would double:
/// the vectors of a long search are most of its memory.
pub fn make_room<T>(items: &mut Vec<T>, more: usize) {
    if items.len() + more > items.capacity() {
        items.reserve_exact(more.max(items.len() / 8).max(64));
    }
}

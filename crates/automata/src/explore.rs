//! Plain exploration: every node that can be reached, once, depth first.

/// Visits every node that can be reached from the roots.
///
/// `expand` appends those successors of a node that are seen for the first time: it is the graph that knows them.
pub fn depth_first<E>(roots: &[u32], mut expand: impl FnMut(u32, &mut Vec<u32>) -> Result<(), E>) -> Result<(), E> {
    let mut waiting = roots.to_vec();
    while let Some(node) = waiting.pop() {
        expand(node, &mut waiting)?;
    }
    Ok(())
}

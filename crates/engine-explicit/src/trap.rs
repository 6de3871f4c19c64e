//! Whether something is lost for good: all that can follow a state is looked at, except in runs that are discarded.

use rustc_hash::FxHashSet;

use crate::execute::SectionKey;
use crate::machine::{Label, Machine, Row};
use crate::minimise::Allowance;
use crate::store::Number;

/// What expanding a row costs, next to replaying a step.
const WORK_OF_EXPANSION: usize = 16;

/// What a row takes in a set that is half full.
const BYTES_OF_ROW: usize = 2 * (size_of::<Row>() + 1);

/// Whether from the row on the program's end cannot be reached, and the section is not left if one is given.
///
/// What cannot be told within the allowance, or the budget of the machine, counts as no trap.
pub fn is_trap(
    machine: &mut Machine<'_>,
    row: &Row,
    section: Option<(u32, SectionKey)>,
    allowance: &mut Allowance<'_>,
) -> bool {
    if !is_lost(machine, row, section) {
        return false;
    }
    machine.wanted.section = section;
    let mut search = Search { machine, allowance, rows: 0, void: FxHashSet::default() };
    let mut seen: FxHashSet<Row> = FxHashSet::default();
    let mut waiting: Vec<Row> = Vec::new();
    let mut left_on_the_way_to: Vec<Row> = Vec::new();
    let settled = search.machine.settle_from(row.clone(), |label, target, ()| {
        waiting.push(target.row(row));
        left_on_the_way_to.extend(label.left.then(|| target.row(row)));
    });
    let roots = waiting.clone();
    if settled.is_err() {
        return false;
    }
    loop {
        if !left_on_the_way_to.drain(..).all(|row| search.is_void(row)) {
            return false;
        }
        let Some(row) = waiting.pop() else { break };
        if !seen.insert(row.clone()) {
            continue;
        }
        if !is_lost(search.machine, &row, section) && !search.is_void(row.clone()) {
            return false;
        }
        search.rows = seen.len() + waiting.len();
        let expanded = search.expand(&row, 0, |label, row| {
            left_on_the_way_to.extend(label.left.then(|| row.clone()));
            if !seen.contains(&row) {
                waiting.push(row);
            }
        });
        if !expanded {
            return false;
        }
    }
    !roots.into_iter().all(|root| search.is_void(root))
}

fn is_lost(machine: &Machine<'_>, row: &[Number], section: Option<(u32, SectionKey)>) -> bool {
    let is_open = |section| machine.open_sections(row).contains(&section);
    !machine.has_ended(row) && section.is_none_or(is_open)
}

struct Search<'a, 'b, 'c> {
    machine: &'a mut Machine<'b>,
    allowance: &'a mut Allowance<'c>,
    /// How many rows are held besides.
    rows: usize,
    /// Rows of which it is known that all runs from them are discarded.
    void: FxHashSet<Row>,
}

impl Search<'_, '_, '_> {
    /// Whether the row's successors could be listed, and there is room for as many rows more.
    fn expand(&mut self, row: &Row, more: usize, mut emit: impl FnMut(&Label, Row)) -> bool {
        let held = (self.rows + self.void.len() + more) * BYTES_OF_ROW;
        let is_allowed = self.allowance.spend(WORK_OF_EXPANSION) && self.machine.hold(held).is_ok();
        let mut emit_counted_on = |label: &Label, row: Row| {
            if !label.spurious {
                emit(label, row);
            }
        };
        is_allowed && self.machine.expand(row, 0, |label, target, ()| emit_counted_on(label, target.row(row))).is_ok()
    }

    /// Whether all runs from the row are discarded: depth first, until an end that counts or a cycle is found.
    fn is_void(&mut self, row: Row) -> bool {
        let mut on_path: FxHashSet<Row> = FxHashSet::default();
        let mut path: Vec<(Row, Vec<Row>)> = Vec::new();
        let mut entered = Some(row);
        loop {
            if let Some(row) = entered.take().filter(|row| !self.void.contains(row)) {
                let mut successors = Vec::new();
                // Each row is on the path and in the set, and few of its successors are left.
                let path_rows = 4 * path.len();
                if !on_path.insert(row.clone()) || !self.expand(&row, path_rows, |_, next| successors.push(next)) {
                    return false;
                }
                let ends_no_run = !self.machine.has_ended(&row) && self.machine.may_stop(&row);
                if successors.is_empty() && !ends_no_run {
                    return false;
                }
                path.push((row, successors));
            }
            let Some((_, successors)) = path.last_mut() else { return true };
            entered = successors.pop();
            if entered.is_none()
                && let Some((row, _)) = path.pop()
            {
                on_path.remove(&row);
                self.void.insert(row);
            }
        }
    }
}

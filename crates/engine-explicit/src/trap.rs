//! Whether something is lost for good: all that can follow a state is looked at.

use rustc_hash::FxHashSet;

use crate::execute::SectionKey;
use crate::machine::{Label, Machine, Row};
use crate::store::Number;

/// Whether from the row on the program's end cannot be reached, and the section is not left if one is given.
///
/// Counts the rows that it expands. What cannot be told counts as no trap.
pub fn is_trap(
    machine: &mut Machine<'_>,
    row: &Row,
    section: Option<(u32, SectionKey)>,
    expansions: &mut usize,
) -> bool {
    let bit = section.map(|(slot, key)| machine.section_bit(slot, key));
    let shares_its_bit = bit == Some(Machine::SHARED_SECTION_BIT);
    if shares_its_bit || !is_lost(machine, row, section) {
        return false;
    }
    let is_left = |label: &Label| bit.is_some_and(|bit| label.left >> bit & 1 == 1);
    let mut seen: FxHashSet<Row> = FxHashSet::default();
    let mut waiting: Vec<Row> = Vec::new();
    let mut leaves = false;
    let settled = machine.settle_from(row.clone(), |label, row, ()| {
        leaves |= is_left(label);
        waiting.push(Row::from_slice(row));
    });
    if settled.is_err() || leaves {
        return false;
    }
    while let Some(row) = waiting.pop() {
        if !seen.insert(row.clone()) {
            continue;
        }
        *expansions += 1;
        let mut successors = 0;
        let expanded = machine.expand(&row, 0, |label, row: &[Number], ()| {
            successors += 1;
            leaves |= is_left(label);
            waiting.push(Row::from_slice(row));
        });
        let stops = successors == 0 && machine.may_stop(&row);
        if expanded.is_err() || leaves || stops || !is_lost(machine, &row, section) {
            return false;
        }
    }
    true
}

fn is_lost(machine: &Machine<'_>, row: &[Number], section: Option<(u32, SectionKey)>) -> bool {
    let is_open = |section| machine.open_sections(row).contains(&section);
    !machine.has_ended(row) && section.is_none_or(is_open)
}

//! Settling: steps of threads that may go alone are taken at once, until there are none.
//!
//! `check::reduction` defines what is done here, and says why it may be; `check::explore` has the plain version of it.

use std::ops::Range;

use evidence::reason::Reason;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::components::spilled;
use crate::kinds::Reduction;
use crate::machine::{Label, Machine, Path, Row, Stuck, Target, Way};
use crate::store::Number;

/// How many steps are taken at most when a row settles.
const MOST_STEPS: u32 = 128;

/// Whether a way goes round (Brent 1980).
#[derive(Default)]
struct Laps {
    earlier: Option<Row>,
    passed: u32,
    patience: u32,
}

/// A thread that may go alone, and what it can do.
type Eligible = (u32, Range<u32>);

/// A place on ways that part.
struct Place {
    row: Row,
    last: Option<u32>,
    /// Whether ways end here.
    is_end: bool,
    /// Where they go on otherwise: who steps, by which transition, to which place.
    next: Vec<(u32, u32, usize)>,
}

impl Machine<'_> {
    /// Takes the steps of eligible threads, as long as there are any; `last` stepped last.
    pub(super) fn settle<P: Path>(
        &mut self,
        mut way: Way<P>,
        mut last: Option<u32>,
        emit: &mut impl FnMut(&Label, Target<'_>, P),
    ) -> Result<(), Stuck> {
        let mut laps = Laps::default();
        for steps in 0..MOST_STEPS {
            let reduction = self.reduction(&way.row);
            note_disabled(&mut way.label, &way.row, reduction);
            let Some((slot, transitions)) = self.eligible(&way.row, reduction, last)? else { break };
            if self.comes_round(&mut laps, &way.row, slot) {
                break;
            }
            if transitions.len() > 1 {
                return self.settle_all(way, last, MOST_STEPS - steps, emit);
            }
            let mut next = Way { label: way.label, row: (), path: way.path };
            self.note(slot, transitions.start, &mut next)?;
            way = next.leading_to(self.apply(&way.row, slot, transitions.start)?);
            last = Some(slot);
            if self.components.meter.tick() {
                self.components.look(way.path.bytes())?;
            }
        }
        let reduction = self.reduction(&way.row);
        note_disabled(&mut way.label, &way.row, reduction);
        let row = self.canonical(way.row);
        self.components.meter.give_out(1, row.len(), way.path.bytes());
        emit(&way.label, Target::Row(&row), way.path);
        Ok(())
    }

    /// The same where ways part: all places first, and then all ways to an end.
    fn settle_all<P: Path>(
        &mut self,
        way: Way<P>,
        last: Option<u32>,
        most_steps: u32,
        emit: &mut impl FnMut(&Label, Target<'_>, P),
    ) -> Result<(), Stuck> {
        let Way { label, row, path } = way;
        let places = match self.places(row, last, most_steps, &path) {
            Err(Unplaced::Stuck(stuck)) => return Err(stuck),
            Err(Unplaced::Failure(steps)) => {
                let mut failing = Way { label, row: (), path };
                for (slot, transition) in steps {
                    self.note(slot, transition, &mut failing)?;
                }
                unreachable!("the last of the steps fails");
            }
            Ok(places) => places,
        };
        let rows: usize = places.iter().map(|place| spilled(&place.row) + size_of::<Place>() + 32).sum();
        let mut passed: FxHashSet<(Label, usize)> = FxHashSet::default();
        let mut waiting = vec![(Way { label, row: (), path }, 0)];
        while let Some((mut way, number)) = waiting.pop() {
            let place = &places[number];
            let reduction = self.reduction(&place.row);
            note_disabled(&mut way.label, &place.row, reduction);
            if !passed.insert((way.label, number)) {
                continue;
            }
            if place.is_end {
                self.components.meter.give_out(1, place.row.len(), way.path.bytes());
                emit(&way.label, Target::Row(&place.row), way.path);
                continue;
            }
            for (slot, transition, next) in &place.next {
                let mut on = Way { label: way.label, row: (), path: way.path.clone() };
                self.note(*slot, *transition, &mut on)?;
                waiting.push((on, *next));
            }
            if self.components.meter.tick() {
                let paths = waiting.last().map_or(0, |(way, _)| way.path.bytes()) * waiting.len();
                self.components
                    .look(rows + paths + (waiting.len() + 2 * passed.len()) * size_of::<(Label, usize)>())?;
            }
        }
        Ok(())
    }

    /// The places that ways of eligible threads pass, the given one first: depth first.
    fn places<P: Path>(&mut self, row: Row, last: Option<u32>, most_steps: u32, _: &P) -> Result<Vec<Place>, Unplaced> {
        let row = self.canonical(row);
        let mut places = vec![Place { row: row.clone(), last, is_end: false, next: Vec::new() }];
        let mut numbers = FxHashMap::from_iter([((row, last), 0)]);
        let mut is_on_way = vec![true];
        let mut steps = 0;
        let mut bytes = 0;
        // The way that is being followed: places, who steps there, and the transitions that are left.
        let mut on_way: Vec<(usize, Option<Eligible>)> = vec![(0, None)];
        while let Some((number, rest)) = on_way.last_mut() {
            let number = *number;
            if rest.is_none() {
                let row = places[number].row.clone();
                let reduction = self.reduction(&row);
                let last = places[number].last;
                let eligible = match steps < most_steps {
                    true => self.eligible(&row, reduction, last).map_err(Unplaced::Stuck)?,
                    false => None,
                };
                places[number].is_end = eligible.is_none();
                steps += u32::from(eligible.is_some());
                *rest = Some(eligible.unwrap_or((0, 0..0)));
            }
            let Some((slot, rest)) = rest else { unreachable!("it was looked up a moment ago") };
            let slot = *slot;
            let Some(transition) = rest.next() else {
                is_on_way[number] = false;
                on_way.pop();
                continue;
            };
            if self.components.transition(transition).fails {
                let way = on_way.windows(2).map(|pair| {
                    let step = places[pair[0].0].next.iter().rev().find(|(_, _, next)| *next == pair[1].0);
                    let (slot, transition, _) = step.expect("the way was followed");
                    (*slot, *transition)
                });
                return Err(Unplaced::Failure(way.chain([(slot, transition)]).collect()));
            }
            let next = self.apply(&places[number].row, slot, transition).map_err(|why| Unplaced::Stuck(why.into()))?;
            let next = self.canonical(next);
            let place = (next, Some(slot));
            if let Some(&known) = numbers.get(&place) {
                places[number].next.push((slot, transition, known));
                // What is met again on the way from it is an end, so that no way goes round without one.
                places[known].is_end |= is_on_way[known];
                continue;
            }
            let new = places.len();
            bytes += 2 * (size_of::<Place>() + spilled(&place.0)) + 64;
            places[number].next.push((slot, transition, new));
            places.push(Place { row: place.0.clone(), last: place.1, is_end: false, next: Vec::new() });
            numbers.insert(place, new);
            is_on_way.push(true);
            on_way.push((new, None));
            if self.components.meter.tick() {
                self.components.look(bytes).map_err(|why| Unplaced::Stuck(why.into()))?;
            }
        }
        Ok(places)
    }

    /// Passes the row, in which the thread in the slot is about to step, and tells whether the way has come round.
    fn comes_round(&mut self, laps: &mut Laps, row: &Row, slot: u32) -> bool {
        if let Some(earlier) = &laps.earlier {
            let is_there_again = match self.components.compiled.has_memory {
                false => earlier == row,
                true => {
                    let place = |row: &Row| {
                        let thread = row.get(1 + slot as usize).copied().filter(|thread| !self.is_over(*thread));
                        thread.map(|thread| self.components.thread(thread).position())
                    };
                    place(earlier) == place(row) && self.canonical(earlier.clone()) == self.canonical(row.clone())
                }
            };
            if is_there_again {
                return true;
            }
        }
        laps.passed += 1;
        if laps.passed >= laps.patience {
            *laps = Laps { earlier: Some(row.clone()), passed: 0, patience: (2 * laps.patience).max(1) };
        }
        false
    }

    /// The eligible thread whose turn it is, with what it can do.
    fn eligible(&mut self, row: &[Number], reduction: Reduction, last: Option<u32>) -> Result<Option<Eligible>, Stuck> {
        let mut slots = reduction.may_go_first;
        if slots == 0 || self.components.is_halted(row[0]) {
            return Ok(None);
        }
        let mut next = last.filter(|slot| slots >> slot & 1 == 1);
        while slots != 0 {
            let slot = next.take().unwrap_or(slots.trailing_zeros());
            slots &= !(1 << slot);
            if !reduction.is_judged && self.are_others_hindering(row, slot) {
                continue;
            }
            let transitions = match self.components.transitions(row, slot) {
                Ok(transitions) => transitions,
                Err(reason) if reason.is_limit() => return Err(reason.into()),
                // That is found out where all threads step.
                Err(_) => continue,
            };
            if transitions.is_empty() || reduction.holder.is_none() && self.is_hindered(row, slot, &transitions) {
                continue;
            }
            return Ok(Some((slot, transitions)));
        }
        Ok(None)
    }

    /// Whether what others may still touch in memory is in the way of the transitions.
    fn is_hindered(&mut self, row: &[Number], slot: u32, transitions: &Range<u32>) -> bool {
        let extra = self.components.transition(transitions.start).extra.as_ref();
        let accesses = extra.and_then(|extra| extra.accesses.clone());
        accesses.is_some_and(|accesses| self.are_others_in_the_way(row, slot, &accesses))
    }

    /// Which threads may go first, as far as the program's text tells.
    fn reduction(&mut self, row: &[Number]) -> Reduction {
        match self.census(row) {
            Some(census) => self.components.reduction(row, census),
            None => self.find_reduction(row),
        }
    }

    /// The same, thread by thread; what others may do is left to be judged where a thread's turn comes.
    fn find_reduction(&self, row: &[Number]) -> Reduction {
        let facts = |slot: u32| self.components.facts(row[1 + slot as usize]);
        if let Some(holder) = self.holder(row) {
            let may_go_first = u128::from(facts(holder).may_go_on) << holder;
            return Reduction { holder: Some(holder), may_go_first, is_judged: true };
        }
        let ends_program = |slot: u32| self.components.compiled.ends_with_main && slot == 0 && facts(slot).may_finish;
        let may_be_alone = |slot: &u32| facts(*slot).may_be_alone && !ends_program(*slot);
        let may_go_first = Machine::slots(row).filter(may_be_alone).fold(0, |slots, slot| slots | 1 << slot);
        Reduction { holder: None, may_go_first, is_judged: false }
    }

    /// Whether what others may still do, the memory aside, is in the way of the thread's next step.
    fn are_others_hindering(&self, row: &[Number], slot: u32) -> bool {
        let kind = |slot: u32| self.components.facts(row[1 + slot as usize]).kind();
        let own = kind(slot);
        Machine::slots(row).any(|other| other != slot && own.is_hindered_by(&kind(other)))
    }
}

/// Why there is no list of places.
enum Unplaced {
    Stuck(Stuck),
    /// The last of these steps from the first place fails.
    Failure(Vec<(u32, u32)>),
}

impl From<Reason> for Unplaced {
    fn from(reason: Reason) -> Unplaced {
        Unplaced::Stuck(reason.into())
    }
}

/// While a thread holds the scheduler, the others are disabled.
fn note_disabled(label: &mut Label, row: &[Number], reduction: Reduction) {
    if let Some(holder) = reduction.holder {
        for slot in Machine::slots(row).filter(|slot| *slot != holder) {
            label.disabled |= 1 << slot;
        }
    }
}

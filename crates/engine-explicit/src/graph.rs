//! The reduced state graph with numbered states: the machine and the store together.

use engine::budget::Budget;
use engine::event::Events;
use evidence::reason::Reason;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::machine::{Label, Machine, MicroStep, Row, Slots, Stuck, Target};
use crate::store::{Number, Root, Store, Tree};

/// How many states are expanded between two looks at the budget.
const BETWEEN_LOOKS: u32 = 256;

/// How many more states are looked at for a violation when it is clear that there is no proof.
const AFTER_UNKNOWN: usize = 20_000;

/// How many states are looked at if that was clear from the start.
const WITHOUT_HOPE: usize = 100_000;

/// A stack with so many frames is worth mentioning when a limit is reached.
const DEEP_STACK: usize = 256;

/// The states reached so far, and the means to reach more.
pub struct Graph<'a> {
    /// The machine.
    pub machine: Machine<'a>,
    store: Store,
    labels: Vec<Label>,
    label_numbers: FxHashMap<Label, u32>,
    last_label: u32,
    tree: Tree,
    /// Successors of the state being expanded that have no number yet, with the numbers of their labels.
    pending: Vec<(u32, Root)>,
    budget: &'a Budget,
    events: &'a dyn Events,
    until_look: u32,
    /// States that spurious steps lead to, and to which nobody has come otherwise so far.
    spurious: Vec<u32>,
    /// States of which it is not known what happens next, and why, of the first of them.
    unknown: FxHashSet<u32>,
    first_unknown: Option<(Reason, usize)>,
    /// How many states are looked at after that.
    patience: usize,
    /// Whether the limit on states counts: not any more when the search has ended and its end is told.
    limits_states: bool,
    /// Bytes that the search itself uses, as it says.
    pub search_bytes: u64,
}

/// Why the search ends before it has seen everything.
pub enum Halt {
    /// From this state, or at the start if there is none, these steps fail.
    Failure(Option<u32>, Vec<MicroStep>),
    /// It is not known what happens, or the budget is used up.
    Unknown(Reason),
}

impl<'a> Graph<'a> {
    /// A graph without states.
    pub fn new(machine: Machine<'a>, budget: &'a Budget, events: &'a dyn Events) -> Graph<'a> {
        let nothing = Label::default();
        Graph {
            machine,
            store: Store::default(),
            labels: vec![nothing],
            label_numbers: FxHashMap::from_iter([(nothing, 0)]),
            last_label: 0,
            tree: Tree::default(),
            pending: Vec::new(),
            budget,
            events,
            until_look: 0,
            spurious: Vec::new(),
            unknown: FxHashSet::default(),
            first_unknown: None,
            patience: AFTER_UNKNOWN,
            limits_states: true,
            search_bytes: 0,
        }
    }

    /// The same graph, of which it is known that it does not show everything, for this reason.
    pub fn without_hope(mut self, reason: Reason) -> Graph<'a> {
        self.first_unknown = Some((reason, 0));
        self.patience = WITHOUT_HOPE;
        self
    }

    /// The machine, for when states are not needed any more: they are forgotten.
    pub fn machine_alone(&mut self) -> &mut Machine<'a> {
        self.store = Store::default();
        self.machine.set_elsewhere(0, 0);
        &mut self.machine
    }

    /// The search has ended; what follows tells of what it found.
    pub fn end_search(&mut self) {
        self.limits_states = false;
        self.search_bytes = 0;
    }

    /// It is not known what happens in the state. That rules out a proof, but other states may show a violation: for a while it
    /// is worth looking, then this is why there is no answer.
    pub fn pass_over(&mut self, state: u32, reason: Reason) {
        self.unknown.insert(state);
        let count = self.count();
        self.first_unknown.get_or_insert((reason, count));
    }

    /// Whether the search has passed over the state.
    pub fn is_passed_over(&self, state: u32) -> bool {
        self.unknown.contains(&state)
    }

    /// Why there is no proof, if some state was passed over.
    pub fn first_unknown(&self) -> Option<Reason> {
        self.first_unknown.as_ref().map(|(reason, _)| reason.clone())
    }

    /// Whether some state was passed over.
    pub fn has_unknown(&self) -> bool {
        self.first_unknown.is_some()
    }

    /// Whether enough states were looked at since it is clear that there is no proof.
    pub fn gives_up(&self) -> bool {
        let is_long_ago = |since: usize| self.count() - since > self.patience;
        self.limits_states && self.first_unknown.as_ref().is_some_and(|(_, since)| is_long_ago(*since))
    }

    /// How many states there are.
    pub fn count(&self) -> usize {
        self.store.count()
    }

    /// How much memory is in use.
    pub fn bytes(&self) -> u64 {
        self.bytes_besides_machine() + self.machine.bytes()
    }

    fn bytes_besides_machine(&self) -> u64 {
        let labels = self.labels.capacity() * size_of::<Label>()
            + self.label_numbers.capacity() * size_of::<(Label, u32)>()
            + self.pending.capacity() * size_of::<(u32, Root)>();
        let unknown = self.unknown.capacity() * size_of::<u32>();
        self.store.bytes() + self.search_bytes + (labels + unknown) as u64
    }

    /// The label with the number.
    pub fn label(&self, number: u32) -> &Label {
        &self.labels[number as usize]
    }

    /// The row of the state.
    pub fn row(&self, state: u32) -> Vec<Number> {
        let mut tree = Tree::default();
        self.store.load(state, &mut tree);
        tree.row().to_vec()
    }

    /// The states that the initial state settles to.
    pub fn roots(&mut self) -> Result<Vec<u32>, Halt> {
        let initial = self.machine.initial();
        let mut rows = Vec::new();
        let settled = self.machine.settle_from(initial.clone(), |_, target, ()| rows.push(target.row(&initial)));
        if let Err(stuck) = settled {
            let again = self.machine.settle_from(initial, |_, _, _: Vec<MicroStep>| {});
            return Err(halt(None, again.err().unwrap_or(stuck)));
        }
        let mut roots = Vec::new();
        for row in rows {
            let (root, is_new) = self.insert(&row);
            if is_new {
                roots.push(root);
            }
        }
        Ok(roots)
    }

    /// One more state that spurious steps lead to, if there is one that was not given out yet.
    pub fn next_spurious(&mut self) -> Option<u32> {
        self.spurious.pop()
    }

    /// These states, to which spurious steps lead, are new, and nobody has gone on from there.
    pub fn put_aside(&mut self, states: &[u32]) {
        self.spurious.extend(states);
    }

    /// Appends the successors of the state with the numbers of their labels, and tells which threads can step.
    /// States that spurious steps lead to are put aside.
    ///
    /// `follow` is told of each successor whether it is new.
    pub fn expand(&mut self, state: u32, mut follow: impl FnMut(u32, u32, bool)) -> Result<Slots, Halt> {
        let mut aside = std::mem::take(&mut self.spurious);
        let before = aside.len();
        let enabled = self.expand_all(state, |label, is_spurious, target, is_new| match is_spurious {
            true => aside.extend(is_new.then_some(target)),
            false => follow(label, target, is_new),
        });
        // A state of which not all successors are known is passed over: nobody could tell how those were reached that are.
        if enabled.is_err() {
            aside.truncate(before);
        }
        self.spurious = aside;
        enabled
    }

    /// The same with spurious steps among the others, and with whether each is one.
    pub fn expand_all(&mut self, state: u32, mut follow: impl FnMut(u32, bool, u32, bool)) -> Result<Slots, Halt> {
        self.look(state)?;
        let known = self.store.count();
        let Graph { machine, store, labels, label_numbers, last_label, tree, pending, .. } = self;
        store.load(state, tree);
        let outcome = machine.expand(tree.row(), known, |label, reached, ()| {
            if labels[*last_label as usize] != *label {
                *last_label = *label_numbers.entry(*label).or_insert_with(|| {
                    labels.push(*label);
                    labels.len() as u32 - 1
                });
            }
            let root = match reached {
                Target::Near { globals, slot, thread } => store.root_with(tree, globals, slot, thread),
                Target::Row(row) => store.root_near(tree, row),
            };
            match root {
                Some(root) => pending.push((*last_label, root)),
                None => {
                    // The trees are about to grow, and roots are not roots any more then.
                    let mut follow =
                        |label: u32, target, is_new| follow(label, labels[label as usize].spurious, target, is_new);
                    number(store, pending, &mut follow);
                    let (target, is_new) = store.insert(&reached.row(tree.row()));
                    follow(*last_label, target, is_new);
                }
            }
        });
        let mut follow = |label: u32, target, is_new| follow(label, labels[label as usize].spurious, target, is_new);
        number(store, pending, &mut follow);
        match outcome {
            Ok(enabled) => Ok(enabled),
            Err(Stuck::Unknown(reason)) => Err(Halt::Unknown(self.limit_at(state, reason))),
            Err(stuck) => {
                // Once more, this time noting down the steps.
                let again = self.with_paths(state);
                Err(again.err().unwrap_or_else(|| halt(Some(state), stuck)))
            }
        }
    }

    /// The successors of the state with the steps that lead to them.
    pub fn with_paths(&mut self, state: u32) -> Result<Vec<(Label, u32, Vec<MicroStep>)>, Halt> {
        let row = self.row(state);
        let mut successors = Vec::new();
        let known = self.store.count();
        let expanded = self.machine.expand(&row, known, |label, target, path: Vec<MicroStep>| {
            successors.push((*label, target.row(&row), path));
        });
        expanded.map_err(|stuck| halt(Some(state), stuck))?;
        Ok(successors.into_iter().map(|(label, row, steps)| (label, self.insert(&row).0, steps)).collect())
    }

    /// The steps from the initial state to each root.
    pub fn root_paths(&mut self) -> Result<Vec<(u32, Vec<MicroStep>)>, Halt> {
        let initial = self.machine.initial();
        let mut settled: Vec<(Row, Vec<MicroStep>)> = Vec::new();
        let outcome = self.machine.settle_from(initial.clone(), |_, target, path| {
            settled.push((target.row(&initial), path));
        });
        outcome.map_err(|stuck| halt(None, stuck))?;
        Ok(settled.into_iter().map(|(row, path)| (self.insert(&row).0, path)).collect())
    }

    fn insert(&mut self, row: &[Number]) -> (u32, bool) {
        self.store.insert(row)
    }

    /// Looks at the budget and tells of the progress, now and then, before the state is expanded.
    fn look(&mut self, state: u32) -> Result<(), Halt> {
        let states = self.store.count() as u64;
        let has_states_left = !self.limits_states || states < self.budget.limits().states;
        if has_states_left && self.until_look > 0 && !self.machine.has_given_out_much() {
            self.until_look -= 1;
            return Ok(());
        }
        self.until_look = BETWEEN_LOOKS;
        if let Some(reason) = self.first_unknown().filter(|_| self.gives_up()) {
            return Err(Halt::Unknown(reason));
        }
        self.machine.fit(self.store.count());
        self.events.progress(crate::NAME, states);
        self.machine.set_elsewhere(self.store.count(), self.bytes_besides_machine());
        let exhausted = match self.limits_states {
            true => self.budget.exhausted(states, self.bytes()),
            false => self.budget.exhausted_within(states, self.bytes()),
        };
        match exhausted {
            Some(limit) => Err(Halt::Unknown(self.limit_at(state, limit))),
            None => Ok(()),
        }
    }

    /// Why the search ends at the state. If it is for a limit, the state may tell more: the search is depth first,
    /// so that a recursion without end shows in the state it has come to.
    fn limit_at(&self, state: u32, limit: Reason) -> Reason {
        if !limit.is_limit() {
            return limit;
        }
        match self.machine.deepest_stack(&self.row(state)) {
            Some((procedure, frames)) if frames >= DEEP_STACK => {
                Reason::DeepStack { limit: Box::new(limit), procedure: procedure.to_owned(), frames: frames as u64 }
            }
            _ => limit,
        }
    }
}

/// Numbers the pending successors and tells of them.
fn number(store: &mut Store, pending: &mut Vec<(u32, Root)>, follow: &mut impl FnMut(u32, u32, bool)) {
    store.warm_up(pending.iter().map(|(_, root)| *root));
    for (label, root) in pending.drain(..) {
        let (target, is_new) = store.insert_root(root);
        follow(label, target, is_new);
    }
}

/// What a row without list of successors means for the search that asked for the state's.
pub fn halt(state: Option<u32>, stuck: Stuck) -> Halt {
    match stuck {
        Stuck::Failure(steps) => Halt::Failure(state, steps),
        Stuck::Unknown(reason) => Halt::Unknown(reason),
    }
}

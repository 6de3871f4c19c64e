//! The code-to-code translation: a sequential program with an assertion that fails if the concurrent one has a fair run that never ends.
//!
//! This is Figure 2 of Atig, Bouajjani, Emmi and Lal, "Detecting Fair Non-Termination in Multithreaded Programs", as a program that
//! other tools can take: the sequential program is a [`Program`] like any other, which `program::text` prints as Boogie and [`c`] as C.
//! [`source`] says what can be translated, [`plain`] makes its data plain, [`layout`] names the variables, [`frame`] is the left half of the figure,
//! [`threads`] the right half, [`steps`] a single step of a thread, [`guards`] what fairness needs.
//!
//! # What is the same, and what is not
//!
//! - **Copies at switches.** The paper turns every read and write of shared variables into one of `Stem[k1]` and of `Lasso[k2]`. Here
//!   a context computes in the variables themselves, which are loaded when it begins and stored when it ends. Where a round is one of the stem
//!   and of the lasso at once, the paper assumes at each read that both are the same; here that is assumed once, when the context begins. It is no
//!   restriction, since in a run that is periodic they are the same.
//! - **Waiting** is generalised from locks to guarded commands; [`guards`] says how, and why it is right.
//! - **A thread in the cycle has stepped in it.** The figure lets a thread go through all rounds of the lasso without a step and still take part; then a cycle in which
//!   nobody steps would count. Here the thread must have stepped, and one thread must be in the cycle.
//! - **The cycle closes.** The figure as printed compares all rounds of the lasso but the last one with the next; here the last one is compared with the first as
//!   well, and the end of the stem with the beginning of the lasso.
//! - **`shift`** is there only where calls are. A thread without calls can begin its cycle anywhere, so that the stem needs no more
//!   rounds than it has, and the assertion fails *exactly* if there is a fair run with that many rounds in stem and cycle, in which the state
//!   repeats. With calls it is as in the paper: the assertion fails if there is such a run whose cycle begins, for each thread, in a frame
//!   that is not returned from, at the beginning of a turn; and if it fails there is one with up to one cycle more in its stem.
//! - **Threads that are started and joined on the way** are all there from the beginning, and wait until they are started; who is started,
//!   finished and joined is shared like any other variable, and guessed.
//!
//! # What it does not look for
//!
//! Deadlocks: they are ends of runs. Cycles in which numbers grow, or that repeat up to the naming of objects: the engine itself finds such.
//! Runs that end in an error: whoever asks about them has no need of rounds.

pub mod formula;
pub mod source;
pub mod plain;
pub mod layout;
pub mod guards;
pub mod steps;
pub mod body;
pub mod threads;
pub mod frame;
pub mod c;

use std::collections::BTreeSet;

use program::ids::{GlobalId, ProcId};
use program::program::{EndRule, Program};
use program::property::Fairness;
use program::span::Span;
use program::types::Type;

use crate::emit::guards::AllWaits;
use crate::emit::threads::{Numbers, Translation};

/// How much the sequential program looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Rounds in the stem.
    pub stem: u32,
    /// Rounds in the cycle, at least one.
    pub cycle: u32,
}

impl Bounds {
    /// How many stem rounds there are copies for: with calls, the paper's k₁ + k₂ - 1.
    pub fn stem_rounds(self, has_calls: bool) -> u32 {
        if has_calls { self.stem + self.cycle - 1 } else { self.stem }
    }
}

/// What is asked of the translation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many rounds.
    pub bounds: Bounds,
    /// Which runs count.
    pub fairness: Fairness,
    /// If set, integers between contexts are guessed from this range only, ends included.
    pub range: Option<(i64, i64)>,
}

/// Something that cannot be translated, and where it is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Refusal {
    /// Where.
    pub span: Span,
    /// What.
    pub what: String,
}

/// A sequential program.
#[derive(Clone, Debug)]
pub struct Sequential {
    /// The program: it starts with `main`, and its assertion fails if the concurrent program has a fair run that never ends.
    pub program: Program,
    /// Where a thread counts as able to step since no expression says whether it is: cycles in which it waits there are missed.
    pub open: BTreeSet<Span>,
}

/// The sequential program for a concurrent one, or all that stands against it.
pub fn sequentialise(given: &Program, options: &Options) -> Result<Sequential, Vec<Refusal>> {
    let source = source::source(given)?;
    let mut layout = layout::layout(&source, options.bounds)?;
    let waits = match options.fairness {
        Fairness::None => AllWaits {
            threads: source.threads.iter().map(|_| None).collect(),
            footprint: BTreeSet::new(),
            open: BTreeSet::new(),
        },
        _ => AllWaits::of(&source, &mut layout),
    };
    let mut seen: Vec<Option<GlobalId>> = Vec::new();
    for (thread, waits) in waits.threads.iter().enumerate() {
        let is_noted = options.fairness == Fairness::Weak && waits.is_some();
        seen.push(is_noted.then(|| layout.make(format!("seen_{thread}"), Type::Bool)));
    }
    let numbers = numbers(&source, &waits);
    let translation = Translation { source: &source, options, layout: &layout, waits: &waits, numbers: &numbers };
    let mut procedures = vec![translation.main(&seen), translation.store(), translation.advance()];
    procedures.extend(numbers.observe.map(|_| translation.observe(&seen)));
    let mut locations = 0;
    for (thread, root) in numbers.roots.iter().enumerate() {
        procedures.extend(root.map(|_| translation.root(thread, &mut locations)));
    }
    for (called, number) in numbers.called.iter().enumerate() {
        procedures.extend(number.map(|_| translation.called(ProcId::new(called), &mut locations)));
    }
    let program = Program {
        files: source.program.files.clone(),
        sorts: source.program.sorts.clone(),
        globals: layout.globals.clone(),
        objects: Vec::new(),
        procedures,
        start: vec![ProcId(0)],
        end: EndRule::AllThreads,
        section_kinds: Vec::new(),
        weaker_orders: Vec::new(),
        shapes: program::shape::Shapes::default(),
    };
    debug_assert_eq!(program::validate::validate(&program), Ok(()));
    let mut open = waits.open;
    open.extend(guards::open_choices(&source, &layout));
    Ok(Sequential { program, open })
}

/// The sequential program as Boogie.
pub fn boogie(sequential: &Sequential, options: &Options) -> String {
    let mut text = String::new();
    for line in said(options) {
        text.push_str("// ");
        text.push_str(&line);
        text.push('\n');
    }
    text + &program::text::standard(&sequential.program)
}

/// What a reader of the sequential program should know first.
fn said(options: &Options) -> Vec<String> {
    let Bounds { stem, cycle } = options.bounds;
    let mut lines = vec![
        "A sequential program made by `unhang sequentialise`. Its assertion fails if the concurrent program has a run that".to_owned(),
        format!("never ends, is fair (fairness: {}), and repeats its state after {stem} stem and {cycle} lasso rounds.", options.fairness),
    ];
    if let Some((least, most)) = options.range {
        lines.push(format!("Integers between turns are guessed from {least} to {most} only."));
    }
    lines
}

/// The order of the procedures: `main`, `store`, `advance`, `observe`, what threads run, what is called.
fn numbers(source: &source::Source, waits: &AllWaits) -> Numbers {
    let is_observed = waits.threads.iter().any(Option::is_some);
    let observe = is_observed.then_some(ProcId(3));
    let mut next = if is_observed { 4 } else { 3 };
    let mut number = |is_there: bool| {
        is_there.then(|| {
            next += 1;
            ProcId::new(next - 1)
        })
    };
    let steps = |root: ProcId| {
        let root = source.program.procedure(root);
        root.entry != root.exit
    };
    let roots = source.threads.iter().map(|thread| number(steps(thread.root))).collect();
    let is_called = |index: usize| source.called.contains_key(&ProcId::new(index));
    let called = (0..source.program.procedures.len()).map(|index| number(is_called(index))).collect();
    Numbers { store: ProcId(1), advance: ProcId(2), observe, roots, called }
}

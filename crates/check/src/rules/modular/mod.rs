//! Proofs of termination that follow one thread at a time, and rely on what the others guarantee: the rules PROGTERM and THREADTERM
//! of Popeea and Rybalchenko ("Compositional Termination Proofs for Multi-Threaded Programs", doi:10.1007/978-3-642-28756-5_17).
//!
//! The program is made a system of threads over linear integer arithmetic, as for proofs by ranking functions ([`super::ranked`]), with
//! numbers for where threads stand and how often they step ([`program::linear::located`]). Nothing of it is taken from the proof. What
//! has to be true, with the paper's names for it:
//!
//! 1. *The beginning* (C1, C4). Each thread's first place is where it stands at the beginning, and what that says is true there. Threads
//!    that are started later have no place before.
//! 2. *Own steps* (C2, C5). From each place, each letter of the thread there cannot be taken, or leads to another place, with what that
//!    says, and keeps one of the thread's guarantees: it changes and starts no more than that says, and its facts are true of the numbers
//!    before and after. For each thread that the letter starts there is a place of that thread, at its entry, and what that says follows
//!    as well. A letter that fails is never taken.
//! 3. *Steps of others* (C2). From each place, each guarantee of each other thread cannot be, or leads to a place, with what that says.
//! 4. *Heads* (C1', C2', C3', C6'). For each thread that is asked about, places are taken one after the other. From such a place each
//!    letter of the thread begins a relation; each further step, own or other, as long as it stays in the part of the thread's places around
//!    the head, leads to another relation; and whenever that leads back to the head, the relation is well-founded, or unfair. Then the
//!    thread's own steps from the head are taken away. At the end no part has a step of the thread itself left (`heads`).
//!
//! The property `thread=NAME` asks about threads that run `NAME`, and `terminate` about all of them: there are finitely many threads, so
//! that in an infinite run one of them steps for ever. Nothing is shown about `finish`, since threads that wait for ever are no concern here.
//!
//! # Why it is enough
//!
//! Take a run. By 1 to 3 there is, at every time and for every thread that has been started, a place of that thread which says where it
//! stands and whose facts are true. At the beginning these are the first places. When thread `i` takes a letter, the letter has a move from `i`'s place, since
//! it stands where the letter begins; it is none that says the letter cannot be taken, since it is taken. So `i` is at a place again, so are
//! the threads that it starts, and the step keeps a guarantee `g` of `i`; so each other thread `k` has a move by `g`, which leads it to a place whose facts are true. What
//! `g` does not say to change does not: a letter changes only what it says, numbers of its own thread, where the threads stand that it
//! starts, and where it stands itself ([`program::linear::located::Located::is_within`]). (Threads are started once, so that nobody
//! stands elsewhere when it is started. For the same reason some steps of others cannot be where a thread stands: what comes before it was
//! started, and what is done by threads that it has not started yet: [`program::linear::located::Located::can_meet`].) A letter that fails is never taken, hence the run does not fail. After a letter that ends the
//! program there is no step, and nothing has to be known.
//!
//! Now suppose that the run is infinite and fair, and has infinitely many steps of thread `k`, which is asked about. Its places form an
//! infinite path. From some time on there are no spurious steps; and for `thread=NAME`, if `k` runs `NAME` for ever, only steps in which it
//! does (those on which a frame of `NAME` stays). All steps that come again and again are in one part of what is left of the graph of
//! places, which is finite. We show that `k` steps from a head only finitely often, so that the same is true when these steps
//! are taken away; at the end no step of `k` is left, in contradiction to what was supposed.
//!
//! Suppose that it steps from the head infinitely often, and take the times just before, late enough for the path to stay in the part. For
//! any two of these times, the relations between say what is true of the numbers at both, since the first step is one of `k` that begins a
//! relation, and all that follow have moves. The last relation is at the head, so that it is well-founded or unfair. There are finitely many
//! ranking functions and threads. By Ramsey's theorem there are infinitely many of these times such that the same function, or thread, is
//! named for any two of them. The function would not be negative, and get less each time: this cannot be, since it is an integer.
//! The thread would not have stepped since the first of these times. By what is shown, it can step at each of them. So the run is not fair
//! under strong fairness. Under weak fairness it is asked that it can step whatever the numbers are where it stands; and since it does not
//! step, it stands there all the time, and can step all the time: so the run is not fair either.
//!
//! Fairness is thus a condition on relations: scheduling counters say that a thread has not stepped, and are numbers like any other.
//!
//! # Threads that are alike
//!
//! A proof may say that threads which are alike share one argument. Which ones these are is found out here ([`program::linear::classes`]), and
//! nothing about it is taken from the proof: the letters of the first of a class, read for another one of it, are the letters of
//! that one. To read for a thread `k` is to put its numbers in place of those that the first has for itself, where it stands and how often
//! it has stepped among them, and its values in place of rigid numbers. Then:
//!
//! - Each of the class is at places of the first, read for itself. When it is started, what is said of its place is shown as it is read for it.
//! - Nobody knows numbers of others in a class ([`program::linear::located::Located::is_about`]): all facts speak of global variables, of
//!   threads that are alone, and of the own numbers. So a fact that is read for `k` speaks of no other one of the class.
//! - Own letters: sums are true for all integers in their ranges. The range of a rigid number has the values of all of the class. So what is shown
//!   of a letter of the first holds of the letter of `k`, which is the same letter read for `k`; the guarantee that is kept is read for `k`, too.
//! - Steps of `j`, another one of the same class: it keeps a guarantee `g`, read for `j`. At a place of `k` the proof has moves for fellows: there the
//!   premises are what is known, of the numbers of `k`, and `g`, of numbers with names of their own. Those of `j` may stand for these. If
//!   there is a rigid number in which all of the class differ, that of `j` is less or larger than that of `k`, and there is a move for either.
//!   Nobody of a class changes what another one of it has for itself, since it does not mention it.
//! - Steps of a thread that is alone, seen by `k`: if it changes what one of the class has for itself, then the guarantee says so of the first's,
//!   and hence allows it for `k`, whoever it was. That it starts one of the class does not say which one.
//! - Steps of `j` seen by a thread of no class, or of another one: the guarantee is read for `j`, and the thread knows nothing of such numbers, so
//!   that they may be those of `j`.
//! - Heads: the relations of the first, read for `k`, say what is true between steps of `k`. A thread that is said to wait unfairly is one that is
//!   alone, so that it is always the same. `thread=NAME` asks about a letter if it asks about that letter of one of the class.
//!
//! So every thread has an argument of its own, which nobody has to write down, and the above applies. The system is one without variables
//! that no guard depends on ([`program::linear::looks::counting`]): its runs are those of the program, but for the values of these.

mod heads;
mod steps;
mod unfair;

use std::collections::BTreeSet;

use evidence::modular::Modular;
use program::linear::classes::Shared;
use program::linear::expr::Linear;
use program::linear::located::{Located, Premises};
use program::linear::sum::Sum;
use program::program::Program;
use program::property::{Property, Question};

use crate::rules::{Rejection, at, broken, held};
use crate::watch::Interrupt;

/// The name of the rule.
const RULE: &str = "modular";

/// Accepts the proof, or says what is wrong with it.
pub fn check(
    program: &Program,
    question: &Question,
    proof: &Modular,
    interrupt: Interrupt<'_>,
) -> Result<(), Rejection> {
    if !matches!(question.property, Property::Terminate | Property::Thread(_)) {
        return Err(broken(RULE, format!("it says nothing of `{}`", question.property)));
    }
    held::check(program, question, RULE)?;
    let subject = proof.subject(program, &|bytes| interrupt(0, bytes)).map_err(|no| {
        if interrupt(0, 0) {
            return Rejection::Interrupted { states: 0 };
        }
        broken(RULE, format!("the program is not in linear integer arithmetic{}: {}", at(program, no.span), no.what))
    })?;
    let shared = if proof.is_shared {
        Some(Shared::of(&subject.system).ok_or_else(|| broken(RULE, "no threads are alike"))?)
    } else {
        None
    };
    let located = shared.as_ref().map_or_else(|| Located::of(&subject.system), Located::shared);
    if proof.threads.len() != subject.system.threads.len() {
        return Err(broken(RULE, "there is not one argument for each thread"));
    }
    let graphs = steps::check(program, &located, proof, interrupt)?;
    for (thread, graph) in graphs {
        let counts = |letter| {
            located.letters_for(letter).into_iter().any(|letter| subject.runs(program, letter, &question.property))
        };
        heads::check(&heads::Setting { located: &located, proof, question, thread, interrupt }, graph, &counts)?;
    }
    Ok(())
}

/// Whether the sum shows the conclusion.
fn shows(located: &Located<'_>, premises: &Premises, sum: &Sum, conclusion: &Linear) -> bool {
    sum.shows(&located.complete(premises, conclusion), conclusion)
}

/// Whether the sum shows that the premises contradict each other.
fn contradicts(located: &Located<'_>, premises: &Premises, sum: &Sum) -> bool {
    shows(located, premises, sum, &Linear::constant(-1))
}

/// Whether each fact, as it has to hold in the words of the premises, has a sum that shows it.
fn all_shown(
    located: &Located<'_>,
    premises: &Premises,
    (facts, sums): (&[Linear], &[Sum]),
    meant: impl Fn(&Linear) -> Option<Linear>,
) -> bool {
    let shown = |(fact, sum): (&Linear, &Sum)| meant(fact).is_some_and(|fact| shows(located, premises, sum, &fact));
    facts.len() == sums.len() && facts.iter().zip(sums).all(shown)
}

/// The steps of a thread through its places: own letters and guarantees of others.
type Steps = BTreeSet<(usize, evidence::modular::By, usize)>;

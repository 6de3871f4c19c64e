//! Proofs of termination by ranking functions, for programs whose numbers have no bounds.
//!
//! The program is made a system of threads over linear integer arithmetic ([`program::linear::system`]), after preparation if it has memory
//! or calls ([`program::prepare`]). The system may have more runs than the program, but each of the program's runs is one of it, step by
//! step or several local steps at a time, with the same threads enabled. What has to be true:
//!
//! 1. *Facts.* What the first set of the stem says is true at the beginning, and every move is right: if its premises hold and the letter is
//!    taken, the facts afterwards hold; or the letter cannot be taken. Each is a sum that is added up (`facts`).
//! 2. *Nodes.* From where all threads begin, and the first set, all letters of the threads that have to be followed (`order`) have a
//!    move. A letter that fails is never taken. For `finish`, not everybody is blocked.
//! 3. *Cuts.* Steps that happen only finitely often, and then one part of the graph of nodes after the other, are taken away, since no
//!    fair run stays there for ever; and no cycle is left (`cuts`). Three things can be cut:
//!    - a *head*, if every word from it back to itself is ranked: there is a module that knows that its function was not negative at the
//!      beginning of the word and is less at its end; or a thread waits in it (`words`);
//!    - the steps of a part on which a function *falls* that gets larger nowhere in the part;
//!    - the nodes of a part at which a thread *waits* that could step and nowhere in the part does.
//!
//! # Why it is enough
//!
//! Take an infinite run. Suppose first that all threads are followed everywhere. Then the run is an infinite path through the nodes, and
//! its states satisfy the facts of the nodes. From some time on it stays in one part of the graph. We show that after each cut there is
//! still such a path, made of the same steps, or the run is not fair. So at the end, where no path is left that has no end, the run is none.
//!
//! *A head.* If the path comes to the head finitely often only, there is nothing to show. Otherwise it is cut at the visits, and every
//! stretch between two visits, neighbours or not, is a word as in 3. There are finitely many things to know about such a word: which modules
//! rank it, which threads wait in it. By Ramsey's theorem there are infinitely many visits such that the same is known about the stretch
//! between any two of them. If a module ranks these, its function is less at each of these visits than at the one before, and never
//! negative: this cannot be. If a thread waits in them, it could always go on and never does, and the run is not fair.
//!
//! *A function that falls.* If the path takes the steps on which it falls finitely often only, there is nothing to show. Otherwise, since it
//! gets larger nowhere, it falls below every bound. If it is known not to be negative before each of these steps, this cannot be. If that
//! is not known, it is negative from some time on, and the path goes on in the copy of the part, whose nodes say so.
//!
//! *A thread that waits.* If the path comes to the nodes where the thread could step finitely often only, there is nothing to show.
//! Otherwise the thread stands still where it can go on: again and again under strong fairness, at all nodes of the part under weak
//! fairness. So the run is not fair.
//!
//! Now suppose that only some threads are followed at a node: a set `P` of them, such that no other thread will ever take a letter that
//! holds up a next letter of one in `P`, unless one in `P` has stepped before (`meanwhile`: this may depend on what the node says, which
//! is true of the state in which the path has come there, and from which what is left of the run goes on); and one in `P` can go on
//! whatever the numbers are.
//! Take an infinite run again. We make a path through the nodes of it, letter by letter, and keep what is left of the run. If some thread
//! of `P` steps in what is left, take the first such letter: none of those before it holds it up, so that it may just as well come first.
//! If none does, take a letter `a` of one that can go on. Nothing that is left holds it up: so each of these letters can still be taken
//! behind `a`, and where the run would have come to a state, it now comes to what `a` makes of that state, since both orders give the same.
//! (That `a` could be taken in that state is not needed.) So there is always an infinite run that begins with the path so far and goes
//! on with what is left, and the path is a run itself.
//!
//! The cuts are made as above. What is left to show is that the run was not fair if a thread `t` waits on the path. Suppose first that it
//! can go on whatever the numbers are, and is in `P` again and again. If `t` stepped in what is left of the run, each of these times a
//! letter was taken that comes no later than the first of `t`, and there are only finitely many such: `t` would step on the path. So it does
//! not, and where it stands on the path it stands in the run, from some time on and for ever. So the run was not fair, and need not end.
//! (If `t` was put off, and in no `P`, nothing would follow: the run may well be fair, and only the path is not.)
//!
//! Suppose then that it depends on the numbers whether `t` can go on. It is asked that in the part where it waits nobody is put off. So from
//! some time on the path takes what is left of the run, letter by letter. If a letter was added before that, by a thread that can go on
//! whatever the numbers are and never steps in what is left, the run was not fair to that one. If not, run and path have the same letters in
//! another order up to that time, hence the same states from then on, and `t` can go on in the run where it can on the path.
//!
//! A run that ends in a deadlock becomes a path in the same way. The thread in `P` that can always go on does step in what is left of it, or
//! it would be no deadlock; so nothing is added, and the path leads to the deadlock. In a run that fails, letters may have to be added, but
//! not for ever: of the threads that can go on, take the one that was taken least recently, and the path would be one without end that is
//! not excused.

//! # Threads that change places
//!
//! If threads are *kin* ([`program::linear::symmetry`]), some of them may be given other names wherever the path comes to a place; the place with
//! these names is where it goes on. Then what is left of the run, with these names, is a run from there. So the path is
//! no run, but a sequence of states, each of which is what the letter makes of the one before it, and then the names; and what facts say of
//! the state in front of them holds behind them with the names in the facts. A deadlock or a failure is one by any names.
//!
//! Of the cuts, heads are made only where nobody gets another name, and so are copies below a bound; and a thread that waits has to keep its name throughout the part. So it is one thread
//! of the run that waits, from the time on when the path stays in the part. A function that falls may become another one by the names: all
//! functions that it becomes are looked at. By the names they are mapped to each other one to one, and in front of the names, so that
//! there are as many numbers as functions, none of which gets larger on the path. If the path took infinitely many of the steps that are taken away,
//! one of the numbers would get less infinitely often, each time when it is not negative: this cannot be.
//!
//! Finally, what is waited for in a row is waited for in one step, which makes no difference ([`program::linear::fused`]) to whether all runs end.
//! It might to which thread steps: so nothing is said of single threads.

mod cuts;
mod facts;
mod graph;
mod meanwhile;
mod names;
mod order;
mod words;

use std::collections::HashMap;

use evidence::ranked::{Place, Ranked};
use program::linear::blocked::all_blocked;
use program::linear::expr::Linear;
use program::linear::system::System;
use program::program::Program;
use program::property::{Fairness, Property, Question};
use rustc_hash::FxBuildHasher;

use crate::rules::ranked::cuts::{Cuts, Excuse};
use crate::rules::ranked::facts::Facts;
use crate::rules::ranked::graph::Graph;
use crate::rules::ranked::names::Names;
use crate::rules::ranked::order::Order;
use crate::rules::{Rejection, at, broken, held};
use crate::watch::Interrupt;

/// Accepts the proof, or says what is wrong with it.
pub fn check(
    program: &Program,
    question: &Question,
    proof: &Ranked,
    interrupt: Interrupt<'_>,
) -> Result<(), Rejection> {
    if !matches!(question.property, Property::Finish | Property::Terminate | Property::Thread(_)) {
        return Err(broken("ranked", format!("it says nothing of `{}`", question.property)));
    }
    held::check(program, question, "ranked")?;
    if proof.changes_places() && matches!(question.property, Property::Thread(_)) {
        return Err(broken("ranked", "it is said of all threads at once, and one is asked about"));
    }
    let subject = proof.subject(program, &|bytes| interrupt(0, bytes)).map_err(|no| {
        if interrupt(0, 0) {
            return Rejection::Interrupted { states: 0 };
        }
        broken(
            "ranked",
            format!("the program is not in linear integer arithmetic{}: {}", at(program, no.span), no.what),
        )
    })?;
    let system = subject.system;
    let facts = Facts::checked(&system, proof)?;
    let order = Order::of(&system, proof.order.as_deref())?;
    let names = Names::checked(&system, proof)?;
    let mut graph = Graph::explore(program, &system, &facts, &order, &names, interrupt)?;
    if question.property == Property::Finish {
        nobody_is_stuck(&system, &order, &facts, proof, &graph)?;
    }
    let excuse = match question.fairness {
        Fairness::None => Excuse::Nothing,
        Fairness::Weak => Excuse::Weak,
        Fairness::Strong => Excuse::Strong,
    };
    Cuts { system: &system, order: &order, facts: &facts, proof, excuse, interrupt }.check(&mut graph)
}

/// Where everybody might be blocked, the proof says why not.
fn nobody_is_stuck(
    system: &System,
    order: &Order<'_>,
    facts: &Facts<'_>,
    proof: &Ranked,
    graph: &Graph,
) -> Result<(), Rejection> {
    let given: HashMap<&Place, &Vec<_>, FxBuildHasher> =
        proof.not_stuck.iter().map(|not_stuck| (&not_stuck.place, &not_stuck.sums)).collect();
    for (node, place) in graph.places.iter().enumerate() {
        let alternatives = all_blocked(system, &place.control, |thread, node| order.blocked(thread, node).to_vec());
        for (number, alternative) in alternatives.into_iter().enumerate() {
            let mut premises = facts.known(graph.set(node));
            premises.extend(alternative);
            premises.extend(facts.ranges().iter().cloned());
            let sum = given.get(place).and_then(|sums| sums.get(number));
            if !sum.is_some_and(|sum| sum.shows(&premises, &Linear::constant(-1))) {
                return Err(broken("ranked", "all threads may be blocked".to_owned()));
            }
        }
    }
    Ok(())
}

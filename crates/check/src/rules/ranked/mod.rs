//! Proofs of termination by ranking functions, for programs whose numbers have no bounds.
//!
//! The program is made a system of threads over linear integer arithmetic ([`program::linear::system`]). What has to be true:
//!
//! 1. *Facts.* What the first set of the stem says is true at the beginning, and every move is right: if its premises hold and the letter is
//!    taken, the facts afterwards hold; or the letter cannot be taken. Each is a sum that is added up ([`facts`]).
//! 2. *Nodes.* From where all threads begin, and the first set, all letters of the threads that have to be followed ([`order`]) have a
//!    move. A letter that fails is never taken. For `finish`, not everybody is blocked.
//! 3. *Cycles.* Every word from a head back to itself, around the earlier heads, is ranked: there is a module that knows that its function
//!    was not negative at the beginning of the word and is less at its end. Or it need not be, since it has a step that happens only
//!    finitely often, or since no fair run looks like it. Without the heads, there are no cycles ([`cycles`]).
//!
//! # Why it is enough
//!
//! Take an infinite run. Suppose first that all threads are followed everywhere. Then the run is an infinite path through the nodes, and
//! its states satisfy the facts of the nodes. By 3, it comes to one of the heads infinitely often; let it be the first such, and leave out
//! the beginning of the run, up to where no earlier head is visited any more. The run is cut at the visits, and every stretch between two
//! visits, neighbours or not, is a word as in 3. There are finitely many things to know about such a word: which modules rank it, which
//! threads wait in it. By Ramsey's theorem there are infinitely many visits such that the same is known about the stretch between any two
//! of them. If a module ranks these, its function is less at each of these visits than at the one before, and never negative: this cannot
//! be. If they have a step that happens only finitely often, it happens infinitely often. If a thread waits in them, it could always go on
//! and never does, and the run is not fair.
//!
//! Now suppose that only some threads are followed at a node: a set `P` of them, such that no other thread will ever take a letter that
//! depends on a next letter of one in `P`, unless one in `P` has stepped before; and one in `P` can go on whatever the numbers are.
//! Take an infinite run again. We make a path through the nodes of it, letter by letter, and keep what is left of the run. If some thread
//! of `P` steps in what is left, take the first such letter: all letters before it commute with it, so that it may just as well come first.
//! If none does, take a letter of one that can go on: it commutes with all that is left, and neither disables the other. So there is always
//! an infinite run that begins with the path so far and goes on with what is left, and the path is a run itself.
//!
//! The path is cut as above, and cannot be ranked. So suppose that a thread `t` waits in all stretches: it can go on whatever the numbers
//! are, does not step, and was in `P` somewhere in each of them. If `t` stepped in what is left of the run, each of these times a letter was
//! taken that comes no later than the first of `t`, and there are only finitely many such: `t` would step on the path. So it does not, and
//! where it stands on the path it stands in the run, from some time on and for ever. So the run was not fair, and need not end. (If `t` was
//! put off, and in no `P`, nothing would follow: the run may well be fair, and only the path is not.)
//!
//! A run that ends in a deadlock becomes a path in the same way. The thread in `P` that can always go on does step in what is left of it, or
//! it would be no deadlock; so nothing is added, and the path leads to the deadlock. In a run that fails, letters may have to be added, but
//! not for ever: of the threads that can go on, take the one that was taken least recently, and the path would be one without end that is
//! not excused.

mod cycles;
mod facts;
mod order;

use std::collections::HashMap;

use evidence::ranked::{Effect, Place, Ranked};
use program::linear::blocked::all_blocked;
use program::linear::cases::Outcome;
use program::linear::expr::Linear;
use program::linear::system::System;
use program::program::Program;
use program::property::{Fairness, Property, Question};
use rustc_hash::FxBuildHasher;

use crate::rules::ranked::cycles::Excuse;
use crate::rules::ranked::facts::Facts;
use crate::rules::ranked::order::Order;
use crate::rules::{Rejection, at, broken};
use crate::watch::Interrupt;

/// The nodes that can be reached.
struct Graph {
    places: Vec<Place>,
    /// By node: letters, and where they lead.
    edges: Vec<Vec<(usize, usize)>>,
    /// By node, the threads that are followed.
    followed: Vec<Vec<usize>>,
    numbers: HashMap<Place, usize, FxBuildHasher>,
}

/// What every node and position takes in memory, about, apart from one number for each thread or module.
const BYTES_OF_NODE: usize = 256;

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
    let system = System::of(program).map_err(|no| {
        broken(
            "ranked",
            format!("the program is not in linear integer arithmetic{}: {}", at(program, no.span), no.what),
        )
    })?;
    let facts = Facts::checked(&system, proof)?;
    let order = Order::of(&system, proof.order.as_deref())?;
    let graph = Graph::explore(program, &system, &facts, &order, interrupt)?;
    if question.property == Property::Finish {
        nobody_is_stuck(&system, &order, &facts, proof, &graph)?;
    }
    let excuse = if question.fairness == Fairness::None { Excuse::Nothing } else { Excuse::Waiting };
    cycles::check(&system, &order, &facts, &graph, &proof.heads, excuse, interrupt)
}

impl Graph {
    fn explore(
        program: &Program,
        system: &System,
        facts: &Facts<'_>,
        order: &Order<'_>,
        interrupt: Interrupt<'_>,
    ) -> Result<Graph, Rejection> {
        let mut graph =
            Graph { places: Vec::new(), edges: Vec::new(), followed: Vec::new(), numbers: HashMap::default() };
        graph.add(Place { control: system.initial(), set: 0 });
        let bytes = BYTES_OF_NODE + 32 * system.threads.len();
        let mut next = 0;
        while next < graph.places.len() {
            let states = graph.places.len() as u64;
            if next % 64 == 0 && interrupt(states, states * bytes as u64) {
                return Err(Rejection::Interrupted { states });
            }
            let place = graph.places[next].clone();
            let followed = order.followed(&place.control);
            for thread in &followed {
                let Some(node) = place.control.0[*thread] else { continue };
                for number in system.letters_at(*thread, node) {
                    let letter = &system.letters[number];
                    let where_it_is = at(program, letter.span);
                    match facts.after(place.set, number) {
                        None => {
                            return Err(broken("ranked", format!("a step{where_it_is} is left out")));
                        }
                        Some(Effect::Never(_)) => {}
                        Some(Effect::To(..)) if letter.outcome == Outcome::Fails => {
                            return Err(broken("ranked", format!("a step{where_it_is} may fail")));
                        }
                        Some(Effect::To(set, _)) => {
                            let after = Place { control: system.after(&place.control, letter), set: *set };
                            let to = graph.add(after);
                            graph.edges[next].push((number, to));
                        }
                    }
                }
            }
            graph.followed[next] = followed;
            next += 1;
        }
        Ok(graph)
    }

    fn add(&mut self, place: Place) -> usize {
        let number = self.places.len();
        if let Some(known) = self.numbers.get(&place) {
            return *known;
        }
        self.numbers.insert(place.clone(), number);
        self.places.push(place);
        self.edges.push(Vec::new());
        self.followed.push(Vec::new());
        number
    }
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
    for place in &graph.places {
        let alternatives = all_blocked(system, &place.control, |thread, node| order.blocked(thread, node).to_vec());
        for (number, alternative) in alternatives.into_iter().enumerate() {
            let mut premises = facts.known(place.set);
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

//! The refinement loop (Figure 2 of the paper): look for a word that the proof does not cover, find out why it ends, and let the proof
//! learn from it.

use std::cell::{Cell, RefCell};

use engine::budget::Budget;
use engine::event::Events;
use engine::linear::run::Badness;
use evidence::counterexample::Counterexample;
use evidence::reason::Reason;
use program::linear::expr::Linear;
use program::linear::system::{Control, System};
use program::property::Fairness;
use program::text::counted;

use crate::alphabet::Alphabet;
use crate::conserved;
use crate::cuts::{Cut, Cuts, cuts};
use crate::graph::{Explored, Followed, Graph, Question, Stuck};
use crate::kin::Kinship;
use crate::meanwhile;
use crate::proof::Proof;
use crate::ranking;
use crate::reduction::Reduction;
use crate::words::impossible;

/// Who knows whether a stem and a cycle after it are a run without end, and which.
pub type IsReal<'a> = dyn Fn(&[usize], &[usize]) -> Option<Counterexample> + 'a;

/// What is to be proved, and how.
pub struct Goal<'a> {
    /// Of which system.
    pub system: &'a System,
    /// In which order threads are followed, if not all of them are.
    pub order: Option<Vec<usize>>,
    /// Threads that may change places, if use is made of that.
    pub kinship: Option<&'a Kinship>,
    /// Whether a run may end with threads that are stuck.
    pub stuck: Stuck,
    /// Which threads may not be kept waiting for ever.
    pub fairness: Fairness,
    /// How much may be used.
    pub budget: &'a Budget,
    /// How much work may be done.
    pub effort: Effort,
    /// Who is told of each round.
    pub events: &'a dyn Events,
    /// Who knows, and soon, whether a lasso goes on for ever.
    pub is_real: &'a IsReal<'a>,
}

/// How many places and positions may be looked at. That is counted, and not timed, so that the same question is answered in the same way each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// So many.
    Looks(u64),
    /// As many as the budget allows.
    All,
}

/// What comes of it.
pub enum Refined<'a> {
    /// A proof, with the graph that it covers and why none of its cycles is taken for ever.
    Proved {
        /// The proof.
        proof: Box<Proof<'a>>,
        /// What it covers.
        graph: Graph,
        /// What is taken out of it until no cycle is left.
        cuts: Vec<Cut>,
    },
    /// A cycle of which it is not known whether it ends.
    Lasso {
        /// The word to it.
        stem: Vec<usize>,
        /// Its word.
        cycle: Vec<usize>,
    },
    /// A run without end.
    Real(Box<Counterexample>),
    /// A word of which it is not known whether it can be.
    Bad {
        /// The word.
        word: Vec<usize>,
        /// What holds behind it.
        then: Vec<Linear>,
        /// What is bad about that.
        what: Badness,
    },
    /// The budget is used up, for this reason; or the effort, without one.
    Over(Option<Reason>),
}

/// Most programs need fewer rounds than this; in others, what is learned may be about one number of turns after the other.
const ROUNDS_BEFORE_SUMS: u64 = 16;

/// In this round it is asked for the first time whether a lasso goes on for ever.
const FIRST_ASKED: u64 = 4;

/// From this round on, the stem is looked at first in every other round.
const FIRST_FROM_STEM: u64 = 4;

/// What a node or a position takes in memory, about, apart from what depends on the number of threads.
const BYTES_OF_NODE: u64 = 512;

impl Goal<'_> {
    /// Why the budget is used up with so many nodes, if it is.
    pub fn over(&self, nodes: usize) -> Option<Reason> {
        let bytes_of_node = BYTES_OF_NODE + 32 * self.system.threads.len() as u64;
        self.budget.exhausted(nodes as u64, nodes as u64 * bytes_of_node)
    }
}

/// Runs the loop.
pub fn refine<'a>(goal: &Goal<'a>, alphabet: &Alphabet) -> Refined<'a> {
    let mut proof = Proof::new(goal.system, goal.kinship);
    if goal.order.is_some() {
        // Who waits for what is held need not be followed, if it is known that it is held.
        proof.learn_facts(&meanwhile::contraries(goal.system, alphabet));
    }
    refine_from(goal, alphabet, proof, "")
}

/// Runs the loop from a proof that knows something already. What is told of each round begins with the text.
pub fn refine_from<'a>(goal: &Goal<'a>, alphabet: &Alphabet, mut proof: Proof<'a>, what: &str) -> Refined<'a> {
    let system = goal.system;
    let mut followed = Followed::by(Reduction::new(system, alphabet, goal.order.as_deref()));
    let over = RefCell::new(None);
    let looks = Cell::new(0);
    let is_over = |nodes: usize| {
        looks.set(looks.get() + 1);
        let reason = goal.over(nodes);
        let is_over = reason.is_some() || matches!(goal.effort, Effort::Looks(most) if looks.get() > most);
        over.replace(reason);
        is_over
    };
    let ended = || Refined::Over(over.take());
    for round in 1_u64.. {
        let (facts, ranks) =
            (counted(proof.stem.count() as u64, "fact"), counted(proof.modules.len() as u64, "ranking function"));
        goal.events.works_at(crate::NAME, &format!("{what}round {round}: {facts}, {ranks}"));
        if is_over(0) {
            return ended();
        }
        if round == ROUNDS_BEFORE_SUMS {
            proof.learn_facts(&conserved::candidates(system, alphabet));
        }
        let question = Question { system, alphabet, stuck: goal.stuck, is_over: &is_over };
        let mut graph = match Graph::explore(&question, &mut proof, &mut followed) {
            Explored::Graph(graph) => graph,
            Explored::Over => return ended(),
            Explored::Bad { word, then, what } => {
                if learn_impossible(system, &mut proof, &system.initial_facts(), &word, &then) {
                    continue;
                }
                return Refined::Bad { word, then, what };
            }
        };
        match cuts(system, alphabet, &mut graph, &mut proof, goal.fairness, &is_over) {
            Cuts::Made(cuts) => return Refined::Proved { proof: Box::new(proof), graph, cuts },
            Cuts::Over => return ended(),
            Cuts::Unranked { head, edges } => {
                let (stem, names) = graph.word_and_names(system, head);
                let word = graph.cycle(system, &edges, &names);
                let names = names.inverse();
                let known = proof.stem.facts_of(graph.set(head));
                let known: Vec<Linear> = known.iter().map(|fact| names.linear(fact)).collect();
                let control = names.control(&graph.nodes[head].control);
                // Where there is no end to learning, that may be because the lasso has none; but to ask each time takes long.
                let is_asked = round >= FIRST_ASKED && round.is_power_of_two();
                if let Some(found) = is_asked.then(|| (goal.is_real)(&stem, &word)).flatten() {
                    return Refined::Real(Box::new(found));
                }
                let reach = if round >= FIRST_FROM_STEM && round % 2 == 1 { Reach::Stem } else { Reach::Cycle };
                let has_learned = learn_from_lasso(system, &mut proof, reach, &known, &stem, &word)
                    || goal.kinship.is_some() && learn_changes(system, &mut proof)
                    || learn_who_is_able(goal, alphabet, &mut proof, &control, &stem, &word);
                if !has_learned {
                    return Refined::Lasso { stem, cycle: word };
                }
            }
        }
    }
    ended()
}

/// Learns why the word after the beginning, and then the facts, cannot be; says whether anything is new.
fn learn_impossible(
    system: &System,
    proof: &mut Proof<'_>,
    beginning: &[Linear],
    word: &[usize],
    then: &[Linear],
) -> bool {
    let Some(predicates) = impossible(system, beginning, word, then) else { return false };
    proof.learn_facts(&predicates)
}

/// Where it is looked first for why a lasso cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// In its cycle: what does not depend on the stem covers more words.
    Cycle,
    /// In the stem, too: why a cycle cannot be taken twice may say little about one that goes round a loop in it once more, and so on.
    Stem,
}

/// Learns why the lasso ends, whose cycle begins where the facts are known; says whether anything is new.
fn learn_from_lasso(
    system: &System,
    proof: &mut Proof<'_>,
    reach: Reach,
    known: &[Linear],
    stem: &[usize],
    cycle: &[usize],
) -> bool {
    let initial = system.initial_facts();
    if learn_impossible(system, proof, &[], cycle, &[]) {
        return true;
    }
    let once = [stem, cycle].concat();
    if reach == Reach::Stem && learn_impossible(system, proof, &initial, &once, &[]) {
        return true;
    }
    let learn_rank = |proof: &mut Proof<'_>, facts: &[Linear]| {
        let found = ranking::rank(system, facts, cycle);
        found.is_some_and(|found| {
            // Where it is known to be not negative, steps on which it gets less are taken for ever in no cycle, whatever else is in it.
            let is_known = found.never_rises && proof.learn_facts(std::slice::from_ref(&found.rank));
            proof.learn_module(&found.rank, &found.on_the_way) || is_known
        })
    };
    // A function is one for any number of rounds. Why a cycle cannot be taken twice, because a machine integer wraps around in it say,
    // may be about one number of rounds only.
    let twice = [cycle, cycle].concat();
    if learn_rank(proof, &[]) || learn_impossible(system, proof, &[], &twice, &[]) || learn_rank(proof, known) {
        return true;
    }
    let is_once_open = reach == Reach::Cycle;
    let twice = [stem, cycle, cycle].concat();
    if is_once_open && learn_impossible(system, proof, &initial, &once, &[])
        || learn_impossible(system, proof, &initial, &twice, &[])
    {
        return true;
    }
    // Behind its first turn more may be known.
    let later = || Some((once.as_slice(), ranking::rank_after(system, &initial, &once, cycle)?));
    let ranked = ranking::rank_after(system, &initial, stem, cycle).map(|found| (stem, found)).or_else(later);
    let mut is_new = false;
    if let Some((stem, found)) = ranked {
        is_new = proof.learn_module(&found.rank, &found.on_the_way);
        for invariant in &found.invariants {
            is_new |= learn_invariant(system, proof, invariant, stem, cycle);
        }
    }
    is_new || learn_phases(system, proof, known, cycle)
}

/// Learns why the invariant holds behind the stem and is kept by the cycle; says whether anything is new.
pub fn learn_invariant(
    system: &System,
    proof: &mut Proof<'_>,
    invariant: &Linear,
    stem: &[usize],
    cycle: &[usize],
) -> bool {
    let mut is_new = proof.learn_facts(std::slice::from_ref(invariant));
    let Some(negated) = invariant.negated_fact() else { return is_new };
    let initial = system.initial_facts();
    for (beginning, word) in [(initial.as_slice(), stem), (std::slice::from_ref(invariant), cycle)] {
        is_new |= learn_impossible(system, proof, beginning, word, std::slice::from_ref(&negated));
    }
    is_new
}

/// Learns where functions are not negative, and where steps make them less or no larger: words find that out for themselves, but words are
/// no argument where threads are given other names. Says whether anything is new.
fn learn_changes(system: &System, proof: &mut Proof<'_>) -> bool {
    let mut facts: Vec<Linear> = Vec::new();
    for module in &proof.modules {
        facts.push(module.rank.clone());
        for letter in &system.letters {
            let after = module.rank.substituted(|variable| letter.updates.get(&variable));
            let by = after.and_then(|after| module.rank.plus(-1, &after)).filter(|by| by.as_constant().is_none());
            facts.extend(by.as_ref().and_then(|by| by.plus(-1, &Linear::constant(1))));
            facts.extend(by);
        }
    }
    proof.learn_facts(&facts)
}

/// Learns functions that are bounded one after the other; says whether any is new.
fn learn_phases(system: &System, proof: &mut Proof<'_>, known: &[Linear], cycle: &[usize]) -> bool {
    let phases = ranking::nested(system, &[], cycle).or_else(|| ranking::nested(system, known, cycle));
    phases.into_iter().flatten().fold(false, |is_new, function| proof.add_phase(&function) | is_new)
}

/// Learns why a thread that does not step in the cycle could step somewhere in it; says whether anything is new.
fn learn_who_is_able(
    goal: &Goal<'_>,
    alphabet: &Alphabet,
    proof: &mut Proof<'_>,
    control: &Control,
    stem: &[usize],
    cycle: &[usize],
) -> bool {
    let system = goal.system;
    let initial = system.initial_facts();
    let steps = |thread: usize| cycle.iter().any(|letter| system.letters[*letter].thread == thread);
    let waiting: Vec<usize> = match goal.fairness {
        Fairness::None => Vec::new(),
        Fairness::Weak | Fairness::Strong => system.running(control).filter(|thread| !steps(*thread)).collect(),
    };
    let mut is_new = false;
    for thread in waiting {
        let Some(node) = control.0[thread] else { continue };
        let blocked = alphabet.blocked(thread, node);
        for length in 0..cycle.len() {
            let word = [stem, &cycle[..length]].concat();
            let why_not = |facts: &Vec<Linear>| impossible(system, &initial, &word, facts);
            let predicates: Option<Vec<Vec<Linear>>> = blocked.iter().map(why_not).collect();
            for predicates in predicates.unwrap_or_default() {
                is_new |= proof.learn_facts(&predicates);
            }
        }
    }
    is_new
}

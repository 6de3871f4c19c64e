//! Lasso modules: Büchi automata over statements, each of which accepts words that end for one reason (Section 3.2 and Appendix E.1).
//!
//! The module of a lasso has a predicate at each of its states; states with the same role and predicate are one (the first modification rule
//! of Heizmann, Hoenicke and Podelski). What holds after every letter needs no asking: where nothing is known, every letter leads back, and
//! where the predicate is false, too.
//!
//! *Hoare-triple generalisation* (hgen) adds all edges that are valid Hoare triples. Behind the head the predicates speak of `oldrnk`, which
//! is [`Var::Old`] with number 0: every edge that leaves the head sets it to the rank, and every edge back to the head shows that the rank
//! is less, and was not negative. Edges are added when they are asked for.
//!
//! *Omega-prefix generalisation* (opg) lets statements in between that commute with all that is still to come of the lasso: they may as well
//! come behind it, where they no longer matter. Statements that do the same to all that matters to the lasso may take each other's place. The paper asks that they commute with all of the stem; a statement that comes in between
//! need not commute with what was before it. What the argument does not need, and what may be put in again in this way, is left out of the
//! lasso first. The head is the only accepting state, and is left by a statement that is put in, so that not all can be such.

use std::collections::BTreeSet;

use engine::linear::followed::ranges;
use program::linear::expr::{Linear, Var};
use program::linear::system::System;
use rustc_hash::FxHashMap;
use solver::farkas;

use crate::modes::independence::{Statement, Statements};
use crate::modes::judge::{Infeasible, Judgement, Terminating};
use crate::words::is_impossible;

/// A state's number.
pub type State = u32;

/// What a state is there for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Before the loop.
    Stem,
    /// At the beginning of the loop: accepting.
    Head,
    /// Within the loop.
    Loop,
    /// Its predicate is false: accepting, and never left.
    Impossible,
}

/// A Büchi automaton.
pub struct Automaton {
    roles: Vec<Role>,
    initial: Vec<State>,
    /// By state, where every letter leads.
    everywhere: Vec<Vec<State>>,
    edges: FxHashMap<(State, Statement), Vec<State>>,
    /// The same with all edges that the rule adds, as far as they were asked for.
    asked: FxHashMap<(State, Statement), Vec<State>>,
    rule: Rule,
}

/// Which edges are added.
enum Rule {
    Nothing,
    /// Valid Hoare triples.
    Triples(Triples),
    /// By state: the statements still to come, and where one leads that commutes with all of them.
    Between(Vec<(Vec<Statement>, State)>),
}

impl Automaton {
    fn new() -> Automaton {
        Automaton {
            roles: Vec::new(),
            initial: Vec::new(),
            everywhere: Vec::new(),
            edges: FxHashMap::default(),
            asked: FxHashMap::default(),
            rule: Rule::Nothing,
        }
    }

    fn add(&mut self, role: Role) -> State {
        self.roles.push(role);
        self.everywhere.push(Vec::new());
        State::try_from(self.roles.len() - 1).expect("tables have fewer than 2^32 entries")
    }

    fn connect(&mut self, from: State, statements: &[Statement], to: State) {
        for statement in statements {
            let targets = self.edges.entry((from, *statement)).or_default();
            if !targets.contains(&to) {
                targets.push(to);
            }
        }
    }

    /// Where it begins.
    pub fn initial(&self) -> &[State] {
        &self.initial
    }

    /// What the state is there for.
    pub fn role(&self, state: State) -> Role {
        self.roles[state as usize]
    }

    /// Where the letter leads from the state.
    pub fn step(&mut self, system: &System, statements: &mut Statements, state: State, letter: usize) -> &[State] {
        let key = (state, statements.of_letter(letter));
        if !self.asked.contains_key(&key) {
            let mut targets = self.edges.get(&key).cloned().unwrap_or_default();
            targets.extend(&self.everywhere[state as usize]);
            match &self.rule {
                Rule::Nothing => {}
                Rule::Triples(triples) => targets.extend(triples.valid(system, &self.roles, state, letter)),
                Rule::Between(rest) => {
                    let (to_come, to) = &rest[state as usize];
                    if to_come.iter().all(|other| statements.commute(key.1, *other)) {
                        targets.push(*to);
                    }
                }
            }
            targets.sort_unstable();
            targets.dedup();
            self.asked.insert(key, targets);
        }
        &self.asked[&key]
    }
}

/// Statements that differ only in what they do to variables that do not matter.
struct Alike<'a> {
    system: &'a System,
    statements: &'a Statements,
    relevant: BTreeSet<Var>,
}

impl Alike<'_> {
    /// What matters to words of these letters: what they ask, what is asked otherwise, and whatever goes into that.
    fn of_words<'a>(
        system: &'a System,
        statements: &'a Statements,
        words: &[usize],
        otherwise: &[Linear],
    ) -> Alike<'a> {
        let variables = |expr: &Linear| expr.terms().iter().map(|(variable, _)| *variable).collect::<Vec<_>>();
        let letters = || words.iter().map(|letter| &system.letters[*letter]);
        let asked = letters().flat_map(|letter| &letter.guard).chain(otherwise);
        let mut relevant: BTreeSet<Var> = asked.flat_map(variables).collect();
        loop {
            let updates = letters().flat_map(|letter| &letter.updates);
            let inputs =
                updates.filter(|(variable, _)| relevant.contains(variable)).flat_map(|(_, value)| variables(value));
            let more: BTreeSet<Var> = inputs.filter(|variable| !relevant.contains(variable)).collect();
            if more.is_empty() {
                return Alike { system, statements, relevant };
            }
            relevant.extend(more);
        }
    }

    /// The statements that ask what the letter asks, and do to the variables that matter what it does.
    fn to(&self, letter: usize) -> Vec<Statement> {
        let done = |letter: usize| {
            let updates = self.system.letters[letter].updates.iter();
            updates.filter(|(variable, _)| self.relevant.contains(variable))
        };
        let is_alike = |other: &usize| {
            self.system.letters[*other].guard == self.system.letters[letter].guard && done(*other).eq(done(letter))
        };
        let alike = (0..self.system.letters.len()).filter(is_alike);
        let mut found: Vec<Statement> = alike.map(|other| self.statements.of_letter(other)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The module of the lasso with its predicates; with all valid Hoare triples if that is wanted.
pub fn annotated(system: &System, judgement: &Judgement, statements: &Statements, with_triples: bool) -> Automaton {
    let spoken_of: Vec<&Linear> = match judgement {
        Judgement::Infeasible(why) => why.predicates.iter().collect(),
        Judgement::Terminating(why) => {
            let on_the_way = why.on_stem.iter().chain(&why.on_cycle).flatten();
            on_the_way.chain(&why.ranking.invariants).chain([&why.ranking.rank]).collect()
        }
    };
    let relevant = spoken_of.iter().flat_map(|fact| fact.terms().iter().map(|(variable, _)| *variable)).collect();
    let alike = Alike { system, statements, relevant };
    let mut made = Annotated { automaton: Automaton::new(), predicates: Vec::new() };
    let triples = match judgement {
        Judgement::Infeasible(why) => {
            made.infeasible(why, &alike);
            Triples { predicates: made.predicates, rank: Linear::default(), back: Vec::new() }
        }
        Judgement::Terminating(why) => {
            made.terminating(why, &alike);
            let was = Linear::variable(Var::Old(0));
            let less = was.plus(-1, &why.ranking.rank).and_then(|less| less.plus(-1, &Linear::constant(1)));
            let mut back = why.ranking.invariants.clone();
            back.push(was);
            back.push(less.unwrap_or_else(|| Linear::constant(-1)));
            Triples { predicates: made.predicates, rank: why.ranking.rank.clone(), back }
        }
    };
    let mut automaton = made.automaton;
    if with_triples {
        automaton.rule = Rule::Triples(triples);
    }
    automaton
}

struct Annotated {
    automaton: Automaton,
    /// By state, what holds there.
    predicates: Vec<Vec<Linear>>,
}

impl Annotated {
    /// The state with this role and predicate.
    fn state(&mut self, role: Role, mut predicate: Vec<Linear>) -> State {
        predicate.sort_unstable();
        let place = (0..self.predicates.len())
            .find(|place| self.automaton.roles[*place] == role && self.predicates[*place] == predicate);
        if let Some(known) = place.and_then(|place| State::try_from(place).ok()) {
            return known;
        }
        let state = self.automaton.add(role);
        if role == Role::Impossible || (role == Role::Stem && predicate.is_empty()) {
            self.automaton.everywhere[state as usize].push(state);
        }
        self.predicates.push(predicate);
        state
    }

    fn infeasible(&mut self, why: &Infeasible, alike: &Alike<'_>) {
        let mut at = self.state(Role::Stem, why.beginning.clone());
        self.automaton.initial.push(at);
        for (letter, predicate) in why.word.iter().zip(&why.predicates) {
            let next = match predicate.as_constant() {
                Some(number) if number < 0 => self.state(Role::Impossible, vec![Linear::constant(-1)]),
                Some(_) => self.state(Role::Stem, Vec::new()),
                None => self.state(Role::Stem, vec![predicate.clone()]),
            };
            self.automaton.connect(at, &alike.to(*letter), next);
            at = next;
        }
    }

    fn terminating(&mut self, why: &Terminating, alike: &Alike<'_>) {
        let mut at = self.state(Role::Stem, why.beginning.clone());
        self.automaton.initial.push(at);
        let head = self.state(Role::Head, why.ranking.invariants.clone());
        if why.stem.is_empty() {
            self.automaton.initial.push(head);
            if why.beginning.is_empty() {
                self.automaton.everywhere[at as usize].push(head);
            }
        }
        for (place, letter) in why.stem.iter().enumerate() {
            let next = self.state(Role::Stem, why.on_stem[place].clone());
            self.automaton.connect(at, &alike.to(*letter), next);
            if place + 1 == why.stem.len() {
                self.automaton.connect(at, &alike.to(*letter), head);
            }
            at = next;
        }
        let mut at = head;
        for (place, letter) in why.cycle.iter().enumerate() {
            let is_last = place + 1 == why.cycle.len();
            let next = if is_last { head } else { self.state(Role::Loop, why.on_cycle[place].clone()) };
            self.automaton.connect(at, &alike.to(*letter), next);
            at = next;
        }
    }
}

/// What Hoare triples are about.
struct Triples {
    /// By state.
    predicates: Vec<Vec<Linear>>,
    rank: Linear,
    /// What has to hold for an edge from the loop back to the head.
    back: Vec<Linear>,
}

impl Triples {
    /// Where the letter leads by valid Hoare triples.
    fn valid(&self, system: &System, roles: &[Role], state: State, letter: usize) -> Vec<State> {
        let role = roles[state as usize];
        let taken = &system.letters[letter];
        let own = &self.predicates[state as usize];
        let mut premises = own.clone();
        if role == Role::Head {
            let was = Linear::variable(Var::Old(0));
            premises.extend(was.plus(-1, &self.rank));
            premises.extend(self.rank.plus(-1, &was));
        }
        let known = premises.clone();
        premises.extend(taken.guard.iter().cloned());
        premises.extend(ranges(system));
        let is_never = farkas::contradiction(&premises).is_some();
        let mut holds_behind: FxHashMap<&Linear, bool> = FxHashMap::default();
        let mut found = Vec::new();
        for (place, to) in roles.iter().enumerate() {
            let (is_in_loop, leads_to_loop) = (role != Role::Stem, *to == Role::Loop);
            let wanted = match (role, to) {
                (Role::Impossible, _) => continue,
                (Role::Head | Role::Loop, Role::Head) => &self.back,
                // Nobody enters the loop but through its head, nor leaves it.
                _ if is_in_loop != leads_to_loop && *to != Role::Head && *to != Role::Impossible => continue,
                _ => &self.predicates[place],
            };
            let mut holds = |fact| {
                *holds_behind.entry(fact).or_insert_with(|| {
                    let is_touched = fact.terms().iter().any(|(variable, _)| taken.updates.contains_key(variable));
                    let before = fact.substituted(|variable| taken.updates.get(&variable));
                    (!is_touched && known.contains(fact))
                        || before.is_some_and(|before| farkas::consequence(&premises, &before).is_some())
                })
            };
            if is_never || wanted.iter().all(&mut holds) {
                found.extend(State::try_from(place));
            }
        }
        found
    }
}

/// The lasso with statements in between that commute with all that is still to come.
pub fn between(system: &System, judgement: &Judgement, statements: &mut Statements) -> Automaton {
    match judgement {
        Judgement::Infeasible(why) => {
            let is_enough = |word: &[usize]| is_impossible(system, &why.beginning, word, &[]);
            let core = core(&why.word, &[], statements, &is_enough);
            let alike = Alike::of_words(system, statements, &core, &why.beginning);
            let mut made = Between::new(&why.beginning);
            let end = made.automaton.add(Role::Impossible);
            made.automaton.everywhere[end as usize].push(end);
            made.stem(&core.iter().map(|letter| alike.to(*letter)).collect::<Vec<_>>(), &[], &[end]);
            made.finish(Vec::new())
        }
        Judgement::Terminating(why) => between_loops(system, why, statements),
    }
}

fn between_loops(system: &System, why: &Terminating, statements: &mut Statements) -> Automaton {
    let establishes = |stem: &[usize]| {
        let negated: Option<Vec<Linear>> = why.ranking.invariants.iter().map(Linear::negated_fact).collect();
        negated.is_some_and(|negated| {
            negated.iter().all(|fact| is_impossible(system, &why.beginning, stem, std::slice::from_ref(fact)))
        })
    };
    let cycle = core_of_cycle(system, why, statements);
    let stem = core(&why.stem, &cycle, statements, &establishes);
    let otherwise = [&why.beginning[..], &why.ranking.invariants, std::slice::from_ref(&why.ranking.rank)].concat();
    let alike = Alike::of_words(system, statements, &[&stem[..], &cycle].concat(), &otherwise);
    let of = |letters: &[usize]| letters.iter().map(|letter| alike.to(*letter)).collect::<Vec<_>>();
    let (stem, cycle) = (of(&stem), of(&cycle));
    let mut made = Between::new(&why.beginning);
    let head = made.automaton.add(Role::Head);
    // Where the head is left by a statement that is put in.
    let beside = made.automaton.add(Role::Loop);
    made.stem(&stem, &cycle, &[head, beside]);
    let mut rest = vec![(cycle.concat(), beside), (cycle.concat(), beside)];
    let mut at = vec![head, beside];
    for (place, statements) in cycle.iter().enumerate() {
        let next = if place + 1 == cycle.len() { head } else { made.automaton.add(Role::Loop) };
        for from in at {
            made.automaton.connect(from, statements, next);
        }
        if next != head {
            rest.push((cycle.concat(), next));
        }
        at = vec![next];
    }
    made.finish(rest)
}

/// As much of the word as is enough. What is left out commutes with all that comes behind it, so that it may be put in again.
fn core(
    word: &[usize],
    behind: &[usize],
    statements: &mut Statements,
    is_enough: &dyn Fn(&[usize]) -> bool,
) -> Vec<usize> {
    let mut kept = word.to_vec();
    for place in (0..word.len()).rev() {
        let own = statements.of_letter(word[place]);
        let mut later = kept[place + 1..].iter().chain(behind);
        if later.all(|other| statements.commute(own, statements.of_letter(*other))) {
            let letter = kept.remove(place);
            if !is_enough(&kept) {
                kept.insert(place, letter);
            }
        }
    }
    kept
}

/// As much of the loop as the function ranks.
fn core_of_cycle(system: &System, why: &Terminating, statements: &mut Statements) -> Vec<usize> {
    let (was, rank) = (Linear::variable(Var::Old(0)), &why.ranking.rank);
    let less = was.plus(-1, rank).and_then(|less| less.plus(-1, &Linear::constant(1)));
    let mut wanted: Vec<Option<Linear>> = why.ranking.invariants.iter().map(Linear::negated_fact).collect();
    wanted.push(was.negated_fact());
    wanted.push(less.and_then(|less| less.negated_fact()));
    let mut before = why.ranking.invariants.clone();
    before.extend(was.plus(-1, rank));
    before.extend(rank.plus(-1, &was));
    let is_ranked = |cycle: &[usize]| {
        let is_shown = |negated: &Option<Linear>| {
            negated.as_ref().is_some_and(|it| is_impossible(system, &before, cycle, std::slice::from_ref(it)))
        };
        !cycle.is_empty() && wanted.iter().all(is_shown)
    };
    let mut kept = why.cycle.clone();
    for place in (0..kept.len()).rev() {
        let own = statements.of_letter(kept[place]);
        let mut others = (0..kept.len()).filter(|other| *other != place);
        if others.all(|other| statements.commute(own, statements.of_letter(kept[other]))) {
            let letter = kept.remove(place);
            if !is_ranked(&kept) {
                kept.insert(place, letter);
            }
        }
    }
    kept
}

struct Between {
    automaton: Automaton,
    /// Whether words may begin with anything.
    is_anywhere: bool,
    /// For states of the stem, what is still to come there.
    of_stem: Vec<(Vec<Statement>, State)>,
}

impl Between {
    fn new(beginning: &[Linear]) -> Between {
        Between { automaton: Automaton::new(), is_anywhere: beginning.is_empty(), of_stem: Vec::new() }
    }

    /// Adds states for the stem, at whose end the automaton is in these. Each letter is given by the statements that are alike.
    fn stem(&mut self, stem: &[Vec<Statement>], cycle: &[Vec<Statement>], ends: &[State]) {
        let mut at = self.automaton.add(Role::Stem);
        self.automaton.initial.push(at);
        if self.is_anywhere {
            self.automaton.everywhere[at as usize].push(at);
        }
        if stem.is_empty() {
            self.automaton.initial.extend(ends);
            if self.is_anywhere {
                self.automaton.everywhere[at as usize].extend(ends);
            }
        }
        let to_come = |place: usize| [stem[place..].concat(), cycle.concat()].concat();
        self.of_stem.push((to_come(0), at));
        for (place, statements) in stem.iter().enumerate() {
            if place + 1 == stem.len() {
                ends.iter().for_each(|end| self.automaton.connect(at, statements, *end));
            } else {
                let next = self.automaton.add(Role::Stem);
                self.automaton.connect(at, statements, next);
                self.of_stem.push((to_come(place + 1), next));
                at = next;
            }
        }
    }

    /// The automaton, with what comes in between at the states that are there for loops.
    fn finish(mut self, of_loop: Vec<(Vec<Statement>, State)>) -> Automaton {
        let mut rest: Vec<(Vec<Statement>, State)> =
            self.automaton.roles.iter().zip(0..).map(|(_, state)| (Vec::new(), state)).collect();
        for (to_come, to) in self.of_stem {
            rest[to as usize] = (to_come, to);
        }
        let loops = self.automaton.roles.iter().enumerate();
        let loops = loops.filter(|(_, role)| matches!(role, Role::Head | Role::Loop)).map(|(place, _)| place);
        for (place, between) in loops.zip(of_loop) {
            rest[place] = between;
        }
        self.automaton.rule = Rule::Between(rest);
        self.automaton
    }
}

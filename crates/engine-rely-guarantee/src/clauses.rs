//! Counterexamples as recursion-free Horn clauses: the tree of all steps that a place, a guarantee or a relation was made of (MKHC in
//! figure 5 of the paper).
//!
//! A thread comes to a place by its own letters and by what others guarantee; each of these guarantees was made of a letter of the other
//! thread, at a place to which it came in its own way. So there is a tree of ways, in each of which numbers have names of their own
//! (*symbols*), and where one way meets another, they agree on some of the numbers: the *interface*. Each vertex of the tree has an
//! unknown relation, about the numbers at the vertex; a solution is found by sums of all facts below it ([`crate::refine`]).

use std::collections::{BTreeMap, BTreeSet};

use evidence::modular::By;
use program::ids::NodeId;
use program::linear::expr::{Linear, Var};
use program::linear::located::{Located, Meaning, Who};
use program::linear::system::Letter;

use crate::abstraction::{Abstraction, Parent, View};
use crate::predicates::About;

/// By number of the program, the symbol that stands for it.
pub type Names = BTreeMap<u32, u32>;

/// On which numbers two ways agree where they meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interface {
    /// Global variables: solutions are modular.
    Globals,
    /// All numbers, also those of threads, and where these stand.
    All,
}

/// How far ways are followed to their beginnings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// That of the thread itself to its head: whether at all, and then how far those of the others on it, as below.
    pub own: usize,
    /// If that is not followed to its beginning: so many of its last steps.
    pub last: usize,
    /// Those of others who step on the path: not at all, or with so many levels of others on theirs.
    pub others: usize,
}

/// A tree of facts.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// Facts about symbols, which are [`Var::Chosen`], each with its vertex.
    pub facts: Vec<(Linear, usize)>,
    /// The vertex of the end of the path.
    pub end: usize,
    /// By symbol, the number that it stands for; nothing for what a letter chooses.
    pub symbols: Vec<Option<u32>>,
}

/// An unknown relation.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// The vertex whose relation follows from this one.
    pub parent: Option<usize>,
    /// Of what it speaks.
    pub about: About,
    /// The numbers now.
    pub now: Names,
    /// The numbers at the beginning of a relation, or before a step.
    pub old: Names,
}

/// A way of a thread.
struct Way {
    thread: usize,
    node: NodeId,
    now: Names,
    old: Names,
    /// The last vertex.
    last: usize,
}

/// What is unfolded, and how far.
pub struct Unfolding<'a> {
    located: &'a Located<'a>,
    abstraction: &'a Abstraction,
    interface: Interface,
    /// The numbers that matter to some letter.
    relevant: BTreeSet<u32>,
    made: Clauses,
}

/// More facts than this are too many to be solved.
const MOST_FACTS: usize = 1500;

impl<'a> Unfolding<'a> {
    /// The clauses for a way of the thread to the place, and from there along the path. Ways are followed to their beginnings as the depth
    /// says; otherwise what is known of the place is taken as it is. Nothing if there are too many.
    ///
    /// At the end of the path, the numbers of these facts have names, too.
    pub fn of(
        (located, abstraction): (&'a Located<'a>, &'a Abstraction),
        interface: Interface,
        depth: Depth,
        (thread, place, path): (usize, usize, &[By]),
        at_the_end: &[Linear],
    ) -> Option<Clauses> {
        let (first, last) = last_steps(&abstraction.threads[thread], place, depth.last);
        let mut seen = Seen::of(located, abstraction);
        seen.ask(at_the_end);
        seen.follow((thread, first, depth.own), &[]);
        seen.done.insert((thread, first, depth.others + 1));
        seen.follow((thread, first, depth.others + 1), &[&last, path].concat());
        let relevant = seen.relevant(interface);
        let mut made = Unfolding { located, abstraction, interface, relevant, made: Clauses::default() };
        let mut way = made.begin(thread, first, depth.own)?;
        for by in last {
            made.step(&mut way, by, depth.others + 1, false)?;
        }
        if !path.is_empty() {
            made.begin_relation(&mut way)?;
        }
        for by in path {
            made.step(&mut way, *by, depth.others + 1, true)?;
        }
        made.made.end = way.last;
        Some(made.made)
    }

    /// A way to the place.
    fn begin(&mut self, thread: usize, place: usize, depth: usize) -> Option<Way> {
        let view = &self.abstraction.threads[thread];
        let (first, path) = history(view, place, depth);
        let node = view.places[first].node;
        if let (Parent::Start { by, place, letter, new }, 1..) = (view.parents[first], depth) {
            let mut way = self.begin(by, place, depth)?;
            self.step(&mut way, By::Own(letter), depth, false)?;
            self.become_started(&mut way, (thread, node), new)?;
            path.into_iter().try_for_each(|by| self.step(&mut way, by, depth, false))?;
            return Some(way);
        }
        let last = self.vertex(if depth > 0 { About::Place((thread, node)) } else { About::Nothing });
        let mut way = Way { thread, node, now: Names::new(), old: Names::new(), last };
        for number in self.relevant.clone() {
            if self.own_location(&way, number).is_none() {
                way.now.insert(number, self.symbol(number, last)?);
            }
        }
        if depth > 0 {
            for fact in self.located.system.initial_facts() {
                let fact = self.named(&fact, &way, &BTreeMap::new());
                fact.into_iter().try_for_each(|fact| self.fact(fact, last))?;
            }
            let control = self.located.system.initial();
            for (number, symbol) in way.now.clone() {
                if let Some(Meaning::Stands(thread, node)) = self.located.meaning(number) {
                    self.equal(symbol, &Linear::constant(i128::from(control.0[thread] == Some(node))), last)?;
                }
            }
        } else {
            for fact in &view.places[first].facts {
                let fact = self.named(fact, &way, &BTreeMap::new());
                fact.into_iter().try_for_each(|fact| self.fact(fact, last))?;
            }
        }
        self.made.vertices[last].now = way.now.clone();
        path.into_iter().try_for_each(|by| self.step(&mut way, by, depth, false))?;
        Some(way)
    }

    /// From here on the way is that of the thread that was just started.
    ///
    /// If the thread stands for others, its numbers are those of the one that was started. Which one that was is not said: another one
    /// would do the same.
    fn become_started(&mut self, way: &mut Way, (thread, node): (usize, NodeId), new: usize) -> Option<()> {
        let vertex = self.vertex(About::Place((thread, node)));
        self.made.vertices[way.last].parent = Some(vertex);
        for number in self.relevant.clone() {
            match self.located.meaning(number) {
                Some(Meaning::Variable(_))
                    if self.located.owner(number) == Some(thread) && !self.located.is_single(thread) =>
                {
                    let name = self.located.name_for(new, number).and_then(|name| way.now.get(&name).copied());
                    let symbol = name.map_or_else(|| self.symbol(number, vertex), Some)?;
                    way.now.insert(number, symbol);
                }
                Some(Meaning::Stands(other, _)) if other == thread => drop(way.now.remove(&number)),
                Some(Meaning::Stands(other, place)) if other == way.thread => {
                    let symbol = self.symbol(number, vertex)?;
                    self.equal(symbol, &Linear::constant(i128::from(way.node == place)), vertex)?;
                    way.now.insert(number, symbol);
                }
                _ => {}
            }
        }
        (way.thread, way.node, way.last) = (thread, node, vertex);
        self.made.vertices[vertex].now = way.now.clone();
        Some(())
    }

    /// From here on there are names for what numbers were.
    fn begin_relation(&mut self, way: &mut Way) -> Option<()> {
        let vertex = self.vertex(About::Nothing);
        self.made.vertices[way.last].parent = Some(vertex);
        way.old = way.now.clone();
        for (number, before) in way.old.clone() {
            let now = self.symbol(number, vertex)?;
            self.equal(now, &Linear::variable(Var::Chosen(before)), vertex)?;
            way.now.insert(number, now);
        }
        way.last = vertex;
        Some(())
    }

    fn step(&mut self, way: &mut Way, by: By, depth: usize, in_relation: bool) -> Option<()> {
        let vertex = self.vertex(About::Nothing);
        self.made.vertices[way.last].parent = Some(vertex);
        match by {
            By::Own(number) => {
                let letter = &self.located.system.letters[number];
                let chosen = self.guard(letter, way, vertex)?;
                let updates = self.updates(letter, way, &chosen, vertex)?;
                way.now.extend(updates);
                way.node = letter.to;
                self.start(letter, way, vertex)?;
            }
            By::Other(who, which) => self.other(way, (who, which), depth, vertex)?,
        }
        let stands = (way.thread, way.node);
        let made = &mut self.made.vertices[vertex];
        made.about = if in_relation { About::Relation(stands) } else { About::Place(stands) };
        (made.now, made.old) = (way.now.clone(), way.old.clone());
        way.last = vertex;
        Some(())
    }

    /// A step of another thread, which has come to where it steps in its own way.
    fn other(&mut self, way: &mut Way, (who, which): (Who, usize), depth: usize, above: usize) -> Option<()> {
        let other = self.located.thread_of(way.thread, who);
        let (place, number) = self.abstraction.threads[other].origins[which];
        let letter = &self.located.system.letters[number];
        let their = self.begin(other, place, depth.saturating_sub(1))?;
        let vertex = self.vertex(About::Guarantee(number));
        self.made.vertices[their.last].parent = Some(vertex);
        self.made.vertices[vertex].parent = Some(above);
        let before = way.now.clone();
        // Where the ways meet, they agree. Where the one stands who looks on is for the guarantee to say, and for that one to know.
        let mut looker = Names::new();
        for number in self.relevant.clone() {
            let ours = self.value(way, number);
            let theirs = self.value(&their, number);
            if !self.is_shared(number) {
                continue;
            }
            match self.own_location(way, number) {
                Some(stands) => {
                    let symbol = self.symbol(number, vertex)?;
                    self.equal(symbol, &theirs?, vertex)?;
                    self.equal(symbol, &stands, above)?;
                    looker.insert(number, symbol);
                }
                None => self.both(&ours?, &theirs?, vertex)?,
            }
        }
        let chosen = self.guard(letter, &their, vertex)?;
        let updates = self.updates(letter, &their, &chosen, vertex)?;
        for number in self.relevant.clone() {
            if !way.now.contains_key(&number) {
                continue;
            }
            // Nobody touches what another one of the class has for itself, which is called the same.
            let is_others = self.located.owner(number) == Some(other);
            if is_others && other == way.thread {
                continue;
            }
            if !is_others {
                if let Some(symbol) = updates.get(&number) {
                    way.now.insert(number, *symbol);
                }
                continue;
            }
            // What belongs to the other thread may change as it likes, unless it is part of the interface.
            let after = match (self.interface, updates.get(&number)) {
                (Interface::All, Some(symbol)) => *symbol,
                (Interface::Globals, _) => self.symbol(number, above)?,
                (Interface::All, None) => {
                    let symbol = self.symbol(number, vertex)?;
                    let value = match self.located.meaning(number) {
                        Some(Meaning::Stands(_, node)) => Linear::constant(i128::from(node == letter.to)),
                        _ => Linear::variable(Var::Chosen(before[&number])),
                    };
                    self.equal(symbol, &value, vertex)?;
                    symbol
                }
            };
            way.now.insert(number, after);
        }
        self.start(letter, way, vertex)?;
        let (mut old, mut now) = (before, way.now.clone());
        old.extend(looker.clone());
        now.extend(looker);
        if !self.located.is_single(other) {
            // A guarantee of the class speaks of the numbers of the one who steps.
            let rigid = their.now.iter().filter(|(number, _)| self.located.is_rigid(**number));
            for names in [&mut old, &mut now] {
                names.retain(|number, _| self.located.owner(*number) != Some(other));
            }
            now.extend(rigid.map(|(number, symbol)| (*number, *symbol)));
            if let Some(apart) = self.located.apart(way.thread, who) {
                let (ours, theirs) = (self.value(way, apart.number)?, self.value(&their, apart.number)?);
                let between = if apart.is_less { ours.plus(-1, &theirs) } else { theirs.plus(-1, &ours) };
                self.fact(between?.plus(-1, &Linear::constant(1))?, above)?;
            }
        }
        (self.made.vertices[vertex].old, self.made.vertices[vertex].now) = (old, now);
        Some(())
    }

    fn is_shared(&self, number: u32) -> bool {
        match self.located.owner(number) {
            None => true,
            Some(owner) => self.interface == Interface::All && self.located.is_single(owner),
        }
    }

    /// Threads that are started stand at their beginning.
    fn start(&mut self, letter: &Letter, way: &mut Way, vertex: usize) -> Option<()> {
        for (number, _) in way.now.clone() {
            if let Some(Meaning::Stands(thread, node)) = self.located.meaning(number)
                && letter.starts.contains(&thread)
            {
                let symbol = self.symbol(number, vertex)?;
                let is_there = self.located.system.threads[thread].entry == node;
                self.equal(symbol, &Linear::constant(i128::from(is_there)), vertex)?;
                way.now.insert(number, symbol);
            }
        }
        Some(())
    }

    /// Adds the letter's guard; gives symbols for what it chooses.
    fn guard(&mut self, letter: &Letter, way: &Way, vertex: usize) -> Option<BTreeMap<u32, u32>> {
        let mut chosen = BTreeMap::new();
        for expr in letter.guard.iter().chain(letter.updates.values()) {
            for (variable, _) in expr.terms() {
                if let Var::Chosen(number) = variable {
                    chosen.entry(*number).or_insert_with(|| self.fresh(None));
                }
            }
        }
        for fact in &letter.guard {
            let fact = self.named(fact, way, &chosen)?;
            self.fact(fact, vertex)?;
        }
        Some(chosen)
    }

    /// New symbols for what the letter changes.
    fn updates(
        &mut self,
        letter: &Letter,
        way: &Way,
        chosen: &BTreeMap<u32, u32>,
        vertex: usize,
    ) -> Option<BTreeMap<u32, u32>> {
        let mut made = BTreeMap::new();
        for (variable, value) in &letter.updates {
            let Var::State(number) = *variable else { continue };
            if !self.relevant.contains(&number) {
                continue;
            }
            let value = self.named(value, way, chosen)?;
            let symbol = self.symbol(number, vertex)?;
            self.equal(symbol, &value, vertex)?;
            made.insert(number, symbol);
        }
        Some(made)
    }

    /// Whether the thread stands there, for a number that says so of the way's own thread.
    fn own_location(&self, way: &Way, number: u32) -> Option<Linear> {
        match self.located.meaning(number)? {
            Meaning::Stands(thread, node) if thread == way.thread => {
                Some(Linear::constant(i128::from(way.node == node)))
            }
            _ => None,
        }
    }

    fn value(&self, way: &Way, number: u32) -> Option<Linear> {
        let named = || way.now.get(&number).map(|symbol| Linear::variable(Var::Chosen(*symbol)));
        self.own_location(way, number).or_else(named)
    }

    /// The expression about symbols, if all numbers have names.
    fn named(&self, expr: &Linear, way: &Way, chosen: &BTreeMap<u32, u32>) -> Option<Linear> {
        let mut made = Linear::constant(expr.constant_part());
        for (variable, factor) in expr.terms() {
            let value = match variable {
                Var::State(number) => self.value(way, *number)?,
                Var::Chosen(number) => Linear::variable(Var::Chosen(*chosen.get(number)?)),
                Var::Old(_) => return None,
            };
            made = made.plus(*factor, &value)?;
        }
        Some(made)
    }

    fn vertex(&mut self, about: About) -> usize {
        self.made.vertices.push(Vertex { parent: None, about, now: Names::new(), old: Names::new() });
        self.made.vertices.len() - 1
    }

    fn fresh(&mut self, number: Option<u32>) -> u32 {
        self.made.symbols.push(number);
        u32::try_from(self.made.symbols.len() - 1).unwrap_or(u32::MAX)
    }

    /// A new symbol for the number, whose range is known.
    fn symbol(&mut self, number: u32, vertex: usize) -> Option<u32> {
        let symbol = self.fresh(Some(number));
        if let Some((least, most)) = self.located.bounds(number) {
            self.fact(Linear::of([(Var::Chosen(symbol), 1)], least.checked_neg()?)?, vertex)?;
            self.fact(Linear::of([(Var::Chosen(symbol), -1)], most)?, vertex)?;
        }
        Some(symbol)
    }

    fn equal(&mut self, symbol: u32, value: &Linear, vertex: usize) -> Option<()> {
        self.both(&Linear::variable(Var::Chosen(symbol)), value, vertex)
    }

    fn both(&mut self, first: &Linear, second: &Linear, vertex: usize) -> Option<()> {
        self.fact(first.plus(-1, second)?, vertex)?;
        self.fact(second.plus(-1, first)?, vertex)
    }

    fn fact(&mut self, fact: Linear, vertex: usize) -> Option<()> {
        if fact.as_constant().is_none_or(|number| number < 0) {
            self.made.facts.push((fact, vertex));
        }
        (self.made.facts.len() <= MOST_FACTS).then_some(())
    }
}

/// What is seen on the way to a place, and on the path.
struct Seen<'a> {
    located: &'a Located<'a>,
    abstraction: &'a Abstraction,
    letters: BTreeSet<usize>,
    asked: BTreeSet<u32>,
    /// Who is started, and who stands for them.
    started: BTreeSet<(usize, usize)>,
    done: BTreeSet<(usize, usize, usize)>,
}

impl<'a> Seen<'a> {
    fn of(located: &'a Located<'a>, abstraction: &'a Abstraction) -> Seen<'a> {
        Seen {
            located,
            abstraction,
            letters: BTreeSet::new(),
            asked: BTreeSet::new(),
            started: BTreeSet::new(),
            done: BTreeSet::new(),
        }
    }

    fn ask(&mut self, facts: &[Linear]) {
        let terms = facts.iter().flat_map(Linear::terms);
        self.asked.extend(terms.filter_map(|(variable, _)| number_of(*variable)));
    }

    fn follow(&mut self, (thread, place, depth): (usize, usize, usize), path: &[By]) {
        let view = &self.abstraction.threads[thread];
        let mut steps: Vec<By> = path.to_vec();
        if self.done.insert((thread, place, depth)) {
            let (first, before) = history(view, place, depth);
            steps.extend(before);
            if let (Parent::Start { by, place, letter, new }, 1..) = (view.parents[first], depth) {
                steps.push(By::Own(letter));
                self.started.insert((thread, new));
                self.follow((by, place, depth), &[]);
            }
            self.ask(&view.places[first].facts);
        }
        for by in steps {
            let number = match by {
                By::Own(number) => number,
                By::Other(who, which) => {
                    let other = self.located.thread_of(thread, who);
                    self.asked.extend(self.located.apart(thread, who).map(|apart| apart.number));
                    let (place, number) = self.abstraction.threads[other].origins[which];
                    self.follow((other, place, depth.saturating_sub(1)), &[]);
                    number
                }
            };
            self.letters.insert(number);
        }
    }

    /// The numbers on which it depends whether the letters can be taken: what guards ask about, and what that is computed of; and, where that
    /// is not hidden, where threads stand when they step.
    fn relevant(&self, interface: Interface) -> BTreeSet<u32> {
        let letters = || self.letters.iter().map(|letter| &self.located.system.letters[*letter]);
        let numbers = |expr: &Linear| expr.terms().iter().filter_map(|(it, _)| number_of(*it)).collect::<Vec<u32>>();
        let mut found = self.asked.clone();
        found.extend(letters().flat_map(|letter| &letter.guard).flat_map(numbers));
        loop {
            let updates = letters().flat_map(|letter| &letter.updates);
            let needed = updates.filter(|(it, _)| number_of(**it).is_some_and(|number| found.contains(&number)));
            let mut more: Vec<u32> = needed.flat_map(|(_, value)| numbers(value)).collect();
            // What the one who stands for a thread has, the thread has when it is started.
            let named = |(_, new): &(usize, usize)| {
                found.iter().filter_map(|number| self.located.name_for(*new, *number)).collect::<Vec<u32>>()
            };
            more.extend(self.started.iter().flat_map(named));
            let before = found.len();
            found.extend(more);
            if found.len() == before {
                break;
            }
        }
        if interface == Interface::All {
            found.extend(letters().filter_map(|letter| self.located.stands(letter.thread, letter.from)));
        }
        found
    }
}

/// The first place of the way to the place, and the steps from there, if it is followed at all.
fn history(view: &View, place: usize, depth: usize) -> (usize, Vec<By>) {
    last_steps(view, place, if depth == 0 { 0 } else { usize::MAX })
}

/// At most so many steps that lead to the place, and the place before them.
pub fn last_steps(view: &View, place: usize, most: usize) -> (usize, Vec<By>) {
    let mut path = Vec::new();
    let mut first = place;
    while let Parent::Step(before, by) = view.parents[first]
        && path.len() < most
    {
        path.push(by);
        first = before;
    }
    path.reverse();
    (first, path)
}

fn number_of(variable: Var) -> Option<u32> {
    match variable {
        Var::State(number) => Some(number),
        Var::Old(_) | Var::Chosen(_) => None,
    }
}

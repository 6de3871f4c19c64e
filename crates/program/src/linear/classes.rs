//! Threads that do the same: one of them stands for all, so that a proof about it is one about each.
//!
//! Threads are *alike* if their letters are the same but for names of numbers and for constants. What each has for itself are its own
//! variables, and global variables that no other of them mentions, such as the place in which somebody else keeps count of it. A constant
//! in which they differ is a *rigid* number of the one that stands for all: it never changes, and each of them has a value for it. So a
//! lock that says who holds it is set to a number, and that this is not the number of another thread is all that anybody has to know.
//!
//! How the names are found does not matter: what counts is that the letters of the first, read for another one, are the letters
//! of that one, which is looked at in the end for each of them ([`Class::read`]).
//!
//! Only threads that are started by others, and start none, are put together.

use std::collections::{BTreeMap, BTreeSet};

use crate::linear::expr::{Linear, Var};
use crate::linear::system::{Letter, Range, StateVariable, System};

/// Threads that are alike.
#[derive(Clone, Debug)]
pub struct Class {
    /// At least two; the first stands for all.
    pub members: Vec<usize>,
    /// By member, for each number that the first has for itself, the one that the member has.
    names: Vec<BTreeMap<u32, u32>>,
    /// Constants in which they differ.
    pub rigid: Vec<Rigid>,
    /// The rigid number in which all of them differ from each other, if there is one.
    pub apart: Option<usize>,
}

/// A number that never changes, and is another one for each thread of a class.
#[derive(Clone, Debug)]
pub struct Rigid {
    /// The number of the thread that stands for all.
    pub number: u32,
    /// The same of another one of them.
    pub fellow: u32,
    /// By member.
    pub values: Vec<i128>,
}

impl Rigid {
    /// The least and the largest value.
    pub fn bounds(&self) -> Option<(i128, i128)> {
        Some((*self.values.iter().min()?, *self.values.iter().max()?))
    }
}

/// A system in which some threads stand for others. The letters of these others are still there, and are not needed.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The letters of threads that stand for others speak of rigid numbers, which come behind all other variables. What a member of a
    /// class has for itself is its own variable.
    pub system: System,
    /// The classes.
    pub classes: Vec<Class>,
}

impl Shared {
    /// The system with its classes, if there are any.
    pub fn of(system: &System) -> Option<Shared> {
        let mut classes: Vec<Vec<Alike>> = Vec::new();
        for thread in system.first..system.threads.len() {
            if letters_of(system, thread).any(|letter| !letter.starts.is_empty()) {
                continue;
            }
            let found = classes.iter_mut().find_map(|class| {
                let names = names(system, class[0].thread, thread)?;
                Some((class, Alike { thread, names }))
            });
            match found {
                Some((class, alike)) => class.push(alike),
                None => classes.push(vec![Alike { thread, names: BTreeMap::new() }]),
            }
        }
        let mut shared = Shared { system: system.clone(), classes: Vec::new() };
        let mentioned = mentioned(system);
        // A class that is none makes its threads single, which is never in the way of another class.
        let mut in_classes: BTreeSet<usize> = BTreeSet::new();
        classes.retain(|class| class.len() > 1);
        in_classes.extend(classes.iter().flatten().map(|alike| alike.thread));
        for alike in classes {
            let members: Vec<usize> = alike.iter().map(|it| it.thread).collect();
            if shared.add(system, alike, (&mentioned, &in_classes)).is_none() {
                in_classes.retain(|thread| !members.contains(thread));
            }
        }
        (!shared.classes.is_empty()).then_some(shared)
    }

    fn add(
        &mut self,
        system: &System,
        mut alike: Vec<Alike>,
        (mentioned, in_classes): (&BTreeMap<u32, BTreeSet<usize>>, &BTreeSet<usize>),
    ) -> Option<()> {
        let first = alike[0].thread;
        let own = |number: &u32| system.variables[*number as usize].thread == Some(first);
        let differs = |number: &u32| alike[1..].iter().any(|it| it.names.get(number) != Some(number));
        let known: BTreeSet<u32> = alike[1].names.keys().copied().collect();
        let private: BTreeSet<u32> = known.into_iter().filter(|number| own(number) || differs(number)).collect();
        alike[0].names = private.iter().map(|number| (*number, *number)).collect();
        for it in &mut alike[1..] {
            it.names.retain(|number, _| private.contains(number));
        }
        // What a member has for itself no other one mentions, nor is it another one's by another name.
        let mut taken = BTreeSet::new();
        for it in &alike {
            for name in private.iter().map(|number| it.names.get(number)) {
                let name = name?;
                let mut by = mentioned.get(name).into_iter().flatten();
                let is_own = by.all(|thread| *thread == it.thread || !in_classes.contains(thread));
                let owner = system.variables[*name as usize].thread;
                if !is_own || owner.is_some_and(|owner| owner != it.thread) || !taken.insert(*name) {
                    return None;
                }
            }
        }
        let mut made = self.clone();
        for it in &alike {
            for name in it.names.values() {
                made.system.variables[*name as usize].thread = Some(it.thread);
            }
        }
        let class = made.parametrised(system, alike)?;
        class.is_one(system, &made.system).then_some(())?;
        made.classes.push(class);
        *self = made;
        Some(())
    }

    /// Puts rigid numbers for constants in which the letters differ.
    fn parametrised(&mut self, system: &System, alike: Vec<Alike>) -> Option<Class> {
        let (members, names): (Vec<usize>, Vec<_>) = alike.into_iter().map(|it| (it.thread, it.names)).unzip();
        let mut class = Class { members, names, rigid: Vec::new(), apart: None };
        let letters: Vec<Vec<&Letter>> =
            class.members.iter().map(|member| letters_of(system, *member).collect()).collect();
        let start = first_letter(system, class.members[0]);
        for (place, letter) in letters[0].iter().enumerate() {
            let ours = |letter: &Letter| letter.guard.iter().chain(&letter.asks).cloned().collect::<Vec<Linear>>();
            let facts: Vec<Vec<Linear>> = letters.iter().map(|of| ours(of[place])).collect();
            let mut made = (*letter).clone();
            for number in 0..facts[0].len() {
                let constants: Option<Vec<i128>> =
                    facts.iter().map(|of| of.get(number).map(Linear::constant_part)).collect();
                let told = self.told(&mut class, &facts[0][number], constants?)?;
                match number.checked_sub(made.guard.len()) {
                    None => made.guard[number] = told,
                    Some(number) => made.asks[number] = told,
                }
            }
            for (variable, value) in &letter.updates {
                let Var::State(key) = variable else { return None };
                let theirs = |(names, of): (&BTreeMap<u32, u32>, &Vec<&Letter>)| {
                    let key = names.get(key).unwrap_or(key);
                    of[place].updates.get(&Var::State(*key)).map(Linear::constant_part)
                };
                let constants: Option<Vec<i128>> = class.names.iter().zip(&letters).map(theirs).collect();
                let told = self.told(&mut class, value, constants?)?;
                made.updates.insert(*variable, told);
            }
            self.system.letters[start + place] = made;
        }
        let is_apart = |rigid: &Rigid| rigid.values.iter().collect::<BTreeSet<_>>().len() == rigid.values.len();
        class.apart = class.rigid.iter().position(is_apart);
        Some(class)
    }

    /// The expression with a multiple of a rigid number in it, if its constant is not the same for all.
    fn told(&mut self, class: &mut Class, expr: &Linear, constants: Vec<i128>) -> Option<Linear> {
        if constants.iter().all(|constant| *constant == constants[0]) {
            return Some(expr.clone());
        }
        let fitting = class.rigid.iter().find_map(|rigid| Some((rigid.number, fit(&rigid.values, &constants)?)));
        let (number, (factor, rest)) = match fitting {
            Some(found) => found,
            None => {
                // Numbers of threads are not negative, where that can be had.
                let factor = if constants.iter().all(|constant| *constant < 0) { -1 } else { 1 };
                let values = constants.iter().map(|constant| constant.checked_mul(factor));
                let number = self.rigid(class.members[0])?;
                let rigid =
                    Rigid { number, fellow: self.rigid(class.members[1])?, values: values.collect::<Option<_>>()? };
                class.rigid.push(rigid);
                (number, (factor, 0))
            }
        };
        let without = expr.plus(-1, &Linear::constant(expr.constant_part()))?;
        without.plus(factor, &Linear::variable(Var::State(number)))?.plus(rest, &Linear::constant(1))
    }

    fn rigid(&mut self, thread: usize) -> Option<u32> {
        let variables = &mut self.system.variables;
        let name = "number of the thread".to_owned();
        variables.push(StateVariable { name, thread: Some(thread), range: Range::Integer, starts_at_zero: false });
        u32::try_from(variables.len() - 1).ok()
    }
}

impl Class {
    /// What the first of the class calls so, as this member calls it; rigid numbers are its values. Nothing if a number is too large.
    pub fn read(&self, member: usize, expr: &Linear) -> Option<Linear> {
        let mut made = Linear::constant(expr.constant_part());
        for (variable, factor) in expr.terms() {
            made = made.plus(*factor, &self.read_variable(member, *variable))?;
        }
        Some(made)
    }

    fn read_variable(&self, member: usize, variable: Var) -> Linear {
        if let Var::State(number) | Var::Old(number) = variable
            && let Some(rigid) = self.rigid.iter().find(|rigid| rigid.number == number)
        {
            return Linear::constant(rigid.values[member]);
        }
        Linear::variable(self.named(member, variable))
    }

    /// The same with the rigid numbers of another member in place of values.
    pub fn fellow(&self, variable: Var) -> Var {
        let of = |number: u32| self.rigid.iter().find(|rigid| rigid.number == number).map(|rigid| rigid.fellow);
        match variable {
            Var::State(number) | Var::Old(number) if of(number).is_some() => Var::State(of(number).unwrap_or(number)),
            _ => self.named(1, variable),
        }
    }

    fn named(&self, member: usize, variable: Var) -> Var {
        let name = |number: u32| self.names[member].get(&number).copied().unwrap_or(number);
        match variable {
            Var::State(number) => Var::State(name(number)),
            Var::Old(number) => Var::Old(name(number)),
            Var::Chosen(_) => variable,
        }
    }

    /// What the member has instead of the number, which the first has for itself.
    pub fn name(&self, member: usize, number: u32) -> Option<u32> {
        self.names[member].get(&number).copied()
    }

    /// For each number that a member has for itself, the one that the first has.
    pub fn origins(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.names.iter().flatten().map(|(number, name)| (*name, *number))
    }

    /// Whether the letters of the first, read for each member, are those of that member.
    fn is_one(&self, system: &System, made: &System) -> bool {
        let first: Vec<&Letter> = letters_of(made, self.members[0]).collect();
        let is_alike = |(place, member): (usize, &usize)| {
            let own: Vec<&Letter> = letters_of(system, *member).collect();
            let same = |(read, own): (&&Letter, &&Letter)| self.reads(place, read, own) && has_shape(system, read, own);
            own.len() == first.len() && first.iter().zip(&own).all(same)
        };
        self.members.iter().enumerate().all(is_alike)
    }

    fn reads(&self, member: usize, first: &Letter, own: &Letter) -> bool {
        let all = |read: &[Linear], own: &[Linear]| {
            let same = |(read, own): (&Linear, &Linear)| self.read(member, read).as_ref() == Some(own);
            read.len() == own.len() && read.iter().zip(own).all(same)
        };
        let update = |(key, value): (&Var, &Linear)| Some((self.named(member, *key), self.read(member, value)?));
        let updates: Option<BTreeMap<Var, Linear>> = first.updates.iter().map(update).collect();
        all(&first.guard, &own.guard) && all(&first.asks, &own.asks) && updates.as_ref() == Some(&own.updates)
    }
}

/// A thread that may be like the first of its class, and what it has instead of the numbers of that one.
struct Alike {
    thread: usize,
    names: BTreeMap<u32, u32>,
}

/// Whether the letters lead from and to the same locations in the same way, whatever they ask and change.
fn has_shape(system: &System, first: &Letter, second: &Letter) -> bool {
    let same_starts = first.starts.is_empty() && second.starts.is_empty();
    let same_nodes = (first.from, first.to) == (second.from, second.to);
    let same_kind = (first.outcome, first.spurious, first.is_sure) == (second.outcome, second.spurious, second.is_sure);
    let same_open = system.is_open(first.thread, first.from) == system.is_open(second.thread, second.from);
    same_starts && same_nodes && same_kind && same_open
}

/// The letters of the thread; they are neighbours.
pub fn letters_of(system: &System, thread: usize) -> impl Iterator<Item = &Letter> {
    system.letters[first_letter(system, thread)..].iter().take_while(move |letter| letter.thread == thread)
}

/// The number of the thread's first letter, where it has any.
pub fn first_letter(system: &System, thread: usize) -> usize {
    system.letters.partition_point(|letter| letter.thread < thread)
}

/// By number, the threads whose letters mention it.
fn mentioned(system: &System) -> BTreeMap<u32, BTreeSet<usize>> {
    let mut found: BTreeMap<u32, BTreeSet<usize>> = BTreeMap::new();
    for letter in &system.letters {
        let facts = letter.guard.iter().chain(&letter.asks).chain(letter.updates.values());
        let read = facts.flat_map(|fact| fact.terms().iter().map(|(variable, _)| variable));
        for variable in read.chain(letter.updates.keys()) {
            if let Var::State(number) = variable {
                found.entry(*number).or_default().insert(letter.thread);
            }
        }
    }
    found
}

/// What the second thread has instead of the numbers of the first, if they may be alike.
fn names(system: &System, first: usize, second: usize) -> Option<BTreeMap<u32, u32>> {
    let (one, other) = (&system.threads[first], &system.threads[second]);
    let has_shape = |(first, second)| has_shape(system, first, second);
    if (one.entry, one.exit) != (other.entry, other.exit)
        || letters_of(system, first).count() != letters_of(system, second).count()
        || !letters_of(system, first).zip(letters_of(system, second)).all(has_shape)
    {
        return None;
    }
    let own = |thread: usize| {
        let numbers = system.variables.iter().enumerate().filter(move |(_, it)| it.thread == Some(thread));
        numbers.filter_map(|(number, _)| u32::try_from(number).ok())
    };
    let mut found = Naming { system, names: own(first).zip(own(second)).collect() };
    let is_kept = |name: (&u32, &u32)| found.is_possible(*name.0, *name.1);
    if own(first).count() != own(second).count() || !found.names.iter().all(is_kept) {
        return None;
    }
    for (one, other) in letters_of(system, first).zip(letters_of(system, second)) {
        let facts = |letter: &Letter| letter.guard.iter().chain(&letter.asks).cloned().collect::<Vec<Linear>>();
        let (ours, theirs) = (facts(one), facts(other));
        if ours.len() != theirs.len() || one.updates.len() != other.updates.len() {
            return None;
        }
        ours.iter().zip(&theirs).try_for_each(|(first, second)| found.unify(terms(first), terms(second)))?;
        let keys = |letter: &Letter| letter.updates.keys().map(|key| (*key, 1)).collect();
        found.unify(keys(one), keys(other))?;
        for (key, value) in &one.updates {
            let Var::State(number) = key else { return None };
            let theirs = other.updates.get(&Var::State(*found.names.get(number)?))?;
            found.unify(terms(value), terms(theirs))?;
        }
    }
    Some(found.names)
}

fn terms(expr: &Linear) -> Vec<(Var, i128)> {
    expr.terms().to_vec()
}

/// Names that are being found.
struct Naming<'a> {
    system: &'a System,
    names: BTreeMap<u32, u32>,
}

impl Naming<'_> {
    fn is_possible(&self, first: u32, second: u32) -> bool {
        let (one, other) = (&self.system.variables[first as usize], &self.system.variables[second as usize]);
        (one.range, one.starts_at_zero) == (other.range, other.starts_at_zero)
    }

    /// Finds names such that the second terms are the first.
    fn unify(&mut self, first: Vec<(Var, i128)>, mut second: Vec<(Var, i128)>) -> Option<()> {
        let mut unknown = Vec::new();
        for (variable, factor) in first {
            let name = match variable {
                Var::State(number) => self.names.get(&number).map(|name| Var::State(*name)),
                _ => Some(variable),
            };
            // What both mention is the same to both, if it can be.
            let name = name.or_else(|| second.contains(&(variable, factor)).then_some(variable));
            let Some(name) = name else {
                unknown.push((variable, factor));
                continue;
            };
            second.remove(second.iter().position(|term| *term == (name, factor))?);
            if let (Var::State(number), Var::State(name)) = (variable, name) {
                self.names.insert(number, name);
            }
        }
        for (variable, factor) in unknown {
            let Var::State(number) = variable else { return None };
            let possible = |(name, other): &(Var, i128)| match name {
                Var::State(name) => *other == factor && self.is_possible(number, *name),
                _ => false,
            };
            let (name, _) = second.remove(second.iter().position(possible)?);
            let Var::State(name) = name else { return None };
            self.names.insert(number, name);
        }
        second.is_empty().then_some(())
    }
}

/// How the constants are a multiple of the values, and a number more, if they are.
fn fit(values: &[i128], constants: &[i128]) -> Option<(i128, i128)> {
    let other = values.iter().position(|value| *value != values[0])?;
    let (rise, run) = (constants[other].checked_sub(constants[0])?, values[other].checked_sub(values[0])?);
    if rise.checked_rem(run)? != 0 {
        return None;
    }
    let factor = rise.checked_div(run)?;
    let rest = constants[0].checked_sub(factor.checked_mul(values[0])?)?;
    let is_fit = |(value, constant): (&i128, &i128)| {
        factor.checked_mul(*value).and_then(|it| it.checked_add(rest)) == Some(*constant)
    };
    values.iter().zip(constants).all(is_fit).then_some((factor, rest))
}

//! Rows up to the numbers of dynamic memory objects.
//!
//! The numbers mean nothing, and neither do objects that nobody can reach. The canonical row has its objects numbered in the order
//! in which a fixed walk through the state meets them: global variables, threads, static objects, and then the objects met.

use std::sync::Arc;

use program::bytes::Byte;
use program::types::{MapType, Type};
use program::value::{Base, Pointer, Value};

use crate::bases::Lately;
use crate::compile::Compiled;
use crate::components::Components;
use crate::machine::{Machine, Row};
use crate::objects::ENDED;
use crate::odd::is_odd;
use crate::store::{FREE, Number};
use crate::tables::Tables;
use crate::thread::for_each_value;
use crate::words::{ANY, Word, Words};

/// New numbers of dynamic objects by their old ones.
#[derive(Default)]
struct Names {
    /// By the old number; [`NAMELESS`] where none was met.
    names: Vec<u32>,
    order: Vec<u32>,
}

const NAMELESS: u32 = u32::MAX;

impl Names {
    fn meet(&mut self, base: Base) {
        if let Base::Dynamic(number) = base {
            self.meet_number(number);
        }
    }

    fn meet_number(&mut self, number: u32) {
        if self.names.len() <= number as usize {
            self.names.resize(number as usize + 1, NAMELESS);
        }
        if self.names[number as usize] == NAMELESS {
            self.names[number as usize] = self.order.len() as u32;
            self.order.push(number);
        }
    }

    fn name(&self, number: u32) -> u32 {
        self.names[number as usize]
    }

    fn rename(&self, pointer: Pointer) -> Pointer {
        match pointer.base {
            Base::Dynamic(number) => Pointer { base: Base::Dynamic(self.name(number)), ..pointer },
            _ => pointer,
        }
    }

    fn keep(&self, number: u32) -> bool {
        self.name(number) == number
    }

    fn are_the_same(&self) -> bool {
        self.order.iter().all(|number| self.keep(*number))
    }
}

/// What parts of states point to, found once for each of them.
#[derive(Default)]
pub struct Pointers {
    /// Contents of the global variables, without the memory.
    variables: Words,
    /// What each of them points to, each thing once, in the order in which it is met.
    of_variables: Vec<Arc<[Base]>>,
    /// The dynamic objects that threads know, each once, in the order in which they are met, by the numbers of threads.
    of_threads: Lately<Box<[u32]>>,
    bytes: u64,
}

impl Pointers {
    /// How much memory they take.
    pub fn bytes(&self) -> u64 {
        self.variables.bytes() + self.bytes
    }
}

impl Components<'_> {
    /// What the global variables point to, each thing once, and a number for it.
    pub fn variable_pointers(&mut self, globals: Number) -> (u32, Arc<[Base]>) {
        let mut pointers = std::mem::take(&mut self.pointers);
        let words = &self.globals(globals)[..self.compiled.globals.len()];
        let number = pointers.variables.number(words);
        if number as usize == pointers.of_variables.len() {
            let mut found = Vec::new();
            for (ty, word) in self.compiled.globals.iter().zip(words) {
                for_each_pointer(&self.tables, ty, *word, &mut |pointer| {
                    if !found.contains(&pointer.base) {
                        found.push(pointer.base);
                    }
                });
            }
            pointers.bytes += (found.len() * size_of::<Base>() + size_of::<Arc<[Base]>>() + 32) as u64;
            pointers.of_variables.push(found.into());
        }
        let found = pointers.of_variables[number as usize].clone();
        self.pointers = pointers;
        (number, found)
    }

    /// The dynamic objects that the thread knows, each once, in the order in which they are met.
    fn thread_objects(&mut self, thread: Number) -> Arc<Box<[u32]>> {
        if let Some(known) = self.pointers.of_threads.get((thread, 0)) {
            return known;
        }
        let mut names = Names::default();
        let words = self.thread(thread).words();
        self.for_each_value(words, |place, ty| match ty {
            Some(ty) => for_each_pointer(&self.tables, ty, words[place], &mut |pointer| names.meet(pointer.base)),
            None => names.meet_number(words[place] as u32),
        });
        self.pointers.of_threads.put((thread, 0), names.order.into())
    }
}

impl Machine<'_> {
    /// The row under its canonical name.
    pub fn canonical(&mut self, row: Row) -> Row {
        let components = &mut self.components;
        if !components.compiled.has_memory || components.memory(row[0]).len() == components.tables.objects.changing() {
            return row;
        }
        let names = walk(components, &row);
        let has_more = components.memory(row[0]).len() > components.tables.objects.changing() + names.order.len();
        if names.are_the_same() && !has_more {
            return row;
        }
        let mut renamed = Row::from_slice(&row);
        renamed[0] = rename_globals(components, row[0], &names);
        for thread in renamed[1..].iter_mut().filter(|thread| **thread != FREE) {
            if !components.thread_objects(*thread).iter().all(|number| names.keep(*number)) {
                *thread = rename_thread(components, *thread, &names);
            }
        }
        renamed
    }
}

/// Meets all dynamic objects that can be reached, ended ones as well.
fn walk(components: &mut Components<'_>, row: &[Number]) -> Names {
    let mut names = Names::default();
    components.variable_pointers(row[0]).1.iter().for_each(|base| names.meet(*base));
    for thread in row[1..].iter().filter(|thread| **thread != FREE) {
        components.thread_objects(*thread).iter().for_each(|number| names.meet_number(*number));
    }
    let objects = &components.tables.objects;
    let memory = components.memory(row[0]);
    for number in &memory[..objects.changing()] {
        objects.content_targets(*number).iter().for_each(|base| names.meet(*base));
    }
    let mut next = 0;
    while next < names.order.len() {
        let number = memory.get(objects.changing() + names.order[next] as usize).copied().unwrap_or(ENDED);
        if number != ENDED {
            objects.content_targets(number).iter().for_each(|base| names.meet(*base));
        }
        next += 1;
    }
    names
}

/// Calls `visit` on the pointers in a value of the type.
pub fn for_each_pointer(tables: &Tables, ty: &Type, word: Word, visit: &mut impl FnMut(Pointer)) {
    match ty {
        Type::Pointer if word != ANY && !is_odd(word) => visit(crate::odd::unpack(word)),
        Type::Pointer | Type::Bits(_) if is_odd(word) => match tables.odd.value(word) {
            Value::Pointer(pointer) => visit(*pointer),
            Value::Parts(bytes) => {
                for byte in bytes.iter() {
                    if let Byte::PointerPart(pointer, _) = byte {
                        visit(*pointer);
                    }
                }
            }
            _ => {}
        },
        Type::Map(map) if word != ANY && may_hold_pointers(ty) => {
            for_each_pointer(tables, &map.value, tables.maps.default_value(word), visit);
            for entry in tables.maps.entries(word, map.keys.len()) {
                for (ty, word) in map.keys.iter().chain([&map.value]).zip(entry) {
                    for_each_pointer(tables, ty, *word, visit);
                }
            }
        }
        _ => {}
    }
}

/// Machine integers may be made of parts of pointers.
fn may_hold_pointers(ty: &Type) -> bool {
    match ty {
        Type::Pointer | Type::Bits(_) => true,
        Type::Map(map) => map.keys.iter().chain([&map.value]).any(may_hold_pointers),
        Type::Bool | Type::Int | Type::Sort(_) => false,
    }
}

fn rename_word(tables: &mut Tables, ty: &Type, word: Word, names: &Names) -> Word {
    match ty {
        Type::Pointer if word != ANY && !is_odd(word) => {
            let pointer = names.rename(crate::odd::unpack(word));
            tables.odd.of_pointer(pointer)
        }
        Type::Pointer | Type::Bits(_) if is_odd(word) => {
            let renamed = match tables.odd.value(word) {
                Value::Pointer(pointer) => Value::Pointer(names.rename(*pointer)),
                Value::Parts(bytes) => {
                    let byte = |byte: &Byte| match byte {
                        Byte::PointerPart(pointer, position) => Byte::PointerPart(names.rename(*pointer), *position),
                        other => *other,
                    };
                    Value::Parts(bytes.iter().map(byte).collect())
                }
                _ => return word,
            };
            tables.odd.encode(&renamed)
        }
        Type::Map(map) if word != ANY && may_hold_pointers(ty) => rename_map(tables, map, word, names),
        _ => word,
    }
}

fn rename_map(tables: &mut Tables, map: &MapType, word: Word, names: &Names) -> Word {
    let keys = map.keys.len();
    let default = rename_word(tables, &map.value, tables.maps.default_value(word), names);
    let entries: Vec<Vec<Word>> = tables.maps.entries(word, keys).map(<[Word]>::to_vec).collect();
    let mut renamed = tables.maps.constant(default);
    for mut entry in entries {
        for (ty, word) in map.keys.iter().chain([&map.value]).zip(&mut entry) {
            *word = rename_word(tables, ty, *word, names);
        }
        renamed = tables.maps.with(renamed, &entry[..keys], entry[keys]);
    }
    renamed
}

fn rename_globals(components: &mut Components<'_>, globals: Number, names: &Names) -> Number {
    let compiled = components.compiled;
    let mut words = components.globals(globals).to_vec();
    let keeps = |base: &Base| names.rename(Pointer { base: *base, offset: 0 }).base == *base;
    if !components.variable_pointers(globals).1.iter().all(keeps) {
        for (ty, word) in compiled.globals.iter().zip(&mut words) {
            *word = rename_word(&mut components.tables, ty, *word, names);
        }
    }
    let old = components.memory(globals).to_vec();
    let changing = components.tables.objects.changing();
    let mut memory = Vec::with_capacity(changing + names.order.len());
    let numbers = old[..changing].iter().copied();
    let dynamics = names.order.iter().map(|number| old.get(changing + *number as usize).copied().unwrap_or(ENDED));
    for number in numbers.chain(dynamics) {
        memory.push(match number {
            ENDED => ENDED,
            number => components.tables.objects.with_pointers(number, |pointer| names.rename(pointer)),
        });
    }
    words[compiled.globals.len()] = Word::from(components.tables.objects.memory_number(&memory));
    components.globals_number(&words)
}

fn rename_thread(components: &mut Components<'_>, thread: Number, names: &Names) -> Number {
    let words = components.thread(thread).words().to_vec();
    let mut renamed = words.clone();
    let (compiled, tables) = (components.compiled, &mut components.tables);
    visit_values(compiled, &components.object_types, &words, |place, ty| {
        renamed[place] = match ty {
            Some(ty) => rename_word(tables, ty, words[place], names),
            None => Word::from(names.name(words[place] as u32)),
        };
    });
    components.thread_number(&renamed)
}

fn visit_values<'t>(
    compiled: &'t Compiled,
    object_types: &'t [Type],
    words: &[Word],
    visit: impl FnMut(usize, Option<&'t Type>),
) {
    let procedures = &compiled.procedures;
    let results = |procedure: usize| {
        let declaration = &procedures[procedure];
        declaration.results.iter().map(|result| &declaration.locals[*result as usize]).collect()
    };
    for_each_value(words, |procedure| &procedures[procedure].locals, results, object_types, visit);
}

impl Components<'_> {
    /// Calls `visit` on the place and type of each value in the words of a thread; an object that ends with a frame has no type.
    pub fn for_each_value<'s>(&'s self, words: &[Word], visit: impl FnMut(usize, Option<&'s Type>)) {
        visit_values(self.compiled, &self.object_types, words, visit);
    }
}

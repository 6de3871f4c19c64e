//! Rows up to the numbers of dynamic memory objects.
//!
//! The numbers mean nothing, and neither do objects that nobody can reach. The canonical row has its objects numbered in the order
//! in which a fixed walk through the state meets them: global variables, threads, static objects, and then the objects met.

use program::bytes::Byte;
use program::types::{MapType, Type};
use program::value::{Base, Pointer, Value};
use rustc_hash::FxHashMap;

use crate::components::Components;
use crate::machine::{Machine, Row};
use crate::objects::ENDED;
use crate::odd::is_odd;
use crate::store::{FREE, Number};
use crate::tables::Tables;
use crate::thread::for_each_value;
use crate::words::{ANY, Word};

/// New numbers of dynamic objects by their old ones.
#[derive(Default)]
struct Names {
    names: FxHashMap<u32, u32>,
    order: Vec<u32>,
}

impl Names {
    fn meet(&mut self, base: Base) {
        if let Base::Dynamic(number) = base {
            self.meet_number(number);
        }
    }

    fn meet_number(&mut self, number: u32) {
        let next = self.order.len() as u32;
        self.names.entry(number).or_insert_with(|| {
            self.order.push(number);
            next
        });
    }

    fn rename(&self, pointer: Pointer) -> Pointer {
        match pointer.base {
            Base::Dynamic(number) => Pointer { base: Base::Dynamic(self.names[&number]), ..pointer },
            _ => pointer,
        }
    }

    fn are_the_same(&self) -> bool {
        self.order.iter().enumerate().all(|(new, old)| new as u32 == *old)
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
            *thread = rename_thread(components, *thread, &names);
        }
        renamed
    }
}

/// Meets all dynamic objects that can be reached, ended ones as well.
fn walk(components: &Components<'_>, row: &[Number]) -> Names {
    let mut names = Names::default();
    let compiled = components.compiled;
    for (ty, word) in compiled.globals.iter().zip(components.globals(row[0])) {
        for_each_pointer(&components.tables, ty, *word, &mut |pointer| names.meet(pointer.base));
    }
    for thread in row[1..].iter().filter(|thread| **thread != FREE) {
        let words = components.thread(*thread).words();
        components.for_each_value(words, |place, ty| match ty {
            Some(ty) => for_each_pointer(&components.tables, ty, words[place], &mut |pointer| names.meet(pointer.base)),
            None => names.meet_number(words[place] as u32),
        });
    }
    let objects = &components.tables.objects;
    let memory = components.memory(row[0]);
    for number in &memory[..objects.changing()] {
        objects.content(*number).bytes.pointers().for_each(|pointer| names.meet(pointer.base));
    }
    let mut next = 0;
    while next < names.order.len() {
        let number = memory.get(objects.changing() + names.order[next] as usize).copied().unwrap_or(ENDED);
        if number != ENDED {
            objects.content(number).bytes.pointers().for_each(|pointer| names.meet(pointer.base));
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
    for (ty, word) in compiled.globals.iter().zip(&mut words) {
        *word = rename_word(&mut components.tables, ty, *word, names);
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
    let mut places = Vec::new();
    components.for_each_value(&words, |place, ty| places.push((place, ty.cloned())));
    let mut renamed = words.clone();
    for (place, ty) in places {
        renamed[place] = match ty {
            Some(ty) => rename_word(&mut components.tables, &ty, words[place], names),
            None => Word::from(names.names[&(words[place] as u32)]),
        };
    }
    components.thread_number(&renamed)
}

impl Components<'_> {
    /// Calls `visit` on the place and type of each value in the words of a thread; an object that ends with a frame has no type.
    pub fn for_each_value<'s>(&'s self, words: &[Word], visit: impl FnMut(usize, Option<&'s Type>)) {
        let procedures = &self.compiled.procedures;
        let results = |procedure: usize| {
            let declaration = &procedures[procedure];
            declaration.results.iter().map(|result| &declaration.locals[*result as usize]).collect()
        };
        for_each_value(words, |procedure| &procedures[procedure].locals, results, &self.object_types, visit);
    }
}

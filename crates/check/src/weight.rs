//! How much memory states take.
//!
//! What is counted is capacity times size and what the allocator adds. Parts that states share count once.
//! Where a capacity cannot be asked for, the largest that there can be is taken, so that the sum is never far below the truth.

use std::collections::BTreeMap;
use std::sync::Arc;

use program::value::{MapValue, Pointer, Value};

use crate::semantics::memory::{Memory, Object};
use crate::semantics::state::{Frame, OpenSection, Phase, State, Thread};

/// What the allocator adds to a block, and what rounding does.
pub(crate) const BLOCK: usize = 16;

/// The two counters of an `Arc`.
const COUNTERS: usize = 16;

/// The least that a number that is not zero takes.
const FEWEST_DIGIT_BYTES: u64 = 16;

/// How many entries a node of a `BTreeMap` has, at least and at most.
const FEWEST_ENTRIES: usize = 5;
const MOST_ENTRIES: usize = 11;

/// Asked with the address of a part that states may share whether it is to be counted: whether it was met for the first time.
pub(crate) struct Shared<'s>(pub(crate) &'s mut dyn FnMut(usize) -> bool);

impl Shared<'_> {
    fn weigh<T>(&mut self, part: &Arc<T>, weight: impl FnOnce(&T, &mut Self) -> usize) -> usize {
        let is_first = (self.0)(Arc::as_ptr(part) as usize);
        if is_first { COUNTERS + size_of::<T>() + BLOCK + weight(part, self) } else { 0 }
    }
}

/// What a state takes without its parts.
pub(crate) fn of_state(state: &State) -> usize {
    size_of::<State>() + of_list(&state.threads)
}

/// What the parts of a state take.
pub(crate) fn of_parts(state: &State, shared: &mut Shared<'_>) -> usize {
    let threads: usize = state.threads.iter().flatten().map(|thread| shared.weigh(thread, of_thread)).sum();
    threads + shared.weigh(&state.globals, of_values) + shared.weigh(&state.memory, of_memory)
}

/// What a list of values takes besides its own size.
#[allow(clippy::ptr_arg)] // The capacity counts.
pub(crate) fn of_values(values: &Vec<Value>, shared: &mut Shared<'_>) -> usize {
    of_list(values) + values.iter().map(|value| of_value(value, shared)).sum::<usize>()
}

/// What a thread takes besides its own size.
pub(crate) fn of_thread(thread: &Thread, shared: &mut Shared<'_>) -> usize {
    let phase = match &thread.phase {
        Phase::Running(frames) => of_list(frames) + frames.iter().map(|frame| of_frame(frame, shared)).sum::<usize>(),
        Phase::Finished(results) => of_values(results, shared),
    };
    let id = thread.id.as_ref().map_or(0, |id| of_values(id, shared));
    let mut of_object = |section: &OpenSection| section.object.as_ref().map_or(0, |object| of_value(object, shared));
    phase + id + of_list(&thread.sections) + thread.sections.iter().map(&mut of_object).sum::<usize>()
}

/// What the memory takes besides its own size.
pub(crate) fn of_memory(memory: &Memory, shared: &mut Shared<'_>) -> usize {
    let statics: usize = memory.statics().iter().map(|object| shared.weigh(object, of_object)).sum();
    let dynamics: usize = memory.dynamics().map(|(_, object)| shared.weigh(object, of_object)).sum();
    let list = size_of_val(memory.statics()) + BLOCK;
    list + statics + dynamics + of_tree::<u32, Arc<Object>>(memory.dynamics().count())
}

/// What an object takes besides its own size.
pub(crate) fn of_object(object: &Object, _: &mut Shared<'_>) -> usize {
    let pointers = object.bytes.pointers().count();
    2 * (object.bytes.len() + BLOCK) + of_tree::<u32, Pointer>(pointers)
}

fn of_frame(frame: &Frame, shared: &mut Shared<'_>) -> usize {
    shared.weigh(&frame.locals, of_values) + of_list(&frame.objects)
}

fn of_value(value: &Value, shared: &mut Shared<'_>) -> usize {
    match value {
        Value::Any | Value::Bool(_) | Value::Pointer(_) | Value::Element(..) => 0,
        Value::Int(number) => of_digits(number.bits()),
        Value::Bits(bits) => of_digits(bits.unsigned().bits()),
        Value::Map(map) => shared.weigh(map, of_map),
        Value::Vague(vague) => {
            shared.weigh(vague, |vague, _| of_digits(vague.bits.unsigned().bits()) + of_digits(vague.undefined.bits()))
        }
        Value::Form(form) => shared.weigh(form, |form, _| {
            form.summands().map(|(factors, number)| size_of_val(factors) + of_digits(number.bits()) + BLOCK).sum()
        }),
        Value::Parts(bytes) => size_of_val(&**bytes) + COUNTERS + BLOCK,
    }
}

fn of_digits(bits: u64) -> usize {
    if bits == 0 { 0 } else { bits.div_ceil(8).max(FEWEST_DIGIT_BYTES) as usize + BLOCK }
}

fn of_map(map: &MapValue, shared: &mut Shared<'_>) -> usize {
    let (mut count, mut bytes) = (0, of_value(map.default_value(), shared));
    for (keys, value) in map.entries() {
        count += 1;
        bytes += size_of_val(keys) + BLOCK + of_value(value, shared);
        bytes += keys.iter().map(|key| of_value(key, shared)).sum::<usize>();
    }
    bytes + of_tree::<Vec<Value>, Value>(count)
}

/// What the nodes of a [`BTreeMap`] take at most.
fn of_tree<K, V>(entries: usize) -> usize {
    let node = MOST_ENTRIES * (size_of::<K>() + size_of::<V>()) + size_of::<BTreeMap<K, V>>() + BLOCK;
    entries.div_ceil(FEWEST_ENTRIES) * (node + size_of::<usize>() * MOST_ENTRIES / FEWEST_ENTRIES)
}

fn of_list<T>(list: &Vec<T>) -> usize {
    if list.capacity() == 0 { 0 } else { list.capacity() * size_of::<T>() + BLOCK }
}

/// What a hash table with room for so many entries takes. One that is almost full counts as doubled: it grows between two looks.
pub(crate) fn of_table(len: usize, capacity: usize, entry: usize) -> usize {
    let tables = if len > 0 && len + len / 16 >= capacity { 2 } else { 1 };
    // Seven of eight places are used at most, and each has a byte of its own.
    tables * (capacity * 8 / 7 * (entry + 1))
}

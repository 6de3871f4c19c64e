//! What libstdc++ brings along and the runtime does not: types, tables, streams, and functions that are replaced.

use program::bytes::{Byte, Bytes};
use program::command::Action;
use program::expr::{Expr, VarRef};
use program::ids::LocalId;
use program::procedure::Procedure;
use program::span::Span;
use program::types::Type;
use program::value::{Base, Pointer, Value};

use crate::c::edges::Edges;
use crate::c::session::{Session, made_variable, thread_number};
use crate::c::units::{Place, Units};
use crate::llvm::values::{Constant, Value as LlvmValue};

/// The table of the class that describes pointers.
pub const POINTER_TYPES: &str = "_ZTVN10__cxxabiv119__pointer_type_infoE";

impl Session<'_> {
    /// What describes a type that the library defines and the runtime does not: a pointer, or something without a base.
    /// Types are told apart by the places of their names.
    pub fn type_description(&mut self, name: &str) -> Result<Bytes, String> {
        let text: Vec<Byte> = name.trim_start_matches("_ZTI").bytes().chain([0]).map(Byte::Data).collect();
        let mut string = Bytes::zeros(text.len());
        string.put(0, &text);
        let string = self.add_object(name.replacen("_ZTI", "_ZTS", 1), string);
        let pointer_to = name.strip_prefix("_ZTIP");
        let mut content = Bytes::zeros(if pointer_to.is_some() { 32 } else { 16 });
        content.put(8, &Byte::of_pointer(Pointer { base: Base::Static(string), offset: 0 }));
        if let Some(to) = pointer_to {
            const IS_CONSTANT: u8 = 1;
            let table = self.external_variable(POINTER_TYPES)?;
            let (flags, to) = to.strip_prefix('K').map_or((0, to), |to| (IS_CONSTANT, to));
            let to = self.external_variable(&format!("_ZTI{to}"))?;
            content.put(0, &Byte::of_pointer(Pointer { base: Base::Static(table), offset: 16 }));
            content.put(16, &[Byte::Data(flags)]);
            content.put(24, &Byte::of_pointer(Pointer { base: Base::Static(to), offset: 0 }));
        }
        Ok(content)
    }

    /// A stream: a pointer to where it is said how far its base is from it, and then the base.
    pub fn stream(&mut self, name: &str) -> Bytes {
        const TABLE_BEFORE: i64 = 24;
        let mut table = Bytes::zeros(64);
        table.put(0, &[Byte::Data(8)]);
        let table = self.add_object(format!("table of {name}"), table);
        let mut stream = Bytes::zeros(280);
        stream.put(0, &Byte::of_pointer(Pointer { base: Base::Static(table), offset: TABLE_BEFORE }));
        stream
    }

    /// The table of a class of which nothing is known: whoever calls one of its virtual functions comes to nothing.
    pub fn virtual_table(&mut self, name: &str) -> Result<Bytes, String> {
        const ENTRIES: usize = 32;
        let class = name.trim_start_matches("_ZTV");
        let description = self.external_variable(&format!("_ZTI{class}"))?;
        let function = self.named_function(&format!("a virtual function of {class}"), &[], &[]);
        let mut content = Bytes::zeros(8 * ENTRIES);
        content.put(8, &Byte::of_pointer(Pointer { base: Base::Static(description), offset: 0 }));
        for entry in 2..ENTRIES {
            content.put(8 * entry, &Byte::of_pointer(Pointer { base: Base::Procedure(function), offset: 0 }));
        }
        Ok(content)
    }
}

/// The function of libstdc++ that finds the pool in which threads wait for a change at an address, by computing with the address.
const WAITER_POOL: &str = "_ZNSt8__detail18__waiter_pool_base6_S_forEPKv";

/// The pools themselves.
const WAITER_POOLS: &str = "_ZZNSt8__detail18__waiter_pool_base6_S_forEPKvE3__w";

/// Functions of libstdc++ by the beginnings of their names, each with the procedure of the library that does what it does.
const STAND_INS: [(&str, &str); 9] = [
    ("_ZSt4lockISt5mutexS0_JEE", "$lock_two"),
    ("_ZSt4lockISt5mutexS0_JS0_EE", "$lock_three"),
    ("_ZSt4lockISt15recursive_mutexS0_JEE", "$lock_two"),
    ("_ZSt4lockISt15recursive_mutexS0_JS0_EE", "$lock_three"),
    ("_ZSt4lockISt11unique_lockISt5mutexES2_JEE", "$lock_two_guards"),
    ("_ZSt4lockISt11unique_lockISt5mutexES2_JS2_EE", "$lock_three_guards"),
    ("_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE11_M_disjunctEPKc", "$is_outside_of_string"),
    ("_ZNSt18condition_variable17__wait_until_impl", "$wait_until"),
    ("_ZNSt11this_thread11sleep_until", "$sleep_until"),
];

/// What stands in for a function of the C++ library's headers that depends on where objects lie, or on what clocks show, or that
/// tries until it succeeds.
pub fn stand_in(session: &mut Session<'_>, place: Place, name: &str) -> Option<Procedure> {
    let linked = session.units.function_name(place);
    if linked == WAITER_POOL {
        return waiter_pool(session, place, name);
    }
    let (_, primitive) = STAND_INS.iter().find(|(beginning, _)| linked.starts_with(beginning))?;
    let (_, procedure) = session.primitive_for_call(primitive)?;
    Some(Procedure { name: name.to_owned(), ..procedure.clone() })
}

/// Whether the value is the address of the pools: where the function above was inlined, one of them is chosen by the number of
/// an address, and here it is the first one for all.
pub fn is_waiter_pool(units: &Units<'_>, unit: usize, value: &LlvmValue) -> bool {
    let LlvmValue::Constant(Constant::Symbol(symbol)) = value else { return false };
    units.name(unit, *symbol) == WAITER_POOLS
}

/// All waiters share one pool, as they may: a notification then looks for waiters where there are none.
fn waiter_pool(session: &mut Session<'_>, place: Place, name: &str) -> Option<Procedure> {
    let symbol = session.units.module(place.unit).find_symbol(WAITER_POOLS)?;
    let pools = session.address(place.unit, symbol).ok()?;
    let mut edges = Edges::new(Span::NOWHERE);
    let results = [(LocalId(2), Pointer::NULL), (LocalId(3), pools)];
    let values = results.map(|(local, pointer)| (VarRef::Local(local), Expr::Literal(Value::Pointer(pointer))));
    edges.emit(Action::Assign(values.to_vec()));
    edges.go(Edges::EXIT);
    let variable = |name: &str| made_variable(name, Type::Pointer);
    let locals = vec![thread_number(), variable("address"), variable("%unwinding"), variable("pool")];
    Some(edges.into_procedure(name, locals, 2, vec![LocalId(2), LocalId(3)]))
}

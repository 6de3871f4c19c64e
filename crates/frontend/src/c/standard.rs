//! What libstdc++ brings along: classes of exceptions with their types and virtual functions, and functions that are replaced.

use program::bytes::{Byte, Bytes};
use program::command::Action;
use program::expr::{Expr, VarRef};
use program::ids::LocalId;
use program::procedure::{Procedure, Variable};
use program::span::Span;
use program::types::Type;
use program::value::{Base, Pointer, Value};

use crate::c::edges::Edges;
use crate::c::session::{Session, thread_number};
use crate::c::units::Place;

/// Classes by their mangled names, each with its base.
const BASES: [(&str, &str); 21] = [
    ("St9bad_alloc", "St9exception"),
    ("St20bad_array_new_length", "St9bad_alloc"),
    ("St8bad_cast", "St9exception"),
    ("St10bad_typeid", "St9exception"),
    ("St13bad_exception", "St9exception"),
    ("St17bad_function_call", "St9exception"),
    ("St12bad_weak_ptr", "St9exception"),
    ("St18bad_variant_access", "St9exception"),
    ("St19bad_optional_access", "St9exception"),
    ("St11logic_error", "St9exception"),
    ("St12domain_error", "St11logic_error"),
    ("St16invalid_argument", "St11logic_error"),
    ("St12length_error", "St11logic_error"),
    ("St12out_of_range", "St11logic_error"),
    ("St12future_error", "St11logic_error"),
    ("St13runtime_error", "St9exception"),
    ("St11range_error", "St13runtime_error"),
    ("St14overflow_error", "St13runtime_error"),
    ("St15underflow_error", "St13runtime_error"),
    ("St12system_error", "St13runtime_error"),
    ("NSt8ios_base7failureB5cxx11E", "St12system_error"),
];

impl Session<'_> {
    /// What describes a type that the library defines: a class with one base, or something else.
    pub fn type_description(&mut self, name: &str) -> Result<Bytes, String> {
        let class = name.trim_start_matches("_ZTI");
        let Some((_, base)) = BASES.iter().find(|(derived, _)| *derived == class) else { return Ok(Bytes::zeros(16)) };
        let table = self.external_variable("_ZTVN10__cxxabiv120__si_class_type_infoE")?;
        let base = self.external_variable(&format!("_ZTI{base}"))?;
        let mut content = Bytes::zeros(24);
        content.put(0, &Byte::of_pointer(Pointer { base: Base::Static(table), offset: 16 }));
        content.put(16, &Byte::of_pointer(Pointer { base: Base::Static(base), offset: 0 }));
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
    fn unknown_table(&mut self, class: &str) -> Bytes {
        const ENTRIES: usize = 32;
        let function = self.named_function(&format!("a virtual function of {class}"), &[], &[]);
        let mut content = Bytes::zeros(8 * ENTRIES);
        for entry in 2..ENTRIES {
            content.put(8 * entry, &Byte::of_pointer(Pointer { base: Base::Procedure(function), offset: 0 }));
        }
        content
    }

    /// The table of a class whose virtual functions are two destructors and `what`.
    pub fn virtual_table(&mut self, name: &str) -> Result<Bytes, String> {
        let class = name.trim_start_matches("_ZTV");
        let is_exception = class == "St9exception" || BASES.iter().any(|(derived, _)| *derived == class);
        if !is_exception {
            return Ok(self.unknown_table(class));
        }
        let description = self.external_variable(&format!("_ZTI{class}"))?;
        let mut content = Bytes::zeros(40);
        content.put(8, &Byte::of_pointer(Pointer { base: Base::Static(description), offset: 0 }));
        let functions = [
            (16, format!("_ZN{class}D1Ev"), vec![]),
            (24, format!("_ZN{class}D0Ev"), vec![]),
            (32, format!("_ZNK{class}4whatEv"), vec![Type::Pointer]),
        ];
        for (offset, name, results) in functions {
            let function = self.named_function(&name, &[Type::Pointer], &results);
            content.put(offset, &Byte::of_pointer(Pointer { base: Base::Procedure(function), offset: 0 }));
        }
        Ok(content)
    }
}

/// The function of libstdc++ that finds the pool in which threads wait for a change at an address, by computing with the address.
const WAITER_POOL: &str = "_ZNSt8__detail18__waiter_pool_base6_S_forEPKv";

/// The pools themselves.
const WAITER_POOLS: &str = "_ZZNSt8__detail18__waiter_pool_base6_S_forEPKvE3__w";

/// What stands in for a function of the C++ library's headers that depends on where objects lie.
///
/// All waiters share one pool, as they may: a notification then looks for waiters where there are none.
pub fn stand_in(session: &mut Session<'_>, place: Place, name: &str) -> Option<Procedure> {
    if session.units.function_name(place) != WAITER_POOL {
        return None;
    }
    let symbol = session.units.module(place.unit).find_symbol(WAITER_POOLS)?;
    let pools = session.address(place.unit, symbol).ok()?;
    let mut edges = Edges::new(Span::NOWHERE);
    let results = [(LocalId(2), Pointer::NULL), (LocalId(3), pools)];
    let values = results.map(|(local, pointer)| (VarRef::Local(local), Expr::Literal(Value::Pointer(pointer))));
    edges.emit(Action::Assign(values.to_vec()));
    edges.go(Edges::EXIT);
    let variable = |name: &str| Variable { name: name.to_owned(), ty: Type::Pointer, span: Span::NOWHERE };
    let locals = vec![thread_number(), variable("address"), variable("%unwinding"), variable("pool")];
    Some(edges.into_procedure(name, locals, 2, vec![LocalId(2), LocalId(3)]))
}

//! The classes of exceptions that libstdc++ brings along: what describes their types, and their virtual functions.

use program::bytes::{Byte, Bytes};
use program::types::Type;
use program::value::{Base, Pointer};

use crate::c::session::Session;

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

    /// The table of a class whose virtual functions are two destructors and `what`.
    pub fn virtual_table(&mut self, name: &str) -> Result<Bytes, String> {
        let class = name.trim_start_matches("_ZTV");
        let is_exception = class == "St9exception" || BASES.iter().any(|(derived, _)| *derived == class);
        if !is_exception {
            return Err(format!("the class `{class}` of the C++ library is not known"));
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

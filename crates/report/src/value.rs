//! Values as a user reads them.

use num_bigint::{BigUint, Sign};
use program::bytes::whole_pointer;
use program::polynomial::Polynomial;
use program::program::Program;
use program::value::{Base, MapValue, Pointer, Value};

/// How many entries of a map are shown.
const SHOWN_ENTRIES: usize = 8;

/// The value in words; `?` is one that nobody has looked at yet.
pub(crate) fn show(program: &Program, value: &Value) -> String {
    match value {
        Value::Any => "?".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Form(polynomial) => show_form(polynomial),
        Value::Bits(bits) => format!("{}bv{}", bits.unsigned(), bits.width()),
        Value::Pointer(pointer) => show_pointer(program, *pointer),
        Value::Element(sort, number) => {
            let sort = program.sort(*sort);
            let named = sort.elements.get(*number as usize);
            named.cloned().unwrap_or_else(|| format!("{}#{number}", sort.name))
        }
        Value::Map(map) => show_map(program, map),
        Value::Vague(_) => "uninitialised".to_owned(),
        Value::Parts(bytes) => match whole_pointer(bytes) {
            Some(pointer) => show_pointer(program, pointer),
            None => "part of a pointer".to_owned(),
        },
    }
}

/// The polynomial in terms of parameters by their names: `7 + 2·n`.
pub(crate) fn show_form(polynomial: &Polynomial) -> String {
    let mut text = String::new();
    // What has most parameters comes first, the number last.
    for (factors, coefficient) in polynomial.summands().collect::<Vec<_>>().into_iter().rev() {
        let sign = match (text.is_empty(), coefficient.sign()) {
            (true, Sign::Minus) => "-",
            (true, _) => "",
            (false, Sign::Minus) => " - ",
            (false, _) => " + ",
        };
        text.push_str(sign);
        let mut product: Vec<String> = factors.iter().map(|parameter| show_parameter(*parameter)).collect();
        if factors.is_empty() || coefficient.magnitude() != &BigUint::from(1u32) {
            product.insert(0, coefficient.magnitude().to_string());
        }
        text.push_str(&product.join("·"));
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

/// A name for a parameter: `n`, `n2`, `n3`, …
pub(crate) fn show_parameter(parameter: u32) -> String {
    if parameter == 0 { "n".to_owned() } else { format!("n{}", u64::from(parameter) + 1) }
}

/// Several values with commas between them.
pub(crate) fn show_all(program: &Program, values: &[Value]) -> String {
    values.iter().map(|value| show(program, value)).collect::<Vec<_>>().join(", ")
}

fn show_map(program: &Program, map: &MapValue) -> String {
    let entry = |(keys, value): (&[Value], &Value)| format!("{}: {}", show_all(program, keys), show(program, value));
    let mut parts: Vec<String> = map.entries().take(SHOWN_ENTRIES).map(entry).collect();
    if map.entries().count() > SHOWN_ENTRIES {
        parts.push("…".to_owned());
    }
    if *map.default_value() != Value::Any || parts.is_empty() {
        parts.push(format!("else {}", show(program, map.default_value())));
    }
    format!("{{{}}}", parts.join(", "))
}

fn show_pointer(program: &Program, pointer: Pointer) -> String {
    let base = match pointer.base {
        Base::Address if pointer.offset == 0 => return "null".to_owned(),
        Base::Address => return format!("address {}", pointer.offset),
        Base::Static(object) => {
            let named = program.objects.get(object.index()).map(|object| object.name.clone());
            named.unwrap_or_else(|| format!("object {}", object.0))
        }
        Base::Dynamic(number) => format!("object {number}"),
        Base::Procedure(procedure) => {
            // A run may choose any pointer, also one to a procedure that does not exist.
            let named = program.procedures.get(procedure.index()).map(|procedure| procedure.name.clone());
            named.unwrap_or_else(|| format!("procedure {}", procedure.0))
        }
    };
    match pointer.offset {
        0 => format!("&{base}"),
        offset => format!("&{base}{offset:+}"),
    }
}

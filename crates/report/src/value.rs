//! Values as a user reads them.

use num_bigint::{BigInt, BigUint, Sign};
use program::bytes::{Turning, whole_pointer, whole_turning};
use program::polynomial::Polynomial;
use program::program::Program;
use program::value::{Base, Bits, MapValue, Pointer, Value};

/// How many entries of a map are shown.
const SHOWN_ENTRIES: usize = 8;

/// The value in words; `?` is one that nobody has looked at yet.
pub(crate) fn show(program: &Program, value: &Value) -> String {
    match value {
        Value::Any => "?".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Form(polynomial) => show_form(program, polynomial),
        Value::Bits(bits) => format!("{}bv{}", bits.unsigned(), bits.width()),
        Value::Pointer(pointer) => show_pointer(program, *pointer),
        Value::Element(sort, number) => {
            let sort = program.sort(*sort);
            let named = sort.elements.get(*number as usize);
            named.cloned().unwrap_or_else(|| format!("{}#{number}", sort.name))
        }
        Value::Map(map) => show_map(program, map),
        Value::Vague(_) => "uninitialised".to_owned(),
        Value::Parts(bytes) => match (whole_pointer(bytes), whole_turning(bytes)) {
            (Some(pointer), _) => show_pointer(program, pointer),
            (_, Some(turning)) => show_turning(turning, |first| show(program, &Value::Bits(first.clone()))),
            _ => "part of a pointer".to_owned(),
        },
    }
}

/// The machine integer that changes by the same in each turn, given how it is told in the first one: `7 (+1 each turn)`.
pub(crate) fn show_turning(turning: Turning, first: impl Fn(&Bits) -> String) -> String {
    let bits = |number: u64| Bits::wrap(8 * u32::from(turning.bytes()), &BigInt::from(number));
    let by = bits(turning.by()).signed();
    let sign = if by.sign() == Sign::Minus { "" } else { "+" };
    format!("{} ({sign}{by} each turn)", first(&bits(turning.first())))
}

/// The polynomial in terms of parameters by their names: `7 + 2·n`.
pub(crate) fn show_form(program: &Program, polynomial: &Polynomial) -> String {
    let name = parameter_name(program);
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
        let mut product: Vec<String> = factors.iter().map(|parameter| numbered(&name, *parameter)).collect();
        if factors.is_empty() || coefficient.magnitude() != &BigUint::from(1u32) {
            product.insert(0, coefficient.magnitude().to_string());
        }
        text.push_str(&product.join("·"));
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

/// A name for a parameter: `n`, `n2`, `n3`, …, or the same with another word if something of the program has such a name.
pub(crate) fn show_parameter(program: &Program, parameter: u32) -> String {
    numbered(&parameter_name(program), parameter)
}

fn numbered(name: &str, parameter: u32) -> String {
    if parameter == 0 { name.to_owned() } else { format!("{name}{}", u64::from(parameter) + 1) }
}

/// Words for what counts, the first of which that names nothing in the program, with a number or without, is taken.
const WORDS: [&str; 4] = ["n", "k", "turn", "turns"];

fn parameter_name(program: &Program) -> String {
    let locals = program.procedures.iter().flat_map(|procedure| &procedure.locals);
    let names: Vec<&str> = program.globals.iter().chain(locals).map(|variable| variable.name.as_str()).collect();
    let is_free = |word: &String| !names.iter().any(|name| name.trim_end_matches(|c: char| c.is_ascii_digit()) == word);
    let further = (1..).map(|more| "n".to_owned() + &"'".repeat(more));
    WORDS.map(str::to_owned).into_iter().chain(further).find(is_free).expect("a program has finitely many names")
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

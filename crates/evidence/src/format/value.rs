//! Values as text.
//!
//! | value | written |
//! |---|---|
//! | arbitrary | `?` |
//! | truth | `true`, `false` |
//! | integer | `-12` |
//! | machine integer | `255bv8` |
//! | pointer without base | `&address+4096`, null is `&address+0` |
//! | pointer into an object | `&static2+8`, `&dynamic0-4`, `&procedure1+0` |
//! | element of a sort | `@0.3`: sort 0, element 3 |
//! | integer in terms of parameters | `(7+2*p0-1*p0*p1)` |
//! | map | `{1, 2: true; *: false}`: the exceptions, then the default |

use num_bigint::{BigInt, BigUint};
use program::ids::{ObjectId, ProcId, SortId};
use program::polynomial::Polynomial;
use program::text::counted;
use program::value::{Base, Bits, MapValue, Pointer, Value};

use crate::format::read::Cursor;

/// Maps in maps in maps: deeper than this no program goes, and reading must not exhaust the stack.
const DEEPEST: usize = 100;

/// The widest machine integer that is read, since a width alone can ask for any amount of memory.
const WIDEST: u32 = 1 << 16;

/// The value as text.
pub(super) fn show(value: &Value) -> String {
    match value {
        // Nobody can choose a value that has no value; whatever holds one is as arbitrary to a reader.
        Value::Any | Value::Vague(_) | Value::Parts(_) => "?".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Form(polynomial) => format!("({polynomial})"),
        Value::Bits(bits) => format!("{}bv{}", bits.unsigned(), bits.width()),
        Value::Pointer(Pointer { base, offset }) => {
            let base = match base {
                Base::Address => "address".to_owned(),
                Base::Static(object) => format!("static{}", object.0),
                Base::Dynamic(number) => format!("dynamic{number}"),
                Base::Procedure(procedure) => format!("procedure{}", procedure.0),
            };
            format!("&{base}{offset:+}")
        }
        Value::Element(sort, number) => format!("@{}.{number}", sort.0),
        Value::Map(map) => {
            let entry = |(keys, value): (&[Value], &Value)| {
                let keys: Vec<String> = keys.iter().map(show).collect();
                format!("{}: {}; ", keys.join(", "), show(value))
            };
            let entries: String = map.entries().map(entry).collect();
            format!("{{{entries}*: {}}}", show(map.default_value()))
        }
    }
}

/// Reads what [`show`] writes.
pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Value, String> {
    read_nested(cursor, DEEPEST)
}

fn read_nested(cursor: &mut Cursor<'_>, depth: usize) -> Result<Value, String> {
    match cursor.peek() {
        Some('?') => {
            cursor.expect("?")?;
            Ok(Value::Any)
        }
        Some('&') => read_pointer(cursor),
        Some('(') => read_polynomial(cursor).map(Value::form),
        Some('@') => {
            cursor.expect("@")?;
            let sort = cursor.number()?;
            cursor.expect(".")?;
            Ok(Value::Element(SortId(sort), cursor.number()?))
        }
        Some('{') => match depth.checked_sub(1) {
            Some(depth) => read_map(cursor, depth),
            None => Err("maps are nested too deeply".to_owned()),
        },
        Some('t' | 'f') => match cursor.word() {
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            other => Err(format!("`{other}` is not a value")),
        },
        _ => read_number(cursor),
    }
}

fn read_number(cursor: &mut Cursor<'_>) -> Result<Value, String> {
    let digits = cursor.signed_digits()?;
    if !cursor.take("bv") {
        return Ok(Value::Int(parsed(digits)?));
    }
    let width: u32 = cursor.number()?;
    if width > WIDEST {
        return Err(format!("a machine integer has at most {WIDEST} bits"));
    }
    let number: BigUint = parsed(digits)?;
    if number.bits() > u64::from(width) {
        return Err(format!("{number} does not fit in {}", counted(width, "bit")));
    }
    Ok(Value::Bits(Bits::wrap(width, &BigInt::from(number))))
}

pub(super) fn parsed<T: std::str::FromStr>(digits: &str) -> Result<T, String> {
    digits.parse().map_err(|_| format!("`{digits}` is not such a number"))
}

/// Reads `(7+2*p0-1*p0*p1)`.
pub(super) fn read_polynomial(cursor: &mut Cursor<'_>) -> Result<Polynomial, String> {
    cursor.expect("(")?;
    let mut sum = Polynomial::default();
    while !cursor.take(")") {
        let coefficient = parsed(cursor.signed_digits()?)?;
        let mut factors = Vec::new();
        while cursor.take("*p") {
            factors.push(cursor.number()?);
        }
        sum = sum.plus(&BigInt::from(1), &Polynomial::summand(factors, coefficient));
    }
    Ok(sum)
}

fn read_pointer(cursor: &mut Cursor<'_>) -> Result<Value, String> {
    cursor.expect("&")?;
    let base = match cursor.word() {
        "address" => Base::Address,
        "static" => Base::Static(ObjectId(cursor.number()?)),
        "dynamic" => Base::Dynamic(cursor.number()?),
        "procedure" => Base::Procedure(ProcId(cursor.number()?)),
        other => return Err(format!("`{other}` is not a base of pointers")),
    };
    let offset = cursor.signed_digits()?;
    Ok(Value::Pointer(Pointer { base, offset: parsed(offset)? }))
}

fn read_map(cursor: &mut Cursor<'_>, depth: usize) -> Result<Value, String> {
    cursor.expect("{")?;
    let mut entries = Vec::new();
    while !cursor.take("*: ") {
        let mut keys = vec![read_nested(cursor, depth)?];
        while cursor.take(", ") {
            keys.push(read_nested(cursor, depth)?);
        }
        cursor.expect(": ")?;
        entries.push((keys, read_nested(cursor, depth)?));
        cursor.expect("; ")?;
    }
    let default = read_nested(cursor, depth)?;
    cursor.expect("}")?;
    let mut map = MapValue::constant(default);
    for (keys, value) in entries {
        map = map.with(keys, value);
    }
    Ok(Value::Map(std::sync::Arc::new(map)))
}

//! Values that a solver tells, as data.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{Num, Zero};

/// What a solver says that a term is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A rational number.
    Real(BigRational),
    /// A machine integer of a width.
    Bits(u32, BigUint),
    /// A map: its value at most keys, and those that have another one, each key once.
    Map(Box<Value>, Vec<(Value, Value)>),
}

/// An expression of SMT-LIB as it stands: a word or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sexp {
    /// A word, with its quotes if it has any.
    Word(String),
    /// What stands between parentheses.
    List(Vec<Sexp>),
}

impl Sexp {
    /// Reads one expression, and nothing may follow.
    pub fn parse(text: &str) -> Option<Sexp> {
        let mut open: Vec<Vec<Sexp>> = Vec::new();
        let mut done = None;
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            if done.is_some() {
                return None;
            }
            let (found, behind) = match rest.as_bytes()[0] {
                b'(' => {
                    open.push(Vec::new());
                    rest = rest[1..].trim_start();
                    continue;
                }
                b')' => (Sexp::List(open.pop()?), &rest[1..]),
                quote @ (b'|' | b'"') => {
                    let end = rest[1..].find(quote as char)? + 2;
                    (Sexp::Word(rest[..end].to_owned()), &rest[end..])
                }
                _ => {
                    let end = rest.find(|it: char| it.is_whitespace() || it == '(' || it == ')').unwrap_or(rest.len());
                    (Sexp::Word(rest[..end].to_owned()), &rest[end..])
                }
            };
            match open.last_mut() {
                Some(list) => list.push(found),
                None => done = Some(found),
            }
            rest = behind.trim_start();
        }
        done.filter(|_| open.is_empty())
    }

    /// The list, if it is one.
    pub fn list(&self) -> Option<&[Sexp]> {
        match self {
            Sexp::List(list) => Some(list),
            Sexp::Word(_) => None,
        }
    }

    /// The value that is written, if it is one.
    pub fn value(&self) -> Option<Value> {
        match self {
            Sexp::Word(word) => of_word(word),
            Sexp::List(list) => match list.iter().map(Sexp::word).collect::<Vec<_>>()[..] {
                [Some("store"), _, _, _] => {
                    let Value::Map(default, mut entries) = list[1].value()? else { return None };
                    let (key, value) = (list[2].value()?, list[3].value()?);
                    entries.retain(|(other, _)| *other != key);
                    entries.push((key, value));
                    Some(Value::Map(default, entries))
                }
                [None, _] => match list[0].list()?.iter().map(Sexp::word).collect::<Vec<_>>()[..] {
                    [Some("as"), Some("const"), _] => Some(Value::Map(Box::new(list[1].value()?), Vec::new())),
                    _ => None,
                },
                [Some("_"), Some(value), Some(width)] => {
                    Some(Value::Bits(width.parse().ok()?, value.strip_prefix("bv")?.parse().ok()?))
                }
                [Some("-"), _] => match list[1].value()? {
                    Value::Int(value) => Some(Value::Int(-value)),
                    Value::Real(value) => Some(Value::Real(-value)),
                    _ => None,
                },
                [Some("lambda"), None, _] => by_cases(list[1].list()?, &list[2]),
                [Some("/"), _, _] => {
                    let (over, under) = (list[1].value()?.rational()?, list[2].value()?.rational()?);
                    (!under.is_zero()).then(|| Value::Real(over / under))
                }
                _ => None,
            },
        }
    }

    fn word(&self) -> Option<&str> {
        match self {
            Sexp::Word(word) => Some(word),
            Sexp::List(_) => None,
        }
    }
}

impl Value {
    fn rational(self) -> Option<BigRational> {
        match self {
            Value::Int(value) => Some(value.into()),
            Value::Real(value) => Some(value),
            _ => None,
        }
    }
}

/// A map that is written as what it has at a key: by cases, in which the key is one of some values or none of them.
fn by_cases(keys: &[Sexp], body: &Sexp) -> Option<Value> {
    let [key] = keys else { return None };
    let key = key.list()?.first()?.word()?;
    let mut asked = Vec::new();
    values_asked_for(key, body, &mut asked)?;
    let default = at_key(key, None, body)?;
    let mut entries = Vec::new();
    for value in asked {
        let there = at_key(key, Some(&value), body)?;
        if there != default && !entries.iter().any(|(other, _)| *other == value) {
            entries.push((value, there));
        }
    }
    Some(Value::Map(Box::new(default), entries))
}

/// The value with which the key is compared, if this is such a comparison.
fn compared(key: &str, expr: &Sexp) -> Option<Value> {
    match expr.list()? {
        [Sexp::Word(equal), first, second] if equal == "=" => match (first.word(), second.word()) {
            (Some(word), _) if word == key => second.value(),
            (_, Some(word)) if word == key => first.value(),
            _ => None,
        },
        _ => None,
    }
}

/// All of them. Nothing if the key is used in another way.
fn values_asked_for(key: &str, expr: &Sexp, asked: &mut Vec<Value>) -> Option<()> {
    if let Some(value) = compared(key, expr) {
        asked.push(value);
        return Some(());
    }
    match expr {
        Sexp::Word(word) => (word != key).then_some(()),
        Sexp::List(list) => list.iter().try_for_each(|part| values_asked_for(key, part, asked)),
    }
}

/// What the expression is where the key is the value, or is none of those that are asked for.
fn at_key(key: &str, value: Option<&Value>, expr: &Sexp) -> Option<Value> {
    if let Some(other) = compared(key, expr) {
        return Some(Value::Bool(value == Some(&other)));
    }
    let truth = |expr: &Sexp| match at_key(key, value, expr)? {
        Value::Bool(truth) => Some(truth),
        _ => None,
    };
    let truths = |list: &[Sexp]| list.iter().map(truth).collect::<Option<Vec<bool>>>();
    match expr.list() {
        Some([Sexp::Word(op), condition, first, second]) if op == "ite" => {
            at_key(key, value, if truth(condition)? { first } else { second })
        }
        Some([Sexp::Word(op), inner]) if op == "not" => Some(Value::Bool(!truth(inner)?)),
        Some([Sexp::Word(op), parts @ ..]) if op == "and" => Some(Value::Bool(truths(parts)?.into_iter().all(|it| it))),
        Some([Sexp::Word(op), parts @ ..]) if op == "or" => Some(Value::Bool(truths(parts)?.into_iter().any(|it| it))),
        _ => expr.value(),
    }
}

fn of_word(word: &str) -> Option<Value> {
    match word {
        "true" => return Some(Value::Bool(true)),
        "false" => return Some(Value::Bool(false)),
        _ => {}
    }
    if let Some(digits) = word.strip_prefix("#x") {
        return Some(Value::Bits(4 * digits.len() as u32, BigUint::from_str_radix(digits, 16).ok()?));
    }
    if let Some(digits) = word.strip_prefix("#b") {
        return Some(Value::Bits(digits.len() as u32, BigUint::from_str_radix(digits, 2).ok()?));
    }
    match word.split_once('.') {
        None => Some(Value::Int(word.parse().ok()?)),
        Some((whole, part)) => {
            let over = format!("{whole}{part}").parse().ok()?;
            Some(Value::Real(BigRational::new(over, BigInt::from(10).pow(part.len() as u32))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<Value> {
        Sexp::parse(text)?.value()
    }

    #[test]
    fn values_are_read() {
        assert_eq!(value("true"), Some(Value::Bool(true)));
        assert_eq!(value(" (- 12) "), Some(Value::Int((-12).into())));
        assert_eq!(value("#xff"), Some(Value::Bits(8, 255u8.into())));
        assert_eq!(value("#b101"), Some(Value::Bits(3, 5u8.into())));
        assert_eq!(value("(_ bv7 32)"), Some(Value::Bits(32, 7u8.into())));
        let real = |over: i64, under: i64| Some(Value::Real(BigRational::new(over.into(), under.into())));
        assert_eq!(value("(/ 1.0 4.0)"), real(1, 4));
        assert_eq!((value("(- (/ 1 3))"), value("0.125"), value("(/ 1 0)")), (real(-1, 3), real(1, 8), None));
        let int = |value: i64| Value::Int(value.into());
        let zeros = Value::Map(Box::new(int(0)), Vec::new());
        assert_eq!(value("((as const (Array Int Int)) 0)"), Some(zeros));
        let stored = Value::Map(Box::new(int(0)), vec![(int(2), int(5)), (int(1), int(7))]);
        let text = "(store (store (store ((as const (Array Int Int)) 0) 1 3) 2 5) 1 7)";
        assert_eq!(value(text), Some(stored));
        assert_eq!(value("((as array (Array Int Int)) 0)"), None);
    }

    #[test]
    fn maps_are_read_by_cases() {
        let (int, truth) = (|value: i64| Value::Int(value.into()), Value::Bool);
        let map = |default: Value, entries: Vec<(Value, Value)>| Some(Value::Map(Box::new(default), entries));
        let only = map(truth(false), vec![(int(42), truth(true))]);
        assert_eq!(value("(lambda ((x!1 Int)) (= x!1 42))"), only);
        assert_eq!(value("(lambda ((k Int)) (and (not (= 3 k)) (or (= k 3) (= k 42))))"), only);
        let cases = "(lambda ((k Int)) (ite (= k 1) 5 (ite (or (= k (- 2)) (= k 1)) 7 0)))";
        assert_eq!(value(cases), map(int(0), vec![(int(1), int(5)), (int(-2), int(7))]));
        for other in ["(lambda ((k Int)) (< k 3))", "(lambda ((k Int)) k)", "(lambda ((k Int) (l Int)) (= k 1))"] {
            assert_eq!(value(other), None);
        }
    }

    #[test]
    fn what_is_not_one_expression_is_refused() {
        let pair = Sexp::parse("((|a ( b!1| 5)\n (x \"s )\"))").unwrap();
        assert_eq!(pair.list().unwrap()[0].list().unwrap()[0], Sexp::Word("|a ( b!1|".to_owned()));
        assert_eq!(pair.list().unwrap().len(), 2);
        for broken in ["", "(", ")", "a b", "(a))", "|a", "((a)"] {
            assert_eq!(Sexp::parse(broken), None, "{broken}");
        }
    }
}

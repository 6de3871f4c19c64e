//! What is known of a value before the program runs: that it is one of a few, or nothing.

use std::sync::Arc;

use crate::bytes::Byte;
use crate::value::{Base, Pointer, Value};

/// More values than this are as good as any.
pub const MOST_VALUES: usize = 16;

/// More combinations of operands than this are not tried.
const MOST_COMBINATIONS: usize = 256;

/// What is known of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// It is one of these, in order, each of them once. [`Value::Any`] stands for a value that nobody has chosen.
    Among(Arc<[Value]>),
    /// It may be anything.
    Nothing(Nature),
}

/// What a value of which nothing is known may still not be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nature {
    /// Whether it may be a pointer to an object, or hold part of one.
    pub points: bool,
    /// Whether some of its bits may have no value, or nobody may have chosen it.
    pub vague: bool,
}

impl Nature {
    /// A number, whichever.
    pub const PLAIN: Nature = Nature { points: false, vague: false };
    /// Whatever there is.
    pub const ANYTHING: Nature = Nature { points: true, vague: true };

    /// That of the one or of the other.
    pub fn or(self, other: Nature) -> Nature {
        Nature { points: self.points || other.points, vague: self.vague || other.vague }
    }
}

impl Known {
    /// Exactly this.
    pub fn one(value: Value) -> Known {
        Known::Among(Arc::new([value]))
    }

    /// Nobody has chosen it yet.
    pub fn unchosen() -> Known {
        Known::one(Value::Any)
    }

    /// True or false.
    pub fn either() -> Known {
        Known::among(vec![Value::Bool(false), Value::Bool(true)])
    }

    /// One of these, or too many to tell.
    pub fn among(mut values: Vec<Value>) -> Known {
        values.sort();
        values.dedup();
        if values.len() > MOST_VALUES {
            return Known::Nothing(nature(&values));
        }
        Known::Among(values.into())
    }

    /// The values that it may be, if there are few.
    pub fn values(&self) -> Option<&[Value]> {
        match self {
            Known::Among(values) => Some(values),
            Known::Nothing(_) => None,
        }
    }

    /// The only value that it may be, chosen or not.
    pub fn single(&self) -> Option<&Value> {
        match self.values() {
            Some([value]) => Some(value),
            _ => None,
        }
    }

    /// The only value that it may be, if it is one that can be written as a literal.
    pub fn constant(&self) -> Option<&Value> {
        let is_plain =
            |value: &&Value| !matches!(value, Value::Any | Value::Vague(_) | Value::Parts(_) | Value::Map(_));
        self.single().filter(is_plain)
    }

    /// The truth value that it is for certain.
    pub fn truth(&self) -> Option<bool> {
        match self.single() {
            Some(Value::Bool(truth)) => Some(*truth),
            _ => None,
        }
    }

    /// What is known if it is the one or the other.
    pub fn or(&self, other: &Known) -> Known {
        match (self, other) {
            (Known::Among(left), Known::Among(right)) => {
                if left == right {
                    return self.clone();
                }
                Known::among(left.iter().chain(right.iter()).cloned().collect())
            }
            _ => Known::Nothing(self.nature().or(other.nature())),
        }
    }

    /// Takes note that it may be the other as well, and says whether that is news.
    pub fn widen(&mut self, other: &Known) -> bool {
        let is_news = !self.covers(other);
        if is_news {
            *self = self.or(other);
        }
        is_news
    }

    /// Whether it may be whatever the other may be.
    pub fn covers(&self, other: &Known) -> bool {
        match (self, other) {
            (Known::Among(left), Known::Among(right)) => {
                Arc::ptr_eq(left, right) || right.iter().all(|value| left.binary_search(value).is_ok())
            }
            (Known::Among(_), Known::Nothing(_)) => false,
            (Known::Nothing(nature), other) => nature.or(other.nature()) == *nature,
        }
    }

    /// What it may be.
    pub fn nature(&self) -> Nature {
        match self {
            Known::Among(values) => nature(values),
            Known::Nothing(nature) => *nature,
        }
    }

    /// Whether it may point to this.
    pub fn may_point_to(&self, base: Base) -> bool {
        match self {
            Known::Among(values) => values.iter().any(|value| pointers(value).iter().any(|found| found.base == base)),
            Known::Nothing(nature) => nature.points,
        }
    }

    /// What is known of an operator's result, where it has one. The operator has no value where it fails.
    pub fn apply(operands: &[&Known], operator: impl Fn(&[&Value]) -> Option<Value>) -> Applied {
        let natures = operands.iter().map(|operand| operand.nature());
        let nothing = || Applied {
            known: Known::Nothing(natures.clone().fold(Nature::PLAIN, Nature::or)),
            always_has_a_value: false,
        };
        let Some(choices) = operands.iter().map(|operand| operand.values()).collect::<Option<Vec<&[Value]>>>() else {
            return nothing();
        };
        if choices.iter().map(|values| values.len()).product::<usize>() > MOST_COMBINATIONS {
            return nothing();
        }
        // What nobody has chosen may be anything; that does not make the operator fail.
        if choices.iter().any(|values| values.contains(&Value::Any)) {
            return nothing();
        }
        let (mut results, mut always_has_a_value) = (Vec::new(), true);
        for combination in combinations(&choices) {
            match operator(&combination) {
                Some(result) => results.push(result),
                None => always_has_a_value = false,
            }
        }
        if results.is_empty() {
            return nothing();
        }
        Applied { known: Known::among(results), always_has_a_value }
    }
}

/// What is known of an operator's result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Applied {
    /// The result, where there is one.
    pub known: Known,
    /// Whether there is one for certain, as far as all operands are known.
    pub always_has_a_value: bool,
}

/// Every way to take one of each, the last ones varying first.
pub fn combinations<'a, T>(choices: &[&'a [T]]) -> Vec<Vec<&'a T>> {
    let mut all = vec![Vec::new()];
    for values in choices {
        let extended = all.iter().flat_map(|begun| values.iter().map(|value| [begun.as_slice(), &[value]].concat()));
        all = extended.collect();
    }
    all
}

fn nature(values: &[Value]) -> Nature {
    let is_vague = |value: &Value| {
        let is_vague_part = |byte: &Byte| matches!(byte, Byte::Vague { .. });
        match value {
            Value::Any | Value::Vague(_) | Value::Map(_) => true,
            Value::Parts(bytes) => bytes.iter().any(is_vague_part),
            _ => false,
        }
    };
    Nature { points: values.iter().any(|value| !pointers(value).is_empty()), vague: values.iter().any(is_vague) }
}

/// The pointers to objects that a value is made of.
fn pointers(value: &Value) -> Vec<Pointer> {
    let is_to_an_object = |pointer: &Pointer| matches!(pointer.base, Base::Static(_) | Base::Dynamic(_));
    let mut found = match value {
        Value::Pointer(pointer) => vec![*pointer],
        Value::Parts(bytes) => {
            let part = |byte: &Byte| if let Byte::PointerPart(pointer, _) = byte { Some(*pointer) } else { None };
            bytes.iter().filter_map(part).collect()
        }
        Value::Map(map) => {
            let entries = map.entries().flat_map(|(keys, value)| keys.iter().chain([value]));
            entries.chain([map.default_value()]).flat_map(pointers).collect()
        }
        Value::Any
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Form(_)
        | Value::Bits(_)
        | Value::Element(..)
        | Value::Vague(_) => vec![],
    };
    found.retain(is_to_an_object);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn among(numbers: std::ops::Range<i64>) -> Known {
        Known::among(numbers.map(Value::int).collect())
    }

    fn sum(operands: &[&Value]) -> Option<Value> {
        match operands {
            [Value::Int(left), Value::Int(right)] => Some(Value::Int(left + right)),
            _ => None,
        }
    }

    #[test]
    fn operators_try_all_combinations_and_give_up_if_there_are_many() {
        let known = |operands: &[&Known]| Known::apply(operands, sum).known;
        assert_eq!(known(&[&among(0..2), &among(0..3)]), among(0..4));
        assert_eq!(known(&[&among(0..16), &among(0..16)]), Known::Nothing(Nature::PLAIN));
        let anything = Known::Nothing(Nature { points: false, vague: true });
        assert_eq!(known(&[&among(0..2), &Known::unchosen()]), anything);
        assert_eq!(known(&[&among(0..2), &Known::unchosen().or(&among(1..2))]), anything);
    }

    #[test]
    fn an_operator_may_have_a_value_for_some_operands_only() {
        let perhaps = Known::one(Value::Bool(true)).or(&among(1..2));
        let applied = Known::apply(&[&perhaps, &among(0..1)], sum);
        assert_eq!(applied, Applied { known: among(1..2), always_has_a_value: false });
        assert!(Known::apply(&[&among(1..2), &among(0..1)], sum).always_has_a_value);
    }

    #[test]
    fn too_many_values_are_none_but_pointers_stay_pointers() {
        let pointer = |offset| Value::Pointer(Pointer { base: Base::Dynamic(3), offset });
        let many = (0..20).map(|offset| Known::one(pointer(offset))).reduce(|left, right| left.or(&right));
        let many = many.expect("twenty");
        assert_eq!(many, Known::Nothing(Nature { points: true, vague: false }));
        assert!(many.may_point_to(Base::Dynamic(4)));
        assert!(!Known::one(pointer(0)).may_point_to(Base::Dynamic(4)));
        assert!(!among(0..20).nature().points);
    }
}

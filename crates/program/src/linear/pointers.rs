//! Pointers as numbers.
//!
//! In a program without memory pointers are copied, moved and compared, and nothing else. So it is enough that pointers which differ have
//! different numbers: null and the addresses of procedures, of static objects and of what is not far behind their beginnings have one each.
//! What other pointers are, and what is computed of pointers, may be any number, that of a pointer among them.

use num_traits::ToPrimitive;

use crate::expr::{BinaryOp, Expr};
use crate::value::{Base, Pointer, Value};

/// Of so many objects, and so many bytes behind their beginnings, addresses have numbers.
const MOST: i64 = 1 << 20;

/// The number that stands for the pointer, if it has one of its own.
pub fn number(pointer: Pointer) -> Option<i128> {
    match pointer {
        Pointer { base: Base::Address, offset: 0 } => Some(0),
        Pointer { base: Base::Static(object), offset } if i64::from(object.0) < MOST && (0..MOST).contains(&offset) => {
            Some(1 + i128::from(object.0) + i128::from(offset) * i128::from(MOST))
        }
        Pointer { base: Base::Procedure(procedure), offset: 0 } => Some(-1 - i128::from(procedure.0)),
        _ => None,
    }
}

/// Two expressions that are equal if and only if these are, if one of these is a pointer that was moved by a known distance and the other
/// one is known: both are moved back, which undoes the other exactly, since distances wrap around.
pub fn without_offset(left: &Expr, right: &Expr) -> Option<(Expr, Expr)> {
    let moved_back = |expr: &Expr, to: &Expr| {
        let (Expr::Binary(BinaryOp::Offset, pointer, by), Expr::Literal(Value::Pointer(to))) = (expr, to) else {
            return None;
        };
        let Expr::Literal(Value::Bits(by)) = &**by else { return None };
        let offset = to.offset.wrapping_sub(by.signed().to_i64()?);
        Some((Expr::clone(pointer), Expr::Literal(Value::Pointer(Pointer { offset, ..*to }))))
    };
    moved_back(left, right).or_else(|| moved_back(right, left))
}

#[cfg(test)]
mod tests {
    use crate::expr::{BinaryOp, Expr};
    use crate::ids::{GlobalId, ObjectId, ProcId};
    use crate::value::{Base, Bits, Pointer, Value};

    use super::{MOST, number, without_offset};

    #[test]
    fn different_pointers_have_different_numbers() {
        let offsets = [0, 1, 8, 16, MOST - 1, MOST, -1, i64::MIN, i64::MAX];
        let objects = [0, 1, 2, MOST as u32 - 1, MOST as u32].map(|object| Base::Static(ObjectId(object)));
        let procedures = [0, 1, 9].map(|procedure| Base::Procedure(ProcId(procedure)));
        let bases = objects.into_iter().chain(procedures).chain([Base::Address]);
        let pointers = bases.flat_map(|base| offsets.map(|offset| Pointer { base, offset }));
        let mut numbers: Vec<i128> = pointers.filter_map(number).collect();
        let count = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!((numbers.len(), count), (24, 24));
    }

    #[test]
    fn a_distance_moves_to_the_other_side() {
        let pointer = |offset| Expr::Literal(Value::Pointer(Pointer { base: Base::Static(ObjectId(3)), offset }));
        let by = |distance: i64| Expr::Literal(Value::Bits(Bits::wrap(64, &distance.into())));
        let variable = Expr::global(GlobalId(0));
        for (distance, there, back) in [(16, 32, 16), (-8, 0, 8), (i64::MIN, 1, i64::MIN + 1)] {
            let moved = Expr::binary(BinaryOp::Offset, variable.clone(), by(distance));
            let expected = Some((variable.clone(), pointer(back)));
            assert_eq!(without_offset(&moved, &pointer(there)), expected);
            assert_eq!(without_offset(&pointer(there), &moved), expected);
        }
        assert_eq!(without_offset(&variable, &pointer(8)), None);
    }
}

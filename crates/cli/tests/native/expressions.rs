//! Random expressions of a type, without undefined behaviour: what may overflow is computed without signs.

use crate::generate::{ARRAYS, Writer};

/// A type of whole numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Integer {
    pub name: &'static str,
    pub width: u32,
    pub is_signed: bool,
}

const fn integer(name: &'static str, width: u32, is_signed: bool) -> Integer {
    Integer { name, width, is_signed }
}

/// All of them.
pub const INTEGERS: [Integer; 8] = [
    integer("i8", 8, true),
    integer("u8", 8, false),
    integer("i16", 16, true),
    integer("u16", 16, false),
    integer("i32", 32, true),
    integer("u32", 32, false),
    integer("i64", 64, true),
    integer("u64", 64, false),
];

impl Integer {
    /// The type in which arithmetic wraps.
    fn wrapping(self) -> &'static str {
        if self.width == 64 { "u64" } else { "u32" }
    }
}

impl Writer {
    /// A number of the type, often one at an end of it.
    pub fn literal(&mut self, ty: Integer) -> String {
        let number = match self.random.below(6) {
            0 => 1 << (ty.width - 1),
            1 => (1 << (ty.width - 1)) - 1,
            2 => u64::MAX,
            3 => self.random.number(),
            _ => self.random.below(20) as u64,
        };
        format!("({}){number}ul", ty.name)
    }

    /// Something that can be assigned, with its type.
    pub fn place(&mut self, depth: usize) -> (String, Integer) {
        if depth > 0 && self.random.chance(35) {
            let (name, ty, length) = ARRAYS[self.random.below(ARRAYS.len())];
            let any = self.integer();
            let index = self.expression(any, depth - 1);
            return match self.random.below(3) {
                0 => (format!("(*({name} + ({index} & {})))", length - 1), ty),
                _ => (format!("{name}[{index} & {}]", length - 1), ty),
            };
        }
        let index = self.random.below(self.places.len());
        self.places[index].clone()
    }

    /// An expression of the type.
    pub fn expression(&mut self, ty: Integer, depth: usize) -> String {
        if depth == 0 {
            return if self.random.chance(40) { self.literal(ty) } else { format!("({}){}", ty.name, self.place(0).0) };
        }
        let depth = depth - 1;
        let (name, wide) = (ty.name, ty.wrapping());
        let mask = ty.width - 1;
        match self.random.below(18) {
            0..=3 => {
                let (left, right) = (self.expression(ty, depth), self.expression(ty, depth));
                let operator = ["+", "-", "*", "&", "|", "^"][self.random.below(6)];
                format!("({name})(({wide}){left} {operator} ({wide}){right})")
            }
            4 => {
                let (left, right) = (self.expression(ty, depth), self.expression(ty, depth));
                let operator = ["quotient", "remainder"][self.random.below(2)];
                format!("{operator}_{name}({left}, {right})")
            }
            5 | 6 => {
                let other = self.integer();
                let (left, right) = (self.expression(ty, depth), self.expression(other, depth));
                match self.random.below(2) {
                    0 => format!("({name})(({wide}){left} << ({right} & {mask}))"),
                    _ => format!("({name})({left} >> ({right} & {mask}))"),
                }
            }
            7 => {
                let operand = self.expression(ty, depth);
                match self.random.below(3) {
                    0 => format!("({name})~{operand}"),
                    1 => format!("({name})-({wide}){operand}"),
                    _ => format!("({name})!{operand}"),
                }
            }
            8 | 9 => {
                // The usual conversions decide what is compared.
                let (first, second) = (self.integer(), self.integer());
                let (left, right) = (self.expression(first, depth), self.expression(second, depth));
                let operator = ["<", ">", "<=", ">=", "==", "!=", "&&", "||"][self.random.below(8)];
                format!("({name})({left} {operator} {right})")
            }
            10 => {
                let any = self.integer();
                let condition = self.expression(any, depth);
                let (left, right) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("({condition} ? {left} : {right})")
            }
            11 | 12 => {
                let any = self.integer();
                format!("({name}){}", self.expression(any, depth))
            }
            13 => format!("({name})whole({})", self.number(depth)),
            14 if self.functions > 0 => {
                let called = self.random.below(self.functions);
                let [first, second, third] = [4, 7, 0].map(|index| self.expression(INTEGERS[index], depth));
                match called {
                    4 => format!("({name})table[{first} & 3]({first}, {second}, {third})"),
                    _ => format!("({name})function{called}({first}, {second}, {third})"),
                }
            }
            15 => {
                let (left, right) = (self.expression(INTEGERS[0], depth), self.expression(INTEGERS[2], depth));
                let operator = ["+", "-", "*"][self.random.below(3)];
                format!("({name})({left} {operator} {right})")
            }
            16 => {
                let types = ["struct small", "struct large", "union mixed", "struct bits", "bytes", "struct floats"];
                format!("({name})sizeof({})", types[self.random.below(types.len())])
            }
            _ => format!("({name}){}", self.place(depth).0),
        }
    }

    /// A floating-point number that is not large.
    pub fn number(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(30) {
            let any = INTEGERS[self.random.below(6)];
            let kind = ["double", "float"][self.random.below(2)];
            return format!("({kind}){}", self.expression(any, 0));
        }
        let (left, right) = (self.number(depth - 1), self.number(depth - 1));
        match self.random.below(6) {
            0 => format!("({left} + {right})"),
            1 => format!("({left} - {right})"),
            2 => format!("({left} * {right})"),
            3 => format!("({left} / ({right} * {right} + 0.5))"),
            4 => format!("({left} < {right} ? {left} : -{right})"),
            _ => "floats.b".to_owned(),
        }
    }
}

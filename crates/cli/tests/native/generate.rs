//! A random program as a whole: types, variables, functions.

use program::arbitrary::random::Random;

use crate::expressions::{INTEGERS, Integer};

/// A program under way.
pub struct Writer {
    pub random: Random,
    pub text: String,
    pub indent: usize,
    /// What can be assigned, with its type: the variables that are known where the text goes on.
    pub places: Vec<(String, Integer)>,
    /// How many functions there are to call.
    pub functions: usize,
    /// How many loops are around.
    pub loops: usize,
    /// How many variables and labels were named.
    pub names: usize,
}

/// What all programs begin with.
const PRELUDE: &str = r#"#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef signed char i8; typedef short i16; typedef int i32; typedef long i64;
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned u32; typedef unsigned long u64;
static u64 sum = 14695981039346656037ul;
static int fuel = 60, point;
#ifdef __UNHANG__
static const u64 expected[] = {
#include "expected.h"
};
static void check(void) { assert(sum == expected[point++]); }
#else
static void check(void) { printf("%luul,\n", sum); }
#endif
static void mix(u64 value) { sum = (sum ^ value) * 1099511628211ul ^ sum >> 29; }
static i64 whole(double number) { return number > -1e15 && number < 1e15 ? (i64)number : 7; }
static void mix_text(const char *text) { for (; *text; text++) mix((u8)*text); }
static void mix_double(double number) { u64 bits; memcpy(&bits, &number, 8); mix(number == number ? bits : 1); }
"#;

/// Structures, unions and what is done with them.
const TYPES: &str = r#"
struct small { i8 a; i16 b; u8 c; };
struct bits { i32 a : 3; u32 b : 7; i64 c : 33; u8 d : 1; i16 : 0; i16 e : 9; _Bool f : 1; };
struct large { u64 a; struct small b[2]; i32 c; struct bits d; };
struct floats { float a; double b; };
union mixed { u64 all; u32 halves[2]; i16 quarters[4]; u8 bytes[8]; double number; struct { u8 a; i8 b; u16 c; i32 d; } parts; };
static void mix_small(struct small s) { mix(s.a); mix(s.b); mix(s.c); }
static void mix_bits(struct bits s) { mix(s.a); mix(s.b); mix(s.c); mix(s.d); mix(s.e); mix(s.f); }
static void mix_large(struct large s) { mix(s.a); mix_small(s.b[0]); mix_small(s.b[1]); mix(s.c); mix_bits(s.d); }
static struct small changed_small(struct small s, i32 by) { s.a ^= by; s.b += by; s.c -= by; return s; }
static struct large changed_large(struct large s, i64 by) { s.a += by; s.b[by & 1].b ^= by; s.d.c = by; s.d.e = by >> 3; return s; }
static struct floats changed_floats(struct floats s, i8 by) { s.a += by; s.b = s.a * 0.5 - by; return s; }
static void mix_all(int count, ...)
{
  va_list list, copy;
  va_start(list, count);
  va_copy(copy, list);
  for (int i = 0; i < 2 * count; i++) {
    switch (va_arg(list, int)) {
    case 0: mix(va_arg(list, i32)); break;
    case 1: mix(va_arg(list, u64)); break;
    case 2: mix_double(va_arg(list, double)); break;
    case 3: mix_small(va_arg(list, struct small)); break;
    case 4: mix_large(va_arg(list, struct large)); break;
    case 5: { struct floats s = va_arg(list, struct floats); mix_double(s.a); mix_double(s.b); break; }
    case 6: mix_text(va_arg(list, char *)); break;
    default: i = 2 * count; break;
    }
  }
  mix(va_arg(copy, int));
  va_end(copy);
  va_end(list);
}
static int compare(const void *first, const void *second) { return (*(const i16 *)first > *(const i16 *)second) - (*(const i16 *)first < *(const i16 *)second); }
static u32 twice(u32 depth, u32 value) { return depth == 0 ? value : twice(depth - 1, value * 3 + depth) ^ (depth > 4 ? 0 : twice(depth - 1, value >> 1)); }
"#;

/// The names of arrays, with their types and lengths, which are powers of two.
pub const ARRAYS: [(&str, Integer, usize); 4] =
    [("bytes", INTEGERS[1], 16), ("shorts", INTEGERS[2], 8), ("ints", INTEGERS[4], 4), ("longs", INTEGERS[7], 4)];

/// The program of the seed.
pub fn program(seed: u64) -> String {
    let mut writer = Writer {
        random: Random::new(seed),
        text: PRELUDE.to_owned(),
        indent: 0,
        places: Vec::new(),
        functions: 0,
        loops: 0,
        names: 0,
    };
    writer.safe_operators();
    writer.text.push_str(TYPES);
    writer.globals();
    for _ in 0..4 {
        writer.function();
    }
    writer.table();
    writer.line("int main(void)");
    writer.block(|writer| {
        for _ in 0..24 {
            writer.statement(3);
            writer.line("check();");
        }
        writer.line("return 0;");
    });
    writer.text
}

impl Writer {
    pub fn line(&mut self, line: &str) {
        self.text.push_str(&"  ".repeat(self.indent));
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// What the function writes, in braces. What is declared there is known there only.
    pub fn block(&mut self, write: impl FnOnce(&mut Writer)) {
        let known = self.places.len();
        self.line("{");
        self.indent += 1;
        write(self);
        self.indent -= 1;
        self.line("}");
        self.places.truncate(known);
    }

    /// A new name.
    pub fn name(&mut self, beginning: &str) -> String {
        self.names += 1;
        format!("{beginning}{}", self.names)
    }

    pub fn integer(&mut self) -> Integer {
        INTEGERS[self.random.below(INTEGERS.len())]
    }

    /// Division without what is undefined.
    fn safe_operators(&mut self) {
        for Integer { name, is_signed, .. } in INTEGERS {
            let overflows = if is_signed { " || (right == -1)" } else { "" };
            for (operator, word) in [("/", "quotient"), ("%", "remainder")] {
                self.line(&format!(
                    "static {name} {word}_{name}({name} left, {name} right) \
                     {{ return right == 0{overflows} ? left : left {operator} right; }}"
                ));
            }
        }
    }

    fn globals(&mut self) {
        for index in 0..6 {
            let ty = self.integer();
            let (name, value) = (format!("global{index}"), self.literal(ty));
            let volatile = if self.random.chance(20) { "volatile " } else { "" };
            self.line(&format!("static {volatile}{} {name} = {value};", ty.name));
            self.places.push((name, ty));
        }
        for (name, ty, length) in ARRAYS {
            let values: Vec<String> = (0..self.random.below(length) + 1).map(|_| self.literal(ty)).collect();
            self.line(&format!("static {} {name}[{length}] = {{{}}};", ty.name, values.join(", ")));
        }
        self.line("static char text[64];");
        self.line("static struct small small = {1, .c = 200};");
        self.line("static struct large large = {.b = {{1, 2, 3}, {-4, -5, 6}}, .d = {-1, 100, -5, 1, 17, 1}};");
        self.line("static struct floats floats = {1.5f, -2.25};");
        self.line("static union mixed mixed = {0x0123456789abcdeful};");
        let integer = |name: &str| INTEGERS.into_iter().find(|integer| integer.name == name).unwrap();
        let fields = [
            ("small.a", "i8"),
            ("small.b", "i16"),
            ("small.c", "u8"),
            ("large.a", "u64"),
            ("large.b[1].b", "i16"),
            ("large.c", "i32"),
            ("large.d.b", "u32"),
            ("large.d.c", "i64"),
            ("large.d.a", "i32"),
            ("large.d.e", "i16"),
            ("mixed.all", "u64"),
            ("mixed.halves[1]", "u32"),
            ("mixed.quarters[2]", "i16"),
            ("mixed.bytes[5]", "u8"),
            ("mixed.parts.d", "i32"),
        ];
        self.places.extend(fields.map(|(place, ty)| (place.to_owned(), integer(ty))));
    }

    fn function(&mut self) {
        let result = INTEGERS[4];
        self.line(&format!("static {} function{}(i32 first, u64 second, i8 third)", result.name, self.functions));
        self.block(|writer| {
            let named = [("first", 4), ("second", 7), ("third", 0)];
            writer.places.extend(named.map(|(name, ty)| (name.to_owned(), INTEGERS[ty])));
            writer.line("static u16 calls;");
            writer.line("mix(calls++);");
            writer.line("if (fuel-- <= 0) return 3;");
            for _ in 0..5 {
                writer.statement(2);
            }
            let value = writer.expression(result, 2);
            writer.line(&format!("return {value};"));
        });
        self.functions += 1;
    }

    fn table(&mut self) {
        let names: Vec<String> = (0..4).map(|index| format!("function{}", (index + 1) % 4)).collect();
        self.line(&format!("static i32 (*table[4])(i32, u64, i8) = {{{}}};", names.join(", ")));
        self.functions += 1;
    }
}

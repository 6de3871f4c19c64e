//! Random statements.

use crate::expressions::INTEGERS;
use crate::generate::{ARRAYS, Writer};

impl Writer {
    /// A statement in which others are nested up to the depth.
    pub fn statement(&mut self, depth: usize) {
        match self.random.below(if depth == 0 { 11 } else { 17 }) {
            0..=3 => self.assignment(),
            4 => self.mixed_in(),
            5 => self.pointer(),
            6 => self.structures(),
            7 => self.bytes(),
            8 => self.variadic(),
            9 => self.text(),
            10 => self.local(),
            11 | 12 => self.condition(depth),
            13 => self.switch(depth),
            14 if self.loops > 0 => {
                let any = self.integer();
                let condition = self.expression(any, 1);
                let jump = ["break", "continue"][self.random.below(2)];
                self.line(&format!("if ({condition}) {jump};"));
            }
            _ if self.loops < 2 => self.repeated(depth),
            _ => self.mixed_in(),
        }
    }

    fn nested(&mut self, depth: usize) {
        let count = 1 + self.random.below(3);
        self.block(|writer| (0..count).for_each(|_| writer.statement(depth - 1)));
    }

    fn assignment(&mut self) {
        let (place, ty) = self.place(1);
        let value = self.expression(ty, 3);
        let is_narrow = ty.width < 32;
        match self.random.below(5) {
            0 => {
                let operator = ["&=", "|=", "^="][self.random.below(3)];
                self.line(&format!("{place} {operator} {value};"));
            }
            1 if is_narrow || !ty.is_signed => {
                let change = ["++", "--"][self.random.below(2)];
                self.line(&format!("{place}{change};"));
            }
            2 if !ty.is_signed && !is_narrow => {
                let operator = ["+=", "-=", "*="][self.random.below(3)];
                self.line(&format!("{place} {operator} {value};"));
            }
            3 => {
                let (other, _) = self.place(0);
                self.line(&format!("{place} = {other} = {value};"));
            }
            _ => self.line(&format!("{place} = {value};")),
        }
    }

    fn mixed_in(&mut self) {
        let any = self.integer();
        let value = self.expression(any, 3);
        self.line(&format!("mix({value});"));
    }

    fn pointer(&mut self) {
        let (array, ty, length) = ARRAYS[self.random.below(ARRAYS.len())];
        let [first, second] = [(); 2].map(|()| self.expression(INTEGERS[5], 1));
        let value = self.expression(ty, 2);
        let name = self.name("pointer");
        self.line(&format!("{} *{name} = &{array}[{first} & {}];", ty.name, length - 1));
        self.line(&format!("*{name} = {value};"));
        self.line(&format!("mix({name} - {array}); mix({name}[({second} & {}) - ({name} - {array})]);", length - 1));
        self.line(&format!("mix({name} < {array} + ({second} & {}));", length - 1));
    }

    fn structures(&mut self) {
        let by = self.expression(INTEGERS[4], 2);
        let number = self.number(2);
        let line = match self.random.below(8) {
            0 => format!("small = changed_small(small, {by});"),
            1 => format!("large = changed_large(large, {by});"),
            2 => format!("large.b[{by} & 1] = changed_small(small, {by}); mix_large(large);"),
            3 => format!("floats = changed_floats(floats, {by}); mix_double(floats.a); mix_double(floats.b);"),
            4 => format!("mixed.number = {number}; mix(mixed.all); mix(mixed.quarters[{by} & 3]);"),
            5 => format!("large.d = (struct bits){{{by}, {by}, {by}, {by}, {by}, {by}}}; mix_bits(large.d);"),
            6 => format!("mix_small((struct small){{.c = {by}, .a = {by}}}); mix_large(changed_large(large, {by}));"),
            _ => format!("floats.a = {number}; mix_double(floats.a);"),
        };
        self.line(&line);
    }

    fn bytes(&mut self) {
        let [to, from, size] = [(); 3].map(|()| self.expression(INTEGERS[7], 1));
        let line = match self.random.below(5) {
            0 => format!("memmove(bytes + ({to} & 7), bytes + ({from} & 7), {size} & 7);"),
            1 => format!("memset(shorts + ({to} & 3), {from}, {size} & 7);"),
            2 => format!("memcpy(longs, shorts, {size} & 15);"),
            3 => format!("mix(memcmp(bytes, shorts, {size} & 15) > 0);"),
            _ => "qsort(shorts, 8, 2, compare); mix(shorts[0]); mix(shorts[5]);".to_owned(),
        };
        self.line(&line);
    }

    fn variadic(&mut self) {
        let count = 1 + self.random.below(8);
        let mut arguments = Vec::new();
        for _ in 0..count {
            arguments.push(match self.random.below(7) {
                0 => format!("0, {}", self.expression(INTEGERS[4], 1)),
                1 => format!("1, {}", self.expression(INTEGERS[7], 1)),
                2 => format!("2, (double){}", self.number(1)),
                3 => "3, small".to_owned(),
                4 => "4, large".to_owned(),
                5 => "5, floats".to_owned(),
                _ => "6, \"text\"".to_owned(),
            });
        }
        self.line(&format!("mix_all({count}, {}, 9);", arguments.join(", ")));
    }

    fn text(&mut self) {
        let [first, second] = [4, 5].map(|index| self.expression(INTEGERS[index], 2));
        let third = self.expression(INTEGERS[6], 2);
        let formats = ["%d|%u|%ld", "%5d|%-7u|%lx", "%+d|%#o|%lX", "%05d|%3u|%20ld", "%hhd|%hu|%li"];
        let format = formats[self.random.below(formats.len())];
        self.line(&format!("mix(snprintf(text, sizeof text, \"{format}\", {first}, {second}, {third}));"));
        self.line("mix_text(text);");
        match self.random.below(4) {
            0 => self.line("mix(strlen(text)); mix(strtol(text, NULL, 10)); mix(atoi(text));"),
            1 => self.line(&format!("mix(strcmp(text, \"5\") > 0); mix(twice({first} & 7, {second}));")),
            2 => self.line(
                "{ char *bar = strchr(text, '|'); mix(bar - text); mix(strtoul(bar + 1, &bar, 16)); mix(*bar); }",
            ),
            _ => {}
        }
    }

    fn local(&mut self) {
        let ty = self.integer();
        let value = self.expression(ty, 2);
        let name = self.name("local");
        self.line(&format!("{} {name} = {value};", ty.name));
        self.places.push((name, ty));
    }

    fn condition(&mut self, depth: usize) {
        let any = self.integer();
        let condition = self.expression(any, 3);
        self.line(&format!("if ({condition})"));
        self.nested(depth);
        if self.random.chance(50) {
            self.line("else");
            self.nested(depth);
        }
    }

    fn switch(&mut self, depth: usize) {
        let ty = self.integer();
        let subject = self.expression(ty, 2);
        let subject = if self.random.chance(70) { format!("({subject} & 3) - 1") } else { subject };
        self.line(&format!("switch ({subject})"));
        self.line("{");
        for case in ["case -1", "case 0", "case 2", "default", "case 100"] {
            self.line(&format!("{case}:"));
            self.nested(depth);
            if self.random.chance(60) {
                self.line("break;");
            }
        }
        self.line("}");
    }

    fn repeated(&mut self, depth: usize) {
        let (name, rounds) = (self.name("round"), 1 + self.random.below(4));
        let kind = self.random.below(3);
        match kind {
            0 => self.line(&format!("for (i32 {name} = 0; {name} < {rounds}; {name}++)")),
            1 => self.line(&format!("for (u8 {name} = {rounds}; {name}-- > 0;)")),
            _ => self.line(&format!("for (i64 {name} = -{rounds}; {name} != 0; ++{name})")),
        }
        self.loops += 1;
        self.nested(depth);
        self.loops -= 1;
    }
}

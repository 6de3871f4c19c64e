//! What a program prints in the course of a run: formats of C's `printf` with their arguments put in.
//!
//! Only the state before a step is known. Arguments are computed from there; strings are read from the memory of that state.
//! What cannot be told is left as `…`, what has no value, or one that nobody knows, is `?`.

use check::semantics::access::Log;
use check::semantics::eval::Scope;
use check::semantics::state::State;
use evidence::counterexample::{Motion, Step};
use num_bigint::BigInt;
use program::bytes::{Byte, POINTER_BYTES};
use program::command::{Action, Output};
use program::program::Program;
use program::span::Span;
use program::types::Type;
use program::value::{Bits, Pointer, Value};

use crate::lens::spelled;
use crate::resolve::meanwhile::{Meanwhile, commands};

/// What stands for a text that is not known here.
const NOT_TOLD: &str = "…";

/// What stands for a value that nobody knows.
const NO_VALUE: &str = "?";

/// How much of a string is told.
const MOST_CHARACTERS: usize = 1000;

/// Something that is printed, and where that is written.
pub(crate) struct Printed {
    pub span: Span,
    pub text: String,
}

/// What the step prints from the state.
pub(crate) fn by_step(program: &Program, before: &State, step: &Step) -> Vec<Printed> {
    let mut all: Vec<Printed> = Vec::new();
    let (Some(top), Motion::Edge(edge)) = (before.top(step.thread), step.motion) else { return all };
    let Some(edge) = program.procedure(top.procedure).edges.get(edge.index()) else { return all };
    if !edge.commands.iter().any(|command| matches!(command.action, Action::Output(_))) {
        return all;
    }
    let log = Log::default();
    let scope = Scope { program, state: before, slot: step.thread, log: &log };
    for (command, meanwhile) in commands(edge) {
        let Action::Output(output) = &command.action else { continue };
        let text = in_full(scope, &meanwhile, output);
        match all.last_mut().filter(|last| (last.span.file, last.span.line) == (command.span.file, command.span.line)) {
            Some(last) => last.text.push_str(&text),
            None => all.push(Printed { span: command.span, text }),
        }
    }
    all
}

/// The format with its arguments put in.
fn in_full(scope: Scope<'_>, meanwhile: &Meanwhile, output: &Output) -> String {
    let value = |argument| meanwhile.at_first(argument).and_then(|argument| scope.eval(&argument).ok());
    let mut arguments = Arguments { scope, values: output.arguments.iter().map(value).collect::<Vec<_>>().into_iter() };
    let mut text = String::new();
    let mut rest = output.format.chars();
    while let Some(character) = rest.next() {
        if character != '%' {
            text.push(character);
            continue;
        }
        let behind = rest.clone();
        match Conversion::read(&mut rest, &mut arguments) {
            Some(conversion) => text.push_str(&conversion.apply(&mut arguments)),
            None => {
                // No conversion: it is told as it stands.
                text.push('%');
                rest = behind;
            }
        }
    }
    text
}

/// The values that have not been printed so far; none where one is not known.
struct Arguments<'a> {
    scope: Scope<'a>,
    values: std::vec::IntoIter<Option<Value>>,
}

impl Arguments<'_> {
    /// The next one as a number, if it is one.
    fn number(&mut self) -> Option<Bits> {
        match self.values.next()?? {
            Value::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    /// The next one, where a number is no surprise; or what stands for it.
    fn bits(&mut self) -> Result<Bits, String> {
        match self.values.next().flatten() {
            Some(Value::Bits(bits)) => Ok(bits),
            Some(Value::Vague(_)) | None => Err(NO_VALUE.to_owned()),
            Some(other) => match spelled(self.scope.program, self.scope.state, &other) {
                unknown if unknown == "unknown" => Err(NO_VALUE.to_owned()),
                known => Err(known),
            },
        }
    }

    /// The text that the next one points to.
    fn text(&mut self) -> String {
        let text = match self.values.next().flatten() {
            Some(Value::Pointer(pointer)) => text_at(self.scope.state, pointer),
            _ => None,
        };
        text.unwrap_or_else(|| NOT_TOLD.to_owned())
    }

    /// The string to which the next one points.
    fn string(&mut self, most: usize) -> String {
        match self.values.next().flatten() {
            Some(Value::Pointer(Pointer::NULL)) => "(null)".to_owned(),
            Some(Value::Pointer(pointer)) => string_at(self.scope.state, pointer, most),
            _ => NOT_TOLD.to_owned(),
        }
    }
}

/// The text of which a pointer and the length stand there.
fn text_at(state: &State, pointer: Pointer) -> Option<String> {
    let behind = Pointer { offset: pointer.offset + i64::from(POINTER_BYTES), ..pointer };
    let text = state.memory.load(pointer, &Type::Pointer).ok()?;
    let length = state.memory.load(behind, &Type::Bits(64)).ok()?;
    match (text, length) {
        (Value::Pointer(text), Value::Bits(length)) => {
            Some(string_at(state, text, usize::try_from(length.unsigned()).unwrap_or(usize::MAX)))
        }
        _ => None,
    }
}

/// The string that is there, up to its end or to so many bytes.
pub(crate) fn string_at(state: &State, pointer: Pointer, most: usize) -> String {
    let mut bytes = Vec::new();
    while bytes.len() < most.min(MOST_CHARACTERS) {
        let place = Pointer { offset: pointer.offset + bytes.len() as i64, ..pointer };
        match state.memory.bytes(place, 1).as_deref() {
            Ok([Byte::Data(0)]) => return String::from_utf8_lossy(&bytes).into_owned(),
            Ok([Byte::Data(byte)]) => bytes.push(*byte),
            _ => break,
        }
    }
    let is_whole = bytes.len() == most && most < usize::MAX;
    String::from_utf8_lossy(&bytes).into_owned() + if is_whole { "" } else { NOT_TOLD }
}

/// What a `%` and what follows it ask for.
#[derive(Default)]
struct Conversion {
    is_left: bool,
    has_zeros: bool,
    sign: Option<char>,
    is_alternate: bool,
    width: usize,
    precision: Option<usize>,
    /// How many bits of an integer count, if it says so.
    bits: Option<u32>,
    kind: char,
}

impl Conversion {
    /// Reads what follows a `%`.
    fn read(rest: &mut std::str::Chars<'_>, arguments: &mut Arguments<'_>) -> Option<Conversion> {
        let mut conversion = Conversion::default();
        let mut next = rest.next()?;
        loop {
            match next {
                '-' => conversion.is_left = true,
                '0' => conversion.has_zeros = true,
                '+' => conversion.sign = Some('+'),
                ' ' => conversion.sign = conversion.sign.or(Some(' ')),
                '#' => conversion.is_alternate = true,
                '\'' => {}
                _ => break,
            }
            next = rest.next()?;
        }
        let width = amount(&mut next, rest, arguments)?;
        conversion.is_left |= width < 0;
        conversion.width = width.unsigned_abs() as usize;
        if next == '.' {
            next = rest.next()?;
            conversion.precision = usize::try_from(amount(&mut next, rest, arguments)?).ok();
        }
        while let 'h' | 'l' | 'L' | 'q' | 'j' | 'z' | 't' = next {
            conversion.bits = match (next, conversion.bits) {
                ('h', None) => Some(16),
                ('h', Some(16)) => Some(8),
                _ => Some(64),
            };
            next = rest.next()?;
        }
        conversion.kind = next;
        Some(conversion)
    }

    fn apply(&self, arguments: &mut Arguments<'_>) -> String {
        let most = self.precision.unwrap_or(usize::MAX);
        let text = match self.kind {
            '%' => return "%".to_owned(),
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
                arguments.bits().map(|bits| self.integer(&bits)).unwrap_or_else(|it| it)
            }
            'c' => arguments.bits().map(|bits| character(&bits)).unwrap_or_else(|it| it),
            's' if self.bits.is_none() => arguments.string(most),
            'Q' => arguments.text(),
            'p' => match arguments.values.next().flatten() {
                Some(value) => spelled(arguments.scope.program, arguments.scope.state, &value),
                None => NO_VALUE.to_owned(),
            },
            'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => {
                arguments.bits().map(|bits| self.floating(&bits)).unwrap_or_else(|it| it)
            }
            // The message for the error number.
            'm' => return NOT_TOLD.to_owned(),
            _ => {
                arguments.values.next();
                NOT_TOLD.to_owned()
            }
        };
        self.padded(text)
    }

    fn integer(&self, bits: &Bits) -> String {
        let width = self.bits.map_or(bits.width(), |most| most.min(bits.width()));
        let bits = Bits::wrap(width, &BigInt::from(bits.unsigned().clone()));
        let is_signed = matches!(self.kind, 'd' | 'i');
        let is_negative = is_signed && bits.signed() < BigInt::ZERO;
        let size = if is_negative { (-bits.signed()).magnitude().clone() } else { bits.unsigned().clone() };
        let (mut digits, prefix) = match self.kind {
            'x' => (size.to_str_radix(16), "0x"),
            'X' => (size.to_str_radix(16).to_uppercase(), "0X"),
            'o' => (size.to_str_radix(8), "0"),
            _ => (size.to_string(), ""),
        };
        let prefix = if self.is_alternate && size != num_bigint::BigUint::ZERO { prefix } else { "" };
        let sign = match (is_negative, is_signed, self.sign) {
            (true, ..) => "-".to_owned(),
            (false, true, Some(sign)) => sign.to_string(),
            _ => String::new(),
        };
        let filled = self.width.saturating_sub(sign.len() + prefix.len());
        let least = self.precision.unwrap_or(if self.has_zeros && !self.is_left { filled } else { 1 });
        while digits.len() < least.min(MOST_CHARACTERS) {
            digits.insert(0, '0');
        }
        format!("{sign}{prefix}{digits}")
    }

    fn floating(&self, bits: &Bits) -> String {
        let [low, ..] = bits.unsigned().to_u64_digits()[..] else { return self.of_double(0.0) };
        match bits.width() {
            64 => self.of_double(f64::from_bits(low)),
            32 => self.of_double(f64::from(f32::from_bits(low as u32))),
            _ => NOT_TOLD.to_owned(),
        }
    }

    /// Digits behind the point as C has them; where it has exponents, as Rust writes them.
    fn of_double(&self, number: f64) -> String {
        let digits = self.precision.unwrap_or(6).min(MOST_CHARACTERS);
        let text = match self.kind {
            'f' | 'F' => format!("{number:.digits$}"),
            'e' | 'E' => format!("{number:.digits$e}"),
            _ => format!("{number}"),
        };
        match self.sign {
            Some(sign) if number >= 0.0 => format!("{sign}{text}"),
            _ => text,
        }
    }

    fn padded(&self, text: String) -> String {
        let missing = self.width.min(MOST_CHARACTERS).saturating_sub(text.chars().count());
        let spaces = " ".repeat(missing);
        if self.is_left { text + &spaces } else { spaces + &text }
    }
}

/// A number in a format, or one among the arguments; zero if there is none.
fn amount(next: &mut char, rest: &mut std::str::Chars<'_>, arguments: &mut Arguments<'_>) -> Option<i32> {
    if *next == '*' {
        *next = rest.next()?;
        let number = arguments.number().map(|bits| bits.signed());
        return Some(number.and_then(|number| i32::try_from(number).ok()).unwrap_or_default());
    }
    let mut number = 0_i32;
    while let Some(digit) = next.to_digit(10) {
        number = number.saturating_mul(10).saturating_add(digit as i32);
        *next = rest.next()?;
    }
    Some(number)
}

/// A single character, as `putchar` takes it.
fn character(bits: &Bits) -> String {
    let low = bits.unsigned().to_bytes_le().first().copied().unwrap_or_default();
    if low.is_ascii() { char::from(low).to_string() } else { char::REPLACEMENT_CHARACTER.to_string() }
}

/// Text in one line, as it would stand in a program.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => quoted.push_str(&format!("\\x{:02x}", u32::from(control))),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

//! What a program prints: `printf` and its like. It has no effect, but is shown in replay; and the strings in it are read.

use program::command::{Action, Output};
use program::expr::{BinaryOp, BitsOp, Expr, UnaryOp};
use program::types::Type;
use program::value::{Base, Pointer, Value as ProgramValue};

use crate::c::chosen::is_used;
use crate::c::formats::{Most, Use, uses};
use crate::c::function::{Lowering, number};
use crate::c::units::Entity;
use crate::llvm::ids::LocalId;
use crate::llvm::instructions::Call;
use crate::llvm::types::Type as LlvmType;
use crate::llvm::values::{Constant, Expression, Value};

/// Functions that write to a `std::ostream`, which is their first argument and their result.
const STREAM_OUTPUT: [&str; 9] = [
    "_ZNSols",
    "_ZStlsI",
    "_ZSt4endlI",
    "_ZSt4endsI",
    "_ZSt5flushI",
    "_ZNSo3putEc",
    "_ZNSo5writeE",
    "_ZNSo5flushEv",
    "_ZSt16__ostream_insertI",
];

/// What ends the names of those whose second argument is a string as in C.
const STRING_AS_IN_C: &str = "PKc";

/// How the names of `std::endl` begin.
const LINE_END: &str = "_ZSt4endlI";

/// How a member of `std::ostream` writes its argument, by the end of its name, which tells the type. Nothing if that is not told.
fn conversion_of(ty: &str) -> Option<&'static str> {
    Some(match ty {
        "s" => "%hd",
        "t" => "%hu",
        "i" => "%d",
        "j" => "%u",
        "l" | "x" => "%lld",
        "m" | "y" => "%llu",
        "f" | "d" => "%g",
        "PKv" => "%p",
        // Manipulators, which write nothing or, as `std::endl` does, what is known elsewhere.
        _ if ty.starts_with("PF") => "",
        _ => return None,
    })
}

/// How an argument is used that is text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Text {
    /// It is printed as it is, and this behind it.
    Plain(&'static str),
    /// It says what is done with the arguments behind it.
    Format,
    /// The same, but they are in a list.
    FormatOfList,
}

/// Where the text is, and how it is used.
fn text_of(name: &str) -> Option<(usize, Text)> {
    Some(match name {
        "printf" => (0, Text::Format),
        "fprintf" | "dprintf" => (1, Text::Format),
        "vprintf" => (0, Text::FormatOfList),
        "vfprintf" | "vdprintf" => (1, Text::FormatOfList),
        "puts" => (0, Text::Plain("\n")),
        "fputs" | "fputs_unlocked" | "perror" => (0, Text::Plain("")),
        _ => return None,
    })
}

/// Functions that write a single character.
const CHARACTERS: [&str; 6] = ["putchar", "putc", "fputc", "putchar_unlocked", "putc_unlocked", "fputc_unlocked"];

/// Where a function writes to.
enum Stream {
    /// To what the variable of the library points to.
    Standard(&'static str),
    /// To what is given at this position.
    Argument(usize),
    /// To a `std::ostream`.
    Cxx,
}

/// The stream that nobody else may have locked when the function writes.
fn stream_of(name: &str) -> Option<Stream> {
    Some(match name {
        "printf" | "vprintf" | "puts" | "putchar" => Stream::Standard("stdout"),
        "perror" => Stream::Standard("stderr"),
        "fprintf" | "vfprintf" => Stream::Argument(0),
        "fputs" | "fputc" | "putc" => Stream::Argument(1),
        _ if STREAM_OUTPUT.iter().any(|prefix| name.starts_with(prefix)) => Stream::Cxx,
        _ => return None,
    })
}

/// What an argument is: its scalars, with their types.
type Argument = Vec<(Expr, Type)>;

impl<'a> Lowering<'_, 'a> {
    /// Lowers the call if the function prints.
    pub fn output(&mut self, result: Option<LocalId>, name: &str, call: &'a Call) -> Result<Option<()>, String> {
        let is_stream = STREAM_OUTPUT.iter().any(|prefix| name.starts_with(prefix));
        let is_character = CHARACTERS.contains(&name);
        let text = text_of(name);
        if !is_stream && !is_character && text.is_none() {
            return Ok(None);
        }
        if self.session.locks_streams() {
            self.await_stream(name, call)?;
        }
        let mut arguments: Vec<Argument> = Vec::new();
        for argument in &call.arguments {
            let values = self.operand(&argument.operand)?;
            arguments.push(values.into_iter().zip(self.types(&argument.operand.ty)?).collect());
        }
        let first = |arguments: &[Argument]| arguments.first().cloned().unwrap_or_default();
        if is_stream {
            if name.ends_with(STRING_AS_IN_C) && !self.is_text(call, 1) {
                self.read_text("$read_text", arguments.get(1), Most::All, &[])?;
            }
            let (format, shown) = self.written_to_stream(name, call, &arguments);
            if !format.is_empty() {
                self.printed(format.to_owned(), &shown);
            }
            let stream = first(&arguments).into_iter().map(|(value, _)| value).collect();
            self.define(result, stream)?;
        } else if is_character {
            let byte = first(&arguments);
            self.printed("%c".to_owned(), std::slice::from_ref(&byte));
            let low = |value| Expr::binary(BinaryOp::Bits(BitsOp::And), value, number(32, 0xff));
            self.define(result, byte.into_iter().map(|(value, _)| low(value)).collect())?;
        } else if let Some((position, text)) = text {
            let format = self.text(&Lowering::argument(call, position)?.value);
            let (shown, behind) = match (format, text) {
                (Some(format), Text::Plain(end)) => (format.replace('%', "%%") + end, Vec::new()),
                (None, Text::Plain(end)) => (format!("%s{end}"), vec![arguments[position].clone()]),
                (Some(format), Text::FormatOfList) => (format.replace('%', "%%"), Vec::new()),
                (Some(format), Text::Format) => (format, arguments[position + 1..].to_vec()),
                (None, _) => ("…".to_owned(), arguments[position + 1..].to_vec()),
            };
            if !self.is_text(call, position) {
                let reads = if name == "perror" { "$read_text_if_any" } else { "$read_text" };
                self.read_text(reads, arguments.get(position), Most::All, &[])?;
            }
            if text == Text::Format {
                self.read_strings(call, &shown, position + 1, &arguments)?;
            }
            self.printed(shown.clone(), &behind);
            self.count_of_characters(result, name, call, &shown)?;
        }
        Ok(Some(()))
    }

    /// What a function writes that writes to a `std::ostream`, as a format with its arguments.
    fn written_to_stream(
        &mut self,
        name: &str,
        call: &'a Call,
        arguments: &[Argument],
    ) -> (&'static str, Vec<Argument>) {
        let argument = |position: usize| arguments.get(position).cloned().unwrap_or_default();
        let with_length = name.starts_with("_ZNSo5writeE") || name.starts_with("_ZSt16__ostream_insertI");
        if with_length {
            return ("%.*s", vec![argument(2), argument(1)]);
        }
        let is_line_end = name.starts_with(LINE_END) || self.names_line_end(call.arguments.get(1));
        if is_line_end {
            return ("\n", Vec::new());
        }
        let written = match name.strip_prefix("_ZNSolsE") {
            Some(ty) => conversion_of(ty),
            None if name.ends_with(STRING_AS_IN_C) => Some("%s"),
            None if name.ends_with("basic_stringIS4_S5_T1_EE") => Some("%Q"),
            None if name == "_ZNSo3putEc" || name.starts_with("_ZStlsI") && name.ends_with(['c', 'a', 'h']) => {
                Some("%c")
            }
            None if name.starts_with("_ZStlsI") => None,
            None => Some(""),
        };
        match written {
            Some("") => ("", Vec::new()),
            Some(format) => (format, vec![argument(1)]),
            None => ("…", Vec::new()),
        }
    }

    /// Whether `std::endl` is handed over.
    fn names_line_end(&self, argument: Option<&'a crate::llvm::instructions::Argument>) -> bool {
        match argument.map(|argument| &argument.operand.value) {
            Some(Value::Constant(Constant::Symbol(symbol))) => {
                self.session.units.name(self.unit, *symbol).starts_with(LINE_END)
            }
            _ => false,
        }
    }

    /// Waits until nobody else has locked the stream.
    fn await_stream(&mut self, name: &str, call: &'a Call) -> Result<(), String> {
        match stream_of(name) {
            Some(Stream::Standard(variable)) => {
                let base = Base::Static(self.session.external_variable(variable)?);
                let place = Expr::Literal(ProgramValue::Pointer(Pointer { base, offset: 0 }));
                self.call_primitive("$await_standard_stream", vec![place], Vec::new())
            }
            Some(Stream::Argument(position)) => {
                let stream = self.scalar_operand(Lowering::argument(call, position)?)?;
                self.call_primitive("$await_stream", vec![stream], Vec::new())
            }
            Some(Stream::Cxx) => Err("output to a `std::ostream`, where the program locks streams,".to_owned()),
            None => Ok(()),
        }
    }

    /// What is returned where characters are counted.
    fn count_of_characters(
        &mut self,
        result: Option<LocalId>,
        name: &str,
        call: &'a Call,
        shown: &str,
    ) -> Result<(), String> {
        let (Some(local), LlvmType::Integer(width)) = (result, &call.result) else { return Ok(()) };
        // `puts` and its like return any number that is not negative; there they all go the same way.
        let counts = !matches!(name, "puts" | "fputs" | "fputs_unlocked");
        let is_known = !shown.contains(['%', '…', char::REPLACEMENT_CHARACTER]);
        if counts && !is_known && is_used(self.function, local) {
            let what = format!("the number of characters that `{name}` returns");
            self.edges.emit(Action::Unsupported(what.into()));
        }
        self.define(result, vec![number(*width, shown.len() as u64)])
    }

    fn printed(&mut self, format: String, arguments: &[Argument]) {
        let shown = arguments.iter().flatten().filter(|(_, ty)| *ty != Type::Bool);
        let arguments = shown.map(|(value, _)| value.clone()).collect();
        self.edges.emit(Action::Output(Output { format: format.into(), arguments }));
    }

    /// Reads the strings that the format names among the arguments from the position on.
    fn read_strings(
        &mut self,
        call: &'a Call,
        format: &str,
        start: usize,
        arguments: &[Argument],
    ) -> Result<(), String> {
        for used in uses(format) {
            match used {
                Use::Writes => return Err("output that writes to the program's variables (`%n`)".to_owned()),
                Use::Reads { position, most } => {
                    if !self.is_text(call, start + position) {
                        let behind = &arguments[start.min(arguments.len())..];
                        self.read_text("$read_text_if_any", behind.get(position), most, behind)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads a string that is an argument.
    fn read_text(
        &mut self,
        primitive: &str,
        text: Option<&Argument>,
        most: Most,
        arguments: &[Argument],
    ) -> Result<(), String> {
        let Some([(text, Type::Pointer)]) = text.map(Vec::as_slice) else { return Ok(()) };
        let most = match most {
            Most::All => number(64, u64::MAX),
            Most::Bytes(count) => number(64, count),
            Most::Argument(position) => match arguments.get(position).map(Vec::as_slice) {
                // A negative number becomes a very large one.
                Some([(count, Type::Bits(32))]) => Expr::unary(UnaryOp::SignExtend(64), count.clone()),
                _ => return Ok(()),
            },
        };
        self.call_primitive(primitive, vec![text.clone(), most], Vec::new())
    }

    /// Whether the argument is a string that never changes and has an end.
    fn is_text(&mut self, call: &'a Call, position: usize) -> bool {
        let argument = call.arguments.get(position);
        argument.and_then(|argument| self.text(&argument.operand.value)).is_some()
    }

    /// The string that never changes, and has an end, to which the constant points.
    pub fn text(&mut self, value: &'a Value) -> Option<String> {
        let Value::Constant(constant) = value else { return None };
        let symbol = match constant {
            Constant::Symbol(symbol) => *symbol,
            Constant::Expression(expression) => match &**expression {
                Expression::GetElementPointer { base, .. } => match &base.constant {
                    Constant::Symbol(symbol) => *symbol,
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        let Entity::Variable(place) = self.session.units.entity(self.unit, symbol) else { return None };
        let variable = self.session.units.variable(place);
        if !variable.is_constant {
            return None;
        }
        let address = self.session.constant(self.unit, &LlvmType::Pointer(0), constant).ok()?;
        let [ProgramValue::Pointer(Pointer { offset, .. })] = address[..] else { return None };
        let start = usize::try_from(offset).ok()?;
        match variable.initializer.as_ref()? {
            Constant::Bytes(bytes) => {
                let bytes = bytes.get(start..)?;
                let end = bytes.iter().position(|byte| *byte == 0)?;
                Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
            }
            Constant::Zero => Some(String::new()),
            _ => None,
        }
    }
}

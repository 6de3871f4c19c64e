//! What a program prints: `printf` and its like. It has no effect, but is shown in replay.

use program::command::{Action, Output};
use program::expr::{BinaryOp, BitsOp, Expr};
use program::types::Type;

use crate::c::chosen::is_used;
use crate::c::function::{Lowering, number};
use crate::c::units::Entity;
use crate::llvm::ids::LocalId;
use crate::llvm::instructions::{Argument, Call};
use crate::llvm::types::Type as LlvmType;
use crate::llvm::values::{Constant, Expression, Operand, Value};

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

impl<'a> Lowering<'_, 'a> {
    /// Lowers the call if the function prints.
    pub fn output(&mut self, result: Option<LocalId>, name: &str, call: &'a Call) -> Result<Option<()>, String> {
        if STREAM_OUTPUT.iter().any(|prefix| name.starts_with(prefix)) {
            let stream = self.operand(Lowering::argument(call, 0)?)?;
            self.define(result, stream)?;
            return Ok(Some(()));
        }
        let (format_at, end) = match name {
            "printf" => (0, ""),
            "fprintf" | "dprintf" => (1, ""),
            "puts" => (0, "\n"),
            "vprintf" => (0, ""),
            "vfprintf" => (1, ""),
            "fputs" | "perror" => (0, ""),
            "putchar" | "putc" | "fputc" => {
                let byte = self.scalar_operand(Lowering::argument(call, 0)?)?;
                self.edges.emit(Action::Output(Output { format: "%c".into(), arguments: vec![byte.clone()] }));
                let returned = vec![Expr::binary(BinaryOp::Bits(BitsOp::And), byte, number(32, 0xff))];
                return self.define(result, returned).map(Some);
            }
            _ => return Ok(None),
        };
        let format = self.text(&Lowering::argument(call, format_at)?.value);
        let (format, arguments) = match (format, name) {
            (Some(text), "puts" | "fputs" | "perror") => (text.replace('%', "%%") + end, &[][..]),
            (Some(format), "vprintf" | "vfprintf") => (format.replace('%', "%%"), &[][..]),
            (Some(format), _) => (format, &call.arguments[format_at + 1..]),
            (None, "puts" | "fputs" | "perror") => (format!("%s{end}"), &call.arguments[..1]),
            (None, _) => ("…".to_owned(), &call.arguments[format_at + 1..]),
        };
        let (length, is_known) = (format.len() as u64, !format.contains('%') && !format.contains('…'));
        self.printed(format, arguments)?;
        if let (Some(local), LlvmType::Integer(width)) = (result, &call.result) {
            // `puts` and its like return any number that is not negative; there they all go the same way.
            let counts = !matches!(name, "puts" | "fputs");
            if counts && !is_known && is_used(self.function, local) {
                let what = format!("the number of characters that `{name}` returns");
                self.edges.emit(Action::Unsupported(what.into()));
            }
            self.define(result, vec![number(*width, length)])?;
        }
        Ok(Some(()))
    }

    fn printed(&mut self, format: String, arguments: &'a [Argument]) -> Result<(), String> {
        let mut values = Vec::new();
        for argument in arguments {
            let operand: &Operand = &argument.operand;
            for (value, ty) in self.operand(operand)?.into_iter().zip(self.types(&operand.ty)?) {
                values.extend((ty != Type::Bool).then_some(value));
            }
        }
        self.edges.emit(Action::Output(Output { format: format.into(), arguments: values }));
        Ok(())
    }

    /// The string that the constant points to.
    pub fn text(&self, value: &'a Value) -> Option<String> {
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
        match self.session.units.variable(place).initializer.as_ref()? {
            Constant::Bytes(bytes) => {
                let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
                Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
            }
            Constant::Zero => Some(String::new()),
            _ => None,
        }
    }
}

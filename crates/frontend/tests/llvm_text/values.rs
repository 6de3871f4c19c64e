//! Values and constants to text.

use frontend::llvm::ids::LocalId;
use frontend::llvm::operators::Flags;
use frontend::llvm::types::Type;
use frontend::llvm::values::{Constant, Expression, FloatLiteral, Operand, TypedConstant, Value};

use super::{Printer, escaped_bytes, marked, quoted};

const FLAGS: &[(Flags, &str)] = &[
    (Flags::FAST, "fast"),
    (Flags::REASSOC, "reassoc"),
    (Flags::NNAN, "nnan"),
    (Flags::NINF, "ninf"),
    (Flags::NSZ, "nsz"),
    (Flags::ARCP, "arcp"),
    (Flags::CONTRACT, "contract"),
    (Flags::AFN, "afn"),
    (Flags::INBOUNDS, "inbounds"),
    (Flags::NUSW, "nusw"),
    (Flags::NUW, "nuw"),
    (Flags::NSW, "nsw"),
    (Flags::EXACT, "exact"),
    (Flags::DISJOINT, "disjoint"),
    (Flags::NNEG, "nneg"),
    (Flags::SAMESIGN, "samesign"),
];

/// Each flag with a blank in front.
pub fn flags(flags: Flags) -> String {
    FLAGS.iter().filter(|(flag, _)| flags.contains(*flag)).map(|(_, word)| format!(" {word}")).collect()
}

impl Printer<'_> {
    pub fn operand(&self, operand: &Operand) -> String {
        format!("{} {}", operand.ty.describe(self.module), self.value(&operand.value, &operand.ty))
    }

    pub fn local(&self, local: LocalId) -> String {
        let function = self.function.expect("a local stands in a function");
        marked('%', &function.local(local).name)
    }

    pub fn value(&self, value: &Value, ty: &Type) -> String {
        match value {
            Value::Local(local) => self.local(*local),
            Value::Constant(constant) => self.constant(constant, ty),
            Value::Metadata(metadata) => self.metadata(metadata, false),
            Value::Assembly(assembly) => {
                let flags: String = assembly.flags.iter().map(|flag| format!(" {flag}")).collect();
                format!("asm{flags} {}, {}", quoted(&assembly.template), quoted(&assembly.constraints))
            }
        }
    }

    pub fn typed_constant(&self, constant: &TypedConstant) -> String {
        format!("{} {}", constant.ty.describe(self.module), self.constant(&constant.constant, &constant.ty))
    }

    fn typed_list(&self, constants: &[TypedConstant]) -> String {
        constants.iter().map(|constant| self.typed_constant(constant)).collect::<Vec<_>>().join(", ")
    }

    pub fn constant(&self, constant: &Constant, ty: &Type) -> String {
        let symbol = |symbol| marked('@', self.module.symbol_name(symbol));
        match constant {
            Constant::Integer(number) => number.to_string(),
            Constant::Float(literal) => float(*literal),
            Constant::Null => "null".to_owned(),
            Constant::Undef => "undef".to_owned(),
            Constant::Poison => "poison".to_owned(),
            Constant::Zero => "zeroinitializer".to_owned(),
            Constant::NoToken => "none".to_owned(),
            Constant::Symbol(id) => symbol(*id),
            Constant::Bytes(bytes) => format!("c\"{}\"", escaped_bytes(bytes)),
            Constant::Array(elements) => format!("[{}]", self.typed_list(elements)),
            Constant::Struct(fields) => {
                let is_packed = ty.structure(self.module).is_some_and(|structure| structure.is_packed);
                let fields = self.typed_list(fields);
                if is_packed { format!("<{{ {fields} }}>") } else { format!("{{ {fields} }}") }
            }
            Constant::Vector(elements) => format!("<{}>", self.typed_list(elements)),
            Constant::Splat(element) => format!("splat ({})", self.typed_constant(element)),
            Constant::Expression(expression) => self.expression(expression),
            Constant::BlockAddress(function, block) => {
                format!("blockaddress({}, {})", symbol(*function), marked('%', block))
            }
            Constant::DsoLocalEquivalent(id) => format!("dso_local_equivalent {}", symbol(*id)),
            Constant::NoCfi(id) => format!("no_cfi {}", symbol(*id)),
            Constant::SignedPointer(parts) => format!("ptrauth ({})", self.typed_list(parts)),
        }
    }

    fn expression(&self, expression: &Expression) -> String {
        let two = |left, right| format!("({}, {})", self.typed_constant(left), self.typed_constant(right));
        match expression {
            Expression::GetElementPointer { source, flags: set, base, indices } => {
                let indices: String = indices.iter().map(|index| format!(", {}", self.typed_constant(index))).collect();
                let source = source.describe(self.module);
                format!("getelementptr{} ({source}, {}{indices})", flags(*set), self.typed_constant(base))
            }
            Expression::Cast { operator, operand, to } => {
                let to = to.describe(self.module);
                format!("{} ({} to {to})", operator.word(), self.typed_constant(operand))
            }
            Expression::Binary { operator, flags: set, left, right } => {
                format!("{}{} {}", operator.word(), flags(*set), two(left, right))
            }
            Expression::Compare { predicate, left, right } => {
                format!("icmp {} {}", predicate.word(), two(left, right))
            }
            Expression::CompareFloats { predicate, left, right } => {
                format!("fcmp {} {}", predicate.word(), two(left, right))
            }
            Expression::Other { operator, operands, indices } => {
                let indices: String = indices.iter().map(|index| format!(", {index}")).collect();
                format!("{operator} ({}{indices})", self.typed_list(operands))
            }
        }
    }
}

fn float(literal: FloatLiteral) -> String {
    match literal {
        FloatLiteral::Double(bits) => format!("0x{bits:X}"),
        FloatLiteral::Half(bits) => format!("0xH{bits:04X}"),
        FloatLiteral::Brain(bits) => format!("0xR{bits:04X}"),
        FloatLiteral::X87(bits) => format!("0xK{bits:020X}"),
        FloatLiteral::Quad(bits) => format!("0xL{:032X}", bits.rotate_left(64)),
        FloatLiteral::PowerPc(bits) => format!("0xM{:032X}", bits.rotate_left(64)),
        FloatLiteral::Bits(bits) => format!("f0x{bits:X}"),
    }
}

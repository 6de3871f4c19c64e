//! Expressions as C. What C leaves undefined goes through functions that say what the program means, or do not go on.

use program::expr::{BinaryOp, BitsComparison, BitsOp, Expr, OverflowOp, UnaryOp};
use program::types::Type;
use program::value::Value;

use crate::emit::c::Writer;
use crate::emit::c::declared::{keys_of, mask, may_have_no_element};

impl Writer<'_, '_> {
    /// The expression, without parentheses around it.
    pub fn expr(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Literal(value) => self.literal(value),
            Expr::Variable(variable) => self.variable(*variable).to_owned(),
            Expr::Unary(op, operand) => self.unary(*op, operand),
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::If(condition, first, second) => {
                format!("{} ? {} : {}", self.operand(condition), self.operand(first), self.operand(second))
            }
            Expr::Select(map, keys) => {
                let name = self.select(map);
                let mut arguments = vec![self.expr(map)];
                arguments.extend(keys.iter().map(|key| self.expr(key)));
                format!("{name}({})", arguments.join(", "))
            }
            Expr::Update(map, keys, value) => {
                let name = self.update(map);
                let mut arguments = vec![self.expr(map)];
                arguments.extend(keys.iter().map(|key| self.expr(key)));
                arguments.push(self.expr(value));
                format!("{name}({})", arguments.join(", "))
            }
            // Programs with memory are refused before.
            Expr::Load(..) => "0".to_owned(),
        }
    }

    /// The expression where something stands next to it.
    fn operand(&mut self, expr: &Expr) -> String {
        let text = self.expr(expr);
        match expr {
            Expr::Binary(..) | Expr::If(..) if !text.ends_with(')') || text.starts_with('(') || text.contains(' ') => {
                format!("({text})")
            }
            _ => text,
        }
    }

    fn literal(&mut self, value: &Value) -> String {
        match value {
            Value::Bool(truth) => u8::from(*truth).to_string(),
            Value::Int(number) if number.sign() == num_bigint::Sign::Minus => format!("({number})"),
            Value::Int(number) => number.to_string(),
            Value::Bits(bits) => {
                let ty = self.helpers.ty(&Type::Bits(bits.width()));
                format!("({ty}){}ULL", bits.unsigned())
            }
            Value::Element(_, number) => number.to_string(),
            // Sequential programs have no other literals.
            _ => "0".to_owned(),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) -> String {
        let from = self.type_of(operand);
        let width = match from {
            Type::Bits(width) => width,
            _ => 64,
        };
        let to = program::typing::unary(op, &from).unwrap_or(Type::Int);
        let result = self.helpers.ty(&to);
        let shown = self.operand(operand);
        match op {
            UnaryOp::Not => format!("!{shown}"),
            UnaryOp::Negate => self.arithmetic("negated", "sub", "0", &shown),
            UnaryOp::BitsNot => format!("({result})(~(unsigned long long){shown} & {})", mask(width)),
            UnaryOp::BitsNegate => format!("({result})((0 - (unsigned long long){shown}) & {})", mask(width)),
            UnaryOp::Extract { high, low } => {
                format!("({result})(((unsigned long long){shown} >> {low}) & {})", mask(high - low))
            }
            UnaryOp::ZeroExtend(_) => format!("({result}){shown}"),
            UnaryOp::SignExtend(wide) => {
                let signed = self.signed(width, &shown);
                format!("({result})((unsigned long long){signed} & {})", mask(wide))
            }
            UnaryOp::UnsignedToInt => {
                self.helpers.function("integer_of_unsigned", |_| {
                    "static integer integer_of_unsigned(unsigned long long it) {\n  __VERIFIER_assume(it <= (~0ULL >> 1) && \
                     (integer)it >= 0 && (unsigned long long)(integer)it == it);\n  return (integer)it;\n}\n"
                        .to_owned()
                });
                format!("integer_of_unsigned({})", self.expr(operand))
            }
            UnaryOp::SignedToInt => {
                self.helpers.function("integer_of_signed", |_| {
                    "static integer integer_of_signed(long long it) {\n  __VERIFIER_assume((integer)it == it);\n  return (integer)it;\n}\n"
                        .to_owned()
                });
                let signed = self.signed(width, &shown);
                format!("integer_of_signed({signed})")
            }
            UnaryOp::IntToBits(wide) => format!("({result})((unsigned long long){shown} & {})", mask(wide)),
            // Programs with pointers and floating-point numbers are refused before.
            _ => shown,
        }
    }

    /// The machine integer as a signed number.
    fn signed(&mut self, width: u32, shown: &str) -> String {
        let name = format!("bv_signed_{width}");
        self.helpers.function(&name, |helpers| {
            let ty = helpers.ty(&Type::Bits(width));
            format!(
                "static long long {name}({ty} it) {{ return (long long)(((unsigned long long)it ^ (1ULL << {0})) - (1ULL << {0})); }}\n",
                width - 1
            )
        });
        format!("{name}({shown})")
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> String {
        let ty = self.type_of(left);
        let infix =
            |writer: &mut Self, symbol: &str| format!("{} {symbol} {}", writer.operand(left), writer.operand(right));
        match op {
            BinaryOp::And => infix(self, "&&"),
            BinaryOp::Or => infix(self, "||"),
            BinaryOp::Implies => format!("!{} || {}", self.operand(left), self.operand(right)),
            BinaryOp::Equal | BinaryOp::NotEqual => {
                if let Type::Map(_) = ty {
                    let same = self.same(&ty);
                    let not = if op == BinaryOp::Equal { "" } else { "!" };
                    return format!("{not}{same}({}, {})", self.expr(left), self.expr(right));
                }
                infix(self, if op == BinaryOp::Equal { "==" } else { "!=" })
            }
            BinaryOp::Less => infix(self, "<"),
            BinaryOp::LessEqual => infix(self, "<="),
            BinaryOp::Greater => infix(self, ">"),
            BinaryOp::GreaterEqual => infix(self, ">="),
            BinaryOp::Add => self.arithmetic_of("added", "add", left, right),
            BinaryOp::Subtract => self.arithmetic_of("subtracted", "sub", left, right),
            BinaryOp::Multiply => self.arithmetic_of("multiplied", "mul", left, right),
            BinaryOp::Divide | BinaryOp::Modulo => self.division(op, left, right),
            BinaryOp::Concat => {
                let (Type::Bits(high), Type::Bits(low)) = (ty, self.type_of(right)) else { return "0".to_owned() };
                let result = self.helpers.ty(&Type::Bits(high + low));
                let (left, right) = (self.operand(left), self.operand(right));
                format!("({result})(((unsigned long long){left} << {low}) | {right})")
            }
            BinaryOp::Bits(op) => self.machine(op, &ty, left, right),
            BinaryOp::BitsCompare(op) => self.comparison(op, &ty, left, right),
            BinaryOp::BitsOverflow(op) => self.overflow(op, &ty, left, right),
            // Programs with pointers and floating-point numbers are refused before.
            _ => "0".to_owned(),
        }
    }

    fn arithmetic_of(&mut self, name: &str, builtin: &str, left: &Expr, right: &Expr) -> String {
        let (left, right) = (self.expr(left), self.expr(right));
        self.arithmetic(name, builtin, &left, &right)
    }

    fn arithmetic(&mut self, name: &str, builtin: &str, left: &str, right: &str) -> String {
        self.helpers.function(name, |helpers| {
            let ty = helpers.ty(&Type::Int);
            format!(
                "static {ty} {name}({ty} one, {ty} other) {{\n  {ty} it;\n  __VERIFIER_assume(!__builtin_{builtin}_overflow(one, other, &it));\n  \
                 return it;\n}}\n"
            )
        });
        format!("{name}({left}, {right})")
    }

    /// The remainder is never negative.
    fn division(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> String {
        let (left, right) = (self.expr(left), self.expr(right));
        self.helpers.function("modulo", |helpers| {
            let ty = helpers.ty(&Type::Int);
            format!(
                "static {ty} modulo({ty} one, {ty} other) {{\n  {ty} it;\n  __VERIFIER_assume(other != 0);\n  if (other == -1) return 0;\n  \
                 it = one % other;\n  return it >= 0 ? it : other > 0 ? it + other : it - other;\n}}\n"
            )
        });
        if op == BinaryOp::Modulo {
            return format!("modulo({left}, {right})");
        }
        let negated = self.arithmetic("negated", "sub", "0", "one");
        self.helpers.function("divided", |helpers| {
            let ty = helpers.ty(&Type::Int);
            format!(
                "static {ty} divided({ty} one, {ty} other) {{\n  __VERIFIER_assume(other != 0);\n  if (other == -1) return {negated};\n  \
                 return one % other >= 0 ? one / other : other > 0 ? one / other - 1 : one / other + 1;\n}}\n"
            )
        });
        format!("divided({left}, {right})")
    }

    fn machine(&mut self, op: BitsOp, ty: &Type, left: &Expr, right: &Expr) -> String {
        let Type::Bits(width) = *ty else { return "0".to_owned() };
        let kind = format!("{op:?}").to_lowercase();
        let name = format!("bv_{kind}_{width}");
        let (left, right) = (self.expr(left), self.expr(right));
        let signed = |writer: &mut Self| (writer.signed(width, "one"), writer.signed(width, "other"));
        let all = mask(width);
        let computed = match op {
            BitsOp::Add => "return (ty)((a + b) & all);".to_owned(),
            BitsOp::Subtract => "return (ty)((a - b) & all);".to_owned(),
            BitsOp::Multiply => "return (ty)((a * b) & all);".to_owned(),
            BitsOp::And => "return (ty)(a & b);".to_owned(),
            BitsOp::Or => "return (ty)(a | b);".to_owned(),
            BitsOp::Xor => "return (ty)(a ^ b);".to_owned(),
            BitsOp::DivideUnsigned => "return b == 0 ? (ty)all : (ty)(a / b);".to_owned(),
            BitsOp::RemainderUnsigned => "return b == 0 ? one : (ty)(a % b);".to_owned(),
            BitsOp::ShiftLeft => "return b >= width ? (ty)0 : (ty)((a << b) & all);".to_owned(),
            BitsOp::ShiftRight => "return b >= width ? (ty)0 : (ty)(a >> b);".to_owned(),
            BitsOp::ShiftRightSigned => {
                let (one, _) = signed(self);
                format!(
                    "unsigned long long sign = {one} < 0 ? all : 0;\n  if (b >= width) return (ty)sign;\n  \
                     return b == 0 ? one : (ty)(((a >> b) | (sign << (width - b))) & all);"
                )
            }
            BitsOp::DivideSigned | BitsOp::RemainderSigned | BitsOp::ModuloSigned => {
                let (one, other) = signed(self);
                let rest = match op {
                    BitsOp::DivideSigned => {
                        "if (b == 0) return x < 0 ? (ty)1 : (ty)all;\n  if (y == -1) return (ty)((0 - a) & all);\n  \
                         return (ty)((unsigned long long)(x / y) & all);"
                    }
                    BitsOp::RemainderSigned => {
                        "if (b == 0) return one;\n  if (y == -1) return (ty)0;\n  \
                         return (ty)((unsigned long long)(x % y) & all);"
                    }
                    _ => {
                        "if (b == 0) return one;\n  if (y == -1) return (ty)0;\n  \
                         x = x % y;\n  if (x != 0 && (x < 0) != (y < 0)) x = x + y;\n  \
                         return (ty)((unsigned long long)x & all);"
                    }
                };
                format!("long long x = {one}, y = {other};\n  {rest}")
            }
        };
        self.helpers.function(&name, |helpers| {
            let ty = helpers.ty(&Type::Bits(width));
            let computed = computed.replace("(ty)", &format!("({ty})")).replace("all", &all);
            let computed = computed.replace("width", &format!("{width}ULL"));
            format!(
                "static {ty} {name}({ty} one, {ty} other) {{\n  unsigned long long a = one, b = other;\n  (void)a;\n  (void)b;\n  {computed}\n}}\n"
            )
        });
        format!("{name}({left}, {right})")
    }

    fn comparison(&mut self, op: BitsComparison, ty: &Type, left: &Expr, right: &Expr) -> String {
        let Type::Bits(width) = *ty else { return "0".to_owned() };
        let (is_signed, symbol) = match op {
            BitsComparison::UnsignedLess => (false, "<"),
            BitsComparison::UnsignedLessEqual => (false, "<="),
            BitsComparison::UnsignedGreater => (false, ">"),
            BitsComparison::UnsignedGreaterEqual => (false, ">="),
            BitsComparison::SignedLess => (true, "<"),
            BitsComparison::SignedLessEqual => (true, "<="),
            BitsComparison::SignedGreater => (true, ">"),
            BitsComparison::SignedGreaterEqual => (true, ">="),
        };
        if !is_signed {
            return format!("{} {symbol} {}", self.operand(left), self.operand(right));
        }
        let (left, right) = (self.expr(left), self.expr(right));
        format!("{} {symbol} {}", self.signed(width, &left), self.signed(width, &right))
    }

    fn overflow(&mut self, op: OverflowOp, ty: &Type, left: &Expr, right: &Expr) -> String {
        let Type::Bits(width) = *ty else { return "0".to_owned() };
        let kind = format!("{op:?}").to_lowercase();
        let name = format!("bv_overflow_{kind}_{width}");
        let (left, right) = (self.expr(left), self.expr(right));
        let (symbol, is_signed) = match op {
            OverflowOp::AddSigned => ("+", true),
            OverflowOp::AddUnsigned => ("+", false),
            OverflowOp::SubtractSigned => ("-", true),
            OverflowOp::SubtractUnsigned => ("-", false),
            OverflowOp::MultiplySigned => ("*", true),
            OverflowOp::MultiplyUnsigned => ("*", false),
        };
        let result = match (is_signed, op) {
            (true, _) => {
                let (one, other) = (self.signed(width, "one"), self.signed(width, "other"));
                let most = if width >= 64 { u64::MAX >> 1 } else { (1_u64 << (width - 1)) - 1 };
                format!(
                    "__int128 it = (__int128){one} {symbol} {other};\n  return it > {most}LL || it < -{most}LL - 1;"
                )
            }
            (false, OverflowOp::SubtractUnsigned) => "return one < other;".to_owned(),
            (false, _) => {
                let all = mask(width);
                format!("unsigned __int128 it = (unsigned __int128)one {symbol} other;\n  return it > {all};")
            }
        };
        self.helpers.function(&name, |helpers| {
            let ty = helpers.ty(&Type::Bits(width));
            format!("static _Bool {name}({ty} one, {ty} other) {{\n  {result}\n}}\n")
        });
        format!("{name}({left}, {right})")
    }

    /// The function that compares maps of the type element by element.
    fn same(&mut self, ty: &Type) -> String {
        let Type::Map(map) = ty else { return String::new() };
        let number = self.helpers.map(map);
        let name = format!("same_map_{number}");
        let elements = match &map.value {
            Type::Map(_) => format!("!{}(one.at[place], other.at[place])", self.same(&map.value)),
            _ => "one.at[place] != other.at[place]".to_owned(),
        };
        self.helpers.function(&name, |_| {
            format!(
                "static _Bool {name}(struct map_{number} one, struct map_{number} other) {{\n  unsigned place;\n  \
                 for (place = 0; place < sizeof one.at / sizeof one.at[0]; place++)\n    if ({elements}) return 0;\n  return 1;\n}}\n"
            )
        });
        name
    }

    /// The function that looks at an element of a map, and its parameters.
    fn select(&mut self, map: &Expr) -> String {
        let Type::Map(ty) = self.type_of(map) else { return String::new() };
        let number = self.helpers.map(&ty);
        let name = format!("select_map_{number}");
        let place = place(&ty.keys);
        self.helpers.function(&name, |helpers| {
            let value = helpers.ty(&ty.value);
            let keys = keys(helpers, &ty.keys);
            format!("static {value} {name}(struct map_{number} map, {keys}) {{\n{place}  return map.at[place];\n}}\n")
        });
        name
    }

    fn update(&mut self, map: &Expr) -> String {
        let Type::Map(ty) = self.type_of(map) else { return String::new() };
        let number = self.helpers.map(&ty);
        let name = format!("update_map_{number}");
        let place = place(&ty.keys);
        self.helpers.function(&name, |helpers| {
            let value = helpers.ty(&ty.value);
            let keys = keys(helpers, &ty.keys);
            format!(
                "static struct map_{number} {name}(struct map_{number} map, {keys}, {value} it) {{\n{place}  map.at[place] = it;\n  return map;\n}}\n"
            )
        });
        name
    }
}

fn keys(helpers: &mut crate::emit::c::declared::Helpers<'_>, types: &[Type]) -> String {
    let key = |(number, ty): (usize, &Type)| format!("{} key_{number}", helpers.ty(ty));
    types.iter().enumerate().map(key).collect::<Vec<_>>().join(", ")
}

/// Where the element is, after the assumption that there is one.
fn place(types: &[Type]) -> String {
    let mut text = String::from("  unsigned long long place = 0;\n");
    for (number, ty) in types.iter().enumerate() {
        let count = keys_of(ty);
        if may_have_no_element(ty) {
            let from = if matches!(ty, Type::Bits(_)) { String::new() } else { format!("key_{number} >= 0 && ") };
            text.push_str(&format!("  __VERIFIER_assume({from}key_{number} < {count});\n"));
        }
        text.push_str(&format!("  place = place * {count} + (unsigned long long)key_{number};\n"));
    }
    text
}

//! Numbers: integers of any width, and floating-point numbers in all notations.

use num_bigint::BigInt;

use crate::error::Result;
use crate::llvm::parse::Parser;
use crate::llvm::token::Token;
use crate::llvm::values::FloatLiteral;

/// Longer numbers are refused: reading one takes time that grows with the square of its length.
const MAXIMAL_DIGITS: usize = 5_000;

impl Parser<'_> {
    /// A small number that is part of the syntax.
    pub fn number(&mut self, what: &str) -> Result<u32> {
        let number = self.natural(what)?;
        u32::try_from(number).map_err(|_| self.error(format!("{what} is too large")))
    }

    /// A number that is part of the syntax.
    pub fn natural(&mut self, what: &str) -> Result<u64> {
        let Token::Integer(digits) = self.token() else { return Err(self.unexpected(what)) };
        let Ok(number) = digits.parse() else { return Err(self.error(format!("{what} cannot be `{digits}`"))) };
        self.advance();
        Ok(number)
    }

    /// An integer of any size.
    pub fn integer(&mut self) -> Result<BigInt> {
        let Token::Integer(digits) = self.token() else { return Err(self.unexpected("an integer")) };
        if digits.len() > MAXIMAL_DIGITS {
            return Err(self.error(format!("a number of more than {MAXIMAL_DIGITS} digits")));
        }
        let Some(value) = integer_value(digits) else { return Err(self.unexpected("an integer")) };
        self.advance();
        Ok(value)
    }

    /// A floating-point number.
    pub fn float(&mut self) -> Result<FloatLiteral> {
        let Token::Float(text) = self.token() else { return Err(self.unexpected("a floating-point number")) };
        let Some(value) = float_value(text) else {
            return Err(self.error(format!("`{text}` is not a floating-point number")));
        };
        self.advance();
        Ok(value)
    }
}

/// Decimal, or hexadecimal: `u0x` without a sign, `s0x` with the sign in the first bit of the first digit.
fn integer_value(text: &str) -> Option<BigInt> {
    if let Ok(small) = text.parse::<i64>() {
        return Some(BigInt::from(small));
    }
    let Some(digits) = text.strip_prefix("u0x").or_else(|| text.strip_prefix("s0x")) else {
        return BigInt::parse_bytes(text.as_bytes(), 10);
    };
    let value = BigInt::parse_bytes(digits.as_bytes(), 16)?;
    let is_negative = text.starts_with('s') && digits.starts_with(|digit: char| digit.to_digit(16) >= Some(8));
    Some(if is_negative { value - (BigInt::from(1) << (4 * digits.len())) } else { value })
}

fn float_value(text: &str) -> Option<FloatLiteral> {
    if let Some(digits) = text.strip_prefix("f0x") {
        return hexadecimal(digits).map(FloatLiteral::Bits);
    }
    if let Some(rest) = text.strip_prefix("0x") {
        return match rest.as_bytes().first()? {
            b'K' => hexadecimal(&rest[1..]).filter(|bits| bits >> 80 == 0).map(FloatLiteral::X87),
            // The half with the lower bits is printed first.
            b'L' => hexadecimal(&rest[1..]).map(|bits| FloatLiteral::Quad(bits.rotate_left(64))),
            b'M' => hexadecimal(&rest[1..]).map(|bits| FloatLiteral::PowerPc(bits.rotate_left(64))),
            b'H' => u16::from_str_radix(&rest[1..], 16).ok().map(FloatLiteral::Half),
            b'R' => u16::from_str_radix(&rest[1..], 16).ok().map(FloatLiteral::Brain),
            _ => u64::from_str_radix(rest, 16).ok().map(FloatLiteral::Double),
        };
    }
    let sign = if text.starts_with('-') { 1 << 63 } else { 0 };
    match text.get(1..)? {
        "inf" => Some(FloatLiteral::Double(f64::INFINITY.to_bits() | sign)),
        "nan" | "qnan" => Some(FloatLiteral::Double(f64::NAN.to_bits() | sign)),
        _ => decimal(text).map(|number| FloatLiteral::Double(number.to_bits())),
    }
}

/// Digits, a point, digits, perhaps an exponent; Rust's own reader accepts more than that.
fn decimal(text: &str) -> Option<f64> {
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'));
    if is_decimal { text.parse().ok() } else { None }
}

fn hexadecimal(digits: &str) -> Option<u128> {
    let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hexadecimal { u128::from_str_radix(digits, 16).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        for (text, expect) in [("-5", "-5"), ("u0xFF", "255"), ("s0xFF", "-1"), ("s0x0F", "15")] {
            assert_eq!(integer_value(text).map(|value| value.to_string()).as_deref(), Some(expect), "{text}");
        }
        let wide = "170141183460469231731687303715884105728";
        assert_eq!(integer_value(wide).map(|value| value.to_string()).as_deref(), Some(wide));
    }

    #[test]
    fn floats() {
        let check = |text: &str, expect: Option<FloatLiteral>| assert_eq!(float_value(text), expect, "{text}");
        let double = |number: f64| Some(FloatLiteral::Double(number.to_bits()));
        check("1.5e+3", double(1500.0));
        check("-0.0", double(-0.0));
        check("0x3FF0000000000000", double(1.0));
        check("-inf", double(f64::NEG_INFINITY));
        check("0xK3FFF8000000000000000", Some(FloatLiteral::X87(0x3fff_8000_0000_0000_0000)));
        check("0xL00000000000000003FFF000000000000", Some(FloatLiteral::Quad(0x3fff << 112)));
        check("0xH3C00", Some(FloatLiteral::Half(0x3c00)));
        check("0xR3F80", Some(FloatLiteral::Brain(0x3f80)));
        check("f0x3F800000", Some(FloatLiteral::Bits(0x3f80_0000)));
        check("0x", None);
        check("1.5x", None);
        check("0xH10000", None);
        check("+snan(0x1)", None);
    }
}

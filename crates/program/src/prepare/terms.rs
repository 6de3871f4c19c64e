//! Expressions: what is known of their values, and what they are in the prepared program.

use crate::arithmetic::{integers, machine};
use crate::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use crate::types::Type;
use crate::value::{Bits, Value};

use crate::prepare::cells::{Cell, literal};
use crate::prepare::known::{Applied, Known, Nature, combinations};
use crate::prepare::memory::range_of;
use crate::prepare::walker::{Place, Stop, Term, Walker};

impl Walker<'_, '_> {
    /// The expression's value, as far as it is known, and as the prepared program computes it.
    pub fn term(&mut self, expr: &Expr) -> Result<Term, Stop> {
        match expr {
            Expr::Literal(value) => Ok(Term::constant(self.program(), value.clone())),
            Expr::Variable(VarRef::Global(global)) if self.explorer.learned.is_split(self.program(), *global) => {
                self.explorer.learned.keep_whole(*global);
                Err(Stop::Obstacle)
            }
            Expr::Variable(variable) => {
                let place = self.place_of_variable(*variable);
                Ok(self.read(place))
            }
            Expr::Unary(UnaryOp::ObjectSize, pointer) => self.object_size(pointer),
            Expr::Unary(op, operand) => {
                let operand = self.term(operand)?;
                self.unary(*op, operand)
            }
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::If(condition, first, second) => self.choice(condition, first, second),
            Expr::Select(map, keys) => self.element(map, keys),
            Expr::Update(map, keys, value) => {
                let map = self.term(map)?;
                let keys = keys.iter().map(|key| self.term(key)).collect::<Result<Vec<_>, Stop>>()?;
                let value = self.term(value)?;
                let nature = map.known.nature().or(value.known.nature());
                let keys = keys.into_iter().map(|key| key.expr).collect();
                Ok(Term {
                    known: Known::Nothing(nature),
                    expr: Expr::Update(Box::new(map.expr), keys, Box::new(value.expr)),
                    fails: true,
                })
            }
            Expr::Load(pointer, ty) => {
                let pointer = self.term(pointer)?;
                self.load(pointer, ty)
            }
        }
    }

    /// The place where a variable is kept; maps are whole here.
    pub fn place_of_variable(&mut self, variable: VarRef) -> Place {
        match variable {
            VarRef::Local(local) => Place::Local(local),
            VarRef::Global(global) => Place::Cell(self.explorer.cells.number(Cell::Global(global))),
        }
    }

    /// An operator with one operand.
    pub fn unary(&mut self, op: UnaryOp, operand: Term) -> Result<Term, Stop> {
        let Applied { known, always_has_a_value } = Known::apply(&[&operand.known], |operands| unary(op, operands[0]));
        let nature = operand.known.nature();
        let is_plain = !nature.vague && !nature.points;
        let is_safe = always_has_a_value && known.values().is_some() || known.values().is_none() && is_plain;
        let fails = operand.fails || !is_safe;
        let is_address = matches!(op, UnaryOp::PointerToBits | UnaryOp::BitsToPointer);
        if is_address && known.values().is_none() && nature.points {
            return self.obstacle("a pointer to one of many objects is turned into a number, or back");
        }
        let known = match op {
            UnaryOp::Not => truth_value(known),
            // What does not fit has no value.
            UnaryOp::FloatToSigned(_) | UnaryOp::FloatToUnsigned(_) if known.values().is_none() => {
                Known::Nothing(Nature { vague: true, ..nature })
            }
            _ => known,
        };
        Ok(self.folded(known, fails, Expr::unary(op, operand.expr)))
    }

    fn folded(&mut self, known: Known, fails: bool, expr: Expr) -> Term {
        self.may_fail |= fails;
        let constant = known.constant().filter(|_| !fails).map(|value| literal(self.program(), value));
        Term { known, expr: constant.unwrap_or(expr), fails }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Result<Term, Stop> {
        let left = self.term(left)?;
        let (decided_by, condition) = match op {
            BinaryOp::And => (false, left.clone()),
            BinaryOp::Implies => (false, left.clone()),
            BinaryOp::Or => (true, left.clone().negated()),
            _ => {
                let right = self.term(right)?;
                return self.strict(op, left, right);
            }
        };
        // What stands on the right is only looked at if it still matters.
        match left.truth() {
            Some(truth) if truth == decided_by => {
                Ok(Term::constant(self.program(), Value::Bool(decided_by || op == BinaryOp::Implies)))
            }
            Some(_) => self.term(right),
            None => {
                let right = self.under(condition.expr, |walker| walker.term(right))?;
                let Applied { known, always_has_a_value } =
                    Known::apply(&[&left.known, &right.known], |operands| match operands {
                        [Value::Bool(left), Value::Bool(right)] => Some(Value::Bool(match op {
                            BinaryOp::And => *left && *right,
                            BinaryOp::Or => *left || *right,
                            _ => !*left || *right,
                        })),
                        _ => None,
                    });
                let fails = left.fails || right.fails || !always_has_a_value;
                Ok(self.folded(truth_value(known), fails, Expr::binary(op, left.expr, right.expr)))
            }
        }
    }

    /// An operator that looks at both operands.
    pub fn strict(&mut self, op: BinaryOp, left: Term, right: Term) -> Result<Term, Stop> {
        let Applied { known, always_has_a_value } =
            Known::apply(&[&left.known, &right.known], |operands| binary(op, operands[0], operands[1]));
        let nature = left.known.nature().or(right.known.nature());
        let has_no_value =
            matches!(op, BinaryOp::Divide | BinaryOp::Modulo | BinaryOp::Distance | BinaryOp::PointerLess);
        let is_plain = !nature.vague && !nature.points && !has_no_value;
        let is_safe = always_has_a_value && known.values().is_some() || known.values().is_none() && is_plain;
        let fails = left.fails || right.fails || !is_safe;
        let is_order =
            matches!(op, BinaryOp::PointerLess | BinaryOp::Ordered | BinaryOp::BitsCompare(_) | BinaryOp::Distance);
        if is_order && known.values().is_none() && nature.points {
            return self.obstacle("pointers to one of many objects are compared");
        }
        let known = match op {
            BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual
            | BinaryOp::BitsCompare(_)
            | BinaryOp::BitsOverflow(_)
            | BinaryOp::FloatCompare(_)
            | BinaryOp::PointerLess
            | BinaryOp::Ordered => truth_value(known),
            _ => known,
        };
        Ok(self.folded(known, fails, Expr::binary(op, left.expr, right.expr)))
    }

    fn choice(&mut self, condition: &Expr, first: &Expr, second: &Expr) -> Result<Term, Stop> {
        let condition = self.term(condition)?;
        match condition.truth() {
            Some(true) => return self.term(first),
            Some(false) => return self.term(second),
            None => {}
        }
        let first = self.under(condition.expr.clone(), |walker| walker.term(first))?;
        let negated = condition.clone().negated().expr;
        let second = self.under(negated, |walker| walker.term(second))?;
        Ok(Term {
            known: first.known.or(&second.known),
            fails: condition.fails || first.fails || second.fails,
            expr: Expr::If(Box::new(condition.expr), Box::new(first.expr), Box::new(second.expr)),
        })
    }

    /// Looks at something only if the condition holds.
    fn under<T>(&mut self, condition: Expr, look: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        self.conditions.push(condition);
        let seen = look(self);
        self.conditions.pop();
        seen
    }

    fn element(&mut self, map: &Expr, keys: &[Expr]) -> Result<Term, Stop> {
        let terms = keys.iter().map(|key| self.term(key)).collect::<Result<Vec<_>, Stop>>()?;
        if let Expr::Variable(VarRef::Global(global)) = map
            && self.explorer.learned.is_split(self.program(), *global)
        {
            let cells = self.elements(*global, &terms)?;
            let elements = cells.into_iter().map(|(holds, cell)| (holds, self.read(Place::Cell(cell)))).collect();
            return Ok(one_of(elements));
        }
        let map = self.term(map)?;
        self.may_fail = true;
        let nature = map.known.nature();
        let keys = terms.into_iter().map(|key| key.expr).collect();
        Ok(Term { known: Known::Nothing(nature), expr: Expr::Select(Box::new(map.expr), keys), fails: true })
    }

    /// The elements of a split map that the keys may name, each with the condition that they do.
    pub fn elements(
        &mut self,
        global: crate::ids::GlobalId,
        keys: &[Term],
    ) -> Result<Vec<(Expr, crate::prepare::cells::CellId)>, Stop> {
        let choices: Option<Vec<&[Value]>> = keys.iter().map(|key| key.known.values()).collect();
        let is_fine = |choices: &Vec<&[Value]>| {
            choices.iter().map(|values| values.len()).product::<usize>() <= crate::prepare::known::MOST_VALUES
                && choices.iter().all(|values| !values.contains(&Value::Any))
        };
        // A key that may have no value is looked at all the same, which elements alone would not tell.
        let have_values = keys.iter().all(|key| !key.fails);
        let Some(choices) = choices.filter(is_fine).filter(|_| have_values) else {
            self.explorer.unsplit.insert(global, self.call);
            return Err(Stop::Obstacle);
        };
        let mut found = Vec::new();
        for combination in combinations(&choices) {
            let equals = keys.iter().zip(&combination).filter(|(key, _)| key.value().is_none());
            let equals = equals
                .map(|(key, value)| Expr::binary(BinaryOp::Equal, key.expr.clone(), literal(self.program(), value)));
            let condition = equals.reduce(|left, right| Expr::binary(BinaryOp::And, left, right));
            let keys = combination.into_iter().cloned().collect();
            let cell = self.explorer.cells.number(Cell::Element(global, keys));
            found.push((condition.unwrap_or_else(Expr::truth), cell));
        }
        Ok(found)
    }

    /// What the expression reads, if it is nothing but a place.
    pub fn place(&mut self, expr: &Expr) -> Option<Place> {
        match expr {
            Expr::Variable(VarRef::Global(global)) if self.explorer.learned.is_split(self.program(), *global) => None,
            Expr::Variable(variable) => Some(self.place_of_variable(*variable)),
            Expr::Select(map, keys) => {
                let Expr::Variable(VarRef::Global(global)) = **map else { return None };
                let split = self.explorer.learned.is_split(self.program(), global);
                let keys = keys.iter().map(|key| self.known(key).constant().cloned()).collect::<Option<Vec<Value>>>();
                keys.filter(|_| split).map(|keys| Place::Cell(self.explorer.cells.number(Cell::Element(global, keys))))
            }
            Expr::Load(pointer, ty) => {
                let Some(Value::Pointer(pointer)) = self.known(pointer).constant().cloned() else { return None };
                let object = self.explorer.cells.object_of(pointer.base)?;
                let facts = self.explorer.cells.object(object);
                let range = range_of(facts, pointer, ty)?;
                match self.explorer.learned.stretches(facts.site, range.start, range.end - range.start)[..] {
                    [stretch] if stretch.ty() == *ty => {
                        Some(Place::Cell(self.explorer.cells.number(Cell::Bytes(object, stretch))))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What is known of the expression, and nothing else.
    pub fn known(&mut self, expr: &Expr) -> Known {
        let (needs, commands) = (std::mem::take(&mut self.needs), std::mem::take(&mut self.commands));
        let may_fail = self.may_fail;
        let term = self.term(expr);
        (self.needs, self.commands, self.may_fail) = (needs, commands, may_fail);
        match term {
            Ok(Term { known, fails: false, .. }) => known,
            _ => Known::Nothing(Nature::ANYTHING),
        }
    }
}

/// The value under the condition that holds; the last one needs none.
pub fn one_of(mut choices: Vec<(Expr, Term)>) -> Term {
    let (_, mut chosen) = choices.pop().expect("at least one choice");
    while let Some((condition, term)) = choices.pop() {
        chosen = Term {
            known: term.known.or(&chosen.known),
            fails: term.fails || chosen.fails,
            expr: Expr::If(Box::new(condition), Box::new(term.expr), Box::new(chosen.expr)),
        };
    }
    chosen
}

/// A truth value is one of two, whatever else is known.
fn truth_value(known: Known) -> Known {
    match known {
        Known::Nothing(_) => Known::either(),
        known => known,
    }
}

fn unary(op: UnaryOp, operand: &Value) -> Option<Value> {
    match (op, operand) {
        (UnaryOp::Not, Value::Bool(truth)) => Some(Value::Bool(!truth)),
        (UnaryOp::Negate, Value::Int(number)) => Some(Value::Int(-number)),
        (UnaryOp::IntToBits(width), Value::Int(number)) => Some(Value::Bits(Bits::wrap(width, number))),
        _ => machine::unary(op, operand)?.ok(),
    }
}

fn binary(op: BinaryOp, left: &Value, right: &Value) -> Option<Value> {
    match (op, left, right) {
        // Maps may be equal without looking so.
        (BinaryOp::Equal | BinaryOp::NotEqual, Value::Map(_), _) => None,
        (_, Value::Int(left), Value::Int(right)) => integers::binary(op, left, right)?.ok(),
        _ => machine::binary(op, left, right)?.ok(),
    }
}

/// The bytes of a value of this type.
pub fn size_of(ty: &Type) -> Option<u64> {
    match ty {
        Type::Bits(width) => Some(u64::from(width / 8)),
        Type::Pointer => Some(8),
        _ => None,
    }
}

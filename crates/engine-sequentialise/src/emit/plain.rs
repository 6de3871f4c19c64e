//! The program in plain types: pointers, which nobody follows any more, become numbers, and maps of which only elements with known keys
//! are used become variables, one for each key.
//!
//! Both make the sequential program one that more tools can take. A pointer that is compared and copied only is as good as a
//! number; a map in a valuation that is guessed is a guess of infinitely many values, though two are looked at.

use std::collections::{BTreeMap, BTreeSet};

use program::command::{Action, Command};
use program::expr::{BinaryOp, Expr, UnaryOp, VarRef};
use program::ids::GlobalId;
use program::procedure::Variable;
use program::program::Program;
use program::span::Span;
use program::types::{MapType, Type};
use program::value::{Bits, Pointer, Value};

use crate::emit::Refusal;

/// The program in plain types, or what stands against it.
pub fn plain(program: &Program) -> Result<Program, Vec<Refusal>> {
    let mut plain = program.clone();
    give_values(&mut plain);
    let mut refusals = Vec::new();
    for edge in plain.procedures.iter().flat_map(|procedure| &procedure.edges) {
        for command in &edge.commands {
            command.action.for_each_expr(|expr| refuse_in(expr, command.span, &mut refusals));
        }
        edge.call.iter().for_each(|call| call.for_each_expr(|expr| refuse_in(expr, edge.span, &mut refusals)));
    }
    if !refusals.is_empty() {
        refusals.sort();
        refusals.dedup();
        return Err(refusals);
    }
    number_pointers(&mut plain);
    split_maps(&mut plain);
    name_elements(&mut plain);
    Ok(plain)
}

/// A variable that is given a number without a single bit that has a value, as memory that nobody has initialised, gets zero: it is an
/// error to look at it, so that one value is as good as any.
fn give_values(program: &mut Program) {
    let give = |value: &mut Expr| {
        if let Expr::Literal(Value::Vague(vague)) = value
            && vague.undefined.count_ones() == u64::from(vague.bits.width())
        {
            *value = Expr::Literal(Value::Bits(Bits::zero(vague.bits.width())));
        }
    };
    for edge in program.procedures.iter_mut().flat_map(|procedure| &mut procedure.edges) {
        for command in &mut edge.commands {
            match &mut command.action {
                Action::Assign(assignments) => assignments.iter_mut().for_each(|(_, value)| give(value)),
                Action::Fork { arguments, .. } => arguments.iter_mut().for_each(give),
                _ => {}
            }
        }
    }
}

/// What no sequential program for other tools can say.
fn refuse_in(expr: &Expr, span: Span, refusals: &mut Vec<Refusal>) {
    let what = match expr {
        Expr::Load(..) => Some("memory that is no variable"),
        Expr::Literal(Value::Vague(_) | Value::Parts(_)) => Some("a number some bits of which have no value"),
        Expr::Literal(Value::Map(_)) => Some("a whole map as a value"),
        Expr::Unary(UnaryOp::PointerToBits | UnaryOp::BitsToPointer | UnaryOp::ObjectSize, _)
        | Expr::Binary(BinaryOp::Offset | BinaryOp::Distance | BinaryOp::PointerLess | BinaryOp::Ordered, ..) => {
            Some("arithmetic on pointers")
        }
        Expr::Unary(
            UnaryOp::FloatToFloat(_)
            | UnaryOp::FloatToSigned(_)
            | UnaryOp::FloatToUnsigned(_)
            | UnaryOp::SignedToFloat(_)
            | UnaryOp::UnsignedToFloat(_),
            _,
        )
        | Expr::Binary(BinaryOp::Float(_) | BinaryOp::FloatCompare(_), ..) => {
            Some("arithmetic on floating-point numbers")
        }
        _ => None,
    };
    match what {
        Some(what) => refusals.push(Refusal { span, what: what.to_owned() }),
        None => expr.for_each_operand(|operand| refuse_in(operand, span, refusals)),
    }
}

/// Every pointer that is named gets a number, null the first one.
fn number_pointers(program: &mut Program) {
    let mut numbers: BTreeMap<Pointer, usize> = BTreeMap::from([(Pointer::NULL, 0)]);
    let mut as_number = |expr: &mut Expr| numbered(expr, &mut numbers);
    for procedure in &mut program.procedures {
        procedure.locals.iter_mut().for_each(|local| local.ty = without_pointers(&local.ty));
        for edge in &mut procedure.edges {
            edge.commands.iter_mut().for_each(|command| for_each_expr_mut(&mut command.action, &mut as_number));
            edge.call.iter_mut().flat_map(|call| &mut call.arguments).for_each(&mut as_number);
        }
    }
    program.globals.iter_mut().for_each(|global| global.ty = without_pointers(&global.ty));
}

fn without_pointers(ty: &Type) -> Type {
    match ty {
        Type::Pointer => Type::Int,
        Type::Map(map) => Type::map(map.keys.iter().map(without_pointers).collect(), without_pointers(&map.value)),
        other => other.clone(),
    }
}

fn numbered(expr: &mut Expr, numbers: &mut BTreeMap<Pointer, usize>) {
    if let Expr::Literal(Value::Pointer(pointer)) = expr {
        let next = numbers.len();
        let number = *numbers.entry(*pointer).or_insert(next);
        *expr = Expr::Literal(Value::int(number));
    }
    expr.for_each_operand_mut(|operand| numbered(operand, numbers));
}

/// Calls `visit` on every expression of the action that is evaluated, to change it.
pub fn for_each_expr_mut(action: &mut Action, visit: &mut dyn FnMut(&mut Expr)) {
    match action {
        Action::Assume(expr) | Action::Assert(expr, _) => visit(expr),
        Action::Assign(assignments) => assignments.iter_mut().for_each(|(_, expr)| visit(expr)),
        Action::Fork { id, arguments, .. } => {
            id.iter_mut().flatten().for_each(&mut *visit);
            arguments.iter_mut().for_each(visit);
        }
        Action::Join { id, .. } => id.iter_mut().for_each(visit),
        Action::Enter(section) | Action::Leave(section) => section.object.iter_mut().for_each(visit),
        Action::Output(output) => output.arguments.iter_mut().for_each(visit),
        // The others are refused, or have no expressions.
        _ => {}
    }
}

/// The keys of a map, as literals.
type Keys = Vec<Value>;

/// Global maps of which only elements with known keys are used, with these keys.
fn splittable(program: &Program) -> BTreeMap<GlobalId, BTreeSet<Keys>> {
    let mut uses = Uses { keys: BTreeMap::new(), whole: BTreeSet::new() };
    for edge in program.procedures.iter().flat_map(|procedure| &procedure.edges) {
        for command in &edge.commands {
            match &command.action {
                Action::Assign(assignments) => {
                    assignments.iter().for_each(|(target, value)| uses.assigned(*target, value));
                }
                // As a whole, but every element by itself.
                Action::Havoc(_) | Action::Forget(_) => {}
                other => {
                    other.for_each_target(|target| uses.as_whole(target));
                    other.for_each_expr(|expr| uses.read(expr));
                }
            }
        }
        if let Some(call) = &edge.call {
            call.results.iter().for_each(|target| uses.as_whole(*target));
            call.for_each_expr(|expr| uses.read(expr));
        }
    }
    let is_map = |global: &GlobalId| matches!(program.global(*global).ty, Type::Map(_));
    let maps = (0..program.globals.len()).map(GlobalId::new).filter(is_map);
    let kept = maps.filter(|global| !uses.whole.contains(global));
    kept.map(|global| (global, uses.keys.get(&global).cloned().unwrap_or_default())).collect()
}

/// How global maps are used.
struct Uses {
    keys: BTreeMap<GlobalId, BTreeSet<Keys>>,
    whole: BTreeSet<GlobalId>,
}

impl Uses {
    fn as_whole(&mut self, variable: VarRef) {
        if let VarRef::Global(global) = variable {
            self.whole.insert(global);
        }
    }

    fn element(&mut self, global: GlobalId, keys: &[Expr]) {
        match literals(keys) {
            Some(keys) => drop(self.keys.entry(global).or_default().insert(keys)),
            None => drop(self.whole.insert(global)),
        }
    }

    fn read(&mut self, expr: &Expr) {
        match expr {
            Expr::Select(map, keys) if matches!(**map, Expr::Variable(VarRef::Global(_))) => {
                if let Expr::Variable(VarRef::Global(global)) = **map {
                    self.element(global, keys);
                }
                keys.iter().for_each(|key| self.read(key));
            }
            Expr::Variable(variable) => self.as_whole(*variable),
            other => other.for_each_operand(|operand| self.read(operand)),
        }
    }

    /// `map := map[keys := value]…` changes elements only.
    fn assigned(&mut self, target: VarRef, value: &Expr) {
        match (target, value) {
            (VarRef::Global(global), Expr::Update(map, keys, element)) => {
                self.element(global, keys);
                keys.iter().for_each(|key| self.read(key));
                self.read(element);
                self.assigned(target, map);
            }
            (_, Expr::Variable(same)) if *same == target => {}
            _ => {
                self.as_whole(target);
                self.read(value);
            }
        }
    }
}

fn literals(exprs: &[Expr]) -> Option<Keys> {
    let literal = |expr: &Expr| match expr {
        Expr::Literal(value) => Some(value.clone()),
        _ => None,
    };
    exprs.iter().map(literal).collect()
}

/// Makes variables of the elements of maps. A map without a known key is gone.
fn split_maps(program: &mut Program) {
    let maps = splittable(program);
    let mut elements: BTreeMap<GlobalId, BTreeMap<Keys, GlobalId>> = BTreeMap::new();
    for (global, keys) in maps {
        let Variable { name, ty, span } = program.global(global).clone();
        let Type::Map(map) = &ty else { continue };
        let MapType { value, .. } = &**map;
        let of = elements.entry(global).or_default();
        for keys in keys {
            let shown: Vec<String> = keys.iter().map(|key| program::text::value(program, key)).collect();
            let name = format!("{name}_{}", shown.join("_").replace('-', "minus_"));
            of.insert(keys, GlobalId::new(program.globals.len()));
            program.globals.push(Variable { name, ty: value.clone(), span });
        }
    }
    if elements.is_empty() {
        return;
    }
    for edge in program.procedures.iter_mut().flat_map(|procedure| &mut procedure.edges) {
        for Command { action, .. } in &mut edge.commands {
            match action {
                Action::Assign(assignments) => {
                    *assignments = std::mem::take(assignments)
                        .into_iter()
                        .flat_map(|(target, value)| by_element(target, value, &elements))
                        .collect();
                }
                Action::Havoc(targets) | Action::Forget(targets) => {
                    let of = |target: &VarRef| match target {
                        VarRef::Global(global) if elements.contains_key(global) => {
                            elements[global].values().map(|element| VarRef::Global(*element)).collect()
                        }
                        other => vec![*other],
                    };
                    *targets = targets.iter().flat_map(of).collect();
                }
                other => for_each_expr_mut(other, &mut |expr| *expr = read_split(expr, &elements)),
            }
        }
        if let Some(call) = &mut edge.call {
            call.arguments.iter_mut().for_each(|expr| *expr = read_split(expr, &elements));
        }
    }
    // Their elements are there in their places.
    for global in elements.keys() {
        program.globals[global.index()].ty = Type::Bool;
    }
}

fn read_split(expr: &Expr, elements: &BTreeMap<GlobalId, BTreeMap<Keys, GlobalId>>) -> Expr {
    if let Expr::Select(map, keys) = expr
        && let Expr::Variable(VarRef::Global(global)) = **map
        && let (Some(of), Some(keys)) = (elements.get(&global), literals(keys))
    {
        return Expr::global(of[&keys]);
    }
    let mut copy = expr.clone();
    copy.for_each_operand_mut(|operand| *operand = read_split(operand, elements));
    copy
}

/// An assignment to a map as assignments to its elements, of which the last change counts.
fn by_element(
    target: VarRef,
    value: Expr,
    elements: &BTreeMap<GlobalId, BTreeMap<Keys, GlobalId>>,
) -> Vec<(VarRef, Expr)> {
    let VarRef::Global(global) = target else { return vec![(target, read_split(&value, elements))] };
    let Some(of) = elements.get(&global) else { return vec![(target, read_split(&value, elements))] };
    let mut changed: BTreeMap<GlobalId, Expr> = BTreeMap::new();
    let mut rest = value;
    while let Expr::Update(map, keys, element) = rest {
        if let Some(keys) = literals(&keys) {
            changed.entry(of[&keys]).or_insert_with(|| read_split(&element, elements));
        }
        rest = *map;
    }
    changed.into_iter().map(|(element, value)| (VarRef::Global(element), value)).collect()
}

/// Every element that is mentioned gets a name, so that other tools know it; the first one always, since variables begin with it.
fn name_elements(program: &mut Program) {
    let mut most: Vec<u32> = vec![0; program.sorts.len()];
    for edge in program.procedures.iter().flat_map(|procedure| &procedure.edges) {
        let mut note = |expr: &Expr| {
            expr.for_each_literal(&mut |value| {
                if let Value::Element(sort, number) = value {
                    most[sort.index()] = most[sort.index()].max(*number);
                }
            });
        };
        edge.commands.iter().for_each(|command| command.action.for_each_expr(&mut note));
        edge.call.iter().for_each(|call| call.for_each_expr(&mut note));
    }
    for (sort, most) in program.sorts.iter_mut().zip(most) {
        for number in sort.elements.len()..=most as usize {
            sort.elements.push(format!("{}_{number}", sort.name));
        }
    }
}

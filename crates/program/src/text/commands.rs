//! Actions and edges as statements.

use crate::command::{Action, Call, Callee, Output, Section, Storage};
use crate::expr::{Expr, VarRef};
use crate::procedure::Edge;
use crate::text::expressions::{Printer, Tightness};
use crate::text::quoted;

impl Printer<'_> {
    /// All that the edge does, on one line: a single statement as it is, several in an atomic block.
    pub fn edge(&self, edge: &Edge) -> String {
        let statements = self.statements(edge);
        match &statements[..] {
            [] => "yield;".to_owned(),
            [only] => only.clone(),
            several => format!("atomic {{ {} }}", several.join(" ")),
        }
    }

    /// The statements of the edge, the call last.
    pub fn statements(&self, edge: &Edge) -> Vec<String> {
        let spurious = edge.spurious.then(|| "assume {:unhang_spurious} true;".to_owned());
        let eventually = edge.eventually.map(|choice| format!("assume {{:unhang_eventually {}}} true;", choice.0));
        let actions = edge.commands.iter().map(|command| self.action(&command.action));
        spurious
            .into_iter()
            .chain(eventually)
            .chain(actions)
            .chain(edge.call.iter().map(|call| self.call(call)))
            .collect()
    }

    pub fn action(&self, action: &Action) -> String {
        match action {
            Action::Assume(condition) => format!("assume {};", self.expr(condition)),
            Action::Assert(condition, None) => format!("assert {};", self.expr(condition)),
            Action::Assert(condition, Some(message)) => {
                format!("assert {{:msg {}}} {};", quoted(message), self.expr(condition))
            }
            Action::Assign(assignments) => {
                let targets: Vec<VarRef> = assignments.iter().map(|(target, _)| *target).collect();
                let values: Vec<_> = assignments.iter().map(|(_, value)| self.expr(value)).collect();
                format!("{} := {};", self.variables(&targets), values.join(", "))
            }
            Action::Havoc(targets) => format!("havoc {};", self.variables(targets)),
            Action::Forget(targets) => format!("call {} := $forget();", self.variables(targets)),
            Action::Copy { to, from, size } => {
                format!("call $copy({}, {}, {});", self.expr(to), self.expr(from), self.expr(size))
            }
            Action::Fill { to, byte, size } => {
                format!("call $fill({}, {}, {});", self.expr(to), self.expr(byte), self.expr(size))
            }
            Action::Store { pointer, value } => {
                format!("call $store({}, {});", self.expr(pointer), self.expr(value))
            }
            Action::Allocate { target, size, storage } => {
                let storage = match storage {
                    Storage::Stack => "stack",
                    Storage::Heap => "heap",
                };
                format!("call {} := $allocate_{storage}({});", self.names.variable(*target), self.expr(size))
            }
            Action::Free(pointer) => format!("call $free({});", self.expr(pointer)),
            Action::Fork { id: Some(id), callee, arguments } => {
                format!("fork {} {};", self.thread_id(id), self.callee(callee, arguments))
            }
            Action::Fork { id: None, callee, arguments } => {
                format!("call {{:async}} {};", self.callee(callee, arguments))
            }
            Action::Join { id, results } if results.is_empty() => format!("join {};", self.thread_id(id)),
            Action::Join { id, results } => {
                format!("join {} assign {};", self.thread_id(id), self.variables(results))
            }
            Action::Enter(section) => self.section("unhang_begin", section),
            Action::Leave(section) => self.section("unhang_end", section),
            Action::BeginAtomic => "call $atomic_begin();".to_owned(),
            Action::EndAtomic => "call $atomic_end();".to_owned(),
            Action::Halt => "call $halt();".to_owned(),
            Action::Output(Output { format, arguments }) => {
                let arguments = arguments.iter().map(|argument| format!(", {}", self.expr(argument)));
                format!("assume {{:unhang_output {}{}}} true;", quoted(format), arguments.collect::<String>())
            }
            Action::Unsupported(what) => format!("assume {{:unhang_unsupported {}}} true;", quoted(what)),
        }
    }

    pub fn call(&self, call: &Call) -> String {
        let callee = self.callee(&call.callee, &call.arguments);
        if call.results.is_empty() {
            format!("call {callee};")
        } else {
            format!("call {} := {callee};", self.variables(&call.results))
        }
    }

    fn callee(&self, callee: &Callee, arguments: &[Expr]) -> String {
        match callee {
            Callee::Procedure(procedure) => format!("{}({})", self.names.procedure(*procedure), self.list(arguments)),
            Callee::Pointer(pointer) if arguments.is_empty() => format!("$call({})", self.expr(pointer)),
            Callee::Pointer(pointer) => format!("$call({}, {})", self.expr(pointer), self.list(arguments)),
        }
    }

    /// A name follows the id of a fork, so an `if` in it needs parentheses.
    fn thread_id(&self, id: &[Expr]) -> String {
        id.iter().map(|part| self.at(part, Tightness::Implication)).collect::<Vec<_>>().join(", ")
    }

    fn section(&self, attribute: &str, section: &Section) -> String {
        let kind = quoted(self.program.section_kind(section.kind));
        match &section.object {
            Some(object) => format!("assume {{:{attribute} {kind}, {}}} true;", self.expr(object)),
            None => format!("assume {{:{attribute} {kind}}} true;"),
        }
    }

    fn variables(&self, variables: &[VarRef]) -> String {
        variables.iter().map(|variable| self.names.variable(*variable)).collect::<Vec<_>>().join(", ")
    }
}

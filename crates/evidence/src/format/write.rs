//! Writing evidence files.

use std::fmt::Write;

use crate::certificate::Certificate;
use crate::counterexample::{
    Choice, Closing, Counterexample, Lost, Motion, Parameter, SectionIdentity, SectionInstance, Step,
};
use crate::format::value::show;
use crate::format::{Assertions, Claim, EvidenceFile, FIRST_WORDS, Overflow, Reading, Spurious, VERSION};
use crate::format::{modular, ranked};

/// The file's text.
pub fn write(file: &EvidenceFile) -> String {
    let mut text = String::new();
    let mut line = |content: String| {
        text.push_str(&content);
        text.push('\n');
    };
    line(format!("{FIRST_WORDS}{VERSION}"));
    line(format!("property {}", escaped(&file.question.property.to_string())));
    line(format!("fairness {}", file.question.fairness));
    reading(&mut line, &file.reading);
    for source in &file.sources {
        line(format!("source {:016x} {}", source.hash, escaped(&source.name)));
    }
    match &file.claim {
        Claim::Proved(Certificate::Exploration { states }) => line(format!("exploration {states}")),
        Claim::Proved(Certificate::Ranked(proof)) => ranked::write(&mut line, proof),
        Claim::Proved(Certificate::Modular(proof)) => modular::write(&mut line, proof),
        Claim::Refuted(Counterexample::Lasso(lasso)) => {
            line(format!("lasso {}", closing(&lasso.closing)));
            steps(&mut line, "stem", &lasso.stem);
            steps(&mut line, "cycle", &lasso.cycle);
        }
        Claim::Refuted(Counterexample::Deadlock(taken)) => {
            line("deadlock".to_owned());
            steps(&mut line, "steps", taken);
        }
        Claim::Refuted(Counterexample::Trap(trap)) => {
            line(format!("trap {}", lost(&trap.lost)));
            steps(&mut line, "steps", &trap.steps);
        }
        Claim::Refuted(Counterexample::Failure(taken)) => {
            line("failure".to_owned());
            steps(&mut line, "steps", taken);
        }
    }
    line("end".to_owned());
    text
}

fn reading(line: &mut impl FnMut(String), reading: &Reading) {
    let mut named = |name: &str, value: &String| line(format!("{name} {}", escaped(value)));
    reading.entry.iter().for_each(|entry| named("entry", entry));
    reading.arguments.iter().for_each(|argument| named("argument", argument));
    reading.pure.iter().for_each(|function| named("pure", function));
    if reading.overflow == Overflow::LeftOut {
        line("no-overflow".to_owned());
    }
    if reading.assertions == Assertions::LeftOut {
        line("assertions-hold".to_owned());
    }
    if reading.spurious == Spurious::LeftOut {
        line("no-spurious".to_owned());
    }
    let mut named = |name: &str, value: &String| line(format!("{name} {}", escaped(value)));
    reading.sections.iter().for_each(|list| named("sections", list));
    reading.flags.iter().for_each(|flag| named("flag", flag));
}

/// The name on one line.
fn escaped(name: &str) -> String {
    name.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

fn closing(closing: &Closing) -> String {
    match closing {
        Closing::SameState => "same-state".to_owned(),
        Closing::SameUpToHeapNames => "same-up-to-heap-names".to_owned(),
        Closing::Keyframe => "keyframe".to_owned(),
        Closing::Growing(parameters) => {
            let shown = parameters.iter().map(|Parameter { first, next }| format!(" {first} ({next})"));
            format!("growing{}", shown.collect::<String>())
        }
    }
}

fn steps(line: &mut impl FnMut(String), title: &str, steps: &[Step]) {
    line(format!("{title} {}", steps.len()));
    steps.iter().for_each(|taken| line(step(taken)));
}

fn step(step: &Step) -> String {
    let mut text = match step.motion {
        Motion::Edge(edge) => format!("t{} e{}", step.thread.0, edge.0),
        Motion::Return => format!("t{} return", step.thread.0),
    };
    for choice in &step.choices {
        // Writing to a string does not fail.
        let _ = match choice {
            Choice::Value(value) => write!(text, " {}", show(value)),
            Choice::Thread(slot) => write!(text, " t{}", slot.0),
        };
    }
    text
}

fn lost(lost: &Lost) -> String {
    match lost {
        Lost::End => "end".to_owned(),
        Lost::Section(SectionInstance { thread, identity }) => format!("section t{} {}", thread.0, section(identity)),
    }
}

fn section(identity: &SectionIdentity) -> String {
    match identity {
        SectionIdentity::Opened { kind, place } => format!("opened k{} place {place}", kind.0),
        SectionIdentity::Node { depth, procedure, node } => {
            format!("node depth {depth} p{} n{}", procedure.0, node.0)
        }
        SectionIdentity::Call { depth, procedure } => format!("call depth {depth} p{}", procedure.0),
    }
}

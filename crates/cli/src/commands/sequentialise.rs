//! `unhang sequentialise`: the program as a sequential one, for other tools.

use std::fs;

use anyhow::{Context, Result, anyhow};
use engine::budget::{Budget, Limits};
use frontend::compiler::flags::Warnings;
use frontend::error::Error;
use portfolio::translate::{self, Bounds, Refusal, Translating};
use program::program::Program;
use program::span::Span;

use crate::arguments::{Language, Sequentialise};
use crate::exit::Exit;
use crate::{output, sources};

/// Writes the sequential program, or says line by line why there is none.
pub fn sequentialise(arguments: &Sequentialise) -> Result<Exit> {
    if let Some(path) = &arguments.output {
        output::keep(path, "the sequential program", &arguments.reading.paths(), "the program")?;
    }
    let lowered = sources::lower(&arguments.reading, Warnings::Hidden, &Budget::start(Limits::default()))?;
    output::warn(&lowered.warnings);
    let options = Translating {
        bounds: Bounds { stem: arguments.stem, cycle: arguments.lasso },
        fairness: arguments.fairness,
        range: arguments.range,
    };
    let language = match arguments.emit {
        Language::Boogie => translate::Language::Boogie,
        Language::C => translate::Language::C,
    };
    let translated = translate::sequential(&lowered.program, &options, language)
        .map_err(|refusals| refused(&lowered.program, refusals))?;
    for span in &translated.open {
        let place = place(&lowered.program, *span);
        output::note(&format!(
            "{place}note: whether a thread can go on here depends on a value that it chooses; it counts as able to, and cycles in which it waits here are missed"
        ))?;
    }
    match &arguments.output {
        None => output::print(&translated.text)?,
        Some(path) => fs::write(path, &translated.text)
            .with_context(|| format!("{}: error: cannot be written", path.display()))?,
    }
    Ok(Exit::Good)
}

/// What stands against a translation, each with its line.
fn refused(program: &Program, refusals: Vec<Refusal>) -> anyhow::Error {
    let shown = |Refusal { span, what }: Refusal| {
        let what = format!("{what}: the program has no sequential translation");
        if span.line == 0 {
            return format!("error: {what}");
        }
        let error = Error { files: program.files.clone(), ..Error::new(span, what) };
        error.render().trim_end().to_owned()
    };
    let shown: Vec<String> = refusals.into_iter().map(shown).collect();
    anyhow!(shown.join("\n"))
}

fn place(program: &Program, span: Span) -> String {
    match program.files.get(span.file.index()) {
        Some(file) if span.line > 0 => format!("{}:{}: ", file.name, span.line),
        _ => String::new(),
    }
}

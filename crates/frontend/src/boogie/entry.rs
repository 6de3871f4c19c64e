//! Where a program starts.

use program::ids::ProcId;
use program::span::Span;

use crate::boogie::Options;
use crate::boogie::session::Session;
use crate::error::{Error, Result};

/// The procedure that the first thread runs: the one asked for, the one marked, the one with a usual name,
/// or the only one that nobody uses, or the only one at all.
pub fn choose(session: &Session<'_>, options: &Options) -> Result<ProcId> {
    if let Some(name) = &options.entry {
        return named(session, name);
    }
    let procedures = &session.declarations.procedures;
    let with_body = || (0..procedures.len()).map(ProcId::new).filter(|id| procedures[id.index()].body.is_some());
    let is_marked = |id: &ProcId| procedures[id.index()].attribute("entrypoint").is_some();
    let marked: Vec<ProcId> = (0..procedures.len()).map(ProcId::new).filter(is_marked).collect();
    match marked[..] {
        [] => {}
        [only] => return with_a_body(session, only),
        [_, second, ..] => {
            let span = procedures[second.index()].declaration.name.span;
            return Err(Error::new(span, "more than one procedure has the attribute `{:entrypoint}`"));
        }
    }
    for name in ["ULTIMATE.start", "main"] {
        if session.declarations.find_procedure(name).is_some() {
            return named(session, name);
        }
    }
    let unused: Vec<ProcId> = with_body().filter(|id| !session.calls.is_used(*id)).collect();
    match unused[..] {
        [only] => Ok(only),
        // One that calls itself can only be called from outside if it is the only one.
        [] => match with_body().collect::<Vec<_>>()[..] {
            [only] => Ok(only),
            [] => Err(Error::new(Span::NOWHERE, "there is no procedure to start at: none has a body")),
            _ => {
                let what = "there is no procedure to start at: each one with a body is called by another or by itself; \
                            choose one with --entry NAME";
                Err(Error::new(Span::NOWHERE, what))
            }
        },
        _ => {
            let names = unused.iter().map(|id| format!("`{}`", procedures[id.index()].declaration.name.text));
            let names: Vec<_> = names.collect();
            let what = format!(
                "there is no `main` to start at, and several procedures that nobody calls: {}; choose one with --entry",
                names.join(", ")
            );
            Err(Error::new(procedures[unused[0].index()].declaration.name.span, what))
        }
    }
}

fn named(session: &Session<'_>, name: &str) -> Result<ProcId> {
    let Some(found) = session.declarations.find_procedure(name) else {
        return Err(Error::new(Span::NOWHERE, format!("there is no procedure `{name}` to start at")));
    };
    with_a_body(session, found)
}

fn with_a_body(session: &Session<'_>, found: ProcId) -> Result<ProcId> {
    let info = &session.declarations.procedures[found.index()];
    if info.body.is_none() {
        let name = &info.declaration.name;
        let what = format!(
            "the procedure `{}` has no body to start at; give it one, or choose another procedure with --entry NAME",
            name.text
        );
        return Err(Error::new(name.span, what));
    }
    Ok(found)
}

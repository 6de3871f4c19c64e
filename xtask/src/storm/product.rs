//! What users get: all engines by the default plan, the cause of what was found, evidence that is saved and read back, and the text.
//!
//! Nothing of this may panic or contradict itself, whatever the engines say.

use std::sync::Arc;

use check::accept::Accepted;
use engine::Task;
use engine::budget::Budget;
use engine::event::Silent;
use evidence::format::{self, Claim, EvidenceFile, Reading, Source};
use evidence::verdict::Verdict;
use portfolio::select;
use report::lens::Telling;
use report::resolve::{self, cause, rescue};
use report::terminal::{self, Detail, Saved};
use report::{course, html, json};

use super::engines::{self, Misdeed, Said, Took, guarded};
use super::judge::Kind;

/// What it is called among the engines.
pub const NAME: &str = "product";

/// What the product says, and how long it has taken to know it.
pub fn answer(task: Task<'_>, budget: &Budget) -> Result<(Said, Took), Misdeed> {
    let work = || portfolio::answer(task, select::all(), budget, Arc::new(Silent));
    let (answer, took) = Took::by(budget, || guarded("has panicked", work));
    let answer = answer?;
    // Who has given up on the way must have had a good reason as well, whoever has answered.
    for gave_up in &answer.gave_up {
        engines::unknown(&gave_up.reason)?;
    }
    let mut accepted = answer.accepted;
    if let Verdict::Unknown(reason) = accepted.verdict() {
        let said = engines::unknown(reason)?;
        tell(task, &accepted)?;
        return Ok((said, took));
    }
    // A run that tells more of why it hangs is asked for by the command line as well, and must then be one.
    let better = guarded("looks for the cause and panics", || cause::of(&accepted, task.program))?;
    if let Some(verdict) = better
        && let Some(better) = engines::judge(task, verdict, budget)?
    {
        accepted = better;
    }
    save(task, &accepted, budget)?;
    tell(task, &accepted)?;
    Ok((engines::said(accepted.verdict()), took))
}

/// Evidence that is written, read and checked again is the same, and as good.
fn save(task: Task<'_>, accepted: &Accepted, budget: &Budget) -> Result<(), Misdeed> {
    let Some(claim) = Claim::of(accepted.verdict()) else { return Ok(()) };
    let own = task.program.files.iter().filter(|file| file.origin.is_own());
    let file = EvidenceFile {
        question: task.question.clone(),
        reading: Reading::default(),
        sources: own.map(Source::of).collect(),
        claim,
    };
    let read = guarded("saves evidence and panics", || format::read(&format::write(&file)))?;
    let read = read.map_err(|error| (Kind::Evidence, format!("saves evidence that cannot be read: {error}")))?;
    if read != file {
        return Err((Kind::Evidence, "saves evidence that is other evidence when it is read".to_owned()));
    }
    match engines::judge(task, read.claim.into_verdict(), budget)? {
        Some(again) if again != *accepted => {
            Err((Kind::Evidence, "has evidence of which the checker says something else the second time".to_owned()))
        }
        _ => Ok(()),
    }
}

/// Every way to tell the outcome tells something.
fn tell(task: Task<'_>, accepted: &Accepted) -> Result<(), Misdeed> {
    let program = task.program;
    let texts = guarded("tells the outcome and panics", || {
        let own = program.files.iter().filter(|file| file.origin.is_own());
        let files: Vec<String> = own.clone().map(|file| file.name.clone()).collect();
        let outcome = resolve::resolve(accepted, program).about(files).with_rescue(rescue::of(accepted, program));
        let course = course::of(accepted, program, Telling::OwnLines);
        let sources: Vec<html::Source<'_>> =
            own.map(|file| html::Source { name: &file.name, text: &file.text }).collect();
        let text = |detail| terminal::write(&outcome, detail, &Saved::No);
        [
            text(Detail::Headline),
            text(Detail::Summary),
            text(Detail::Full),
            json::write(&outcome),
            html::write(&outcome, course.as_ref(), &sources),
        ]
    })?;
    match texts.iter().any(|text| text.trim().is_empty()) {
        true => Err((Kind::Telling, "tells nothing".to_owned())),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use engine::budget::Limits;
    use program::property::{Fairness, Property, Question};
    use program::span::SourceFile;

    use super::*;

    #[test]
    fn the_product_answers_and_whatever_it_saves_and_tells_is_right() {
        let said = |text: &str| {
            let file = SourceFile::new("some.bpl".into(), text.into());
            let program = frontend::boogie::lower(vec![file], &frontend::boogie::Options::default()).unwrap();
            let question = Question { property: Property::Finish, fairness: Fairness::Strong };
            let task = Task { program: &program, question: &question };
            answer(task, &Budget::start(Limits::default())).map(|(said, _)| said)
        };
        assert_eq!(said("var go: bool; procedure main() { go := false; assume go; }"), Ok(Said::Refuted));
        assert_eq!(said("var go: bool; procedure main() { go := true; assume go; }"), Ok(Said::Proved));
    }
}

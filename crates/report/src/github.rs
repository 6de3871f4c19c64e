//! Annotations for GitHub: lines that its workflows show at the places in the sources that they are about.

use crate::outcome::{Answer, Outcome, PartInCycle, Place, Situation};
use crate::suite::{Checked, Finding};
use crate::terminal::{self, Detail, Saved};
use crate::words;

/// The lines for a question and what came of it: an error for what hangs or is not as expected, a warning for what is not known, and
/// notices for the places where threads then wait.
pub fn write(checked: &Checked) -> String {
    let name = checked.name();
    if checked.expected.as_ref().is_some_and(|expected| expected.is_met_by(&checked.finding)) {
        return format!("{name}: {} (as expected)\n", checked.headline());
    }
    let surprise = checked.surprise();
    match &checked.finding {
        Finding::Interrupted => line("warning", None, &name, &checked.headline()),
        Finding::WrongInput(message) => line("error", place_in(message).as_ref(), "unhang: wrong input", message),
        Finding::Answered(outcome, _) => {
            let report = terminal::write(outcome, Detail::Summary, &Saved::No);
            let place = outcome.place();
            let title = surprise.clone().unwrap_or_else(|| short(&words::headline(outcome)));
            match &outcome.answer {
                Answer::Proved(_) if surprise.is_none() => format!("{name}: {}\n", checked.headline()),
                Answer::Unknown { .. } if surprise.is_none() => line("warning", place, &title, &report),
                _ => format!("{}{}", line("error", place, &title, &report), waiting(outcome, place)),
            }
        }
    }
}

/// A notice at each other place where a thread waits.
fn waiting(outcome: &Outcome, told: Option<&Place>) -> String {
    let situations: Vec<(&str, &Situation)> = match &outcome.answer {
        Answer::Deadlock { threads, .. } | Answer::Trap { threads, .. } => {
            threads.iter().map(|one| (one.thread.as_str(), &one.situation)).collect()
        }
        Answer::Lasso { threads, .. } => {
            let blocked = threads.iter().filter_map(|one| match &one.part {
                PartInCycle::Blocked(situation) | PartInCycle::BlockedAtTimes(situation) => {
                    Some((one.thread.as_str(), situation))
                }
                _ => None,
            });
            blocked.collect()
        }
        _ => Vec::new(),
    };
    let notice = |(thread, situation): (&str, &Situation)| {
        let place = situation.place().filter(|place| Some(*place) != told)?;
        let text = format!("{thread} {}", words::situation(situation, outcome.several_files));
        matches!(situation, Situation::Waits { .. } | Situation::HeldBack { .. })
            .then(|| line("notice", Some(place), &format!("{thread} waits here"), &text))
    };
    situations.into_iter().filter_map(notice).collect()
}

fn line(level: &str, place: Option<&Place>, title: &str, message: &str) -> String {
    let mut properties = Vec::new();
    if let Some(Place { file, line, column, .. }) = place {
        properties.push(format!("file={}", property(file)));
        properties.push(format!("line={line}"));
        properties.extend((*column > 0).then(|| format!("col={column}")));
    }
    properties.push(format!("title={}", property(title)));
    format!("::{level} {}::{}\n", properties.join(","), data(message.trim_end()))
}

/// The first part of the headline.
fn short(headline: &str) -> String {
    headline.split(';').next().unwrap_or(headline).to_owned()
}

/// The place that a message of a front end begins with: `file:line:column: `.
fn place_in(message: &str) -> Option<Place> {
    let mut parts = message.splitn(4, ':');
    let (file, line, column) = (parts.next()?, parts.next()?, parts.next()?);
    let (line, column) = (line.parse().ok()?, column.trim().parse().unwrap_or(0));
    Some(Place { file: file.to_owned(), short: file.to_owned(), line, column })
}

/// The text as GitHub wants it behind the colons.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The text as GitHub wants it before the colons.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

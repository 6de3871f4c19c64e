//! The answer as one page for a browser: self-contained, without network, light and dark, usable by keys alone.
//!
//! Everything that the page shows is data in it: the source, and of a run each step with the state that it leads to. `page.js` lays that
//! out, and computes nothing but what has changed between one step and the next.

mod unknown;

use program::text::counted;
use serde_json::{Value, json};

use crate::course::{Binding, Course, End, Held, Snapshot, Stage, ThreadNow};
use crate::outcome::{Answer, Outcome, Place, Proof, Rank, Situation};
use crate::printed::quoted;
use crate::terminal::{self, Detail, Saved};
use crate::words;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A file of the program.
pub struct Source<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
}

/// The page.
pub fn write(outcome: &Outcome, course: Option<&Course>, sources: &[Source<'_>]) -> String {
    let name = outcome.files.join(", ");
    let headline = words::headline(outcome);
    let (verdict, rest) = headline.split_once(": ").unwrap_or((&headline, ""));
    let question = format!(
        "property <code>{}</code>, fairness <code>{}</code>",
        escaped(&outcome.property.to_string()),
        outcome.fairness
    );
    let assumptions: String =
        words::assumptions(outcome).iter().map(|one| format!("<p>It {}.</p>", escaped(&one.what))).collect();
    let report = terminal::write(outcome, Detail::Full, &Saved::No);
    // A text in a script ends at the first `</`, whatever language it is.
    let data = data(outcome, course, sources).to_string().replace('<', "\\u003c");
    let body = match course {
        Some(_) => run_panels(outcome),
        None => other_panels(outcome),
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{verdict}: {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">Skip to the run</a>\n\
         <header><div class=\"what\"><h1><span class=\"badge {word}\">{verdict}</span>{rest}</h1>\n\
         <p><code>{title}</code> · {question}</p>{assumptions}</div>\n\
         <button id=\"theme\" type=\"button\">Light / dark</button></header>\n\
         <noscript><main><pre class=\"story\">{story}</pre></main></noscript>\n\
         <main id=\"main\">\n{body}</main>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        verdict = escaped(verdict),
        title = escaped(&name),
        word = outcome.word(),
        rest = escaped(rest),
        story = escaped(&report),
    )
}

/// What there is to see of a run.
fn run_panels(outcome: &Outcome) -> String {
    let (title, reasons) = reasons(outcome);
    let reasons: String = reasons.iter().map(|line| format!("<li>{}</li>", escaped(line))).collect();
    format!(
        "<section class=\"panel\" aria-label=\"the run\"><h2>The run</h2>\n\
         <div class=\"controls\">\
         <button id=\"first\" type=\"button\">First</button><button id=\"back\" type=\"button\">Back</button>\
         <button id=\"next\" type=\"button\">Next</button><button id=\"end\" type=\"button\">Last</button>\
         <button id=\"switch\" type=\"button\">Next switch</button><button id=\"cycle\" type=\"button\">To the cycle</button>\
         <button id=\"play\" type=\"button\">Play</button>\
         <input id=\"slider\" type=\"range\" min=\"0\" max=\"0\" value=\"0\" aria-label=\"step\">\
         <output id=\"position\" for=\"slider\"></output></div>\n\
         <div class=\"lanes\" id=\"lanes\" tabindex=\"0\" role=\"region\" aria-label=\"who steps when\"></div>\n\
         <p class=\"soft\" style=\"margin: .4rem 0 0\">● steps &nbsp; ▭ waits &nbsp;·&nbsp; <kbd>←</kbd> <kbd>→</kbd> step, \
         <kbd>s</kbd> next switch of threads, <span id=\"cycle-key\"><kbd>c</kbd> to the cycle, </span><kbd>p</kbd> play, <kbd>Home</kbd> <kbd>End</kbd></p>\n\
         <p id=\"live\" class=\"skip\" aria-live=\"polite\"></p></section>\n\
         <div class=\"columns\"><div class=\"column\">\n\
         <section class=\"panel\" aria-label=\"source\"><h2>Source</h2><div id=\"source\"></div></section>\n\
         </div><div class=\"column\">\n\
         <section class=\"panel\"><h2>This step</h2><div id=\"step\" class=\"now\"></div></section>\n\
         <section class=\"panel\"><h2>Threads</h2><div id=\"threads\"></div></section>\n\
         <section class=\"panel\"><h2>Who waits for whom</h2><div id=\"waits\"></div></section>\n\
         <section class=\"panel\"><h2>Locks and sections</h2><div id=\"locks\"></div></section>\n\
         <section class=\"panel\"><h2>Variables</h2><div id=\"variables\"></div></section>\n\
         <section class=\"panel\"><h2>{title}</h2><ul class=\"plain\" id=\"reasons\">{reasons}</ul></section>\n\
         </div></div>\n",
        title = escaped(title),
    )
}

/// Why the run counts, or where it ends.
fn reasons(outcome: &Outcome) -> (&'static str, Vec<String>) {
    let several_files = outcome.several_files;
    match &outcome.answer {
        Answer::Lasso { threads, parameters, .. } => {
            let mut lines: Vec<String> = threads.iter().map(|thread| words::part(thread, several_files)).collect();
            lines.extend(parameters.iter().map(words::parameter));
            ("Why this can go on for ever", lines)
        }
        Answer::Deadlock { threads, .. } | Answer::Trap { threads, .. } => {
            let one = |it: &crate::outcome::Standing| {
                format!("{} {}", it.thread, words::situation(&it.situation, several_files))
            };
            ("How it ends", threads.iter().map(one).collect())
        }
        Answer::Failure { what, statement, .. } => ("What fails", vec![format!("{what}: {statement}")]),
        Answer::Proved(_) | Answer::Unknown { .. } => ("", Vec::new()),
    }
}

/// What there is to see of a proof, or of not knowing.
fn other_panels(outcome: &Outcome) -> String {
    let panel = match &outcome.answer {
        Answer::Proved(Proof::States(states)) => format!(
            "<section class=\"panel\"><h2>The proof</h2><p>Every state that the program can reach was looked at, {}, and in none of \
             them, nor in any cycle among them, does it hang.</p></section>\n",
            counted(*states, "state")
        ),
        Answer::Proved(Proof::Ranks(ranks) | Proof::Threads { ranks, .. }) => ranking(ranks),
        Answer::Unknown { code, what, hint, lasso, .. } => {
            unknown::reason((code, what, hint), lasso.as_ref(), outcome.several_files)
        }
        _ => String::new(),
    };
    format!(
        "<div class=\"columns\"><div class=\"column\"><section class=\"panel\" aria-label=\"source\"><h2>Source</h2>\
         <div id=\"source\"></div></section></div><div class=\"column\">{panel}{others}</div></div>\n",
        others = unknown::others(&outcome.gave_up, outcome.several_files)
    )
}

fn ranking(ranks: &[Rank]) -> String {
    let row = |(number, rank): (usize, &Rank)| {
        let at: Vec<String> = rank
            .at
            .iter()
            .map(|at| {
                let place = at.place.as_ref().map(|place| format!(", line {}", place.line)).unwrap_or_default();
                format!("<li>{}{place}</li>", escaped(&at.thread))
            })
            .collect();
        format!(
            "<tr><th scope=\"row\">{}</th><td class=\"mono\">{}</td><td><ul class=\"plain\">{}</ul></td></tr>",
            label(number),
            escaped(&rank.function),
            at.join("")
        )
    };
    let rows: String = ranks.iter().enumerate().map(row).collect();
    let said = if ranks.is_empty() {
        "No cycle of steps can be taken for ever: there is nothing to rank."
    } else {
        "Whatever threads could repeat decreases one of these functions, and none of them gets below zero. So nothing is repeated for ever."
    };
    format!(
        "<section class=\"panel\"><h2>The proof</h2><p>{said}</p><table id=\"ranks\"><thead><tr><th></th><th>ranking function</th>\
         <th>thread and loop</th></tr></thead><tbody>{rows}</tbody></table></section>\n"
    )
}

/// What a ranking function is called in the margin of the source.
fn label(number: usize) -> String {
    format!("ρ{}", number + 1)
}

/// Everything that the script lays out.
fn data(outcome: &Outcome, course: Option<&Course>, sources: &[Source<'_>]) -> Value {
    let files: Vec<Value> =
        sources.iter().map(|it| json!({ "name": it.name, "lines": it.text.lines().collect::<Vec<_>>() })).collect();
    let several_files = outcome.several_files;
    let mut frames = Vec::new();
    let mut cycle = None;
    if let Some(course) = course {
        frames.push(frame("start", None, &course.first, several_files));
        stages(&course.way, "step", several_files, &mut frames);
        match &course.end {
            End::Cycle { steps, .. } => {
                cycle = Some(frames.len());
                stages(steps, "step", several_files, &mut frames);
            }
            End::Deadlock(end) => frames.push(ending("nobody can step", end, several_files)),
            End::NoReturn(end) => frames.push(ending("the point of no return", end, several_files)),
            End::Failure => {}
        }
    }
    // A run is looked at from where it matters: the end, or the cycle.
    let start = cycle.unwrap_or(frames.len().saturating_sub(1));
    json!({
        "files": files,
        "threads": threads(course),
        "frames": frames,
        "cycle": cycle,
        "start": start,
        "marks": marks(outcome),
    })
}

/// The threads of the run, in the order in which they begin.
fn threads(course: Option<&Course>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let Some(course) = course else { return names };
    let ends = match &course.end {
        End::Deadlock(end) | End::NoReturn(end) => Some(end),
        _ => None,
    };
    let states = std::iter::once(&course.first).chain(course.stages().filter_map(|stage| stage.after.as_ref()));
    for thread in states.chain(ends).flat_map(|state| &state.threads) {
        if !names.contains(&thread.thread) {
            names.push(thread.thread.clone());
        }
    }
    names
}

fn stages(stages: &[Stage], word: &str, several_files: bool, frames: &mut Vec<Value>) {
    for stage in stages {
        let title = format!("{word} {}", frames.len());
        let told = match (&stage.after, frames.last()) {
            (Some(after), _) => frame(&title, Some(stage), after, several_files),
            // A step that fails leads nowhere: threads and variables are what they were.
            (None, Some(before)) => {
                let mut told = before.clone();
                let step =
                    frame(&title, Some(stage), &Snapshot { globals: Vec::new(), threads: Vec::new() }, several_files);
                for field in ["title", "thread", "place", "statement", "changes"] {
                    told[field] = step[field].clone();
                }
                told
            }
            (None, None) => continue,
        };
        frames.push(told);
    }
}

fn ending(title: &str, end: &Snapshot, several_files: bool) -> Value {
    let mut told = frame("the end", None, end, several_files);
    told["statement"] = json!(title);
    told
}

fn frame(title: &str, stage: Option<&Stage>, after: &Snapshot, several_files: bool) -> Value {
    let thread = |thread: &ThreadNow| {
        let ThreadNow { thread, situation, holds, calls } = thread;
        let calls: Vec<Value> = calls
            .iter()
            .filter(|call| !call.variables.is_empty())
            .map(|call| json!({ "procedure": call.procedure, "variables": bindings(&call.variables) }))
            .collect();
        json!({
            "thread": thread,
            "is": is(situation),
            "situation": words::situation(situation, several_files),
            "place": place(situation.place()),
            "waits_for": situation.waits_for(),
            "holds": holds.iter().map(held).collect::<Vec<_>>(),
            "calls": calls,
        })
    };
    let mut changes: Vec<String> = stage.iter().flat_map(|stage| &stage.moment.changes).map(terminal::change).collect();
    let prints = stage.iter().flat_map(|stage| &stage.prints);
    changes.extend(prints.map(|print| format!("prints {}", quoted(&print.text))));
    json!({
        "title": title,
        "thread": stage.map(|stage| &stage.moment.thread),
        "place": place(stage.and_then(|stage| stage.moment.place.as_ref())),
        "statement": stage.map_or("before the first step", |stage| &stage.moment.statement),
        "changes": changes,
        "globals": bindings(&after.globals),
        "threads": after.threads.iter().map(thread).collect::<Vec<_>>(),
    })
}

fn is(situation: &Situation) -> &'static str {
    match situation {
        Situation::Finished => "finished",
        Situation::Ready { .. } => "ready",
        Situation::Waits { .. } => "waiting",
        Situation::HeldBack { .. } => "held back",
    }
}

fn held(held: &Held) -> String {
    match &held.object {
        Some(object) => format!("{} {object}", held.kind),
        None => held.kind.clone(),
    }
}

fn bindings(bindings: &[Binding]) -> Vec<Value> {
    bindings.iter().map(|binding| json!({ "name": binding.name, "value": binding.value })).collect()
}

fn place(place: Option<&Place>) -> Value {
    place.map_or(Value::Null, |it| json!({ "file": it.file, "short": it.short, "line": it.line }))
}

/// What stands beside lines of the source all the time: ranking functions, and where it is that something is not known.
fn marks(outcome: &Outcome) -> Vec<Value> {
    match &outcome.answer {
        Answer::Proved(Proof::Ranks(ranks) | Proof::Threads { ranks, .. }) => {
            let mark = |(number, rank): (usize, &Rank)| {
                let at = rank.at.iter().filter_map(move |at| {
                    let text = format!("{} {}", label(number), at.thread);
                    Some(json!({ "place": place(Some(at.place.as_ref()?)), "thread": Value::Null, "text": text }))
                });
                at.collect::<Vec<_>>()
            };
            ranks.iter().enumerate().flat_map(mark).collect()
        }
        Answer::Unknown { place: Some(at), code, .. } => {
            vec![json!({ "place": place(Some(at)), "thread": Value::Null, "text": code })]
        }
        _ => Vec::new(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use program::property::{Fairness, Property};

    use super::*;

    #[test]
    fn what_programs_say_stays_text() {
        let nasty = "</script><script>alert(1)</script><!-- \"&";
        let outcome =
            Outcome::interrupted(vec![nasty.to_owned()], Property::Thread(nasty.to_owned()), Fairness::Weak, nasty);
        let page = write(&outcome, None, &[Source { name: nasty, text: nasty }]);
        assert_eq!(page.matches("<script").count(), 2, "{page}");
        assert_eq!(page.matches("</script").count(), 2, "{page}");
        // The name of a namespace is no address that anybody asks for.
        let page = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!page.contains("<!--") && !page.contains("http:") && !page.contains("src="), "{page}");
    }
}

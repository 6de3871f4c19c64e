//! What the debugger shows.

use crate::course::{Binding, End, Snapshot, Stage};
use crate::outcome::{Place, Situation};
use crate::printed::quoted;
use crate::{terminal, words};

use super::command::{ALL, Target};
use super::{Debugger, File};

/// How many lines of the source are shown before and after the one that it is about.
const AROUND: usize = 5;

/// How many names are offered to somebody who asks for another one.
const MOST_NAMES: usize = 20;

/// All commands.
pub(super) fn help() -> String {
    let line = |(name, usage, what): &(&str, &str, &str)| format!("  {:<16} {what}\n", format!("{name} {usage}"));
    let lines: String = ALL.iter().map(line).collect();
    format!("{lines}Any beginning of a command will do, and an empty line repeats the last one.\n")
}

impl Debugger {
    fn several_files(&self) -> bool {
        self.files.len() > 1
    }

    /// Where we are: what was done last, and what comes next.
    pub(super) fn here(&self) -> String {
        let (taken, total) = (self.position.taken(), self.position.total());
        let turn = match self.position.turn() {
            Some(turn) if self.position.head() == Some(taken) => format!(", where the cycle begins (turn {turn})"),
            Some(turn) => format!(", in the cycle (turn {turn})"),
            None => String::new(),
        };
        let mut text = format!("{}\n", self.paint.strong(&format!("after {taken} of {total}{turn}")));
        if let Some(last) = self.position.last() {
            text.push_str(&self.stage("did ", last));
            for change in &last.moment.changes {
                text.push_str(&format!("         {}\n", terminal::change(change)));
            }
            for print in &last.prints {
                text.push_str(&format!("         prints {}\n", quoted(&print.text)));
            }
        }
        match self.position.coming() {
            Some(coming) => text.push_str(&self.stage("next", coming)),
            None => text.push_str(&format!("  {}\n", self.ending())),
        }
        text
    }

    fn stage(&self, when: &str, stage: &Stage) -> String {
        let moment = &stage.moment;
        let place = moment.place.as_ref().map(|place| format!("  {}", self.line(place))).unwrap_or_default();
        let thread = self.paint.thread(&moment.thread);
        format!("  {} {thread}{place}  {}\n", self.paint.faint(when), words::shortened(&moment.statement))
    }

    fn line(&self, place: &Place) -> String {
        words::line(place, self.several_files())
    }

    fn ending(&self) -> &'static str {
        match self.position.course().end {
            End::Cycle { .. } => "the cycle repeats for ever",
            End::Deadlock(_) => "no thread can step: `threads` says why",
            End::NoReturn(_) => "the point of no return is reached: `threads` says who waits for what",
            End::Failure => "the last step fails",
        }
    }

    fn state(&self) -> Result<&Snapshot, String> {
        self.position.state().ok_or_else(|| "after a step that fails there is no state; go `back`\n".to_owned())
    }

    /// Where every thread is.
    pub(super) fn threads(&self) -> String {
        let state = match self.state() {
            Ok(state) => state,
            Err(why) => return why,
        };
        let mut text = String::new();
        for thread in &state.threads {
            let situation = words::situation(&thread.situation, self.several_files());
            text.push_str(&format!("  {} {situation}\n", self.paint.thread(&thread.thread)));
            let calls: Vec<&str> =
                thread.calls.iter().filter(|call| call.is_own).map(|call| call.procedure.as_str()).collect();
            if calls.len() > 1 {
                text.push_str(&format!("    in {}\n", calls.join(" > ")));
            }
        }
        text
    }

    /// Who holds what, and who waits for it.
    pub(super) fn locks(&self) -> String {
        let state = match self.state() {
            Ok(state) => state,
            Err(why) => return why,
        };
        let mut text = String::new();
        for thread in &state.threads {
            for held in &thread.holds {
                let object = held.object.as_deref().map(|object| format!(" {object}")).unwrap_or_default();
                text.push_str(&format!("  {} holds {}{object}\n", self.paint.thread(&thread.thread), held.kind));
            }
        }
        for thread in &state.threads {
            if let Situation::Waits { because, waits_for, .. } = &thread.situation {
                let whom = if waits_for.is_empty() { String::new() } else { format!(" for {}", waits_for.join(", ")) };
                let why = if because.is_empty() { String::new() } else { format!(" ({})", because.join(", ")) };
                text.push_str(&format!("  {} waits{whom}{why}\n", self.paint.thread(&thread.thread)));
            }
        }
        if text.is_empty() { "  nobody holds anything, and nobody waits\n".to_owned() } else { text }
    }

    /// All variables that there are here, each with who has it.
    fn bindings(&self) -> Result<Vec<(&Binding, String)>, String> {
        let state = self.state()?;
        let mut found: Vec<(&Binding, String)> = state.globals.iter().map(|binding| (binding, String::new())).collect();
        for thread in &state.threads {
            for call in thread.calls.iter().rev() {
                let owner = format!("  in {} of {}", call.procedure, thread.thread);
                found.extend(call.variables.iter().map(|binding| (binding, owner.clone())));
            }
        }
        Ok(found)
    }

    /// What all variables hold.
    pub(super) fn variables(&self) -> String {
        match self.bindings() {
            Ok(found) if found.is_empty() => "there are no variables\n".to_owned(),
            Ok(found) => found.iter().map(|one| self.binding(one)).collect(),
            Err(why) => why,
        }
    }

    /// What the variable holds, all of its parts, and all variables of that name.
    pub(super) fn print(&self, name: &str) -> String {
        let found = match self.bindings() {
            Ok(found) => found,
            Err(why) => return why,
        };
        let is_meant = |binding: &Binding| {
            let part = binding.name.strip_prefix(name);
            part.is_some_and(|part| part.is_empty() || part.starts_with(['.', '[']))
        };
        let text: String = found.iter().filter(|(binding, _)| is_meant(binding)).map(|one| self.binding(one)).collect();
        if !text.is_empty() {
            return text;
        }
        let mut names: Vec<&str> = Vec::new();
        for (binding, _) in &found {
            if !names.contains(&binding.name.as_str()) {
                names.push(&binding.name);
            }
        }
        let more = if names.len() > MOST_NAMES { ", …" } else { "" };
        names.truncate(MOST_NAMES);
        match names.is_empty() {
            true => format!("no variable `{name}` has a value here\n"),
            false => format!("no variable `{name}` has a value here; these have one: {}{more}\n", names.join(", ")),
        }
    }

    fn binding(&self, (binding, owner): &(&Binding, String)) -> String {
        format!("  {binding}{}\n", self.paint.faint(owner))
    }

    /// The source round a line, with marks for threads.
    pub(super) fn list(&self, target: Option<Target>) -> String {
        let coming = || self.position.coming().or(self.position.last());
        let target = target.or_else(|| {
            let place = coming()?.moment.place.as_ref()?;
            Some(Target { file: Some(place.file.clone()), line: place.line })
        });
        let Some(target) = target else { return "what comes next stands nowhere\n".to_owned() };
        let file = match self.file(&target) {
            Ok(file) => file,
            Err(why) => return why,
        };
        let lines: Vec<&str> = file.text.lines().collect();
        let middle = target.line as usize;
        if middle > lines.len() {
            return format!("{} has {} lines\n", file.name, lines.len());
        }
        let (first, last) = (middle.saturating_sub(AROUND).max(1), (middle + AROUND).min(lines.len()));
        let mut text = format!("{}\n", self.paint.faint(&file.name));
        for number in first..=last {
            let marks = self.threads_at(file, number);
            let marks = if marks.is_empty() { String::new() } else { format!("{}>", marks.join(",")) };
            let code = lines[number - 1];
            let code = if number == middle { self.paint.strong(code) } else { code.to_owned() };
            text.push_str(format!("{marks:>7} {number:>5}  {code}").trim_end());
            text.push('\n');
        }
        text
    }

    /// The numbers of the threads that stand at the line.
    fn threads_at(&self, file: &File, line: usize) -> Vec<&str> {
        let threads = self.position.state().map_or(&[][..], |state| &state.threads);
        let is_there = |place: &Place| place.file == file.name && place.line as usize == line;
        let here = threads.iter().filter(|thread| thread.situation.place().is_some_and(is_there));
        here.map(|thread| thread.thread.rsplit('#').next().unwrap_or(&thread.thread)).collect()
    }
}

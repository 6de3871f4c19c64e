//! The report on a terminal: an answer in one line, then the run, then why it counts. Readable without colour.

use std::fmt::Write;

use program::property::Fairness;
use program::text::number;

use crate::outcome::{
    Answer, Change, GaveUp, GrowingParameter, Lost, Moment, Outcome, PartInCycle, Place, Proof, Rank, Standing,
    ThreadInCycle, Unranked,
};
use crate::words::{self, shortened};

/// How many steps are shown at each end of a long run.
const SHOWN_AT_EACH_END: usize = 15;

/// How many elements of one variable are shown that a step changes.
const SHOWN_ELEMENTS: usize = 3;

/// How much is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// The answer only.
    Headline,
    /// The answer and the run, of which the middle is left out if it is long.
    Summary,
    /// Everything.
    Full,
}

/// Where the run can be replayed from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Saved {
    /// It was not saved.
    No,
    /// It was saved, and this command replays it.
    ReplayedBy(String),
}

/// The report.
pub fn write(outcome: &Outcome, detail: Detail, saved: &Saved) -> String {
    let mut text = format!("{}: {}\n", outcome.files.join(", "), words::headline(outcome));
    if detail != Detail::Headline {
        let several_files = outcome.several_files;
        let mut page = Page { text: &mut text, detail, fairness: outcome.fairness, several_files };
        for assumption in words::assumptions(outcome) {
            page.line(1, &assumption.what);
        }
        page.answer(&outcome.answer, saved);
        page.others(&outcome.gave_up);
    }
    text
}

struct Page<'a> {
    text: &'a mut String,
    detail: Detail,
    fairness: Fairness,
    several_files: bool,
}

impl Page<'_> {
    fn ranks(&mut self, ranks: &[Rank]) {
        if !ranks.is_empty() {
            self.line(1, "whatever could be repeated decreases one of these, and none gets below zero");
            ranks.iter().for_each(|rank| self.line(2, &rank.function));
        }
    }

    fn answer(&mut self, answer: &Answer, saved: &Saved) {
        match answer {
            Answer::Proved(Proof::States(_)) => return,
            Answer::Proved(Proof::Ranks(ranks)) => return self.ranks(ranks),
            Answer::Proved(Proof::Threads { ranks, .. }) => return self.ranks(ranks),
            Answer::Unknown { place, hint, lasso, code, .. } => {
                if let Some(place) = place {
                    self.line(1, &format!("at {}:{}", place.file, place.line));
                }
                lasso.iter().for_each(|lasso| self.unranked(lasso));
                self.line(1, &format!("what could help: {hint}"));
                return self.line(1, &format!("more about it: unhang explain {code}"));
            }
            Answer::Lasso { stem, cycle, threads, parameters } => self.lasso(stem, cycle, threads, parameters),
            Answer::Deadlock { steps, threads, .. } => {
                self.run("steps", steps);
                self.standing("then", threads);
            }
            Answer::Trap { lost: Lost::EndFromTheStart, .. } => self.lost(&Lost::EndFromTheStart),
            Answer::Trap { steps, lost, threads } => {
                self.run("steps", steps);
                self.lost(lost);
                self.standing("then", threads);
            }
            Answer::Failure { steps, .. } => self.run("steps, the last of which fails", steps),
        }
        let is_run = !matches!(answer, Answer::Trap { lost: Lost::EndFromTheStart, .. });
        match saved {
            Saved::No if is_run => self.line(1, "save the run with --evidence FILE"),
            Saved::No => self.line(1, "save the evidence with --evidence FILE"),
            Saved::ReplayedBy(command) => self.line(1, &format!("replay: {command}")),
        }
    }

    /// A lasso that may be one that cannot be taken.
    fn unranked(&mut self, lasso: &Unranked) {
        let layout = Layout::of(lasso.stem.iter().chain(&lasso.cycle), self.several_files);
        if !lasso.stem.is_empty() {
            self.line(1, "perhaps after");
            self.moments(&lasso.stem, &layout);
        }
        self.line(1, "it is not known why this ends, or whether it does");
        self.moments(&lasso.cycle, &layout);
    }

    /// What the other engines say.
    fn others(&mut self, gave_up: &[GaveUp]) {
        for GaveUp { engine, code, what, hint, lasso } in gave_up {
            self.line(1, &format!("the engine {engine} has given up, too: {what} [{code}]"));
            hint.iter().for_each(|hint| self.line(2, &format!("what could help: {hint}")));
            lasso.iter().for_each(|lasso| self.unranked(lasso));
        }
    }

    fn lasso(&mut self, stem: &[Moment], cycle: &[Moment], threads: &[ThreadInCycle], parameters: &[GrowingParameter]) {
        let layout = Layout::of(stem.iter().chain(cycle), self.several_files);
        if !stem.is_empty() {
            self.line(1, "stem");
            self.moments(stem, &layout);
        }
        let has_new_threads = threads.iter().any(|thread| matches!(thread.part, PartInCycle::TakesOver(_)));
        let new_threads = if has_new_threads { ", each time with new threads" } else { "" };
        let growing = if parameters.is_empty() { "" } else { ", with numbers that grow" };
        self.line(1, &format!("cycle (repeats for ever{new_threads}{growing})"));
        self.moments(cycle, &layout);
        parameters.iter().for_each(|parameter| self.line(2, &words::parameter(parameter)));
        let is_fair = self.fairness != Fairness::None;
        self.line(1, if is_fair { "fair, since" } else { "possible, since no fairness is asked for" });
        for thread in threads {
            self.line(2, &words::part(thread, self.several_files));
            for choice in &thread.choices {
                self.line(2, &words::choice(thread, choice, self.several_files));
            }
        }
    }

    fn run(&mut self, title: &str, steps: &[Moment]) {
        if steps.is_empty() {
            return self.line(1, "before the first step");
        }
        self.line(1, title);
        self.moments(steps, &Layout::of(steps.iter(), self.several_files));
    }

    fn lost(&mut self, lost: &Lost) {
        match lost {
            Lost::EndFromTheStart => self.line(1, "no run of it ends, whatever the scheduler does"),
            Lost::End => self.line(1, "from here the program cannot end, whatever the scheduler does"),
            Lost::Sections(sections) => {
                if let [only] = &sections[..] {
                    return self.line(1, &format!("from here {}", words::stuck(only, self.several_files)));
                }
                self.line(1, "from here, the cause first");
                for section in sections {
                    self.line(2, &words::stuck(section, self.several_files));
                }
            }
        }
    }

    fn standing(&mut self, title: &str, threads: &[Standing]) {
        self.line(1, title);
        for thread in threads {
            let situation = words::situation(&thread.situation, self.several_files);
            self.line(2, &format!("{} {situation}", thread.thread));
        }
    }

    fn moments(&mut self, moments: &[Moment], layout: &Layout) {
        let left_out = moments.len().saturating_sub(2 * SHOWN_AT_EACH_END);
        // Leaving out a single line would save nothing: the note takes one, too.
        let is_cut = self.detail == Detail::Summary && left_out > 1;
        for (position, moment) in moments.iter().enumerate() {
            let is_left_out = is_cut && (SHOWN_AT_EACH_END..SHOWN_AT_EACH_END + left_out).contains(&position);
            if !is_left_out {
                self.line(2, &layout.row(moment, self.detail));
            } else if position == SHOWN_AT_EACH_END {
                self.line(2, &format!("… {} more steps (--verbose shows all)", number(left_out)));
            }
        }
    }

    fn line(&mut self, depth: usize, content: &str) {
        let indent = "  ".repeat(depth);
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{indent}{}", content.trim_end());
    }
}

/// How wide the columns are.
struct Layout {
    thread: usize,
    place: usize,
    statement: usize,
    several_files: bool,
}

impl Layout {
    fn of<'a>(moments: impl Iterator<Item = &'a Moment>, several_files: bool) -> Layout {
        let mut layout = Layout { thread: 0, place: 0, statement: 0, several_files };
        for moment in moments {
            layout.thread = layout.thread.max(moment.thread.chars().count());
            layout.place = layout.place.max(place(moment.place.as_ref(), several_files).chars().count());
            layout.statement = layout.statement.max(shortened(&moment.statement).chars().count());
        }
        layout
    }

    fn row(&self, moment: &Moment, detail: Detail) -> String {
        let Layout { thread, place: width, statement, several_files } = self;
        let place = place(moment.place.as_ref(), *several_files);
        let text = shortened(&moment.statement);
        let changes = match detail {
            Detail::Full => moment.changes.iter().map(change).collect(),
            Detail::Headline | Detail::Summary => few(&moment.changes),
        };
        format!("{:thread$}  {place:>width$}  {text:statement$}  {}", moment.thread, changes.join(", "))
    }
}

/// The changes, in a few words each, but of many elements of one variable only the first: somebody who has chosen a whole map says little with
/// each of them.
fn few(changes: &[Change]) -> Vec<String> {
    let whole = |change: &Change| match change {
        Change::Value { variable, .. } => variable.split_once('[').map(|(whole, _)| whole.to_owned()),
        _ => None,
    };
    let mut told = Vec::new();
    let mut rest = changes;
    while let [first, ..] = rest {
        let of = whole(first);
        let count = if of.is_none() { 1 } else { rest.iter().take_while(|change| whole(change) == of).count() };
        let (these, others) = rest.split_at(count);
        // To leave out a single one would save nothing.
        let shown = if count > SHOWN_ELEMENTS + 1 { SHOWN_ELEMENTS } else { count };
        told.extend(these[..shown].iter().map(change));
        if let (Some(of), more @ 1..) = (of, count - shown) {
            told.push(format!("{more} more of {of}"));
        }
        rest = others;
    }
    told
}

fn place(place: Option<&Place>, several_files: bool) -> String {
    place.map(|place| words::line(place, several_files)).unwrap_or_default()
}

/// What a step changes, in a few words.
pub fn change(change: &Change) -> String {
    match change {
        Change::Value { variable, old, new } => format!("{variable}: {old} → {new}"),
        Change::Argument { variable, value } => format!("{variable} = {value}"),
        Change::Reads { variable, value } => format!("reads {variable} = {value}"),
        Change::Starts(thread) => format!("{thread} starts"),
        Change::Finishes(thread) => format!("{thread} finishes"),
        Change::Takes(lock) => format!("takes {lock}"),
        Change::Releases(lock) => format!("releases {lock}"),
    }
}

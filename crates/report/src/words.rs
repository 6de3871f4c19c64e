//! The sentences that every format shares: the headline, where threads stand, what could help.

use evidence::reason::{Doubt, Reason};
use program::property::{Fairness, Property};
use program::text::{counted, number};

use crate::outcome::{
    Answer, ChoiceInCycle, Granted, GrowingParameter, LastSignal, Lost, LostWakeUp, Outcome, PartInCycle, Place, Proof,
    Rescue, Situation, StuckSection, ThreadInCycle,
};
use crate::waits::Waits;

/// Statements longer than this are cut where people read them.
const STATEMENT_WIDTH: usize = 48;

/// Of more threads than this, some are only counted.
const LISTED_THREADS: usize = 4;

/// The answer in one line, without the file's name.
pub fn headline(outcome: &Outcome) -> String {
    match &outcome.answer {
        Answer::Proved(Proof::States(states)) => {
            format!("{} ({} explored)", proved(outcome), counted(*states, "state"))
        }
        Answer::Proved(Proof::Ranks(ranks)) => match ranks.len() as u64 {
            0 => format!("{} (no cycle can be taken for ever)", proved(outcome)),
            count => format!("{} ({})", proved(outcome), counted(count, "ranking function")),
        },
        Answer::Proved(Proof::Threads { ranks, is_modular }) => {
            let how = if *is_modular { "modular" } else { "not modular" };
            let count = counted(ranks.len() as u64, "ranking function");
            format!("{} (one thread at a time, {how}, {count})", proved(outcome))
        }
        Answer::Lasso { threads, .. } => {
            let rescue = match outcome.rescue {
                None => "",
                Some(Rescue::CanStillEnd) => "; another schedule or choice would still end it",
                Some(Rescue::CannotEnd) => "; no schedule can end it any more",
            };
            format!("{}{}{rescue}", endless(threads, outcome.fairness), in_brackets(outcome))
        }
        Answer::Deadlock { wake_up: Some(lost), .. } => lost_wake_up(lost, outcome.several_files),
        Answer::Deadlock { threads, .. } => {
            let blocked = threads.iter().filter(|thread| thread.situation != Situation::Finished).count() as u64;
            let wait = plural(blocked, "thread waits", "threads wait");
            let circle = match &Waits::of(threads).circle()[..] {
                [] => String::new(),
                [only] => format!("; {only} waits for itself"),
                several => format!("; {} wait for each other", listed(several)),
            };
            format!("HANGS (deadlock): {wait} for ever and nobody can go on{circle}{}", in_brackets(outcome))
        }
        Answer::Trap { lost: Lost::EndFromTheStart, .. } => {
            "STUCK FROM THE START: the program can never end".to_owned()
        }
        Answer::Trap { lost: Lost::End, .. } => "CAN GET STUCK: the program can no longer end".to_owned(),
        Answer::Trap { lost: Lost::Sections(sections), .. } => {
            format!("CAN GET STUCK: {}", no_longer_left(sections, outcome.several_files))
        }
        Answer::Failure { what, place, statement, .. } => {
            let place = at_line(place.as_ref(), outcome.several_files);
            let statement = if statement.is_empty() { String::new() } else { format!(": {}", shortened(statement)) };
            format!("FAILS: {what}{place}{statement}")
        }
        Answer::Unknown { code, what, .. } => format!("UNKNOWN: {what} [{code}]"),
    }
}

/// Where it happens: ` (line 12)`.
fn in_brackets(outcome: &Outcome) -> String {
    let several_files = outcome.several_files;
    let told = |place| format!(" ({}{})", if several_files { "" } else { "line " }, line(place, several_files));
    outcome.place().map(told).unwrap_or_default()
}

fn lost_wake_up(lost: &LostWakeUp, several_files: bool) -> String {
    let at = at_line(lost.place.as_ref(), several_files);
    let signal = match &lost.signal {
        Some(LastSignal { thread, place, came_first: true }) => {
            let at = at_line(place.as_ref(), several_files);
            format!("{thread} signalled it too early{at}, and nobody is left to signal it again")
        }
        Some(LastSignal { thread, place, came_first: false }) => {
            let at = at_line(place.as_ref(), several_files);
            format!("the signal of {thread}{at} woke another thread, and nobody is left to signal it again")
        }
        None => "nobody has signalled it, and nobody is left to".to_owned(),
    };
    let LostWakeUp { thread, condition, .. } = lost;
    format!("HANGS (lost wake-up): {thread} waits for ever on {condition}{at}; {signal}")
}

/// When the condition variable was signalled on which a thread waits.
pub(crate) fn last_signal(lost: &LostWakeUp, several_files: bool) -> String {
    let condition = &lost.condition;
    match &lost.signal {
        Some(LastSignal { thread, place, came_first }) => {
            let at = at_line(place.as_ref(), several_files);
            let when = if *came_first { "before this" } else { "and woke another thread" };
            format!("{thread} last signalled {condition}{at}, {when}")
        }
        None => format!("nobody has signalled {condition}"),
    }
}

/// Something that the answer takes for granted.
pub struct Assumption<'a> {
    /// A word for programs.
    pub kind: &'static str,
    /// A sentence for people.
    pub what: String,
    /// The lines that say something else.
    pub places: &'a [Place],
}

/// What the answer takes for granted, though the program says something else, or could be called in other ways.
pub fn assumptions(outcome: &Outcome) -> Vec<Assumption<'_>> {
    let places = &outcome.weaker_orders[..];
    let orders = weaker_orders(places, outcome.several_files);
    let orders = orders.map(|what| Assumption { kind: "sequential consistency", what, places });
    let arguments =
        (outcome.misses_arguments && !matches!(outcome.answer, Answer::Unknown { .. })).then(|| Assumption {
            kind: "no arguments",
            what: "assumes that the program is called without arguments (--argument TEXT gives it some)".to_owned(),
            places: &[],
        });
    // A run that hangs is one in which it is so.
    let is_proved = matches!(outcome.answer, Answer::Proved(_));
    let granted = outcome.granted.iter().filter(|_| is_proved).map(|granted| {
        let (kind, what) = match granted {
            Granted::NoOverflow => {
                ("no signed overflow", "assumes that no signed integer overflows (--assume-no-overflow)")
            }
            Granted::Assertions => ("assertions", "assumes that assertions hold (--assume-assertions)"),
        };
        Assumption { kind, what: what.to_owned(), places: &[] }
    });
    orders.into_iter().chain(arguments).chain(granted).collect()
}

fn weaker_orders(places: &[Place], several_files: bool) -> Option<String> {
    let (first, others) = places.split_first()?;
    let place = format!("{}{}", if several_files { "" } else { "line " }, line(first, several_files));
    let names = match others.len() as u64 {
        0 => format!("{place} names a weaker order"),
        count => format!("{place} and {} name weaker orders", plural(count, "other line", "other lines")),
    };
    Some(format!("assumes that atomics are sequentially consistent, though {names}"))
}

/// The first section, which is the cause, and how many others there are.
fn no_longer_left(sections: &[StuckSection], several_files: bool) -> String {
    let [first, others @ ..] = sections else { return "a section can no longer be left".to_owned() };
    let StuckSection { thread, kind, object, entered, waits_for, .. } = first;
    let section = section(kind, object.as_deref());
    let place = at_line(entered.as_ref(), several_files);
    let names: Vec<&str> = waits_for.iter().map(String::as_str).collect();
    let waits =
        if names.is_empty() { String::new() } else { format!(", waiting for {}", listed_or_itself(&names, thread)) };
    let others = match others.len() as u64 {
        0 => String::new(),
        count => format!("; {} open", plural(count, "more section stays", "more sections stay")),
    };
    format!("{thread} can no longer leave its section {section}{place}{waits}{others}")
}

/// A section that cannot be left.
pub fn stuck(section: &StuckSection, several_files: bool) -> String {
    let StuckSection { thread, kind, object, entered, statement, waits_for } = section;
    let section = self::section(kind, object.as_deref());
    let place = at_line(entered.as_ref(), several_files);
    let names: Vec<&str> = waits_for.iter().map(String::as_str).collect();
    let waits = match names.is_empty() {
        true => String::new(),
        false => format!(" (waiting for {})", listed_or_itself(&names, thread)),
    };
    match statement.is_empty() {
        true => format!("{thread} cannot leave {section}{waits}"),
        false => format!("{thread} cannot leave {section}, entered{place}: {}{waits}", shortened(statement)),
    }
}

fn listed_or_itself(names: &[&str], thread: &str) -> String {
    if names == [thread] { "itself".to_owned() } else { listed(names) }
}

fn proved(outcome: &Outcome) -> String {
    let runs = match outcome.fairness {
        Fairness::Strong => "every strongly fair run",
        Fairness::Weak => "every weakly fair run",
        Fairness::None => "every run",
    };
    let scheduler = match outcome.fairness {
        Fairness::None => "any scheduler",
        fairness => scheduler(fairness),
    };
    match &outcome.property {
        Property::Finish => format!("FINISHES: {runs} completes"),
        Property::Terminate => format!("TERMINATES: no run is infinite under {scheduler}"),
        Property::Thread(name) => {
            format!("TERMINATES: no thread that runs `{name}` steps for ever under {scheduler}")
        }
        Property::Sections => "OK: every section can be left".to_owned(),
        Property::Exit => "OK: the program can always end".to_owned(),
    }
}

/// Who is to be pitied comes first: a thread that starves tells more than those that run meanwhile.
fn endless(threads: &[ThreadInCycle], fairness: Fairness) -> String {
    let scheduler = scheduler(fairness);
    let with = |is_meant: fn(&PartInCycle) -> bool| -> Vec<&str> {
        threads.iter().filter(|thread| is_meant(&thread.part)).map(|thread| thread.thread.as_str()).collect()
    };
    let running = with(|part| matches!(part, PartInCycle::Steps | PartInCycle::Descends(_)));
    let descending = with(|part| matches!(part, PartInCycle::Descends(_)));
    let (waiting, passed_over) = (with(waits_in_vain), with(|part| *part == PartInCycle::PassedOver));
    if !waiting.is_empty() || !passed_over.is_empty() {
        let verb = |names: &[&str], one, many| {
            (!names.is_empty()).then(|| format!("{} {}", listed(names), if names.len() == 1 { one } else { many }))
        };
        let wait = verb(&waiting, "waits for ever", "wait for ever");
        let no_turn = verb(&passed_over, "is never scheduled", "are never scheduled");
        let starving = wait.into_iter().chain(no_turn).collect::<Vec<_>>().join(" and ");
        let run = verb(&running, "runs", "run").unwrap_or_else(|| "other threads start and finish".to_owned());
        return format!("HANGS (starvation): {starving} while {run}, under {scheduler}");
    }
    match &running[..] {
        [] => format!("HANGS (endless succession): threads finish, but new ones start for ever under {scheduler}"),
        [only] if !descending.is_empty() => {
            format!(
                "HANGS (endless recursion): {only} can call for ever, or until its stack is full, under {scheduler}"
            )
        }
        [only] => format!("HANGS (endless loop): {only} can run for ever under {scheduler}"),
        several => format!("HANGS (livelock): {} can run for ever under {scheduler}", listed(several)),
    }
}

/// Whether the thread waits for something that others keep from it.
///
/// Who waits for the end of a thread that runs for ever, or for the end of an atomic block that has none, is not the one
/// with whom something is wrong.
fn waits_in_vain(part: &PartInCycle) -> bool {
    match part {
        PartInCycle::Blocked(Situation::Waits { joins, .. }) => joins.is_empty(),
        PartInCycle::BlockedAtTimes(_) => true,
        _ => false,
    }
}

/// `A#1, B#2 and C#3`, or some of them and how many more.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] if names.len() <= LISTED_THREADS => format!("{} and {last}", first.join(", ")),
        _ => {
            let shown = &names[..LISTED_THREADS - 1];
            format!("{} and {} more", shown.join(", "), names.len() - shown.len())
        }
    }
}

fn scheduler(fairness: Fairness) -> &'static str {
    match fairness {
        Fairness::Strong => "a strongly fair scheduler",
        Fairness::Weak => "a weakly fair scheduler",
        Fairness::None => "some scheduler",
    }
}

/// Why the lasso counts under the question's fairness, as far as one thread goes.
pub fn part(thread: &ThreadInCycle, several_files: bool) -> String {
    let name = &thread.thread;
    match &thread.part {
        PartInCycle::Steps => format!("{name} steps in the cycle"),
        PartInCycle::Descends(calls) => {
            format!("{name} steps in the cycle, and has {} more under way each time", counted(*calls as u64, "call"))
        }
        PartInCycle::Finished => format!("{name} has finished"),
        PartInCycle::Finishes => format!("{name} finishes in the cycle"),
        PartInCycle::TakesOver(before) => format!("{name} takes the place of {before} when the cycle repeats"),
        PartInCycle::Blocked(at) => format!("{name} is {}", blocked(at, "throughout", several_files)),
        PartInCycle::BlockedAtTimes(at) => format!("{name} is {}", blocked(at, "again and again", several_files)),
        PartInCycle::PassedOver => format!("{name} could step, but the scheduler need not be fair"),
    }
}

/// What the thread does about a choice of which a way is taken eventually.
pub fn choice(thread: &ThreadInCycle, choice: &ChoiceInCycle, several_files: bool) -> String {
    let (does, place) = match choice {
        ChoiceInCycle::Taken(place) => ("takes the way", place),
        ChoiceInCycle::NeverOpen(place) => ("can never take the way", place),
    };
    format!("{} {does}{} that is taken eventually", thread.thread, at_line(place.as_ref(), several_files))
}

/// Where a thread stands and what it does there.
pub fn situation(situation: &Situation, several_files: bool) -> String {
    let at = |place: &Option<Place>| at_line(place.as_ref(), several_files);
    match situation {
        Situation::Finished => "has finished".to_owned(),
        Situation::Ready { place, statement } => {
            format!("can step{}: {}", at(place), shortened(statement))
        }
        Situation::Waits { place, statements, because, at_times, .. } => {
            format!("waits{}: {}", at(place), awaited(statements, because, at_times))
        }
        Situation::HeldBack { place, by } => {
            format!("is held back{}, since {by} is in an atomic block", at(place))
        }
    }
}

/// The same, for a thread that is kept from stepping as often as said.
fn blocked(situation: &Situation, how_often: &str, several_files: bool) -> String {
    let at = |place: &Option<Place>| at_line(place.as_ref(), several_files);
    match situation {
        Situation::Waits { place, statements, because, at_times, .. } => {
            format!("blocked {how_often}{}: {}", at(place), awaited(statements, because, at_times))
        }
        Situation::HeldBack { place, by } => {
            format!("held back {how_often}{}, since {by} is in an atomic block", at(place))
        }
        Situation::Finished | Situation::Ready { .. } => format!("blocked {how_often}"),
    }
}

/// What a thread waits in front of, and why.
fn awaited(statements: &[String], because: &[String], at_times: &[String]) -> String {
    let at_times = if at_times.is_empty() { None } else { Some(format!("at times {}", at_times.join(", "))) };
    let because = if because.is_empty() { None } else { Some(because.join(", ")) };
    let facts = because.into_iter().chain(at_times).collect::<Vec<_>>().join("; ");
    let facts = if facts.is_empty() { facts } else { format!(" ({facts})") };
    format!("{}{facts}", shortened(&statements.join(" or ")))
}

/// A kind of section and its object: `critical 2`.
pub fn section(kind: &str, object: Option<&str>) -> String {
    match object {
        Some(object) => format!("`{kind} {object}`"),
        None => format!("`{kind}`"),
    }
}

/// ` at line 12`, or with the file's name if there are several, or nothing.
pub fn at_line(place: Option<&Place>, several_files: bool) -> String {
    let at = |place| format!(" at {}{}", if several_files { "" } else { "line " }, line(place, several_files));
    place.map(at).unwrap_or_default()
}

/// `12`, or `a.bpl:12` if there are several files.
pub fn line(place: &Place, several_files: bool) -> String {
    if several_files { format!("{}:{}", place.short, place.line) } else { place.line.to_string() }
}

/// The statement, cut if it is long.
pub fn shortened(statement: &str) -> String {
    if statement.chars().count() <= STATEMENT_WIDTH {
        return statement.to_owned();
    }
    let kept: String = statement.chars().take(STATEMENT_WIDTH - 1).collect();
    format!("{}…", kept.trim_end())
}

/// Whether all that is missing is why something does not fail.
pub fn needs_a_proof_of_no_failure(reason: &Reason) -> bool {
    matches!(reason, Reason::NotProved { what, .. } if what.contains("does not fail"))
}

/// What the user can do about not knowing.
pub fn hint(reason: &Reason) -> &'static str {
    match reason {
        Reason::OutOfTime { .. } => "give it more with --time, or make the program's bounds smaller",
        Reason::NotRead { .. } => "give it more with --time",
        Reason::OutOfMemory { .. } => "give it more with --memory, or make the program's bounds smaller",
        Reason::OutOfStates { .. } => "raise --max-states",
        Reason::DeepStack { .. } => "make sure that the recursion comes to an end; if it does, raise the limit",
        Reason::UnboundedChoice { .. } => "assign what is looked at before this, or confine it where it is chosen",
        Reason::Unspecified { what, .. } if what.contains("random choice") => {
            "let the program choose instead, where `__UNHANG__` is defined: `if (__VERIFIER_nondet_bool())`, say"
        }
        Reason::Unspecified { .. } => "guard the expression so that it is only looked at when it has a value",
        Reason::RandomNumbers { doubt: Doubt::ForEver, .. } => {
            "ask with `--property exit` whether the program can always end; \
             or let it draw from `__VERIFIER_nondet_int()`, which may be the same for ever, where `__UNHANG__` is defined"
        }
        Reason::RandomNumbers { doubt: Doubt::Seeded, .. } => {
            "seed once, before all random numbers, and call `rand`; \
             or choose with `__VERIFIER_nondet_int()`, where `__UNHANG__` is defined"
        }
        Reason::NumberTooLarge { .. } => "keep the numbers small, for instance by taking them modulo a constant",
        Reason::TooManyThreads { .. } => "start fewer threads at once",
        Reason::Unsupported { what, .. } if what.contains("no source") => {
            "give the source of the function too, or a stand-in with `--stub FILE`; \
             or say `--assume-pure NAME` if it has no effect on any thread"
        }
        Reason::Unsupported { what, .. } if what.contains("none of the files defines") => {
            "give the file that defines it as well"
        }
        Reason::Unsupported { what, .. } if what.contains("not confined") => {
            "assume right after the choice in which range it is, such as `__VERIFIER_assume(0 <= x && x < 4);`"
        }
        Reason::Unsupported { what, .. } if what.contains("jump out of functions") => {
            "let the functions return a value that says what has happened, instead of jumping out of them"
        }
        Reason::Unsupported { what, .. } if what.contains("reads input") => {
            "choose the input instead: `--stub FILE` with a definition of the function that returns `__VERIFIER_nondet_int()`, say"
        }
        Reason::Unsupported { what, .. } if what.contains("another process") => {
            "check what each process does by itself; leave the call out where `__UNHANG__` is defined"
        }
        Reason::Unsupported { what, .. } if what.contains("a signal") => {
            "call the handler, or start a thread that does, instead of sending a signal, where `__UNHANG__` is defined"
        }
        Reason::Unsupported { what, .. } if what.contains("a file or a connection") => {
            "define a stand-in for the function in a file that is given with `--stub FILE`"
        }
        Reason::Unsupported { .. } => {
            "do it in another way; C and C++ programs can where the macro `__UNHANG__` is defined"
        }
        Reason::NoLasso { is_all: true, .. } => "use another engine, which can prove something",
        Reason::NoLasso { .. } => {
            "let it go on to larger bounds with --engine sequentialise, and give it more with --time and --memory; or use another engine"
        }
        Reason::NotProved { what, .. } if what.contains("does not answer questions") => {
            "leave --engine out, so that an engine is used that answers it"
        }
        Reason::NotProved { what, .. } if what.contains("provers do not follow") => {
            "do without what is named, or bound the data, so that all states can be explored"
        }
        Reason::NotProved { what, .. } if what.contains("not supported here") => {
            "make sure that the program does not come there, or do it in another way where `__UNHANG__` is defined"
        }
        _ if needs_a_proof_of_no_failure(reason) => {
            "if it is an assertion, --assume-assertions takes it for granted, and asks only whether the program ends"
        }
        Reason::NotProved { .. } => "use another engine, or assert at that place what makes it come to an end",
        Reason::Unranked { .. } => {
            "if the cycle cannot go on for ever, assert in it what gets less each time and not below zero; if it can, this is the hang"
        }
        Reason::Solver { .. } => "install Z3",
        Reason::NotChecked { .. } => "give it more with --time or --memory",
        Reason::Rejected { .. } | Reason::Crashed { .. } => "please report it, with the program",
    }
}

fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(count), if count == 1 { one } else { many })
}

/// How a number changes in terms of which others grow while a cycle repeats.
pub(crate) fn parameter(parameter: &GrowingParameter) -> String {
    let GrowingParameter { name, first, next } = parameter;
    if first == "0" && *next == format!("{name} + 1") {
        format!("where {name} counts the turns: 0, 1, 2, …")
    } else {
        format!("where {name} is {first} in the first turn, and goes from {name} to {next} with each")
    }
}

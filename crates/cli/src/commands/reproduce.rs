//! `unhang reproduce`: the user's own program, built so that it follows a saved run, hangs in front of the user.
//!
//! The evidence is checked first. What is then said of the real program was seen of it, and nothing else.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use engine::budget::Budget;
use frontend::language::Language;
use frontend::reproduction::build::{self, Building};
use frontend::reproduction::table::{Access, Event, Table, What};
use frontend::reproduction::watch::{self, Expected, Outcome, Seen};
use program::program::Program;
use report::schedule::{self, Ending, Operation, Schedule};
use report::words;

use crate::arguments::{Compiling, Reproduce};
use crate::commands::replay::no_run;
use crate::commands::saved::{self, Loaded};
use crate::exit::Exit;
use crate::sources::Late;
use crate::{compiled, interrupt, output, processes, sources};

/// How long somebody who interrupts waits for what is under way to be cleared away.
const CLEARING: Duration = Duration::from_secs(5);

/// Builds the program, runs it, and says what was seen.
pub fn reproduce(arguments: &Reproduce) -> Result<Exit> {
    let budget = arguments.limits.start();
    let loaded = saved::load(&arguments.saved, &budget)?;
    let note = saved::note_on_changes(&loaded);
    let accepted = match saved::accept(&loaded, &budget) {
        Ok(accepted) => accepted,
        Err(refusal) => return saved::refused(&refusal, &note),
    };
    let schedule = schedule::of(&accepted, &loaded.lowered.program).ok_or_else(no_run)?;
    let files = files(&arguments.saved.files, &loaded);
    check(&loaded, &schedule, &files)?;
    if let Some(path) = &arguments.output {
        output::keep(path, "what is built", &files, "the program")?;
        output::keep(path, "what is built", &arguments.saved.files, "the evidence")?;
    }
    let outcome = output::outcome(&accepted, &loaded.lowered);
    output::print(&format!("{}: {}\n{note}", outcome.files.join(", "), words::headline(&outcome)))?;
    follow(arguments, &loaded, &schedule, &files, &budget)
}

/// Builds the program in a folder that goes away again, and does with it what is asked for.
fn follow(
    arguments: &Reproduce,
    loaded: &Loaded,
    schedule: &Schedule,
    files: &[PathBuf],
    budget: &Budget,
) -> Result<Exit> {
    let folder = tempfile::tempdir().context("error: no folder for temporary files can be made")?;
    let binary = arguments.output.clone().unwrap_or_else(|| folder.path().join("program"));
    let (stopped, cleared) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let is_stopped = || stopped.load(Ordering::SeqCst);
    let is_over = || budget.is_over() || is_stopped();
    if arguments.gdb {
        // Whoever interrupts means the program that the debugger runs.
        ignore_interrupts()?;
    } else {
        on_interrupt(&stopped, &cleared)?;
    }
    let wanted = Wanted { schedule, program: &loaded.lowered.program, files, compiling: &arguments.saved.compiling };
    let given = &loaded.file.reading.arguments;
    let done = (|| -> Result<Exit> {
        wanted.build(folder.path(), &binary, budget, &is_over)?;
        if arguments.gdb {
            watch::debug(&whole(&binary), given).map_err(|why| anyhow!("error: {why}"))?;
            return Ok(Exit::Good);
        }
        if let (Some(path), false) = (&arguments.output, arguments.run) {
            output::print(&format!("built {}, which follows the run whenever it is started\n", path.display()))?;
            return Ok(Exit::Good);
        }
        let seen = wanted.watch(&binary, given, &is_over)?;
        if is_stopped() {
            return Ok(Exit::Unknown);
        }
        output::print(&told(&seen, schedule, budget))?;
        Ok(if is_seen(&seen) { Exit::Good } else { Exit::Unknown })
    })();
    let removed = folder.close();
    cleared.store(true, Ordering::SeqCst);
    if is_stopped() {
        loop {
            // Whoever has interrupted ends the process.
            thread::park();
        }
    }
    removed.context("error: temporary files cannot be removed")?;
    done
}

/// A program that is to follow a run.
pub struct Wanted<'a> {
    /// The run.
    pub schedule: &'a Schedule,
    /// The program as it was read.
    pub program: &'a Program,
    /// Its files.
    pub files: &'a [PathBuf],
    /// What the compiler is told.
    pub compiling: &'a Compiling,
}

impl Wanted<'_> {
    /// Builds the program; the folder is for files under way.
    pub fn build(&self, folder: &Path, binary: &Path, budget: &Budget, is_over: &dyn Fn() -> bool) -> Result<()> {
        let inputs = sources::read_all(self.files)?;
        let (compiler, units) = compiled::units(&inputs, self.compiling, budget)?;
        let is_own = |file: &str| is_own(self.program, file);
        let table = table(self.schedule);
        let flags = &self.compiling.flags;
        let building = Building { compiler: &compiler, units: &units, flags, folder, output: binary, is_over };
        building.following(&table, &is_own).map_err(|error| not_built(error, budget))
    }

    /// Runs the program, called with these arguments, until something is seen.
    pub fn watch(&self, binary: &Path, given: &[String], is_over: &dyn Fn() -> bool) -> Result<Seen> {
        let pass_on = |line: &str| output::warn(&format!("{line}\n"));
        watch::watch(&whole(binary), given, expected(self.schedule), &processes::sample, &pass_on, is_over)
            .map_err(|why| anyhow!("{}: error: cannot be started: {why}", binary.display()))
    }
}

/// Builds the program of these files with delays; the folder is for files under way.
pub fn build_delayed(
    files: &[PathBuf],
    compiling: &Compiling,
    (folder, output): (&Path, &Path),
    budget: &Budget,
) -> Result<()> {
    let inputs = sources::read_all(files)?;
    let (compiler, units) = compiled::units(&inputs, compiling, budget)?;
    let is_over = || budget.is_over();
    let flags = &compiling.flags;
    let building = Building { compiler: &compiler, units: &units, flags, folder, output, is_over: &is_over };
    building.delayed().map_err(|error| not_built(error, budget))
}

fn on_interrupt(stopped: &Arc<AtomicBool>, cleared: &Arc<AtomicBool>) -> Result<()> {
    let (stopped, cleared) = (stopped.clone(), cleared.clone());
    interrupt::on_interrupt(move || {
        stopped.store(true, Ordering::SeqCst);
        let pause = Duration::from_millis(10);
        let mut waited = Duration::ZERO;
        while !cleared.load(Ordering::SeqCst) && waited < CLEARING {
            thread::sleep(pause);
            waited += pause;
        }
        Exit::Unknown
    })
}

fn ignore_interrupts() -> Result<()> {
    interrupt::begin_telling();
    interrupt::on_interrupt(|| Exit::Unknown)
}

/// The files of the program.
fn files(given: &[PathBuf], loaded: &Loaded) -> Vec<PathBuf> {
    match given.split_last() {
        Some((_, files)) if !files.is_empty() => files.to_vec(),
        _ => loaded.file.sources.iter().map(|source| PathBuf::from(&source.name)).collect(),
    }
}

fn check(loaded: &Loaded, schedule: &Schedule, files: &[PathBuf]) -> Result<()> {
    let is_boogie = |file: &&PathBuf| Language::of(file).is_none_or(|language| language == Language::Boogie);
    if let Some(file) = files.iter().find(is_boogie) {
        bail!("error: {} is no C or C++: there is no program of it that could be run", file.display());
    }
    if schedule.ending == Ending::Failure {
        bail!("error: the evidence is about a failure, not about a hang; `unhang replay` shows how it comes about");
    }
    if let Some(entry) = &loaded.file.reading.entry {
        bail!("error: the run begins with `{entry}`, and a real program begins with `main`");
    }
    Ok(())
}

fn is_own(program: &Program, file: &str) -> bool {
    program.files.iter().any(|known| known.name == file && known.origin.is_own())
}

/// The path with its folder, so that nobody looks for it on the `PATH`.
fn whole(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn not_built(error: build::Error, budget: &Budget) -> anyhow::Error {
    match error {
        build::Error::Compiler(frontend::compiler::Error::Stopped) => Late(budget.limits().time).into(),
        error => anyhow!("{error}"),
    }
}

/// The run as the scheduler library wants it.
fn table(schedule: &Schedule) -> Table {
    let event = |event: &schedule::Event| Event {
        thread: event.thread,
        what: match &event.operation {
            Operation::Access { file, line, column, reads, writes } => {
                let (file, line, column, reads, writes) = (file.clone(), *line, *column, *reads, *writes);
                What::Access(Access { file, line, column, reads, writes })
            }
            Operation::Call(family) => What::Call(family),
            Operation::Woken => What::Call("woken"),
        },
        value: event.value.unwrap_or_default(),
    };
    let all = |events: &[schedule::Event]| events.iter().map(event).collect();
    Table { stem: all(&schedule.stem), cycle: all(&schedule.cycle), held: schedule.held.clone() }
}

fn expected(schedule: &Schedule) -> Expected {
    match schedule.ending {
        Ending::Cycle if schedule.cycle.is_empty() => Expected::SilentCycle,
        Ending::Cycle => Expected::Cycle,
        Ending::Deadlock | Ending::NoReturn | Ending::Failure => Expected::Standstill,
    }
}

/// Whether the program was seen to hang.
pub fn is_seen(seen: &Seen) -> bool {
    matches!(seen.result, Outcome::Asleep | Outcome::Turns(_) | Outcome::StillRuns)
}

/// What was seen, for people.
pub fn told(seen: &Seen, schedule: &Schedule, budget: &Budget) -> String {
    let mut text = match &seen.result {
        Outcome::Asleep => {
            "seen: the program hangs: all of its threads sleep, and none has moved for a second\n".to_owned()
        }
        Outcome::Turns(turns) => {
            format!("seen: the program hangs: it has gone round the cycle {turns} times, and goes on\n")
        }
        Outcome::StillRuns => {
            "seen: the program hangs: it has not ended within three seconds, and some threads run\n".to_owned()
        }
        Outcome::Departed(why) => {
            format!("not seen to hang: the program does something else than the run: {why}\n")
        }
        Outcome::Ended(how) => format!("not seen to hang: the program has ended ({how})\n"),
        Outcome::OutOfTime => {
            let seconds = budget.limits().time.as_secs_f64();
            format!("not seen to hang within {seconds} s: the program has neither ended nor got there\n")
        }
    };
    for (number, place) in seen.waiting.iter().filter(|_| is_seen(seen)) {
        let name = schedule.threads.get(*number as usize).cloned().unwrap_or_else(|| format!("thread {number}"));
        text.push_str(&format!("  {name} in {place}\n"));
    }
    text
}

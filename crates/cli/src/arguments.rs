//! The command line, defined once: parsing, help and the values of options.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use clap::builder::{ArgPredicate, PossibleValue, PossibleValuesParser};
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use engine::budget::{Budget, Limits, Process};
use evidence::format::{self, Assertions, Overflow, Spurious};
use frontend::compiler::flags::Warnings;
use frontend::sections::Selection;
use portfolio::plan;
use portfolio::select::{self, Chosen, Plan, Tried};
use program::program::Program;
use program::property::{Fairness, Property, Question};
use report::lens::Telling;
use report::terminal::Detail;

use crate::threads::{self, no_such_thread};
use crate::{amounts, machine};

/// Does a multithreaded program finish?
///
/// Proves that it does, or shows the schedule in which it hangs, or says why it does not know.
#[derive(Parser, Debug)]
#[command(name = "unhang", version, after_help = EXAMPLE)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLE: &str = "\
Start here:
  unhang check philosophers.c                               does it finish?
  unhang check philosophers.c --html philosophers.html      look at the hang in a browser
  unhang check philosophers.c --evidence philosophers.unhang
  unhang replay philosophers.unhang                         step through it in the terminal
  unhang reproduce philosophers.unhang                      let the real program hang
  unhang check --help                                       all options and properties

Exit codes:
  0  the property is proved
  1  it is refuted, and the report shows how
  2  it is not known, and the report says why
  3  the input or the command line is wrong";

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Answer whether a program finishes
    Check(Check),
    /// Check evidence that was saved earlier once more
    Verify(Verify),
    /// Step through a saved run, forward and back; or print it, with the values of all variables
    Replay(Replay),
    /// Build a C or C++ program so that it follows a saved run, and watch it hang
    Reproduce(Reproduce),
    /// Print the program as unhang sees it
    Dump(Dump),
    /// Write a sequential program whose assertion fails if the program can run for ever, for other tools
    Sequentialise(Sequentialise),
    /// Explain a reason for not knowing
    Explain(Explain),
    /// Write unhang.h, with which a C or C++ program marks sections of its own
    Header(Header),
    /// Print the manual page, of unhang or of one of its commands
    Man(Man),
    /// Print what lets a shell complete the words of a command line
    Completions(Completions),
}

const CHECK_EXAMPLE: &str = "\
Examples:
  unhang check main.c                                        does it finish?
  unhang check main.c --html hang.html                       look at the hang in a browser
  unhang check main.cpp queue.cpp -- -std=c++20 -I include   a program of several files
  unhang check locks.bpl --property sections                 another question
  unhang check tests/ -j 4 --format junit                    every program in a folder, as tests

A folder is searched for programs, which are checked one by one, each with the time limit for itself. Comments in them say what is
expected: `// unhang: expect refuted deadlock`, `// unhang: expect terminate weak proved with --no-spurious`. Of programs with
expectations the exit code is 0 if they are met and 1 if not; of the others it is that of their answer. The worst code counts: 3, then
1, then 2, then 0.

Properties:
  finish       every fair run completes: no infinite fair run and no deadlock
  terminate    there is no infinite fair run
  thread=NAME  no fair run has infinitely many steps of a thread that runs the procedure NAME;
               instead of its name, a line that starts threads with it: thread=12, thread=main.c:12
  sections     whatever a thread waits for or holds, it can still get or give back, or the program can end
  exit         the program can always still end

Fairness:
  strong       a thread that can step infinitely often steps infinitely often
  weak         a thread that can step from some point on for ever steps infinitely often
  none         any schedule counts";

/// `unhang check`.
#[derive(Args, Clone, Debug)]
#[command(after_help = CHECK_EXAMPLE, args_override_self = true)]
pub struct Check {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub reading: Reading,
    /// What should hold: finish, terminate, thread=NAME, sections or exit
    #[arg(long, value_name = "PROPERTY", default_value_t = Property::Finish)]
    #[arg(default_value_if("sections", ArgPredicate::IsPresent, "sections"))]
    pub property: Property,
    /// Which infinite runs count: strong, weak or none
    #[arg(long, value_name = "FAIRNESS", default_value_t = Fairness::Strong)]
    pub fairness: Fairness,
    /// Use this engine only
    #[arg(help_heading = EFFORT, long, value_name = "NAME", value_parser = PossibleValuesParser::new(select::names()))]
    pub engine: Option<String>,
    /// Which engines work, and when
    #[arg(help_heading = EFFORT, long, value_name = "NAME", value_parser = plans(), hide_possible_values = true)]
    #[arg(long_help = plans_in_words(), default_value = plan::DEFAULT, conflicts_with = "engine")]
    pub plan: String,
    /// How the engine `commutativity` works: in-turn, facts, kin, baseline, foata, or some of hgen, opg and por, joined by +
    /// [default: in-turn, which is facts and then three of the others]
    #[arg(help_heading = EFFORT, long, value_name = "MODE", requires = "engine", value_parser = mode)]
    pub mode: Option<String>,
    /// The SMT solver to use: z3, cvc5 or another one that speaks SMT-LIB 2 [default: z3 on the PATH]
    #[arg(help_heading = EFFORT, long, value_name = "PATH")]
    pub solver: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub limits: Limited,
    /// Give up after storing so many states
    #[arg(help_heading = EFFORT, long, value_name = "NUMBER", value_parser = amounts::count, allow_hyphen_values = true)]
    pub max_states: Option<u64>,
    /// How to write the report
    #[arg(help_heading = REPORT, long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Save the evidence for the answer, to be replayed or verified later
    #[arg(help_heading = REPORT, long, value_name = "FILE")]
    pub evidence: Option<PathBuf>,
    /// Write a page that shows the run step by step, or the proof, to be looked at in a browser
    #[arg(help_heading = REPORT, long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write a witness in the YAML format of SV-COMP, as far as it has one for the answer; see docs/WITNESS.md
    #[arg(help_heading = REPORT, long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// Check each file by itself, as if they were in a folder
    #[arg(help_heading = MANY, long)]
    pub each: bool,
    /// Of many programs, check so many at the same time [default: as many as there are processors]
    #[arg(help_heading = MANY, short, long, value_name = "NUMBER")]
    pub jobs: Option<NonZero<usize>>,
    /// Show every step, also in libraries, and warnings of the compiler
    #[arg(help_heading = REPORT, short, long)]
    pub verbose: bool,
    /// Print the answer only, in one line
    #[arg(help_heading = REPORT, short, long, conflicts_with = "verbose")]
    pub quiet: bool,
}

/// What is read, and how.
#[derive(Args, Clone, Debug)]
pub struct Reading {
    /// The program: Boogie (.bpl), C (.c, .i), C++ (.cc, .cpp, .cxx, .C, .c++, .ii) or LLVM IR (.ll);
    /// several files make up one program; of a folder, `check` checks each program by itself
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The procedure to start with, if it is not main or the like
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    /// Which sections count, such as mutex,join,user: any of mutex, cond, join, barrier, rwlock, semaphore, once, spin, future, wait,
    /// user (all others that the program marks) and function:NAME (every call of it); asks for the property sections
    #[arg(long, value_name = "LIST")]
    pub sections: Option<Selection>,
    /// Let no wait end for no reason
    #[arg(long = "no-spurious", action = ArgAction::SetFalse)]
    pub spurious: bool,
    /// Take it that assertions hold, and ask only whether the program ends: a run in which one fails counts as one that ends
    #[arg(long)]
    pub assume_assertions: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub compiling: Compiling,
    /// Call the program with this argument, after its name; can be given several times, for several arguments
    #[arg(long = "argument", value_name = "TEXT", help_heading = FOR_C, allow_hyphen_values = true)]
    pub arguments: Vec<String>,
    /// Take it that this function, whose source is not there, has no effect; can be given several times
    #[arg(long, value_name = "NAME", help_heading = FOR_C)]
    pub assume_pure: Vec<String>,
    /// Take it that no signed integer overflows, of which C says nothing: a run in which one does counts as one that ends
    #[arg(long, help_heading = FOR_C)]
    pub assume_no_overflow: bool,
    /// Read this file as well, which defines functions whose sources are not there; can be given several times
    #[arg(long = "stub", value_name = "FILE", help_heading = FOR_C)]
    pub stubs: Vec<PathBuf>,
}

/// What is said to and about the compiler.
#[derive(Args, Clone, Debug, Default)]
pub struct Compiling {
    /// The clang to use [default: clang, or else the newest clang-N, on the PATH]
    #[arg(long = "clang", value_name = "PATH", help_heading = FOR_C)]
    pub compiler: Option<PathBuf>,
    /// Flags for clang, such as -O1, -std=c++20, -I FOLDER or -DNAME=VALUE
    #[arg(last = true, value_name = "FLAG", allow_hyphen_values = true)]
    pub flags: Vec<String>,
}

/// The heading of options that matter to some languages only.
const FOR_C: &str = "Options for C and C++";

/// The heading of options that say how hard to try, and how.
const EFFORT: &str = "Effort";

/// The heading of options that say what is told, and how.
const REPORT: &str = "Report";

/// The heading of options for folders.
const MANY: &str = "Many programs";

/// How much time and memory may be used.
#[derive(Args, Clone, Debug)]
pub struct Limited {
    /// Give up after so much time, in seconds or with a unit: 90, 0.5, 200ms, 5m, 2h
    #[arg(help_heading = EFFORT, long, value_name = "TIME", default_value = "300s", value_parser = amounts::time, allow_hyphen_values = true)]
    pub time: Duration,
    /// Give up when so much memory is taken, in MiB or with a unit: 512, 512MiB, 1.5GiB, 2GB
    /// [default: 3/4 of the machine's memory, at most 8GiB]
    #[arg(help_heading = EFFORT, long, value_name = "MEMORY", value_parser = amounts::memory, allow_hyphen_values = true)]
    pub memory: Option<u64>,
    /// How many such questions are answered at the same time.
    #[arg(skip = 1_u64)]
    pub beside: u64,
}

/// How a report is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people
    Text,
    /// For programs; see docs/JSON.md
    Json,
    /// For what shows the findings of analyses, version 2.1.0
    Sarif,
    /// For workflows of GitHub, which show annotations in the sources
    Github,
    /// For what shows the results of tests, in XML
    Junit,
}

const VERIFY_EXAMPLE: &str = "\
Example:
  unhang verify locks.bpl locks.unhang
  unhang verify main.cpp main.unhang -- -std=c++20    (flags that `check` was given are given again)

Exit codes:
  0  the evidence holds
  1  it does not
  2  time or memory ran out
  3  the input or the command line is wrong";

/// `unhang verify`.
#[derive(Args, Debug)]
#[command(override_usage = "unhang verify [OPTIONS] [PROGRAM]... EVIDENCE [-- <FLAG>...]", after_help = VERIFY_EXAMPLE)]
pub struct Verify {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub saved: Saved,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub limits: Limited,
}

const REPLAY_EXAMPLE: &str = "\
Examples:
  unhang replay locks.unhang                                step through it; `help` lists the commands
  unhang replay locks.unhang --batch                        print it all
  echo 'end threads' | tr ' ' '\\n' | unhang replay locks.unhang --interactive";

/// `unhang replay`.
#[derive(Args, Debug)]
#[command(override_usage = "unhang replay [OPTIONS] [PROGRAM]... EVIDENCE [-- <FLAG>...]", after_help = REPLAY_EXAMPLE)]
pub struct Replay {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub saved: Saved,
    /// Of a C or C++ program, tell every step, also those in libraries, and every variable
    #[arg(short, long)]
    pub verbose: bool,
    /// Read commands from standard input, even if that is no terminal
    #[arg(short, long, conflicts_with = "batch")]
    pub interactive: bool,
    /// Print the whole run, even on a terminal
    #[arg(short, long)]
    pub batch: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub limits: Limited,
}

impl Replay {
    /// Whether steps that are written elsewhere are told as they are.
    pub fn telling(&self) -> Telling {
        if self.verbose { Telling::Everything } else { Telling::OwnLines }
    }
}

const REPRODUCE_EXAMPLE: &str = "\
Examples:
  unhang reproduce locks.unhang                             build the program, run it, and say what was seen
  unhang reproduce locks.unhang --gdb                       the same in gdb: Ctrl-C stops it where it hangs
  unhang reproduce locks.unhang --output ./hangs            keep the program, which then hangs whenever it is run

Exit codes:
  0  the program was seen to hang as the run says, or was built as asked for
  1  the evidence does not hold
  2  it was not seen to hang, and it is said why
  3  the input or the command line is wrong";

/// `unhang reproduce`.
#[derive(Args, Debug)]
#[command(override_usage = "unhang reproduce [OPTIONS] [PROGRAM]... EVIDENCE [-- <FLAG>...]", after_help = REPRODUCE_EXAMPLE)]
pub struct Reproduce {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub saved: Saved,
    /// Keep the program in this file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Run the program in gdb
    #[arg(long, conflicts_with = "run")]
    pub gdb: bool,
    /// Run the program even though it is kept
    #[arg(long)]
    pub run: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub limits: Limited,
}

/// Saved evidence and the program it is about.
#[derive(Args, Clone, Debug)]
pub struct Saved {
    /// The files of the program, then the evidence; the program may be left out if its files lie where they lay
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Flags that were given to `check` must be given again.
    #[command(flatten)]
    pub compiling: Compiling,
}

/// `unhang dump`.
#[derive(Args, Debug)]
pub struct Dump {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub reading: Reading,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub form: Form,
}

/// In which form a program is printed.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
pub struct Form {
    /// As Boogie, one label for each control location and one atomic block for each step
    #[arg(long)]
    pub ir: bool,
    /// As control-flow automata, for Graphviz
    #[arg(long)]
    pub dot: bool,
    /// Without memory and calls, one procedure for each thread, as the provers see it; or line by line why that cannot be
    #[arg(long)]
    pub prepared: bool,
}

const SEQUENTIALISE_EXAMPLE: &str = "\
Examples:
  unhang sequentialise retry.bpl --stem 1 --lasso 2 --emit boogie -o sequential.bpl
  unhang check sequential.bpl
  unhang sequentialise retry.c --stem 1 --lasso 2 --emit c -o sequential.c

The assertion of the sequential program fails if there is a fair run that goes through the given numbers of rounds, one turn for each
thread in every round, and then repeats the rounds of the lasso for ever. Deadlocks are not what it looks for.

Exit codes:
  0  the sequential program is written
  3  the input or the command line is wrong, or the program has no translation";

/// `unhang sequentialise`.
#[derive(Args, Debug)]
#[command(after_help = SEQUENTIALISE_EXAMPLE)]
pub struct Sequentialise {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub reading: Reading,
    /// Rounds before the cycle
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=64))]
    pub stem: u32,
    /// Rounds in the cycle
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub lasso: u32,
    /// In which language to write it
    #[arg(long, value_enum)]
    pub emit: Language,
    /// Which infinite runs count: strong, weak or none
    #[arg(long, value_name = "FAIRNESS", default_value_t = Fairness::Strong)]
    pub fairness: Fairness,
    /// Guess integers between turns from this range only, such as 0..7, so that tools that try all values can take the program
    #[arg(long, value_name = "RANGE", value_parser = amounts::range, allow_hyphen_values = true)]
    pub range: Option<(i64, i64)>,
    /// The file to write; without one, the program is printed
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A language that other tools read.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// For Boogie, Corral and unhang itself
    Boogie,
    /// For bounded model checkers of C
    C,
}

/// `unhang explain`.
#[derive(Args, Debug)]
pub struct Explain {
    /// A code such as UH-TIME; without one, all are listed
    pub code: Option<String>,
}

/// `unhang header`.
#[derive(Args, Debug)]
pub struct Header {
    /// The folder to write it to; without one, it is printed
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

/// `unhang man`.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  unhang man check | man -l -")]
pub struct Man {
    /// A command such as check; without one, the page is about all of them
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

/// `unhang completions`.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  unhang completions bash > ~/.local/share/bash-completion/completions/unhang")]
pub struct Completions {
    /// The shell
    pub shell: Shell,
}

/// The definition of the command line.
pub fn definition() -> clap::Command {
    Arguments::command()
}

/// What the command line says; wrong ones, and wishes for help, end the process.
pub fn parse() -> Result<Command> {
    parse_from(std::env::args_os())
}

/// What the given command line says, the program's name first.
pub fn parse_from(words: impl IntoIterator<Item = impl Into<std::ffi::OsString> + Clone>) -> Result<Command> {
    Ok(Arguments::try_parse_from(words)?.command)
}

/// Options that a program's own comments give, and which of them these are.
pub struct Said {
    check: Check,
    given: ArgMatches,
}

impl Said {
    /// Reads the words; `check` and a file are added to them.
    pub fn read(words: &[String]) -> Result<Said> {
        let all = ["unhang", "check", "-"].into_iter().map(str::to_owned).chain(words.iter().cloned());
        let mut matches = definition().try_get_matches_from(all)?;
        let check = match Arguments::from_arg_matches(&matches)?.command {
            Command::Check(check) => check,
            _ => bail!("error: this is no check"),
        };
        let (_, given) = matches.remove_subcommand().ok_or_else(|| anyhow!("error: this is no check"))?;
        Ok(Said { check, given })
    }

    fn has(&self, option: &str) -> bool {
        self.given.value_source(option) == Some(ValueSource::CommandLine)
    }
}

impl Reading {
    /// All files that make up the program, in order.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.files.iter().chain(&self.stubs).cloned().collect()
    }

    /// What has to be known to make the same program again.
    pub fn saved(&self) -> format::Reading {
        format::Reading {
            entry: self.entry.clone(),
            arguments: self.arguments.clone(),
            pure: self.assume_pure.clone(),
            overflow: if self.assume_no_overflow { Overflow::LeftOut } else { Overflow::Kept },
            assertions: if self.assume_assertions { Assertions::LeftOut } else { Assertions::Kept },
            spurious: if self.spurious { Spurious::Kept } else { Spurious::LeftOut },
            sections: self.sections.as_ref().map(Selection::to_string),
            flags: self.compiling.flags.clone(),
        }
    }

    /// How the program is made again from these files. The flags are the user's, never those that were saved.
    pub fn again(saved: &format::Reading, files: Vec<PathBuf>, compiling: Compiling) -> Result<Reading, String> {
        Ok(Reading {
            files,
            entry: saved.entry.clone(),
            sections: saved.sections.as_deref().map(str::parse).transpose()?,
            assume_assertions: saved.assertions == Assertions::LeftOut,
            spurious: saved.spurious == Spurious::Kept,
            compiling,
            arguments: saved.arguments.clone(),
            assume_pure: saved.pure.clone(),
            assume_no_overflow: saved.overflow == Overflow::LeftOut,
            stubs: Vec::new(),
        })
    }
}

/// The names of the plans, with what they are for.
fn plans() -> PossibleValuesParser {
    PossibleValuesParser::new(plan::all().into_iter().map(|plan| PossibleValue::new(plan.name).help(plan.says)))
}

/// What the plans are for, one on each line.
fn plans_in_words() -> String {
    let line = |plan: plan::Written<'_>| format!("\n  {:<9}{}", plan.name, plan.says);
    let all: String = plan::all().into_iter().map(line).collect();
    format!("Which engines work, and when:{all}\n")
}

/// The mode, if there is one of this name.
fn mode(text: &str) -> Result<String, String> {
    select::in_mode(text).map(|_| text.to_owned())
}

impl Check {
    /// The question, if it makes sense for the program.
    pub fn question(&self, program: &Program) -> Result<Question> {
        let question = threads::by_name(program, self.unchecked_question()).map_err(|why| anyhow!("error: {why}"))?;
        match no_such_thread(program, &question) {
            Some(why) => bail!("error: {why}"),
            None => Ok(question),
        }
    }

    /// This command, with what the program's comments say besides. These are the options that `expectations` allows in comments.
    pub fn with(mut self, said: Said) -> Check {
        if said.has("property") || said.has("sections") {
            self.property = said.check.property.clone();
        }
        if said.has("fairness") {
            self.fairness = said.check.fairness;
        }
        if said.has("engine") {
            self.engine = said.check.engine.clone();
        }
        if said.has("plan") {
            (self.plan, self.engine) = (said.check.plan.clone(), None);
        }
        if said.has("time") {
            self.limits.time = said.check.limits.time;
        }
        if said.has("spurious") {
            self.reading.spurious = said.check.reading.spurious;
        }
        self.mode = said.check.mode.or(self.mode);
        self.max_states = said.check.max_states.or(self.max_states);
        self.limits.memory = said.check.limits.memory.or(self.limits.memory);
        let (own, more) = (&mut self.reading, said.check.reading);
        own.entry = more.entry.or(own.entry.take());
        own.sections = more.sections.or(own.sections.take());
        own.assume_assertions |= more.assume_assertions;
        own.assume_no_overflow |= more.assume_no_overflow;
        own.assume_pure.extend(more.assume_pure);
        own.arguments.extend(more.arguments);
        own.compiling.flags.extend(more.compiling.flags);
        self
    }

    /// The question, whether or not it makes sense.
    pub fn unchecked_question(&self) -> Question {
        Question { property: self.property.clone(), fairness: self.fairness }
    }

    /// The engines to use. Fails if the solver that is named is none.
    pub fn plan(&self, budget: &Budget) -> Result<Plan> {
        let engine = self.engine.as_deref();
        if self.mode.is_some() && engine != Some(select::WITH_MODES) {
            bail!("error: --mode: only the engine `{}` has modes", select::WITH_MODES);
        }
        let chosen = engine.map_or(Chosen::Plan(&self.plan), Chosen::Engine);
        let tried = self.solver.as_ref().map(|path| Tried { path, budget });
        let plan = select::made(chosen, tried.as_ref()).map_err(|why| anyhow!("error: --solver: {why}"))?;
        // The engine that has modes asks no solver.
        let in_mode = self.mode.as_deref().map(select::in_mode);
        in_mode.unwrap_or(Ok(plan)).map_err(|why| anyhow!("error: --mode: {why}"))
    }

    /// The names of the program's files.
    pub fn names(&self) -> Vec<String> {
        self.reading.paths().iter().map(|path| path.display().to_string()).collect()
    }

    /// How much the report says.
    pub fn detail(&self) -> Detail {
        match (self.quiet, self.verbose) {
            (true, _) => Detail::Headline,
            (_, true) => Detail::Full,
            _ => Detail::Summary,
        }
    }

    /// Whether steps that are written elsewhere are told as they are.
    pub fn telling(&self) -> Telling {
        if self.verbose { Telling::Everything } else { Telling::OwnLines }
    }

    /// Whether the compiler's warnings are wanted.
    pub fn warnings(&self) -> Warnings {
        if self.verbose { Warnings::Shown } else { Warnings::Hidden }
    }

    /// The budget, from now on.
    pub fn start(&self) -> Budget {
        self.limits.start_with(self.max_states.unwrap_or(u64::MAX))
    }
}

impl Limited {
    /// The budget, from now on, with any number of states.
    pub fn start(&self) -> Budget {
        self.start_with(u64::MAX)
    }

    fn start_with(&self, states: u64) -> Budget {
        let memory = self.memory.unwrap_or_else(machine::default_memory);
        // Neighbours may have been given more than this one.
        let together = memory.saturating_mul(self.beside).max(machine::default_memory());
        let most = if self.beside > 1 { together } else { memory };
        let process = Process { most, taken: machine::memory_taken };
        Budget::start(Limits { time: self.time, memory, process: Some(process), states })
    }
}

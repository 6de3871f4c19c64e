//! What is given to the engines; and programs with wrong answers, made smaller and written down.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::{Result, bail};
use engine::budget::{Budget, Limits};
use program::arbitrary::shrink;
use program::program::Program;
use program::span::SourceFile;
use program::text::print;
use unhang::arguments::{self, Command};
use unhang::sources;

use super::c::Source;
use super::engines::Engines;
use super::judge::{Wrong, judge};
use super::{Languages, Options};

/// How long a program is made smaller.
const SHRINKING: Duration = Duration::from_secs(120);

/// A random program as it was made.
#[derive(Clone)]
pub enum Subject {
    /// In Boogie.
    Boogie(Program),
    /// In C.
    C(Source),
}

impl Subject {
    /// The program as a user would give it.
    pub fn text(&self) -> String {
        match self {
            Subject::Boogie(program) => print(program),
            Subject::C(source) => source.text(),
        }
    }

    fn ending(&self) -> &'static str {
        match self {
            Subject::Boogie(_) => "bpl",
            Subject::C(_) => "c",
        }
    }

    /// The program as the front end reads it, or how it does not.
    pub fn read(&self) -> Result<Program, String> {
        let read = catch_unwind(AssertUnwindSafe(|| match self {
            Subject::Boogie(program) => read_boogie(program),
            Subject::C(_) => compile(&self.text()),
        }));
        match read {
            Ok(Ok(program)) => Ok(program),
            Ok(Err(why)) => Err(format!("the front end does not read it: {why:#}")),
            Err(_) => Err("the front end has panicked".to_owned()),
        }
    }

    /// Programs that are a little smaller.
    fn smaller(&self) -> Vec<Subject> {
        match self {
            Subject::Boogie(program) => shrink::shrink(program).into_iter().map(Subject::Boogie).collect(),
            Subject::C(source) => source.smaller().into_iter().map(Subject::C).collect(),
        }
    }
}

fn read_boogie(program: &Program) -> Result<Program> {
    let text = print(program);
    let file = SourceFile::new("storm.bpl".into(), text.as_str().into());
    let read = frontend::boogie::lower(vec![file], &frontend::boogie::Options::default());
    let read = read.map_err(|error| sources::rendered(&error))?;
    if print(&read) != text {
        bail!("what is printed is another program when it is read");
    }
    Ok(read)
}

/// Goes the way of the command line, clang included.
fn compile(text: &str) -> Result<Program> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("storm.c");
    fs::write(&path, text)?;
    let words = ["unhang".to_owned(), "check".to_owned(), path.display().to_string()];
    let Command::Check(check) = arguments::parse_from(words)? else { bail!("this is no check") };
    let inputs = sources::read_all(&check.reading.paths())?;
    let translated = sources::translate(inputs, &check.reading, check.warnings(), &check.start())?;
    Ok(translated.lower(&check.reading)?.program)
}

/// Makes the program smaller as long as the same thing is wrong with it, writes it down, and says what it is, with the program.
pub fn keep(
    options: &Options,
    seed: u64,
    subject: &Subject,
    wrong: &Wrong,
    number: usize,
    engines: &Engines,
) -> String {
    let budget = Budget::start(Limits { time: SHRINKING, ..Limits::default() });
    let (mut smallest, mut how) = (subject.clone(), wrong.clone());
    'smaller: while !budget.is_over() {
        for candidate in smallest.smaller() {
            if budget.is_over() {
                break 'smaller;
            }
            let found = judge(&candidate, seed, engines).wrong.into_iter().find(|it| it.is_like(wrong));
            if let Some(found) = found {
                (smallest, how) = (candidate, found);
                continue 'smaller;
            }
        }
        break;
    }
    let asked = how.question.as_ref().map_or(String::new(), |it| format!("{} {}: ", it.property, it.fairness));
    let told = format!("{}: {asked}{}", again(options, seed), how.what);
    let name = match number {
        0 => format!("storm-{seed}"),
        _ => format!("storm-{seed}-{}", number + 1),
    };
    let place = match write(options, &name, &smallest, &how, &told) {
        Ok(path) => format!("see {path}"),
        Err(error) => format!("and it cannot be written: {error:#}"),
    };
    format!("{told}\n  {place}\n{}", smallest.text())
}

/// The command that asks the same again.
fn again(options: &Options, seed: u64) -> String {
    let language = match options.languages {
        Languages::Both => "",
        Languages::Boogie => " --language boogie",
        Languages::C => " --language c",
    };
    format!("cargo xtask storm --programs 1 --seed {seed}{language} --time {}", options.time.as_millis())
}

/// The program and its expectation. Where the truth is not known nothing is expected, and the corpus does not pass until somebody has
/// worked it out.
fn write(options: &Options, name: &str, subject: &Subject, how: &Wrong, told: &str) -> Result<String> {
    let path = options.keep.join(format!("{name}.{}", subject.ending()));
    let comment = told.replace('\n', " ");
    fs::write(&path, format!("// {comment}\n{}", subject.text()))?;
    let mut expected = format!("# {comment}\n");
    if let (Some(question), Some(truth)) = (&how.question, how.truth) {
        let word = if truth { "proved" } else { "refuted" };
        expected += &format!("{} {} {word}\n", question.property, question.fairness);
    }
    fs::write(path.with_extension("expect"), expected)?;
    Ok(path.display().to_string())
}

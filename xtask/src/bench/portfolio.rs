//! The default plan next to each engine alone: it should answer what the best of them answers, and not take much longer.
//!
//! The programs are those of `bench/commute`, `corpus/modular` and `corpus/c/unbounded`, with the questions that stand beside them. All times are from
//! the program to the accepted answer, by the clock. The plan is asked right after the engines, so that the machine is the same.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use engine::Task;
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use evidence::verdict::Verdict;
use portfolio::select::{self, Chosen, Plan};
use program::program::Program;
use program::property::{Fairness, Question};

use super::{boogie, c, measure};
use crate::commute;
use crate::corpus::expect;
use crate::root;

/// The name of the benchmark.
pub const NAME: &str = "portfolio";

/// Where programs of the corpus are.
const FOLDERS: [&str; 2] = ["corpus/modular", "corpus/c/unbounded"];

const USAGE: &str = "usage: cargo xtask bench portfolio [--time SECONDS] [--only TEXT] [--plan NAME]: for each question, 5 if nothing is said; \
                     the programs whose path contains the text; the plan that is compared, which is `default` if nothing is said";

/// The plan is much worse than the best engine if it takes longer by this factor and by this many seconds.
const FACTOR: f64 = 2.0;
const SECONDS: f64 = 0.5;

/// A question about a program.
struct Asked {
    name: String,
    program: Arc<Program>,
    question: Question,
}

/// Measures as the options say.
pub fn run(words: &[&str], tell: &mut dyn FnMut(&str)) -> Result<()> {
    let (mut seconds, mut part, mut plan) = (5.0, "", "default");
    for option in words.chunks(2) {
        match option {
            ["--time", number] => seconds = number.parse().ok().filter(|it| *it > 0.0).context(USAGE)?,
            ["--only", text] => part = text,
            ["--plan", name] => plan = name,
            _ => bail!(USAGE),
        }
    }
    let time = Duration::from_secs_f64(seconds);
    measure::in_release_with(|| compare(time, part, plan, tell), &[&[NAME], words].concat())
}

fn compare(time: Duration, part: &str, plan: &str, tell: &mut dyn FnMut(&str)) -> Result<()> {
    let all: Vec<Asked> = asked(part)?;
    ensure!(!all.is_empty(), "there is no program whose path contains `{part}`");
    let engines: Vec<&str> = select::names().collect();
    let columns: String = engines.iter().map(|engine| format!("  {engine:>14}")).collect();
    tell(&format!("{:<52}  {:<24}{columns}  {plan:>14}", "program", "question"));
    let (mut solved, mut worse, mut total) =
        (vec![0_usize; engines.len() + 1], Vec::new(), vec![0.0; engines.len() + 1]);
    for asked in &all {
        let mut answers: Vec<Answered> = Vec::new();
        for engine in &engines {
            answers.push(answer(asked, select::only(engine).context("the engine is on the list")?, time));
        }
        answers.push(answer(asked, select::made(Chosen::Plan(plan), None).map_err(anyhow::Error::msg)?, time));
        for (place, answer) in answers.iter().enumerate() {
            solved[place] += usize::from(answer.is_solved);
            total[place] += answer.seconds;
        }
        let Some((own, alone)) = answers.split_last() else { continue };
        let best = alone.iter().filter(|it| it.is_solved).map(|it| it.seconds).reduce(f64::min);
        let is_worse = match best {
            None => false,
            Some(best) => !own.is_solved || own.seconds > FACTOR * best && own.seconds > best + SECONDS,
        };
        let shown: String = answers.iter().map(|answer| format!("  {:>14}", answer.shown())).collect();
        let question = format!("{} {}", asked.question.property, asked.question.fairness);
        tell(&format!("{:<52}  {question:<24}{shown}{}", asked.name, if is_worse { "  WORSE" } else { "" }));
        if is_worse {
            worse.push(asked.name.as_str());
        }
    }
    tell("");
    let figures: String = solved.iter().map(|count| format!("  {count:>14}")).collect();
    tell(&format!("{:<78}{figures}", format!("answered, of {}", all.len())));
    let figures: String = total.iter().map(|seconds| format!("  {seconds:>12.1} s")).collect();
    tell(&format!("{:<78}{figures}", "together"));
    tell(&format!("much worse than the best engine: {}", worse.len()));
    Ok(())
}

/// What came of a question.
struct Answered {
    is_solved: bool,
    seconds: f64,
}

impl Answered {
    fn shown(&self) -> String {
        if self.is_solved { format!("{:.2} s", self.seconds) } else { format!("({:.2} s)", self.seconds) }
    }
}

fn answer(asked: &Asked, plan: Plan, time: Duration) -> Answered {
    let budget = Budget::start(Limits { time, ..Limits::default() });
    let task = Task { program: &asked.program, question: &asked.question };
    let accepted = portfolio::run(task, plan, &budget, Arc::new(Silent));
    let is_solved = !matches!(accepted.verdict(), Verdict::Unknown(_));
    Answered { is_solved, seconds: budget.elapsed().as_secs_f64() }
}

/// The questions about programs whose path contains the text; of those in `bench/commute`, whether they finish under strong fairness.
fn asked(part: &str) -> Result<Vec<Asked>> {
    let root = root::find()?;
    let mut all = Vec::new();
    for folder in FOLDERS {
        for beside in root::files(&root.join(folder), &[".expect"])? {
            let name = root::relative(&root, &beside);
            let path = ["bpl", "c"].map(|ending| beside.with_extension(ending)).into_iter().find(|path| path.exists());
            let path = path.with_context(|| format!("{name} has no program beside it"))?;
            let name = root::relative(&root, &path);
            if name.contains(part) {
                all.extend(of_corpus(&name, &beside)?);
            }
        }
    }
    // If no program there is meant, those of the corpus are enough.
    for case in commute::cases("").unwrap_or_default() {
        let name = format!("bench/commute/{}", case.name);
        let program = Arc::new(case.program);
        let strong = case.questions.into_iter().filter(|(question, _)| question.fairness == Fairness::Strong);
        let named = strong.map(|(question, _)| Asked { name: name.clone(), program: program.clone(), question });
        all.extend(named.filter(|asked| asked.name.contains(part)));
    }
    Ok(all)
}

fn of_corpus(name: &str, beside: &Path) -> Result<Vec<Asked>> {
    let expectation = expect::read(&fs::read_to_string(beside)?).with_context(|| name.to_owned())?;
    // Which engine is asked there does not matter here; what is read in another way is left to the corpus.
    let is_engine = matches!(&expectation.options[..], [] | [_, _])
        && expectation.options.iter().take(1).all(|it| it == "--engine");
    if !is_engine || !expectation.files.is_empty() {
        return Ok(Vec::new());
    }
    let program = Arc::new(if name.ends_with(".bpl") { boogie::load(name, None)? } else { c::read(name, &[])? });
    let asked = |question: expect::Question| {
        let property = question.property.parse().map_err(anyhow::Error::msg)?;
        let fairness = if question.fairness == "-" { "strong" } else { &question.fairness };
        let fairness = fairness.parse().map_err(anyhow::Error::msg)?;
        Ok(Asked { name: name.to_owned(), program: program.clone(), question: Question { property, fairness } })
    };
    expectation.answer.into_questions().into_iter().map(asked).collect()
}

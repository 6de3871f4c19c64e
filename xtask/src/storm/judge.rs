//! One program of a storm: every engine's answers to every question, compared with each other and with the truth.

use std::sync::Arc;

use program::arbitrary::random::Random;
use program::program::Program;
use program::property::{Fairness, Property, Question};

use super::c;
use super::engines::{Engines, Said, Spent};
use super::keep::Subject;
use super::naive;
use super::naive::graph::Graph;

/// Programs with more states in full interleaving have no known truth. Those from C take more steps for the same.
const MOST_STATES: usize = naive::MOST_STATES;
const MOST_STATES_OF_C: usize = 1_500;

/// What came of a program.
#[derive(Default)]
pub struct Judged {
    /// How many questions were asked.
    pub questions: usize,
    /// Which engine said what, by its name, and whether the answer came late.
    pub answers: Vec<(String, Said, bool)>,
    /// How often an engine was not asked, since its time was used up.
    pub not_asked: usize,
    /// How many answers were compared with the truth.
    pub compared_with_truth: usize,
    /// How many questions were answered by at least two engines.
    pub answered_twice: usize,
    /// The first thing that went wrong.
    pub wrong: Option<Wrong>,
}

/// Something that must not happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// In which question, if it is about one.
    pub question: Option<Question>,
    /// The right answer, if it is known.
    pub truth: Option<bool>,
    /// What happened.
    pub what: String,
}

impl Wrong {
    fn reading(what: String) -> Wrong {
        Wrong { question: None, truth: None, what }
    }
}

/// Asks all engines everything about the program.
pub fn judge(subject: &Subject, seed: u64, engines: &Engines) -> Judged {
    let program = match subject.read() {
        Ok(program) => Arc::new(program),
        Err(what) => return Judged { wrong: Some(Wrong::reading(what)), ..Judged::default() },
    };
    let (most, mut questions) = match subject {
        Subject::Boogie(_) => (MOST_STATES, naive::questions(&program)),
        Subject::C(_) => (MOST_STATES_OF_C, questions_about_c(&program)),
    };
    // Engines that run out of time do so at other questions each time.
    shuffle(&mut questions, &mut Random::new(seed ^ 0x5707));
    let graph = Graph::build(&program, most).filter(|graph| !graph.undetermined);
    let truth = |question: &Question| {
        let graph = graph.as_ref()?;
        Some(graph.failures.is_empty() && naive::holds(&program, question, graph))
    };
    let mut judged = Judged::default();
    let mut spent = Spent::default();
    let asked = engines.for_seed(seed);
    for question in questions {
        judged.questions += 1;
        let truth = truth(&question);
        let wrong = ask_all(&program, &question, truth, engines, &asked, &mut spent, &mut judged);
        if let Err(what) = wrong {
            judged.wrong = Some(Wrong { question: Some(question), truth, what });
            return judged;
        }
    }
    judged
}

/// The answers of all engines to one question; or which of them must not be.
fn ask_all(
    program: &Arc<Program>,
    question: &Question,
    truth: Option<bool>,
    engines: &Engines,
    asked: &[usize],
    spent: &mut Spent,
    judged: &mut Judged,
) -> Result<(), String> {
    let mut first: Option<(usize, Said)> = None;
    let mut count = 0;
    for &engine in asked {
        let name = engines.name(engine);
        let Some(answer) = engines.ask(engine, program, question, spent) else {
            judged.not_asked += 1;
            continue;
        };
        let answer = answer.map_err(|how| format!("{name} {how}"))?;
        judged.answers.push((name.to_owned(), answer.said, answer.is_late));
        if answer.said == Said::Unknown {
            continue;
        }
        count += 1;
        if let Some(truth) = truth {
            judged.compared_with_truth += 1;
            if (answer.said == Said::Proved) != truth {
                let right = if truth { "holds" } else { "does not hold" };
                return Err(format!("{name} says {}, and it {right}", answer.said.word()));
            }
        }
        match first {
            None => first = Some((engine, answer.said)),
            Some((other, said)) if said != answer.said => {
                let other = engines.name(other);
                return Err(format!("{name} says {}, and {other} says {}", answer.said.word(), said.word()));
            }
            Some(_) => {}
        }
    }
    judged.answered_twice += usize::from(count >= 2);
    Ok(())
}

/// Every question that can be asked about a program of `c`, whose threads are known by their names.
fn questions_about_c(program: &Program) -> Vec<Question> {
    let is_thread = |name: &&String| name.starts_with(c::THREAD);
    let threads = program.procedures.iter().map(|procedure| &procedure.name).filter(is_thread);
    let properties = [Property::Finish, Property::Terminate].into_iter();
    let properties = properties.chain(threads.map(|name| Property::Thread(name.clone())));
    let fair = |property: Property| {
        let all = [Fairness::Strong, Fairness::Weak, Fairness::None];
        all.map(|fairness| Question { property: property.clone(), fairness })
    };
    let unfair = [Property::Sections, Property::Exit].map(|property| Question { property, fairness: Fairness::Strong });
    properties.flat_map(fair).chain(unfair).collect()
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for place in (1..items.len()).rev() {
        items.swap(place, random.below(place + 1));
    }
}

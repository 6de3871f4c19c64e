//! One program of a storm: every engine's answers to every question, compared with each other and with the truth.

use std::sync::Arc;

use program::arbitrary::random::Random;
use program::program::Program;
use program::property::{Fairness, Property, Question};

use super::engines::{Engines, Misdeed, Said, Spent};
use super::keep::Subject;
use super::naive;
use super::naive::graph::Graph;
use super::{boogie, c};

/// Programs with more states in full interleaving have no known truth. Those from C take more steps for the same.
const MOST_STATES_OF_C: usize = 1_500;

/// What came of a program.
#[derive(Default)]
pub struct Judged {
    /// How many questions were asked.
    pub questions: usize,
    /// Which engine said what, by its name, and whether the answer came late.
    pub answers: Vec<(String, Said, bool)>,
    /// Whom a question was not asked, since its time was used up.
    pub not_asked: Vec<String>,
    /// How many answers were compared with the truth.
    pub compared_with_truth: usize,
    /// How many questions were answered by at least two engines.
    pub answered_twice: usize,
    /// What went wrong, each thing once.
    pub wrong: Vec<Wrong>,
}

/// What went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The front end does not read what was written.
    Reading,
    /// Something has panicked.
    Panic,
    /// An engine does not come back.
    NotBack,
    /// An engine comes back late.
    Late,
    /// The solver does not work.
    Solver,
    /// The checker rejects a claim.
    Rejected,
    /// An answer contradicts the truth, or another one.
    Answer,
    /// Evidence is not what was saved.
    Evidence,
    /// What is told is not.
    Telling,
}

/// Something that must not happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// Of which kind it is.
    pub kind: Kind,
    /// Who does it, if it is known who.
    pub who: Option<String>,
    /// In which question, if it is about one.
    pub question: Option<Question>,
    /// The right answer, if it is known.
    pub truth: Option<bool>,
    /// What happened.
    pub what: String,
}

impl Wrong {
    fn reading(what: String) -> Wrong {
        Wrong { kind: Kind::Reading, who: None, question: None, truth: None, what }
    }

    /// Whether it is the same thing, as far as that can be told. Which of two answers is wrong may not be known.
    pub fn is_like(&self, other: &Wrong) -> bool {
        self.kind == other.kind && (self.kind == Kind::Answer || self.who == other.who)
    }
}

/// Asks all engines everything about the program.
pub fn judge(subject: &Subject, seed: u64, engines: &Engines) -> Judged {
    let program = match subject.read() {
        Ok(program) => Arc::new(program),
        Err(what) => return Judged { wrong: vec![Wrong::reading(what)], ..Judged::default() },
    };
    let (most, mut questions) = match subject {
        Subject::Boogie(_) => (boogie::most_states(&program), naive::questions(&program)),
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
        ask_all(&program, &question, truth, engines, &asked, &mut spent, &mut judged);
    }
    judged
}

/// Asks everybody one question, and takes down the answers and what is wrong with them.
fn ask_all(
    program: &Arc<Program>,
    question: &Question,
    truth: Option<bool>,
    engines: &Engines,
    asked: &[usize],
    spent: &mut Spent,
    judged: &mut Judged,
) {
    let mut answers: Vec<(&str, Said)> = Vec::new();
    for &engine in asked {
        let name = engines.name(engine);
        let found = match engines.ask(engine, program, question, spent) {
            None => {
                judged.not_asked.push(name.to_owned());
                continue;
            }
            Some(Ok(answer)) => {
                judged.answers.push((name.to_owned(), answer.said, answer.is_late));
                if !answer.said.is_answer() {
                    continue;
                }
                judged.compared_with_truth += usize::from(truth.is_some());
                let found = contradiction(name, answer.said, truth, &answers);
                answers.push((name, answer.said));
                found
            }
            Some(Err(misdeed)) => Some(misdeed),
        };
        if let Some((kind, how)) = found {
            let (who, what) = (Some(name.to_owned()), format!("{name} {how}"));
            let wrong = Wrong { kind, who, question: Some(question.clone()), truth, what };
            if !judged.wrong.iter().any(|other| other.is_like(&wrong)) {
                judged.wrong.push(wrong);
            }
        }
    }
    judged.answered_twice += usize::from(answers.len() >= 2);
}

/// What is wrong with the answer: the truth says something else, or somebody before.
fn contradiction(name: &str, said: Said, truth: Option<bool>, before: &[(&str, Said)]) -> Option<Misdeed> {
    let how = match truth {
        Some(truth) if (said == Said::Proved) == truth => return None,
        Some(true) => format!("says {}, and it holds", said.word()),
        Some(false) => format!("says {}, and it does not hold", said.word()),
        None => {
            let (other, otherwise) = before.iter().find(|(other, it)| *it != said && *other != name)?;
            format!("says {}, and {other} says {}", said.word(), otherwise.word())
        }
    };
    Some((Kind::Answer, how))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_held_against_the_truth_and_against_each_other() {
        let found =
            |said, truth, before: &[(&str, Said)]| contradiction("one", said, truth, before).map(|(_, how)| how);
        assert_eq!(found(Said::Proved, Some(true), &[("two", Said::Refuted)]), None);
        assert_eq!(found(Said::Proved, Some(false), &[]).as_deref(), Some("says proved, and it does not hold"));
        assert_eq!(found(Said::Refuted, Some(true), &[]).as_deref(), Some("says refuted, and it holds"));
        let other = found(Said::Refuted, None, &[("two", Said::Proved)]);
        assert_eq!(other.as_deref(), Some("says refuted, and two says proved"));
        assert_eq!(found(Said::Proved, None, &[("two", Said::Proved)]), None);
    }

    /// What is made smaller must stay the same thing.
    #[test]
    fn other_things_that_are_wrong_are_not_the_same() {
        let wrong = |kind, who: &str| Wrong { kind, who: Some(who.to_owned()), ..Wrong::reading(String::new()) };
        assert!(wrong(Kind::Rejected, "one").is_like(&wrong(Kind::Rejected, "one")));
        assert!(!wrong(Kind::Rejected, "one").is_like(&wrong(Kind::Rejected, "two")));
        assert!(!wrong(Kind::Rejected, "one").is_like(&wrong(Kind::Answer, "one")));
        // Of two that contradict each other, the truth about a smaller program may show that the other one is wrong.
        assert!(wrong(Kind::Answer, "one").is_like(&wrong(Kind::Answer, "two")));
    }
}

//! `.expect` files; `corpus/README.md` describes their format.

use std::fmt;

use anyhow::{Result, bail, ensure};
use evidence::certificate::Certificate;
use evidence::counterexample::Counterexample;
use evidence::verdict::Verdict;
use program::program::Program;
use report::suite;
use unhang::expectations;

/// How a program is read, and what is expected of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Expectation {
    /// Further files of the program, in the same folder.
    pub(crate) files: Vec<String>,
    /// Further options for the command line.
    pub(crate) options: Vec<String>,
    /// What is expected.
    pub(crate) answer: Expected,
}

/// What is expected of a program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// It is refused with a message that contains all these texts.
    Rejected {
        /// What the message says.
        texts: Vec<String>,
    },
    /// Questions about it have these answers.
    Answers {
        /// The questions.
        questions: Vec<Question>,
    },
}

/// A question and its answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// As on the command line.
    pub(crate) property: String,
    /// As on the command line, or `-`.
    pub(crate) fairness: String,
    /// What is expected.
    pub(crate) answer: Answer,
}

/// What a proof that follows one thread at a time needs to know of the others.
const PROOFS: [&str; 2] = ["modular", "not-modular"];

/// An expected answer: the word, and if it matters which, the kind of proof or counterexample or the code of the reason.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    word: String,
    kind: Option<String>,
}

/// Reads an `.expect` file.
pub(crate) fn read(text: &str) -> Result<Expectation> {
    let without_comment = |line: &'_ str| line.split_once('#').map_or(line, |(before, _)| before).trim().to_owned();
    let mut lines = text.lines().map(without_comment).filter(|line| !line.is_empty()).peekable();
    let (mut files, mut options) = (Vec::new(), Vec::new());
    while let Some(line) = lines.next_if(|line| line.starts_with("options:") || line.starts_with("files:")) {
        let words = line.split_whitespace().skip(1).map(str::to_owned);
        if line.starts_with("files:") { files.extend(words) } else { options.extend(words) }
    }
    if lines.next_if(|line| line == "rejected").is_some() {
        return Ok(Expectation { files, options, answer: Expected::Rejected { texts: lines.collect() } });
    }
    let questions = lines.map(|line| question(&line)).collect::<Result<Vec<_>>>()?;
    ensure!(!questions.is_empty(), "nothing is expected");
    Ok(Expectation { files, options, answer: Expected::Answers { questions } })
}

/// A question in the words of `unhang: expect`, of which none may be left out here, and which come without options.
fn question(line: &str) -> Result<Question> {
    let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let proof = words.pop_if(|word| PROOFS.contains(&word.as_str()));
    ensure!(proof.is_none() || words.last().is_some_and(|word| word == "proved"), "only proofs are modular: `{line}`");
    let [property, fairness, ..] = &words[..] else { bail!("expected `property fairness answer`, found `{line}`") };
    let (property, fairness) = (property.clone(), fairness.clone());
    let read = expectations::expectation(words)?;
    ensure!(read.property.is_some() && read.options.is_empty(), "expected `property fairness answer`, found `{line}`");
    let (word, kind) = match read.answer {
        suite::Expected::Proved => ("proved", proof),
        suite::Expected::Refuted(kind) => ("refuted", kind),
        suite::Expected::Unknown(code @ Some(_)) => ("unknown", code),
        other @ (suite::Expected::Unknown(None) | suite::Expected::Rejected(_)) => {
            bail!("there is no answer `{other}`")
        }
    };
    Ok(Question { property, fairness, answer: Answer { word: word.to_owned(), kind } })
}

impl Expected {
    /// The questions, of which rejected input has none.
    pub(crate) fn questions(&self) -> &[Question] {
        match self {
            Expected::Rejected { .. } => &[],
            Expected::Answers { questions } => questions,
        }
    }

    /// The questions themselves.
    pub(crate) fn into_questions(self) -> Vec<Question> {
        match self {
            Expected::Rejected { .. } => Vec::new(),
            Expected::Answers { questions } => questions,
        }
    }
}

impl Question {
    /// The question as options of the command line.
    pub(crate) fn options(&self) -> Vec<String> {
        let fairness = if self.fairness == "-" { "strong" } else { &self.fairness };
        ["--property", &self.property, "--fairness", fairness].map(str::to_owned).to_vec()
    }
}

impl Answer {
    /// `proved`, `refuted` or `unknown`.
    pub(crate) fn word(&self) -> &str {
        &self.word
    }

    /// Whether the verdict about the program is what is expected.
    pub(crate) fn is_met_by(&self, program: &Program, verdict: &Verdict) -> bool {
        let kind = match verdict {
            Verdict::Proved(certificate) => kind_of_proof(program, certificate).unwrap_or_default(),
            Verdict::Refuted(Counterexample::Lasso(_)) => "lasso",
            Verdict::Refuted(Counterexample::Deadlock(_)) => "deadlock",
            Verdict::Refuted(Counterexample::Trap(_)) => "trap",
            Verdict::Refuted(Counterexample::Failure(_)) => "failure",
            Verdict::Unknown(reason) => reason.code(),
        };
        verdict.word() == self.word && self.kind.as_deref().is_none_or(|expected| expected == kind)
    }
}

fn kind_of_proof(program: &Program, certificate: &Certificate) -> Option<&'static str> {
    let [modular, not_modular] = PROOFS;
    Some(if is_modular(program, certificate).ok()?? { modular } else { not_modular })
}

/// Whether a proof that follows one thread at a time is modular; nothing of other proofs.
pub(crate) fn is_modular(program: &Program, certificate: &Certificate) -> Result<Option<bool>> {
    let Certificate::Modular(proof) = certificate else { return Ok(None) };
    let subject = proof.subject(program, &|_| false).map_err(|no| anyhow::anyhow!("{}", no.what))?;
    Ok(Some(proof.is_modular(&subject.system)))
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.word, if self.kind.is_some() { " " } else { "" }, self.kind.as_deref().unwrap_or(""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_are_read() {
        let text = "# all\noptions: --entry start\nfiles: a.c b.c\nfinish  weak  refuted lasso # always\nexit - unknown UH-TIME\n";
        let Expectation { files, options, answer } = read(text).unwrap();
        let questions = answer.questions();
        assert_eq!((options, files), (vec!["--entry".into(), "start".into()], vec!["a.c".into(), "b.c".into()]));
        assert_eq!(questions[0].options(), ["--property", "finish", "--fairness", "weak"]);
        assert_eq!(questions[1].answer.to_string(), "unknown UH-TIME");
        assert_eq!(question("thread=T none proved not-modular").unwrap().answer.to_string(), "proved not-modular");
        let rejected = read("rejected\nexpected `;`\n").ok();
        let answer = Expected::Rejected { texts: vec!["expected `;`".to_owned()] };
        assert_eq!(rejected, Some(Expectation { files: Vec::new(), options: Vec::new(), answer }));
    }

    #[test]
    fn wrong_expectations_are_refused() {
        for text in [
            "",
            "finish weak refuted modular",
            "finish weak modular",
            "finish weak",
            "finish weak maybe",
            "finish weak refuted loop",
            "finish weak unknown UH-NO",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}

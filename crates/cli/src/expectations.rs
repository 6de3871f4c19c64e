//! What sources say about themselves, in comments such as `// unhang: expect finish weak refuted lasso`.
//!
//! The words are those of the files beside the programs of the corpus: property, fairness, answer.
//!
//! A folder may come from anybody. So options in comments are those that are about the question; none of them names a program that is run or
//! a file that is written, and flags for the compiler are those that choose a language, a macro, a warning or how much is optimised.

use anyhow::{Result, anyhow, bail};
use program::property::{Fairness, Property};
use report::suite::Expected;

/// What every such comment has.
const MARK: &str = "unhang:";

/// What a file says about itself.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Said {
    /// Other files of the same program, from where this one is.
    pub files: Vec<String>,
    /// Options for all questions.
    pub options: Vec<String>,
    /// The answers that it expects.
    pub expectations: Vec<Expectation>,
}

/// A question, and the answer that is expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// The property, if it is not the one of the command line.
    pub property: Option<Property>,
    /// The fairness, if it is not the one of the command line.
    pub fairness: Option<Fairness>,
    /// The answer.
    pub answer: Expected,
    /// Further options for this question.
    pub options: Vec<String>,
}

/// What the text says about itself; fails with the line that makes no sense.
pub fn read(name: &str, text: &str) -> Result<Said> {
    let mut said = Said::default();
    for (index, line) in text.lines().enumerate() {
        let comment = line.trim_start().strip_prefix("//").or_else(|| line.trim_start().strip_prefix(';'));
        let Some(words) = comment.and_then(|comment| comment.trim_start().strip_prefix(MARK)) else { continue };
        let wrong = |why: anyhow::Error| anyhow!("{name}:{}: error: {why}", index + 1);
        said.add(words).map_err(wrong)?;
    }
    Ok(said)
}

impl Said {
    fn add(&mut self, text: &str) -> Result<()> {
        let mut words = text.split_whitespace().map(str::to_owned);
        match words.next().as_deref() {
            Some("expect") => self.expectations.push(expectation(words.collect())?),
            Some("options") => self.options.extend(harmless(words.collect())?),
            Some("files") => self.files.extend(words),
            other => bail!(
                "`{MARK} {}` is nothing that unhang knows; it knows `{MARK} expect`, `{MARK} options` and `{MARK} files`",
                other.unwrap_or_default()
            ),
        }
        Ok(())
    }
}

/// The options that sources may give.
const OPTIONS: &[&str] = &[
    "--argument",
    "--assume-assertions",
    "--assume-no-overflow",
    "--assume-pure",
    "--engine",
    "--entry",
    "--fairness",
    "--max-states",
    "--memory",
    "--mode",
    "--no-spurious",
    "--plan",
    "--property",
    "--sections",
    "--time",
];

/// How flags for the compiler begin that sources may give; and how those among them begin that they may not, since they are for other programs.
const FLAGS: &[&str] = &["-O", "-std=", "-D", "-U", "-I", "-W", "-pthread"];
const NOT_FLAGS: &[&str] = &["-Wl,", "-Wa,", "-Wp,"];

/// The words, if sources may say them.
fn harmless(words: Vec<String>) -> Result<Vec<String>> {
    let flags = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let named = |word: &str| OPTIONS.contains(&word.split('=').next().unwrap_or_default());
    if let Some(option) = words[..flags].iter().find(|word| word.starts_with('-') && !named(word)) {
        bail!("`{option}` is not for comments; they may give {}", OPTIONS.join(", "));
    }
    let begins = |word: &str, with: &[&str]| with.iter().any(|start| word.starts_with(start));
    let is_fine = |word: &str| begins(word, FLAGS) && !begins(word, NOT_FLAGS);
    match words[flags..].iter().skip(1).find(|word| !is_fine(word)) {
        Some(flag) => bail!("`{flag}` is not for comments; they may give flags such as {}", FLAGS.join(", ")),
        None => Ok(words),
    }
}

const ANSWERS: &[&str] = &["proved", "refuted", "unknown", "rejected"];
const KINDS: &[&str] = &["lasso", "deadlock", "trap", "failure"];

/// What the words behind `expect` say; the files beside programs of the corpus say it in the same words.
pub fn expectation(words: Vec<String>) -> Result<Expectation> {
    let Some(position) = words.iter().position(|word| ANSWERS.contains(&word.as_str())) else {
        bail!("`{MARK} expect` wants an answer: {}", ANSWERS.join(", "));
    };
    let (question, answer) = words.split_at(position);
    let (property, fairness) = match question {
        [] => (None, None),
        [property] => (Some(property), None),
        [property, fairness] => (Some(property), Some(fairness).filter(|fairness| *fairness != "-")),
        _ => bail!("`{}`: a property and a fairness stand before the answer, no more", question.join(" ")),
    };
    let property = property.map(|word| word.parse().map_err(|why| anyhow!("`{word}`: {why}"))).transpose()?;
    let fairness = fairness.map(|word| word.parse().map_err(|why| anyhow!("`{word}`: {why}"))).transpose()?;
    let with = answer.iter().position(|word| word == "with").unwrap_or(answer.len());
    let (details, options) = (&answer[1..with], harmless(answer.get(with + 1..).unwrap_or_default().to_vec())?);
    let one = || match details {
        [] => Ok(None),
        [one] => Ok(Some(one.clone())),
        _ => bail!("`{}`: one word says what kind of answer it is", details.join(" ")),
    };
    let answer = match answer[0].as_str() {
        "proved" if details.is_empty() => Expected::Proved,
        "proved" => bail!("`{}`: nothing stands behind `proved` but `with` and options", details.join(" ")),
        "refuted" => match one()? {
            Some(kind) if !KINDS.contains(&kind.as_str()) => {
                bail!("`{kind}` is no kind of counterexample; there are {}", KINDS.join(", "))
            }
            kind => Expected::Refuted(kind),
        },
        "unknown" => match one()? {
            Some(code) if report::explain::explain(&code).is_none() => {
                bail!("there is no reason `{code}`; `unhang explain` lists them")
            }
            code => Expected::Unknown(code),
        },
        _ => Expected::Rejected(details.join(" ")),
    };
    Ok(Expectation { property, fairness, answer, options })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_understood() {
        let text = "// unhang: expect refuted deadlock\nint x; // unhang: expect proved\n  // unhang: files b.c\n\
                    // unhang: options --no-spurious\n// unhang: expect terminate weak proved with --engine explicit\n\
                    // unhang: expect exit - unknown UH-TIME\n// unhang: expect rejected no main\n";
        let said = read("a.c", text).unwrap();
        assert_eq!((said.files.len(), said.options.len()), (1, 1));
        let [first, second, third, fourth] = &said.expectations[..] else { panic!("{said:?}") };
        assert_eq!(first.answer, Expected::Refuted(Some("deadlock".to_owned())));
        assert_eq!((first.property.as_ref(), first.fairness), (None, None));
        assert_eq!((second.property.as_ref(), second.fairness), (Some(&Property::Terminate), Some(Fairness::Weak)));
        assert_eq!(second.options, ["--engine", "explicit"]);
        assert_eq!((third.property.as_ref(), third.fairness), (Some(&Property::Exit), None));
        assert_eq!(fourth.answer, Expected::Rejected("no main".to_owned()));
        assert!(read("a.cpp", "// unhang: options --time=5s --entry other -- -std=c++20 -O1 -DN=3\n").is_ok());
    }

    #[test]
    fn nonsense_is_named_with_its_line() {
        for (line, why) in [
            ("// unhang: expct proved", "is nothing that unhang knows"),
            ("// unhang: expect finish strong", "wants an answer"),
            ("// unhang: expect refuted hang", "is no kind of counterexample"),
            ("// unhang: expect unknown UH-NONE", "there is no reason"),
            ("// unhang: expect fnish strong proved", "fnish"),
            ("// unhang: expect proved surely", "nothing stands behind"),
            ("// unhang: options --clang ./mine", "`--clang` is not for comments"),
            ("// unhang: options --solver=./mine", "`--solver=./mine` is not for comments"),
            ("// unhang: expect proved with --evidence x", "`--evidence` is not for comments"),
            ("// unhang: options -- -O1 -fplugin=./mine.so", "`-fplugin=./mine.so` is not for comments"),
            ("// unhang: options -- -Wl,--mine", "`-Wl,--mine` is not for comments"),
        ] {
            let error = read("a.c", &format!("\n{line}\n")).unwrap_err().to_string();
            assert!(error.starts_with("a.c:2: error: ") && error.contains(why), "{line}: {error}");
        }
    }
}

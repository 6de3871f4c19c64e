//! `unhang explain`: what a reason for not knowing means and what to do about it.

use anyhow::{Result, bail};
use report::explain::{EXPLANATIONS, Explanation, explain as find};

use crate::arguments::Explain;
use crate::exit::Exit;
use crate::output;

/// Lines are not longer than this.
const WIDTH: usize = 80;

/// Prints the explanation of the code, or of all codes.
pub fn explain(arguments: &Explain) -> Result<Exit> {
    let text = match &arguments.code {
        None => EXPLANATIONS.iter().map(entry).collect::<Vec<_>>().join("\n"),
        Some(code) => match find(code) {
            Some(found) => entry(found),
            None => {
                let codes: Vec<&str> = EXPLANATIONS.iter().map(|it| it.code).collect();
                bail!("error: there is no reason `{code}`; there are {}", codes.join(", "));
            }
        },
    };
    output::print(&text)?;
    Ok(Exit::Good)
}

fn entry(explanation: &Explanation) -> String {
    let Explanation { code, means, helps, example } = explanation;
    let mut text = format!("{code}\n{}{}", paragraph("What it means: ", means), paragraph("What helps: ", helps));
    if !example.is_empty() {
        text.push_str("Example:\n");
        example.iter().for_each(|line| text.push_str(&format!("  {line}\n")));
    }
    text
}

/// The words, in lines that are not too long.
fn paragraph(heading: &str, words: &str) -> String {
    let mut lines = vec![String::new()];
    for word in heading.split_whitespace().chain(words.split_whitespace()) {
        let is_full = lines.last().is_some_and(|line| line.chars().count() + word.chars().count() >= WIDTH);
        if is_full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    format!("{}\n", lines.join("\n"))
}

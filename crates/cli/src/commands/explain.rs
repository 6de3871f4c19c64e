//! `unhang explain`: what a reason for not knowing means and what to do about it.

use anyhow::{Result, bail};
use report::explain::{EXPLANATIONS, explain as find};

use crate::arguments::Explain;
use crate::exit::Exit;
use crate::output;

/// Lines are not longer than this.
const WIDTH: usize = 80;

/// Prints the explanation of the code, or of all codes.
pub fn explain(arguments: &Explain) -> Result<Exit> {
    let text = match &arguments.code {
        None => EXPLANATIONS.iter().map(|(code, text)| entry(code, text)).collect::<Vec<_>>().join("\n"),
        Some(code) => match find(code) {
            Some(text) => entry(&code.to_ascii_uppercase(), text),
            None => {
                let codes: Vec<&str> = EXPLANATIONS.iter().map(|(code, _)| *code).collect();
                bail!("error: there is no reason `{code}`; there are {}", codes.join(", "));
            }
        },
    };
    output::print(&text)?;
    Ok(Exit::Good)
}

fn entry(code: &str, text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let is_full = lines.last().is_some_and(|line| line.chars().count() + word.chars().count() >= WIDTH);
        if is_full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    format!("{code}\n{}\n", lines.join("\n"))
}

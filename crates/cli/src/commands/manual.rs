//! `unhang man` and `unhang completions`: made from the definition of the command line.

use anyhow::{Context, Result, bail};
use clap_mangen::Man as Page;

use crate::arguments::{Completions, Man, definition};
use crate::exit::Exit;
use crate::output;

/// Prints the manual page.
pub fn man(arguments: &Man) -> Result<Exit> {
    let mut all = definition();
    all.build();
    let page = match &arguments.command {
        None => Page::new(all),
        Some(name) => match all.find_subcommand(name) {
            Some(command) => Page::new(command.clone()),
            None => {
                let names: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
                bail!("error: there is no command `{name}`; there are {}", names.join(", "));
            }
        },
    };
    let mut text = Vec::new();
    page.render(&mut text).context("error: the page cannot be made")?;
    output::print(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Good)
}

/// Prints what the shell has to know.
pub fn completions(arguments: &Completions) -> Result<Exit> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut definition(), "unhang", &mut text);
    output::print(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Good)
}

//! The laws of the project that the compiler does not check. `docs/ARCHITECTURE.md` says why they are laws.
//!
//! - [`dependencies`]: a crate uses only crates that are listed above it, and of those only the ones the design allows.
//! - [`words`]: files, environment, clocks, compilers and child processes are dealt with only where they belong;
//!   nothing is left undone, ignored, or tied to one machine.
//! - [`files`]: every source file says what it is for, and no file is a heap of odds and ends.
//! - [`rules`]: every rule of the checker has a test in which it rejects.
//! - [`licences`]: dependencies have licences that `deny.toml` allows.
//! - [`documented`]: `docs/DEPENDENCIES.md` says who uses which of them, and under which licence.
//! - [`locked`]: what is fuzzed is built of the same versions as what is used.
//! - [`trusted`]: how large the trusted base is.

pub mod dependencies;
pub mod documented;
pub mod files;
pub mod licences;
pub mod locked;
pub mod rules;
pub mod source;
pub mod trusted;
pub mod words;

use std::path::Path;

use anyhow::Result;

use crate::root::Report;

/// Checks every law.
pub fn check(root: &Path) -> Result<Report> {
    let sources = source::read_all(root)?;
    let mut report = Report::default();
    report.problems.extend(dependencies::check(root)?);
    report.problems.extend(sources.iter().flat_map(files::check));
    report.problems.extend(sources.iter().flat_map(words::check));
    report.problems.extend(words::check_paths(root)?);
    report.problems.extend(rules::check(&sources));
    report.problems.extend(licences::check(root)?);
    report.problems.extend(documented::check(root)?);
    report.problems.extend(locked::check(root)?);
    report.notes.extend(sources.iter().filter_map(files::note_on_length));
    report.notes.extend(trusted::count(&sources));
    Ok(report)
}

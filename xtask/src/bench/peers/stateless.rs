//! GenMC and Nidhugg on the C programs of `bench/c`: both run a program again and again, in one order of its steps after the other.
//!
//! They find failing assertions and, of loops that wait, some that do so for ever; they do not prove that programs with loops without bounds end.
//! So only what they say of errors is told beside our answer, with the seconds of the clock.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use engine::Task;
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use program::property::{Fairness, Property, Question};

use super::is_there;
use crate::bench::all::Setting;
use crate::bench::all::table::{Table, ratio, seconds};
use crate::bench::c;
use crate::root;

/// Longer than this nobody is waited for.
const LONGEST: Duration = Duration::from_secs(120);

/// A tool: what it is called, and its arguments in front of the compiler's and behind them.
struct Peer {
    name: &'static str,
    program: &'static str,
    front: &'static [&'static str],
    behind: &'static [&'static str],
}

const PEERS: [Peer; 2] = [
    Peer { name: "GenMC", program: "genmc", front: &["--sc", "--disable-race-detection", "--"], behind: &[] },
    Peer { name: "Nidhugg", program: "nidhuggc", front: &[], behind: &["--", "--sc"] },
];

/// The table: each program that ends, and what each tool that is there says of it.
pub(in crate::bench) fn table(setting: &Setting, tell: &mut dyn FnMut(&str)) -> Result<Table> {
    let mut table = Table {
        name: "stateless",
        title: "GenMC and Nidhugg on the C programs of `bench/c`, under sequential consistency; ours: `finish` under weak fairness, by the clock, accepted by the checker."
            .to_owned(),
        columns: vec!["program", "size", "tool", "says", "its s", "here", "here, s", "its / here"],
        ..Table::default()
    };
    let there: Vec<&Peer> = PEERS.iter().filter(|peer| is_there(peer.program, "--version")).collect();
    for peer in PEERS.iter().filter(|peer| !there.iter().any(|found| found.name == peer.name)) {
        table.notes.push(format!("{} (`{}`) is not on the `PATH`: it was not compared.", peer.name, peer.program));
    }
    table.notes.iter().for_each(|note| tell(note));
    if there.is_empty() {
        return Ok(table);
    }
    let longest = LONGEST.min(Duration::from_secs_f64(setting.seconds * 60.0));
    for (model, size) in c::SUITE.models {
        let program = (c::SUITE.load)(model, &size.to_string())?;
        let question = Question { property: Property::Finish, fairness: Fairness::Weak };
        let budget = Budget::start(Limits { time: longest, ..Limits::default() });
        let task = Task { program: &program, question: &question };
        let own = portfolio::run(task, portfolio::select::all(), &budget, Arc::new(Silent));
        let spent = budget.elapsed().as_secs_f64();
        for peer in &there {
            let (said, took) = asked(peer, model, *size, longest)?;
            let row = vec![
                (*model).to_owned(),
                size.to_string(),
                peer.name.to_owned(),
                said.to_owned(),
                seconds(took),
                own.verdict().word().to_owned(),
                seconds(spent),
                ratio(took / spent),
            ];
            tell(&row.join("  "));
            table.rows.push(row);
        }
    }
    Ok(table)
}

/// Runs the tool on the program.
fn asked(peer: &Peer, model: &str, size: u32, longest: Duration) -> Result<(&'static str, f64)> {
    let path = root::find()?.join(format!("bench/c/{model}.c"));
    let folder = tempfile::tempdir()?;
    let mut command = Command::new(peer.program);
    command.args(peer.front).arg(format!("-DSIZE={size}")).args(peer.behind).arg(path).current_dir(folder.path());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let mut child = command.spawn().with_context(|| peer.program.to_owned())?;
    while start.elapsed() < longest {
        if let Some(status) = child.try_wait()? {
            let said = if status.success() { "no error" } else { "an error, or refuses it" };
            return Ok((said, start.elapsed().as_secs_f64()));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill()?;
    child.wait()?;
    Ok(("nothing in time", start.elapsed().as_secs_f64()))
}

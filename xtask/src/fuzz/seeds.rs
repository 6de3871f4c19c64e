//! What a campaign begins with: files of the project, and what is made from them where there are none.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use engine::event::Silent;
use engine::{Task, budget::Budget, budget::Limits};
use evidence::format;
use unhang::arguments;
use unhang::output;
use unhang::sources;

use super::targets::Target;
use crate::root;

/// Larger files take more time and show no more.
const LARGEST: u64 = 60_000;

/// How many files are compiled or checked for beginnings.
const MADE: usize = 40;

/// The beginnings for a target.
pub fn seeds(root: &Path, target: &Target) -> Result<Vec<Vec<u8>>> {
    match target.name {
        "evidence" => evidence(root),
        "options" => {
            Ok(OPTIONS.iter().map(|words| words.split(' ').collect::<Vec<_>>().join("\n").into_bytes()).collect())
        }
        "llvm" | "lowering" => Ok([from_files(root, target.endings)?, compiled(root)?].concat()),
        "comments" => {
            let mut all = from_files(root, target.endings)?;
            all.retain(|text| text.windows(7).any(|part| part == b"unhang:"));
            all.extend(COMMENTS.iter().map(|text| text.as_bytes().to_vec()));
            Ok(all)
        }
        _ => from_files(root, target.endings),
    }
}

fn from_files(root: &Path, endings: &[&str]) -> Result<Vec<Vec<u8>>> {
    let mut all = Vec::new();
    for folder in ["corpus", "bench", "examples"] {
        for path in root::files(&root.join(folder), endings)? {
            if fs::metadata(&path)?.len() <= LARGEST {
                all.push(fs::read(&path)?);
            }
        }
    }
    Ok(all)
}

/// What clang makes of some programs of the corpus.
fn compiled(root: &Path) -> Result<Vec<Vec<u8>>> {
    let sources = root::files(&root.join("corpus/c"), &[".c"])?;
    let apart = sources.len().div_ceil(MADE).max(1);
    let mut all = Vec::new();
    for path in sources.iter().step_by(apart) {
        let flags = ["-O0", "-S", "-emit-llvm", "-g", "-w", "-pthread", "-fno-discard-value-names", "-o", "-"];
        let made = Command::new("clang").args(flags).arg(path).output().context("clang cannot be run")?;
        if made.status.success() && made.stdout.len() as u64 <= LARGEST {
            all.push(made.stdout);
        }
    }
    ensure!(!all.is_empty(), "clang makes nothing of the corpus");
    Ok(all)
}

/// The evidence for the answers about some programs of the corpus.
fn evidence(root: &Path) -> Result<Vec<Vec<u8>>> {
    let mut all = Vec::new();
    for folder in ["papers", "ranked", "modular", "growing", "recursion", "locks"] {
        let files = root::files(&root.join("corpus").join(folder), &[".bpl"])?;
        for path in files.iter().take(8) {
            for engine in portfolio::select::names() {
                all.extend(evidence_of(path, engine)?);
            }
        }
    }
    Ok(all)
}

fn evidence_of(path: &Path, engine: &str) -> Result<Option<Vec<u8>>> {
    let name = path.display().to_string();
    let property = if engine == "rely-guarantee" { "terminate" } else { "finish" };
    let words = ["unhang", "check", &name, "--engine", engine, "--property", property];
    let arguments::Command::Check(check) = arguments::parse_from(words)? else { return Ok(None) };
    let limits = Limits { time: std::time::Duration::from_millis(500), ..Limits::default() };
    let budget = Budget::start(limits);
    let Ok(lowered) = sources::lower(&check.reading, check.warnings(), &budget) else { return Ok(None) };
    let question = check.question(&lowered.program)?;
    let Some(plan) = portfolio::select::only(engine) else { return Ok(None) };
    let task = Task { program: &lowered.program, question: &question };
    let accepted = portfolio::run(task, plan, &budget, Arc::new(Silent));
    let file = output::evidence_file(&accepted, &lowered, &check.reading);
    Ok(file.map(|file| format::write(&file).into_bytes()))
}

/// Command lines with every option.
const OPTIONS: &[&str] = &[
    "check a.c b.c --property finish --fairness strong --time 500ms --memory 2GB --max-states 1000 -q -- -std=c11 -I x",
    "check a.bpl --property thread=main.c:12 --fairness weak --engine commutativity --mode por+opg --evidence x.unhang",
    "check folder -j 4 --format junit --sections mutex,join,function:f --no-spurious --solver z3 --html a.html",
    "check a.c --entry start --argument x --assume-pure f --assume-no-overflow --stub s.c --format sarif --witness w.yml --verbose",
    "verify a.unhang --time 3 --memory 100",
    "replay a.unhang --verbose",
    "dump --ir a.bpl",
    "dump --prepared a.c --stub s.c",
    "sequentialise a.bpl --stem 1 --lasso 2 --range 5 --emit c",
    "explain UH-TIME",
    "header",
    "man check",
    "completions bash",
    "help",
];

/// What sources say of themselves.
const COMMENTS: &[&str] = &[
    "// unhang: expect refuted deadlock\n// unhang: options --no-spurious -- -std=c11 -DX=1\n// unhang: files b.c\n",
    "// unhang: expect terminate weak proved with --no-spurious --sections mutex\nint main(void) { return 0; }\n",
    "; unhang: expect thread=main strong unknown UH-TIME\n",
];

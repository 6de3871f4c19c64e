//! On which machine, and with which versions of everything that takes part.

use std::fs;
use std::process::Command;

/// One line for each.
pub(super) fn lines() -> Vec<String> {
    let mut lines = vec![format!("processor: {}", processor()), format!("memory: {}", memory())];
    lines.push(format!("system: {}", system()));
    for (name, arguments) in [
        ("rustc", &["--version"][..]),
        ("clang", &["--version"]),
        ("z3", &["--version"]),
        ("spin", &["-V"]),
        ("cc", &["--version"]),
        ("genmc", &["--version"]),
        ("nidhugg", &["--version"]),
    ] {
        lines.push(format!("{name}: {}", version(name, arguments).unwrap_or_else(|| "not found".to_owned())));
    }
    lines
}

fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": unknown");
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{count} × {}", name.trim_start_matches([':', ' ', '\t']))
}

fn memory() -> String {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kibibytes = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kibibytes = kibibytes.and_then(|line| line.split_whitespace().next()).and_then(|it| it.parse::<f64>().ok());
    kibibytes.map_or("unknown".to_owned(), |it| format!("{:.0} GiB", it / 1024.0 / 1024.0))
}

fn system() -> String {
    let text = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME=")).unwrap_or("unknown");
    name.trim_matches('"').to_owned()
}

/// The first line that the program says of itself.
fn version(name: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(name).args(arguments).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().find(|line| !line.trim().is_empty()).map(|line| line.trim().to_owned())
}

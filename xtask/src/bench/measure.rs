//! Measuring in processes of their own.

use std::process::Command;

use anyhow::{Context, Result, bail};

/// Figures of one search.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// States stored.
    pub states: u64,
    /// Seconds of a processor.
    pub seconds: f64,
    /// Bytes that the search added to what the process takes.
    pub bytes: u64,
}

impl Figures {
    /// The least of both in time and in memory: whatever else happens on the machine only adds to them.
    pub fn least(self, other: Figures) -> Figures {
        Figures { states: self.states, seconds: self.seconds.min(other.seconds), bytes: self.bytes.min(other.bytes) }
    }
}

/// Runs the benchmark here if this is an optimised build, else builds one and runs it there.
pub fn in_release(run: impl FnOnce() -> Result<()>, name: &str) -> Result<()> {
    in_release_with(run, &[name])
}

/// The same for a benchmark with options: the words are what stands behind `bench`.
pub fn in_release_with(run: impl FnOnce() -> Result<()>, words: &[&str]) -> Result<()> {
    if !cfg!(debug_assertions) {
        return run();
    }
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let arguments = ["run", "--quiet", "--release", "--package", "xtask", "--", "bench"];
    let status = Command::new(cargo).args(arguments).args(words).status().context("cargo could not be started")?;
    if status.success() { Ok(()) } else { bail!("the benchmark failed") }
}

/// Runs `bench` of this program with the arguments in a process of its own, which tells its figures.
pub fn in_process(arguments: &[&str]) -> Result<Figures> {
    let own_path = std::env::current_exe().context("this program does not know where it is")?;
    let output = Command::new(own_path).arg("bench").args(arguments).output().context("it could not be started")?;
    if !output.status.success() {
        bail!("`bench {}` failed: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let words: Vec<&str> = text.split_whitespace().collect();
    let [states, seconds, bytes] = words[..] else { bail!("unexpected figures: {text}") };
    Ok(Figures { states: states.parse()?, seconds: seconds.parse()?, bytes: bytes.parse()? })
}

/// How many seconds a processor has spent on this thread, which must be the first one of the process.
pub fn seconds() -> Result<f64> {
    let times = std::fs::read_to_string("/proc/self/schedstat").context("time can be measured on Linux only")?;
    let nanoseconds: u64 = times.split_whitespace().next().context("no such field")?.parse()?;
    Ok(nanoseconds as f64 / 1e9)
}

/// Does it on a thread of its own, so that the memory that it takes and releases is not what is taken later: threads get theirs
/// from different places.
pub fn apart<T: Send>(run: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    std::thread::scope(|scope| scope.spawn(run).join()).unwrap_or_else(|_| bail!("it panicked"))
}

/// How much memory the process takes at the moment, in bytes. What it takes at most is counted from now on.
pub fn memory_from_now() -> Result<u64> {
    std::fs::write("/proc/self/clear_refs", "5").context("memory can be measured on Linux only")?;
    memory("VmRSS:")
}

/// How much memory the process has taken at most, in bytes.
pub fn most_memory() -> Result<u64> {
    memory("VmHWM:")
}

fn memory(field: &str) -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status").context("memory can be measured on Linux only")?;
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()).context("no such field")?;
    Ok(kibibytes.parse::<u64>()? * 1024)
}

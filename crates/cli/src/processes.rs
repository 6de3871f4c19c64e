//! What threads of a process do, as the system tells it: the files under `/proc`.

use std::fs;

use frontend::reproduction::watch::Sample;

/// A look at all threads of the process; nothing if it is gone, or if the system has no such files.
pub fn sample(process: u32) -> Option<Sample> {
    let mut sample = Sample { threads: 0, all_sleep: true, used: 0 };
    for entry in fs::read_dir(format!("/proc/{process}/task")).ok()? {
        // A thread may end between the two looks.
        let Ok(text) = fs::read_to_string(entry.ok()?.path().join("stat")) else { continue };
        let (state, used) = state_and_time(&text)?;
        sample.threads += 1;
        sample.all_sleep &= state == "S";
        sample.used += used;
    }
    (sample.threads > 0).then_some(sample)
}

/// The state of a thread, and the time that it has used, in a line of `stat`. The name in it may have spaces and brackets.
fn state_and_time(text: &str) -> Option<(&str, u64)> {
    let (_, rest) = text.rsplit_once(") ")?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some((fields.first()?, number(11)? + number(12)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_brackets_do_no_harm() {
        let line = "12 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 30 12 0 0 20 0 1 0 5 6";
        assert_eq!(state_and_time(line), Some(("S", 42)));
        assert_eq!(state_and_time("12 (a"), None);
    }

    #[test]
    fn this_process_runs() {
        let sample = sample(std::process::id()).unwrap();
        assert!(sample.threads > 0 && !sample.all_sleep, "{sample:?}");
    }
}

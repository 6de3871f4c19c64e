//! Running a program with delays, and whether it ends.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::watch::Sample;

/// How often is looked whether it has ended.
const PAUSE: Duration = Duration::from_millis(2);

/// The exit code of a run that is set aside; the same number is in `stress.c`.
const SET_ASIDE: i32 = 97;

/// What came of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The program has ended, with an exit code.
    Ended,
    /// It has assumed something that is not so: the run is none of the program's.
    SetAside,
    /// A signal has ended it.
    Killed(String),
    /// It has not ended in time; this is what its threads were like then.
    Hangs(Option<Sample>),
}

/// Runs the program with the delays of the seed. Whatever comes, it does not run any more then. What it writes is thrown away.
///
/// `look` looks at the process of this number.
pub fn run(
    binary: &Path,
    arguments: &[String],
    seed: u64,
    look: &dyn Fn(u32) -> Option<Sample>,
    is_over: &dyn Fn() -> bool,
) -> Result<Ending, String> {
    let mut command = Command::new(binary);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // The environment is as the front end has it: empty.
    command.env_clear().env("UNHANG_ENDS_WITH_PARENT", "1").env("UNHANG_SEED", seed.to_string());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    loop {
        let ended = child.try_wait().map_err(|error| error.to_string())?;
        if let Some(status) = ended {
            return Ok(match status.code() {
                Some(SET_ASIDE) => Ending::SetAside,
                Some(_) => Ending::Ended,
                None => Ending::Killed(status.to_string()),
            });
        }
        if is_over() {
            let sample = look(child.id());
            // If it cannot be killed it has ended.
            let _ = child.kill();
            let _ = child.wait();
            return Ok(Ending::Hangs(sample));
        }
        thread::sleep(PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(text: &str, is_over: bool) -> Ending {
        let arguments = ["-c".to_owned(), text.to_owned()];
        run(Path::new("sh"), &arguments, 1, &|_| None, &|| is_over).unwrap()
    }

    #[test]
    fn what_came_of_a_run_is_told() {
        assert_eq!(shell("exit 3", false), Ending::Ended);
        assert_eq!(shell("exit 97", false), Ending::SetAside);
        assert!(matches!(shell("kill -9 $$", false), Ending::Killed(_)));
        assert_eq!(shell("sleep 1000", true), Ending::Hangs(None));
    }

    #[test]
    fn the_library_has_the_same_exit_code() {
        assert!(include_str!("../../reproduction/stress.c").contains(&format!("SET_ASIDE = {SET_ASIDE} ")));
    }
}

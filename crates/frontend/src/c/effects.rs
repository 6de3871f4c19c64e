//! Functions that are not modelled although it is known what they do: to call them pure would be wrong, and there is better advice.

/// What such functions do, and their names.
const EFFECTS: [(&str, &[&str]); 4] = [
    (
        "makes, becomes or waits for another process",
        &[
            "fork",
            "vfork",
            "clone",
            "daemon",
            "system",
            "popen",
            "pclose",
            "execl",
            "execlp",
            "execle",
            "execv",
            "execvp",
            "execve",
            "posix_spawn",
            "posix_spawnp",
            "wait",
            "waitpid",
            "waitid",
        ],
    ),
    (
        "sends a signal or waits for one",
        &[
            "raise",
            "kill",
            "killpg",
            "tgkill",
            "pthread_kill",
            "sigqueue",
            "alarm",
            "ualarm",
            "setitimer",
            "timer_create",
            "timer_settime",
            "sigwait",
            "sigwaitinfo",
            "sigtimedwait",
            "sigsuspend",
            "sigpause",
            "pause",
            "signalfd",
        ],
    ),
    (
        "reads input",
        &[
            "getchar",
            "getchar_unlocked",
            "getc",
            "fgetc",
            "gets",
            "fgets",
            "getline",
            "getdelim",
            "scanf",
            "fscanf",
            "vscanf",
            "__isoc99_scanf",
            "__isoc99_fscanf",
            "__isoc23_scanf",
            "__isoc23_fscanf",
            "read",
            "pread",
            "readv",
            "fread",
            "ungetc",
            "getpass",
        ],
    ),
    (
        "opens or uses a file or a connection",
        &[
            "fopen",
            "fopen64",
            "freopen",
            "fclose",
            "fdopen",
            "fseek",
            "ftell",
            "open",
            "open64",
            "openat",
            "creat",
            "close",
            "pipe",
            "pipe2",
            "socket",
            "socketpair",
            "bind",
            "listen",
            "accept",
            "connect",
            "send",
            "recv",
            "sendto",
            "recvfrom",
            "select",
            "poll",
            "ppoll",
            "epoll_create1",
            "epoll_wait",
            "eventfd",
            "mmap",
            "munmap",
            "shm_open",
        ],
    ),
];

/// Reading from `std::cin` and its like.
const STREAM_INPUT: [&str; 4] = ["_ZNSirs", "_ZStrsI", "_ZSt7getlineI", "_ZNSi"];

/// What the function does, if that is known.
pub fn effect(name: &str) -> Option<&'static str> {
    let (reads, _) = EFFECTS[2];
    if STREAM_INPUT.iter().any(|prefix| name.starts_with(prefix)) {
        return Some(reads);
    }
    EFFECTS.iter().find(|(_, names)| names.contains(&name)).map(|(effect, _)| *effect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_are_known_by_names_and_each_name_has_one() {
        assert_eq!(effect("fork"), Some("makes, becomes or waits for another process"));
        assert_eq!(effect("_ZNSirsERi"), Some("reads input"));
        assert_eq!(effect("work"), None);
        let names: Vec<&str> = EFFECTS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let different: std::collections::BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(names.len(), different.len());
    }
}

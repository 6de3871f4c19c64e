//! How much memory there is, and how much of it is taken.

use std::fs::read_to_string;

/// What is used if nothing is known, and the most that is used unasked.
const MOST: u64 = 8 << 30;

/// Three quarters of the memory that this process can have, but not more than 8 GiB.
pub fn default_memory() -> u64 {
    let physical = read_to_string("/proc/meminfo").ok().and_then(|text| total_in(&text));
    // Inside a container, the limit is here; it says `max` if there is none.
    let container = read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    let available = [physical, container].into_iter().flatten().min();
    available.map_or(MOST, |bytes: u64| (bytes / 4 * 3).min(MOST))
}

/// The size of a page on nearly all systems; where pages are larger, the limit is later in sight.
const BYTES_OF_PAGE: u64 = 4096;

/// How much memory this process takes, or nothing if the system does not say.
pub fn memory_taken() -> u64 {
    read_to_string("/proc/self/statm").ok().and_then(|text| resident_in(&text)).unwrap_or(0)
}

/// What the text of `/proc/self/statm` says, in bytes: the second number is that of the pages in memory.
fn resident_in(text: &str) -> Option<u64> {
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * BYTES_OF_PAGE)
}

/// The total in the text of `/proc/meminfo`, in bytes.
fn total_in(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_found() {
        assert_eq!(total_in("MemTotal:       24655988 kB\nMemFree: 1 kB\n"), Some(24_655_988 << 10));
        assert_eq!(total_in("MemFree: 1 kB\n"), None);
        assert!(default_memory() > 0);
    }

    #[test]
    fn what_is_taken_is_found() {
        assert_eq!(resident_in("27142 1893 1503 12 0 1711 0\n"), Some(1893 * 4096));
        assert_eq!(resident_in(""), None);
        #[cfg(target_os = "linux")]
        assert!(memory_taken() > 0);
    }
}

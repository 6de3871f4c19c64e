//! Amounts on the command line: `--time 1.5m`, `--memory 2GiB`.

use std::num::{IntErrorKind, ParseIntError};
use std::time::Duration;

/// Units of time, in seconds.
const TIME_UNITS: &[(&str, f64)] = &[("", 1.0), ("ms", 0.001), ("s", 1.0), ("m", 60.0), ("min", 60.0), ("h", 3600.0)];

/// Nobody waits longer, and sums of times stay far from what a clock can tell.
const LONGEST: Duration = Duration::from_secs(1_000_000 * 3600);

/// Units of memory, in bytes, in small letters. A bare number counts MiB, as it always did.
const MEMORY_UNITS: &[(&str, f64)] = &[
    ("", (1_u64 << 20) as f64),
    ("b", 1.0),
    ("k", (1_u64 << 10) as f64),
    ("kib", (1_u64 << 10) as f64),
    ("kb", 1e3),
    ("m", (1_u64 << 20) as f64),
    ("mib", (1_u64 << 20) as f64),
    ("mb", 1e6),
    ("g", (1_u64 << 30) as f64),
    ("gib", (1_u64 << 30) as f64),
    ("gb", 1e9),
    ("t", (1_u64 << 40) as f64),
    ("tib", (1_u64 << 40) as f64),
    ("tb", 1e12),
];

/// The time that the text says, in seconds unless it has a unit.
pub fn time(text: &str) -> Result<Duration, String> {
    let seconds = amount(text, TIME_UNITS).ok_or("expected a time such as 90, 0.5, 200ms, 90s, 5m or 2h")?;
    let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= LONGEST);
    time.ok_or_else(|| "expected a time of at most 1,000,000h".to_owned())
}

/// The number of bytes that the text says, in MiB unless it has a unit.
pub fn memory(text: &str) -> Result<u64, String> {
    let wrong = "expected an amount of memory such as 512 (MiB), 512MiB, 1.5GiB or 2GB";
    // A number that is too large becomes the largest there is, which limits nothing.
    Ok(amount(text, MEMORY_UNITS).ok_or(wrong)? as u64)
}

/// The number that the text says, which may have the commas in it with which reports write numbers.
pub fn count(text: &str) -> Result<u64, String> {
    let is_digit = |character: char| character.is_ascii_digit() || character == ',';
    let wrong = "expected a whole number such as 5000 or 1,000,000";
    if !text.chars().all(is_digit) {
        return Err(wrong.to_owned());
    }
    match text.replace(',', "").parse() {
        Ok(number) => Ok(number),
        // A number that is too large becomes the largest there is, which limits nothing.
        Err(error) if *ParseIntError::kind(&error) == IntErrorKind::PosOverflow => Ok(u64::MAX),
        Err(_) => Err(wrong.to_owned()),
    }
}

/// The range that the text says, ends included.
pub fn range(text: &str) -> Result<(i64, i64), String> {
    let ends = text.split_once("..").and_then(|(least, most)| Some((least.parse().ok()?, most.parse().ok()?)));
    ends.filter(|(least, most)| least <= most).ok_or_else(|| "expected a range such as 0..7 or -1..1".to_owned())
}

/// A number without sign, perhaps with a fraction, and then a unit.
fn amount(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let text = text.trim();
    let is_digit = |character: char| character.is_ascii_digit() || character == '.';
    let (number, unit) = text.split_at(text.find(|character| !is_digit(character)).unwrap_or(text.len()));
    let unit = unit.trim_start().to_ascii_lowercase();
    let (_, factor) = units.iter().find(|(name, _)| *name == unit)?;
    Some(number.parse::<f64>().ok()? * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_in_seconds_unless_it_has_a_unit() {
        let read = |text| time(text).map(|time| time.as_millis());
        let texts = ["300", "0.01", "200ms", "1.5 s", "2m", "1h"];
        assert_eq!(texts.map(read), [300_000, 10, 200, 1500, 120_000, 3_600_000].map(Ok));
        assert!(["", "s", "-1", "1e3", "inf", "1.2.3", "5 days"].iter().all(|text| time(text).is_err()));
        assert!(time("1000000h").is_ok() && time("1000001h").is_err() && time(&"9".repeat(30)).is_err());
    }

    #[test]
    fn a_count_may_have_commas() {
        assert_eq!(["5000", "1,000,000", "0"].map(count), [5000, 1_000_000, 0].map(Ok));
        assert_eq!(count(&"9".repeat(30)), Ok(u64::MAX));
        assert!(["", ",", "-1", "+1", "1.5", "1e6", "5k", "many"].iter().all(|text| count(text).is_err()));
    }

    #[test]
    fn memory_is_in_mebibytes_unless_it_has_a_unit() {
        let texts = ["512", "512MiB", "1.5GiB", "2GB", "64k", "100 B", "1m"];
        let bytes = [512 << 20, 512 << 20, 3 << 29, 2_000_000_000, 64 << 10, 100, 1 << 20];
        assert_eq!(texts.map(memory), bytes.map(Ok));
        assert!(["", "MiB", "-1", "2 apples"].iter().all(|text| memory(text).is_err()));
        assert_eq!(memory(&"9".repeat(30)), Ok(u64::MAX));
    }
}

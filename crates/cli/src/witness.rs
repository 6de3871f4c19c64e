//! `--witness`: the answer in the format of SV-COMP, with what the format wants to know of files and time.

use std::fmt::Write;
use std::fs::File;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context, Result};
use report::witness::{self, Circumstances};
use sha2::{Digest, Sha256};

use crate::output::{self, Told};
use crate::sources::Lowered;

/// Writes the witness, or says that the format has none for the answer.
pub fn save(path: &Path, told: &Told<'_>, lowered: &Lowered) -> Result<()> {
    let files = lowered.inputs.iter().map(|file| (file.name.clone(), hash(&file.text))).collect();
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let circumstances = |time| Circumstances { files, time, version };
    // A witness that cannot be is not made: what is there stays as it was.
    let made = witness::write(told.outcome, told.course, &circumstances(String::new()), &hash);
    if let Err(what) = made {
        let outcome = if path.exists() { "stays as it was" } else { "is not written" };
        let name = path.display();
        return output::note(&format!("note: the format of witnesses has no place for {what}, so {name} {outcome}"));
    }
    let text = made.unwrap_or_default().replace("creation_time: \"\"", &format!("creation_time: {:?}", now(path)?));
    output::save(path, &text)
}

/// When the file is made, which is what its folder says; or what `SOURCE_DATE_EPOCH` says, for those who want the same bytes again.
fn now(path: &Path) -> Result<String> {
    let told = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let made = || -> Result<u64> {
        let modified = File::create(path)?.metadata()?.modified()?;
        Ok(modified.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs())
    };
    let seconds =
        told.map_or_else(made, Ok).with_context(|| format!("{}: error: cannot be written", path.display()))?;
    Ok(in_words(seconds))
}

/// Seconds since 1970 as ISO 8601 has them.
fn in_words(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years are counted from March, so that the day that some of them have more is the last one.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

fn hash(text: &str) -> String {
    let mut digits = String::new();
    for byte in Sha256::digest(text.as_bytes()) {
        // Writing to a string does not fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_hashes_are_as_others_have_them() {
        assert_eq!(in_words(0), "1970-01-01T00:00:00Z");
        assert_eq!(in_words(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(in_words(1_793_491_199), "2026-10-31T23:59:59Z");
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}

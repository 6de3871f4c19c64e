//! Texts damaged at random.

use program::arbitrary::random::Random;

/// Longer inputs take more time and show no more.
const LONGEST: usize = 60_000;

/// What parsers stumble over: numbers at the edge, brackets, and bytes that are no text.
const ODD: &[&[u8]] = &[
    b"0",
    b"-1",
    b"1",
    b"255",
    b"65536",
    b"2147483648",
    b"4294967295",
    b"9223372036854775807",
    b"18446744073709551616",
    b"170141183460469231731687303715884105728",
    b"99999999999999999999999999999999999999999999999999",
    b"1e9",
    b"0x",
    b"bv",
    b"(",
    b")",
    b"{",
    b"}",
    b"[",
    b"]",
    b"<",
    b">",
    b"\"",
    b"\\",
    b"'",
    b"/*",
    b"*/",
    b"//",
    b";",
    b":",
    b",",
    b"#",
    b"!",
    b"@",
    b"%",
    b"\xff",
    b"\xc3",
    b"\xe2\x88\x80",
    b"\0",
    b"\n",
    b" ",
    b"\t",
    b"\r\n",
    b"\xef\xbb\xbf",
];

/// One of the files with up to eight changes.
pub fn damaged(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut text = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(8) {
        change(&mut text, seeds, random);
    }
    text.truncate(LONGEST);
    text
}

fn change(text: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let place = random.below(text.len() + 1);
    let span = word(text, place);
    match random.below(9) {
        // A word is gone, is twice there, or is another one.
        0 => drop(text.drain(span)),
        1 => {
            let word = text[span].to_vec();
            insert(text, place, &word);
        }
        2 => {
            let elsewhere = word(text, random.below(text.len() + 1));
            let other = text[elsewhere].to_vec();
            drop(text.splice(span, other));
        }
        3 => drop(text.splice(span, ODD[random.below(ODD.len())].iter().copied())),
        4 => insert(text, place, ODD[random.below(ODD.len())]),
        5 if place < text.len() => text[place] ^= 1 << random.below(8),
        6 => {
            // A part of another file, at most so long.
            let other = &seeds[random.below(seeds.len())];
            let start = random.below(other.len() + 1);
            let end = (start + 1 + random.below(400)).min(other.len());
            insert(text, place, &other[start..end]);
        }
        7 => {
            let end = (place + random.below(200)).min(text.len());
            drop(text.drain(place..end));
        }
        // A line once more, and once more, and once more.
        _ => {
            let start = text[..place].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            let end = text[place..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |at| place + at + 1);
            let line = text[start..end].to_vec();
            if line.len() < 400 {
                insert(text, end, &line.repeat(1 + random.below(20)));
            }
        }
    }
}

fn insert(text: &mut Vec<u8>, place: usize, what: &[u8]) {
    let place = place.min(text.len());
    drop(text.splice(place..place, what.iter().copied()));
}

/// The word around the place, or what stands between words.
fn word(text: &[u8], place: usize) -> std::ops::Range<usize> {
    let place = place.min(text.len());
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.".contains(byte);
    let start = text[..place].iter().rposition(|byte| !is_part(byte)).map_or(0, |at| at + 1);
    let end = text[place..].iter().position(|byte| !is_part(byte)).map_or(text.len(), |at| place + at);
    start..end.max((start + 1).min(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_the_same_for_the_same_seed_and_never_fails() {
        let seeds = [b"procedure main() { x := 1; }\n".to_vec(), Vec::new()];
        let all = |seed: u64| {
            let mut random = Random::new(seed);
            (0..2_000).map(|_| damaged(&seeds, &mut random)).collect::<Vec<_>>()
        };
        assert_eq!(all(3), all(3));
        assert_ne!(all(3), all(4));
        assert!(all(3).iter().any(|text| text.len() > 100) && all(3).iter().any(Vec::is_empty));
    }
}

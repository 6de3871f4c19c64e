//! A fixed work by which times are measured, so that they can be compared with those of another day or machine.
//!
//! Other people's work makes ours slower, and this one as well: it is done right before and after what is measured.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

/// So many numbers are put into a table and sorted.
const NUMBERS: u64 = 60_000;

/// Seconds in units: the fixed work was done before what took them, and is done again now.
pub(in crate::bench) fn in_units(seconds: f64, before: f64) -> f64 {
    seconds / ((before + unit()) / 2.0)
}

/// How many seconds the fixed work takes at the moment, the better one of two times.
pub(in crate::bench) fn unit() -> f64 {
    once().min(once())
}

fn once() -> f64 {
    let start = Instant::now();
    let mut table = HashMap::new();
    let mut number = 1_u64;
    for index in 0..NUMBERS {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *table.entry(number >> 40).or_insert(0) += index;
    }
    let mut sorted: Vec<(u64, u64)> = table.into_iter().collect();
    sorted.sort_unstable();
    black_box(sorted);
    start.elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_ten_units_is_about_ten() {
        let before = unit();
        let units = in_units((0..10).map(|_| once()).sum(), before);
        assert!(units > 3.0, "{units}");
    }
}

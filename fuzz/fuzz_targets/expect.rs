//! Coverage-guided inputs for the target `expect` of `xtask/src/fuzz/targets.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(what) = xtask::fuzz::targets::expect(bytes) {
        panic!("{what}");
    }
});

//! Models in Boogie: `bench/explicit` has them, with a constant `SIZE`.

use anyhow::Result;
use program::program::Program;

use super::boogie;
use super::search::Suite;

/// The models and their sizes.
pub const SUITE: Suite = Suite {
    name: "explicit",
    models: &[("counters", 10), ("counters", 16), ("buffer", 14), ("ring", 7), ("philosophers", 8), ("filter", 4)],
    load,
};

fn load(model: &str, size: &str) -> Result<Program> {
    boogie::load(&format!("bench/explicit/{model}.bpl"), Some(size))
}

//! How many random programs a test really made use of.

use std::fmt;

use super::graph::Graph;

/// What a random program was good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Every question about it was answered and the answers compared.
    Compared,
    /// It fails: whatever is asked, the answer is the failure.
    Fails,
    /// What some step does is undetermined, which has to be noticed.
    Undetermined,
    /// The engine refuses it, as it should.
    Refused,
    /// It has too many states.
    TooLarge,
}

/// What a program with this graph is good for.
pub fn use_of(graph: &Graph) -> Use {
    if graph.undetermined {
        Use::Undetermined
    } else if !graph.failures.is_empty() {
        Use::Fails
    } else {
        Use::Compared
    }
}

/// How many programs were good for what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    compared: usize,
    fails: usize,
    undetermined: usize,
    refused: usize,
    too_large: usize,
}

impl Tally {
    /// Counts them.
    pub fn of(uses: impl IntoIterator<Item = Use>) -> Tally {
        let mut tally = Tally::default();
        for one in uses {
            *match one {
                Use::Compared => &mut tally.compared,
                Use::Fails => &mut tally.fails,
                Use::Undetermined => &mut tally.undetermined,
                Use::Refused => &mut tally.refused,
                Use::TooLarge => &mut tally.too_large,
            } += 1;
        }
        tally
    }

    /// Fails unless so many out of a hundred programs were compared.
    pub fn expect_compared(&self, percent: usize) {
        let all = self.compared + self.fails + self.undetermined + self.refused + self.too_large;
        assert!(self.compared * 100 >= all * percent, "of {all} programs, too few were compared: {self}");
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { compared, fails, undetermined, refused, too_large } = self;
        write!(
            f,
            "{compared} compared, {fails} fail, {undetermined} undetermined, {refused} refused, {too_large} too large"
        )
    }
}

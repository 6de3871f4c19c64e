//! The proof as evidence.

use evidence::modular::{Head, Modular, OtherMove, ThreadProof};

use crate::abstraction::{Abstraction, View};
use crate::refine::Sharing;

/// The evidence that these heads, thread by thread, are left.
pub fn certificate(made: Abstraction, heads: Vec<Vec<Head>>, sharing: Sharing) -> Modular {
    let thread = |(view, heads): (View, Vec<Head>)| ThreadProof {
        places: view.places,
        beginning: view.beginning,
        guarantees: view.guarantees,
        own: view.own.into_values().collect(),
        others: view.others.into_iter().map(|((place, by), effect)| OtherMove { place, by, effect }).collect(),
        heads,
    };
    Modular { is_shared: sharing == Sharing::Alike, threads: made.threads.into_iter().zip(heads).map(thread).collect() }
}

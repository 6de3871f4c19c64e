//! Preparation for engines that know neither memory nor calls ([`program::prepare`]), and the way back from what they find.

pub mod lift;

pub use program::prepare::*;

pub use crate::prepare::lift::lifted;

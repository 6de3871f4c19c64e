//! For each rule of `check::rules`, evidence that breaks it and nothing else is rejected by it; and evidence that was
//! accepted and then changed at random is rejected, or true all the same.

mod alike;
#[path = "../builder/mod.rs"]
mod builder;
mod changed;
mod counting;
mod exploration;
mod finite;
mod growing;
mod keyframe;
mod lassos;
mod modular;
#[path = "../naive/mod.rs"]
mod naive;
mod ranked;
mod replay;
mod traps;
mod turning;
mod verdicts;
mod words;

//! What a search costs: states a second and bytes a state, for plain exploration and for each property.

use anyhow::{Context, Result, bail};
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine_explicit::graph::Graph;
use engine_explicit::machine::{Machine, Wanted};
use engine_explicit::search::{Goal, plain, search};
use engine_explicit::{compile, footprint};
use program::program::Program;
use program::property::{Fairness, Property};

use super::measure::{Figures, apart, in_process, memory_from_now, most_memory, seconds};

/// Programs of which there are several sizes.
pub struct Suite {
    /// The name of the benchmark.
    pub name: &'static str,
    /// The programs and the sizes that are measured.
    pub models: &'static [(&'static str, u32)],
    /// Makes the program of a size.
    pub load: fn(&str, &str) -> Result<Program>,
}

/// What is measured; plain exploration is what the others are compared with.
const MODES: [&str; 6] = ["plain", "finish", "terminate/weak", "terminate/none", "sections", "exit"];

const ROUNDS: usize = 5;

/// Measures every model in every mode.
pub fn all(suite: &Suite, tell: &mut dyn FnMut(&str)) -> Result<()> {
    tell("model          size     states  mode             seconds  states/s  bytes/state  time×  memory×");
    suite.models.iter().try_for_each(|(model, size)| measure(suite, model, *size, tell))
}

fn measure(suite: &Suite, model: &str, size: u32, tell: &mut dyn FnMut(&str)) -> Result<()> {
    let best = figures(suite, model, size, &MODES, ROUNDS)?;
    let base = *best.first().context("plain exploration was measured")?;
    for (mode, figures) in MODES.iter().zip(best) {
        let Figures { states, seconds, bytes } = figures;
        let (time, space) = (seconds / base.seconds, bytes as f64 / base.bytes as f64);
        // A search that found a counterexample did not see all states: its cost says nothing.
        let ratios =
            if states == base.states { format!("{time:>6.2}  {space:>7.2}") } else { "  (refuted)".to_owned() };
        tell(&format!(
            "{model:<13}  {size:>4}  {states:>9}  {mode:<15}  {seconds:>7.3}  {:>8.0}  {:>11.1}  {ratios}",
            states as f64 / seconds,
            bytes as f64 / states as f64
        ));
    }
    Ok(())
}

/// The best figures of so many rounds for each mode, which are measured in turns.
pub fn figures(suite: &Suite, model: &str, size: u32, modes: &[&str], rounds: usize) -> Result<Vec<Figures>> {
    let size = size.to_string();
    let mut best: Vec<Option<Figures>> = vec![None; modes.len()];
    for _ in 0..rounds {
        for (mode, best) in modes.iter().zip(&mut best) {
            let figures = in_process(&[suite.name, model, &size, mode])?;
            *best = Some(best.map_or(figures, |best| best.least(figures)));
        }
    }
    Ok(best.into_iter().flatten().collect())
}

/// Measures one search and tells states, seconds and bytes.
pub fn one(suite: &Suite, model: &str, size: &str, mode: &str, tell: &mut dyn FnMut(&str)) -> Result<()> {
    let program = apart(|| (suite.load)(model, size))?;
    let goal = goal(mode)?;
    let compiled = compile::compile(&program).map_err(|reason| anyhow::anyhow!("{reason}"))?;
    let wanted = goal.as_ref().map_or(Wanted::default(), |goal| goal.wanted(&program));
    let budget = Budget::start(Limits::default());
    let machine = Machine::new(&compiled, footprint::static_facts(&program), wanted, &budget);
    let mut graph = Graph::new(machine, &budget, &Silent);
    let before = memory_from_now()?;
    let start = seconds()?;
    // Whether something was found makes no difference to what it cost.
    let _found = match &goal {
        None => plain(&mut graph).err(),
        Some(goal) => search(&mut graph, goal).err(),
    };
    let seconds = seconds()? - start;
    let bytes = most_memory()?.saturating_sub(before);
    tell(&format!("{} {seconds} {bytes}", graph.count()));
    Ok(())
}

fn goal(mode: &str) -> Result<Option<Goal>> {
    let (property, fairness) = match mode {
        "plain" => return Ok(None),
        "finish" => (Property::Finish, Fairness::Strong),
        "finish/weak" => (Property::Finish, Fairness::Weak),
        "terminate/weak" => (Property::Terminate, Fairness::Weak),
        "terminate/none" => (Property::Terminate, Fairness::None),
        "sections" => (Property::Sections, Fairness::Strong),
        "exit" => (Property::Exit, Fairness::Strong),
        _ => bail!("there is no mode `{mode}`"),
    };
    Ok(Some(Goal::against(&property, fairness)))
}

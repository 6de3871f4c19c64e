//! The explicit engine: states a second and bytes a state, for plain exploration and for each property.

use std::time::Instant;

use anyhow::{Context, Result, bail};
use engine::budget::{Budget, Limits};
use engine::event::Silent;
use engine_explicit::graph::Graph;
use engine_explicit::machine::{Machine, Wanted};
use engine_explicit::search::{Goal, plain, search};
use engine_explicit::{compile, footprint};
use frontend::boogie::{Options, lower};
use program::program::Program;
use program::property::{Fairness, Property};
use program::span::SourceFile;

use super::measure::{Figures, in_process, memory};
use crate::root;

/// The models and their sizes; `bench/explicit` has them, with a constant `SIZE`.
const MODELS: [(&str, u32); 6] =
    [("counters", 10), ("counters", 16), ("buffer", 14), ("ring", 7), ("philosophers", 8), ("filter", 4)];

/// What is measured; plain exploration is what the others are compared with.
const MODES: [&str; 6] = ["plain", "finish", "terminate/weak", "terminate/none", "sections", "exit"];

const ROUNDS: usize = 5;

/// Measures every model in every mode.
pub fn all(tell: &mut dyn FnMut(&str)) -> Result<()> {
    tell("model          size     states  mode             seconds  states/s  bytes/state  time×  memory×");
    MODELS.iter().try_for_each(|(model, size)| measure(model, *size, tell))
}

fn measure(model: &str, size: u32, tell: &mut dyn FnMut(&str)) -> Result<()> {
    let size_text = size.to_string();
    let mut best: Vec<Option<Figures>> = vec![None; MODES.len()];
    for _ in 0..ROUNDS {
        for (mode, best) in MODES.iter().zip(&mut best) {
            let figures = in_process(&["explicit", model, &size_text, mode])?;
            let is_better = best.is_none_or(|best| figures.seconds < best.seconds);
            if is_better {
                *best = Some(figures);
            }
        }
    }
    let base = best[0].context("plain exploration was measured")?;
    for (mode, figures) in MODES.iter().zip(best.into_iter().flatten()) {
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

/// Measures one search and tells states, seconds and bytes.
pub fn one(model: &str, size: &str, mode: &str, tell: &mut dyn FnMut(&str)) -> Result<()> {
    let program = load(model, size)?;
    let goal = goal(mode)?;
    let compiled = compile::compile(&program).map_err(|reason| anyhow::anyhow!("{reason}"))?;
    let wanted = goal.as_ref().map_or(Wanted::default(), Goal::wanted);
    let budget = Budget::start(Limits::default());
    let machine = Machine::new(&compiled, footprint::static_facts(&program), wanted, &budget);
    let mut graph = Graph::new(machine, &budget, &Silent);
    let (before, _) = memory()?;
    let start = Instant::now();
    // Whether something was found makes no difference to what it cost.
    let _found = match &goal {
        None => plain(&mut graph).err(),
        Some(goal) => search(&mut graph, goal).err(),
    };
    let seconds = start.elapsed().as_secs_f64();
    let (_, peak) = memory()?;
    tell(&format!("{} {seconds} {}", graph.count(), peak.saturating_sub(before)));
    Ok(())
}

fn goal(mode: &str) -> Result<Option<Goal>> {
    let (property, fairness) = match mode {
        "plain" => return Ok(None),
        "finish" => (Property::Finish, Fairness::Strong),
        "terminate/weak" => (Property::Terminate, Fairness::Weak),
        "terminate/none" => (Property::Terminate, Fairness::None),
        "sections" => (Property::Sections, Fairness::Strong),
        "exit" => (Property::Exit, Fairness::Strong),
        _ => bail!("there is no mode `{mode}`"),
    };
    Ok(Some(Goal::against(&property, fairness)))
}

/// The model with the size put in.
fn load(model: &str, size: &str) -> Result<Program> {
    let path = root::find()?.join("bench/explicit").join(format!("{model}.bpl"));
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let line = text.lines().find(|line| line.starts_with("axiom SIZE ==")).context("the model has no SIZE")?;
    let text = text.replace(line, &format!("axiom SIZE == {size};"));
    let file = SourceFile::new(format!("{model}.bpl"), text.into());
    lower(vec![file], &Options::default()).map_err(|error| anyhow::anyhow!("{}", error.render()))
}

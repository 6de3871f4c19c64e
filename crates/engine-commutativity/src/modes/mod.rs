//! The refinement loop as the paper has it (Figure 2), with its three techniques to be chosen: for comparison, and for programs that the
//! engine's own way has no proof of.
//!
//! The proof is a union of lasso modules ([`module`]), and the loop looks for a lasso of the program that none of them accepts
//! ([`inclusion`]), finds out why it ends ([`mod@judge`]), and adds its module. What a [`Mode`] chooses:
//!
//! - `baseline`: all words of the program; modules accept the words that their predicates show to end.
//! - `hgen`: modules have an edge for every valid Hoare triple.
//! - `por`: only words that persistent sets leave over are looked at ([`runs`]).
//! - `opg`: modules also accept words with commuting statements in between.
//! - `foata`: only words in Foata normal form are looked at; otherwise as the baseline.
//! - `facts`: not the paper's loop but the one of [`mod@crate::refine`].
//! - `kin`: the same, with threads that change places ([`crate::kin`]).
//! - `in-turn`: `facts`, `kin` where there are such threads, and some of the others, in turns: what users get if they choose nothing (`turns.rs`).
//!
//! What is proved in this way has no certificate of its own: `check` knows sets of facts and cuts, and no arguments about words that are
//! equivalent to others. So once the modules accept all lassos, what they say (predicates, invariants, ranking functions) is given to
//! [`mod@crate::refine`], which makes a certificate of it, and learns what is still missing. A mode has an answer only if both come to an end;
//! that all goes wrong in some module costs an answer, and never makes a wrong one.

pub mod independence;
pub mod judge;
pub mod module;
pub mod runs;
pub mod inclusion;

use std::fmt;
use std::str::FromStr;

use evidence::reason::Reason;
use program::text::counted;

use crate::alphabet::Alphabet;
use crate::modes::inclusion::{Modules, Searched};
use crate::modes::independence::Statements;
use crate::modes::judge::{Judgement, judge};
use crate::modes::runs::{Look, Runs};
use crate::proof::Proof;
use crate::refine::{Goal, Refined, learn_invariant, refine_from};

/// How the engine works.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// In its own way, with threads that change places, and in ways of the paper, in turns.
    #[default]
    InTurn,
    /// In its own way: sets of facts, and cuts.
    Facts,
    /// In its own way, with threads that change places, if there are any.
    Kin,
    /// By the paper's loop, with these techniques.
    Modules(Techniques),
    /// By the paper's loop, on words in Foata normal form.
    Foata,
}

/// What is added to the paper's loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Techniques {
    /// Hoare-triple generalisation.
    pub hgen: bool,
    /// Omega-prefix generalisation.
    pub opg: bool,
    /// Persistent sets.
    pub por: bool,
}

impl Techniques {
    /// Each by its name.
    fn named(&self) -> [(&'static str, bool); 3] {
        [("hgen", self.hgen), ("opg", self.opg), ("por", self.por)]
    }
}

impl Mode {
    /// The modes that are compared: those of the paper's table, Foata normal form, and the engine's own two.
    pub fn all() -> Vec<Mode> {
        let of = |hgen, opg, por| Mode::Modules(Techniques { hgen, opg, por });
        vec![
            of(false, false, false),
            of(true, false, false),
            of(false, false, true),
            of(false, true, false),
            of(true, false, true),
            of(false, true, true),
            of(true, true, true),
            Mode::Foata,
            Mode::Facts,
            Mode::Kin,
        ]
    }

    /// Those of the paper that take turns with the engine's own way, the best one first. They look at other words: fewer than all, and all.
    pub fn of_paper_in_turn() -> [Mode; 4] {
        let of = |hgen, opg, por| Mode::Modules(Techniques { hgen, opg, por });
        [of(true, false, true), of(true, true, true), of(false, true, true), of(true, false, false)]
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mode::InTurn => write!(f, "in-turn"),
            Mode::Facts => write!(f, "facts"),
            Mode::Kin => write!(f, "kin"),
            Mode::Foata => write!(f, "foata"),
            Mode::Modules(techniques) => {
                let chosen = techniques.named().into_iter().filter(|(_, is_chosen)| *is_chosen);
                let names: Vec<&str> = chosen.map(|(name, _)| name).collect();
                write!(f, "{}", if names.is_empty() { "baseline".to_owned() } else { names.join("+") })
            }
        }
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Mode, String> {
        match text {
            "in-turn" => return Ok(Mode::InTurn),
            "facts" => return Ok(Mode::Facts),
            "kin" => return Ok(Mode::Kin),
            "foata" => return Ok(Mode::Foata),
            "baseline" => return Ok(Mode::Modules(Techniques::default())),
            _ => {}
        }
        let mut techniques = Techniques::default();
        for word in text.split('+') {
            let place = match word {
                "hgen" => &mut techniques.hgen,
                "opg" => &mut techniques.opg,
                "por" => &mut techniques.por,
                _ => {
                    let names = "in-turn, facts, kin, baseline, foata, or some of hgen, opg and por, joined by +";
                    return Err(format!("there is no mode `{text}`; there are: {names}"));
                }
            };
            if std::mem::replace(place, true) {
                return Err(format!("`{word}` is named twice in `{text}`"));
            }
        }
        Ok(Mode::Modules(techniques))
    }
}

/// The lassos that were looked at.
#[derive(Default)]
pub struct Lassos {
    /// Why each of them ends.
    pub judged: Vec<Judgement>,
}

impl Lassos {
    /// How many have a ranking function.
    pub fn terminating(&self) -> usize {
        self.judged.iter().filter(|it| matches!(it, Judgement::Terminating(_))).count()
    }

    /// How many cannot be taken.
    pub fn infeasible(&self) -> usize {
        self.judged.len() - self.terminating()
    }
}

/// What the loop came to.
pub enum Covered {
    /// All lassos of the program are accepted.
    All,
    /// It is not known why this one ends.
    Not {
        /// Its stem.
        stem: Vec<usize>,
        /// Its loop.
        cycle: Vec<usize>,
    },
    /// The budget is used up.
    Over(Reason),
}

/// Runs the loop in the mode, and makes a certificate of what it has found.
pub fn refine<'a>(goal: &Goal<'a>, alphabet: &Alphabet, mode: Mode) -> Refined<'a> {
    let (covered, lassos) = cover(goal, alphabet, mode);
    match covered {
        Covered::All => written(goal, alphabet, &lassos),
        Covered::Not { stem, cycle } => Refined::Lasso { stem, cycle },
        Covered::Over(reason) => Refined::Over(Some(reason)),
    }
}

/// Runs the loop in the mode, with the goal's order of threads if it is one that has persistent sets.
pub fn cover(goal: &Goal<'_>, alphabet: &Alphabet, mode: Mode) -> (Covered, Lassos) {
    let system = goal.system;
    let is_over = |nodes: usize| goal.over(nodes);
    let techniques = match mode {
        Mode::Modules(techniques) => techniques,
        Mode::InTurn | Mode::Facts | Mode::Kin | Mode::Foata => Techniques::default(),
    };
    let mut statements = Statements::of(system);
    let look = match (mode, &goal.order) {
        (Mode::Foata, _) => Look::Foata,
        (_, Some(order)) if techniques.por => Look::Persistent(order.clone()),
        _ => Look::All,
    };
    let dependent = if matches!(look, Look::All) { Vec::new() } else { statements.depend(system) };
    let mut runs = Runs::new(system, alphabet, look, dependent);
    let mut proof = Modules { system, alphabet, statements, automata: Vec::new(), fairness: goal.fairness };
    let mut lassos = Lassos::default();
    let mut round = 0_u64;
    loop {
        round += 1;
        let (terminating, infeasible) = (lassos.terminating() as u64, lassos.infeasible() as u64);
        let told = format!("round {round} ({mode}): {} ranked, {infeasible} impossible", counted(terminating, "lasso"));
        goal.events.works_at(crate::NAME, &told);
        let (stem, cycle) = match inclusion::search(&mut runs, &mut proof, &is_over) {
            Searched::Covered => return (Covered::All, lassos),
            Searched::Over(reason) => return (Covered::Over(reason), lassos),
            Searched::Lasso { stem, cycle } => (stem, cycle),
        };
        let Some(judgement) = judge(system, &stem, &cycle) else { return (Covered::Not { stem, cycle }, lassos) };
        if techniques.opg {
            let more = module::between(system, &judgement, &mut proof.statements);
            proof.automata.push(more);
        }
        proof.automata.push(module::annotated(system, &judgement, &proof.statements, techniques.hgen));
        lassos.judged.push(judgement);
        // Otherwise the same lasso would be found again.
        if !proof.accepts(&mut runs, &stem, &cycle) {
            return (Covered::Not { stem, cycle }, lassos);
        }
    }
}

/// Makes a certificate of what the lassos have taught.
pub fn written<'a>(goal: &Goal<'a>, alphabet: &Alphabet, lassos: &Lassos) -> Refined<'a> {
    let mut proof = Proof::new(goal.system, None);
    for judgement in &lassos.judged {
        match judgement {
            Judgement::Infeasible(why) => why.predicates.iter().for_each(|fact| {
                proof.stem.add_fact(fact);
            }),
            Judgement::Terminating(why) => {
                proof.add_module(&why.ranking.rank, &why.ranking.on_the_way);
                for invariant in &why.ranking.invariants {
                    learn_invariant(goal.system, &mut proof, invariant, &why.stem, &why.cycle);
                }
            }
        }
    }
    refine_from(goal, alphabet, proof, "writing it down: ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_have_names() {
        for mode in Mode::all().into_iter().chain([Mode::InTurn]) {
            assert_eq!(mode.to_string().parse(), Ok(mode));
        }
        assert_eq!("por+hgen".parse::<Mode>().unwrap().to_string(), "hgen+por");
        for wrong in ["", "por+", "por+por", "baseline+por", "foata+hgen", "luck"] {
            assert!(wrong.parse::<Mode>().is_err(), "{wrong}");
        }
    }
}

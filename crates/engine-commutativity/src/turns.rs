//! All ways to a proof in turn, which is what users get if they choose nothing.
//!
//! Nobody knows beforehand which way is the shortest, and by how much. So they take turns, which get longer and longer, and each begins
//! anew. The engine's own way, and threads that change places, are counted in places that they look at; the paper's modes, which seldom
//! find what these do not find, may take a part of the time that was taken so far. Where the engine's own way has come to an end without
//! an answer, all others have one more turn, so that whoever is told soon that nothing is known is still told soon.

use std::time::Duration;

use engine::budget::Budget;
use evidence::reason::Reason;
use evidence::verdict::Verdict;

use crate::modes::Mode;
use crate::refine::Effort;
use crate::{Changing, Ended, Places, Sought};

/// How many places and positions are looked at in the first turn, with threads that change places.
const FIRST_TURN: u64 = 64_000;

/// How many times as long the next turn is.
const LONGER: u64 = 4;

/// With so many threads that may change places it is likely that they should.
const MANY_KIN: usize = 3;

/// What one of the paper's modes may take at least in its turn, and in its last one.
const LEAST_TURN: Duration = Duration::from_millis(250);
const LEAST_LAST_TURN: Duration = Duration::from_secs(1);

/// A way to a proof that has not come to an end.
enum Way {
    Changing(Box<Changing>),
    Own,
    Paper(Mode),
}

/// What comes of a turn.
enum Turn {
    /// An answer.
    Answer(Verdict),
    /// The way is longer than the turn.
    Over,
    /// The way has come to its end without an answer, and this is why.
    End(Verdict),
}

/// The answer, or what the engine's own way came to.
pub(crate) fn in_turn(sought: &Sought<'_>, budget: &Budget) -> Verdict {
    let start = budget.elapsed();
    let mut ways = ways(sought);
    let mut others = Reasons::default();
    let mut looks = FIRST_TURN;
    loop {
        let mut own = None;
        let mut left = Vec::new();
        for way in ways {
            let time = ((budget.elapsed() - start) / 4).max(LEAST_TURN);
            match take(sought, &way, budget, (looks, time)) {
                Turn::Answer(answer) => return answer,
                Turn::Over => left.push(way),
                Turn::End(why) => match way {
                    Way::Own => own = Some(why),
                    Way::Changing(_) => {}
                    Way::Paper(mode) => others.add(mode, why),
                },
            }
        }
        ways = left;
        looks *= LONGER;
        let Some(own) = own else { continue };
        for way in ways.iter().take_while(|_| !budget.is_over()) {
            let time = (budget.elapsed() - start).max(LEAST_LAST_TURN);
            match (take(sought, way, budget, (looks, time)), way) {
                (Turn::Answer(answer), _) => return answer,
                (Turn::End(why), Way::Paper(mode)) => others.add(*mode, why),
                (Turn::Over, Way::Paper(mode)) => others.add_late(*mode),
                _ => {}
            }
        }
        return others.told_with(own);
    }
}

/// All ways, the most promising first.
fn ways(sought: &Sought<'_>) -> Vec<Way> {
    let changing = sought.changing();
    let are_many = changing.as_ref().is_some_and(|changing| changing.kinship.largest() >= MANY_KIN);
    let changing = changing.map(|changing| Way::Changing(Box::new(changing)));
    let (first, second) = if are_many { (changing, Some(Way::Own)) } else { (Some(Way::Own), changing) };
    let paper = Mode::of_paper_in_turn().map(Way::Paper);
    first.into_iter().chain(second).chain(paper).collect()
}

/// A turn: so many places, or so much time.
fn take(sought: &Sought<'_>, way: &Way, budget: &Budget, (looks, time): (u64, Duration)) -> Turn {
    match way {
        Way::Changing(changing) => match changing.prove(sought, budget, Effort::Looks(looks)) {
            Places::Proved(proved) => Turn::Answer(proved),
            Places::Over(None) => Turn::Over,
            Places::Over(Some(why)) => Turn::End(Verdict::Unknown(why)),
            Places::NoProof => Turn::End(crate::no_exchange()),
        },
        // Without names it takes longer for each place.
        Way::Own => match sought.in_mode(Mode::Facts, budget, Effort::Looks(looks / 2)) {
            (Verdict::Unknown(_), Ended::ByEffort) => Turn::Over,
            (why @ Verdict::Unknown(_), Ended::AtCycle | Ended::Otherwise) => Turn::End(why),
            (answer, _) => Turn::Answer(answer),
        },
        Way::Paper(mode) => match sought.in_mode(*mode, &budget.shortened(time), Effort::All).0 {
            Verdict::Unknown(why) if why.is_limit() => Turn::Over,
            why @ Verdict::Unknown(_) => Turn::End(why),
            answer => Turn::Answer(answer),
        },
    }
}

/// Why the paper's modes found nothing: by reason, which modes it stopped.
#[derive(Default)]
struct Reasons {
    found: Vec<(String, Vec<Mode>)>,
}

impl Reasons {
    fn add(&mut self, mode: Mode, why: Verdict) {
        match why {
            Verdict::Unknown(Reason::NotProved { what, .. } | Reason::Unranked { what, .. }) => self.note(mode, what),
            _ => self.add_late(mode),
        }
    }

    fn add_late(&mut self, mode: Mode) {
        self.note(mode, "there was no end in time".to_owned());
    }

    fn note(&mut self, mode: Mode, reason: String) {
        match self.found.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, modes)) => modes.push(mode),
            None => self.found.push((reason, vec![mode])),
        }
    }

    /// The verdict of the engine's own way, and why the others did no better, if it came to a cycle.
    fn told_with(self, own: Verdict) -> Verdict {
        let Verdict::Unknown(Reason::Unranked { what, span, stem, cycle }) = own else { return own };
        let names = |modes: &[Mode]| modes.iter().map(Mode::to_string).collect::<Vec<_>>().join(", ");
        let mut told = what.clone();
        if let Some((_, modes)) = self.found.iter().find(|(reason, _)| *reason == what) {
            told = format!("{told}, nor by {}", names(modes));
        }
        for (reason, modes) in self.found.iter().filter(|(reason, _)| *reason != what) {
            told = format!("{told}; {reason} by {}", names(modes));
        }
        Verdict::Unknown(Reason::Unranked { what: told, span, stem, cycle })
    }
}

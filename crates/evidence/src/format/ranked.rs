//! How proofs by ranking functions are written.
//!
//! ```text
//! ranked order 0 2 1                    or: ranked all; then the stem, modules, and so on, each with its number
//! facts 2                               of the stem
//! -1 + v0                               what is not negative: v for variables of the system, o for old ranks
//! 0 + v1 - 2*v0
//! sets 2
//! 1 0                                   how many facts, and their places
//! 2 0 1
//! moves 2
//! 0 3 never 1/0*1+4*2                   set, letter; scale, and premises with their multiples
//! 0 4 to 1 1/0*1 1/2*1                  the set afterwards, and a sum for each of its facts
//! modules 1
//! rank 0 + v0                           then facts, sets and moves; a move also has the set of the stem in front
//! stuck 1
//! n3 - n5 : 2 1/0*1                     where each thread stands, the sets; a sum for each alternative
//! able 1
//! 1 n3 n4 n5 : 2,7 1/0*1                thread, place, a sum for each alternative
//! cuts 3
//! head n3 n4 n5 : 2
//! falls 0 n3 n4 n5 : 2                  the module
//! waits 1 n3 n4 n5 : 2,7                the thread
//! kin 1
//! 1 v3 v4 2 v5 v6                       threads that may change places, each with what it has for itself
//! renamed 1
//! n3 n5 n4 : 2 1>2 2>1                  a place, and which threads get which names there
//! ```

use program::ids::NodeId;
use program::linear::expr::{Linear, Var};
use program::linear::sum::Sum;
use program::linear::symmetry::{Kin, Member};
use program::linear::system::Control;

use crate::ranked::{Able, Annotation, Cut, Effect, Module, Move, NotStuck, Place, Ranked, Renamed};

/// Writes the proof, line by line.
pub fn write(line: &mut impl FnMut(String), proof: &Ranked) {
    let order = proof.order.as_ref().map_or("all".to_owned(), |order| format!("order{}", spaced(order)));
    line(format!("ranked {order}"));
    annotation(line, &proof.stem, false);
    line(format!("modules {}", proof.modules.len()));
    for module in &proof.modules {
        line(format!("rank {}", module.rank));
        annotation(line, &module.annotation, true);
    }
    line(format!("stuck {}", proof.not_stuck.len()));
    for NotStuck { place, sums: of_alternatives } in &proof.not_stuck {
        line(format!("{}{}", show_place(place), sums(of_alternatives)));
    }
    line(format!("able {}", proof.able.len()));
    for Able { place, thread, sums: of_alternatives } in &proof.able {
        line(format!("{thread} {}{}", show_place(place), sums(of_alternatives)));
    }
    line(format!("cuts {}", proof.cuts.len()));
    for cut in &proof.cuts {
        line(match cut {
            Cut::Head(place) => format!("head {}", show_place(place)),
            Cut::Falls { around, module } => format!("falls {module} {}", show_place(around)),
            Cut::Waits { around, thread } => format!("waits {thread} {}", show_place(around)),
        });
    }
    line(format!("kin {}", proof.kin.len()));
    for kin in &proof.kin {
        let own = |member: &Member| member.own.iter().map(|number| format!(" v{number}")).collect::<String>();
        let members = kin.members.iter().map(|member| format!("{}{}", member.thread, own(member)));
        line(members.collect::<Vec<_>>().join(" "));
    }
    line(format!("renamed {}", proof.renamed.len()));
    for Renamed { place, threads } in &proof.renamed {
        let names = threads.iter().map(|(thread, name)| format!(" {thread}>{name}")).collect::<String>();
        line(format!("{}{names}", show_place(place)));
    }
}

fn annotation(line: &mut impl FnMut(String), annotation: &Annotation, has_stem: bool) {
    line(format!("facts {}", annotation.facts.len()));
    annotation.facts.iter().for_each(|fact| line(fact.to_string()));
    line(format!("sets {}", annotation.sets.len()));
    // A line without words would mean nothing, so that each begins with how many there are.
    annotation.sets.iter().for_each(|set| line(format!("{}{}", set.len(), spaced(set))));
    line(format!("moves {}", annotation.moves.len()));
    for Move { stem, set, letter, effect } in &annotation.moves {
        let stem = if has_stem { format!("{stem} ") } else { String::new() };
        let effect = match effect {
            Effect::Never(sum) => format!("never{}", sums(std::slice::from_ref(sum))),
            Effect::To(next, of_facts) => format!("to {next}{}", sums(of_facts)),
        };
        line(format!("{stem}{set} {letter} {effect}"));
    }
}

pub(super) fn spaced(numbers: &[usize]) -> String {
    numbers.iter().map(|number| format!(" {number}")).collect()
}

pub(super) fn sums(sums: &[Sum]) -> String {
    let shown = |sum: &Sum| {
        let multiples = sum.multiples.iter().map(|(place, multiple)| format!("{place}*{multiple}"));
        format!(" {}/{}", sum.scale, multiples.collect::<Vec<_>>().join("+"))
    };
    sums.iter().map(shown).collect()
}

fn show_place(place: &Place) -> String {
    let node = |node: &Option<NodeId>| node.map_or("-".to_owned(), |node| format!("n{}", node.0));
    let sets = place.sets.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    format!("{} : {sets}", place.control.0.iter().map(node).collect::<Vec<_>>().join(" "))
}

/// Where the lines of the proof come from: the next one.
pub type Next<'a, 'b> = &'b mut dyn FnMut() -> Result<&'a str, String>;

/// Reads what [`write()`] has written, behind the word `ranked`.
pub fn read(order: &str, next: Next<'_, '_>) -> Result<Ranked, String> {
    let order = match order.split_once(' ').unwrap_or((order, "")) {
        ("all", "") => None,
        ("order", threads) => Some(numbers(threads)?),
        _ => return Err("expected `order` with threads, or `all`".to_owned()),
    };
    let stem = read_annotation(next, false)?;
    let modules = list(next, "modules", &mut |next| {
        let line = next()?;
        let rank = line.strip_prefix("rank ").ok_or("expected a line that starts with `rank`")?;
        Ok(Module { rank: linear(rank)?, annotation: read_annotation(next, true)? })
    })?;
    let not_stuck = list(next, "stuck", &mut |next| {
        let (place, rest) = read_place(next()?)?;
        Ok(NotStuck { place, sums: rest.split_whitespace().map(read_sum).collect::<Result<_, _>>()? })
    })?;
    let able = list(next, "able", &mut |next| {
        let (thread, rest) = first_number(next()?)?;
        let (place, rest) = read_place(rest)?;
        Ok(Able { place, thread, sums: rest.split_whitespace().map(read_sum).collect::<Result<_, _>>()? })
    })?;
    let cuts = list(next, "cuts", &mut |next| read_cut(next()?))?;
    let kin = list(next, "kin", &mut |next| read_kin(next()?))?;
    let renamed = list(next, "renamed", &mut |next| {
        let (place, rest) = read_place(next()?)?;
        let name = |word: &str| {
            let (thread, name) = word.split_once('>').ok_or_else(|| format!("`{word}` gives nobody a name"))?;
            Ok::<_, String>((number(thread)?, number(name)?))
        };
        Ok(Renamed { place, threads: rest.split_whitespace().map(name).collect::<Result<_, _>>()? })
    })?;
    Ok(Ranked { order, stem, modules, not_stuck, able, cuts, kin, renamed })
}

fn read_kin(line: &str) -> Result<Kin, String> {
    let mut kin = Kin::default();
    for word in line.split_whitespace() {
        match (word.strip_prefix('v'), kin.members.last_mut()) {
            (Some(own), Some(member)) => {
                member.own.push(own.parse().map_err(|_| format!("`{word}` is not a variable"))?);
            }
            _ => kin.members.push(Member { thread: number(word)?, own: Vec::new() }),
        }
    }
    Ok(kin)
}

fn read_cut(line: &str) -> Result<Cut, String> {
    let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
    let numbered = |rest| {
        let (number, rest) = first_number(rest)?;
        Ok::<_, String>((number, read_place(rest)?.0))
    };
    Ok(match kind {
        "head" => Cut::Head(read_place(rest)?.0),
        "falls" => {
            let (module, around) = numbered(rest)?;
            Cut::Falls { around, module }
        }
        "waits" => {
            let (thread, around) = numbered(rest)?;
            Cut::Waits { around, thread }
        }
        _ => return Err("expected `head`, `falls` or `waits`".to_owned()),
    })
}

/// The number at the beginning of the line, and the rest of it.
pub(super) fn first_number(line: &str) -> Result<(usize, &str), String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    Ok((number(word)?, rest))
}

pub(super) type Reader<'r, T> = &'r mut dyn FnMut(Next<'_, '_>) -> Result<T, String>;

/// A line with a title and a number, and so many things.
pub(super) fn list<T>(next: Next<'_, '_>, title: &str, read: Reader<'_, T>) -> Result<Vec<T>, String> {
    let line = next()?;
    let count = line.strip_prefix(title).and_then(|rest| rest.trim().parse::<u64>().ok());
    let count = count.ok_or_else(|| format!("expected `{title}` and how many there are"))?;
    let mut things = Vec::new();
    for _ in 0..count {
        things.push(read(next)?);
    }
    Ok(things)
}

fn read_annotation(next: Next<'_, '_>, has_stem: bool) -> Result<Annotation, String> {
    let facts = list(next, "facts", &mut |next| linear(next()?))?;
    let sets = list(next, "sets", &mut |next| {
        let all = numbers(next()?)?;
        match all.split_first() {
            Some((count, set)) if *count == set.len() => Ok(set.to_vec()),
            _ => Err("expected a number, and as many facts".to_owned()),
        }
    })?;
    let moves = list(next, "moves", &mut |next| read_move(next()?, has_stem))?;
    Ok(Annotation { facts, sets, moves })
}

fn read_move(line: &str, has_stem: bool) -> Result<Move, String> {
    let mut words = line.split_whitespace();
    let mut count = || words.next().ok_or("a move is cut off".to_owned()).and_then(number);
    let first = count()?;
    let (stem, set) = if has_stem { (first, count()?) } else { (first, first) };
    let letter = count()?;
    let effect = match words.next() {
        Some("never") => Effect::Never(read_sum(words.next().ok_or("a sum is missing")?)?),
        Some("to") => {
            let to = number(words.next().ok_or("a set is missing")?)?;
            Effect::To(to, words.by_ref().map(read_sum).collect::<Result<_, _>>()?)
        }
        _ => return Err("expected `never` or `to`".to_owned()),
    };
    match words.next() {
        None => Ok(Move { stem, set, letter, effect }),
        Some(word) => Err(format!("`{word}` is one word too many")),
    }
}

pub(super) fn numbers(words: &str) -> Result<Vec<usize>, String> {
    words.split_whitespace().map(number).collect()
}

pub(super) fn number(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| format!("`{word}` is not a number"))
}

pub(super) fn read_sum(word: &str) -> Result<Sum, String> {
    let wrong = || format!("`{word}` is not a sum");
    let (scale, multiples) = word.split_once('/').ok_or_else(wrong)?;
    let multiple = |word: &str| {
        let (place, multiple) = word.split_once('*')?;
        Some((place.parse().ok()?, multiple.parse().ok()?))
    };
    let multiples: Option<Vec<(usize, i128)>> =
        multiples.split('+').filter(|word| !word.is_empty()).map(multiple).collect();
    Ok(Sum { scale: scale.parse().map_err(|_| wrong())?, multiples: multiples.ok_or_else(wrong)? })
}

fn read_place(line: &str) -> Result<(Place, &str), String> {
    let wrong = || "expected where threads stand, a colon, and sets".to_owned();
    let (nodes, rest) = line.split_once(" : ").ok_or_else(wrong)?;
    let node = |word: &str| match word.strip_prefix('n').map(str::parse) {
        Some(Ok(node)) => Ok(Some(NodeId(node))),
        None if word == "-" => Ok(None),
        _ => Err(wrong()),
    };
    let control = Control(nodes.split_whitespace().map(node).collect::<Result<_, _>>()?);
    let (sets, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    Ok((Place { control, sets: sets.split(',').map(number).collect::<Result<_, _>>()? }, rest))
}

/// Reads what a [`Linear`] is displayed as.
pub(super) fn linear(text: &str) -> Result<Linear, String> {
    let wrong = || format!("`{text}` is not a linear expression");
    let mut words = text.split_whitespace();
    let constant: i128 = words.next().and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
    let mut terms = Vec::new();
    while let Some(sign) = words.next() {
        let sign = match sign {
            "+" => 1,
            "-" => -1,
            _ => return Err(wrong()),
        };
        let term = words.next().ok_or_else(wrong)?;
        let (factor, variable) = match term.split_once('*') {
            Some((factor, variable)) => (factor.parse::<i128>().map_err(|_| wrong())?, variable),
            None => (1, term),
        };
        let factor = factor.checked_mul(sign).ok_or_else(wrong)?;
        terms.push((read_variable(variable).ok_or_else(wrong)?, factor));
    }
    Linear::of(terms, constant).ok_or_else(wrong)
}

fn read_variable(word: &str) -> Option<Var> {
    let number = word.get(1..)?.parse().ok()?;
    match word.get(..1)? {
        "v" => Some(Var::State(number)),
        "o" => Some(Var::Old(number)),
        _ => None,
    }
}

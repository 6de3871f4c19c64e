//! How thread-modular proofs are written.
//!
//! ```text
//! modular 2                             how many threads, and the word shared if those that are alike are one; then for each of them what follows
//! places 2
//! n3 ; -1 + v0 ; 0 + v1 - 2*v0          the location; facts
//! beginning 1/0*1                       a sum for each fact of the first place
//! guarantees 1
//! : 0 2 : 1 : 1 2 : usual ; 0 + o0 - v0     the numbers that may change; the threads that are started, and that have not been
//!                                       started before; usual or spurious; facts
//! own 2
//! 0 4 never 1/0*1+4*2                   place, letter; scale, and premises with their multiples
//! 0 5 to 1 1/0*1 keeps 0 1/2*1 starts 0 the place afterwards and sums; the guarantee and sums; the place of a new thread and sums
//! others 1
//! 0 1 2 to 1 1/0*1                      place, thread, its guarantee; as above; another thread of the class is fellow, below or above
//! heads 1
//! head 1
//! relations 3
//! 1 ranked 1/0*1 1/1*1 : 0 + v1 ; facts the place, why it ends: sums, and the function; facts
//! 1 unfair 1 1/0*1 1/2*1 ; facts        the thread, and sums
//! 0 open ; facts
//! moves 2
//! - own 5 to 0 1/0*1                    the relation before, or - at the beginning; the step; as above
//! 0 other 1 2 never 1/0*1
//! ```

use program::ids::NodeId;
use program::linear::expr::Linear;
use program::linear::located::{Guarantee, Who};
use program::linear::sum::Sum;

use crate::format::ranked::{Next, first_number, linear, list, number, numbers, read_sum, spaced, sums};
use crate::modular::{By, Effect, Ends, Head, Modular, OtherMove, OwnMove, Place, Relation, RelationMove, ThreadProof};

/// What is behind the number of threads if those that are alike share one argument.
const SHARED: &str = " shared";

/// Writes the proof, line by line.
pub fn write(line: &mut impl FnMut(String), proof: &Modular) {
    line(format!("modular {}{}", proof.threads.len(), if proof.is_shared { SHARED } else { "" }));
    for thread in &proof.threads {
        line(format!("places {}", thread.places.len()));
        for Place { node, facts } in &thread.places {
            line(format!("n{}{}", node.0, show_facts(facts)));
        }
        line(format!("beginning{}", sums(&thread.beginning)));
        line(format!("guarantees {}", thread.guarantees.len()));
        thread.guarantees.iter().for_each(|guarantee| line(show_guarantee(guarantee)));
        line(format!("own {}", thread.own.len()));
        for OwnMove { place, letter, effect, keeps, starts } in &thread.own {
            let shown = |word, (number, of_facts): &(usize, Vec<Sum>)| format!(" {word} {number}{}", sums(of_facts));
            let keeps = keeps.iter().map(|kept| shown("keeps", kept));
            let more: String = keeps.chain(starts.iter().map(|started| shown("starts", started))).collect();
            line(format!("{place} {letter} {}{more}", show_effect(effect)));
        }
        line(format!("others {}", thread.others.len()));
        for OtherMove { place, by: (other, guarantee), effect } in &thread.others {
            line(format!("{place} {} {guarantee} {}", show_who(*other), show_effect(effect)));
        }
        line(format!("heads {}", thread.heads.len()));
        thread.heads.iter().for_each(|head| write_head(line, head));
    }
}

fn write_head(line: &mut impl FnMut(String), head: &Head) {
    line(format!("head {}", head.place));
    line(format!("relations {}", head.relations.len()));
    for Relation { place, facts, ends } in &head.relations {
        let ends = match ends {
            None => "open".to_owned(),
            Some(Ends::Ranked { rank, bounded, less }) => {
                format!("ranked{} : {rank}", sums(&[bounded.clone(), less.clone()]))
            }
            Some(Ends::Unfair { thread, waits, able }) => {
                format!("unfair {thread}{}{}", sums(std::slice::from_ref(waits)), sums(able))
            }
        };
        line(format!("{place} {ends}{}", show_facts(facts)));
    }
    line(format!("moves {}", head.moves.len()));
    for RelationMove { relation, by, effect } in &head.moves {
        let relation = relation.map_or("-".to_owned(), |relation| relation.to_string());
        let by = match by {
            By::Own(letter) => format!("own {letter}"),
            By::Other(who, guarantee) => format!("other {} {guarantee}", show_who(*who)),
        };
        line(format!("{relation} {by} {}", show_effect(effect)));
    }
}

fn show_who(who: Who) -> String {
    match who {
        Who::Thread(thread) => thread.to_string(),
        Who::Fellow => "fellow".to_owned(),
        Who::Below => "below".to_owned(),
        Who::Above => "above".to_owned(),
    }
}

fn show_facts(facts: &[Linear]) -> String {
    facts.iter().map(|fact| format!(" ; {fact}")).collect()
}

fn show_guarantee(guarantee: &Guarantee) -> String {
    let changes: Vec<usize> = guarantee.changes.iter().map(|number| *number as usize).collect();
    let threads = [&guarantee.starts, &guarantee.before];
    let threads = threads.map(|threads| format!(" :{}", spaced(&threads.iter().copied().collect::<Vec<_>>())));
    let how_often = if guarantee.spurious { "spurious" } else { "usual" };
    format!(":{}{} : {how_often}{}", spaced(&changes), threads.concat(), show_facts(&guarantee.facts))
}

fn show_effect(effect: &Effect) -> String {
    match effect {
        Effect::Never(sum) => format!("never{}", sums(std::slice::from_ref(sum))),
        Effect::To(next, of_facts) => format!("to {next}{}", sums(of_facts)),
    }
}

/// Reads what [`write()`] has written, behind the word `modular`.
pub fn read(count: &str, next: Next<'_, '_>) -> Result<Modular, String> {
    let mut threads = Vec::new();
    let alone = count.strip_suffix(SHARED);
    for _ in 0..number(alone.unwrap_or(count))? {
        threads.push(read_thread(next)?);
    }
    Ok(Modular { is_shared: alone.is_some(), threads })
}

fn read_thread(next: Next<'_, '_>) -> Result<ThreadProof, String> {
    let places = list(next, "places", &mut |next| {
        let (node, facts) = read_facts(next()?)?;
        let wrong = || "expected a location".to_owned();
        let node = node.strip_prefix('n').and_then(|node| node.parse().ok()).ok_or_else(wrong)?;
        Ok(Place { node: NodeId(node), facts })
    })?;
    let beginning = next()?.strip_prefix("beginning").ok_or("expected a line that starts with `beginning`")?;
    let beginning = beginning.split_whitespace().map(read_sum).collect::<Result<_, _>>()?;
    let guarantees = list(next, "guarantees", &mut |next| read_guarantee(next()?))?;
    let own = list(next, "own", &mut |next| {
        let (place, rest) = first_number(next()?)?;
        let (letter, rest) = first_number(rest)?;
        let mut parts = rest.split(" starts ");
        let first = parts.next().unwrap_or_default();
        let (effect, keeps) =
            first.split_once(" keeps ").map_or((first, None), |(effect, keeps)| (effect, Some(keeps)));
        let numbered = |words| {
            let (number, rest) = first_number(words)?;
            Ok::<_, String>((number, rest.split_whitespace().map(read_sum).collect::<Result<Vec<Sum>, _>>()?))
        };
        let (keeps, starts) = (keeps.map(numbered).transpose()?, parts.map(numbered).collect::<Result<_, _>>()?);
        Ok(OwnMove { place, letter, effect: read_effect(effect)?, keeps, starts })
    })?;
    let others = list(next, "others", &mut |next| {
        let (place, rest) = first_number(next()?)?;
        let (who, rest) = read_who(rest)?;
        let (guarantee, rest) = first_number(rest)?;
        Ok(OtherMove { place, by: (who, guarantee), effect: read_effect(rest)? })
    })?;
    let heads = list(next, "heads", &mut |next| read_head(next))?;
    Ok(ThreadProof { places, beginning, guarantees, own, others, heads })
}

fn read_head(next: Next<'_, '_>) -> Result<Head, String> {
    let place = next()?.strip_prefix("head ").ok_or("expected a line that starts with `head`")?;
    let place = number(place)?;
    let relations = list(next, "relations", &mut |next| {
        let (first, facts) = read_facts(next()?)?;
        let (place, why) = first_number(first)?;
        Ok(Relation { place, facts, ends: read_ends(why)? })
    })?;
    let moves = list(next, "moves", &mut |next| {
        let wrong = || "expected a relation and a step".to_owned();
        let (relation, rest) = next()?.split_once(' ').ok_or_else(wrong)?;
        let relation = if relation == "-" { None } else { Some(number(relation)?) };
        let (by, rest) = rest.split_once(' ').ok_or_else(wrong)?;
        let (by, rest) = match by {
            "own" => {
                let (letter, rest) = first_number(rest)?;
                (By::Own(letter), rest)
            }
            "other" => {
                let (who, rest) = read_who(rest)?;
                let (guarantee, rest) = first_number(rest)?;
                (By::Other(who, guarantee), rest)
            }
            _ => return Err(wrong()),
        };
        Ok(RelationMove { relation, by, effect: read_effect(rest)? })
    })?;
    Ok(Head { place, relations, moves })
}

fn read_who(words: &str) -> Result<(Who, &str), String> {
    let (word, rest) = words.split_once(' ').ok_or("expected a thread and a guarantee")?;
    let who = match word {
        "fellow" => Who::Fellow,
        "below" => Who::Below,
        "above" => Who::Above,
        _ => Who::Thread(number(word)?),
    };
    Ok((who, rest))
}

fn read_ends(why: &str) -> Result<Option<Ends>, String> {
    let (kind, rest) = why.split_once(' ').unwrap_or((why, ""));
    let missing = || "a sum is missing".to_owned();
    match kind {
        "open" if rest.is_empty() => Ok(None),
        "ranked" => {
            let (sums, rank) = rest.split_once(" : ").ok_or("a function is missing")?;
            let (bounded, less) = sums.split_once(' ').ok_or_else(missing)?;
            let (bounded, less) = (read_sum(bounded)?, read_sum(less)?);
            Ok(Some(Ends::Ranked { rank: linear(rank)?, bounded, less }))
        }
        "unfair" => {
            let (thread, sums) = first_number(rest)?;
            let mut sums = sums.split_whitespace().map(read_sum);
            let waits = sums.next().ok_or_else(missing)??;
            Ok(Some(Ends::Unfair { thread, waits, able: sums.collect::<Result<_, _>>()? }))
        }
        _ => Err("expected `ranked`, `unfair` or `open`".to_owned()),
    }
}

fn read_guarantee(line: &str) -> Result<Guarantee, String> {
    let (first, facts) = read_facts(line)?;
    let wrong = || "expected what changes, who is started, and `usual` or `spurious`".to_owned();
    let parts: Vec<&str> = first.split(':').collect();
    let ["", changes, starts, before, how_often] = parts[..] else { return Err(wrong()) };
    let threads = |words: &str| Ok::<_, String>(numbers(words)?.into_iter().collect());
    let spurious = match how_often.trim() {
        "usual" => false,
        "spurious" => true,
        _ => return Err(wrong()),
    };
    let changes = numbers(changes)?.into_iter().map(|number| u32::try_from(number).map_err(|_| wrong()));
    let changes = changes.collect::<Result<_, _>>()?;
    Ok(Guarantee { changes, starts: threads(starts)?, before: threads(before)?, spurious, facts })
}

/// What stands in front of the facts, and these.
fn read_facts(line: &str) -> Result<(&str, Vec<Linear>), String> {
    let mut parts = line.split(" ; ");
    let first = parts.next().unwrap_or_default();
    Ok((first, parts.map(linear).collect::<Result<_, _>>()?))
}

fn read_effect(words: &str) -> Result<Effect, String> {
    let (kind, rest) = words.split_once(' ').unwrap_or((words, ""));
    match kind {
        "never" => Ok(Effect::Never(read_sum(rest)?)),
        "to" => {
            let (next, rest) = first_number(rest)?;
            Ok(Effect::To(next, rest.split_whitespace().map(read_sum).collect::<Result<_, _>>()?))
        }
        _ => Err("expected `never` or `to`".to_owned()),
    }
}

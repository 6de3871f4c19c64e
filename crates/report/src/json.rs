//! The outcome as JSON, for other programs. `docs/JSON.md` and `docs/report.schema.json` describe it; [`SCHEMA`] is raised when it changes.

use program::property::{Fairness, Property};
use serde_json::{Map, Value, json};

use crate::outcome::{
    Answer, Change, ChoiceInCycle, GaveUp, GrowingParameter, LastSignal, Lost, LostWakeUp, Moment, Outcome,
    PartInCycle, Place, Proof, Rank, RankedAt, Rescue, Situation, Standing, StuckSection, ThreadInCycle, Unranked,
};
use crate::suite::{Checked, Finding, Tally};
use crate::words::{self, Assumption};

/// The version of the schema.
pub const SCHEMA: u32 = 1;

/// The outcome as a JSON object on several lines.
pub fn write(outcome: &Outcome) -> String {
    format!("{:#}\n", object(outcome))
}

/// Many outcomes as one JSON object: the `results`, each as it would be by itself, and how many there are of each kind.
pub fn write_all(all: &[Checked]) -> String {
    let result = |checked: &Checked| {
        let mut object = match &checked.finding {
            Finding::Answered(outcome, _) => object(outcome),
            Finding::WrongInput(message) => wrong(&checked.files, &checked.property, checked.fairness, message),
            Finding::Interrupted => {
                object(&Outcome::interrupted(checked.files.clone(), checked.property.clone(), checked.fairness, ""))
            }
        };
        if let Some(expected) = &checked.expected {
            object["expected"] = json!({ "answer": expected.to_string(), "met": checked.surprise().is_none() });
        }
        object
    };
    let Tally { proved, refuted, unknown, errors, expected, surprises } = Tally::of(all);
    let summary = json!({
        "proved": proved,
        "refuted": refuted,
        "unknown": unknown,
        "errors": errors,
        "expectations": expected,
        "not_met": surprises,
    });
    let object = json!({
        "schema": SCHEMA,
        "results": all.iter().map(result).collect::<Vec<_>>(),
        "summary": summary,
    });
    format!("{object:#}\n")
}

fn object(outcome: &Outcome) -> Value {
    let mut object = Map::new();
    object.insert("schema".into(), json!(SCHEMA));
    object.insert("files".into(), json!(outcome.files));
    object.insert("property".into(), json!(outcome.property.to_string()));
    object.insert("fairness".into(), json!(outcome.fairness.to_string()));
    object.insert("answer".into(), json!(outcome.word()));
    object.insert("headline".into(), json!(words::headline(outcome)));
    if !matches!(outcome.answer, Answer::Unknown { .. }) {
        object.insert("assumptions".into(), assumptions(outcome));
    }
    for (key, value) in answer(&outcome.answer) {
        object.insert(key.into(), value);
    }
    if let Some(rescue) = outcome.rescue {
        object.insert("can_still_end".into(), json!(rescue == Rescue::CanStillEnd));
    }
    if !outcome.gave_up.is_empty() {
        object.insert("gave_up".into(), outcome.gave_up.iter().map(gave_up).collect());
    }
    Value::Object(object)
}

/// Why the question was not even asked: the input is wrong, or the evidence file cannot be written.
pub fn error(files: &[String], property: &Property, fairness: Fairness, what: &str) -> String {
    format!("{:#}\n", wrong(files, property, fairness, what))
}

fn wrong(files: &[String], property: &Property, fairness: Fairness, what: &str) -> Value {
    let headline = what.lines().next().unwrap_or_default();
    json!({
        "schema": SCHEMA,
        "files": files,
        "property": property.to_string(),
        "fairness": fairness.to_string(),
        "answer": "error",
        "headline": headline,
        "error": what,
    })
}

fn answer(answer: &Answer) -> Vec<(&'static str, Value)> {
    match answer {
        Answer::Proved(Proof::States(states)) => {
            vec![("certificate", json!({ "kind": "exploration", "states": states }))]
        }
        Answer::Proved(Proof::Ranks(ranks)) => {
            let certificate = json!({ "kind": "ranked", "ranks": functions(ranks), "loops": loops(ranks) });
            vec![("certificate", certificate)]
        }
        Answer::Proved(Proof::Threads { ranks, is_modular }) => {
            let (functions, loops) = (functions(ranks), loops(ranks));
            let certificate = json!({ "kind": "modular", "ranks": functions, "loops": loops, "modular": is_modular });
            vec![("certificate", certificate)]
        }
        Answer::Lasso { stem, cycle, threads, parameters } => {
            let parameter = |it: &GrowingParameter| json!({ "name": it.name, "first": it.first, "next": it.next });
            let mut fields = vec![
                ("kind", json!("lasso")),
                ("stem", moments(stem)),
                ("cycle", moments(cycle)),
                ("threads", threads.iter().map(in_cycle).collect()),
            ];
            if !parameters.is_empty() {
                fields.push(("parameters", parameters.iter().map(parameter).collect()));
            }
            fields
        }
        Answer::Deadlock { steps, threads, wake_up } => {
            let mut fields =
                vec![("kind", json!("deadlock")), ("steps", moments(steps)), ("threads", all_standing(threads))];
            fields.extend(wake_up.as_ref().map(|lost| ("lost_wake_up", lost_wake_up(lost))));
            fields
        }
        Answer::Trap { steps, lost, threads } => vec![
            ("kind", json!("trap")),
            ("steps", moments(steps)),
            ("lost", self::lost(lost)),
            ("threads", all_standing(threads)),
        ],
        Answer::Failure { steps, what, place, statement } => vec![
            ("kind", json!("failure")),
            ("steps", moments(steps)),
            ("failure", json!({ "what": what, "place": self::place(place.as_ref()), "statement": statement })),
        ],
        Answer::Unknown { code, what, place, hint, lasso } => {
            let place = self::place(place.as_ref());
            let mut reason = json!({ "code": code, "what": what, "place": place, "hint": hint });
            if let Some(lasso) = lasso {
                reason["lasso"] = unranked(lasso);
            }
            vec![("reason", reason)]
        }
    }
}

fn unranked(lasso: &Unranked) -> Value {
    json!({ "stem": moments(&lasso.stem), "cycle": moments(&lasso.cycle) })
}

fn lost_wake_up(lost: &LostWakeUp) -> Value {
    let signal = |it: &LastSignal| json!({ "thread": it.thread, "place": place(it.place.as_ref()), "before_the_wait": it.came_first });
    json!({
        "thread": lost.thread,
        "condition": lost.condition,
        "place": place(lost.place.as_ref()),
        "signal": lost.signal.as_ref().map(signal),
    })
}

fn gave_up(it: &GaveUp) -> Value {
    let mut object = json!({ "engine": it.engine, "code": it.code, "what": it.what });
    if let Some(hint) = &it.hint {
        object["hint"] = json!(hint);
    }
    if let Some(lasso) = &it.lasso {
        object["lasso"] = unranked(lasso);
    }
    object
}

fn functions(ranks: &[Rank]) -> Vec<&str> {
    ranks.iter().map(|rank| rank.function.as_str()).collect()
}

/// For each function in turn, what it ranks.
fn loops(ranks: &[Rank]) -> Value {
    let one = |at: &RankedAt| json!({ "thread": at.thread, "line": at.place.as_ref().map(|place| place.line) });
    ranks.iter().map(|rank| rank.at.iter().map(one).collect::<Value>()).collect()
}

fn assumptions(outcome: &Outcome) -> Value {
    let one = |Assumption { kind, what, places }: Assumption<'_>| {
        let places: Vec<Value> = places.iter().map(|one| place(Some(one))).collect();
        json!({ "kind": kind, "what": what, "places": places })
    };
    words::assumptions(outcome).into_iter().map(one).collect()
}

fn moments(moments: &[Moment]) -> Value {
    let moment = |moment: &Moment| {
        json!({
            "thread": moment.thread,
            "place": place(moment.place.as_ref()),
            "statement": moment.statement,
            "changes": moment.changes.iter().map(change).collect::<Vec<_>>(),
        })
    };
    moments.iter().map(moment).collect()
}

fn change(change: &Change) -> Value {
    match change {
        Change::Value { variable, old, new } => json!({ "variable": variable, "old": old, "new": new }),
        Change::Argument { variable, value } => json!({ "variable": variable, "old": null, "new": value }),
        Change::Reads { variable, value } => json!({ "reads": variable, "value": value }),
        Change::Starts(thread) => json!({ "starts": thread }),
        Change::Finishes(thread) => json!({ "finishes": thread }),
        Change::Takes(lock) => json!({ "takes": lock }),
        Change::Releases(lock) => json!({ "releases": lock }),
    }
}

fn in_cycle(thread: &ThreadInCycle) -> Value {
    let (part, situation) = match &thread.part {
        PartInCycle::Steps => ("steps", None),
        PartInCycle::Descends(_) => ("descends", None),
        PartInCycle::Finished => ("finished", None),
        PartInCycle::Finishes => ("finishes", None),
        PartInCycle::TakesOver(_) => ("takes over", None),
        PartInCycle::Blocked(situation) => ("blocked", Some(situation)),
        PartInCycle::BlockedAtTimes(situation) => ("blocked at times", Some(situation)),
        PartInCycle::PassedOver => ("passed over", None),
    };
    let predecessor = match &thread.part {
        PartInCycle::TakesOver(predecessor) => Some(predecessor),
        _ => None,
    };
    let situation = situation.map(self::situation);
    let mut told = json!({ "thread": thread.thread, "part": part, "situation": situation, "predecessor": predecessor });
    if !thread.choices.is_empty() {
        told["choices"] = thread.choices.iter().map(choice).collect();
    }
    told
}

fn choice(choice: &ChoiceInCycle) -> Value {
    match choice {
        ChoiceInCycle::Taken(place) => json!({ "is": "taken", "place": self::place(place.as_ref()) }),
        ChoiceInCycle::NeverOpen(place) => json!({ "is": "never open", "place": self::place(place.as_ref()) }),
    }
}

fn all_standing(threads: &[Standing]) -> Value {
    let one = |standing: &Standing| json!({ "thread": standing.thread, "situation": situation(&standing.situation) });
    threads.iter().map(one).collect()
}

fn situation(situation: &Situation) -> Value {
    match situation {
        Situation::Finished => json!({ "is": "finished" }),
        Situation::Ready { place, statement } => {
            json!({ "is": "ready", "place": self::place(place.as_ref()), "statement": statement })
        }
        Situation::Waits { place, statements, because, at_times, waits_for, .. } => {
            let place = self::place(place.as_ref());
            json!({
                "is": "waiting",
                "place": place,
                "statements": statements,
                "because": because,
                "at_times": at_times,
                "waits_for": waits_for,
            })
        }
        Situation::HeldBack { place, by } => {
            json!({ "is": "held back", "place": self::place(place.as_ref()), "by": by })
        }
    }
}

fn lost(lost: &Lost) -> Value {
    match lost {
        Lost::End | Lost::EndFromTheStart => json!({ "end": "program" }),
        Lost::Sections(sections) => {
            let mut object = Map::from_iter([("end".to_owned(), json!("section"))]);
            // The first one, which is the cause, stands for all.
            object.extend(sections.first().map(section).unwrap_or_default());
            let all = sections.iter().map(|one| Value::Object(section(one))).collect();
            object.insert("sections".to_owned(), all);
            Value::Object(object)
        }
    }
}

fn section(section: &StuckSection) -> Map<String, Value> {
    let StuckSection { thread, kind, object, entered, statement, waits_for } = section;
    let fields = [
        ("thread", json!(thread)),
        ("kind", json!(kind)),
        ("object", json!(object)),
        ("entered", place(entered.as_ref())),
        ("statement", json!(statement)),
        ("waits_for", json!(waits_for)),
    ];
    fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn place(place: Option<&Place>) -> Value {
    place.map_or(Value::Null, |place| json!({ "file": place.file, "line": place.line, "column": place.column }))
}

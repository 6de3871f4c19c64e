//! SARIF 2.1.0, for whatever shows the findings of analyses: one result for each question, and for a run a code flow with one thread
//! flow for each thread, whose locations carry the order in which the threads step, the variables, and how deep calls are.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::course::{Binding, Course, End, Snapshot, Stage};
use crate::outcome::{Answer, Change, Outcome, Place, Situation};
use crate::suite::{Checked, Finding};
use crate::terminal;
use crate::words;

/// Where the schema is that the log keeps to.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// What can be found: an id, what it is called, and what it means.
const RULES: &[(&str, &str, &str)] = &[
    ("deadlock", "Deadlock", "Threads wait for ever, and nobody can go on."),
    ("lasso", "EndlessRun", "There is a schedule in which the program runs for ever."),
    (
        "trap",
        "PointOfNoReturn",
        "There is a run to a state from which the program, or a section of it, can no longer end.",
    ),
    ("failure", "Failure", "There is a run in which the program fails."),
    ("property", "Property", "Whether the property that was asked for holds."),
];

/// All questions as one log.
pub fn write(all: &[Checked]) -> String {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|(id, name, what)| json!({ "id": id, "name": name, "shortDescription": { "text": what } }))
        .collect();
    let notifications: Vec<Value> = all.iter().filter_map(notification).collect();
    let invocation = json!({
        "executionSuccessful": notifications.is_empty(),
        "toolExecutionNotifications": notifications,
    });
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "unhang", "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation],
            "results": all.iter().filter_map(result).collect::<Vec<_>>(),
        }],
    });
    format!("{log:#}\n")
}

/// What keeps a question from being asked.
fn notification(checked: &Checked) -> Option<Value> {
    let text = match &checked.finding {
        Finding::WrongInput(message) => message.clone(),
        Finding::Interrupted => format!("{}: {}", checked.name(), checked.headline()),
        Finding::Answered(..) => return None,
    };
    let artifact = json!({ "physicalLocation": { "artifactLocation": { "uri": uri(&checked.files[0]) } } });
    Some(json!({ "level": "error", "message": { "text": text }, "locations": [artifact] }))
}

fn result(checked: &Checked) -> Option<Value> {
    let Finding::Answered(outcome, course) = &checked.finding else { return None };
    let (kind, level) = match outcome.word() {
        "proved" => ("pass", "none"),
        "unknown" => ("open", "none"),
        _ => ("fail", "error"),
    };
    let rule = outcome.kind().filter(|_| kind == "fail").unwrap_or("property");
    let index = RULES.iter().position(|(id, ..)| *id == rule).unwrap_or(RULES.len() - 1);
    let headline = words::headline(outcome);
    let mut result = json!({
        "ruleId": RULES[index].0,
        "ruleIndex": index,
        "kind": kind,
        "level": level,
        "message": { "text": headline },
        "locations": [primary(outcome)],
        "properties": {
            "property": outcome.property.to_string(),
            "fairness": outcome.fairness.to_string(),
            "assumptions": words::assumptions(outcome).into_iter().map(|one| one.what).collect::<Vec<_>>(),
        },
    });
    if let Some(surprise) = checked.surprise() {
        result["message"] = json!({ "text": format!("{headline} ({surprise})") });
        (result["kind"], result["level"]) = (json!("fail"), json!("error"));
    }
    if let Some(course) = course {
        result["codeFlows"] = json!([code_flow(course, &headline)]);
        result["graphs"] = graphs(course);
    }
    let related = waiting(outcome);
    if !related.is_empty() {
        result["relatedLocations"] = Value::Array(related);
    }
    Some(result)
}

/// Where the result is shown.
fn primary(outcome: &Outcome) -> Value {
    match outcome.place() {
        Some(place) => location(place, None),
        None => json!({ "physicalLocation": { "artifactLocation": { "uri": uri(&outcome.files[0]) } } }),
    }
}

/// Where threads wait at the end.
fn waiting(outcome: &Outcome) -> Vec<Value> {
    let (Answer::Deadlock { threads, .. } | Answer::Trap { threads, .. }) = &outcome.answer else { return Vec::new() };
    let places = threads.iter().filter_map(|one| {
        let text = format!("{} {}", one.thread, words::situation(&one.situation, outcome.several_files));
        Some(location(one.situation.place()?, Some(&text)))
    });
    places
        .enumerate()
        .map(|(number, mut place)| {
            place["id"] = json!(number + 1);
            place
        })
        .collect()
}

/// One thread flow for each thread, in the order in which they first step.
fn code_flow(course: &Course, headline: &str) -> Value {
    let mut flows: Vec<(&str, Vec<Value>)> = Vec::new();
    for (position, stage) in course.stages().enumerate() {
        let part = if position < course.way.len() { Part::Way } else { Part::Cycle };
        let told = flow_location(stage, position + 1, part);
        match flows.iter_mut().find(|(thread, _)| *thread == stage.moment.thread) {
            Some((_, locations)) => locations.push(told),
            None => flows.push((&stage.moment.thread, vec![told])),
        }
    }
    let mut order = course.stages().count();
    if let End::Deadlock(end) | End::NoReturn(end) = &course.end {
        for thread in end.threads.iter().filter(|thread| thread.situation != Situation::Finished) {
            order += 1;
            let text = format!("{} {}", thread.thread, words::situation(&thread.situation, false));
            let place = thread.situation.place();
            let told = json!({
                "location": place.map_or(json!({ "message": { "text": text } }), |place| location(place, Some(&text))),
                "executionOrder": order,
                "importance": "essential",
                "nestingLevel": nesting(thread.calls.iter().filter(|call| call.is_own).count()),
                "kinds": ["block"],
            });
            match flows.iter_mut().find(|(name, _)| *name == thread.thread) {
                Some((_, locations)) => locations.push(told),
                None => flows.push((&thread.thread, vec![told])),
            }
        }
    }
    if flows.is_empty() {
        let told = json!({ "location": { "message": { "text": "before the first step" } }, "importance": "essential" });
        flows.push(("start", vec![told]));
    }
    let flow = |(thread, locations): (&str, Vec<Value>)| json!({ "id": thread, "message": { "text": format!("what {thread} does") }, "locations": locations });
    json!({
        "message": { "text": headline },
        "threadFlows": flows.into_iter().map(flow).collect::<Vec<_>>(),
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Way,
    Cycle,
}

fn flow_location(stage: &Stage, order: usize, part: Part) -> Value {
    let moment = &stage.moment;
    let mut parts = vec![moment.statement.clone()];
    parts.extend(moment.changes.iter().map(terminal::change));
    parts.extend(stage.prints.iter().map(|print| format!("prints {:?}", print.text)));
    let cycle = if part == Part::Cycle { "repeats for ever: " } else { "" };
    let text = format!("{cycle}{}", parts.join("; "));
    let is_event = moment.changes.iter().any(|change| !matches!(change, Change::Reads { .. }));
    let importance = match (part, is_event) {
        (Part::Cycle, _) => "essential",
        (Part::Way, true) => "important",
        (Part::Way, false) => "unimportant",
    };
    let place = moment.place.as_ref();
    let mut told = json!({
        "location": place.map_or(json!({ "message": { "text": text } }), |place| location(place, Some(&text))),
        "executionOrder": order,
        "importance": importance,
        "nestingLevel": nesting(stage.calls.len()),
    });
    let kinds = kinds(stage);
    if !kinds.is_empty() {
        told["kinds"] = json!(kinds);
    }
    if let Some(after) = &stage.after {
        told["state"] = state(after, &moment.thread);
    }
    if part == Part::Cycle {
        told["properties"] = json!({ "cycle": true });
    }
    told
}

fn kinds(stage: &Stage) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    for change in &stage.moment.changes {
        let kind: &[&str] = match change {
            Change::Takes(_) => &["acquire", "lock"],
            Change::Releases(_) => &["release", "lock"],
            Change::Starts(_) => &["call"],
            _ => &[],
        };
        kinds.extend(kind);
    }
    kinds.dedup();
    kinds
}

/// The variables that the thread knows, and what it holds.
fn state(snapshot: &Snapshot, thread: &str) -> Value {
    let mut state = BTreeMap::new();
    let mut tell = |prefix: &str, binding: &Binding| {
        let name = format!("{prefix}{}", binding.name);
        state.insert(name, json!({ "text": binding.value.as_deref().unwrap_or("…") }));
    };
    snapshot.globals.iter().for_each(|binding| tell("", binding));
    let own = snapshot.threads.iter().find(|one| one.thread == thread);
    for call in own.iter().flat_map(|thread| &thread.calls) {
        call.variables.iter().for_each(|binding| tell(&format!("{}.", call.procedure), binding));
    }
    for holder in &snapshot.threads {
        for held in holder.holds.iter().filter_map(|held| Some((&held.kind, held.object.as_ref()?))) {
            state.insert(format!("{} {}", held.0, held.1), json!({ "text": format!("held by {}", holder.thread) }));
        }
    }
    Value::Object(state.into_iter().collect::<Map<String, Value>>())
}

/// Who waits for whom at the end.
fn graphs(course: &Course) -> Value {
    let (End::Deadlock(end) | End::NoReturn(end)) = &course.end else { return json!([]) };
    let node = |thread: &str| json!({ "id": thread, "label": { "text": thread } });
    let nodes: Vec<Value> = end.threads.iter().map(|one| node(&one.thread)).collect();
    let mut edges = Vec::new();
    for one in &end.threads {
        for other in one.situation.waits_for().iter().filter(|name| end.threads.iter().any(|it| it.thread == **name)) {
            let id = format!("{} waits for {other}", one.thread);
            edges.push(json!({ "id": id, "sourceNodeId": one.thread, "targetNodeId": other }));
        }
    }
    json!([{ "description": { "text": "who waits for whom" }, "nodes": nodes, "edges": edges }])
}

fn nesting(calls: usize) -> usize {
    calls.saturating_sub(1)
}

fn location(place: &Place, message: Option<&str>) -> Value {
    let mut region = json!({ "startLine": place.line });
    if place.column > 0 {
        region["startColumn"] = json!(place.column);
    }
    let mut location =
        json!({ "physicalLocation": { "artifactLocation": { "uri": uri(&place.file) }, "region": region } });
    if let Some(text) = message {
        location["message"] = json!({ "text": text });
    }
    location
}

/// The file's name as a reference: relative ones stay so.
fn uri(file: &str) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-~".contains(byte);
    let one = |byte: &u8| if is_plain(byte) { char::from(*byte).to_string() } else { format!("%{byte:02X}") };
    let path: String = file.as_bytes().iter().map(one).collect();
    if file.starts_with('/') { format!("file://{path}") } else { path.trim_start_matches("./").to_owned() }
}

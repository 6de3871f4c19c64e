//! Reports for other programs, validated as these would: JSON and SARIF against their schemas, JUnit and witnesses by reading them.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use jsonschema::Validator;
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;
use yaml_rust2::{Yaml, YamlLoader};

/// Programs with every kind of answer, and options for them.
const PROGRAMS: &[(&str, &[&str], &str)] = &[
    ("corpus/c/mutexes/order-deadlock.c", &[], "deadlock"),
    ("corpus/c/philosophers/ordered.c", &[], "proved"),
    ("corpus/c/atomics/test-and-set-starves.c", &[], "lasso"),
    ("corpus/c/conditions/if-not-while.c", &[], "failure"),
    ("corpus/c/mutexes/order-deadlock.c", &["--property", "sections"], "trap"),
    ("corpus/locks/order-deadlock.bpl", &["--property", "exit"], "trap"),
    ("corpus/ranked/two-limits.bpl", &[], "proved"),
    ("corpus/ranked/doubles-any-number.bpl", &[], "lasso"),
    ("corpus/fairness/not-there.bpl", &[], "error"),
    ("corpus/c/philosophers/ordered.c", &["--max-states", "10", "--engine", "explicit"], "UH-STATES"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn check(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_unhang"));
    command.current_dir(root()).env("SOURCE_DATE_EPOCH", "1000000000").arg("check").args(arguments);
    command.output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    String::from_utf8(check(arguments).stdout).unwrap()
}

fn validator(path: &Path) -> Validator {
    // A pattern in the schema of SARIF has a bracket too many, which not every reader of patterns forgives.
    let text = std::fs::read_to_string(path).unwrap().replace("-[a-zA-Z]{2}]?$", "-[a-zA-Z]{2}\\\\]?$");
    let schema: Value = serde_json::from_str(&text).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

fn validate(validator: &Validator, text: &str, what: &str) -> Value {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{what}: {error}: {text}"));
    let errors: Vec<String> =
        validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{what}: {errors:#?}");
    value
}

/// The schema of SARIF comes with a crate that is fetched, but not compiled, so that no copy of it is kept here.
fn sarif_schema() -> PathBuf {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo).args(["metadata", "--format-version", "1"]).current_dir(root()).output().unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "serde-sarif").unwrap();
    Path::new(package["manifest_path"].as_str().unwrap()).with_file_name("src/schema.json")
}

#[test]
fn json_is_as_its_schema_says() {
    let validator = validator(&root().join("docs/report.schema.json"));
    for (program, options, kind) in PROGRAMS {
        let arguments: Vec<&str> = [program, "--format", "json"].into_iter().chain(options.iter().copied()).collect();
        let value = validate(&validator, &printed(&arguments), program);
        let found = [&value["kind"], &value["answer"], &value["reason"]["code"]];
        assert!(found.iter().any(|found| *found == kind), "{program}: {found:?}");
    }
    let many = validate(&validator, &printed(&["corpus/c/philosophers", "--format", "json"]), "many");
    assert_eq!((&many["summary"]["proved"], &many["summary"]["refuted"]), (&2.into(), &1.into()));
    // What is not so is noticed.
    let mut wrong: Value = serde_json::from_str(&printed(&[PROGRAMS[0].0, "--format", "json"])).unwrap();
    wrong["steps"][0]["changes"][0] = serde_json::json!({ "begins": "forward#1" });
    assert!(!validator.is_valid(&wrong));
    wrong["kind"] = "hang".into();
    assert!(!validator.is_valid(&wrong));
}

#[test]
fn sarif_is_as_its_schema_says() {
    let validator = validator(&sarif_schema());
    for (program, options, kind) in PROGRAMS {
        let arguments: Vec<&str> = [program, "--format", "sarif"].into_iter().chain(options.iter().copied()).collect();
        let log = validate(&validator, &printed(&arguments), program);
        let run = &log["runs"][0];
        let result = &run["results"][0];
        match *kind {
            "error" => assert_eq!(run["invocations"][0]["executionSuccessful"], false),
            "proved" => assert_eq!((&result["kind"], &result["level"]), (&"pass".into(), &"none".into())),
            "UH-STATES" => assert_eq!(result["kind"], "open"),
            kind => {
                assert_eq!(result["ruleId"], kind, "{program}");
                let rule = result["ruleIndex"].as_u64().unwrap() as usize;
                assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], kind);
                flows(result, program);
            }
        }
    }
    let log = validate(&validator, &printed(&["corpus/c/philosophers", "--format", "sarif"]), "many");
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 3);
}

/// There is one flow for each thread, and together they say in which order the steps come.
fn flows(result: &Value, program: &str) {
    let flows = result["codeFlows"][0]["threadFlows"].as_array().unwrap();
    let mut threads: Vec<&str> = flows.iter().map(|flow| flow["id"].as_str().unwrap()).collect();
    threads.sort_unstable();
    threads.dedup();
    assert_eq!(threads.len(), flows.len(), "{program}");
    let steps = flows.iter().flat_map(|flow| flow["locations"].as_array().unwrap());
    let mut orders: Vec<u64> = steps.clone().filter_map(|step| step["executionOrder"].as_u64()).collect();
    orders.sort_unstable();
    assert_eq!(orders, (1..=orders.len() as u64).collect::<Vec<_>>(), "{program}");
    for step in steps {
        assert!(step["nestingLevel"].is_u64() && step["importance"].is_string(), "{program}: {step}");
        assert!(step["location"]["message"]["text"].is_string(), "{program}: {step}");
    }
}

#[test]
fn the_flows_of_a_deadlock_say_who_holds_what() {
    let log: Value = serde_json::from_str(&printed(&[PROGRAMS[0].0, "--format", "sarif"])).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 10);
    let flows = result["codeFlows"][0]["threadFlows"].as_array().unwrap();
    let forward = flows.iter().find(|flow| flow["id"] == "forward#1").unwrap();
    let steps = forward["locations"].as_array().unwrap();
    assert_eq!(steps[0]["location"]["physicalLocation"]["region"]["startLine"], 9);
    assert_eq!(steps[0]["state"]["mutex a"]["text"], "held by forward#1");
    assert_eq!(steps.last().unwrap()["importance"], "essential");
    assert_eq!(result["graphs"][0]["edges"].as_array().unwrap().len(), 3);
}

/// The elements of the document, each with its attributes.
fn elements(xml: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut reader = Reader::from_str(xml);
    let mut found = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => {
                let attributes = start.attributes().map(|one| one.unwrap());
                let attributes = attributes.map(|one| (one.key.as_ref().to_owned(), one.value.into_owned())).collect();
                found.push((start.name().as_ref().to_owned(), attributes));
            }
            Event::Eof => return found,
            _ => {}
        }
    }
}

#[test]
fn junit_counts_what_fails() {
    let all = elements(&printed(&["corpus/c/philosophers", "--format", "junit"]));
    let suite = &all.iter().find(|(name, _)| name == "testsuite").unwrap().1;
    let attribute = |name: &str| suite.iter().find(|(key, _)| key == name).unwrap().1.clone();
    assert_eq!((attribute("tests"), attribute("failures"), attribute("errors")), ("3".into(), "1".into(), "0".into()));
    assert_eq!(all.iter().filter(|(name, _)| name == "testcase").count(), 3);
    let failure = &all.iter().find(|(name, _)| name == "failure").unwrap().1;
    assert!(failure.contains(&("type".to_owned(), "refuted deadlock".to_owned())), "{failure:?}");
    let unknown =
        elements(&printed(&[PROGRAMS[9].0, "--max-states", "10", "--engine", "explicit", "--format", "junit"]));
    assert!(unknown.iter().any(|(name, _)| name == "error"));
}

#[test]
fn github_shows_where() {
    let text = printed(&[PROGRAMS[0].0, "--format", "github"]);
    let lines: Vec<&str> = text.lines().collect();
    let place = "file=corpus/c/mutexes/order-deadlock.c,line=10,col=";
    assert!(lines[0].starts_with(&format!("::error {place}")), "{text}");
    assert!(lines[0].contains("title=HANGS (deadlock)%3A 3 threads wait for ever and nobody can go on::"), "{text}");
    assert!(lines[0].contains("%0A    forward#1"), "{text}");
    assert!(lines[1..].iter().all(|line| line.starts_with("::notice file=")) && lines.len() == 3, "{text}");
    let proved = printed(&[PROGRAMS[1].0, "--format", "github"]);
    assert!(!proved.contains("::") && proved.contains("FINISHES"), "{proved}");
    let wrong = check(&["corpus/rejected/undeclared.bpl", "--format", "github"]);
    assert_eq!(wrong.status.code(), Some(3));
}

/// The witness for the program, and what was said about it.
fn witness(program: &str, options: &[&str]) -> (Option<String>, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("witness.yml");
    let path = file.display().to_string();
    let arguments: Vec<&str> = [program, "-q", "--witness", &path].into_iter().chain(options.iter().copied()).collect();
    let output = check(&arguments);
    (std::fs::read_to_string(&file).ok(), String::from_utf8(output.stderr).unwrap())
}

fn yaml(text: &str) -> Yaml {
    YamlLoader::load_from_str(text).unwrap_or_else(|error| panic!("{error}: {text}")).remove(0)[0].clone()
}

#[test]
fn witnesses_say_what_the_format_can_say() {
    let (text, _) = witness("corpus/c/atomics/test-and-set-starves.c", &[]);
    let text = text.unwrap();
    let entry = yaml(&text);
    assert_eq!(entry["entry_type"].as_str(), Some("violation_sequence"));
    let metadata = &entry["metadata"];
    assert_eq!(metadata["format_version"].as_str(), Some("2.1"));
    assert_eq!(metadata["creation_time"].as_str(), Some("2001-09-09T01:46:40Z"));
    assert_eq!(metadata["uuid"].as_str().unwrap().len(), 36);
    let name = "corpus/c/atomics/test-and-set-starves.c";
    assert_eq!(metadata["task"]["input_files"][0].as_str(), Some(name));
    assert_eq!(metadata["task"]["input_file_hashes"][name].as_str().unwrap().len(), 64);
    assert_eq!(metadata["task"]["specification"].as_str(), Some("CHECK( init(main()), LTL(F end) )"));
    let waypoints: Vec<&Yaml> =
        entry["content"].as_vec().unwrap().iter().map(|it| &it["segment"][0]["waypoint"]).collect();
    let actions: Vec<&str> = waypoints.iter().map(|it| it["action"].as_str().unwrap()).collect();
    let cycle = actions.iter().position(|action| *action == "cycle").unwrap();
    assert!(actions[..cycle].iter().all(|it| *it == "follow") && actions[cycle..].iter().all(|it| *it == "cycle"));
    let kinds: Vec<&str> = waypoints.iter().map(|it| it["type"].as_str().unwrap()).collect();
    assert_eq!(kinds.iter().position(|kind| *kind == "recurrence_condition"), Some(cycle));
    assert!(waypoints.iter().all(|it| it["location"]["line"].as_i64().unwrap() > 0));
    assert_eq!(witness("corpus/c/atomics/test-and-set-starves.c", &[]).0.unwrap(), text, "the same bytes again");

    let (text, _) = witness("corpus/c/conditions/if-not-while.c", &[]);
    let entry = yaml(&text.unwrap());
    let last = entry["content"].as_vec().unwrap().last().unwrap();
    assert_eq!(last["segment"][0]["waypoint"]["type"].as_str(), Some("target"));

    let (text, _) = witness("corpus/c/philosophers/ordered.c", &[]);
    let text = text.unwrap();
    assert!(text.contains("# proved by exploring all 384 states"), "{text}");
    assert_eq!(yaml(&text)["entry_type"].as_str(), Some("invariant_set"));

    let (none, said) = witness("corpus/c/mutexes/order-deadlock.c", &[]);
    assert!(none.is_none() && said.contains("no place for deadlocks"), "{said}");
}

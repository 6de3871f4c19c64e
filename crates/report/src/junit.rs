//! JUnit XML, for servers that show the results of tests: a test case for each question, of which those fail that are refuted or not as
//! expected, and those are in error that are not known or whose input is wrong.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use crate::suite::{Checked, Finding, Grade};
use crate::terminal::{self, Detail, Saved};

/// All questions as one document.
pub fn write(all: &[Checked]) -> String {
    let mut page = Page { writer: Writer::new_with_indent(Vec::new(), b' ', 2) };
    page.event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    let failures = all.iter().filter(|one| one.grade() == Grade::Bad).count().to_string();
    let errors = all.iter().filter(|one| matches!(one.grade(), Grade::Unknown | Grade::WrongInput)).count().to_string();
    let tests = all.len().to_string();
    let time = seconds(all.iter().map(|one| one.time.as_secs_f64()).sum());
    let counts = [("name", "unhang"), ("tests", &tests), ("failures", &failures), ("errors", &errors), ("time", &time)];
    page.open("testsuites", &counts);
    page.open("testsuite", &counts);
    all.iter().for_each(|one| page.case(one));
    page.close("testsuite");
    page.close("testsuites");
    let mut text = String::from_utf8_lossy(&page.writer.into_inner()).into_owned();
    text.push('\n');
    text
}

struct Page {
    writer: Writer<Vec<u8>>,
}

impl Page {
    fn case(&mut self, one: &Checked) {
        let (name, question, time) = (one.name(), one.question(), seconds(one.time.as_secs_f64()));
        self.open("testcase", &[("name", &question), ("classname", &name), ("file", &one.files[0]), ("time", &time)]);
        let report = match &one.finding {
            Finding::Answered(outcome, _) => terminal::write(outcome, Detail::Summary, &Saved::No),
            Finding::WrongInput(message) => message.clone(),
            Finding::Interrupted => one.headline(),
        };
        let message = one.surprise().unwrap_or_else(|| one.headline());
        let element = match one.grade() {
            Grade::Good => "system-out",
            Grade::Bad => "failure",
            Grade::Unknown | Grade::WrongInput => "error",
        };
        match one.grade() {
            Grade::Good => self.open(element, &[]),
            _ => self.open(element, &[("message", &message), ("type", &one.answer())]),
        }
        self.event(Event::Text(BytesText::new(&printable(&report))));
        self.close(element);
        self.close("testcase");
    }

    fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        let mut start = BytesStart::new(name);
        for (key, value) in attributes {
            start.push_attribute((*key, printable(value).as_str()));
        }
        self.event(Event::Start(start));
    }

    fn close(&mut self, name: &str) {
        self.event(Event::End(BytesEnd::new(name)));
    }

    fn event(&mut self, event: Event<'_>) {
        // Writing to memory does not fail.
        let _ = self.writer.write_event(event);
    }
}

fn seconds(seconds: f64) -> String {
    format!("{seconds:.3}")
}

/// The text without characters that XML has no place for.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

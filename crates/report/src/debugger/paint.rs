//! Colours, where there are any. What they say is said in words as well.

/// Whether text has colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// It is for a file, or for somebody who does not want any.
    Plain,
    /// It is for a terminal.
    Colours,
}

impl Paint {
    /// What the eye is to find first.
    pub(super) fn strong(self, text: &str) -> String {
        self.with("1", text)
    }

    /// What the eye may pass over.
    pub(super) fn faint(self, text: &str) -> String {
        self.with("2", text)
    }

    /// The name of a thread, each in a colour of its own.
    pub(super) fn thread(self, name: &str) -> String {
        const COLOURS: [&str; 6] = ["36", "33", "35", "32", "34", "31"];
        let number = name.rsplit('#').next().and_then(|number| number.parse::<usize>().ok()).unwrap_or_default();
        self.with(COLOURS[number % COLOURS.len()], name)
    }

    fn with(self, code: &str, text: &str) -> String {
        match self {
            Paint::Plain => text.to_owned(),
            Paint::Colours => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

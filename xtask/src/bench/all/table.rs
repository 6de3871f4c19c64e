//! A table of an experiment: for people as Markdown, for programs as CSV, and what of it is compared with the baseline.

/// A table with what belongs to it.
#[derive(Default, Debug)]
pub(in crate::bench) struct Table {
    /// The name of its files.
    pub(in crate::bench) name: &'static str,
    /// In one line: what is measured.
    pub(in crate::bench) title: String,
    /// The headings.
    pub(in crate::bench) columns: Vec<&'static str>,
    /// The cells, as many in each row as there are headings.
    pub(in crate::bench) rows: Vec<Vec<String>>,
    /// What has to be known to read it.
    pub(in crate::bench) notes: Vec<String>,
    /// What is compared with the baseline.
    pub(in crate::bench) figures: Vec<Figure>,
    /// Plots: what is added to the name of the file, and the SVG.
    pub(in crate::bench) plots: Vec<(&'static str, String)>,
}

/// An answer and what it cost.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::bench) struct Figure {
    /// What was asked, without commas.
    pub(in crate::bench) what: String,
    /// In a word.
    pub(in crate::bench) answer: String,
    /// Whether the answer is known to be wrong.
    pub(in crate::bench) is_wrong: bool,
    /// In units of what the machine did at that moment for a fixed work (see `unit`).
    pub(in crate::bench) units: f64,
}

impl Table {
    /// As Markdown: title, table and notes.
    pub(in crate::bench) fn markdown(&self) -> String {
        let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let headings: Vec<String> = self.columns.iter().map(|&heading| heading.to_owned()).collect();
        let sides: Vec<String> = (0..self.columns.len()).map(|column| self.side(column).to_owned()).collect();
        let mut text = format!("{}\n\n{}{}", self.title, row(&headings), row(&sides));
        self.rows.iter().for_each(|cells| text.push_str(&row(cells)));
        for note in &self.notes {
            text.push_str(&format!("\n{note}\n"));
        }
        text
    }

    /// Numbers stand on the right.
    fn side(&self, column: usize) -> &'static str {
        let cells = || self.rows.iter().filter_map(|row| row.get(column)).filter(|cell| !cell.is_empty());
        let is_number = |cell: &String| cell.starts_with(|first: char| first.is_ascii_digit() || first == '(');
        if cells().next().is_some() && cells().all(is_number) { "---:" } else { "---" }
    }

    /// As CSV.
    pub(in crate::bench) fn csv(&self) -> String {
        let headings: Vec<String> = self.columns.iter().map(|&heading| heading.to_owned()).collect();
        let line = |cells: &Vec<String>| cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\n";
        std::iter::once(&headings).chain(&self.rows).map(line).collect()
    }
}

/// A cell of a CSV file, in quotes if it needs them.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

/// Seconds with as many digits as say something.
pub(in crate::bench) fn seconds(seconds: f64) -> String {
    if seconds < 0.0995 { format!("{seconds:.3}") } else { format!("{seconds:.2}") }
}

/// How many times as much, with as many digits as say something.
pub(in crate::bench) fn ratio(ratio: f64) -> String {
    match ratio {
        _ if !ratio.is_finite() => String::new(),
        _ if ratio < 9.95 => format!("{ratio:.2}"),
        _ => format!("{ratio:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_written() {
        let table = Table {
            title: "Both.".to_owned(),
            columns: vec!["program", "seconds"],
            rows: vec![vec!["a, b".to_owned(), "0.10".to_owned()], vec!["c".to_owned(), String::new()]],
            notes: vec!["A note.".to_owned()],
            ..Table::default()
        };
        let markdown = "Both.\n\n| program | seconds |\n| --- | ---: |\n| a, b | 0.10 |\n| c |  |\n\nA note.\n";
        assert_eq!(table.markdown(), markdown);
        assert_eq!(table.csv(), "program,seconds\n\"a, b\",0.10\nc,\n");
    }

    #[test]
    fn numbers_have_the_digits_that_say_something() {
        assert_eq!([seconds(0.0123), seconds(0.0999), seconds(12.346)], ["0.012", "0.10", "12.35"]);
        assert_eq!([ratio(0.5), ratio(59.4), ratio(f64::NAN), ratio(f64::INFINITY)], ["0.50", "59", "", ""]);
    }
}

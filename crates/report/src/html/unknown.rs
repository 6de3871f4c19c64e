//! What there is to see where the answer is not known: the reason, the lasso of which nobody knows why it ends, and what other engines say.

use super::escaped;
use crate::outcome::{GaveUp, Moment, Unranked};
use crate::terminal::change;
use crate::words;

/// The reason, and what could help.
pub(super) fn reason((code, what, hint): (&str, &str, &str), lasso: Option<&Unranked>, several_files: bool) -> String {
    format!(
        "<section class=\"panel\"><h2>Why it is not known</h2><p>{} <code>[{code}]</code></p>\
         <p>What could help: {}.</p><p class=\"soft\"><code>unhang explain {code}</code> says more.</p>{}</section>\n",
        escaped(what),
        escaped(hint),
        lasso.map(|lasso| unranked(lasso, several_files)).unwrap_or_default(),
    )
}

/// What other engines say; nothing if there are none.
pub(super) fn others(gave_up: &[GaveUp], several_files: bool) -> String {
    if gave_up.is_empty() {
        return String::new();
    }
    let one = |GaveUp { engine, code, what, hint, lasso }: &GaveUp| {
        let hint = hint.as_ref().map(|hint| format!("<br>what could help: {}", escaped(hint))).unwrap_or_default();
        let lasso = lasso.as_ref().map(|lasso| unranked(lasso, several_files)).unwrap_or_default();
        format!("<li><b>{}</b>: {} <code>[{code}]</code>{hint}{lasso}</li>", escaped(engine), escaped(what))
    };
    let items: String = gave_up.iter().map(one).collect();
    format!(
        "<section class=\"panel\"><h2>Other engines have given up, too</h2><ul class=\"plain\" id=\"others\">{items}</ul></section>\n"
    )
}

fn unranked(lasso: &Unranked, several_files: bool) -> String {
    let row = |moment: &Moment| {
        let place = moment.place.as_ref().map(|place| words::line(place, several_files)).unwrap_or_default();
        let changes: Vec<String> = moment.changes.iter().map(change).collect();
        let cells = [&moment.thread, &place, &moment.statement, &changes.join(", ")];
        let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect();
        format!("<tr>{cells}</tr>")
    };
    let rows = |title: &str, moments: &[Moment]| match moments {
        [] => String::new(),
        _ => format!(
            "<tr><th colspan=\"4\" scope=\"rowgroup\">{title}</th></tr>{}",
            moments.iter().map(row).collect::<String>()
        ),
    };
    format!(
        "<table class=\"unranked\">{}{}</table>",
        rows("perhaps after", &lasso.stem),
        rows("it is not known why this ends, or whether it does", &lasso.cycle)
    )
}

//! The quantile plot: for each mode, how many programs are solved if each may take so long.

use std::fmt::Write;

use super::options::Options;
use super::outcome::Outcome;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
/// Around the plot, for the numbers at the axes; on the right, for the names of the modes.
const LEFT: f64 = 60.0;
const RIGHT: f64 = 160.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 50.0;

/// What takes less time is drawn as if it took this.
const LEAST_SECONDS: f64 = 0.01;

/// Colours that are told apart by everybody, on white (those of Okabe and Ito).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// If there are more lines than colours, the same colours come again with these dashes.
const DASHES: [&str; 3] = ["none", "6 3", "2 3"];

/// The plot as SVG.
pub(in crate::bench) fn svg(outcomes: &[Outcome], options: &Options) -> String {
    let programs = outcomes.len() / options.modes.len();
    let area = Area { programs: programs.max(1) as f64, most_seconds: options.time.as_secs_f64().max(1.0) };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    axes(&area, &mut text);
    for (index, mode) in options.modes.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        curve(&area, mode.name(), colour, index, &times(outcomes, mode.name()), &mut text);
    }
    text.push_str("</svg>\n");
    text
}

/// How long what is solved took in this mode, the shortest time first.
fn times(outcomes: &[Outcome], mode: &str) -> Vec<f64> {
    let solved = outcomes.iter().filter(|outcome| outcome.mode == mode && outcome.is_solved());
    let mut times: Vec<f64> = solved.map(|outcome| outcome.seconds).collect();
    times.sort_by(f64::total_cmp);
    times
}

/// What the axes have room for.
struct Area {
    programs: f64,
    most_seconds: f64,
}

impl Area {
    fn x(&self, solved: f64) -> f64 {
        LEFT + solved / self.programs * (WIDTH - LEFT - RIGHT)
    }

    /// Time is drawn on a logarithmic scale.
    fn y(&self, seconds: f64) -> f64 {
        let part = (seconds.max(LEAST_SECONDS) / LEAST_SECONDS).ln() / (self.most_seconds / LEAST_SECONDS).ln();
        HEIGHT - BOTTOM - part.min(1.0) * (HEIGHT - TOP - BOTTOM)
    }
}

fn axes(area: &Area, text: &mut String) {
    let (left, right) = (area.x(0.0), area.x(area.programs));
    let mut seconds = LEAST_SECONDS;
    while seconds <= area.most_seconds * 1.001 {
        let y = area.y(seconds);
        put(text, &format!("<path d=\"M{left:.1} {y:.1}H{right:.1}\" stroke=\"#ddd\"/>"));
        put(text, &format!("<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{seconds}</text>", left - 6.0, y + 4.0));
        seconds *= 10.0;
    }
    let step = if area.programs > 50.0 { 20 } else { 5 };
    let bottom = HEIGHT - BOTTOM;
    for solved in (0..=area.programs as usize).step_by(step) {
        let x = area.x(solved as f64);
        put(text, &format!("<path d=\"M{x:.1} {bottom}v5\" stroke=\"black\"/>"));
        put(text, &format!("<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{solved}</text>", bottom + 18.0));
    }
    put(text, &format!("<path d=\"M{left:.1} {TOP}V{bottom}H{right:.1}\" fill=\"none\" stroke=\"black\"/>"));
    let (middle, below) = ((left + right) / 2.0, HEIGHT - 12.0);
    put(text, &format!("<text x=\"{middle:.1}\" y=\"{below}\" text-anchor=\"middle\">programs solved</text>"));
    put(
        text,
        &format!(
            "<text transform=\"translate(14 {:.1}) rotate(-90)\" text-anchor=\"middle\">seconds</text>",
            HEIGHT / 2.0
        ),
    );
}

/// The `n`th fastest solution is the `n`th point. The name stands in a list on the right, where names cannot overlap.
fn curve(area: &Area, name: &str, colour: &str, index: usize, times: &[f64], text: &mut String) {
    let dashes = DASHES[index / COLOURS.len() % DASHES.len()];
    let points = times
        .iter()
        .enumerate()
        .map(|(rank, seconds)| format!("{:.1},{:.1}", area.x(rank as f64 + 1.0), area.y(*seconds)));
    let points: Vec<String> = points.collect();
    put(
        text,
        &format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>",
            points.join(" ")
        ),
    );
    let (x, y) = (WIDTH - RIGHT + 14.0, TOP + 16.0 * (index as f64 + 1.0));
    put(text, &format!("<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\">{name} ({})</text>", times.len()));
}

fn put(text: &mut String, element: &str) {
    writeln!(text, "{element}").expect("a text can always be made longer");
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::*;

    fn outcome(answer: &str, seconds: f64) -> Outcome {
        let [program, expected, mode] = ["a", "proved", "explicit"].map(str::to_owned);
        Outcome {
            program,
            threads: 2,
            expected,
            mode,
            answer: answer.to_owned(),
            reason: String::new(),
            seconds,
            rounds: 0,
        }
    }

    #[test]
    fn only_what_is_solved_is_drawn_and_in_order() {
        let options = options::parse(&["--engine", "explicit", "--time", "100"]).unwrap().unwrap();
        let outcomes =
            [outcome("proved", 100.0), outcome("unknown", 50.0), outcome("proved", 0.001), outcome("proved", 1.0)];
        let text = svg(&outcomes, &options);
        // Four programs share 500 units from 60 on; 1 second is in the middle between 0.01 and 100.
        assert!(text.contains("points=\"185.0,370.0 310.0,195.0 435.0,20.0\""), "{text}");
        assert!(text.contains("explicit (3)"));
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n") && !text.contains("NaN"));
    }
}

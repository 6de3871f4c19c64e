//! Plots with logarithmic axes: points that are to be compared with a diagonal, and lines.

use std::fmt::Write;

const SIZE: f64 = 420.0;
/// Around the plot, for the numbers at the axes; on the right, for the names.
const LEFT: f64 = 60.0;
const RIGHT: f64 = 170.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 50.0;

/// Colours that are told apart by everybody, on white (those of Okabe and Ito).
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#000000"];

/// Points that belong together.
pub(in crate::bench) struct Series {
    /// In the list on the right.
    pub(in crate::bench) name: String,
    /// Where they are; all above zero.
    pub(in crate::bench) points: Vec<(f64, f64)>,
}

/// What a plot shows.
pub(in crate::bench) struct Plot<'a> {
    /// Below the horizontal axis.
    pub(in crate::bench) across: &'a str,
    /// Beside the vertical axis.
    pub(in crate::bench) up: &'a str,
    /// Points that are joined by lines, or compared with the diagonal.
    pub(in crate::bench) kind: Kind,
    /// What is drawn.
    pub(in crate::bench) series: Vec<Series>,
}

/// How points are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::bench) enum Kind {
    /// Each by itself, with lines where one coordinate is 1, 10 and 100 times the other; both axes have one scale.
    Compared,
    /// Joined.
    Joined,
}

impl Plot<'_> {
    /// The plot as SVG.
    pub(in crate::bench) fn svg(&self) -> String {
        let width = SIZE + RIGHT - LEFT;
        let points = || self.series.iter().flat_map(|series| &series.points);
        let (mut x, mut y) = (Axis::of(points().map(|point| point.0)), Axis::of(points().map(|point| point.1)));
        if self.kind == Kind::Compared {
            x = Axis { least: x.least.min(y.least), most: x.most.max(y.most) };
            y = x;
        }
        let area = Area { x, y };
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {SIZE}\" font-family=\"sans-serif\" \
             font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        self.axes(&area, &mut text);
        for (index, series) in self.series.iter().enumerate() {
            self.draw(&area, series, index, &mut text);
        }
        text.push_str("</svg>\n");
        text
    }

    fn axes(&self, area: &Area, text: &mut String) {
        let (bottom, right) = (SIZE - BOTTOM, area.right());
        for tick in area.x.ticks() {
            let x = area.across(tick);
            put(text, &format!("<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#ddd\"/>"));
            put(text, &format!("<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{tick}</text>", bottom + 18.0));
        }
        for tick in area.y.ticks() {
            let y = area.up(tick);
            put(text, &format!("<path d=\"M{LEFT} {y:.1}H{right:.1}\" stroke=\"#ddd\"/>"));
            put(text, &format!("<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text>", LEFT - 6.0, y + 4.0));
        }
        if self.kind == Kind::Compared {
            for (factor, dashes) in [(1.0, "none"), (10.0, "6 3"), (100.0, "2 3")] {
                let most = area.y.most / factor;
                if most > area.x.least {
                    let from = (area.across(area.x.least), area.up(area.x.least * factor));
                    let to = (area.across(most), area.up(area.y.most));
                    let line = format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1);
                    put(text, &format!("<path d=\"{line}\" stroke=\"#888\" stroke-dasharray=\"{dashes}\"/>"));
                }
            }
        }
        put(text, &format!("<path d=\"M{LEFT} {TOP}V{bottom}H{right:.1}\" fill=\"none\" stroke=\"black\"/>"));
        let (middle, below) = ((LEFT + right) / 2.0, SIZE - 12.0);
        put(text, &format!("<text x=\"{middle:.1}\" y=\"{below}\" text-anchor=\"middle\">{}</text>", self.across));
        let turned = format!("translate(14 {:.1}) rotate(-90)", (TOP + bottom) / 2.0);
        put(text, &format!("<text transform=\"{turned}\" text-anchor=\"middle\">{}</text>", self.up));
    }

    fn draw(&self, area: &Area, series: &Series, index: usize, text: &mut String) {
        let colour = COLOURS[index % COLOURS.len()];
        let places: Vec<(f64, f64)> = series.points.iter().map(|(x, y)| (area.across(*x), area.up(*y))).collect();
        if self.kind == Kind::Joined {
            let line: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let line = line.join(" ");
            put(text, &format!("<polyline points=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"));
        }
        for (x, y) in &places {
            put(text, &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\" fill-opacity=\"0.7\"/>"));
        }
        let (x, y) = (area.right() + 14.0, TOP + 16.0 * (index as f64 + 1.0));
        put(text, &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\">{}</text>", series.name));
    }
}

/// From a power of ten to another one.
#[derive(Clone, Copy)]
struct Axis {
    least: f64,
    most: f64,
}

impl Axis {
    fn of(values: impl Iterator<Item = f64>) -> Axis {
        let (least, most) = values
            .filter(|it| it.is_finite() && *it > 0.0)
            .fold((f64::MAX, f64::MIN), |(least, most), it| (least.min(it), most.max(it)));
        if least > most {
            return Axis { least: 0.1, most: 10.0 };
        }
        let (least, most) = (least.log10().floor(), most.log10().ceil());
        Axis { least: 10_f64.powf(least), most: 10_f64.powf(most.max(least + 1.0)) }
    }

    /// Where on the axis, from 0 to 1.
    fn part(self, value: f64) -> f64 {
        ((value.max(self.least) / self.least).ln() / (self.most / self.least).ln()).min(1.0)
    }

    /// The powers of ten, rounded to what they are.
    fn ticks(self) -> Vec<f64> {
        let (from, to) = (self.least.log10().round() as i32, self.most.log10().round() as i32);
        (from..=to).filter_map(|exponent| format!("1e{exponent}").parse().ok()).collect()
    }
}

struct Area {
    x: Axis,
    y: Axis,
}

impl Area {
    fn right(&self) -> f64 {
        SIZE - LEFT / 2.0
    }

    fn across(&self, value: f64) -> f64 {
        LEFT + self.x.part(value) * (self.right() - LEFT)
    }

    fn up(&self, value: f64) -> f64 {
        SIZE - BOTTOM - self.y.part(value) * (SIZE - TOP - BOTTOM)
    }
}

fn put(text: &mut String, element: &str) {
    writeln!(text, "{element}").expect("a text can always be made longer");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_where_they_belong() {
        let series = vec![Series { name: "all".to_owned(), points: vec![(1.0, 10.0), (10.0, 100.0)] }];
        let text = Plot { across: "a", up: "b", kind: Kind::Compared, series }.svg();
        // The axes go from 1 to 100: from 60 to 390 across, from 370 to 20 up.
        assert!(text.contains("cx=\"60.0\" cy=\"195.0\"") && text.contains("cx=\"225.0\" cy=\"20.0\""), "{text}");
        assert!(text.contains("M60.0 370.0L390.0 20.0") && !text.contains("NaN"), "{text}");
    }

    #[test]
    fn nothing_to_draw_is_no_reason_to_fail() {
        let series = vec![Series { name: "none".to_owned(), points: Vec::new() }];
        let text = Plot { across: "a", up: "b", kind: Kind::Joined, series }.svg();
        assert!(text.ends_with("</svg>\n") && !text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}

//! A page as SVG: as a file with the outlines of glyphs, so that it looks the same without the font, or as a
//! picture in a web page with its digits as text.

use super::font::{Stroke, Weight, font, text_width};
use super::page::{Color, Item, Page, Text};
use crate::formats::escape_xml;
use std::collections::BTreeSet;

/// A length with at most four digits after the point, without needless ones.
pub(super) fn number(value: f32) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn color(color: Color) -> String {
    let Color([r, g, b]) = color;
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The page as an SVG document, in millimetres.
pub fn svg(page: &Page, title: &str) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}mm\" height=\"{1}mm\" viewBox=\"0 0 {0} {1}\">\n",
        number(page.width),
        number(page.height)
    );
    if !title.is_empty() {
        out.push_str(&format!("<title>{}</title>\n", escape_xml(title)));
    }
    let glyphs: BTreeSet<(Weight, char)> = (page.items.iter())
        .filter_map(|item| if let Item::Text(text) = item { Some(text) } else { None })
        .flat_map(|text| text.text.chars().filter(|c| *c != ' ').map(|c| (text.weight, c)))
        .collect();
    out.push_str("<defs>\n");
    for &(weight, c) in &glyphs {
        out.push_str(&format!("<path id=\"{}\" d=\"{}\"/>\n", id(weight, c), outline(weight, c)));
    }
    out.push_str("</defs>\n");
    out.push_str(&format!(
        "<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n",
        number(page.width),
        number(page.height)
    ));
    for item in &page.items {
        out.push_str(&element(item));
    }
    for ([x, y, width, height], address) in &page.links {
        out.push_str(&format!(
            "<a href=\"{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill-opacity=\"0\"/></a>\n",
            escape_xml(address),
            number(*x),
            number(*y),
            number(*width),
            number(*height)
        ));
    }
    out + "</svg>\n"
}

/// The page as an SVG element for a web page, so many pixels wide; `label` is for screen readers.
pub(super) fn inline_svg(page: &Page, width: usize, label: &str) -> String {
    let height = (width as f32 * page.height / page.width).round();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" \
         role=\"img\" aria-label=\"{}\" font-family=\"Inter,Helvetica,Arial,sans-serif\" text-anchor=\"middle\">",
        number(page.width),
        number(page.height),
        escape_xml(label)
    );
    out.push_str(&format!(
        "<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>",
        number(page.width),
        number(page.height)
    ));
    // Texts of the same look share a group.
    let mut group: Option<String> = None;
    for item in &page.items {
        let Item::Text(text) = item else {
            if group.take().is_some() {
                out.push_str("</g>");
            }
            out.push_str(element(item).trim_end());
            continue;
        };
        let weight = if text.weight == Weight::SemiBold { " font-weight=\"600\"" } else { "" };
        let look = format!("<g fill=\"{}\"{weight} font-size=\"{}\">", color(text.color), number(text.size));
        if group.as_ref() != Some(&look) {
            if group.is_some() {
                out.push_str("</g>");
            }
            out.push_str(&look);
            group = Some(look);
        }
        out.push_str(&as_text(text));
    }
    if group.is_some() {
        out.push_str("</g>");
    }
    out + "</svg>"
}

/// A text element around its middle, so that a font a little wider or narrower does not shift it.
fn as_text(text: &Text) -> String {
    let half = text_width(&text.text, text.weight, text.size) / 2.0;
    let (x, y) = (number(if text.turned { text.x - half } else { text.x + half }), number(text.y));
    let turn = if text.turned { format!(" transform=\"rotate(180 {x} {y})\"") } else { String::new() };
    format!("<text x=\"{x}\" y=\"{y}\"{turn}>{}</text>", escape_xml(&text.text))
}

fn id(weight: Weight, c: char) -> String {
    format!("{}{:x}", if weight == Weight::Regular { 'r' } else { 's' }, c as u32)
}

/// The outline in thousandths of the em, y downwards.
fn outline(weight: Weight, c: char) -> String {
    let n = |value: f32| number((value * 1000.0 * 10.0).round() / 10.0);
    let mut out = String::new();
    for stroke in &font(weight).glyph(c).outline {
        match *stroke {
            Stroke::Move(x, y) => out.push_str(&format!("M{} {}", n(x), n(-y))),
            Stroke::Line(x, y) => out.push_str(&format!("L{} {}", n(x), n(-y))),
            Stroke::Cubic([a, b, c, d, x, y]) => {
                out.push_str(&format!("C{} {} {} {} {} {}", n(a), n(-b), n(c), n(-d), n(x), n(-y)));
            }
            Stroke::Close => out.push('Z'),
        }
    }
    out
}

fn element(item: &Item) -> String {
    let rect =
        |[x, y, w, h]: [f32; 4]| format!("M{} {}h{}v{}h{}z", number(x), number(y), number(w), number(h), number(-w));
    match item {
        Item::Line { from, to, width, color: ink } => format!(
            "<path d=\"M{} {}L{} {}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
            number(from.0),
            number(from.1),
            number(to.0),
            number(to.1),
            color(*ink),
            number(*width)
        ),
        Item::Fill { rects, color: ink } => {
            let path: String = rects.iter().map(|&r| rect(r)).collect();
            format!("<path d=\"{path}\" fill=\"{}\"/>\n", color(*ink))
        }
        Item::Frame { rect: r, width, color: ink } => format!(
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
            rect(*r),
            color(*ink),
            number(*width)
        ),
        Item::Disc { centre, radius, color: ink } => format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n",
            number(centre.0),
            number(centre.1),
            number(*radius),
            color(*ink)
        ),
        Item::Polygon { points, color: ink } => {
            let corners: Vec<String> = points.iter().map(|(x, y)| format!("{},{}", number(*x), number(*y))).collect();
            format!("<polygon points=\"{}\" fill=\"{}\"/>\n", corners.join(" "), color(*ink))
        }
        Item::Curve { points, width, dash, color: ink } => {
            let [(a, b), (c, d), (e, f)] = points.map(|(x, y)| (number(x), number(y)));
            let dash = dash
                .map_or(String::new(), |[dash, gap]| format!(" stroke-dasharray=\"{} {}\"", number(dash), number(gap)));
            format!(
                "<path d=\"M{a} {b}Q{c} {d} {e} {f}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{dash}/>\n",
                color(*ink),
                number(*width)
            )
        }
        Item::Text(text) => outlined(text),
    }
}

/// A run of text as the outlines of its glyphs.
fn outlined(text: &Text) -> String {
    let turn = if text.turned { " rotate(180)" } else { "" };
    let mut out = format!(
        "<g aria-label=\"{}\" fill=\"{}\" transform=\"translate({} {}){turn} scale({})\">",
        escape_xml(&text.text),
        color(text.color),
        number(text.x),
        number(text.y),
        format_args!("{:.6}", text.size / 1000.0)
    );
    let mut pen = 0.0;
    for c in text.text.chars() {
        if c != ' ' {
            let x = if pen == 0.0 { String::new() } else { format!(" x=\"{}\"", number(pen * 1000.0)) };
            out.push_str(&format!("<use href=\"#{}\"{x}/>", id(text.weight, c)));
        }
        pen += font(text.weight).glyph(c).advance;
    }
    out + "</g>\n"
}

//! A page as SVG: outlines of glyphs, so that it looks the same without the font.

use super::font::{Stroke, Weight, font};
use super::page::{Color, Item, Page, Text};
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

fn escaped(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The page as an SVG document, in millimetres.
pub fn svg(page: &Page, title: &str) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}mm\" height=\"{1}mm\" viewBox=\"0 0 {0} {1}\">\n",
        number(page.width),
        number(page.height)
    );
    if !title.is_empty() {
        out.push_str(&format!("<title>{}</title>\n", escaped(title)));
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
            escaped(address),
            number(*x),
            number(*y),
            number(*width),
            number(*height)
        ));
    }
    out + "</svg>\n"
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
        Item::Text(text) => text_element(text),
    }
}

fn text_element(text: &Text) -> String {
    let turn = if text.turned { " rotate(180)" } else { "" };
    let mut out = format!(
        "<g aria-label=\"{}\" fill=\"{}\" transform=\"translate({} {}){turn} scale({})\">",
        escaped(&text.text),
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

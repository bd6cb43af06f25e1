//! Pages as PDF 1.7: vectors, the glyphs used of the two fonts, metadata, bookmarks, links.

use super::font::{Weight, font};
use super::options::Sheet;
use super::page::{Color, Item, Page, Text};
use crate::grid::{EMPTY_CHECKSUM, checksum};
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{ActionType, AnnotationType, CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use std::collections::BTreeMap;
use subsetter::GlyphRemapper;

/// Points a millimetre.
const POINTS: f32 = 72.0 / 25.4;

/// Numbers of the objects, in the order they are asked for.
struct Refs(i32);

impl Refs {
    fn next(&mut self) -> Ref {
        self.0 += 1;
        Ref::new(self.0)
    }
}

/// The pages as one PDF file with the sheet's title and author. No date: the same input gives the same bytes.
pub fn pdf(sheet: &Sheet, pages: &[Page]) -> Vec<u8> {
    let mut refs = Refs(0);
    let mut pdf = Pdf::new();
    let (catalog_id, tree_id, info_id) = (refs.next(), refs.next(), refs.next());
    let mut fonts = Fonts::new(&mut refs);
    let page_ids: Vec<Ref> = pages.iter().map(|_| refs.next()).collect();

    for (page, &id) in pages.iter().zip(&page_ids) {
        let content_id = refs.next();
        let content = content(page, &mut fonts);
        pdf.stream(content_id, &compress_to_vec_zlib(&content, 6)).filter(Filter::FlateDecode);
        let link_ids: Vec<Ref> = page.links.iter().map(|_| refs.next()).collect();
        let mut out = pdf.page(id);
        out.parent(tree_id).media_box(Rect::new(0.0, 0.0, page.width * POINTS, page.height * POINTS));
        out.contents(content_id);
        let mut names = out.resources();
        let mut dict = names.fonts();
        for (index, weight) in Weight::ALL.into_iter().enumerate() {
            dict.pair(font_name(weight), fonts.ids[index]);
        }
        dict.finish();
        names.finish();
        if !link_ids.is_empty() {
            out.annotations(link_ids.iter().copied());
        }
        out.finish();
        for (([x, y, width, height], address), link_id) in page.links.iter().zip(link_ids) {
            let mut link = pdf.annotation(link_id);
            let (left, top) = (x * POINTS, (page.height - y) * POINTS);
            link.subtype(AnnotationType::Link);
            link.rect(Rect::new(left, top - height * POINTS, left + width * POINTS, top));
            link.border(0.0, 0.0, 0.0, None);
            link.action().action_type(ActionType::Uri).uri(Str(address.as_bytes()));
        }
    }
    fonts.write(&mut pdf, &mut refs);
    let outline_id = outline(&mut pdf, &mut refs, pages, &page_ids);

    let mut tree = pdf.pages(tree_id);
    tree.kids(page_ids.iter().copied()).count(i32::try_from(page_ids.len()).expect("fewer pages than two billion"));
    tree.finish();
    let mut info = pdf.document_info(info_id);
    if !sheet.title.is_empty() {
        info.title(TextStr(&sheet.title));
    }
    if !sheet.author.is_empty() {
        info.author(TextStr(&sheet.author));
    }
    info.creator(TextStr("cluesmith"));
    info.finish();
    let mut catalog = pdf.catalog(catalog_id);
    catalog.pages(tree_id).lang(TextStr("en"));
    if !sheet.title.is_empty() {
        catalog.viewer_preferences().display_doc_title(true);
    }
    if let Some(id) = outline_id {
        catalog.outlines(id);
    }
    catalog.finish();
    pdf.finish()
}

fn font_name(weight: Weight) -> Name<'static> {
    match weight {
        Weight::Regular => Name(b"R"),
        Weight::SemiBold => Name(b"S"),
    }
}

/// One bookmark after the other, all on one level.
fn outline(pdf: &mut Pdf, refs: &mut Refs, pages: &[Page], page_ids: &[Ref]) -> Option<Ref> {
    let marks: Vec<_> = (pages.iter().zip(page_ids))
        .flat_map(|(page, &id)| page.bookmarks.iter().map(move |mark| (mark, page.height, id)))
        .collect();
    if marks.is_empty() {
        return None;
    }
    let outline_id = refs.next();
    let ids: Vec<Ref> = marks.iter().map(|_| refs.next()).collect();
    let mut out = pdf.outline(outline_id);
    out.first(ids[0])
        .last(ids[ids.len() - 1])
        .count(i32::try_from(ids.len()).expect("fewer bookmarks than two billion"));
    out.finish();
    for (index, &(mark, height, page_id)) in marks.iter().enumerate() {
        let mut item = pdf.outline_item(ids[index]);
        item.title(TextStr(&mark.title)).parent(outline_id);
        if index > 0 {
            item.prev(ids[index - 1]);
        }
        if index + 1 < ids.len() {
            item.next(ids[index + 1]);
        }
        item.dest().page(page_id).xyz(0.0, (height - mark.y) * POINTS, None);
    }
    Some(outline_id)
}

/// The fonts with the glyphs used so far.
struct Fonts {
    ids: [Ref; 2],
    remappers: [GlyphRemapper; 2],
    /// Characters by their number in the subset.
    used: [BTreeMap<u16, (char, f32)>; 2],
}

impl Fonts {
    fn new(refs: &mut Refs) -> Fonts {
        Fonts {
            ids: [refs.next(), refs.next()],
            remappers: [GlyphRemapper::new(), GlyphRemapper::new()],
            used: [BTreeMap::new(), BTreeMap::new()],
        }
    }

    /// The bytes that show a text.
    fn encode(&mut self, weight: Weight, text: &str) -> Vec<u8> {
        let index = weight as usize;
        let mut bytes = Vec::with_capacity(2 * text.len());
        for c in text.chars() {
            let glyph = font(weight).glyph(c);
            let cid = self.remappers[index].remap(glyph.id);
            self.used[index].entry(cid).or_insert((c, glyph.advance));
            bytes.extend(cid.to_be_bytes());
        }
        bytes
    }

    fn write(&self, pdf: &mut Pdf, refs: &mut Refs) {
        for (index, weight) in Weight::ALL.into_iter().enumerate() {
            let [cid_id, descriptor_id, cmap_id, data_id] = [refs.next(), refs.next(), refs.next(), refs.next()];
            let used = &self.used[index];
            let data = subsetter::subset(weight.data(), 0, &self.remappers[index])
                .expect("the font in the program can be cut");
            // A PDF embeds the bare outlines of a CFF font, not the whole file.
            let outlines = table(&data, *b"CFF ").expect("Inter has CFF outlines");
            let tag = format!("{}+{}", tag(used), weight.name());
            let name = Name(tag.as_bytes());
            let system_info = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

            pdf.type0_font(self.ids[index])
                .base_font(name)
                .encoding_predefined(Name(b"Identity-H"))
                .descendant_font(cid_id)
                .to_unicode(cmap_id);
            let mut cid = pdf.cid_font(cid_id);
            cid.subtype(CidFontType::Type0).base_font(name).system_info(system_info).font_descriptor(descriptor_id);
            cid.default_width(0.0);
            let mut widths = cid.widths();
            for (&number, &(_, advance)) in used {
                widths.consecutive(number, [advance * 1000.0]);
            }
            widths.finish();
            cid.finish();

            let face = font(weight);
            let [left, bottom, right, top] = face.bounds.map(|value| value * 1000.0);
            let mut descriptor = pdf.font_descriptor(descriptor_id);
            descriptor.name(name).flags(FontFlags::NON_SYMBOLIC).bbox(Rect::new(left, bottom, right, top));
            descriptor.italic_angle(0.0).ascent(face.ascent * 1000.0).descent(face.descent * 1000.0);
            descriptor.cap_height(face.cap_height * 1000.0);
            descriptor.stem_v(if weight == Weight::Regular { 90.0 } else { 130.0 });
            descriptor.font_file3(data_id);
            descriptor.finish();

            let mut cmap = UnicodeCmap::new(Name(b"Custom"), system_info);
            for (&number, &(c, _)) in used {
                cmap.pair(number, c);
            }
            pdf.cmap(cmap_id, &cmap.finish());
            let packed = compress_to_vec_zlib(outlines, 6);
            let mut stream = pdf.stream(data_id, &packed);
            stream.filter(Filter::FlateDecode).pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
        }
    }
}

/// Six letters that tell this subset from others of the same font.
fn tag(used: &BTreeMap<u16, (char, f32)>) -> String {
    let hash = checksum(EMPTY_CHECKSUM, used.values().map(|&(c, _)| u64::from(u32::from(c))));
    (0..6).map(|place| (b'A' + (hash >> (8 * place)) as u8 % 26) as char).collect()
}

/// A table of an OpenType font.
fn table(font: &[u8], name: [u8; 4]) -> Option<&[u8]> {
    use skrifa::raw::{FontRef, types::Tag};
    let font = FontRef::new(font).ok()?;
    font.table_data(Tag::new(&name)).map(|data| data.as_bytes())
}

fn content(page: &Page, fonts: &mut Fonts) -> Vec<u8> {
    let mut out = Content::new();
    // Millimetres from the top left corner.
    out.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, page.height * POINTS]);
    // What is set already, to keep the file small.
    let mut fill = None;
    let mut stroke = None;
    for item in &page.items {
        match item {
            Item::Line { from, to, width, color } => {
                set_stroke(&mut out, &mut stroke, *color, *width);
                out.move_to(round(from.0), round(from.1)).line_to(round(to.0), round(to.1)).stroke();
            }
            Item::Frame { rect: [x, y, width, height], width: line, color } => {
                set_stroke(&mut out, &mut stroke, *color, *line);
                out.rect(round(*x), round(*y), round(*width), round(*height)).stroke();
            }
            Item::Fill { rects, color } => {
                set_fill(&mut out, &mut fill, *color);
                for [x, y, width, height] in rects {
                    out.rect(round(*x), round(*y), round(*width), round(*height));
                }
                out.fill_nonzero();
            }
            Item::Disc { centre, radius, color } => {
                set_fill(&mut out, &mut fill, *color);
                disc(&mut out, *centre, *radius);
            }
            Item::Polygon { points, color } => {
                set_fill(&mut out, &mut fill, *color);
                for (index, &(x, y)) in points.iter().enumerate() {
                    if index == 0 {
                        out.move_to(round(x), round(y))
                    } else {
                        out.line_to(round(x), round(y))
                    };
                }
                out.close_path().fill_nonzero();
            }
            Item::Curve { points, width, dash, color } => {
                set_stroke(&mut out, &mut stroke, *color, *width);
                if let Some(dash) = dash {
                    out.set_dash_pattern(dash.map(round), 0.0);
                }
                curve(&mut out, *points);
                if dash.is_some() {
                    out.set_dash_pattern([], 0.0);
                }
            }
            Item::Text(text) => {
                set_fill(&mut out, &mut fill, text.color);
                show(&mut out, text, fonts);
            }
        }
    }
    out.finish().to_vec()
}

/// Ten thousandths of a millimetre are enough.
fn round(value: f32) -> f32 {
    (value * 10_000.0).round() / 10_000.0
}

fn rgb(Color(parts): Color) -> [f32; 3] {
    parts.map(|part| (f32::from(part) / 255.0 * 1000.0).round() / 1000.0)
}

fn set_fill(out: &mut Content, current: &mut Option<Color>, color: Color) {
    if *current != Some(color) {
        let [r, g, b] = rgb(color);
        out.set_fill_rgb(r, g, b);
        *current = Some(color);
    }
}

fn set_stroke(out: &mut Content, current: &mut Option<(Color, f32)>, color: Color, width: f32) {
    if *current != Some((color, width)) {
        let [r, g, b] = rgb(color);
        out.set_stroke_rgb(r, g, b).set_line_width(round(width));
        *current = Some((color, width));
    }
}

/// A quadratic curve; PDF knows cubic ones only.
fn curve(out: &mut Content, [start, control, end]: [(f32, f32); 3]) {
    let towards = |from: (f32, f32)| {
        let part = |from: f32, to: f32| round(from + (to - from) * 2.0 / 3.0);
        (part(from.0, control.0), part(from.1, control.1))
    };
    let ((a, b), (c, d)) = (towards(start), towards(end));
    out.move_to(round(start.0), round(start.1)).cubic_to(a, b, c, d, round(end.0), round(end.1)).stroke();
}

/// A circle of four curves.
fn disc(out: &mut Content, (x, y): (f32, f32), radius: f32) {
    // Distance of the control points for a quarter of a circle.
    let k = 0.552_285 * radius;
    let r = radius;
    out.move_to(round(x + r), round(y));
    for [a, b, c, d, e, f] in
        [[r, k, k, r, 0.0, r], [-k, r, -r, k, -r, 0.0], [-r, -k, -k, -r, 0.0, -r], [k, -r, r, -k, r, 0.0]]
    {
        out.cubic_to(round(x + a), round(y + b), round(x + c), round(y + d), round(x + e), round(y + f));
    }
    out.fill_nonzero();
}

fn show(out: &mut Content, text: &Text, fonts: &mut Fonts) {
    let sign = if text.turned { -1.0 } else { 1.0 };
    out.begin_text().set_font(font_name(text.weight), round(text.size));
    out.set_text_matrix([sign, 0.0, 0.0, -sign, round(text.x), round(text.y)]);
    out.show(Str(&fonts.encode(text.weight, &text.text))).end_text();
}

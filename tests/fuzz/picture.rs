//! Pictures: PNG files whose chunks are changed and whose checksums are right again.

use super::random::Random;
use super::targets::{Case, Pool, is_sentence};
use cluesmith::app::PatternPicture;
use std::path::Path;

fn valid(random: &mut Random) -> Vec<u8> {
    const COLOURS: [png::ColorType; 5] = [
        png::ColorType::Grayscale,
        png::ColorType::GrayscaleAlpha,
        png::ColorType::Indexed,
        png::ColorType::Rgb,
        png::ColorType::Rgba,
    ];
    let colour = COLOURS[random.below(COLOURS.len())];
    let (width, height) = (1 + random.below(40), 1 + random.below(40));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    if colour == png::ColorType::Indexed {
        let palette: Vec<u8> = (0..3 * 256).map(|_| random.below(256) as u8).collect();
        encoder.set_palette(palette);
    }
    let dots: Vec<u8> = (0..width * height * colour.samples()).map(|_| random.below(256) as u8).collect();
    if let Ok(mut writer) = encoder.write_header() {
        _ = writer.write_image_data(&dots);
    }
    bytes
}

/// A photograph with some bytes changed.
fn damaged_photograph(random: &mut Random) -> Vec<u8> {
    let mut bytes = include_bytes!("../data/corner.jpg").to_vec();
    for _ in 0..random.below(6) {
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => bytes.truncate(at.max(4)),
            1 => bytes[at] = [0, 1, 2, 3, 4, 8, 17, 63, 127, 128, 254, 255][random.below(12)],
            2 => _ = bytes.splice(at..at, [0xff, random.below(256) as u8]),
            _ => bytes[at] = random.below(256) as u8,
        }
    }
    bytes
}

pub(crate) fn make(random: &mut Random, _: &Pool) -> Case {
    if random.once_in(3) {
        return Case { arguments: Vec::new(), files: vec![("picture.jpg".to_owned(), damaged_photograph(random))] };
    }
    let bytes = valid(random);
    let (signature, mut rest) = bytes.split_at(8);
    let mut chunks: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    while rest.len() >= 12 {
        let length = u32::from_be_bytes([rest[0], rest[1], rest[2], rest[3]]) as usize;
        chunks.push((rest[4..8].to_vec(), rest[8..8 + length].to_vec()));
        rest = &rest[12 + length..];
    }
    for _ in 0..1 + random.below(3) {
        let at = random.below(chunks.len());
        match random.below(7) {
            // Width, height, depth, colour and so on.
            0..=2 if !chunks[0].1.is_empty() => {
                let field = random.below(chunks[0].1.len());
                chunks[0].1[field] = [0, 1, 2, 3, 4, 6, 8, 16, 32, 127, 128, 255][random.below(12)];
            }
            3 => {
                _ = chunks.len() > 1 && {
                    chunks.remove(at);
                    true
                }
            }
            4 => chunks.insert(at, chunks[at].clone()),
            5 => {
                let kind =
                    random.pick(&["PLTE", "tRNS", "acTL", "fcTL", "fdAT", "zTXt", "iTXt", "gAMA", "IEND", "aaaa"]);
                let data = (0..random.below(60)).map(|_| random.below(256) as u8).collect();
                chunks.insert(at, (kind.as_bytes().to_vec(), data));
            }
            _ => {
                let data = &mut chunks[at].1;
                if !data.is_empty() {
                    let byte = random.below(data.len());
                    data[byte] = random.below(256) as u8;
                    if random.once_in(4) {
                        data.truncate(byte);
                    }
                }
            }
        }
    }
    let mut changed = signature.to_vec();
    for (kind, data) in &chunks {
        changed.extend((data.len() as u32).to_be_bytes());
        changed.extend(kind);
        changed.extend(data);
        changed.extend(crc(kind.iter().chain(data)).to_be_bytes());
    }
    Case { arguments: Vec::new(), files: vec![("picture.png".to_owned(), changed)] }
}

/// The checksum of PNG.
fn crc<'a>(bytes: impl Iterator<Item = &'a u8>) -> u32 {
    !bytes.fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { 0xEDB8_8320 ^ crc >> 1 } else { crc >> 1 })
    })
}

pub(crate) fn run(case: &Case, _: &Pool, _: &Path) -> Result<(), String> {
    PatternPicture::from_file(&case.files[0].1).map_or_else(|error| is_sentence(&error), |_| Ok(()))
}

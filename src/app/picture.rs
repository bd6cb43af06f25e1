//! Pictures on their way to a pattern: PNG files, made small and grey.

use crate::app::session::PictureState;
use crate::grid::{Pattern, Shape};
use std::io::Cursor;

/// Widest picture that is read, in dots.
const MAX_SIDE: u32 = 8192;
/// Dots each way that are kept: a board has 16 cells.
const KEPT_SIDE: usize = 256;

/// A grey picture in a square: how dark each dot is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternPicture {
    side: usize,
    /// Row by row, 0 for white or transparent, 255 for black.
    darkness: Vec<u8>,
}

impl PatternPicture {
    /// Reads a PNG file. A picture that is not square gets white margins.
    ///
    /// # Errors
    /// One sentence if this is no PNG, or one that is too large.
    pub fn from_png(bytes: &[u8]) -> Result<PatternPicture, String> {
        let wrong = |error: png::DecodingError| format!("the picture cannot be read: {error}");
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(wrong)?;
        let (width, height) = (reader.info().width, reader.info().height);
        if width.max(height) > MAX_SIDE {
            return Err(format!(
                "the picture has {width} × {height} pixels: make it smaller than {MAX_SIDE} × {MAX_SIDE}"
            ));
        }
        // png 0.18.1 panics when it expands such a palette.
        if reader.info().palette.as_ref().is_some_and(|palette| palette.len() % 3 != 0) {
            return Err("the picture cannot be read: its palette ends in the middle of a colour".to_owned());
        }
        let size = reader.output_buffer_size().ok_or("the picture is too large")?;
        let mut dots = vec![0; size];
        let info = reader.next_frame(&mut dots).map_err(wrong)?;
        let n_samples = info.color_type.samples();
        let darkness = |dot: &[u8]| -> u8 {
            let (bright, alpha) = match *dot {
                [grey] => (u32::from(grey), 255),
                [grey, alpha] => (u32::from(grey), u32::from(alpha)),
                [r, g, b] => (luma(r, g, b), 255),
                [r, g, b, alpha] => (luma(r, g, b), u32::from(alpha)),
                _ => (255, 0),
            };
            ((255 - bright) * alpha / 255) as u8
        };
        let (width, height) = (width as usize, height as usize);
        let side = width.max(height);
        let (left, top) = ((side - width) / 2, (side - height) / 2);
        let step = side.div_ceil(KEPT_SIDE);
        let kept = side.div_ceil(step);
        let mut sums = vec![0u64; kept * kept];
        for row in 0..height {
            let line = &dots[row * info.line_size..][..width * n_samples];
            for (col, dot) in line.chunks(n_samples).enumerate() {
                sums[(row + top) / step * kept + (col + left) / step] += u64::from(darkness(dot));
            }
        }
        let area = (step * step) as u64;
        Ok(PatternPicture { side: kept, darkness: sums.into_iter().map(|sum| (sum / area) as u8).collect() })
    }

    /// How dark each of n times n cells is on average, 0 to 1, row by row.
    fn cells(&self, n: usize) -> Vec<f32> {
        let range = |index: usize| {
            let from = index * self.side / n;
            from..((index + 1) * self.side / n).max(from + 1)
        };
        let mut cells = Vec::with_capacity(n * n);
        for row in 0..n {
            for col in 0..n {
                let dots = range(row).flat_map(|y| range(col).map(move |x| (y, x)));
                let (mut sum, mut n_dots) = (0.0, 0.0);
                for (y, x) in dots {
                    sum += f32::from(self.darkness[y * self.side + x]) / 255.0;
                    n_dots += 1.0;
                }
                cells.push(sum / n_dots);
            }
        }
        cells
    }
}

fn luma(r: u8, g: u8, b: u8) -> u32 {
    (299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b)) / 1000
}

impl PictureState {
    /// A picture as it comes: the threshold lies half way from its brightest to its darkest cell.
    pub(super) fn new(name: String, picture: PatternPicture, shape: Shape) -> PictureState {
        let cells = picture.cells(shape.n());
        let darkest = cells.iter().copied().fold(0.0, f32::max);
        let brightest = cells.iter().copied().fold(1.0, f32::min);
        let threshold = f32::midpoint(darkest, brightest).clamp(0.02, 1.0);
        PictureState { name, picture: std::sync::Arc::new(picture), threshold, is_inverted: false }
    }

    /// The cells that are dark enough.
    pub fn pattern(&self, shape: Shape) -> Pattern {
        let cells = self.picture.cells(shape.n());
        let is_clue = |darkness: f32| (darkness >= self.threshold) != self.is_inverted;
        Pattern::new(shape, shape.cells().filter(|cell| is_clue(cells[cell.index()])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png_of(width: u32, height: u32, color: png::ColorType, dots: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(color);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header().and_then(|mut writer| writer.write_image_data(dots)).expect("written");
        bytes
    }

    #[track_caller]
    fn check(bytes: &[u8], expected: &str) {
        let shape = Shape::new(2, 2).expect("shape");
        let actual = match PatternPicture::from_png(bytes) {
            Ok(picture) => PictureState::new("x".to_owned(), picture, shape).pattern(shape).to_string(),
            Err(error) => error,
        };
        assert_eq!(actual, expected);
    }

    #[test]
    fn dark_parts_become_clue_cells() {
        let grey: Vec<u8> = (0..16).map(|i| if i % 5 == 0 { 30 } else { 220 }).collect();
        check(&png_of(4, 4, png::ColorType::Grayscale, &grey), "x....x....x....x");
        // Eight times as large, in colour, and half transparent on a transparent ground.
        let large: Vec<u8> =
            (0..32 * 32).flat_map(|i| if i / 32 / 8 == i % 32 / 8 { [0, 0, 80, 160] } else { [0, 0, 0, 0] }).collect();
        check(&png_of(32, 32, png::ColorType::Rgba, &large), "x....x....x....x");
        // Larger than what is kept.
        let huge: Vec<u8> = (0..1000 * 1000).map(|i| if i / 1000 < 500 { 0 } else { 255 }).collect();
        check(&png_of(1000, 1000, png::ColorType::Grayscale, &huge), "xxxxxxxx........");
        // A picture that is wider than high stands in the middle.
        check(&png_of(4, 2, png::ColorType::Grayscale, &[0; 8]), "....xxxxxxxx....");
        check(&png_of(1, 1, png::ColorType::Rgb, &[0; 3]), "xxxxxxxxxxxxxxxx");
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        let error = PatternPicture::from_png(b"no picture").expect_err("refused");
        assert!(error.starts_with("the picture cannot be read: "), "{error}");
        let good = png_of(4, 4, png::ColorType::Grayscale, &[0; 16]);
        for length in 0..good.len() - 12 {
            assert!(PatternPicture::from_png(&good[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn a_palette_has_whole_colours() {
        let picture = |palette: &'static [u8]| {
            let mut bytes = Vec::new();
            let mut encoder = png::Encoder::new(&mut bytes, 4, 4);
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_depth(png::BitDepth::Eight);
            encoder.set_palette(palette);
            let dots: Vec<u8> = (0..16).map(|i| u8::from(i % 5 != 0)).collect();
            encoder.write_header().and_then(|mut writer| writer.write_image_data(&dots)).expect("written");
            bytes
        };
        check(&picture(&[0, 0, 0, 255, 255, 255]), "x....x....x....x");
        for palette in [&[0; 4][..], &[0; 5], &[0; 7], &[0; 767]] {
            check(&picture(palette), "the picture cannot be read: its palette ends in the middle of a colour");
        }
    }

    #[test]
    fn the_threshold_and_its_reverse() {
        let shape = Shape::new(2, 2).expect("shape");
        let dots: Vec<u8> = (0..16).map(|i| 255 - i * 17).collect();
        let picture = PatternPicture::from_png(&png_of(4, 4, png::ColorType::Grayscale, &dots)).expect("a picture");
        let mut state = PictureState::new("x".to_owned(), picture, shape);
        let n = |state: &PictureState| state.pattern(shape).n_clues();
        assert_eq!(n(&state), 8);
        state.threshold = 0.9;
        assert_eq!(n(&state), 2);
        state.is_inverted = true;
        assert_eq!(n(&state), 14);
    }
}

//! Pictures on their way to a pattern: PNG and JPEG files or the clipboard's, made small and grey, turned and cut.

use super::language::{text, tr, translated};
use crate::grid::{Cell, Pattern, Shape, Symmetry};
use eframe::egui::ColorImage;
use std::io::Cursor;
use std::sync::Arc;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// How every PNG file begins, and every JPEG file.
const PNG_SIGN: &[u8] = b"\x89PNG\r\n\x1a\n";
const JPEG_SIGN: &[u8] = b"\xff\xd8\xff";

/// What names of pictures end in.
pub(super) const PICTURE_ENDINGS: [&str; 3] = ["png", "jpg", "jpeg"];

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
    /// Reads a PNG or JPEG file. A picture that is not square gets white margins.
    ///
    /// # Errors
    /// One sentence if this is neither, or one that is too large or damaged.
    pub fn from_file(bytes: &[u8]) -> Result<PatternPicture, String> {
        if bytes.starts_with(JPEG_SIGN) {
            PatternPicture::from_jpeg(bytes)
        } else if bytes.starts_with(PNG_SIGN) {
            PatternPicture::from_png(bytes)
        } else {
            Err(tr!("the picture cannot be read: it is neither PNG nor JPEG").to_owned())
        }
    }

    /// A picture from the clipboard.
    ///
    /// # Errors
    /// One sentence if it is too large or has no dots.
    pub(super) fn from_image(image: &ColorImage) -> Result<PatternPicture, String> {
        let [width, height] = image.size;
        let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        check_size(side(width), side(height))?;
        if width == 0 || image.pixels.len() != width * height {
            return Err(tr!("the picture on the clipboard is empty or damaged").to_owned());
        }
        // Colours are multiplied by their opacity already.
        let darkness = |row: usize, col: usize| {
            let [r, g, b, alpha] = image.pixels[row * width + col].to_array();
            u32::from(alpha).saturating_sub(luma(r, g, b)) as u8
        };
        Ok(PatternPicture::shrunk(width, height, darkness))
    }

    /// Whether a file is a picture, by its first bytes.
    pub(super) fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(JPEG_SIGN) || bytes.starts_with(PNG_SIGN)
    }

    fn from_png(bytes: &[u8]) -> Result<PatternPicture, String> {
        let wrong = |error: png::DecodingError| tr!("the picture cannot be read: {error}", error);
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(wrong)?;
        let (width, height) = (reader.info().width, reader.info().height);
        check_size(width, height)?;
        // png 0.18.1 panics when it expands such a palette.
        if reader.info().palette.as_ref().is_some_and(|palette| palette.len() % 3 != 0) {
            return Err(tr!("the picture cannot be read: its palette ends in the middle of a colour").to_owned());
        }
        let size = reader.output_buffer_size().ok_or(tr!("the picture is too large"))?;
        let mut dots = vec![0; size];
        let info = reader.next_frame(&mut dots).map_err(wrong)?;
        let n_samples = info.color_type.samples();
        let darkness = |row: usize, col: usize| -> u8 {
            let (bright, alpha) = match dots[row * info.line_size + col * n_samples..][..n_samples] {
                [grey] => (u32::from(grey), 255),
                [grey, alpha] => (u32::from(grey), u32::from(alpha)),
                [r, g, b] => (luma(r, g, b), 255),
                [r, g, b, alpha] => (luma(r, g, b), u32::from(alpha)),
                _ => (255, 0),
            };
            ((255 - bright) * alpha / 255) as u8
        };
        Ok(PatternPicture::shrunk(width as usize, height as usize, darkness))
    }

    fn from_jpeg(bytes: &[u8]) -> Result<PatternPicture, String> {
        // What the library says is for programmers.
        const DAMAGED: &str =
            text!("the picture cannot be read: it is damaged, or of a kind of JPEG that is not known");
        let options = DecoderOptions::default()
            .set_max_width(usize::from(u16::MAX))
            .set_max_height(usize::from(u16::MAX))
            .jpeg_set_out_colorspace(ColorSpace::Luma);
        let mut decoder = zune_jpeg::JpegDecoder::new_with_options(ZCursor::new(bytes), options);
        decoder.decode_headers().map_err(|_| translated(DAMAGED))?;
        let info = decoder.info().ok_or_else(|| translated(DAMAGED))?;
        check_size(info.width.into(), info.height.into())?;
        let dots = decoder.decode().map_err(|_| translated(DAMAGED))?;
        let (width, height) = (usize::from(info.width), usize::from(info.height));
        if width == 0 || dots.len() != width * height {
            return Err(translated(DAMAGED).to_owned());
        }
        Ok(PatternPicture::shrunk(width, height, |row, col| 255 - dots[row * width + col]))
    }

    /// A picture of this size in a square with white margins, with no more dots than are kept.
    fn shrunk(width: usize, height: usize, darkness: impl Fn(usize, usize) -> u8) -> PatternPicture {
        let side = width.max(height);
        let (left, top) = ((side - width) / 2, (side - height) / 2);
        let step = side.div_ceil(KEPT_SIDE);
        let kept = side.div_ceil(step);
        let mut sums = vec![0u64; kept * kept];
        for row in 0..height {
            for col in 0..width {
                sums[(row + top) / step * kept + (col + left) / step] += u64::from(darkness(row, col));
            }
        }
        let area = (step * step) as u64;
        PatternPicture { side: kept, darkness: sums.into_iter().map(|sum| (sum / area) as u8).collect() }
    }

    /// Dots on each side.
    pub(super) fn side(&self) -> usize {
        self.side
    }

    /// How bright each dot is, row by row, 0 for black.
    pub(super) fn brightness(&self) -> Vec<u8> {
        self.darkness.iter().map(|darkness| 255 - darkness).collect()
    }

    /// The picture after a quarter turn clockwise.
    #[must_use]
    fn turned_right(&self) -> PatternPicture {
        let side = self.side;
        let dot = |index: usize| self.darkness[(side - 1 - index % side) * side + index / side];
        PatternPicture { side, darkness: (0..side * side).map(dot).collect() }
    }

    /// The picture mirrored left to right.
    #[must_use]
    fn mirrored(&self) -> PatternPicture {
        let side = self.side;
        let dot = |index: usize| self.darkness[index / side * side + side - 1 - index % side];
        PatternPicture { side, darkness: (0..side * side).map(dot).collect() }
    }

    /// How dark each of n times n cells is on average in this part of the picture, 0 to 1, row by row.
    fn cells(&self, n: usize, crop: Crop) -> Vec<f32> {
        let side = self.side as f32;
        let range = |begin: f32, index: usize| {
            let at = |index: usize| ((begin + crop.side * index as f32 / n as f32) * side).round() as usize;
            let from = at(index).min(self.side - 1);
            from..at(index + 1).clamp(from + 1, self.side)
        };
        let mut cells = Vec::with_capacity(n * n);
        for row in 0..n {
            for col in 0..n {
                let columns = range(crop.left, col);
                let dots = range(crop.top, row).flat_map(|y| columns.clone().map(move |x| (y, x)));
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

fn check_size(width: u32, height: u32) -> Result<(), String> {
    if width.max(height) <= MAX_SIDE {
        return Ok(());
    }
    Err(tr!(
        "the picture has {width} × {height} pixels: make it smaller than {most} × {most}",
        width,
        height,
        most = MAX_SIDE
    ))
}

/// A square part of a picture, in parts of its side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Crop {
    /// Distance from the left side of the picture.
    pub left: f32,
    /// Distance from its upper side.
    pub top: f32,
    /// Side of the part.
    pub side: f32,
}

impl Crop {
    /// The whole picture.
    pub const WHOLE: Crop = Crop { left: 0.0, top: 0.0, side: 1.0 };
    /// The smallest part.
    pub(super) const LEAST: f32 = 0.05;

    /// The part with these measures that lies in the picture.
    pub(super) fn new(left: f32, top: f32, side: f32) -> Crop {
        let side = side.clamp(Crop::LEAST, 1.0);
        Crop { left: left.clamp(0.0, 1.0 - side), top: top.clamp(0.0, 1.0 - side), side }
    }

    /// The square with two points of a stroke at opposite corners, as large as the longer way between them.
    pub(super) fn between(from: (f32, f32), to: (f32, f32)) -> Crop {
        let side = (to.0 - from.0).abs().max((to.1 - from.1).abs());
        let begin = |from: f32, to: f32| if to < from { from - side } else { from };
        Crop::new(begin(from.0, to.0), begin(from.1, to.1), side)
    }

    fn turned_right(self) -> Crop {
        Crop { left: 1.0 - self.top - self.side, top: self.left, side: self.side }
    }

    fn mirrored(self) -> Crop {
        Crop { left: 1.0 - self.left - self.side, ..self }
    }
}

/// A picture on its way to a pattern.
#[derive(Clone, PartialEq, Debug)]
pub struct PictureState {
    /// Name of its file.
    pub name: String,
    /// Its dots.
    pub picture: Arc<PatternPicture>,
    /// The part of it that becomes the pattern.
    pub crop: Crop,
    /// Cells at least so dark become clue cells, 0 to 1.
    pub threshold: f32,
    /// Whether bright parts become clue cells instead.
    pub is_inverted: bool,
    /// The symmetry of the pattern.
    pub symmetry: Symmetry,
    /// Where a stroke that chooses the part began, in parts of the side.
    pub drag_from: Option<(f32, f32)>,
}

impl PictureState {
    /// A picture as it comes: the threshold lies half way from its brightest to its darkest cell.
    pub(super) fn new(name: String, picture: PatternPicture, shape: Shape) -> PictureState {
        let cells = picture.cells(shape.n(), Crop::WHOLE);
        let darkest = cells.iter().copied().fold(0.0, f32::max);
        let brightest = cells.iter().copied().fold(1.0, f32::min);
        let threshold = f32::midpoint(darkest, brightest).clamp(0.02, 1.0);
        let picture = Arc::new(picture);
        PictureState {
            name,
            picture,
            crop: Crop::WHOLE,
            threshold,
            is_inverted: false,
            symmetry: Symmetry::None,
            drag_from: None,
        }
    }

    /// The picture and what is chosen of it, a quarter turn clockwise.
    #[must_use]
    pub(super) fn turned_right(&self) -> PictureState {
        PictureState { picture: Arc::new(self.picture.turned_right()), crop: self.crop.turned_right(), ..self.clone() }
    }

    /// The picture and what is chosen of it, mirrored left to right.
    #[must_use]
    pub(super) fn mirrored(&self) -> PictureState {
        PictureState { picture: Arc::new(self.picture.mirrored()), crop: self.crop.mirrored(), ..self.clone() }
    }

    /// The cells that are dark enough; with a symmetry, those that are on average over their images.
    pub fn pattern(&self, shape: Shape) -> Pattern {
        let cells = self.picture.cells(shape.n(), self.crop);
        let darkness = |cell: Cell| {
            let images = self.symmetry.close(shape, &[cell].into_iter().collect());
            images.iter().map(|image| cells[image.index()]).sum::<f32>() / images.len() as f32
        };
        let is_clue = |cell: &Cell| (darkness(*cell) >= self.threshold) != self.is_inverted;
        Pattern::new(shape, shape.cells().filter(is_clue))
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
        let actual = match PatternPicture::from_file(bytes) {
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
    fn a_picture_from_the_clipboard_is_like_the_same_picture_from_a_file() {
        let shape = Shape::new(2, 2).expect("shape");
        let pattern =
            |picture: PatternPicture| PictureState::new("x".to_owned(), picture, shape).pattern(shape).to_string();
        let check = |width: usize, height: usize, dots: &[u8], expected: &str| {
            let image = ColorImage::from_rgba_unmultiplied([width, height], dots);
            let pasted = PatternPicture::from_image(&image).expect("a picture");
            let file = png_of(width as u32, height as u32, png::ColorType::Rgba, dots);
            let read = PatternPicture::from_file(&file).expect("a picture");
            let most = pasted.darkness.iter().zip(&read.darkness).map(|(a, b)| a.abs_diff(*b)).max();
            assert!(most <= Some(2), "they differ by {most:?}");
            assert_eq!((pattern(pasted), pattern(read)), (expected.to_owned(), expected.to_owned()));
        };
        let diagonal = |dark: [u8; 4], bright: [u8; 4]| -> Vec<u8> {
            (0..32 * 32).flat_map(|i| if i / 32 / 8 == i % 32 / 8 { dark } else { bright }).collect()
        };
        check(32, 32, &diagonal([30, 30, 30, 255], [220, 220, 220, 255]), "x....x....x....x");
        // Half transparent on a transparent ground, and on white.
        check(32, 32, &diagonal([0, 0, 80, 160], [0, 0, 0, 0]), "x....x....x....x");
        check(32, 32, &diagonal([200, 40, 40, 128], [255, 255, 255, 255]), "x....x....x....x");
        check(4, 2, &[0, 0, 0, 255].repeat(8), "....xxxxxxxx....");
        check(1, 1, &[9, 9, 9, 255], "xxxxxxxxxxxxxxxx");
    }

    #[test]
    fn clipboard_pictures_without_dots_or_with_too_many_are_refused() {
        let check = |size: [usize; 2], n: usize, expected: &str| {
            let image = ColorImage { size, ..ColorImage::from_gray([n, 1], &vec![0; n]) };
            assert_eq!(PatternPicture::from_image(&image).expect_err("refused"), expected);
        };
        let empty = "the picture on the clipboard is empty or damaged";
        check([0, 0], 0, empty);
        check([4, 4], 15, empty);
        check([9000, 1], 9000, "the picture has 9000 × 1 pixels: make it smaller than 8192 × 8192");
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        check(b"no picture", "the picture cannot be read: it is neither PNG nor JPEG");
        check(b"", "the picture cannot be read: it is neither PNG nor JPEG");
        let good = png_of(4, 4, png::ColorType::Grayscale, &[0; 16]);
        for length in 0..good.len() - 12 {
            assert!(PatternPicture::from_file(&good[..length]).is_err(), "{length}");
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
        let picture = PatternPicture::from_file(&png_of(4, 4, png::ColorType::Grayscale, &dots)).expect("a picture");
        let mut state = PictureState::new("x".to_owned(), picture, shape);
        let n = |state: &PictureState| state.pattern(shape).n_clues();
        assert_eq!(n(&state), 8);
        state.threshold = 0.9;
        assert_eq!(n(&state), 2);
        state.is_inverted = true;
        assert_eq!(n(&state), 14);
    }

    /// Two dots a cell each way: the first cell is black, the two beside it are grey, the others white.
    fn corner() -> PictureState {
        let brightness = |i: usize| match (i / 16, i % 8 / 2) {
            (0, 0) => 0,
            (0, 1) => 60,
            (1, 0) => 100,
            _ => 255,
        };
        let dots: Vec<u8> = (0..64).map(brightness).collect();
        let picture = PatternPicture::from_file(&png_of(8, 8, png::ColorType::Grayscale, &dots)).expect("a picture");
        PictureState::new("x".to_owned(), picture, Shape::new(2, 2).expect("shape"))
    }

    #[test]
    fn pictures_are_turned_cut_and_made_symmetric() {
        #[track_caller]
        fn check(state: &PictureState, expected: &str) {
            let shape = Shape::new(2, 2).expect("shape");
            assert_eq!(state.pattern(shape).to_string(), expected);
        }
        let state = corner();
        check(&state, "xx..x...........");
        check(&state.turned_right(), "..xx...x........");
        check(&state.mirrored(), "..xx...x........");
        check(&state.turned_right().turned_right(), "...........x..xx");
        // A quarter of it, and the same quarter of the turned picture.
        let cut = PictureState { crop: Crop::new(0.0, 0.0, 0.5), threshold: 0.9, ..state.clone() };
        check(&cut, "xx..xx..........");
        check(&cut.turned_right(), "..xx..xx........");
        check(&cut.mirrored(), "..xx..xx........");
        let with = |symmetry, threshold| PictureState { threshold, symmetry, ..state.clone() };
        check(&with(Symmetry::HalfTurn, 0.3), "xx..x......x..xx");
        check(&with(Symmetry::HalfTurn, 0.45), "x..............x");
        check(&with(Symmetry::MirrorHorizontal, 0.3), "xxxxx..x........");
    }

    #[test]
    fn what_is_cut_out_lies_in_the_picture() {
        for (crop, expected) in [
            (Crop::new(0.5, -1.0, 0.7), [0.3, 0.0, 0.7]),
            (Crop::new(0.0, 0.9, 0.0), [0.0, 0.9, Crop::LEAST]),
            (Crop::between((0.2, 0.2), (0.5, 0.4)), [0.2, 0.2, 0.3]),
            (Crop::between((0.5, 0.4), (0.2, 0.2)), [0.2, 0.1, 0.3]),
            (Crop::between((0.9, 0.9), (1.4, 0.95)), [0.5, 0.5, 0.5]),
        ] {
            let actual = [crop.left, crop.top, crop.side];
            let is_near = actual.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6);
            assert!(is_near, "{actual:?}, not {expected:?}");
        }
    }

    #[test]
    fn photographs_are_read() {
        let bytes = include_bytes!("../../tests/data/corner.jpg");
        check(bytes, "xx..xx..........");
        // Cut off, it is an error or a part of the picture; never a panic.
        for length in 0..bytes.len() {
            let _ = PatternPicture::from_file(&bytes[..length]);
        }
        for length in [3, 20, 100] {
            let error = PatternPicture::from_file(&bytes[..length]).expect_err("too short");
            assert_eq!(error, "the picture cannot be read: it is damaged, or of a kind of JPEG that is not known");
        }
    }
}

//! What packages carry beside the program: the icon in all sizes, and the files that tell a desktop about the studio.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use roxmltree::Document;
use std::fs;
use std::path::{Path, PathBuf};

/// The sizes of the icon that desktops ask for.
const SIZES: [u32; 8] = [16, 24, 32, 48, 64, 128, 256, 512];

/// Colours of the icon: the board, a cell with a clue, a cell without.
const BOARD: [u8; 3] = [0x1F, 0x23, 0x28];
const CLUE: [u8; 3] = [0xF4, 0xB5, 0x3F];
const OPEN: [u8; 3] = [0x4A, 0x53, 0x5F];

fn in_package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &str) -> String {
    fs::read_to_string(in_package(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn drawn(size: u32) -> Pixmap {
    let tree = Tree::from_str(&read("assets/icon/cluesmith.svg"), &Options::default()).expect("an SVG");
    let mut picture = Pixmap::new(size, size).expect("a picture");
    let scale = size as f32 / tree.size().width();
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture
}

/// Every size is the drawing in `assets/icon/cluesmith.svg`; with `CLUESMITH_DRAW_ICONS` set, this draws them.
#[test]
fn icons_are_the_drawing() {
    for size in SIZES {
        let path = in_package(&format!("assets/icon/{size}.png"));
        if std::env::var_os("CLUESMITH_DRAW_ICONS").is_some() {
            drawn(size).save_png(&path).expect("the picture is written");
        }
        let icon = Pixmap::load_png(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(icon == drawn(size), "{} differs from the drawing: run scripts/icons", path.display());
    }
}

/// At 16x16 each cell has 4x4 pixels of its own colour, and the board shows between the cells.
#[test]
fn the_smallest_icon_is_sharp() {
    let icon = drawn(16);
    let colour = |x: u32, y: u32| {
        let pixel = icon.pixel(x, y).expect("inside").demultiply();
        [pixel.red(), pixel.green(), pixel.blue()]
    };
    for (row, cells) in ["xx.", ".x.", ".xx"].iter().enumerate() {
        for (col, cell) in cells.chars().enumerate() {
            let (left, top) = (1 + 5 * col as u32, 1 + 5 * row as u32);
            let expected = if cell == 'x' { CLUE } else { OPEN };
            for (dx, dy) in [(1, 1), (2, 1), (1, 2), (2, 2), (0, 2), (3, 1), (1, 0), (2, 3)] {
                assert_eq!(colour(left + dx, top + dy), expected, "r{}c{} at {dx},{dy}", row + 1, col + 1);
            }
        }
    }
    for gap in [5, 10] {
        for along in [2, 7, 8, 13] {
            assert_eq!(colour(gap, along), BOARD);
            assert_eq!(colour(along, gap), BOARD);
        }
    }
    assert!(contrast(CLUE, OPEN) >= 3.0 && contrast(CLUE, BOARD) >= 4.5, "the colours are too close");
}

/// The contrast of two colours as WCAG defines it.
fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let luminance = |colour: [u8; 3]| {
        let [r, g, b] = colour.map(|part| {
            let part = f64::from(part) / 255.0;
            #[allow(clippy::disallowed_methods, reason = "the contrast is compared with a wide margin")]
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

/// The desktop entry, the file type and the description of the program name the same things.
#[test]
fn desktop_files_agree() {
    let entry = read("packaging/cluesmith.desktop");
    let key = |name: &str| {
        let line = entry.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        line.unwrap_or_else(|| panic!("the desktop entry lacks {name}"))
    };
    let types = read("packaging/cluesmith.xml");
    let types = Document::parse(&types).expect("XML");
    let attribute = |tag: &str, name: &str| {
        let node = types.descendants().find(|node| node.tag_name().name() == tag);
        node.and_then(|node| node.attribute(name)).unwrap_or_else(|| panic!("the file type lacks {tag}"))
    };
    let about = read("packaging/org.cluesmith.cluesmith.metainfo.xml");
    let about = Document::parse(&about).expect("XML");
    let text = |tag: &str| {
        let node = about.descendants().find(|node| node.has_tag_name(tag));
        node.and_then(|node| node.text()).unwrap_or_else(|| panic!("the description lacks {tag}"))
    };

    assert_eq!(attribute("glob", "pattern"), "*.cluesmith");
    assert_eq!(key("MimeType"), format!("{};", attribute("mime-type", "type")));
    assert_eq!(text("mediatype"), attribute("mime-type", "type"));
    assert_eq!(attribute("icon", "name"), key("Icon"));
    assert_eq!(text("launchable"), "cluesmith.desktop");
    assert_eq!(text("binary"), key("Exec").split(' ').next().expect("a word"));
    assert_eq!(text("project_license"), env!("CARGO_PKG_LICENSE"));
}

/// A version that is released is told about.
#[test]
fn this_version_is_in_the_changes() {
    let version = env!("CARGO_PKG_VERSION");
    let changes = read("CHANGELOG.md");
    let newest = changes.lines().find_map(|line| line.strip_prefix("## ")).expect("a version");
    assert_eq!(newest.split(' ').next(), Some(version), "the newest version of CHANGELOG.md");
    let about = read("packaging/org.cluesmith.cluesmith.metainfo.xml");
    let about = Document::parse(&about).expect("XML");
    let release = about.descendants().find(|node| node.has_tag_name("release")).expect("a release");
    assert_eq!(release.attribute("version"), Some(version), "the newest release of the description");
}

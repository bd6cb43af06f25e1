"""Cuts the studio's two font files out of Inter: see README.md beside this file.

    python3 make.py FOLDER_WITH_INTER_OTF_FILES [OUTPUT_FOLDER]
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

WEIGHTS = ["Regular", "SemiBold"]
DIGITS = "0123456789"
RANGES = [(0x20, 0x7E), (0xA0, 0xFF), (0x100, 0x17F), (0x2010, 0x2027), (0x2030, 0x203A)]
EXTRA = "−×÷≠≤≥±½²∞≈√◆◇→←↑↓↔⇒∈∪∩●○■□▲△▶▷◀◁▼▽✓✔✕✖★☆⚠⌘⇧↩⌫"
# `calt` and `dlig` stay out: they would turn a typed `->` into an arrow.
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "case", "zero", "ss01", "tnum", "pnum"]


def tabular_digits(font):
    """Glyph of each digit under the feature `tnum`."""
    gsub = font["GSUB"].table
    mapping = {}
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for table in gsub.LookupList.Lookup[index].SubTable:
                    mapping.update(getattr(table, "ExtSubTable", table).mapping)
    cmap = font.getBestCmap()
    return {ord(digit): mapping[cmap[ord(digit)]] for digit in DIGITS}


def make(source, target):
    font = TTFont(source, recalcTimestamp=False)
    wished = {c for first, last in RANGES for c in range(first, last + 1)} | {ord(c) for c in EXTRA}
    missing = sorted(wished - set(font.getBestCmap()))

    # The plain digits become the tabular ones, so that programs that know no features show them.
    tabular = tabular_digits(font)
    for table in font["cmap"].tables:
        table.cmap.update({code: glyph for code, glyph in tabular.items() if code in table.cmap})
    # One width for all ten: in the SemiBold of this version the 4 is three units narrower.
    width = max(font["hmtx"][glyph][0] for glyph in tabular.values())
    for glyph in tabular.values():
        charstring = font["CFF "].cff.topDictIndex[0].CharStrings[glyph]
        charstring.decompile()
        set_width(charstring, width)
        font["hmtx"][glyph] = (width, font["hmtx"][glyph][1])

    options = subset.Options(layout_features=FEATURES, name_IDs=["*"], notdef_outline=True, desubroutinize=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wished)
    cutter.subset(font)
    font.save(target)
    print(f"{target}: {target.stat().st_size} bytes; not in Inter: {' '.join(map(chr, missing)) or 'none'}")


def set_width(charstring, width):
    """A CFF glyph repeats its advance, as a difference from a nominal width, at the head of its program."""
    charstring.draw(_Nowhere())
    if charstring.width == width:
        return
    nominal = charstring.private.nominalWidthX
    program = charstring.program
    if charstring.width != charstring.private.defaultWidthX:
        program = program[1:]
    charstring.program = [width - nominal, *program]


class _Nowhere:
    """A pen that draws nothing; drawing is how fontTools finds a glyph's width."""

    def __getattr__(self, _name):
        return lambda *_args, **_kwargs: None


if __name__ == "__main__":
    source, target = Path(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else Path(__file__).parent)
    for weight in WEIGHTS:
        make(source / f"Inter-{weight}.otf", target / f"Inter-{weight}.otf")

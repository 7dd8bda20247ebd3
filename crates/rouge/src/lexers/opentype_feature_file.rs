//! OpenType feature files, which define ligatures and other features of fonts.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "anchor anchorDef anon anonymous Ascender Attach AxisValue by CapHeight CaretOffset CodePageRange contour cursive
    Descender DesignAxis device ElidableAxisValueName ElidedFallbackName ElidedFallbackNameID enum enumerate
    exclude_dflt FeatUILabelNameID FeatUITooltipTextNameID feature featureNames flag FontRevision from FSType
    GlyphClassDef HorizAxis.BaseScriptList HorizAxis.BaseTagList HorizAxis.MinMax ignore IgnoreBaseGlyphs
    IgnoreLigatures IgnoreMarks include include_dflt language languagesystem LigatureCaretByDev LigatureCaretByIndex
    LigatureCaretByPos LineGap location lookup lookupflag mark MarkAttachClass MarkAttachmentType markClass name
    nameid NULL OlderSiblingFontAttribute Panose parameters ParamUILabelNameID pos position required reversesub
    RightToLeft rsub SampleTextNameID script sizemenuname sub substitute subtable table TypoAscender TypoDescender
    TypoLineGap UnicodeRange useExtension UseMarkFilteringSet valueRecordDef Vendor VertAdvanceY
    VertAxis.BaseScriptList VertAxis.BaseTagList VertAxis.MinMax VertOriginY VertTypoAscender VertTypoDescender
    VertTypoLineGap WeightClass WidthClass winAscent winDescent XHeight",
);

const ID: &str = r"[a-zA-Z_][\w/.-]*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", TextWhitespace)
        .on("#.*", Comment)
        .groups_to(r"(anon(?:ymous)?|feature|lookup|table)(\s+)", &[Keyword, Text], "tag")
        .groups_to(r"(\})(\s)", &[Punctuation, Text], "tag")
        .to(r"(?i)include\b", Keyword, "path")
        .on(r"[-\[\]/(){},.:;=%*<>']", Punctuation)
        .on("`", StrBacktick)
        .to(r#"""#, Str, "string")
        .on(r"\\[^.*\s]+", StrEscape)
        .on(format!("@{ID}"), NameClass)
        .words(ID, &[(&KEYWORDS, Keyword)], Name)
        .on(r"0x\h+", NumHex)
        .on(r"\d+", NumInteger);
    g.state("tag").to(ID, NameFunction, POP);
    g.state("path").on(r"\s+", TextWhitespace).to(r"\)", Punctuation, POP).on(r"\(", Punctuation).on(r"[^\s()]+", Str);
    g.state("string").to(r#"""#, Str, POP).on(r#"[^"%\n]+"#, Str);
}

//! SVG and MathML: names with capitals, and the tags that end foreign content.

pub(super) const SVG: &str = "http://www.w3.org/2000/svg";
pub(super) const MATHML: &str = "http://www.w3.org/1998/Math/MathML";
pub(super) const XLINK: &str = "http://www.w3.org/1999/xlink";
pub(super) const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

const SVG_TAGS: &[&str] = &[
    "altGlyph",
    "altGlyphDef",
    "altGlyphItem",
    "animateColor",
    "animateMotion",
    "animateTransform",
    "clipPath",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feImage",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
    "foreignObject",
    "glyphRef",
    "linearGradient",
    "radialGradient",
    "textPath",
];

const SVG_ATTRIBUTES: &[&str] = &[
    "attributeName",
    "attributeType",
    "baseFrequency",
    "baseProfile",
    "calcMode",
    "clipPathUnits",
    "diffuseConstant",
    "edgeMode",
    "filterUnits",
    "glyphRef",
    "gradientTransform",
    "gradientUnits",
    "kernelMatrix",
    "kernelUnitLength",
    "keyPoints",
    "keySplines",
    "keyTimes",
    "lengthAdjust",
    "limitingConeAngle",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "maskContentUnits",
    "maskUnits",
    "numOctaves",
    "pathLength",
    "patternContentUnits",
    "patternTransform",
    "patternUnits",
    "pointsAtX",
    "pointsAtY",
    "pointsAtZ",
    "preserveAlpha",
    "preserveAspectRatio",
    "primitiveUnits",
    "refX",
    "refY",
    "repeatCount",
    "repeatDur",
    "requiredExtensions",
    "requiredFeatures",
    "specularConstant",
    "specularExponent",
    "spreadMethod",
    "startOffset",
    "stdDeviation",
    "stitchTiles",
    "surfaceScale",
    "systemLanguage",
    "tableValues",
    "targetX",
    "targetY",
    "textLength",
    "viewBox",
    "viewTarget",
    "xChannelSelector",
    "yChannelSelector",
    "zoomAndPan",
];

/// Start tags that end foreign content.
const BREAKOUT: &[&str] = &[
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "center",
    "code",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "embed",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "hr",
    "i",
    "img",
    "li",
    "listing",
    "menu",
    "meta",
    "nobr",
    "ol",
    "p",
    "pre",
    "ruby",
    "s",
    "small",
    "span",
    "strong",
    "strike",
    "sub",
    "sup",
    "table",
    "tt",
    "u",
    "ul",
    "var",
];

pub(super) fn svg_tag(name: &str) -> &str {
    SVG_TAGS.iter().find(|one| one.eq_ignore_ascii_case(name)).copied().unwrap_or(name)
}

pub(super) fn attribute<'a>(name: &'a str, href: &str) -> &'a str {
    match href {
        SVG => SVG_ATTRIBUTES.iter().find(|one| one.eq_ignore_ascii_case(name)).copied().unwrap_or(name),
        _ if name == "definitionurl" => "definitionURL",
        _ => name,
    }
}

/// Splits an attribute of foreign elements such as `xlink:href` into prefix, namespace and local name. `None` for
/// attributes that the standard does not list.
pub(super) fn namespaced(name: &str) -> Option<(&'static str, &'static str, &str)> {
    match name.split_once(':') {
        Some(("xlink", local @ ("actuate" | "arcrole" | "href" | "role" | "show" | "title" | "type"))) => {
            Some(("xlink", XLINK, local))
        }
        Some(("xml", local @ ("lang" | "space"))) => Some(("xml", crate::tree::XML_NAMESPACE, local)),
        Some(("xmlns", "xlink")) => Some(("xmlns", XMLNS, "xlink")),
        None if name == "xmlns" => Some(("xmlns", XMLNS, "xmlns")),
        _ => None,
    }
}

pub(super) fn is_breakout(name: &str, attributes: &[(String, String)]) -> bool {
    BREAKOUT.contains(&name)
        || (name == "font" && attributes.iter().any(|(name, _)| matches!(name.as_str(), "color" | "face" | "size")))
}

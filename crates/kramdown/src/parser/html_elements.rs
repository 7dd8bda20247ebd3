//! The HTML elements that kramdown knows, and the sets into which it divides them.

use crate::element::Model;
use crate::version::Version;
use std::sync::LazyLock;

/// A set of HTML elements. An element can be in several sets, as `button` is in `SpanModel` and `Span`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::parser) enum Set {
    /// Elements such as `div`, whose content is parsed as blocks by default.
    BlockModel,
    /// Elements such as `h1`, whose content is parsed as spans by default.
    SpanModel,
    /// Elements such as `pre`, whose content is not parsed by default.
    RawModel,
    /// Elements that are spans, such as `em`.
    Span,
    /// Elements that are blocks, such as `div`.
    Block,
    /// Elements without content, such as `br`.
    Void,
    /// Elements such as `ul`, in which `html_to_native` drops text that is not inside of another element.
    WithoutText,
    /// Elements such as `div`, in which `html_to_native` wraps text in paragraphs.
    WrappedText,
    /// Elements such as `p`, in which `html_to_native` strips white space at both ends.
    Stripped,
}

const SETS: [(Set, &str); 9] = [
    (
        Set::BlockModel,
        "address applet article aside blockquote body dd details div dl fieldset figcaption figure footer form \
         header hgroup iframe li main map menu nav noscript object section summary td",
    ),
    (
        Set::SpanModel,
        "a abbr acronym b bdo big button caption cite del dfn dt em h1 h2 h3 h4 h5 h6 i ins label legend optgroup \
         p q rb rbc rp rt rtc ruby select small span strong sub sup th tt",
    ),
    (Set::RawModel, "code kbd math option pre samp script style textarea var"),
    (
        Set::Span,
        "a abbr acronym b bdo big br button cite code del dfn em i img input ins kbd label mark option q rb rbc rp \
         rt rtc ruby samp select small span strong sub sup time tt u var",
    ),
    (
        Set::Block,
        "address applet article aside blockquote body caption col colgroup dd div dl dt fieldset figcaption footer \
         form h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li main map menu nav ol optgroup p pre \
         section summary table tbody td tfoot th thead tr ul",
    ),
    (Set::Void, "area base br col command embed hr img input keygen link meta param source track wbr"),
    (Set::WithoutText, "colgroup dl head hgroup html ol optgroup select table tbody tfoot thead tr ul"),
    (
        Set::WrappedText,
        "address article aside blockquote body dd div fieldset figcaption figure footer form header li nav section",
    ),
    (
        Set::Stripped,
        "address article aside blockquote body caption dd div dl dt fieldset figcaption footer form h1 h2 h3 h4 h5 \
         h6 header legend li nav p section td th",
    ),
];

/// For each HTML element in a set: its name as a number (see `key`), and its sets as bits. Sorted by the number.
static NAMES: LazyLock<Vec<(u128, u16)>> = LazyLock::new(|| {
    let mut names: Vec<(u128, u16)> = Vec::new();
    for (set, elements) in SETS {
        for key in elements.split_whitespace().filter_map(key) {
            match names.iter_mut().find(|(known, _)| *known == key) {
                Some((_, sets)) => *sets |= set.bit(),
                None => names.push((key, set.bit())),
            }
        }
    }
    names.sort_unstable();
    names
});

/// The bytes of a name as a number. `None` for a name of more than 16 bytes.
fn key(name: &str) -> Option<u128> {
    (name.len() <= 16).then(|| name.bytes().fold(0, |key, byte| (key << 8) | u128::from(byte)))
}

/// The sets of an element, as bits.
fn sets(name: &str) -> u16 {
    key(name)
        .and_then(|key| NAMES.binary_search_by_key(&key, |(known, _)| *known).ok())
        .map_or(0, |index| NAMES[index].1)
}

impl Set {
    const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// Whether kramdown lists an element of this name in the set.
    pub(crate) fn has(self, name: &str) -> bool {
        sets(name) & self.bit() != 0
    }
}

/// Whether kramdown treats an HTML element as a span, for example `em`. For `time`, this depends on the version.
pub(in crate::parser) fn is_span_element(name: &str, version: Version) -> bool {
    (name != "time" || version.time_is_a_span) && Set::Span.has(name)
}

/// Whether kramdown treats an HTML element as a block, for example `div`.
pub(in crate::parser) fn is_block_element(name: &str) -> bool {
    Set::Block.has(name)
}

/// Whether an HTML element never has content, for example `br`.
pub(crate) fn is_without_body(name: &str) -> bool {
    Set::Void.has(name)
}

/// Whether kramdown knows an HTML element. Names of known elements are converted to lower case.
pub(in crate::parser) fn is_known(name: &str) -> bool {
    sets(name) & !HTML_TO_NATIVE != 0
}

/// The sets used only by `html_to_native`. Being in them does not make an element known.
const HTML_TO_NATIVE: u16 = Set::WithoutText.bit() | Set::WrappedText.bit() | Set::Stripped.bit();

/// How kramdown parses the content of an HTML element by default. Content of unknown elements is not parsed.
pub(in crate::parser) fn content_model(name: &str) -> Model {
    let sets = sets(name);
    if sets & Set::BlockModel.bit() != 0 {
        Model::Block
    } else if sets & Set::SpanModel.bit() != 0 {
        Model::Span
    } else {
        Model::Raw
    }
}

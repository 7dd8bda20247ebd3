//! Replaces images by audio, video or players, depending on their URL.

use super::Handled;
use super::config::{Processor, at};
use super::pattern::fixed;
use crate::libxml::{Document, NodeId, Tree};
use crate::web_form::{decoded, encoded};
use fancy_regex::Regex;
use hastie_liquid::Value;
use hastie_site::diagnostic::{Level, Message};
use hastie_site::failure::Failure;
use hastie_site::render::{LogEvent, RenderContext};
use std::sync::LazyLock;

/// The element that replaces an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Element {
    Audio,
    Video,
    Frame,
}

/// A type of media, such as YouTube videos: its URLs, and the element that plays them.
struct Media {
    element: Element,
    /// The pattern for URLs, whose second group is the id of the media.
    address: &'static str,
    /// The URL of the player, to which the id is appended. `None` if the URL itself is played.
    player: Option<&'static str>,
    height: Option<i64>,
    /// Whether the gem requests the id from the service. Hastie only warns.
    is_asked: bool,
}

const fn player(address: &'static str, player: &'static str, height: Option<i64>) -> Media {
    Media { element: Element::Frame, address, player: Some(player), height, is_asked: false }
}

const fn file(element: Element, address: &'static str) -> Media {
    Media { element, address, player: None, height: None, is_asked: false }
}

/// All types, in the order in which the gem tries them.
const MEDIA: [Media; 8] = [
    file(Element::Audio, r"(https?:\/\/)?.*\/(.+?\.(mp3|wav|ogg|mid|midi|aac|wma))"),
    file(Element::Video, r"(https?:\/\/)?.*\/(.+?\.(avi|mp4|webm|ogg|ogv|flv|mkv|mov|wmv|3gp|rmvb|asf))"),
    player(
        r"(https?:)?\/\/.*youtu.*(?:(?<=\?v=)|(?<=embed\/)|(?<=\.be\/))([a-zA-Z0-9_\-]+)",
        "https://www.youtube.com/embed/",
        None,
    ),
    player(r"(https?:)?\/\/vimeo\.com\/([0-9]+)", "https://player.vimeo.com/video/", None),
    player(
        r"(https?:)?\/\/(?>www\.)?dai\.?ly(?>motion\.com\/video)?\/([a-zA-Z0-9_\-]+)",
        "https://www.dailymotion.com/embed/video/",
        None,
    ),
    player(
        r"(https?:)?\/\/open\.spotify\.com\/track\/([a-zA-Z0-9_\-]+)",
        "https://open.spotify.com/embed/track/",
        Some(80),
    ),
    player(
        r"(https?:)?\/\/open\.spotify\.com\/episode\/([a-zA-Z0-9_\-]+)",
        "https://open.spotify.com/embed/episode/",
        Some(152),
    ),
    Media {
        element: Element::Frame,
        address: r"(https?:)?\/\/soundcloud\.com\/.+\/[^\?]+()",
        player: Some("https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/"),
        height: Some(125),
        is_asked: true,
    },
];

static ADDRESSES: LazyLock<Vec<Regex>> = LazyLock::new(|| MEDIA.iter().map(|media| fixed(media.address)).collect());

/// Inserts a player instead of each image whose URL belongs to a video, to audio or to a service such as Spotify.
pub(super) fn html(html: &str, processor: &Processor, rendering: &mut RenderContext) -> Result<Handled, Failure> {
    let mut document = Document::parse(html);
    let tree = &mut document.tree;
    let images: Vec<NodeId> = tree.elements().into_iter().filter(|id| tree.name(*id) == "img").collect();
    let mut is_handled = false;
    for image in images {
        let Some(src) = tree.attribute(image, "src").map(str::to_owned) else { continue };
        for (media, address) in MEDIA.iter().zip(&*ADDRESSES) {
            let Some(found) = address.captures(&src).ok().flatten() else { continue };
            let name = found.get(2).map_or("", |name| name.as_str()).to_owned();
            if media.is_asked {
                let text = format!("{src} is not asked for its number while building");
                rendering.events.push(LogEvent::Once(Message::new(Level::Warn, "Jekyll Spaceship:", text)));
            }
            let markup = Shown { media, name: &name, src: &src, processor, rendering }.markup(tree, image)?;
            if tree.has_parent(image) {
                let nodes = tree.fragment_nodes(&markup).into_iter().take(1).collect();
                tree.replace_with(image, nodes);
            }
            is_handled = true;
        }
    }
    Ok(Handled::new(document.written(), is_handled))
}

/// An image to replace by a player: the type of media, the id of the media in the URL, and the URL.
struct Shown<'a> {
    media: &'a Media,
    name: &'a str,
    src: &'a str,
    processor: &'a Processor,
    rendering: &'a RenderContext,
}

impl Shown<'_> {
    fn markup(&self, tree: &Tree, image: NodeId) -> Result<String, Failure> {
        let query = self.query()?;
        let from_query = |key: &str| query.iter().rev().find(|(own, _)| own == key).map(|(_, value)| value.clone());
        let usual = |key: &str| at(&self.processor.config, &["default", key]);
        let text = |key: &str| self.rendering.setup().context.text(&usual(key));
        let own = |key: &str| from_query(key).unwrap_or_else(|| text(key));
        let named = |key: &str| own(key).replace("{id}", self.name);
        let (id, class, mut style) = (named("id"), named("class"), own("style"));
        let src = self.address(&query)?;
        let flag = |key: &str| {
            let is_on = from_query(key).is_some() || usual(key).truthy();
            if is_on { key.to_owned() } else { String::new() }
        };
        Ok(match self.media.element {
            Element::Audio => {
                if from_query("hidden").is_some() {
                    style.push_str(";display: none;");
                }
                let (autoplay, repeat) = (flag("autoplay"), flag("loop"));
                format!(
                    "<audio id=\"{id}\" class=\"{class}\" {autoplay} {repeat} src=\"{src}\" style=\"{style}\" controls> Your \
                     browser doesn't support HTML5 audio. Here is a <a href=\"{src}\">link to download the audio</a> \
                     instead.</audio>"
                )
            }
            Element::Video => {
                let (autoplay, repeat) = (flag("autoplay"), flag("loop"));
                format!(
                    "<video id=\"{id}\" class=\"{class}\" style=\"{style}\" {autoplay} {repeat} controls> <source \
                     src=\"{src}\"> Your browser doesn't support HTML5 video. Here is a <a href=\"{src}\">link to download \
                     the video</a> instead.</video>"
                )
            }
            Element::Frame => {
                let title = tree.attribute(image, "title").unwrap_or_default();
                let (width, frame) = (own("width"), own("frameborder"));
                let height = from_query("height").or(self.media.height.map(|height| height.to_string()));
                let height = height.unwrap_or_else(|| text("height"));
                let allow = text("allow");
                format!(
                    "<iframe id=\"{id}\" class=\"{class}\" src=\"{src}\" title=\"{title}\" width=\"{width}\" \
                     height=\"{height}\" style=\"{style}\" allow=\"{allow}\" frameborder=\"{frame}\" allowfullscreen></iframe>"
                )
            }
        })
    }

    /// The query parameters of the image's URL. Omits parameters whose value is empty or the id of the media. If a name
    /// occurs twice, the last value is used in the first position.
    fn query(&self) -> Result<Vec<(String, String)>, Failure> {
        let line_end = |text: &str| text.find('\n').map_or(text.len(), |end| end);
        let query = self.src.match_indices('?').map(|(position, _)| &self.src[position + 1..]).find_map(|rest| {
            let line = &rest[..line_end(rest)];
            (!line.contains(|c: char| c.is_ascii_whitespace())).then_some(line)
        });
        let query = query.unwrap_or_default();
        if !query.is_ascii() {
            let text = "the input of URI.decode_www_form must be ASCII only string";
            return Err(Failure::raised("ArgumentError", text));
        }
        let mut pairs: Vec<(String, String)> = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (key, value) = (decoded(key), decoded(value));
            match pairs.iter_mut().find(|(known, _)| *known == key) {
                Some(known) => known.1 = value,
                None => pairs.push((key, value)),
            }
        }
        pairs.retain(|(_, value)| value != self.name && !value.is_empty());
        Ok(pairs)
    }

    /// The URL to play, with `query` as its parameters. An empty `query` leaves the URL unchanged. Fails if Ruby's
    /// `URI` rejects the URL.
    fn address(&self, query: &[(String, String)]) -> Result<String, Failure> {
        let address = match self.media.player {
            Some(player) => format!("{player}{}", self.name),
            None => self.src.to_owned(),
        };
        let is_bad = |byte: u8| byte <= b' ' || byte >= 0x7f || b"<>\"{}|\\^`".contains(&byte);
        if address.bytes().any(is_bad) {
            let what = if address.is_ascii() { "bad URI(is not URI?):" } else { "URI must be ascii only" };
            let shown = self.rendering.setup().context.inspect(&Value::from(address.as_str()));
            return Err(Failure::raised("URI::InvalidURIError", format!("{what} {shown}")));
        }
        if query.is_empty() {
            return Ok(address);
        }
        let (before, fragment) = match address.find('#') {
            Some(position) => address.split_at(position),
            None => (address.as_str(), ""),
        };
        let path = before.split('?').next().unwrap_or_default();
        let pairs: Vec<String> =
            query.iter().map(|(key, value)| format!("{}={}", encoded(key), encoded(value))).collect();
        Ok(format!("{path}?{}{fragment}", pairs.join("&")))
    }
}

//! PlantUML and Mermaid: replaces a block with an image drawn by a web service, whose URL contains the text.

use super::config::{Processor, at, json, quoted};
use super::pattern::{configured, patterns, replaced};
use super::{Handled, Kind, substitute};
use crate::fetched::tree::hex;
use hastie_site::diagnostic::{Level, Message};
use hastie_site::failure::Failure;
use hastie_site::render::{LogEvent, RenderContext};

patterns! {
    EMPTY_LINES = r"\n[ \t\r\n\x0B\x0C]*\n";
    EDGES = r"(?m)^[ \t\r\n\x0B\x0C]*|[ \t\r\n\x0B\x0C]*$";
}

/// Replaces the code of each diagram in a Markdown source by an `img` element. A server draws the image from the code
/// in the URL.
pub(super) fn markdown(
    mut content: String,
    processor: &Processor,
    rendering: &mut RenderContext,
) -> Result<Handled, Failure> {
    let context = rendering.setup().context.clone();
    let own = |keys: &[&str]| context.text(&at(&processor.config, keys));
    let custom = at(&processor.config, &["syntax", "custom"]);
    let custom: Vec<String> = custom.as_array().unwrap_or_default().iter().map(|item| context.text(item)).collect();
    let [.., open, close] = custom.as_slice() else {
        return Err(Failure::raised("NoMethodError", "undefined method `[]' for nil:NilClass"));
    };
    let code = own(&["syntax", "code"]);
    let patterns = [
        format!(r"(?s)((`{{3,}})[ \t\r\n\x0B\x0C]*{code}(.*?)\2)"),
        format!(r"(?s)((?<!\\)({open})(.*?)(?<!\\)({close}))"),
    ];
    let mut is_handled = false;
    for pattern in patterns {
        let blocks: Vec<(String, String)> = configured(&pattern)?
            .captures_iter(&content)
            .map_while(Result::ok)
            .filter_map(|found| Some((found.get(1)?.as_str().to_owned(), found.get(3)?.as_str().to_owned())))
            .collect();
        for (block, text) in blocks {
            is_handled = true;
            let address = address(processor, &text, &own(&["src"]), &context)?;
            let image = format!("<img class=\"{}\" src=\"{address}\">", own(&["css", "class"]));
            content = substitute::all(&content, &block, &image);
        }
    }
    if is_handled && own(&["mode"]) == "pre-fetch" {
        let text = format!("{} is not fetched while building: pages link to the service", processor.kind.class());
        rendering.events.push(LogEvent::Once(Message::new(Level::Warn, "Jekyll Spaceship:", text)));
    }
    let escaped = configured(&format!(r"\\({open}|{close})"))?;
    let content = replaced(&content, &escaped, |found| found.get(1).map_or("", |it| it.as_str()).to_owned());
    Ok(Handled::new(content, is_handled))
}

fn address(
    processor: &Processor,
    text: &str,
    src: &str,
    context: &hastie_site::model::SiteContext,
) -> Result<String, Failure> {
    let has_place = src.find('{').is_some_and(|open| src[open..].contains('}'));
    let (place, encoded) = if processor.kind == Kind::Plantuml {
        let whole = format!("@startuml{text}@enduml");
        ("{hexcode}", format!("~h{}", hex(whole.as_bytes())))
    } else {
        let text = replaced(text, &EMPTY_LINES, |_| "\n%%-\n".to_owned());
        let text = replaced(&text, &EDGES, |_| String::new());
        let config = json(&at(&processor.config, &["config"]), context);
        let whole = format!("{{\"code\":{},\"mermaid\":{config}}}", quoted(&text));
        ("{code}", base64(whole.as_bytes()))
    };
    let src = if has_place { src.to_owned() } else { format!("{src}{place}") };
    if !src.contains(place) {
        return Err(Failure::raised("RuntimeError", format!("No supported src ! {src}")));
    }
    Ok(src.replace(place, &encoded))
}

/// URL-safe Base64 without padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, byte| (bits << 8) | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for index in 0..=chunk.len() {
            let digit = (bits >> (18 - 6 * index)) & 63;
            out.push(char::from(DIGITS[digit as usize]));
        }
    }
    out
}

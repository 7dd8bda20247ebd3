//! The gem jekyll-twitter-plugin 2.1, without network access: the tags `twitter` and `twitternocache`.
//!
//! Tweets that the gem has downloaded before are read from `.tweet-cache`. For others, the output is the gem's message
//! that the tweet could not be processed.

use super::cache_bust::md5;
use hastie_liquid::{Abort, Context, Engine, Error, Frame, Tag, TagParse};
use hastie_site::diagnostic::{Level, Message};
use hastie_site::plugin::Plugin;
use hastie_site::render::location::log_about;
use hastie_site::render::rendering_of;
use hastie_value::text::is_ruby_space;

/// Registers the tags `twitter` and `twitternocache`. Only `twitter` embeds tweets, from `.tweet-cache`. Without a
/// cached tweet, the tags print a notice and warn, because Hastie fetches no tweets.
#[derive(Debug)]
pub(crate) struct Twitter;

impl Plugin for Twitter {
    fn name(&self) -> &'static str {
        "jekyll-twitter-plugin"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.tag("twitter", |tag: &mut TagParse<'_, '_>| parse(tag, true));
        engine.tag("twitternocache", |tag: &mut TagParse<'_, '_>| parse(tag, false));
    }
}

#[derive(Debug)]
struct Tweet {
    /// The words of the markup, without quotes.
    words: Vec<String>,
    /// Whether the first word is a variable.
    is_variable: bool,
    is_cached: bool,
    place: Frame,
}

fn parse(tag: &mut TagParse<'_, '_>, is_cached: bool) -> Result<Box<dyn Tag>, Error> {
    let markup = tag.markup();
    let lower = markup.to_ascii_lowercase();
    let starts = |line: &str| {
        let line = line.strip_prefix(['"', '\'']).unwrap_or(line);
        line.starts_with("http://") || line.starts_with("https://")
    };
    let is_variable = !(lower.lines().any(starts) || markup.starts_with("oembed"));
    let unquoted = markup.replace(['"', '\''], "");
    let mut words: Vec<String> =
        unquoted.split(is_ruby_space).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    if !is_variable && words.first().is_some_and(|word| word == "oembed") {
        words.remove(0);
    }
    if words.is_empty() {
        return Err(Error::new("ArgumentError", invalid("")));
    }
    Ok(Box::new(Tweet { words, is_variable, is_cached, place: tag.place() }))
}

fn invalid(words: &str) -> String {
    format!(
        "Invalid arguments '{words}' passed to 'jekyll-twitter-plugin'. Please see \
         'https://github.com/rob-murray/jekyll-twitter-plugin' for usage."
    )
}

impl Tag for Tweet {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let (first, options) = self.words.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
        let url = if self.is_variable {
            let value = cx.lookup(first)?;
            if value.is_nil() && options.is_empty() {
                return Err(Abort::error("ArgumentError", invalid("")));
            }
            value.to_s(cx.host)?.to_string()
        } else {
            first.to_owned()
        };
        let rendering = rendering_of(cx.host)?;
        let cached = self.is_cached.then(|| {
            let name = format!(".tweet-cache/{}.cache", key(&url, options));
            let world = &rendering.setup().context.world;
            let bytes = world.read(&world.folder().join(name)).ok()?;
            let json: serde_json::Value = serde_json::from_slice(&bytes).ok()?;
            Some(json.get("html").and_then(serde_json::Value::as_str).map(str::to_owned))
        });
        let html = cached.flatten();
        if html.is_none() {
            let text = format!("{url} is not fetched, and not in .tweet-cache.");
            log_about(cx, &self.place, Message::new(Level::Warn, "Twitter:", text))?;
        }
        let body = html.flatten().unwrap_or_else(|| "<p>Tweet could not be processed</p>".to_owned());
        out.push_str(&format!("<div class='jekyll-twitter-plugin'>{body}</div>"));
        Ok(())
    }
}

/// The gem's cache key: the digest of the URL and of the options as Ruby prints them.
fn key(url: &str, options: &[String]) -> String {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for option in options {
        let mut parts = option.split('=').map(|part| part.trim_matches(is_ruby_space));
        let (Some(name), Some(value)) = (parts.next(), parts.next()) else { continue };
        match pairs.iter_mut().find(|(known, _)| *known == name) {
            Some(pair) => pair.1 = value,
            None => pairs.push((name, value)),
        }
    }
    let shown: Vec<String> = pairs.iter().map(|(name, value)| format!("{name:?}=>{value:?}")).collect();
    md5::hex(format!("TwitterJekyll::ApiRequest-{url}-{{{}}}", shown.join(", ")).as_bytes())
}

//! The gem jekyll-gist 1.5: `{% gist ID [FILE] %}`.
//!
//! The gem downloads the gist's text for browsers without scripts. Hastie does not download it: messages and output are
//! the same as from the gem without a connection.

use super::option;
use hastie_liquid::{Abort, Context, Engine, Error, Frame, Str, Tag, TagParse, Value};
use hastie_site::diagnostic::{Level, Message};
use hastie_site::plugin::Plugin;
use hastie_site::render::location::log_about;
use hastie_site::render::rendering_of;
use hastie_value::text::{is_ascii_space, strip};

/// Registers the tag `gist`, which embeds a GitHub gist by means of its script.
#[derive(Debug)]
pub(crate) struct Gist;

impl Plugin for Gist {
    fn name(&self) -> &'static str {
        "jekyll-gist"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.tag("gist", parse);
    }
}

#[derive(Debug)]
struct GistTag {
    markup: Str,
    place: Frame,
}

fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(GistTag { markup: tag.markup().into(), place: tag.place() }))
}

impl Tag for GistTag {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let Some((id, file)) = arguments(strip(&self.markup)) else { return Err(self.syntax_error()) };
        let (id, file) = (resolve(cx, id)?, resolve(cx, file)?);
        let rendering = rendering_of(cx.host)?;
        let noscript = option::option(&rendering.setup().context, "gist", "noscript")?;
        if !matches!(noscript, Value::Bool(false)) {
            if !is_uri_path(&id) || !is_uri_path(&file) {
                return Err(not_reached());
            }
            let text = format!("The <noscript> tag for your gist {id} ");
            log_about(cx, &self.place, Message::new(Level::Warn, "Warning:", text))?;
            let rendering = rendering_of(cx.host)?;
            rendering.log(Message::new(Level::Warn, "", "could not be generated. This will affect users who do "));
            rendering.log(Message::new(Level::Warn, "", "not have JavaScript enabled in their browsers."));
            // The gem's last statement is a call of the logger, whose result is written to the output.
            out.push_str(if rendering.setup().context.settings().quiet() { "false" } else { "true" });
        }
        let query = if file.is_empty() { String::new() } else { format!("?file={file}") };
        out.push_str(&format!("<script src=\"https://gist.github.com/{id}.js{query}\"> </script>"));
        Ok(())
    }
}

impl GistTag {
    fn syntax_error(&self) -> Abort {
        let markup = &self.markup;
        Abort::error(
            "ArgumentError",
            format!(
                "  Syntax error in tag 'gist' while parsing the following markup:\n\n    {markup}\n\n  Valid syntax:\n    \
                 {{% gist user/1234567 %}}\n    {{% gist user/1234567 foo.js %}}\n    \
                 {{% gist 28949e1d5ee2273f9fd3 %}}\n    {{% gist 28949e1d5ee2273f9fd3 best.md %}}\n"
            ),
        )
    }
}

/// The error with which the gem ends the build for a gist with an invalid URL. Its `rescue` names the class
/// `TimeoutError`, which does not exist in Ruby 3.
fn not_reached() -> Abort {
    Abort::error("NameError", "uninitialized constant Jekyll::Gist::GistTag::TimeoutError")
}

/// Whether Ruby's `URI` accepts a URL with this path.
fn is_uri_path(path: &str) -> bool {
    let mut rest = path.split('%');
    let is_plain =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?#".contains(&byte));
    let is_escape = |text: &str| text.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2;
    rest.next().is_none_or(is_plain)
        && rest.all(|text| is_escape(text) && is_plain(text))
        && path.matches('#').count() < 2
}

/// Splits markup into the gist's ID and the file name, which is empty if it is missing. If there are more than two
/// words with a slash among them, the whole line is the ID, as with Ruby's pattern. `None` for other markup.
fn arguments(markup: &str) -> Option<(&str, &str)> {
    let mut words = markup.splitn(2, is_ascii_space);
    let id = words.next().filter(|id| !id.is_empty())?;
    let file = words.next().unwrap_or_default();
    if !file.contains(is_ascii_space) {
        return Some((id, file));
    }
    let (line, file) = markup.split_once('\n').unwrap_or((markup, ""));
    (line.contains('/') && !file.contains(is_ascii_space)).then_some((strip(line), file))
}

/// The value of the variable `word` as text. If the variable is not set, the word itself.
fn resolve(cx: &mut Context<'_>, word: &str) -> Result<String, Abort> {
    let value = if word.is_empty() { Value::Nil } else { cx.lookup(word)? };
    if value.is_nil() { Ok(word.to_string()) } else { Ok(value.to_s(cx.host)?.to_string()) }
}

//! Mirrors the gem jekyll-gist 1.5: `{% gist ID [FILE] %}`.
//!
//! The gist's text for browsers without scripts would have to be fetched; a build reads no network, so
//! it says and writes what the gem does where the network cannot be reached.

use super::Plugin;
use crate::diagnostic::{Level, Message};
use crate::render::turn_of;
use hastie_liquid::{Abort, Cx, Engine, Error, Str, Tag, TagParse, Value};

/// The plugin.
#[derive(Debug)]
pub struct Gist;

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
}

fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(GistTag { markup: tag.markup().into() }))
}

impl Tag for GistTag {
    fn render(&self, cx: &mut Cx<'_>, out: &mut String) -> Result<(), Abort> {
        let Some((id, file)) = arguments(self.markup.trim()) else { return Err(self.syntax_error()) };
        let (id, file) = (resolve(cx, id)?, resolve(cx, file)?);
        let turn = turn_of(cx.host)?;
        let noscript = turn.setup().config("gist").as_hash().and_then(|gist| gist.get("noscript"));
        if !matches!(noscript, Some(Value::Bool(false))) {
            turn.say(Message::new(Level::Warn, "Warning:", format!("The <noscript> tag for your gist {id} ")));
            turn.say(Message::new(Level::Warn, "", "could not be generated. This will affect users who do "));
            turn.say(Message::new(Level::Warn, "", "not have JavaScript enabled in their browsers."));
            // What the gem's last line of code gives is what its logger gives, and that is written.
            out.push_str(if turn.setup().config("quiet").truthy() { "false" } else { "true" });
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

/// The gist, and the file in it where one is named. More than two words are all of them the gist, as long as there is a
/// slash somewhere: so Ruby's pattern has it.
fn arguments(markup: &str) -> Option<(&str, &str)> {
    let mut words = markup.splitn(2, char::is_whitespace);
    let id = words.next().filter(|id| !id.is_empty())?;
    let file = words.next().unwrap_or_default();
    if !file.contains(char::is_whitespace) {
        return Some((id, file));
    }
    (markup.contains('/') && !markup.contains('\n')).then_some((markup, ""))
}

/// A variable of that name, where there is one.
fn resolve(cx: &mut Cx<'_>, word: &str) -> Result<String, Abort> {
    let value = if word.is_empty() { Value::Nil } else { cx.lookup(word)? };
    if value.is_nil() { Ok(word.to_string()) } else { Ok(value.to_s(cx.host)?.to_string()) }
}

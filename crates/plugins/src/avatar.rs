//! The gem jekyll-avatar 0.8: `{% avatar NAME [size=N] [lazy=true] %}`, `{% avatar user=VARIABLE %}`.

use super::ruby_methods;
use hastie_liquid::{Abort, Context, Engine, Error, ParseOptions, Tag, TagParse, Template, Value};
use hastie_site::model::SiteContext;
use hastie_site::pattern::Pattern;
use hastie_site::plugin::Plugin;
use hastie_site::render::filters::uri::{InvalidUri, Uri};
use hastie_site::render::rendering_of;
use hastie_value::text::{is_ruby_space, strip};

/// Registers the tag `avatar`, which shows the picture of a user on GitHub.
#[derive(Debug)]
pub(crate) struct Avatar;

impl Plugin for Avatar {
    fn name(&self) -> &'static str {
        "jekyll-avatar"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.tag("avatar", parse);
    }
}

/// The option `user=VARIABLE`. As in Ruby, word boundaries follow Unicode, but word characters are ASCII.
static USER: Pattern = Pattern::new(r"\buser=([0-9A-Za-z_.]+)\b");
static SIZE: Pattern = Pattern::new(r"(?i)\bsize=([0-9]+)\b");

#[derive(Debug)]
struct AvatarTag {
    markup: Template,
    /// The name of the variable in `user=VARIABLE`, which contains the name of the GitHub user.
    user: Option<String>,
    size: String,
}

fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let text = strip(tag.markup()).to_owned();
    let options = ParseOptions::default().without_line_numbers();
    let found = |pattern: &Pattern| Some(pattern.captures(&text)?[1].to_owned());
    let (user, size) = (found(&USER), found(&SIZE).unwrap_or_else(|| "40".to_owned()));
    let markup = Template::parse(tag.engine(), text.as_str(), options)?;
    Ok(Box::new(AvatarTag { markup, user, size }))
}

impl Tag for AvatarTag {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let mut text = String::new();
        cx.render_partial(&self.markup, &mut text)?;
        let name = match &self.user {
            Some(variable) => lookup(cx, variable)?,
            None => plain_name(&text)?.to_owned(),
        };
        let context = rendering_of(cx.host)?.setup().context.clone();
        let address = Address { name: &name, size: &self.size, host: host(&context)? };
        let size = &self.size;
        let class = if size.parse().is_ok_and(|size: u64| size < 48) { "avatar avatar-small" } else { "avatar" };
        let url = address.at(1)?;
        let mut set = format!("{url} 1x");
        for scale in 2..=4 {
            set.push_str(&format!(", {} {scale}x", address.at(scale)?));
        }
        let sources = if text.contains("lazy=true") {
            format!("src=\"\" data-src=\"{url}\" data-srcset=\"{set}\"")
        } else {
            format!("src=\"{url}\" srcset=\"{set}\"")
        };
        out.push_str(&format!(
            "<img class=\"{class}\" alt=\"{name}\" width=\"{size}\" height=\"{size}\" data-proofer-ignore=\"true\" \
             {sources} />"
        ));
        Ok(())
    }
}

/// The first word of the markup, or the whole markup if it contains no space. An `@` at its start is removed.
fn plain_name(text: &str) -> Result<&str, Abort> {
    let mut first = text;
    if text.contains(' ') {
        let mut words = text.split(is_ruby_space).filter(|word| !word.is_empty());
        first = words.next().ok_or_else(|| {
            Abort::error("NoMethodError", "undefined method `start_with?' for nil:NilClass".to_owned())
        })?;
    }
    Ok(first.strip_prefix('@').unwrap_or(first))
}

/// The value of a variable as text, or the variable's name if the value is nil or false.
fn lookup(cx: &mut Context<'_>, variable: &str) -> Result<String, Abort> {
    // Ruby's `split` drops empty strings at the end only.
    let mut parts = variable.trim_end_matches('.').split('.');
    let mut found = cx.lookup(parts.next().unwrap_or_default())?;
    for part in parts {
        found = match &found {
            Value::Drop(object) => object.get(part, cx.host)?.unwrap_or(Value::Nil),
            other => {
                let context = &rendering_of(cx.host)?.setup().context;
                ruby_methods::index(context, other, part)?
            }
        };
    }
    if found.truthy() { Ok(found.to_s(cx.host)?.to_string()) } else { Ok(variable.to_owned()) }
}

/// The custom host in `PAGES_AVATARS_URL`, with a slash at the end of its path. `None` if the variable is not set or
/// empty.
fn host(context: &SiteContext) -> Result<Option<Uri>, Abort> {
    let Some(host) = context.world.variable("PAGES_AVATARS_URL").filter(|host| !host.is_empty()) else {
        return Ok(None);
    };
    let mut host = Uri::parse(host).map_err(invalid)?;
    if !host.path.ends_with('/') {
        host.path.push('/');
    }
    Ok(Some(host))
}

fn invalid(InvalidUri(text): InvalidUri) -> Abort {
    Abort::error("Addressable::URI::InvalidURIError", text)
}

struct Address<'a> {
    name: &'a str,
    size: &'a str,
    host: Option<Uri>,
}

impl Address<'_> {
    fn path(&self, scale: u8) -> String {
        let size = if scale == 1 { self.size.to_owned() } else { times(self.size, scale) };
        format!("{}?v=3&s={size}", self.name)
    }

    fn at(&self, scale: u8) -> Result<String, Abort> {
        let path = self.path(scale);
        let Some(host) = &self.host else {
            let server = crc32(self.path(1).as_bytes()) % 4;
            return Ok(format!("https://avatars{server}.githubusercontent.com/{path}"));
        };
        let path = Uri::parse(&path).map_err(invalid)?;
        Ok(host.join(&path).map_err(invalid)?.to_string())
    }
}

/// Multiplies a number of any length by a digit.
fn times(number: &str, factor: u8) -> String {
    let mut digits = Vec::with_capacity(number.len() + 1);
    let mut carry = 0;
    for digit in number.bytes().rev() {
        let product = (digit - b'0') * factor + carry;
        digits.push(b'0' + product % 10);
        carry = product / 10;
    }
    digits.push(b'0' + carry);
    let product: String = digits.into_iter().rev().map(char::from).collect();
    match product.trim_start_matches('0') {
        "" => "0".to_owned(),
        rest => rest.to_owned(),
    }
}

/// The checksum that Ruby's `Zlib.crc32` computes.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

//! Mirrors `Jekyll::Tags::PostUrl`: the URL of a post by its file's name without extension.

use super::link::write_relative;
use super::view;
use crate::diagnostic::{Level, Message};
use crate::model::Document;
use crate::render::drops::DocumentDrop;
use crate::render::location::log_about;
use crate::render::{OwnedItem, SiteView};
use hastie_liquid::{Abort, Context, Error, Frame, Str, Tag, TagParse, Time, Value};
use hastie_value::text::is_ruby_space;
use regex::Regex;

#[derive(Debug)]
struct PostUrl {
    name: Str,
    date: Str,
    slug: Str,
    /// The pattern of the beginning of a post's path. As in Ruby, the folders in the name are not escaped.
    pattern: Regex,
    place: Frame,
}

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let name = tag.markup().trim_matches(is_ruby_space);
    match PostUrl::parse(name, tag.place()) {
        Some(post) => Ok(Box::new(post)),
        None => Err(Error::new(
            "Jekyll::Errors::PostURLError",
            format!(
                "Could not parse name of post \"{name}\" in tag 'post_url'.\n \
                 Make sure the post exists and the name is correct.\n \
                 Jekyll::Errors::InvalidPostNameError: '{name}' does not contain valid date and/or title.\n"
            ),
        )),
    }
}

impl PostUrl {
    fn parse(name: &str, place: Frame) -> Option<Self> {
        let bare = name.strip_prefix('/').unwrap_or(name);
        let (folder, date, slug) = bare.split('\n').find_map(split)?;
        let base = format!(r"{date}-{}\.[^.]+", regex::escape(slug));
        let pattern = Regex::new(&format!(r"(?m)^_posts/{folder}{base}|^{folder}_posts/?{base}")).ok()?;
        Some(PostUrl { name: name.into(), date: date.into(), slug: slug.into(), pattern, place })
    }

    /// Whether a post has this date and slug in any folder, which is the rule of older versions of Jekyll.
    fn is_deprecated_match(&self, post: &Document, date: &Time) -> bool {
        let Value::Time(other) = post.date() else { return false };
        post.field("slug").as_str() == Some(&*self.slug) && day(&other) == day(date)
    }
}

fn day(time: &Time) -> (i64, u8, u8) {
    time.civil()
}

/// Splits a post's name such as `a/2026-1-31-b` into its folders with a slash at the end, the date and the slug. `None`
/// if the name contains no date with a slug.
fn split(line: &str) -> Option<(&str, &str, &str)> {
    let from = line.rfind('/').map_or(0, |slash| slash + 1);
    // A slug may contain slashes itself, if no date follows them.
    let starts =
        std::iter::once(from).chain(line.match_indices('/').rev().skip(1).map(|(position, _)| position + 1)).chain([0]);
    for start in starts {
        if let Some((date, slug)) = date_and_slug(&line[start..]) {
            return Some((&line[..start], date, slug));
        }
    }
    None
}

/// Splits a text such as `2026-1-31-a` into the date `2026-1-31` and the slug `a`. `None` for other texts.
fn date_and_slug(text: &str) -> Option<(&str, &str)> {
    let mut position = 0;
    for part in 0..3 {
        let digits = text[position..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || text.as_bytes().get(position + digits) != Some(&b'-') {
            return None;
        }
        position += digits + usize::from(part < 2);
    }
    Some((&text[..position], &text[position + 1..]))
}

impl Tag for PostUrl {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let view = view(cx)?;
        let url = |post: &Document| {
            post.url().map_err(|error| Abort::error("Jekyll::Errors::InvalidURLError", error.to_string()))
        };
        if let Some(post) = posts(&view).find(|post| self.pattern.is_match(&post.relative_path)) {
            return write_relative(url(post)?, &Value::drop(DocumentDrop(post.id)), cx, out);
        }
        let deprecated = match view.setup.context.parse_date(&self.date) {
            Some(date) => posts(&view).find(|post| self.is_deprecated_match(post, &date)),
            None if posts(&view).any(|post| post.field("slug").as_str() == Some(&*self.slug)) => {
                let message =
                    format!("Invalid date '{}': '{}' does not contain valid date and/or title.", self.date, self.date);
                return Err(Abort::error("Jekyll::Errors::InvalidDateError", message));
            }
            None => None,
        };
        let Some(post) = deprecated else {
            let message = format!(
                "Could not find post \"{}\" in tag 'post_url'.\nMake sure the post exists and the name is correct.\n",
                self.name
            );
            return Err(Abort::error("Jekyll::Errors::PostURLError", message));
        };
        let text = format!(
            "A call to '{{% post_url {} %}}' did not match a post using the new matching method of checking name \
             (path-date-slug) equality. Please make sure that you change this tag to match the post's name exactly.",
            self.name
        );
        log_about(cx, &self.place, Message::new(Level::Warn, "Deprecation:", text))?;
        write_relative(url(post)?, &Value::drop(DocumentDrop(post.id)), cx, out)
    }

    fn is_reusable(&self) -> bool {
        true
    }
}

/// The documents of the collection `posts`, in site order.
fn posts(view: &SiteView) -> impl Iterator<Item = &Document> {
    let indices = view.collection("posts").map_or(0..0, |info| info.docs.clone());
    indices.filter_map(|index| match &view.slots[index].owned {
        OwnedItem::Document(document) => Some(document),
        OwnedItem::Page(_) => None,
    })
}

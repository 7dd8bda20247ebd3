//! `{% static_href %}href="..."{% endstatic_href %}`: a link that is not localized.

use hastie_liquid::{Abort, Body, Context, Error, Tag, TagParse};

#[derive(Debug)]
struct StaticHref {
    body: Body,
}

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(StaticHref { body: tag.body()? }))
}

impl Tag for StaticHref {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let mut text = String::new();
        self.body.render(cx, &mut text)?;
        let stripped = text.trim_matches(hastie_value::text::is_ruby_space);
        match stripped.strip_prefix("href=").filter(|value| value.starts_with('"') && value.ends_with('"')) {
            Some(value) => {
                // Misspelled on purpose, so that links are not changed afterwards. The plugin then corrects the
                // spelling.
                out.push_str("ferh=");
                out.push_str(value);
                Ok(())
            }
            None => Err(Abort::error(
                "Liquid::SyntaxError",
                format!(
                    "static_href parameters must include match href=\"...\" attribute param, eg. \
                     href=\"http://example.com, href=\"/about\", href=\"/\" , instead got:\n{text}"
                ),
            )),
        }
    }

    fn body(&self) -> Option<&Body> {
        Some(&self.body)
    }
}

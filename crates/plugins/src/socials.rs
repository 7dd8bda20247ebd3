//! The gem jekyll-socials: `{% social_links %}` lists the accounts in `_data/socials.yml` with their icons.

use super::ruby_methods;
use hastie_liquid::{Abort, Context, Engine, Error, Tag, TagParse, Value};
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;
use hastie_site::model::slug::{capitalize, downcase};
use hastie_site::plugin::Plugin;
use hastie_site::render::rendering_of;

/// Registers the tag `social_links`, which lists the accounts in `_data/socials.yml`.
#[derive(Debug)]
pub(crate) struct Socials;

impl Plugin for Socials {
    fn name(&self) -> &'static str {
        "jekyll-socials"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.tag("social_links", |_: &mut TagParse<'_, '_>| -> Result<Box<dyn Tag>, Error> { Ok(Box::new(Links)) });
    }
}

/// The known kinds of accounts: the key, the classes of the icon, and the URL with placeholders.
#[rustfmt::skip]
const KNOWN: [(&str, &str, &str); 49] = [
    ("academia_edu", "ai ai-academia", "https://{}.academia.edu/{}"),
    ("acm_id", "ai ai-acm", "https://dl.acm.org/profile/{}/"),
    ("arxiv_id", "ai ai-arxiv", "https://arxiv.org/a/{}.html"),
    ("blogger_url", "fa-brands fa-blogger-b", "{}"),
    ("bluesky_url", "fa-brands fa-bluesky", "{}"),
    ("cv_pdf", "ai ai-cv", "{}"),
    ("dblp_url", "ai ai-dblp", "{}"),
    ("discord_id", "fa-brands fa-discord", "https://discord.com/users/{}"),
    ("email", "fa-solid fa-envelope", "mailto:{}"),
    ("facebook_id", "fa-brands fa-facebook", "https://facebook.com/{}"),
    ("flickr_id", "fa-brands fa-flickr", "https://www.flickr.com/{}"),
    ("github_username", "fa-brands fa-github", "https://github.com/{}"),
    ("gitlab_username", "fa-brands fa-gitlab", "https://gitlab.com/{}"),
    ("hal_id", "ai ai-hal", "https://cv.hal.science/{}"),
    ("ieee_id", "ai ai-ieee", "https://ieeexplore.ieee.org/author/{}/"),
    ("inspirehep_id", "ai ai-inspire", "https://inspirehep.net/authors/{}"),
    ("instagram_id", "fa-brands fa-instagram", "https://instagram.com/{}"),
    ("kaggle_id", "fa-brands fa-kaggle", "https://www.kaggle.com/{}"),
    ("keybase_username", "fa-brands fa-keybase", "https://keybase.io/{}"),
    ("lastfm_id", "fa-brands fa-lastfm", "https://www.last.fm/user/{}"),
    ("lattes_id", "ai ai-lattes", "http://lattes.cnpq.br/{}"),
    ("leetcode_id", "si si-leetcode", "https://leetcode.com/u/{}/"),
    ("letterboxd_id", "fa-brands fa-square-letterboxd", "https://letterboxd.com/{}"),
    ("linkedin_username", "fa-brands fa-linkedin", "https://www.linkedin.com/in/{}"),
    ("mastodon_username", "fa-brands fa-mastodon", "https://{}"),
    ("medium_username", "fa-brands fa-medium", "https://medium.com/@{}"),
    ("orcid_id", "ai ai-orcid", "https://orcid.org/{}"),
    ("osf_id", "ai ai-osf", "https://osf.io/{}/"),
    ("pinterest_id", "fa-brands fa-pinterest", "https://www.pinterest.com/{}"),
    ("publons_id", "ai ai-publons", "https://publons.com/a/{}/"),
    ("quora_username", "fa-brands fa-quora", "https://www.quora.com/profile/{}"),
    ("research_gate_profile", "ai ai-researchgate", "https://www.researchgate.net/profile/{}/"),
    ("rss_icon", "fa-solid fa-square-rss", "{}"),
    ("scholar_userid", "ai ai-google-scholar", "https://scholar.google.com/citations?user={}"),
    ("scopus_id", "ai ai-scopus", "https://www.scopus.com/authid/detail.uri?authorId={}"),
    ("semanticscholar_id", "ai ai-semantic-scholar", "https://www.semanticscholar.org/author/{}"),
    ("spotify_id", "fa-brands fa-spotify", "https://open.spotify.com/user/{}"),
    ("stackoverflow_id", "fa-brands fa-stack-overflow", "https://stackoverflow.com/users/{}"),
    ("strava_userid", "fa-brands fa-strava", "https://www.strava.com/athletes/{}"),
    ("telegram_username", "fa-brands fa-telegram", "https://telegram.me/{}"),
    ("unsplash_id", "fa-brands fa-unsplash", "https://unsplash.com/@{}"),
    ("wechat_username", "fa-brands fa-weixin", "weixin://dl/chat?{}"),
    ("whatsapp_number", "fa-brands fa-whatsapp", "https://wa.me/{}"),
    ("wikidata_id", "fa-solid fa-barcode", "https://www.wikidata.org/wiki/{}"),
    ("wikipedia_id", "fa-brands fa-wikipedia-w", "https://wikipedia.org/wiki/User:{}"),
    ("work_url", "fa-solid fa-briefcase", "{}"),
    ("x_username", "fa-brands fa-x-twitter", "https://twitter.com/{}"),
    ("youtube_id", "fa-brands fa-youtube", "https://youtube.com/@{}"),
    ("zotero_username", "fa-brands fa-zotero", "https://www.zotero.org/{}"),
];

#[derive(Debug)]
struct Links;

impl Tag for Links {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let rendering = rendering_of(cx.host)?;
        let (context, data) = (rendering.setup().context.clone(), rendering.view.data().get());
        let socials = data.as_hash().and_then(|data| data.get("socials")).cloned().unwrap_or(Value::Nil);
        let mut links = Vec::new();
        match &socials {
            Value::Nil | Value::Bool(false) => {}
            Value::Hash(socials) => {
                for (key, value) in socials.iter() {
                    links.push(Account { context: &context, key, value }.link()?);
                }
            }
            Value::Array(pairs) => {
                for pair in pairs.iter() {
                    let Value::Array(pair) = pair else { return Err(context.no_method("[]", pair).into()) };
                    let part = |index: usize| pair.get(index).unwrap_or(&Value::Nil);
                    links.push(Account { context: &context, key: part(0), value: part(1) }.link()?);
                }
            }
            other => return Err(context.no_method("map", other).into()),
        }
        out.push_str(&links.join(" "));
        Ok(())
    }
}

/// An entry of `_data/socials.yml`: a known key or any name, with its value.
struct Account<'a> {
    context: &'a SiteContext,
    key: &'a Value,
    value: &'a Value,
}

impl Account<'_> {
    fn link(&self) -> Result<String, Abort> {
        let key = self.key.as_str();
        let Some((key, icon, address)) = KNOWN.iter().find(|(known, _, _)| Some(*known) == key) else {
            let logo = self.member("logo")?;
            let kind = self.kind(&logo)?;
            let title = self.context.text(&self.member("title")?);
            let url = self.context.text(&self.member("url")?);
            return Ok(format!("<a href='{url}' title='{title}'>{}</a>", self.image(&logo, &kind, &title)));
        };
        let title = capitalize(&key.replace('_', " "));
        let own_logo = self.value.as_hash().and_then(|own| own.get("logo")).filter(|logo| logo.truthy());
        let Some(logo) = own_logo else {
            let url = self.url(key, address, self.value)?;
            return Ok(format!("<a href='{url}' title='{title}'><i class='{icon}'></i></a>"));
        };
        let kind = self.kind(logo)?;
        let value = self.member("value")?;
        let value = if value.truthy() { value } else { self.member(key)? };
        let url = self.url(key, address, &value)?;
        Ok(format!("<a href='{url}' title='{title}'>{}</a>", self.image(logo, &kind, &title)))
    }

    fn member(&self, key: &str) -> Result<Value, Abort> {
        Ok(ruby_methods::index(self.context, self.value, key)?)
    }

    /// The URL of a known account. `value` is the user name.
    fn url(&self, key: &str, address: &str, value: &Value) -> Result<String, Abort> {
        match key {
            "academia_edu" => {
                let organization = self.context.text(&self.member("organization")?);
                let username = self.context.text(&self.member("username")?);
                Ok(format!("https://{organization}.academia.edu/{username}"))
            }
            "cv_pdf" => match value {
                Value::Str(file) if file.contains("://") => Ok(file.to_string()),
                Value::Str(file) => self.below_base(&Value::from(self.in_language(file))),
                _ => self.below_base(value),
            },
            "rss_icon" => self.below_base(&Value::from("/feed.xml")),
            _ => {
                let name = match value {
                    Value::Array(items) => {
                        let first = items.first();
                        self.context.text(first.ok_or_else(|| Abort::error("ArgumentError", "too few arguments"))?)
                    }
                    other => self.context.text(other),
                };
                Ok(address.replacen("{}", &name, 1))
            }
        }
    }

    /// Replaces `[LANG]` with the language of jekyll-polyglot's pass.
    fn in_language(&self, path: &str) -> String {
        match self.context.config_text("active_lang") {
            language if language.is_empty() => path.to_owned(),
            language => path.replace("[LANG]", &language),
        }
    }

    /// Ruby's `baseurl + path`.
    fn below_base(&self, path: &Value) -> Result<String, Abort> {
        let base = self.context.settings().baseurl();
        match (base, path) {
            (Value::Nil, Value::Str(path)) => Ok(path.to_string()),
            (Value::Str(base), Value::Str(path)) => Ok(format!("{base}{path}")),
            (Value::Nil | Value::Str(_), other) => Err(Failure::no_conversion(other, "String").into()),
            (other, _) => Err(Failure::no_conversion(path, other.class_name()).into()),
        }
    }

    /// The extension of a custom logo in lower case.
    fn kind(&self, logo: &Value) -> Result<String, Abort> {
        let Value::Str(logo) = logo else { return Err(self.context.no_method("split", logo).into()) };
        let kind = logo.trim_end_matches('.').rsplit('.').next().filter(|kind| !kind.is_empty());
        kind.map(downcase).ok_or_else(|| self.context.no_method("downcase", &Value::Nil).into())
    }

    /// A custom logo: an image, or the classes of an icon.
    fn image(&self, logo: &Value, kind: &str, title: &str) -> String {
        let logo = self.context.text(logo);
        let base =
            if logo.contains("://") { String::new() } else { self.context.text(self.context.settings().baseurl()) };
        match kind {
            "svg" => format!("<svg><image xlink:href='{base}{logo}' /></svg>"),
            "png" | "jpg" | "jpeg" | "gif" | "webp" => format!("<img src='{base}{logo}' alt='{title}'>"),
            _ => format!("<i class='{logo}'></i>"),
        }
    }
}

//! Mirrors the gem jekyll-socials: `{% social_links %}` lists the accounts of `_data/socials.yml` with their icons.

use super::Plugin;
use crate::render::turn_of;
use crate::setup::Setup;
use hastie_liquid::{Abort, Cx, Engine, Error, Tag, TagParse, Value};

/// The plugin.
#[derive(Debug)]
pub struct Socials;

impl Plugin for Socials {
    fn name(&self) -> &'static str {
        "jekyll-socials"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.tag("social_links", |_: &mut TagParse<'_, '_>| -> Result<Box<dyn Tag>, Error> { Ok(Box::new(Links)) });
    }
}

/// Kinds of accounts: the key, the icon's classes, the address with places for the values.
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
    fn render(&self, cx: &mut Cx<'_>, out: &mut String) -> Result<(), Abort> {
        let turn = turn_of(cx.host)?;
        let (setup, data) = (turn.setup().clone(), turn.view.data.clone());
        let Some(Value::Hash(socials)) = data.as_hash().and_then(|data| data.get("socials")).cloned() else {
            return Ok(());
        };
        let mut links = Vec::new();
        for (key, value) in socials.iter() {
            links.push(link(&setup, &setup.text(key), value)?);
        }
        out.push_str(&links.join(" "));
        Ok(())
    }
}

/// One account's link.
fn link(setup: &Setup, key: &str, value: &Value) -> Result<String, Abort> {
    let own = |name: &str| value.as_hash().and_then(|own| own.get(name)).filter(|found| found.truthy());
    let text = |name: &str| own(name).map(|found| setup.text(found)).unwrap_or_default();
    let title = capitalized(key);
    let Some((_, icon, address)) = KNOWN.iter().find(|(known, _, _)| *known == key) else {
        let Some(Value::Str(logo)) = own("logo") else {
            let message = format!("jekyll-socials: {key} is unknown and has no `logo`");
            return Err(Abort::error("NoMethodError", message));
        };
        let title = text("title");
        let image = image(setup, logo, &title);
        return Ok(format!("<a href='{}' title='{title}'>{image}</a>", text("url")));
    };
    let logo = own("logo").map(|logo| setup.text(logo));
    let account = match &logo {
        Some(_) => own("value").or_else(|| own(key)).unwrap_or(&Value::Nil),
        None => value,
    };
    let baseurl = setup.config_text("baseurl");
    let url = match key {
        "academia_edu" => address.replacen("{}", &text("organization"), 1).replacen("{}", &text("username"), 1),
        "cv_pdf" => {
            let file = setup.text(account);
            if file.contains("://") { file } else { format!("{baseurl}{file}") }
        }
        "rss_icon" => format!("{baseurl}/feed.xml"),
        _ => {
            let account = match account {
                Value::Array(items) => items.first().map(|first| setup.text(first)).unwrap_or_default(),
                other @ Value::Hash(_) => setup.inspect(other),
                other => setup.text(other),
            };
            address.replacen("{}", &account, 1)
        }
    };
    let image = match logo {
        Some(logo) => image(setup, &logo, &title),
        None => format!("<i class='{icon}'></i>"),
    };
    Ok(format!("<a href='{url}' title='{title}'>{image}</a>"))
}

/// A logo of one's own: a picture by its extension, the classes of an icon otherwise.
fn image(setup: &Setup, logo: &str, title: &str) -> String {
    let source = if logo.contains("://") { logo.to_owned() } else { format!("{}{logo}", setup.config_text("baseurl")) };
    match logo.rsplit('.').next().unwrap_or_default().to_lowercase().as_str() {
        "svg" => format!("<svg><image xlink:href='{source}' /></svg>"),
        "png" | "jpg" | "jpeg" | "gif" | "webp" => format!("<img src='{source}' alt='{title}'>"),
        _ => format!("<i class='{logo}'></i>"),
    }
}

/// `github_username` as `Github username`.
fn capitalized(key: &str) -> String {
    let words = key.replace('_', " ").to_lowercase();
    let mut characters = words.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

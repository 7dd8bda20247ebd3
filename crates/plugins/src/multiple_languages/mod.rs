//! The gem jekyll-multiple-languages-plugin 1.8: builds the site once for each language, with texts from `_i18n`.

mod tags;
mod translations;

use hastie_liquid::{Engine, Hash, Value};
use hastie_site::config::Configuration;
use hastie_site::diagnostic::{Level, Log, Message};
use hastie_site::failure::Failure;
use hastie_site::locks::lock;
use hastie_site::model::permalink::PermalinkError;
use hastie_site::model::{Document, SiteContext, sort};
use hastie_site::plugin::{Hooks, Pass, Plugin};
use hastie_site::read::posts;
use hastie_site::render::Rendered;
use hastie_site::site::Site;
use hastie_site::world::World;
use std::path::Path;
use std::sync::{Arc, Mutex};
use translations::Translations;

/// Builds the site once for each language. Contains messages about texts that the configuration's `translate_props`
/// needs, each with the language that lacks the text.
#[derive(Debug, Default)]
pub(crate) struct MultipleLanguages(Arc<Mutex<Vec<(String, String)>>>);

/// The gem's message about a site without languages.
const NO_LANGUAGES: &str =
    "You must provide at least one language using the \"languages\" setting on your _config.yml.";

impl Plugin for MultipleLanguages {
    fn name(&self) -> &'static str {
        "jekyll-multiple-languages-plugin"
    }

    fn is_safe(&self) -> bool {
        false
    }

    fn configure(&self, config: &mut Configuration, world: &World, _log: &mut Log) -> Result<(), Failure> {
        let languages = config.strings("languages");
        let Some(first) = languages.first().cloned() else {
            return Err(Failure::raised("SystemExit", NO_LANGUAGES));
        };
        let mut translations = Hash::new();
        for lang in &languages {
            let file = translations::file(&config.source, lang);
            let bytes =
                world.read(Path::new(&file)).map_err(|error| Failure::unreadable("rb_sysopen", &file, &error))?;
            let values = hastie_yaml::load_file(&bytes, &file)
                .map_err(|error| Failure::raised("Psych::SyntaxError", error.message))?;
            translations.set(lang.as_str(), values);
        }
        let root = config.settings().baseurl().as_str().unwrap_or_default().to_owned();
        for (key, empty) in
            [("exclude_from_localizations", Value::array(Vec::new())), ("default_locale_in_subfolder", false.into())]
        {
            if !config.is_set(key) {
                config.values.set(key, empty);
            }
        }
        let include = config.settings().include().unwrap_or_default().iter();
        let include = include.filter(|entry| entry.as_str() != Some(".htaccess")).cloned().collect();
        config.values.set("include", Value::array(include));
        config.values.set("default_lang", first.as_str());
        config.values.set("lang", first.as_str());
        config.values.set("baseurl_root", root);
        config.values.set("translations", Value::hash(translations));
        Ok(())
    }

    fn passes(&self, context: &SiteContext) -> Result<Vec<Pass>, Failure> {
        lock(&self.0).clear();
        let root = context.config_text("baseurl_root");
        let default = context.config_text("default_lang");
        let pass = |lang: String| {
            let mut values = Hash::new();
            values.set("lang", lang.as_str());
            let is_root = lang == default && !context.is_set("default_locale_in_subfolder");
            if !is_root {
                values.set("baseurl", format!("{root}/{lang}"));
            }
            let translations = Translations::of(context, &lang);
            let mut missing = lock(&self.0);
            missing.extend(translations.missing_properties(&context.config.values).map(|line| (lang.clone(), line)));
            translations.translate_properties(&context.config.values, &mut values);
            Pass { folder: if is_root { String::new() } else { lang }, values, ..Pass::default() }
        };
        Ok(context.config.strings("languages").into_iter().map(pass).collect())
    }

    fn liquid(&self, engine: &mut Engine) {
        for name in ["t", "translate"] {
            engine.tag(name, tags::text);
        }
        for name in ["tf", "translate_file"] {
            engine.tag(name, tags::file);
        }
        for name in ["tl", "translate_link"] {
            engine.tag(name, tags::link);
        }
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(Localizer(Arc::clone(&self.0)))]
    }
}

/// The hooks of a pass, in which the site is built in one language.
struct Localizer(Arc<Mutex<Vec<(String, String)>>>);

impl Hooks for Localizer {
    fn after_reset(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let context = &site.setup.context;
        let lang = context.config_text("lang");
        let mut say = |text: String| log.push(Message::plain(Level::Info, text));
        if lang == context.config_text("default_lang") {
            for lang in context.config.strings("languages") {
                let file = translations::file(context.settings().source(), &lang);
                say(format!("Loading translation from file {file}"));
            }
        }
        let missing = lock(&self.0);
        missing.iter().filter(|(other, _)| *other == lang).for_each(|(_, line)| say(line.clone()));
        say(format!("Building site for language: \"{lang}\" to: {}", &context.destination));
        Ok(())
    }

    fn post_read(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let context = Arc::clone(&site.setup.context);
        let lang = context.config_text("lang");
        let elsewhere = |languages: Value| match languages {
            Value::Array(languages) => !languages.iter().any(|other| other.as_str() == Some(&lang)),
            Value::Str(languages) => !languages.contains(&lang),
            _ => false,
        };
        site.content.pages.retain(|page| !elsewhere(page.field("languages")));
        let excluded = context.config.strings("exclude_from_localizations");
        if !excluded.iter().any(|path| path == "_posts") {
            site.content.posts_mut(&context).docs.retain(|post| !post.relative_path.starts_with("_posts/"));
            posts::read(&context, &mut site.content, &format!("/_i18n/{lang}"), log)?;
            let docs = &mut site.content.posts_mut(&context).docs;
            docs.iter_mut().for_each(|post| forget_folders(post, &lang));
            sort(docs, |a, b| a.compare(b));
        }
        settle_permalinks(site, &lang)
    }

    fn pre_render(&self, site: &mut Site, _payload: &mut Hash, _log: &mut Log) -> Result<(), Failure> {
        let context = Arc::clone(&site.setup.context);
        let translations = Translations::of(&context, &context.config_text("lang"));
        let documents = site.content.collections.iter_mut().flat_map(|collection| &mut collection.docs);
        let all = site
            .content
            .pages
            .iter_mut()
            .map(|page| &mut page.data)
            .chain(documents.map(|document| &mut document.data));
        for data in all {
            let mut changed = Hash::new();
            translations.translate_properties(data, &mut changed);
            for (key, value) in changed.iter() {
                data.set_value(key.clone(), value.clone());
            }
        }
        Ok(())
    }

    fn post_render(&self, rendered: &mut Rendered, _log: &mut Log) -> Result<(), Failure> {
        let context = Arc::clone(&rendered.setup().context);
        if context.config_text("lang") == context.config_text("default_lang") {
            return Ok(());
        }
        let excluded = context.config.strings("exclude_from_localizations");
        let in_subfolder = context.is_set("default_locale_in_subfolder");
        rendered.retain_static_files(|file| {
            let path = file.relative_path.trim_start_matches('/');
            let is_excluded = |other: &String| {
                path.strip_prefix(other.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            !(excluded.iter().any(is_excluded) || (in_subfolder && file.name == "base.html"))
        });
        Ok(())
    }

    fn post_write(&self, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        let context = &rendered.setup().context;
        if context.config.strings("languages").last() == context.config("lang").as_str().map(str::to_owned).as_ref() {
            log.push(Message::plain(Level::Info, "Build complete"));
        }
        Ok(())
    }
}

/// Removes the categories `_i18n` and `lang`, which a post has because of its folder.
fn forget_folders(post: &mut Document, lang: &str) {
    if let Some(Value::Array(categories)) = post.data.get("categories") {
        let kept = categories
            .iter()
            .filter(|category| !matches!(category.as_str(), Some(name) if name == "_i18n" || name == lang));
        let kept: Vec<Value> = kept.cloned().collect();
        post.data.set("categories", Value::array(kept));
        post.reset_url();
    }
}

/// Computes the URLs of the items that have a permalink for the language, and then restores their general permalinks.
fn settle_permalinks(site: &mut Site, lang: &str) -> Result<(), Failure> {
    let key = format!("permalink_{lang}");
    for page in &mut site.content.pages {
        if let (Some(own), true) = (page.data.get(&key).cloned(), page.field("permalink").truthy()) {
            let general = page.field("permalink");
            page.data.set("permalink", own);
            page.reset_url();
            page.url().map_err(PermalinkError::into_failure)?;
            page.data.set("permalink", general);
        }
    }
    for document in site.content.collections.iter_mut().flat_map(|collection| &mut collection.docs) {
        if let (Some(own), true) = (document.data.get(&key).cloned(), document.field("permalink").truthy()) {
            let general = document.field("permalink");
            document.data.set("permalink", own);
            document.reset_url();
            document.url().map_err(PermalinkError::into_failure)?;
            document.data.set("permalink", general);
        }
    }
    Ok(())
}

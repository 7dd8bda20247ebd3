//! A guest that takes the role of the sandboxed Ruby and sends requests with hostile arguments, and a world that
//! records how the program answers them. The fuzz target `ruby_border` uses it, too.

use hastie::Site;
use hastie::config::Configuration;
use hastie::diagnostic::Log;
use hastie::failure::Failure;
use hastie::plugins::Registry;
use hastie::progress::Progress;
use hastie::ruby_plugins::RubyPlugin;
use hastie::world::{Observer, Read, World, expand};
use hastie_liquid::{Abort, Drop, Hash, Host, Value};
use hastie_ruby::marshal::{self, Objects, Representation};
use hastie_ruby::{Guest, GuestFailure};
use std::any::Any;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// Numbers that decide what the guest does: random ones, or a fuzzer's bytes.
pub(crate) trait Choices: Send + 'static {
    /// A number below `limit`.
    fn below(&mut self, limit: usize) -> usize;
}

/// The text of the file outside of the site.
pub(crate) const SECRET: &str = "a secret that no guest may see";

/// A folder with a site, and a secret beside it. It is removed on drop.
pub(crate) struct Beside(pub PathBuf);

impl Beside {
    /// Creates the folder below the system's folder for temporary files.
    pub(crate) fn new(name: &str) -> Self {
        let top = std::env::temp_dir().join(format!("hastie-border-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&top);
        fs::create_dir_all(&top).expect("a folder");
        let top = fs::canonicalize(top).expect("its real path");
        for (file, text) in [
            ("elsewhere/secret.md", SECRET),
            ("elsewhere/_config.yml", SECRET),
            ("elsewhere/.git/HEAD", "ref: refs/heads/main"),
            ("site/_config.yml", "time: 2026-01-15 12:00:00 +0000\n"),
            ("site/index.md", "---\n---\nhello"),
            ("site/a.txt", "a"),
            ("site/_layouts/plain.html", "{{ content }}"),
            ("site/_includes/part.html", "part"),
            ("site/_site/old.html", "old"),
        ] {
            let file = top.join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
            fs::write(file, text).expect("a file");
        }
        #[cfg(unix)]
        for (link, target) in [
            ("site/_out", "../elsewhere"),
            ("site/_out.md", "../elsewhere/secret.md"),
            ("site/_root", "/"),
            ("site/_in", "_includes"),
            ("site/_site/out", "../../elsewhere"),
        ] {
            std::os::unix::fs::symlink(target, top.join(link)).expect("a link");
        }
        Beside(top)
    }

    /// Builds the site with a guest that sends this many requests. Returns the outcome, and what was read outside.
    pub(crate) fn build(&self, choices: impl Choices, requests: usize) -> (Result<(), Failure>, Vec<String>) {
        let watch = Arc::new(Watch { top: self.0.clone(), outside: Mutex::default() });
        let world = World::fixed(self.0.join("site"), 1_700_000_000);
        let outcome = self.run(&world.observed(Arc::clone(&watch) as Arc<dyn Observer>), choices, requests);
        let outside = watch.outside.lock().map(|outside| outside.clone()).unwrap_or_default();
        (outcome, outside)
    }

    fn run(&self, world: &World, choices: impl Choices, requests: usize) -> Result<(), Failure> {
        let mut log = Log::new();
        let config = Configuration::load(world, &Hash::new(), &mut log)?;
        let guest = Hostile { choices, top: self.0.to_string_lossy().into_owned(), left: requests };
        let plugin = RubyPlugin::with_guest(Box::new(guest), &config, world, &mut log)?;
        let mut site = Site::new(config, world, &Registry::with(vec![Arc::new(plugin)]), &mut log)?;
        site.process(&Progress::default(), &mut log)
    }

    /// Whether everything beside the site is unchanged.
    pub(crate) fn is_untouched(&self) -> bool {
        let names = |folder: &str| fs::read_dir(self.0.join(folder)).expect("a folder").count();
        let text = |file: &str| fs::read_to_string(self.0.join(file)).unwrap_or_default();
        names("elsewhere") == 3 && names("") == 2 && text("elsewhere/secret.md") == SECRET && text("site/a.txt") == "a"
    }
}

impl std::ops::Drop for Beside {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Records every path outside of the site that exists and was read.
struct Watch {
    top: PathBuf,
    outside: Mutex<Vec<String>>,
}

impl Observer for Watch {
    fn saw(&self, read: Read<'_>) {
        let path = match read {
            Read::Bytes(path, Some(_)) | Read::Folder(path, Some(_)) | Read::Stat(path, Some(_)) => path,
            _ => return,
        };
        // The folders that Hastie searches for gems, and for the clock's zone.
        let known = [
            "/usr/lib/ruby",
            "/usr/local/lib/ruby",
            "/var/lib/gems",
            "/opt/homebrew",
            "/etc/localtime",
            "/usr/share/zoneinfo",
        ];
        // Behind a gate, `..` is resolved before links are followed.
        let path = &expand(&path.to_string_lossy(), &self.top.join("site"), None);
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        let is_link = matches!(read, Read::Stat(_, Some(stat)) if stat.kind == hastie::world::Kind::Link);
        let is_inside = real.starts_with(self.top.join("site")) || (is_link && path.starts_with(self.top.join("site")));
        if !is_inside
            && !known.iter().any(|known| real.starts_with(known))
            && let Ok(mut outside) = self.outside.lock()
        {
            outside.push(format!("{read:?}"));
        }
    }
}

struct Hostile<C> {
    choices: C,
    top: String,
    left: usize,
}

impl<C: Choices> Guest for Hostile<C> {
    fn exchange(&mut self, message: &[u8]) -> Result<Vec<u8>, GuestFailure> {
        let message = marshal::read(message, &mut Names).unwrap_or(Value::Nil);
        let parts = message.as_array().unwrap_or_default();
        let reply = match (parts.first(), parts.get(1).and_then(Value::as_str)) {
            (Some(Value::Int(0)), Some("definitions")) => {
                let generator = Value::array(vec!["Hostile".into(), Value::Int(0)]);
                let lists = [("generators", Value::array(vec![generator]))];
                result(Value::hash(lists.into_iter().collect()))
            }
            (Some(Value::Int(0)), Some("generate")) => self.request(),
            (Some(Value::Int(0)), _) => result(Value::Nil),
            _ if self.left > 0 => self.request(),
            _ => result(Value::Nil),
        };
        Ok(marshal::write(&reply, &mut Names).unwrap_or_default())
    }
}

fn result(value: Value) -> Value {
    Value::array(vec![Value::Int(0), value])
}

impl<C: Choices> Hostile<C> {
    fn pick<'p>(&mut self, among: &[&'p str]) -> &'p str {
        among[self.choices.below(among.len())]
    }

    /// A path that should lead nowhere, or a harmless one.
    fn path(&mut self) -> String {
        let (top, site) = (self.top.clone(), format!("{}/site", self.top));
        let mut path = match self.choices.below(8) {
            0 => String::new(),
            1 => "/".to_string(),
            2 => format!("{top}/"),
            3 => format!("{site}/_site/"),
            4 => "/proc/self/".to_string(),
            5 => "//".to_string(),
            _ => format!("{site}/"),
        };
        for _ in 0..=self.choices.below(4) {
            path.push_str(self.pick(&[
                "..",
                "../..",
                "../../..",
                ".",
                "a.txt",
                "index.md",
                "_out",
                "_out.md",
                "_root",
                "_in",
                "out",
                "elsewhere",
                "elsewhere/secret.md",
                "secret.md",
                "etc/passwd",
                "environ",
                "a\0b",
                "~",
                "~root",
                "NUL",
                "con.txt",
                "%2e%2e",
                "..\\..",
                "\u{202e}",
                "site",
                "_site",
                "new.html",
                ".git",
                "_config.yml",
                "*",
                "\n",
            ]));
            if self.choices.below(5) > 0 {
                path.push('/');
            }
        }
        if self.choices.below(2) == 0 { path.trim_end_matches('/').to_string() } else { path }
    }

    fn request(&mut self) -> Value {
        self.left = self.left.saturating_sub(1);
        let (operation, arguments) = match self.choices.below(12) {
            0 | 1 => ("read_yaml", vec![self.path().into()]),
            2 => ("read_document", vec![Value::Nil, self.path().into(), self.path().into(), Value::hash(Hash::new())]),
            3 => ("git", vec![format!("git -C '{}' log -1 --format=%s -- '{}'", self.path(), self.path()).into()]),
            4 => (self.pick(&["readable", "writable"]), vec![self.path().into()]),
            5 => ("parse", vec![self.template().into(), Value::hash(Hash::new())]),
            6 => ("defaults", vec![self.path().into(), "pages".into()]),
            7 => ("render_item", vec![Named::value("page:900001"), Value::Hash(Arc::new(self.fields()))]),
            8 => ("files", vec![self.path().into()]),
            9 => (
                "render",
                vec![Value::Int(1), Value::hash(Hash::new()), Value::hash(Hash::new()), "".into(), Value::Bool(true)],
            ),
            _ => ("changes", vec![self.changes()]),
        };
        Value::array([vec![Value::Int(1), operation.into()], arguments].concat())
    }

    fn template(&mut self) -> String {
        let tag = self.pick(&["include", "include_relative", "link", "post_url", "get_json", "bibliography --file"]);
        format!("{{% {tag} {} %}}", self.path())
    }

    /// The fields of a page, document or file that Ruby made.
    fn fields(&mut self) -> Hash {
        let mut fields = Hash::new();
        for key in ["name", "dir", "base", "path", "url", "destination", "relative_path", "collection"] {
            if self.choices.below(3) == 0 {
                fields.set(key, self.path());
            }
        }
        let data = [("layout", self.path()), ("permalink", self.path()), ("path", self.path())];
        fields.set("data", data.into_iter().collect::<Hash>());
        fields.set("content", self.template());
        fields
    }

    fn changes(&mut self) -> Value {
        let mut changes = Hash::new();
        let number = 900_001 + self.choices.below(4);
        let name = format!("{}:{number}", self.pick(&["page", "doc", "file", "layout"]));
        let row = Value::array(vec![name.as_str().into(), Value::Hash(Arc::new(self.fields()))]);
        changes.set("objects", Value::array(vec![row]));
        let list = self.pick(&["pages", "static_files", "layouts", "none"]);
        changes.set(list, Value::array(vec![Named::value(&name)]));
        if self.choices.below(4) == 0 {
            let key = self.pick(&[
                "includes_dir",
                "layouts_dir",
                "data_dir",
                "source",
                "destination",
                "keep_files",
                "sass",
                "scholar",
            ]);
            let pair = Value::array(vec![key.into(), self.path().into()]);
            changes.set("config", Value::array(vec![Value::array(vec![pair]), Value::array(Vec::new())]));
        }
        Value::hash(changes)
    }
}

/// An object that the guest refers to by name.
#[derive(Debug)]
struct Named(String);

impl Named {
    fn value(name: &str) -> Value {
        Value::drop(Named(name.to_string()))
    }
}

impl Drop for Named {
    fn get(&self, _key: &str, _host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        Ok(None)
    }

    fn class(&self) -> &'static str {
        "Hastie::Ref"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct Names;

impl Objects for Names {
    fn represent(&mut self, object: &Arc<dyn Drop>, _inside: bool) -> Result<Representation, Abort> {
        Ok(match object.as_any().downcast_ref::<Named>() {
            Some(Named(name)) => Representation::Name(name.clone()),
            None => Representation::Value(Value::Nil),
        })
    }

    fn resolve(&mut self, name: &str) -> Option<Value> {
        Some(Named::value(name))
    }
}

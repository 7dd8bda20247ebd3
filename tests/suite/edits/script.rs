//! Random edits of a site's source, as authors, editors and other programs make them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A sequence of random edits. The same seed gives the same edits.
pub(super) struct Script {
    folder: PathBuf,
    state: u64,
    count: usize,
}

impl Script {
    pub(super) fn new(seed: u64, folder: &Path) -> Self {
        Script { folder: folder.to_owned(), state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1, count: 0 }
    }

    /// Makes one to three edits. Returns what they are.
    pub(super) fn edit(&mut self) -> Vec<String> {
        (0..=self.below(3)).map(|_| self.one_edit()).collect()
    }

    fn one_edit(&mut self) -> String {
        self.count += 1;
        let count = self.count;
        match self.below(17) {
            0 => self.create(&format!("_posts/2026-01-{:02}-new{count}.md", 1 + count % 14)),
            1 => self.create(&format!("new{count}.md")),
            2 => self.rename(),
            3 => self.delete(),
            4 => self.append_in("_layouts", "layout.html"),
            5 => self.append_in("_includes", "nav.html"),
            6 => self.append_in("_data", "nav.yml"),
            7 => self.configure(),
            8 => self.append_in("_sass", "_base.scss"),
            9 => self.write("assets/static.bin", format!("static {count}")),
            10 => self.touch(),
            11 => self.edit_secretly(),
            12 => self.save_atomically(),
            13 => self.recreate_folder(),
            14 => self.disturb_destination(),
            _ => self.append(),
        }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) as usize % limit
    }

    /// A file of the source that `is_wanted` accepts.
    fn pick(&mut self, is_wanted: impl Fn(&str) -> bool) -> Option<String> {
        let all: Vec<String> = sources(&self.folder).into_iter().filter(|path| is_wanted(path)).collect();
        let index = self.below(all.len().max(1));
        all.into_iter().nth(index)
    }

    fn read(&self, path: &str) -> Vec<u8> {
        fs::read(self.folder.join(path)).unwrap_or_default()
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) -> String {
        let file = self.folder.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        format!("write {path}")
    }

    fn create(&mut self, path: &str) -> String {
        let layout = ["default", "post", "page", "none"][self.below(4)];
        let count = self.count;
        let text = format!(
            "---\nlayout: {layout}\ntitle: New {count}\ntags: [t{}]\n---\nNew *text* {count}\n\n- {{{{ page.title }}}}\n",
            count % 3
        );
        self.write(path, text)
    }

    fn append(&mut self) -> String {
        let count = self.count;
        let Some(path) = self.pick(|path| path != "_config.yml") else { return String::new() };
        let text = match path.rsplit('.').next() {
            Some("yml" | "yaml") => format!("# comment {count}\n"),
            Some("scss" | "sass" | "css") => format!("/* rule {count} */\n"),
            _ => format!("More **text** {count} of `{path}`\n"),
        };
        self.write(&path, [self.read(&path), text.into_bytes()].concat())
    }

    fn append_in(&mut self, folder: &str, fallback: &str) -> String {
        let count = self.count;
        let path = self.pick(|path| path.starts_with(folder)).unwrap_or_else(|| format!("{folder}/{fallback}"));
        let text = match path.rsplit('.').next() {
            Some("yml" | "yaml") => format!("- {{name: n{count}, url: /n{count}/}}\n"),
            Some("json") => "\n".to_owned(),
            Some("csv" | "tsv") => format!("{count}\n"),
            Some("scss") => format!(".n{count} {{ width: {count}px; }}\n"),
            _ => format!("<p>{count} {{{{ site.title }}}} {{{{ page.url }}}}</p>\n"),
        };
        self.write(&path, [self.read(&path), text.into_bytes()].concat())
    }

    fn rename(&mut self) -> String {
        let count = self.count;
        let Some(path) = self.pick(|path| path != "_config.yml") else { return String::new() };
        let (folder, name) = path.rsplit_once('/').map_or(("", &*path), |(folder, name)| (folder, name));
        let to = match name.split_once('.') {
            Some((stem, rest)) => format!("{folder}/{stem}{count}.{rest}"),
            None => format!("{folder}/{name}{count}"),
        };
        let to = to.trim_start_matches('/').to_owned();
        fs::rename(self.folder.join(&path), self.folder.join(&to)).unwrap();
        format!("rename {path} to {to}")
    }

    fn delete(&mut self) -> String {
        let Some(path) = self.pick(|path| path != "_config.yml") else { return String::new() };
        fs::remove_file(self.folder.join(&path)).unwrap();
        format!("delete {path}")
    }

    fn configure(&mut self) -> String {
        let count = self.count;
        let line = [
            format!("title: Title {count}"),
            format!("description: {count}"),
            "permalink: pretty".to_owned(),
            "permalink: /:year/:title.html".to_owned(),
            "kramdown: {auto_ids: false, input: GFM}".to_owned(),
            "markdown: CommonMark".to_owned(),
            "excerpt_separator: \"<!--more-->\"".to_owned(),
            "sass: {style: expanded, sourcemap: never}".to_owned(),
            format!("defaults: [{{scope: {{path: \"\"}}, values: {{author: A{count}}}}}]"),
            "future: true".to_owned(),
            "highlighter: none".to_owned(),
            "includes_dir: _includes".to_owned(),
        ][self.below(12)]
        .clone();
        let key = line.split_once(':').map_or("", |(key, _)| key);
        let old = String::from_utf8_lossy(&self.read("_config.yml")).into_owned();
        // A value of several lines stays as it is.
        let has_more = old.contains(&format!("\n{key}:\n")) || old.starts_with(&format!("{key}:\n"));
        let kept = old.lines().filter(|other| has_more || !other.starts_with(&format!("{key}:")));
        let text: String = kept.map(|line| format!("{line}\n")).collect();
        let line = if has_more { format!("other: {count}") } else { line };
        self.write("_config.yml", format!("{text}{line}\n"));
        format!("configure {line}")
    }

    fn touch(&mut self) -> String {
        let Some(path) = self.pick(|_| true) else { return String::new() };
        let file = fs::File::options().write(true).open(self.folder.join(&path)).unwrap();
        file.set_modified(SystemTime::now()).unwrap();
        format!("touch {path}")
    }

    /// Changes letters, but neither the size nor the modification time.
    fn edit_secretly(&mut self) -> String {
        let Some(path) = self.pick(|path| path.ends_with(".md") || path.ends_with(".html")) else {
            return String::new();
        };
        let text = self.read(&path);
        let start = text.windows(4).rposition(|four| four == b"---\n").map_or(0, |start| start + 4);
        let (head, tail) = text.split_at(start);
        let tail = tail.iter().map(|byte| if *byte == b'e' { b'o' } else { *byte }).collect();
        let file = self.folder.join(&path);
        let time = fs::metadata(&file).unwrap().modified().unwrap();
        fs::write(&file, [head.to_vec(), tail].concat()).unwrap();
        fs::File::options().write(true).open(&file).unwrap().set_modified(time).unwrap();
        format!("change letters of {path}")
    }

    /// Writes another file and renames it, as many editors do.
    fn save_atomically(&mut self) -> String {
        let Some(path) = self.pick(|path| path.ends_with(".md")) else { return String::new() };
        let text = [self.read(&path), format!("Saved {}\n", self.count).into_bytes()].concat();
        let other = format!("{path}~");
        self.write(&other, text);
        fs::rename(self.folder.join(other), self.folder.join(&path)).unwrap();
        format!("save {path}")
    }

    /// Removes a folder and creates it again, as version control does. Leaves out a file.
    fn recreate_folder(&mut self) -> String {
        let Some(path) = self.pick(|path| path.contains('/')) else { return String::new() };
        let (folder, _) = path.split_once('/').unwrap();
        let contents: Vec<(String, Vec<u8>)> = sources(&self.folder)
            .into_iter()
            .filter(|other| other.starts_with(&format!("{folder}/")) && *other != path)
            .map(|other| (other.clone(), self.read(&other)))
            .collect();
        fs::remove_dir_all(self.folder.join(folder)).unwrap();
        for (other, text) in contents {
            self.write(&other, text);
        }
        format!("create {folder} again without {path}")
    }

    /// Changes, adds or removes a file in the destination.
    fn disturb_destination(&mut self) -> String {
        let all = files(&self.folder.join("_site"));
        let Some(path) = all.get(self.below(all.len().max(1))) else { return String::new() };
        let file = self.folder.join("_site").join(path);
        match self.below(3) {
            0 => fs::write(file, "disturbed").unwrap(),
            1 => fs::remove_file(file).unwrap(),
            _ => fs::write(file.with_extension("extra"), "extra").unwrap(),
        }
        format!("disturb _site/{path}")
    }
}

/// The files of a site's source.
fn sources(folder: &Path) -> Vec<String> {
    let is_output =
        |path: &String| ["_site/", "_clean/", ".jekyll-cache/"].iter().any(|output| path.starts_with(output));
    files(folder).into_iter().filter(|path| !is_output(path)).collect()
}

/// The paths of all files in a folder, sorted.
pub(super) fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(one) = waiting.pop() {
        for entry in fs::read_dir(one).into_iter().flatten().flatten() {
            if entry.path().is_dir() {
                waiting.push(entry.path());
            } else {
                found.push(entry.path().strip_prefix(folder).unwrap().to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}

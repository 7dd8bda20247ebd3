//! Requests about the site: its objects, files and log.

use super::requests;
use hastie_liquid::Value;

requests! {
    /// A request about the site, such as a line for the log or the names of the layouts.
    SiteRequest {
        /// Writes a text to standard output or, with `is_error`, to standard error.
        "print" => Print { text: &'a str = 0, is_error: bool = 1 },
        /// Logs a formatted line. The level is one of Ruby's `Logger`.
        "log" => Log { level: &'a str = 0, line: &'a str = 1 },
        /// New numbers for the names of objects that Ruby creates, such as the 12 of `page:12`.
        "numbers" => Numbers,
        /// All fields of an object except its content, output and URL.
        "fields" => Fields { object: &'a Value = 0 },
        /// The content of a layout, document or page. The content of a rendered document or page is converted.
        "content" => Content { object: &'a Value = 0 },
        /// The output of a document or page; nil if it is not rendered.
        "output" => Output { object: &'a Value = 0 },
        /// `url` of a page, document or static file.
        "url" => Url { object: &'a Value = 0 },
        /// `site.pages`, for reading and changing.
        "pages" => Pages,
        /// The pages for source maps of style sheets, after rendering.
        "source_maps" => SourceMaps,
        /// The static files outside of collections.
        "static_files" => StaticFiles,
        /// The documents of the collection `label`, as drops.
        "docs" => Docs { label: &'a str = 0 },
        /// The static files of the collection `label`, as drops.
        "files" => Files { label: &'a str = 0 },
        /// The names in `site.layouts`, in the order of the layouts.
        "layouts" => Layouts,
        /// `site.data`: the content of all data files.
        "data" => Data,
        /// Applies Ruby's changes to the site, because a later request depends on them.
        "changes" => Changes { changes: &'a Value = 0 },
        /// The front matter defaults of a path.
        "defaults" => Defaults { path: &'a str = 0, kind: Option<&'a str> = 1 },
        /// The front matter and content of a file.
        "read_yaml" => ReadYaml { path: &'a str = 0 },
        /// The fields and content of a document that Ruby has created, read from the document's file.
        "read_document" => ReadDocument { path: &'a str = 1, label: &'a str = 2, data: &'a Value = 3 },
        /// The excerpt of a document's content.
        "excerpt_of" => ExcerptOf { content: &'a str = 0, separator: &'a str = 1, name: &'a str = 2 },
        /// The excerpt of a document that the site contains.
        "excerpt" => Excerpt { document: &'a Value = 0, source: &'a str = 1 },
        /// The keys and values of a page, as templates see them.
        "page_hash" => PageHash { page: &'a Value = 0 },
        /// The page that is being rendered, for `context.registers[:page]`.
        "registered_page" => RegisteredPage,
        /// The value of a key of the drop with the name `name`, such as `docdrop:3`.
        "drop_key" => DropKey { name: &'a str = 0, key: &'a str = 1 },
        /// Applies Ruby's changes in place to the value of a key of a named drop. Each row of `changes` has the path of
        /// an object in this value, and the changed object.
        "change_key" => ChangeKey { name: &'a str = 0, key: &'a str = 1, changes: &'a [Value] = 2 },
        /// The keys of the drop with the name `name`, such as `docdrop:3`.
        "drop_keys" => DropKeys { name: &'a str = 0 },
        /// The value of a key of a drop that Ruby knows only by number.
        "key" => NumberedDropKey { number: Option<u64> = 0, key: &'a str = 1 },
        /// The UTC offset and abbreviation of the site's time zone at `seconds`, which is local time if `is_wall` is
        /// set, and UTC otherwise.
        "zone_at" => ZoneAt { seconds: Option<i64> = 0, is_wall: bool = 1 },
        /// The number of changes that Ruby has made to files so far. nil without the sandbox.
        "file_changes" => FileChanges,
        /// The output of a git command, computed without running `git`.
        "git" => Git { command: &'a str = 0 },
        /// Sends an HTTP request. `location` is the file and line in Ruby.
        "http" => Http {
            method: &'a str = 0,
            url: &'a str = 1,
            headers: &'a [Value] = 2,
            body: &'a str = 3,
            limits: &'a [Value] = 4,
            location: &'a str = 5,
        },
        /// Whether Jekyll would have loaded Rouge by now, because it has highlighted code.
        "rouge_loaded" => RougeLoaded,
        /// Fails if Ruby may not read a path.
        "readable" => Readable { path: &'a str = 0 },
        /// Fails if Ruby may not write a path.
        "writable" => Writable { path: &'a str = 0 },
    }
}

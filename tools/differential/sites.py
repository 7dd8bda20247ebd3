"""Random small Jekyll sites, from a grammar of what Jekyll reads: configuration, defaults, posts, drafts, collections, pages, data,
layouts, includes, static files, style sheets, plugins. `Sites(random.Random(seed)).site()` returns files (path: text) and build arguments."""

import json

from kramdown_options import KramdownOptions
from plugins import Plugins
from templates import Templates
from texts import Texts

DATES = ["2020-01-02", "2021-12-31 23:59:59", "2019-06-05 10:00:00 +0200", "2020-02-29T08:00:00Z", "2025-07-01 00:00", "2030-01-01"]
PERMALINKS = ["date", "pretty", "ordinal", "none", "/:categories/:title/", "/blog/:year/:month/:day/:slug.html", "/:year/:i_month/:short_month/:title:output_ext",
              "/:collection/:name", "/:y_day/:hour:minute:second/:title"]
# Jekyll 3 does not have these.
LATER_PERMALINKS = ["weekdate", "/:long_day/:y_day/:title", "/:slugified_categories/:title"]
INCLUDES = ["one.html", "two.html", "sub/three.md"]
SCSS = ["$c: #a1b2c3;\n.a { color: $c; .b & { margin: 1px + 2; } }", "@mixin m($x: 1) { width: $x * 2px; }\n.a { @include m(3); &:hover { @include m; } }",
        "@import \"part\";\n.z { @extend .p; color: lighten(red, 10%); }", "@use \"part\";\n@each $k, $v in (a: 1, b: 2) { .#{$k} { order: $v; } }"]


class Sites:
    def __init__(self, rng, for_pages=False):
        self.rng, self.for_pages = rng, for_pages
        # A failed build proves little, so most sites contain nothing that often fails.
        self.is_odd = rng.random() < 0.08
        self.texts = Texts(rng)
        self.plugins = Plugins(rng, self.is_odd, for_pages)
        self.templates = Templates(rng, self.texts, INCLUDES, self.plugins, self.is_odd)

    def site(self):
        files = {"_config.yml": self.configuration()}
        for name in INCLUDES:
            files[f"_includes/{name}"] = self.include()
        self.layouts(files)
        self.posts(files)
        self.pages(files)
        self.collections(files)
        self.data(files)
        self.static(files)
        files.update(self.plugins.pages(self.front_matter))
        return files, self.arguments()

    def chance(self, probability):
        return self.rng.random() < probability

    def arguments(self):
        args = []
        for flag, probability in [("--drafts", 0.2), ("--future", 0.15), ("--unpublished", 0.15)]:
            if self.chance(probability):
                args.append(flag)
        if self.chance(0.1):
            args += ["--limit_posts", "1"]
        if self.chance(0.1):
            args += ["--baseurl", "/other"]
        return args

    def configuration(self):
        r = self.rng
        lines = ["title: \"The site's title\"", f"url: {r.choice(['https://example.com', 'http://localhost:4000', ''])}",
                 f"baseurl: {r.choice(['', '/base', '/b/'])}", "list: [c, a, B, 10]", "map: {k: v, n: {m: 1}}", f"number: {r.choice(['3', '2.0', '007', '1_000'])}"]
        optional = [
            f"permalink: {r.choice(PERMALINKS if self.for_pages and not self.is_odd else PERMALINKS + LATER_PERMALINKS)}", f"timezone: {r.choice(['Europe/Paris', 'America/New_York', 'Asia/Kolkata'])}",
            "collections_dir: \"\"", "excerpt_separator: \"\\n\\n\\n\"", "show_drafts: true", "future: true", 
            "exclude: [secret, \"*.bak\"]", "include: [_shown, .well-known]", "keep_files: [kept]", "markdown_ext: \"md,mkd\"",
            "liquid: {error_mode: strict}", "liquid: {strict_filters: true}", "highlighter: none", self.kramdown(), self.kramdown(),
            "sass: {style: compressed}", "limit_posts: 2", "slugify_mode: raw", "unpublished: true", "disable_disk_cache: true",
            "group: {sub: [1, {x: y}]}\nempty_list: []\nnull_value:\n", "author: &who {name: Ann}\nowner: *who", "date_value: 2020-01-05\ntime_value: 2020-01-05 10:00:00 +0100"]
        r.shuffle(optional)
        seen = set()
        for entry in optional[: r.randint(0, 6)]:
            key = entry.split(":")[0]
            if key not in seen:
                seen.add(key)
                lines.append(entry)
        lines += [line for line in self.plugins.settings() if line.split(":")[0] not in seen]
        lines.append(self.collection_settings())
        if self.chance(0.5):
            lines.append(self.defaults())
        return "\n".join(lines) + "\n"

    def kramdown(self):
        return KramdownOptions(self.rng, self.is_odd, self.for_pages).settings()

    def collection_settings(self):
        r = self.rng
        if self.chance(0.2):
            return "collections: [docs, notes]"
        docs = ", ".join(r.sample(["output: true", f"permalink: {r.choice(['/:collection/:path/', '/d/:name:output_ext', '/:title/', 'pretty'])}", "sort_by: number",
                                   "order: [two.md, one.md]", "custom: yes", "title: Documents"], r.randint(0, 4)))
        return f"collections:\n  docs: {{{docs}}}\n  notes: {{output: {r.choice(['true', 'false'])}}}"

    def defaults(self):
        r = self.rng
        sets = []
        for _ in range(r.randint(1, 3)):
            scope = r.choice(['path: ""', 'path: "sub"', 'path: "_docs"', 'path: "", type: posts', 'path: "", type: pages', 'path: "", type: docs', 'path: "*.md"', 'path: "sub/*/x"'])
            value = r.choice(["layout: base", "layout: nested", "custom: by default", "permalink: /p/:title/", "tags: [d1, d2]", "number: 5", "published: true", "excerpt_separator: X", "categories: [dc]"])
            sets.append(f"  - scope: {{{scope}}}\n    values: {{{value}}}")
        return "defaults:\n" + "\n".join(sets)

    def front_matter(self, extra=()):
        r = self.rng
        entries = {
            "title": r.choice(["One", "Two", "\"Quoted: title\"", "'It''s'", "3", "Über Ünïcode", "2020-01-01", "<b>Bold</b>", "~"]),
            "layout": r.choice(["base", "base", "nested", "none", "null", "missing"]),
            "tags": r.choice(["[a, b]", "b c", "B", "[]", "[1, 2.0, x y]", "\n  - t1\n  - 'T 2'"]),
            "categories": r.choice(["[news]", "News Sport", "[x, [y]]", "~", "\"a/b\""]),
            "category": r.choice(["news", "c d"]),
            "date": r.choice(DATES),
            "permalink": r.choice(["/fixed/", "/fixed.html", "/:title/x", "none", "rel/path"]),
            "published": r.choice(["true", "false"]),
            "excerpt": r.choice(["own *text*", "\"\""]),
            "excerpt_separator": r.choice(["<!--more-->", "\"\""]),
            "slug": r.choice(["own-slug", "own-slug", "own-slug", "Ünï Slug", "Ünï Slug", "3" if self.is_odd else "\"3\""]),
            "custom": r.choice(["yes", "0o17", "1.50", "\"x\"", "12:30:00", "[a, {b: c}]", "|\n  block\n  text", ">\n  folded\n  text", "\"q\""]),
            "list": r.choice(["[3, 1, 2]", "[z, ~, a]", "- 1"]),
            "map": r.choice(["{a: 1, b: [x]}", "{1: one, true: yes}", "{}"]),
            "number": r.choice(["1", "2", "2.5", "-7", "1e3", "0x1F"]),
            "flag": r.choice(["true", "false", "off", "~"]),
            "render_with_liquid": "false", "sitemap": "false",
        }
        chosen = [key for key in entries if self.chance({"title": 0.8, "layout": 0.7, "render_with_liquid": 0.05, "permalink": 0.15,
                                                          "published": 0.1, "date": 0.2}.get(key, 0.25))]
        lines = [f"{key}: {entries[key]}" for key in chosen] + list(extra)
        lines += [f"{key}: {value}" for key, value in self.plugins.front_matter().items()]
        if "list" in chosen and entries["list"] == "- 1":
            lines = [line if not line.startswith("list: ") else "list:\n- 1" for line in lines]
        r.shuffle(lines)
        return "---\n" + "".join(line + "\n" for line in lines) + r.choice(["---\n", "---\n", "---  \n", "...\n"])

    def content(self):
        r = self.rng
        blocks = []
        for _ in range(r.randint(1, 5)):
            blocks.append(r.choice([self.texts.block, self.texts.block, self.templates.text, self.templates.text, self.templates.tag, self.plugins.tag, lambda: "<!--more-->"])())
        return "\n\n".join(blocks) + r.choice(["\n", "", "\n\n"])

    def include(self):
        return r_choice(self.rng, [lambda: f"<i>{self.templates.output()}</i>", lambda: "{{ include.a }}{{ page.title }}", lambda: self.texts.words(), lambda: "{% assign x = include.a | upcase %}\n{{ x }}",
                                   lambda: f"{self.templates.output()} {self.templates.output()}"])

    def layouts(self, files):
        files["_layouts/base.html"] = f"<html>{self.plugins.tag()}{self.templates.output()}<body>{{{{ content }}}}</body>{self.plugins.tag()}{self.templates.text()}</html>\n"
        files["_layouts/nested.html"] = f"---\nlayout: base\nstyle: {self.rng.choice(['a', '[1]', '2020-01-01'])}\n---\n<main>{{{{ content }}}}</main>{self.templates.output()}{{{{ layout.style }}}}\n"

    def posts(self, files):
        r = self.rng
        files["_posts/2020-01-02-first.md"] = self.front_matter() + self.content()
        names = ["2020-01-02-second.markdown", "2021-05-06-ünï post.md", "2019-3-4-Third-One.html", "2020-01-03-a.b.c.md", "2031-01-01-future.md", "notadate-x.md", "2020-13-45-bad.md"]
        for name in r.sample(names if self.is_odd else names[:6], r.randint(0, 4)):
            folder = r.choice(["_posts", "_posts", "sub/_posts", "News/_posts", "_posts/inner"])
            files[f"{folder}/{name}"] = self.front_matter() + self.content()
        if self.chance(0.3):
            files["_drafts/draft one.md"] = self.front_matter() + self.content()
            # The keys of a draft without a date depend on the order of rendering (COMPATIBILITY.md).
            if self.for_pages and "\ndate:" not in files["_drafts/draft one.md"]:
                files["_drafts/draft one.md"] = "---\ndate: 2020-03-04" + files["_drafts/draft one.md"][3:]

    def pages(self, files):
        r = self.rng
        files["index.html"] = self.front_matter() + self.templates.text()
        files["about.md"] = self.front_matter() + self.content()
        names = ["sub/index.md", "sub/page.html", "feed.xml", "data.json", "sub/x/deep.md", "ünï.md", "with space.md", "UPPER.MD", "a.b.md", "404.html", "robots.txt", "_shown/x.md", ".well-known/y.txt", "secret/z.md"]
        for name in r.sample(names, r.randint(0, 5)):
            files[name] = self.front_matter() + (self.content() if name.lower().endswith("md") else self.templates.text())

    def collections(self, files):
        r = self.rng
        files["_docs/one.md"] = self.front_matter() + self.content()
        for name in r.sample(["two.md", "sub/three.html", "2020-05-05-dated.md", "img.txt", "four.md", "Sub Dir/five.md"], r.randint(0, 4)):
            files[f"_docs/{name}"] = "static\n" if name.endswith("txt") else self.front_matter() + self.content()
        if self.chance(0.5):
            files["_notes/n1.md"] = self.front_matter() + self.content()

    def data(self, files):
        r = self.rng
        files["_data/team.yml"] = r.choice(["- name: Ann\n  age: 30\n- name: Bob\n", "ann: {role: x}\nbob: [1, 2]\n", "[]\n", "- 2020-01-01\n- ~\n- yes\n- 1_0\n"])
        if self.chance(0.6):
            files["_data/table.csv"] = r.choice(["a,b\n1,x\n2,\"y, z\"\n", "name\nAnn\n\nBob\n", "a;b\n1;2\n"])
        if self.chance(0.5):
            files["_data/deep/more.json"] = json.dumps(r.choice([{"k": [1, 2.0, None], "z": {"a": True}}, [1, "x"], {"title": "One"}]))
        if self.chance(0.2):
            files["_data/tabs.tsv"] = "x\ty\n1\t2\n"

    def static(self, files):
        r = self.rng
        files["assets/a.txt"] = "plain {{ site.title }}\n"
        if self.chance(0.5):
            files["_sass/_part.scss"] = ".p { top: 0 }\n"
            files["assets/style.scss"] = "---\n---\n" + r.choice(SCSS) + "\n"
        if self.chance(0.2):
            files["kept/file.txt"] = "x"
        if self.chance(0.2):
            files["note.bak"] = "x"


def r_choice(rng, functions):
    return rng.choice(functions)()

"""Random plugins for the sites of `sites.py`: their settings, what they read in front matter, and their tags and filters."""

AUTHORS = ["Ann", "{name: Ann, twitter: ann, uri: \"https://example.com/ann\", email: a@example.com}", "\"@ann\"", "ann", "~"]
OF_PAGES = ["feed", "seo-tag", "sitemap", "redirect-from", "paginate"]
IMAGES = ["/img.png", "\"https://example.com/i.jpg\"", "{path: /img.png, width: 10, height: 20, alt: \"An <image>\"}", "img rel.png", "~", "{facebook: /f.png}"]


class Plugins:
    """The plugins of one site. `names` may be empty."""

    def __init__(self, rng, is_odd=True, for_pages=False):
        self.rng, self.is_odd = rng, is_odd
        chosen = [name for name in ("feed", "seo-tag", "sitemap", "redirect-from", "archives", "toc", "include-cache") if rng.random() < 0.15]
        pagination = rng.random()
        if pagination < 0.12:
            chosen.append("paginate")
        elif pagination < 0.24:
            chosen.append("paginate-v2")
        rng.shuffle(chosen)
        # GitHub Pages does not load the others, so their tags would end the build.
        self.names = [name for name in chosen if name in OF_PAGES or is_odd or not for_pages]

    def has(self, name):
        return name in self.names

    def some(self, entries, low=0, high=4):
        return self.rng.sample(entries, min(len(entries), self.rng.randint(low, high)))

    def entry(self, key, values):
        return f"{key}: {self.rng.choice(values)}"

    def settings(self):
        """Lines of `_config.yml`."""
        if not self.names:
            return []
        lines = [f"plugins: [{', '.join('jekyll-' + name for name in self.names)}]"]
        for name in self.names:
            lines += getattr(self, name.replace("-", "_"), lambda: [])()
        return lines

    def feed(self):
        r = self.rng
        options = self.some([self.entry("path", ['atom.xml', '/feeds/main.xml', '\"\"']), self.entry("posts_limit", ['1', '2', '\"1\"', '0', '-1']), self.entry("excerpt_only", ['true', 'false']), "icon: /icon.png",
                             "logo: /logo.png", self.entry("collections", ['[docs]', '{docs: {path: /d.xml, categories: [news]}, notes: {}}', '[docs, posts]', '{posts: {categories: [News, x]}}'] + ['{notes: }'] * self.is_odd),
                             self.entry("categories", ['[news]', '[news, Sport]']), self.entry("tags", ['true', '{path: /t/, except: [b]}', '{only: [a, B]}', 'false']), "disable_in_development: true"])
        return ([f"feed: {{{', '.join(options)}}}"] if options else []) + self.names_of_site()

    def names_of_site(self):
        r = self.rng
        return self.some([self.entry("author", AUTHORS), self.entry("description", ['\"A <b>site</b> & more\"', '>\n  Folded *text*\n  of two lines', '~']), self.entry("lang", ['en', 'de_DE', 'fr-CA']), "name: Named site"], 0, 3)

    def seo_tag(self):
        r = self.rng
        return self.names_of_site() + self.some(["tagline: The tag line", "logo: /logo.png", self.entry("twitter", ['{username: site}', '{username: \"@site\", card: summary}', '{}', '~']),
                                                 self.entry("social", ['{name: S, links: [\"https://example.com/s\"]}', '{name: S}', '{type: Person, links: []}']),
                                                 self.entry("facebook", ['{app_id: 1, publisher: 2, admins: 3}', '{}']), "webmaster_verifications: {google: 1, bing: 2, alexa: x, yandex: y, baidu: z, facebook: f}",
                                                 "google_site_verification: 7", "locale: de_AT", "title_separator: x"])

    def redirect_from(self):
        return self.some([self.entry("redirect_from", ['{json: false}', '{json: true}'])], 0, 1)

    def archives(self):
        r = self.rng
        options = [self.entry("enabled", ['all', 'true', '[year, month, day, categories, tags]', '[tags]', '[categories, year]', '[]', 'years'])]
        options += self.some(["layout: archive", "layouts: {tag: nested, year: archive}", self.entry("slug_mode", ['pretty', 'raw', 'ascii', 'latin']),
                              self.entry("permalinks", ['{year: /y/:year/, month: /m/:year-:month/, tag: /t/:name/, category: /c/:name.html}', '{tag: /tags/:name/}', '{day: /:year/:month/:day/:type}'])], 0, 3)
        return [f"jekyll-archives: {{{', '.join(options)}}}"]

    def toc(self):
        r = self.rng
        options = self.some(["min_level: 2", "max_level: 3", "ordered_list: true", "no_toc_section_class: c", "list_id: my-toc", "list_class: lc", "sublist_class: sc", "item_class: ic", "item_prefix: p-", "no_toc_section_class: [x, no_toc]"], 0, 4)
        return [f"toc: {{{', '.join(dict.fromkeys(options))}}}"] if r.random() < 0.7 else []

    def paginate(self):
        r = self.rng
        return [self.entry("paginate", ['1', '2', '5', '0'] if self.is_odd else ['1', '2', '5'])] + self.some([self.entry("paginate_path", ['/list/:num/', 'sub/page-:num', '/page:num', 'p:num.html'])], 0, 1)

    def paginate_v2(self):
        r = self.rng
        general = ["enabled: true", "debug: false"] + self.some([self.entry("per_page", [1, 2, 5]), self.entry("permalink", ['/page/:num/', '/p:num.html', '/:num/']), self.entry("title", ["':title - page :num'", "':num of :max'"]), "limit: 2",
                                                               self.entry("sort_field", ['title', 'date', 'number', 'url']), self.entry("sort_reverse", ['true', 'false']), "trail: {before: 1, after: 2}",
                                                               self.entry("collection", ['docs', 'posts, docs', 'all']), self.entry("category", ['news', 'posts']), "extension: htm", "indexpage: start", "offset: 1"], 0, 5)
        lines = [f"pagination: {{{', '.join(general)}}}"]
        if r.random() < 0.4:
            kinds = {"tags": "layouts: [archive], title: 'Tag :tag', permalink: /t/:tag", "categories": "layouts: [archive, nested], title: ':cat', permalink: /c/:cat", "collections": "layouts: [archive]"}
            options = ", ".join(f"{kind}: {{{options}, {r.choice(['enabled: true', 'enabled: true, slugify: {mode: raw}', 'silent: true', 'enabled: false'])}}}" for kind, options in kinds.items())
            lines.append(f"autopages: {{enabled: true, {options}}}")
        return lines

    def front_matter(self):
        """Entries of front matter that the plugins read."""
        r = self.rng
        entries = {}
        if self.has("feed") or self.has("seo-tag"):
            entries |= {"author": r.choice(AUTHORS), "image": r.choice(IMAGES), "description": r.choice(["\"Own *text* & <b>\"", "~"]), "last_modified_at": r.choice(["2021-02-03", "2021-02-03", "2022-01-01 10:00:00", "2022-01-01 10:00:00", "2022-01-01 10:00:00 +0200"] + ["text"] * self.is_odd), "lang": "fr"}
        if self.has("feed"):
            entries |= {"feed": "{excerpt_only: true}", "summary": "a summary"}
        if self.has("seo-tag"):
            entries |= {"seo": r.choice(["{name: N, type: BlogPosting}", "{links: [\"https://example.com/l\"]}", "{date_modified: 2020-05-05}", "{}"]), "canonical_url": "https://example.com/c", "locale": "it_IT"}
        if self.has("redirect-from"):
            entries |= {"redirect_from": r.choice(["/old/", "[/o1, /o2/]", "[/x.html, sub/y]", "~"]), "redirect_to": r.choice(["https://example.com/new", "/about.html", "[/a, /b]"])}
        if self.has("toc"):
            entries |= {"toc": r.choice(["true", "false"])}
        if self.has("paginate-v2"):
            entries |= {"pagination": r.choice(["{enabled: true}", "{enabled: true, per_page: 1, collection: docs}", "{enabled: true, tag: a}", "{enabled: true, category: news, permalink: /x/:num/}", "{enabled: false}", "{enabled: true, sort_field: title, sort_reverse: true, limit: 1}"])}
        return {key: value for key, value in entries.items() if r.random() < 0.2}

    def tag(self):
        """A tag or variable of one of the plugins, or nothing."""
        r = self.rng
        tags = []
        if self.has("feed"):
            tags.append("{% feed_meta %}")
        if self.has("seo-tag"):
            tags += ["{% seo %}", "{% seo title=false %}", "{% seo title=false %}"]
        if self.has("toc"):
            tags += ["{% toc %}", "{{ content | toc_only }}", "{{ content | inject_anchors }}", "{{ content | toc }}"]
        if self.has("include-cache"):
            tags += ["{% include_cached one.html a=page.title %}", "{% include_cached two.html %}", "{% include_cached sub/three.md a='x' %}"]
        if self.has("paginate") or self.has("paginate-v2"):
            tags += ["{% for post in paginator.posts %}{{ post.title }} {{ post.url }},{% endfor %}", "{{ paginator.page }}/{{ paginator.total_pages }} {{ paginator.previous_page_path }} {{ paginator.next_page_path }}",
                     "{{ paginator.total_posts }}{{ paginator.per_page }}{{ paginator.previous_page }}{{ paginator.next_page }}"]
        if self.has("paginate-v2"):
            tags += ["{% for t in paginator.page_trail %}{{ t.num }} {{ t.path }} {{ t.title }};{% endfor %}", "{{ paginator.first_page_path }} {{ paginator.last_page_path }} {{ paginator.page_path }}"]
        if self.has("archives"):
            tags += ["{{ page.type }} {{ page.date | date: '%Y-%m' }} {{ page.posts | map: 'url' | join: ' ' }}"]
        return r.choice(tags) if tags else ""

    def pages(self, front_matter):
        """Pages and layouts that make the plugins do something."""
        r = self.rng
        files = {}
        if self.has("paginate") and r.random() < 0.7:
            files[r.choice(["list/index.html", "sub/index.html", "index.html"])] = front_matter() + self.tag() + "\n"
        if self.has("paginate-v2"):
            files["blog/index.html"] = "---\nlayout: base\ntitle: Blog\npagination: {enabled: true}\n---\n" + self.tag() + self.tag() + "\n"
            files["_layouts/archive.html"] = f"---\nlayout: {r.choice(['base', 'none'])}\n---\n{self.tag()}{{{{ page.title }}}} {{{{ page.autopages | jsonify }}}}{{{{ content }}}}\n"
        if self.has("archives"):
            files["_layouts/archive.html"] = f"---\nlayout: {r.choice(['base', 'none'])}\n---\n{self.tag()} {{{{ page.title }}}} {{{{ page.url }}}} {self.tag()}\n"
        if self.has("redirect-from") and r.random() < 0.3:
            files["_layouts/redirect.html"] = "to {{ page.redirect.to }} from {{ page.redirect.from }} {{ page.title | jsonify }}\n"
        return files



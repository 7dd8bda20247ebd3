"""Random Liquid for the sites of `sites.py`: reads of everything that Jekyll offers to templates, and all of its filters.

Values have kinds, so that most filters get what they expect. One in fifty gets something else, since Jekyll's answers to odd
input are part of its behaviour, too."""

VALUES = {
    "text": ["site.title", "site.url", "site.baseurl", "page.title", "page.url", "page.path", "page.name", "page.dir", "page.layout", "page.excerpt", "page.content",
             "page.id", "page.slug", "page.collection", "page.relative_path", "page.next.title", "page.previous.url", "page.custom", "page.ext", "page.permalink", "page['title']",
             "layout.name", "layout.style", "include.a", "jekyll.environment", "site.posts.last.title", "site.collections.first.label", "site.map.k", "'a b'", "\"it's\"",
             "'<p>Hi & bye</p>'", "'a,b,,c'", "''", "' x '", "'Ünï-Cöde 12'", "content", "x", "key", "site.data.team.ann.role"],
    "number": ["1", "0", "-3", "2.50", "site.number", "page.number", "site.posts.size", "site.pages.size", "forloop.index", "'10'", "y"],
    "list": ["site.list", "page.list", "page.tags", "page.categories", "site.data.team", "site.data.deep.more.k", "site.empty_list"],
    "items": ["site.posts", "site.pages", "site.html_pages", "site.docs", "site.documents", "site.categories.news", "site.tags.b", "site.static_files", "site.related_posts", "site.collections",
              "site.data.table", "paginator.posts"],
    "date": ["site.time", "page.date", "'2020-02-29'", "'2021-12-31 23:59:59 +0200'", "'now'", "site.posts.first.date", "site.date_value", "site.time_value", "1500000000"],
    "hash": ["site.map", "page.map", "site.data", "site.data.deep", "site.tags", "site.categories", "site.group", "layout", "include", "page", "site.posts.first", "site.docs.first", "site.data.table.first"],
    "other": ["true", "false", "nil", "empty", "blank", "(1..3)", "site.nothing", "page.nothing", "page.flag", "page.draft", "page.published", "site.show_drafts", "page.list[0]", "page.list.last"],
}
# Filters by the kind of their input, with the kind of their result.
FILTERS = {
    "text": {
        "text": ["upcase", "downcase", "capitalize", "escape", "escape_once", "strip", "lstrip", "rstrip", "strip_html", "strip_newlines", "newline_to_br", "replace: 'a', 'o'",
                 "replace_first: 'e', 'E'", "remove: 't'", "remove_first: 'e'", "append: '!'", "prepend: '>'", "truncate: 8", "truncate: 6, ''", "truncatewords: 2", "slice: 1, 3",
                 "slice: -2, 2", "url_encode", "url_decode", "markdownify", "smartify", "append: '' | slugify", "append: '' | slugify: 'pretty'", "append: '' | slugify: 'ascii'", "append: '' | slugify: 'latin'", "append: '' | slugify: 'raw'",
                 "append: '' | slugify: 'default'", "xml_escape", "append: '' | cgi_escape", "append: '' | uri_escape", "relative_url", "append: '' | slugify | absolute_url", "append: '' | strip_index", "normalize_whitespace", "jsonify", "inspect",
                 "default: 'none'", "reverse", "first", "last", "truncate", "truncatewords", "truncatewords: 1, '…'", "truncate: 0", "slice: 0", "slice: -1", "slice: 2, 0", "replace: '', '-'", "remove: ''", "append: page.title", "prepend: site.title", "default: page.custom", "date: '%Y'", "split: 'e' | join: '|'", "strip_html | strip",
                 "url_encode | url_decode", "escape | escape_once", "markdownify | strip_html", "prepend: '/a/' | uri_escape | absolute_url | absolute_url", "relative_url | relative_url", "jsonify | jsonify", "capitalize | downcase"],
        "number": ["size", "append: '' | number_of_words", "append: '' | number_of_words: 'auto'", "append: '' | number_of_words: 'cjk'", "append: '' | to_integer"],
        "list": ["split: ','", "split: ''", "split: ' '"],
    },
    "number": {
        "number": ["plus: 1", "minus: 2.5", "times: 3", "divided_by: 2", "divided_by: 2.0", "modulo: 3", "round", "round: 1", "ceil", "floor", "abs", "at_least: 2", "at_most: 2", "to_integer", "round: -1", "plus: '3'", "minus: '1.5'", "times: 1.1", "divided_by: '2'", "modulo: 2.5", "abs | floor", "at_most: '1.5'", "plus: page.number", "ceil | plus: 1"],
        "text": ["append: 'px'", "jsonify", "inspect", "default: 5"],
    },
    "list": {
        "list": ["reverse", "sort_natural", "uniq", "compact", "concat: site.list", "push: 'x'", "pop", "shift", "unshift: 'y'", "slice: 0, 2", "sort_natural | reverse", "uniq | size", "compact | first",
                 "slice: -1", "pop: 2", "shift: 2", "push: nil"],
        "text": ["join", "join: '/'", "first", "last", "compact | array_to_sentence_string", "compact | array_to_sentence_string: 'or'", "jsonify", "inspect", "where_exp: 'i', 'i contains \"a\"'"],
        "number": ["size"],
    },
    "items": {
        "items": ["reverse", "where: 'title', 'One'", "where: 'draft', nil", "where: 'layout', 'base'", "where: 'tags', 'a'", "where_exp: 'i', \"i.title contains 'e'\"", "where_exp: 'i', 'i.number > 1'",
                  "where_exp: 'i', 'i.title != nil and i.layout'", "sort: 'title'", "sort: 'number', 'last'", "sort: 'number', 'first'", "sort: 'url'", "sort: 'path'", "compact", "uniq", "concat: site.posts",
                  "sort: 'missing'", "slice: 0, 2", "sort: 'date'", "sort: 'title', 'first'", "sort: 'layout'", "sort_natural: 'title'", "uniq: 'layout'", "compact: 'title'", "where: 'tags', empty", "where: 'number', 2",
                  "where: 'flag', true", "where: 'custom', 'yes'", "where: 'date', page.date", "where: 'title', blank", "where_exp: 'i', 'i.tags contains \"a\" or i.title == \"Two\"'", "where_exp: 'i', 'i.number'", "where_exp: 'i', 'i.flag == true and i.number'",
                  "where_exp: 'i', 'i.title == page.title'", "where_exp: 'i', 'i.url contains site.map.k'", "where_exp: 'i', 'i.list.size > 1'", "where_exp: 'i', 'i.categories == empty'", "concat: site.docs | uniq", "push: page", "pop", "shift", "find_exp: 'i', 'i.title'"],
        "list": ["map: 'title'", "map: 'url'", "map: 'path'", "map: 'number'", "map: 'tags'", "map: 'name'", "map: 'layout'", "map: 'slug'"],
        "groups": ["group_by: 'layout'", "group_by: 'number'", "group_by: 'title'", "group_by_exp: 'i', 'i.url | size'", "group_by_exp: 'i', 'i.title'", "group_by: 'tags'", "group_by: 'missing'", "group_by: 'date'", "group_by: 'flag'", "group_by: 'categories'", "group_by_exp: 'i', 'i.date | date: \"%Y\"'",
                   "group_by_exp: 'i', 'i.title | upcase | slice: 0'", "group_by_exp: 'i', 'i.tags | join'"],
        "hash": ["first", "last", "find: 'title', 'Two'", "find_exp: 'i', 'i.number == 2'"],
        "number": ["size"],
    },
    "groups": {"list": ["map: 'name'", "map: 'size'"], "text": ["jsonify"], "number": ["size"]},
    "item": {"list": ["map: 'title'", "map: 'url'", "map: 'tags'"], "text": ["jsonify"]},
    "date": {
        "text": ["date: '%Y-%m-%d'", "date: '%b %-d, %Y %H:%M %z'", "date: '%s %j %U %a'", "date: '%e %B %y %I:%M %p'", "date_to_string", "date_to_string: 'ordinal', 'US'", "date_to_string: 'ordinal'",
                 "date_to_long_string", "date_to_long_string: 'ordinal'", "date_to_xmlschema", "date_to_rfc822", "date: ''", "date: '%c %x %X %Z %:z %L'", "date: '%-d.%-m.%y %^a %^B %#p %P %l %k'", "date: '%G-W%V-%u %w %C %h %D %F %T %R %r'", "date: '%N %3N %6N %s %Q %+ %v'", "date: '%010Y %_m %05d %-j %%'", "date: '%n%t%E %O %Ey %q'",
                 "date: '%::z %:::z'", "date: nil", "date: 3", "date_to_xmlschema | date: '%Y'", "date: '%s' | plus: 1 | date: '%F %T'", "append: ''", "jsonify", "inspect"],
    },
    "hash": {"number": ["size"], "text": ["jsonify | size", "first | size", "inspect | size", "join | size", "default: site.map | sort | size", "map: 'title' | jsonify", "escape | size", "jsonify | slice: 0, 30"]},
    "other": {"text": ["default: 'd'", "jsonify", "size", "append: 'x'", "inspect", "upcase", "first", "join", "date: '%Y'", "append: '' | slugify", "reverse", "plus: 1", "xml_escape", "append: '' | markdownify", "append: '' | slugify | absolute_url", "append: '' | cgi_escape",
                       "append: '' | relative_url", "default: false"]},
}
# Lists of items that may be nil, which no filter `sort` accepts.
MAYBE_NIL = ["site.docs", "site.categories.news", "site.tags.b", "site.data.table", "paginator.posts"]
# Filters that often fail, each with the whole site.
ODD_FILTERS = ["unknown_filter", "keys", "strip_index", "to_integer", "default: nil, 3", "where: 'a', 1", "where: 'title'", "where: 'title', 'One'", "scssify", "sassify", "replace: 'a'", "concat: site.list", "concat: page.tags", "round: 'x'", "divided_by: 0", "modulo: 0", "times: nil", "slugify", "map: 'size'", "sort", "sort: nil", "sort: 'tags'", "split: ','", "map: 'a'",
               "markdownify", "absolute_url", "array_to_sentence_string", "number_of_words", "where_exp: 'i', 'i != nil'", "group_by_exp: 'i', 'i | size'", "to_integer", "push: 1", "date: '%Y'", "where: 'a', 'b'", "group_by: 'a'", "find: 'a', 1",
               "sort_natural: 'size'", "truncatewords: 'x'", "slice: 'x'", "join: 1", "strip_html", "jsonify", "inspect", "relative_url", "uri_escape", "cgi_escape", "newline_to_br", "date_to_string", "smartify", "where_exp: 'i', 'i'"]
# Whole texts of these values are long, or differ on purpose. So these filters print a part of them.
WHOLE = {"items": " | map: 'url' | join: ' '", "item": " | map: 'url' | join: ' '", "groups": " | map: 'name' | join: ' '", "hash": " | size"}
# Values that are numbers or nil, so that they can be compared.
NUMBERS = [value for value in VALUES["number"] if value not in ("'10'", "y")]
OPERATORS = ["==", "!=", ">", "<", ">=", "<=", "contains", "<>"]
INCLUDE_ARGUMENTS = ["", "a=page.title", "a=\"text\"", "a=site.posts", "a=1", "a=page.list b='x'", "a=include.a", "a=\"it's\"", "a=true b=nil", "a=site.map.k c-d='e'"]
QUIET_ODDITIES = ["{% assign a.b = 1 %}{{ a.b }}", "{% case x %}text{% when 1, 2 or 3 %}w{% endcase %}", "{{ page.title.size.first }}", "{{ site.posts[0].title }}{{ site.posts[-1].url }}", "{{ site['title'] }}{{ site[key] }}",
                  "{% if page.tags == empty %}e{% endif %}{% if page.nothing == blank %}b{% endif %}", "{{ (1..3) | join }}", "{% unless x %}a{% elsif y %}b{% else %}c{% endunless %}", "{% raw %}{% if %}{% endraw %}",
                  "{%- comment -%} {{ x }} {%- endcomment -%}", "{% assign z = 'a,b' | split: ',' %}{{ z[1] }}{{ z.last }}", "{{ \"a'b\" }}{{ 'a\"b' }}", "{{ page.title|upcase|append:'x' }}", "{{ -1 }}{{ 1.0 }}{{ 1.50 }}{{ .5 }}",
                  "{{ page.date.year }}", "{{ forloop.index }}", "{{ 'x' | date: '%Y' }}", "{% cycle x: 'a', 'b' %}{% cycle y: 1, 2 %}", "{{ }}"]
FAILING_ODDITIES = ["{% assign x = %}", "{% if %}x{% endif %}", "{{ page.title | }}", "{{ 'a' | append }}", "{{ page | map: 'title' }}", "{% if 'a' < 1 %}x{% endif %}", "{% endif %}"]
LANGUAGES = ["ruby", "js linenos", "html", "yaml", "text", "python linenos=table", "ruby hl_lines=\"1 2\"", "c mark_lines=\"2\""]


class Templates:
    def __init__(self, rng, texts, includes, plugins=None, is_odd=True):
        self.rng, self.texts, self.includes, self.plugins, self.is_odd = rng, texts, includes, plugins, is_odd
        self.depth = 0

    def odd(self):
        """Whether to write something that often fails."""
        return self.is_odd and self.rng.random() < 0.01

    def value(self, kind=None):
        return self.rng.choice(VALUES[kind or self.rng.choice(list(VALUES))])

    def pipeline(self, kind=None, length=None):
        r = self.rng
        kind = kind or r.choice(["text", "text", "text", "number", "list", "items", "items", "date", "hash", "other"])
        parts = [self.value(kind)]
        for _ in range(r.choice([0, 1, 1, 1, 2, 2, 3]) if length is None else length):
            if self.odd():
                kind = self.of_one_representation(parts, kind, r.choice(list(FILTERS)))
            if self.odd():
                kind = self.of_one_representation(parts, kind, kind)
                parts.append(r.choice(ODD_FILTERS))
            result = r.choice(list(FILTERS[kind]))
            name = r.choice(FILTERS[kind][result])
            if not self.is_odd and name.startswith("sort: ") and parts[-1] in MAYBE_NIL:
                parts.append("default: site.posts")
            parts.append(name)
            if kind == "items" and result == "hash":
                result = "item"
            kind = result
        return " | ".join(parts), kind

    def of_one_representation(self, parts, kind, next_kind):
        """Reads the addresses of objects that filters returned, because their whole texts differ on purpose."""
        if len(parts) == 1 or kind not in ("items", "item", "groups"):
            return next_kind
        parts.append({"items": "map: 'url'", "item": "map: 'url'", "groups": "map: 'name'"}[kind])
        return "list"

    def output(self):
        r = self.rng
        text, kind = self.pipeline()
        if kind in WHOLE and (r.random() < 0.9 or kind != "hash" and " | " in text):
            text += WHOLE[kind]
        dash = r.choice(["", "", "", "-"])
        return f"{{{{{dash} {text} {dash}}}}}"

    def condition(self):
        r = self.rng

        def one():
            kind = r.choice(["text", "number", "other", "list", "date"])
            if r.random() < 0.4:
                return self.value(kind)
            if kind == "number" and not self.is_odd:
                return f"{r.choice(NUMBERS)} {r.choice(OPERATORS[:6])} {r.choice(NUMBERS)}"
            return f"{self.value(kind)} {r.choice(['==', '!='] if kind != 'number' or self.odd() else OPERATORS[:6])} {self.value(kind)}"

        return r.choice([one, one, lambda: f"{one()} {r.choice(['and', 'or'])} {one()}", lambda: f"{self.value('text')} contains 'a'", lambda: f"{self.value('list')} contains 'a'"])()

    def body(self):
        self.depth += 1
        text = self.text() if self.depth < 4 else self.output()
        self.depth -= 1
        return text

    def tag(self):
        r = self.rng
        if r.random() < 0.02 and self.is_odd:
            return r.choice([self.link, self.include_relative, self.liquid_oddity, lambda: "{% include one.html a=\"{{ page.title }}\" %}", lambda: "{% include one.html a=x | b=y %}"])()
        if r.random() < 0.02:
            return r.choice(["{% link assets/a.txt %}"] + QUIET_ODDITIES)
        return r.choice([self.assign, self.capture, self.branch, self.unless, self.loop, self.loop, self.case, self.cycle, self.counter, self.include, self.include,
                         self.raw, self.comment, self.highlight, self.table_row, self.if_changed, self.nested_loop])()

    def assign(self):
        name = self.rng.choice("xy")
        return f"{{% assign {name} = {self.pipeline('text' if name == 'x' else 'number', 1)[0]} %}}"

    def capture(self):
        return f"{{% capture {self.rng.choice(['x', 'key'])} %}}{self.body()}{{% endcapture %}}"

    def branch(self):
        otherwise = self.rng.choice(["", f"{{% elsif {self.condition()} %}}{self.body()}", f"{{% else %}}{self.body()}"])
        return f"{{% if {self.condition()} %}}{self.body()}{otherwise}{{% endif %}}"

    def unless(self):
        return f"{{%- unless {self.condition()} -%}}{self.body()}{{% endunless %}}"

    def loop(self):
        r = self.rng
        options = r.choice(["", "", "", " limit:2", " offset:1", " reversed", " limit:1 offset:continue", " limit:2 offset:1"])
        source, fields = r.choice([("items", "item.title item.url item.path item.date item.number item.excerpt item.tags"), ("list", "item"), ("other", "item"), ("hash", "item[0] item")])
        if source == "hash":
            source = r.choice(["site.tags", "site.categories", "site.map", "page.map", "site.data.deep"])
            inner = "{{ item[0] }}"
        else:
            source = self.value(source) if source != "other" else "(1..3)"
            inner = f"{{{{ {r.choice(fields.split())} }}}},"
        options = options.replace("1", r.choice(["1", "1", "1", "y", "page.number", "2"])) if options else options
        inner += r.choice(["", "", "{{ forloop.index0 }}{{ forloop.rindex }}{{ forloop.rindex0 }}{{ forloop.first }}{{ forloop.name }}", "{{ forloop.parentloop.index }}", "{{ forloop.index }}/{{ forloop.length }} ", self.body(), "{% if forloop.last %}.{% continue %}{% endif %};", "{% break %}"])
        return f"{{% for item in {source}{options} %}}{inner}{r.choice(['', '', '{% else %}none'])}{{% endfor %}}"

    def nested_loop(self):
        return f"{{% for a in (1..2) %}}{{% for b in {self.rng.choice(['page.tags', 'site.list', '(a..3)'])} %}}{{{{ a }}}}{{{{ b }}}}{{{{ forloop.parentloop.last }}}}{self.rng.choice(['', '{% break %}', self.counter(), self.cycle(), self.if_changed()])}{{% endfor %}}{{% endfor %}}"

    def include_relative(self):
        return self.rng.choice(["{% include_relative about.md %}", "{% include_relative assets/a.txt a=1 %}", "{% include_relative one.md %}", "{% include {{ page.custom }} %}", "{% include {{ 'one.html' }} a=1 %}"])

    def liquid_oddity(self):
        return self.rng.choice(QUIET_ODDITIES + FAILING_ODDITIES)

    def case(self):
        return f"{{% case {self.value('text')} %}}{{% when {self.value('text')} %}}{self.body()}{{% when 'One', 'a' or nil %}}b{{% else %}}{self.body()}{{% endcase %}}"

    def cycle(self):
        return f"{{% cycle {self.rng.choice(['', 'g: '])}'a', 'b', {self.value('number')} %}}"

    def counter(self):
        return f"{{% {self.rng.choice(['increment', 'decrement'])} {self.rng.choice('nm')} %}}"

    def include(self):
        return f"{{% include {self.rng.choice(self.includes)} {self.rng.choice(INCLUDE_ARGUMENTS)} %}}"

    def raw(self):
        return f"{{% raw %}}{{{{ {self.value()} }}}}{{% endraw %}}"

    def comment(self):
        return f"{{% comment %}}{self.body()}{{% endcomment %}}"

    def highlight(self):
        return f"{{% highlight {self.rng.choice(LANGUAGES)} %}}\nputs 1 # {self.texts.words(1, 2)}\nx = \"y\"\n{{% endhighlight %}}"

    def link(self):
        return self.rng.choice(["{% link about.md %}", "{% link index.html %}", "{% link _docs/one.md %}", "{% link assets/a.txt %}", "{% post_url 2020-01-02-first %}"])

    def table_row(self):
        r = self.rng
        source = r.choice(["(1..3)", "page.list", "site.list", "site.nothing"])
        return f"{{% tablerow item in {source} cols:{r.randint(1, 3)}{r.choice(['', ' limit:2', ' offset:1'])} %}}{{{{ item }}}}{r.choice(['', '{{ tablerowloop.col }}{{ tablerowloop.last }}'])}{{% endtablerow %}}"

    def if_changed(self):
        return "{% ifchanged %}" + self.output() + "{% endifchanged %}"

    def text(self):
        r = self.rng
        return "".join(r.choice([self.output, self.output, self.tag, lambda: self.texts.words(1, 4) + " ", lambda: "\n"])() for _ in range(r.randint(1, 4)))

#!/usr/bin/env python3
"""Writes a blog of N posts to build with Jekyll and with Hastie.

Usage: make_blog.py FOLDER N [--seed S]

The posts are what a technical blog holds: paragraphs with emphasis, links, inline code and footnotes, lists, tables,
fenced code in six languages, quotes, images, tags and categories. The site around them has a home page with pagination,
tag and archive pages, a feed and a sitemap written in Liquid, nested layouts, includes, data and a style sheet. The same
seed gives the same bytes. Nothing is random at build time.
"""
import argparse
import datetime
import os
import random

WORDS = ("the a of to and in is it that for on with as was by this be from or an are at which not have one had but some "
         "what there we out other were all your when use word how said each she time if will way about many then them "
         "write would like so these her long make thing see him two has look more day could go come did number sound no "
         "most people my over know water than call first who may down side been now find any new work part take get "
         "place made live where after back little only round man year came show every good me give our under name very "
         "through just form sentence great think say help low line differ turn cause much mean before move right boy "
         "old too same tell does set three want air well also play small end put home read hand port large spell add "
         "even land here must big high such follow act why ask men change went light kind off need house picture try us "
         "again animal point mother world near build self earth father").split()
TAGS = "rust ruby web performance testing design notes research tools databases networks teaching".split()
CATEGORIES = "engineering science life projects".split()

CODE = {
    "ruby": 'class Counter\n  attr_reader :total\n\n  def initialize(start = {n})\n    @total = start\n  end\n\n  # Adds each item once.\n'
            '  def add(items)\n    items.each {{ |item| @total += item.size }}\n    "sum: #{{@total}}"\n  end\nend\n',
    "python": 'def mean(values, default={n}):\n    """Average of the values."""\n    if not values:\n        return default\n'
              '    return sum(values) / len(values)\n\nprint(f"mean = {{mean([1, 2, 3]):.2f}}")\n',
    "javascript": 'const limit = {n};\nexport async function load(url) {{\n  const reply = await fetch(`${{url}}?n=${{limit}}`);\n'
                  '  if (!reply.ok) throw new Error("failed"); // say so\n  return reply.json();\n}}\n',
    "bash": '#!/usr/bin/env bash\nset -euo pipefail\nfor file in *.md; do\n  wc -w "$file" | awk \'{{ print $1 + {n} }}\'\ndone\n',
    "yaml": 'title: "Example {n}"\nitems:\n  - name: first\n    value: {n}\n  - name: second # a comment\n    value: null\n',
    "c": '#include <stdio.h>\n\nint main(void) {{\n    int total = {n};\n    for (int i = 0; i < 10; i++) total += i; /* sum */\n'
         '    printf("%d\\n", total);\n    return 0;\n}}\n',
}


class Writer:
    """Makes the text of a post out of one random stream."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def words(self, low, high):
        return [self.random.choice(WORDS) for _ in range(self.random.randint(low, high))]

    def title(self):
        return " ".join(self.words(3, 7)).capitalize()

    def sentence(self):
        words = self.words(6, 18)
        for i in range(1, len(words)):
            roll = self.random.random()
            if roll < 0.03:
                words[i] = f"*{words[i]}*"
            elif roll < 0.05:
                words[i] = f"**{words[i]}**"
            elif roll < 0.07:
                words[i] = f"`{words[i]}()`"
            elif roll < 0.085:
                words[i] = f"[{words[i]}](https://example.org/{words[i]})"
            elif roll < 0.10:
                words[i] = f'"{words[i]}"'
        return " ".join(words).capitalize() + self.random.choice([".", ".", ".", "!", "?", "..."])

    def paragraph(self):
        return "\n".join(self.sentence() for _ in range(self.random.randint(3, 6)))

    def bullets(self):
        mark = self.random.choice(["- ", "* ", "1. "])
        lines = []
        for _ in range(self.random.randint(3, 6)):
            lines.append(mark + self.sentence())
            if self.random.random() < 0.25:
                lines.append(" " * len(mark) + "- " + self.sentence())
        return "\n".join(lines)

    def table(self):
        rows = ["| name | count | note |", "|:-----|------:|------|"]
        for _ in range(self.random.randint(3, 8)):
            rows.append(f"| {self.random.choice(WORDS)} | {self.random.randint(1, 9999)} | {' '.join(self.words(2, 5))} |")
        return "\n".join(rows)

    def code(self):
        language = self.random.choice(sorted(CODE))
        return f"```{language}\n{CODE[language].format(n=self.random.randint(1, 500))}```"

    def quote(self):
        return "\n".join("> " + self.sentence() for _ in range(self.random.randint(1, 3)))

    def body(self):
        parts = [self.paragraph()]
        for _ in range(self.random.randint(3, 5)):
            parts.append("## " + self.title())
            parts.append(self.paragraph())
            parts.append(self.random.choice([self.bullets, self.table, self.code, self.quote, self.code, self.paragraph])())
        if self.random.random() < 0.3:
            parts.append("A claim that needs a source.[^1]")
            parts.append("[^1]: " + self.sentence())
        return "\n\n".join(parts) + "\n"


FILES = {
    "_config.yml": "title: A long-running blog\ndescription: Made to be built many times\nurl: https://blog.example.org\n"
                   "permalink: /:categories/:year/:month/:day/:title/\nplugins: [jekyll-paginate]\npaginate: 10\n"
                   "paginate_path: /page/:num/\nauthor: {name: A. Writer, email: writer@example.org}\n"
                   "sass: {style: compressed}\n",
    "_data/nav.yml": "- {title: Home, url: /}\n- {title: Archive, url: /archive/}\n- {title: Tags, url: /tags/}\n- {title: About, url: /about/}\n",
    "_includes/nav.html": '<nav>{% for item in site.data.nav %}<a href="{{ item.url | relative_url }}"'
                          '{% if page.url == item.url %} class="here"{% endif %}>{{ item.title }}</a>{% endfor %}</nav>\n',
    "_includes/meta.html": '<title>{% if page.title %}{{ page.title | escape }} | {% endif %}{{ site.title }}</title>\n'
                           '<meta name="description" content="{{ page.excerpt | default: site.description | strip_html | strip_newlines | truncate: 160 }}">\n'
                           '<link rel="canonical" href="{{ page.url | absolute_url }}">\n',
    "_layouts/default.html": '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n{% include meta.html %}'
                             '<link rel="stylesheet" href="{{ \'/assets/main.css\' | relative_url }}">\n</head>\n<body>\n{% include nav.html %}'
                             '<main>\n{{ content }}\n</main>\n<footer>{{ site.author.name }}, {{ site.time | date: "%Y" }}</footer>\n</body>\n</html>\n',
    "_layouts/post.html": '---\nlayout: default\n---\n<article>\n<h1>{{ page.title }}</h1>\n<p><time datetime="{{ page.date | date_to_xmlschema }}">'
                          '{{ page.date | date: "%B %-d, %Y" }}</time> · {{ content | number_of_words }} words</p>\n{{ content }}\n'
                          '<p>{% for tag in page.tags %}<a href="/tags/#{{ tag | slugify }}">{{ tag }}</a>{% unless forloop.last %}, {% endunless %}{% endfor %}</p>\n'
                          '{% if page.previous %}<a href="{{ page.previous.url }}">{{ page.previous.title }}</a>{% endif %}\n'
                          '{% if page.next %}<a href="{{ page.next.url }}">{{ page.next.title }}</a>{% endif %}\n</article>\n',
    "index.html": '---\nlayout: default\n---\n{% for post in paginator.posts %}<h2><a href="{{ post.url | relative_url }}">{{ post.title }}</a></h2>\n'
                  '{{ post.excerpt }}\n{% endfor %}\n<p>{% if paginator.previous_page %}<a href="{{ paginator.previous_page_path }}">newer</a>{% endif %}'
                  ' {{ paginator.page }}/{{ paginator.total_pages }} {% if paginator.next_page %}<a href="{{ paginator.next_page_path }}">older</a>{% endif %}</p>\n',
    "archive.md": '---\nlayout: default\ntitle: Archive\npermalink: /archive/\n---\n{% assign years = site.posts | group_by_exp: "post", "post.date | date: \'%Y\'" %}'
                  '{% for year in years %}\n## {{ year.name }}\n\n{% for post in year.items %}- [{{ post.title }}]({{ post.url }})\n{% endfor %}{% endfor %}\n',
    "tags.html": '---\nlayout: default\ntitle: Tags\npermalink: /tags/\n---\n{% assign tags = site.tags | sort %}{% for tag in tags %}<h2 id="{{ tag[0] | slugify }}">{{ tag[0] }}</h2>\n'
                 '<ul>{% for post in tag[1] %}<li><a href="{{ post.url }}">{{ post.title }}</a></li>{% endfor %}</ul>\n{% endfor %}\n',
    "about.md": "---\nlayout: default\ntitle: About\npermalink: /about/\n---\nA blog made to be measured.\n",
    "feed.xml": '---\n---\n<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n<title>{{ site.title | xml_escape }}</title>\n'
                '{% for post in site.posts limit: 10 %}<entry><title>{{ post.title | xml_escape }}</title><updated>{{ post.date | date_to_xmlschema }}</updated>'
                '<link href="{{ post.url | absolute_url }}"/><content type="html">{{ post.content | xml_escape }}</content></entry>\n{% endfor %}</feed>\n',
    "sitemap.xml": '---\n---\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{% for post in site.posts %}<url><loc>{{ post.url | absolute_url }}</loc></url>\n{% endfor %}</urlset>\n',
    "assets/main.scss": '---\n---\n@import "theme";\nbody { font: 16px/1.6 $font; nav a { color: $link; &.here { font-weight: bold; } } }\n',
    "_sass/_theme.scss": '$font: Georgia, serif;\n$link: #1756a9;\n@each $level, $size in (1: 2rem, 2: 1.5rem, 3: 1.2rem) { h#{$level} { font-size: $size; } }\n'
                         'table { border-collapse: collapse; td, th { padding: .2em .6em; border: 1px solid lighten($link, 40%); } }\n',
}


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("folder")
    ap.add_argument("posts", type=int)
    ap.add_argument("--seed", type=int, default=1886)
    args = ap.parse_args()
    for name, text in FILES.items():
        write(os.path.join(args.folder, name), text)
    writer = Writer(args.seed)
    first = datetime.date(2005, 1, 3)
    step = 7600 / max(1, args.posts)
    for n in range(args.posts):
        day = first + datetime.timedelta(days=int(n * step))
        title = writer.title()
        tags = sorted(writer.random.sample(TAGS, writer.random.randint(1, 4)))
        head = (f'---\nlayout: post\ntitle: "{title}"\ndate: {day} {n % 24:02}:{n % 60:02}:00 +0000\n'
                f'categories: {writer.random.choice(CATEGORIES)}\ntags: [{", ".join(tags)}]\n---\n')
        slug = title.lower().replace(" ", "-")
        write(os.path.join(args.folder, "_posts", f"{day}-{slug}-{n}.md"), head + writer.body())


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes the blog of make_blog.py as a site for Hugo: the same posts, and templates that make the same kinds of pages.

Usage: hugo_blog.py BLOG FOLDER

Hugo cannot build a Jekyll site, so that what it makes is like the blog and not the same: nested templates, navigation, a home
page in pages of ten, an archive by year, pages of tags, a feed of ten posts in full, a sitemap, a compressed style sheet from
SCSS, and highlighted code with classes.
"""
import pathlib
import re
import sys

FILES = {
    "config.yaml": "title: A long-running blog\nbaseURL: https://blog.example.org/\nlanguageCode: en\npaginate: 10\n"
                   "permalinks: {posts: '/:year/:month/:day/:slug/'}\ntaxonomies: {tag: tags, category: categories}\n"
                   "markup: {highlight: {noClasses: false}, goldmark: {renderer: {unsafe: true}}}\n"
                   "services: {rss: {limit: 10}}\nparams: {description: Made to be built many times, author: A. Writer}\n",
    "data/nav.yaml": "- {title: Home, url: /}\n- {title: Archive, url: /archive/}\n- {title: Tags, url: /tags/}\n- {title: About, url: /about/}\n",
    "layouts/partials/nav.html": '<nav>{{ $here := .RelPermalink }}{{ range .Site.Data.nav }}<a href="{{ .url | relURL }}"'
                                 '{{ if eq $here .url }} class="here"{{ end }}>{{ .title }}</a>{{ end }}</nav>\n',
    "layouts/partials/meta.html": '<title>{{ with .Title }}{{ . }} | {{ end }}{{ .Site.Title }}</title>\n'
                                  '<meta name="description" content="{{ with .Summary }}{{ . | plainify | truncate 160 }}{{ else }}{{ .Site.Params.description }}{{ end }}">\n'
                                  '<link rel="canonical" href="{{ .Permalink }}">\n',
    "layouts/_default/baseof.html": '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n{{ partial "meta.html" . }}'
                                    '{{ $css := resources.Get "main.scss" | toCSS (dict "outputStyle" "compressed") }}<link rel="stylesheet" href="{{ $css.RelPermalink }}">\n'
                                    '</head>\n<body>\n{{ partial "nav.html" . }}<main>\n{{ block "main" . }}{{ end }}\n</main>\n'
                                    '<footer>{{ .Site.Params.author }}, {{ now.Format "2006" }}</footer>\n</body>\n</html>\n',
    "layouts/_default/single.html": '{{ define "main" }}{{ .Content }}{{ end }}\n',
    "layouts/posts/single.html": '{{ define "main" }}<article>\n<h1>{{ .Title }}</h1>\n<p><time datetime="{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}">'
                                 '{{ .Date.Format "January 2, 2006" }}</time> · {{ .WordCount }} words</p>\n{{ .Content }}\n'
                                 '<p>{{ range $i, $tag := .Params.tags }}{{ if $i }}, {{ end }}<a href="/tags/{{ $tag | urlize }}">{{ $tag }}</a>{{ end }}</p>\n'
                                 '{{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}\n'
                                 '{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}\n</article>{{ end }}\n',
    "layouts/index.html": '{{ define "main" }}{{ $page := .Paginate (where .Site.RegularPages "Section" "posts") }}{{ range $page.Pages }}<h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2>\n'
                          '{{ .Summary }}\n{{ end }}\n<p>{{ with $page.Prev }}<a href="{{ .URL }}">newer</a>{{ end }} {{ $page.PageNumber }}/{{ $page.TotalPages }} '
                          '{{ with $page.Next }}<a href="{{ .URL }}">older</a>{{ end }}</p>{{ end }}\n',
    "layouts/_default/archive.html": '{{ define "main" }}{{ range (where .Site.RegularPages "Section" "posts").GroupByDate "2006" }}<h2>{{ .Key }}</h2>\n<ul>'
                                     '{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>\n{{ end }}</ul>{{ end }}{{ end }}\n',
    "layouts/_default/list.html": '{{ define "main" }}<h1>{{ .Title }}</h1>\n<ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>\n{{ end }}</ul>{{ end }}\n',
    "layouts/index.rss.xml": '<feed xmlns="http://www.w3.org/2005/Atom">\n<title>{{ .Site.Title }}</title>\n{{ range first 10 (where .Site.RegularPages "Section" "posts") }}'
                             '<entry><title>{{ .Title }}</title><updated>{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}</updated><link href="{{ .Permalink }}"/>'
                             '<content type="html">{{ .Content | html }}</content></entry>\n{{ end }}</feed>\n',
    "content/archive.md": "---\ntitle: Archive\nlayout: archive\n---\n",
    "content/about.md": "---\ntitle: About\n---\nA blog made to be measured.\n",
}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.split("\n\n")[1])
    blog, folder = map(pathlib.Path, sys.argv[1:])
    for name, text in FILES.items():
        write(folder / name, text)
    theme = (blog / "_sass/_theme.scss").read_text()
    sheet = (blog / "assets/main.scss").read_text().split("---\n", 2)[2]
    write(folder / "assets/_theme.scss", theme)
    write(folder / "assets/main.scss", sheet)
    for post in sorted((blog / "_posts").iterdir()):
        text = re.sub(r"^layout: post\n", "", post.read_text(), count=1, flags=re.M)
        text = re.sub(r"^categories: (\S+)$", r"categories: [\1]", text, count=1, flags=re.M)
        # Dates as Go reads them.
        text = re.sub(r"^date: (\S+) (\S+) \+0000$", r"date: \1T\2Z", text, count=1, flags=re.M)
        write(folder / "content/posts" / post.name, text)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


if __name__ == "__main__":
    main()

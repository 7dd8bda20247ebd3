"""Random requests for the engines alone, in the form that `hastie liquid|kramdown|yaml|highlight|sass --jsonl` reads."""

import functools
import glob
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", folder) for folder in ("rouge", "sass_random")]
from kramdown_options import KramdownOptions
from mutate import mutant
from sheets import Sheets
from templates import Templates
from texts import Texts

SCALARS = ["1", "-7", "+3", "0", "007", "0o17", "0x1F", "0b11", "1_000", "1.5", "1.", ".5", "-1e3", "1e-2", "1.5E+2", ".inf", "-.Inf", ".nan", "true", "no", "Yes", "ON", "off", "y", "n", "~", "null", "Null",
           "2020-01-02", "2020-1-2", "2020-01-02 03:04:05", "2020-01-02T03:04:05Z", "2020-01-02 03:04:05.678 +02:00", "12:30", "12:30:45", "190:20:30", "2020-13-40", "=", "<<", "text", "two words", "it's",
           "\"double \\n \\u00e9 \\x41\"", "'single ''quoted'''", "a #b", "a# b", "!tag x", "!!str 1", "!!int '3'", "!!float 1", "!ruby/symbol x", ":symbol",
           "ünï", "日本", "\\t", "a\\nb", "1,000", "1.2.3", "0.0", "-0", "1e1000", "0x", "0b2", "089", "+", "...x", "---x", "http://a/b:c", "\"\"", "''", "key:value"]
# YAML allows these behind the dash of a sequence, but not behind a key.
NESTED = ["- x", "-", ": x", "? x", "- - x", "a: b", "? x\n{indent}  : y"]
JEKYLL = {"input": "GFM", "auto_ids": True, "toc_levels": "1..6", "entity_output": "as_char", "smart_quotes": "lsquo,rsquo,ldquo,rdquo", "hard_wrap": False, "guess_lang": True, "footnote_nr": 1, "show_warnings": False,
          "syntax_highlighter": "rouge", "syntax_highlighter_opts": {"guess_lang": True, "default_lang": "plaintext"}}
INVALID = ["[x", "@at", "`tick", "%p", "*", "&", "a: b", "*none", "'open", "\"open", "}", "!<x", "- x", "-", ":", "? x", "| x", "> x", "!!str !!int 1"]
KEYS = ["a{n}", "b{n}", "c c{n}", "yes{n}", "1{n}", "~{n}", "date{n}", ":sym{n}", "\"q{n}\"", "<<{n}"]


@functools.cache
def samples():
    """Rouge's own samples, by language."""
    texts = {}
    for folder in ("lib/rouge/demos", "spec/visual/samples"):
        for path in sorted(glob.glob(os.path.join(os.environ["REF_DIR"], "lib/rouge", folder, "*"))):
            with open(path, encoding="utf-8", errors="ignore", newline="") as file:
                texts.setdefault(os.path.basename(path), []).append(file.read())
    return texts


class Request:
    """One random request, made from a seed."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.texts = Texts(self.rng)

    def kramdown(self):
        options = self.rng.choice(["jekyll"] * 6 + [{}, {"input": "GFM"}, {**JEKYLL, "input": "kramdown"}] + [{**JEKYLL, **self.options()}] * 6)
        html = "html" in str(options)
        text = self.texts.html_document() if html and self.rng.random() < 0.6 else self.texts.document(1, 8)
        return {"input": self.mutated(text), "options": options}

    def options(self):
        # `cases` turns keys into symbols, which kramdown refuses for links.
        options = {name: value for name, value in KramdownOptions(self.rng).options().items() if name != "link_defs"}
        return {name: None if value == "~" else value for name, value in options.items()}

    def liquid(self):
        templates = Templates(self.rng, self.texts, ["one.html"])
        text = "".join(templates.text() for _ in range(self.rng.randint(1, 3)))
        for tag in ("{% include", "{% link", "{% post_url"):
            text = text.replace(tag, "{% assign z =")
        return {"template": self.mutated(text) if self.rng.random() < 0.3 else text, "data": self.data(), "config": {"url": "https://example.com", "baseurl": "/base"}}

    def yaml(self):
        text = self.block(0)
        if "*x" in text:
            text = ("- &x 5\n" if text.startswith(("- ", "-\n")) else "anchor: &x 5\n") + text
        return {"yaml": self.mutated(text) if self.rng.random() < 0.25 else text}

    def highlight(self):
        language = self.rng.choice(sorted(samples()))
        text = self.rng.choice(samples()[language])
        return {"lang": language, "input": mutant(self.rng, text, text.split("\n"))}

    def sass(self):
        syntax, text = Sheets(self.rng).sheet()
        return {"syntax": "sass" if syntax == "indented" else syntax, "input": text, "style": self.rng.choice(["expanded", "expanded", "compressed"])}

    def data(self):
        r = self.rng
        item = lambda: {"title": r.choice(["One", "Two", "e", None, 3]), "number": r.choice([1, 2.5, None, "7"]), "url": r.choice(["/a/", "/b.html"]), "tags": r.choice([["a"], [], None]), "layout": r.choice(["base", None])}
        page = {"title": r.choice(["Page", "", None, 7, "<b>Ü</b>"]), "url": "/p/", "tags": ["a", "B"], "list": [3, "x", None, 1.5], "map": {"a": 1, "b": [2]}, "number": r.choice([0, -3, 2.5, "12"]), "flag": r.choice([True, False]),
                "date": r.choice(["2020-02-29", "2021-12-31 23:59:59 +0200", 1500000000]), "content": "text", "custom": r.choice(["c", ["d"], {"e": 1}])}
        site = {"title": "Site", "posts": [item() for _ in range(r.randint(0, 3))], "pages": [item() for _ in range(2)], "list": ["c", "a", "B", 10], "map": {"k": "v"}, "number": 3, "time": "2026-01-15 12:00:00 +0000",
                "tags": {"a": [item()], "b": []}, "categories": {"news": [item()]}, "data": {"team": [{"name": "Ann"}], "deep": {"more": {"k": [1]}}, "table": [item()]}, "docs": [item()]}
        return {"page": page, "site": site, "content": "<p>content</p>", "layout": {"name": "base"}, "key": "title", "x": r.choice(["x", 1, None]), "y": r.choice([2, "3", 1.5])}

    def block(self, depth):
        r = self.rng
        indent = "  " * depth
        lines = []
        sequence = r.random() < 0.4
        for number in range(r.randint(1, 4)):
            key = r.choice(KEYS).replace("{n}", str(number) if r.random() < 0.8 else "")
            head = f"{indent}- " if sequence else f"{indent}{key}: "
            kind = r.random()
            if key == "<<" and not sequence and r.random() < 0.95:
                lines.append(head + self.merged())
            elif sequence and kind < 0.03:
                lines.append(head + r.choice(NESTED).replace("{indent}", indent))
            elif kind < 0.55 or depth > 2:
                lines.append(head + self.scalar() + r.choice(["", "", "", " # comment"]))
            elif kind < 0.65:
                lines.append(head + self.flow(0))
            elif kind < 0.75:
                lines.append(head + self.literal(indent))
            elif kind < 0.77:
                lines.append(head + "*x")
            elif kind < 0.85:
                lines.append(f"{head}{self.plain()}\n{indent}    {self.continuation()}")
            else:
                lines += [head.rstrip(), self.block(depth + 1)]
        return "\n".join(lines)

    def scalar(self):
        """A scalar in one line, perhaps with an anchor or a tag."""
        r = self.rng
        if r.random() < 0.005:
            return r.choice(INVALID)
        scalar = r.choice(SCALARS)
        return r.choice(["", "", "", "&x ", "" if scalar.startswith("!") else "!!str "]) + scalar

    def merged(self):
        """The value of a key `<<`: a hash. Lists of hashes, which YAML merges, are an error in Jekyll."""
        return self.rng.choice(["{a: 1, m: 2}", "{}", "{<<: {z: 1}, y: 2}", "&x {q: r}"] * 5 + ["[{a: 1}, {b: 2, a: 3}]", "[]"])

    def literal(self, indent):
        """A block scalar. No line has fewer spaces than the first."""
        r = self.rng
        style = r.choice(["", "-", "+", "2", "2-", "+2"])
        first = "" if "2" in style else r.choice(["", "", " ", "  "])
        spaces = lambda: first + r.choice(["", "", " ", "  "])
        leads = [first + r.choice([""] * 30 + ["  "])] + [spaces() for _ in range(r.randint(0, 2))]
        body = "\n".join(f"{indent}  {lead}{self.texts.words(1, 4)}" for lead in leads)
        return f"{r.choice('|>')}{style}\n{body}" + r.choice(["", "\n", "\n\n"])

    def plain(self):
        """The first line of a plain scalar. It nearly always starts with a letter, and contains no comment."""
        text = self.continuation()
        if self.rng.random() < 0.02:
            return text
        return ("" if text[0].isalpha() else "w ") + text.replace(" #", " a#")

    def continuation(self):
        """The second line of a plain scalar. It nearly never ends as a key does."""
        text = self.texts.words(1, 3)
        return text if self.rng.random() < 0.02 else text.removesuffix(":")

    def flow(self, depth):
        r = self.rng
        if depth > 2 or r.random() < 0.4:
            scalar = r.choice(SCALARS)
            # The comment would swallow the rest of the line.
            return scalar if depth == 0 or " #" not in scalar else "a#b"
        items = [self.flow(depth + 1) for _ in range(r.randint(0, 3))]
        if r.random() < 0.5:
            return "[" + ", ".join(items) + "]"
        return "{" + ", ".join(f"{r.choice('abc')}: {item}" for item in items) + "}"

    def mutated(self, text):
        r = self.rng
        for _ in range(r.choice([0, 0, 1, 1, 2, 4])):
            start = r.randint(0, len(text))
            end = min(len(text), start + r.choice([0, 1, 1, 3, 10]))
            piece = r.choice(["", "", "\n", " ", "  ", "\t", "*", "_", "`", "[", "]", "(", "<", ">", "|", ":", "-", "#", "{", "}", "{:", "\\", "'", '"', "&", "^", "~", "!", "=", "%", "{%", "%}", "}}", "\n\n", "    ", text[start:end] * 2])
            text = text[:start] + piece + text[end:]
        return text

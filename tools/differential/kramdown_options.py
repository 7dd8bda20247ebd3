"""Random options of kramdown, as a request of `engines.py` or as lines of `_config.yml`."""

import json

VALUES = {
    "input": ["GFM", "kramdown", "GFM", "html"],
    "auto_ids": [False, True],
    "auto_id_stripping": [True],
    "auto_id_prefix": ["p-", "1"],
    "parse_block_html": [True],
    "parse_span_html": [False],
    "html_to_native": [True],
    "footnote_nr": [3, 0],
    "entity_output": ["numeric", "symbolic", "as_input"],
    "toc_levels": ["2..3", [1, 3], "1,2"],
    "smart_quotes": ["apos,apos,quot,quot", ["laquo", "raquo", "bdquo", "ldquo"], "8216,39,8220,34"],
    "typographic_symbols": [{"hellip": "...", "mdash": "--"}, {"ndash": "to", "laquo": "<"}],
    "header_offset": [1, -1],
    "math_engine": ["~"],
    "footnote_backlink": ["", "up &uarr; <b>", "^"],
    "footnote_backlink_inline": [True],
    "footnote_prefix": ["x-"],
    "footnote_link_text": ["[%s]"],
    "header_links": [True],
    "remove_line_breaks_for_cjk": [True],
    "forbidden_inline_options": [["template", "auto_ids"]],
    "hard_wrap": [True, False],
    "gfm_quirks": [["no_auto_typographic"], [], "paragraph_end,no_auto_typographic"],
    "link_defs": [{"ref": ["/elsewhere/"], "nope": ["/n", "Title"]}],
    "syntax_highlighter": ["~", "rouge"],
    "syntax_highlighter_opts": [{"disable": True}, {"css_class": "hl"}, {"block": {"line_numbers": True}}, {"default_lang": "ruby", "guess_lang": False}, {"span": {"disable": True}, "block": {"wrap": False}},
                                {"block": {"line_numbers": True, "start_line": 4}}],
}
# Types that end the build.
ODD_VALUES = {"toc_levels": [4], "forbidden_inline_options": ["toc_levels"]}


class KramdownOptions:
    def __init__(self, rng, is_odd=True, for_pages=False):
        self.rng, self.is_odd = rng, is_odd
        # GitHub Pages' Jekyll fails if link_defs is set.
        self.names = [name for name in VALUES if name != "link_defs" or is_odd or not for_pages]

    def options(self):
        names = self.rng.sample(self.names, self.rng.randint(1, 4))
        return {name: self.rng.choice(VALUES[name] + (ODD_VALUES.get(name, []) if self.is_odd else [])) for name in names}

    def settings(self):
        lines = [f"  {name}: {'~' if value == '~' else json.dumps(value)}" for name, value in self.options().items()]
        return "kramdown:\n" + "\n".join(lines)

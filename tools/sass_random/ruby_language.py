"""Random style sheets in the language of Ruby Sass 3.7: without modules, calculations and the newer colours."""

from expressions import Expressions
from sheets import Node, Sheets, render_indented, render_scss

FUNCTIONS = [
    ("abs", "n"), ("ceil", "n"), ("floor", "n"), ("round", "n"), ("percentage", "u"), ("max", "n*"), ("min", "n*"),
    ("unit", "n"), ("unitless", "n"), ("comparable", "nn"), ("length", "l"), ("nth", "li"), ("set-nth", "liv"),
    ("join", "ll"), ("join", "lls"), ("append", "lv"), ("append", "lvs"), ("zip", "l*"), ("index", "lv"),
    ("is-bracketed", "l"), ("list-separator", "l"), ("map-get", "mk"), ("map-merge", "mm"), ("map-remove", "mk"),
    ("map-keys", "m"), ("map-values", "m"), ("map-has-key", "mk"), ("unquote", "t"), ("quote", "t"), ("str-length", "t"),
    ("str-insert", "tti"), ("str-index", "tt"), ("str-slice", "ti"), ("str-slice", "tii"), ("to-upper-case", "t"),
    ("to-lower-case", "t"), ("lighten", "cp"), ("darken", "cp"), ("saturate", "cp"), ("desaturate", "cp"),
    ("adjust-hue", "ca"), ("opacify", "cf"), ("transparentize", "cf"), ("mix", "cc"), ("mix", "ccp"), ("rgba", "cf"),
    ("rgb", "nnn"), ("rgba", "nnnf"), ("hsl", "app"), ("hsla", "appf"), ("red", "c"), ("hue", "c"), ("lightness", "c"),
    ("alpha", "c"), ("opacity", "c"), ("grayscale", "c"), ("complement", "c"), ("invert", "c"), ("invert", "cp"),
    ("ie-hex-str", "c"), ("adjust-color", "cA"), ("scale-color", "cB"), ("change-color", "cA"), ("if", "bvv"),
    ("inspect", "v"), ("type-of", "v"), ("selector-nest", "qq"), ("selector-append", "qq"), ("selector-unify", "qq"),
    ("selector-extend", "qqq"), ("selector-replace", "qqq"), ("is-superselector", "qq"), ("simple-selectors", "q"),
    ("selector-parse", "q"), ("unknown", "v*"), ("feature-exists", "t"), ("function-exists", "t"),
]


class RubyExpressions(Expressions):
    def channel(self, low, high):
        return super().channel(low, high).replace("none", "1")

    def color(self):
        random = self.random
        percent = lambda: f"{random.randint(-5, 105)}%"
        return random.choice([
            lambda: random.choice(["red", "blue", "rebeccapurple", "transparent", "White", "gray", "aqua", "fuchsia"]),
            lambda: random.choice(["#abc", "#ABCDEF", "#1234", "#12345678", "#000", "#fff", "#f0f"]),
            lambda: f"rgb({random.randint(0, 300)}, {random.randint(0, 255)}, {random.randint(0, 255)})",
            lambda: f"rgba({random.randint(0, 255)}, {percent()}, 3, {random.choice(['0', '1', '0.5', '.3'])})",
            lambda: f"hsl({random.randint(-40, 400)}, {percent()}, {percent()})",
        ])()

    def list(self, depth):
        text = super().list(depth)
        return text.replace("list.slash", "")

    def calculation(self, depth):
        return f"calc({self.number()} {self.random.choice('+-*/')} #{{{self.number()}}})"

    def channels(self, percent):
        random = self.random
        known = [("red", 255), ("green", 255), ("hue", 360), ("saturation", 100), ("lightness", 100), ("alpha", 1), ("x", 1)]
        out = []
        for name, most in random.sample(known, random.choice([1, 1, 2])):
            unit = "%" if percent or name in ("saturation", "lightness") else ""
            out.append(f"${name}: {round(random.uniform(-most, most), 2)}{unit}")
        return ", ".join(out)

    def call(self, depth):
        random = self.random
        name, kinds = random.choice(FUNCTIONS)
        if kinds.endswith("*"):
            args = [self.argument(kinds[0], depth) for _ in range(random.choice([0, 1, 2, 2, 3]))]
        else:
            args = [self.argument(kind, depth) for kind in kinds]
        if random.random() < 0.02 and args:
            args.pop()
        if random.random() < 0.02:
            args.append(self.value(0))
        return f"{name}({', '.join(args)})"


class RubySheets(Sheets):
    """Makes sheets with `random`."""

    def sheet(self):
        random = self.random
        syntax = random.choices(["scss", "indented"], [3, 1])[0]
        self.plain = False
        self.expressions = RubyExpressions(random)
        self.mixins, self.depth, self.loops, self.extends = [], 0, 0, 0
        nodes = []
        for name in ("x", "y"):
            nodes.append(Node(f"${name}: {random.choice([self.expressions.number, self.value])()}"))
            self.expressions.variables.append(name)
        nodes += [self.statement(top=True) for _ in range(random.randint(1, 5))]
        return syntax, (render_indented if syntax == "indented" else render_scss)(nodes)

    def value(self):
        return super().value().replace("meta.inspect", "inspect")

    def mixin(self, nested):
        node = super().mixin(nested)
        if node.children and node.children[-1].text == "@content(1)":
            node.children[-1].text = "@content"
            self.mixins[-1] = (*self.mixins[-1][:3], False)
        return node

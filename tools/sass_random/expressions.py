"""Random SassScript: numbers, colours, strings, lists, maps, calculations and calls of all built-in functions."""

MODULES = {
    "math": [
        ("abs", "n"), ("acos", "u"), ("asin", "u"), ("atan", "u"), ("atan2", "nn"), ("ceil", "n"), ("clamp", "nnn"),
        ("cos", "n"), ("compatible", "nn"), ("floor", "n"), ("hypot", "n*"), ("is-unitless", "n"), ("log", "u"),
        ("log", "uu"), ("max", "n*"), ("min", "n*"), ("percentage", "u"), ("pow", "uu"), ("round", "n"), ("sin", "n"),
        ("sqrt", "u"), ("tan", "n"), ("unit", "n"), ("div", "nn"),
    ],
    "list": [
        ("length", "l"), ("nth", "li"), ("set-nth", "liv"), ("join", "ll"), ("join", "lls"), ("append", "lv"),
        ("append", "lvs"), ("zip", "l*"), ("index", "lv"), ("is-bracketed", "l"), ("separator", "l"), ("slash", "v*"),
    ],
    "map": [
        ("get", "mk"), ("get", "mkk"), ("set", "mkv"), ("set", "mkkv"), ("merge", "mm"), ("merge", "mkm"),
        ("remove", "mk"), ("remove", "mkk"), ("keys", "m"), ("values", "m"), ("has-key", "mk"), ("has-key", "mkk"),
        ("deep-merge", "mm"), ("deep-remove", "mkk"),
    ],
    "string": [
        ("unquote", "t"), ("quote", "t"), ("to-upper-case", "t"), ("to-lower-case", "t"), ("length", "t"),
        ("insert", "tti"), ("index", "tt"), ("slice", "ti"), ("slice", "tii"), ("split", "tt"), ("split", "tti"),
    ],
    "color": [
        ("mix", "cc"), ("mix", "ccp"), ("mix", "ccpM"), ("invert", "c"), ("invert", "cp"), ("invert", "cpS"),
        ("grayscale", "c"), ("complement", "c"), ("complement", "cS"), ("space", "c"), ("to-space", "cS"),
        ("is-legacy", "c"), ("is-missing", "cH"), ("is-in-gamut", "c"), ("is-in-gamut", "cS"), ("to-gamut", "cSG"),
        ("channel", "cH"), ("channel", "cHS"), ("same", "cc"), ("is-powerless", "cH"), ("adjust", "cA"), ("scale", "cB"),
        ("change", "cA"), ("ie-hex-str", "c"), ("alpha", "c"), ("red", "c"), ("hue", "c"), ("whiteness", "c"),
    ],
    "meta": [("inspect", "v"), ("type-of", "v"), ("calc-args", "C"), ("calc-name", "C"), ("feature-exists", "t")],
    "selector": [
        ("is-superselector", "qq"), ("simple-selectors", "q"), ("parse", "q"), ("nest", "qq"), ("append", "qq"),
        ("extend", "qqq"), ("replace", "qqq"), ("unify", "qq"),
    ],
}

GLOBALS = [
    ("lighten", "cp"), ("darken", "cp"), ("saturate", "cp"), ("desaturate", "cp"), ("adjust-hue", "ca"),
    ("opacify", "cf"), ("transparentize", "cf"), ("fade-in", "cf"), ("mix", "cc"), ("rgba", "cf"), ("rgb", "nnn"),
    ("rgba", "nnnf"), ("hsl", "app"), ("hsla", "appf"), ("min", "n*"), ("max", "n*"), ("round", "n"), ("abs", "n"),
    ("map-get", "mk"), ("nth", "li"), ("str-slice", "ti"), ("if", "bvv"), ("percentage", "u"), ("unquote", "t"),
    ("hwb", "W"), ("lab", "X"), ("lch", "Y"), ("oklab", "X"), ("oklch", "Y"), ("color", "Z"), ("rgb", "Q"), ("hsl", "P"),
    ("selector-nest", "qq"), ("red", "c"), ("alpha", "c"), ("opacity", "c"), ("grayscale", "c"), ("invert", "c"),
    ("comparable", "nn"), ("unit", "n"), ("unitless", "n"), ("zip", "l*"), ("inspect", "v"), ("type-of", "v"),
]

UNITS = ["", "", "", "px", "px", "em", "%", "in", "cm", "mm", "q", "pt", "pc", "deg", "rad", "turn", "grad", "s", "ms",
         "Hz", "kHz", "dpi", "dpcm", "dppx", "foo", "rem", "vw", "PX"]
SPACES = ["rgb", "hsl", "hwb", "srgb", "srgb-linear", "display-p3", "display-p3-linear", "a98-rgb", "prophoto-rgb",
          "rec2020", "xyz", "xyz-d65", "xyz-d50", "lab", "lch", "oklab", "oklch"]
KEYS = ["a", "b", "c", '"a"', "1", "1px", "red", "null", "(1 2)"]
SELECTORS = ["a", ".a", ".a .b", "a, b", ".a > .b", "a.b:hover", "#x", "*", ".a:not(.b)", "%p", "[x=y]", "a + b ~ c",
             ".a.b.c", ":is(a, .b)", "::before", "a|b", "> a", "a >", "&.x", ""]
NUMBERS = ["0", "1", "0.5", "-0.0", ".5", "-.25", "1e3", "100", "255", "0.00000000001", "1.00000000001", "99999999999",
           "0.1234567891234", "12345.6789012345678"]


class Expressions:
    """Makes expressions with `random`; `variables` are names that may be used."""

    def __init__(self, random, variables=()):
        self.random = random
        self.variables = list(variables)
        self.functions = []

    def number(self, units=True):
        pick = self.random.random()
        if pick < 0.5:
            text = str(self.random.randint(-20, 30))
        elif pick < 0.8:
            text = repr(round(self.random.uniform(-50, 100), self.random.randint(1, 4)))
        elif pick < 0.9:
            text = repr(self.random.uniform(-2, 2))
        elif pick < 0.92:
            text = f"{self.random.randint(1, 99)}e{self.random.randint(-14, 22)}"
        else:
            text = self.random.choice(NUMBERS)
        return text + (self.random.choice(UNITS) if units else "")

    def channel(self, low, high):
        pick = self.random.random()
        if pick < 0.1:
            return "none"
        if pick < 0.3:
            return f"{self.random.randint(0, 100)}%"
        return repr(round(self.random.uniform(low, high), self.random.randint(0, 3)))

    def alpha(self):
        return self.random.choice(["", "", "", " / 0.5", " / 50%", " / none", " / 1", " / 0", "/0.25"])

    def color(self):
        random, channel = self.random, self.channel
        percent = lambda low=0, high=100: f"{random.randint(low, high)}%"
        return random.choice([
            lambda: random.choice(["red", "blue", "rebeccapurple", "transparent", "White", "gray", "aqua"]),
            lambda: random.choice(["#abc", "#ABCDEF", "#1234", "#12345678", "#000", "#fff"]),
            lambda: f"rgb({random.randint(0, 255)}, {random.randint(0, 255)}, {random.randint(0, 255)})",
            lambda: f"rgba({random.randint(0, 255)}, {random.randint(0, 255)}, 3, {random.choice(['0', '1', '0.5', '.3'])})",
            lambda: f"hsl({random.randint(-40, 400)}deg, {percent()}, {percent()})",
            lambda: f"hsl({random.randint(0, 360)} {percent(-10, 120)} {percent(-10, 110)}{self.alpha()})",
            lambda: f"hwb({random.randint(0, 360)} {percent()} {percent()}{self.alpha()})",
            lambda: f"lab({channel(0, 100)} {channel(-100, 100)} {channel(-100, 100)}{self.alpha()})",
            lambda: f"lch({channel(0, 100)} {channel(0, 150)} {random.choice(['none', '77deg', '-90', '400'])}{self.alpha()})",
            lambda: f"oklab({channel(0, 1)} {channel(-.4, .4)} {channel(-.4, .4)}{self.alpha()})",
            lambda: f"oklch({channel(0, 1)} {channel(0, .4)} {random.choice(['none', '200deg'])}{self.alpha()})",
            lambda: f"color({random.choice(SPACES[3:13])} {channel(-.2, 1.2)} {channel(-.2, 1.2)} {channel(0, 1)}{self.alpha()})",
        ])()

    def string(self):
        random = self.random
        if random.random() < 0.6:
            word = random.choice(["a", "foo", "bar-baz", "Hello World", "", "ünïcode", 'a\\"b', "it's", "x/y", "\\\\", "1",
                                  "emoji 😀!", "tab\\9 x", "\\e000 z", "#{1 + 1}x"])
            return f'"{word}"'
        return random.choice(["foo", "bar", "a-b", "none", "auto", "var(--x)", "--x", "u+1", "\\31 a", "a#{b}c"])

    def value(self, depth=2):
        pick = self.random.random()
        if self.variables and pick < 0.12:
            return "$" + self.random.choice(self.variables)
        if self.functions and pick < 0.16:
            name, count = self.random.choice(self.functions)
            return f"{name}({', '.join(self.value(0) for _ in range(count))})"
        pick = self.random.random()
        if pick < 0.35:
            return self.number()
        if pick < 0.5:
            return self.string()
        if pick < 0.62:
            return self.color()
        if pick < 0.67:
            return self.random.choice(["true", "false", "null"])
        if depth <= 0:
            return self.number()
        return self.random.choice([self.list, self.list, self.map, self.calculation, self.call])(depth - 1)

    def list(self, depth):
        random = self.random
        count = random.choice([0, 1, 2, 2, 3, 3, 4])
        items = [self.value(depth - 1) for _ in range(count)]
        if count == 0:
            return random.choice(["()", "[]"])
        pick = random.random()
        if pick < 0.4:
            return f"({', '.join(items)}{',' if count == 1 else ''})"
        if pick < 0.7:
            return f"({' '.join(items)})"
        if pick < 0.85:
            return f"[{random.choice([', ', ' ']).join(items)}]"
        return f"list.slash({', '.join(items + [self.value(0)])})"

    def map(self, depth):
        count = self.random.choice([0, 1, 2, 3])
        if count == 0:
            return "()"
        pairs = [f"{key}: {self.value(depth - 1)}" for key in self.random.sample(KEYS, count)]
        return f"({', '.join(pairs)})"

    def operand(self, depth):
        random = self.random
        pick = random.random()
        if depth <= 0 or pick < 0.45:
            return self.number()
        if pick < 0.53:
            return random.choice(["var(--c)", "foo", "pi", "e", "infinity", "-infinity", "NaN", "#{1 + 1}px", '#{"a b"}'])
        if pick < 0.77:
            return f"{self.operand(depth - 1)} {random.choice('+-*/')} {self.operand(depth - 1)}"
        if pick < 0.87:
            return f"({self.operand(depth - 1)})"
        return self.calculation(depth - 1)

    def calculation(self, depth):
        random = self.random
        name = random.choice(["calc", "calc", "calc", "min", "max", "clamp", "round", "mod", "rem", "sin", "cos", "tan",
                              "asin", "acos", "atan", "atan2", "pow", "sqrt", "hypot", "log", "exp", "abs", "sign",
                              "calc-size"])
        counts = {"min": [1, 2, 3], "max": [1, 2, 3], "clamp": [3, 3, 1, 2], "round": [1, 2], "mod": [2], "rem": [2],
                  "atan2": [2], "pow": [2], "hypot": [1, 2, 3], "log": [1, 2], "calc-size": [2]}
        args = [self.operand(depth) for _ in range(random.choice(counts.get(name, [1])))]
        if name == "round" and random.random() < 0.4:
            args = [random.choice(["nearest", "up", "down", "to-zero"]), self.operand(depth), self.operand(depth)]
        return f"{name}({', '.join(args)})"

    def argument(self, kind, depth):
        random, channel = self.random, self.channel
        if random.random() < 0.05:
            return self.value(1)
        simple = {
            "n": self.number, "u": lambda: self.number(random.random() < 0.15), "c": self.color, "t": self.string,
            "p": lambda: random.choice([f"{random.randint(0, 100)}%", f"{random.randint(-20, 140)}%", "12.34%"]),
            "f": lambda: random.choice(["0.5", ".25", "1", "0", "50%", "2", "-1", "0.1"]),
            "a": lambda: random.choice(["30deg", "120", "0.5turn", "1rad", "-45deg", "100grad", "20px"]),
            "i": lambda: random.choice(["1", "2", "3", "-1", "-2", "0", "4", "1.0", "1.5", "1px"]),
            "l": lambda: self.list(depth) if random.random() < 0.7 else self.map(depth),
            "m": lambda: self.map(depth), "k": lambda: random.choice(KEYS), "v": lambda: self.value(depth),
            "s": lambda: random.choice(["comma", "space", "slash", "auto", '"comma"', "x"]),
            "b": lambda: random.choice(["true", "false", "1 < 2"]), "C": lambda: self.calculation(2),
            "S": lambda: "$space: " + random.choice(SPACES),
            "M": lambda: "$method: " + random.choice(SPACES) + random.choice(["", "", " shorter hue", " longer hue"]),
            "G": lambda: "$method: " + random.choice(["clip", "local-minde"]),
            "H": lambda: f'"{random.choice(["red", "blue", "hue", "saturation", "lightness", "alpha", "a", "chroma", "x"])}"',
            "A": lambda: self.channels(False), "B": lambda: self.channels(True),
            "W": lambda: f"{random.choice(['10', '30deg', 'none', 'var(--x)'])} {random.randint(0, 120)}% 9%{self.alpha()}",
            "X": lambda: f"{channel(-10, 120)} {channel(-100, 100)} {channel(-1, 1)}{self.alpha()}",
            "Y": lambda: f"{channel(-10, 120)} {channel(-10, 100)} {random.choice(['none', '10deg', '-1turn'])}{self.alpha()}",
            "Z": lambda: f"{random.choice(SPACES + ['foo', 'var(--s)'])} {channel(0, 1)} {channel(0, 1)} {channel(0, 1)}{self.alpha()}",
            "Q": lambda: f"{channel(0, 255)} {channel(0, 255)} {random.choice([channel(0, 255), 'var(--x)'])}{self.alpha()}",
            "P": lambda: f"{random.choice(['10', '30deg', 'none'])} {random.randint(-10, 120)}% 50%{self.alpha()}",
            "q": lambda: random.choice([f'"{random.choice(SELECTORS)}"', f'"{random.choice(SELECTORS)}"', "(a b, c d)"]),
        }
        return simple[kind]()

    def channels(self, percent):
        random = self.random
        known = [("red", 255), ("green", 255), ("hue", 360), ("saturation", 100), ("lightness", 100), ("whiteness", 100),
                 ("alpha", 1), ("chroma", 100), ("a", 1), ("x", 1)]
        out = []
        for name, most in random.sample(known, random.choice([1, 1, 2])):
            unit = "%" if percent or name in ("saturation", "lightness", "whiteness") else ""
            out.append(f"${name}: {round(random.uniform(-most, most), 2)}{unit}")
        if random.random() < 0.4:
            out.append("$space: " + random.choice(SPACES))
        return ", ".join(out)

    def call(self, depth):
        random = self.random
        if random.random() < 0.3:
            name, kinds = random.choice(GLOBALS)
        else:
            module = random.choice([*MODULES, "color", "math"])
            name, kinds = random.choice(MODULES[module])
            name = f"{module}.{name}"
        if kinds.endswith("*"):
            args = [self.argument(kinds[0], depth) for _ in range(random.choice([0, 1, 2, 2, 3]))]
        else:
            args = [self.argument(kind, depth) for kind in kinds]
        if random.random() < 0.02 and args:
            args.pop()
        if random.random() < 0.02:
            args.append(self.value(0))
        return f"{name}({', '.join(args)})"

    def expression(self, depth=2):
        pick = self.random.random()
        if pick < 0.35:
            return self.call(depth)
        if pick < 0.45:
            return self.calculation(depth)
        if pick < 0.7:
            operator = self.random.choice(["+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "and", "or"])
            return f"{self.value(depth)} {operator} {self.value(depth)}"
        if pick < 0.75:
            return self.random.choice(["+", "-", "/", "not "]) + self.value(depth)
        return self.value(depth)

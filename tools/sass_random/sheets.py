"""Random style sheets in SCSS, the indented syntax and plain CSS."""

from expressions import Expressions

PROPERTIES = ["color", "width", "margin", "font", "grid-area", "background", "-webkit-box", "filter", "content"]
CLASSES = [".a", ".b", ".c", ".d"]
SIMPLE = [*CLASSES, *CLASSES, "a", "p", "#i", "*", "%p", "%q", ":hover", "::before", ":not(.a)", ":not(.b, .c)", "[x]",
          '[x="y z"]', ":is(.a, .b)", ":nth-child(2n + 1)", ":nth-child(odd of .a)", ":where(.a .b)", "a:focus"]
QUERIES = ["screen", "print and (color)", "(min-width: 10px)", "not screen", "screen and (width > 1px)", "only print",
           "screen, print", "(a) and (b)", "(a) or (b)", "screen and (color), (min-width: 1px)", "(10px <= width <= 2em)"]
CONDITIONS = ["(a: b)", "not (a: b)", "(a: b) and (c: d)", "selector(a > b)", "(--x: y)", "((a: b) or (c: d))",
              "(display: #{1 + 1})"]


class Node:
    """A statement: its text, and the statements in it."""

    def __init__(self, text, children=None):
        self.text = text
        self.children = children


class Sheets:
    """Makes sheets with `random`."""

    def __init__(self, random):
        self.random = random

    def sheet(self):
        """A sheet: its syntax (`scss`, `indented` or `css`) and its text."""
        random = self.random
        syntax = random.choices(["scss", "indented", "css"], [6, 3, 1])[0]
        self.plain = syntax == "css"
        self.expressions = Expressions(random)
        self.mixins, self.depth, self.loops = [], 0, 0
        nodes = []
        if not self.plain:
            nodes += [Node(f'@use "sass:{module}"') for module in
                      ("math", "list", "map", "string", "color", "meta", "selector")]
            for name in ("x", "y"):
                nodes.append(Node(f"${name}: {self.random.choice([self.expressions.number, self.value])()}"))
                self.expressions.variables.append(name)
        nodes += [self.statement(top=True) for _ in range(random.randint(1, 5))]
        render = render_indented if syntax == "indented" else render_scss
        return syntax, render(nodes)

    def compound(self):
        return self.tidy("".join(self.random.sample(SIMPLE, self.random.choice([1, 1, 1, 2]))))

    def tidy(self, text):
        # A type selector has to come first.
        return text if not any(text.endswith(name) and len(text) > 1 for name in ("a", "p", "*")) else text[-1]

    def complex(self, nested):
        random = self.random
        parts = [self.compound() for _ in range(random.choice([1, 1, 2, 2, 3]))]
        text = parts[0]
        for part in parts[1:]:
            text += random.choice([" ", " ", " > ", " + ", " ~ "]) + part
        if nested and random.random() < 0.35:
            text = random.choice(["&" + self.random.choice([".x", ":hover", "-y", "_z", " " + text, " > " + text]),
                                  text + " &", "> " + text, "+ " + text, ":not(&)", "&"])
        if not self.plain and random.random() < 0.06:
            text += random.choice(["#{'.z'}", "-#{1 + 1}", " #{a} b"])
        return text

    def selector(self, nested=False):
        return ", ".join(self.complex(nested) for _ in range(self.random.choice([1, 1, 1, 2, 3])))

    def block(self, **how):
        self.depth += 1
        kept = len(self.expressions.variables)
        nodes = [self.statement(**how) for _ in range(self.random.choice([0, 1, 1, 2, 3]))]
        del self.expressions.variables[kept:]
        self.depth -= 1
        return nodes

    def statement(self, top=False, nested=False):
        random = self.random
        if self.depth > 3:
            return self.declaration() if nested else Node("/* end */")
        if self.plain:
            kinds = [self.rule] * 5 + [self.media, self.supports, self.comment, self.keyframes, self.unknown]
            kinds += [self.declaration] * 6 if nested else [self.font_face, self.css_import]
        else:
            kinds = [self.rule] * 6 + [
                self.media, self.supports, self.comment, self.variable, self.variable, self.condition, self.each,
                self.loop, self.include, self.at_root, self.unknown, self.keyframes, self.silent_comment,
            ]
            if nested:
                kinds += [self.declaration] * 10 + [self.extend, self.nested_property, self.custom]
            if top:
                kinds += [self.mixin, self.mixin, self.function, self.font_face, self.css_import, self.message]
        return random.choice(kinds)(nested)

    def rule(self, nested):
        return Node(self.selector(nested), self.block(nested=True))

    def declaration(self, nested=True):
        random = self.random
        name = random.choice(PROPERTIES)
        if self.plain:
            value = random.choice([self.expressions.number(), self.expressions.color(), '"x"', "a b, c", "calc(1px + 2%)"])
            return Node(f"{name}: {value}")
        if random.random() < 0.08:
            name = random.choice(["#{a}-b", "x#{1 + 1}", "-#{b}"])
        important = " !important" if random.random() < 0.04 else ""
        return Node(f"{name}: {self.value()}{important}")

    def value(self):
        """A value that is seldom an error."""
        expressions, random = self.expressions, self.random
        pick = random.random()
        if pick < 0.2:
            return expressions.expression(1)
        if pick < 0.4 and expressions.variables:
            return f"meta.inspect(${random.choice(expressions.variables)})"
        if pick < 0.5:
            return f"{expressions.number(False)} {random.choice('+-*/')} {expressions.number()}"
        return random.choice([expressions.number, expressions.color, expressions.string])()

    def custom(self, nested):
        value = self.random.choice(["a  b", "{a: b}", "#{1 + 1}", "$x", "[1, 2]", "1 + 1", '"#{$x}"'])
        return Node(f"--{self.random.choice('xyz')}: {value}")

    def nested_property(self, nested):
        children = [Node(f"{name}: {self.expressions.number()}") for name in self.random.sample(["a", "b", "c"], 2)]
        return Node(self.random.choice(["font:", f"font: {self.expressions.number()}"]), children)

    def variable(self, nested):
        name = self.random.choice(["x", "y", "z", "long-name"])
        flag = self.random.choice(["", "", "", " !default", " !global"])
        node = Node(f"${name}: {self.random.choice([self.value, lambda: self.expressions.list(0)])()}{flag}")
        if name not in self.expressions.variables and not flag:
            self.expressions.variables.append(name)
        return node

    def media(self, nested):
        query = self.random.choice(QUERIES)
        if not self.plain and self.random.random() < 0.2:
            query = self.random.choice(["(min-width: 1px + 2)", "#{screen}", "(#{a}: b)", "screen and (min-width: $x)"])
        return Node(f"@media {query}", self.block(nested=nested))

    def supports(self, nested):
        condition = self.random.choice(CONDITIONS[:-1] if self.plain else CONDITIONS)
        return Node(f"@supports {condition}", self.block(nested=nested))

    def comment(self, nested):
        inside = "" if self.plain else self.random.choice(["", "", "#{1 + 1}", "#{$x}"])
        return Node(f"/* {self.random.choice(['c', 'a * b', '! keep', 'ü'])} {inside}*/")

    def silent_comment(self, nested):
        return Node("// silent")

    def keyframes(self, nested):
        frames = [Node(self.random.choice(["from", "to", "50%", "0%, 10%"]), [self.declaration()]) for _ in range(2)]
        return Node(f"@{self.random.choice(['keyframes', '-webkit-keyframes'])} k", frames)

    def unknown(self, nested):
        if self.random.random() < 0.5:
            return Node(f"@{self.random.choice(['layer', 'foo', 'container'])} x", self.block(nested=nested))
        return Node("@foo bar, baz" + ("" if self.plain else self.random.choice(["", " #{1 + 1}"])))

    def font_face(self, nested):
        return Node("@font-face", [self.declaration()])

    def css_import(self, nested):
        return Node(self.random.choice(['@import url("x.css")', '@import "y.css" screen', '@import "http://z"']))

    def message(self, nested):
        return Node(f"@{self.random.choice(['debug', 'warn', 'debug'])} {self.expressions.value(1)}")

    def condition(self, nested):
        test = self.random.choice(["true", "$x", "1 < 2", self.value()])
        return Node(f"@if {test}", self.block(nested=nested))

    def each(self, nested):
        names = self.random.choice(["$x", "$k, $x"])
        source = self.random.choice([self.expressions.list, self.expressions.map])(0)
        return Node(f"@each {names} in {source}", self.block(nested=nested))

    def loop(self, nested):
        if self.loops > 1:
            return self.comment(nested)
        self.loops += 1
        ends = self.random.choice(["1 through 2", "3 to 1", "1px through 3px", "-1 through 1"])
        node = Node(f"@for $i from {ends}", self.block(nested=nested))
        self.loops -= 1
        return node

    def mixin(self, nested):
        name = f"m{len(self.mixins)}"
        parameters = self.random.choice(["", "($x)", "($x: 1px)", "($x, $y: $x)", "($x...)", "($x: 1, $rest...)"])
        content = self.random.random() < 0.4
        using = self.random.random() < 0.4
        body = self.block(nested=True)
        if content:
            body.append(Node("@content" + ("(1)" if using else "")))
        self.mixins.append((name, parameters.count("$") and 1, content, content and using))
        return Node(f"@mixin {name}{parameters}", body)

    def include(self, nested):
        if not self.mixins:
            return self.rule(nested)
        name, count, content, using = self.random.choice(self.mixins)
        args = [self.value() for _ in range(count)]
        if count and self.random.random() < 0.3:
            args = [self.random.choice(["$x: 2px", "1, 2", "(1 2)...", "$x...", "(x: 3)..."])]
        call = f"@include {name}({', '.join(args)})" if args else f"@include {name}"
        if content or self.random.random() < 0.03:
            return Node(call + (" using ($v)" if using else ""), self.block(nested=True))
        return Node(call)

    def function(self, nested):
        name = f"f{len(self.expressions.functions)}"
        node = Node(f"@function {name}($x)", [Node(f"@return {self.random.choice(['$x', '$x $x', self.value()])}")])
        self.expressions.functions.append((name, 1))
        return node

    def at_root(self, nested):
        return Node(self.random.choice(["@at-root", "@at-root .r", "@at-root (without: media)", "@at-root (with: rule)",
                                        "@at-root #{&}" if nested else "@at-root"]), self.block(nested=nested))

    def extend(self, nested):
        target = self.random.choice([".a", ".b", "%p", "%q", "a", ".a, .b", ".nope", ":hover", ".a.b"])
        return Node(f"@extend {target}{self.random.choice(['', ' !optional', ' !optional', ' !optional'])}")


def render_scss(nodes, depth=0):
    """The statements with braces."""
    out = []
    for node in nodes:
        indent = "  " * depth
        if node.children is None:
            end = "" if node.text.endswith("*/") or node.text.startswith("//") else ";"
            out.append(f"{indent}{node.text}{end}\n")
        elif not node.children:
            out.append(f"{indent}{node.text} {{}}\n")
        else:
            out.append(f"{indent}{node.text} {{\n{render_scss(node.children, depth + 1)}{indent}}}\n")
    return "".join(out)


def render_indented(nodes, depth=0):
    """The statements by indentation."""
    out = []
    for node in nodes:
        out.append(f"{'  ' * depth}{node.text}\n")
        if node.children:
            out.append(render_indented(node.children, depth + 1))
    return "".join(out)

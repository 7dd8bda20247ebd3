#!/usr/bin/env python3
"""Writes minified JavaScript on one line: make_minified_js.py FILE [MEGABYTES=10]

The same text every time: functions, closures, objects, strings, templates, regular expressions, numbers, in random order.
"""
import random, sys

random.seed(4)
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$"


def name():
    return "".join(random.choice(LETTERS) for _ in range(random.choice([1, 1, 1, 2, 2, 3, 8])))


def value(depth):
    kinds = [
        lambda: name(),
        lambda: str(random.randrange(100000)),
        lambda: random.choice(["1.5", ".25", "1e3", "0xff", "!0", "!1", "void 0", "null", "this"]),
        lambda: '"%s"' % "".join(random.choice(["lorem ", "ipsum-", "\\n", "\\\"", "é", "'"]) for _ in range(4)),
        lambda: "'%s'" % random.choice(["click", "use strict", "a\\'b", "//x", "/*y*/"]),
        lambda: "`%s${%s}`" % (random.choice(["px ", "a\\`b", ""]), value(depth - 1) if depth > 0 else "x"),
        lambda: random.choice(["/^[a-z\\/]+$/gi", "/\\s*([^>]+)/", "/[/\\]]/"]) + ".test(%s)" % name(),
    ]
    if depth > 0:
        kinds += [
            lambda: "function(%s){%s}" % (",".join(name() for _ in range(random.randrange(4))), statements(depth - 1)),
            lambda: "(%s)=>%s" % (name(), value(depth - 1)),
            lambda: "{%s}" % ",".join("%s:%s" % (name(), value(depth - 1)) for _ in range(random.randrange(4))),
            lambda: "[%s]" % ",".join(value(depth - 1) for _ in range(random.randrange(5))),
            lambda: "%s.%s(%s)" % (name(), name(), value(depth - 1)),
            lambda: operation(value(depth - 1), value(depth - 1)),
            lambda: "%s?%s:%s" % (name(), value(depth - 1), value(depth - 1)),
        ]
    return random.choice(kinds)()


def operation(left, right):
    sign = random.choice(["+", "-", "*", "/", "&&", "||", "===", "<"])
    # After a brace, or another slash, a highlighter without a parser takes a division for something else.
    return "(%s)%s%s%s" % (left, sign, " " if sign == "/" else "", right)


def statements(depth):
    kinds = [
        lambda: "var %s=%s" % (name(), value(depth)),
        lambda: "%s=%s" % (name(), value(depth)),
        lambda: "return %s" % value(depth),
        lambda: "if(%s){%s}else %s()" % (value(depth), statements(depth - 1) if depth > 0 else "", name()),
        lambda: "for(var %s=0;%s<%s.length;%s++)%s(%s)" % (("i",) * 2 + (name(), "i", name(), "i")),
    ]
    return ";".join(random.choice(kinds)() for _ in range(random.randrange(1, 4)))


def main():
    wanted = int(float(sys.argv[2] if len(sys.argv) > 2 else 10) * 1_000_000)
    size = 0
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        while size < wanted:
            piece = "!function(%s){%s}();" % (name(), statements(5))
            size += len(piece.encode())
            out.write(piece)


main()

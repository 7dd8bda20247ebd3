#!/usr/bin/env python3
"""Records crates/sass/tests/recorded from npm's sass: random expressions and sheets with what comes of them.

    tools/sass_random/record_tests.py --npm FOLDER

`expressions.txt` has a line an expression: style, expression, and its CSS or `error:` with the message, between tabs;
line breaks are written `\\n`. `sheets.txt` has sheets behind `=== SYNTAX` and their CSS behind `--- css`.
"""

import argparse
import os
import random
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from compare import record
from expressions import Expressions
from sheets import Sheets

TARGET = os.path.join(HERE, "..", "..", "crates", "sass", "tests", "recorded")
USES = "".join(f'@use "sass:{module}"; ' for module in ("math", "list", "map", "string", "color", "meta", "selector"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--npm", required=True, help="folder with npm's sass")
    options = parser.parse_args()
    os.makedirs(TARGET, exist_ok=True)
    record_expressions(options)
    record_sheets(options)


def compile_all(texts, extensions, style, options):
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, (text, extension) in enumerate(zip(texts, extensions)):
            paths.append(os.path.join(folder, f"{number}.{extension}"))
            with open(paths[-1], "w", encoding="utf-8") as file:
                file.write(text)
        return record(paths, argparse.Namespace(npm=options.npm, ruby=None, style=style, timeout=5))


def record_expressions(options):
    with open(os.path.join(TARGET, "expressions.txt"), "w", encoding="utf-8") as file:
        for style, seed, count in (("expanded", 1, 500), ("compressed", 2, 250)):
            maker = Expressions(random.Random(seed))
            expressions = []
            for number in range(count):
                expression = maker.expression(2)
                expressions.append(f"meta.inspect({expression})" if number % 3 == 0 else expression)
            sheets = [f"{USES}\na {{b: {expression}}}\n" for expression in expressions]
            for expression, result in zip(expressions, compile_all(sheets, ["scss"] * count, style, options)):
                file.write(f"{style}\t{expression}\t{outcome(result)}\n")


def outcome(result):
    if "crash" in result:
        sys.exit("npm's sass did not answer in time")
    if "css" in result:
        return result["css"].replace("\\", "\\\\").replace("\n", "\\n")
    return "error: " + result["error"].split("\n")[0].replace("\\", "\\\\")


def record_sheets(options):
    made = [Sheets(random.Random(seed)).sheet() for seed in range(250)]
    extensions = [{"scss": "scss", "indented": "sass", "css": "css"}[syntax] for syntax, _ in made]
    results = compile_all([text for _, text in made], extensions, "expanded", options)
    with open(os.path.join(TARGET, "sheets.txt"), "w", encoding="utf-8") as file:
        for (syntax, text), result in zip(made, results):
            if 0 < len(result.get("css", "")) < 2000:
                file.write(f"=== {syntax}\n{text}--- css\n{result['css']}\n")


if __name__ == "__main__":
    main()

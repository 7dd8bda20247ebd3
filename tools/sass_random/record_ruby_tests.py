#!/usr/bin/env python3
"""Records crates/ruby_sass/tests/recorded from Ruby Sass 3.7.4.

    tools/sass_random/record_ruby_tests.py --ruby FOLDER

FOLDER is Ruby Sass's tree. `sheets.txt` has what becomes of the sheets in crates/ruby_sass/tests/sheets in each of
the four styles, behind `=== NAME STYLE`; `random.txt` has random sheets behind `=== STYLE SYNTAX`, and what becomes
of them behind `--- css`. A failure stands there as `Error: ` with its message.
"""

import argparse
import os
import random
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from compare import EXTENSIONS, record
from ruby_language import RubySheets

TESTS = os.path.join(HERE, "..", "..", "crates", "ruby_sass", "tests")
STYLES = ("nested", "expanded", "compact", "compressed")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruby", required=True, help="folder with Ruby Sass")
    options = parser.parse_args()
    sheets = os.path.join(TESTS, "sheets")
    names = sorted(os.listdir(sheets))
    with open(os.path.join(TESTS, "recorded", "sheets.txt"), "w", encoding="utf-8") as file:
        for style in STYLES:
            for name, result in zip(names, results([os.path.join(sheets, name) for name in names], style, options)):
                file.write(f"=== {name} {style}\n{outcome(result)}")
    with open(os.path.join(TESTS, "recorded", "random.txt"), "w", encoding="utf-8") as file:
        for number, style in enumerate(STYLES):
            record_random(file, style, range(number * 100, number * 100 + 60), options)


def results(paths, style, options):
    return record(paths, argparse.Namespace(npm=None, ruby=options.ruby, style=style, timeout=30))


def outcome(result):
    return result["css"] if "css" in result else f"Error: {result['error']}\n"


def record_random(file, style, seeds, options):
    made = [RubySheets(random.Random(seed)).sheet() for seed in seeds]
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, (syntax, text) in enumerate(made):
            paths.append(os.path.join(folder, f"{number}.{EXTENSIONS[syntax]}"))
            with open(paths[-1], "w", encoding="utf-8") as sheet:
                sheet.write(text)
        for (syntax, text), result in zip(made, results(paths, style, options)):
            if "crash" not in result and len(result.get("css", "")) < 2000:
                file.write(f"=== {style} {syntax}\n{text}--- css\n{outcome(result)}")


if __name__ == "__main__":
    main()

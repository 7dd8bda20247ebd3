#!/usr/bin/env python3
"""Converts documents that are one unit repeated 100,000 times, on one line and a line each, in both dialects, and prints
those that take more than a second or 300 MB, with the slowest and the largest at the end.

    HASTIE=target/dist/hastie tools/bench/kramdown_extremes.py [COUNT] [UNIT...]

Each document is converted by a process of its own. Nesting that is refused as too deep counts as done.
"""
import os
import subprocess
import sys
import tempfile
import time

SECONDS, MEGABYTES = 1.0, 300
MARKS = """* _ ** __ *** ` `` ``` ~ ~~ ~~~ [ ] ![ [] ][ ]( ( ) (" < > << >> <> " ' "' -- --- ... . & &amp &amp; &#1; \\ \\\\ $ $$ {: {:. }
{:} {::} {:/} | || |- |= : ^ = - + # ## > ! !! \\* \\` a 1 1. * - + : === --- """.split()
SPANS = ["*a", "a*", "*a*", "**a", "a**", "**a*", "*a**", "**a**", "_a", "a_", "_a_", "*a_", "_a*", "*a _b ", "**a *b ", "*a **b ",
         "`a", "`a`", "``a`", "`` a ` ", "`a ``b ", "~~a", "~~a ", "~~a~~", "a~~ ", "[a", "[a]", "[a](", "[a](b", "[a](b)", "[a](b \"", "[a](b \"c",
         "[a](<", "[a](<b", "[a][", "[a][]", "[a] ", "[a][b]", "[a]: ", "[[a]", "[a](b) ", "![a", "![a] ", "![a](", "![a](b)", "![a](b \"", "[![", "[![a]",
         "[![a](b)", "![[", "[*", "*[", "[`", "`[", "[<", "<[", "[^", "[^a", "[^a]", "[^a] ", "[a*b](", "*[a](", "(a", "(a)", "((", "))",
         "<a", "<a ", "<a>", "</a", "</a>", "<a></a>", "<a b", "<a b=", "<a b=\"", "<a b=\"c\"", "<a b='", "<a b c ", "<b>", "<br>", "<br/>", "<br />", "<hr>", "<img ",
         "<span>", "</span>", "<span markdown=\"1\">", "<div", "<div>", "</div>", "<div markdown=\"1\">", "<p>", "</p>", "<pre>", "<code>", "<code", "</code>", "<code>|",
         "<script>", "<script", "<style>", "</script>", "<textarea>", "<td>", "<table>", "<x>", "<x:y>", "<x/>", "<!--", "<!-- ", "<!-- a -->", "-->", "<!", "<!-", "<?", "<? ", "?>", "<?a?>",
         "<![CDATA[", "<![CDATA[]]>", "]]>", "<http:", "<http://", "<http://a", "<http://a>", "<mailto:", "<a@", "<a@b", "<a@b>", "http://a ", "a@b ",
         "\"a", "\"a ", "a\"", "'a", "'a ", "a'", "\"'a ", "'\"a ", "'80s ", "a -- b ", "a--", "<< ", " >>", "\\<<", "a...", "....",
         "&a", "&a;", "&lt;", "&#", "&#x", "&#x1", "&nbsp;", "$$a", "$$a$$", "$a$", "\\$$", "$$ a $$ ",
         "{:a", "{:a}", "{: a", "{:.a}", "*a*{:.b}", "a{:.b}", "{:.a .b}", "{:a='", "{:a=\"b", "{:a=\"b\"}", "{:toc}", "{::", "{::a", "{::a}", "{::a ", "{::a /}", "{::comment}", "{::comment}a{:/}",
         "{::nomarkdown}", "{::nomarkdown}a{:/}", "{::options a", "{::options /}", "{:/}", "{:/comment}", "a ", "a|", "|a", "|a|", "a|b", "`a|", "|`", "\\|", "a\\|", "| ", "-|", "-+-", "=|", ":-:|",
         "\\", "\\a", "\\[", "\\]", "\\ ", "a\\", "é", "中", "é*", "中_", "\u00a0", "\u2028", "\u0000", "\t", "  ", "\t\t", "a  ", "HTML ", "A", "a_b_", "a-b ", "1 ", "1.", "1. ", "- ", "* ", "+ ", "> ", ">> ", "# ", "a: "]
LINES = ["", "a", "a  ", "a\\\\", "a\\", "* a", "- a", "+ a", "1. a", "1. ", "* ", "*", "-", "+", "* a\nb", "* a\n", "* a\n\n  b", "* a\n  * b", "*\ta", "* a\n\tb", "- [ ] a", "- [x] a", "* {:.a} b", "* {:.a}", "* a\n{:.b}", "* a\n^", "* * *", "* * a", "- - -", "- - a", "1. - + a", "* # a", "* > a", "* ```", "* ~~~\n  a\n  ~~~", "* |a|b|", "*   a\n\n        b",
         "> a", ">", "> a\nb", "> a\n", "> * a", "> ```", "> # a", "> > a", "> > a\n> b", "> |a|", "> a\n{:.b}", ">a\n\n>b",
         "# a", "#", "# ", "# a #", "# a {#b}", "# a\n", "## a ##", "#a", "# *a*", "# [a](b)", "a\n===", "a\n---", "a\n-", "===", "---", "***", "___", "* *", "---\n", "a\n===\n", "# a\n{:.b}", "# a\n{:#b}",
         "    a", "\ta", "    a\n", "    a\nb", "     a", "\n    a\n", "```", "```\na", "```a", "```a b", "````", "~~~", "~~~\na\n~~~", "~~~\na\n~~~\n", "~~~ a", "~~~~\n~~~", "```\na\n```", "```\n~~~", "``` \n````",
         "|a|b|", "|a|b", "a|b", "|", "||", "|a", "a|", "|-|", "|--|--|", "|===", "|a|\n|-|", "|a|\n|-|\n|b|\n", "|a|\n\n", "a|b\n-|-", "|`a|b", "|`a`|", "|\\||", "|a\\|", "|<code>|", "|<a>|", "|*a|", "|:-:|", "+-+", "|a|b|\n|=", "| a | b |\n{:.c}",
         "a\n: b", "a\n: b\n", "a\n\n: b", "a\n\n: b\n", ": b", "a\n: b\nc", "a\n: * b", "a\nb\n: c", "a\n: b\n    c", "a\n:b", "{:.a} a\n: b", "a\n: {:.a} b",
         "[a]: b", "[a]:", "[a]: ", "[a]: <b>", "[a]: <b", "[a]: b \"c\"", "[a]: b \"c", "[a]: b\n  \"c\"", "[a]: b 'c' 'd", "[a]", "[a]: b\n{:.c}", "[a]: b c d e", "[ a ]: b", "[a\\]: b", "[^a]: b", "[^a]:", "[^a]: b\n\n    c", "[^a]: b\n{:.c}", "[^a]: [^a]", "[^a]: > b", "[^a]: * b", "[^a]:\n\n    b\n", "*[a]: b", "*[a]:", "*[", "*[a", "*[a]", "*[a b]: c", "*[a]: b\n{:.c}",
         "<div>", "<div>a</div>", "<div>\n</div>", "</div>", "<div>\na\n</div>", "<div markdown=\"1\">", "<div markdown=\"1\">\n* a\n</div>", "<p>", "<p>a", "</p>", "<hr>", "<br>", "<b>", "<b>a</b>", "<pre>", "<pre>a</pre>", "<script>", "<script>a</script>", "<table>", "<tr><td>a", "<td>", "<x>", "<x>a</x>", "<!--", "<!-- a -->", "<!-- a", "-->", "a -->", "<!--\n-->", "<?", "<?a?>", "<?\n?>", "<![CDATA[", "<!DOCTYPE html>", "<http:", "<http://a>", "<a@b>", "<div", "<div a", "<div a=\"", "<div a=\"b\"", "<code>", "<span>", "<iframe>", "</x>", "<details><summary>a", "<ul><li>a", "<a\nb>", "a <div>", "a <b>", "a </b>", "<b markdown=\"block\">",
         "{:.a}", "{:a}", "{:a: .b}", "{:a: a}", "{:a: b}\n{:b: a}", "a\n{:a}", "a\n{:.b}", "a\n{:.b .c #d e=\"f\"}", "{:", "{:a", "{::", "{::a}", "{::comment}", "{::comment}\na\n{:/}", "{::comment}\na\n{:/comment}\n", "{::comment /}", "{::nomarkdown}", "{::nomarkdown}\na\n{:/}", "{::options a=\"b\" /}", "{::options auto_ids=\"false\" /}", "{:/}", "{:/a}", "{:toc}", "* a\n{:toc}\n", "{:.a}\n", "\n{:.a}\n\nb\n", "^", "^\n", "a\n^", "a\n^\n",
         "$$", "$$\na\n$$", "$$\na\n$$\n", "$$ a $$", "$$a", "\\$$ a $$", "a $$b$$", "\\[a\\]", "*a*", "**a**", "*a", "**a", "_a_", "_a", "`a`", "`a", "``a", "~~a~~", "~~a", "[a](b)", "![a](b)", "![a]", "[a][b]", "[a][", "[a](", "[^a]", "\"a\"", "'a", "a -- b", "&amp;", "&a", "a...", "\\*a\\*", "é", "中文", "中\n文", "a: b", "http://a", "a  \nb", "HTML", "1", "1.", "-a", "*a", "+a", "=", "+", "==", "--", "..", "...", "<<", ">>a", "\t", "   ", "\\", "!", "![", "(", ")", "\"", "'", "&", "<", ";", ",", "0. a", "00. a"]
WHOLE = {
    "many link definitions": lambda n: "".join(f"[a{i}]: u{i}\n" for i in range(n)) + "\n[a1]\n",
    "many links to definitions": lambda n: "[a]: b\n\n" + "[a] " * n + "\n",
    "many missing definitions": lambda n: "[z]: b\n\n" + "".join(f"[a{i}] " for i in range(n)) + "\n",
    "many footnotes": lambda n: "".join(f"[^{i}] " for i in range(n // 4)) + "\n\n" + "".join(f"[^{i}]: a\n" for i in range(n // 4)),
    "many marks of one footnote": lambda n: "[^a] " * n + "\n\n[^a]: b\n",
    "a chain of footnotes": lambda n: "[^0]\n\n" + "".join(f"[^{i}]: [^{i + 1}]\n" for i in range(n // 4)),
    "a footnote with marks of itself": lambda n: "[^a]\n\n[^a]: " + "[^a] " * n + "\n",
    "many abbreviations": lambda n: "".join(f"*[A{i}]: b\n" for i in range(n // 4)) + "\n" + "".join(f"A{i} " for i in range(n // 4)) + "\n",
    "many abbreviations with spaces": lambda n: "".join(f"*[A {i}]: b\n" for i in range(n // 4)) + "\n" + "".join(f"A {i} " for i in range(n // 4)) + "\n",
    "abbreviations of many lengths": lambda n: "".join(f"*[{'A' * i}]: b\n" for i in range(1, 400)) + "\n" + "A" * n + "\n",
    "marks of one abbreviation": lambda n: "*[A]: b\n\n" + "A " * n + "\n",
    "equal headers": lambda n: "* a\n{:toc}\n\n" + "# a\n\n" * n,
    "different headers": lambda n: "* a\n{:toc}\n\n" + "".join(f"# a{i}\n\n" for i in range(n)),
    "headers that collide": lambda n: "".join(f"# a-{i}\n\n# a\n\n" for i in range(n // 2)),
    "levels of headers": lambda n: "* a\n{:toc}\n\n" + "".join(f"{'#' * (i % 6 + 1)} a\n\n" for i in range(n)),
    "attribute definitions in a chain": lambda n: "".join(f"{{:a{i}: a{i + 1}}}\n" for i in range(n)) + "\nb\n{:a0}\n",
    "attribute definitions that double": lambda n: "".join(f"{{:a{i}: a{i + 1} a{i + 1}}}\n" for i in range(200)) + "\nb\n{:a0}\n",
    "classes in one list": lambda n: "a\n{:" + " .b" * n + "}\n",
    "classes without spaces": lambda n: "a\n{:" + ".b" * n + "}\n",
    "attributes in one list": lambda n: "a\n{:" + "".join(f' b{i}="c"' for i in range(n // 10)) + "}\n",
    "attributes in one tag": lambda n: "<div" + "".join(f' b{i}="c"' for i in range(n // 10)) + ">\n</div>\n",
    "runs of backticks": lambda n: "".join("`" * i + " " for i in range(1, int((2 * n) ** 0.5))) + "\n",
    "runs of stars": lambda n: "".join("*" * i + "a " for i in range(1, int((2 * n) ** 0.5))) + "\n",
    "fences of growing length": lambda n: "".join("`" * i + "\n" for i in range(3, int((2 * n) ** 0.5))),
    "cells in one row": lambda n: "|a" * n + "\n",
    "cells in one row over short rows": lambda n: "|a" * (n // 50) + "\n" + "|a|\n" * 50,
    "indented ever more": lambda n: "".join(" " * i + "a\n" for i in range(int((2 * n) ** 0.5))),
    "quotes in quotes": lambda n: "> " * 1000 + "a\n",
    "quotes in quotes, too many": lambda n: "> " * n + "a\n",
    "lists in lists": lambda n: "".join("  " * i + "* a\n" for i in range(1000)),
    "lists in lists on one line": lambda n: "* " * 1000 + "a\n",
    "lists in lists, too many": lambda n: "* " * n + "a\n",
    "quotes and lists in turn": lambda n: "> * " * 500 + "a\n",
    "definitions in definitions": lambda n: "a\n" + ": " * 1000 + "a\n",
    "elements in elements": lambda n: "<div>" * 1000 + "a" + "</div>" * 1000 + "\n",
    "elements in elements, too many": lambda n: "<div>" * n + "\n",
    "elements with blocks": lambda n: '<div markdown="1">\n' * 1000 + "a\n" + "</div>\n" * 1000,
    "elements among spans": lambda n: "a " + "<b>" * 1000 + "c" + "</b>" * 1000 + "\n",
    "brackets in brackets": lambda n: "[" * (n // 2) + "a" + "]" * (n // 2) + "\n",
    "links in links": lambda n: "[" * (n // 4) + "a" + "](b)" * (n // 4) + "\n",
    "images in images": lambda n: "![" * 1000 + "a" + "](b)" * 1000 + "\n",
    "emphasis in emphasis": lambda n: "*a **b " * 500 + "c" + "** *" * 500 + "\n",
    "nested footnotes": lambda n: "[^a]\n\n[^a]: " + "".join("    " * i + f"[^b{i}]: c\n\n" for i in range(300)),
    "parentheses": lambda n: "[a](" + "(" * n + ")" * n + ")\n",
}


def documents(count):
    for unit in dict.fromkeys(MARKS + SPANS):
        yield repr(unit) + " on one line", unit * count + "\n"
        yield repr(unit) + " after a word", "a " + unit * count + " b\n"
    for unit in dict.fromkeys(MARKS + SPANS + LINES):
        yield repr(unit) + " a line each", (unit + "\n") * count
    for unit in LINES:
        yield repr(unit) + " with blank lines", (unit + "\n\n") * count
    for name, make in WHOLE.items():
        yield name, make(count)


def run(program, path, options):
    """Seconds, megabytes and the exit status of one conversion."""
    start = time.monotonic()
    with open(os.devnull, "w") as nothing:
        child = subprocess.Popen([program, "kramdown", *options, path], stdout=nothing, stderr=nothing)
    deadline = start + 20
    while True:
        done, status, used = os.wait4(child.pid, os.WNOHANG)
        if done:
            break
        if time.monotonic() > deadline:
            child.kill()
            _, status, used = os.wait4(child.pid, 0)
            break
        time.sleep(0.002)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, status


def main():
    program = os.environ.get("HASTIE", "target/dist/hastie")
    arguments = sys.argv[1:]
    count = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else 100_000
    results = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "document.md")
        for name, text in documents(count):
            if arguments and not any(part in name for part in arguments):
                continue
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            for dialect, options in (("GFM", []), ("kramdown", ["--option", "input=kramdown"])):
                seconds, megabytes, status = run(program, path, options)
                results.append((seconds, megabytes, dialect, name))
                crashed = status != 0 and os.waitstatus_to_exitcode(status) != 1
                if seconds > SECONDS or megabytes > MEGABYTES or crashed:
                    print(f"{dialect:8} {seconds:6.2f} s {megabytes:6.0f} MB {'CRASH' if crashed else ''} {name}", flush=True)
    print(f"{len(results)} conversions")
    for title, key in (("slowest", 0), ("largest", 1)):
        for result in sorted(results, key=lambda result: result[key])[-8:]:
            print(f"{title}: {result[0]:.2f} s, {result[1]:.0f} MB, {result[2]}, {result[3]}")


main()

"""What the scripts in this folder share: requests to Hastie and to Ruby, and the report.

A suite is a list of cases with the result that it expects. Hastie answers each case, and so does Ruby with the versions that Hastie
reproduces, if REF_DIR is set (see tools/record/README.md). Suites follow the newest version of a program, so a case counts if
Hastie's answer is the suite's or Ruby's.
"""
import argparse, difflib, json, os, pathlib, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def arguments(about, styles=False):
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=pathlib.Path, help="a checkout of the suite")
    parser.add_argument("--hastie", default=str(ROOT / "target/release/hastie"))
    parser.add_argument("--show", action="store_true", help="show each difference")
    parser.add_argument("filter", nargs="*", help="parts of the names of cases; all by default")
    if styles:
        parser.add_argument("--styles", type=pathlib.Path, required=True, help="a folder with CSL's locales")
    options = parser.parse_intermixed_args()
    options.hastie = os.path.realpath(options.hastie)
    return options


def answers(command, requests):
    """The answers of a program that reads and writes one JSON object on each line."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    if len(found) != len(requests):
        sys.exit(f"{command[0]} answered {len(found)} of {len(requests)} requests\n{done.stderr[-2000:]}")
    return found


def ruby(kind, requests):
    """Ruby's answers, or None without a reference."""
    if not os.environ.get("REF_DIR"):
        return None
    return answers([str(ROOT / "tools/record/cases"), kind], requests)


class Report:
    """Counts the cases of a suite by verdict. `left_out` contains the number of cases for each reason."""

    def __init__(self, name, options):
        self.name, self.options = name, options
        self.same = self.as_ruby = 0
        self.different, self.left_out = [], {}

    def wants(self, case):
        return not self.options.filter or any(part in case for part in self.options.filter)

    def leave_out(self, reason):
        self.left_out[reason] = self.left_out.get(reason, 0) + 1

    def add(self, case, expected, found, by_ruby=None):
        """Adds a case. `expected` may be a list of results that the suite allows."""
        allowed = expected if isinstance(expected, list) else [expected]
        if found in allowed and (by_ruby is None or by_ruby == found or by_ruby not in allowed):
            self.same += 1
        elif by_ruby is not None and by_ruby == found:
            self.as_ruby += 1
        else:
            self.different.append((case, by_ruby if by_ruby is not None else allowed[0], found))

    def end(self):
        """Prints the report. The exit code is 0 if nothing differs."""
        if self.options.show:
            for case, expected, found in self.different:
                print(f"--- {case}")
                lines = difflib.unified_diff(str(expected).splitlines(), str(found).splitlines(), "expected", "hastie", n=2, lineterm="")
                print("\n".join(list(lines)[2:]))
        total = self.same + self.as_ruby + len(self.different)
        print(f"{self.name}: {total} cases, {self.same} as the suite expects, {self.as_ruby} as Ruby's answer, {len(self.different)} different")
        for reason, count in sorted(self.left_out.items()):
            print(f"  left out: {count} {reason}")
        if self.different and not self.options.show:
            print("  different: " + ", ".join(case for case, *_ in self.different[:20]))
        sys.exit(1 if self.different else 0)

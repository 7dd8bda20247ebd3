//! Unified differences of texts.

use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};
use std::fmt::Write;

/// The number of equal lines around a change.
const CONTEXT: usize = 3;

/// The unified difference of two texts of a file. `old` is `None` if the file is new. Empty if the texts have the same
/// lines.
pub fn unified(path: &str, old: Option<&str>, new: &str) -> String {
    let before: Vec<&str> = old.unwrap_or_default().lines().collect();
    let after: Vec<&str> = new.lines().collect();
    let ops = capture_diff_slices(Algorithm::Myers, &before, &after);
    let groups = group_diff_ops(ops, CONTEXT);
    if groups.is_empty() {
        return String::new();
    }
    let from = old.map_or("/dev/null".to_owned(), |_| format!("a/{path}"));
    let mut text = format!("--- {from}\n+++ b/{path}\n");
    for group in &groups {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let range = |start: usize, end: usize| match end - start {
            0 => format!("{start},0"),
            1 => format!("{}", start + 1),
            count => format!("{},{count}", start + 1),
        };
        let old = range(first.old_range().start, last.old_range().end);
        let new = range(first.new_range().start, last.new_range().end);
        let _ = writeln!(text, "@@ -{old} +{new} @@");
        for op in group {
            if let DiffOp::Equal { .. } = op {
                add(&mut text, ' ', &before[op.old_range()]);
                continue;
            }
            add(&mut text, '-', &before[op.old_range()]);
            add(&mut text, '+', &after[op.new_range()]);
        }
    }
    text
}

fn add(text: &mut String, sign: char, lines: &[&str]) {
    for line in lines {
        let _ = writeln!(text, "{sign}{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[test]
    fn changed_and_new_files_are_shown_as_by_diff() {
        let old = "a\nb\nc\nd\ne\nf\ng\n";
        let new = "a\nb\nc\nd\nE\nf\ng\n";
        assert_eq!(unified("x", Some(old), new), "--- a/x\n+++ b/x\n@@ -2,6 +2,6 @@\n b\n c\n d\n-e\n+E\n f\n g\n");
        assert_eq!(unified("x", None, "a\n"), "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n");
        assert_eq!(unified("x", Some(old), old), "");
    }
}

//! The steps of a workflow's jobs, as lines of text. This keeps comments and the author's layout, which a YAML writer
//! would lose.

/// A key of a step such as `uses` or `run`, with the lines of its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) name: String,
    /// The value on the key's line, without quotes around it.
    pub(super) inline: String,
    /// The lines below the key's line, without the key's own indentation.
    pub(super) below: Vec<String>,
    /// All lines of the key as they are in the file, without the indentation of the step's keys.
    lines: Vec<String>,
}

/// A step of a job, with its lines in the workflow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    /// The indices of the step's lines in the workflow, starting at 0. Comments above the step are included.
    pub(super) lines: std::ops::Range<usize>,
    /// The number of the list of steps that contains the step. The first list in the file is 1.
    pub(super) list: usize,
    /// The number of columns before the step's `-`.
    pub(super) indent: usize,
    /// The keys of the step, in the order of the file.
    pub(super) keys: Vec<Key>,
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

fn is_empty(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}

fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    line == "-" || line.starts_with("- ")
}

/// The steps of all jobs of a workflow, in the order of the file.
pub(super) fn steps(text: &str) -> Vec<Step> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut list = 0;
    let mut index = 0;
    while index < lines.len() {
        let is_list = lines[index].trim() == "steps:";
        index += 1;
        if is_list {
            list += 1;
            index = steps_of_list(&lines, index, list, &mut found);
        }
    }
    found
}

/// Adds the steps of the list that starts at the line `start`. Returns the index of the line after the list.
fn steps_of_list(lines: &[&str], start: usize, list: usize, found: &mut Vec<Step>) -> usize {
    let key_indent = indent_of(lines[start - 1]);
    let Some(first) = (start..lines.len()).find(|index| !is_empty(lines[*index])) else { return lines.len() };
    let indent = indent_of(lines[first]);
    if indent < key_indent || !is_item(lines[first]) {
        return first;
    }
    let belongs = |line: &str| is_empty(line) || indent_of(line) > indent || indent_of(line) == indent && is_item(line);
    let end = (first..lines.len()).find(|index| !belongs(lines[*index])).unwrap_or(lines.len());
    let heads: Vec<usize> =
        (first..end).filter(|index| indent_of(lines[*index]) == indent && is_item(lines[*index])).collect();
    // Comments above a step belong to it, unless they are part of a text.
    let starts: Vec<usize> = heads
        .iter()
        .map(|head| {
            let is_comment = |line: &str| line.trim_start().starts_with('#') && indent_of(line) == indent;
            let above = (start..*head).rev().take_while(|index| is_comment(lines[*index])).count();
            head - above
        })
        .collect();
    for (position, head) in heads.iter().enumerate() {
        let next = starts.get(position + 1).copied().unwrap_or_else(|| {
            let is_blank = |index: &usize| is_empty(lines[*index]) && indent_of(lines[*index]) <= indent;
            end - (head + 1..end).rev().take_while(is_blank).count()
        });
        let keys = keys(&lines[*head..next], indent);
        found.push(Step { lines: starts[position]..next, list, indent, keys });
    }
    end
}

/// The keys of a step whose `-` has this indentation.
fn keys(lines: &[&str], indent: usize) -> Vec<Key> {
    let Some((head, rest)) = lines.split_first() else { return Vec::new() };
    let after_dash = head.trim_start()[1..].trim_start();
    let column = head.len() - after_dash.len();
    let column = if after_dash.is_empty() { indent + 2 } else { column };
    let first = (!after_dash.is_empty()).then(|| after_dash.to_owned());
    let others = rest.iter().map(|line| line.get(column..).unwrap_or_default().to_owned());
    let mut keys: Vec<Key> = Vec::new();
    for (line, original) in first.into_iter().zip([*head]).chain(others.zip(rest.iter().copied())) {
        let is_key = !is_empty(original) && !line.starts_with([' ', '-']);
        match line.split_once(':').filter(|_| is_key) {
            Some((name, value)) => keys.push(Key {
                name: name.trim().to_owned(),
                inline: unquoted(value),
                below: Vec::new(),
                lines: vec![line],
            }),
            None => {
                if let Some(key) = keys.last_mut() {
                    key.lines.push(line.clone());
                    key.below.push(line);
                }
            }
        }
    }
    keys.iter_mut().for_each(strip);
    keys
}

/// Removes the common indentation of the lines below a key.
fn strip(key: &mut Key) {
    let indent = key.below.iter().filter(|line| !line.trim().is_empty()).map(|line| indent_of(line)).min().unwrap_or(0);
    for line in &mut key.below {
        *line = line.get(indent..).unwrap_or_default().trim_end().to_owned();
    }
}

/// A value on one line, without its comment and quotes.
fn unquoted(value: &str) -> String {
    let value = value.trim();
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote).and_then(|rest| rest.split_once(quote)) {
            return inner.0.to_owned();
        }
    }
    value.split(" #").next().unwrap_or_default().trim().to_owned()
}

impl Step {
    pub(super) fn key(&self, name: &str) -> Option<&Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// The action that the step uses, without its version: `actions/checkout`. `None` if the step runs a script.
    pub(super) fn action(&self) -> Option<&str> {
        self.key("uses").map(|key| key.inline.split('@').next().unwrap_or_default())
    }

    /// The lines of the script under `run`, as they are written. Empty if the step has no script.
    pub(super) fn script(&self) -> Vec<String> {
        let Some(run) = self.key("run") else { return Vec::new() };
        match run.inline.starts_with(['|', '>']) {
            true => run.below.clone(),
            false => std::iter::once(run.lines[0].split_once(':').map_or("", |(_, value)| value).trim().to_owned())
                .chain(run.below.iter().cloned())
                .filter(|line| !line.is_empty())
                .collect(),
        }
    }

    /// Whether the script is folded: its lines are joined by spaces.
    pub(super) fn is_folded(&self) -> bool {
        self.key("run").is_some_and(|run| {
            run.inline.starts_with('>') || !run.inline.starts_with('|') && !run.below.iter().all(|line| is_empty(line))
        })
    }

    /// The value of an input of the action, without quotes. `None` if `with` lacks this input.
    pub(super) fn input(&self, name: &str) -> Option<String> {
        let line = self
            .key("with")?
            .below
            .iter()
            .find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(':')))?;
        line.split_once(':').map(|(_, value)| unquoted(value))
    }

    /// The lines of a key, without the step's indentation and without a leading `- `. Empty if the step lacks the key.
    pub(super) fn written(&self, name: &str) -> Vec<String> {
        self.key(name).map(|key| key.lines.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::steps;

    const WORKFLOW: &str = "\
jobs:
  build:
    steps:
    - uses: actions/checkout@v4 # the source
    # Ruby
    - name: \"Set up: Ruby\"
      uses: ruby/setup-ruby@v1
      with:
        ruby-version: '3.2'

    - run: |
        # a comment in the script
        a
          b

        c
      env:
        X: y
  publish:
    steps:
      - name: one
        run: echo 1
";

    #[test]
    fn steps_have_their_keys_and_lines() {
        let found = steps(WORKFLOW);
        assert_eq!(found.iter().map(|step| step.lines.clone()).collect::<Vec<_>>(), [3..4, 4..10, 10..18, 20..22]);
        assert_eq!(found.iter().map(|step| step.list).collect::<Vec<_>>(), [1, 1, 1, 2]);
        assert_eq!(found[0].action(), Some("actions/checkout"));
        assert_eq!(found[1].key("name").map(|key| key.inline.as_str()), Some("Set up: Ruby"));
        assert_eq!(found[1].input("ruby-version").as_deref(), Some("3.2"));
        assert_eq!(found[2].script(), ["# a comment in the script", "a", "  b", "", "c"]);
        assert_eq!(found[2].written("env"), ["env:", "  X: y"]);
        assert_eq!(found[3].script(), ["echo 1"]);
    }

    #[test]
    fn any_text_is_read() {
        for text in
            ["", "steps:", "steps:\n", "steps:\n- ", "steps:\n-\n  run: a", "  steps:\n  - é: ü\n   ö", "steps:\n a"]
        {
            steps(text);
        }
    }
}

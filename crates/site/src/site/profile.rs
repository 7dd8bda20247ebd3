//! The tables printed by `--profile`. Mirrors `Jekyll::Profiler`. The first two tables are Jekyll's. The third one
//! lists what Jekyll does not measure, and the fourth one the includes whose results are not reused.

use crate::diagnostic::{Level, Log, Message};
use crate::locks;
use crate::render::profile::{Figures, Profile};
use crate::render::{Setup, SiteView};
use crate::world;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The maximum number of templates in a table.
const ROWS: usize = 50;

/// The time spent in each phase of a build.
#[derive(Debug)]
pub struct Phases {
    since: Instant,
    done: Vec<(&'static str, Duration)>,
}

impl Default for Phases {
    fn default() -> Self {
        Phases { since: world::instant(), done: Vec::new() }
    }
}

impl Phases {
    /// Ends the phase `phase`, which began at the end of the previous phase. If a phase with this name has already
    /// ended, the times of both are added.
    pub fn end(&mut self, phase: &'static str) {
        let now = world::instant();
        match self.done.iter_mut().find(|(name, _)| *name == phase) {
            Some((_, time)) => *time += now - self.since,
            None => self.done.push((phase, now - self.since)),
        }
        self.since = now;
    }

    /// The names and durations of the phases that have ended.
    pub fn done(&self) -> &[(&'static str, Duration)] {
        &self.done
    }

    /// Logs the tables that `--profile` prints: the times of the phases, figures of the slowest templates, and the
    /// includes whose results were not reused.
    pub fn report(&self, setup: &Setup, view: &SiteView, log: &mut Log) {
        let profile = locks::lock(&view.profile);
        let mut rows = vec![vec!["PHASE".to_string(), "TIME".to_string()]];
        rows.extend(self.done.iter().map(|(phase, time)| vec![(*phase).to_string(), seconds(*time, 4)]));
        log_table("\nBuild Process Summary:", &rows, log);
        let mut templates: Vec<(String, &Figures)> =
            profile.templates.iter().map(|(path, figures)| (file_name(setup, path), figures)).collect();
        templates.sort_by_key(|(_, figures)| std::cmp::Reverse(figures.time));
        templates.truncate(ROWS);
        log_table("\nSite Render Stats:", &rendered(&templates), log);
        templates.sort_by_key(|(_, figures)| std::cmp::Reverse(figures.own));
        log_table("\nTime Without Includes, Reads, Reused Results:", &own(&templates), log);
        let rows = not_reused(setup, view, &profile);
        if rows.len() > 1 {
            log_table("\nIncludes Rendered Anew:", &rows, log);
        }
    }
}

fn rendered(templates: &[(String, &Figures)]) -> Vec<Vec<String>> {
    let mut rows = vec![["Filename", "Count", "Bytes", "Time"].map(String::from).to_vec()];
    for (name, figures) in templates {
        let size = format!("{:.2}K", figures.bytes as f64 / 1024.0);
        rows.push(vec![name.clone(), figures.count.to_string(), size, seconds(figures.time, 3)]);
    }
    rows
}

fn own(templates: &[(String, &Figures)]) -> Vec<Vec<String>> {
    let mut rows = vec![["Filename", "Own time", "Reads", "Cached", "Reused", "Saved"].map(String::from).to_vec()];
    for (name, figures) in templates {
        let [reads, cached, reused] = [figures.reads, figures.cached, figures.reused].map(|count| count.to_string());
        rows.push(vec![name.clone(), seconds(figures.own, 3), reads, cached, reused, seconds(figures.saved, 3)]);
    }
    rows
}

/// The includes that were rendered several times because something prevented their reuse, slowest first.
fn not_reused(setup: &Setup, view: &SiteView, profile: &Profile) -> Vec<Vec<String>> {
    let mut found: Vec<(Duration, Vec<String>)> = Vec::new();
    for part in view.memo.get().map(|memo| memo.report()).unwrap_or_default() {
        let Some(figures) = profile.templates.get(&part.template) else { continue };
        if let (Some(why), true) = (part.obstacle, part.reused == 0 && figures.count > 1) {
            let row = vec![file_name(setup, &part.template), figures.count.to_string(), seconds(figures.time, 3), why];
            found.push((figures.time, row));
        }
    }
    found.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
    found.truncate(ROWS);
    let titles = ["Filename", "Count", "Time", "Reason"].map(String::from).to_vec();
    std::iter::once(titles).chain(found.into_iter().map(|(_, row)| row)).collect()
}

fn seconds(time: Duration, digits: usize) -> String {
    format!("{:.digits$}", time.as_secs_f64())
}

/// Logs a title, and the rows as a table in the style of the gem terminal-table. The first row is the header.
pub fn log_table(title: &str, rows: &[Vec<String>], log: &mut Log) {
    log.push(Message::plain(Level::Info, title));
    log.push(Message::plain(Level::Info, format!("\n{}\n", table(rows))));
}

/// Formats a table as the gem terminal-table does: the first column is aligned left, the others right.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut lines = Vec::with_capacity(rows.len() + 1);
    for (number, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _ = if column == 0 { write!(line, "| {cell:<width$} ") } else { write!(line, "| {cell:>width$} ") };
        }
        line.push('|');
        lines.push(line);
        if number == 0 {
            let dashes: Vec<String> = widths.iter().map(|width| "-".repeat(width + 2)).collect();
            lines.push(format!("+{}+", dashes.join("+")));
        }
    }
    lines.join("\n")
}

/// `LiquidRenderer#normalize_path`: the path relative to the source, to a gem's folder or to the theme's folder.
fn file_name(setup: &Setup, path: &str) -> String {
    let below = |folder: &str| path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
    if let Some(rest) = below(&setup.context.source) {
        return rest.to_string();
    }
    if let Some(position) = path.rfind("/gems/") {
        return path[position + "/gems/".len()..].to_string();
    }
    if let Some(position) = path.find("/lib").filter(|position| *position > 0) {
        let start = path[..position].rfind('/').map_or(0, |slash| slash + 1);
        if start < position {
            return path[start..].to_string();
        }
    }
    if let Some(theme) = &setup.context.theme
        && let Some(rest) = below(&theme.root)
    {
        return format!("{}/{rest}", theme.basename());
    }
    path.strip_prefix('/').unwrap_or(path).to_string()
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn tables_look_as_terminal_table_draws_them() {
        let rows = [["PHASE", "TIME"], ["RESET", "0.0000"], ["GENERATE", "0.1"]];
        let rows: Vec<Vec<String>> = rows.iter().map(|row| row.map(String::from).to_vec()).collect();
        let expected = "| PHASE    |   TIME |\n\
                        +----------+--------+\n\
                        | RESET    | 0.0000 |\n\
                        | GENERATE |    0.1 |";
        assert_eq!(table(&rows), expected);
    }
}

//! Predicts the git commands that hooks will call for new documents.
//!
//! A hook may call `git log` for the path of each document. The commands for the first documents show how the commands
//! for all other documents will look. The outputs of these commands are sent together with the documents, so that Ruby
//! need not request each of them.

use hastie_site::locks::lock;
use hastie_site::model::Document;
use std::sync::Mutex;

/// The maximum number of different commands for one document.
const MAX_FORMS: usize = 4;

/// Predicts the git commands that hooks call for new documents, from the commands that the hooks have called for
/// earlier documents.
#[derive(Debug, Default)]
pub(crate) struct ExpectedCommands(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// The commands that the running hooks have called so far. `None` while no hook for a new document runs.
    called: Option<Vec<String>>,
    forms: Vec<Form>,
}

/// A command that contains the path of a document: the texts before and after the path.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Form {
    before: String,
    after: String,
    /// Whether the path is relative to the source.
    is_relative: bool,
}

impl Form {
    /// The form of a command for one of these documents. `None` unless the command contains the path of a document
    /// exactly once.
    fn of(command: &str, documents: &[Document]) -> Option<Form> {
        let find = |path: &str, is_relative: bool| {
            let (before, after) = command.split_once(path).filter(|(_, after)| !after.contains(path))?;
            Some(Form { before: before.to_owned(), after: after.to_owned(), is_relative })
        };
        let absolute = documents.iter().find_map(|document| find(&document.path, false));
        absolute.or_else(|| documents.iter().find_map(|document| find(&document.relative_path, true)))
    }

    fn command(&self, document: &Document) -> String {
        let path = if self.is_relative { &document.relative_path } else { &document.path };
        format!("{}{path}{}", self.before, self.after)
    }
}

impl ExpectedCommands {
    /// Notes a command that a hook has called. Does nothing while no hook for a new document runs.
    pub(crate) fn note(&self, command: &str) {
        if let Some(called) = &mut lock(&self.0).called {
            called.push(command.to_owned());
        }
    }

    /// Begins to note commands. Returns the commands that hooks will probably call for these documents.
    pub(crate) fn begin(&self, documents: &[Document]) -> Vec<String> {
        let mut known = lock(&self.0);
        known.called = Some(Vec::new());
        let commands = |document| known.forms.iter().map(move |form| form.command(document));
        documents.iter().flat_map(commands).collect()
    }

    /// Stops noting commands. Learns from the commands that hooks have called since `begin` for the same documents.
    pub(crate) fn end(&self, documents: &[Document]) {
        let mut known = lock(&self.0);
        for command in known.called.take().unwrap_or_default() {
            if known.forms.len() == MAX_FORMS {
                return;
            }
            let form = Form::of(&command, documents).filter(|form| !known.forms.contains(form));
            known.forms.extend(form);
        }
    }
}

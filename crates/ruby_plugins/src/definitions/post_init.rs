//! The hooks for `:post_init` of documents. Blogs have thousands of posts, so one call handles many of them.

use crate::bridge::{Bridge, Stage};
use crate::interpreter::Interpreter;
use crate::protocol::Operation;
use crate::reports::call_times::Kind;
use crate::requests;
use hastie_liquid::{Hash, Str, Value};
use hastie_ruby::CallError;
use hastie_site::model::Document;
use std::collections::HashMap;

/// The maximum number of documents for one call, because the time of each call is limited.
const MAX_DOCUMENTS: usize = 64;

/// The number of documents for the first call, which shows what hooks do with each document.
const FIRST_DOCUMENTS: usize = 4;

/// Runs the `post_init` hooks of a collection's new documents, in the order of the documents. Applies the hooks'
/// changes to the documents' data.
///
/// # Errors
/// Fails with the first exception of a hook.
pub(crate) fn run_all(ruby: &Interpreter, label: &str, documents: &mut [Document]) -> Result<(), CallError> {
    let (first, others) = documents.split_at_mut(documents.len().min(FIRST_DOCUMENTS));
    run(ruby, label, first)?;
    others.chunks_mut(MAX_DOCUMENTS).try_for_each(|documents| run(ruby, label, documents))
}

/// Runs the `post_init` hooks of these documents in one call, and applies the hooks' changes.
fn run(ruby: &Interpreter, label: &str, documents: &mut [Document]) -> Result<(), CallError> {
    let ids = documents.iter().map(|document| Value::Int(i64::from(document.id.0))).collect();
    let paths = documents.iter().map(|document| &*document.path).collect::<Vec<_>>().join("\0");
    let (kinds, data) = kinds(documents);
    let answers = git_answers(ruby, ruby.expected_commands.begin(documents));
    let arguments =
        vec![label.into(), Value::array(ids), paths.into(), Value::array(kinds), Value::array(data), answers];
    let mut bridge = Bridge::new(ruby, Stage::Load);
    let call = || bridge.try_call(Operation::DocumentsPostInit, arguments);
    let changes = ruby.times.of(Kind::Hook, "post_init", call);
    ruby.expected_commands.end(documents);
    let changes = changes?;
    for change in changes.as_array().unwrap_or_default() {
        let [Value::Int(index), Value::Hash(values), is_whole, url @ ..] = change.as_array().unwrap_or_default() else {
            continue;
        };
        let document = usize::try_from(*index).ok().and_then(|index| documents.get_mut(index));
        if let Some(document) = document {
            apply(document, values, is_whole.truthy());
            if let [Value::Str(url), id] = url {
                document.set_url(url);
                document.fixed_id = id.as_str().map(Str::from);
            }
        }
    }
    Ok(())
}

/// The output of git commands, as a hash. A command that fails is left out: if a hook calls it, the hook gets the
/// error.
fn git_answers(ruby: &Interpreter, commands: Vec<String>) -> Value {
    let mut answers = Hash::new();
    for command in commands {
        if let Ok(output) = requests::git_output(ruby, &command) {
            answers.set(command, output);
        }
    }
    Value::hash(answers)
}

/// The initial data of the documents, with equal data only once. Returns an index for each document, and the list of
/// data that these indexes refer to.
fn kinds(documents: &[Document]) -> (Vec<Value>, Vec<Value>) {
    let mut known: HashMap<String, usize> = HashMap::new();
    let (mut kinds, mut data) = (Vec::new(), Vec::new());
    for document in documents {
        let added = data.len();
        let index = match path_data(&document.data) {
            Some(text) => *known.entry(text).or_insert(added),
            None => added,
        };
        if index == added {
            data.push(Value::hash((*document.data).clone()));
        }
        kinds.push(Value::Int(i64::try_from(index).unwrap_or(0)));
    }
    (kinds, data)
}

/// A text that identifies a document's data if they consist only of `draft` and `categories`, which come from the path.
/// `None` for other data.
fn path_data(data: &Hash) -> Option<String> {
    let mut text = String::new();
    for (key, value) in data.iter() {
        match (key.as_str()?, value) {
            ("draft", Value::Bool(is_draft)) => text.push_str(if *is_draft { "draft" } else { "post" }),
            ("categories", Value::Array(names)) => {
                for name in names.iter() {
                    text.push('/');
                    text.push_str(name.as_str()?);
                }
            }
            _ => return None,
        }
        text.push('\0');
    }
    Some(text)
}

/// Sets keys of a document's data. If `is_whole` is set, `values` replace all data.
fn apply(document: &mut Document, values: &Hash, is_whole: bool) {
    if is_whole {
        document.data = values.clone().into();
        return;
    }
    for (key, value) in values.iter() {
        document.data.set_value(key.clone(), value.clone());
    }
}

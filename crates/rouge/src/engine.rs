//! Mirrors `Rouge::RegexLexer`'s run: a stack of states, rules tried in order, `Error` for a character that no rule
//! takes. [`Context`] is what a rule's callback sees.

use crate::edition::Edition;
use crate::grammar::{Action, Go, Lexicon, Next, Rules, State};
use crate::guess::{self, Lookup};
use crate::pattern::Scratch;
use crate::registry::{self, LexerInfo, Source};
use crate::token::Token;
use std::any::Any;
use std::collections::HashMap;
use std::sync::Arc;

/// Options of a lexer, from a tag such as `php?start_inline=1`: each name with its values.
pub type Options = Vec<(String, Vec<String>)>;

/// The tokens of a text: neighbours of one type are one token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    text: String,
    /// Each type with the place where its text ends.
    ends: Vec<(Token, usize)>,
}

impl Tokens {
    /// Adds text; nothing is added for an empty one.
    #[inline]
    pub fn push(&mut self, token: Token, text: &str) {
        if text.is_empty() {
            return;
        }
        self.text.push_str(text);
        let end = self.text.len();
        match self.ends.last_mut() {
            Some((last, position)) if *last == token => *position = end,
            _ => self.ends.push((token, end)),
        }
    }

    /// Each token with its text.
    pub fn iter(&self) -> impl Iterator<Item = (Token, &str)> {
        let mut start = 0;
        self.ends.iter().map(move |&(token, end)| {
            let text = &self.text[start..end];
            start = end;
            (token, text)
        })
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// Lexers delegate to lexers no deeper than this; beyond, text stays plain.
const DEEPEST_DELEGATION: usize = 24;

/// After more than this number of empty matches in a row, a character becomes an `Error`.
const MOST_NULL_STEPS: usize = 5;

/// A lexer with its options and what it remembers between the pieces of a text.
pub struct Lexer {
    edition: Edition,
    info: &'static LexerInfo,
    lexicon: Option<Arc<Lexicon>>,
    options: Options,
    stack: Vec<Arc<State>>,
    data: Option<Box<dyn Any + Send>>,
    others: Vec<(String, Lexer)>,
    made: HashMap<String, Arc<State>>,
    scratch: Scratch,
    depth: usize,
    started: bool,
}

impl Lexer {
    /// A lexer of a registered language, or plain text where the language has none here yet.
    pub fn new(info: &'static LexerInfo, options: Options) -> Lexer {
        Lexer::new_in(Edition::V4_6, info, options)
    }

    /// A lexer of a registered language in an edition of Rouge.
    pub fn new_in(edition: Edition, info: &'static LexerInfo, options: Options) -> Lexer {
        Lexer {
            edition,
            info,
            lexicon: info.lexicon(edition),
            options,
            stack: Vec::new(),
            data: None,
            others: Vec::new(),
            made: HashMap::new(),
            scratch: Scratch::default(),
            depth: 0,
            started: false,
        }
    }

    /// The language.
    pub fn info(&self) -> &'static LexerInfo {
        self.info
    }

    /// The canonical name of the language, such as `javascript`.
    pub fn tag(&self) -> &'static str {
        self.info.tag
    }

    /// The tokens of a text, from the start.
    pub fn lex(&mut self, text: &str) -> Tokens {
        let mut out = Tokens { text: String::with_capacity(text.len()), ends: Vec::with_capacity(text.len() / 4) };
        self.reset(&mut out);
        self.continue_lex(text, &mut out);
        out
    }

    /// Forgets what was lexed before.
    fn reset(&mut self, out: &mut Tokens) {
        self.stack.clear();
        self.data = None;
        self.others.clear();
        self.started = true;
        if let Some(lexicon) = self.lexicon.clone() {
            self.stack.extend(lexicon.states.get("root").cloned());
            for start in &lexicon.start {
                start(&mut Context::new(self, "", out));
            }
        }
    }

    /// Goes on with more text in the state that the last piece left.
    pub(crate) fn continue_lex(&mut self, text: &str, out: &mut Tokens) {
        if !self.started {
            self.reset(out);
        }
        match self.info.source {
            Some(Source::Native(run)) => run(&mut Context::new(self, text, out)),
            Some(Source::Grammar(_)) if self.depth <= DEEPEST_DELEGATION => Context::new(self, text, out).run(),
            _ => out.push(Token::Text, text),
        }
    }

    fn option(&self, name: &str) -> Option<&str> {
        let (_, values) = self.options.iter().find(|(n, _)| n == name)?;
        values.last().map(String::as_str)
    }

    fn boolean(&self, name: &str) -> Option<bool> {
        let (_, values) = self.options.iter().find(|(n, _)| n == name)?;
        Some(!matches!(values.last().map(String::as_str), Some("0" | "false" | "off")))
    }

    fn child(&self, info: &'static LexerInfo) -> Lexer {
        self.child_with(info, Vec::new())
    }

    /// A lexer with this one's options and more.
    fn child_with(&self, info: &'static LexerInfo, more: Options) -> Lexer {
        let mut options = self.options.clone();
        options.retain(|(name, _)| more.iter().all(|(other, _)| other != name));
        options.extend(more);
        Lexer { depth: self.depth + 1, ..Lexer::new_in(self.edition, info, options) }
    }
}

/// The context of a rule's callback: the match, the tokens, the stack of states, and the lexer's memory.
pub struct Context<'a, 't> {
    lexer: &'a mut Lexer,
    text: &'t str,
    out: &'a mut Tokens,
    /// The offset of the last match.
    start: usize,
    at: usize,
    null_steps: usize,
    moved: bool,
}

impl<'a, 't> Context<'a, 't> {
    fn new(lexer: &'a mut Lexer, text: &'t str, out: &'a mut Tokens) -> Self {
        lexer.scratch.begin(text);
        Context { lexer, text, out, start: 0, at: 0, null_steps: 0, moved: false }
    }

    fn run(&mut self) {
        while self.at < self.text.len() {
            let Some(state) = self.lexer.stack.last().cloned() else {
                // Rouge raises here; the rest of the text is better than none of the page.
                self.lexer.stack.extend(self.root());
                if self.lexer.stack.is_empty() {
                    return;
                }
                continue;
            };
            self.moved = false;
            while !self.moved && self.at < self.text.len() {
                if !self.step(&state) {
                    let rest = &self.text[self.at..];
                    let length = rest.chars().next().map_or(1, char::len_utf8);
                    self.out.push(Token::Error, &rest[..length]);
                    self.at += length;
                }
            }
        }
    }

    /// Tries the rules of a state; false where none matched, or matched nothing too often.
    fn step(&mut self, state: &State) -> bool {
        let ready = state.ready();
        let rest = &self.text[self.at..];
        let at_line_start = self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n';
        let Some(&byte) = rest.as_bytes().first() else { return false };
        let mut resume = 0;
        for &index in &ready.by_byte[usize::from(byte)] {
            let index = usize::from(index);
            let rule = &ready.rules[index];
            if index < resume || rule.pattern.at_line_start() && !at_line_start {
                continue;
            }
            if !rule.pattern.match_start(rest, &mut self.lexer.scratch) {
                continue;
            }
            let length = self.lexer.scratch.group(0).map_or(0, |(_, end)| end);
            if let Some((words, fold)) = rule.guard {
                let (start, end) = self.lexer.scratch.group(1).unwrap_or((0, length));
                let word = &rest[start..end];
                if !if fold { words.has(&word.to_lowercase()) } else { words.has(word) } {
                    continue;
                }
            }
            self.start = self.at;
            self.at += length;
            self.act(&rule.action);
            if length > 0 {
                self.null_steps = 0;
                return true;
            }
            self.null_steps += 1;
            if self.null_steps <= MOST_NULL_STEPS {
                return true;
            }
            match rule.resume {
                Some(next) => resume = next,
                None => return false,
            }
        }
        false
    }

    fn act(&mut self, action: &Action) {
        match action {
            Action::Token(token, go) => {
                self.out.push(*token, &self.text[self.start..self.at]);
                self.go(go);
            }
            Action::Groups(tokens, go) => {
                self.groups(tokens);
                self.go(go);
            }
            Action::Words { sets, other, fold, go } => {
                let word = &self.text[self.start..self.at];
                let lower = fold.then(|| word.to_lowercase());
                let key = lower.as_deref().unwrap_or(word);
                let token = sets.iter().find(|(set, _)| set.has(key)).map_or(*other, |(_, token)| *token);
                self.out.push(token, word);
                self.go(go);
            }
            Action::Call(run) => run(self),
        }
    }

    fn go(&mut self, steps: &[Go]) {
        for step in steps {
            match *step {
                Go::Push(state) => self.push(state),
                Go::PushTop => self.push_top(),
                Go::Pop(times) => self.pop(times),
                Go::Goto(state) => self.goto(state),
            }
        }
    }

    /// The text of the match.
    pub fn matched(&self) -> &'t str {
        &self.text[self.start..self.at]
    }

    /// The text of a group, empty where it took no part. Group 0 is the match.
    pub fn group(&self, number: usize) -> &'t str {
        self.group_if(number).unwrap_or_default()
    }

    /// The text of a group, `None` where it took no part.
    pub fn group_if(&self, number: usize) -> Option<&'t str> {
        let (start, end) = self.lexer.scratch.group(number)?;
        self.text.get(self.start + start..self.start + end)
    }

    /// The text after the match.
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The text before the lexer's position.
    pub fn before(&self) -> &'t str {
        &self.text[..self.at]
    }

    /// Takes more text after the match, as part of it: its length in bytes is at a character's end, or is ignored.
    pub fn advance(&mut self, length: usize) -> &'t str {
        let taken = self.rest().get(..length).unwrap_or_default();
        self.at += taken.len();
        taken
    }

    /// Emits the match as a token.
    pub fn token(&mut self, token: Token) {
        self.out.push(token, &self.text[self.start..self.at]);
    }

    /// Emits a text as a token.
    pub fn emit(&mut self, token: Token, text: &str) {
        self.out.push(token, text);
    }

    /// Emits each group as a token.
    pub fn groups(&mut self, tokens: &[Token]) {
        for (i, &token) in tokens.iter().enumerate() {
            if let Some(text) = self.group_if(i + 1) {
                self.out.push(token, text);
            }
        }
    }

    /// Changes the stack as a rule's next state does.
    pub fn next(&mut self, next: impl Next) {
        self.go(&next.steps());
    }

    /// Enters a state.
    pub fn push(&mut self, state: &'static str) {
        let state = self.state(state);
        self.lexer.stack.extend(state);
        self.moved = true;
    }

    /// Enters the present state once more.
    pub fn push_top(&mut self) {
        let top = self.lexer.stack.last().cloned();
        self.lexer.stack.extend(top);
    }

    /// Leaves states.
    pub fn pop(&mut self, times: usize) {
        let left = self.lexer.stack.len().saturating_sub(times);
        self.lexer.stack.truncate(left);
        self.moved = true;
    }

    /// Leaves the present state for another.
    pub fn goto(&mut self, state: &'static str) {
        self.lexer.stack.pop();
        self.push(state);
    }

    /// Leaves all states for `root`.
    pub fn reset_stack(&mut self) {
        self.lexer.stack.clear();
        self.push("root");
    }

    /// Enters a state that is made here, for what depends on the text (a closing delimiter). `key` names all that the
    /// rules depend on: the state is made once a key.
    pub fn push_made(&mut self, name: &'static str, key: &str, write: impl FnOnce(&mut Rules<'_>)) {
        let key = format!("{name}\0{key}");
        let made = match (self.lexer.made.get(&key), &self.lexer.lexicon) {
            (Some(made), _) => made.clone(),
            (None, Some(lexicon)) => Arc::new(lexicon.state_of(name, write)),
            (None, None) => return,
        };
        // A text full of different delimiters does not fill the memory.
        if self.lexer.made.len() < 1000 {
            self.lexer.made.insert(key, made.clone());
        }
        self.lexer.stack.push(made);
        self.moved = true;
    }

    /// The name of the present state.
    pub fn state_name(&self) -> &'static str {
        self.lexer.stack.last().map_or("", |state| state.name)
    }

    /// The number of states on the stack.
    pub fn depth(&self) -> usize {
        self.lexer.stack.len()
    }

    /// Whether a state is anywhere on the stack.
    pub fn in_state(&self, name: &str) -> bool {
        self.lexer.stack.iter().any(|state| state.name == name)
    }

    fn state(&self, name: &'static str) -> Option<Arc<State>> {
        let state = self.lexer.lexicon.as_ref().and_then(|lexicon| lexicon.states.get(name).cloned());
        debug_assert!(state.is_some(), "no state {name} in {}", self.lexer.tag());
        state.or_else(|| self.root())
    }

    fn root(&self) -> Option<Arc<State>> {
        self.lexer.lexicon.as_ref().and_then(|lexicon| lexicon.states.get("root").cloned())
    }

    /// The lexer's own memory, made by `Default` at first use and forgotten at the start of each text. A lexer has
    /// one type of memory.
    pub fn memory<T: Any + Send + Default>(&mut self) -> &mut T {
        if !self.lexer.data.as_ref().is_some_and(|data| data.is::<T>()) {
            self.lexer.data = Some(Box::new(T::default()));
        }
        match self.lexer.data.as_mut().and_then(|data| data.downcast_mut()) {
            Some(data) => data,
            None => unreachable!("the memory was just made"),
        }
    }

    /// A text goes to another lexer, which remembers where it stood at the last text it got from this one.
    pub fn delegate(&mut self, tag: &str, text: &str) {
        self.delegate_as(tag, tag, text);
    }

    /// As `delegate`, with one of several lexers of a language: `key` says which.
    pub fn delegate_as(&mut self, key: &str, tag: &str, text: &str) {
        let Some(position) = self.other(key, tag) else { return self.emit(Token::Text, text) };
        self.lexer.others[position].1.continue_lex(text, self.out);
    }

    /// The lexer that `key` names forgets where it stood.
    pub fn reset_other(&mut self, key: &str) {
        self.lexer.others.retain(|(k, _)| k != key);
    }

    /// A text goes to a new lexer of a language.
    pub fn delegate_fresh(&mut self, tag: &str, text: &str) {
        match registry::find_in(self.lexer.edition, tag) {
            Some(info) => self.lexer.child(info).continue_lex(text, self.out),
            None => self.emit(Token::Text, text),
        }
    }

    /// A text goes to a new lexer of this very language.
    pub fn recurse(&mut self, text: &str) {
        let info = self.lexer.info;
        self.lexer.child(info).continue_lex(text, self.out);
    }

    /// A text goes to the language that a template is written in: the option `parent`, or else `default`.
    pub fn delegate_parent(&mut self, default: &str, text: &str) {
        let tag = self
            .lexer
            .option("parent")
            .filter(|tag| registry::find_in(self.lexer.edition, tag).is_some())
            .unwrap_or(default)
            .to_owned();
        self.delegate_as("parent", &tag, text);
    }

    /// Chooses the lexer that `key` names by a tag in Markdown's form (with options, or `guess`) and the code itself. A language
    /// that is unknown is `Literal.String.Backtick`.
    pub fn open_fancy(&mut self, key: &str, tag: &str, code: &str) {
        let mut lexer = match guess::find_fancy_in(self.lexer.edition, Some(tag), code) {
            Lookup::Found(info, options) => self.lexer.child_with(info, options),
            Lookup::Ambiguous(several) => match several.first() {
                Some(info) => self.lexer.child(info),
                None => return,
            },
            Lookup::Unknown => match registry::find("plaintext") {
                Some(info) => {
                    let token = ("token".to_owned(), vec!["Literal.String.Backtick".to_owned()]);
                    self.lexer.child_with(info, vec![token])
                }
                None => return,
            },
        };
        lexer.started = false;
        self.reset_other(key);
        self.lexer.others.push((key.to_owned(), lexer));
    }

    /// A text goes to the lexer that was chosen for `key`.
    pub fn delegate_open(&mut self, key: &str, text: &str) {
        match self.lexer.others.iter().position(|(k, _)| k == key) {
            Some(position) => self.lexer.others[position].1.continue_lex(text, self.out),
            None => self.emit(Token::Text, text),
        }
    }

    /// The name of the state that another lexer of this one is in.
    pub fn other_state(&self, key: &str) -> Option<&'static str> {
        let (_, other) = self.lexer.others.iter().find(|(k, _)| k == key)?;
        other.stack.last().map(|state| state.name)
    }

    /// Takes another lexer of this one out of its state.
    pub fn pop_other(&mut self, key: &str) {
        if let Some((_, other)) = self.lexer.others.iter_mut().find(|(k, _)| k == key) {
            other.stack.pop();
        }
    }

    fn other(&mut self, key: &str, tag: &str) -> Option<usize> {
        if let Some(position) = self.lexer.others.iter().position(|(k, _)| k == key) {
            return Some(position);
        }
        let other = self.lexer.child(registry::find_in(self.lexer.edition, tag)?);
        self.lexer.others.push((key.to_owned(), other));
        Some(self.lexer.others.len() - 1)
    }

    /// Tries another pattern at the lexer's position, as a callback's own look ahead; its groups replace the match's.
    pub fn looking_at(&mut self, pattern: &crate::pattern::Pattern) -> bool {
        let rest = self.rest();
        pattern.match_start(rest, &mut self.lexer.scratch)
    }

    /// An option that is on or off.
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.lexer.boolean(name)
    }

    /// An option's text.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.lexer.option(name)
    }

    /// Which release of Rouge the lexer follows.
    pub fn edition(&self) -> Edition {
        self.lexer.edition
    }

    /// The tag of the lexer that runs: a grammar that several languages share may ask.
    pub fn tag(&self) -> &'static str {
        self.lexer.tag()
    }

    /// The whole text that the lexer got in this piece; a native lexer takes it from here.
    pub fn whole(&self) -> &'t str {
        self.text
    }
}

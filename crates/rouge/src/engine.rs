//! The lexer engine: a stack of states, whose rules are tried in order. A character that no rule matches becomes an
//! `Error` token. Mirrors `Rouge::RegexLexer`.
//!
//! A [`Lexer`] runs the grammar of its language over a text and collects [`Tokens`]. [`Context`] is the interface for
//! the callbacks of rules.

use crate::grammar::{Action, CompiledGrammar, Next, State, StateBuilder, Transition};
use crate::guess::{self, Lookup};
use crate::pattern::Scratch;
use crate::registry::{self, LexerInfo, Source};
use crate::token::Token;
use crate::version::Version;
use foldhash::HashMap;
use std::any::Any;
use std::sync::Arc;

/// The options of a lexer, each with its values: `start_inline` with `1` for the language `php?start_inline=1`.
pub type Options = Vec<(String, Vec<String>)>;

/// The tokens of a text. Adjacent tokens of the same type are merged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    text: String,
    /// Token types with the offsets where their texts end.
    ends: Vec<(Token, usize)>,
}

impl Tokens {
    /// Appends a token. Empty text is ignored.
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

    /// The tokens with their texts, in the order of the source.
    pub fn iter(&self) -> impl Iterator<Item = (Token, &str)> {
        let mut start = 0;
        self.ends.iter().map(move |&(token, end)| {
            let text = &self.text[start..end];
            start = end;
            (token, text)
        })
    }

    /// The texts of all tokens in order, without separators. Rules may emit other text than the source has.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether there are no tokens. Pushed tokens with an empty text do not count, because they are not stored.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// The maximum depth of delegation to other lexers. Text that is delegated more deeply becomes a `Text` token.
const MAX_DELEGATION_DEPTH: usize = 24;

/// After more than this number of consecutive empty matches, a character becomes an `Error` token.
const MAX_NULL_STEPS: usize = 5;

/// A lexer with its options and the state that it keeps between the pieces of a text.
pub struct Lexer {
    version: Version,
    info: &'static LexerInfo,
    grammar: Option<Arc<CompiledGrammar>>,
    options: Options,
    stack: Vec<Arc<State>>,
    data: Option<Box<dyn Any + Send>>,
    others: Vec<(String, Lexer)>,
    dynamic_states: HashMap<String, Arc<State>>,
    scratch: Scratch,
    depth: usize,
    started: bool,
}

impl Lexer {
    /// Creates a lexer for a registered language, as in Rouge 4.6.
    pub fn new(info: &'static LexerInfo, options: Options) -> Lexer {
        Lexer::new_in(Version::V4_6, info, options)
    }

    /// Creates a lexer for a registered language, as in the release `version` of Rouge.
    pub fn new_in(version: Version, info: &'static LexerInfo, options: Options) -> Lexer {
        Lexer {
            version,
            info,
            grammar: info.compiled(version),
            options,
            stack: Vec::new(),
            data: None,
            others: Vec::new(),
            dynamic_states: HashMap::default(),
            scratch: Scratch::default(),
            depth: 0,
            started: false,
        }
    }

    /// The names, MIME types and rules of the lexer's language.
    pub fn info(&self) -> &'static LexerInfo {
        self.info
    }

    /// The canonical name of the language, such as `javascript`.
    pub fn tag(&self) -> &'static str {
        self.info.tag
    }

    /// Lexes a text from the initial state. Earlier texts have no influence.
    pub fn lex(&mut self, text: &str) -> Tokens {
        let mut out = Tokens { text: String::with_capacity(text.len()), ends: Vec::with_capacity(text.len() / 4) };
        self.reset(&mut out);
        self.continue_lex(text, &mut out);
        out
    }

    /// Lexes a further piece of a text, in the state after the previous one. The first piece starts in the initial state.
    pub fn lex_further(&mut self, piece: &str) -> Tokens {
        let mut out = Tokens { text: String::with_capacity(piece.len()), ends: Vec::new() };
        self.continue_lex(piece, &mut out);
        out
    }

    /// Returns to the initial state of the grammar. Discards the memory of callbacks, and the lexers to which this
    /// lexer has delegated text.
    fn reset(&mut self, out: &mut Tokens) {
        self.stack.clear();
        self.data = None;
        self.others.clear();
        self.started = true;
        if let Some(grammar) = self.grammar.clone() {
            self.stack.extend(grammar.states.get("root").cloned());
            for start in &grammar.start {
                start(&mut Context::new(self, "", out));
            }
        }
    }

    /// Lexes a piece of a text. The first piece starts in the initial state, later ones in the state after the previous
    /// piece. If grammars delegate to each other too deeply, the piece becomes a `Text` token.
    pub(crate) fn continue_lex(&mut self, text: &str, out: &mut Tokens) {
        if !self.started {
            self.reset(out);
        }
        match self.info.source {
            Source::Native(run) => run(&mut Context::new(self, text, out)),
            Source::Grammar(_) if self.depth <= MAX_DELEGATION_DEPTH => Context::new(self, text, out).run(),
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

    /// Creates a lexer for `info`, to which this lexer delegates a text. The new lexer has the options of this lexer,
    /// and the options `more`.
    fn child_with(&self, info: &'static LexerInfo, more: Options) -> Lexer {
        let mut options = self.options.clone();
        options.retain(|(name, _)| more.iter().all(|(other, _)| other != name));
        options.extend(more);
        Lexer { depth: self.depth + 1, ..Lexer::new_in(self.version, info, options) }
    }
}

/// The interface for a rule's callback: the match, the tokens, the stack of states and the lexer's memory.
pub struct Context<'a, 't> {
    lexer: &'a mut Lexer,
    text: &'t str,
    out: &'a mut Tokens,
    /// The start offset of the last match.
    start: usize,
    position: usize,
    null_steps: usize,
    moved: bool,
}

impl<'a, 't> Context<'a, 't> {
    fn new(lexer: &'a mut Lexer, text: &'t str, out: &'a mut Tokens) -> Self {
        lexer.scratch.begin(text);
        Context { lexer, text, out, start: 0, position: 0, null_steps: 0, moved: false }
    }

    fn run(&mut self) {
        while self.position < self.text.len() {
            let Some(state) = self.lexer.stack.last().cloned() else {
                // Rouge raises an error here. Losing the state is better than losing the rest of the page.
                self.lexer.stack.extend(self.root());
                if self.lexer.stack.is_empty() {
                    return;
                }
                continue;
            };
            self.moved = false;
            while !self.moved && self.position < self.text.len() {
                if !self.step(&state) {
                    let rest = &self.text[self.position..];
                    let length = rest.chars().next().map_or(1, char::len_utf8);
                    self.out.push(Token::Error, &rest[..length]);
                    self.position += length;
                }
            }
        }
    }

    /// Tries the rules of a state. Returns false if no rule matches, not counting rules with too many empty matches.
    fn step(&mut self, state: &State) -> bool {
        let rules = state.rules();
        let rest = &self.text[self.position..];
        let at_line_start = self.position == 0 || self.text.as_bytes()[self.position - 1] == b'\n';
        let Some(&byte) = rest.as_bytes().first() else { return false };
        let mut resume = 0;
        for &index in &rules.by_byte[usize::from(byte)] {
            let index = usize::from(index);
            let rule = &rules.rules[index];
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
            self.start = self.position;
            self.position += length;
            self.act(&rule.action);
            if length > 0 {
                self.null_steps = 0;
                return true;
            }
            self.null_steps += 1;
            if self.null_steps <= MAX_NULL_STEPS {
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
                self.out.push(*token, &self.text[self.start..self.position]);
                self.go(go);
            }
            Action::Groups(tokens, go) => {
                self.groups(tokens);
                self.go(go);
            }
            Action::Words { sets, other, fold, go } => {
                let word = &self.text[self.start..self.position];
                let lower = fold.then(|| word.to_lowercase());
                let key = lower.as_deref().unwrap_or(word);
                let token = sets.iter().find(|(set, _)| set.has(key)).map_or(*other, |(_, token)| *token);
                self.out.push(token, word);
                self.go(go);
            }
            Action::Call(run) => run(self),
        }
    }

    fn go(&mut self, steps: &[Transition]) {
        for step in steps {
            match *step {
                Transition::Push(state) => self.push(state),
                Transition::PushTop => self.push_top(),
                Transition::Pop(times) => self.pop(times),
                Transition::Goto(state) => self.goto(state),
            }
        }
    }

    /// The rule's match, with the text that `advance` has added.
    pub fn matched(&self) -> &'t str {
        &self.text[self.start..self.position]
    }

    /// The text of a group. Empty if the group did not participate in the match. Group 0 is the whole match.
    pub fn group(&self, number: usize) -> &'t str {
        self.group_if(number).unwrap_or_default()
    }

    /// The text of a group. `None` if the group did not participate in the match.
    pub fn group_if(&self, number: usize) -> Option<&'t str> {
        let (start, end) = self.lexer.scratch.group(number)?;
        self.text.get(self.start + start..self.start + end)
    }

    /// The text from the current position to the end: usually, from the end of the match.
    pub fn rest(&self) -> &'t str {
        &self.text[self.position..]
    }

    /// The text up to the current position, including the match.
    pub fn before(&self) -> &'t str {
        &self.text[..self.position]
    }

    /// Extends the match by `length` bytes, and returns the additional text. Does nothing if the bytes exceed the text
    /// or do not end at a character boundary.
    pub fn advance(&mut self, length: usize) -> &'t str {
        let taken = self.rest().get(..length).unwrap_or_default();
        self.position += taken.len();
        taken
    }

    /// Appends the rule's whole match to the output as one token. An empty match adds nothing.
    pub fn token(&mut self, token: Token) {
        self.out.push(token, &self.text[self.start..self.position]);
    }

    /// Appends a token with this text to the output. The text may differ from the match.
    pub fn emit(&mut self, token: Token, text: &str) {
        self.out.push(token, text);
    }

    /// Emits the text of each group: group 1 as the first of `tokens`, group 2 as the second, and so on. Groups that
    /// did not participate in the match are skipped.
    pub fn groups(&mut self, tokens: &[Token]) {
        for (i, &token) in tokens.iter().enumerate() {
            if let Some(text) = self.group_if(i + 1) {
                self.out.push(token, text);
            }
        }
    }

    /// Changes the stack of states: enters the state that `next` names, or applies its transitions in order.
    pub fn next(&mut self, next: impl Next) {
        self.go(&next.steps());
    }

    /// Enters `state` on top of the current state. The old state becomes current again when `state` is left.
    pub fn push(&mut self, state: &'static str) {
        let state = self.state(state);
        self.lexer.stack.extend(state);
        self.moved = true;
    }

    /// Enters the current state again, so that it must be left twice.
    pub fn push_top(&mut self) {
        let top = self.lexer.stack.last().cloned();
        self.lexer.stack.extend(top);
    }

    /// Leaves the `times` uppermost states.
    pub fn pop(&mut self, times: usize) {
        let left = self.lexer.stack.len().saturating_sub(times);
        self.lexer.stack.truncate(left);
        self.moved = true;
    }

    /// Replaces the current state by `state`, and keeps the states below on the stack.
    pub fn goto(&mut self, state: &'static str) {
        self.lexer.stack.pop();
        self.push(state);
    }

    /// Leaves all states and enters `root`.
    pub fn reset_stack(&mut self) {
        self.lexer.stack.clear();
        self.push("root");
    }

    /// Enters a state whose rules `write` adds at run time, because they depend on the text, for example on a closing
    /// delimiter. A lexer keeps up to 1000 of these states, and reuses a state with the same `name` and `key`. The name
    /// and the key together must identify everything that the rules depend on.
    pub fn push_dynamic(&mut self, name: &'static str, key: &str, write: impl FnOnce(&mut StateBuilder<'_>)) {
        let key = format!("{name}\0{key}");
        let state = match (self.lexer.dynamic_states.get(&key), &self.lexer.grammar) {
            (Some(state), _) => state.clone(),
            (None, Some(grammar)) => Arc::new(grammar.state_of(name, write)),
            (None, None) => return,
        };
        // Limits the memory for a text with many different delimiters.
        if self.lexer.dynamic_states.len() < 1000 {
            self.lexer.dynamic_states.insert(key, state.clone());
        }
        self.lexer.stack.push(state);
        self.moved = true;
    }

    /// The name of the state on top of the stack. Empty if there is none, as in a lexer without rules.
    pub fn state_name(&self) -> &'static str {
        self.lexer.stack.last().map_or("", |state| state.name)
    }

    /// The number of states on the stack, including the current one.
    pub fn depth(&self) -> usize {
        self.lexer.stack.len()
    }

    /// Rouge's `in_state?`: whether the current state, or any state below on the stack, is called `name`.
    pub fn in_state(&self, name: &str) -> bool {
        self.lexer.stack.iter().any(|state| state.name == name)
    }

    fn state(&self, name: &'static str) -> Option<Arc<State>> {
        let state = self.lexer.grammar.as_ref().and_then(|grammar| grammar.states.get(name).cloned());
        debug_assert!(state.is_some(), "no state {name} in {}", self.lexer.tag());
        state.or_else(|| self.root())
    }

    fn root(&self) -> Option<Arc<State>> {
        self.lexer.grammar.as_ref().and_then(|grammar| grammar.states.get("root").cloned())
    }

    /// The value that the lexer's callbacks keep between tokens. It is created by `Default` on first use, and cleared
    /// at the start of each text. A request for another type replaces the value.
    pub fn memory<T: Any + Send + Default>(&mut self) -> &mut T {
        if !self.lexer.data.as_ref().is_some_and(|data| data.is::<T>()) {
            self.lexer.data = Some(Box::new(T::default()));
        }
        match self.lexer.data.as_mut().and_then(|data| data.downcast_mut()) {
            Some(data) => data,
            None => unreachable!("the memory was just created"),
        }
    }

    /// Delegates a text to the lexer for `tag`, which keeps its state from one call to the next. If `tag` is not a
    /// language, the text becomes a `Text` token.
    pub fn delegate(&mut self, tag: &str, text: &str) {
        self.delegate_as(tag, tag, text);
    }

    /// Like `delegate`, but `key` identifies the lexer. So one language can have several lexers, each with its own
    /// state. While `key` has a lexer, further calls ignore `tag`.
    pub fn delegate_as(&mut self, key: &str, tag: &str, text: &str) {
        let Some(position) = self.other(key, tag) else { return self.emit(Token::Text, text) };
        self.lexer.others[position].1.continue_lex(text, self.out);
    }

    /// Discards the lexer for `key`, so that the next delegation starts a new one.
    pub fn reset_other(&mut self, key: &str) {
        self.lexer.others.retain(|(k, _)| k != key);
    }

    /// Delegates a text to a new lexer of a language. If `tag` is not a language, the text becomes a `Text` token.
    pub fn delegate_fresh(&mut self, tag: &str, text: &str) {
        match registry::find_in(self.lexer.version, tag) {
            Some(info) => self.lexer.child(info).continue_lex(text, self.out),
            None => self.emit(Token::Text, text),
        }
    }

    /// Delegates a text to a new lexer of the same language.
    pub fn recurse(&mut self, text: &str) {
        let info = self.lexer.info;
        self.lexer.child(info).continue_lex(text, self.out);
    }

    /// Delegates a text to a new lexer of the same language, which works on this lexer's stack of states.
    pub fn recurse_on_own_stack(&mut self, text: &str) {
        let mut copy = self.lexer.child(self.lexer.info);
        copy.started = true;
        copy.stack = std::mem::take(&mut self.lexer.stack);
        copy.continue_lex(text, self.out);
        self.lexer.stack = copy.stack;
        self.moved = true;
    }

    /// Delegates a text outside of a template's tags to the language of the surrounding document. The option `parent`
    /// names this language. If the option is missing or names no language, the language is `default`.
    pub fn delegate_parent(&mut self, default: &str, text: &str) {
        let tag = self
            .lexer
            .option("parent")
            .filter(|tag| registry::find_in(self.lexer.version, tag).is_some())
            .unwrap_or(default)
            .to_owned();
        self.delegate_as("parent", &tag, text);
    }

    /// Selects the lexer for `key` by a tag as in Markdown, such as `php?start_inline=1`. With the tag `guess`, selects
    /// the first language that suits `code`. With an unknown language, delegated text becomes
    /// `Literal.String.Backtick`.
    pub fn open_fancy(&mut self, key: &str, tag: &str, code: &str) {
        let mut lexer = match guess::find_fancy_in(self.lexer.version, Some(tag), code) {
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

    /// Passes a text to the lexer that is already in use for `key`. Without a lexer, the text becomes a `Text` token.
    pub fn delegate_open(&mut self, key: &str, text: &str) {
        match self.lexer.others.iter().position(|(k, _)| k == key) {
            Some(position) => self.lexer.others[position].1.continue_lex(text, self.out),
            None => self.emit(Token::Text, text),
        }
    }

    /// The name of the state that the lexer for `key` is in. `None` if no lexer is in use for `key`, or if its stack of
    /// states is empty, for example before its first text.
    pub fn other_state(&self, key: &str) -> Option<&'static str> {
        let (_, other) = self.lexer.others.iter().find(|(k, _)| k == key)?;
        other.stack.last().map(|state| state.name)
    }

    /// Leaves the current state of the lexer for `key`, if one is in use.
    pub fn pop_other(&mut self, key: &str) {
        if let Some((_, other)) = self.lexer.others.iter_mut().find(|(k, _)| k == key) {
            other.stack.pop();
        }
    }

    fn other(&mut self, key: &str, tag: &str) -> Option<usize> {
        if let Some(position) = self.lexer.others.iter().position(|(k, _)| k == key) {
            return Some(position);
        }
        let other = self.lexer.child(registry::find_in(self.lexer.version, tag)?);
        self.lexer.others.push((key.to_owned(), other));
        Some(self.lexer.others.len() - 1)
    }

    /// The value of a boolean option. `0`, `false` and `off` are false, and any other value is true. `None` if the tag
    /// does not set the option.
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.lexer.boolean(name)
    }

    /// The value of an option in the tag, such as `lang` of `console`. `None` if the tag does not set the option.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.lexer.option(name)
    }

    /// The release of Rouge that the lexer reproduces.
    pub fn version(&self) -> Version {
        self.lexer.version
    }

    /// The canonical name of the current lexer's language, for grammars that several languages share.
    pub fn tag(&self) -> &'static str {
        self.lexer.tag()
    }

    /// The whole text, or the whole piece of a text, that is being lexed. Rules only see the part after the current
    /// position.
    pub fn whole(&self) -> &'t str {
        self.text
    }
}

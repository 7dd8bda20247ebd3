//! Mirrors `Rouge::RegexLexer`'s notation of lexers: states, each with rules in order.
//!
//! A lexer's file fills a [`Grammar`]. Rules are tried in order at the lexer's position. The first that matches decides on the
//! token and the next state. LEXERS.md explains how to write one.

use crate::edition::Edition;
use crate::engine::Context;
use crate::pattern::{ByteSet, Pattern};
use crate::token::Token;
use crate::words::Words;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// A change of the stack of states.
#[derive(Clone, Copy, Debug)]
pub enum Go {
    /// Enter a state.
    Push(&'static str),
    /// Enter the present state once more.
    PushTop,
    /// Leave this number of states.
    Pop(usize),
    /// Leave the present state for another.
    Goto(&'static str),
}

/// Leave the present state.
pub const POP: Go = Go::Pop(1);

/// Enter a state.
pub const fn push(state: &'static str) -> Go {
    Go::Push(state)
}

/// Leave the present state for another.
pub const fn goto(state: &'static str) -> Go {
    Go::Goto(state)
}

/// The next state in a rule: a state's name (enter it), a [`Go`], or several in order.
pub trait Next {
    /// The changes in order.
    fn steps(self) -> Vec<Go>;
}

impl Next for &'static str {
    fn steps(self) -> Vec<Go> {
        vec![Go::Push(self)]
    }
}

impl Next for Go {
    fn steps(self) -> Vec<Go> {
        vec![self]
    }
}

impl<const N: usize> Next for [Go; N] {
    fn steps(self) -> Vec<Go> {
        self.to_vec()
    }
}

impl<const N: usize> Next for [&'static str; N] {
    fn steps(self) -> Vec<Go> {
        self.map(Go::Push).to_vec()
    }
}

/// A piece of Rust that a rule runs.
pub type Callback = dyn Fn(&mut Context<'_, '_>) + Send + Sync;

/// The action of a rule.
pub(crate) enum Action {
    Token(Token, Vec<Go>),
    Groups(Vec<Token>, Vec<Go>),
    Words { sets: Vec<(&'static Words, Token)>, other: Token, fold: bool, go: Vec<Go> },
    Call(Box<Callback>),
}

/// The words that a rule's match must be one of, and whether they are looked up in lower case.
pub(crate) type Guard = Option<(&'static Words, bool)>;

#[derive(Clone)]
enum Item {
    Rule(Cow<'static, str>, Arc<Action>, Guard),
    Mixin(&'static str),
}

/// A lexer's states as they are written down.
#[derive(Default)]
pub struct Grammar {
    pub(super) edition: Edition,
    states: HashMap<&'static str, Vec<Item>>,
    pub(crate) start: Vec<Arc<Callback>>,
}

/// A state being written down: each method adds a rule at its end.
pub struct Rules<'g> {
    items: &'g mut Vec<Item>,
}

impl Grammar {
    /// A grammar of one edition, with nothing in it.
    pub(crate) fn of(edition: Edition) -> Grammar {
        Grammar { edition, ..Grammar::default() }
    }

    /// Which release of Rouge the grammar follows.
    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// `newer`, or `in_3_30` in that release.
    pub fn either<T>(&self, newer: T, in_3_30: T) -> T {
        self.edition.either(newer, in_3_30)
    }

    /// Makes the grammar that of Rouge 3.30, if that is the edition wanted: `patch` changes what differs.
    pub fn in_3_30(&mut self, patch: impl FnOnce(&mut Grammar)) {
        if self.edition == Edition::V3_30 {
            patch(self);
        }
    }

    /// Takes the rules of a state away whose pattern contains a text, or the mixin of that name.
    pub fn drop_rules(&mut self, state: &'static str, text: &str) {
        self.replace_rules(state, text, |_| {});
    }

    /// Writes others in the place of the first rule of a state whose pattern contains a text (or of the mixin of that
    /// name), and takes all such rules away.
    pub fn replace_rules(&mut self, state: &'static str, text: &str, write: impl FnOnce(&mut Rules<'_>)) {
        let mut fresh = Vec::new();
        write(&mut Rules { items: &mut fresh });
        let items = self.states.entry(state).or_default();
        let first = items.iter().position(|item| item.is_called(text));
        debug_assert!(first.is_some(), "no rule {text} in {state}");
        items.retain(|item| !item.is_called(text));
        let position = first.unwrap_or(items.len()).min(items.len());
        items.splice(position..position, fresh);
    }

    /// Writes rules in front of the first rule of a state whose pattern contains a text, or of the mixin of that name.
    pub fn insert_rules(&mut self, state: &'static str, before: &str, write: impl FnOnce(&mut Rules<'_>)) {
        let mut fresh = Vec::new();
        write(&mut Rules { items: &mut fresh });
        let items = self.states.entry(state).or_default();
        let position = items.iter().position(|item| item.is_called(before));
        debug_assert!(position.is_some(), "no rule {before} in {state}");
        let position = position.unwrap_or(items.len());
        items.splice(position..position, fresh);
    }

    /// Writes all patterns anew.
    pub fn rewrite_patterns(&mut self, rewrite: impl Fn(&str) -> String) {
        for item in self.states.values_mut().flatten() {
            if let Item::Rule(pattern, ..) = item {
                *pattern = rewrite(pattern).into();
            }
        }
    }

    /// Begins a state, or begins it anew where another grammar defined it before.
    pub fn state(&mut self, name: &'static str) -> Rules<'_> {
        let items = self.states.entry(name).or_default();
        items.clear();
        Rules { items }
    }

    /// More rules at the end of a state that exists.
    pub fn append(&mut self, name: &'static str) -> Rules<'_> {
        Rules { items: self.states.entry(name).or_default() }
    }

    /// More rules in front of those of a state that exists; `write` adds them.
    pub fn prepend(&mut self, name: &'static str, write: impl FnOnce(&mut Rules<'_>)) {
        let mut items = Vec::new();
        write(&mut Rules { items: &mut items });
        items.append(self.states.entry(name).or_default());
        self.states.insert(name, items);
    }

    /// Runs before each text (not before each piece that is delegated to the lexer).
    pub fn start(&mut self, run: impl Fn(&mut Context<'_, '_>) + Send + Sync + 'static) {
        self.start.push(Arc::new(run));
    }

    pub(crate) fn finish(self) -> Lexicon {
        let mut lexicon = Lexicon { states: HashMap::new(), start: self.start };
        for &name in self.states.keys() {
            let mut rules = Vec::new();
            flatten(&self.states, name, &mut rules, 0);
            lexicon.states.insert(name, Arc::new(State::new(name, rules)));
        }
        lexicon
    }
}

impl Item {
    fn is_called(&self, text: &str) -> bool {
        match self {
            Item::Rule(pattern, ..) => pattern.contains(text),
            Item::Mixin(name) => *name == text,
        }
    }
}

impl<'g> Rules<'g> {
    fn add(&mut self, pattern: impl Into<Cow<'static, str>>, action: Action) -> &mut Self {
        self.items.push(Item::Rule(pattern.into(), Arc::new(action), None));
        self
    }

    /// The match is one token.
    pub fn on(&mut self, pattern: impl Into<Cow<'static, str>>, token: Token) -> &mut Self {
        self.add(pattern, Action::Token(token, Vec::new()))
    }

    /// The match is one token, and another state is next.
    pub fn to(&mut self, pattern: impl Into<Cow<'static, str>>, token: Token, next: impl Next) -> &mut Self {
        self.add(pattern, Action::Token(token, next.steps()))
    }

    /// Each group of the pattern is a token; what is outside groups is dropped, so leave nothing outside.
    pub fn groups(&mut self, pattern: impl Into<Cow<'static, str>>, tokens: &[Token]) -> &mut Self {
        self.add(pattern, Action::Groups(tokens.to_vec(), Vec::new()))
    }

    /// Each group is a token, and another state is next.
    pub fn groups_to(&mut self, pattern: impl Into<Cow<'static, str>>, tokens: &[Token], next: impl Next) -> &mut Self {
        self.add(pattern, Action::Groups(tokens.to_vec(), next.steps()))
    }

    /// The match is a word: its token is that of the first set that contains it, or `other`.
    pub fn words(
        &mut self,
        pattern: impl Into<Cow<'static, str>>,
        sets: &[(&'static Words, Token)],
        other: Token,
    ) -> &mut Self {
        self.add(pattern, Action::Words { sets: sets.to_vec(), other, fold: false, go: Vec::new() })
    }

    /// As `words`, with another state next.
    pub fn words_to(
        &mut self,
        pattern: impl Into<Cow<'static, str>>,
        sets: &[(&'static Words, Token)],
        other: Token,
        next: impl Next,
    ) -> &mut Self {
        self.add(pattern, Action::Words { sets: sets.to_vec(), other, fold: false, go: next.steps() })
    }

    /// As `words`, looking the word up in lower case.
    pub fn words_folded(
        &mut self,
        pattern: impl Into<Cow<'static, str>>,
        sets: &[(&'static Words, Token)],
        other: Token,
    ) -> &mut Self {
        self.add(pattern, Action::Words { sets: sets.to_vec(), other, fold: true, go: Vec::new() })
    }

    /// Only changes the state: `pattern` should match no text, because no token is emitted for it.
    pub fn go(&mut self, pattern: impl Into<Cow<'static, str>>, next: impl Next) -> &mut Self {
        self.add(pattern, Action::Groups(Vec::new(), next.steps()))
    }

    /// Runs a piece of Rust, which says the tokens.
    pub fn call(
        &mut self,
        pattern: impl Into<Cow<'static, str>>,
        run: impl Fn(&mut Context<'_, '_>) + Send + Sync + 'static,
    ) -> &mut Self {
        self.add(pattern, Action::Call(Box::new(run)))
    }

    /// The last rule applies only if its first group (its match, if it has no group) is one of these words.
    pub fn if_word(&mut self, words: &'static Words) -> &mut Self {
        if let Some(Item::Rule(_, _, guard)) = self.items.last_mut() {
            *guard = Some((words, false));
        }
        self
    }

    /// As `if_word`, looking the word up in lower case.
    pub fn if_word_folded(&mut self, words: &'static Words) -> &mut Self {
        if let Some(Item::Rule(_, _, guard)) = self.items.last_mut() {
            *guard = Some((words, true));
        }
        self
    }

    /// All rules of another state, at this place.
    pub fn mixin(&mut self, state: &'static str) -> &mut Self {
        self.items.push(Item::Mixin(state));
        self
    }
}

/// A rule with its pattern still as text.
#[derive(Clone)]
struct Raw {
    pattern: Cow<'static, str>,
    action: Arc<Action>,
    guard: Guard,
    /// The rule to go on with if this one has matched nothing too often: after the mixin that it came with.
    resume: Option<usize>,
}

/// Mixins nested deeper than this are taken for a circle and dropped.
const DEEPEST_MIXIN: usize = 20;

fn flatten(states: &HashMap<&'static str, Vec<Item>>, name: &str, rules: &mut Vec<Raw>, depth: usize) {
    for item in states.get(name).into_iter().flatten() {
        flatten_item(states, item, rules, depth);
    }
}

fn flatten_item(states: &HashMap<&'static str, Vec<Item>>, item: &Item, rules: &mut Vec<Raw>, depth: usize) {
    match item {
        Item::Rule(pattern, action, guard) => {
            rules.push(Raw { pattern: pattern.clone(), action: action.clone(), guard: *guard, resume: None });
        }
        Item::Mixin(other) if depth < DEEPEST_MIXIN => {
            debug_assert!(states.contains_key(other), "no state {other}");
            let first = rules.len();
            flatten(states, other, rules, depth + 1);
            end_mixin(rules, first);
        }
        Item::Mixin(_) => {}
    }
}

fn end_mixin(rules: &mut [Raw], first: usize) {
    let end = rules.len();
    for rule in &mut rules[first..] {
        rule.resume.get_or_insert(end);
    }
}

/// A lexer's states, ready.
pub(crate) struct Lexicon {
    pub states: HashMap<&'static str, Arc<State>>,
    pub start: Vec<Arc<Callback>>,
}

impl Lexicon {
    /// A state that is made while lexing, of rules that may mix in the lexicon's states.
    pub fn state_of(&self, name: &'static str, write: impl FnOnce(&mut Rules<'_>)) -> State {
        let mut items = Vec::new();
        write(&mut Rules { items: &mut items });
        let mut rules = Vec::new();
        for item in &items {
            match item {
                Item::Mixin(other) => {
                    let first = rules.len();
                    let mixed = self.states.get(other).map(|state| state.raw.as_slice()).unwrap_or_default();
                    rules.extend(
                        mixed.iter().map(|raw| Raw { resume: raw.resume.map(|resume| resume + first), ..raw.clone() }),
                    );
                    end_mixin(&mut rules, first);
                }
                item => flatten_item(&HashMap::new(), item, &mut rules, 0),
            }
        }
        State::new(name, rules)
    }
}

/// A state, its patterns compiled when it is first entered.
pub(crate) struct State {
    pub name: &'static str,
    raw: Vec<Raw>,
    ready: OnceLock<Ready>,
}

/// A state's rules with their patterns, and for each byte those that can match there.
pub(crate) struct Ready {
    pub rules: Vec<Rule>,
    pub by_byte: Vec<Box<[u16]>>,
}

pub(crate) struct Rule {
    pub pattern: Pattern,
    pub action: Arc<Action>,
    pub guard: Guard,
    pub resume: Option<usize>,
}

impl State {
    fn new(name: &'static str, raw: Vec<Raw>) -> State {
        State { name, raw, ready: OnceLock::new() }
    }

    /// The rules. A pattern that is not understood is dropped; a test makes sure that there is none.
    pub fn ready(&self) -> &Ready {
        self.ready.get_or_init(|| {
            let never = || Pattern::new("(?!)").ok();
            let rules: Vec<Rule> = self
                .raw
                .iter()
                .filter_map(|raw| {
                    let pattern = match Pattern::new(&raw.pattern) {
                        Ok(pattern) => pattern,
                        Err(problem) => {
                            debug_assert!(false, "{problem}");
                            never()?
                        }
                    };
                    Some(Rule { pattern, action: raw.action.clone(), guard: raw.guard, resume: raw.resume })
                })
                .collect();
            let firsts: Vec<ByteSet> = rules.iter().map(|rule| rule.pattern.first_bytes()).collect();
            let by_byte = (0..=255)
                .map(|byte| (0..rules.len()).filter(|&i| firsts[i].has(byte)).map(|i| i as u16).collect())
                .collect();
            Ready { rules, by_byte }
        })
    }
}

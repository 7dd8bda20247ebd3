//! Definitions of lexers as states with ordered rules. Mirrors `Rouge::RegexLexer`'s DSL.
//!
//! A lexer's file fills a [`Grammar`]. Rules are tried in order at the current position. The first one that matches
//! determines the token and the next state. LEXERS.md explains how to write a lexer.

use crate::engine::Context;
use crate::pattern::{ByteSet, Pattern};
use crate::token::Token;
use crate::version::Version;
use crate::words::Words;
use foldhash::HashMap;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// A change of the stack of states: entering, leaving or replacing a state.
#[derive(Clone, Copy, Debug)]
pub enum Transition {
    /// A transition that enters another state on top of the current one.
    Push(&'static str),
    /// A transition that enters the current state again, so that it must be left twice.
    PushTop,
    /// A transition that leaves this number of states.
    Pop(usize),
    /// A transition that replaces the current state by another one.
    Goto(&'static str),
}

/// A transition that leaves the current state.
pub(crate) const POP: Transition = Transition::Pop(1);

/// A transition that enters `state` on top of the current state.
pub(crate) const fn push(state: &'static str) -> Transition {
    Transition::Push(state)
}

/// A transition that replaces the current state by `state` and keeps the states below on the stack.
pub(crate) const fn goto(state: &'static str) -> Transition {
    Transition::Goto(state)
}

/// The changes of the stack after a match: the name of a state to enter, a [`Transition`], or several in order.
pub trait Next {
    /// The changes as transitions, in the order in which they apply.
    fn steps(self) -> Vec<Transition>;
}

impl Next for &'static str {
    fn steps(self) -> Vec<Transition> {
        vec![Transition::Push(self)]
    }
}

impl Next for Transition {
    fn steps(self) -> Vec<Transition> {
        vec![self]
    }
}

impl<const N: usize> Next for [Transition; N] {
    fn steps(self) -> Vec<Transition> {
        self.to_vec()
    }
}

impl<const N: usize> Next for [&'static str; N] {
    fn steps(self) -> Vec<Transition> {
        self.map(Transition::Push).to_vec()
    }
}

/// Code that runs at the start of a text, or for a rule that does not emit a token itself.
pub(crate) type Callback = dyn Fn(&mut Context<'_, '_>) + Send + Sync;

/// The effect of a rule whose pattern matches: tokens and a change of the state, or a call of Rust code.
pub(crate) enum Action {
    Token(Token, Vec<Transition>),
    Groups(Vec<Token>, Vec<Transition>),
    Words { sets: Vec<(&'static Words, Token)>, other: Token, fold: bool, go: Vec<Transition> },
    Call(Box<Callback>),
}

/// The words to which [`StateBuilder::if_word`] restricts a rule, and whether case is ignored. `None` for an
/// unrestricted rule.
pub(crate) type Guard = Option<(&'static Words, bool)>;

#[derive(Clone)]
enum Item {
    Rule(Cow<'static, str>, Arc<Action>, Guard),
    Mixin(&'static str),
}

/// The states of a lexer, with rules whose patterns are not compiled yet.
#[derive(Default)]
pub struct Grammar {
    pub(super) version: Version,
    states: HashMap<&'static str, Vec<Item>>,
    pub(crate) start: Vec<Arc<Callback>>,
}

/// A builder for a state. Each method appends rules, except `if_word` and `if_word_folded`, which restrict the last
/// rule.
pub struct StateBuilder<'g> {
    items: &'g mut Vec<Item>,
}

impl Grammar {
    /// Creates an empty grammar for a version of Rouge.
    pub(crate) fn of(version: Version) -> Grammar {
        Grammar { version, ..Grammar::default() }
    }

    /// The release of Rouge whose rules the grammar has.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Returns `in_3_30` if the grammar reproduces Rouge 3.30.0, which GitHub Pages uses, and otherwise `newer`.
    pub fn either<T>(&self, newer: T, in_3_30: T) -> T {
        self.version.either(newer, in_3_30)
    }

    /// If the grammar is for Rouge 3.30, calls `patch`, which applies the differences of that release.
    pub fn in_3_30(&mut self, patch: impl FnOnce(&mut Grammar)) {
        if self.version == Version::V3_30 {
            patch(self);
        }
    }

    /// Removes from `state` each rule whose pattern contains `text`. Also removes the inclusion of the state called
    /// `text`.
    pub fn drop_rules(&mut self, state: &'static str, text: &str) {
        self.replace_rules(state, text, |_| {});
    }

    /// In `state`, replaces each rule whose pattern contains `text`, and the inclusion of the state called `text`. The
    /// new rules take the position of the first replaced one.
    pub fn replace_rules(&mut self, state: &'static str, text: &str, write: impl FnOnce(&mut StateBuilder<'_>)) {
        let mut fresh = Vec::new();
        write(&mut StateBuilder { items: &mut fresh });
        let items = self.states.entry(state).or_default();
        let first = items.iter().position(|item| item.is_called(text));
        debug_assert!(first.is_some(), "no rule {text} in {state}");
        items.retain(|item| !item.is_called(text));
        let position = first.unwrap_or(items.len()).min(items.len());
        items.splice(position..position, fresh);
    }

    /// Inserts rules into `state`, before its first rule whose pattern contains `before`. The inclusion of the state
    /// called `before` counts as a rule, too.
    pub fn insert_rules(&mut self, state: &'static str, before: &str, write: impl FnOnce(&mut StateBuilder<'_>)) {
        let mut fresh = Vec::new();
        write(&mut StateBuilder { items: &mut fresh });
        let items = self.states.entry(state).or_default();
        let position = items.iter().position(|item| item.is_called(before));
        debug_assert!(position.is_some(), "no rule {before} in {state}");
        let position = position.unwrap_or(items.len());
        items.splice(position..position, fresh);
    }

    /// Replaces the source of every pattern in the grammar by the result of `rewrite`.
    pub fn rewrite_patterns(&mut self, rewrite: impl Fn(&str) -> String) {
        for item in self.states.values_mut().flatten() {
            if let Item::Rule(pattern, ..) = item {
                *pattern = rewrite(pattern).into();
            }
        }
    }

    /// Defines a state, or redefines one from an inherited grammar.
    pub fn state(&mut self, name: &'static str) -> StateBuilder<'_> {
        let items = self.states.entry(name).or_default();
        items.clear();
        StateBuilder { items }
    }

    /// Returns a builder that appends rules to a state. Creates the state if it does not exist.
    pub fn append(&mut self, name: &'static str) -> StateBuilder<'_> {
        StateBuilder { items: self.states.entry(name).or_default() }
    }

    /// Inserts the rules that `write` adds, before the existing rules of the state `name`.
    pub fn prepend(&mut self, name: &'static str, write: impl FnOnce(&mut StateBuilder<'_>)) {
        let mut items = Vec::new();
        write(&mut StateBuilder { items: &mut items });
        items.append(self.states.entry(name).or_default());
        self.states.insert(name, items);
    }

    /// Registers a callback. It runs when a lexer starts a text, but not when the lexer continues with a further piece.
    pub fn start(&mut self, run: impl Fn(&mut Context<'_, '_>) + Send + Sync + 'static) {
        self.start.push(Arc::new(run));
    }

    #[expect(clippy::iter_over_hash_type, reason = "states are compiled independently")]
    pub(crate) fn finish(self) -> CompiledGrammar {
        let mut compiled = CompiledGrammar { states: HashMap::default(), start: self.start };
        for &name in self.states.keys() {
            let mut rules = Vec::new();
            flatten(&self.states, name, &mut rules, 0);
            compiled.states.insert(name, Arc::new(State::new(name, rules)));
        }
        compiled
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

impl<'g> StateBuilder<'g> {
    fn add(&mut self, pattern: impl Into<Cow<'static, str>>, action: Action) -> &mut Self {
        self.items.push(Item::Rule(pattern.into(), Arc::new(action), None));
        self
    }

    /// Adds a rule that emits the match as a token.
    pub fn on(&mut self, pattern: impl Into<Cow<'static, str>>, token: Token) -> &mut Self {
        self.add(pattern, Action::Token(token, Vec::new()))
    }

    /// Adds a rule that emits the match as a token and then changes the state.
    pub fn to(&mut self, pattern: impl Into<Cow<'static, str>>, token: Token, next: impl Next) -> &mut Self {
        self.add(pattern, Action::Token(token, next.steps()))
    }

    /// Adds a rule that emits each group as a token. Text outside of groups is dropped, so the groups should cover the
    /// match.
    pub fn groups(&mut self, pattern: impl Into<Cow<'static, str>>, tokens: &[Token]) -> &mut Self {
        self.add(pattern, Action::Groups(tokens.to_vec(), Vec::new()))
    }

    /// Adds a rule that emits each group as a token and then changes the state.
    pub fn groups_to(&mut self, pattern: impl Into<Cow<'static, str>>, tokens: &[Token], next: impl Next) -> &mut Self {
        self.add(pattern, Action::Groups(tokens.to_vec(), next.steps()))
    }

    /// Adds a rule that emits the match as the token of the first set that contains it, or as `other`.
    pub fn words(
        &mut self,
        pattern: impl Into<Cow<'static, str>>,
        sets: &[(&'static Words, Token)],
        other: Token,
    ) -> &mut Self {
        self.add(pattern, Action::Words { sets: sets.to_vec(), other, fold: false, go: Vec::new() })
    }

    /// Like `words`, but the rule then changes the state.
    pub fn words_to(
        &mut self,
        pattern: impl Into<Cow<'static, str>>,
        sets: &[(&'static Words, Token)],
        other: Token,
        next: impl Next,
    ) -> &mut Self {
        self.add(pattern, Action::Words { sets: sets.to_vec(), other, fold: false, go: next.steps() })
    }

    /// Like `words`, but compares the match in lower case. The words in `sets` must be in lower case.
    pub fn words_folded(
        &mut self,
        pattern: impl Into<Cow<'static, str>>,
        sets: &[(&'static Words, Token)],
        other: Token,
    ) -> &mut Self {
        self.add(pattern, Action::Words { sets: sets.to_vec(), other, fold: true, go: Vec::new() })
    }

    /// Adds a rule that only changes the state. `pattern` should match only the empty text, because a match is dropped
    /// without a token.
    pub fn go(&mut self, pattern: impl Into<Cow<'static, str>>, next: impl Next) -> &mut Self {
        self.add(pattern, Action::Groups(Vec::new(), next.steps()))
    }

    /// Adds a rule that calls `run`, which emits the tokens.
    pub fn call(
        &mut self,
        pattern: impl Into<Cow<'static, str>>,
        run: impl Fn(&mut Context<'_, '_>) + Send + Sync + 'static,
    ) -> &mut Self {
        self.add(pattern, Action::Call(Box::new(run)))
    }

    /// Restricts the last rule to these words. They are compared with the first group of the match, or with the whole
    /// match if this group did not participate or does not exist.
    pub fn if_word(&mut self, words: &'static Words) -> &mut Self {
        if let Some(Item::Rule(_, _, guard)) = self.items.last_mut() {
            *guard = Some((words, false));
        }
        self
    }

    /// Like `if_word`, but compares the text in lower case. The words must be in lower case.
    pub fn if_word_folded(&mut self, words: &'static Words) -> &mut Self {
        if let Some(Item::Rule(_, _, guard)) = self.items.last_mut() {
            *guard = Some((words, true));
        }
        self
    }

    /// Includes the rules of another state. They are tried after the rules that were added before.
    pub fn mixin(&mut self, state: &'static str) -> &mut Self {
        self.items.push(Item::Mixin(state));
        self
    }
}

/// A rule with an uncompiled pattern.
#[derive(Clone)]
struct SourceRule {
    pattern: Cow<'static, str>,
    action: Arc<Action>,
    guard: Guard,
    /// The index of the rule to try next after too many empty matches: the one after the mixin that contains this rule.
    /// `None` outside of mixins.
    resume: Option<usize>,
}

/// Mixins nested deeper than this are considered cyclic and dropped.
const MAX_MIXIN_DEPTH: usize = 20;

fn flatten(states: &HashMap<&'static str, Vec<Item>>, name: &str, rules: &mut Vec<SourceRule>, depth: usize) {
    for item in states.get(name).into_iter().flatten() {
        flatten_item(states, item, rules, depth);
    }
}

fn flatten_item(states: &HashMap<&'static str, Vec<Item>>, item: &Item, rules: &mut Vec<SourceRule>, depth: usize) {
    match item {
        Item::Rule(pattern, action, guard) => {
            rules.push(SourceRule { pattern: pattern.clone(), action: action.clone(), guard: *guard, resume: None });
        }
        Item::Mixin(other) if depth < MAX_MIXIN_DEPTH => {
            debug_assert!(states.contains_key(other), "no state {other}");
            let first = rules.len();
            flatten(states, other, rules, depth + 1);
            end_mixin(rules, first);
        }
        Item::Mixin(_) => {}
    }
}

fn end_mixin(rules: &mut [SourceRule], first: usize) {
    let end = rules.len();
    for rule in &mut rules[first..] {
        rule.resume.get_or_insert(end);
    }
}

/// The rules of a lexer, with the rules of included states copied into each state.
pub(crate) struct CompiledGrammar {
    pub states: HashMap<&'static str, Arc<State>>,
    pub start: Vec<Arc<Callback>>,
}

impl CompiledGrammar {
    /// Creates a state at run time. Its rules may include states of the lexer.
    pub(crate) fn state_of(&self, name: &'static str, write: impl FnOnce(&mut StateBuilder<'_>)) -> State {
        let mut items = Vec::new();
        write(&mut StateBuilder { items: &mut items });
        let mut rules = Vec::new();
        for item in &items {
            match item {
                Item::Mixin(other) => {
                    let first = rules.len();
                    let mixed = self.states.get(other).map(|state| state.source.as_slice()).unwrap_or_default();
                    rules.extend(mixed.iter().map(|source| SourceRule {
                        resume: source.resume.map(|resume| resume + first),
                        ..source.clone()
                    }));
                    end_mixin(&mut rules, first);
                }
                item => flatten_item(&HashMap::default(), item, &mut rules, 0),
            }
        }
        State::new(name, rules)
    }
}

/// The rules of a state. Their patterns are compiled when a lexer first tries to match them.
pub(crate) struct State {
    pub name: &'static str,
    source: Vec<SourceRule>,
    rules: OnceLock<CompiledRules>,
}

/// The compiled rules of a state and, for each byte, the rules that can match text that starts with the byte.
pub(crate) struct CompiledRules {
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
    fn new(name: &'static str, source: Vec<SourceRule>) -> State {
        State { name, source, rules: OnceLock::new() }
    }

    /// The compiled rules. A rule with an unsupported pattern never matches, but a test ensures that there are none.
    pub(crate) fn rules(&self) -> &CompiledRules {
        self.rules.get_or_init(|| {
            let never = || Pattern::new("(?!)").ok();
            let rules: Vec<Rule> = self
                .source
                .iter()
                .filter_map(|source| {
                    let pattern = match Pattern::new(&source.pattern) {
                        Ok(pattern) => pattern,
                        Err(problem) => {
                            debug_assert!(false, "{problem}");
                            never()?
                        }
                    };
                    Some(Rule { pattern, action: source.action.clone(), guard: source.guard, resume: source.resume })
                })
                .collect();
            let firsts: Vec<ByteSet> = rules.iter().map(|rule| rule.pattern.first_bytes()).collect();
            let by_byte = (0..=255)
                .map(|byte| (0..rules.len()).filter(|&i| firsts[i].has(byte)).map(|i| i as u16).collect())
                .collect();
            CompiledRules { rules, by_byte }
        })
    }
}

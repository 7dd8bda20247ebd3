//! Results that renderings reuse. Reusing them must change nothing: neither text nor variables, log or errors. A reused
//! result counts as many steps as it took, which may differ a little from what rendering it again would take.

use hastie_liquid::sharing::{Mark, Sharing, SideEffects, Stability};
use hastie_liquid::{
    Abort, Context, Drop, Engine, Error, ErrorKind, Hash, Host, Memo, ParseOptions, RenderOptions, Rendered, State,
    Str, Tag, TagParse, Template, TemplateEffects, TimeZone, Value,
};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// A host with a log, and with a clock that advances by a day each time it is read.
#[derive(Debug, Default)]
struct Recorder {
    notes: u32,
    clock: i64,
    log: Vec<String>,
}

impl Host for Recorder {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }

    fn now(&mut self) -> (i64, u32) {
        self.note("the clock");
        self.clock += 86_400;
        (self.clock, 0)
    }

    fn zone(&self) -> &TimeZone {
        const UTC: &TimeZone = &TimeZone::UTC;
        UTC
    }

    fn sharing(&mut self) -> Option<&mut dyn Sharing> {
        Some(self)
    }
}

impl Sharing for Recorder {
    fn is_allowed(&self) -> bool {
        true
    }

    fn note(&mut self, _what: &'static str) {
        self.notes += 1;
    }

    fn mark(&self) -> Mark {
        Mark { notes: self.notes, varying: 0, events: self.log.len(), at: None }
    }

    fn since(&self, mark: &Mark) -> Result<SideEffects, &'static str> {
        match self.notes == mark.notes {
            true => Ok(SideEffects(Some(Arc::new(self.log[mark.events..].to_vec())))),
            false => Err("the clock"),
        }
    }

    fn repeat(&mut self, effects: &SideEffects) {
        let log = effects.0.as_ref().and_then(|effects| effects.downcast_ref::<Vec<String>>());
        self.log.extend(log.into_iter().flatten().cloned());
    }
}

/// The site: the same for all renderings. Reading `logged` writes to the log.
#[derive(Debug)]
struct Site(Hash);

/// A page with values that other pages do not have.
#[derive(Debug)]
struct Page(Hash);

/// An object that counts how often it is read.
#[derive(Debug, Default)]
struct Counting(AtomicI64);

macro_rules! drop_with {
    ($name:ident, $stability:expr, $get:expr) => {
        impl Drop for $name {
            fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
                let get: fn(&$name, &str, &mut dyn Host) -> Option<Value> = $get;
                Ok(get(self, key, host))
            }

            fn stability(&self, _host: &mut dyn Host) -> Stability {
                $stability
            }

            fn class(&self) -> &'static str {
                stringify!($name)
            }

            fn as_any(&self) -> &dyn Any {
                self
            }
        }
    };
}

drop_with!(Site, Stability::Common(1), |site, key, host| {
    if key == "logged" {
        host.as_any().downcast_mut::<Recorder>()?.log.push("read".into());
    }
    site.0.get(key).cloned()
});
drop_with!(Page, Stability::Fixed, |page, key, _| page.0.get(key).cloned());
drop_with!(Counting, Stability::Changing, |counting, _, _| {
    Some(Value::Int(counting.0.fetch_add(1, Ordering::Relaxed)))
});

/// `{% partial NAME EXPRESSION %}` renders a partial with `given`, as Jekyll's `include` does.
#[derive(Debug)]
struct PartialTag {
    partials: Arc<Vec<Template>>,
    index: usize,
    given: String,
}

impl Tag for PartialTag {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let given = cx.lookup(&self.given)?;
        cx.stack(|cx| {
            cx.set("given", given)?;
            cx.render_partial(&self.partials[self.index], out)
        })
    }

    fn effects(&self, _effects: &mut TemplateEffects) {}

    fn is_reusable(&self) -> bool {
        true
    }
}

/// Pseudorandom numbers (xorshift), the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn one_of<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len())]
    }
}

const NAMES: [&str; 4] = ["a", "b", "n", "words"];
const VALUES: [&str; 25] = [
    "a",
    "b",
    "n",
    "words",
    "given",
    "given.title",
    "given.words",
    "page.title",
    "page.number",
    "page.words",
    "page.own",
    "page",
    "site.title",
    "site.words",
    "site.items",
    "site.logged",
    "forloop.index",
    "forloop.parentloop.index",
    "x",
    "x.size",
    "item.title",
    "item",
    "counting.next",
    "site[page.key]",
    "\"text\"",
];
const FILTERS: [&str; 14] = [
    "sort",
    "join",
    "join: a",
    "reverse",
    "size",
    "first",
    "last",
    "uniq",
    "append: page.title",
    "upcase",
    "concat: site.words",
    "where: \"title\", page.title",
    "map: \"title\"",
    "date: \"%j\"",
];

/// A template of a few random nodes. Partials may use partials with a smaller index.
fn template(random: &mut Random, partials: usize, depth: usize) -> String {
    let mut text = String::new();
    for _ in 0..1 + random.below(4) {
        text += &node(random, partials, depth);
    }
    text
}

fn node(random: &mut Random, partials: usize, depth: usize) -> String {
    let value = random.one_of(&VALUES);
    let filters = |random: &mut Random| {
        (0..random.below(3)).map(|_| format!(" | {}", random.one_of(&FILTERS))).collect::<String>()
    };
    let inside = |random: &mut Random| template(random, partials, depth + 1);
    let name = random.one_of(&NAMES);
    match random.below(if depth < 3 { 20 } else { 8 }) {
        0 => ".".into(),
        1..=3 => format!("{{{{ {value}{} }}}}", filters(random)),
        4 | 5 => format!("{{% assign {name} = {value}{} %}}", filters(random)),
        6 if partials > 0 => format!("{{% partial {} {value} %}}", random.below(partials)),
        7 => random
            .one_of(&[
                "{% increment n %}",
                "{% cycle 'p', 'q' %}",
                "{% break %}",
                "{{ 'now' | date: '%j' }}",
                "{% raw %}r{% endraw %}",
            ])
            .into(),
        8 | 9 => format!(
            "{{% if {value} == {} %}}{}{{% else %}}{}{{% endif %}}",
            random.one_of(&VALUES),
            inside(random),
            inside(random)
        ),
        10..=13 => format!(
            "{{% for {} in {} {} %}}{}{{% endfor %}}",
            random.one_of(&["x", "item"]),
            random.one_of(&["site.items", "site.words", "page.words", "(1..3)", "words", "given"]),
            random.one_of(&["", "", "", "limit: 2", "limit: 2 offset: continue", "reversed"]),
            inside(random)
        ),
        14 => format!("{{% capture {name} %}}{}{{% endcapture %}}", inside(random)),
        15 => format!("{{% case {value} %}}{{% when 'one' %}}{}{{% else %}}-{{% endcase %}}", inside(random)),
        16 => format!("{{% tablerow x in site.words cols: 2 %}}{}{{% endtablerow %}}", inside(random)),
        17 => format!("{{% ifchanged %}}{}{{% endifchanged %}}", inside(random)),
        _ if partials > 0 => format!("{{% partial {} {value} %}}", random.below(partials)),
        _ => "{% for x in site.items %}{{ x.title }}{% endfor %}".into(),
    }
}

/// The templates of one program: partials that use each other, and a template that uses them.
fn parse(random: &mut Random) -> Option<Template> {
    let mut parsed: Vec<Template> = Vec::new();
    for index in 0..=3 {
        let mut engine = Engine::standard();
        engine.declare_filters_reusable();
        let mut limits = engine.hard_limits();
        limits.steps = 200_000;
        engine.set_hard_limits(limits);
        let partials = Arc::new(parsed.clone());
        engine.tag("partial", move |tag: &mut TagParse<'_, '_>| -> Result<Box<dyn Tag>, Error> {
            let (index, given) = tag.markup().trim().split_once(' ').unwrap_or(("0", "nil"));
            let index = index.parse().unwrap_or_default();
            Ok(Box::new(PartialTag { partials: Arc::clone(&partials), index, given: given.into() }))
        });
        // Only parts that take a number of steps are reused.
        let costly = "{% for w in site.words %}{% for v in site.words %}{{ v | upcase }}{% endfor %}{% endfor %}";
        let source = costly.to_string() + &template(random, index, 0);
        let options = ParseOptions::named(index.to_string());
        parsed.push(Template::parse(&engine, source, options).ok()?);
    }
    parsed.pop()
}

fn words(count: usize, prefix: &str) -> Value {
    Value::array((0..count).map(|index| Value::from(format!("{prefix}{}", index * 7 % 5))).collect())
}

fn site() -> Value {
    let mut site = Hash::new();
    site.set("title", "Site");
    site.set("words", words(10, "w"));
    let item = |index: usize| {
        let mut item = Hash::new();
        item.set("title", format!("t{}", index % 3));
        Value::drop(Page(item))
    };
    site.set("items", Value::array((0..9).map(item).collect()));
    Value::drop(Site(site))
}

/// Some pages share values, some do not.
fn page(index: usize) -> Value {
    let mut page = Hash::new();
    page.set("title", format!("t{}", index % 2));
    page.set("number", Value::Int(index as i64 % 3));
    page.set("words", words(index % 4 * 4, "p"));
    page.set("own", index.to_string());
    page.set("key", if index.is_multiple_of(2) { "title" } else { "words" });
    Value::drop(Page(page))
}

/// The text and the state after a rendering, and its number of steps.
fn left(rendered: Result<Rendered, Abort>, host: &Recorder) -> (String, u64) {
    // A template that takes too long may do so a little earlier or later.
    let is_limit = |error: &Error| error.kind == ErrorKind::LiquidMemory;
    match rendered {
        Ok(rendered) if rendered.errors.iter().any(is_limit) => ("too long".into(), 0),
        Ok(Rendered { text, errors, state, steps, .. }) => {
            let state = format!("{:?} {:?}", state.registers, state.counters);
            (format!("{text}\n{errors:?}\n{state}\n{} reads logged", host.log.len()), steps)
        }
        Err(Abort::Error(error)) if is_limit(&error) => ("too long".into(), 0),
        Err(abort) => (format!("{abort:?}, {} reads logged", host.log.len()), 0),
    }
}

/// Renders the template for a number of pages, one after another.
fn rendered(template: &Template, raise: bool, memo: Option<&Arc<Memo>>) -> Vec<(String, u64)> {
    let (site, counting) = (site(), Value::drop(Counting::default()));
    let mut state = State::default();
    let mut texts = Vec::new();
    for index in 0..12 {
        let mut environment = Hash::new();
        environment.set("site", site.clone());
        environment.set("page", page(index));
        environment.set("counting", counting.clone());
        let environment = Value::hash(environment);
        let options = if raise { RenderOptions::raising(environment) } else { RenderOptions::new(environment) };
        let mut options = options.with_state(state.clone());
        options.memo = memo.cloned();
        let mut host = Recorder { clock: index as i64 * 1_000_000, ..Recorder::default() };
        let rendered = template.render(&mut host, options);
        if let Ok(rendered) = &rendered {
            state.counters = rendered.state.counters.clone();
            state.registers = rendered.state.registers.clone();
        }
        texts.push(left(rendered, &host));
    }
    texts
}

#[test]
fn reused_results_are_those_of_a_new_rendering() {
    let mut reused = 0;
    for seed in 1..=250 {
        let mut random = Random(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15));
        let Some(template) = parse(&mut random) else { continue };
        let raise = seed % 3 != 0;
        let expected = rendered(&template, raise, None);
        let memo = Arc::new(Memo::default());
        let found = rendered(&template, raise, Some(&memo));
        for (page, (expected, found)) in expected.iter().zip(&found).enumerate() {
            let differs = expected.0.bytes().zip(found.0.bytes()).take_while(|(one, other)| one == other).count();
            let end = |text: &str| text.chars().skip(differs.saturating_sub(60)).take(200).collect::<String>();
            let source = template.source();
            assert!(
                expected.0 == found.0,
                "seed {seed}, page {page}:\n{}\n{}\n{source}",
                end(&expected.0),
                end(&found.0)
            );
            assert!(
                expected.1.abs_diff(found.1) <= expected.1 / 20,
                "seed {seed}: {} and {} steps",
                expected.1,
                found.1
            );
        }
        reused += memo.report().iter().map(|part| u64::from(part.reused)).sum::<u64>();
    }
    assert!(reused > 1000, "only {reused} results were reused");
}

/// The report of the only partial of a template.
fn report(partial: &str) -> (u32, Option<String>) {
    let engine = Engine::standard();
    let mut engine_of_partial = engine.clone();
    engine_of_partial.declare_filters_reusable();
    let source = format!(
        "{{% for w in site.words %}}{{% for v in site.items %}}{{{{ v.title }}}}{{% endfor %}}{{% endfor %}}{partial}"
    );
    let options = ParseOptions::named("partial");
    let partials = Arc::new(vec![Template::parse(&engine_of_partial, source, options).unwrap()]);
    let mut engine = engine;
    engine.tag("partial", move |_: &mut TagParse<'_, '_>| -> Result<Box<dyn Tag>, Error> {
        Ok(Box::new(PartialTag { partials: Arc::clone(&partials), index: 0, given: "page".into() }))
    });
    let template = Template::parse(&engine, Str::from("{% partial %}"), ParseOptions::default()).unwrap();
    let memo = Arc::new(Memo::default());
    rendered(&template, true, Some(&memo));
    let report = memo.report().into_iter().next().unwrap();
    (report.reused, report.obstacle)
}

#[test]
fn a_partial_is_rendered_once_for_each_value_that_it_reads() {
    assert_eq!(report("{{ site.title }}"), (11, None));
    assert_eq!(report("{{ page.title }}"), (10, None));
    assert_eq!(report("{{ page.title }}{{ page.number }}{{ given.words | join }}"), (0, None));
    assert_eq!(report("{{ site[page.key] }}"), (10, None));
    assert_eq!(report("{% assign own = page.own %}").0, 0);
}

#[test]
fn a_report_names_what_prevents_reuse() {
    let obstacle = |partial: &str| report(partial).1.unwrap_or_default();
    assert_eq!(obstacle("{% cycle 'a', 'b' %}"), "it uses `{% cycle 'a', 'b' %}`");
    assert_eq!(obstacle("{{ 'now' | date: '%s' }}"), "it uses the clock");
    assert_eq!(obstacle("{{ counting.next }}"), "it reads `counting.next`");
    assert_eq!(obstacle("{% for x in site.words offset: continue %}{% endfor %}"), "it uses `offset: continue`");
}

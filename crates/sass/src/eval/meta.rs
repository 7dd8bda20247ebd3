//! The mixins of `sass:meta`.

use super::arguments::Evaluated;
use super::configuration::{Configuration, ConfiguredValue};
use super::table::Table;
use super::{Evaluator, Member};
use crate::functions::Builtin;
use crate::value::Value;
use crate::{Deprecation, Error, Result, Span, Symbol};

impl Evaluator<'_> {
    pub(super) fn builtin_mixin(&mut self, mixin: &'static Builtin, evaluated: Evaluated, span: Span) -> Result<()> {
        self.builtin_with(mixin, evaluated, span, |evaluator, _, values| match mixin.name {
            "load-css" => evaluator.load_css(values, span),
            _ => evaluator.apply(values, span),
        })
    }

    fn load_css(&mut self, values: &[Value], span: Span) -> Result<()> {
        let [url, with] = values else { return Ok(()) };
        let url = url.assert_string(Some("url"))?.text.clone();
        let mut configuration = None;
        if let Some(with) = with.real_null() {
            let map = with.assert_map(Some("with"))?;
            let mut table = Table::default();
            let mut warned = false;
            for (key, value) in map.iter() {
                let name = Symbol::normalized(&key.assert_string(Some("with key"))?.text);
                if table.contains(name) {
                    return Err(Error::message(format!("The variable ${name} was configured twice.")));
                }
                if name.is_private() && !warned {
                    warned = true;
                    let message = format!(
                        "Configuring private variables (such as ${name}) is deprecated.\nThis will be an error in Dart \
                         Sass 2.0.0."
                    );
                    self.warn(Some(Deprecation::WithPrivate), message, span);
                }
                table.insert(name, ConfiguredValue { value: value.clone(), configured: Some(span), assigned: span });
            }
            configuration = Some(Configuration::new(table, Some(span)));
        }
        let configuration = configuration.unwrap_or_default();
        let asked = Some(configuration.clone());
        self.load_module(&url, Member::Named("load-css()"), span, asked, true, |evaluator, module, _| {
            let root = evaluator.combine(&module, true)?;
            evaluator.replay(root)
        })?;
        self.assert_used(&configuration, true)
    }

    fn apply(&mut self, values: &[Value], span: Span) -> Result<()> {
        let [mixin, arguments] = values else { return Ok(()) };
        let mixin = mixin.assert_mixin(Some("mixin"))?.clone();
        let Value::ArgumentList(list) = arguments else { return Ok(()) };
        let mut evaluated = Evaluated::of_values(list.items.clone(), list.keywords().to_vec(), span);
        evaluated.separator = list.separator;
        let content = self.environment.content.clone();
        if content.is_some() && !mixin.accepts_content() {
            return Err(self.content_error(&mixin, &evaluated, span));
        }
        self.apply_mixin(&mixin, content, evaluated, span)
    }
}

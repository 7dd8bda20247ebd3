//! What filters need of a site, while one of its documents has its turn.

use super::{Conversion, FilterHost};
use crate::diagnostic::{Level, Message};
use crate::render::Turn;
use hastie_liquid::{Abort, ErrorKind, Value};
use std::sync::Arc;

impl FilterHost for Turn {
    fn config(&mut self, key: &str) -> Value {
        self.setup().config(key).clone()
    }

    fn convert(&mut self, conversion: Conversion, text: &str, ascii: bool) -> Result<String, Abort> {
        let class = match conversion {
            Conversion::Markdown => "Jekyll::Converters::Markdown",
            Conversion::SmartyPants => "Jekyll::Converters::SmartyPants",
            Conversion::Sass => "Jekyll::Converters::Sass",
            Conversion::Scss => "Jekyll::Converters::Scss",
        };
        let converter = self.setup().converters.named(class).map(Arc::clone);
        match converter {
            Some(converter) => {
                let outer = std::mem::replace(&mut self.ascii_source, ascii);
                let converted = converter.convert(text, self);
                self.ascii_source = outer;
                converted.map_err(as_argument_error)
            }
            // `find_converter_instance` fails with these words.
            None => Err(Abort::error("RuntimeError", format!("No Converters found for {class}"))),
        }
    }

    fn warn(&mut self, topic: &str, message: String) {
        self.say(Message::new(Level::Warn, topic, message));
    }
}

/// A style sheet's error is one of Ruby's ArgumentErrors, which Liquid makes its own in a filter.
fn as_argument_error(abort: Abort) -> Abort {
    match abort {
        Abort::Error(mut error) if error.kind.class() == "Jekyll::Converters::Scss::SyntaxError" => {
            error.kind = ErrorKind::Argument;
            Abort::Error(error)
        }
        other => other,
    }
}

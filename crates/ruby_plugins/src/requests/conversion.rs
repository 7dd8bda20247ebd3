//! Requests about converters, and about the engines that they use.

use crate::bridge::Bridge;
use crate::protocol::{ConversionRequest, HtmlOperation};
use hastie_liquid::{Abort, ErrorKind, Value};
use hastie_plugins::minify;
use hastie_rouge::{Lexer, LexerInfo, Lookup, ambiguous_message};
use hastie_site::model::slug;
use hastie_site::render::convert::{Kramdown, Processor, highlighted};
use hastie_site::render::{RenderContext, document, filters};
use std::sync::Arc;

/// Answers a request of Ruby about texts and their formats, such as to convert or highlight a text, or to look up a
/// converter.
///
/// # Errors
/// Fails if the request needs the site's setup before it is complete, or if the conversion fails.
pub(crate) fn handle(bridge: &mut Bridge<'_, '_>, request: &ConversionRequest<'_>) -> Result<Value, Abort> {
    match *request {
        ConversionRequest::OutputExt { ext } => Ok(Value::Str(bridge.setup()?.converters.output_ext(ext, None))),
        ConversionRequest::Converts { class, ext } => {
            let setup = bridge.setup()?;
            Ok(Value::Bool(setup.converters.native(class).is_some_and(|converter| converter.matches(ext))))
        }
        ConversionRequest::ConvertedExt { class, ext } => {
            let setup = bridge.setup()?;
            let found = setup.converters.native(class).and_then(|converter| converter.output_ext(ext));
            Ok(found.map_or(Value::Nil, Value::Str))
        }
        ConversionRequest::Convert { class, source, is_ascii } => convert(bridge, class, source, is_ascii),
        ConversionRequest::ConvertAll { ext, source } => {
            let source = source.to_string();
            bridge.with_rendering(move |rendering| document::convert(rendering, ext, "", source)).map(Value::from)
        }
        ConversionRequest::Kramdown { options, source, is_ascii } => kramdown(bridge, source, options, is_ascii),
        ConversionRequest::KramdownTree { source, options } => Kramdown::alone(options).tree(source),
        ConversionRequest::KramdownCode { code, language, highlighter, settings } => {
            kramdown_code(bridge, code, language, highlighter, settings)
        }
        ConversionRequest::Html { operation, arguments } => html(bridge, operation, arguments.0),
        ConversionRequest::Minify { kind: "page", source, options } => Ok(minify::page(source, options).into()),
        ConversionRequest::Minify { source, options, .. } => {
            let script = minify::script(source, options).map_err(|error| Abort::error(ErrorKind::Runtime, error))?;
            Ok(script.map_or(Value::Nil, Value::from))
        }
        ConversionRequest::Yaml { text } => {
            hastie_yaml::load(text.as_bytes(), None).map_err(|error| Abort::error(error.kind, error.message))
        }
        ConversionRequest::NormalizeUrl { url } => filters::normalized_url(url).map(Value::from),
        ConversionRequest::Transliterate { text } => Ok(Value::from(slug::transliterate(text))),
        ConversionRequest::Lexer { name } => Ok(hastie_rouge::find(name).map_or(Value::Nil, lexer)),
        ConversionRequest::Tokens { lexer, options, pieces } => Ok(tokens(lexer, options, pieces)),
        ConversionRequest::GuessLexer { source, mimetype } => Ok(guessed(source, mimetype)),
        ConversionRequest::Theme { name } => {
            Ok(hastie_rouge::theme::find(name).map_or(Value::Nil, |theme| Value::from(theme.css("."))))
        }
    }
}

fn convert(bridge: &mut Bridge<'_, '_>, class: &str, source: &str, is_ascii: bool) -> Result<Value, Abort> {
    let setup = bridge.setup()?;
    let Some(converter) = setup.converters.native(class).map(Arc::clone) else {
        return Err(Abort::error(ErrorKind::Runtime, format!("No Converters found for {class}")));
    };
    bridge
        .with_rendering(|rendering| in_encoding(rendering, is_ascii, |rendering| converter.convert(source, rendering)))
        .map(Value::from)
}

fn kramdown(bridge: &mut Bridge<'_, '_>, source: &str, options: &Value, is_ascii: bool) -> Result<Value, Abort> {
    let processor = Kramdown::alone(options);
    bridge
        .with_rendering(|rendering| in_encoding(rendering, is_ascii, |rendering| processor.convert(source, rendering)))
        .map(Value::from)
}

/// Runs `work`, which converts a text of Ruby. `is_ascii` is whether the encoding of this text is US-ASCII. It takes
/// the place of the encoding of the document that is being rendered.
fn in_encoding<T>(rendering: &mut RenderContext, is_ascii: bool, work: impl FnOnce(&mut RenderContext) -> T) -> T {
    let outer = std::mem::replace(&mut rendering.ascii_source, is_ascii);
    let result = work(rendering);
    rendering.ascii_source = outer;
    result
}

/// The result of an operation on a document of Nokogiri.
fn html(bridge: &Bridge<'_, '_>, operation: &str, arguments: &[Value]) -> Result<Value, Abort> {
    match HtmlOperation::decode(operation, arguments) {
        Some(operation) => bridge.ruby.documents.perform(&operation),
        None => Err(Abort::error("NotImplementedError", format!("the operation {operation} does not exist"))),
    }
}

/// An array of the highlighted HTML and the default language, which is nil if none is set. nil if the code is not
/// highlighted.
fn kramdown_code(
    bridge: &mut Bridge<'_, '_>,
    code: &str,
    language: Option<&str>,
    highlighter: &str,
    settings: &Value,
) -> Result<Value, Abort> {
    let Some([is_block, options]) = settings.as_array() else { return Ok(Value::Nil) };
    let setup = bridge.setup()?;
    let found = highlighted(code, language, is_block.truthy(), highlighter, options, setup.context.reference().rouge);
    let row = |(html, language): (_, Option<_>)| {
        Value::array(vec![Value::from(html), language.map_or(Value::Nil, Value::from)])
    };
    Ok(found.map_or(Value::Nil, row))
}

fn lexer(info: &LexerInfo) -> Value {
    let list = |names: &[&'static str]| Value::array(names.iter().map(|name| Value::from(*name)).collect());
    Value::array(vec![info.tag.into(), info.title.into(), list(info.aliases), list(info.mimetypes)])
}

/// The tokens of source code, as in the response to `tokens`. Empty if the lexer is unknown.
fn tokens(lexer: &str, options: &Value, pieces: &Value) -> Value {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let texts = |value: &Value| -> Vec<String> { value.as_array().unwrap_or_default().iter().map(text).collect() };
    let options = options.as_hash().map(|hash| hash.iter().map(|(name, value)| (text(name), texts(value))).collect());
    let Some(info) = hastie_rouge::find(lexer) else { return Value::array(Vec::new()) };
    let mut lexer = Lexer::new(info, options.unwrap_or_default());
    let found = texts(pieces).iter().map(|piece| lexer.lex_further(piece)).last();
    let pairs = found.iter().flat_map(|tokens| tokens.iter());
    Value::array(pairs.flat_map(|(token, text)| [token.qualified_name().into(), text.into()]).collect())
}

/// The language of a text, as in the response to `guess_lexer`.
fn guessed(source: &str, mimetype: Option<&str>) -> Value {
    let tag = mimetype.map(|mimetype| format!("guess?mimetype={mimetype}"));
    Value::array(match hastie_rouge::find_fancy(tag.as_deref(), source) {
        Lookup::Found(info, _) => vec![info.tag.into(), Value::Nil],
        Lookup::Unknown => vec![Value::Nil, Value::Nil],
        Lookup::Ambiguous(languages) => vec![Value::Nil, ambiguous_message(&languages).into()],
    })
}

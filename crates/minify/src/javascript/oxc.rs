//! Parses, shortens and writes a script with oxc.

use super::{Options, depth};
use crate::Error;
use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions, CommentOptions, LegalComment};
use oxc_minifier::{CompressOptions, CompressOptionsKeepNames, CompressOptionsUnused, Minifier, MinifierOptions};
use oxc_minifier::{MangleOptions, MangleOptionsKeepNames};
use oxc_parser::{Parser, ParserReturn};
use oxc_span::SourceType;

/// The size in bytes of the stack on which a script is parsed and shortened. Scripts that [`depth::is_bounded`] accepts
/// need less.
const STACK: usize = 512 << 20;

/// Shortens a script or a module on a thread with a large stack.
pub(super) fn minify(source: &str, options: &Options) -> Result<String, Error> {
    if !depth::is_bounded(source) {
        return Err(Error::new("the script nests too deeply"));
    }
    std::thread::scope(|scope| {
        let work = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || shortened(source, options));
        let work = work.map_err(|error| Error::new(error.to_string()))?;
        work.join().unwrap_or_else(|_| Err(Error::new("the script cannot be shortened")))
    })
}

fn shortened(source: &str, options: &Options) -> Result<String, Error> {
    let allocator = Allocator::default();
    let mut program = parsed(&allocator, source)?.program;
    let names = options.keep_function_names;
    let classes = options.keep_class_names;
    let compress = CompressOptions {
        drop_console: options.drop_console,
        keep_names: CompressOptionsKeepNames { function: names, class: classes },
        unused: if options.top_level { CompressOptionsUnused::Remove } else { CompressOptionsUnused::default() },
        ..CompressOptions::smallest()
    };
    let mangle = MangleOptions {
        top_level: Some(options.top_level),
        keep_names: MangleOptionsKeepNames { function: names, class: classes },
        ..MangleOptions::default()
    };
    let minifier = Minifier::new(MinifierOptions {
        mangle: options.mangle.then_some(mangle),
        mangle_properties: None,
        compress: options.compress.then_some(compress),
    });
    let minified = minifier.minify(&allocator, &mut program);
    let legal = if options.legal_comments { LegalComment::Inline } else { LegalComment::None };
    let comments = CommentOptions { legal, ..CommentOptions::disabled() };
    let written = Codegen::new()
        .with_options(CodegenOptions { comments, ..CodegenOptions::minify() })
        .with_scoping(minified.scoping)
        .build(&program);
    Ok(written.code.to_string())
}

/// The syntax tree of a script, or of a module if the text is not a script.
fn parsed<'a>(allocator: &'a Allocator, source: &'a str) -> Result<ParserReturn<'a>, Error> {
    let script = Parser::new(allocator, source, SourceType::script()).parse();
    if script.diagnostics.is_empty() && !script.panicked {
        return Ok(script);
    }
    let module = Parser::new(allocator, source, SourceType::mjs()).parse();
    if module.diagnostics.is_empty() && !module.panicked {
        return Ok(module);
    }
    let reason = script.diagnostics.iter().next().map(ToString::to_string);
    Err(Error::new(reason.unwrap_or_else(|| "the script cannot be read".to_owned())))
}

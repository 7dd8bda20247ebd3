//! An iterator over libyaml's events. Only this module and `emitter` have unsafe code.
//!
//! Everything that leaves this module is owned and validated, and no pointer leaves it. The parser's state is boxed, so
//! it never moves, and the text is borrowed for the lifetime of the parser.
#![expect(unsafe_code, reason = "libyaml's own interface is pointers")]

use crate::Failure;
use hastie_value::ErrorKind;
use libyaml_rs as sys;
use std::ffi::CStr;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// An event of libyaml's parser, such as the start of a mapping. libyaml has expanded the tags. An alias contains the
/// name of its anchor.
#[derive(Debug)]
pub(crate) enum Event {
    StreamStart,
    StreamEnd,
    DocumentStart,
    DocumentEnd,
    Alias(String),
    Scalar(Scalar),
    SequenceStart { anchor: Option<String>, tag: Option<String> },
    SequenceEnd,
    MappingStart { anchor: Option<String>, tag: Option<String> },
    MappingEnd,
}

/// A scalar with its anchor and tag. libyaml has already replaced its escapes and joined its lines.
#[derive(Debug)]
pub(crate) struct Scalar {
    pub(crate) anchor: Option<String>,
    /// The full tag: `tag:yaml.org,2002:binary` for `!!binary`.
    pub(crate) tag: Option<String>,
    pub(crate) value: String,
    /// Psych's `quoted`: whether the scalar is quoted or a block scalar, and has no tag.
    pub(crate) quoted: bool,
}

/// Reads the events of a YAML text from libyaml.
pub(crate) struct Events<'a> {
    parser: Box<MaybeUninit<sys::yaml_parser_t>>,
    text: PhantomData<&'a [u8]>,
    ended: bool,
    /// The line on which the last event starts, or for a block scalar, on which its text starts.
    line: usize,
}

impl<'a> Events<'a> {
    /// Creates a parser at the start of `text`, which it treats as UTF-8 like Psych does.
    pub(crate) fn new(text: &'a [u8]) -> Result<Self, Failure> {
        let mut parser = Box::new(MaybeUninit::<sys::yaml_parser_t>::uninit());
        let raw = parser.as_mut_ptr();
        // SAFETY: `raw` points to memory for one parser, which initialize fills. On failure nothing has to be
        // freed. The text outlives the parser by the lifetime 'a, and the box keeps the parser in its place,
        // which matters because libyaml keeps a pointer to the parser in itself.
        unsafe {
            if sys::yaml_parser_initialize(raw).fail {
                return Err(Failure::raised(ErrorKind::NoMemory, "failed to allocate memory"));
            }
            sys::yaml_parser_set_encoding(raw, sys::YAML_UTF8_ENCODING);
            sys::yaml_parser_set_input_string(raw, text.as_ptr(), text.len() as u64);
        }
        Ok(Events { parser, text: PhantomData, ended: false, line: 0 })
    }

    /// The next event. `None` after the end of the stream or an error.
    pub(crate) fn next(&mut self) -> Option<Result<Event, Failure>> {
        if self.ended {
            return None;
        }
        let mut event = MaybeUninit::<sys::yaml_event_t>::uninit();
        // SAFETY: the parser was initialized in `new` and not deleted since; parse fills the event, even on
        // failure (with zeros). An event that was filled is deleted exactly once, after its parts were copied.
        let result = unsafe {
            if sys::yaml_parser_parse(self.parser.as_mut_ptr(), event.as_mut_ptr()).fail {
                Err(self.failure())
            } else {
                let converted = convert(event.assume_init_ref());
                self.line = line(event.assume_init_ref());
                sys::yaml_event_delete(event.as_mut_ptr());
                converted
            }
        };
        self.ended = !matches!(result, Ok(ref event) if !matches!(event, Event::StreamEnd));
        Some(result)
    }

    /// The line on which the last event starts, counted from 0. For a block scalar, the line after its indicator.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// The parser's error as Psych reports it. The message is libyaml's `problem`, followed by its `context`. The line
    /// and column are the position of the context.
    fn failure(&self) -> Failure {
        // SAFETY: initialized in `new`; after a failure the two texts are null or static C strings.
        unsafe {
            let parser = self.parser.assume_init_ref();
            let mut words = Vec::new();
            for text in [parser.problem, parser.context] {
                if !text.is_null() {
                    words.push(CStr::from_ptr(text.cast()).to_string_lossy().into_owned());
                }
            }
            Failure::Syntax {
                // libyaml-rs corrects the spelling of libyaml's message.
                problem: words.join(" ").replace("expected hexadecimal number", "expected hexdecimal number"),
                line: parser.context_mark.line as usize + 1,
                column: parser.context_mark.column as usize + 1,
            }
        }
    }
}

impl Drop for Events<'_> {
    fn drop(&mut self) {
        // SAFETY: initialized in `new`, deleted here alone.
        unsafe { sys::yaml_parser_delete(self.parser.as_mut_ptr()) }
    }
}

/// The line on which an event starts, or on which the text of a block scalar starts.
///
/// # Safety
/// `event` must have been filled by libyaml.
unsafe fn line(event: &sys::yaml_event_t) -> usize {
    let start = event.start_mark.line as usize;
    if event.type_ != sys::YAML_SCALAR_EVENT {
        return start;
    }
    // SAFETY: the event's type says which member of the union is filled.
    let style = unsafe { event.data.scalar.style };
    let is_block = style == sys::YAML_LITERAL_SCALAR_STYLE || style == sys::YAML_FOLDED_SCALAR_STYLE;
    start + usize::from(is_block)
}

/// Copies the data of a libyaml event to an `Event`.
///
/// # Safety
/// `event` must have been filled by libyaml and not been deleted yet.
unsafe fn convert(event: &sys::yaml_event_t) -> Result<Event, Failure> {
    // SAFETY: the event's type says which member of the union is filled; its pointers are null or lead to memory
    // that lives until the event is deleted.
    unsafe {
        Ok(match event.type_ {
            sys::YAML_STREAM_START_EVENT => Event::StreamStart,
            sys::YAML_DOCUMENT_START_EVENT => Event::DocumentStart,
            sys::YAML_DOCUMENT_END_EVENT => Event::DocumentEnd,
            sys::YAML_ALIAS_EVENT => Event::Alias(name(event.data.alias.anchor)?.unwrap_or_default()),
            sys::YAML_SCALAR_EVENT => {
                let data = &event.data.scalar;
                let bytes = match data.length {
                    0 => &[][..],
                    length => std::slice::from_raw_parts(data.value, length as usize),
                };
                Event::Scalar(Scalar {
                    anchor: name(data.anchor)?,
                    tag: name(data.tag)?,
                    value: text(bytes)?,
                    quoted: data.quoted_implicit,
                })
            }
            sys::YAML_SEQUENCE_START_EVENT => Event::SequenceStart {
                anchor: name(event.data.sequence_start.anchor)?,
                tag: name(event.data.sequence_start.tag)?,
            },
            sys::YAML_SEQUENCE_END_EVENT => Event::SequenceEnd,
            sys::YAML_MAPPING_START_EVENT => Event::MappingStart {
                anchor: name(event.data.mapping_start.anchor)?,
                tag: name(event.data.mapping_start.tag)?,
            },
            sys::YAML_MAPPING_END_EVENT => Event::MappingEnd,
            _ => Event::StreamEnd,
        })
    }
}

/// The C string at `pointer`. `None` for a null pointer. Fails if the string is not UTF-8.
///
/// # Safety
/// `pointer` must be null or lead to a C string.
unsafe fn name(pointer: *const u8) -> Result<Option<String>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller promises.
    text(unsafe { CStr::from_ptr(pointer.cast()) }.to_bytes()).map(Some)
}

/// Converts bytes from libyaml to a string. Fails if they are not UTF-8: libyaml validates its input, but percent
/// escapes in a tag can produce other bytes.
fn text(bytes: &[u8]) -> Result<String, Failure> {
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| Failure::raised("EncodingError", "invalid UTF-8 in YAML"))
}

//! libyaml's emitter behind a safe function. Like `events`, this module wraps libyaml's pointers.
#![expect(unsafe_code, reason = "libyaml's own interface is pointers")]

use libyaml_rs as sys;
use std::ffi::{CStr, c_void};
use std::mem::MaybeUninit;

/// The requested style of a scalar. The emitter chooses another style if the text cannot be written in this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Any,
    Plain,
    SingleQuoted,
    DoubleQuoted,
    Literal,
}

/// An event for libyaml's emitter: a scalar, or the start or end of a sequence or mapping.
pub(crate) enum Event<'a> {
    /// A text with its tag. If the emitter writes the text plain, `plain` allows it to omit the tag. For all other
    /// styles, `quoted` allows this.
    Scalar {
        text: &'a str,
        tag: Option<&'static CStr>,
        plain: bool,
        quoted: bool,
        style: Style,
    },
    SequenceStart,
    SequenceEnd,
    MappingStart,
    MappingEnd,
}

/// The text of a document, written with the settings of Psych. `None` if libyaml fails, for example because the events
/// are not in a valid order or memory is exhausted.
pub(crate) fn emit<'a>(events: impl IntoIterator<Item = Event<'a>>) -> Option<String> {
    let mut written: Vec<u8> = Vec::new();
    let mut emitter = Box::new(MaybeUninit::<sys::yaml_emitter_t>::uninit());
    let raw = emitter.as_mut_ptr();
    // SAFETY: `raw` points to memory for one emitter, which initialize fills, and which is deleted once, below. The box
    // keeps it in its place. `written` outlives the emitter and is only used through the handler until then.
    let complete = unsafe {
        if sys::yaml_emitter_initialize(raw).fail {
            return None;
        }
        sys::yaml_emitter_set_output(raw, write, (&raw mut written).cast::<c_void>());
        sys::yaml_emitter_set_unicode(raw, true);
        sys::yaml_emitter_set_indent(raw, 2);
        let complete = emit_all(raw, events);
        sys::yaml_emitter_delete(raw);
        complete
    };
    complete.and_then(|()| String::from_utf8(written).ok())
}

/// Emits a document with these events. `None` if libyaml fails.
///
/// # Safety
/// `emitter` must be initialized.
unsafe fn emit_all<'a>(emitter: *mut sys::yaml_emitter_t, events: impl IntoIterator<Item = Event<'a>>) -> Option<()> {
    // SAFETY: every event is initialized before it is emitted, and the emitter deletes it. The texts are copied by the
    // functions that initialize events.
    unsafe {
        send(emitter, |event| sys::yaml_stream_start_event_initialize(event, sys::YAML_UTF8_ENCODING).ok)?;
        send(emitter, |event| {
            let null = std::ptr::null_mut();
            sys::yaml_document_start_event_initialize(event, null, null.cast(), null.cast(), false).ok
        })?;
        for one in events {
            send(emitter, |event| initialize(event, &one))?;
        }
        send(emitter, |event| sys::yaml_document_end_event_initialize(event, true).ok)?;
        send(emitter, |event| sys::yaml_stream_end_event_initialize(event).ok)
    }
}

/// Emits the event that `initialize` fills. `initialize` returns whether it succeeded.
///
/// # Safety
/// `emitter` must be initialized, and `initialize` must fill the event if it succeeds.
unsafe fn send(
    emitter: *mut sys::yaml_emitter_t,
    initialize: impl FnOnce(*mut sys::yaml_event_t) -> bool,
) -> Option<()> {
    let mut event = MaybeUninit::<sys::yaml_event_t>::uninit();
    let raw = event.as_mut_ptr();
    if !initialize(raw) {
        return None;
    }
    // SAFETY: both are initialized. The emitter takes over the event's memory, even if it fails.
    (unsafe { sys::yaml_emitter_emit(emitter, raw) }.ok).then_some(())
}

/// Initializes libyaml's `event` with the data of `one`. Returns false if libyaml fails, or if a text is too long.
///
/// # Safety
/// `event` must be valid for writing.
unsafe fn initialize(event: *mut sys::yaml_event_t, one: &Event<'_>) -> bool {
    let none = std::ptr::null();
    // SAFETY: `event` is valid for writing. The text's length is given, and the tag ends with a NUL byte.
    unsafe {
        match one {
            Event::Scalar { text, tag, plain, quoted, style } => {
                let tag = tag.map_or(none, |tag| tag.as_ptr().cast());
                let Ok(length) = i32::try_from(text.len()) else { return false };
                let style = scalar_style(*style);
                sys::yaml_scalar_event_initialize(event, none, tag, text.as_ptr(), length, *plain, *quoted, style).ok
            }
            Event::SequenceStart => {
                let style = sys::YAML_BLOCK_SEQUENCE_STYLE;
                sys::yaml_sequence_start_event_initialize(event, none, none, true, style).ok
            }
            Event::MappingStart => {
                let style = sys::YAML_BLOCK_MAPPING_STYLE;
                sys::yaml_mapping_start_event_initialize(event, none, none, true, style).ok
            }
            Event::SequenceEnd => sys::yaml_sequence_end_event_initialize(event).ok,
            Event::MappingEnd => sys::yaml_mapping_end_event_initialize(event).ok,
        }
    }
}

fn scalar_style(style: Style) -> sys::yaml_scalar_style_t {
    match style {
        Style::Any => sys::YAML_ANY_SCALAR_STYLE,
        Style::Plain => sys::YAML_PLAIN_SCALAR_STYLE,
        Style::SingleQuoted => sys::YAML_SINGLE_QUOTED_SCALAR_STYLE,
        Style::DoubleQuoted => sys::YAML_DOUBLE_QUOTED_SCALAR_STYLE,
        Style::Literal => sys::YAML_LITERAL_SCALAR_STYLE,
    }
}

/// The function that libyaml calls with its output. Appends `size` bytes to the `Vec<u8>` at `data`.
///
/// # Safety
/// `data` must point to a `Vec<u8>` that nothing else uses, and `buffer` to `size` bytes.
unsafe fn write(data: *mut c_void, buffer: *mut u8, size: u64) -> i32 {
    // SAFETY: as the function's contract says.
    unsafe {
        let written = &mut *data.cast::<Vec<u8>>();
        written.extend_from_slice(std::slice::from_raw_parts(buffer, size as usize));
    }
    1
}

//! The options under `imagemagick:`.

use super::super::ruby_methods;
use hastie_liquid::Value;
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;

/// The folders and extensions of the images to convert, and the formats and widths of the output.
#[derive(Debug)]
pub(super) struct Options {
    pub(super) folders: Vec<String>,
    /// The extensions of the original images, with dots, in lower case.
    pub(super) inputs: Vec<String>,
    pub(super) formats: Vec<Format>,
    /// Widths in pixels. 0 is the original width.
    pub(super) widths: Vec<u32>,
}

/// The format of output files, such as WebP, with ImageMagick's flags for it.
#[derive(Debug)]
pub(super) struct Format {
    pub(super) extension: String,
    /// The quality, from 1 to 100. `None` for the default of the format.
    pub(super) quality: Option<u8>,
    /// Whether to rotate the image according to its metadata.
    pub(super) turns: bool,
    /// ImageMagick's flags for this format, as in the configuration.
    pub(super) flags: String,
    /// The configured flags that Hastie does not support.
    pub(super) ignored: Vec<String>,
}

impl Options {
    /// The options. `None` if the configuration does not enable the plugin with `imagemagick.enabled`. Fails if a value
    /// has a type that the gem cannot handle.
    pub(super) fn of(context: &SiteContext) -> Result<Option<Options>, Failure> {
        let own = match context.config("imagemagick") {
            Value::Nil | Value::Bool(false) => return Ok(None),
            own => own,
        };
        if !ruby_methods::index(context, own, "enabled")?.truthy() {
            return Ok(None);
        }
        let texts = |key: &str, default: &[&str]| -> Result<Vec<String>, Failure> {
            Ok(match ruby_methods::index(context, own, key)? {
                Value::Nil => default.iter().map(|text| (*text).to_owned()).collect(),
                Value::Array(items) => items.iter().map(|item| context.text(item)).collect(),
                one => vec![context.text(&one)],
            })
        };
        let widths = match ruby_methods::index(context, own, "widths")? {
            Value::Nil => vec![0],
            Value::Array(items) => items.iter().map(|item| width(context, item)).collect::<Result<_, _>>()?,
            other => return Err(context.no_method("each", &other)),
        };
        let resize = ruby_methods::index(context, own, "resize_flags")?;
        let formats = match ruby_methods::index(context, own, "output_formats")? {
            Value::Hash(formats) => formats
                .iter()
                .map(|(name, flags)| Format::of(&context.text(name), &context.text(flags), &context.text(&resize)))
                .collect(),
            _ => Vec::new(),
        };
        Ok(Some(Options {
            folders: texts("input_directories", &[])?,
            inputs: texts("input_formats", &[".png", ".tiff"])?,
            formats,
            widths,
        }))
    }
}

fn width(context: &SiteContext, value: &Value) -> Result<u32, Failure> {
    match value {
        Value::Int(width) => Ok(u32::try_from(*width).unwrap_or(0)),
        other => Err(context.no_method("zero?", other)),
    }
}

impl Format {
    fn of(extension: &str, flags: &str, resize: &str) -> Format {
        let mut format = Format {
            extension: extension.to_owned(),
            quality: None,
            turns: false,
            flags: format!("{flags} {resize}"),
            ignored: Vec::new(),
        };
        let mut words = flags.split_whitespace().chain(resize.split_whitespace()).peekable();
        while let Some(word) = words.next() {
            match word {
                "-quality" => {
                    let quality = words.next().and_then(|text| text.trim_end_matches('%').parse::<u8>().ok());
                    format.quality = quality.map(|quality| quality.clamp(1, 100));
                }
                "-auto-orient" => format.turns = true,
                // The images created here have no profiles or dates.
                "-strip" => {}
                word => {
                    let value = words.next_if(|next| !next.starts_with(['-', '+']));
                    format.ignored.push(value.map_or_else(|| word.to_owned(), |value| format!("{word} {value}")));
                }
            }
        }
        format
    }
}

//! Requests about converters, and about the engines that they use.

use super::{Rest, requests};
use hastie_liquid::Value;

requests! {
    /// A request about converters and engines, such as to convert a text or to highlight code.
    ConversionRequest {
        /// The extension of a file after conversion.
        "output_ext" => OutputExt { ext: &'a str = 0 },
        /// Whether the built-in converter `class` converts files with the extension `ext`.
        "converts" => Converts { class: &'a str = 0, ext: &'a str = 1 },
        /// The extension of the converted file, if the built-in converter `class` converts a file with the extension
        /// `ext`.
        "converted_ext" => ConvertedExt { class: &'a str = 0, ext: &'a str = 1 },
        /// Converts a text with a built-in converter. `is_ascii` is set if the encoding of the text in Ruby is
        /// US-ASCII.
        "convert" => Convert { class: &'a str = 0, source: &'a str = 1, is_ascii: bool = 2 },
        /// Converts a text with all converters for an extension.
        "convert_all" => ConvertAll { ext: &'a str = 0, source: &'a str = 1 },
        /// The HTML of a kramdown document.
        "kramdown" => Kramdown { options: &'a Value = 0, source: &'a str = 1, is_ascii: bool = 2 },
        /// The element tree of a kramdown document.
        "kramdown_tree" => KramdownTree { source: &'a str = 0, options: &'a Value = 1 },
        /// The highlighted HTML of a code block or span in kramdown, and the default language, if any. `settings` is an
        /// array: whether the code is a block, and the highlighter's options.
        "kramdown_code" => KramdownCode {
            code: &'a str = 0,
            language: Option<&'a str> = 1,
            highlighter: &'a str = 2,
            settings: &'a Value = 3,
        },
        /// An operation on a document of Nokogiri.
        "html" => Html { operation: &'a str = 0, arguments: Rest<'a> = 1 },
        /// The minified form of a script or page. nil for a script if Hastie is built without JavaScript.
        "minify" => Minify { kind: &'a str = 0, source: &'a str = 1, options: &'a Value = 2 },
        /// The value of a YAML document.
        "yaml" => Yaml { text: &'a str = 0 },
        /// A URL as `Addressable::URI#normalize` returns it, for example with the host in lower case.
        "normalize_url" => NormalizeUrl { url: &'a str = 0 },
        /// A text without accents and other marks.
        "transliterate" => Transliterate { text: &'a str = 0 },
        /// The tag, title, aliases and media types of a lexer. nil if no lexer has the name.
        "lexer" => Lexer { name: &'a str = 0 },
        /// The tokens of source code in one array: for each token, the name of its type, and its text. `options` is a hash of
        /// the lexer's options, each with an array of texts. `pieces` are the parts of the source code, such as those
        /// between the tags of a template. The answer has the tokens of the last part.
        "tokens" => Tokens { lexer: &'a str = 0, options: &'a Value = 1, pieces: &'a Value = 2 },
        /// The tag of the lexer that Rouge guesses for a text, and nil. If several lexers fit equally well, nil and Rouge's error
        /// message. `mimetype` is the media type that an option of the language names.
        "guess_lexer" => GuessLexer { source: &'a str = 0, mimetype: Option<&'a str> = 1 },
        /// The style sheet of one of Rouge's themes, with `.` as the scope of its rules. nil if no theme has the name.
        "theme" => Theme { name: &'a str = 0 },
    }
}

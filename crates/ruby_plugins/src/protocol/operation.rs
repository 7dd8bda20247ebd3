//! The calls of the program to Ruby.

macro_rules! operations {
    ($($(#[$doc:meta])* $name:literal => $variant:ident,)*) => {
        /// An operation of the shim: a method of its module `Server`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Operation {
            $($(#[$doc])* $variant,)*
        }

        impl Operation {
            /// All operations, for the test that compares them with the shim.
            #[cfg(test)]
            pub(crate) const ALL: &'static [Operation] = &[$(Operation::$variant),*];

            /// The name by which the shim knows the operation, such as `load_file`.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Operation::$variant => $name,)*
                }
            }
        }
    };
}

operations! {
    // Loading.

    /// Creates the site from its configuration and facts about the build.
    "begin_site" => BeginSite,
    /// Evaluates a Ruby file of the site's plugins.
    "load_file" => LoadFile,
    /// Loads a gem. Returns the reason if that is not possible.
    "load_gem" => LoadGem,
    /// Evaluates the text of a Ruby program that is not a plugin.
    "script" => Script,
    /// The tags, filters, hooks and classes that the plugins define.
    "definitions" => Definitions,
    /// The names of filters that change nothing, and of tags that may be parsed at any time.
    "unordered" => Unordered,
    /// Whether any filter of the plugins may change its arguments in place.
    "mutating?" => FiltersMutate,

    // The steps of a build.

    /// Runs the hooks for `:site, :after_init`, and returns changes to the configuration.
    "after_init" => AfterInit,
    /// Sends facts about the build, such as the destination, once the site's context exists.
    "set_up" => SetUp,
    /// Forgets the site of the last build.
    "reset" => Reset,
    /// Tells Ruby that its copies of the site's objects are out of date. If the call has a list of names, the copies of
    /// all other pages and documents stay valid.
    "stale" => Stale,
    /// Tells Ruby that the build now renders the site (`render`), or has written it (`written`).
    "stage" => Stage,
    /// Reads posts and drafts with a reader that a plugin has changed.
    "read_posts" => ReadPosts,
    /// Calls `generate` of a plugin's generator, and returns changes to the site.
    "generate" => Generate,
    /// The values of methods that a plugin has redefined for all pages or documents, such as `url`.
    "overrides" => Overrides,
    /// The same for the pages and documents that have redirects, before generators read their URLs.
    "redirect_urls" => RedirectUrls,
    /// Runs all hooks for an event of the site, and returns changes to the site.
    "site_hook" => SiteHook,
    /// Runs the hooks for an event of the site that receive the payload: `pre_render` or `post_render`.
    "site_payload_hook" => SitePayloadHook,
    /// Runs a plugin's method of `Site` that replaces a step of the build, such as `read`, until it calls the original
    /// method.
    "begin_step" => BeginStep,
    /// Runs the rest of a plugin's method of `Site`, after the method has called the original.
    "end_step" => EndStep,
    /// Runs the hooks for `:clean, :on_obsolete`, and returns the files to delete.
    "obsolete" => Obsolete,

    // Pages and documents.

    /// Runs the hooks for `:pages, :post_init`.
    "page_made" => PagePostInit,
    /// Runs the `post_init` hooks of a collection's new documents.
    "documents_made" => DocumentsPostInit,
    /// Runs the hooks of a page or document for an event other than `post_init`.
    "item_hook" => ItemHook,
    /// Runs a method of `Renderer` that a plugin has replaced.
    "render_step" => RenderStep,
    /// Calls the method `output=` that a plugin has redefined for pages or documents. The result is the output after
    /// the call.
    "set_output" => SetOutput,
    /// The keys and values that templates see of a page whose class redefines `to_liquid`.
    "page_attributes" => PageAttributes,
    /// Calls the method `write` that a plugin has redefined for a page, document or static file.
    "write" => Write,
    /// The value of a placeholder that a plugin has added to `UrlDrop`.
    "url_placeholder" => UrlPlaceholder,
    /// The value of a key that a plugin has added to a drop.
    "drop_method" => DropMethod,

    // Templates.

    /// Parses a tag that is a class in Ruby.
    "tag" => ParseTag,
    /// Calls `render` of a tag that was parsed before.
    "tag_render" => RenderTag,
    /// Calls a filter that is a method in Ruby.
    "filter" => Filter,
    /// Evaluates an operator that a plugin has added to Liquid's conditions.
    "operator" => Operator,
    /// Runs the block of a `stack` request.
    "work" => RunBlock,
    /// The value of a key of an object in Ruby, as an array of one element. nil if the object has no such key.
    "drop_key" => ObjectKey,
    /// The result of `size`, `first` or `last` of an object in Ruby, as an array of one element. nil if the object's
    /// class lacks this method.
    "object_command" => ObjectCommand,
    /// Evaluates a condition, or `<=>`, with an object in Ruby as an operand.
    "object_condition" => ObjectCondition,
    /// Calls a built-in filter whose input or arguments are objects in Ruby.
    "object_filter" => ObjectFilter,
    /// The keys of an object in Ruby.
    "object_keys" => ObjectKeys,
    /// The text that templates print for an object in Ruby, alone or in an array.
    "object_text" => ObjectText,
    /// The elements of an object in Ruby, as its method `each` yields them. nil for an object without `each`.
    "object_items" => ObjectItems,
    /// The result of `inspect` of an object in Ruby.
    "object_inspect" => ObjectInspect,
    /// The result of an object's `to_liquid`, or of a `Proc`.
    "object_in_liquid" => ObjectInLiquid,

    // Converters.

    /// Whether a converter matches an extension, and, if so, the extension of the converted files.
    "converter_for" => ConverterFor,
    /// Converts a text with a converter that is a class in Ruby.
    "convert" => Convert,
    /// Converts a text with a Markdown processor.
    "process" => Process,
    /// Writes the HTML of a kramdown document with kramdown's converter, which a plugin has changed.
    "tree" => WriteTree,
}

//! Requests about templates. Most of them begin with the number of Ruby's context object. Only the shim uses this
//! number.

use super::requests;
use hastie_liquid::Value;

requests! {
    /// A request about templates, such as for the value of an expression.
    LiquidRequest {
        /// The value of an expression without filters, such as `page.title`.
        "lookup" => Lookup { markup: &'a str = 1 },
        /// The value of an expression in a context that Ruby has created.
        "lookup_in" => LookupIn { environment: &'a Value = 0, scope: &'a Value = 1, markup: &'a str = 2 },
        /// The value of an expression with filters, such as `page.title | upcase`.
        "variable" => Variable { markup: &'a str = 1 },
        /// The value of an expression with filters in a context that Ruby has created.
        "variable_in" => VariableIn { environment: &'a Value = 0, scope: &'a Value = 1, markup: &'a str = 2 },
        /// Whether a condition such as `a == b and c` is true.
        "condition" => Condition { markup: &'a str = 1 },
        /// The value of a key of the context's environment.
        "environment" => Environment { key: &'a str = 1 },
        /// The keys of the context's environment.
        "environment_keys" => EnvironmentKeys,
        /// The register that the built-in tag `name` uses, such as the positions of `cycle`.
        "register" => Register { name: &'a str = 1 },
        /// The value of a key of the template's variable `page`.
        "page_key" => PageKey { key: &'a str = 1 },
        /// Sets a key of the environment. In Jekyll's templates, it stays set for the rest of the build.
        "set_environment" => SetEnvironment { key: &'a str = 1, value: &'a Value = 2 },
        /// The value of a key of the payload, outside of templates.
        "payload" => Payload { key: &'a str = 0 },
        /// Sets a variable in the innermost scope.
        "set" => Set { name: &'a str = 1, value: &'a Value = 2 },
        /// Applies Ruby's changes in place to the value of an expression. Each row of `changes` has the path of an
        /// object in this value, and the changed object.
        "change" => Change { markup: &'a str = 1, changes: &'a [Value] = 2 },
        /// Like `change`, for the value of a key of the context's environment.
        "change_environment" => ChangeEnvironment { key: &'a str = 1, changes: &'a [Value] = 2 },
        /// Sets keys of the page for the current rendering.
        "change_page" => ChangePage { set: &'a Value = 1 },
        /// Runs a block of Ruby in a new scope.
        "stack" => Stack { block: &'a Value = 1 },
        /// Whether `break` or `continue` was reached.
        "interrupted" => Interrupted,
        /// Adds the interrupt that Ruby's class names: `break` or `continue`.
        "interrupt" => Interrupt { class: &'a str = 1 },
        /// Removes the last interrupt, and returns the name of its class or nil.
        "pop_interrupt" => PopInterrupt,
        /// The result of a built-in filter.
        "filter" => Filter { name: &'a str = 1, input: &'a Value = 2, arguments: &'a [Value] = 3 },
        /// Parses a template, and returns its number.
        "parse" => Parse { source: &'a str = 0, options: &'a Value = 1 },
        /// The warnings of the parser about a template.
        "warnings" => Warnings { template: Option<i64> = 0 },
        /// Renders a template in a new context. `owner` is the number of the object that keeps its registers.
        "render" => Render {
            template: Option<i64> = 0,
            environment: &'a Value = 1,
            scope: &'a Value = 2,
            page: &'a Value = 3,
            raises: bool = 4,
            owner: Option<u64> = 5,
        },
        /// Renders a template in the current context.
        "render_in" => RenderIn { template: Option<i64> = 1 },
        /// Parses the content of a block up to its end or up to a tag such as `else`, which may belong to the block.
        /// With `body`, continues the content that has this number.
        "section" => Section { body: Option<u64> = 0 },
        /// The content of the current block as it is in the source, without parsing it.
        "raw" => Raw,
        /// Takes the next token of the template whose tag is being parsed. nil at the end.
        "token" => Token,
        /// Parses the current tag as the built-in tag `name`, from whose class the plugin's class inherits.
        /// Outside of parsing, parses a built-in tag that has no content.
        "native" => Native { name: &'a str = 0, markup: &'a str = 1 },
        /// Renders a built-in tag that a `native` request has parsed. `changed` has rows for the tag's variables that a
        /// plugin has set: the name, and the value or, as the only item of an array, the markup of an expression.
        "native_render" => NativeRender { tag: Option<u64> = 1, changed: &'a [Value] = 2 },
        /// Renders the content of a block.
        "body" => Body { body: Option<u64> = 1 },
        /// The nodes of a block's content, for Ruby's `nodelist`.
        "nodes" => Nodes { body: Option<u64> = 0 },
        /// The nodes of a template, for Ruby's `root.nodelist`.
        "root" => Root { template: Option<i64> = 0 },
        /// Renders the built-in tag at an index of a block's nodes.
        "node_render" => NodeRender { body: Option<u64> = 1, index: Option<u64> = 2 },
        /// Runs the original of the rendering step that a plugin has replaced, with variables for its templates.
        "original_step" => OriginalStep { text: &'a str = 0, extras: &'a Value = 1 },
        /// Renders a page or document before the site is rendered, as `page.render` does.
        "render_item" => RenderItem { item: &'a Value = 0, fields: &'a Value = 1, extras: &'a Value = 2 },
    }
}

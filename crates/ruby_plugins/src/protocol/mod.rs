//! The messages between the program and the shim.
//!
//! The program calls an [`Operation`], a method of the shim's module `Server`. While it runs, Ruby sends [`Request`]s
//! (`Hastie.ask` in the shim). This module is the only place that knows their names and the positions of their
//! arguments. Arguments that are missing or of another type are read as empty, because the guest is not trusted.

mod conversion;
mod html;
mod liquid;
mod operation;
mod scopes;
mod site;

pub(crate) use conversion::ConversionRequest;
pub(crate) use html::{ChangeOperation, DocumentsOperation, HtmlOperation, ReadOperation, Target};
pub(crate) use liquid::LiquidRequest;
pub(crate) use operation::Operation;
pub(crate) use scopes::ScopeRequest;
pub(crate) use site::SiteRequest;

use hastie_liquid::Value;

/// A message in which Ruby asks Hastie for data or work, during a call.
#[derive(Debug)]
pub(crate) enum Request<'a> {
    /// A request about the site: its objects, files and log.
    Site(SiteRequest<'a>),
    /// A request about converters and the engines that they use.
    Conversion(ConversionRequest<'a>),
    /// A request about templates and their variables.
    Liquid(LiquidRequest<'a>),
    /// A request about the scopes of a template.
    Scope(ScopeRequest<'a>),
}

impl<'a> Request<'a> {
    /// Decodes a request. `None` if its name is unknown.
    pub(crate) fn decode(name: &str, arguments: &'a [Value]) -> Option<Self> {
        let site = SiteRequest::decode(name, arguments).map(Request::Site);
        site.or_else(|| LiquidRequest::decode(name, arguments).map(Request::Liquid))
            .or_else(|| ScopeRequest::decode(name, arguments).map(Request::Scope))
            .or_else(|| ConversionRequest::decode(name, arguments).map(Request::Conversion))
    }
}

/// A Rust type to which a request's argument is converted.
trait Argument<'a> {
    /// Converts the argument at `index`. A missing argument, or one of another type, becomes nil, empty, false, zero or
    /// `None`.
    fn read(arguments: &'a [Value], index: usize) -> Self;
}

impl<'a> Argument<'a> for &'a Value {
    fn read(arguments: &'a [Value], index: usize) -> Self {
        arguments.get(index).unwrap_or(&Value::Nil)
    }
}

impl<'a> Argument<'a> for Option<&'a str> {
    fn read(arguments: &'a [Value], index: usize) -> Self {
        arguments.get(index).and_then(Value::as_str)
    }
}

impl<'a> Argument<'a> for &'a str {
    fn read(arguments: &'a [Value], index: usize) -> Self {
        <Option<&str>>::read(arguments, index).unwrap_or_default()
    }
}

impl<'a> Argument<'a> for bool {
    fn read(arguments: &'a [Value], index: usize) -> Self {
        arguments.get(index).is_some_and(Value::truthy)
    }
}

impl<'a> Argument<'a> for Option<i64> {
    fn read(arguments: &'a [Value], index: usize) -> Self {
        match arguments.get(index) {
            Some(Value::Int(number)) => Some(*number),
            _ => None,
        }
    }
}

impl<'a> Argument<'a> for i64 {
    fn read(arguments: &'a [Value], index: usize) -> Self {
        <Option<i64>>::read(arguments, index).unwrap_or_default()
    }
}

/// The identifier of a tag, a block's content or a drop. Ruby sends identifiers as signed integers.
impl<'a> Argument<'a> for Option<u64> {
    fn read(arguments: &'a [Value], index: usize) -> Self {
        <Option<i64>>::read(arguments, index).map(i64::cast_unsigned)
    }
}

/// The elements of an array. Empty for any other argument.
impl<'a> Argument<'a> for &'a [Value] {
    fn read(arguments: &'a [Value], index: usize) -> Self {
        arguments.get(index).and_then(Value::as_array).unwrap_or_default()
    }
}

/// The type of a last argument that takes all remaining arguments of a request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rest<'a>(pub &'a [Value]);

impl<'a> Argument<'a> for Rest<'a> {
    fn read(arguments: &'a [Value], index: usize) -> Self {
        Rest(arguments.get(index..).unwrap_or_default())
    }
}

/// Defines an enum of requests: for each, its name in the shim, the variant, and the arguments with their types and
/// indexes.
macro_rules! requests {
    (
        $(#[$attribute:meta])*
        $enum:ident {
            $($(#[$doc:meta])* $name:literal => $variant:ident $({ $($field:ident: $kind:ty = $index:literal),* $(,)? })?,)*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Debug)]
        pub(crate) enum $enum<'a> {
            $($(#[$doc])* $variant $({ $(#[allow(missing_docs, reason = "the variant describes its fields")] $field: $kind),* })?,)*
        }

        impl<'a> $enum<'a> {
            /// The names of all requests of this type, as the shim sends them.
            #[cfg(test)]
            pub(crate) const NAMES: &'static [&'static str] = &[$($name),*];

            /// Decodes a request. `None` if no request of this type has the name.
            pub(crate) fn decode(name: &str, arguments: &'a [hastie_liquid::Value]) -> Option<Self> {
                Some(match name {
                    $($name => $enum::$variant $({ $($field: $crate::protocol::Argument::read(arguments, $index)),* })?,)*
                    _ => return None,
                })
            }
        }
    };
}
use requests;

#[cfg(test)]
mod tests;

//! One extension: an extender, its target, and the scope it is valid in.

use super::MediaContext;
use crate::report::span_message;
use crate::selector::{Complex, Simple};
use crate::{Error, Result, Sources, Span};
use std::rc::Rc;

/// The rule that an extension comes from.
#[derive(Clone, Copy, Debug)]
pub struct ExtendOrigin {
    /// The span of the `@extend`.
    pub span: Span,
    /// Whether it may have no effect.
    pub optional: bool,
}

/// An extension of one simple selector by one complex selector.
#[derive(Clone, Debug)]
pub struct Extension(Rc<ExtensionData>);

#[derive(Debug)]
struct ExtensionData {
    extender: Complex,
    target: Simple,
    origin: ExtendOrigin,
    media: MediaContext,
    merged: Option<(Extension, Extension)>,
}

/// A selector that is added in place of a simple selector.
#[derive(Clone, Debug)]
pub(super) struct Extender {
    pub(super) selector: Complex,
    /// The extension it comes from; `None` for what is in the document anyway.
    pub(super) extension: Option<Extension>,
}

impl Extension {
    pub(super) fn new(extender: Complex, target: Simple, origin: ExtendOrigin, media: MediaContext) -> Extension {
        Extension(Rc::new(ExtensionData { extender, target, origin, media, merged: None }))
    }

    /// The selector whose elements are to be matched too.
    #[must_use]
    pub fn extender(&self) -> &Complex {
        &self.0.extender
    }

    /// The extended selector.
    #[must_use]
    pub fn target(&self) -> &Simple {
        &self.0.target
    }

    /// The span of the `@extend`.
    #[must_use]
    pub fn span(&self) -> Span {
        self.0.origin.span
    }

    /// Whether it may have no effect.
    #[must_use]
    pub fn is_optional(&self) -> bool {
        self.0.origin.optional
    }

    /// Whether both are one object.
    #[must_use]
    pub fn same(&self, other: &Extension) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    pub(super) fn media(&self) -> &MediaContext {
        &self.0.media
    }

    pub(super) fn with_extender(&self, extender: Complex) -> Extension {
        Extension::new(extender, self.0.target.clone(), self.0.origin, self.0.media.clone())
    }

    pub(super) fn as_extender(&self) -> Extender {
        Extender { selector: self.0.extender.clone(), extension: Some(self.clone()) }
    }

    /// Both extensions, which have the same extender and target, as one.
    pub(super) fn merge(left: &Extension, right: &Extension, sources: &Sources) -> Result<Extension> {
        if let (Some(ours), Some(theirs)) = (left.media(), right.media())
            && ours != theirs
        {
            return Err(Error::at(
                format!(
                    "From {}\nYou may not @extend the same selector from within different media queries.",
                    span_message(left.span(), "", sources)
                ),
                right.span(),
            ));
        }
        if right.is_optional() && right.media().is_none() {
            return Ok(left.clone());
        }
        if left.is_optional() && left.media().is_none() {
            return Ok(right.clone());
        }
        Ok(Extension(Rc::new(ExtensionData {
            extender: left.0.extender.clone(),
            target: left.0.target.clone(),
            origin: ExtendOrigin { span: left.span(), optional: true },
            media: left.media().clone().or_else(|| right.media().clone()),
            merged: Some((left.clone(), right.clone())),
        })))
    }

    /// Adds the mandatory extensions that this one was merged from to `out`.
    pub(super) fn mandatory_into(&self, out: &mut Vec<Extension>) {
        // Merging happens to the left, so a loop follows the long side.
        let mut rights = Vec::new();
        let mut current = self;
        while let Some((left, right)) = &current.0.merged {
            rights.push(right);
            current = left;
        }
        if !current.is_optional() {
            out.push(current.clone());
        }
        for right in rights.into_iter().rev() {
            right.mandatory_into(out);
        }
    }
}

impl Drop for ExtensionData {
    fn drop(&mut self) {
        // A long chain of merged extensions is taken apart in a loop.
        let mut next = self.merged.take();
        while let Some((left, _)) = next {
            next = Rc::try_unwrap(left.0).ok().and_then(|mut data| data.merged.take());
        }
    }
}

impl Extender {
    /// Checks that the extension may apply to a rule within these media queries.
    pub(super) fn check_media(&self, media: &MediaContext) -> Result<()> {
        let Some(extension) = &self.extension else { return Ok(()) };
        match (extension.media(), media) {
            (None, _) => Ok(()),
            (Some(expected), Some(actual)) if expected == actual => Ok(()),
            _ => Err(Error::at("You may not @extend selectors across media queries.", extension.span())),
        }
    }
}

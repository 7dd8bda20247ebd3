//! An extension: an extender, its target, and the media context in which it is valid.

use super::MediaContext;
use crate::report::span_message;
use crate::selector::{Complex, Simple};
use crate::{Error, Result, Sources, Span};
use std::rc::Rc;

/// The `@extend` rule or function call that creates an extension, and whether the target may be missing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExtendOrigin {
    /// The span of the whole `@extend` rule, or of a call such as `selector.extend(…)`.
    pub span: Span,
    /// Whether the target may be missing.
    pub optional: bool,
}

/// The extension of a simple selector (the target) by a complex selector (the extender).
#[derive(Clone, Debug)]
pub(crate) struct Extension(Rc<ExtensionData>);

#[derive(Debug)]
struct ExtensionData {
    extender: Complex,
    target: Simple,
    origin: ExtendOrigin,
    media: MediaContext,
    merged: Option<(Extension, Extension)>,
}

/// A choice for a simple selector in an extended compound selector: the simple selector itself, or an extender of it.
#[derive(Clone, Debug)]
pub(super) struct Extender {
    pub(super) selector: Complex,
    /// The extension that the selector comes from. `None` for the original selector.
    pub(super) extension: Option<Extension>,
}

impl Extension {
    pub(super) fn new(extender: Complex, target: Simple, origin: ExtendOrigin, media: MediaContext) -> Extension {
        Extension(Rc::new(ExtensionData { extender, target, origin, media, merged: None }))
    }

    /// The extending selector, such as `.a` in `.a { @extend .b }`.
    #[must_use]
    pub(crate) fn extender(&self) -> &Complex {
        &self.0.extender
    }

    /// The simple selector after `@extend`, such as `.b` in `.a { @extend .b }`.
    #[must_use]
    pub(crate) fn target(&self) -> &Simple {
        &self.0.target
    }

    /// The span of the whole `@extend` rule, or of a call such as `selector.extend(…)`.
    #[must_use]
    pub(crate) fn span(&self) -> Span {
        self.0.origin.span
    }

    /// Whether the target may be missing: with `!optional`, and always in `selector.extend()` and `selector.replace()`.
    /// Also true for a merged extension, even if the extensions of which it consists are mandatory.
    #[must_use]
    pub(crate) fn is_optional(&self) -> bool {
        self.0.origin.optional
    }

    /// Whether the two are clones of one extension, and not merely equal.
    #[must_use]
    pub(crate) fn same(&self, other: &Extension) -> bool {
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

    /// Joins two extensions with the same extender and target to one. Fails if both are in `@media` rules with
    /// different queries.
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

    /// Appends to `out` the extensions from which this one was merged, or this one if it was not merged. Optional
    /// extensions are left out.
    pub(super) fn mandatory_into(&self, out: &mut Vec<Extension>) {
        // Merges nest on the left side, which is therefore traversed by a loop.
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
        // Drops long chains of merged extensions iteratively.
        let mut next = self.merged.take();
        while let Some((left, _)) = next {
            next = Rc::try_unwrap(left.0).ok().and_then(|mut data| data.merged.take());
        }
    }
}

impl Extender {
    /// Fails if the extension may not extend a rule in this media context. An extension in media queries may only
    /// extend rules in the same media queries.
    pub(super) fn check_media(&self, media: &MediaContext) -> Result<()> {
        let Some(extension) = &self.extension else { return Ok(()) };
        match (extension.media(), media) {
            (None, _) => Ok(()),
            (Some(expected), Some(actual)) if expected == actual => Ok(()),
            _ => Err(Error::at("You may not @extend selectors across media queries.", extension.span())),
        }
    }
}

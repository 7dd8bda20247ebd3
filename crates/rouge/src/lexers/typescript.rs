//! TypeScript: JavaScript with more words, and `?` after names.

use super::javascript::{self, Dialect, ID};
use super::prelude::*;

static DIALECT: Dialect = Dialect {
    keywords: Words::new("implements is namespace private protected public readonly static"),
    declarations: Words::new("abstract type"),
    reserved: Words::new("any declare default interface keyof module namespace number string void"),
    builtins: Words::new(
        "Capitalize ConstructorParameters Exclude Extract InstanceType Lowercase NonNullable Omit OmitThisParameter
        Parameters Partial Pick Readonly Record Required ReturnType ThisParameterType ThisType Uncapitalize Uppercase",
    ),
};

static DIALECT_3_30: Dialect = Dialect {
    keywords: Words::revised(&DIALECT.keywords, "", ""),
    declarations: Words::revised(&DIALECT.declarations, "", ""),
    reserved: Words::revised(&DIALECT.reserved, "", ""),
    builtins: Words::new("Partial Pick Readonly Record"),
};

pub(crate) fn define(g: &mut Grammar) {
    javascript::define_dialect(g, dialect(g));
    extend(g);
}

/// The dialect of JavaScript with TypeScript's words.
pub(super) fn dialect(g: &Grammar) -> &'static Dialect {
    g.either(&DIALECT, &DIALECT_3_30)
}

pub(super) fn extend(g: &mut Grammar) {
    g.prepend("root", |s| {
        s.on(r"\?\.", Punctuation).on(r"\?\?", Operator).on(r"(?:as|satisfies)\s+", KeywordDeclaration);
    });
    g.in_3_30(|g| g.drop_rules("root", "satisfies"));
    g.prepend("statement", |s| {
        s.groups_to(format!(r"({ID})(\??)(\s*)(:)"), &[NameLabel, Punctuation, Text, Punctuation], "value");
    });
}

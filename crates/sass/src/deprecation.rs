//! The features that dart-sass warns about because they will be removed.

/// One deprecation. Its name is the one of `--silence-deprecation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Deprecation {
    /// `call()` with a string
    CallString,
    /// `@elseif`
    Elseif,
    /// `@-moz-document`
    MozDocument,
    /// New variables with `!global`
    NewGlobal,
    /// Functions of `sass:color` with what is no colour
    ColorModuleCompat,
    /// `/` for division
    SlashDiv,
    /// Combinators that begin or end a selector or follow each other
    BogusCombinators,
    /// `$a -$b`
    StrictUnary,
    /// Units that functions do not take
    FunctionUnits,
    /// `!default !default`
    DuplicateVarFlags,
    /// `abs()` with per cent
    AbsPercent,
    /// `feature-exists()`
    FeatureExists,
    /// Global functions of colours
    ColorFunctions,
    /// `@import`
    Import,
    /// Global functions that a module has
    GlobalBuiltin,
    /// A rest parameter before others
    MisplacedRest,
    /// Private variables in `with`
    WithPrivate,
    /// `if(a, b, c)`
    IfFunction,
    /// Reserved names of functions
    FunctionName,
    /// `[a]b`
    AdjacentCompounds,
}

impl Deprecation {
    /// The name, such as `slash-div`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Deprecation::CallString => "call-string",
            Deprecation::Elseif => "elseif",
            Deprecation::MozDocument => "moz-document",
            Deprecation::NewGlobal => "new-global",
            Deprecation::ColorModuleCompat => "color-module-compat",
            Deprecation::SlashDiv => "slash-div",
            Deprecation::BogusCombinators => "bogus-combinators",
            Deprecation::StrictUnary => "strict-unary",
            Deprecation::FunctionUnits => "function-units",
            Deprecation::DuplicateVarFlags => "duplicate-var-flags",
            Deprecation::AbsPercent => "abs-percent",
            Deprecation::FeatureExists => "feature-exists",
            Deprecation::ColorFunctions => "color-functions",
            Deprecation::Import => "import",
            Deprecation::GlobalBuiltin => "global-builtin",
            Deprecation::MisplacedRest => "misplaced-rest",
            Deprecation::WithPrivate => "with-private",
            Deprecation::IfFunction => "if-function",
            Deprecation::FunctionName => "function-name",
            Deprecation::AdjacentCompounds => "adjacent-compounds",
        }
    }

    /// The deprecation with that name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Deprecation> {
        Deprecation::ALL.into_iter().find(|deprecation| deprecation.id() == id)
    }

    const ALL: [Deprecation; 20] = [
        Deprecation::CallString,
        Deprecation::Elseif,
        Deprecation::MozDocument,
        Deprecation::NewGlobal,
        Deprecation::ColorModuleCompat,
        Deprecation::SlashDiv,
        Deprecation::BogusCombinators,
        Deprecation::StrictUnary,
        Deprecation::FunctionUnits,
        Deprecation::DuplicateVarFlags,
        Deprecation::AbsPercent,
        Deprecation::FeatureExists,
        Deprecation::ColorFunctions,
        Deprecation::Import,
        Deprecation::GlobalBuiltin,
        Deprecation::MisplacedRest,
        Deprecation::WithPrivate,
        Deprecation::IfFunction,
        Deprecation::FunctionName,
        Deprecation::AdjacentCompounds,
    ];
}

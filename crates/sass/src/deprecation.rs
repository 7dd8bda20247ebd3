//! The deprecated features that dart-sass warns about. Mirrors `deprecation.dart`.

/// A deprecated feature. Its name in `--silence-deprecation` of dart-sass is [`Deprecation::id`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Deprecation {
    /// `call()` with a string
    CallString,
    /// `@elseif` instead of `@else if`
    Elseif,
    /// `@-moz-document`
    MozDocument,
    /// New variables declared with `!global`
    NewGlobal,
    /// Functions of `sass:color` called with values that are not colors
    ColorModuleCompat,
    /// `/` for division
    SlashDiv,
    /// Leading, trailing or repeated combinators in a selector
    BogusCombinators,
    /// `$a -$b`, which looks like two values but is a subtraction
    StrictUnary,
    /// Units that a function does not accept
    FunctionUnits,
    /// The same flag twice, as in `!default !default`
    DuplicateVarFlags,
    /// `abs()` with a percentage
    AbsPercent,
    /// The function `feature-exists()`
    FeatureExists,
    /// Global color functions such as `lighten()`
    ColorFunctions,
    /// `@import` of Sass files
    Import,
    /// Global functions that are also in a module
    GlobalBuiltin,
    /// A rest parameter that is not the last one
    MisplacedRest,
    /// Private variables in `with`
    WithPrivate,
    /// `if(a, b, c)`, which the `if()` of CSS replaces
    IfFunction,
    /// Functions with the names of special CSS functions, such as `-x-element()`
    FunctionName,
    /// Compound selectors without whitespace between them, such as `[a]b`
    AdjacentCompounds,
}

impl Deprecation {
    /// The name that warnings show in brackets, such as `slash-div`.
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

    /// Finds a deprecation by its id, such as `slash-div`. `None` for an unknown id.
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

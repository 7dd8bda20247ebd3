//! The token types, their qualified names, and the short classes that themes style. Mirrors `Rouge::Token`.

/// Declares the token types in Rouge's order: variant, qualified name, short class.
macro_rules! tokens {
    ($($variant:ident $qualified:literal $short:literal;)*) => {
        /// A token type. Variants are Rouge's qualified names without dots. As in Rouge's lexers, `Literal.String` and
        /// `Literal.Number` are abbreviated to `Str` and `Num`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Token { $(#[doc = concat!("`", $qualified, "`")] $variant,)* }

        impl Token {
            /// All token types, ancestors before descendants.
            pub const ALL: &'static [Token] = &[$(Token::$variant,)*];

            /// The name with its ancestors, such as `Literal.String.Double`.
            pub fn qualified_name(self) -> &'static str {
                match self { $(Token::$variant => $qualified,)* }
            }

            /// The CSS class for the token, such as `s2`. Empty for plain text.
            pub fn short_name(self) -> &'static str {
                match self { $(Token::$variant => $short,)* }
            }
        }
    };
}

tokens! {
    Text "Text" "";
    TextWhitespace "Text.Whitespace" "w";
    Escape "Escape" "esc";
    Error "Error" "err";
    Other "Other" "x";
    Keyword "Keyword" "k";
    KeywordConstant "Keyword.Constant" "kc";
    KeywordDeclaration "Keyword.Declaration" "kd";
    KeywordNamespace "Keyword.Namespace" "kn";
    KeywordPseudo "Keyword.Pseudo" "kp";
    KeywordReserved "Keyword.Reserved" "kr";
    KeywordType "Keyword.Type" "kt";
    KeywordVariable "Keyword.Variable" "kv";
    Name "Name" "n";
    NameAttribute "Name.Attribute" "na";
    NameBuiltin "Name.Builtin" "nb";
    NameBuiltinPseudo "Name.Builtin.Pseudo" "bp";
    NameClass "Name.Class" "nc";
    NameConstant "Name.Constant" "no";
    NameDecorator "Name.Decorator" "nd";
    NameEntity "Name.Entity" "ni";
    NameException "Name.Exception" "ne";
    NameFunction "Name.Function" "nf";
    NameFunctionMagic "Name.Function.Magic" "fm";
    NameProperty "Name.Property" "py";
    NameLabel "Name.Label" "nl";
    NameNamespace "Name.Namespace" "nn";
    NameOther "Name.Other" "nx";
    NameTag "Name.Tag" "nt";
    NameVariable "Name.Variable" "nv";
    NameVariableClass "Name.Variable.Class" "vc";
    NameVariableGlobal "Name.Variable.Global" "vg";
    NameVariableInstance "Name.Variable.Instance" "vi";
    NameVariableMagic "Name.Variable.Magic" "vm";
    Literal "Literal" "l";
    LiteralDate "Literal.Date" "ld";
    Str "Literal.String" "s";
    StrAffix "Literal.String.Affix" "sa";
    StrBacktick "Literal.String.Backtick" "sb";
    StrChar "Literal.String.Char" "sc";
    StrDelimiter "Literal.String.Delimiter" "dl";
    StrDoc "Literal.String.Doc" "sd";
    StrDouble "Literal.String.Double" "s2";
    StrEscape "Literal.String.Escape" "se";
    StrHeredoc "Literal.String.Heredoc" "sh";
    StrInterpol "Literal.String.Interpol" "si";
    StrOther "Literal.String.Other" "sx";
    StrRegex "Literal.String.Regex" "sr";
    StrSingle "Literal.String.Single" "s1";
    StrSymbol "Literal.String.Symbol" "ss";
    Num "Literal.Number" "m";
    NumBin "Literal.Number.Bin" "mb";
    NumFloat "Literal.Number.Float" "mf";
    NumHex "Literal.Number.Hex" "mh";
    NumInteger "Literal.Number.Integer" "mi";
    NumIntegerLong "Literal.Number.Integer.Long" "il";
    NumOct "Literal.Number.Oct" "mo";
    NumOther "Literal.Number.Other" "mx";
    Operator "Operator" "o";
    OperatorWord "Operator.Word" "ow";
    Punctuation "Punctuation" "p";
    PunctuationIndicator "Punctuation.Indicator" "pi";
    Comment "Comment" "c";
    CommentHashbang "Comment.Hashbang" "ch";
    CommentDoc "Comment.Doc" "cd";
    CommentMultiline "Comment.Multiline" "cm";
    CommentPreproc "Comment.Preproc" "cp";
    CommentPreprocFile "Comment.PreprocFile" "cpf";
    CommentSingle "Comment.Single" "c1";
    CommentSpecial "Comment.Special" "cs";
    Generic "Generic" "g";
    GenericDeleted "Generic.Deleted" "gd";
    GenericEmph "Generic.Emph" "ge";
    GenericEmphStrong "Generic.EmphStrong" "ges";
    GenericError "Generic.Error" "gr";
    GenericHeading "Generic.Heading" "gh";
    GenericInserted "Generic.Inserted" "gi";
    GenericLineno "Generic.Lineno" "gl";
    GenericOutput "Generic.Output" "go";
    GenericPrompt "Generic.Prompt" "gp";
    GenericStrong "Generic.Strong" "gs";
    GenericSubheading "Generic.Subheading" "gu";
    GenericTraceback "Generic.Traceback" "gt";
}

impl Token {
    /// The type with a name such as `Literal.String`. `None` if it does not exist.
    pub fn of_name(name: &str) -> Option<Token> {
        Token::ALL.iter().copied().find(|token| token.qualified_name() == name)
    }

    /// The parent type. `None` at the top level.
    pub fn parent(self) -> Option<Token> {
        let (parent, _) = self.qualified_name().rsplit_once('.')?;
        Token::of_name(parent)
    }
}

//! Idris: Haskell with different words.

use super::haskell::{self, SIGNS};
use super::prelude::*;

static RESERVED: Words =
    Words::new("_ case class data do else if in infix infixl infixr instance let namespace of then type where with");
static CONSTANTS: Words = Words::new("EQ False GT GTE Just Left LT LTE Nothing Right True");
static TYPES: Words = Words::new(
    "Bool Dec Either Exists File FTy Inf IntTy IO IsJust Lazy List Maybe Mode Nat Not Ordering Stream StrM Type
    World",
);
static CLASSES: Words = Words::new(
    "Alternative Applicative Cast Eq Foldable Functor Integral MaxBound MinBound Monad Monoid Num Ord Semigroup
    Traversable Uninhabited",
);
static FUNCTIONS: Words = Words::new(
    "abs acos all and any asin atan atan2 break ceiling compare concat concatMap const cos cosh curry cycle div
    drop dropWhile elem encodeFloat enumFrom enumFromThen enumFromThenTo enumFromTo exp fail filter flip floor
    foldl foldl1 foldr foldr1 fromInteger fst gcd getChar getLine head id init iterate last lcm length lines log
    lookup map max maxBound maximum maybe min minBound minimum mod negate not null or pi pred print product
    putChar putStr putStrLn readFile recip repeat replicate return reverse scanl scanl1 sequence sequence_ show
    sin sinh snd span splitAt sqrt succ sum tail take takeWhile tan tanh uncurry unlines unwords unzip unzip3
    words writeFile zip zip3 zipWith zipWith3",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("space")
        .on(r"\s+", Text)
        .to(r"\{-#", CommentPreproc, "pragma")
        .to(r"\{-", CommentMultiline, "comment")
        .on(r"^\|\|\|.*", CommentDoc)
        .on(r"--(?![!#$%&*+./<=>?@^|_~]).*", CommentSingle);
    haskell::comments(g);
    root(g);
    modules(g);
    haskell::names(g);
    haskell::literals(g);
}

fn root(g: &mut Grammar) {
    g.state("root")
        .mixin("space")
        .on(
            r"%default\s+(?:total|partial)|%access\s+(?:public|abstract|private|export)|%language\s+.*|%provide\s+.*\s+with\s+",
            Keyword,
        )
        .to(r"import\b", KeywordReserved, "import")
        .to(r"module\b", KeywordReserved, "module")
        .on(r"(\w+)\b", KeywordReserved)
        .if_word(&RESERVED)
        .on(r"(\w+)\b", KeywordConstant)
        .if_word(&CONSTANTS)
        .on(r"^[\w']+\s*:", NameFunction)
        .on(r"(\w+)\s", KeywordType)
        .if_word(&TYPES)
        .on(r"(\w+)\s", NameClass)
        .if_word(&CLASSES)
        .on(r"(\w+) +(?![=:-])", NameBuiltin)
        .if_word(&FUNCTIONS)
        .on(r"[_a-z][\w']*", Name)
        .on(r"[A-Z][\w']*", KeywordType)
        .on(format!(r"\\(?!{SIGNS}+)"), NameFunction)
        .on(format!("{SIGNS}+"), Operator)
        // Integers as well, and the part of a number before the letter of its base.
        .on(r"\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", NumFloat)
        .to("'", StrChar, "character")
        .to(r#"""#, Str, "string")
        .on(r"\[\s*\]", KeywordType)
        .on(r"\(\s*\)", NameBuiltin)
        .groups_to(r"(\[)([_a-z][\w']*)(\|)", &[Operator, Name, Operator], "quasi-quotation")
        .on(r"[\[\](),;`{}]", Punctuation);
}

fn modules(g: &mut Grammar) {
    g.state("import")
        .on(r"\s+", Text)
        .to(r#"""#, Str, "string")
        .groups_to(r"([A-Z][\w.]*)(\s+)(as)(\s+)([A-Z][\w.]*)", &[NameNamespace, Text, Keyword, Text, Name], POP)
        .groups_to(r"([A-Z][\w.]*)(\s+)(\()", &[NameNamespace, Text, Punctuation], goto("names"))
        .to(r"[\w.]+", NameNamespace, POP);
    g.state("module").on(r"\s+", Text).to(r"[A-Z][\w.]*", NameNamespace, POP);
}

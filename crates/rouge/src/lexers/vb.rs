//! Visual Basic, with the keywords of its version for .NET.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "AddHandler Alias ByRef ByVal Call Case Catch CBool CByte CChar CDate CDbl CDec CInt Class CLng CObj Const
    Continue CSByte CShort CSng CStr CType CUInt CULng CUShort Declare Default Delegate Dim DirectCast Do Each
    Else ElseIf End EndIf Enum Erase Error Event Exit False Finally For Friend Function Get Global GoSub GoTo
    Handles If Implements Imports Inherits Interface Let Lib Loop Me Module MustInherit MustOverride MyBase
    MyClass Namespace Narrowing New Next Not Nothing NotInheritable NotOverridable Of On Operator Option Optional
    Overloads Overridable Overrides ParamArray Partial Private Property Protected Public RaiseEvent ReadOnly ReDim
    RemoveHandler Resume Return Select Set Shadows Shared Single Static Step Stop Structure Sub SyncLock Then
    Throw To True Try TryCast Using Wend When While Widening With WithEvents WriteOnly",
);
static KEYWORDS_TYPE: Words = Words::new(
    "Boolean Byte Char Date Decimal Double Integer Long Object SByte Short Single String UInteger ULong UShort
    Variant",
);
static OPERATOR_WORDS: Words = Words::new("AddressOf And AndAlso As GetType In Is IsNot Like Mod Or OrElse TypeOf Xor");
static BUILTINS: Words = Words::new("Console ConsoleColor");

const ID: &str = r"[a-zA-Z_]\w*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("space")
        .on(r"\s+", Text)
        .on(r"(?i)rem\b.*", CommentSingle)
        .on(r"(?m)%\{.*?%\}", CommentMultiline)
        .on("'.*", CommentSingle);
    g.state("root")
        .mixin("space")
        .on(
            r"#(?:(?:If|ElseIf)\b.*?\bThen|End\s+(?:If|ExternalSource|Region)|Const|(?:ExternalSource|Region).*?\n|ExternalChecksum)",
            CommentPreproc,
        )
        .to(r"\.", Punctuation, "dotted")
        .on("[(){}!#,:]", Punctuation)
        .on(r"Option\s+(?:Strict|Explicit|Compare)\s+(?:On|Off|Binary|Text)", KeywordDeclaration)
        .to(r"End\b", Keyword, "end")
        .to(r"(?:Dim|Const)\b", Keyword, "variable")
        .to(r"(?:Function|Sub|Property)\b", Keyword, "function")
        .to(r"(?:Class|Structure|Enum)\b", Keyword, "class")
        .to(r"(?:Module|Namespace|Imports)\b", Keyword, "namespace")
        .words(
            r"[A-Z]\w*",
            &[
                (&KEYWORDS, Keyword),
                (&KEYWORDS_TYPE, KeywordType),
                (&OPERATOR_WORDS, OperatorWord),
                (&BUILTINS, NameBuiltin),
            ],
            Name,
        )
        .on(r"<<=|[&*/\\^+:-]=|<<|>>|<=|>=|<>|[-&*/\\^+=<>.]", Operator)
        .to(r#"""#, Str, "string")
        .on(format!("{ID}[%&@!#$]?"), Name)
        .on(r"(?i)(?:\d+\.\d*|\d*\.\d+)(?:f[-+]?\d+)?", NumFloat)
        .on(r"\d+(?:[SILDFR]|US|UI|UL)?", NumInteger)
        .on(r"_\n", Keyword);
    g.state("string").on(r#""""#, StrEscape).to(r#""C?"#, Str, POP).on(r#"[^"]+"#, Str);
    g.state("dotted").mixin("space").to(ID, Name, POP);
    g.state("variable").mixin("space").to(ID, NameVariable, POP).go("", POP);
    g.state("function").mixin("space").to(ID, NameFunction, POP);
    g.state("class").mixin("space").to(ID, NameClass, POP);
    g.state("namespace").mixin("space").to(format!(r"{ID}(?:\.{ID})*"), NameNamespace, POP);
    g.state("end")
        .mixin("space")
        .to(r"(?:Function|Sub|Property|Class|Structure|Enum|Module|Namespace)\b", Keyword, POP)
        .go("", POP);
}

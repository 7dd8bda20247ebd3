//! GDScript, version 3, the language of the game engine Godot.

use super::prelude::*;
use crate::token::Token;

static KEYWORDS: Words = Words::new(
    "and as break breakpoint class class_name const continue elif else enum export extends for func if in is
    master mastersync match not onready or pass puppet puppetsync remote remotesync return setget signal static
    tool var while",
);
static RESERVED: Words = Words::new("case do switch");
static BUILTINS: Words = Words::new(
    "abs acos asin assert atan atan2 bytes2var ceil char clamp Color8 ColorN convert cos cosh db2linear decimals
    dectime deg2rad dict2inst ease exp floor fmod fposmod funcref hash inst2dict instance_from_id is_inf is_nan
    lerp linear2db load log max min nearest_po2 pow preload print print_stack printerr printraw prints printt
    rad2deg rand_range rand_seed randf randi randomize range round seed sign sin sinh sqrt stepify str str2var tan
    tanh type_exist typeof var2bytes var2str weakref yield",
);
static CONSTANTS: Words = Words::new("false INF NAN PI self TAU true");
static TYPES: Words = Words::new(
    "AABB Array Basis bool Color Dictionary float int NodePath null Object Plane PoolByteArray PoolColorArray
    PoolIntArray PoolRealArray PoolStringArray PoolVector2Array PoolVector3Array Quat Rect2 RID String Transform
    Transform2D Vector2 Vector3",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on("#.*", CommentSingle)
        .on(r"[\[\]{}:(),;]", Punctuation)
        .on(r"\\\n", Text)
        .on(r"(?:in|and|or|not)\b", OperatorWord)
        .on(r"!=|<<|>>|[-+*/%&|=]=|&&|\|\||[-~+/*%=<>&^.!|$]", Operator)
        .groups_to(r"(func)([\s\\]+)", &[Keyword, Text], "function name")
        .groups_to(r"(class)([\s\\]+)", &[Keyword, Text], "class name")
        .words(
            r"[a-zA-Z_]\w*\b",
            &[
                (&KEYWORDS, Keyword),
                (&RESERVED, KeywordReserved),
                (&BUILTINS, NameBuiltin),
                (&CONSTANTS, NameBuiltinPseudo),
                (&TYPES, KeywordType),
            ],
            Name,
        )
        .on(r"[a-zA-Z_]\w*", Name)
        .to(r#"""""#, StrDouble, "long double")
        .to("'''", StrDouble, "long single")
        .to(r#"""#, StrDouble, "double")
        .to("'", StrDouble, "single")
        .on(r"(?:\d+\.\d*|\.\d+)(?:[eE][-+]?\d+)?j?|\d+[eE][-+]?\d+j?", NumFloat)
        .on(r"0[xX]\h+", NumHex)
        .on(r"\d+j?", NumInteger);
    g.state("function name").to(r"[a-zA-Z_]\w*", NameFunction, POP);
    g.state("class name").to(r"[a-zA-Z_]\w*", NameClass, POP);
    string(g, "double", '"', 1, StrDouble);
    string(g, "single", '\'', 1, StrSingle);
    string(g, "long double", '"', 3, StrDouble);
    string(g, "long single", '\'', 3, StrSingle);
}

fn string(g: &mut Grammar, state: &'static str, quote: char, times: usize, token: Token) {
    let other = if quote == '"' { '\'' } else { '"' };
    let line_feed = if times == 3 { r"|\n" } else { "" };
    g.state(state)
        .on(r#"\\(?:[\\abfnrtv"'\n]|N\{.*?\}|u\h{4}|U\h{8}|x\h{2}|[0-7]{1,3})"#, StrEscape)
        .to(quote.to_string().repeat(times), token, POP)
        .on(r"%(?:\(\w+\))?[-#0 +]*(?:[0-9]+|\*)?(?:\.(?:[0-9]+|\*))?[hlL]?[E-GXc-giorsux%]", StrInterpol)
        .on(format!(r"[^\\{quote}%\n]+|[{other}\\%]{line_feed}"), token);
}

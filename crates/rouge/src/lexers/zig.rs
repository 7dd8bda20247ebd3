//! Zig.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "align linksection threadlocal struct enum union error break return anyframe fn c_longlong c_ulonglong
    c_longdouble c_void comptime_float c_short c_ushort c_int c_uint c_long c_ulong continue asm defer errdefer
    const var extern packed export pub if else switch and or orelse while for bool unreachable try catch async
    suspend nosuspend await resume undefined usingnamespace test void noreturn type anyerror usize noalias inline
    noinline comptime callconv volatile allowzero",
);
static BUILTINS: Words = Words::new(
    "@addWithOverflow @as @atomicLoad @atomicStore @bitCast @breakpoint @alignCast @alignOf @cDefine @cImport
    @cInclude @bitOffsetOf @atomicRmw @bytesToSlice @byteOffsetOf @OpaqueType @panic @ptrCast @bitReverse @Vector
    @sin @cUndef @canImplicitCast @clz @cmpxchgWeak @cmpxchgStrong @compileError @compileLog @ctz @popCount
    @divExact @divFloor @cos @divTrunc @embedFile @export @tagName @TagType @errorName @call @errorReturnTrace
    @fence @fieldParentPtr @field @unionInit @errorToInt @intToEnum @enumToInt @setAlignStack @frame @Frame @exp
    @exp2 @log @log2 @log10 @fabs @floor @ceil @trunc @round @floatCast @intToFloat @floatToInt @boolToInt
    @errSetCast @intToError @frameAddress @import @newStackCall @asyncCall @intToPtr @intCast @frameSize @memcpy
    @memset @mod @mulWithOverflow @splat @ptrToInt @rem @returnAddress @setCold @Type @shuffle @setGlobalLinkage
    @setGlobalSection @shlExact @This @hasDecl @hasField @setRuntimeSafety @setEvalBranchQuota @setFloatMode
    @shlWithOverflow @shrExact @sizeOf @bitSizeOf @sqrt @byteSwap @subWithOverflow @sliceToBytes comptime_int
    @truncate @typeInfo @typeName @TypeOf",
);
pub(crate) fn define(g: &mut Grammar) {
    g.state("line start").mixin("space").on(r"#\s[^\n]*", CommentSpecial).go("", POP);
    g.state("space").on(r"\s+", Text).on(r"//[^\n]*", Comment);
    g.state("root")
        .to(r"\n", Text, "line start")
        .mixin("space")
        .on(r"(?:[iu]\d+|f(?:16|32|64|128)|isize|usize)\b", KeywordType)
        .mixin("literals")
        .on(r"'[a-zA-Z_]\w*", NameVariable)
        .call(r"(\.?)(\s*)(@?[a-zA-Z_]\w*)(\s*)(\(?)", |cx| {
            let [dot, name, open] = [1, 3, 5].map(|i| cx.group(i));
            let token = match (dot.is_empty(), open.is_empty()) {
                _ if KEYWORDS.has(name) => Keyword,
                _ if BUILTINS.has(name) => NameBuiltin,
                (false, false) => NameFunction,
                (false, true) => NameProperty,
                _ => Name,
            };
            cx.groups(&[Punctuation, Text, token, Text, Punctuation]);
        })
        .on(r"[()\[\]{}|,:;]", Punctuation)
        .on(r"[*/!@~&+%^<>=?-]|\.{1,3}", Operator);
    g.state("literals")
        .on(r"(?:true|false|null)\b", KeywordConstant)
        .on(r#"'(?:\\(?:[nrt'"\\0]|x\h{2}|u\h{4}|U\h{8})|[^\\])'"#, StrChar)
        .to(r#"""#, Str, "string")
        .on(r#"(?m)r(#*)".*?"\1"#, Str)
        .on(r"\d+(?:\.[\d_]+(?:e[-+]?[\d_]+)?|(?:\.[\d_]+)?e[-+]?[\d_]+)", NumFloat)
        .on(r"0b[10_]+|0x[\h_]+|[\d_]+", NumInteger);
    g.state("string")
        .to(r#"""#, Str, POP)
        .on(r#"\\(?:[nrt'"\\0]|x\h{2}|u\h{4}|U\h{8})"#, StrEscape)
        .on(r#"[^"\\]+"#, Str);
}

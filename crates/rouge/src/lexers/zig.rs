//! Zig, a systems language with manual memory management.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "align allowzero and anyerror anyframe asm async await bool break c_int c_long c_longdouble c_longlong c_short
    c_uint c_ulong c_ulonglong c_ushort c_void callconv catch comptime comptime_float const continue defer else
    enum errdefer error export extern fn for if inline linksection noalias noinline noreturn nosuspend or orelse
    packed pub resume return struct suspend switch test threadlocal try type undefined union unreachable
    usingnamespace usize var void volatile while",
);
static BUILTINS: Words = Words::new(
    "@addWithOverflow @alignCast @alignOf @as @asyncCall @atomicLoad @atomicRmw @atomicStore @bitCast @bitOffsetOf
    @bitReverse @bitSizeOf @boolToInt @breakpoint @byteOffsetOf @bytesToSlice @byteSwap @call @canImplicitCast
    @cDefine @ceil @cImport @cInclude @clz @cmpxchgStrong @cmpxchgWeak @compileError @compileLog @cos @ctz @cUndef
    @divExact @divFloor @divTrunc @embedFile @enumToInt @errorName @errorReturnTrace @errorToInt @errSetCast @exp
    @exp2 @export @fabs @fence @field @fieldParentPtr @floatCast @floatToInt @floor @Frame @frame @frameAddress
    @frameSize @hasDecl @hasField @import @intCast @intToEnum @intToError @intToFloat @intToPtr @log @log10 @log2
    @memcpy @memset @mod @mulWithOverflow @newStackCall @OpaqueType @panic @popCount @ptrCast @ptrToInt @rem
    @returnAddress @round @setAlignStack @setCold @setEvalBranchQuota @setFloatMode @setGlobalLinkage
    @setGlobalSection @setRuntimeSafety @shlExact @shlWithOverflow @shrExact @shuffle @sin @sizeOf @sliceToBytes
    @splat @sqrt @subWithOverflow @tagName @TagType @This @trunc @truncate @Type @typeInfo @typeName @TypeOf
    @unionInit @Vector comptime_int",
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

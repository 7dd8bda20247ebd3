//! Lua, an embeddable scripting language.

use super::prelude::*;

static BUILTINS: Words = Words::new(
    "_g _version assert collectgarbage coroutine.create coroutine.isyieldable coroutine.resume coroutine.running
    coroutine.status coroutine.wrap coroutine.yield debug.debug debug.gethook debug.getinfo debug.getlocal
    debug.getmetatable debug.getregistry debug.getupvalue debug.getuservalue debug.sethook debug.setlocal
    debug.setmetatable debug.setupvalue debug.setuservalue debug.traceback debug.upvalueid debug.upvaluejoin
    dofile error file:close file:flush file:lines file:read file:seek file:setvbuf file:write getmetatable
    io.close io.flush io.input io.lines io.open io.output io.popen io.read io.stderr io.stdin io.stdout io.tmpfile
    io.type io.write ipairs load loadfile lua_cpath lua_cpath_5_3 lua_errerr lua_errfile lua_errgcmm lua_errmem
    lua_errrun lua_errsyntax lua_hookcall lua_hookcount lua_hookline lua_hookret lua_hooktailcall lua_init
    lua_init_5_3 lua_maskcall lua_maskcount lua_maskline lua_maskret lua_maxinteger lua_mininteger lua_minstack
    lua_multret lua_noref lua_ok lua_opadd lua_opband lua_opbnot lua_opbor lua_opbxor lua_opdiv lua_opeq
    lua_opidiv lua_ople lua_oplt lua_opmod lua_opmul lua_oppow lua_opshl lua_opshr lua_opsub lua_opunm lua_path
    lua_path_5_3 lua_refnil lua_registryindex lua_ridx_globals lua_ridx_mainthread lua_tboolean lua_tfunction
    lua_tlightuserdata lua_tnil lua_tnone lua_tnumber lua_tstring lua_ttable lua_tthread lua_tuserdata
    lua_use_apicheck lua_yield lual_buffersize luaopen_base luaopen_coroutine luaopen_debug luaopen_io
    luaopen_math luaopen_os luaopen_package luaopen_string luaopen_table luaopen_utf8 math.abs math.acos math.asin
    math.atan math.ceil math.cos math.deg math.exp math.floor math.fmod math.huge math.log math.max
    math.maxinteger math.min math.mininteger math.modf math.pi math.rad math.random math.randomseed math.sin
    math.sqrt math.tan math.tointeger math.type math.ult next os.clock os.date os.difftime os.execute os.exit
    os.getenv os.remove os.rename os.setlocale os.time os.tmpname package.config package.cpath package.loaded
    package.loadlib package.path package.preload package.searchers package.searchpath pairs pcall print rawequal
    rawget rawlen rawset require select setmetatable string.byte string.char string.dump string.find string.format
    string.gmatch string.gsub string.len string.lower string.match string.pack string.packsize string.rep
    string.reverse string.sub string.unpack string.upper table.concat table.insert table.move table.pack
    table.remove table.sort table.unpack tonumber tostring type utf8.char utf8.charpattern utf8.codepoint
    utf8.codes utf8.len utf8.offset xpcall",
);

const ID: &str = r"[A-Za-z_]\w*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root").on("#!.*", CommentPreproc).go("", "base");
    g.state("base")
        .on(r"(?m)--\[(=*)\[.*?\]\1\]", CommentMultiline)
        .on("--.*", CommentSingle)
        // The trailing quote is also in Rouge's pattern.
        .on(r"(?i)(?:\d*\.\d+|\d+\.\d*)(?:e[-+]?\d+)?'", NumFloat)
        .on(r"(?i)\d+e[-+]?\d+", NumFloat)
        .on(r"(?i)0x\h*", NumHex)
        .on(r"\d+", NumInteger)
        .on(r"\s+", Text)
        .on(r"(?m)\[(=*)\[.*?\]\1\]", Str)
        .on(r"[=~<>]=|\.\.\.?|[=+\-*/%^<>#]", Operator)
        .on(r"[\[\]{}().,:;]", Punctuation)
        .on(r"(?:and|or|not)\b", OperatorWord)
        .on(r"(?:break|do|else|elseif|end|for|if|in|repeat|return|then|until|while)\b", Keyword)
        .on(r"local\b", KeywordDeclaration)
        .on(r"(?:true|false|nil)\b", KeywordConstant)
        .to(r"function\b", Keyword, "function name")
        .call(format!(r"{ID}(?:\.{ID})?"), |cx| {
            if cx.matched() == "gsub" {
                cx.token(NameBuiltin);
                cx.push("gsub");
            } else {
                name(cx);
            }
        })
        .to("'", StrSingle, "single")
        .to(r#"""#, StrDouble, "double");
    g.state("function name")
        .on(r"\s+", Text)
        .groups_to(format!(r"(?:({ID})(\.))?({ID})"), &[NameClass, Punctuation, NameFunction], POP)
        .to(r"\(", Punctuation, POP);
    gsub(g);
    let escape = r#"\\(?:[abfnrtv\\"']|\d{1,3})"#;
    let (single, double) = g.either((r"[^'\\]+", r#"[^"\\]+"#), ("[^']+", r#"[^"]+"#));
    g.state("single").on(escape, StrEscape).to("'", StrSingle, POP).on(single, StrSingle);
    g.state("double").on(escape, StrEscape).to(r#"""#, StrDouble, POP).on(double, StrDouble);
    g.in_3_30(|g| g.drop_rules("gsub", "'"));
}

/// Emits a name. In `a.b`, the parts and the period are separate tokens. A built-in name is one token, unless the
/// option `function_highlighting` is off.
pub(super) fn name(cx: &mut Context<'_, '_>) {
    let name = cx.matched();
    if cx.flag("function_highlighting").unwrap_or(true) && BUILTINS.has(name) {
        cx.token(NameBuiltin);
    } else if let Some((table, field)) = name.split_once('.') {
        cx.emit(Name, table);
        cx.emit(Punctuation, ".");
        cx.emit(Name, field);
    } else {
        cx.token(Name);
    }
}

/// Defines the states for the arguments of `gsub`, which can be patterns.
fn gsub(g: &mut Grammar) {
    g.state("gsub")
        .to(r"\)", Punctuation, POP)
        .on("[(,]", Punctuation)
        .on(r"\s+", Text)
        .to("'", StrRegex, "single pattern")
        .to(r#"""#, StrRegex, "pattern");
    g.state("single pattern").to("'", StrRegex, goto("pattern end")).mixin("pattern");
    g.state("pattern")
        .to(r#"""#, StrRegex, goto("pattern end"))
        .to(r"\[\^?", StrEscape, "pattern class")
        .on(r"\\.|\(\?[:=<!]|\{[\d,]+\}|[()?]", StrEscape)
        .on(".", StrRegex);
    g.state("pattern end").to("[$]+", StrRegex, POP).go("", POP);
    g.state("pattern class")
        .on("/", StrEscape)
        .to(r"\]", StrEscape, POP)
        .groups(r"(\\)(.)", &[StrEscape, StrRegex])
        .on(".", StrRegex);
}

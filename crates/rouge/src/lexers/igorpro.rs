//! Igor Pro. Rouge looks up names in lower case, so the names with capitals in its lists are never found, and are left out
//! here.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "abortonrte break case catch continue default do else elseif end endfor endif endstructure endswitch endtry for
    function if macro menu proc return static strswitch structure switch threadsafe try while window",
);
static DIRECTIVES: Words = Words::new("define elif else endif if ifdef ifndef include pragma undef");
static DECLARATIONS: Words = Words::new(
    "char constant dfref double float funcref int16 int32 int64 nvar strconstant string struct svar uchar uint16
    uint32 uint64 variable wave",
);
static CONSTANTS: Words = Words::new("inf nan");
static FUNCTIONS: Words = Words::new(
    "abs acos acosh alog area asin asinh atan atan2 atanh beta betai binomial binomialln cabs ceil cequal char2num
    chebyshev cmplx cmpstr conj cos cosh cot coth cpowi csc csch date date2secs datetime defined deltax digamma
    dilogarithm ei enoise erf erfc erfcw exists exp factorial fakedata faverage floor gamma gammln gammp gammq gcd
    gnoise hcsr hermite imag interp leftx limit ln log magsqr max mean median min mod norm note num2char num2istr
    num2str numpnts numtype p2rect pcsr pnt2x poly qcsr r2polar real rightx round sawtooth sec sech sign sin sinc
    sinh sqrt str2num stringmatch strlen strsearch sum tan tango_close_device tango_command_inout
    tango_compute_image_proj tango_get_dev_attr_list tango_get_dev_black_box tango_get_dev_cmd_list
    tango_get_dev_status tango_get_dev_timeout tango_get_error_stack tango_open_device tango_ping_device
    tango_read_attribute tango_read_attributes tango_reload_dev_interface tango_resume_attr_monitor
    tango_set_attr_monitor_period tango_set_dev_timeout tango_start_attr_monitor tango_stop_attr_monitor
    tango_suspend_attr_monitor tango_write_attribute tango_write_attributes tanh ticks time trunc vcsr wnoise x2pnt
    xcsr zcsr zeromq_client_connect zeromq_client_recv zeromq_client_send zeromq_handler_start zeromq_handler_stop
    zeromq_server_bind zeromq_server_recv zeromq_server_send zeromq_set zeromq_stop zeromq_test_callfunction zeta",
);
static OPERATIONS: Words = Words::new("cd dir fprintf printf pwd sprintf sscanf wfprintf");

const NAME: &str = r"[a-zA-Z]\w*\b";
/// Blanks, and line breaks after a backslash.
const GAP: &str = r"(?:[ \t]|\\\s*[\r\n])+";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .to("//", Comment, "comment")
        .call(NAME, name)
        .call(format!("(#)({NAME})"), |cx| {
            if DIRECTIVES.has(&cx.group(2).to_ascii_lowercase()) {
                cx.token(CommentPreproc);
            } else {
                // A function of the module.
                cx.groups(&[Punctuation, Name]);
            }
        })
        .groups(
            format!(r"(?i)(/(?:wave|[xy]))(\s*)(=)(\s*)({NAME})"),
            &[KeywordPseudo, Text, Punctuation, Text, NameVariable],
        )
        .on(r"\s", Text)
        .on("[-#$~!%^&*+=|?:<>/]", Operator)
        .on(r"[{}()\[\],.;]", Punctuation)
        .to(r#"""#, StrDouble, "string")
        .on("'[^']*'", StrSingle)
        // Rouge has the names of these the wrong way round.
        .on(r"0[xX]\h+", NumFloat)
        .on(r"\d+\.\d+(?:e[-+]?\d+)?", NumHex)
        .on(r"\d+(?:_\d+)*", NumInteger)
        .on(GAP, Text);
    g.state("string")
        .on(r"%\w\b", StrOther)
        .on(r#"\\[\\"]?"#, StrEscape)
        .on(r#"[^"\\%]+|%"#, Str)
        .to(r#"""#, StrDouble, POP);
    g.state("comment").groups(r"(/\s*)(@\w+\b)", &[Comment, CommentSpecial]).on(r"[^\r\n/]+|/", Comment).go("", POP);
    declarations(g);
}

fn name(cx: &mut Context<'_, '_>) {
    let word = cx.matched().to_ascii_lowercase();
    let mut letters = word.bytes();
    let is_result = matches!(letters.next(), Some(b'v' | b's' | b'w'))
        && letters.next() == Some(b'_')
        && letters.next().is_some_and(|letter| letter.is_ascii_lowercase());
    let (token, next) = match word.as_str() {
        word if word.contains("function") => (KeywordDeclaration, Some("function")),
        word if DECLARATIONS.has(word) => (KeywordDeclaration, Some("variables")),
        word if KEYWORDS.has(word) => (Keyword, None),
        word if CONSTANTS.has(word) => (KeywordConstant, None),
        word if FUNCTIONS.has(word) => (NameBuiltin, None),
        word if OPERATIONS.has(word) => (KeywordReserved, Some("flags")),
        _ if is_result => (NameConstant, None),
        _ => (Name, None),
    };
    cx.token(token);
    if let Some(state) = next {
        cx.push(state);
    }
}

fn declarations(g: &mut Grammar) {
    let flag = "/[a-zA-Z]+";
    g.state("assigned")
        .on(GAP, Text)
        .to(r#"""#, StrDouble, "string")
        .on("'[^']*'", StrSingle)
        .to(r"0[xX]\h+", NumFloat, POP)
        .to(r"\d+(?:_\d+)*", NumInteger, POP)
        .to(r"[(\[{][^)\]}]+[)\]}]", Generic, POP)
        .to(r"[^\s/(]+", Generic, POP)
        .go("", POP);
    g.state("variables")
        .on(GAP, Text)
        .to("=", Punctuation, "assigned")
        .on(NAME, NameVariable)
        .on(r"[\[\]]", Punctuation)
        .to(",", Punctuation, "variables")
        .to(r"\)", Punctuation, POP)
        .to(flag, KeywordPseudo, "variables")
        .go("", POP);
    g.state("function")
        .on(flag, KeywordPseudo)
        .on(GAP, Text)
        .on(NAME, NameFunction)
        .to(r"\(", Punctuation, "variables")
        .go("", POP);
    g.state("flags")
        .on(GAP, Text)
        .to("=", Punctuation, "assigned")
        .to(flag, KeywordPseudo, "flags")
        .groups(format!(r"(?i)(as)(\s*)({NAME})"), &[KeywordType, Text, NameLabel])
        .go("", POP);
}

//! ECL, the data language of HPCC Systems.

use super::prelude::*;

static FIRST: Words = Words::new("audit blas date file math metaphone metaphone3 str system uni");
static SECOND: Words = Words::new("debug email job log thorlib util workunit");
static FUNCTIONS: Words = Words::new(
    "_token abs acos aggregate allnodes apply ascii asin assert asstring atan ave build buildindex case catch
    choose choosen choosesets clustersize combine correlation cos cosh count covariance cron dataset dedup define
    denormalize dictionary distribute distributed distribution ebcdic enth error evaluate event eventextra
    eventname exists exp fail failcode failmessage fetch fromunicode fromxml getenv getisvalid global graph group
    hash hashcrc having httpcall httpheader if iff index intformat isvalid iterate join keydiff keypatch
    keyunicode length library limit ln loadxml local log loop map matched matchlength matchposition matchtext
    matchunicode max merge mergejoin min nofold nolocal nonempty normalize nothor notify output parallel parse
    pipe power preload process project pull random range rank ranked realformat recordof regexfind regexreplace
    regroup rejected rollup round roundup row rowdiff sample sequential set sin sinh sizeof soapcall sort sorted
    sqrt stepped stored sum table tan tanh thisnode topn tounicode toxml transfer transform trim truncate typeof
    ungroup unicodeorder variance wait which workunit xmldecode xmlencode xmltext xmlunicode",
);
static KEYWORDS: Words = Words::new(
    "_token after all and any as atmost before best between case cluster compressed compression const counter csv
    default descend encoding encrypt end endmacro enum escape except exclusive expire export extend fail few
    fileposition first flat forward from full function functionmacro group grouped heading hole ifblock import in
    inner interface internal joined keep keyed last left limit linkcounted literal load local locale lookup lzw
    many maxcount maxlength module mofn multiple named namespace nocase noroot noscan nosort not noxpath of onfail
    only opt or outer overwrite packed partition penalty physicallength pipe prefetch quote record repeat retry
    return right rows rowset scan scope self separator service shared skew skip smart soapaction sql stable store
    terminator thor threshold timelimit timeout token transform trim type unicodeorder unordered unsorted unstable
    update use validate virtual whole width wild within wnotrim xml xpath",
);
static TEMPLATE: Words = Words::new(
    "append apply break constant debug declare demangle else elseif end endregion error expand export exportxml
    for forall getdatatype if ifdefined inmodule isdefined isvalid line link loadxml loop mangle onwarning option
    region set stored text trace uniquename warning webservice workunit",
);
static TYPES: Words = Words::new(
    "ascii big_endian boolean data decimal ebcdic grouped integer linkcounted of pattern qstring real record rule
    set streamed string token udecimal unicode unsigned utf8 varstring varunicode",
);
static SIZED: Words = Words::new("data qstring string unicode utf8 varstring varunicode");

pub(crate) fn define(g: &mut Grammar) {
    let operators = g.either(r":=|<>|[></\\+=-]", r"[:=|><\\/+]");
    g.state("root")
        .on(r"\n+", Text)
        .on("//.*", CommentSingle)
        .on(r"[ \t\r]+|\\\n", Text)
        .on(r"(?m)/\*.*?\*/", CommentMultiline)
        .on(r"[xDQUV]?'[^'\\]*(?:\\.[^'\\]*)*'", StrSingle)
        .on(r"\\(?:x\\h{2}|[0-2][0-7]{,2}|3[0-6][0-7]?|37[0-7]?|[4-7][0-7]?|.|$)", Text)
        .on(r"(?i)(?:and|not|or|in)\b", OperatorWord)
        .on(operators, Operator)
        .on(r"[\[\]{}();,&.%]", Punctuation)
        .on(r"(?im)beginc\+\+.*?endc\+\+|embed.*?endembed", StrSingle)
        .call(r"(\w+)\.(\w+)\.(\w+)", |cx| {
            let known = cx.group(1) == "std" && FIRST.has(cx.group(2)) && SECOND.has(cx.group(3));
            cx.token(if known { NameClass } else { NameVariable });
        })
        .on(r"(?i)u?decimal\d+(?:_\d+)?\b", KeywordType)
        .on(r"\d+\.\d+(?:[eE][-+]?\d+)?", NumFloat)
        .on(r"0?[xX]\h+|0\h+[xX]", NumHex)
        .on("0[bB][01]+|[01]+[bB]", NumBin)
        .on(r"\d+", NumInteger)
        .call(r"(#?)\b([A-Za-z_]\w*?)(\d*)\b", word);
}

fn word(cx: &mut Context<'_, '_>) {
    let stem = cx.group(2).to_lowercase();
    let digits = cx.group(3);
    let name = format!("{stem}{digits}");
    let size: Option<u64> = digits.parse().ok();
    cx.token(match (stem.as_str(), size) {
        _ if cx.group(1) == "#" => {
            if TEMPLATE.has(&name) {
                KeywordType
            } else {
                Error
            }
        }
        (stem, _) if !digits.is_empty() && SIZED.has(stem) => KeywordType,
        _ if TYPES.has(&name) => KeywordType,
        _ if KEYWORDS.has(&name) => Keyword,
        _ if FUNCTIONS.has(&name) => NameFunction,
        ("integer" | "unsigned", Some(1..=8)) | ("real", Some(4 | 8)) => KeywordType,
        _ if name == "true" || name == "false" => KeywordConstant,
        _ => NameOther,
    });
}

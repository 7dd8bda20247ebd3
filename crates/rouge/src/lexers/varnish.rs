//! VCL, Varnish's configuration language.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "acl backend BOOL declare director elif else elseif elsif FLOAT if import include INTEGER IP local probe RTIME
    set STRING TIME unset vcl",
);
static FUNCTIONS: Words = Words::new(
    "ban call hash_data new regsub regsuball return rollback std.cache_req_body std.collect std.duration
    std.fileread std.healthy std.integer std.ip std.log std.port std.querysort std.random std.real std.real2time
    std.rollback std.set_ip_tos std.strstr std.syslog std.time std.time2integer std.time2real std.timestamp
    std.tolower std.toupper synth synthetic",
);
static VARIABLES: Words = Words::new(
    "bereq bereq.backend bereq.between_bytes_timeout bereq.connect_timeout bereq.first_byte_timeout bereq.method
    bereq.proto bereq.retries bereq.uncacheable bereq.url bereq.xid beresp beresp.age beresp.backend
    beresp.backend.ip beresp.backend.name beresp.do_esi beresp.do_gunzip beresp.do_gzip beresp.do_stream
    beresp.grace beresp.keep beresp.proto beresp.reason beresp.status beresp.storage_hint beresp.ttl
    beresp.uncacheable beresp.was_304 client.identity client.ip local.ip now obj.age obj.grace obj.hits obj.keep
    obj.proto obj.reason obj.status obj.ttl obj.uncacheable remote.ip req req.backend_hint req.can_gzip req.esi
    req.esi_level req.hash_always_miss req.hash_ignore_busy req.method req.proto req.restarts req.ttl req.url
    req.xid resp resp.proto resp.reason resp.status server.hostname server.identity server.ip",
);

pub(crate) fn define(g: &mut Grammar) {
    let number = r"(?:0x\h+(?:\.\h+)?(?:p[-+]?\h+)?|\d+(?:\.\d+)?(?:e[-+]?\d+)?)";
    g.state("root")
        .on(r#"(?m)\{(\w*)".*?"\1\}"#, StrSingle)
        .on(r"(?m)/\*.*?\*/", CommentMultiline)
        .on("(?://|#).*", CommentSingle)
        .on("true|false", KeywordConstant)
        .on(r"(?:(?:beresp|bereq|resp|req|obj)\.http|var)\.[\w.-]+", NameVariable)
        .groups(r"(sub)([ \f\n\r\t\v]+)([\w-]+)", &[Keyword, Text, NameFunction])
        .to(r"C\{", CommentPreproc, "inline c")
        .words(
            r"\.?[A-Za-z_][\w.-]*",
            &[(&KEYWORDS, Keyword), (&FUNCTIONS, NameFunction), (&VARIABLES, NameVariable)],
            Text,
        )
        .on(format!("(?i:{number})(?:ms|[smhdwy])"), NumOther)
        .call(format!("(?i){number}"), |cx| {
            let text = cx.matched();
            let hex = text.strip_prefix("0x").is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
            let whole = hex || text.bytes().all(|b| b.is_ascii_digit());
            cx.token(if whole { NumInteger } else { NumFloat });
        })
        .to(r#"""#, StrDouble, "string")
        .on(r"[&+|-]{2}|[!*+/<=>-]=|<<|>>|!~|[!%&*+/<=>|~-]", Operator)
        .on(r"[{}();.,]", Punctuation)
        .on(r"\n|.", Text);
    g.state("string").to(r#"""#, StrDouble, POP).on(r#"\\[\\"nt]"#, StrEscape).on(r#"[^"\\]+|\\"#, StrDouble);
    g.state("inline c")
        .to(r"\}C", CommentPreproc, POP)
        .call(r"(?m).*?(?=\}C)", |cx| cx.delegate_fresh("c", cx.matched()));
}

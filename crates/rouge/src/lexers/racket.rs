//! Racket, a descendant of Scheme.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "... and begin begin-for-syntax begin0 case case-lambda cond datum->syntax-object define define-for-syntax
    define-logger define-struct define-syntax define-syntax-rule define-syntaxes define-values
    define-values-for-syntax delay do expand-path fluid-let force hash-table-copy hash-table-count
    hash-table-for-each hash-table-get hash-table-iterate-first hash-table-iterate-key hash-table-iterate-next
    hash-table-iterate-value hash-table-map hash-table-put! hash-table-remove! hash-table? if lambda let let*
    let*-values let-struct let-syntax let-syntaxes let-values let/cc let/ec letrec letrec-syntax letrec-syntaxes
    letrec-syntaxes+values letrec-values list-immutable make-hash-table make-immutable-hash-table make-namespace
    module module* module-identifier=? module-label-identifier=? module-template-identifier=?
    module-transformer-identifier=? namespace-transformer-require or parameterize parameterize* parameterize-break
    promise? prop:method-arity-error provide provide-for-label provide-for-syntax quasiquote quasisyntax
    quasisyntax/loc quote quote-syntax quote-syntax/prune require require-for-label require-for-syntax
    require-for-template set! set!-values syntax syntax-case syntax-case* syntax-id-rules syntax-object->datum
    syntax-rules syntax/loc tcp-abandon-port tcp-accept tcp-accept-evt tcp-accept-ready? tcp-accept/enable-break
    tcp-addresses tcp-close tcp-connect tcp-connect/enable-break tcp-listen tcp-listener? tcp-port? time
    transcript-off transcript-on udp-addresses udp-bind! udp-bound? udp-close udp-connect! udp-connected?
    udp-multicast-interface udp-multicast-join-group! udp-multicast-leave-group! udp-multicast-loopback?
    udp-multicast-set-interface! udp-multicast-set-loopback! udp-multicast-set-ttl! udp-multicast-ttl
    udp-open-socket udp-receive! udp-receive!* udp-receive!-evt udp-receive!/enable-break udp-receive-ready-evt
    udp-send udp-send* udp-send-evt udp-send-ready-evt udp-send-to udp-send-to* udp-send-to-evt
    udp-send-to/enable-break udp-send/enable-break udp? unless unquote unquote-splicing unsyntax unsyntax-splicing
    when with-continuation-mark with-handlers with-handlers* with-syntax λ",
);
static BUILTINS: Words = Words::new(include_str!("words/racket_builtins.txt"));

const ID: &str = r"[^\s()\[\]{}'`,.]+";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on("(?:;|#!).*", CommentSingle)
        .to(r"#\|", CommentMultiline, "comment")
        .to("#;", CommentMultiline, "left out")
        .on(r"\s+", Text)
        .mixin("numbers")
        .on(r#""(?:\\\\|\\"|[^"])*""#, Str)
        .on(format!("['`]{ID}"), StrSymbol)
        .on(r#"(?i)#\\(?:[()/'"._!$%& ?=+-]|[a-z0-9]+)"#, StrChar)
        .on("(?i)#(?:t(?:rue)?|f(?:alse)?)", NameConstant)
        .on(",@|['#`,.]", Operator)
        .to(r"[(\[{]", Punctuation, "command")
        .on(r"[)\]}]", Punctuation)
        .on(ID, NameVariable);
    g.state("numbers")
        .on(r"[+-](?:inf\.[f0]|nan\.0)|-min\.0|\+max\.0", NumFloat)
        .on(r"-?\d+\.\d+", NumFloat)
        .on(r"-?\d+", NumInteger)
        .on(format!("#:{ID}"), NameTag)
        .on("#b[01]+", NumBin)
        .on("#o[0-7]+", NumOct)
        .on(r"#d\d+", NumInteger)
        .on(r"(?i)#x\h+", NumHex)
        .on(r"#[ei][\d.]+", NumOther);
    g.state("comment").on(r"[^|#]+", CommentMultiline).to(r"\|#", CommentMultiline, POP).to(
        r"#\|",
        CommentMultiline,
        "comment",
    );
    g.append("comment").on("[|#]", CommentMultiline);
    // The datum that `#;` comments out.
    g.state("left out")
        .to(r"[({\[]", CommentMultiline, "left out list")
        .to(r#""(?:\\"|[^"])*?""#, CommentMultiline, POP)
        .to(r"\S+", CommentMultiline, POP)
        .go("", POP);
    g.state("left out list").on(r"[^(){}\[\]]+", CommentMultiline).to(r"[)}\]]", CommentMultiline, POP).to(
        r"[({\[]",
        CommentMultiline,
        "left out list",
    );
    g.state("command").words_to(ID, &[(&KEYWORDS, Keyword), (&BUILTINS, NameBuiltin)], NameFunction, POP).go("", POP);
}

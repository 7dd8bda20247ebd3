//! Common Lisp. The lexer is also used for Emacs Lisp.

use super::prelude::*;

static FUNCTIONS: Words = Words::new(include_str!("words/common_lisp_functions.txt"));
static SPECIAL_FORMS: Words = Words::new(
    "block catch declare eval-when flet function go if labels lambda let let* load-time-value locally macrolet
    multiple-value-call multiple-value-prog1 progn progv quote return-from setq symbol-macrolet tagbody the throw
    unwind-protect",
);
static MACROS: Words = Words::new(
    "and assert call-method case ccase check-type cond ctypecase decf declaim defclass defconstant defgeneric
    define-compiler-macro define-condition define-method-combination define-modify-macro define-setf-expander
    define-symbol-macro defmacro defmethod defpackage defparameter defsetf defstruct defsystem deftype defun
    defvar destructuring-bind do do* do-all-symbols do-external-symbols do-symbols dolist dotimes ecase etypecase
    formatter handler-bind handler-case ignore-errors in-package incf lambda loop loop-finish make-method
    multiple-value-bind multiple-value-list multiple-value-setq nth-value or pop pprint-exit-if-list-exhausted
    pprint-logical-block pprint-pop print-unreadable-object prog prog* prog1 prog2 psetf psetq push pushnew remf
    restart-bind restart-case return rotatef setf shiftf step time trace typecase unless untrace when
    with-accessors with-compilation-unit with-condition-restarts with-hash-table-iterator with-input-from-string
    with-open-file with-open-stream with-output-to-string with-package-iterator with-simple-restart with-slots
    with-standard-io-syntax",
);
static LAMBDA_LIST_KEYWORDS: Words =
    Words::new("&allow-other-keys &aux &body &environment &key &optional &rest &whole");
static DECLARATIONS: Words = Words::new("dynamic-extent ftype ignorable ignore inline notinline optimize special type");
static BUILTIN_TYPES: Words = Words::new(
    "arithmetic-error atom base-char base-string bignum bit boolean cell-error compiled-function condition
    control-error division-by-zero double-float end-of-file error extended-char file-error fixnum
    floating-point-inexact floating-point-invalid-operation floating-point-overflow floating-point-underflow
    keyword long-float nil package-error parse-error print-not-readable program-error reader-error
    serious-condition short-float signed-byte simple-array simple-base-string simple-bit-vector simple-condition
    simple-error simple-string simple-type-error simple-vector simple-warning single-float standard-char
    storage-condition stream-error style-warning type-error unbound-slot unbound-variable undefined-function
    unsigned-byte warning",
);
static BUILTIN_CLASSES: Words = Words::new(
    "array bit-vector broadcast-stream built-in-class character class complex concatenated-stream cons echo-stream
    file-stream float function generic-function hash-table integer list logical-pathname method method-combination
    null number package pathname random-state ratio rational readtable real restart sequence standard-class
    standard-generic-function standard-method standard-object stream string string-stream structure-class
    structure-object symbol synonym-stream t two-way-stream vector",
);

const NONMACRO: &str = r"(?:\\.|[a-zA-Z0-9!$%&*+-/<=>?@\[\]^_{}~])";
/// A lookahead for the end of a name or number: a space, a line break or a delimiter.
const END: &str = r#"(?=[ "'()\n,;`])"#;

pub(crate) fn define(g: &mut Grammar) {
    let symbol = format!(r"(?:\|[^|]+\||{NONMACRO}(?:{NONMACRO}|[#.:])*)");
    g.state("root")
        .on(r"\s+", Text)
        .on(";.*", CommentSingle)
        .to(r"#\|", CommentMultiline, "comment")
        .on(r"#\d*Y.*", CommentSpecial)
        .on(r#""(?:\\.|[^"\\])*""#, Str)
        .on(format!("[:']{symbol}"), StrSymbol)
        .on("['`]", Operator)
        .on(format!(r"[-+]?\d+\.?{END}|[-+]?\d+/\d+{END}"), NumInteger)
        .on(format!(r"[-+]?(?:\d*\.\d+(?:[defls][-+]?\d+)?|\d+(?:\.\d*)?[defls][-+]?\d+){END}"), NumFloat)
        .on(format!(r"#\\.{END}|#\\{symbol}"), StrChar);
    sharp(g, &symbol);
    g.append("root")
        .on(",@|,|\\.", Operator)
        .on(format!("(?:t|nil){END}"), NameConstant)
        .on(format!(r"\*{symbol}\*"), NameVariableGlobal)
        .words(
            symbol,
            &[
                (&FUNCTIONS, NameBuiltin),
                (&SPECIAL_FORMS, Keyword),
                (&MACROS, NameBuiltin),
                (&LAMBDA_LIST_KEYWORDS, Keyword),
                (&DECLARATIONS, Keyword),
                (&BUILTIN_TYPES, KeywordType),
                (&BUILTIN_CLASSES, NameClass),
            ],
            NameVariable,
        )
        .to(r"\(", Punctuation, "root")
        .call(r"\)", |cx| {
            if cx.depth() == 1 {
                cx.token(Error);
            } else {
                cx.token(Punctuation);
                cx.pop(1);
            }
        });
    g.state("comment")
        .to(r"#\|", CommentMultiline, "comment")
        .to(r"\|#", CommentMultiline, POP)
        .on("[^|#]+|[|#]", CommentMultiline);
    g.state("commented form").to(r"\(", Comment, "commented form").to(r"\)", Comment, POP).on("[^()]+", Comment);
}

/// Adds the rules for constructs that start with `#`.
fn sharp(g: &mut Grammar, symbol: &str) {
    g.append("root")
        .to(r"#\(", Operator, "root")
        .on(r"#\d*\*[01]*", Other)
        .on(format!("#:{symbol}"), StrSymbol)
        .on("#[.,]", Operator)
        .on("#'", NameFunction)
        .on("(?i)#b[-+]?[01]+(?:/[01]+)?", Num)
        .on("(?i)#o[-+]?[0-7]+(?:/[0-7]+)?", NumOct)
        .on(r"(?i)#x[-+]?\h+(?:/\h+)?", Num)
        .groups_to(r"(?i)(#c)(\()", &[Num, Punctuation], "root")
        .groups_to(r"(?i)(#(?:\d+a|s))(\()", &[StrOther, Punctuation], "root")
        .on(r#"(?i)#p?"(?:\\.|[^"])*""#, StrSymbol)
        .on(r"#\d+[=#]", Operator)
        .to(format!(r"#+nil{END}\s*\("), Comment, "commented form")
        .on("#[-+]", Operator);
}

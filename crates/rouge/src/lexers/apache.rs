//! Apache configuration files.

use super::prelude::*;
use crate::token::Token;

static DIRECTIVES: Words = Words::new(include_str!("words/apache_directives.txt"));
static SECTIONS: Words = Words::new(
    "authnprovideralias authzprovideralias directory directorymatch else elseif files filesmatch if ifdefine
    ifmodule ifversion limit limitexcept location locationmatch macro mdomainset proxy proxymatch requireall
    requireany requirenone virtualhost",
);
static VALUES: Words = Words::new(
    "add addaltclass addsuffix alias all allow allowanyuri allownoslash always and any ap_auth_internal_per_uri
    api_version append ascending attribute auth auth-int authconfig auto backend-address balancer_name
    balancer_route_changed balancer_session_route balancer_session_sticky balancer_worker_name
    balancer_worker_route base basedn basic before block boolean byte byteranges cache cache-hit cache-invalidate
    cache-miss cache-revalidate cgi chain change charset circle cmd conditional-expression condpattern conn
    conn_remote_addr cookie cookie2 current-uri date date_gmt date_local db dbm decoding default deny descending
    description descriptionwidth digest disabled disableenv dns document_args document_name document_root
    document_uri domain double duration early echo echomsg edit edit* email enableenv encoding env
    environment-variable-name errmsg error errorlog errorlogformat execcgi expr fallback fancyindexing fast file
    file-group file-owner fileinfo filename filter filter-name filter_name filters finding first-dot foldersfirst
    followsymlinks forever form formatted fpm from ftype full function_name gdbm generic gone handlers hit
    hook_function_name host hostname hse_append_log_parameter hse_req_done_with_session hse_req_is_connected
    hse_req_is_keep_conn hse_req_map_url_to_path hse_req_send_response_header hse_req_send_response_header_ex
    hse_req_send_url hse_req_send_url_redirect_resp html htmltable https iconheight iconsarelinks iconwidth ignore
    ignorecase ignoreclient ignorecontextinfo ignoreinherit imal in includes includesnoexec indexes inherit
    inheritbefore inheritdown inheritdownbefore inode input int integer intype ipaddr is_subreq iserror last-dot
    last_modified ldap leaf legacyprefixdocroot level limit log_function_name major manual map map1 map2 max md5
    md5-sess menu merge mergebase minor miss mod_cache_disk mod_cache_socache mode mtime multiviews mutual-failure
    mysql name namewidth ndbm negotiatedonly never no nochange nocontent nodecode none nonfatal note
    number-of-ranges odbc off on once onerror onfail option optional options or oracle order original-uri os output
    outtype parent-first parent-last path path_info permanent pipe point poly postgresql prefer
    preservescontentlength prg protocol provider-name provider_name proxy proxy-chain-auth proxy-fcgi-pathinfo
    proxy-initial-not-pooled proxy-interim-response proxy-nokeepalive proxy-scgi-pathinfo proxy-sendcl
    proxy-sendextracrlf proxy-source-port proxy-status qs query_string_unescaped range ratio rect referer regex
    registry registry-strict remote_addr remote_host remote_ident remote_user remove request request_filename
    request_rec request_scheme request_uri reset revalidate rewritecond rfc2109 rnd scanhtmltitles scope script
    sdbm searching secure seeother selective semiformatted server server_addr server_admin server_name set
    setifempty showforbidden size sizefmt sqlite2 sqlite3 ssl ssl-access-forbidden ssl-secure-reneg startbody stat
    string string1 subnet suppresscolumnsorting suppressdescription suppresshtmlpreamble suppressicon
    suppresslastmodified suppressrules suppresssize symlinksifownermatch temp temporary test_condition1 the_request
    thread timefmt tls to-pattern trackmodified transform txt type uctonly uid unescape unformatted unlimited unset
    uri-pattern url url-of-terms-of-service url-path useolddateformat value value-expression var versionsort
    virtual x-forwarded-for x-forwarded-host x-forwarded-server xhtml",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on("#.*", Comment).on(r"\s+", Text);
    g.state("root")
        .mixin("space")
        .call(r"(</?)(\w+)", |cx| {
            cx.emit(Punctuation, cx.group(1));
            cx.emit(known(cx.group(2), NameLabel), cx.group(2));
            cx.push("section");
        })
        .call(r"\w+", |cx| {
            cx.token(known(cx.matched(), NameClass));
            cx.push("directive");
        });
    g.state("section").groups_to(r"([^>]+)?(>(?:\r\n?|\n)?)", &[StrRegex, Punctuation], POP).mixin("space");
    g.state("directive")
        .to(r"\r\n?|\n", Text, POP)
        .mixin("space")
        .call(r"\S+", |cx| cx.token(known(cx.matched(), StrSymbol)));
}

/// `token` for a word that Apache defines, and `Text` for any other word.
fn known(word: &str, token: Token) -> Token {
    let word = word.to_lowercase();
    if SECTIONS.has(&word) || DIRECTIVES.has(&word) || VALUES.has(&word) { token } else { Text }
}

//! Pages, option by option.
#![allow(clippy::unwrap_used, reason = "tests panic where something is not there")]

use hastie_minify::html::{Options, minify, minify_except};
use hastie_minify::javascript::IS_AVAILABLE;

fn with(change: impl FnOnce(&mut Options)) -> Options {
    let mut options = Options::default();
    change(&mut options);
    options
}

#[test]
fn comments_go_and_white_space_becomes_one_space() {
    let page = "<!-- a --><p\n class = \"a   b\"  id='x' >one <!-- b -->\n\n two</p >\n";
    assert_eq!(minify(page, &Options::default()), "<p class=\"a b\" id='x'>one two</p>");
    let kept = with(|options| {
        options.remove_comments = false;
        options.remove_multi_spaces = false;
        options.remove_spaces_inside_tags = false;
    });
    assert_eq!(minify("<p  a = b>x  <!-- y --></p>", &kept), "<p  a = b>x  <!-- y --></p>");
}

#[test]
fn what_has_white_space_that_counts_keeps_it() {
    for text in [
        "<pre>\n a\n   b</pre>",
        "<textarea> a  b </textarea>",
        "<script type=\"text/x\"> a  b </script>",
        "<a onclick=\"f( 1,  2 )\">x</a>",
        "<!-- {{{ -->  a  b <!-- }}} -->",
        "<p>a < b > c",
        "<![CDATA[a b]]>",
    ] {
        assert_eq!(minify(text, &Options::default()), text);
    }
}

#[test]
fn styles_and_scripts_inside_are_shortened_unless_they_cannot_be_read() {
    let page = "<style> a { b : c } </style><script> var a = 1 ; </script><script>(</script><style>{</style>";
    let script = if IS_AVAILABLE { "var a=1;" } else { " var a = 1 ; " };
    let short = format!("<style>a{{b:c}}</style><script>{script}</script><script>(</script><style>{{</style>");
    assert_eq!(minify(page, &Options::default()), short);
    let kept = with(|options| {
        options.compress_css = false;
        options.javascript = None;
    });
    assert_eq!(minify(page, &kept), page);
    // Strings that would end the script once they are joined.
    let hidden = "<script>x = '</scr' + 'ipt>';</script>";
    let joined = if IS_AVAILABLE { "<script>x=`<\\/script>`;</script>" } else { hidden };
    assert_eq!(minify(hidden, &Options::default()), joined);
}

#[test]
fn attributes_that_say_nothing_go_where_that_is_wanted() {
    let options = with(|options| {
        options.remove_script_attributes = true;
        options.remove_style_attributes = true;
        options.remove_link_attributes = true;
        options.remove_form_attributes = true;
        options.remove_input_attributes = true;
        options.simple_boolean_attributes = true;
        options.simple_doctype = true;
        options.remove_javascript_protocol = true;
        options.remove_http_protocol = true;
        options.remove_quotes = true;
        options.remove_intertag_spaces = true;
    });
    let page = "<!DOCTYPE html PUBLIC \"x\"> <script type=\"text/javascript\" src=\"http://a.b/c\"></script> \
                <style type=\"text/css\"></style> <link type=\"text/css\" rel=\"stylesheet\"> <form method=\"get\"> \
                <input type=\"text\" disabled=\"disabled\" onclick=\"javascript: f()\" name=\"a b\" /> <br /> <a title=\"t\"/>";
    let short = "<!DOCTYPE html><script src=\"//a.b/c\"></script><style></style><link rel=stylesheet><form>\
                 <input disabled onclick=\"f()\" name=\"a b\"/><br/><a title=t />";
    assert_eq!(minify(page, &options), short);
}

#[test]
fn conditional_comments_are_shortened_inside() {
    let page = "<!--[if IE]>\n <p>a   b</p> <![endif]--><!--[if IE]> <![endif]-->x";
    assert_eq!(minify(page, &Options::default()), "<!--[if IE]><p>a b</p><![endif]-->x");
}

#[test]
fn line_breaks_and_parts_can_be_kept() {
    let lines = with(|options| options.preserve_line_breaks = true);
    assert_eq!(minify("<p>a  b \n\n c</p>\n<p>", &lines), "<p>a b\nc</p>\n<p>");
    let page = "<p>a  b</p>  <? c   d ?>";
    let part = page.find("<?").unwrap()..page.len();
    assert_eq!(minify_except(page, &Options::default(), std::slice::from_ref(&part)), "<p>a b</p> <? c   d ?>");
}

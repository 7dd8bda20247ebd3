//! Errors, `abort` and `exit` in tags and filters in Ruby. The expected messages were recorded from Ruby Jekyll.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn abort_in_a_tag_ends_the_build_with_its_message() {
    let site = Site::new()
        .file(
            "_plugins/f.rb",
            r#"class Stop < Liquid::Tag
  def render(_)
    abort "no such page"
  end
end
Liquid::Template.register_tag("stop", Stop)
"#,
        )
        .file(
            "index.html",
            r#"---
---
{% stop %}
"#,
        );
    build(&site).fails().says("Liquid Exception: no such page in index.html");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn exit_in_a_tag_ends_the_build() {
    let site = Site::new()
        .file(
            "_plugins/f.rb",
            r#"class Stop < Liquid::Tag
  def render(_)
    exit(3)
  end
end
Liquid::Template.register_tag("stop", Stop)
"#,
        )
        .file(
            "index.html",
            r#"---
---
{% stop %}
"#,
        );
    build(&site).fails().says("Liquid Exception: exit in index.html");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_library_that_a_tag_misses_is_named() {
    let site = Site::new()
        .file(
            "_plugins/f.rb",
            r#"class Load < Liquid::Tag
  def render(_)
    require "no_such_library"
  end
end
Liquid::Template.register_tag("load", Load)
"#,
        )
        .file(
            "index.html",
            r#"---
---
{% load %}
"#,
        );
    build(&site).fails().says("Liquid Exception: cannot load such file -- no_such_library in index.html");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn all_kinds_of_argument_errors_in_filters_are_liquid_s() {
    let site = Site::new()
        .file(
            "_plugins/f.rb",
            r#"module Age
  def year(text)
    Date.parse(text).year
  end
end
Liquid::Template.register_filter(Age)
"#,
        )
        .file(
            "index.html",
            r#"---
---
{{ "2024-01-02" | year }} {{ "never" | year }}
"#,
        );
    build(&site).fails().says("Liquid Exception: Liquid error (line 1): invalid date in index.html");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_variable_needs_a_parse_context() {
    let site = Site::new()
        .file(
            "_plugins/f.rb",
            r#"class Show < Liquid::Tag
  def render(context)
    Liquid::Variable.new(@markup).render(context)
  end
end
Liquid::Template.register_tag("show", Show)
"#,
        )
        .file(
            "index.html",
            r#"---
---
{% show site.time %}
"#,
        );
    build(&site).fails().says("Liquid Exception: wrong number of arguments (given 1, expected 2) in index.html");
}

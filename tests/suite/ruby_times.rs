//! Dates and times that plugins in Ruby read, and convert in place. The expected output was recorded from Ruby.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_time_that_a_filter_converts_in_place_stays_converted() {
    let site = Site::new()
        .file(
            "_config.yml",
            r#"timezone: America/New_York
"#,
        )
        .file(
            "_plugins/d.rb",
            r#"module TF
  def to_utc(t)
    t.utc
    ""
  end
  def to_five(t)
    t.localtime("+05:00")
    ""
  end
  def iso(t)
    t.getutc.iso8601
  end
end
Liquid::Template.register_filter TF
"#,
        )
        .file(
            "_posts/2025-01-02-one.md",
            r#"---
date: 2025-01-02 10:00:00 +0300
---
x {{ page.date }}
"#,
        )
        .file(
            "a.html",
            r#"---
when: 2025-05-05 10:00:00 +0300
---
{{ page.when | iso }} {{ page.when }} {{ page.when | to_utc }}{{ page.when }} {{ page.when | date: "%H %z" }}
{% for p in site.posts %}{{ p.date }} {{ p.date | to_five }}{{ p.date }} {{ p.date | date_to_xmlschema }}{% endfor %}
"#,
        )
        .file(
            "b.html",
            r#"---
---
{% for p in site.posts %}{{ p.date }} {{ p.date | date_to_xmlschema }}{% endfor %}
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "b.html",
            r#"2025-01-02 12:00:00 +0500 2025-01-02T02:00:00-05:00
"#,
        )
        .wrote(
            "a.html",
            r#"2025-05-05T07:00:00Z 2025-05-05 10:00:00 +0300 2025-05-05 07:00:00 UTC 07 +0000
2025-01-02 02:00:00 -0500 2025-01-02 12:00:00 +0500 2025-01-02T02:00:00-05:00
"#,
        )
        .wrote(
            "2025/01/02/one.html",
            r#"<p>x 2025-01-02 02:00:00 -0500</p>
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn times_of_documents_that_a_tag_converts_in_place_stay_converted() {
    let site = Site::new()
        .file("_config.yml", r#"timezone: America/New_York
"#)
        .file("_plugins/d.rb", r#"class UtcTag < Liquid::Tag
  def render(c)
    c.registers[:site].posts.docs.each { |d| d.date.localtime("+02:00") }
    c["page"]["when"].utc if c["page"]["when"]
    ""
  end
end
Liquid::Template.register_tag("utcall", UtcTag)
"#)
        .file("_posts/2025-01-02-one.md", r#"---
date: 2025-01-02 10:00:00 +0300
---
x {{ page.date }}
"#)
        .file("a.html", r#"---
when: 2025-05-05 10:00:00 +0300
---
{% utcall %}{{ page.when }} {{ page.when | date: "%H %z" }} {% for p in site.posts %}{{ p.date }} {{ p.date | date_to_xmlschema }}{% endfor %}
"#)
        .file("b.html", r#"---
---
{% for p in site.posts %}{{ p.date }} {{ p.date | date_to_xmlschema }}{% endfor %}
"#);
    build(&site)
        .succeeds()
        .wrote(
            "b.html",
            r#"2025-01-02 09:00:00 +0200 2025-01-02T02:00:00-05:00
"#,
        )
        .wrote(
            "a.html",
            r#"2025-05-05 07:00:00 UTC 07 +0000 2025-01-02 09:00:00 +0200 2025-01-02T02:00:00-05:00
"#,
        )
        .wrote(
            "2025/01/02/one.html",
            r#"<p>x 2025-01-02 02:00:00 -0500</p>
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn times_that_a_generator_converts_in_place_stay_converted() {
    let site = Site::new()
        .file("_config.yml", r#"timezone: America/New_York
"#)
        .file("_plugins/d.rb", r#"class G < Jekyll::Generator
  def generate(site)
    site.posts.docs.each { |d| d.date.utc }
    site.pages.each { |p| p.data["when"]&.utc }
    site.data["built"] = site.time.utc.iso8601
    site.data["times"]["a"].localtime("+09:00")
  end
end
"#)
        .file("_data/times.yml", r#"a: 2025-03-03 01:02:03 -0500
"#)
        .file("_posts/2025-01-02-one.md", r#"---
date: 2025-01-02 20:00:00 -0500
---
x {{ page.date }}
"#)
        .file("a.html", r#"---
when: 2025-05-05 10:00:00 +0300
---
{{ page.when }} {{ page.when | date: "%H %z" }} {{ site.data.times.a }} {{ site.data.built }} {{ site.time }} {{ site.time | date: "%H" }} {% for p in site.posts %}{{ p.date }} {{ p.url }} {{ p.date | date_to_xmlschema }}{% endfor %}
"#);
    build(&site)
        .succeeds()
        .wrote("a.html", r#"2025-05-05 07:00:00 UTC 07 +0000 2025-03-03 15:02:03 +0900 2026-01-15T12:00:00Z 2026-01-15 12:00:00 UTC 12 2025-01-03 01:00:00 UTC /2025/01/03/one.html 2025-01-02T20:00:00-05:00
"#)
        .wrote("2025/01/03/one.html", r#"<p>x 2025-01-03 01:00:00 UTC</p>
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn filters_in_ruby_read_dates_in_the_time_zone_of_the_site() {
    let site = Site::new()
        .file("_config.yml", "timezone: America/New_York\n")
        .file(
            "_plugins/dates.rb",
            r#"module Dates
  def week(input)
    time(input).strftime("%B %-d %H:%M %z")
  end

  def meant(input)
    Liquid::Utils.to_date(input).inspect
  end

  def skipped(_input)
    [Time.local(2022, 3, 13, 2, 30), Time.new(2022, 3, 13, 2, 30, 15)].map(&:to_s).join(" ")
  end

  def refused(input)
    time(input).to_s
  rescue Jekyll::Errors::InvalidDateError => e
    e.message
  end
end
Liquid::Template.register_filter(Dates)
"#,
        )
        .file(
            "index.html",
            r#"---
day: 2022-08-30
moment: 2022-08-30 10:00:00
---
{{ page.day | week }}
{{ page.moment | week }}
{{ "2022-08-30" | week }}
{{ 1661832000 | week }}
{{ "1661832000" | week }}
{{ "today" | week }}
{{ page.day | meant }}
{{ "Aug 30 2022 10:00 PST" | meant }}
{{ "" | meant }} {{ "garbage" | meant }} {{ 1.5 | meant }}
{{ 1.5 | refused }}
{{ "" | refused }}
{{ nil | skipped }}
"#,
        );
    build(&site).succeeds().wrote(
        "index.html",
        r##"August 30 00:00 -0400
August 30 06:00 -0400
August 30 00:00 -0400
August 30 00:00 -0400
August 30 00:00 -0400
January 15 07:00 -0500
#<Date: 2022-08-30 ((2459822j,0s,0n),+0s,2299161j)>
2022-08-30 10:00:00 -0800
nil nil nil
Invalid Date: '1.5' is not a valid datetime.
Invalid Date: '""' is not a valid datetime.
2022-03-13 03:30:00 -0400 2022-03-13 03:30:15 -0400
"##,
    );
}

//! Converts the cells of a notebook to HTML.

use super::ansi;
use super::headings::anchored;
use hastie_liquid::Abort;
use hastie_site::render::RenderContext;
use serde_json::Value as Json;

/// Which parts of a notebook to show: the input of code cells, and the prompts.
pub(super) struct Options {
    pub input: bool,
    pub prompt: bool,
}

/// The HTML of all cells of a notebook, in order. If an old notebook consists of worksheets, only the cells of the
/// first one. Raw cells are inserted as they are, and cells of unknown types are skipped.
pub(super) fn body(notebook: &Json, options: &Options, rendering: &mut RenderContext) -> Result<String, Abort> {
    let language =
        notebook.pointer("/metadata/kernelspec/language").or(notebook.pointer("/metadata/language_info/name"));
    let language = language.and_then(Json::as_str).unwrap_or("python");
    let mut out = String::new();
    let cells = notebook.get("cells").or(notebook.pointer("/worksheets/0/cells")).and_then(Json::as_array);
    for cell in cells.into_iter().flatten() {
        let source = text(cell.get("source").or(cell.get("input")));
        match cell.get("cell_type").and_then(Json::as_str) {
            Some("markdown") => markdown(&attached(&source, cell), options, rendering, &mut out)?,
            Some("code") => code(cell, &source, language, options, rendering, &mut out)?,
            Some("raw") => out.push_str(&format!("{source}\n")),
            _ => {}
        }
    }
    Ok(out)
}

/// The text of a JSON string or of a list of lines. Empty for other values.
fn text(value: Option<&Json>) -> String {
    match value {
        Some(Json::String(text)) => text.clone(),
        Some(Json::Array(lines)) => lines.iter().filter_map(Json::as_str).collect(),
        _ => String::new(),
    }
}

/// The text with `<`, `>`, `&` and quotes escaped, as by Ruby's `CGI.escapeHTML`: an apostrophe becomes `&#39;`.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    hastie_liquid::filters::escape_html(text, &mut out);
    out
}

/// Replaces references to a cell's attachments, such as `attachment:sea.png`, with data URLs.
fn attached(source: &str, cell: &Json) -> String {
    let mut source = source.to_owned();
    for (name, kinds) in cell.get("attachments").and_then(Json::as_object).into_iter().flatten() {
        let image = kinds.as_object().and_then(|kinds| kinds.iter().next());
        if let Some((kind, data)) = image {
            let address = format!("data:{kind};base64,{}", text(Some(data)).replace('\n', ""));
            source = source.replace(&format!("attachment:{name}"), &address);
        }
    }
    source
}

fn markdown(source: &str, options: &Options, rendering: &mut RenderContext, out: &mut String) -> Result<(), Abort> {
    let prompt = if options.prompt { "<div class=\"prompt input_prompt\">\n</div>" } else { "" };
    let html = convert(rendering, source)?;
    out.push_str(&format!(
        "<div class=\"cell border-box-sizing text_cell rendered\">{prompt}<div class=\"inner_cell\">\n\
         <div class=\"text_cell_render border-box-sizing rendered_html\">\n{html}\n</div>\n</div>\n</div>\n"
    ));
    Ok(())
}

/// Converts Markdown with the site's own processor, and gives headings nbconvert's ids and links.
fn convert(rendering: &mut RenderContext, source: &str) -> Result<String, Abort> {
    let markdown = rendering.setup().converters.named("Jekyll::Converters::Markdown").cloned();
    match markdown {
        Some(markdown) => Ok(anchored(&markdown.convert(source, rendering)?)),
        None => Ok(source.to_owned()),
    }
}

fn code(
    cell: &Json,
    source: &str,
    language: &str,
    options: &Options,
    rendering: &mut RenderContext,
    out: &mut String,
) -> Result<(), Abort> {
    out.push_str("<div class=\"cell border-box-sizing code_cell rendered\">\n");
    let number = cell.get("execution_count").or(cell.get("prompt_number")).and_then(Json::as_i64);
    if options.input {
        let number = number.map_or_else(|| "&nbsp;".to_owned(), |number| number.to_string());
        let prompt = if options.prompt {
            format!("<div class=\"prompt input_prompt\">In&nbsp;[{number}]:</div>\n")
        } else {
            String::new()
        };
        let highlighted = highlight(source, language, rendering)?;
        out.push_str(&format!(
            "<div class=\"input\">\n{prompt}<div class=\"inner_cell\">\n    <div class=\"input_area\">\n\
             <div class=\" highlight hl-{language}\"><pre><span></span>{highlighted}\n</pre></div>\n\n    </div>\n</div>\n</div>\n"
        ));
    }
    let outputs = cell.get("outputs").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    if !outputs.is_empty() {
        out.push_str("\n<div class=\"output_wrapper\">\n<div class=\"output\">\n\n");
        for output in outputs {
            area(output, options, rendering, out)?;
        }
        out.push_str("\n</div>\n</div>\n");
    }
    out.push_str("\n</div>\n");
    Ok(())
}

/// Highlights code like the site's Markdown. Returns the contents of the `code` element in the result. If there is no
/// such element, returns the escaped code.
fn highlight(source: &str, language: &str, rendering: &mut RenderContext) -> Result<String, Abort> {
    let source = source.trim_end_matches('\n');
    let longest = source.split(|c| c != '~').map(str::len).max().unwrap_or(0);
    let fence = "~".repeat(longest.max(2) + 1);
    let html = convert(rendering, &format!("{fence}{language}\n{source}\n{fence}\n"))?;
    let code = html.find("<code").and_then(|position| Some(&html[position + html[position..].find('>')? + 1..]));
    let inner = code.and_then(|code| code.rsplit_once("</code>")).map(|(inner, _)| inner);
    Ok(inner.map_or_else(|| escaped(source), |inner| inner.trim_end_matches('\n').to_owned()))
}

fn area(output: &Json, options: &Options, rendering: &mut RenderContext, out: &mut String) -> Result<(), Abort> {
    let kind = output.get("output_type").and_then(Json::as_str).unwrap_or_default();
    let is_result = matches!(kind, "execute_result" | "pyout");
    let prompt = match output.get("execution_count").and_then(Json::as_i64).filter(|_| is_result) {
        Some(number) if options.prompt => format!("\n    <div class=\"prompt output_prompt\">Out[{number}]:</div>\n\n"),
        _ if options.prompt => "\n    <div class=\"prompt\"></div>\n\n".to_owned(),
        _ => "\n".to_owned(),
    };
    out.push_str(&format!("<div class=\"output_area\">\n{prompt}\n"));
    match kind {
        "stream" => {
            let name = output.get("name").and_then(Json::as_str).unwrap_or("stdout");
            let text = ansi::to_html(&text(output.get("text")));
            out.push_str(&format!(
                "<div class=\"output_subarea output_stream output_{name} output_text\">\n<pre>{text}</pre>\n</div>\n"
            ));
        }
        "error" | "pyerr" => {
            let lines = output.get("traceback").and_then(Json::as_array).into_iter().flatten();
            let trace: Vec<&str> = lines.filter_map(Json::as_str).collect();
            let text = ansi::to_html(&trace.join("\n"));
            out.push_str(&format!(
                "<div class=\"output_subarea output_text output_error\">\n<pre>{text}</pre>\n</div>\n"
            ));
        }
        _ => {
            let place = if is_result { " output_execute_result" } else { "" };
            data(output, place, rendering, out)?;
        }
    }
    out.push_str("\n</div>\n\n");
    Ok(())
}

/// Appends the richest representation of a result, by nbconvert's ranking. Appends nothing if there is none.
fn data(output: &Json, place: &str, rendering: &mut RenderContext, out: &mut String) -> Result<(), Abort> {
    let data = output.get("data").unwrap_or(output);
    let form = |names: &[&str]| names.iter().find_map(|name| data.get(*name)).map(|value| text(Some(value)));
    if let Some(script) = form(&["application/javascript"]) {
        out.push_str(&format!(
            "<div class=\"output_subarea output_javascript{place}\">\n<script type=\"text/javascript\">\n{script}\n</script>\n</div>\n"
        ));
    } else if let Some(html) = form(&["text/html", "html"]) {
        out.push_str(&format!("<div class=\"output_html rendered_html output_subarea{place}\">\n{html}\n</div>\n"));
    } else if let Some(markdown) = form(&["text/markdown"]) {
        let html = convert(rendering, &markdown)?;
        out.push_str(&format!("<div class=\"output_markdown rendered_html output_subarea{place}\">\n{html}\n</div>\n"));
    } else if let Some(svg) = form(&["image/svg+xml", "svg"]) {
        out.push_str(&format!("<div class=\"output_svg output_subarea{place}\">\n{svg}\n</div>\n"));
    } else if let Some(latex) = form(&["text/latex", "latex"]) {
        out.push_str(&format!("<div class=\"output_latex output_subarea{place}\">\n{latex}\n</div>\n"));
    } else if let Some((kind, image)) = ["image/png", "image/jpeg", "png", "jpeg"]
        .into_iter()
        .find_map(|kind| Some((kind, text(Some(data.get(kind)?)))))
    {
        image_of(output, kind, &image, place, out);
    } else if let Some(plain) = form(&["text/plain", "text"]) {
        let plain = ansi::to_html(&plain);
        out.push_str(&format!("<div class=\"output_text output_subarea{place}\">\n<pre>{plain}</pre>\n</div>\n"));
    }
    Ok(())
}

/// Appends an image, with the size and description in the notebook.
fn image_of(output: &Json, kind: &str, image: &str, place: &str, out: &mut String) {
    let short = kind.trim_start_matches("image/");
    let image = image.replace('\n', "");
    let metadata = output.get("metadata");
    let own = |key: &str| {
        let found = metadata.and_then(|all| all.get(kind)?.get(key).or_else(|| all.get(key)));
        found.map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    };
    let size = |key: &str| own(key).map_or(String::new(), |value| format!(" {key}=\"{}\"", escaped(&value)));
    let (width, height) = (size("width"), size("height"));
    let alt = own("alt").unwrap_or_else(|| "No description has been provided for this image".to_owned());
    let alt = escaped(&alt);
    out.push_str(&format!(
        "<div class=\"output_{short} output_subarea{place}\">\n<img src=\"data:image/{short};base64,{image}\"{width}{height} \
         alt=\"{alt}\">\n</div>\n"
    ));
}

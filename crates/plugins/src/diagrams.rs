//! The gem jekyll-diagrams 0.10, without the external programs that draw the diagrams. Each block prints the name of
//! the program that it lacks.
//!
//! Hastie does not run these programs, so no diagrams are drawn.

use hastie_liquid::{Abort, Body, Context, Engine, Error, Frame, Tag, TagParse, Value};
use hastie_site::diagnostic::{Level, Message};
use hastie_site::plugin::Plugin;
use hastie_site::render::location::log_about;
use hastie_site::render::rendering_of;

/// Registers a block for each kind of diagram, such as `mermaid`. The blocks draw nothing, and behave as if the program
/// that draws the diagram were missing.
#[derive(Debug)]
pub(crate) struct Diagrams;

/// The blocks and the programs that draw them.
const BLOCKS: [(&str, &str); 17] = [
    ("actdiag", "actdiag"),
    ("blockdiag", "blockdiag"),
    ("erd", "erd"),
    ("graphviz", "dot"),
    ("mermaid", "mmdc"),
    ("nomnoml", "nomnoml"),
    ("nwdiag", "nwdiag"),
    ("packetdiag", "packetdiag"),
    ("plantuml", "java"),
    ("rackdiag", "rackdiag"),
    ("seqdiag", "seqdiag"),
    ("smcat", "smcat"),
    ("svgbob", "svgbob"),
    ("syntrax", "syntrax"),
    ("vega", "vg2svg"),
    ("vegalite", "vl2vg"),
    ("wavedrom", "wavedrom-cli"),
];

impl Plugin for Diagrams {
    fn name(&self) -> &'static str {
        "jekyll-diagrams"
    }

    fn liquid(&self, engine: &mut Engine) {
        for (name, program) in BLOCKS {
            engine.block(name, move |tag: &mut TagParse<'_, '_>| -> Result<Box<dyn Tag>, Error> {
                Ok(Box::new(Diagram { name, program, place: tag.place(), body: tag.body()? }))
            });
        }
    }
}

#[derive(Debug)]
struct Diagram {
    name: &'static str,
    program: &'static str,
    body: Body,
    place: Frame,
}

impl Tag for Diagram {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        self.body.render(cx, &mut String::new())?;
        let page = [cx.lookup("page.jekyll-diagrams.error_mode")?, cx.lookup("page.liquid.error_mode")?];
        let has_own = [!cx.lookup("page.jekyll-diagrams")?.is_nil(), !cx.lookup("page.liquid")?.is_nil()];
        let rendering = rendering_of(cx.host)?;
        let of_site = |section: &str| {
            let section = rendering.setup().context.config(section).as_hash();
            section.and_then(|section| section.get("error_mode")).cloned().unwrap_or(Value::Nil)
        };
        // A page's section replaces the site's.
        let [own, liquid] = page;
        let own = if has_own[0] { own } else { of_site("jekyll-diagrams") };
        let liquid = if has_own[1] { liquid } else { of_site("liquid") };
        let mode = [own, liquid].into_iter().find(Value::truthy).map(|mode| rendering.setup().context.text(&mode));
        let problem = format!("Command Not Found: {}", self.program);
        let said = match mode.as_deref().unwrap_or("warn") {
            "lax" => String::new(),
            "warn" => {
                log_about(cx, &self.place, Message::new(Level::Warn, "Jekyll Diagrams:", problem.as_str()))?;
                problem
            }
            "strict" => {
                log_about(cx, &self.place, Message::new(Level::Error, "Jekyll Diagrams:", problem.as_str()))?;
                return Err(Abort::error("SystemExit", problem));
            }
            other => {
                let text = format!("Unkown Error Mode: {other}");
                return Err(Abort::error("Jekyll::Diagrams::Errors::UnkownErrorModeError", text));
            }
        };
        out.push_str(&format!("<div class='jekyll-diagrams diagrams {}'>\n  {said}\n</div>\n", self.name));
        Ok(())
    }

    fn body(&self) -> Option<&Body> {
        Some(&self.body)
    }
}

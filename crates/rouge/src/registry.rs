//! All languages in Rouge's order, with tag, title, aliases, MIME types and lexer.

use crate::engine::Context;
use crate::grammar::{CompiledGrammar, Grammar};
use crate::lexers;
use crate::version::Version;
use foldhash::HashMap;
use std::sync::{Arc, OnceLock};

/// The implementation of a lexer: a function that defines its rules, or a function that lexes the whole text.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// A function that defines states and rules.
    Grammar(fn(&mut Grammar)),
    /// A function that lexes a whole text without rules.
    Native(fn(&mut Context<'_, '_>)),
}

/// A language with its names, MIME types and rules.
pub struct LexerInfo {
    /// The canonical name of the language, such as `javascript`.
    pub tag: &'static str,
    /// The name for display, such as `JavaScript`.
    pub title: &'static str,
    /// Other names of the language, such as `js`.
    pub aliases: &'static [&'static str],
    /// The MIME types of the language, such as `text/x-ruby`.
    pub mimetypes: &'static [&'static str],
    /// The rules, which are compiled when they are first used, or a function that replaces them.
    pub source: Source,
    compiled: [OnceLock<Arc<CompiledGrammar>>; 2],
}

impl std::fmt::Debug for LexerInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.tag)
    }
}

impl LexerInfo {
    /// Whether `name` is the tag or an alias of the language, case-sensitively.
    pub fn has_name(&self, name: &str) -> bool {
        self.tag == name || self.aliases.contains(&name)
    }

    /// Compiles the patterns of all states, for a test. In debug builds, panics at an unsupported pattern, and at the
    /// inclusion of an undefined state.
    #[doc(hidden)]
    pub fn compile_all(&self, version: Version) {
        let compiled = self.compiled(version);
        compiled.iter().flat_map(|compiled| compiled.states.values()).for_each(|state| _ = state.rules());
    }

    pub(crate) fn compiled(&self, version: Version) -> Option<Arc<CompiledGrammar>> {
        let Source::Grammar(define) = self.source else { return None };
        let [current, older] = &self.compiled;
        let cell = if version == Version::V3_30 { older } else { current };
        let compiled = cell.get_or_init(|| {
            let mut grammar = Grammar::of(version);
            define(&mut grammar);
            Arc::new(grammar.finish())
        });
        Some(compiled.clone())
    }
}

/// `Lexer.find`: a language by tag or alias, case-sensitively. `None` for an unknown name.
pub fn find(name: &str) -> Option<&'static LexerInfo> {
    find_in(Version::V4_6, name)
}

/// `Lexer.find` in a release of Rouge: a language by tag or alias, case-sensitively. `None` if the release lacks it.
pub fn find_in(version: Version, name: &str) -> Option<&'static LexerInfo> {
    static NAMES: OnceLock<HashMap<&'static str, usize>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let rows = LEXERS.iter().enumerate();
        rows.flat_map(|(i, info)| info.aliases.iter().chain([&info.tag]).map(move |&name| (name, i))).collect()
    });
    names.get(name).filter(|_| version.has_name(name)).map(|&i| &LEXERS[i])
}

const fn grammar(define: fn(&mut Grammar)) -> Source {
    Source::Grammar(define)
}

const fn native(run: fn(&mut Context<'_, '_>)) -> Source {
    Source::Native(run)
}

const fn row(
    tag: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
    mimetypes: &'static [&'static str],
    source: Source,
) -> LexerInfo {
    LexerInfo { tag, title, aliases, mimetypes, source, compiled: [const { OnceLock::new() }; 2] }
}

/// Rouge's 226 languages in its own order, and `escape`, which is not a language.
#[rustfmt::skip]
pub static LEXERS: [LexerInfo; 227] = [
    row("abap", "ABAP", &[], &["text/x-abap"], grammar(lexers::abap::define)),
    row("actionscript", "ActionScript", &["as", "as3"], &["application/x-actionscript"], grammar(lexers::actionscript::define)),
    row("ada", "Ada", &[], &["text/x-ada"], grammar(lexers::ada::define)),
    row("apache", "Apache", &[], &["text/x-httpd-conf", "text/x-apache-conf"], grammar(lexers::apache::define)),
    row("apex", "Apex", &[], &["text/x-apex"], grammar(lexers::apex::define)),
    row("markdown", "Markdown", &["md", "mkd"], &["text/x-markdown", "text/x-markdown"], grammar(lexers::markdown::define)),
    row("apiblueprint", "API Blueprint", &["apib"], &["text/vnd.apiblueprint"], grammar(lexers::apiblueprint::define)),
    row("applescript", "AppleScript", &[], &["application/x-applescript"], grammar(lexers::applescript::define)),
    row("armasm", "ArmAsm", &[], &[], grammar(lexers::armasm::define)),
    row("augeas", "Augeas", &["aug"], &["text/x-augeas"], grammar(lexers::augeas::define)),
    row("awk", "Awk", &[], &["application/x-awk"], grammar(lexers::awk::define)),
    row("batchfile", "Batchfile", &["bat", "batch", "dosbatch", "winbatch"], &["application/bat", "application/x-bat", "application/x-msdos-program"], grammar(lexers::batchfile::define)),
    row("bbcbasic", "BBCBASIC", &[], &[], grammar(lexers::bbcbasic::define)),
    row("bibtex", "BibTeX", &["bib"], &[], grammar(lexers::bibtex::define)),
    row("bicep", "Bicep", &[], &[], grammar(lexers::bicep::define)),
    row("xml", "XML", &[], &["text/xml", "application/xml", "image/svg+xml", "application/rss+xml", "application/atom+xml", "text/xml", "application/xml", "image/svg+xml", "application/rss+xml", "application/atom+xml"], grammar(lexers::xml::define)),
    row("biml", "BIML", &[], &[], grammar(lexers::biml::define)),
    row("bpf", "BPF", &[], &[], grammar(lexers::bpf::define)),
    row("brainfuck", "Brainfuck", &["bf"], &["text/x-brainfuck"], grammar(lexers::brainfuck::define)),
    row("brightscript", "BrightScript", &["bs", "brs"], &[], grammar(lexers::brightscript::define)),
    row("bsl", "1C (BSL)", &[], &[], grammar(lexers::bsl::define)),
    row("c", "C", &[], &["text/x-chdr", "text/x-csrc", "text/x-chdr", "text/x-csrc"], grammar(lexers::c::define)),
    row("ceylon", "Ceylon", &[], &["text/x-ceylon"], grammar(lexers::ceylon::define)),
    row("cfscript", "CFScript", &["cfc"], &[], grammar(lexers::cfscript::define)),
    row("cisco_ios", "Cisco IOS", &[], &["text/x-cisco-conf"], grammar(lexers::cisco_ios::define)),
    row("clean", "Clean", &[], &[], grammar(lexers::clean::define)),
    row("clojure", "Clojure", &["clj", "cljs"], &["text/x-clojure", "application/x-clojure"], grammar(lexers::clojure::define)),
    row("cmake", "CMake", &[], &["text/x-cmake"], grammar(lexers::cmake::define)),
    row("cmhg", "CMHG", &[], &[], grammar(lexers::cmhg::define)),
    row("cobol", "COBOL", &[], &["text/x-cobol"], grammar(lexers::cobol::define)),
    row("codeowners", "CODEOWNERS", &[], &[], grammar(lexers::codeowners::define)),
    row("coffeescript", "CoffeeScript", &["coffee", "coffee-script"], &["text/coffeescript"], grammar(lexers::coffeescript::define)),
    row("common_lisp", "Common Lisp", &["cl", "common-lisp", "elisp", "emacs-lisp", "lisp"], &["text/x-common-lisp"], grammar(lexers::common_lisp::define)),
    row("conf", "Config File", &["config", "configuration"], &[], grammar(lexers::conf::define)),
    row("console", "Console", &["terminal", "shell_session", "shell-session"], &[], native(lexers::console::lex)),
    row("coq", "Coq", &[], &["text/x-coq"], grammar(lexers::coq::define)),
    row("cpp", "C++", &["c++"], &["text/x-c++hdr", "text/x-c++src", "text/x-c++hdr", "text/x-c++src"], grammar(lexers::cpp::define)),
    row("crystal", "Crystal", &["cr"], &["text/x-crystal", "application/x-crystal"], grammar(lexers::crystal::define)),
    row("csharp", "C#", &["c#", "cs"], &["text/x-csharp"], grammar(lexers::csharp::define)),
    row("css", "CSS", &[], &["text/css"], grammar(lexers::css::define)),
    row("csvs", "csvs", &[], &[], grammar(lexers::csvs::define)),
    row("cuda", "CUDA", &[], &[], grammar(lexers::cuda::define)),
    row("cypher", "Cypher", &[], &["application/x-cypher-query"], grammar(lexers::cypher::define)),
    row("python", "Python", &["py"], &["text/x-python", "application/x-python", "text/x-python", "application/x-python"], grammar(lexers::python::define)),
    row("cython", "Cython", &["pyx", "pyrex"], &["text/x-cython", "application/x-cython"], grammar(lexers::cython::define)),
    row("d", "D", &["dlang"], &["application/x-dsrc", "text/x-dsrc"], grammar(lexers::d::define)),
    row("dafny", "Dafny", &[], &["text/x-dafny"], grammar(lexers::dafny::define)),
    row("dart", "Dart", &[], &["text/x-dart"], grammar(lexers::dart::define)),
    row("datastudio", "Datastudio", &[], &["text/x-datastudio"], grammar(lexers::datastudio::define)),
    row("diff", "diff", &["patch", "udiff"], &["text/x-diff", "text/x-patch"], grammar(lexers::diff::define)),
    row("yaml", "YAML", &["yml"], &["text/x-yaml", "text/x-yaml"], grammar(lexers::yaml::define)),
    row("digdag", "digdag", &[], &["application/x-digdag"], grammar(lexers::digdag::define)),
    row("docker", "Docker", &["dockerfile", "Dockerfile", "containerfile", "Containerfile"], &["text/x-dockerfile-config"], grammar(lexers::docker::define)),
    row("dot", "DOT", &["graphviz"], &["text/vnd.graphviz"], grammar(lexers::dot::define)),
    row("ecl", "ECL", &[], &["application/x-ecl"], grammar(lexers::ecl::define)),
    row("eex", "EEX", &["leex", "heex"], &[], grammar(lexers::eex::define)),
    row("eiffel", "Eiffel", &[], &["text/x-eiffel"], grammar(lexers::eiffel::define)),
    row("elixir", "Elixir", &["exs"], &["text/x-elixir", "application/x-elixir"], grammar(lexers::elixir::define)),
    row("elm", "Elm", &[], &["text/x-elm"], grammar(lexers::elm::define)),
    row("email", "Email", &["eml", "e-mail"], &["message/rfc822"], grammar(lexers::email::define)),
    row("epp", "EPP", &[], &[], grammar(lexers::epp::define)),
    row("erb", "ERB", &["eruby", "rhtml"], &[], grammar(lexers::erb::define)),
    row("erlang", "Erlang", &["erl"], &["text/x-erlang", "application/x-erlang"], grammar(lexers::erlang::define)),
    row("escape", "Escape", &["esc"], &[], native(lexers::escape::lex)),
    row("factor", "Factor", &[], &["text/x-factor"], grammar(lexers::factor::define)),
    row("fluent", "Fluent", &["ftl"], &[], grammar(lexers::fluent::define)),
    row("fortran", "Fortran", &[], &["text/x-fortran"], grammar(lexers::fortran::define)),
    row("freefem", "FreeFEM", &["ff"], &["text/x-ffhdr", "text/x-ffsrc"], grammar(lexers::freefem::define)),
    row("fsharp", "FSharp", &[], &["application/fsharp-script", "text/x-fsharp", "text/x-fsi"], grammar(lexers::fsharp::define)),
    row("gdscript", "GDScript", &["gd"], &["text/x-gdscript", "application/x-gdscript"], grammar(lexers::gdscript::define)),
    row("ghc-cmm", "GHC Cmm (C--)", &["cmm"], &[], grammar(lexers::ghc_cmm::define)),
    row("ghc-core", "GHC Core", &[], &[], grammar(lexers::ghc_core::define)),
    row("gherkin", "Gherkin", &["cucumber", "behat"], &["text/x-gherkin"], grammar(lexers::gherkin::define)),
    row("glsl", "GLSL", &[], &["x-shader/x-vertex", "x-shader/x-fragment", "x-shader/x-geometry"], grammar(lexers::glsl::define)),
    row("go", "Go", &["golang"], &["text/x-go", "application/x-go"], grammar(lexers::go::define)),
    row("groovy", "Groovy", &["nextflow", "nf"], &["text/x-groovy", "text/x-groovy"], grammar(lexers::groovy::define)),
    row("gradle", "Gradle", &[], &["text/x-gradle"], grammar(lexers::gradle::define)),
    row("graphql", "Graphql", &[], &["application/graphql"], grammar(lexers::graphql::define)),
    row("php", "PHP", &["php3", "php4", "php5"], &["text/x-php", "text/x-php"], grammar(lexers::php::define)),
    row("hack", "Hack", &["hh"], &[], grammar(lexers::hack::define)),
    row("haml", "Haml", &["HAML"], &["text/x-haml"], grammar(lexers::haml::define)),
    row("handlebars", "Handlebars", &["hbs", "mustache"], &["text/x-handlebars", "text/x-mustache"], grammar(lexers::handlebars::define)),
    row("haskell", "Haskell", &["hs"], &["text/x-haskell"], grammar(lexers::haskell::define)),
    row("haxe", "Haxe", &["hx"], &["text/haxe", "text/x-haxe", "text/x-hx"], grammar(lexers::haxe::define)),
    row("hcl", "Hashicorp Configuration Language", &[], &[], grammar(lexers::hcl::define)),
    row("hlsl", "HLSL", &[], &["text/x-hlsl"], grammar(lexers::hlsl::define)),
    row("json", "JSON", &[], &["application/json", "application/vnd.api+json", "application/hal+json", "application/problem+json", "application/schema+json", "application/json", "application/vnd.api+json", "application/hal+json", "application/problem+json", "application/schema+json"], grammar(lexers::json::define)),
    row("hocon", "HOCON", &[], &[], grammar(lexers::hocon::define)),
    row("sql", "SQL", &[], &["text/x-sql", "text/x-sql"], grammar(lexers::sql::define)),
    row("hql", "HQL", &[], &[], grammar(lexers::hql::define)),
    row("html", "HTML", &[], &["text/html", "application/xhtml+xml", "text/html", "application/xhtml+xml"], grammar(lexers::html::define)),
    row("http", "HTTP", &[], &[], grammar(lexers::http::define)),
    row("hylang", "HyLang", &["hy"], &["text/x-hy", "application/x-hy"], grammar(lexers::hylang::define)),
    row("idlang", "IDL", &[], &[], grammar(lexers::idlang::define)),
    row("idris", "Idris", &["idr"], &["text/x-idris"], grammar(lexers::idris::define)),
    row("iecst", "IEC 61131-3 Structured Text", &[], &["text/x-iecst"], grammar(lexers::iecst::define)),
    row("igorpro", "IgorPro", &[], &["text/x-igorpro"], grammar(lexers::igorpro::define)),
    row("ini", "INI", &[], &["text/x-ini", "text/inf"], grammar(lexers::ini::define)),
    row("io", "Io", &[], &["text/x-iosrc"], grammar(lexers::io::define)),
    row("irb", "Irb", &["pry"], &[], native(lexers::irb::lex)),
    row("ruby", "Ruby", &["rb"], &["text/x-ruby", "application/x-ruby", "text/x-ruby", "application/x-ruby"], grammar(lexers::ruby::define)),
    row("irb_output", "Irb_output", &[], &[], grammar(lexers::irb_output::define)),
    row("isabelle", "Isabelle", &["isa", "Isabelle"], &["text/x-isabelle"], grammar(lexers::isabelle::define)),
    row("isbl", "ISBL", &[], &[], grammar(lexers::isbl::define)),
    row("j", "J", &[], &[], grammar(lexers::j::define)),
    row("janet", "Janet", &["jdn"], &["text/x-janet", "application/x-janet"], grammar(lexers::janet::define)),
    row("java", "Java", &[], &["text/x-java"], grammar(lexers::java::define)),
    row("javascript", "JavaScript", &["js"], &["application/javascript", "application/x-javascript", "text/javascript", "text/x-javascript", "application/javascript", "application/x-javascript", "text/javascript", "text/x-javascript"], grammar(lexers::javascript::define)),
    row("jinja", "Jinja", &["django"], &["application/x-django-templating", "application/x-jinja", "text/html+django", "text/html+jinja", "application/x-django-templating", "application/x-jinja", "text/html+django", "text/html+jinja"], grammar(lexers::jinja::define)),
    row("jsl", "JSL", &[], &[], grammar(lexers::jsl::define)),
    row("json5", "JSON 5", &[], &["application/json5", "application/x-json5"], grammar(lexers::json5::define)),
    row("json-doc", "Json-doc", &["jsonc"], &[], grammar(lexers::json_doc::define)),
    row("jsonnet", "Jsonnet", &[], &["text/x-jsonnet"], grammar(lexers::jsonnet::define)),
    row("jsp", "Jsp", &[], &["text/x-jsp", "application/x-jsp"], grammar(lexers::jsp::define)),
    row("jsx", "JSX", &["react"], &["text/x-jsx", "application/x-jsx", "text/x-jsx", "application/x-jsx"], grammar(lexers::jsx::define)),
    row("julia", "Julia", &["jl"], &["text/x-julia", "application/x-julia"], grammar(lexers::julia::define)),
    row("kotlin", "Kotlin", &[], &["text/x-kotlin"], grammar(lexers::kotlin::define)),
    row("lasso", "Lasso", &["lassoscript"], &["text/x-lasso", "text/html+lasso", "application/x-httpd-lasso"], grammar(lexers::lasso::define)),
    row("lean", "Lean", &[], &[], grammar(lexers::lean::define)),
    row("liquid", "Liquid", &[], &["text/html+liquid"], grammar(lexers::liquid::define)),
    row("literate_coffeescript", "Literate CoffeeScript", &["litcoffee"], &[], grammar(lexers::literate_coffeescript::define)),
    row("literate_haskell", "Literate Haskell", &["lithaskell", "lhaskell", "lhs"], &["text/x-literate-haskell"], grammar(lexers::literate_haskell::define)),
    row("livescript", "LiveScript", &["ls"], &["text/livescript"], grammar(lexers::livescript::define)),
    row("llvm", "LLVM", &[], &["text/x-llvm"], grammar(lexers::llvm::define)),
    row("lua", "Lua", &[], &["text/x-lua", "application/x-lua", "text/x-lua", "application/x-lua"], grammar(lexers::lua::define)),
    row("lustre", "Lustre", &[], &["text/x-lustre", "text/x-lustre"], grammar(lexers::lustre::define)),
    row("lutin", "Lutin", &[], &["text/x-lutin"], grammar(lexers::lutin::define)),
    row("m68k", "M68k", &[], &[], grammar(lexers::m68k::define)),
    row("magik", "Magik", &[], &["text/x-magik", "application/x-magik"], grammar(lexers::magik::define)),
    row("make", "Make", &["makefile", "mf", "gnumake", "bsdmake"], &["text/x-makefile"], grammar(lexers::make::define)),
    row("mason", "Mason", &[], &["text/x-mason", "application/x-mason"], grammar(lexers::mason::define)),
    row("mathematica", "Mathematica", &["wl", "wolfram"], &["application/vnd.wolfram.mathematica.package", "application/vnd.wolfram.wl"], grammar(lexers::mathematica::define)),
    row("matlab", "MATLAB", &["m"], &["text/x-matlab", "application/x-matlab"], grammar(lexers::matlab::define)),
    row("meson", "Meson", &[], &["text/x-meson"], grammar(lexers::meson::define)),
    row("minizinc", "MiniZinc", &[], &["text/minizinc"], grammar(lexers::minizinc::define)),
    row("mojo", "Mojo", &[], &["text/x-mojo", "application/x-mojo"], grammar(lexers::mojo::define)),
    row("moonscript", "MoonScript", &["moon"], &["text/x-moonscript", "application/x-moonscript"], grammar(lexers::moonscript::define)),
    row("mosel", "Mosel", &[], &["text/x-mosel"], grammar(lexers::mosel::define)),
    row("msgtrans", "MessageTrans", &[], &[], grammar(lexers::msgtrans::define)),
    row("mxml", "MXML", &[], &["application/xv+xml"], grammar(lexers::mxml::define)),
    row("nasm", "Nasm", &[], &["text/x-nasm"], grammar(lexers::nasm::define)),
    row("nesasm", "NesAsm", &["nes"], &[], grammar(lexers::nesasm::define)),
    row("nginx", "nginx", &[], &["text/x-nginx-conf"], grammar(lexers::nginx::define)),
    row("nial", "Nial", &[], &[], grammar(lexers::nial::define)),
    row("nim", "Nim", &["nimrod"], &[], grammar(lexers::nim::define)),
    row("nix", "Nix", &["nixos"], &[], grammar(lexers::nix::define)),
    row("objective_c", "Objective-C", &["objc", "obj-c", "obj_c", "objectivec", "objective-c"], &["text/x-objective_c", "application/x-objective_c"], grammar(lexers::objective_c::define)),
    row("objective_cpp", "Objective-C++", &["objcpp", "obj-cpp", "obj_cpp", "objectivecpp", "objc++", "obj-c++", "obj_c++", "objectivec++"], &["text/x-objective-c++", "application/x-objective-c++"], grammar(lexers::objective_cpp::define)),
    row("ocaml", "OCaml", &[], &["text/x-ocaml"], grammar(lexers::ocaml::define)),
    row("ocl", "OCL", &["OCL"], &["text/x-ocl"], grammar(lexers::ocl::define)),
    row("openedge", "OpenEdge ABL", &["abl"], &["text/x-openedge"], grammar(lexers::openedge::define)),
    row("opentype_feature_file", "OpenType Feature File", &["fea", "opentype", "opentypefeature"], &[], grammar(lexers::opentype_feature_file::define)),
    row("p4", "P4", &[], &["text/x-p4"], grammar(lexers::p4::define)),
    row("pascal", "Pascal", &[], &["text/x-pascal"], grammar(lexers::pascal::define)),
    row("perl", "Perl", &["pl"], &["text/x-perl", "application/x-perl"], grammar(lexers::perl::define)),
    row("plaintext", "Plain Text", &["text"], &["text/plain"], native(lexers::plaintext::lex)),
    row("plist", "Plist", &[], &["text/x-plist", "application/x-plist"], grammar(lexers::plist::define)),
    row("plsql", "PLSQL", &[], &["text/x-plsql"], grammar(lexers::plsql::define)),
    row("pony", "Pony", &[], &[], grammar(lexers::pony::define)),
    row("postscript", "PostScript", &["postscr", "ps", "eps"], &["application/postscript"], grammar(lexers::postscript::define)),
    row("powershell", "powershell", &["posh", "microsoftshell", "msshell"], &["text/x-powershell"], grammar(lexers::powershell::define)),
    row("praat", "Praat", &[], &[], grammar(lexers::praat::define)),
    row("prolog", "Prolog", &[], &["text/x-prolog"], grammar(lexers::prolog::define)),
    row("prometheus", "Prometheus", &[], &["text/x-prometheus", "application/x-prometheus"], grammar(lexers::prometheus::define)),
    row("properties", ".properties", &[], &["text/x-java-properties"], grammar(lexers::properties::define)),
    row("protobuf", "Protobuf", &["proto"], &["text/x-proto"], grammar(lexers::protobuf::define)),
    row("puppet", "Puppet", &["pp"], &[], grammar(lexers::puppet::define)),
    row("q", "Q", &["kdb+"], &["text/x-q", "application/x-q"], grammar(lexers::q::define)),
    row("qml", "QML", &[], &["application/x-qml", "text/x-qml"], grammar(lexers::qml::define)),
    row("r", "R", &["R", "s", "S"], &["text/x-r-source", "text/x-r", "text/x-R", "text/x-r", "application/x-r"], grammar(lexers::r::define)),
    row("racket", "Racket", &[], &["text/x-racket", "application/x-racket"], grammar(lexers::racket::define)),
    row("reasonml", "ReasonML", &[], &["text/x-reasonml"], grammar(lexers::reasonml::define)),
    row("rego", "Rego", &[], &[], grammar(lexers::rego::define)),
    row("rescript", "ReScript", &[], &["text/x-rescript"], grammar(lexers::rescript::define)),
    row("rml", "RML", &[], &[], grammar(lexers::rml::define)),
    row("robot_framework", "Robot Framework", &["robot", "robot-framework"], &["text/x-robot"], grammar(lexers::robot_framework::define)),
    row("rust", "Rust", &["rs", "rust,no_run", "rs,no_run", "rust,ignore", "rs,ignore", "rust,should_panic", "rs,should_panic"], &["text/x-rust"], grammar(lexers::rust::define)),
    row("sas", "SAS", &[], &["application/x-sas", "application/x-stat-sas", "application/x-sas-syntax"], grammar(lexers::sas::define)),
    row("sass", "Sass", &[], &["text/x-sass"], grammar(lexers::sass::define)),
    row("scala", "Scala", &[], &["text/x-scala", "application/x-scala"], grammar(lexers::scala::define)),
    row("scheme", "Scheme", &[], &["text/x-scheme", "application/x-scheme"], grammar(lexers::scheme::define)),
    row("scss", "SCSS", &[], &["text/x-scss"], grammar(lexers::scss::define)),
    row("sed", "sed", &[], &["text/x-sed"], grammar(lexers::sed::define)),
    row("shell", "shell", &["bash", "zsh", "ksh", "sh"], &["application/x-sh", "application/x-shellscript", "text/x-sh", "text/x-shellscript"], grammar(lexers::shell::define)),
    row("sieve", "Sieve", &[], &[], grammar(lexers::sieve::define)),
    row("slice", "Slice", &[], &["text/slice"], grammar(lexers::slice::define)),
    row("slim", "Slim", &[], &[], grammar(lexers::slim::define)),
    row("smalltalk", "Smalltalk", &["st", "squeak"], &["text/x-smalltalk"], grammar(lexers::smalltalk::define)),
    row("smarty", "Smarty", &[], &["application/x-smarty", "text/x-smarty"], grammar(lexers::smarty::define)),
    row("sml", "SML", &["ml"], &["text/x-standardml", "application/x-standardml"], grammar(lexers::sml::define)),
    row("solidity", "Solidity", &[], &["text/x-solidity"], grammar(lexers::version_3_30::solidity::define)),
    row("sparql", "SPARQL", &[], &["application/sparql-query"], grammar(lexers::sparql::define)),
    row("sqf", "SQF", &[], &[], grammar(lexers::sqf::define)),
    row("ssh", "SSH Config File", &[], &[], grammar(lexers::ssh::define)),
    row("stan", "Stan", &[], &[], grammar(lexers::stan::define)),
    row("stata", "Stata", &[], &["application/x-stata", "text/x-stata"], grammar(lexers::stata::define)),
    row("supercollider", "SuperCollider", &[], &[], grammar(lexers::supercollider::define)),
    row("svelte", "Svelte", &[], &["text/x-svelte", "application/x-svelte"], grammar(lexers::svelte::define)),
    row("swift", "Swift", &[], &[], grammar(lexers::swift::define)),
    row("systemd", "Systemd", &["unit-file"], &["text/x-systemd-unit"], grammar(lexers::systemd::define)),
    row("syzlang", "Syzlang", &[], &[], grammar(lexers::syzlang::define)),
    row("syzprog", "Syzprog", &[], &[], grammar(lexers::syzprog::define)),
    row("tap", "TAP", &[], &["text/x-tap", "application/x-tap"], grammar(lexers::tap::define)),
    row("tcl", "Tcl", &[], &["text/x-tcl", "text/x-script.tcl", "application/x-tcl"], grammar(lexers::tcl::define)),
    row("terraform", "Terraform", &["tf"], &[], grammar(lexers::terraform::define)),
    row("tex", "TeX", &["TeX", "LaTeX", "latex"], &["text/x-tex", "text/x-latex"], grammar(lexers::tex::define)),
    row("toml", "TOML", &[], &["text/x-toml"], grammar(lexers::toml::define)),
    row("tsx", "TSX", &[], &[], grammar(lexers::tsx::define)),
    row("ttcn3", "TTCN3", &[], &["text/x-ttcn3", "text/x-ttcn"], grammar(lexers::ttcn3::define)),
    row("tulip", "Tulip", &[], &["text/x-tulip", "application/x-tulip"], grammar(lexers::tulip::define)),
    row("turtle", "Turtle/TriG", &[], &["text/turtle", "application/trig"], grammar(lexers::turtle::define)),
    row("twig", "Twig", &[], &["application/x-twig", "text/html+twig"], grammar(lexers::twig::define)),
    row("typescript", "TypeScript", &["ts"], &["text/typescript"], grammar(lexers::typescript::define)),
    row("vala", "Vala", &[], &["text/x-vala"], grammar(lexers::vala::define)),
    row("vcl", "VCL: Varnish Configuration Language", &["varnishconf", "varnish"], &["text/x-varnish", "text/x-vcl"], grammar(lexers::varnish::define)),
    row("vb", "Visual Basic", &["visualbasic"], &["text/x-visualbasic", "application/x-visualbasic"], grammar(lexers::vb::define)),
    row("velocity", "Velocity", &[], &["text/html+velocity"], grammar(lexers::velocity::define)),
    row("verilog", "Verilog and System Verilog", &[], &["text/x-verilog", "text/x-systemverilog"], grammar(lexers::verilog::define)),
    row("vhdl", "VHDL 2008", &[], &["text/x-vhdl"], grammar(lexers::vhdl::define)),
    row("viml", "VimL", &["vim", "vimscript", "ex"], &["text/x-vim"], grammar(lexers::viml::define)),
    row("vue", "Vue", &["vuejs"], &["text/x-vue", "application/x-vue"], grammar(lexers::vue::define)),
    row("wollok", "Wollok", &[], &[], grammar(lexers::wollok::define)),
    row("xojo", "Xojo", &["realbasic"], &[], grammar(lexers::xojo::define)),
    row("xpath", "XPath", &[], &[], grammar(lexers::xpath::define)),
    row("xquery", "XQuery", &[], &["application/xquery"], grammar(lexers::xquery::define)),
    row("yang", "YANG", &[], &["application/yang"], grammar(lexers::yang::define)),
    row("zig", "Zig", &["zir"], &["text/x-zig"], grammar(lexers::zig::define)),
];

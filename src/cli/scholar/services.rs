//! Options of the subcommands that ask services about an author.

use crate::scholar::client::RequestLimits;
use crate::scholar::{Origin, Plan, Subject};
use std::path::PathBuf;
use std::time::Duration;

/// The options that select the author and the services to ask.
#[derive(clap::Args, Debug)]
pub(super) struct Services {
    /// The id on Google Scholar, or the profile's address
    #[arg(long, value_name = "ID")]
    user: Option<String>,
    /// The ORCID iD, for OpenAlex
    #[arg(long, value_name = "ID")]
    orcid: Option<String>,
    /// The author's id on OpenAlex, instead of the ORCID iD
    #[arg(long, value_name = "ID")]
    openalex: Option<String>,
    /// The author's id on Semantic Scholar
    #[arg(long, value_name = "ID")]
    semantic_scholar: Option<String>,
    /// The sources, tried in this order [default: scholar,openalex,semantic-scholar, or file with --file]
    #[arg(long, value_name = "SOURCE", value_delimiter = ',')]
    from: Vec<Source>,
    /// The time limit for all requests together, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    timeout: u64,
    /// Seconds before the second try; the third waits four times as long
    #[arg(long, value_name = "SECONDS", default_value_t = 2)]
    pause: u64,
    /// The address of Google Scholar
    #[arg(long, value_name = "URL", default_value = "https://scholar.google.com")]
    scholar_url: String,
    /// The address of OpenAlex
    #[arg(long, value_name = "URL", default_value = "https://api.openalex.org")]
    openalex_url: String,
    /// The address of Semantic Scholar
    #[arg(long, value_name = "URL", default_value = "https://api.semanticscholar.org")]
    semantic_scholar_url: String,
}

/// A source of counts that `--from` can name.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Source {
    Scholar,
    Openalex,
    SemanticScholar,
    File,
}

impl Services {
    /// The author whose works and counts are requested. Valid ids in the options replace the ids in `of_site`.
    pub(super) fn subject(&self, of_site: Subject) -> Subject {
        of_site
            .with(self.user.as_deref(), self.orcid.as_deref(), self.semantic_scholar.as_deref())
            .with_openalex(self.openalex.as_deref())
    }

    /// The sources to query in order, with their URLs and time limits. If `--from` names none, the source is `file`, a
    /// `gs_data.json`. Without `file`, the sources are all three services.
    pub(super) fn plan(&self, file: Option<PathBuf>) -> Plan {
        let origin = |source: &Source| match source {
            Source::Scholar => Origin::Scholar,
            Source::Openalex => Origin::OpenAlex,
            Source::SemanticScholar => Origin::SemanticScholar,
            Source::File => Origin::File,
        };
        let base = |url: &str| url.trim_end_matches('/').to_owned();
        let total = Duration::from_secs(self.timeout);
        let limits = RequestLimits { total, pause: Duration::from_secs(self.pause), ..RequestLimits::default() };
        let origins = match (self.from.as_slice(), &file) {
            ([], Some(_)) => vec![Origin::File],
            ([], None) => vec![Origin::Scholar, Origin::OpenAlex, Origin::SemanticScholar],
            (named, _) => named.iter().map(origin).collect(),
        };
        Plan {
            origins,
            scholar_url: base(&self.scholar_url),
            openalex_url: base(&self.openalex_url),
            semantic_scholar_url: base(&self.semantic_scholar_url),
            file,
            limits,
        }
    }
}

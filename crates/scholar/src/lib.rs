#![doc = include_str!("../README.md")]

mod badge;
mod citations;
mod comparison;
mod export;
mod google;
mod html;
mod import;
mod json;
mod matching;
mod openalex;
mod profile;
mod python_yaml;
mod semantic_scholar;
mod talkmap;

pub use badge::{Badge, BadgeStyle};
pub use citations::citations_yaml;
pub use comparison::{Loss, compare};
pub use export::{Export, bibliography_of_data, bibliography_of_works};
pub use google::{GooglePage, parse_google_page};
pub use import::{
    Import, ImportError, ImportedFile, bibliography_collection, bibliography_data, bibliography_records,
    bibliography_resume, bibliography_works, keeps, listed_works, merge_curriculum, merge_data, merge_page,
    merge_resume, parse_resume, resume_to_json, resume_to_yaml, table_collection,
};
pub use json::{AnswerError, shields_endpoint, to_python_json};
pub use matching::{KnownWork, Matched, SiteWork, match_works, new_works, normal_title};
pub use openalex::{OpenAlexWorks, parse_openalex_author, parse_openalex_works};
pub use profile::{Counts, Profile, Work};
pub use semantic_scholar::{SemanticScholarWorks, parse_semantic_scholar_author, parse_semantic_scholar_papers};
pub use talkmap::{Place, TALK_MAP_MARK, Talk, find_place, talk_map};

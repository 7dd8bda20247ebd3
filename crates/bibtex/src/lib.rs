//! BibTeX bibliographies, read and printed as the gem bibtex-ruby 6.2 does.

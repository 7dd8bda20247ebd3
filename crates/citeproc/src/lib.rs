//! Citations and bibliographies in CSL styles, rendered as the gem citeproc-ruby 2.1 does.

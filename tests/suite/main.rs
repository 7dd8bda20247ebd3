//! Integration tests: sites that are built and served by the binary, with one file for each subject.
//!
//! Expected output is recorded from Ruby Jekyll 4.4.1, unless a test says otherwise.
#![allow(clippy::disallowed_methods, reason = "tests look at files as anybody would")]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first problem")]

mod archives;
mod github;
mod packages;
#[allow(dead_code, reason = "recorded sites are run by the same stories")]
mod story;
mod tree;

mod action;
mod bad_input;
mod bibliographies;
mod border;
mod check;
mod cli;
#[cfg(unix)] // links and pipes
mod command_attacks;
mod commonmark;
mod compare;
mod compose;
mod config;
mod configuration_keys;
mod data;
mod destination;
mod diagnostics;
mod documentation;
#[cfg(unix)] // they are commands of a shell
mod documented_commands;
mod documented_tests;
mod early_outputs;
mod edits;
mod filters;
mod gems;
mod github_metadata;
mod github_pages;
mod images;
mod import_cycles;
mod intended_differences;
mod jekyll_data;
mod kept_outputs;
mod last_modified_at;
mod layers;
mod limits;
mod liquid;
mod migrate;
mod minifiers;
mod model;
mod new;
mod origins;
mod overview;
mod patterns;
mod plugin_options;
mod plugins;
mod public_interfaces;
mod rebuild;
mod recorded_versions;
mod remote_theme;
mod repeated_renderings;
mod reused_results;
mod ruby;
mod ruby_changes_in_place;
mod ruby_classes_of_plugins;
mod ruby_collections;
mod ruby_confined;
mod ruby_confined_paths;
mod ruby_content;
mod ruby_contexts;
mod ruby_drops;
mod ruby_errors;
mod ruby_excerpts;
mod ruby_failures;
mod ruby_files;
mod ruby_gem_forms;
mod ruby_gems;
mod ruby_git;
mod ruby_highlight;
mod ruby_internals;
mod ruby_item_classes;
mod ruby_kramdown_parts;
mod ruby_late_changes;
mod ruby_libraries;
mod ruby_made_objects;
mod ruby_markdown;
mod ruby_model;
mod ruby_network;
mod ruby_objects;
mod ruby_own_objects;
mod ruby_own_tags;
mod ruby_parts;
mod ruby_payload;
mod ruby_public_plugins;
mod ruby_rare_values;
mod ruby_registers;
mod ruby_reopened;
mod ruby_replaced;
mod ruby_rouge;
mod ruby_rouge_classes;
mod ruby_settings;
mod ruby_shared_objects;
mod ruby_single_methods;
mod ruby_site;
mod ruby_times;

mod ruby_values;
mod sass;
mod sass_command;
mod scholar;
mod serve;
mod serve_attacks;
mod serve_https;
mod serve_livereload;
mod served;
#[cfg(unix)] // pipes, devices and sockets
mod special_files;
mod tags;
mod theme;
mod theme_gem;
mod unusual_sites;
mod verbose_and_profile;
mod watching;

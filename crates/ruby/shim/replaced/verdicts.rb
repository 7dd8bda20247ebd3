# What happens if a plugin replaces a method or constant of the reference, by class:
# - honoured: the replacement takes effect;
# - refused: it would change the output in Ruby and not here, so that its definition ends the build (reopening.rb);
# - unaffected: it has no effect on the output of a build in Ruby either, or only on what plugins themselves call.
# `#name` is a method of instances, `.name` one of the class itself, `::NAME` a constant. tools/record/reopenable lists the names of the
# reference.
module Hastie
  module Reopening
    VERDICTS = <<~TABLE.freeze
      Addressable::URI refused .normalize_component .parse #absolute? #normalize
      CGI refused .escape .escapeHTML .unescape
      SafeYAML refused .load .load_file
      Jekyll refused .env .sanitized_path
      Jekyll unaffected .configuration .logger .logger= .set_timezone .sites
      Jekyll refused ::VERSION
      Jekyll::Cache refused #[] #getset #initialize
      Jekyll::Cache unaffected #[]= #clear #delete #delete_cache_files #disk_cache_enabled? #dump #hash #key? #load #path_to .base_cache
      Jekyll::Cache unaffected .cache_dir .cache_dir= .clear .clear_if_config_changed .delete_cache_files .disable_disk_cache!
      Jekyll::Cache unaffected .disk_cache_enabled
      Jekyll::Cleaner refused #cleanup! #existing_files #initialize #keep_dirs #keep_file_regex #metadata_file #new_dirs #new_files
      Jekyll::Cleaner refused #obsolete_files #parent_dirs #replaced_files
      Jekyll::Cleaner unaffected #site
      Jekyll::Cleaner refused ::HIDDEN_FILE_REGEX
      Jekyll::Collection honoured #filtered_entries #inspect #read #url_template
      Jekyll::Collection refused #collection_dir #container #determine_sort_order #directory #docs #entries #entry_filter #exists?
      Jekyll::Collection refused #extract_metadata #files #initialize #label #metadata #method_missing #order_with_warning #read_document
      Jekyll::Collection refused #read_static_file #rearrange_docs! #relative_directory #respond_to_missing? #sanitize_label #sort_docs!
      Jekyll::Collection refused #sort_docs_by_key! #to_liquid #write?
      Jekyll::Collection unaffected #docs= #site
      Jekyll::CollectionReader refused #content #initialize #read
      Jekyll::CollectionReader unaffected #site
      Jekyll::CollectionReader refused ::SPECIAL_COLLECTIONS
      Jekyll::Command unaffected .add_build_options .configuration_from_options .inherited .process_site .process_with_graceful_fail
      Jekyll::Command unaffected .subclasses
      Jekyll::Configuration unaffected #add_default_collections #add_default_excludes #check_include_exclude #check_plugins #config_files
      Jekyll::Configuration unaffected #csv_to_array #get_config_value_with_override #quiet #quiet? #read_config_file #read_config_files
      Jekyll::Configuration unaffected #safe_load_file #source #stringify_keys #style_to_permalink #validate #verbose #verbose? .from
      Jekyll::Configuration refused ::DEFAULTS ::DEFAULT_EXCLUDES
      Jekyll::Converter refused #highlighter_prefix #highlighter_suffix #initialize .highlighter_prefix .highlighter_suffix
      Jekyll::Converter unaffected .inherited
      Jekyll::Converters::Identity honoured #convert #matches #output_ext
      Jekyll::Converters::Identity unaffected .inherited
      Jekyll::Converters::Markdown honoured #convert #matches #output_ext #setup
      Jekyll::Converters::Markdown refused #extname_list
      Jekyll::Converters::Markdown unaffected #custom_class_allowed? #custom_processor #get_processor #third_party_processors
      Jekyll::Converters::Markdown unaffected #valid_processors .inherited
      Jekyll::Converters::Markdown::KramdownParser honoured #convert #initialize #setup
      Jekyll::Converters::Markdown::KramdownParser refused #highlighter
      Jekyll::Converters::Markdown::KramdownParser unaffected #load_dependencies #modernize_coderay_config #strip_coderay_prefix
      Jekyll::Converters::Markdown::KramdownParser unaffected ::CODERAY_DEFAULTS
      Jekyll::Converters::Sass unaffected #syntax
      Jekyll::Converters::Sass refused ::EXTENSION_PATTERN
      Jekyll::Converters::Scss honoured #convert #matches #output_ext
      Jekyll::Converters::Scss refused #associate_page_failed? #file_url_from_path #process_source_map #sass_configs #sass_dir
      Jekyll::Converters::Scss refused #sass_dir_relative_to_site_source #sass_file_url #sass_source_root #site_source #source_mapping_url
      Jekyll::Converters::Scss refused #sourcemap_required?
      Jekyll::Converters::Scss unaffected #associate_page #dissociate_page #fatal_deprecations #future_deprecations
      Jekyll::Converters::Scss unaffected #generate_source_map_page #jekyll_sass_configuration #livereload? #quiet_deps_option #safe?
      Jekyll::Converters::Scss unaffected #sass_load_paths #sass_page #sass_style #silence_deprecations #site #source_map_page
      Jekyll::Converters::Scss unaffected #sourcemap_option #syntax #user_sass_load_paths #verbose_option .inherited
      Jekyll::Converters::Scss refused ::ALLOWED_STYLES ::EXTENSION_PATTERN
      Jekyll::Converters::SmartyPants honoured #convert #matches #output_ext
      Jekyll::Converters::SmartyPants refused #initialize
      Jekyll::Converters::SmartyPants unaffected .inherited
      Jekyll::Convertible honoured #read_yaml #write
      Jekyll::Convertible refused #[] #asset_file? #coffeescript_file? #defaults #hook_owner #invalid_layout? #no_layout? #output_ext
      Jekyll::Convertible refused #place_in_layout? #published? #render_with_liquid? #renderer #sass_file? #to_liquid #type #validate_data!
      Jekyll::Convertible refused #validate_permalink!
      Jekyll::Convertible unaffected #converters #do_layout #render_all_layouts #render_liquid #to_s #transform
      Jekyll::DataReader honoured #convert_row #csv_config #read #read_config #read_data_file #read_data_to #sanitize_filename #tsv_config
      Jekyll::DataReader refused #content #initialize
      Jekyll::DataReader unaffected #config #site
      Jekyll::Deprecator unaffected #arg_is_present? #defaults_deprecate_type #deprecation_message #no_subcommand #process
      Jekyll::Document honoured #<=> #basename_without_ext #categories_from_path #cleaned_relative_path #content= #date #destination
      Jekyll::Document honoured #excerpt_separator #generate_excerpt #generate_excerpt? #handle_read_error #id #inspect #merge_categories!
      Jekyll::Document honoured #merge_data! #merge_date! #merge_defaults #modify_date #next_doc #output= #output_ext #permalink
      Jekyll::Document honoured #populate_categories #populate_tags #populate_title #previous_doc #read #read_content #read_post_data
      Jekyll::Document honoured #related_posts #relative_path #to_liquid #url #url_placeholders #url_template #write #write?
      Jekyll::Document refused #[] #asset_file? #basename #coffeescript_file? #collection #content #data #draft? #extname #initialize
      Jekyll::Document refused #method_missing #no_layout? #output #path #place_in_layout? #published? #render_with_liquid? #renderer
      Jekyll::Document refused #respond_to_missing? #sass_file? #source_file_mtime #to_s #trigger_hooks #type #yaml_file? .superdirs_regex
      Jekyll::Document unaffected #site
      Jekyll::Document refused ::DATELESS_FILENAME_MATCHER ::DATE_FILENAME_MATCHER ::SASS_FILE_EXTS ::YAML_FILE_EXTS
      Jekyll::Document refused ::YAML_FRONT_MATTER_REGEXP
      Jekyll::Drops::CollectionDrop refused #directory #docs #label #output #relative_directory
      Jekyll::Drops::CollectionDrop unaffected #fallback_data #files #to_s
      Jekyll::Drops::DocumentDrop honoured #categories #collection #content #date #excerpt #id #name #output #path #relative_path #tags
      Jekyll::Drops::DocumentDrop honoured #title #url
      Jekyll::Drops::DocumentDrop refused #collapse_document #fallback_data #hash_for_json #to_s
      Jekyll::Drops::DocumentDrop unaffected #<=> #next #previous
      Jekyll::Drops::DocumentDrop refused ::NESTED_OBJECT_FIELD_BLACKLIST
      Jekyll::Drops::Drop refused #[] #initialize #key? #keys #to_h #to_json
      Jekyll::Drops::Drop unaffected #[]= #content_methods #each #each_key #fetch #hash_for_json #inspect #invoke_drop #merge #merge!
      Jekyll::Drops::Drop unaffected #mutations #to_hash .data_delegator .data_delegators .delegate_method .delegate_method_as
      Jekyll::Drops::Drop unaffected .delegate_methods .getter_method_names .mutable .mutable? .private_delegate_methods
      Jekyll::Drops::Drop refused ::NON_CONTENT_METHODS
      Jekyll::Drops::ExcerptDrop unaffected #date #excerpt #layout #name
      Jekyll::Drops::JekyllDrop refused #environment #version
      Jekyll::Drops::JekyllDrop unaffected #to_h #to_json .global
      Jekyll::Drops::SiteDrop honoured #categories #collections #data #documents #html_pages #pages #posts #related_posts #static_files
      Jekyll::Drops::SiteDrop honoured #tags #time
      Jekyll::Drops::SiteDrop refused #[] #key?
      Jekyll::Drops::SiteDrop unaffected #config #current_document= #fallback_data
      Jekyll::Drops::StaticFileDrop refused #basename #extname #modified_time #name #path
      Jekyll::Drops::StaticFileDrop unaffected #collection #fallback_data
      Jekyll::Drops::ThemeDrop unaffected #authors #dependencies #description #fallback_data #gemspec #metadata #root #version
      Jekyll::Drops::UnifiedPayloadDrop refused #content #fallback_data #highlighter_prefix #highlighter_suffix #layout #page
      Jekyll::Drops::UnifiedPayloadDrop unaffected #content= #highlighter_prefix= #highlighter_suffix= #jekyll #layout= #page= #paginator
      Jekyll::Drops::UnifiedPayloadDrop unaffected #paginator= #site #theme
      Jekyll::Drops::UrlDrop honoured #categories #collection #day #hour #i_day #i_month #long_day #long_month #minute #month #name
      Jekyll::Drops::UrlDrop honoured #output_ext #path #second #short_day #short_month #short_year #slug #slugified_categories #title
      Jekyll::Drops::UrlDrop honoured #w_day #w_year #week #y_day #year
      Jekyll::Drops::UrlDrop unaffected #fallback_data
      Jekyll::EntryFilter honoured #backup? #excluded? #filter #glob_include? #included? #relative_to_source #special? #symlink?
      Jekyll::EntryFilter honoured #symlink_outside_site_source?
      Jekyll::EntryFilter refused #base_directory #derive_base_directory #initialize
      Jekyll::EntryFilter unaffected #site
      Jekyll::EntryFilter refused ::SPECIAL_LEADING_CHAR_REGEX
      Jekyll::Excerpt refused #content #data #doc #id #include? #initialize #output #path #place_in_layout? #relative_path
      Jekyll::Excerpt refused #render_with_liquid? #to_liquid #to_s #trigger_hooks
      Jekyll::Excerpt honoured #endtag_regex_stash #extract_excerpt #extract_markdown_link_reference_definitions #liquid_block?
      Jekyll::Excerpt honoured #print_build_warning #sanctify_liquid_tags
      Jekyll::Excerpt unaffected #content= #doc= #ext= #output=
      Jekyll::Excerpt honoured #inspect
      Jekyll::Excerpt refused ::LIQUID_TAG_REGEX ::MKDWN_LINK_REF_REGEX
      Jekyll::External unaffected .blessed_gems .require_if_present .require_with_graceful_fail .version_constraint
      Jekyll::Filters honoured #array_to_sentence_string #cgi_escape #find #find_exp #inspect #jsonify #markdownify #normalize_whitespace
      Jekyll::Filters honoured #number_of_words #pop #push #sample #sassify #scssify #shift #slugify #smartify #sort #to_integer #unshift
      Jekyll::Filters honoured #uri_escape #where #where_exp #xml_escape
      Jekyll::Filters refused #as_liquid #compare_property_vs_target #item_property #parse_sort_input #read_liquid_attribute
      Jekyll::Filters unaffected #parse_binary_comparison #parse_comparison #parse_condition #sort_input
      Jekyll::Filters::DateFilters honoured #date_to_long_string #date_to_rfc822 #date_to_string #date_to_xmlschema #ordinal
      Jekyll::Filters::DateFilters honoured #stringify_date #time
      Jekyll::Filters::GroupingFilters honoured #group_by #group_by_exp
      Jekyll::Filters::GroupingFilters refused #groupable? #grouped_array
      Jekyll::Filters::GroupingFilters unaffected #parse_expression
      Jekyll::Filters::URLFilters honoured #absolute_url #relative_url #strip_index
      Jekyll::Filters::URLFilters refused #compute_absolute_url #compute_relative_url #ensure_leading_slash #sanitized_baseurl
      Jekyll::FrontmatterDefaults refused #all #applies? #applies_path? #applies_type? #ensure_time! #find #glob_cache #glob_scope
      Jekyll::FrontmatterDefaults refused #has_precedence? #initialize #matching_sets #path_is_subpath? #reset #sanitize_path
      Jekyll::FrontmatterDefaults refused #strip_collections_dir #update_deprecated_types #valid? #valid_sets
      Jekyll::Generator unaffected .inherited
      Jekyll::Hooks refused .insert_hook .priority_value .register .register_one .trigger
      Jekyll::Hooks refused ::DEFAULT_PRIORITY ::PRIORITY_MAP
      Jekyll::Inclusion refused #content #initialize #path #render
      Jekyll::Inclusion unaffected #inspect #name #site #to_s
      Jekyll::Layout refused #content #data #ext #initialize #name #path #process #relative_path
      Jekyll::Layout unaffected #content= #data= #ext= #inspect #site
      Jekyll::LayoutReader honoured #read
      Jekyll::LayoutReader refused #entries_in #initialize #layout_directory #layout_entries #layout_name #theme_layout_directory
      Jekyll::LayoutReader refused #theme_layout_entries #within
      Jekyll::LayoutReader unaffected #site
      Jekyll::LiquidExtensions unaffected #lookup_variable
      Jekyll::LiquidRenderer refused #cache #new_profile_hash
      Jekyll::LiquidRenderer unaffected #file #increment_bytes #increment_count #increment_time #initialize #normalize_path #reset
      Jekyll::LiquidRenderer unaffected #stats_table .format_error
      Jekyll::LiquidRenderer::File refused #initialize #measure_bytes #measure_counts #measure_time #render!
      Jekyll::LiquidRenderer::File unaffected #parse #render #reset_template_assigns #warnings
      Jekyll::LiquidRenderer::Table unaffected #data_for_table #format_bytes #header_labels #initialize #to_s
      Jekyll::LiquidRenderer::Table unaffected ::GAUGES
      Jekyll::LogAdapter unaffected #abort_with #adjust_verbosity #debug #error #formatted_topic #info #initialize #level #log_level=
      Jekyll::LogAdapter unaffected #message #messages #warn #write #write_message? #writer
      Jekyll::LogAdapter unaffected ::LOG_LEVELS
      Jekyll::Page honoured #basename #content= #destination #dir #excerpt #extname #html? #index? #inspect #name #output= #path #permalink
      Jekyll::Page honoured #template #url #url_dir #url_placeholders #write?
      Jekyll::Page refused #content #data #excerpt_separator #ext #generate_excerpt #generate_excerpt? #initialize #output #pager #process
      Jekyll::Page refused #relative_path #render #trigger_hooks
      Jekyll::Page unaffected #basename= #data= #dir= #ext= #name= #pager= #site #site=
      Jekyll::Page refused ::ATTRIBUTES_FOR_LIQUID ::HTML_EXTENSIONS
      Jekyll::PageExcerpt refused #doc #id #render_with_liquid? #to_liquid
      Jekyll::PageExcerpt unaffected #inspect
      Jekyll::PageReader honoured #read
      Jekyll::PageReader refused #dir #initialize #unfiltered_content
      Jekyll::PageReader unaffected #site
      Jekyll::PageWithoutAFile unaffected #read_yaml
      Jekyll::Paginate::Pager refused .calculate_pages .ensure_leading_slash .in_hierarchy .paginate_path .pagination_candidate?
      Jekyll::Paginate::Pager refused .pagination_enabled? .remove_leading_slash #initialize #page #per_page #posts #total_posts #total_pages
      Jekyll::Paginate::Pager refused #next_page #next_page_path #previous_page #previous_page_path #to_liquid
      Jekyll::Paginate::Pagination refused .first_page_url #generate #paginate #template_page
      Jekyll::PathManager refused .join .sanitize_and_join .sanitized_path .slashed_dir_cache
      Jekyll::Plugin unaffected #<=> #initialize .<=> .catch_inheritance .descendants .inherited .priority .safe
      Jekyll::Plugin refused ::PRIORITIES
      Jekyll::PluginManager unaffected #conscientious_require #deprecation_checks #initialize #plugin_allowed? #plugins_path #require_gems
      Jekyll::PluginManager unaffected #require_plugin_files #require_theme_deps #site #whitelist .gemfile_exists? .require_from_bundler
      Jekyll::PostReader honoured #read_content #read_drafts #read_posts #read_publishable
      Jekyll::PostReader refused #initialize #processable? #publishable? #unfiltered_content
      Jekyll::PostReader unaffected #site
      Jekyll::Publisher honoured #can_be_published? #hidden_in_the_future? #publish?
      Jekyll::Publisher refused #initialize
      Jekyll::Reader honoured #conditionally_generate_entry #filter_entries #get_entries #read #read_data #read_directories
      Jekyll::Reader honoured #read_included_excludes #read_included_file #retrieve_dirs #retrieve_pages #retrieve_posts
      Jekyll::Reader honoured #retrieve_static_files #sort_files!
      Jekyll::Reader refused #initialize #outside_configured_directory? #post_reader
      Jekyll::Reader unaffected #site
      Jekyll::Regenerator unaffected #add #add_dependency #cache #clear #clear_cache #disabled #disabled= #disabled?
      Jekyll::Regenerator unaffected #existing_file_modified? #force #initialize #metadata #metadata_file #modified? #read_metadata
      Jekyll::Regenerator unaffected #regenerate? #regenerate_document? #regenerate_page? #site #source_modified_or_dest_missing?
      Jekyll::Regenerator unaffected #write_metadata
      Jekyll::RelatedPosts honoured #build #most_recent_posts
      Jekyll::RelatedPosts refused #build_index #initialize #lsi_related_posts #post .lsi
      Jekyll::RelatedPosts unaffected #site .lsi=
      Jekyll::Renderer honoured #convert #layouts #place_in_layouts #render_document #render_liquid #run
      Jekyll::Renderer refused #add_regenerator_dependencies #assign_current_document! #assign_highlighter_options! #assign_layout_data!
      Jekyll::Renderer refused #assign_pages! #converter_output_ext #converters #document #initialize #invalid_layout?
      Jekyll::Renderer refused #liquid_options #output_ext #output_exts #payload #permalink_ext #render_layout #validate_layout
      Jekyll::Renderer unaffected #layouts= #payload= #site
      Jekyll::Site honoured #generate #process #read #render #reset #site_payload #write
      Jekyll::Site refused #baseurl #cache_dir #categories #cleanup #collection_names #collections #collections_path #config #configure_cache
      Jekyll::Site refused #configure_file_read_opts #configure_include_paths #configure_plugins #configure_theme #converters #data #dest
      Jekyll::Site refused #docs_to_write #documents #drafts #each_site_file #ensure_not_in_dest #exclude #file_read_opts #filter_cache
      Jekyll::Site refused #find_converter_instance #frontmatter_defaults #future #gems #generators #hide_cache_dir_from_git
      Jekyll::Site refused #highlighter #in_cache_dir #in_dest_dir #in_source_dir #in_theme_dir #include #includes_load_paths #inclusions
      Jekyll::Site refused #initialize #instantiate_subclasses #keep_files #layouts #limit_posts #limit_posts! #liquid_renderer
      Jekyll::Site refused #load_theme_configuration #lsi #pages #permalink_style #plugin_manager #plugins #post_attr_hash #posts
      Jekyll::Site refused #publisher #reader #regenerator #relative_permalinks_are_deprecated #render_docs #render_pages
      Jekyll::Site refused #render_regenerated #safe #setup #show_drafts #site_cleaner #site_data #source #static_files
      Jekyll::Site refused #static_files_to_write #tags #theme #time #to_liquid #unpublished
      Jekyll::Site unaffected #baseurl= #config= #converters= #data= #drafts= #exclude= #file_read_opts= #future= #gems=
      Jekyll::Site unaffected #generators= #highlighter= #include= #inclusions= #incremental? #inspect #keep_files= #layouts= #limit_posts=
      Jekyll::Site unaffected #lsi= #pages= #permalink_style= #plugin_manager= #plugins= #print_stats #profiler #reader= #safe=
      Jekyll::Site unaffected #show_drafts= #static_files= #theme= #time= #unpublished=
      Jekyll::SourceMapPage refused #asset_file? #ext #initialize #render_with_liquid? #source_map
      Jekyll::SourceMapPage unaffected #inspect
      Jekyll::StaticFile honoured #basename #cleaned_relative_path #destination #inspect #placeholders #to_liquid #url #write #write?
      Jekyll::StaticFile refused #copy_file #data #defaults #destination_rel_dir #extname #initialize #modified? #modified_time #mtime #name
      Jekyll::StaticFile refused #path #relative_path #type .mtimes .reset_cache
      Jekyll::StaticFileReader honoured #read
      Jekyll::StaticFileReader refused #dir #initialize #unfiltered_content
      Jekyll::StaticFileReader unaffected #site
      Jekyll::Stevenson unaffected #add #close #error #initialize #logdevice #warn
      Jekyll::Tags::HighlightBlock honoured #add_code_tag #initialize #line_highlighter_formatter #mark_lines #parse_options #render
      Jekyll::Tags::HighlightBlock honoured #render_codehighlighter #render_pygments #render_rouge #table_formatter
      Jekyll::Tags::HighlightBlock refused ::LEADING_OR_TRAILING_LINE_TERMINATORS ::OPTIONS_REGEX ::SYNTAX
      Jekyll::Tags::IncludeRelativeTag honoured #tag_includes_dirs
      Jekyll::Tags::IncludeRelativeTag refused #page_path
      Jekyll::Tags::IncludeRelativeTag unaffected #resource_path
      Jekyll::Tags::IncludeTag honoured #render #tag_includes_dirs
      Jekyll::Tags::IncludeTag refused #initialize #locate_include_file #outside_site_source? #parse_params #read_file
      Jekyll::Tags::IncludeTag refused #valid_include_file?
      Jekyll::Tags::IncludeTag unaffected #add_include_to_dependency #could_not_locate_message #file_read_opts #load_cached_partial
      Jekyll::Tags::IncludeTag unaffected #realpath_prefixed_with? #render_variable #syntax_example #validate_file_name #validate_params
      Jekyll::Tags::IncludeTag refused ::FULL_VALID_SYNTAX ::INVALID_SEQUENCES ::VALID_FILENAME_CHARS ::VALID_SYNTAX ::VARIABLE_SYNTAX
      Jekyll::Tags::Link honoured #initialize #render
      Jekyll::Tags::Link unaffected .tag_name
      Jekyll::Tags::OptimizedIncludeTag honoured #locate_include_file #render
      Jekyll::Tags::OptimizedIncludeTag refused #outside_scope? #valid_include_file?
      Jekyll::Tags::OptimizedIncludeTag unaffected #add_include_to_dependency #realpath_prefixed_with?
      Jekyll::Tags::PostComparer refused #initialize #slug
      Jekyll::Tags::PostComparer unaffected #== #date #deprecated_equality #name #path #post_date #post_slug
      Jekyll::Tags::PostComparer refused ::MATCHER
      Jekyll::Tags::PostUrl honoured #initialize #render
      Jekyll::Theme refused #assets_path #basename #data_path #gemspec #includes_path #initialize #layouts_path #log_realpath_exception
      Jekyll::Theme refused #name #path_for #realpath_for #root #runtime_dependencies #sass_path
      Jekyll::ThemeAssetsReader refused #append_unless_exists #initialize #read #read_theme_asset
      Jekyll::ThemeAssetsReader unaffected #site
      Jekyll::ThemeBuilder unaffected #code_of_conduct #create! #create_accessories #create_directories #create_gemspec
      Jekyll::ThemeBuilder unaffected #create_starter_files #erb #initialize #initialize_git_repo #mkdir_p #name #path #root #template
      Jekyll::ThemeBuilder unaffected #template_file #user_email #user_name #write_file
      Jekyll::ThemeBuilder unaffected ::SCAFFOLD_DIRECTORIES
      Jekyll::ThemeBuilder::ERBRenderer unaffected #initialize #jekyll_version_with_minor #render #theme_directories
      Jekyll::URL honoured #generate_url #generate_url_from_drop #generate_url_from_hash #generated_permalink #generated_url #sanitize_url
      Jekyll::URL honoured #to_s .escape_path .unescape_path
      Jekyll::URL refused #initialize
      Jekyll::URL unaffected #possible_keys
      Jekyll::Utils honoured #add_permalink_suffix #has_yaml_header? #pluralized_array_from_hash #slugify #titleize_slug
      Jekyll::Utils honoured #value_from_plural_key #value_from_singular_key
      Jekyll::Utils refused #deep_merge_hashes #deep_merge_hashes! #duplicable? #duplicate_frozen_values #has_liquid_construct? #mergable?
      Jekyll::Utils refused #merge_default_proc #merge_values #merged_file_read_opts #parse_date #replace_character_sequence_with_hyphen
      Jekyll::Utils refused #safe_glob #stringify_hash_keys #symbolize_hash_keys #transform_keys
      Jekyll::Utils refused ::SLUGIFY_ASCII_REGEXP ::SLUGIFY_DEFAULT_REGEXP ::SLUGIFY_MODES ::SLUGIFY_PRETTY_REGEXP ::SLUGIFY_RAW_REGEXP
      Jekyll::Utils::Ansi unaffected #black #blue #cyan #green #has? #magenta #red #reset #strip #white #yellow
      Jekyll::Utils::Ansi unaffected ::COLORS ::ESCAPE ::MATCH
      Jekyll::Utils::Exec unaffected #run
      Jekyll::Utils::Internet unaffected #connected? #dns .connected? .dns
      Jekyll::Utils::Platforms unaffected #bash_on_windows? #jruby? #linux? #linux_os? #microsoft_proc_version? #mri? #osx? #proc_version
      Jekyll::Utils::Platforms unaffected #rbconfig_host #really_windows? #unix? #vanilla_windows? #windows?
      Kramdown refused .data_dir
      Kramdown refused ::VERSION
      Kramdown::Converter refused .add_math_engine .add_syntax_highlighter .configurables .math_engine .syntax_highlighter
      Kramdown::Converter::Base honoured #basic_generate_id #extract_code_language #extract_code_language! #format_math #generate_id
      Kramdown::Converter::Base honoured #highlight_code #in_toc? #output_header_level #smart_quote_entity
      Kramdown::Converter::Base refused #apply_template_after? #apply_template_before? #convert #data #initialize #options #root #warning
      Kramdown::Converter::Base refused .apply_template .convert .get_template
      Kramdown::Converter::Base unaffected #warnings
      Kramdown::Converter::Base refused ::SMART_QUOTE_INDICES
      Kramdown::Converter::HashAST unaffected #convert
      Kramdown::Converter::Html honoured #add_syntax_highlighter_to_class_attr #convert #convert_a #convert_abbreviation #convert_blank
      Kramdown::Converter::Html honoured #convert_blockquote #convert_br #convert_codeblock #convert_codespan #convert_comment #convert_dd
      Kramdown::Converter::Html honoured #convert_dl #convert_dt #convert_em #convert_entity #convert_footnote #convert_header #convert_hr
      Kramdown::Converter::Html honoured #convert_html_element #convert_img #convert_li #convert_math #convert_ol #convert_p #convert_raw
      Kramdown::Converter::Html honoured #convert_root #convert_smart_quote #convert_standalone_image #convert_strong #convert_table
      Kramdown::Converter::Html honoured #convert_tbody #convert_td #convert_text #convert_tfoot #convert_thead #convert_tr
      Kramdown::Converter::Html honoured #convert_typographic_sym #convert_ul #convert_xml_comment #convert_xml_pi #fix_for_toc_entry
      Kramdown::Converter::Html honoured #footnote_content #format_as_block_html #format_as_indented_block_html #format_as_span_html
      Kramdown::Converter::Html honoured #generate_toc_tree #indent #indent= #initialize #inner #obfuscate #remove_footnotes #unwrap_links
      Kramdown::Converter::Html refused ::ENTITY_NBSP ::FOOTNOTE_BACKLINK_FMT ::TYPOGRAPHIC_SYMS
      Kramdown::Converter::Kramdown unaffected #convert #convert_a #convert_abbreviation #convert_blank #convert_blockquote #convert_br
      Kramdown::Converter::Kramdown unaffected #convert_codeblock #convert_codespan #convert_comment #convert_dd #convert_dl #convert_dt
      Kramdown::Converter::Kramdown unaffected #convert_em #convert_entity #convert_footnote #convert_header #convert_hr
      Kramdown::Converter::Kramdown unaffected #convert_html_element #convert_img #convert_li #convert_math #convert_ol #convert_p
      Kramdown::Converter::Kramdown unaffected #convert_raw #convert_root #convert_smart_quote #convert_strong #convert_table #convert_tbody
      Kramdown::Converter::Kramdown unaffected #convert_td #convert_text #convert_tfoot #convert_thead #convert_tr #convert_typographic_sym
      Kramdown::Converter::Kramdown unaffected #convert_ul #convert_xml_comment #convert_xml_pi #create_abbrev_defs #create_footnote_defs
      Kramdown::Converter::Kramdown unaffected #create_link_defs #ial_for_element #initialize #inner #parse_title
      Kramdown::Converter::Kramdown unaffected ::ESCAPED_CHAR_RE ::HTML_TAGS_WITH_BODY ::TYPOGRAPHIC_SYMS
      Kramdown::Converter::Latex unaffected #attribute_list #convert #convert_a #convert_abbreviation #convert_blank #convert_blockquote
      Kramdown::Converter::Latex unaffected #convert_br #convert_codeblock #convert_codespan #convert_comment #convert_dd #convert_dl
      Kramdown::Converter::Latex unaffected #convert_dt #convert_em #convert_entity #convert_footnote #convert_header #convert_hr
      Kramdown::Converter::Latex unaffected #convert_html_element #convert_img #convert_li #convert_math #convert_ol #convert_p #convert_raw
      Kramdown::Converter::Latex unaffected #convert_root #convert_smart_quote #convert_standalone_image #convert_strong #convert_table
      Kramdown::Converter::Latex unaffected #convert_tbody #convert_td #convert_text #convert_tfoot #convert_thead #convert_tr
      Kramdown::Converter::Latex unaffected #convert_typographic_sym #convert_ul #convert_xml_comment #convert_xml_pi #entity_to_latex
      Kramdown::Converter::Latex unaffected #escape #initialize #inner #latex_environment #latex_link_target #normalize_abbreviation_key
      Kramdown::Converter::Latex unaffected ::ENTITY_CONV_TABLE ::ESCAPE_MAP ::ESCAPE_RE ::TABLE_ALIGNMENT_CHAR ::TYPOGRAPHIC_SYMS
      Kramdown::Converter::Man unaffected #convert #convert_a #convert_abbreviation #convert_blank #convert_blockquote #convert_br
      Kramdown::Converter::Man unaffected #convert_codeblock #convert_codespan #convert_comment #convert_dd #convert_dl #convert_dt
      Kramdown::Converter::Man unaffected #convert_em #convert_entity #convert_footnote #convert_header #convert_hr #convert_html_element
      Kramdown::Converter::Man unaffected #convert_img #convert_li #convert_math #convert_ol #convert_p #convert_raw #convert_root
      Kramdown::Converter::Man unaffected #convert_smart_quote #convert_strong #convert_table #convert_tbody #convert_td #convert_text
      Kramdown::Converter::Man unaffected #convert_tfoot #convert_thead #convert_tr #convert_typographic_sym #convert_ul
      Kramdown::Converter::Man unaffected #convert_xml_comment #convert_xml_pi #escape #inner #macro #newline #quote #unicode_char
      Kramdown::Converter::Man unaffected ::TABLE_CELL_ALIGNMENT ::TYPOGRAPHIC_SYMS_MAP
      Kramdown::Converter::RemoveHtmlTags unaffected #convert #initialize
      Kramdown::Converter::Toc honoured #add_to_toc #convert #initialize
      Kramdown::Document honoured #initialize #inspect #method_missing #options #root #root= #try_require #warnings
      Kramdown::Element refused #attr #block? #children #children= #initialize #options #span? #type #type= #value #value= .category
      Kramdown::Element unaffected #inspect
      Kramdown::Element refused ::CATEGORY
      Kramdown::JekyllDocument honoured #initialize #to_html .options .parser .setup .try_require
      Kramdown::Options refused .defaults .define .defined? .definitions .merge .parse .simple_array_validator .simple_hash_validator
      Kramdown::Options refused .str_to_sym
      Kramdown::Options refused ::ALLOWED_TYPES
      Kramdown::Options::Boolean unaffected .===
      Kramdown::Parser::Base refused #adapt_source #add_text #extract_string #initialize #options #parse #root #source #warning .parse
      Kramdown::Parser::Base unaffected #warnings
      Kramdown::Parser::GFM refused #generate_gfm_header_id #initialize #paragraph_end #parse #parse_atx_header_gfm_quirk #parse_list
      Kramdown::Parser::GFM refused #parse_strikethrough_gfm #update_elements #update_raw_text #update_text_type
      Kramdown::Parser::GFM refused ::ATX_HEADER_START ::ESCAPED_CHARS_GFM ::FENCED_CODEBLOCK_MATCH ::FENCED_CODEBLOCK_START ::LIST_TYPES
      Kramdown::Parser::GFM refused ::NON_WORD_RE ::PARAGRAPH_END_GFM ::STRIKETHROUGH_DELIM ::STRIKETHROUGH_MATCH ::VERSION
      Kramdown::Parser::Html unaffected #parse
      Kramdown::Parser::Html::Constants refused ::HTML_ATTRIBUTE_RE ::HTML_BLOCK_ELEMENTS ::HTML_CDATA_RE ::HTML_COMMENT_RE
      Kramdown::Parser::Html::Constants refused ::HTML_CONTENT_MODEL ::HTML_CONTENT_MODEL_BLOCK ::HTML_CONTENT_MODEL_RAW
      Kramdown::Parser::Html::Constants refused ::HTML_CONTENT_MODEL_SPAN ::HTML_DOCTYPE_RE ::HTML_ELEMENT ::HTML_ELEMENTS_WITHOUT_BODY
      Kramdown::Parser::Html::Constants refused ::HTML_ENTITY_RE ::HTML_INSTRUCTION_RE ::HTML_SPAN_ELEMENTS ::HTML_TAG_CLOSE_RE
      Kramdown::Parser::Html::Constants refused ::HTML_TAG_RE
      Kramdown::Parser::Html::ElementConverter unaffected #convert_a #convert_b #convert_code #convert_em #convert_h1 #convert_h2
      Kramdown::Parser::Html::ElementConverter unaffected #convert_h3 #convert_h4 #convert_h5 #convert_h6 #convert_i #convert_pre
      Kramdown::Parser::Html::ElementConverter unaffected #convert_script #convert_strong #convert_table #convert_textarea #extract_text
      Kramdown::Parser::Html::ElementConverter unaffected #handle_math_tag #initialize #is_math_tag? #is_simple_table? #process
      Kramdown::Parser::Html::ElementConverter unaffected #process_children #process_html_element #process_text #remove_text_children
      Kramdown::Parser::Html::ElementConverter unaffected #remove_whitespace_children #set_basics #strip_whitespace #wrap_text_children
      Kramdown::Parser::Html::ElementConverter unaffected .convert
      Kramdown::Parser::Html::ElementConverter refused ::EMPHASIS_TYPE_MAP ::REMOVE_TEXT_CHILDREN ::REMOVE_WHITESPACE_CHILDREN
      Kramdown::Parser::Html::ElementConverter refused ::SIMPLE_ELEMENTS ::STRIP_WHITESPACE ::WRAP_TEXT_CHILDREN
      Kramdown::Parser::Html::Parser unaffected #handle_html_start_tag #handle_raw_html_tag #parse_html_attributes #parse_raw_html
      Kramdown::Parser::Html::Parser refused ::HTML_RAW_START
      Kramdown::Parser::Kramdown refused #add_header #add_link #after_block_boundary? #before_block_boundary? #configure_parser
      Kramdown::Parser::Kramdown refused #correct_abbreviations_attributes #fetch_pattern #handle_extension #handle_kramdown_html_tag
      Kramdown::Parser::Kramdown refused #initialize #new_block_el #normalize_link_id #paragraph_end #parse #parse_abbrev_definition
      Kramdown::Parser::Kramdown refused #parse_attribute_list #parse_atx_header #parse_autolink #parse_blank_line #parse_block_extensions
      Kramdown::Parser::Kramdown refused #parse_block_html #parse_block_math #parse_blockquote #parse_blocks #parse_codeblock
      Kramdown::Parser::Kramdown refused #parse_codeblock_fenced #parse_codespan #parse_definition_list #parse_emphasis #parse_eob_marker
      Kramdown::Parser::Kramdown refused #parse_escaped_chars #parse_extension_start_tag #parse_first_list_line #parse_footnote_definition
      Kramdown::Parser::Kramdown refused #parse_footnote_marker #parse_header_contents #parse_horizontal_rule #parse_html_entity
      Kramdown::Parser::Kramdown refused #parse_inline_math #parse_line_break #parse_link #parse_link_definition #parse_list
      Kramdown::Parser::Kramdown refused #parse_paragraph #parse_setext_header #parse_smart_quotes #parse_span_extensions #parse_span_html
      Kramdown::Parser::Kramdown refused #parse_spans #parse_table #parse_typographic_syms #replace_abbreviations #reset_env #restore_env
      Kramdown::Parser::Kramdown refused #save_env #span_parser_regexps #span_pattern_cache #update_attr_with_ial #update_ial_with_ial
      Kramdown::Parser::Kramdown refused #update_link_definitions #update_raw_text #update_tree .define_parser .has_parser? .parser
      Kramdown::Parser::Kramdown refused ::ABBREV_DEFINITION_START ::ACHARS ::ALD_ANY_CHARS ::ALD_CLASS_NAME ::ALD_ID_CHARS ::ALD_ID_NAME
      Kramdown::Parser::Kramdown refused ::ALD_START ::ALD_TYPE_ANY ::ALD_TYPE_CLASS_NAME ::ALD_TYPE_ID_NAME ::ALD_TYPE_ID_OR_CLASS
      Kramdown::Parser::Kramdown refused ::ALD_TYPE_ID_OR_CLASS_MULTI ::ALD_TYPE_KEY_VALUE_PAIR ::ALD_TYPE_REF ::ATX_HEADER_START
      Kramdown::Parser::Kramdown refused ::AUTOLINK_START ::AUTOLINK_START_STR ::BLANK_LINE ::BLOCKQUOTE_START ::BLOCK_BOUNDARY
      Kramdown::Parser::Kramdown refused ::BLOCK_EXTENSIONS_START ::BLOCK_MATH_START ::CODEBLOCK_MATCH ::CODEBLOCK_START
      Kramdown::Parser::Kramdown refused ::CODESPAN_DELIMITER ::DEFINITION_LIST_START ::EMPHASIS_START ::EOB_MARKER ::ESCAPED_CHARS
      Kramdown::Parser::Kramdown refused ::EXT_BLOCK_START ::EXT_BLOCK_STOP_STR ::EXT_SPAN_START ::EXT_START_STR ::EXT_STOP_STR
      Kramdown::Parser::Kramdown refused ::FENCED_CODEBLOCK_MATCH ::FENCED_CODEBLOCK_START ::FOOTNOTE_DEFINITION_START
      Kramdown::Parser::Kramdown refused ::FOOTNOTE_MARKER_START ::HEADER_ID ::HR_START ::HTML_BLOCK_START ::HTML_MARKDOWN_ATTR_MAP
      Kramdown::Parser::Kramdown refused ::HTML_SPAN_START ::IAL_BLOCK ::IAL_BLOCK_START ::IAL_CLASS_ATTR ::IAL_SPAN_START ::INDENT
      Kramdown::Parser::Kramdown refused ::INLINE_MATH_START ::LAZY_END ::LAZY_END_HTML_SPAN_ELEMENTS ::LAZY_END_HTML_START
      Kramdown::Parser::Kramdown refused ::LAZY_END_HTML_STOP ::LINE_BREAK ::LINK_BRACKET_STOP_RE ::LINK_DEFINITION_START
      Kramdown::Parser::Kramdown refused ::LINK_INLINE_ID_RE ::LINK_INLINE_TITLE_RE ::LINK_PAREN_STOP_RE ::LINK_START ::LIST_ITEM_IAL
      Kramdown::Parser::Kramdown refused ::LIST_ITEM_IAL_CHECK ::LIST_START ::LIST_START_OL ::LIST_START_UL ::OPT_SPACE ::PARAGRAPH_END
      Kramdown::Parser::Kramdown refused ::PARAGRAPH_MATCH ::PARAGRAPH_START ::PARSE_FIRST_LIST_LINE_REGEXP_CACHE ::PATTERN_TAIL
      Kramdown::Parser::Kramdown refused ::SETEXT_HEADER_START ::SMART_QUOTES_RE ::SPAN_EXTENSIONS_START ::SQ_CLOSE ::SQ_PUNCT ::SQ_RULES
      Kramdown::Parser::Kramdown refused ::SQ_SUBSTS ::TABLE_FSEP_LINE ::TABLE_HSEP_ALIGN ::TABLE_LINE ::TABLE_PIPE_CHECK ::TABLE_ROW_LINE
      Kramdown::Parser::Kramdown refused ::TABLE_SEP_LINE ::TABLE_START ::TRAILING_WHITESPACE ::TYPOGRAPHIC_SYMS ::TYPOGRAPHIC_SYMS_RE
      Kramdown::Parser::Kramdown refused ::TYPOGRAPHIC_SYMS_SUBST
      Kramdown::Parser::Markdown unaffected #initialize
      Kramdown::Parser::Markdown refused ::BLOCK_BOUNDARY ::CODEBLOCK_MATCH ::EXTENDED ::IAL_RAND_CHARS ::IAL_RAND_STRING ::IAL_SPAN_START
      Kramdown::Parser::Markdown refused ::LAZY_END ::LIST_ITEM_IAL ::PARAGRAPH_END
      Kramdown::Parser::SmartyPants unaffected #initialize #parse_content
      Kramdown::Utils refused .camelize .deep_const_get .snake_case
      Kramdown::Utils::Configurable unaffected #configurable
      Kramdown::Utils::Entities refused #entity .entity
      Kramdown::Utils::Entities refused ::ENTITY_MAP ::ENTITY_TABLE
      Kramdown::Utils::Entities::Entity refused #char
      Kramdown::Utils::Html refused #entity_to_str #escape_html #fix_cjk_line_break #html_attributes
      Kramdown::Utils::Html refused ::ESCAPE_ALL_RE ::ESCAPE_ATTRIBUTE_RE ::ESCAPE_MAP ::ESCAPE_RE_FROM_TYPE ::ESCAPE_TEXT_RE
      Kramdown::Utils::Html refused ::REDUNDANT_LINE_BREAK_REGEX
      Kramdown::Utils::LRUCache unaffected #[] #[]= #initialize
      Kramdown::Utils::StringScanner unaffected #current_line_number #initialize #pos= #revert_pos #save_pos #start_line_number
      Rouge refused .highlight .load_file .load_lexers .reload! .version
      Rouge refused ::LIB_DIR
      Rouge::Formatter honoured #escape? #filter_escapes #format #initialize #render #stream #token_lines .disable_escape! .enable_escape!
      Rouge::Formatter refused .escape_enabled? .find .format .tag .with_escape
      Rouge::Formatter refused ::REGISTRY
      Rouge::Formatters::HTML honoured #escape_special_html_chars #safe_span #span #stream
      Rouge::Formatters::HTML refused ::ESCAPE_REGEX ::TABLE_FOR_ESCAPE_HTML
      Rouge::Formatters::HTMLInline honoured #initialize #safe_span
      Rouge::Formatters::HTMLLegacy honoured #initialize #stream
      Rouge::Formatters::HTMLLineHighlighter honoured #initialize #stream
      Rouge::Formatters::HTMLLineTable honoured #initialize #stream
      Rouge::Formatters::HTMLLinewise honoured #initialize #stream
      Rouge::Formatters::HTMLPygments honoured #initialize #stream
      Rouge::Formatters::HTMLTable honoured #initialize #stream #style
      Rouge::Formatters::Null unaffected #initialize #stream
      Rouge::Formatters::Terminal256 unaffected #escape_sequence #get_style #initialize #make_escape_sequence #stream #text_style #theme
      Rouge::Formatters::Terminal256::EscapeSequence unaffected #bg #escape #fg #initialize #reset_string #stream_value #style #style_string
      Rouge::Formatters::Terminal256::EscapeSequence unaffected .closest_color .color_index .get_rgb .xterm_colors
      Rouge::Formatters::Terminal256::EscapeSequence refused ::MAX_DISTANCE
      Rouge::Formatters::Terminal256::Unescape unaffected #initialize #reset_string #stream_value #style_string
      Rouge::Formatters::TerminalTruecolor unaffected #make_escape_sequence
      Rouge::Formatters::TerminalTruecolor::TruecolorEscapeSequence unaffected #get_rgb #style_string
      Rouge::Formatters::Tex unaffected #escape_tex #hphantom_tag #initialize #render_line #stream #tag
      Rouge::Formatters::Tex refused ::ESCAPE ::ESCAPE_REGEX
      Rouge::Guesser refused #collect_best #filter .guess
      Rouge::Guesser::Ambiguous refused #alternatives #initialize #message
      Rouge::HasModes refused #get_mode #mode #mode! #set_mode!
      Rouge::Indentation refused #indentation #reset! #starts_block
      Rouge::InheritableHash refused #[] #each #include? #initialize #keys #parent
      Rouge::InheritableList refused #<< #each #initialize #own_entries #parent #push
      Rouge::Lexer refused #as_bool #as_lexer #as_list #as_string #as_token #bool_option #continue_lex #hash_option #initialize #lex
      Rouge::Lexer refused #lexer_option #list_option #options #reset! #stream_tokens #string_option #tag #token_option #with .aliases .all
      Rouge::Lexer refused .assert_utf8! .continue_lex .debug_enabled? .demo .demo_file .desc .detect? .detectable? .disable_debug!
      Rouge::Lexer refused .enable_debug! .filenames .find .find_fancy .guess .guess_by_filename .guess_by_mimetype .guess_by_source
      Rouge::Lexer refused .guesses .lex .lookup_fancy .mimetypes .option .option_docs .register .registry .tag .title
      Rouge::RegexLexer refused #delegate #get_state #goto #group #groups #in_state? #pop! #push #recurse #reset! #reset_stack #stack #state
      Rouge::RegexLexer refused #state? #step #stream_tokens #token #yield_token .append .get_state .prepend .replace_state .start
      Rouge::RegexLexer refused .start_procs .state .state_definitions .states
      Rouge::RegexLexer refused ::MAX_NULL_SCANS
      Rouge::RegexLexer::ClosedState refused #initialize #rule #state
      Rouge::RegexLexer::ClosedState unaffected #to_s
      Rouge::RegexLexer::InvalidRegex refused #initialize
      Rouge::RegexLexer::InvalidRegex unaffected #to_s
      Rouge::RegexLexer::Rule refused #beginning_of_line #callback #initialize #re
      Rouge::RegexLexer::Rule unaffected #inspect
      Rouge::RegexLexer::State refused #initialize #name #rules
      Rouge::RegexLexer::State unaffected #inspect
      Rouge::RegexLexer::StateDSL refused #appended #close! #context_sensitive? #initialize #load! #mixin #name #prepended #rule #rules
      Rouge::RegexLexer::StateDSL refused #to_state
      Rouge::TemplateLexer refused #parent
      Rouge::TexThemeRenderer unaffected #camelize #gen_inline #initialize #inline_name #palette_name #render #render_blank
      Rouge::TexThemeRenderer unaffected #render_inline_pallete #render_palette #render_style #token_name
    TABLE
  end
end

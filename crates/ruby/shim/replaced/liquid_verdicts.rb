# The same as verdicts.rb for the classes of Liquid, and for Ruby's own classes, whose methods templates call.
module Hastie
  module Reopening
    LIQUID_VERDICTS = <<~TABLE.freeze
      Array refused #+ #<=> #== #[] #compact #concat #count #each #empty? #first #flatten #group_by #include? #inspect #join #last #length
      Array refused #map #pop #push #reject #reverse #reverse_each #sample #select #shift #size #slice #sort #sort_by #to_a #to_liquid #to_s
      Array refused #uniq #unshift
      Date refused #<=> #inspect #iso8601 #rfc2822 #rfc822 #strftime #to_liquid #to_s #to_time #xmlschema
      DateTime refused #inspect #iso8601 #rfc2822 #rfc822 #strftime #to_liquid #to_s #to_time #xmlschema
      FalseClass refused #== #inspect #to_liquid #to_s
      Float refused #% #* #+ #- #/ #< #<=> #== #> #abs #ceil #floor #inspect #round #to_i #to_liquid #to_s
      Hash refused #== #[] #each #empty? #fetch #first #include? #inspect #key? #keys #map #select #size #to_a #to_liquid #to_s #values
      Integer refused #% #* #+ #- #/ #< #<=> #== #> #[] #abs #ceil #floor #inspect #round #size #to_i #to_liquid #to_s
      NilClass refused #== #inspect #to_a #to_i #to_liquid #to_s
      Numeric refused #inspect #to_liquid #to_s
      Range refused #each #first #include? #inspect #last #map #size #to_a #to_liquid #to_s
      String refused #+ #<=> #== #=~ #[] #capitalize #casecmp #downcase #each_line #empty? #encode #end_with? #gsub #include? #inspect
      String refused #length #lstrip #match #match? #rstrip #scan #size #slice #split #start_with? #strip #sub #to_f #to_i #to_liquid #to_s
      String refused #to_str #tr #upcase
      Symbol refused #<=> #== #inspect #to_liquid #to_s #to_sym
      Time refused #+ #- #<=> #day #getlocal #hour #inspect #iso8601 #localtime #min #month #rfc2822 #rfc822 #sec #strftime #to_i #to_liquid
      Time refused #to_s #to_time #utc #xmlschema #year .at .parse
      TrueClass refused #== #inspect #to_liquid #to_s
      Liquid refused .cache_classes .cache_classes=
      Liquid refused ::AnyStartingTag ::ArgumentSeparator ::FilterArgumentSeparator ::FilterSeparator ::PartialTemplateParser
      Liquid refused ::QuotedFragment ::QuotedString ::TagAttributes ::TagEnd ::TagStart ::TemplateParser ::VERSION
      Liquid refused ::VariableAttributeSeparator ::VariableEnd ::VariableIncompleteEnd ::VariableParser ::VariableSegment
      Liquid refused ::VariableSignature ::VariableStart ::WhitespaceControl
      Liquid::Assign honoured #blank? #initialize #render
      Liquid::Assign refused #assign_score_of #from #to
      Liquid::Assign refused ::Syntax
      Liquid::Assign::ParseTreeVisitor unaffected #children
      Liquid::BlankFileSystem unaffected #read_template_file
      Liquid::Block refused #blank? #block_delimiter #block_name #initialize #nodelist #parse #parse_body #render #unknown_tag
      Liquid::Block refused ::MAX_DEPTH
      Liquid::BlockBody refused #blank? #check_resources #create_variable #initialize #nodelist #parse #raise_missing_tag_terminator
      Liquid::BlockBody refused #raise_missing_variable_terminator #registered_tags #render #render_node_to_output #whitespace_handler
      Liquid::BlockBody refused ::ContentOfVariable ::FullToken ::TAGSTART ::VARSTART ::WhitespaceOrNothing
      Liquid::Break refused #interrupt
      Liquid::Capture honoured #blank? #initialize #render
      Liquid::Capture refused ::Syntax
      Liquid::Case honoured #initialize #nodelist #parse #render #unknown_tag
      Liquid::Case refused #blocks #left #record_else_condition #record_when_condition
      Liquid::Case refused ::Syntax ::WhenSyntax
      Liquid::Case::ParseTreeVisitor unaffected #children
      Liquid::Comment honoured #blank? #render #unknown_tag
      Liquid::Condition refused #and #attach #attachment #child_condition #child_relation #else? #equal_variables #evaluate #initialize
      Liquid::Condition refused #interpret_condition #left #left= #operator #operator= #or #right #right= .operators
      Liquid::Condition unaffected #inspect
      Liquid::Condition::ParseTreeVisitor unaffected #children
      Liquid::Context refused #[] #[]= #add_filters #apply_global_filter #clear_instance_assigns #environments #errors #evaluate
      Liquid::Context refused #exception_renderer #exception_renderer= #find_variable #global_filter #global_filter= #handle_error
      Liquid::Context refused #initialize #internal_error #interrupt? #invoke #key? #lookup_and_evaluate #merge #partial #partial= #pop
      Liquid::Context refused #pop_interrupt #push #push_interrupt #registers #resource_limits #scopes
      Liquid::Context refused #squash_instance_assigns_with_environments #stack #strainer #strict_filters #strict_filters= #strict_variables
      Liquid::Context refused #strict_variables= #template_name #template_name=
      Liquid::Context unaffected #warnings
      Liquid::Continue refused #interrupt
      Liquid::Cycle honoured #initialize #render
      Liquid::Cycle refused #variables #variables_from_string
      Liquid::Cycle refused ::NamedSyntax ::SimpleSyntax
      Liquid::Cycle::ParseTreeVisitor unaffected #children
      Liquid::Decrement honoured #initialize #render
      Liquid::Document refused #parse #unknown_tag .parse
      Liquid::Drop refused #[] #context= #invoke_drop #key? #liquid_method_missing #to_liquid .invokable? .invokable_methods
      Liquid::Drop unaffected #inspect #to_s
      Liquid::ElseCondition refused #else? #evaluate
      Liquid::Error refused #line_number #line_number= #markup_context #markup_context= #message_prefix #template_name #template_name=
      Liquid::Error unaffected #to_s
      Liquid::Expression refused .parse
      Liquid::Expression refused ::DOUBLE_QUOTED_STRING ::FLOATS_REGEX ::INTEGERS_REGEX ::LITERALS ::RANGES_REGEX ::SINGLE_QUOTED_STRING
      Liquid::Expression::MethodLiteral refused #initialize #method_name #to_liquid
      Liquid::Expression::MethodLiteral unaffected #to_s
      Liquid::For honoured #initialize #nodelist #parse #render #unknown_tag
      Liquid::For refused #collection_name #collection_segment #from #lax_parse #limit #render_else #render_segment #set_attribute
      Liquid::For refused #strict_parse #variable_name
      Liquid::For refused ::Syntax
      Liquid::For::ParseTreeVisitor unaffected #children
      Liquid::ForloopDrop refused #first #increment! #index #index0 #initialize #last #length #name #parentloop #rindex #rindex0
      Liquid::I18n unaffected #deep_fetch_translation #initialize #interpolate #locale #path #t #translate
      Liquid::I18n refused ::DEFAULT_LOCALE
      Liquid::If honoured #initialize #nodelist #parse #render #unknown_tag
      Liquid::If refused #blocks #lax_parse #parse_binary_comparisons #parse_comparison #push_block #strict_parse
      Liquid::If refused ::BOOLEAN_OPERATORS ::ExpressionsAndOperators ::Syntax
      Liquid::If::ParseTreeVisitor unaffected #children
      Liquid::Ifchanged honoured #render
      Liquid::Include honoured #initialize #parse #render
      Liquid::Include refused #attributes #load_cached_partial #parse_context #read_template_from_file_system #template_name_expr
      Liquid::Include refused #variable_name_expr
      Liquid::Include refused ::Syntax
      Liquid::Include::ParseTreeVisitor unaffected #children
      Liquid::Increment honoured #initialize #render
      Liquid::Interrupt refused #initialize #message
      Liquid::Lexer refused #initialize #tokenize
      Liquid::Lexer refused ::COMPARISON_OPERATOR ::DOTDOT ::DOUBLE_STRING_LITERAL ::IDENTIFIER ::NUMBER_LITERAL ::SINGLE_STRING_LITERAL
      Liquid::Lexer refused ::SPECIALS ::WHITESPACE_OR_NOTHING
      Liquid::LocalFileSystem unaffected #full_path #initialize #read_template_file #root #root=
      Liquid::ParseContext refused #[] #depth #depth= #error_mode #initialize #line_number #line_number= #locale #locale= #partial #partial=
      Liquid::ParseContext refused #partial_options #trim_whitespace #trim_whitespace=
      Liquid::ParseContext unaffected #warnings
      Liquid::ParseTreeVisitor unaffected #add_callback_for #children #initialize #visit .for
      Liquid::Parser refused #argument #consume #consume? #expression #id? #initialize #jump #look #variable_signature
      Liquid::ParserSwitching refused #markup_context #parse_with_selected_parser #strict_parse_with_error_context
      Liquid::RangeLookup refused #evaluate #initialize #to_integer .parse
      Liquid::Raw honoured #blank? #initialize #nodelist #parse #render
      Liquid::Raw refused #ensure_valid_markup
      Liquid::Raw refused ::FullTokenPossiblyInvalid ::Syntax
      Liquid::ResourceLimits refused #assign_score #assign_score= #assign_score_limit #assign_score_limit= #initialize #reached?
      Liquid::ResourceLimits refused #render_length #render_length= #render_length_limit #render_length_limit= #render_score #render_score=
      Liquid::ResourceLimits refused #render_score_limit #render_score_limit= #reset
      Liquid::StandardFilters honoured #abs #append #at_least #at_most #capitalize #ceil #compact #concat #date #default #divided_by
      Liquid::StandardFilters honoured #downcase #escape #escape_once #first #floor #h #join #last #lstrip #map #minus #modulo
      Liquid::StandardFilters honoured #newline_to_br #plus #prepend #remove #remove_first #replace #replace_first #reverse #round #rstrip
      Liquid::StandardFilters honoured #size #slice #sort #sort_natural #split #strip #strip_html #strip_newlines #times #truncate
      Liquid::StandardFilters honoured #truncatewords #uniq #upcase #url_decode #url_encode #where
      Liquid::StandardFilters refused #apply_operation #nil_safe_casecmp #nil_safe_compare #raise_property_error
      Liquid::StandardFilters refused ::HTML_ESCAPE ::HTML_ESCAPE_ONCE_REGEXP ::STRIP_HTML_BLOCKS ::STRIP_HTML_TAGS
      Liquid::StandardFilters::InputIterator refused #compact #concat #each #empty? #initialize #join #reverse #uniq
      Liquid::Strainer refused #initialize #invoke .add_filter .create .filter_methods .global_filter .invokable?
      Liquid::TableRow honoured #initialize #render
      Liquid::TableRow refused #attributes #collection_name #variable_name
      Liquid::TableRow refused ::Syntax
      Liquid::TableRow::ParseTreeVisitor unaffected #children
      Liquid::TablerowloopDrop refused #col #col0 #col_first #col_last #first #increment! #index #index0 #initialize #last #length #rindex
      Liquid::TablerowloopDrop refused #rindex0 #row
      Liquid::Tag refused #blank? #initialize #line_number #name #nodelist #options #parse #parse_context #raw #render #tag_name .parse
      Liquid::Template refused #apply_options_to_context #assigns #errors #initialize #instance_assigns #parse #registers #render #render!
      Liquid::Template refused #resource_limits #root #root= #tokenize #with_profiling .default_exception_renderer
      Liquid::Template refused .default_exception_renderer= .default_resource_limits .error_mode .error_mode= .file_system .file_system=
      Liquid::Template refused .parse .register_filter .register_tag .tags .taint_mode .taint_mode=
      Liquid::Template unaffected #profiler #warnings
      Liquid::Template::TagRegistry refused #[] #[]= #delete #each #initialize #lookup_class
      Liquid::Tokenizer refused #initialize #line_number #shift #tokenize
      Liquid::Unless honoured #render
      Liquid::Utils refused .slice_collection .slice_collection_using_each .to_date .to_integer .to_number
      Liquid::Variable refused #evaluate_filter_expressions #filters #filters= #initialize #lax_parse #line_number #line_number=
      Liquid::Variable refused #markup_context #name #name= #options #parse_context #parse_filter_expressions #parse_filterargs #raw #render
      Liquid::Variable refused #strict_parse
      Liquid::Variable refused ::FilterArgsRegex ::FilterMarkupRegex ::FilterParser ::JustTagAttributes ::MarkupWithQuotedFragment
      Liquid::Variable::ParseTreeVisitor unaffected #children
      Liquid::VariableLookup refused #== #evaluate #initialize #lookups #name #state .parse
      Liquid::VariableLookup refused ::COMMAND_METHODS ::SQUARE_BRACKETED
      Liquid::VariableLookup::ParseTreeVisitor unaffected #children
    TABLE
  end
end

# The operations that the program calls.
module Hastie
  class << self
    attr_accessor :log_level, :native_filters, :no_defaults
    attr_writer :collection_labels

    def collection_labels
      @collection_labels ||= []
    end

    def no_defaults?
      @no_defaults
    end

    # The classes below `base`. In safe mode, only those that declare themselves safe.
    def allowed(base)
      Hastie.model.site.safe ? base.descendants.select(&:safe) : base.descendants
    end

    def converters
      @converters ||= allowed(Jekyll::Converter).sort_by.with_index { |kind, at| [-Jekyll::Plugin::PRIORITIES[kind.priority], at] }
                                .map { |kind| kind.new(Hastie.model.site.config) }
    end

    def generators
      @generators ||= allowed(Jekyll::Generator).sort_by.with_index { |kind, at| [-Jekyll::Plugin::PRIORITIES[kind.priority], at] }
                                .map { |kind| kind.new(Hastie.model.site.config) }
    end
  end
  self.log_level = :info

  # The operations that the program calls by name, each as one method.
  module Server
    class << self
      def begin_site(config, facts)
        Hastie::LocalZone.install(facts["zone"])
        Hastie::LocalZone::Variable.install(config["timezone"])
        Hastie.stop_clock(facts["clock"]) if facts["clock"]
        Hastie.log_level = facts["log_level"].to_sym
        Hastie.collection_labels = facts["collections"]
        Hastie.no_defaults = facts["no_defaults"]
        Hastie::Gems.folders = facts["gem_folders"]
        Hastie::Gems.native = facts["native"] || []
        Libraries.of_plugins(Hastie::Gems.native)
        AddedMethods.of(Hastie::Gems.native)
        Hastie.model.site = Jekyll::Site.new(config)
        Hastie.model.site.hastie_setup(facts)
        Liquid::Template.hastie_take_mode(config.dig("liquid", "error_mode"))
        Reopening.note_constants
        nil
      end

      def load_file(path)
        RougeOnDemand::GEM::Lexer.hastie_expect(path)
        Hastie::Network.skipping { TOPLEVEL_BINDING.receiver.send(:require, path) }
      end

      # Loads a plugin that is a gem. Returns a reason if that is impossible.
      def load_gem(name)
        Hastie::Gems.load(name)
        nil
      rescue LoadError => e
        e.message
      end

      def set_up(facts)
        Hastie.model.site.hastie_setup(facts)
        Hastie.model.stage = "model"
        Hastie.collection_labels = facts["collections"]
        nil
      end

      # The definitions of all plugins, such as filters, tags and hooks.
      def definitions
        Reopening.check_constants
        Libraries.check_classes
        Hastie.model.show_time
        changed = Libraries.changed_plugins
        changed.each_value { |mod| Liquid::Template.register_filter(mod) }
        filters = Filters.of_plugins | changed.values.flat_map { |mod| Liquid::Strainer.hastie_names(mod) }
        native = Hastie.changed_native_tags
        native.each { |name, kind| Liquid::Template.tags[name] = kind }
        {
          "tags" => Liquid::Template.tags.map { |name, kind| [name, kind.is_a?(Class) && kind <= Liquid::Block] },
          "filters" => filters,
          "changed_plugins" => changed.keys,
          "generators" => Hastie.allowed(Jekyll::Generator).map { |kind| [kind.name.to_s, Jekyll::Plugin::PRIORITIES[kind.priority]] },
          "converters" => converter_rows,
          "hooks" => Jekyll::Hooks.hastie_points,
          "processors" => processors,
          "drops" => drop_methods,
          "operators" => Liquid::Condition.hastie_own_operators,
          "steps" => SiteSteps.changed,
          "render_steps" => RenderSteps.changed,
          "writes_trees" => Kramdown::Converter::Html.hastie_used?,
          "links" => !own?(Jekyll::Filters::URLFilters, :relative_url),
          "reads_posts" => Rereading.needed? || Headers.may_be_replaced? || Jekyll::Excerpt.hastie_changed?,
          "publishes" => Rereading.posts?,
          "replaces_urls" => replaces_urls?,
          "blanks" => blanks
        }
      end

      # For a value of each kind, whether a plugin's or a library's `blank?` holds.
      def blanks
        [nil, false, true, 1, "", " ", "a", [], [1], {}, { 1 => 1 }].map { |value| value.respond_to?(:blank?) && value.blank? ? true : false }
      end

      # The converters of plugins: index, class, priority, the texts around highlighted code, and the built-in converter that the class
      # inherits from.
      def converter_rows
        Hastie.allowed(Jekyll::Converter).each_with_index.map do |kind, at|
          native = kind.hastie_native if kind < Jekyll::Converters::Native && kind.superclass != Jekyll::Converter
          [at, kind.name.to_s, Jekyll::Plugin::PRIORITIES[kind.priority], kind.highlighter_prefix, kind.highlighter_suffix, native]
        end
      end

      # Markdown processors by their names in the configuration. kramdown is included only if a plugin has changed it.
      def processors
        native = Jekyll::Converters::Markdown::KramdownParser
        # Without constants of the superclass: these are not processors.
        own = Jekyll::Converters::Markdown.constants(false).map(&:to_s) - %w(KramdownParser)
        %i(initialize setup convert).all? { |name| own?(native, name) } ? own : own.push("kramdown")
      end

      def drop_methods
        %w(DocumentDrop ExcerptDrop SiteDrop StaticFileDrop CollectionDrop UrlDrop JekyllDrop).to_h do |name|
          [name, Jekyll::Drops.const_get(name).hastie_added]
        end
      end

      # The names of the methods that plugins have replaced for all pages, documents or static files.
      def page_methods
        [Jekyll::Page, Jekyll::Document, Jekyll::StaticFile].to_h do |kind|
          changed = %i(url destination to_liquid write write? output= content=).select { |name| kind.method_defined?(name) && !own?(kind, name) }
          changed |= %i(url destination) unless kind.hastie_url_own?
          changed |= %i(to_liquid) if kind == Jekyll::Page && !Parts.own?(:page_keys)
          changed |= %i(write?) if kind == Jekyll::Document && Jekyll::Publisher.hastie_replaced?
          [kind.name, changed.map(&:to_s)]
        end
      end

      # Whether URLs of pages or documents depend on plugins, and a plugin of the program reads them before Ruby is asked for all.
      def replaces_urls?
        return false unless Gems.native.include?("jekyll-redirect-from")

        page_methods.values_at("Jekyll::Page", "Jekyll::Document").any? { |names| names.include?("url") }
      end

      def own?(kind, name)
        Hastie.own_method?(kind.instance_method(name))
      end

      def version
        Hastie.model.version
      end

      # Filters that change nothing, tags for which it does not matter when they are parsed, and the filters among the first that may read
      # keys of a hash. Reading a missing key of the site's tags or categories adds it.
      def unordered
        kinds = Liquid::Template.tags.transform_values { |kind| kind.is_a?(String) ? Object.const_get(kind) : kind }
        filters = Filters.of_plugins.select { |name| Filters.reading?(name) && !Filters.finding_groups?(name) }
        [filters, kinds.select { |_, kind| Pure.parsing?(kind) }.keys, filters.select { |name| Filters.indexing?(name) }]
      end

      # Whether a filter of a plugin may change its arguments.
      def mutating?
        Filters.of_plugins.any? { |name| !Filters.reading?(name) }
      end

      # Begins a phase of the build: "render" or "written".
      def stage(name)
        Hastie.model.stage = name
        Hastie.model.site.hastie_watch_objects if Hastie.model.rendering?
        Hastie.model.site.hastie_add_source_maps if name == "written"
        nil
      end

      # Marks objects as outdated. `changed` has the names of the changed pages and documents. nil if all may have changed.
      def stale(changed = nil)
        Hastie.model.stale(changed)
        # Collections and excerpts depend on the configuration of this moment.
        Hastie.model.site.hastie_read
        nil
      end

      def reset
        Hastie.model.site.hastie_reset
        Hastie.model.computed.clear
        FileResults.clear
        Hastie.model.stage = "model"
        Hastie.model.stale
        nil
      end

      def changes
        Hastie.model.changes
      end

      # -- phases of the whole site

      def generate(at)
        Jekyll::Hooks.hastie_running = nil
        by_place = Hastie.allowed(Jekyll::Generator)
        generator = Hastie.generators.find { |one| one.instance_of?(by_place[at]) }
        Hastie::Network.skipping { generator.generate(Hastie.model.site) }
        changes_and_definitions
      rescue NotImplementedError => e
        raise if names_plugin?(e)

        raise e.class, e.message, ["#{generator.method(:generate).source_location.join(":")}:in `generate'"]
      end

      def site_hook(event, *arguments)
        Jekyll::Hooks.trigger(:site, event.to_sym, Hastie.model.site, *arguments)
        changes_and_definitions
      end

      # The changes, with the new definitions if a generator or hook has registered hooks.
      def changes_and_definitions
        changes = changes_of_hook
        return changes unless Jekyll::Hooks.hastie_new? || Hastie.model.site.hastie_time_converted?

        (changes || {}).merge("definitions" => definitions)
      end

      # Runs a plugin's method of Site until it calls the original.
      def begin_step(name)
        SiteSteps.enter(name)
        changes_and_definitions
      end

      # Runs the rest of a plugin's method of Site.
      def end_step(name)
        SiteSteps.leave(name)
        changes_and_definitions
      end

      # `:site, :after_init`, before anything depends on the configuration.
      def after_init
        site = Hastie.model.site
        Jekyll::Hooks.trigger(:site, :after_init, site)
        Hastie.no_defaults &&= Array(site.config["defaults"]).empty?
        site.hastie_first_changes
      end

      # The results of replaced methods for all pages and documents.
      def overrides
        site = Hastie.model.site
        OwnToLiquid.call_all(site)
        RenderSteps.check_layouts(site)
        changed = page_methods
        items = []
        items.concat(site.pages) unless (changed["Jekyll::Page"] & %w(url destination to_liquid write write?)).empty?
        items.concat(site.collections.values.flat_map(&:docs)) unless (changed["Jekyll::Document"] & %w(url destination write write?)).empty?
        items.concat(site.static_files) unless (changed["Jekyll::StaticFile"] & %w(url destination write write?)).empty?
        Hastie.model.computed.each_key(&:hastie_compute)
        changes_with_overrides(items)
      end

      # The same for the pages and documents that have redirects. In Ruby, a generator asks for their URLs, which are then kept.
      def redirect_urls
        site = Hastie.model.site
        items = site.pages + site.docs_to_write
        changes_with_overrides(items.select { |item| item.data && (item.data["redirect_from"] || item.data["redirect_to"]) })
      end

      # The changes, with the results of the items' replaced methods. Items that only Ruby has are left out.
      def changes_with_overrides(items)
        objects = items.select { |item| item.instance_variable_get(:@hastie_mirror) }
                        .map { |item| [item.hastie_look.hastie_name, item.hastie_overrides] }
        result = Hastie.model.changes || {}
        objects.empty? ? result : result.merge("objects" => (result["objects"] || []) + objects)
      end

      def site_payload_hook(event)
        payload = event == "pre_render" ? site_payload : Payload.hastie_finished
        Hastie.model.site.hastie_add_source_maps unless event == "pre_render"
        of_site = payload.hastie_set.dup
        Jekyll::Hooks.trigger(:site, event.to_sym, Hastie.model.site, payload)
        [payload.hastie_set, changes_and_definitions, of_site]
      end

      # The payload that a plugin's own `site_payload` returns.
      def site_payload
        given = Hastie.model.site.site_payload
        return given if given.is_a?(Payload)

        given.to_h.except("site", "jekyll").each_with_object(Payload.new) { |(key, value), payload| payload[key] = value unless value.nil? }
      end

      # Runs the replaced methods of readers. Returns the changes.
      def read_posts
        Headers.read(Hastie.model.site)
        Rereading.run(Hastie.model.site)
        Jekyll::Excerpt.hastie_make(Hastie.model.site) if Jekyll::Excerpt.hastie_changed?
        Hastie.model.changes
      end

      def obsolete(files)
        Jekyll::Hooks.trigger(:clean, :on_obsolete, files)
        files
      end

      # -- pages and documents

      def documents_made(label, numbers, paths, kinds, data, answers)
        Created.new(Hastie.model.site.hastie_collection(label), data).run(numbers, paths.split("\0"), kinds, answers)
      end

      def page_made(page, fields)
        page.hastie_given(fields)
        Jekyll::Hooks.trigger(:pages, :post_init, page)
        found = page.hastie_changes
        Hastie.model.note_created(page, page.data) if found&.key?("data")
        page.hastie_forget
        found
      end

      # Runs the hooks of a page or document for an event. `text` is the text that they may change. Returns the new text and other changes.
      def item_hook(event, item, name, text, page = nil, extras = nil)
        arguments = []
        if event == "pre_render"
          item.hastie_share_values(page) if page.is_a?(Hash)
          payload = Payload.new(page)
          extras&.each { |key, value| payload[key] = value unless key == "page" }
          before = page.is_a?(Hash) ? Fingerprint.of(page) : nil
          shared = Snapshot.of(page) if before
          arguments << payload
        end
        changed = name ? item.hastie_with(name, text) { trigger(item, event.to_sym, *arguments) } : trigger(item, event.to_sym)
        changed = nil unless name
        change_shared(item, shared) if shared
        payload&.hastie_set_added
        payload&.hastie_set_changed
        [changed, payload && payload_changes(payload, page, before), changes_of_hook]
      end

      # The changes of a hook. While documents are rendered, they are sent here, so that an error names the hook.
      def changes_of_hook
        found = Hastie.model.changes
        return found unless found && Hastie.model.rendering?

        Hastie.ask("changes", found)
        nil
      rescue NotImplementedError => e
        raise if names_plugin?(e)

        raise e.class, e.message, Jekyll::Hooks.hastie_place || e.backtrace
      end

      # Whether the backtrace of an error has a line of a plugin.
      def names_plugin?(error)
        error.backtrace.any? { |place| !place.start_with?("hastie/", "<internal:") && place.include?(".rb:") }
      end

      # Sends objects in the hash of a page that hooks changed in place. Those in the front matter are sent with the page.
      def change_shared(item, snapshot)
        changes = snapshot.changes.reject { |path, _| path.empty? || item.data.key?(path.first) }
        Hastie.ask("change", nil, "page", changes) unless changes.empty?
      end

      def payload_changes(payload, page, before)
        set = payload.hastie_set.dup
        set["page"] = page if before && !set.key?("page") && Fingerprint.of(page) != before
        set
      end

      def trigger(item, event, *arguments)
        if item.is_a?(Jekyll::Document)
          Jekyll::Hooks.trigger(item.collection.label.to_sym, event, item, *arguments)
          Jekyll::Hooks.trigger(:documents, event, item, *arguments)
        else
          Jekyll::Hooks.trigger(:pages, event, item, *arguments)
        end
      end

      # Writes a page or file whose class has its own `write` or `output`.
      def write(item)
        item.hastie_fetch_output unless item.is_a?(Jekyll::StaticFile)
        item.write(Hastie.model.site.dest)
        nil
      end

      # Calls a method of Renderer that a plugin has replaced.
      def render_step(name, item, text, path, page)
        [*RenderSteps.call(name, item, text, path, page), Hastie.model.changes]
      end

      # Calls a document's `output=` that a plugin has replaced.
      def set_output(item, text)
        item.hastie_look
        item.output = text
        item.instance_variable_get(:@output)
      ensure
        item.remove_instance_variable(:@output) if item.instance_variable_defined?(:@output)
      end

      # The keys and values of a page, from a plugin's own `to_liquid`.
      def page_attributes(page)
        page.hastie_look
        page.hastie_attributes
      end

      def override(item, names)
        site = Hastie.model.site
        item.hastie_look
        names.to_h do |name|
          [name, name == "destination" ? item.destination(site.dest) : item.public_send(name)]
        end
      end

      def url_placeholder(item, name, fields)
        item.hastie_given(fields)
        Jekyll::Drops::UrlDrop.new(item).public_send(name)
      ensure
        item.hastie_forget
      end

      def drop_method(drop, name)
        drop.public_send(name)
      end

      # -- templates

      # All tags of a template share one parse context in Liquid. Later, it has the template's last line.
      def tag(name, markup, line, last_line)
        kind = Liquid::Template.tags[name]
        kind = Object.const_get(kind) if kind.is_a?(String)
        parse_context = Liquid::ParseContext.new(line ? { :line_numbers => true } : {})
        parse_context.line_number = line
        tag = kind.parse(name, markup, Liquid::Tokenizer.hastie_rest, parse_context)
        parse_context.line_number = last_line
        [Hastie.objects.keep(tag), tag.blank?]
      end

      def tag_render(number, serial, name)
        context = Liquid::Context.of(serial, name)
        text = Hastie.objects[number].render(context)
        [text_of(text), live_changes]
      end

      def live_changes
        return unless Hastie.model.live?
        return Hastie.model.changes unless Hastie.model.site.hastie_time_converted? && !Hastie.model.time_shown?

        raise NotImplementedError, "a plugin converts site.time in place while documents are rendered: use getutc or getlocal"
      end

      # The text that Liquid writes for the result of a tag.
      def text_of(value)
        value = value.join if value.is_a?(Array)
        value.is_a?(String) ? String.new(value) : value.to_s
      end

      # The number of calls after which it is worthwhile to examine a filter's instructions.
      CALLS_BEFORE_EXAMINING = 2

      # `page` contains keys of the page that the filter will probably read.
      def filter(name, serial, template, page, input, *arguments)
        context = Liquid::Context.of(serial, template)
        return own_filter(context, name.delete_prefix("own:"), input, arguments) if name.start_with?("own:")

        count = ((@filter_calls ||= {})[name] || 0) + 1
        @filter_calls[name] = count
        return calm_filter(context, name, page, input, arguments) if count > CALLS_BEFORE_EXAMINING && Filters.reading?(name)

        own_filter(context, name, input, arguments)
      end

      # Calls a filter that only a plugin's template has.
      def own_filter(context, name, input, arguments)
        given = [input, *arguments]
        before = given.map { |one| Snapshot.of(one) }
        result = filtered(context, name, input, arguments)
        [result, live_changes, changes_of(given, before, result)]
      end

      # The changes of arguments: rows of an index, the objects that changed in place, and whether the argument is the result.
      def changes_of(given, before, result)
        rows = given.each_with_index.filter_map do |one, at|
          changes = before[at]&.changes
          [at, changes, one.equal?(result)] if changes && !changes.empty?
        end
        rows.empty? ? nil : rows
      end

      # Calls a filter that changes nothing, except that reading a missing tag or category adds it to the site's.
      def calm_filter(context, name, page, input, arguments)
        sizes = Hastie.model.site.hastie_group_sizes
        row = calm_row(context, name, page, input, arguments)
        Hastie.model.site.hastie_group_sizes == sizes ? row : [row.first, live_changes, nil]
      end

      # Also returns whether the result depends only on the arguments. Otherwise returns the keys of the page that the filter
      # read, and whether the result is valid until they, the configuration or the data change.
      def calm_row(context, name, page, input, arguments)
        VariableCopies.paused = true
        if Filters.tracing?(name)
          result, seen = Trace.of(name, page) { filtered(context, name, input, arguments) }
          return [result, nil, nil, false, seen, Filters.lasting?(name)] if seen
        end
        [filtered(context, name, input, arguments), nil, nil, Filters.function?(name)]
      ensure
        VariableCopies.paused = false
      end

      def filtered(context, name, input, arguments)
        result = context.strainer.hastie_call(name, input, arguments)
        check_encoding(result, context.strainer, name) if result.is_a?(String)
        settled(result)
      end

      # Ruby counts and joins the bytes of a binary text. Templates only have texts in UTF-8 here.
      def check_encoding(text, strainer, name)
        return if text.encoding == Encoding::UTF_8 ? text.valid_encoding? : text.ascii_only?

        filter = strainer.method(name)
        kind = text.encoding == Encoding::UTF_8 ? "invalid UTF-8" : text.encoding
        raise NotImplementedError, "the filter #{filter.name} returned a text in #{kind}, which templates cannot have here: " \
                                   "encode it as UTF-8", [filter.source_location.join(":")]
      end

      def settled(result)
        return result.to_liquid if result.respond_to?(:to_liquid)
        # An OpenStruct has a method for every name. It returns nil.
        return if defined?(OpenStruct) && result.is_a?(OpenStruct)

        said = result.inspect
        raise NoMethodError, "undefined method `to_liquid' for #{said}#{":#{result.class}" unless said.start_with?("#")}"
      end

      def operator(name, left, right)
        operation = Liquid::Condition.operators[name]
        operation.respond_to?(:call) ? operation.call(Liquid::Condition.new, left, right) : left.public_send(operation, right)
      end

      def work(number)
        Hastie.objects[number].call
        nil
      end

      # -- converters

      def converter_for(at, ext)
        one = Hastie.allowed(Jekyll::Converter)[at]
        converter = Hastie.converters.find { |found| found.instance_of?(one) }
        converter.matches(ext) ? [true, converter.output_ext(ext)] : [false, nil]
      end

      def convert(at, content)
        one = Hastie.allowed(Jekyll::Converter)[at]
        [Hastie.converters.find { |found| found.instance_of?(one) }.convert(content), live_changes]
      end

      # Converts a document that the program's kramdown has parsed. Returns the HTML and the warnings.
      def tree(tree)
        root = Kramdown::Reading.new(tree).root((Hastie.model.site.config["kramdown"] || {}).transform_keys(&:to_sym))
        html, warnings = Kramdown::Converter::Html.convert(root)
        [html, tree["warnings"] + warnings]
      end

      def process(name, content)
        @processors ||= {}
        kind = name == "kramdown" ? "KramdownParser" : name
        processor = @processors[name] ||= Jekyll::Converters::Markdown.const_get(kind).new(Hastie.model.site.config)
        [processor.convert(content), live_changes]
      end

      # Runs a script that does not belong to a site.
      def script(text, path)
        TOPLEVEL_BINDING.eval(text, path, 1)
        nil
      end
    end
  end

  # Stops the clock, so that two builds have the same output.
  def self.stop_clock(seconds)
    Time.define_singleton_method(:now) { |**options| options.empty? ? at(seconds) : at(seconds, **options) }
    Date.define_singleton_method(:today) { |*| Time.now.to_date }
    DateTime.define_singleton_method(:now) { |*| Time.now.to_datetime }
  end
end

Liquid::Strainer.names
Hastie::Reopening.start
Hastie::Output.capture(STDOUT, false)
Hastie::Output.capture(STDERR, true)

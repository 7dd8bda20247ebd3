# The state of the site between calls, and the changes by plugins, which the program receives when a call ends.
module Jekyll
  class Site
    # Marks lists, collections, data and layouts as outdated.
    def hastie_stale
      @hastie_lists.each(&:stale)
      @hastie_collections.each_value(&:hastie_stale)
      @hastie_data = nil
      @layouts_fetched = false
    end

    # Whether a file of the site or its theme mentions `include_relative`. All files are read once in a build.
    def hastie_includes_relative?
      return @hastie_includes_relative unless @hastie_includes_relative.nil?

      files = [source, theme&.root].compact.flat_map { |folder| Dir.glob(::File.join(folder, "**", "*")) }
      @hastie_includes_relative = files.any? { |path| ::File.file?(path) && ::File.binread(path).include?("include_relative") }
    end

    # The separator of excerpts when documents were read.
    attr_reader :hastie_separator

    # Notes the collections and the separator, after the program has read all files.
    def hastie_read
      collections
      @hastie_separator ||= @config["excerpt_separator"]
    end

    # Forgets the objects of the last build, because another one begins.
    def hastie_reset
      hastie_stale
      @hastie_early ||= hastie_copy_early
      @tags = @categories = @collections = @hastie_includes_relative = @hastie_separator = nil
      @hastie_collections = {}
      @hastie_removed = {}
      @frontmatter_defaults.reset
      @liquid_renderer.reset
    end

    # All changes of the site. `new` has the objects that plugins have created.
    def hastie_changes
      found = {}
      fresh = []
      [["pages", @pages], ["static_files", @static_files]].each do |name, list|
        items = list.changed or next
        found[name] = items.dup
        fresh.concat(items)
      end
      hastie_collection_changes(found, fresh)
      hastie_table_changes(found)
      fresh.concat(hastie_layout_changes(found))
      fresh = fresh.reject { |thing| thing.instance_variable_get(:@hastie_mirror) }
      found["new"] = fresh unless fresh.empty?
      found
    end

    # The changes while documents are rendered, if the plugin has read neither lists nor data. An entry of a collection is also part
    # of the configuration.
    def hastie_live_changes
      found = hastie_config_changes
      hastie_collection_changes(found, []) if found["config"]&.first&.any? { |key, _| key == "collections" }
      found
    end

    # Adds the changes of collections to `found`, and the documents and files in changed lists to `fresh`.
    def hastie_collection_changes(found, fresh)
      hastie_note_collections(found) if @collections
      groups = {}
      @hastie_collections.to_a.each do |label, collection|
        changed = collection.hastie_changes or next
        hastie_check_twice(collection) if changed["docs"]
        fresh.concat(changed["docs"]) if changed["docs"]
        fresh.concat(changed["files"]) if changed["files"]
        groups[label] = changed
      end
      found["collections"] = groups unless groups.empty?
    end

    # Raises an error if a document of this collection is in another collection, too. Jekyll would render it twice.
    def hastie_check_twice(collection)
      others = @hastie_collections.values - [collection]
      twice = collection.docs.find { |doc| others.any? { |other| other.hastie_document?(doc) } } or return
      raise NotImplementedError, "#{twice.relative_path} is in two collections of the site: this is not supported", Hooks.hastie_place
    end

    # Notes which collections plugins have added, replaced or removed.
    def hastie_note_collections(found)
      @collections.each do |name, collection|
        next if collection.is_a?(Collection) && collection.label == name

        raise NotImplementedError, "site.collections[#{name.inspect}] is not a collection with this label: this is not supported",
              Hooks.hastie_place
      end
      return if @hastie_labels == @collections.keys && @collections.all? { |label, collection| @hastie_collections[label].equal?(collection) }

      removed = @hastie_collections.reject { |label, collection| @collections[label].equal?(collection) }
      @hastie_removed.merge!(removed)
      removed = removed.filter_map { |label, collection| [label, collection.docs] if collection.hastie_list(:docs).hastie_read? }
      found["removed"] = removed.to_h unless removed.empty?
      @hastie_collections = @collections.dup
      @hastie_labels = @collections.keys
      found["collection_labels"] = @hastie_labels
    end

    # Whether a plugin has called `Time#utc` or `Time#localtime` on the site's time.
    def hastie_time_converted?
      !@hastie_time.nil? && Hastie::Fingerprint.of(@time) != @hastie_time
    end

    # Templates share the configuration and the data from now on.
    def hastie_watch_objects
      hastie_tables.each(&:watch_objects)
    end

    # The data, if Ruby has it already.
    def hastie_loaded_data
      @hastie_data && @data
    end

    # The hashes whose changes are compared: the configuration, and the data if Ruby has it.
    def hastie_tables
      @hastie_data ? [@hastie_config, @hastie_data] : [@hastie_config]
    end

    # The changes of the configuration and of the site's attributes, as a hash. Empty if there are none.
    def hastie_config_changes
      @frontmatter_defaults.hastie_check
      config = @hastie_config.changes
      hastie_check_early_keys(config) if config
      return config ? { "config" => config } : {} if hastie_settings_same? && !@hastie_settings_seen

      settings = hastie_changed_settings
      print = Hastie::Fingerprint.of(settings)
      return {} if config.nil? && print == @hastie_settings_seen

      @hastie_settings_seen = print
      { "config" => config || [[], [], []], "settings" => settings }
    end

    # Whether all attributes are still the objects of the configuration. This is asked after each call.
    def hastie_settings_same?
      config = @config
      @exclude.equal?(config["exclude"]) && @include.equal?(config["include"]) && @keep_files.equal?(config["keep_files"]) &&
        @future.equal?(config["future"]) && @unpublished.equal?(config["unpublished"]) && @safe.equal?(config["safe"]) &&
        @show_drafts.equal?(config["show_drafts"]) && @limit_posts.equal?(config["limit_posts"]) && @lsi.equal?(config["lsi"]) &&
        @highlighter.equal?(config["highlighter"])
    end

    # The attributes that differ from the configuration.
    def hastie_changed_settings
      SETTINGS.each_with_object({}) do |name, found|
        value = public_send(name)
        found[name] = value unless value.equal?(@config[name]) || value == @config[name]
      end
    end

    # The folders that a plugin has put before and after the site's own folder of includes.
    def hastie_added_includes
      own = @includes_load_paths.index(@hastie_includes)
      raise NotImplementedError, "removing the site's folder from site.includes_load_paths is not supported" if own.nil?

      [@includes_load_paths.first(own), @includes_load_paths.drop(own + 1)].map { |folders| folders.map { |folder| File.expand_path(folder, @source) } }
    end

    # The changes before the build. Attributes that a plugin has changed count as keys of the configuration.
    def hastie_first_changes
      found = hastie_config_changes
      changed = found.delete("settings") || {}
      changed.each_key do |name|
        next unless @config[name] != @hastie_started[name]

        raise NotImplementedError, "site.config[#{name.inspect}] has no effect once the site exists: set site.#{name}"
      end
      @hastie_settings_seen = nil
      style = @permalink_style.to_s
      found["permalink_style"] = style if style != @config["permalink"].to_s
      found["includes"] = hastie_added_includes
      return found if changed.empty?

      set, gone = found["config"]
      @config.merge!(changed)
      @hastie_config.note
      found.merge("config" => [set + changed.to_a, gone, []])
    end

    # Adds the changes of the configuration, the data, the tags and the categories to `found`.
    def hastie_table_changes(found)
      found.merge!(hastie_config_changes)
      data = @hastie_data&.changes
      found["data"] = data if data
      [["tags", @tags], ["categories", @categories]].each do |name, groups|
        next if groups.nil? || @hastie_groups&.dig(name)&.changed? == false

        (@hastie_groups ||= {})[name] = Hastie::Watch.new(groups)
        found[name] = {}.merge(groups)
      end
    end

    # Returns the layouts that plugins have created.
    def hastie_layout_changes(found)
      return [] unless @layouts_fetched && @layouts != @layouts_sent

      @layouts_sent = @layouts.dup
      added = @layouts.reject { |_, layout| layout.hastie_id }
      added.each { |name, layout| layout.hastie_named(name) }
      found["layouts"] = @layouts.map { |name, layout| [name, layout.hastie_id] }
      added.values
    end
  end
end

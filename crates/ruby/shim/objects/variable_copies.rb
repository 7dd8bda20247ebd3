# Lists, hashes and texts of a template's variables. Ruby and templates share the same objects in Jekyll: a plugin may
# get a list from the context and add to it. Here each side has a copy. A plugin's changes to its copy are sent back
# before the program reads variables again. If a variable has not changed, the plugin gets the same object again.
module Hastie
  module VariableCopies
    # Copy variable or key of a drop: the request for its changes, its object, and the object's state when both copies were last equal.
    # `print` is the fingerprint of this state, for variables that plugins have set.
    Copy = Struct.new(:operation, :serial, :key, :object, :snapshot, :print)

    # The maximum number of variables, whose changes are sent before the program reads variables.
    MOST = 200

    # Requests for which the program reads variables.
    READING_REQUESTS = %w(
      lookup find_variable variable condition environment scope scope_variable registered_page data body render render_in native_render filter
      stack payload render_item
    ).freeze

    # Operations on variables of templates. The others are on keys of drops and of the environment.
    NAMED = %w(change change_scope).freeze

    # Lists of pages, documents and files.
    SITE_LISTS = %w(pages html_pages posts documents static_files collections).freeze
    SITE_KEY = /\Asite(?:\.|\[["'])([\w-]+)(?:["']\])?\z/.freeze

    # The number of renderings whose set variables are remembered.
    RENDERINGS = 8

    @all = {}
    @keys = {}
    # By rendering: the objects that plugins have set as variables. Plugins may change them in later calls.
    @set = {}

    class << self
      # True while a filter runs that changes nothing. Until it returns, nothing is recorded or compared.
      attr_accessor :paused

      # The object of a variable whose value the program has just sent.
      def fetched(operation, serial, key, value)
        return value if @paused || !keeps?(value) || Hastie.model.written?

        known = (operation == "change_key" ? @keys : @all)[[serial, key]]
        return known.object if known && known.operation == operation && current?(known, value)

        known = found_set(operation, serial, key)
        value = known.object if known && same?(known, value)
        value = Paths.one_object(@all.each_value, serial, key, value) unless known || value.is_a?(String)
        note(operation, serial, key, value)
      end

      # Puts the objects that plugins have got under longer paths into a value that has the path `path`.
      def unite(path, value)
        Paths.unite(@all.each_value, @serial, path, value)
      end

      # Notes that a plugin has set a variable.
      def set(operation, serial, key, value)
        keeps?(value) ? note(operation, serial, key, value) : @all.delete([serial, key])
        remember(operation, serial, key, value) if NAMED.include?(operation)
        value
      end

      # Notes the rendering to which the next requests belong.
      def enter(serial)
        @serial = serial
      end

      # Sends the changes that plugins have made to the objects since the last comparison. A plugin may read the same key of many
      # drops, so these changes are only sent at the end of a call.
      def send_changes(asked = nil)
        return if @sending || (@all.empty? && @keys.empty? && @set.empty?) || (asked && !READING_REQUESTS.include?(asked))

        begin
          @sending = true
          @all.values.each { |one| send_change(one) }
          unless asked
            @keys.values.each { |one| send_change(one) }
            @set[@serial]&.values&.each { |one| send_set(one) }
          end
        ensure
          @sending = false
        end
      end

      # Forgets all variables at the end of a call of the program.
      def clear
        @all.clear unless @all.empty?
        @keys.clear unless @keys.empty?
      end

      private

      # Whether the program still has the object that a plugin got before. If the plugin has changed the object, the program gets the
      # changes.
      def current?(known, value)
        return Fingerprint.of(known.object) == Fingerprint.of(value) if known.snapshot.changes.empty?

        send_change(known)
        true
      end

      def send_change(one)
        changes = one.snapshot.changes
        return if changes.empty?

        refuse_list(one, changes)
        before = one.snapshot
        take(one)
        changes, set = without_page(one, before, changes) if one.key == "page"
        Hastie.ask(one.operation, one.serial, one.key, changes) unless changes.empty?
        Hastie.ask("change_page", one.serial, set) if set
      end

      # Raises an error if a plugin has added items to a list of the site, or removed some: templates have copies of these lists.
      def refuse_list(one, changes)
        return unless one.object.is_a?(Array) && changes.any? { |path, _| path.empty? }

        name = one.operation == "change_key" && one.serial == "sitedrop" ? one.key : one.key.to_s[SITE_KEY, 1]
        return unless name && (SITE_LISTS.include?(name) || Hastie.model.site.collections.key?(name))

        raise NotImplementedError, "changing the list site.#{name} of a template is not supported: " \
                                   "change the list of context.registers[:site]", Jekyll::Hooks.hastie_place
      end

      # Whether an object that a plugin has set is the program's value: as it was set, or with the changes sent since.
      def same?(known, value)
        print = Fingerprint.of(value)
        known.print == print || Fingerprint.of(known.object) == print
      end

      # The object that a plugin has set as a variable, by its name or in the outermost scope.
      def found_set(operation, serial, key)
        variables = @set[serial] if NAMED.include?(operation)
        variables && (variables[key] || variables[key.is_a?(Array) ? key.last : [0, key]])
      end

      def remember(operation, serial, key, value)
        return @set[serial]&.delete(key) unless keeps?(value)

        @set.shift if @set.size >= RENDERINGS && !@set.key?(serial)
        (@set[serial] ||= {})[key] = take_set(Copy.new(operation, serial, key, value))
      end

      def take_set(one)
        one.print = Fingerprint.of(one.object)
        take(one)
      end

      # Sends the changes of a variable, unless a template has set it to another object.
      def send_set(one)
        return take_set(one) if @all[[one.serial, one.key]]&.object.equal?(one.object)
        return if one.snapshot.changes.empty?
        return @set[one.serial].delete(one.key) unless Fingerprint.of(current_value(one)) == one.print

        send_change(one)
        take_set(one)
      end

      def current_value(one)
        return Hastie.ask("lookup", one.serial, one.key) unless one.key.is_a?(Array)

        Hastie.ask("scope_variable", one.serial, *one.key)&.first
      end

      # The hash of a page is created anew for each rendering. Keys that were set belong to this rendering.
      def without_page(one, before, changes)
        return [changes, nil] unless one.object.is_a?(Hash) && changes.last.first.empty?

        [changes[..-2], before.replaced]
      end

      def note(operation, serial, key, value)
        if operation == "change_key"
          @keys[[serial, key]] = take(Copy.new(operation, serial, key, value))
        else
          @all.shift if @all.size > MOST
          @all[[serial, key]] = take(Copy.new(operation, serial, key, value))
        end
        value
      end

      def take(one)
        one.snapshot = Snapshot.of(one.object)
        one
      end

      def keeps?(value)
        case value
        when Array, Hash, String then !value.frozen?
        else false
        end
      end
    end
  end
end

# The site's pages, documents and other parts as Ruby objects. Each is fetched from the program on first use. The
# changes that plugins make are sent back when a call ends.
module Hastie
  # A list of the site's things that plugins may change.
  class List
    # `kind` is the class that all items have, if Hastie can write no others.
    def initialize(kind = nil, &fetch)
      @kind = kind
      @fetch = fetch
      @stale = true
    end

    def array
      Hastie.model.look
      if @stale
        @stale = false
        fresh = @fetch.call
        @array ? @array.replace(fresh) : @array = fresh
        @sent = @array.dup
      end
      @array
    end

    def array=(items)
      array
      @array = items
    end

    def stale
      @stale = true
    end

    # Jekyll renders and writes whatever is in a list.
    def hastie_check_kinds
      other = @kind && @array.find { |item| item.is_a?(Mirror) && !item.is_a?(@kind) }
      return unless other

      raise NotImplementedError, "#{other.relative_path} is a #{other.class}: a list of #{@kind} cannot have it"
    end
    private :hastie_check_kinds

    # The items, if they are others than the program knows.
    def changed
      return if @stale || @sent == @array

      twice = @array.find { |item| !item.is_a?(Jekyll::StaticFile) && @array.count { |other| other.equal?(item) } > 1 } if @array.uniq(&:object_id).size < @array.size
      raise NotImplementedError, "#{twice.relative_path} is twice in a list of the site: this is not supported" if twice

      hastie_check_kinds

      @sent = @array.dup
      @array
    end
  end

  # A list that plugins may read only, because the program does not look at it.
  module FixedList
    CHANGES = %i(
      << push append unshift prepend insert concat delete delete_if delete_at reject! select! filter! keep_if clear replace pop shift
      sort! sort_by! reverse! rotate! shuffle! map! collect! uniq! compact! slice! fill []=
    ).freeze

    def self.of(name, items)
      items.instance_variable_set(:@hastie_name, name)
      items.extend(self)
    end

    CHANGES.each do |change|
      define_method(change) do |*arguments, &block|
        changed = dup
        result = changed.public_send(change, *arguments, &block)
        next result if changed == self

        raise NotImplementedError, "changing Site##{@hastie_name} is not supported: Hastie calls #{@hastie_name} itself"
      end
    end
  end

  # A hash of the program's, compared key by key with what it was.
  class Table
    def initialize(hash)
      reset(hash)
    end

    attr_reader :hash

    def reset(hash)
      @hash = hash
      note
    end

    def note
      @seen = Fingerprint.of_each(@hash)
      @watch = Watch.new(@hash)
    end

    # The keys that were set, and the keys that were removed.
    def changes
      return unless @watch.changed?

      before = @seen
      note
      set = Fingerprint.changed(@hash, @seen, before)
      gone = before.keys - @seen.keys
      set.empty? && gone.empty? ? nil : [set.to_a, gone]
    end
  end

  # All of it.
  class Model
    attr_accessor :stage
    attr_reader :site

    # Keys whose values come and go, and what kinds of values are remembered.
    MOVING = %w(content output excerpt next previous).freeze
    SETTLED = [String, Numeric, TrueClass, FalseClass, Time, Date].freeze

    # The number of things used before the last comparison that the next one includes. In `page.data['x'] = y`, Ruby takes the
    # hash before it computes `y`, which may compare.
    RECENT = 8

    # The things that contain a list or hash, and its last fingerprint once there are several.
    Owners = Struct.new(:things, :seen)

    def initialize
      @values = {}
      @things = {}
      @touched = {}.compare_by_identity
      @compared = {}.compare_by_identity
      @registers = {}
      @own = {}.compare_by_identity
      @owners = {}.compare_by_identity
      @stage = "load"
      @version = 0
    end

    def site=(site)
      @site = site
    end

    # Whether templates can be parsed already: not before all plugins are loaded.
    def ready?
      @stage != "load"
    end

    # Whether documents are being rendered: then the program alone knows how far each is.
    def live?
      @stage == "render" || written?
    end

    # Whether all files are written. Later changes by plugins have no effect.
    def written?
      @stage == "written"
    end

    # Whether the program knows that a plugin has converted the site's time.
    def time_shown?
      @time_shown
    end

    def show_time
      @time_shown = @site&.hastie_time_converted?
    end

    # Notes that plugins registered something.
    def changed
      @version += 1
    end

    attr_reader :version

    # Notes that lists or data of the site were looked at in this call.
    def look
      @looked = true
    end

    # The program's call is over.
    def rest
      @looked = false
      @compared.clear unless @compared.empty?
      @own.clear unless @own.empty?
    end

    # Information about a class's methods, cached until the call ends.
    def own(kind, name)
      known = (@own[kind] ||= {})
      known.fetch(name) { known[name] = yield }
    end

    # A rendering begins.
    def forget_values
      @values.clear unless @values.empty?
    end

    # A key of a drop, as the program has it. While one template is rendered most are what they were.
    def drop_value(name, key)
      return Hastie.ask("drop_key", name, key) if !live? || MOVING.include?(key)

      known = @values[[name, key]]
      return known.first if known

      value = Hastie.ask("drop_key", name, key)
      @values[[name, key]] = [value] if value.nil? || SETTLED.any? { |kind| value.is_a?(kind) }
      value
    end

    # The object that is shared by everything used since the last call, so that each object is recorded only once. The
    # time between two calls is a round. The check is so frequent that the round is kept in a global variable, which
    # needs no method call.
    def forget_touched
      @touched.clear
      $hastie_round = Object.new
    end

    # Whether several things have a list or hash in common.
    def shared?(container)
      found = @owners[container]
      !found.nil? && found.things.size > 1
    end

    # Notes that a thing was looked at in this call.
    def touch(thing)
      @touched[thing] = true
    end

    def registers(name, context)
      found = @registers[name.to_s] ||= Registers.new
      found.context = context
      found
    end

    # The object of a name that the program sent.
    def find(name)
      kind, key, rest = name.split(":", 3)
      case kind
      when "page" then thing(kind, key) { class_of(rest, Jekyll::Page).allocate }
      when "doc" then thing(kind, key) { Jekyll::Document.allocate }
      when "file" then thing(kind, key) { Jekyll::StaticFile.allocate }
      when "layout" then thing(kind, name) { Jekyll::Layout.allocate }
      when "collection" then @site.hastie_collection(name.split(":", 2).last)
      when "docdrop" then find("doc:#{key}").to_liquid
      when "excerptdrop" then find("doc:#{key}").hastie_excerpt.to_liquid
      when "filedrop" then find("file:#{key}").to_liquid
      when "coldrop" then find("collection:#{name.split(":", 2).last}").to_liquid
      when "excerpt" then find("doc:#{key}").hastie_excerpt
      when "site" then @site
      when "sitedrop" then @site.hastie_drop
      when "group" then key == "tags" ? @site.tags : @site.categories
      when "jekyll" then Jekyll::Drops::JekyllDrop.global
      when "payload" then Hastie::Payload.new
      when "ruby" then Hastie.objects[key.to_i]
      when "word" then Liquid::Expression::LITERALS[key]
      else Elsewhere.of(key.to_i, rest)
      end
    end

    # Learns that a new object has this number.
    def adopt(kind, object)
      number = next_number
      @things["#{kind}:#{number}"] = object
      number
    end

    # Keeps the object of a plugin under a name of the program.
    def keep(name, object)
      @things[name] = object
    end

    # Everything that was fetched may have changed since, or of the pages and documents only the named ones.
    def stale(changed = nil)
      changed &&= changed.to_h { |name| [name, true] }
      names = @things.keys
      things = @things.values
      at = 0
      while at < names.size
        known = changed && !changed.key?(names[at]) && names[at].start_with?("page:", "doc:")
        known ? things[at].hastie_keep : things[at].hastie_stale
        at += 1
      end
      @site&.hastie_stale
      forget_touched
      forget_values
    end

    # What plugins changed since the last time, for the program. At the end of a call, everything that it has used is
    # compared: it may have taken a hash before an earlier comparison and changed it afterwards. While documents are
    # rendered lists and data are compared if the call has looked at them; the configuration, which plugins hold on to, always.
    def changes
      return if @site.nil? || @stage == "load" || written?

      return compare_recent if Wire.nested?

      @compared.each_key { |thing| @touched[thing] = true }
      compare
    end

    # Sends changes that the program needs before the call ends.
    def flush
      return if (live? && !@looked && @touched.empty?) || @site.nil? || @stage == "load" || written?

      found = compare_recent
      Hastie.ask("changes", found) if found
    end

    private

    # The changes of the things used since the last comparison, and of some used before.
    def compare_recent
      recent = @compared.keys.last(RECENT)
      used = recent + @touched.keys
      recent.each { |thing| @touched[thing] = true }
      found = compare
      used.each do |thing|
        @compared.delete(thing)
        @compared[thing] = true
      end
      found
    end

    def compare

      objects = []
      seen = {}.compare_by_identity
      lists = live? && !@looked ? @site.hastie_config_changes : @site.hastie_changes
      new_things = lists.delete("new") || []
      until new_things.empty? && (@touched.keys - seen.keys).empty?
        pending = new_things + @touched.keys.reject { |thing| seen.key?(thing) }
        new_things = []
        pending.each do |thing|
          next if seen.key?(thing)

          seen[thing] = true
          fields = thing.hastie_changes
          objects << [thing.hastie_name, fields] if fields
          touch_sharers(thing) if fields&.key?("data")
        end
      end
      forget_touched
      result = lists
      result["objects"] = objects unless objects.empty?
      return if result.empty?

      forget_values
      result
    end

    # Plugins may put one list or hash into several things. Compares them all if it changes in one.
    def touch_sharers(thing)
      thing.instance_variable_get(:@data).each_value do |value|
        next unless value.is_a?(Array) || value.is_a?(Hash)

        owners = (@owners[value] ||= Owners.new([]))
        owners.things << thing unless owners.things.any? { |owner| owner.equal?(thing) }
        next if owners.things.size == 1 || owners.seen == (now = Fingerprint.of(value))

        owners.seen = now
        owners.things.each { |owner| touch(owner) unless owner.equal?(thing) }
      end
    end

    def thing(kind, key)
      name = kind == "layout" ? key : "#{kind}:#{key}"
      @things[name] ||= yield.tap { |made| made.hastie_fetched(kind == "layout" ? key.split(":", 2).last : key.to_i) }
    end

    def class_of(name, otherwise)
      found = name ? Object.const_get(name) : otherwise
      found <= otherwise ? found : otherwise
    rescue NameError
      otherwise
    end

    def next_number
      @numbers = Hastie.ask("numbers") if @numbers.nil? || @numbers.empty?
      @numbers.shift
    end
  end

  # What a template keeps between its renderings, with the site and the page.
  class Registers < Hash
    attr_writer :context

    def [](key)
      case key
      when :site then Hastie.model.site
      when :page
        own = super
        own.nil? ? hastie_page : own
      when *LIQUID then hastie_liquid(key)
      when :cached_partials
        own = super
        own.nil? ? hastie_cached_partials : own
      else super
      end
    end

    # The registers of Liquid's own tags. Plugins can read these, but not change them.
    LIQUID = %i(for cycle ifchanged for_stack).freeze

    def []=(key, value)
      raise NotImplementedError, "setting the register #{key.inspect} of Liquid's own tags is not supported" if LIQUID.include?(key)

      super
    end
    alias_method :store, :[]=

    def hastie_liquid(key)
      return if @context.nil? || @context.hastie_own?
      raise NotImplementedError, "reading the register :for_stack of Liquid's own tags is not supported" if key == :for_stack

      Hastie.ask("register", @context.hastie_serial, key.to_s)&.freeze
    end

    # In Jekyll, `include_relative` keeps its templates there, and no other tag.
    def hastie_cached_partials
      return unless Hastie.model.site.hastie_includes_relative?

      raise NotImplementedError, "reading the register :cached_partials of the tag include_relative is not supported"
    end

    # Methods that read all of it.
    %i(
      keys values each each_pair each_key each_value to_a to_h to_hash map flat_map select filter reject find count size length empty? any?
      all? none? merge dup clone fetch slice except sort_by inspect to_s ==
    ).each do |name|
      define_method(name) { |*arguments, &block| hastie_all.public_send(name, *arguments, &block) }
    end

    # All of it as a hash.
    def hastie_all
      liquid = @context.nil? || @context.hastie_own? ? {} : %i(for cycle ifchanged).to_h { |key| [key, self[key]] }.compact
      { :site => self[:site], :page => self[:page] }.merge!(liquid, self)
    end

    # The page or document being rendered. Plugins keep lists in it and add to them in later calls.
    def hastie_page
      page = Hastie.ask("registered_page")
      page.hastie_shares_data if page.is_a?(Jekyll::Drops::Drop)
      @context.nil? || @context.hastie_own? ? page : Kept.fetched("change", @context.hastie_serial, "page", page)
    end

    def key?(key)
      %i(site page).include?(key) || (LIQUID.include?(key) && !self[key].nil?) || super
    end

    def values_at(*keys)
      keys.map { |key| self[key] }
    end

    def dig(key, *rest)
      value = self[key]
      rest.empty? || value.nil? ? value : value.dig(*rest)
    end
  end

  $hastie_round = Object.new

  def self.model
    @model ||= Model.new
  end

  # An object of the site that the program also has.
  module Mirror
    # Methods whose results the program receives if a plugin replaces them.
    OVERRIDABLE = %i(url destination write? write output=).freeze

    attr_reader :hastie_id

    # The name of the text that a running hook has received: `content` or `output`.
    attr_reader :hastie_hooked

    # Is one that the program has; its parts come when they are asked for.
    def hastie_fetched(id)
      @hastie_id = id
      @hastie_mirror = true
      @hastie_stale = true
      @site = Hastie.model.site
    end

    # A copy is another thing, which the site knows nothing of.
    def initialize_copy(other)
      super
      hastie_look_at(other)
      @hastie_copied = caller(2) if @hastie_renders
      %i(@hastie_id @hastie_mirror @hastie_seen @hastie_overridden @hastie_held @hastie_round @hastie_content_round @hastie_hooked @renderer).each { |name| remove_instance_variable(name) if instance_variable_defined?(name) }
    end

    # Takes over what the other has read by now, with its text.
    def hastie_look_at(other)
      return unless other.instance_variable_get(:@hastie_mirror)

      @content = other.content if other.respond_to?(:content)
      other.instance_variables.each { |name| instance_variable_set(name, other.instance_variable_get(name)) unless name == :@content }
    end

    def hastie_stale
      return unless @hastie_mirror

      @hastie_stale = true
      @hastie_round = @hastie_content_round = nil
      @hastie_prefetched = nil
      remove_instance_variable(:@content) if defined?(@content) && !defined?(@hastie_held)
    end

    # Keeps its fields, which have not changed.
    def hastie_keep
      return unless @hastie_mirror

      @hastie_round = @hastie_content_round = nil
      remove_instance_variable(:@content) if defined?(@content) && !defined?(@hastie_held)
    end

    # Keeps the fields that the program has sent together with another object.
    def hastie_supply(fields)
      @hastie_prefetched = fields if @hastie_mirror && @hastie_stale
    end

    def hastie_name
      "#{hastie_kind}:#{hastie_number}"
    end

    def hastie_number
      @hastie_id ||= Hastie.model.adopt(hastie_kind, self)
    end

    def _dump(_level)
      hastie_name
    end

    # Looks at it: fetches it if need be, and remembers that it may be changed now.
    def hastie_look
      return self if @hastie_round.equal?($hastie_round)

      hastie_load if @hastie_stale
      Hastie.model.touch(self)
      @hastie_round = $hastie_round
      self
    end

    def hastie_load
      @hastie_stale = false
      fields = @hastie_prefetched || Hastie.ask("fields", self)
      @hastie_prefetched = nil
      fields["prefetched"]&.each { |name, parts| Hastie.model.find(name).hastie_supply(parts) }
      hastie_take(fields)
      data = fields["data"]
      seen = Fingerprint.of(data) if @data
      @data ? @data.replace(hastie_known_values(data)) : @data = data
      hastie_defaults
      @hastie_seen = Fingerprint.of_each(hastie_fields)
      @hastie_seen["data"] = seen if seen
    end

    # Lists and hashes that have not changed stay the same objects, because plugins may keep them. Lists and hashes that several
    # objects share stay the same, too: each plugin sees the changes of the others.
    def hastie_known_values(data)
      data.each do |key, value|
        known = @data[key] if (value.is_a?(Array) || value.is_a?(Hash)) && @data.key?(key)
        next unless known.instance_of?(value.class)

        data[key] = known if Hastie.model.shared?(known) || Fingerprint.of(known) == Fingerprint.of(value)
      end
    end

    # Lists and hashes of the front matter are the same objects in the hash that templates see.
    def hastie_share_values(page)
      hastie_look
      page.each do |key, value|
        own = @data[key] if (value.is_a?(Array) || value.is_a?(Hash)) && @data.key?(key)
        page[key] = own if own.instance_of?(value.class) && Fingerprint.of(own) == Fingerprint.of(value)
      end
    end

    def hastie_defaults; end

    # Jekyll makes an object's renderer when its URL is computed. A later copy shares it, so Jekyll renders the original again.
    def hastie_check_renderer
      return unless defined?(@hastie_copied)

      raise NotImplementedError, "a copy of #{relative_path} that was made after its URL was computed: Jekyll renders the " \
                                 "original instead. Copy it before, or create it with #{self.class}.new", @hastie_copied
    end

    # The changes, as the program receives them; nil if nothing changed.
    def hastie_changes
      return if @hastie_stale

      hastie_check_renderer unless @hastie_mirror

      fields = hastie_fields
      now = Fingerprint.of_each(fields)
      changed = Fingerprint.changed(fields, now, @hastie_seen || {})
      is_new = !@hastie_mirror && @hastie_seen.nil?
      @hastie_seen = now
      overrides = hastie_overrides
      own = overrides.empty? ? nil : Fingerprint.of(overrides)
      return if changed.empty? && !is_new && (own.nil? || own == @hastie_overridden)

      @hastie_overridden = own

      changed["data"] = hastie_plain_data if changed.key?("data")
      changed["class"] = Hastie::Wire.kind_of(self) if is_new
      changed.merge!(hastie_whole) if is_new
      # Once asked for, a URL stays what it was. A copy has it from its original.
      changed["url"] = @url if is_new && @url
      changed.merge(overrides)
    end

    def hastie_plain_data
      {}.merge(@data)
    end

    # The program does not keep the fields of an object that is in no list.
    def hastie_unsent
      @hastie_seen = nil unless @hastie_mirror
    end

    def hastie_whole
      {}
    end

    # Methods that a plugin gave another meaning, by what they say now.
    def hastie_overrides
      found = {}
      # A plugin may set the variable in which a URL is kept.
      found["url"] = @url if @hastie_mirror && !is_a?(Jekyll::StaticFile) && defined?(@url) && @url && !@url.equal?(@hastie_url)
      return found if hastie_all_own?

      found["url"] = url unless hastie_own?(:url)
      found["destination"] = hastie_destination unless hastie_own?(:destination)
      found[write? ? "written" : "unwritten"] = true unless hastie_own?(:write?)
      found["written_by_ruby"] = true unless hastie_own?(:write)
      found["output_writer"] = true if respond_to?(:output=) && !hastie_own?(:output=)
      found
    end

    # The destination by a plugin's own method. The program refuses places outside of the destination folder. The error
    # names that method, which is only known here.
    def hastie_destination
      path = destination(@site.dest).to_s
      return path if path.start_with?("#{@site.dest}/") && !path.match?(%r!(\A|/)\.\.(/|\z)!)

      Hastie.ask("writable", path)
      path
    rescue SecurityError => e
      raise e.class, e.message, ["#{method(:destination).source_location.join(":")}:in `destination'"]
    end

    # Whether this shim still defines all methods.
    def hastie_all_own?
      return false if defined?(@hastie_single)

      Hastie.model.own(self.class, nil) { OVERRIDABLE.all? { |name| !respond_to?(name) || hastie_from_here?(name) } }
    end

    # Whether a method is still the one of this shim. While a call lasts that is the same for all of a class, but for objects
    # with methods of their own.
    def hastie_own?(name)
      return hastie_from_here?(name) if defined?(@hastie_single)

      Hastie.model.own(self.class, name) { hastie_from_here?(name) }
    end

    def hastie_from_here?(name)
      Hastie.own_method?(method(name))
    end

    def singleton_method_added(name)
      @hastie_single = true
      hastie_look if @hastie_mirror && !Hastie.model.live?
      super
    end

    def extend(*)
      @hastie_single = true
      super
    end

    # Whether the program knows how far it is: of what a plugin has made, once documents are rendered.
    def hastie_rendered?
      @hastie_id && Hastie.model.live?
    end

    def hastie_content
      return @content if @hastie_content_round.equal?($hastie_round)

      Hastie.model.touch(self)
      if defined?(@hastie_held)
        @content
      elsif !@hastie_mirror
        (Hastie.ask("content", self) if hastie_rendered?) || @content
      elsif Hastie.model.live?
        Hastie.ask("content", self)
      else
        unless defined?(@content)
          @content = Hastie.ask("content", self)
          hastie_load if @hastie_stale
          @hastie_seen["content"] = @content.hash
        end
        @hastie_content_round = $hastie_round
        @content
      end
    end

    def hastie_content=(text)
      hastie_look
      @hastie_held = true
      @content = text
    end

    # Sets the text of the object during a hook, and returns the text if the hook changed it.
    def hastie_with(name, text)
      hastie_look
      name == "content" ? @content = text : @output = text
      before = text.hash
      @hastie_held = true if name == "content"
      @hastie_seen[name] = before
      @hastie_hooked = name
      yield
      now = name == "content" ? @content : @output
      @hastie_seen[name] = now.hash
      now.hash == before ? nil : now
    ensure
      @hastie_hooked = nil
      remove_instance_variable(:@hastie_held) if defined?(@hastie_held) && (@hastie_mirror || hastie_rendered?)
      remove_instance_variable(:"@#{name}") if @hastie_mirror && (name == "content" ? defined?(@content) : defined?(@output))
      @hastie_content_round = nil
    end

    def hastie_output
      Hastie.model.touch(self)
      return @output if defined?(@output) && !@output.nil?
      return @output unless @hastie_mirror || hastie_rendered?

      @output = Hastie.ask("output", self)
      hastie_load if @hastie_stale
      @hastie_seen["output"] = @output.hash if @hastie_seen
      @output
    end
  end
end

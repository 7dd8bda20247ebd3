# The site's pages, documents and other parts as Ruby objects. Each is fetched from the program on first use. The
# changes that plugins make are sent back when a call ends.
module Hastie
  # All of it.
  class Model
    attr_accessor :stage
    attr_reader :site

    # The pages of plugins whose methods are called again before documents are rendered.
    attr_reader :computed

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
      @computed = {}.compare_by_identity
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

  $hastie_round = Object.new

  def self.model
    @model ||= Model.new
  end
end

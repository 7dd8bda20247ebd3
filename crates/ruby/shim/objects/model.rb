# The site's pages, documents and other parts as Ruby objects. Each is fetched from the program on first use. The
# changes that plugins make are sent back when a call ends.
module Hastie
  # All objects of the site, by their names in the program.
  class Model
    attr_accessor :stage
    attr_reader :site

    # The pages of plugins whose methods are called again before documents are rendered.
    attr_reader :computed

    # Keys whose values change during a rendering, and the classes of values that are cached.
    MOVING = %w(content output excerpt next previous).freeze
    SETTLED = [String, Numeric, TrueClass, FalseClass, Time, Date].freeze

    # The number of objects before the last comparison that are compared again. In `page.data['x'] = y`, Ruby fetches the hash
    # before it computes `y`, which may cause a comparison.
    RECENT = 8

    def initialize
      @values = {}
      @objects = {}
      @touched = {}.compare_by_identity
      @compared = {}.compare_by_identity
      @contents = {}.compare_by_identity
      @outputs = []
      @registers = {}
      @own = {}.compare_by_identity
      @shared = SharedValues.new
      @created_same = []
      @awaiting = {}.compare_by_identity
      @computed = {}.compare_by_identity
      @stage = "load"
      @version = 0
    end

    def site=(site)
      @site = site
    end

    # Whether templates can be parsed already. False until all plugins are loaded.
    def ready?
      @stage != "load"
    end

    # Whether documents are being rendered, so that only the program knows the current content of each.
    def live?
      @stage == "render" || written?
    end

    # Whether templates see the changes that plugins make to objects in place.
    def rendering?
      @stage == "render"
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

    # Notes that plugins have defined or registered something.
    def changed
      @version += 1
    end

    attr_reader :version

    # Records that a plugin has read lists or data of the site in this call.
    def note_read
      @has_read_lists = true
    end

    # Drops what is cached for one call of the program.
    def end_call
      @has_read_lists = false
      @compared.clear unless @compared.empty?
      @contents.clear unless @contents.empty?
      @outputs.each(&:hastie_forget_output).clear unless @outputs.empty?
      @own.clear unless @own.empty?
    end

    # Information about a class's methods, cached until the call ends.
    def own(kind, name)
      known = (@own[kind] ||= {})
      known.fetch(name) { known[name] = yield }
    end

    # Drops the cached values of drops, for example at the start of a rendering.
    def forget_values
      @values.clear unless @values.empty?
    end

    # The value of a key of a drop in the program. While one template is rendered, most values are cached.
    def drop_value(name, key)
      return Hastie.ask("drop_key", name, key) unless live?
      return VariableCopies.fetched("change_key", name, key, Hastie.ask("drop_key", name, key)) if MOVING.include?(key)

      known = @values[[name, key]]
      value = known ? known.first : Hastie.ask("drop_key", name, key)
      @values[[name, key]] = [value] if value.nil? || SETTLED.any? { |kind| value.is_a?(kind) }
      VariableCopies.fetched("change_key", name, key, value)
    end

    # Begins a new round: the time between two calls. Objects used in a round keep its object, so that each is recorded only once.
    # The round is in a global variable, because reading one needs no method call, and it is read very often.
    def forget_touched
      @touched.clear
      $hastie_round = Object.new
    end

    # Whether several objects contain the same list or hash.
    def shared?(container)
      @shared.several?(container)
    end

    # Records that a plugin has read an object in this call.
    def touch(object)
      @touched[object] = true
    end

    def registers(name, context)
      found = @registers[name.to_s] ||= Registers.new
      found.context = context
      found
    end

    # The object with a name that the program has sent.
    def find(name)
      kind, key, rest = name.split(":", 3)
      case kind
      when "page" then object(kind, key) { class_of(rest, Jekyll::Page).allocate }
      when "doc" then object(kind, key) { Jekyll::Document.allocate }
      when "file" then object(kind, key) { Jekyll::StaticFile.allocate }
      when "layout" then object(kind, name) { Jekyll::Layout.allocate }
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

    # Requests a number for a new object, and stores the object under it.
    def adopt(kind, object)
      number = next_number
      @objects["#{kind}:#{number}"] = object
      number
    end

    # Stores a plugin's object under a name of the program.
    def keep(name, object)
      @objects[name] = object
    end

    # Marks all fetched objects as outdated. With `changed`, only those pages and documents whose names it contains.
    def stale(changed = nil)
      changed &&= changed.to_h { |name| [name, true] }
      names = @objects.keys
      objects = @objects.values
      at = 0
      while at < names.size
        known = changed && !changed.key?(names[at]) && names[at].start_with?("page:", "doc:")
        known ? objects[at].hastie_keep : objects[at].hastie_stale
        at += 1
      end
      @site&.hastie_stale
      forget_touched
      forget_values
    end

    # The changes of plugins since the last comparison. At the end of a call, all objects that the call has used are compared,
    # because it may have fetched a hash before an earlier comparison and changed it later. During rendering, lists and data are
    # compared only if the call has read them. The configuration is always compared, because plugins keep it.
    def changes
      return if @site.nil? || @stage == "load" || written?

      return compare_recent if Wire.nested?

      @compared.each_key { |object| @touched[object] = true }
      compare
    end

    # The content of a page or document while documents are rendered. It is the same object during a call, because plugins
    # may change it in place.
    def content_of(object)
      text, copy = @contents[object]
      return text if text && changed_text?(text, copy)

      now = Hastie.ask("content", object)
      return text if now.nil? || text == now

      output = object.hastie_output_for(now)
      return output if output

      @contents[object] = [now, now.dup.freeze]
      now
    end

    # A plugin has set the content of a page or document while documents are rendered.
    def replace_content(object, text)
      @contents[object] = [text.to_s, nil]
    end

    # The program has received the output that a plugin has set while documents are rendered.
    def sent_output(object)
      @outputs << object
    end

    # The content that a plugin has set or changed in place since the last comparison. nil if there is none.
    def new_content(object)
      text, copy = @contents[object]
      return unless text && changed_text?(text, copy)

      @contents[object] = [text, text.dup.freeze]
      text
    end

    # Sends changes that the program needs before the call ends.
    def flush
      return if @site.nil? || @stage == "load" || written?
      return if live? && !@has_read_lists && @touched.empty? && $hastie_writes == @writes

      @writes = $hastie_writes
      found = compare_recent
      Hastie.ask("changes", found) if found
    end

    # Sends changes of the configuration that converters need.
    def flush_config
      return if @site.nil? || live? || @stage == "load"

      found = @site.hastie_config_changes
      Hastie.ask("changes", found) unless found.empty?
    end

    # Notes the values of an object that is being created. Other holders of a changed value are compared later, when they are read.
    def note_created(object, values)
      @shared.note(object, values, @created_same) { |other| @awaiting[other] = true if Mirror === other }
    end

    private

    # Whether a text differs from its copy. An unchanged text shares its memory with the copy, and only `<=>` compares the
    # addresses first.
    def changed_text?(text, copy)
      copy.nil? || (text <=> copy) != 0
    end

    # The changes of the objects used since the last comparison, and of some objects used before.
    def compare_recent
      recent = @compared.keys.last(RECENT)
      used = recent + @touched.keys
      recent.each { |object| @touched[object] = true }
      found = compare
      used.each do |object|
        @compared.delete(object)
        @compared[object] = true
      end
      found
    end

    def compare
      objects = []
      same, @created_same = @created_same, []
      @awaiting.keys.each(&:hastie_look)
      @awaiting.clear
      seen = {}.compare_by_identity
      lists = live? && !@has_read_lists ? @site.hastie_live_changes : @site.hastie_changes
      new_objects = lists.delete("new") || []
      @site.hastie_tables.each { |table| table.take_sent&.then { |values| note_shared(table, values, same) } }
      until new_objects.empty? && @touched.keys.all? { |object| seen.key?(object) || !object.hastie_listed? }
        new_objects.each(&:hastie_list)
        pending = new_objects + @touched.keys.reject { |object| seen.key?(object) || !object.hastie_listed? }
        new_objects = []
        pending.each do |object|
          next if seen.key?(object)

          seen[object] = true
          fields = object.hastie_changes
          object.hastie_unsent unless object.hastie_kept?
          objects << [object.hastie_name, fields] if fields
          note_shared(object, object.instance_variable_get(:@data), same) if fields&.key?("data") && !(OwnStaticFile === object)
        end
      end
      forget_touched
      result = lists
      definitions = LateExcerpts.take_definitions
      result["definitions"] = definitions if definitions
      result["objects"] = objects unless objects.empty?
      result["same"] = same unless same.empty?
      return if result.empty?

      forget_values
      result
    end

    # Plugins may put the same text, list or hash into several places. If it changes in one, the others are compared, too.
    def note_shared(holder, values, same)
      @shared.note(holder, values, same) { |other| touch(other) if Mirror === other }
    end

    def object(kind, key)
      name = kind == "layout" ? key : "#{kind}:#{key}"
      @objects[name] ||= yield.tap { |made| made.hastie_fetched(kind == "layout" ? key.split(":", 2).last : key.to_i) }
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

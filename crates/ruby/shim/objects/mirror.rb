# Objects that exist both in the program and in Ruby, such as pages and documents. Changes on either side reach the other.
module Hastie
  # An object of the site that the program also has.
  module Mirror
    # Methods whose results the program receives if a plugin replaces them.
    OVERRIDABLE = %i(url destination write? write output output= render_with_liquid?).freeze

    # Variables that a copy does not have.
    NOT_COPIED = %i(
      @hastie_id @hastie_mirror @hastie_seen @hastie_overridden @hastie_held @hastie_round @hastie_content_round @hastie_hooked
      @hastie_listed @renderer
    ).freeze

    attr_reader :hastie_id

    # The name of the text that a running hook has received: `content` or `output`.
    attr_reader :hastie_hooked

    # Makes this the object of an id in the program. Its fields are requested when they are needed.
    def hastie_fetched(id)
      @hastie_id = id
      @hastie_mirror = true
      @hastie_stale = true
      @site = Hastie.model.site
    end

    # A copy is a separate object, which the program does not know.
    def initialize_copy(other)
      super
      hastie_copy_state(other)
      @hastie_copied = caller(2) if @hastie_renders
      NOT_COPIED.each { |name| remove_instance_variable(name) if instance_variable_defined?(name) }
    end

    # Takes over the fields and the text that the original has read so far.
    def hastie_copy_state(other)
      return unless other.instance_variable_get(:@hastie_mirror)

      @content = other.content if other.respond_to?(:content)
      other.instance_variables.each { |name| instance_variable_set(name, other.instance_variable_get(name)) unless name == :@content }
    end

    # Marks the fields and the content as outdated, because the program may have changed them.
    def hastie_stale
      return unless @hastie_mirror

      @hastie_stale = true
      @hastie_round = @hastie_content_round = nil
      @hastie_prefetched = nil
      remove_instance_variable(:@content) if defined?(@content) && !defined?(@hastie_held)
    end

    # Keeps the fields, because the program has not changed them.
    def hastie_keep
      return unless @hastie_mirror

      @hastie_round = @hastie_content_round = nil
      remove_instance_variable(:@content) if defined?(@content) && !defined?(@hastie_held)
    end

    # Keeps the fields that the program has sent together with another object.
    def hastie_supply(fields)
      @hastie_prefetched = fields if @hastie_mirror && @hastie_stale
    end

    # The name under which the program knows the object, such as `page:12`.
    def hastie_name
      "#{hastie_kind}:#{hastie_number}"
    end

    # The object at a key of the front matter.
    def hastie_value(key)
      @data && @data.key?(key) ? @data[key] : nil
    end

    # The number in this name. The program gives a number to an object that a plugin has created.
    def hastie_number
      @hastie_id ||= Hastie.model.adopt(hastie_kind, self)
    end

    # Sends the object's name. If no list of the site has the object, templates use it as an object of Ruby.
    def _dump(level)
      hastie_elsewhere? ? Foreign.new(self)._dump(level) : hastie_name
    end

    # Whether only Ruby has the object.
    def hastie_elsewhere?
      !hastie_kept?
    end

    # Requests the fields if they are missing or outdated. Records that a plugin may change the object from now on.
    def hastie_look
      return self if @hastie_round.equal?($hastie_round)

      hastie_load if @hastie_stale
      @hastie_snapshot ||= Snapshot.of(@data) if @hastie_mirror && @data && Hastie.model.rendering? && !VariableCopies.paused
      Hastie.model.touch(self)
      @hastie_round = $hastie_round
      self
    end

    # Requests the fields from the program. The front matter stays the same hash, with the new values.
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
      hastie_note
      @hastie_seen["data"] = seen if seen
    end

    # Notes the fields as they are in the program. While documents are rendered, templates share the objects of the front matter.
    def hastie_note
      @hastie_seen = Fingerprint.of_each(hastie_fields)
      hastie_note_data
    end

    # Updates the snapshot of the front matter, if there is one.
    def hastie_note_data
      @hastie_snapshot &&= Snapshot.of(@data)
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

    # Texts, lists and hashes of the front matter are the same objects in the hash that templates see.
    def hastie_share_values(page)
      hastie_look
      page.each do |key, value|
        own = @data[key] if [Array, Hash, String].any? { |kind| kind === value } && @data.key?(key)
        page[key] = own if own.instance_of?(value.class) && Fingerprint.of(own) == Fingerprint.of(value)
      end
    end

    # Lets the front matter return defaults for missing keys. Classes with defaults redefine this.
    def hastie_defaults; end

    # Jekyll makes an object's renderer when its URL is computed. A later copy shares it, so Jekyll renders the original again.
    def hastie_check_renderer
      return unless defined?(@hastie_copied)

      raise NotImplementedError, "a copy of #{relative_path} that was made after its URL was computed: Jekyll renders the " \
                                 "original instead. Copy it before, or create it with #{self.class}.new", @hastie_copied
    end

    # The changes in the form that the program receives. nil if nothing has changed.
    def hastie_changes
      text = Hastie.model.new_content(self)
      return text && { "content" => text } if @hastie_stale

      hastie_check_renderer unless @hastie_mirror

      fields = hastie_fields
      now = Fingerprint.of_each(fields)
      changed = Fingerprint.changed(fields, now, @hastie_seen || {})
      changed["content"] = text if text
      Hastie.model.sent_output(self) if changed.key?("output") && hastie_rendered?
      is_new = !@hastie_mirror && @hastie_seen.nil?
      @hastie_seen = now
      if changed.key?("data")
        in_place = @hastie_snapshot&.changes
        hastie_note_data
      end
      overrides = hastie_overrides
      own = overrides.empty? ? nil : Fingerprint.of(overrides)
      return if changed.empty? && !is_new && (own.nil? || own == @hastie_overridden)

      @hastie_overridden = own
      # The program gets a plain String instead of an object of a plugin's subclass.
      changed.each { |key, value| changed[key] = String.new(value) if value.is_a?(String) } if OwnValues.any

      if changed.key?("data")
        changed["data"] = hastie_plain_data
        changed["in_place"] = in_place.reject { |path, _| path.empty? } if in_place
      end
      changed["class"] = Hastie::Wire.kind_of(self) if is_new
      changed.merge!(hastie_whole) if is_new
      # A URL that was computed stays the same, also in a copy.
      changed["url"] = @url if is_new && @url
      changed.merge(overrides)
    end

    # Notes that a list of the site has the object, so that the program needs its changes.
    def hastie_list
      @hastie_listed = true
    end

    # Whether the program needs the object's changes.
    def hastie_listed?
      hastie_kept?
    end

    # Whether the program keeps the object's fields.
    def hastie_kept?
      @hastie_mirror || defined?(@hastie_listed)
    end

    # The front matter as a hash without the defaults for missing keys.
    def hastie_plain_data
      {}.merge(@data)
    end

    # Sends all fields next time: the program does not keep the fields of an object that is in no list.
    def hastie_unsent
      @hastie_seen = nil unless @hastie_mirror
    end

    # Further fields that the program receives with a new object.
    def hastie_whole
      {}
    end

    # The results of methods that a plugin has replaced, such as `url`.
    def hastie_overrides
      found = {}
      # A plugin may set the variable in which a URL is kept.
      if @hastie_mirror
        found["url"] = @url if defined?(@url) && @url && !@url.equal?(@hastie_url)
        # A plugin has reset the variable, so that the URL is computed again.
        found["url"] = defined?(@url) ? @url : nil if @hastie_url_reset
        @hastie_url_reset = nil
      end
      return found if hastie_all_own?

      found["url"] = url unless hastie_own?(:url)
      found["destination"] = hastie_destination unless hastie_own?(:destination)
      found[write? ? "written" : "unwritten"] = true unless hastie_own?(:write?)
      found["written_by_ruby"] = true unless hastie_own?(:write) && (is_a?(Jekyll::StaticFile) || hastie_own?(:output))
      found["output_writer"] = true if respond_to?(:output=) && !hastie_own?(:output=)
      found["render_with_liquid"] = render_with_liquid? if respond_to?(:render_with_liquid?) && !hastie_own?(:render_with_liquid?)
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

    # Whether no plugin has replaced an overridable method.
    def hastie_all_own?
      return false if defined?(@hastie_single)

      Hastie.model.own(self.class, nil) { OVERRIDABLE.all? { |name| !respond_to?(name) || hastie_from_here?(name) } }
    end

    # Whether no plugin has replaced this method. During a call, the answer is the same for all objects of a class, except for
    # objects with singleton methods.
    def hastie_own?(name)
      return hastie_from_here?(name) if defined?(@hastie_single)

      Hastie.model.own(self.class, name) { hastie_from_here?(name) }
    end

    # Whether no plugin has replaced any of these methods.
    def hastie_own_parts?(names)
      return names.all? { |name| hastie_from_here?(name) } if defined?(@hastie_single)

      Hastie.model.own(self.class, names) { names.all? { |name| hastie_from_here?(name) } }
    end

    # Whether the shim defines this method of the object.
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
      hastie_look if @hastie_mirror && !Hastie.model.live?
      super
    end

    # Whether the program knows the object's current content. If a plugin has created the object, only once documents are rendered.
    def hastie_rendered?
      @hastie_id && hastie_kept? && Hastie.model.live?
    end

    # The content. Requests it from the program if the program may have changed it.
    def hastie_content
      return @content if @hastie_content_round.equal?($hastie_round)

      Hastie.model.touch(self)
      if defined?(@hastie_held)
        @content
      elsif !@hastie_mirror
        (Hastie.model.content_of(self) if hastie_rendered?) || @content
      elsif Hastie.model.live?
        Hastie.model.content_of(self)
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

    # Sets the content. The program receives it with the other changes.
    def hastie_content=(text)
      hastie_look
      # The content that a running hook has received is returned to the program when the hook ends.
      return Hastie.model.replace_content(self, text) if hastie_rendered? && @hastie_hooked != "content"

      @hastie_held = true
      @content = text
    end

    # The output during a hook that has received it. The content is the same object if the item can have no layout.
    def hastie_output_for(content)
      @hastie_hooked == "output" && !place_in_layout? && @output == content ? @output : nil
    end

    # Forgets the output that the program has received. Rendering the item replaces it.
    def hastie_forget_output
      return if @hastie_hooked == "output" || !defined?(@output)

      remove_instance_variable(:@output)
      @hastie_seen&.delete("output")
    end

    # Sets the text of the object during a hook, and returns the text if the hook changed it.
    def hastie_with(name, text)
      hastie_look
      copy = text.dup
      name == "content" ? @content = text : @output = text
      before = text.hash
      @hastie_held = true if name == "content"
      @hastie_seen[name] = before
      @hastie_hooked = name
      yield
      now = name == "content" ? @content : @output
      @hastie_seen[name] = now.hash
      return if now.hash == before

      # The output of an item that can have no layout is the same object as its content.
      Hastie.model.replace_content(self, now) if name == "output" && now.equal?(text) && !place_in_layout? && Hastie.ask("content", self) == copy
      now
    ensure
      @hastie_hooked = nil
      remove_instance_variable(:@hastie_held) if defined?(@hastie_held) && (@hastie_mirror || hastie_rendered?)
      remove_instance_variable(:"@#{name}") if @hastie_mirror && (name == "content" ? defined?(@content) : defined?(@output))
      @hastie_content_round = nil
    end

    # Sets the instance variable that a plugin's own method `output` reads.
    def hastie_fetch_output
      remove_instance_variable(:@output) if defined?(@output)
      hastie_output
    end

    # Whether the object is being created, and the site does not have it yet.
    def hastie_unread?
      defined?(@hastie_unread)
    end

    # The output. Requests it from the program, unless a plugin has set it or the site does not have the object yet.
    def hastie_output
      Hastie.model.touch(self)
      return @output if hastie_unread?

      return @output if defined?(@output) && !@output.nil?
      return @output unless @hastie_mirror || hastie_rendered?

      @output = Hastie.ask("output", self)
      hastie_load if @hastie_stale
      @hastie_seen["output"] = @output.hash if @hastie_seen
      @output
    end
  end
end

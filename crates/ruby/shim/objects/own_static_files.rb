# Objects of plugins' own classes in the site's list of static files. Jekyll asks an item of that list only for its path, its
# destination and a few more, and calls its method `write`.
module Hastie
  module OwnStaticFile
    include Mirror

    # The attributes that Hastie keeps for each static file. Templates see any others as front matter.
    KEPT = %w(name path extname basename modified_time collection).freeze

    # Makes the items that are not objects of Jekyll known to the program.
    def self.adopt(items)
      items.each { |item| item.extend(self) unless Mirror === item || Kernel.instance_method(:frozen?).bind_call(item) }
    end

    def self.extended(item)
      item.instance_variable_set(:@hastie_single, true)
    end

    def hastie_kind
      "file"
    end

    # Fetches nothing: the program only has the fields that this object has sent.
    def hastie_look
      Hastie.model.touch(self)
      self
    end

    def hastie_changes
      values = hastie_attributes
      overrides = hastie_overrides.merge(values)
      now = Fingerprint.of(overrides)
      return if now == @hastie_overridden

      whole = @hastie_overridden ? {} : { "class" => Wire.kind_of(self), **hastie_whole(values) }
      @hastie_overridden = now
      whole.merge(overrides)
    end

    private

    def hastie_whole(values)
      { "base" => Hastie.model.site.source, "dir" => File.dirname(values["relative_path"]), "name" => values["name"] }
    end

    def hastie_overrides
      file = path.to_s
      Hastie.ask("readable", file) unless File.exist?(file)
      place = destination(Hastie.model.site.dest).to_s
      Hastie.ask("writable", place)
      written = !respond_to?(:write?) || write? ? "written" : "unwritten"
      { "path" => file, "destination" => place, written => true, "written_by_ruby" => true }
    end

    # The values by key that templates see.
    def hastie_attributes
      shown = respond_to?(:to_liquid) ? to_liquid : {}
      name = (shown["name"] || File.basename(path)).to_s
      found = { "name" => name, "relative_path" => (shown["path"] || path).to_s, "data" => hastie_front_matter(shown) }
      hastie_check_name(shown, name)
      shown["modified_time"].is_a?(Time) ? found.merge("modified_time" => shown["modified_time"]) : found
    end

    def hastie_front_matter(shown)
      keys = shown.is_a?(Hash) ? shown.keys : Array(shown.class.respond_to?(:invokable_methods) ? shown.class.invokable_methods.to_a : [])
      (keys.map(&:to_s) - KEPT - %w(to_liquid each keys to_h to_hash inspect to_s)).sort.to_h { |key| [key, shown[key]] }
    end

    # Raises an error if the extension or the base name differs from the one in `name`.
    def hastie_check_name(shown, name)
      expected = { "extname" => File.extname(name), "basename" => File.basename(name, ".*") }
      key = expected.keys.find { |one| !shown[one].nil? && shown[one] != expected[one] } or return
      raise NotImplementedError, "#{key} of a #{self.class} in the list of static files is not supported, unless it is that of the name",
            [*method(:to_liquid).source_location&.join(":")]
    end
  end
end

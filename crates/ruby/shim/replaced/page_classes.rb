# Pages whose class or single object replaces methods of Page. Hastie renders pages by their fields, so these pages send what
# their methods return. Methods that Hastie would not call end the build.
module Jekyll
  class Page
    # The methods on which the URL and the destination of a page depend.
    URL_PARTS = Hastie::Parts::METHODS[:page_urls]["Jekyll::Page"]

    # The methods that `process` calls.
    PROCESS_PARTS = %i(ext ext= basename=).freeze

    # The methods whose results are fields of the page here.
    FIELD_PARTS = %i(content data pager).freeze

    # The methods whose results templates see.
    LIQUID_PARTS = [:defaults, *Hastie::Parts::METHODS[:page_keys]["Jekyll::Page"]].freeze

    # The keys of pages in templates that are methods.
    LIQUID_KEYS = (LIQUID_PARTS - %i(defaults url_dir)).freeze

    # The methods that decide whether a page gets a layout.
    LAYOUT_PARTS = %i(place_in_layout? asset_file? sass_file? coffeescript_file? no_layout? ext).freeze

    # The methods that Hastie never calls.
    REFUSED_PARTS = %i(content= renderer trigger_hooks).freeze

    # The methods whose results must be the same as in Jekyll.
    FIXED_PARTS = %i(coffeescript_file? generate_excerpt? hook_owner html? type).freeze

    # The methods on which the rendering of a page depends.
    RENDERING_PARTS = (LAYOUT_PARTS + REFUSED_PARTS + FIXED_PARTS + %i(render_with_liquid?)).freeze

    ASSETS = [*Document::SASS_FILE_EXTS, ".coffee"].freeze
    private_constant :ASSETS

    # Calls the replaced methods again before documents are rendered, because Jekyll calls them during rendering.
    def hastie_compute
      @hastie_computed = true
      Hastie.model.touch(self)
    end

    # The attributes of the page in templates. Keys that a plugin's `to_liquid` does not return are nil.
    def hastie_attributes
      found = hastie_without_sending { to_liquid }
      return found unless found.is_a?(Hash)

      missing = (ATTRIBUTES_FOR_LIQUID + (data || {}).keys).reject { |key| found.key?(key) }
      # A page without an excerpt has this key.
      found = found.except("excerpt") if found["excerpt"].nil?
      missing.empty? ? found : found.merge(missing.to_h { |key| [key, nil] })
    end

    # The keys for which a plugin has replaced the method of all pages.
    def hastie_own_keys
      changed = LIQUID_KEYS.reject { |name| name == :dir ? hastie_own_parts?(%i(dir url_dir)) : hastie_own?(name) }
      changed.to_h { |name| [name.to_s, public_send(name)] }
    end

    private

    def hastie_process(name)
      self.ext = File.extname(name)
      self.basename = name[0..-ext.length - 1].gsub(%r!\.*\z!, "")
    end

    # Whether the program needs the results of methods that a plugin's class replaces.
    def hastie_computes?
      !hastie_own_parts?(FIELD_PARTS + LIQUID_PARTS + %i(render_with_liquid?)) || hastie_own_attributes?
    end

    # Whether the class has its own list of attributes for templates.
    def hastie_own_attributes?
      !self.class::ATTRIBUTES_FOR_LIQUID.equal?(ATTRIBUTES_FOR_LIQUID)
    end

    # The extension that decides which converters apply.
    def hastie_ext
      @hastie_mirror || hastie_own?(:extname) ? @ext : extname
    end

    def hastie_own_fields(fields)
      return fields if hastie_own_parts?(FIELD_PARTS)

      fields["data"] = data || {} unless hastie_own?(:data)
      fields["pager"] = pager.to_liquid unless hastie_own?(:pager)
      unless hastie_own?(:content)
        fields.delete("content")
        fields["content"] = hastie_own_content if @hastie_computed && !Hastie.model.live?
      end
      fields
    end

    # The content. Raises an error if `content` does not return what `content=` has set: Jekyll sets the converted content and
    # reads it again.
    def hastie_own_content
      text = content
      set = String.new("content")
      self.content = set
      hastie_refuse(:content) unless content.equal?(set)
      self.content = text
    end

    def hastie_own_overrides(found)
      return found unless hastie_computes?

      return found unless @hastie_computed && !@hastie_not_sending

      hastie_own_liquid(found) unless hastie_own?(:render_with_liquid?)
      found["attributes"] ||= hastie_attributes if !hastie_own_parts?(LIQUID_PARTS) || hastie_own_attributes?
      found
    end

    def hastie_own_liquid(found)
      hastie_data_defaults(found)
      return if render_with_liquid?

      found["data_defaults"] = (found["data_defaults"] || {}).merge("render_with_liquid" => false)
    end

    # The program renders a page by its fields, and does not call methods that a plugin's class replaces.
    def hastie_check_rendering
      return if hastie_own_parts?(RENDERING_PARTS)

      REFUSED_PARTS.each { |name| hastie_refuse(name) unless hastie_own?(name) }
      FIXED_PARTS.each do |name|
        hastie_refuse(name) unless hastie_own?(name) || __send__(name) == Page.instance_method(name).bind_call(self)
      end
      hastie_check_layout
      hastie_check_liquid
    end

    def hastie_check_layout
      return if data["layout"].nil? || hastie_own_parts?(LAYOUT_PARTS)

      usual = !(ASSETS.include?(extname) || data["layout"] == "none")
      hastie_refuse(LAYOUT_PARTS.find { |name| !hastie_own?(name) }) if place_in_layout? != usual
    end

    def hastie_check_liquid
      return if hastie_own?(:render_with_liquid?) || !data.key?("render_with_liquid")

      hastie_refuse(:render_with_liquid?) if render_with_liquid? == (data["render_with_liquid"] == false)
    end
  end
end

# Liquid's registers, as plugins see them.
module Hastie
  # The registers of a template, which keep their values between renderings, with the site and the page.
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
      return hastie_for_stack if key == :for_stack

      Hastie.ask("register", @context.hastie_serial, key.to_s)&.freeze
    end

    # The loops that are being rendered, the innermost last. nil before the first loop.
    def hastie_for_stack
      return unless hastie_liquid(:for)

      loops = []
      one = @context["forloop"]
      while one.is_a?(Liquid::ForloopDrop)
        loops.unshift(one)
        one = one["parentloop"]
      end
      loops.freeze
    end

    # In Jekyll, only `include_relative` stores templates in this register.
    def hastie_cached_partials
      return unless Hastie.model.site.hastie_includes_relative?

      raise NotImplementedError, "reading the register :cached_partials of the tag include_relative is not supported"
    end

    # Methods that read all registers.
    %i(
      keys values each each_pair each_key each_value to_a to_h to_hash map flat_map select filter reject find count size length empty? any?
      all? none? merge dup clone fetch slice except sort_by inspect to_s ==
    ).each do |name|
      define_method(name) { |*arguments, &block| hastie_all.public_send(name, *arguments, &block) }
    end

    # All registers as a hash.
    def hastie_all
      liquid = @context.nil? || @context.hastie_own? ? {} : %i(for_stack for cycle ifchanged).to_h { |key| [key, self[key]] }.compact
      { :site => self[:site], :page => self[:page] }.merge!(liquid, self)
    end

    # The page or document being rendered. Plugins keep lists in it and add to them in later calls.
    def hastie_page
      page = Hastie.ask("registered_page")
      page.hastie_shares_data if page.is_a?(Jekyll::Drops::Drop)
      @context.nil? || @context.hastie_own? ? page : VariableCopies.fetched("change", @context.hastie_serial, "page", page)
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

  # The object in the front matter of the document being rendered, if a template's variable such as `page.list` is that object.
  def self.own_of_page(markup, value)
    value.hastie_shares_data if markup == "page" && value.is_a?(Jekyll::Drops::DocumentDrop)
    return unless markup.start_with?("page.") && (value.is_a?(Array) || value.is_a?(Hash))

    page = ask("registered_page")
    own = page.hastie_shared_data[markup.delete_prefix("page.")] if page.is_a?(Jekyll::Drops::DocumentDrop)
    own if own.instance_of?(value.class) && Fingerprint.of(own) == Fingerprint.of(value)
  end
end

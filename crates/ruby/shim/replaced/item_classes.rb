# Documents and static files whose class, or single object, replaces methods of Jekyll. Hastie does the work of most methods without
# Ruby. A method with another result than Jekyll's ends the build.
module Hastie
  module Mirror
    # The methods of each class that are called here, whose results the program receives, or that Jekyll does not call either.
    CALLED = {
      "Jekyll::Document" => %i([] cleaned_relative_path initialize method_missing output published? relative_path render_with_liquid? respond_to_missing?),
      "Jekyll::StaticFile" => %i(destination destination_rel_dir initialize modified? modified_time mtime path url)
    }.freeze

    # Methods of documents that plugins may replace for all documents, but not in a class of their own.
    CLASSES_ONLY = %i(<=> date id next_doc previous_doc).freeze

    # Methods that keep their result in a variable, so that the original would return the result of the replacement.
    KEEPING = %i(excerpt_separator id renderer).freeze

    # Methods that only matter for an item with a layout.
    LAYOUT_ONLY = %i(place_in_layout? asset_file? sass_file? no_layout?).freeze

    private

    def hastie_check_class(base)
      return if instance_of?(base) && !defined?(@hastie_single)

      changed = defined?(@hastie_single) ? hastie_replaced(base) : Hastie.model.own(self.class, base) { hastie_replaced(base) }
      changed.each { |name| hastie_refuse(name) unless hastie_same_result?(base, name) }
    end

    # The methods that are replaced, and that the program does not call.
    def hastie_replaced(base)
      names = Reopening.refused(base.name).select { |name| name.start_with?("#") }.map { |name| name.delete_prefix("#").to_sym }
      names |= CLASSES_ONLY if base == Jekyll::Document
      (names - CALLED.fetch(base.name)).select { |name| respond_to?(name, true) && !hastie_own?(name) }
    end

    def hastie_same_result?(base, name)
      return true if LAYOUT_ONLY.include?(name) && data["layout"].nil?
      return false if KEEPING.include?(name) || !base.method_defined?(name) && !base.private_method_defined?(name)

      original = base.instance_method(name)
      original.arity.zero? && original.bind_call(self) == __send__(name)
    rescue StandardError
      false
    end

    public

    def hastie_refuse(name)
      place = method(name).source_location.join(":")
      raise NotImplementedError, "replacing #{self.class}##{name} is not supported: Hastie does its work without Ruby", ["#{place}:in `#{name}'"]
    end
  end
end

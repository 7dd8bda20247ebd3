# Jekyll's own tags, which the program renders.
module Jekyll
  module Tags
    Hastie.native_class(self, "HighlightBlock", Liquid::Block, %w(highlight))
    Hastie.native_class(self, "IncludeTag", Liquid::Tag, %w(include))
    Hastie.native_class(self, "IncludeRelativeTag", IncludeTag, %w(include_relative), :renders => false)
    Hastie.native_class(self, "Link", Liquid::Tag, %w(link))
    Hastie.native_class(self, "PostUrl", Liquid::Tag, %w(post_url))
    Hastie.native_class(self, "OptimizedIncludeTag", IncludeTag, %w(include), :renders => false)

    class HighlightBlock
      SYNTAX = %r!^([a-zA-Z0-9.+#_-]+)((\s+\w+(=(\w+|"([0-9]+\s)*[0-9]+"))?)*)$!.freeze

      attr_reader :lang

      def initialize(tag_name, markup, tokens)
        super
        return unless markup.strip =~ SYNTAX

        @lang = Regexp.last_match(1).downcase
        @highlight_options = parse_options(Regexp.last_match(2))
      end

      private

      # A name alone is true, and a quoted value is a list.
      def parse_options(text)
        options = text.scan(/(\w+)(?:=(?:"([^"]*)"|(\w+)))?/).to_h { |name, list, word| [name.to_sym, list&.split || word || true] }
        options[:linenos] = "inline" if options[:linenos] == true
        options
      end
    end
  end
end

module Hastie
  # Tags of the program whose classes a plugin has changed: from then on they are read here.
  def self.changed_native_tags
    include_texts = check_include_texts
    NATIVE_TAGS.select do |name, kind|
      next false if Liquid::Template.tags.key?(name)

      (include_texts && kind <= Jekyll::Tags::IncludeTag) || kind.ancestors.first != kind || changed_here?(kind)
    end
  end

  # Whether a plugin has changed the class, or one of the program's that it inherits from.
  def self.changed_here?(kind)
    kind.ancestors.take_while { |one| one != Liquid::Tag && one != Liquid::Block }.any? do |one|
      (one.instance_methods(false) + one.private_instance_methods(false)).any? do |method|
        place = one.instance_method(method).source_location
        place && !place.first.start_with?("hastie/")
      end
    end
  end
end

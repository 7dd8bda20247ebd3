# Excerpts that plugins change while documents are rendered. From the first of them on, templates ask Ruby for the excerpts of all documents.
module Hastie
  module LateExcerpts
    class << self
      # Whether a plugin has changed an excerpt while documents are rendered.
      attr_reader :any

      # Notes that a plugin has changed an excerpt.
      def start
        @new = true unless @any
        @any = true
      end

      # The definitions of plugins, if they have changed because of an excerpt. The program does not have them yet.
      def take_definitions
        return unless @new

        @new = false
        Server.definitions
      end
    end
  end
end

module Jekyll
  class Document
    private

    # A value that differs from the last one if a plugin has replaced or changed the excerpt.
    def hastie_excerpt_state
      excerpt = @data["excerpt"] if @data&.key?("excerpt")
      excerpt.is_a?(Excerpt) ? [excerpt.object_id, excerpt.hastie_print.hash] : excerpt.hash
    end

    # Whether a plugin has just changed the excerpt while documents are rendered. The program then leaves it to Ruby.
    def hastie_late_excerpt?(before)
      return false if before.nil? || before == hastie_excerpt_state

      @hastie_excerpt_state = hastie_excerpt_state
      Hastie::LateExcerpts.start
      @hastie_late_excerpt = true
    end

    # Replaces the program's excerpt in `data`: the program does not know excerpts that were changed so late.
    def hastie_keep_late_excerpt(data)
      @data.key?("excerpt") ? data["excerpt"] = @data["excerpt"] : data.delete("excerpt")
    end
  end
end

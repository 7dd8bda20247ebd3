# Excerpts that plugins change while documents are rendered. From the first of them on, templates ask Ruby for the excerpts of all documents.
module Hastie
  module LateExcerpts
    class << self
      # Whether there is one.
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

    # Describes the excerpt, so that another one is noticed.
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

    # The program does not have an excerpt that was changed so late.
    def hastie_keep_late_excerpt(data)
      @data.key?("excerpt") ? data["excerpt"] = @data["excerpt"] : data.delete("excerpt")
    end
  end
end

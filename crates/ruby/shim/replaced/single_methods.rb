# Methods that a plugin gives to one object of the site. Hastie reads most objects without Ruby, so that it would not see them.
module Hastie
  module SingleMethods
    # Methods that plugins may replace in a class, but not in one object.
    CLASSES_ONLY = {
      "Jekyll::Document" => %w(#to_liquid #<=> #date #id #next_doc #previous_doc #relative_path),
      "Jekyll::Page" => %w(#dir #excerpt #name #path #url_dir #read_yaml),
      "Jekyll::Reader" => %w(#read_data), "Jekyll::StaticFile" => %w(#to_liquid),
      "Jekyll::Site" => %w(#generate #process #read #render #reset #write),
      "Jekyll::Publisher" => %w(#can_be_published? #hidden_in_the_future? #publish?),
      "Jekyll::Converters::Markdown" => %w(#convert #matches #output_ext #setup)
    }.freeze

    # Methods of static files that may be replaced in one object, because Ruby calls them.
    STATIC_FILE = %w(#destination #url).freeze

    # Methods whose results the program receives before anything is rendered.
    BEFORE_RENDERING = %w(#render_with_liquid?).freeze

    class << self
      # Raises an error if Hastie would not see the method, with the line of its definition.
      def check(object, method, place = nil)
        owner = object.class.ancestors.find { |kind| refused(object, kind).include?("##{method}") } or return

        places = [place, *caller].compact.reject { |one| one.start_with?("hastie/", "<internal:") }
        raise NotImplementedError, "replacing #{owner}##{method} for one object is not supported: Hastie does its work without Ruby", places
      end

      private

      def refused(object, kind)
        # Pages that a plugin has created call their methods, and check the others.
        return [] if object.is_a?(Jekyll::Page) && !object.instance_variable_get(:@hastie_mirror)

        refused = Reopening.refused(kind.name)
        refused -= STATIC_FILE if object.is_a?(Jekyll::StaticFile)
        refused -= BEFORE_RENDERING unless Hastie.model.live?
        refused + CLASSES_ONLY.fetch(kind.name, [])
      end
    end

    def singleton_method_added(name)
      super
      SingleMethods.check(self, name)
    end

    def extend(*modules)
      modules.each do |one|
        one.instance_methods.each { |name| SingleMethods.check(self, name, "#{one.instance_method(name).source_location&.join(":")}:in `#{name}'") }
      end
      super
    end

    kinds = [Jekyll::Page, Jekyll::Document, Jekyll::StaticFile, Jekyll::Excerpt, Jekyll::Layout, Jekyll::Collection, Jekyll::Site]
    kinds.push(Jekyll::Publisher, Jekyll::Converters::Markdown).each { |kind| kind.include(self) }
  end
end

# Methods of Renderer that are steps of a rendering. The program runs the steps itself. If a plugin replaces such a method, the
# program calls the replacement, which may call the original.
module Hastie
  module RenderSteps
    NAMES = %i(run render_document render_liquid convert place_in_layouts).freeze

    class << self
      # The methods that a plugin has replaced.
      def changed
        NAMES.map(&:to_s).reject { |name| Server.own?(Jekyll::Renderer, name) }
      end

      # Raises an error if a plugin's own `layouts` returns other layouts than the site's: the program finds the layouts itself.
      def check_layouts(site)
        return if Server.own?(Jekyll::Renderer, :layouts)

        renderer = Jekyll::Renderer.new(site, nil)
        return if renderer.layouts == site.layouts

        raise NotImplementedError, "replacing Renderer#layouts is not supported, unless it returns the layouts of the site",
              [*renderer.method(:layouts).source_location&.join(":")]
      end

      # Runs a replacement. Returns its result, and the item's content afterwards.
      def call(name, item, text, path, page)
        renderer = item.is_a?(Jekyll::Excerpt) ? Jekyll::Renderer.new(Hastie.model.site, item) : item.renderer
        payload = Payload.new(page)
        renderer.payload = payload
        outer = @running
        @running = [renderer, name.to_sym, payload]
        result = content = nil
        with_text(item, name, text) do
          result = perform(renderer, name, text, path, payload)
          content = item.content
        end
        [result.to_s, content]
      ensure
        @running = outer
      end

      # Runs the step in the program. nil if the program is not in this step of the renderer now.
      def original(renderer, name, text)
        return unless @running && @running.first.equal?(renderer) && @running[1] == name

        payload = @running[2]
        @running = nil
        payload.hastie_set_added
        payload.hastie_set_changed
        Hastie.model.flush
        output, content = Hastie.ask("original_step", text, payload.hastie_set)
        renderer.document.hastie_converted(content) if content && renderer.document.respond_to?(:hastie_converted)
        [output]
      end

      private

      def perform(renderer, name, text, path, payload)
        info = { :registers => { :site => renderer.site, :page => payload["page"] } }
        case name
        when "run" then renderer.run
        when "render_document" then renderer.render_document
        when "render_liquid" then renderer.render_liquid(text, payload, info, path)
        when "convert" then renderer.convert(text)
        else renderer.place_in_layouts(text, payload, info)
        end
      end

      # While an item is rendered as a whole, its content is the text that the program has now.
      def with_text(item, name, text, &block)
        return yield unless %w(run render_document).include?(name)
        return item.hastie_with("content", text, &block) if item.respond_to?(:hastie_with)

        before = item.instance_variable_get(:@content)
        item.content = text
        begin
          yield
        ensure
          item.content = before
        end
      end
    end
  end

  module Mirror
    # Notes the content that the program has converted.
    def hastie_converted(content)
      @content = content
    end
  end
end

# Documents and static files whose `to_liquid` a plugin has replaced. Templates read their drops without Ruby, so the method is called once,
# before anything is rendered. It may set front matter. An error reports anything else that Jekyll would show.
module Hastie
  module OwnToLiquid
    DROPS = { Jekyll::Document => Jekyll::Drops::DocumentDrop, Jekyll::StaticFile => Jekyll::Drops::StaticFileDrop }.freeze

    class << self
      def call_all(site)
        DROPS.each_key do |kind|
          next if [kind, *kind.subclasses].all? { |one| Server.own?(one, :to_liquid) }

          items = kind == Jekyll::Document ? site.collections.values.flat_map(&:docs) : site.static_files
          items.each { |item| call(item, DROPS[kind]) unless item.hastie_own?(:to_liquid) }
        end
      end

      private

      def call(item, kind)
        drop = item.to_liquid
        refuse(item, "returns another object than the drop") unless drop.is_a?(kind) && drop.hastie_target.equal?(item)

        first = Fingerprint.of(item.data)
        with_other_content(item) { item.to_liquid }
        refuse(item, "has another result with each call, or with other content") unless Fingerprint.of(item.data) == first
      end

      # Calls the block with another content, because Jekyll calls the method before and after the content is converted.
      def with_other_content(item)
        return yield unless item.is_a?(Jekyll::Document)

        begin
          text = item.content
          item.instance_variable_set(:@content, "#{text}\n\n<p>other content</p>\n")
          yield
        ensure
          item.instance_variable_set(:@content, text)
        end
      end

      def refuse(item, problem)
        place = item.method(:to_liquid).source_location
        raise NotImplementedError, "replacing #{item.class}#to_liquid is not supported if the method #{problem}",
              ["#{place.join(":")}:in `to_liquid'"]
      end
    end
  end
end

# Documents and static files whose `to_liquid` a plugin has replaced. Templates read their drops without Ruby, so the method is called once,
# before anything is rendered. It may set front matter. An error reports anything else that Jekyll would show.
module Hastie
  module OwnToLiquid
    DROPS = { Jekyll::Document => Jekyll::Drops::DocumentDrop, Jekyll::StaticFile => Jekyll::Drops::StaticFileDrop }.freeze

    class << self
      def call_all(site)
        DROPS.each_key do |kind|
          next if [kind, *kind.subclasses].all? { |one| Server.own?(one, :to_liquid) }

          things = kind == Jekyll::Document ? site.collections.values.flat_map(&:docs) : site.static_files
          things.each { |thing| call(thing, DROPS[kind]) unless thing.hastie_own?(:to_liquid) }
        end
      end

      private

      def call(thing, kind)
        drop = thing.to_liquid
        refuse(thing, "returns another object than the drop") unless drop.is_a?(kind) && drop.hastie_target.equal?(thing)

        first = Fingerprint.of(thing.data)
        with_other_content(thing) { thing.to_liquid }
        refuse(thing, "has another result with each call, or with other content") unless Fingerprint.of(thing.data) == first
      end

      # Calls the block with another content, because Jekyll calls the method before and after the content is converted.
      def with_other_content(thing)
        return yield unless thing.is_a?(Jekyll::Document)

        begin
          text = thing.content
          thing.instance_variable_set(:@content, "#{text}\n\n<p>other content</p>\n")
          yield
        ensure
          thing.instance_variable_set(:@content, text)
        end
      end

      def refuse(thing, problem)
        place = thing.method(:to_liquid).source_location
        raise NotImplementedError, "replacing #{thing.class}#to_liquid is not supported if the method #{problem}",
              ["#{place.join(":")}:in `to_liquid'"]
      end
    end
  end
end

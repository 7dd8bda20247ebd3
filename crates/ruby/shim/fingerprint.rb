# Finds out whether values have changed. Ruby's own `hash` and `==` do this, too, but not in a sandbox: for each hash, and for each
# list in another one, they set up an exception handler. In the WebAssembly module, this saves and restores the whole stack, which takes
# as long as a hundred method calls.
module Hastie
  # Numbers that differ for different contents, as `Object#hash` returns them. The order of a hash's keys counts.
  module Fingerprint
    class << self
      def of(value)
        case value
        when Array, Hash
          parts = []
          add(value, parts, [])
          parts.hash
        else value.hash
        end
      end

      # The fingerprints of a hash's values.
      def of_each(hash)
        prints = {}
        keys = hash.keys
        values = hash.values
        at = 0
        while at < keys.size
          prints[keys[at]] = of(values[at])
          at += 1
        end
        prints
      end

      # The part of a hash whose fingerprints are now others than before.
      def changed(hash, now, before)
        found = {}
        keys = hash.keys
        at = 0
        while at < keys.size
          key = keys[at]
          found[key] = hash[key] if now[key] != before[key] || !before.key?(key)
          at += 1
        end
        found
      end

      private

      # Adds numbers for a list or hash. `path` has the lists and hashes around it: it may contain itself.
      def add(value, parts, path)
        return parts << -1 if inside?(value, path)

        path.push(value)
        if value.is_a?(Hash)
          parts << value.size
          add_items(value.keys, parts, path)
          value = value.values
        end
        add_items(value, parts, path)
        path.pop
      end

      def add_items(items, parts, path)
        size = items.size
        parts << size
        at = 0
        while at < size
          item = items[at]
          case item
          when Array, Hash then add(item, parts, path)
          else parts << item.hash
          end
          at += 1
        end
      end

      def inside?(value, path)
        at = path.size
        while at.positive?
          at -= 1
          return true if path[at].equal?(value)
        end
        false
      end
    end
  end

  # Watches a list or hash with everything in it. Whether it changed is found out faster than with fingerprints, because only texts are
  # looked at: the other parts must be the same objects. The loops over them are Ruby's own, which are faster than loops in Ruby.
  class Watch
    # Objects of these classes never change.
    LASTING = [NilClass, TrueClass, FalseClass, Numeric, Symbol, Time, Date].freeze

    # The number of items that are looked at together.
    SLICE = 500

    def initialize(value)
      @hashes = []
      @lists = []
      find([value])
      @items = items_now
      texts = []
      containers = []
      @others = []
      @items.each_with_index do |item, place|
        case item
        when String then texts << place
        when Array, Hash then containers << place
        when *LASTING then next
        else @others << place
        end
      end
      @texts = texts.each_slice(SLICE).to_a
      @containers = containers.each_slice(SLICE).to_a
      @prints = prints(@items)
    end

    def changed?
      items = items_now
      items != @items || prints(items) != @prints
    end

    private

    # Finds all lists and hashes. `found` grows while it is worked through.
    def find(found)
      known = {}.compare_by_identity
      at = 0
      while (container = found[at])
        at += 1
        next if known.key?(container)

        known[container] = true
        is_hash = container.is_a?(Hash)
        (is_hash ? @hashes : @lists) << container
        (is_hash ? container.values : container).each { |item| found << item if item.is_a?(Hash) || item.is_a?(Array) }
      end
    end

    def items_now
      @hashes.map(&:size).concat(
        @lists.map(&:size), @hashes.map(&:keys).flatten(1), @hashes.map(&:values).flatten(1), @lists.flatten(1)
      )
    end

    # Texts by their contents, lists and hashes by their identities: another one may have the same contents now and change later.
    def prints(items)
      prints = @texts.map { |places| items.values_at(*places).hash }
      @containers.each { |places| prints.concat(items.values_at(*places).map(&:__id__)) }
      @others.each { |place| prints << items[place].hash }
      prints
    end
  end
end

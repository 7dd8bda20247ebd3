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
        when Time then of_time(value)
        else value.hash
        end
      end

      # Includes the offset: `Time#utc` and `Time#localtime` change only the offset, which `Time#hash` ignores.
      def of_time(time)
        [time.hash, time.utc? || time.utc_offset].hash
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

      # The keys and values of a hash whose fingerprints differ from earlier ones, or that are new.
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

      # Adds numbers for a list or hash. `path` contains the enclosing lists and hashes, because a list may contain itself.
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
          when Time then parts << of_time(item)
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

  # Lists and hashes with this module note that they may have changed.
  module Noting
    LIST = %i(
      << []= append clear collect! compact! concat delete delete_at delete_if fill filter! flatten! insert keep_if map! pop
      prepend push reject! replace reverse! rotate! select! shift shuffle! slice! sort! sort_by! uniq! unshift
    ).freeze
    HASH = %i(
      []= clear compact! compare_by_identity default= default_proc= delete delete_if filter! keep_if merge! rehash reject!
      replace select! shift store transform_keys! transform_values! update
    ).freeze

    $hastie_writes = 0

    # A module with wrappers of these methods. Each increases the number before and after the method, because a block that the
    # method calls may cause a comparison.
    def self.for(names)
      Module.new do
        names.each do |name|
          class_eval(<<~RUBY, "hastie/objects/fingerprint.rb", 1)
            ruby2_keywords def #{name}(*arguments, &block)
              $hastie_writes += 1
              super
            ensure
              $hastie_writes += 1
            end
          RUBY
        end
      end
    end

    Lists = self.for(LIST)
    Hashes = self.for(HASH)
  end

  # Watches a list or hash with everything in it. As long as none of them has noted a change, only texts are compared.
  class Watch
    # Objects of these classes never change.
    LASTING = [NilClass, TrueClass, FalseClass, Numeric, Symbol, Date].freeze

    # The maximum number of lists and hashes that note changes. Each of them needs a singleton class.
    MOST = 2000

    # The number of items that are compared together.
    SLICE = 500

    def initialize(value)
      @hashes = []
      @lists = []
      find([value])
      @notes = note
      @writes = $hastie_writes
      items = items_now
      @places = sorted(items).map { |places| places.each_slice(SLICE).to_a }
      take(items)
      @prints = prints
    end

    def changed?
      !same_items? || prints != @prints
    end

    private

    # Finds all lists and hashes. Those that are found are appended to `found`, and searched later.
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

    # Makes all lists and hashes note changes. Frozen ones need not.
    def note
      return false if @hashes.size + @lists.size > MOST

      @hashes.each { |hash| hash.extend(Noting::Hashes) unless Noting::Hashes === hash || hash.frozen? }
      @lists.each { |list| list.extend(Noting::Lists) unless Noting::Lists === list || list.frozen? }
      true
    end

    # The indexes of texts, of lists and hashes, and of other items that may change. A hash's keys cannot, because the hash
    # freezes them.
    def sorted(items)
      texts = []
      containers = []
      others = []
      values = @hashes.size + @lists.size + @hashes.sum(&:size)
      items.each_with_index do |item, place|
        case item
        when String then texts << place unless place < values && item.frozen?
        when Array, Hash then containers << place
        when *LASTING then next
        else others << place
        end
      end
      [texts, containers, others]
    end

    def take(items)
      @items = items
      @texts, containers, @others = @places.map { |slices| slices.map { |places| items.values_at(*places) } }
      @containers = containers.map { |list| list.map(&:__id__) }
    end

    # Whether the lists and hashes have the same items as before. Another list or hash may have the same contents now and change later.
    def same_items?
      return true if @notes && @writes == $hastie_writes

      writes = $hastie_writes
      items = items_now
      return false if items != @items

      before = @containers
      take(items)
      @writes = writes
      @containers == before
    end

    def items_now
      @hashes.map(&:size).concat(
        @lists.map(&:size), @hashes.map(&:keys).flatten(1), @hashes.map(&:values).flatten(1), @lists.flatten(1)
      )
    end

    def prints
      prints = @texts.map(&:hash)
      @others.each { |list| list.each { |item| prints << Fingerprint.of(item) } }
      prints
    end
  end
end

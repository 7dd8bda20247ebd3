# Finds out which objects a plugin has changed in place: texts, times, lists and hashes that are still the same objects, but have
# other contents. The program applies such a change to all holders of the object.
module Hastie
  # The contents of an object and of everything in it, at one point of time.
  class Snapshot
    # The maximum number of objects that are compared one by one. Objects beyond that are compared with everything in them.
    MOST = 500

    # A list or hash with its items. For a hash, these are the values, and `keys` has their keys. By the indexes of items, `prints` has
    # the fingerprints of texts and times, and `parts` the snapshots of lists and hashes.
    Container = Struct.new(:object, :keys, :items, :prints, :parts)
    # A text, a time, or an object with everything in it.
    Whole = Struct.new(:object, :print)

    # nil for an object that cannot change.
    def self.of(value)
      case value
      when String then value.frozen? ? nil : new(value)
      when Array, Hash, Time then new(value)
      end
    end

    def initialize(value)
      @count = 0
      @root = value.is_a?(Array) || value.is_a?(Hash) ? container(value) : Whole.new(value, Fingerprint.of(value))
      @known = nil
    end

    # The objects that have changed: rows of a path, which consists of indexes and keys, and the object. An object comes after those
    # inside of it.
    def changes
      found = []
      @root.is_a?(Whole) ? find_whole(@root, [], found) : find(@root, [], found)
      found
    end

    # The keys of the hash, with their values, that were set to other objects.
    def replaced
      before = {}
      @root.keys.each_with_index { |key, at| before[key] = @root.items[at] }
      @root.object.reject { |key, value| before.key?(key) && before[key].equal?(value) }
    end

    private

    def container(value)
      size = value.size
      @count += size
      return Whole.new(value, Fingerprint.of(value)) if @count > MOST

      keys = nil
      if value.is_a?(Hash)
        keys = value.keys
        items = value.values
      else
        items = [].concat(value)
      end
      prints = parts = nil
      at = 0
      while at < size
        item = items[at]
        case item
        when String then (prints ||= {})[at] = item.hash unless item.frozen?
        when Array, Hash then (parts ||= {})[at] = container(item) if first?(item, value)
        when Time then (prints ||= {})[at] = Fingerprint.of_time(item)
        end
        at += 1
      end
      Container.new(value, keys, items, prints, parts)
    end

    # Whether a list or hash was not found before. A list may contain itself, or another list twice.
    def first?(item, outer)
      @known ||= {}.compare_by_identity
      @known[outer] = true
      return false if @known.key?(item)

      @known[item] = true
    end

    def find(part, path, found)
      keys = part.keys
      part.prints&.each_pair do |at, print|
        item = part.items[at]
        now = item.is_a?(Time) ? Fingerprint.of_time(item) : item.hash
        found << [path + [keys ? keys[at] : at], item] unless now == print
      end
      part.parts&.each_pair do |at, inner|
        inner_path = path + [keys ? keys[at] : at]
        inner.is_a?(Whole) ? find_whole(inner, inner_path, found) : find(inner, inner_path, found)
      end
      found << [path, part.object] unless same_items?(part)
    end

    def find_whole(whole, path, found)
      found << [path, whole.object] unless Fingerprint.of(whole.object) == whole.print
    end

    def same_items?(part)
      object = part.object
      return false unless object.size == part.items.size

      keys = part.keys
      return false if keys && !same?(object.keys, keys)

      same?(keys ? object.values : object, part.items)
    end

    def same?(one, other)
      at = 0
      while at < other.size
        return false unless one[at].equal?(other[at])

        at += 1
      end
      true
    end
  end
end

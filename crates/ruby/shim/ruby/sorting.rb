# Sorts as the reference's Ruby does: a merge sort, which keeps the order of equal elements. The sandboxed Ruby, and the
# Ruby of some systems, have another method that does not keep it.
module Hastie
  module Sorting
    PLAIN = [Integer, String, Symbol].freeze

    # Whether this Ruby sorts with a merge sort.
    def self.native?
      (0...99).sort_by { |number| number % 3 } == (0...99).group_by { |number| number % 3 }.values.flatten
    end

    # Sorts a list with a block that compares two elements.
    def self.merge(list, &compare)
      return list if list.size < 2

      half = list.size / 2
      left = merge(list.first(half), &compare)
      right = merge(list.drop(half), &compare)
      at = other = 0
      merged = []
      while at < left.size && other < right.size
        if compare.call(left[at], right[other]) <= 0
          merged << left[at]
          at += 1
        else
          merged << right[other]
          other += 1
        end
      end
      merged.concat(left.drop(at), right.drop(other))
    end

    # Sorts a list by a key of each element.
    def self.by_keys(list, keys)
      return list.dup if list.size < 2

      if PLAIN.any? { |kind| keys.all?(kind) }
        groups = Hash.new { |all, key| all[key] = [] }
        keys.each_with_index { |key, at| groups[key] << list[at] }
        return groups.keys.hastie_sort.flat_map { |key| groups[key] }
      end
      merge((0...list.size).to_a) { |one, other| compared(keys[one], keys[other]) }.map { |at| list[at] }
    end

    def self.compared(one, other)
      (one <=> other) || refuse(one, other)
    end

    # Converts the result of a comparing block to a number.
    def self.answered(order, one, other)
      order ? order <=> 0 : refuse(one, other)
    end

    def self.refuse(one, other)
      shown = [nil, true, false].include?(other) || [Integer, Float, Symbol].include?(other.class) ? other.inspect : other.class
      raise ArgumentError, "comparison of #{one.class} with #{shown} failed"
    end
  end
end

unless Hastie::Sorting.native?
  class Array
    alias_method :hastie_sort, :sort

    def sort(&block)
      return Hastie::Sorting.merge(dup) { |one, other| Hastie::Sorting.answered(yield(one, other), one, other) } if block
      return hastie_sort if Hastie::Sorting::PLAIN.any? { |kind| all?(kind) }

      Hastie::Sorting.merge(dup) { |one, other| Hastie::Sorting.compared(one, other) }
    end

    def sort!(&block)
      replace(sort(&block))
    end

    def sort_by!(&block)
      return to_enum(:sort_by!) { size } unless block

      replace(sort_by(&block))
    end
  end

  module Enumerable
    def sort(&block)
      to_a.sort(&block)
    end

    def sort_by(&block)
      return to_enum(:sort_by) { size if respond_to?(:size) } unless block

      list = to_a
      Hastie::Sorting.by_keys(list, list.map(&block))
    end
  end
end

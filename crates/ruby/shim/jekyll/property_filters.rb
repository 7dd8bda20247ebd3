# The filters of Jekyll that compare a property of each item. A class that includes them defines `hastie_property`.
module Hastie
  module PropertyFilters
    NAMES = %w(where find sort group_by).freeze

    def where(input, property, value)
      hastie_found(:select, input, property, value, &:to_a)
    end

    def find(input, property, value)
      hastie_found(:find, input, property, value) { |found| found || nil }
    end

    def sort(input, property = nil, nils = "first")
      raise ::ArgumentError, "Cannot sort a null object." if input.nil?
      return input.sort if property.nil?

      order = { "first" => -1, "last" => 1 }.fetch(nils) do
        raise ::ArgumentError, "Invalid nils order: '#{nils}' is not a valid nils order. It must be 'first' or 'last'."
      end
      pairs = input.map { |item| [hastie_property(item, property), item] }
      pairs.sort { |one, other| hastie_order(one.first, other.first, order) }.map(&:last)
    end

    def group_by(input, property)
      return input unless input.respond_to?(:group_by)

      groups = input.group_by { |item| hastie_property(item, property).to_s }
      groups.map { |name, items| { "name" => name, "items" => items, "size" => items.size } }
    end

    private

    def hastie_found(method, input, property, value)
      return input if !property || value.is_a?(Array) || value.is_a?(Hash) || !input.respond_to?(method)

      items = input.is_a?(Hash) ? input.values : input
      yield(items.public_send(method) { |item| hastie_matches?(hastie_property(item, property), value) })
    end

    # Whether a property has the value that a template asks for.
    def hastie_matches?(property, target)
      return property.nil? if target.nil?

      text = target.to_s
      return property == text || Array(property).join == text if target.is_a?(Liquid::Expression::MethodLiteral)

      property.is_a?(String) ? property == text : Array(property).any? { |one| one.to_s == text }
    end

    def hastie_order(one, other, order)
      return one.nil? ? order : -order if one.nil? ^ other.nil?

      one <=> other || one.to_s <=> other.to_s
    end
  end
end

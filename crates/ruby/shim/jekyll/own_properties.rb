# The filters of Jekyll that call `item_property`, for sites with a filter module that has a method of this name, even a private one. In
# Jekyll, that method then replaces the original in these filters.
module Hastie
  module OwnProperties
    include PropertyFilters

    # The names of the filters that run in Ruby.
    def self.names
      return [] unless Filters.replaced?(Liquid::Strainer.build, :item_property)

      Jekyll::Filters.prepend(self) unless Jekyll::Filters < self
      PropertyFilters::NAMES
    end

    private

    def hastie_property(item, property)
      item_property(item, property)
    end
  end
end

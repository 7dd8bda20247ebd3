# Finds lists and hashes that plugins get under two paths, such as `page.list`, and then `page`. Both have to lead to the same object.
module Hastie
  module Paths
    PLAIN = /\A[\w-]+(?:\.[\w-]+)*\z/.freeze

    class << self
      # The object that is known under a shorter path, if there is one. Otherwise the value, with the objects that are known under
      # longer paths. `kept` has the variables that plugins have read in this call.
      def one_object(kept, serial, path, value)
        return value unless path.is_a?(String) && PLAIN.match?(path)

        kept.each do |one|
          next unless one.serial == serial && one.key.is_a?(String)

          found = path.start_with?("#{one.key}.") ? inside(one.object, path[(one.key.size + 1)..]) : nil
          return found if same?(found, value)
        end
        found = path.start_with?("site.") ? of_site(path.delete_prefix("site.")) : nil
        return found if same?(found, value)

        unite(kept, serial, path, value)
      end

      def unite(kept, serial, path, value)
        kept.each do |one|
          next unless one.serial == serial && one.key.is_a?(String) && one.key.start_with?("#{path}.") && PLAIN.match?(one.key)

          put(value, one.key[(path.size + 1)..], one.object)
        end
        value
      end

      private

      # The object in the configuration or the data, as far as Ruby has them.
      def of_site(path)
        site = Hastie.model.site or return
        return site.hastie_loaded_data && inside(site.hastie_loaded_data, path.delete_prefix("data.")) if path.start_with?("data.")

        inside(site.config, path)
      end

      def inside(object, path)
        path.split(".").each { |key| object = object.is_a?(Hash) ? object[key] : nil }
        object
      end

      def put(value, path, object)
        *outer, key = path.split(".")
        outer.each { |name| value = value.is_a?(Hash) ? value[name] : nil }
        value[key] = object if value.is_a?(Hash) && same?(value[key], object)
      end

      def same?(one, other)
        (one.is_a?(Array) || one.is_a?(Hash)) && one.instance_of?(other.class) && Fingerprint.of(one) == Fingerprint.of(other)
      end
    end
  end
end

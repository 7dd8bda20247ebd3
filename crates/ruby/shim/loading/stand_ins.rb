# Stand-ins for missing gems. A plugin may require a gem and never use it, above all gems for the network. Using the gem
# raises an error with the line that uses it.
module Hastie
  module StandIns
    # Gems that plugins often require but do not use: the required file, and the name of the gem's module.
    KNOWN = {
      "html-proofer" => "HTMLProofer",
      "active_support" => "ActiveSupport", "pygments" => "Pygments", "mini_magick" => "MiniMagick",
      "fastimage" => "FastImage", "octokit" => "Octokit", "open_uri_redirections" => nil, "typhoeus" => "Typhoeus", "excon" => "Excon",
      "rmagick" => "Magick", "image_optim" => "ImageOptim", "mimemagic" => "MimeMagic", "sanitize" => "Sanitize", "loofah" => "Loofah",
      "parallel" => "Parallel", "listen" => "Listen"
    }.freeze
    # Replaces the gem Parallel: processes one element after another.
    module InTurn
      module_function

      def each(list, **, &block)
        list.to_a.each(&block)
        list
      end

      def map(list, **, &block)
        list.to_a.map(&block)
      end

      def each_with_index(list, **, &block)
        list.to_a.each_with_index(&block)
        list
      end

      def map_with_index(list, **, &block)
        list.to_a.each_with_index.map(&block)
      end

      def flat_map(list, **, &block)
        list.to_a.flat_map(&block)
      end

      def processor_count
        1
      end
    end

    # Gems that are small enough to be replaced by working code.
    WORKING = { "parallel" => InTurn }.freeze

    # Gems that only fetch data. If a plugin rescues their errors, it continues as it would offline.
    NETWORK = %w(Octokit Typhoeus Excon).freeze

    # A name of a missing gem. It may be a base class, and contains all names that are looked up in it.
    module Absent
      # Names of modules for `include`. Other names are classes.
      MIXINS = /(?:Helpers?|Methods|Extensions?|able|Mixin)\z/.freeze

      def const_missing(name)
        const_set(name, (name.match?(MIXINS) ? Module : Class).new.extend(Absent).tap { |made| made.hastie_gem = hastie_gem })
      end

      attr_accessor :hastie_gem

      def method_missing(name, *, **)
        raise Network.address_error, "Failed to open TCP connection (the gem of #{hastie_gem} is missing)" if NETWORK.include?(hastie_gem)

        Hastie.missing("#{self}.#{name} (the gem of #{hastie_gem})")
      end

      def respond_to_missing?(*)
        false
      end

      def new(*arguments, **options)
        return super unless instance_of?(Class) && singleton_class.include?(Absent) && superclass == Object

        method_missing(:new, *arguments, **options)
      end
    end

    @written = {}

    class << self
      # Gems that the shim has itself, under the names of their files. They are defined when a plugin first requires one.
      def provide(*files, &definition)
        files.each { |file| @written[file] = definition }
      end

      # Defines a gem that the shim has itself. Returns whether the shim has the gem of this file.
      def define(file)
        definition = @written[top(file)] or return false
        @written.transform_values! { |one| one.equal?(definition) ? :defined : one }
        definition.call unless definition == :defined
        true
      end

      # The stand-in for a file, if it exists.
      def for(file)
        return true if define(file)

        name = top(file)
        return false unless KNOWN.key?(name) || Gems.listed?(file) || Gems.listed?(name)

        stand(KNOWN.fetch(name) { nil }, name)
        Extensions.load if name == "active_support"
        true
      end

      # The stand-in for an undefined name, if it belongs to a gem that was required.
      def constant(name)
        plain = plain(name)
        return unless (@asked ||= {})[plain]

        stand(name.to_s, plain)
        Object.const_get(name)
      end

      private

      # The first part of a file's path, such as `active_support` of `active_support/all`.
      def top(file)
        file.split("/").first.delete_suffix(".rb")
      end

      def stand(constant, gem)
        (@asked ||= {})[plain(gem)] = true
        return if constant.nil? || Object.const_defined?(constant)

        return Object.const_set(constant, WORKING[gem]) if WORKING.key?(gem)

        Object.const_set(constant, Module.new.extend(Absent).tap { |made| made.hastie_gem = constant })
      end

      def plain(name)
        name.to_s.downcase.delete("-_./")
      end
    end

    # The few of ActiveSupport's additions to Ruby's classes that plugins use most.
    module Extensions
      def self.load
        Object.include(Blank) unless Object.method_defined?(:blank?)
        String.include(Text) unless String.method_defined?(:squish)
      end

      module Blank
        def blank?
          return match?(/\A[[:space:]]*\z/) if is_a?(String)

          respond_to?(:empty?) ? !!empty? : !self
        end

        def present?
          !blank?
        end

        def presence
          self if present?
        end

        def try(name = nil, *arguments, &block)
          return if nil?
          return block.arity.zero? ? instance_eval(&block) : yield(self) if name.nil?

          respond_to?(name) ? public_send(name, *arguments, &block) : nil
        end

        def in?(other)
          other.include?(self)
        end
      end

      module Text
        def squish
          gsub(/[[:space:]]+/, " ").strip
        end
      end
    end
  end
end

class Object
  def self.const_missing(name)
    Hastie::StandIns.constant(name) || super
  end
end

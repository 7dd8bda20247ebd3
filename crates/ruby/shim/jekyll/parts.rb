# Parts of Jekyll that plugins touch in passing: the theme's folders, colours, the regenerator, data files on their own.
module Jekyll
  class Theme
    %w(assets _data _includes _layouts _sass).each do |folder|
      define_method("#{folder.delete_prefix("_")}_path") do
        path = root && File.join(root, folder)
        path if path && File.directory?(path)
      end
    end

    def basename
      name
    end
  end

  module Utils
    module Exec
      extend self

      # Runs a program. Returns its status and what it has printed.
      def run(*arguments)
        require "open3"
        out, errors, status = Open3.capture3(*arguments)
        [status, out.strip + errors.strip]
      end
    end

    module Ansi
      COLORS = { :black => 30, :red => 31, :green => 32, :yellow => 33, :blue => 34, :magenta => 35, :cyan => 36, :white => 37 }.freeze

      COLORS.each do |name, number|
        define_method(name) { |text| "\e[#{number}m#{text}#{reset}" }
      end

      def reset(text = "")
        "\e[0m#{text}"
      end

      def has?(text)
        text.match?(/\e\[\d{1,2}m/)
      end
    end

    module Platforms
      def unix?
        !windows?
      end

      def mri?
        true
      end

      def jruby?
        false
      end
    end
  end

  # Jekyll's regenerator. Here, each build regenerates everything.
  class Regenerator
    attr_reader :site, :metadata, :cache

    def initialize(site = nil)
      @site = site
      @metadata = {}
      @cache = {}
    end

    %i(add add_dependency clear clear_cache force write_metadata read_metadata metadata_file).each do |name|
      define_method(name) { |*| nil }
    end

    def modified?(*)
      true
    end
    alias_method :source_modified_or_dest_missing?, :modified?
    alias_method :disabled?, :modified?
  end

  # Finds other posts for `site.related_posts`.
  class RelatedPosts
    # Whether a plugin decides which posts are related.
    def self.hastie_changed?
      !%i(build most_recent_posts).all? { |name| Hastie.own_method?(instance_method(name)) } ||
        !Hastie.own_method?(Document.instance_method(:related_posts))
    end

    attr_reader :post, :site

    def initialize(post)
      @post = post
      @site = post.site
    end

    def build
      return [] unless site.posts.docs.size > 1

      most_recent_posts
    end

    def most_recent_posts
      (site.posts.docs.last(11).reverse - [post]).first(10)
    end
  end

  module Hooks
    def self.insert_hook(owner, event, priority, &block)
      register_one(owner, event, priority, &block)
    end
  end

  class Site
    def inclusions
      @inclusions ||= {}
    end
  end
end

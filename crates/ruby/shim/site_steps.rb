# Methods of Site that are steps of a build. The program runs the steps itself. If a plugin replaces such a method, the
# replacement runs until it calls the original, waits there while the program runs the step, and then goes on.
module Hastie
  module SiteSteps
    NAMES = %i(process reset read generate render write).freeze

    @waiting = {}

    class << self
      # The steps whose methods a plugin has replaced.
      def changed
        NAMES.map(&:to_s).reject { |name| Server.own?(Jekyll::Site, name) }
      end

      # Runs a replacement until it calls the original.
      def enter(name)
        method = Hastie.model.site.method(name)
        fiber = Fiber.new do
          method.call
          nil
        end
        refuse(method, "does not call the method that it replaces") unless fiber.resume == name
        @waiting[name] = [fiber, method]
      end

      # Runs the rest of the replacement, after the step.
      def leave(name)
        fiber, method = @waiting.delete(name)
        return unless fiber

        refuse(method, "calls the method that it replaces more than once") if fiber.resume
      end

      # The original method of a step.
      def original(name)
        return Fiber.yield(name.to_s) && nil if NAMES.include?(name) && Fiber.current != @main

        raise NotImplementedError, "Hastie runs Site##{name} itself: a plugin cannot call it"
      end

      def start
        @main = Fiber.current
      end

      private

      def refuse(method, problem)
        raise NotImplementedError, "#{method.owner}##{method.name} #{problem}: Hastie does its work without Ruby",
              [*method.source_location&.join(":")]
      end
    end
  end
end

module Hastie
  # Documents whose `read` a plugin has replaced. The program has read them; the replacement runs around that.
  module Rereading
    class << self
      attr_reader :active

      def needed?
        documents? || files?
      end

      def documents?
        %i(read read_post_data).any? { |name| !Server.own?(Jekyll::Document, name) }
      end

      # Whether a plugin has replaced how pages or layouts are read.
      def files?
        [Jekyll::Page, Jekyll::Layout].any? { |kind| !Server.own?(kind, :read_yaml) }
      end

      # Whether a plugin decides which files of a collection's folder belong to it.
      def filters?
        !Server.own?(Jekyll::Collection, :filtered_entries)
      end

      # Removes the documents that a plugin has left out.
      def filter(site)
        site.collections.each_value do |collection|
          next if collection.label == "posts"

          kept = collection.filtered_entries
          check_added(collection, kept)
          paths = kept.map { |entry| collection.collection_dir(entry) }
          raise NotImplementedError, "a static file that Collection#filtered_entries leaves out is not supported" unless collection.files.all? { |file| paths.include?(file.path) }

          collection.docs.select! { |doc| paths.include?(doc.path) }
        end
      end

      # Raises an error for files that a plugin has added, because the program has not read them.
      def check_added(collection, kept)
        added = kept - collection.entry_filter.filter(kept)
        raise NotImplementedError, "Collection#filtered_entries cannot add #{added.first}" unless added.empty?
      end

      def read(site)
        @active = true
        read_files(site) if files?
        return unless documents?

        site.collections.each_value do |collection|
          collection.docs.each(&:read)
          collection.label == "posts" ? collection.docs.sort! : collection.hastie_sort
        end
      ensure
        @active = false
      end

      private

      # Layouts are read first. Pages whose hooks have run already would be read too late.
      def read_files(site)
        site.layouts.each_value { |layout| layout.read_yaml(::File.dirname(layout.path), layout.name) }
        return if Server.own?(Jekyll::Page, :read_yaml)

        if Jekyll::Hooks.registry.dig(:pages, :post_init)
          raise NotImplementedError, "replacing Page#read_yaml is not supported together with hooks for :pages, :post_init",
                [Jekyll::Page.instance_method(:read_yaml).source_location.join(":")]
        end
        site.pages.each { |page| page.hastie_look.read_yaml(*page.hastie_place) }
      end
    end
  end
end

class Jekyll::Site
  Hastie::SiteSteps::NAMES.each do |name|
    module_eval("def #{name}\n  Hastie::SiteSteps.original(:#{name})\nend", "hastie/site_steps.rb", 1)
  end
end

Hastie::SiteSteps.start

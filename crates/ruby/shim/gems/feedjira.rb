# Feedjira: feeds in RSS, Atom and JSON as objects. Its constant appears with `require "feedjira"`.
module Feedjira
  VERSION = "3.2.6"

  class NoParserAvailable < StandardError; end

  class << self
    attr_writer :parsers
    attr_accessor :strip_whitespace, :logger

    def parsers
      @parsers ||= Parser::ALL.dup
    end

    def configure
      yield self
    end

    def reset_configuration!
      @parsers = nil
      @strip_whitespace = false
    end

    def parse(xml, parser: nil, &block)
      parser ||= parser_for_xml(xml) or raise NoParserAvailable, "No valid parser for XML."
      parser.parse(xml, &block)
    end

    def parser_for_xml(xml)
      parsers.detect { |parser| parser.able_to_parse?(xml) }
    end
  end

  module FeedUtilities
    attr_writer :new_entries, :updated, :last_modified
    attr_accessor :etag

    def self.included(base)
      base.extend(ClassMethods)
    end

    module ClassMethods
      attr_accessor :preprocess_xml

      def parse(xml)
        xml = Feedjira.strip_whitespace ? xml.strip : xml.lstrip
        xml = preprocess(xml) if preprocess_xml
        super(xml)
      end

      def preprocess(xml)
        xml
      end
    end

    def last_modified
      @last_modified ||= entries.filter_map(&:published).max
    end

    def updated?
      @updated || false
    end

    def new_entries
      @new_entries ||= []
    end

    def new_entries?
      !new_entries.empty?
    end

    def sanitize_entries!
      entries.each(&:sanitize!)
    end
  end

  module FeedEntryUtilities
    include Enumerable

    # Sets the time in UTC. The earliest of several times wins.
    def published=(text)
      time = parse_datetime(text)
      @published = time if time && (!@published || time < @published)
    end

    # Sets the time in UTC. The latest of several times wins.
    def updated=(text)
      time = parse_datetime(text)
      @updated = time if time && (!@updated || time > @updated)
    end

    def published
      @published ||= @updated
    end
    alias_method :last_modified, :published

    def updated
      @updated
    end

    def parse_datetime(text)
      DateTime.parse(text).to_time.utc
    rescue StandardError
      nil
    end

    def id
      @entry_id ||= @url
    end

    def sanitize!
      Hastie.missing("Feedjira's sanitize!")
    end

    def each
      names = instance_variables.map { |name| name.to_s.delete_prefix("@") }.select { |name| respond_to?(name) }
      names.each { |name| yield(name, instance_variable_get(:"@#{name}")) }
    end

    def [](field)
      instance_variable_get(:"@#{field}")
    end

    def []=(field, value)
      instance_variable_set(:"@#{field}", value)
    end
  end

  module Parser
    class GloballyUniqueIdentifier
      include Hastie::FeedElements
      attribute :isPermaLink, :as => :is_perma_link
      value :guid

      def perma_link?
        is_perma_link != "false"
      end

      def url
        perma_link? ? guid : nil
      end
    end

    class RSSImage
      include Hastie::FeedElements
      %i(description height link title url width).each { |name| element name }
    end
  end

  module RSSEntryUtilities
    def self.included(base)
      base.class_exec do
        element :title
        { :"content:encoded" => :content, :"a10:content" => :content, :description => :summary, :link => :url, :author => :author,
          :"dc:creator" => :author, :"a10:name" => :author, :pubDate => :published, :pubdate => :published, :issued => :published,
          :"dc:date" => :published, :"dc:Date" => :published, :"dcterms:created" => :published, :"dcterms:modified" => :updated,
          :"a10:updated" => :updated, :"dc:identifier" => :dc_identifier, :comments => :comments }.each { |name, as| element name, :as => as }
        element :"a10:link", :as => :url, :value => :href
        element :guid, :as => :entry_id, :class => Parser::GloballyUniqueIdentifier
        %i(media:thumbnail media:content enclosure).each { |name| element name, :as => :image, :value => :url }
        elements :category, :as => :categories
      end
    end

    def entry_id
      @entry_id&.guid
    end

    def url
      @url || @entry_id&.url
    end

    def id
      entry_id || @dc_identifier || @url
    end
  end

  module AtomEntryUtilities
    def self.included(base)
      base.class_exec do
        %w(html xhtml xml).each { |type| element :title, :as => :raw_title, :with => { :type => type } }
        element :title, :with => { :type => "text" }
        element :title, :with => { :type => nil }
        element :title, :as => :title_type, :value => :type
        element :name, :as => :author
        { :content => :content, :summary => :summary, :published => :published, :id => :entry_id, :created => :published,
          :issued => :published, :updated => :updated, :modified => :updated }.each { |name, as| element name, :as => as }
        element :enclosure, :as => :image, :value => :href
        elements :category, :as => :categories, :value => :term
        element :link, :as => :url, :value => :href, :with => { :type => "text/html", :rel => "alternate" }
        elements :link, :as => :links, :value => :href
      end
    end

    def title
      @title ||= @raw_title.is_a?(String) ? Nokogiri::HTML4.fragment(@raw_title).xpath("normalize-space(.)") : nil
    end

    def url
      @url ||= links.first
    end
  end

  module Parser
    class RSSEntry
      include Hastie::FeedElements
      include FeedEntryUtilities
      include RSSEntryUtilities
    end

    class RSS
      include Hastie::FeedElements
      include FeedUtilities
      attr_accessor :feed_url

      %i(description language title ttl).each { |name| element name }
      element :image, :class => RSSImage
      element :lastBuildDate, :as => :last_built
      element :link, :as => :url
      element :"a10:link", :as => :url, :value => :href
      element :rss, :as => :version, :value => :version
      elements :"atom:link", :as => :hubs, :value => :href, :with => { :rel => "hub" }
      elements :item, :as => :entries, :class => RSSEntry

      def self.able_to_parse?(xml)
        /<rss|<rdf/.match?(xml) && !xml.include?("feedburner")
      end
    end

    class RSSFeedBurnerEntry
      include Hastie::FeedElements
      include FeedEntryUtilities
      include RSSEntryUtilities
      element :"feedburner:origLink", :as => :orig_link

      def url
        @orig_link || super
      end
    end

    class RSSFeedBurner
      include Hastie::FeedElements
      include FeedUtilities
      attr_accessor :feed_url

      element :title
      element :description
      element :link, :as => :url
      element :lastBuildDate, :as => :last_built
      elements :"atom10:link", :as => :hubs, :value => :href, :with => { :rel => "hub" }
      elements :item, :as => :entries, :class => RSSFeedBurnerEntry

      def self.able_to_parse?(xml)
        /<rss|<rdf/.match?(xml) && xml.include?("feedburner")
      end
    end

    class PodloveChapter
      include Hastie::FeedElements
      attribute :start, :as => :start_ntp
      attribute :title
      attribute :href, :as => :url
      attribute :image

      def start
        start_ntp&.split(":")&.reverse&.each_with_index&.sum { |part, index| part.to_f * (60**index) }
      end
    end

    class ITunesRSSOwner
      include Hastie::FeedElements
      element :"itunes:name", :as => :name
      element :"itunes:email", :as => :email
    end

    class ITunesRSSCategory
      include Hastie::FeedElements
      attribute :text
      elements :"itunes:category", :as => :itunes_categories, :class => ITunesRSSCategory

      def paths(above = [])
        own = above + [text]
        itunes_categories.empty? ? [own] : itunes_categories.flat_map { |one| one.paths(own) }
      end

      def all
        [text] + itunes_categories.flat_map(&:all)
      end
    end

    class ITunesRSSItem
      include Hastie::FeedElements
      include FeedEntryUtilities
      include RSSEntryUtilities
      hastie_without "enclosure"
      %w(author block duration explicit keywords subtitle order season episode title summary).each do |name|
        element :"itunes:#{name}", :as => :"itunes_#{name}"
      end
      element :"itunes:image", :value => :href, :as => :itunes_image
      element :"itunes:isClosedCaptioned", :as => :itunes_closed_captioned
      element :"itunes:episodeType", :as => :itunes_episode_type
      %i(length type url).each { |name| element :enclosure, :value => name, :as => :"enclosure_#{name}" }
      elements :"psc:chapter", :as => :raw_chapters, :class => PodloveChapter

      def chapters
        raw_chapters.sort_by(&:start)
      end
    end

    class ITunesRSS
      include Hastie::FeedElements
      include FeedUtilities
      attr_accessor :feed_url

      %i(copyright description language title ttl).each { |name| element name }
      element :image, :class => RSSImage
      element :lastBuildDate, :as => :last_built
      element :link, :as => :url
      element :managingEditor, :as => :managing_editor
      element :rss, :as => :version, :value => :version
      %w(author block explicit complete keywords type new_feed_url subtitle summary).each { |name| element :"itunes:#{name}", :as => :"itunes_#{name}" }
      element :"itunes:image", :value => :href, :as => :itunes_image
      elements :"itunes:category", :as => :hastie_categories, :class => ITunesRSSCategory
      elements :"itunes:owner", :as => :itunes_owners, :class => ITunesRSSOwner
      elements :item, :as => :entries, :class => ITunesRSSItem

      def itunes_categories
        hastie_categories.flat_map(&:all)
      end

      def itunes_category_paths
        hastie_categories.flat_map(&:paths)
      end

      def self.able_to_parse?(xml)
        %r{xmlns:itunes\s?=\s?["']http://www\.itunes\.com/dtds/podcast-1\.0\.dtd["']}i.match?(xml)
      end
    end

    # XHTML in Atom as text.
    module Preprocessed
      def preprocess(xml)
        document = Nokogiri::XML(xml).remove_namespaces!
        rule = %w(content summary title).map { |name| "entry > #{name}[type=\"xhtml\"]" }.join(", ")
        document.search(rule).each { |node| node.content = node.search("./div").inner_html unless node.cdata? }
        document.to_xml
      end
    end

    class AtomEntry
      include Hastie::FeedElements
      include FeedEntryUtilities
      include AtomEntryUtilities
      element :"media:thumbnail", :as => :image, :value => :url
      element :"media:content", :as => :image, :value => :url
    end

    class Atom
      include Hastie::FeedElements
      include FeedUtilities
      extend Preprocessed

      element :title
      element :subtitle, :as => :description
      element :link, :as => :url, :value => :href, :with => { :type => "text/html" }
      element :link, :as => :feed_url, :value => :href, :with => { :rel => "self" }
      elements :link, :as => :links, :value => :href
      elements :link, :as => :hubs, :value => :href, :with => { :rel => "hub" }
      elements :entry, :as => :entries, :class => AtomEntry
      element :icon

      def self.able_to_parse?(xml)
        %r{<feed[^>]+xmlns\s?=\s?["'](https?://www\.w3\.org/2005/Atom|http://purl\.org/atom/ns#)["'][^>]*>}.match?(xml)
      end

      def url
        @url || (links - [feed_url]).last
      end
    end

    class AtomFeedBurnerEntry
      include Hastie::FeedElements
      include FeedEntryUtilities
      include AtomEntryUtilities
      element :"feedburner:origLink", :as => :orig_link
      element :"media:thumbnail", :as => :image, :value => :url
      element :"media:content", :as => :image, :value => :url

      def url
        @orig_link || super
      end
    end

    class AtomFeedBurner
      include Hastie::FeedElements
      include FeedUtilities
      extend Preprocessed
      attr_writer :url, :feed_url

      element :title
      element :subtitle, :as => :description
      element :link, :as => :url_text_html, :value => :href, :with => { :type => "text/html" }
      element :link, :as => :url_notype, :value => :href, :with => { :type => nil }
      element :link, :as => :feed_url_link, :value => :href, :with => { :type => "application/atom+xml" }
      element :"atom10:link", :as => :feed_url_atom10_link, :value => :href, :with => { :type => "application/atom+xml" }
      elements :"atom10:link", :as => :hubs, :value => :href, :with => { :rel => "hub" }
      elements :entry, :as => :entries, :class => AtomFeedBurnerEntry

      def self.able_to_parse?(xml)
        xml.include?("<feed") && xml.include?("Atom") && xml.include?("feedburner") && !/<rss|<rdf/.match?(xml)
      end

      def url
        @url || @url_text_html || @url_notype
      end

      def feed_url
        @feed_url || @feed_url_link || @feed_url_atom10_link
      end
    end

    class AtomYoutubeEntry
      include Hastie::FeedElements
      include FeedEntryUtilities
      include AtomEntryUtilities
      hastie_without "link"
      element :link, :as => :url, :value => :href, :with => { :rel => "alternate" }
      element :"media:description", :as => :content
      element :"yt:videoId", :as => :youtube_video_id
      element :"yt:channelId", :as => :youtube_channel_id
      element :"media:title", :as => :media_title
      %i(url type width height).each { |name| element :"media:content", :as => :"media_#{name}", :value => name }
      %i(url width height).each { |name| element :"media:thumbnail", :as => :"media_thumbnail_#{name}", :value => name }
      %i(count average).each { |name| element :"media:starRating", :as => :"media_star_#{name}", :value => name }
      element :"media:statistics", :as => :media_views, :value => :views
    end

    class AtomYoutube
      include Hastie::FeedElements
      include FeedUtilities
      element :title
      element :link, :as => :url, :value => :href, :with => { :rel => "alternate" }
      element :link, :as => :feed_url, :value => :href, :with => { :rel => "self" }
      element :name, :as => :author
      element :"yt:channelId", :as => :youtube_channel_id
      elements :entry, :as => :entries, :class => AtomYoutubeEntry

      def self.able_to_parse?(xml)
        xml.include?("xmlns:yt=\"http://www.youtube.com/xml/schemas/2015\"")
      end
    end

    class JSONFeedItem
      include FeedEntryUtilities
      attr_reader :json, :entry_id, :url, :external_url, :title, :content, :summary, :image, :banner_image, :author, :categories

      def initialize(json)
        @json = json
        @entry_id, @url = json.fetch("id"), json.fetch("url")
        %w(external_url title summary image banner_image).each { |name| instance_variable_set(:"@#{name}", json[name]) }
        @content = json["content_html"] || json["content_text"]
        self.published = json["date_published"] if json["date_published"]
        self.updated = json["date_modified"] if json["date_modified"]
        @author = json.dig("author", "name")
        @categories = json.fetch("tags", [])
      end
    end

    class JSONFeed
      include FeedUtilities
      attr_reader :json, :version, :title, :description, :url, :feed_url, :icon, :favicon, :language, :expired, :entries

      def self.able_to_parse?(json)
        json.include?("https://jsonfeed.org/version/") || json.include?('https:\/\/jsonfeed.org\/version\/')
      end

      def self.parse(json)
        new(JSON.parse(json))
      end

      def initialize(json)
        @json = json
        @version, @title = json.fetch("version"), json.fetch("title")
        @url = json["home_page_url"]
        %w(feed_url icon favicon description language expired).each { |name| instance_variable_set(:"@#{name}", json[name]) }
        @entries = json["items"].map { |item| JSONFeedItem.new(item) }
      end
    end

    ALL = [ITunesRSS, RSSFeedBurner, AtomYoutube, AtomFeedBurner, Atom, RSS, JSONFeed].freeze
  end
end

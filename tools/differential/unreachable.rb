# frozen_string_literal: true

# GitHub's API as a computer without a network sees it, for the plugin jekyll-github-metadata. Its own client needs the gems
# Octokit and Faraday.

require "resolv"

Resolv::DNS.define_singleton_method(:open) { raise Resolv::ResolvError, "no network" }

module Faraday
  ConnectionFailed = Class.new(StandardError)
end

module Octokit
  Unauthorized, TooManyRequests, NotFound = Array.new(3) { Class.new(StandardError) }

  def self.access_token; end

  # Answers no call, because the plugin notices first that there is no network.
  class Client
    attr_reader :access_token

    def initialize(options = {})
      @access_token = options[:access_token]
    end

    %i(repository organization user repository? pages contributors releases latest_release list_repos
       organization_public_members).each { |call| define_method(call) { |*| raise Faraday::ConnectionFailed } }
  end
end

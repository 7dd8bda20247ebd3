# frozen_string_literal: true

# Jekyll as GitHub runs it: the configuration that the gem github-pages imposes, without its dependencies on other gems.

require "jekyll"
%w(plugins dependencies version configuration).each { |part| require "github-pages/#{part}" }

Jekyll::Hooks.register(:site, :after_reset) { |site| GitHubPages::Configuration.set(site) }

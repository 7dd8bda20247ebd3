# -*- encoding: utf-8 -*-
# stub: hearth 1.2.3 ruby lib

Gem::Specification.new do |s|
  s.name = "hearth".freeze
  s.version = "1.2.3"

  s.required_rubygems_version = Gem::Requirement.new(">= 0".freeze) if s.respond_to? :required_rubygems_version=
  s.metadata = { "plugin_type" => "theme" } if s.respond_to? :metadata=
  s.require_paths = ["lib".freeze]
  s.authors = ["Ada".freeze, "Ren\u00E9".freeze]
  s.date = "2025-01-01"
  s.description = "A theme \"for\" two.".freeze
  s.summary = "A theme".freeze

  s.add_runtime_dependency(%q<jekyll>.freeze, [">= 3.5".freeze, "< 5.0".freeze])
  s.add_runtime_dependency(%q<jekyll-sitemap>.freeze, [">= 1.0".freeze])
end

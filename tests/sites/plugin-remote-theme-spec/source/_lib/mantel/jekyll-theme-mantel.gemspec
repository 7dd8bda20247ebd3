Gem::Specification.new do |spec|
  spec.name = "jekyll-theme-mantel"
  spec.version = "1.0 beta"
  spec.authors = [
    "Ada",
    'Bo'
  ]
  spec.summary = "Short, with an 'apostrophe'"
  spec.metadata = { "plugin_type" => "theme" }
  spec.metadata["more"] = "x"
  spec.add_dependency("jekyll-feed", "~> 0.15")
  spec.add_runtime_dependency 'jekyll-seo-tag'
  spec.add_runtime_dependency   'jekyll-sitemap', ">= 1"
  spec.add_development_dependency "jekyll-toc"
  s2.add_dependency "jekyll-gist"
end

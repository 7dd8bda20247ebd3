Gem::Specification.new do |spec|
  spec.name = 'hearth'
  spec.version = "2.1"
  spec.authors = ['Ada', 'Bo']
  spec.summary = 'A theme'
  spec.add_runtime_dependency "jekyll-sitemap", "~> 1.0"
end

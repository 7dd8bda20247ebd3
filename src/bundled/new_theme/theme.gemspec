Gem::Specification.new do |spec|
  spec.name     = "THEME_NAME"
  spec.version  = "0.1.0"
  spec.authors  = ["USER_NAME"]
  spec.email    = ["USER_EMAIL"]
  spec.summary  = "TODO: say in a line what the theme looks like."
  spec.homepage = "TODO: where the theme can be seen."
  spec.license  = "MIT"

  # What a site gets of the theme: files that git knows, in these folders, and the papers.
  shipped = %w(assets _data _layouts _includes _sass _config.yml LICENSE README)
  spec.files = `git ls-files -z`.split("\x0").select { |file| file.downcase.start_with?(*shipped.map(&:downcase)) }

  spec.add_runtime_dependency "jekyll", "~> 4.4"
end

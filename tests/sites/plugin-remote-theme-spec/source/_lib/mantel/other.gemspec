Gem::Specification.new { |s| s.version = "9" }

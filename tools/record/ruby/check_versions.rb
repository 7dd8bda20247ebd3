# frozen_string_literal: true

# Fails unless the loaded gems have the versions in versions.tsv, as far as a gem has a version constant,
# and Sass works.

loaded = {
  "jekyll"                => Jekyll::VERSION,
  "liquid"                => Liquid::VERSION,
  "kramdown"              => Kramdown::VERSION,
  "rouge"                 => Rouge.version,
  "jekyll-sass-converter" => JekyllSassConverter::VERSION,
}
wanted = File.readlines(ARGV.fetch(0), :chomp => true).grep_v(/\A#/).to_h { |row| row.split("\t").first(2) }
wrong = loaded.reject { |gem, version| wanted[gem] == version }
abort wrong.map { |gem, version| "#{gem} is #{version}, not #{wanted[gem]}" }.join("\n") unless wrong.empty?

css = Sass.compile_string("a { b { c: 1 + 1 } }", :syntax => :scss).css
abort "dart-sass answers #{css.inspect}" unless css == "a b {\n  c: 2;\n}"
puts "Ruby #{RUBY_VERSION}: the reference is ready in #{ENV.fetch("REF_DIR")}"

# frozen_string_literal: true

# Fails if a recording used a gem of the distribution instead of a tree in REF_DIR.
#
# Debian's colorator puts the distribution's folder before the folders named with -I. From then on an installed
# ruby-jekyll-... package would silently be loaded instead of the tree with the required version.

trees = Dir.glob(File.join(ENV.fetch("REF_DIR"), "lib/*/lib")).map { |tree| File.realpath(tree) }
stand_ins = File.realpath(__dir__)

at_exit do
  own = trees + [stand_ins]
  elsewhere = $LOAD_PATH.map(&:to_s).reject { |folder| own.any? { |tree| folder.start_with?(tree) } }
  taken = $LOADED_FEATURES.select do |file|
    next if own.any? { |tree| file.start_with?(tree) }

    folder = elsewhere.select { |path| file.start_with?("#{path}/") }.max_by(&:length)
    folder && own.any? { |tree| File.file?(File.join(tree, file.delete_prefix("#{folder}/"))) }
  end
  unless taken.empty?
    # `warn` is silent under -W0.
    $stderr.puts "loaded from elsewhere than REF_DIR, so nothing was recorded:", *taken.first(5)
    exit! 1
  end
end

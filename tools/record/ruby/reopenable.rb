# Lists the methods and constants of the reference that a plugin can replace. Each class or module has a line, with `#name` for
# instance methods, `.name` for its own methods and `::NAME` for constants. tools/record/reopenable runs it.
require "jekyll"
require "kramdown-parser-gfm"
require "rouge"
[Jekyll, Liquid, Kramdown, Rouge].each { |space| space.constants.each { |name| space.const_get(name) rescue nil } }

SPACES = %w(Jekyll Liquid Kramdown Rouge).freeze
# One for each language, style or system: patterns rather than methods.
SKIPPED = %r!\ARouge::(Lexers|Themes|Guessers)\b|\AJekyll::(Commands|Utils::WinTZ|Utils::ThreadEvent|Profiler)|\ARouge::(CLI|TextAnalyzer|TestHelper)!.freeze

def listed(space, seen)
  return if seen.include?(space) || SKIPPED.match?(space.name)

  seen << space
  space.constants(false).sort.each do |name|
    child = begin
      space.const_get(name)
    rescue LoadError
      next # needs a gem that the reference leaves out
    end
    listed(child, seen) if child.is_a?(Module) && child.name.to_s.start_with?("#{space.name}::")
  end
end

def own(methods, space)
  methods.select { |name| yield(name).source_location&.first.to_s.match?(%r!/lib/(jekyll|liquid|kramdown|rouge)!) }.sort
end

def constants_of(space)
  space.constants(false).sort.select do |name|
    place = space.const_source_location(name)&.first.to_s
    place.match?(%r!/lib/(jekyll|liquid|kramdown|rouge)!) && !space.const_get(name).is_a?(Module)
  rescue LoadError
    false # needs a gem that the reference leaves out
  end
end

seen = []
SPACES.each { |name| listed(Object.const_get(name), seen) }
seen.sort_by(&:name).each do |one|
  instances = one.instance_methods(false) + one.private_instance_methods(false)
  singletons = one.singleton_class.instance_methods(false) + one.singleton_class.private_instance_methods(false)
  names = own(instances, one) { |name| one.instance_method(name) }.map { |name| "##{name}" }
  names += own(singletons, one) { |name| one.singleton_class.instance_method(name) }.map { |name| ".#{name}" }
  names += constants_of(one).map { |name| "::#{name}" }
  puts "#{one.name}\t#{names.join(" ")}" unless names.empty?
end

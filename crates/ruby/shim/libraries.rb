# The libraries that this shim has itself. They are loaded with it, but their constants appear only when a plugin requires them.
module Hastie
  # Libraries whose constants appear when a plugin requires them.
  module Libraries
    NAMES = { "nokogiri" => :Nokogiri, "css_parser" => :CssParser, "feedjira" => :Feedjira }.freeze
    @hidden = NAMES.values.select { |name| Object.const_defined?(name, false) }.to_h { |name| [name, Object.send(:remove_const, name)] }

    @later = {}

    # Removes constants that exist from the start until `require` reveals them.
    def self.hide(file, *names)
      names.select! { |name| Object.const_defined?(name, false) }
      @later[file] = names.to_h { |name| [name, Object.const_get(name)] }
      names.each { |name| Object.send(:remove_const, name) }
    end

    # Whether `require` has just revealed the constants of a library.
    def self.reveal(file)
      constants = @later.delete(file) or return false
      constants.each { |name, value| Object.const_set(name, value) }
      true
    end

    # Loads a library of the shim's own. Nil if there is none for the file; otherwise what `require` returns.
    def self.load(file)
      name = NAMES[file.split("/").first.delete_suffix(".rb")]
      return unless @hidden.key?(name)
      return false if Object.const_defined?(name, false)

      Object.const_set(name, @hidden[name])
      load("nokogiri") if name == :Feedjira
      true
    end
  end
end

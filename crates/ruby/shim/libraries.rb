# The libraries that this shim has itself. They are loaded with it, but their constants appear only when a plugin requires them.
module Hastie
  # Libraries whose constants appear when a plugin requires them.
  module Libraries
    NAMES = { "nokogiri" => :Nokogiri, "css_parser" => :CssParser, "feedjira" => :Feedjira }.freeze
    @hidden = NAMES.values.select { |name| Object.const_defined?(name, false) }.to_h { |name| [name, Object.send(:remove_const, name)] }

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

# Attributes of Jekyll's pages, documents, layouts and static files, which are fetched from the program when a plugin uses them.
module Hastie
  # Defines such attributes. The methods belong to the class itself, as in Jekyll, so that plugins can replace each of them.
  module MirrorAttributes
    def hastie_reader(*names)
      names.each { |name| hastie_define("def #{name}\n  hastie_look unless @hastie_round.equal?($hastie_round)\n  @#{name}\nend") }
    end

    def hastie_accessor(*names)
      hastie_reader(*names)
      names.each { |name| hastie_define("def #{name}=(value)\n  hastie_look\n  @#{name} = value\nend") }
    end

    # Defines `content`, which is fetched by itself.
    def hastie_content_accessor
      hastie_define("def content\n  hastie_content\nend\ndef content=(text)\n  self.hastie_content = text\nend")
    end

    # Defines `output`, which is fetched by itself.
    def hastie_output_accessor
      hastie_define("def output\n  hastie_output\nend\ndef output=(text)\n  hastie_look\n  @output = text\nend")
    end

    private

    def hastie_define(code)
      class_eval(code, "hastie/objects/mirror_attributes.rb", 1)
    end
  end
end

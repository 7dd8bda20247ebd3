# Compiles equal templates of ERB only once. Plugins often read the same file for each page and create a new template from it.
module Hastie
  module CompiledTemplates
    # The number of templates that are kept.
    MOST = 200

    # The longest text that is kept, in bytes.
    LONGEST = 100_000

    @known = {}

    class << self
      # Replaces ERB's method. Called once ERB is loaded.
      def start
        ERB::Compiler.prepend(self) unless ERB::Compiler < self
      end

      # The code for a text. `settings` distinguishes compilers that write different code.
      def code(settings, text)
        kept = (@known[settings] ||= {})
        known = kept[text] and return known

        kept.clear if kept.size >= MOST
        kept[text.dup.freeze] = yield
      end
    end

    def compile(text)
      return super unless instance_of?(ERB::Compiler) && text.instance_of?(String) && text.bytesize <= LONGEST

      settings = [@percent, @trim_mode, @put_cmd, @insert_cmd, text.encoding, *@pre_cmd, nil, *@post_cmd].join("\0")
      code, *rest = CompiledTemplates.code(settings, text) { super }
      [code.dup, *rest]
    end
  end
end

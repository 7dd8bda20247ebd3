# Rouge's own lexers as classes. The program splits texts into their tokens, so that the classes have no states here.
module Rouge
  # The methods of Rouge's own lexers. A subclass that a plugin derives has them too, as far as it adds no states.
  module NativeLexer
    # The instance methods that a subclass can replace, and the class methods.
    OPEN = %i(initialize stream_tokens continue_lex lex).freeze
    OPEN_OF_CLASS = %i(detect? lex continue_lex inherited).freeze
    private_constant :OPEN, :OPEN_OF_CLASS

    # The methods of the classes.
    module ClassMethods
      attr_reader :hastie_tag

      # The class of the program's own lexer: this one, or the one that it inherits from.
      def hastie_native
        hastie_tag ? self : superclass.hastie_native
      end

      # The title, aliases and media types that the program has.
      def hastie_facts
        @hastie_facts ||= hastie_tag.to_s.empty? ? [nil, nil, [], []] : Hastie.ask("lexer", hastie_tag)
      end

      def title(*arguments)
        hastie_tag && arguments.empty? ? @title || hastie_facts[1] : super
      end

      def aliases(*names)
        @aliases ||= hastie_facts[2].dup if hastie_tag
        super
      end

      def mimetypes(*names)
        @mimetypes ||= hastie_facts[3].dup if hastie_tag
        super
      end

      %i(state append start replace_state).each do |name|
        define_method(name) { |*, &_block| hastie_refuse("its states cannot be changed") }
      end

      def prepend(*modules)
        hastie_refuse("its states cannot be changed") unless modules.all?(Module)
        modules.each { |mod| hastie_check(mod) }
        super
      end

      def include(*modules)
        modules.each { |mod| hastie_check(mod) }
        super
      end

      def hastie_check(mod)
        names = mod.instance_methods + mod.private_instance_methods - OPEN
        names.each { |name| hastie_refuse("`#{name}' would not be called") }
      end

      # Refuses constants in a class of the program. In Rouge, they may be lists of words.
      def hastie_check_constants
        constants(false).each { |name| hastie_refuse("the constant #{name} would not be used", const_source_location(name)) }
      end

      def method_added(name)
        super
        hastie_refuse("`#{name}' would not be called") unless OPEN.include?(name)
      end

      def singleton_method_added(name)
        super
        hastie_refuse("`#{name}' would not be called") unless OPEN_OF_CLASS.include?(name)
      end

      private

      def hastie_refuse(reason, place = nil)
        message = "Rouge's lexer #{hastie_native.tag || hastie_native.name} is not written in Ruby here: #{reason}"
        raise NotImplementedError, message, place ? [place.join(":")] : caller.reject { |line| line.start_with?("hastie/") }
      end
    end

    # Some lexers of Rouge delete options that they have read. The program needs them for each text.
    def initialize(options = {})
      super
      @hastie_options = @options.transform_values { |value| hastie_option(value) }
    end

    def reset!
      @hastie_pieces = nil
    end

    # Splits a text, or a further piece of it. The program starts again with the first piece each time.
    def stream_tokens(text)
      (@hastie_pieces ||= []) << text
      found = Hastie.ask("tokens", self.class.hastie_native.tag, @hastie_options, @hastie_pieces)
      found.each_slice(2) { |name, part| yield Token[name], part }
    end

    private

    # The texts of an option. Languages are passed by their tags.
    def hastie_option(value)
      case value
      when Array then value.flat_map { |one| hastie_option(one) }
      when Lexer, Class
        raise NotImplementedError, "#{value} as an option of Rouge's lexer #{tag} is not supported" if Lexer.hastie_registry.key?(value.tag)

        [value.tag]
      when false, nil then ["false"]
      else [value.to_s]
      end
    end
  end

  # A lexer for templates in another language.
  class TemplateLexer < RegexLexer
    def parent
      @parent ||= lexer_option(:parent) || Lexers::HTML.new(@options)
    end

    start { parent.reset! }
  end

  module Lexers
    # The names of the classes. `=TAG` is a tag that is not the name in lower case, and `<CLASS` a superclass other than RegexLexer.
    NAMES = <<~LIST.split.freeze
      ABAP APIBlueprint<Markdown Actionscript Ada Apache Apex AppleScript ArmAsm Augeas Awk BBCBASIC BIML<XML BPF
      Batchfile BibTeX Bicep Brainfuck Brightscript Bsl C CMHG CMake COBOL CSS CSVS CSharp CUDA<Cpp Ceylon Cfscript
      CiscoIos=cisco_ios Clean Clojure Codeowners Coffeescript CommonLisp=common_lisp Conf ConsoleLexer=console<Lexer
      Coq Cpp<C Crystal Cypher Cython<Python D Dafny Dart Datastudio Diff Digdag<YAML Docker Dot ECL
      EEX<TemplateLexer EPP<TemplateLexer ERB<TemplateLexer Eiffel Elixir Elm Email Erlang Escape<Lexer FSharp Factor
      Fluent Fortran FreeFEM<Cpp GDScript GHCCmm=ghc-cmm GHCCore=ghc-core Gherkin Glsl<C Go Gradle<Groovy GraphQL
      Groovy HLSL<C HOCON<JSON HQL<SQL HTML HTTP Hack<PHP Haml Handlebars<TemplateLexer Haskell Haxe Hcl HyLang
      IDLang INI IO IRBLexer=irb<ConsoleLexer IRBOutputLexer=irb_output<Ruby ISBL Idris IecST IgorPro Isabelle J JSL
      JSON JSON5<JSON JSONDOC=json-doc<JSON JSP<TemplateLexer JSX<Javascript Janet Java Javascript
      Jinja<TemplateLexer Jsonnet Julia Kotlin LLVM Lasso<TemplateLexer Lean Liquid
      LiterateCoffeescript=literate_coffeescript LiterateHaskell=literate_haskell Livescript Lua Lustre Lutin<Lustre
      M68k MXML Magik Make Markdown Mason<TemplateLexer Mathematica Matlab Meson MiniZinc Mojo<Python Moonscript
      Mosel MsgTrans Nasm NesAsm Nginx Nial Nim Nix OCL OCaml<OCamlCommon OCamlCommon= ObjectiveC=objective_c<C
      ObjectiveCpp=objective_cpp<Cpp OpenEdge OpenTypeFeatureFile=opentype_feature_file P4 PHP<TemplateLexer PLSQL
      Pascal Perl PlainText<Lexer Plist Pony PostScript Powershell Praat Prolog Prometheus Properties Protobuf Puppet
      Python Q Qml<Javascript R RML Racket ReScript<OCamlCommon ReasonML<OCamlCommon Rego
      RobotFramework=robot_framework Ruby Rust SAS SML SPARQL SQF SQL SSH Sass<SassCommon SassCommon= Scala Scheme
      Scss<SassCommon Sed Shell Sieve Slice<C Slim Smalltalk Smarty<TemplateLexer Stan Stata SuperCollider
      Svelte<HTML Swift SystemD Syzlang Syzprog TCL TOML TSX<JSX TTCN3 Tap TeX Terraform<Hcl Tulip Turtle Twig<Jinja
      Typescript<Javascript VHDL Vala Varnish=vcl Velocity<TemplateLexer Verilog VimL VisualBasic=vb Vue<HTML Wollok
      XML XPath XQuery<XPath Xojo YAML YANG Zig
    LIST
    private_constant :NAMES

    @by_tag = {}

    class << self
      # The class of a lexer of Rouge with a tag or alias. nil if Rouge has none.
      def hastie_find(name)
        @by_tag.fetch(name) do
          facts = Hastie.ask("lexer", name)
          @by_tag[name] = facts && @by_tag.fetch(facts.first)
        end
      end

      def hastie_natives
        @by_tag.values.compact.uniq
      end

      private

      def hastie_define(entry)
        name, tag, above = entry.match(/\A(\w+)(?:=([\w-]*))?(?:<(\w+))?\z/).captures
        return if const_defined?(name, false)

        hastie_define(NAMES.find { |one| one.match?(/\A#{above}\b/) }) if above && !Rouge.const_defined?(above, false)
        base = above ? (Rouge.const_defined?(above, false) ? Rouge : self).const_get(above, false) : RegexLexer
        kind = const_set(name, Class.new(base))
        kind.instance_variable_set(:@tag, (tag unless tag == "") || (name.downcase unless tag))
        kind.instance_variable_set(:@hastie_tag, kind.tag || "")
        @by_tag[kind.tag] = kind if kind.tag
        return if kind.include?(NativeLexer)

        kind.include(NativeLexer)
        kind.extend(NativeLexer::ClassMethods)
      end
    end

    NAMES.each { |entry| hastie_define(entry) }
  end
end

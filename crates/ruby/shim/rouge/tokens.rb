# Rouge's types of tokens, as classes. Mirrors `Rouge::Token`.
module Rouge
  class Token
    class << self
      attr_reader :name, :parent, :shortname

      # The token type with a qualified name.
      def [](qualname)
        qualname.is_a?(String) ? Token.cache[qualname] : qualname
      end

      def cache
        @cache ||= {}
      end

      def sub_tokens
        @sub_tokens ||= {}
      end

      # The ancestors of the type, followed by the type itself.
      def token_chain
        @token_chain ||= ancestors.take_while { |one| one != Token }.reverse
      end

      def qualname
        @qualname ||= token_chain.map(&:name).join(".")
      end

      def matches?(other)
        other.token_chain.include?(self)
      end

      def inspect
        "<Token #{qualname}>"
      end

      def each_token(&block)
        Token.cache.values.each(&block)
      end

      # Adds a type below this one.
      def hastie_add(name, shortname)
        made = Class.new(self)
        { :@name => name, :@parent => self, :@shortname => shortname }.each { |variable, value| made.instance_variable_set(variable, value) }
        Token.cache[made.qualname] = made
        sub_tokens[name] = made
        (equal?(Token) ? Tokens : self).const_set(name, made)
      end

      def token(name, shortname, &block)
        hastie_add(name, shortname).tap { |made| made.class_eval(&block) if block }
      end
    end

    module Tokens
      def self.token(name, shortname, &block)
        Token.token(name, shortname, &block)
      end

      # The qualified names, ancestors before descendants, with the classes of their spans.
      TYPES = <<~TABLE.freeze
        Text= Text.Whitespace=w Escape=esc Error=err Other=x
        Keyword=k Keyword.Constant=kc Keyword.Declaration=kd Keyword.Namespace=kn Keyword.Pseudo=kp Keyword.Reserved=kr
        Keyword.Type=kt Keyword.Variable=kv
        Name=n Name.Attribute=na Name.Builtin=nb Name.Builtin.Pseudo=bp Name.Class=nc Name.Constant=no Name.Decorator=nd
        Name.Entity=ni Name.Exception=ne Name.Function=nf Name.Function.Magic=fm Name.Property=py Name.Label=nl
        Name.Namespace=nn Name.Other=nx Name.Tag=nt Name.Variable=nv Name.Variable.Class=vc Name.Variable.Global=vg
        Name.Variable.Instance=vi Name.Variable.Magic=vm
        Literal=l Literal.Date=ld Literal.String=s Literal.String.Affix=sa Literal.String.Backtick=sb Literal.String.Char=sc
        Literal.String.Delimiter=dl Literal.String.Doc=sd Literal.String.Double=s2 Literal.String.Escape=se
        Literal.String.Heredoc=sh Literal.String.Interpol=si Literal.String.Other=sx Literal.String.Regex=sr
        Literal.String.Single=s1 Literal.String.Symbol=ss
        Literal.Number=m Literal.Number.Bin=mb Literal.Number.Float=mf Literal.Number.Hex=mh Literal.Number.Integer=mi
        Literal.Number.Integer.Long=il Literal.Number.Oct=mo Literal.Number.Other=mx
        Operator=o Operator.Word=ow Punctuation=p Punctuation.Indicator=pi
        Comment=c Comment.Hashbang=ch Comment.Doc=cd Comment.Multiline=cm Comment.Preproc=cp Comment.PreprocFile=cpf
        Comment.Single=c1 Comment.Special=cs
        Generic=g Generic.Deleted=gd Generic.Emph=ge Generic.EmphStrong=ges Generic.Error=gr Generic.Heading=gh
        Generic.Inserted=gi Generic.Lineno=gl Generic.Output=go Generic.Prompt=gp Generic.Strong=gs Generic.Subheading=gu
        Generic.Traceback=gt
      TABLE
      TYPES.split.each do |pair|
        qualname, shortname = pair.split("=")
        parent, _, name = qualname.rpartition(".")
        (Token[parent] || Token).hastie_add(name.to_sym, shortname.to_s)
      end

      Num = Literal::Number
      Str = Literal::String
    end
  end
end

# Finds filters and tags that change nothing, by their instructions: all methods that they call are known and change no object.
# Such a filter needs no comparison of objects after the call. A filter that only uses its arguments always returns the
# same result for them, so the program calls it once.
module Hastie
  module Pure
    # Instructions that move and compare values.
    PLAIN = %i(
      nop putnil putself putobject putobject_INT2FIX_0_ putobject_INT2FIX_1_ putstring putchilledstring concatstrings anytostring
      objtostring intern toregexp dup dupn swap topn setn pop adjuststack newarray newarraykwsplat duparray newhash duphash newrange
      splatarray concatarray splatkw checkmatch checkkeyword checktype expandarray
      getlocal setlocal getlocal_WC_0 getlocal_WC_1 setlocal_WC_0 setlocal_WC_1 getblockparamproxy getspecial
      branchif branchunless branchnil jump leave once
      opt_plus opt_minus opt_mult opt_div opt_mod opt_eq opt_neq opt_lt opt_le opt_gt opt_ge opt_and opt_or opt_not
      opt_aref opt_aref_with opt_length opt_size opt_empty_p opt_succ opt_nil_p opt_regexpmatch2 opt_str_freeze opt_str_uminus
      opt_newarray_max opt_newarray_min opt_newarray_send opt_case_dispatch opt_send_without_block send invokeblock
    ).freeze

    # Methods of Ruby's own classes that return a value and change nothing.
    CALLS = %i(
      + - * / % ** == != < > <= >= <=> ! =~ !~ === & | [] -@ +@ abs at ascii_only? any? all? between? bytes bytesize capitalize ceil
      center chars chomp chop chr clamp collect compact count cycle dasherize delete_prefix delete_suffix detect dig digits
      div divmod downcase drop drop_while dup each_char each_cons each_line each_slice each_with_index each_with_object empty? encode end_with?
      entries even? fetch fetch_values filter filter_map find find_all find_index first flat_map flatten floor format freeze
      frozen? getbyte group_by gsub hex include? index inject inspect instance_of? integer? intersection is_a? itself join key? keys kind_of?
      last lazy length lines ljust lstrip map match match? max max_by member? merge min min_by minmax modulo negative? next nil? none? odd? one?
      ord partition positive? post_match pre_match pred product quo rassoc reduce reject respond_to? reverse reverse_each rindex rjust
      rotate round rpartition rstrip sample_size scan scrub select size slice slice_when sort sort_by split sprintf squeeze start_with? step strip sub sum
      succ swapcase take take_while tally then times to_a to_c to_enum to_f to_h to_i to_proc to_r to_s to_str to_sym tr tr_s transform_keys
      transform_values transpose truncate unicode_normalize union uniq unpack unpack1 upcase upto downto valid_encoding? values values_at with_index
      zero? zip captures named_captures Integer Float String Array escape quote
    ).freeze
    # Modules and classes on which a filter may call these methods.
    MODULES = %w(
      String Array Hash Integer Float Numeric Symbol NilClass Regexp TrueClass FalseClass Comparable Enumerable Kernel Math Rational
      Set Time Date DateTime URI JSON CGI ERB ERB::Util CGI::Util Digest Digest::MD5 Digest::SHA1 Digest::SHA256 File Jekyll Jekyll::Utils Liquid
    ).freeze

    # Methods that a filter may call on the site without changing it. `tags` and `categories` are not among them: reading a
    # missing key of their results adds it.
    SITE_METHODS = %i(
      registers environments site_payload config data posts pages docs collections static_files url date title source dest baseurl
      lookup_context strftime parse year month day hour to_time to_date iso8601 xmlschema to_liquid new exist? file? read basename
      extname dirname join expand_path logger site label relative_path path id name output_ext ext
      each each_value each_key each_pair dest_dir now hexdigest to_json generate
    ).freeze
    # Methods that a filter may call if its result depends only on its arguments and on the page.
    TRACED = %i(registers environments config data strftime parse year month day hour to_time to_date iso8601 xmlschema).freeze
    # Methods that return different results for a page and for the object that replaces it while a filter is traced.
    CLASS_CHECKS = %i(checkmatch ===).freeze
    # The levels of a method. The first level reads only its arguments. The next ones also read keys of the page, the
    # configuration and the data, then registers and the contents of constants, then anything.
    LEVELS = %i(function lasting tracing reading other).freeze
    # Instructions and methods with which a tag sets its own variables while it is parsed.
    PARSING_PLAIN = %i(getinstancevariable setinstancevariable opt_aset invokesuper opt_ltlt).freeze
    PARSERS = %i(parse blank? nodelist unknown_tag block_name block_delimiter parse_body raw assert_missing_delimiter!).freeze
    TEMPLATES = %i(parse render render! render_all liquid_renderer new_isolated_subcontext).freeze
    PARSING = %i([]= << new raise scan markup tag_name line_number).freeze
    READING_PLAIN = %i(getinstancevariable setinstancevariable getglobal getclassvariable).freeze
    # Instructions and methods that may read a key of a hash. Reading a missing key of the site's tags or categories adds it.
    INDEXING = %i(opt_aref opt_aref_with [] dig values_at to_proc gsub sub format sprintf).freeze
    # The flag of a call with a block argument, such as `map(&groups)`.
    BLOCK_ARGUMENT = 2
    # Instructions that read constants. Their names differ between versions of Ruby.
    CONSTANTS = %i(getconstant opt_getconstant_path opt_getinlinecache opt_setinlinecache).freeze
    # The flag of a call without a receiver.
    OWN = 4

    class << self
      # Whether the result of a filter depends only on its arguments.
      def function?(method)
        known(method) == :function
      end

      # Whether a filter reads at most its arguments, keys of the page, the configuration and the data.
      def lasting?(method)
        known(method) == :lasting
      end

      # Whether a filter reads at most these, registers, and the contents of constants.
      def tracing?(method)
        %i(lasting tracing).include?(known(method))
      end

      # Whether a filter changes nothing.
      def reading?(method)
        known(method) != :other
      end

      # Whether parsing a tag only sets variables of the tag, so that it does not matter when it is parsed. Templates that the tag makes
      # itself may share state with others, which is not known before they are rendered.
      def parsing?(kind)
        return false if kind < Hastie::Native || PARSERS.any? { |name| kind.method_defined?(name) && !Hastie.own_method?(kind.instance_method(name)) }
        return false unless Hastie.own_method?(kind.method(:parse))

        kinds = kind.ancestors.take_while { |one| one != Liquid::Tag }
        kinds.none? { |one| templates?(one) || creates?(one.singleton_class) } &&
          kinds.all? { |one| !one.private_method_defined?(:initialize, false) || sets_own?(one.instance_method(:initialize)) }
      rescue StandardError, NotImplementedError
        false
      end

      # Whether a filter may read keys of a hash among its arguments.
      def indexing?(method)
        sequences(method).any? do |steps|
          steps.each_with_index.any? do |step, at|
            name, *operands = step
            INDEXING.include?(name) || operands.any? { |operand| indexes?(operand, at.positive? ? steps[at - 1] : []) }
          end
        end
      end

      # Whether a filter may find the site's tags or categories by itself: with `site.tags`, or with a name that only becomes known later.
      def finding_groups?(method)
        sequences(method).any? do |steps|
          steps.each_with_index.any? { |step, at| step.drop(1).any? { |operand| finds_groups?(operand, step.first, steps[at + 1]) } }
        end
      end

      private

      # The instructions of a method, of its blocks, and of its module's methods that it calls: a list for each of them.
      def sequences(method, seen = [])
        return [] if seen.include?(method)

        seen.push(method)
        sequence = RubyVM::InstructionSequence.of(method)
        sequence ? lists(sequence.to_a, method.owner, seen) : []
      end

      def lists(code, owner, seen)
        steps = code.last.select { |step| step.is_a?(Array) }
        operands = steps.flat_map { |step| step.drop(1) }
        inner = operands.select { |operand| operand.is_a?(Array) && operand.first == "YARVInstructionSequence/SimpleDataFormat" }
        called = operands.select { |operand| operand.is_a?(Hash) && operand[:mid] && operand[:flag] & OWN != 0 }
        called = called.map { |call| call[:mid] }.select { |name| owner.method_defined?(name) || owner.private_method_defined?(name) }
        [steps] + (inner + rescues(code)).flat_map { |part| lists(part, owner, seen) } +
          called.flat_map { |name| sequences(owner.instance_method(name), seen) }
      end

      def indexes?(operand, before)
        case operand
        when Hash
          INDEXING.include?(operand[:mid]) || (operand[:flag].to_i & BLOCK_ARGUMENT != 0 && !(before.first == :putobject && before[1].is_a?(Symbol)))
        when Symbol then INDEXING.include?(operand)
        when String then operand.match?(/%[{<]/)
        else false
        end
      end

      def finds_groups?(operand, name, following)
        case operand
        when Hash then operand[:mid] == :site_payload
        when String
          return operand.match?(/\Asite(?:\.(?:tags|categories)\b|\.\z|\[)/) unless operand == "site"

          # False for `context["site"]["url"]` and the like.
          name != :opt_aref_with || following&.first != :opt_aref_with || %w(tags categories).include?(following[1])
        else false
        end
      end

      # Whether a class has its own `new`.
      def creates?(kind)
        kind.method_defined?(:new, false) || kind.private_method_defined?(:new, false)
      end

      # Whether a method of the class may parse or render templates.
      def templates?(kind)
        names = kind.instance_methods(false) + kind.private_instance_methods(false)
        names.any? do |name|
          method = kind.instance_method(name)
          sequence = Hastie.own_method?(method) ? nil : RubyVM::InstructionSequence.of(method)
          sequence && sequence.to_a.flatten.any? { |part| part.is_a?(Hash) && TEMPLATES.include?(part[:mid]) }
        end
      end

      def sets_own?(method)
        return true if Hastie.own_method?(method)

        sequence = RubyVM::InstructionSequence.of(method)
        !sequence.nil? && calm?(sequence.to_a, method.owner, :parsing)
      end

      def known(method)
        @known ||= {}
        @known.fetch(method) { @known[method] = judge(method) }
      end

      def judge(method)
        return :other if (@judging ||= []).include?(method) || @judging.size > 20

        @judging.push(method)
        sequence = RubyVM::InstructionSequence.of(method)
        return :other unless sequence

        code = sequence.to_a
        LEVELS.find { |level| level == :other || calm?(code, method.owner, level) }
      rescue StandardError, NotImplementedError
        :other
      ensure
        @judging.pop if @judging&.last == method
      end

      def calm?(code, owner, level)
        path = []
        steps = code.last.select { |step| step.is_a?(Array) }
        return false if level == :lasting && registers?(steps)

        fine = steps.each_with_index.all? do |(name, *operands), at|
          if CONSTANTS.include?(name)
            constant?(name, operands, path, owner, level)
          elsif level == :parsing && new_hash?(steps, at)
            # The block of the hash runs only when the tag is rendered.
            true
          else
            plain?(name, operands, level) && operands.all? { |operand| harmless?(operand, owner, level) }
          end
        end
        fine && rescues(code).all? { |inner| calm?(inner, owner, level) }
      end

      # Whether the instruction is `Hash.new` with a block.
      def new_hash?(steps, at)
        name, operand, block = steps[at]
        constant = at.positive? ? steps[at - 1] : []
        name == :send && operand[:mid] == :new && !block.nil? && constant.first == :opt_getconstant_path && constant[1] == %i(Hash)
      end

      # Whether registers other than the site are used.
      def registers?(steps)
        steps.each_with_index.any? do |(_, operand), at|
          operand.is_a?(Hash) && operand[:mid] == :registers && steps[at + 1] != %i(putobject site)
        end
      end

      # Whether the result is traced.
      def traced?(level)
        %i(lasting tracing).include?(level)
      end

      def plain?(name, operands, level)
        case level
        when :function then PLAIN.include?(name)
        when :parsing then PLAIN.include?(name) || PARSING_PLAIN.include?(name)
        when :lasting, :tracing then (PLAIN.include?(name) && !CLASS_CHECKS.include?(name)) || (name == :getinstancevariable && operands.first == :@context)
        else PLAIN.include?(name) || READING_PLAIN.include?(name)
        end
      end

      # Examines an operand: calls by their names, and blocks by their own instructions.
      def harmless?(operand, owner, level)
        case operand
        when Hash then operand[:mid].nil? || call?(operand, owner, level)
        when Array then operand.first == "YARVInstructionSequence/SimpleDataFormat" ? calm?(operand, owner, level) : true
        else true
        end
      end

      def call?(operand, owner, level)
        name = operand[:mid]
        return true if level == :parsing && PARSING.include?(name)

        if operand[:flag] & OWN != 0 && (owner.method_defined?(name) || owner.private_method_defined?(name)) && owner.instance_method(name).owner != Kernel
          method = owner.instance_method(name)
          return level == :parsing ? known(method) == :function : LEVELS.index(known(method)) <= LEVELS.index(level)
        end
        return true if CALLS.include?(name) && !(traced?(level) && CLASS_CHECKS.include?(name))

        (traced?(level) && TRACED.include?(name)) || (level == :reading && SITE_METHODS.include?(name))
      end

      def constant?(name, operands, path, owner, level)
        case name
        when :opt_getinlinecache then path.clear
        when :getconstant then path << operands.first
        when :opt_setinlinecache then return value?(path, owner, level)
        else return value?(operands.first, owner, level)
        end
        true
      end

      # Whether the value of a constant can be used at this level: it never changes, or is a module whose methods are known.
      def value?(path, owner, level)
        spaces = owner.name.to_s.split("::").each_with_object([Object]) { |name, all| all.unshift(all.first.const_get(name)) }
        space = spaces.find { |one| one.const_defined?(path.first) } or return false
        value = path.reduce(space) { |found, name| found.const_get(name) }
        return true if level == :parsing && value.is_a?(Class) && value <= Exception
        return MODULES.include?(value.name) && !(level == :function && %w(Time Date DateTime File Jekyll).include?(value.name)) if value.is_a?(Module)

        !%i(function lasting parsing).include?(level) || value.is_a?(Regexp) || value.is_a?(Numeric) || value.is_a?(Symbol) || (value.is_a?(String) && value.frozen?)
      end

      def rescues(code)
        table = code[-2]
        return [] unless table.is_a?(Array)

        table.select { |row| row.is_a?(Array) && row[1].is_a?(Array) }.map { |row| row[1] }
      end
    end
  end
end

# Blocks of `at_exit` and `END`. The guest's process does not end with the build, so the blocks run when the site is written.
module Hastie
  module AtExit
    # The priority of the hook, which runs after all other hooks.
    LAST = -1_000_000

    # The folders of Ruby's own libraries.
    LIBRARIES = $LOAD_PATH.map(&:to_s).freeze

    @blocks = []

    # The exception of `exit` in such a block. Jekyll does not rescue it there, so its status becomes the status of the process.
    class Exit < SystemExit
    end

    # Finds files that may contain an `END { }`.
    STATEMENT = /\bEND\s*\{/.freeze

    class << self
      # The code of a file whose `END { }` became calls of `once`, because the interpreter itself would run those blocks
      # when it ends. Nil if the file has none.
      def translated(path)
        text = File.read(path, :encoding => "UTF-8")
        return unless text.valid_encoding? && text.match?(STATEMENT)

        lines = text.lines
        places = statements(RubyVM::AbstractSyntaxTree.parse_file(path))
        # The last statement is replaced first, so that the columns of the others stay valid.
        places.sort.reverse_each do |line, column|
          lines[line - 1].then { |one| one.replace(one.byteslice(0, column) + "::Hastie::AtExit.once(#{"#{path}:#{line}:#{column}".dump}) " + one.byteslice(column + 3..)) }
        end
        places.empty? ? nil : lines.join
      rescue SyntaxError
        nil
      end

      # Notes the block of a statement when the statement runs for the first time.
      def once(place, &block)
        @places ||= {}
        add(block) unless @places.key?(place)
        @places[place] = true
        nil
      end

      # Registers a block. The first block also registers the hook that runs all of them, in a later build, too.
      def add(block)
        Jekyll::Hooks.register(:site, :post_write, :priority => LAST) { run } if @blocks.empty? && !@registered
        @registered = true
        @blocks << block
      end

      private

      # The lines and columns of the `END` statements in code.
      def statements(node, found = [])
        return found unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)

        found << [node.first_lineno, node.first_column] if node.type == :POSTEXE
        node.children.each { |child| statements(child, found) }
        found
      end

      # Runs the last block first. Blocks may add others, which run next.
      def run
        blocks = @blocks.dup
        while (block = @blocks.pop)
          block.call
        end
        @blocks = blocks
      rescue SystemExit => e
        raise Exit.new(e.status, e.message), nil, e.backtrace
      end
    end
  end
end

class RubyVM::InstructionSequence
  # Ruby asks this for the code of each file that it loads. The files of Ruby's own libraries stay as they are.
  def self.load_iseq(path)
    return if path.start_with?(*Hastie::AtExit::LIBRARIES)

    text = Hastie::AtExit.translated(path)
    text && compile(text, path, path)
  end
end

module Kernel
  def at_exit(&block)
    raise ArgumentError, "called without block" unless block

    Hastie::AtExit.add(block)
    block
  end
  module_function :at_exit
end

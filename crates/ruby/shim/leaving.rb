# Blocks for the end of the process. The guest has no end that plugins see, so they run when the site is written.
module Hastie
  module Leaving
    # After all other hooks.
    LAST = -1_000_000

    @blocks = []

    class << self
      # Notes a block. The first one registers the hook that runs all of them, in a later build, too.
      def add(block)
        Jekyll::Hooks.register(:site, :post_write, :priority => LAST) { run } if @blocks.empty? && !@registered
        @registered = true
        @blocks << block
      end

      private

      # Runs the last block first. Blocks may add others, which run next.
      def run
        blocks = @blocks.dup
        while (block = @blocks.pop)
          block.call
        end
        @blocks = blocks
      end
    end
  end
end

module Kernel
  def at_exit(&block)
    raise ArgumentError, "called without block" unless block

    Hastie::Leaving.add(block)
    block
  end
  module_function :at_exit
end

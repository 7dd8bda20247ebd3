# Results that depend only on files. They are reused until Ruby changes a file, or the site is built again. For example, a
# theme's gem searches the folders of all gems for each address that a layout repeats on every page.
module Hastie
  module FileResults
    @all = {}

    class << self
      # The result for a key, which the block computes. Without the sandbox, it is computed each time, because the program does
      # not know whether Ruby has changed a file.
      def of(key)
        changes = Hastie.ask("file_changes")
        return yield if changes.nil?

        clear unless changes == @changes
        @changes = changes
        @all[key] ||= yield
      end

      def clear
        @all.clear
      end
    end
  end
end

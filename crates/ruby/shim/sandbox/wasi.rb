# Methods whose results depend on the system. WASI takes an empty path for the working directory, and its machine words
# have 32 bits. Here, both are as on the systems where Jekyll runs.
module Hastie
  module EmptyPath
    # Methods that are false or nil for an empty path.
    TESTS = %i(
      blockdev? chardev? directory? empty? executable? executable_real? exist? file? grpowned? owned? pipe? readable?
      readable_real? setgid? setuid? socket? sticky? symlink? writable? writable_real? zero?
    ).freeze
    SIZES = %i(size? world_readable? world_writable?).freeze

    # Methods that fail, and the function that Ruby's message names.
    FILES = {
      "rb_sysopen" => %i(read readlines foreach binread write binwrite), "rb_file_s_mtime" => %i(mtime), "rb_file_s_atime" => %i(atime),
      "rb_file_s_ctime" => %i(ctime), "rb_file_s_stat" => %i(stat), "rb_file_s_lstat" => %i(lstat), "rb_file_s_size" => %i(size),
      "rb_file_s_ftype" => %i(ftype), "apply2files" => %i(delete unlink), "rb_check_realpath_internal" => %i(realpath)
    }.freeze
    FOLDERS = {
      "dir_initialize" => %i(new open entries children each_child foreach), "dir_s_chdir" => %i(chdir), "dir_s_mkdir" => %i(mkdir),
      "dir_s_rmdir" => %i(rmdir delete unlink), "rb_dir_s_empty_p" => %i(empty?)
    }.freeze

    class << self
      def empty?(path)
        path = path.to_path if path.respond_to?(:to_path)
        path.is_a?(String) && path.empty?
      end

      def refuse(function)
        raise Errno::ENOENT.new("", function)
      end

      # A module whose methods return `result` for an empty path.
      def answering(names, result)
        Module.new do
          names.each { |name| define_method(name) { |*arguments, &block| EmptyPath.empty?(arguments.first) ? result : super(*arguments, &block) } }
        end
      end

      # A module whose methods fail for an empty path.
      def failing(table)
        Module.new do
          table.each do |function, names|
            names.each do |name|
              define_method(name) do |*arguments, &block|
                EmptyPath.refuse(function) if EmptyPath.empty?(arguments.first)
                super(*arguments, &block)
              end
              ruby2_keywords(name)
            end
          end
        end
      end
    end

    [File, FileTest].each do |owner|
      owner.singleton_class.prepend(answering(TESTS & owner.methods, false), answering(SIZES & owner.methods, nil))
    end
    Dir.singleton_class.prepend(answering(%i(exist?), false))
    File.singleton_class.prepend(failing(FILES))
    IO.singleton_class.prepend(failing("rb_sysopen" => FILES["rb_sysopen"]))
    Dir.singleton_class.prepend(failing(FOLDERS))
    File.prepend(failing("rb_sysopen" => %i(initialize)))
    Object.prepend(failing("rb_sysopen" => %i(open)).tap { |mod| mod.send(:private, :open) })
  end
end

class Integer
  # The number's size in bytes: at least 8, as on systems with 64 bits.
  def size
    [(abs.bit_length + 7) / 8, 8].max
  end
end

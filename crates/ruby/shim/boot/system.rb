$hastie_in = STDIN.dup.binmode
$hastie_out = STDOUT.dup.binmode
STDIN.reopen(File::NULL)
STDOUT.reopen(STDERR)
Encoding.default_external = Encoding::UTF_8
module Hastie
  # Sends and receives messages over two pipes. The length of each message precedes it, as four bytes.
  module Pipe
    def self.receive
      head = $hastie_in.read(4) or exit!(0)
      length = head.unpack1("N")
      length.zero? ? "" : $hastie_in.read(length)
    end

    def self.exchange(message)
      if message
        $hastie_out.write([message.bytesize].pack("N"), message)
        $hastie_out.flush
      end
      receive
    end
  end
  CHANNEL = Pipe
end

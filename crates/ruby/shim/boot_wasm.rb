ENV["TZ"] ||= "UTC"
Dir.chdir($HASTIE_FOLDER)
$hastie_wire = File.open("/hastie/wire", "r+b")
$hastie_wire.sync = true
module Hastie
  # Messages over one descriptor, each with its length in front.
  module Pipe
    def self.take(count)
      bytes = "".b
      bytes << $hastie_wire.sysread(count - bytes.bytesize) while bytes.bytesize < count
      bytes
    end

    def self.receive
      length = take(4).unpack1("N")
      length.zero? ? "" : take(length)
    end

    def self.exchange(message)
      $hastie_wire.syswrite([message.bytesize].pack("N") + message) if message
      receive
    end
  end
  CHANNEL = Pipe
end

# Jekyll's dependency colorator adds these methods for terminal colours to every text.
module Colorator
  VERSION = "1.1.0"
  ANSI_MATCHR = /\x1b.*?[jkmsuABGKH]/
  ANSI_COLORS = { black: 30, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36, white: 37, bold: 1 }.freeze

  class << self
    ANSI_COLORS.each { |name, code| define_method(name) { |text| colorize(text, code) } }

    def colorize(text = "", code)
      sequence("#{code}m", "#{text}\e[0m")
    end

    def has_ansi?(text)
      text.match?(ANSI_MATCHR)
    end

    def strip_ansi(text)
      text.gsub(ANSI_MATCHR, "")
    end

    def reset_ansi(text = "")
      sequence("0m", text)
    end

    def clear_line(text = "")
      sequence("2K", "\r#{text}")
    end

    def clear_screen(text = "")
      sequence("H", sequence("2J", text))
    end

    # Writes a text in the line that is `lines` lines further up, and moves the cursor back.
    def ansi_jump(text, lines)
      sequence("#{lines}A", sequence("#{lines}B", "").prepend(clear_line(text)))
    end

    alias reset_color reset_ansi
    alias strip_color strip_ansi
    alias has_color? has_ansi?

    private

    def sequence(code, text)
      "\e[#{code}#{text}"
    end
  end

  CORE_METHODS = (public_methods(false) - Module.instance_methods).freeze
end

class String
  Colorator::CORE_METHODS.each { |name| define_method(name) { |*arguments| Colorator.public_send(name, self, *arguments) } }
end

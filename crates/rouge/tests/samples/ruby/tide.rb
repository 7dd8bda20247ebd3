# A tide table.
module Harbour
  class Tide < Struct.new(:height, :at)
    LIMITS = %w[low high].freeze
    attr_reader :name
    def high?(limit = 3.5) = height >= limit
    def to_s
      "#{at.strftime('%H:%M')} #{height / 2}m" unless at.nil?
    end
    def self.parse(text, *rest, **opts, &block)
      text.scan(/(?<h>\d+\.\d+)m\s@(\w+)/i) { |h, at| yield new(h.to_f, at) }
      text =~ %r{a/b} ? :found : :"not found"
      puts <<~TEXT, 0x1f, 1_000, ?a
        tides of #{name}
      TEXT
    rescue ArgumentError => e then raise e
    end
  end
end
__END__
data

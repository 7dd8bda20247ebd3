# frozen_string_literal: true

# Writes a YAML value as JSON without losing the types that JSON lacks: dates, times, floats, big integers, symbols,
# and maps with their order and the types of their keys.

require "date"

module Tagged
  SAFE_INTEGER = 1 << 53

  # Raises an error if a value contains itself, which happens if an anchor is used inside its own node.
  def self.json(value, within = [])
    raise ArgumentError, "a value contains itself" if within.any? { |outer| outer.equal?(value) }

    case value
    when nil, true, false then value
    when Integer then value.abs > SAFE_INTEGER ? { "$int" => value.to_s } : value
    when Float then { "$float" => value.to_s }
    when String then string(value)
    when Symbol then { "$symbol" => value.to_s }
    when DateTime then time(value.to_time)
    when Date then { "$date" => value.strftime("%Y-%m-%d") }
    when Time then time(value)
    when Array then value.map { |item| json(item, within + [value]) }
    when Hash then { "$map" => value.map { |pair| pair.map { |item| json(item, within + [value]) } } }
    else { "$other" => value.class.name, "$inspect" => value.inspect }
    end
  end

  def self.time(value)
    { "$time" => value.getutc.strftime("%Y-%m-%d %H:%M:%S.%9N"), "$offset" => value.utc_offset }
  end
  private_class_method :time

  def self.string(value)
    text = value.encode("UTF-8") rescue value.dup.force_encoding("UTF-8")
    text.valid_encoding? ? text : { "$bytes" => value.unpack1("H*") }
  end
  private_class_method :string
end

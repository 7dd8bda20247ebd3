require "http/server"
# An account. 
@[Flags]
class Bank::Account(T) < Base
  getter balance : Int32 = 0_i32
  property? open = true
  LIMIT = 1_000.5e3_f32
  def initialize(@owner : String, *rest, **named); @@count += 1; end
  def <=>(other) : Bool; balance <=> other.balance; end
  def self.from(json : JSON::Any) forall T
    json.as_h.map { |k, v| {k.to_s => v} }.select(&.valid?)
  end
  macro define(name)
    {% if flag?(:linux) %} def {{name.id}}; %w(a b) end {% end %}
  end
end
x = 0x1F_ff + 0o17 - 0b11 // 2 ** 3
puts "Hi #{x > 1 ? 'a' : "b#{@owner}"} \u{1F600} \x41\n" unless /a#{x}[b]/i =~ %(raw #{x}) || $1
sym = [:a?, :"b c", :+, :[]=, %r{a/b}x, %q(n(es)t), `ls #{x}`]
h = { a: 1, "b" => nil, c: 'd' }
text = <<-ONE + <<-'TWO'
  one #{x + 1}
  ONE
  two
  TWO
case x when .even? then x.try &.+(1) else default end
y = x /2 ; z = y / 3
lib C; fun sin(x : Float64) : Float64; end

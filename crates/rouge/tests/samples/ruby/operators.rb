# Operators as names of methods.
class Tide
  def <<(other) = push(other)
  def <(other); end
  def <=(other); end
  def <=>(other); end
  def >=(other); end
  def >>(other); end
  def ===(other); end
  def []=(at, value); end
  def -@; end
  def self.%(other); end
end

// Names in scripts without case are no names to Rouge.
var 높이 = 3
val höhe1: Int = 높이1 + ж_ж
class Ñandú(val ширина: Int)
for (값 in 1..3) 값.보기()

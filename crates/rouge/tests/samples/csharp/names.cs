// Names in scripts without case are no names to Rouge.
var 高さ = 3;
int höhe1 = 高さ(ж_ж) + @class;
namespace Größe.名前 { }

// What a query's words are in one release and in the other.
var even = from number in numbers
           where number % 2 == 0
           group number by number % 10 into digits
           join other in others on digits.Key equals other.Key
           let total = digits.Count()
           orderby total descending, digits.Key ascending
           select new { digits.Key, total };
var all = selected.Select(s => s.select).ToList();
nint on = 1_000; record R(int A); 0b11u;

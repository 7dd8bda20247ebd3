#!/bin/sed -f
# Mends a page.
1,3d
/^<[a-z]*>/!b end
s/\(a[b-d]*\)\.$/[\1]&\n/g
s|/usr/[^l]ib|\/opt|gp
s,old,new,g
y/abc/xyz/
\%^http:%{
i\
  a line \
  and one more
q 5
}
$ { G; h; x; }
:end
t end
r header.txt
p
5~2 N

## A tool.
import strutils, os
from times import now # a note
type
  Shape* = ref object of RootObj
    size*: int32
    na_me: seq[string]
const limit = 1_000'i64 + 0xFF'u + 0b11 + 0o17 + 1.5e3'f32 + 2f64
proc add*(a, b: int): int {.inline, noSideEffect.} = a + b
proc `$`(s: Shape): string = "x\n" & $s.size & '\x41' & 'a'
iterator up(a: int): int =
  for i in 0..<a: yield i shl 1
var raw = r"C:\dir ""q""" & """long
"text" $1 #"""
le_t x = i_f true: nil else: not f_alse
when isMainModule:
  echo "Hi $# ${name}" % [foo_bar, $2], 10 div 3, x isnot int
  discard ?x @[1, 2] | '

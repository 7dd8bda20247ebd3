# Strings count their braces.
proc show {x} { puts "a { b } $x" }
set y "{}"; puts "one { two"; puts "three } four"

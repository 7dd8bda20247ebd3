#!/usr/bin/env tclsh
# A server, \
  on two lines
namespace eval net {
  variable port 80; set name(1) "x $port [expr {$a + 1}] {b} \x41\u00e9\n"
  proc serve {sock args} {
    foreach {k v} $args { puts $sock "$k=${v v}" }
    if {[llength $args] > 0} then { return "a}b" } elseif {$x eq ""} { break } else { continue }
    regexp {^\s*(\w+)} $line -> word ; # end
    set list [list a "b c" {d [e]} \{]
    switch -- $x { a { incr i } default { error "no" } }
  }
}
catch {net::serve $s {*}$args} msg
puts {unbalanced ] ) here}
after 100 [list puts (paren) "quote]"]

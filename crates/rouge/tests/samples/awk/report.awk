#!/usr/bin/awk -f
# Adds up the sizes of a listing.
function wide(n, unit) { return n > 1024 ? sprintf("%.1f%s", n / 1024, unit) : n }
BEGIN { FS = "[ \t]+"; OFS=","; total = 0.5 }
NR == 1 || /^#/ { next }
$1 ~ /^[^-d][rwx\/-]+\.{2,3}(a|b)?$/ && $5 >= 10 {
  total += $5; names[$9]++; split($6, parts, /-/)
  if ($9 in names) print $9, wide($5, "k"); else printf "%s \"quoted\"\n", $0
}
END { for (n in names) { delete names[n] } ; x = a ? b : /c/ ; print total / NR, length(ENVIRON["HOME"]) ~! 1 }
/open
{ print "unclosed

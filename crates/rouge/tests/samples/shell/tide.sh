#!/bin/sh
for f in "$@"; do echo "${f:-none} $(wc -l < $f) `date`"; done
case $1 in -h|--help) exit 0;; *) x=$((1 + 2#10));; esac
cat <<'EOT' | grep -v 'x' && sudo rm -rf ./y
text $x
EOT

#!/bin/bash
# Runs Jekyll's own behaviour suite (features/*.feature) with hastie instead of exe/jekyll.
#
# Usage: HASTIE=path/to/hastie tools/jekyll_features.sh JEKYLL_REPOSITORY [TAG] [CUCUMBER ARGUMENTS...]
#
# JEKYLL_REPOSITORY is a git repository of Jekyll, TAG (default: v4.4.1) the version whose suite is run. The suite is
# unpacked into a temporary folder; nothing of it becomes part of this project. It needs the programs cucumber (with
# rspec-expectations) and git, and Jekyll's own gems for its step definitions. RUBYLIB may name their folders.
set -euo pipefail
repository=$(cd "$1" && pwd); shift
tag=v4.4.1
if [[ ${1:-} == v* ]]; then tag=$1; shift; fi
HASTIE=$(readlink -f "${HASTIE:-target/release/hastie}"); export HASTIE
folder=$(mktemp -d "${TMPDIR:-/tmp}/features-XXXXXX")
trap 'rm -rf "$folder"' EXIT
git -C "$repository" archive "$tag" features test/source test/fixtures lib | tar -x -C "$folder"
mkdir -p "$folder/exe" "$folder/tmp"
# Steps run `ruby exe/jekyll ARGUMENTS --trace`.
cat > "$folder/exe/jekyll" <<'RUBY'
exec(ENV.fetch("HASTIE"), *ARGV)
RUBY
# The suite's Gemfile names its themes by path. The script links them into a folder of gems.
mkdir -p "$folder/gems/gems"
for theme in "$folder"/test/fixtures/test-*theme*; do
  [[ -d $theme ]] && ln -s "$theme" "$folder/gems/gems/$(basename "$theme")-0.1.0"
done
export GEM_PATH="$folder/gems:$(ruby -e 'puts Gem.path.join(":")')"
cd "$folder"
rm features/support/formatter.rb # asks for a newer cucumber
unset TZ JEKYLL_ENV SOURCE_DATE_EPOCH
export JEKYLL_NO_BUNDLER_REQUIRE=true RUBYLIB="$folder/lib${RUBYLIB:+:$RUBYLIB}"
[[ " $* " == *" features"* ]] || set -- "$@" features
cucumber --format progress --require features "$@"

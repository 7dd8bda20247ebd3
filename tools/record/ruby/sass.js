// Compiles Sass for sass-embedded.rb: one request a line on standard input, one answer a line on standard output.
// Sass's own messages are dropped unless REF_SASS_MESSAGES is set; Jekyll's log would otherwise depend on Sass's version.

const path = require('path');
const sass = require(path.join(process.env.REF_DIR, 'node_modules', 'sass'));

function options(given) {
  const wanted = {
    loadPaths: given.load_paths || [],
    sourceMap: Boolean(given.source_map),
    sourceMapIncludeSources: Boolean(given.source_map_include_sources),
    style: given.style || 'expanded',
    syntax: given.syntax === 'sass' ? 'indented' : given.syntax,
    quietDeps: Boolean(given.quiet_deps),
    verbose: Boolean(given.verbose),
  };
  if ('charset' in given) wanted.charset = given.charset;
  if (given.url) wanted.url = new URL(given.url);
  if (!process.env.REF_SASS_MESSAGES) wanted.logger = sass.Logger.silent;
  const lists = {
    fatal_deprecations: 'fatalDeprecations',
    future_deprecations: 'futureDeprecations',
    silence_deprecations: 'silenceDeprecations',
  };
  for (const [theirs, ours] of Object.entries(lists)) {
    if (given[theirs] && given[theirs].length) wanted[ours] = given[theirs];
  }
  return wanted;
}

function answer(line) {
  try {
    const request = JSON.parse(line);
    const result = sass.compileString(request.source, options(request.options));
    return {css: result.css, source_map: result.sourceMap ? JSON.stringify(result.sourceMap) : null};
  } catch (error) {
    return {error: String(error.message || error)};
  }
}

require('readline')
  .createInterface({input: process.stdin})
  .on('line', (line) => process.stdout.write(JSON.stringify(answer(line)) + '\n'));

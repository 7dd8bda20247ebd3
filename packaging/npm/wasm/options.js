// The command line of npm's launcher: which command it names, and which options are the server's own.

import { parseArgs } from 'node:util';

/** Options that may precede a command and have a value: short names, and long ones, which can be abbreviated. */
const WITH_VALUE = { short: 'sdp', long: ['--source', '--destination', '--plugins', '--layouts', '--gem-server'] };

/** The position of the command, or -1. */
export function commandPosition(args) {
  for (let index = 0; index < args.length; index++) {
    if (!args[index].startsWith('-')) return index;
    if (takesNext(args[index])) index++;
  }
  return -1;
}

function takesNext(option) {
  if (option.startsWith('--')) return WITH_VALUE.long.some((name) => option.length > 3 && name.startsWith(option));
  const [, ...letters] = option;
  const first = letters.findIndex((letter) => WITH_VALUE.short.includes(letter));
  // A value may follow its letter at once: -s_source.
  return first >= 0 && first === letters.length - 1;
}

/** Options that the server reads. Those in `OWN` are not passed on to builds. */
const READ = {
  source: { type: 'string', short: 's' },
  destination: { type: 'string', short: 'd' },
  baseurl: { type: 'string', short: 'b' },
};
const OWN = {
  port: { type: 'string', short: 'P' },
  host: { type: 'string', short: 'H' },
  watch: { type: 'boolean', short: 'w' },
  'no-watch': { type: 'boolean' },
  'skip-initial-build': { type: 'boolean' },
  // Pages are always reloaded after a build, at once and through the server's own port.
  livereload: { type: 'boolean', short: 'l' },
  'livereload-min-delay': { type: 'string' },
  'livereload-max-delay': { type: 'string' },
  'livereload-port': { type: 'string' },
};
const MISSING = {
  'open-url': { type: 'boolean', short: 'o' },
  detach: { type: 'boolean', short: 'B' },
  ssl: { type: 'boolean' },
  'ssl-cert': { type: 'string' },
  'ssl-key': { type: 'string' },
  'show-dir-listing': { type: 'boolean' },
  'livereload-ignore': { type: 'string' },
  toolbar: { type: 'boolean' },
};

/**
 * The options of `serve`: the values that the server reads, and the arguments for builds, unchanged.
 * Fails for options that only native programs have.
 */
export function serverOptions(args) {
  const options = { ...READ, ...OWN, ...MISSING };
  const { values, tokens } = parseArgs({ args, options, strict: false, tokens: true, allowPositionals: true });
  const building = [];
  for (const token of tokens) {
    if (token.kind !== 'option') building.push(args[token.index]);
    else if (token.name in MISSING) throw new Error(`--${token.name} needs a native program; Hastie as WebAssembly does not have it`);
    else if (!(token.name in OWN)) building.push(...typed(token, args));
  }
  return { values, building };
}

/** An option as it was typed. Letters that share a hyphen are separated. */
function typed({ index, rawName, value, inlineValue }, args) {
  const isLetter = !rawName.startsWith('--');
  const first = isLetter && args[index] !== rawName ? [rawName, ...(inlineValue ? [value] : [])] : [args[index]];
  return value === undefined || inlineValue ? first : [...first, value];
}

// What npm's launcher starts on systems without a native program.

import { commandPosition, serverOptions } from './options.js';

const SERVE = ['serve', 'server', 's'];

/** Runs a command line, and returns its exit code. */
export async function start(args) {
  const position = commandPosition(args);
  const isHelp = args.some((arg) => arg === '--help' || arg === '-h');
  if (!SERVE.includes(args[position]) || isHelp) {
    const { main } = await import('./program.js');
    return main(args);
  }
  const { serve } = await import('./server.js');
  return serve(serverOptions(args.toSpliced(position, 1)));
}

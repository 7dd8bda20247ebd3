import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { commandPosition, serverOptions } from '../options.js';

const words = (text) => text.split(' ').filter(Boolean);

test('the command may follow options and their values', () => {
  const commands = {
    'serve --port 1': 'serve',
    '--source serve build': 'build',
    '-s serve build': 'build',
    '-ts serve build': 'build',
    '-sserve serve': 'serve',
    '--source=x serve': 'serve',
    '--sour x serve': 'serve',
    '--trace --safe serve': 'serve',
    '--gem-server https://example.org s': 's',
  };
  for (const [line, command] of Object.entries(commands)) assert.equal(words(line)[commandPosition(words(line))], command, line);
  assert.equal(commandPosition(['--version']), -1);
});

test('builds get all options but those of the server', () => {
  const line = '--config a.yml,b.yml -P 5000 --host 0.0.0.0 -Dw --limit_posts 3 -d out --livereload --baseurl=/b -sdir';
  const { values, building } = serverOptions(words(line));
  assert.deepEqual(building, words('--config a.yml,b.yml -D --limit_posts 3 -d out --baseurl=/b -s dir'));
  const { port, host, destination, baseurl, source } = values;
  assert.deepEqual({ port, host, destination, baseurl, source }, { port: '5000', host: '0.0.0.0', destination: 'out', baseurl: '/b', source: 'dir' });
});

test('options that only a native server has are rejected', () => {
  assert.throws(() => serverOptions(['--ssl']), /--ssl needs a native program/);
  assert.throws(() => serverOptions(['-B']), /--detach needs a native program/);
});

/** A running server, and its address. */
async function started(args, cwd) {
  const script = `import(${JSON.stringify(new URL('../start.js', import.meta.url))}).then(({ start }) => start(${JSON.stringify(args)})).then(process.exit)`;
  const server = spawn(process.execPath, ['-e', script], { cwd });
  let output = '';
  const address = await new Promise((resolve, reject) => {
    const hear = (bytes) => {
      output += bytes;
      const found = /Server address: (\S+)[\s\S]*Server running/.exec(output);
      if (found) resolve(found[1]);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.on('exit', () => reject(new Error(output)));
  });
  return { server, address };
}

test('options before serve count, and so do the settings of the site', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'hastie-wasm-'));
  let server;
  try {
    await fs.mkdir(path.join(folder, 'pages'));
    await fs.writeFile(path.join(folder, 'pages/_config.yml'), 'baseurl: /base\ndestination: built\n');
    await fs.writeFile(path.join(folder, 'pages/index.md'), '---\n---\n{{ site.baseurl }}');
    const running = await started(['--source', 'pages', 'serve', '--port', '0'], folder);
    server = running.server;
    assert.match(running.address, /^http:\/\/127\.0\.0\.1:\d+\/base\/$/);
    const response = await fetch(running.address);
    assert.match(await response.text(), /^<p>\/base<\/p>\n<script>/);
    assert.deepEqual(await fs.readdir(path.join(folder, 'built')), ['index.html']);
  } finally {
    server?.kill();
    await fs.rm(folder, { recursive: true });
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build, run, site } from '../index.js';

const text = (bytes) => new TextDecoder().decode(bytes);
const now = '2026-01-15T12:00:00Z';

test('a map of files becomes a map of files', async () => {
  const { ok, files, diagnostics } = await build(
    {
      '_config.yml': 'title: Two words',
      '_layouts/page.html': '<title>{{ site.title }}</title>{{ content }}',
      'index.md': '---\nlayout: page\n---\n# Title\n',
      'image.bin': new Uint8Array([0, 255, 128]),
    },
    { now },
  );
  assert.equal(ok, true);
  assert.deepEqual(diagnostics, []);
  assert.deepEqual([...files.keys()], ['image.bin', 'index.html']);
  assert.equal(text(files.get('index.html')), '<title>Two words</title><h1 id="title">Title</h1>\n');
  assert.deepEqual([...files.get('image.bin')], [0, 255, 128]);
});

test('an error has its file and line, and the last good files stay', async () => {
  const pages = await site({ '_config.yml': '', 'index.md': '---\n---\ngood\n' }, { now });
  const first = await pages.build();
  assert.equal(first.ok, true);
  pages.write('index.md', '---\n---\ngood\n{% nonsense %}\n');
  const second = await pages.build();
  assert.equal(second.ok, false);
  const [{ file, line, severity, message }] = second.diagnostics.filter(({ severity }) => severity === 'error');
  assert.deepEqual([file, line, severity], ['index.md', 4, 'error']);
  assert.match(message, /Unknown tag 'nonsense'/);
  assert.equal(text(second.files.get('index.html')), '<p>good</p>\n');
});

test('a rebuild names what differs', async () => {
  const pages = await site({ '_config.yml': '', 'a.md': '---\n---\na', 'b.md': '---\n---\nb' }, { now });
  assert.deepEqual((await pages.build()).changes, { added: ['a.html', 'b.html'], changed: [], removed: [] });
  assert.deepEqual((await pages.build()).changes, { added: [], changed: [], removed: [] });
  pages.write('a.md', '---\n---\nchanged');
  pages.remove('b.md');
  pages.write('c.md', '---\n---\nc');
  assert.deepEqual((await pages.build()).changes, { added: ['c.html'], changed: ['a.html'], removed: ['b.html'] });
  assert.deepEqual(pages.paths(), ['_config.yml', 'a.md', 'c.md']);
});

test('options are those of the command line', async () => {
  const files = { '_config.yml': '', '_drafts/d.md': '---\n---\n{{ site.baseurl }} {{ jekyll.environment }} {{ site.time | date: "%Y" }}' };
  const options = { drafts: true, baseurl: '/base', env: { JEKYLL_ENV: 'production', TZ: 'UTC' }, now, args: ['--future'] };
  const result = await build(files, options);
  const [[, page]] = result.files;
  assert.equal(text(page), '<p>/base production 2026</p>\n');
});

test('what WebAssembly cannot do is told', async () => {
  const files = { '_config.yml': '', '_plugins/a.rb': 'class A < Liquid::Tag; end', 'index.md': '---\n---\nx' };
  const { ok, diagnostics, log } = await build(files, { now });
  assert.equal(ok, true);
  assert.match([...diagnostics.map(({ message }) => message), ...log].join('\n'), /_plugins\/a\.rb is Ruby and was skipped/);
  const server = await run(['serve', '--port', '4000']);
  assert.equal(server.exitCode, 1);
  assert.match(server.stderr, /no server/);
  const ruby = await run(['ruby', 'install']);
  assert.match(ruby.stderr, /cannot run Ruby/);
});

test('single engines read standard input', async () => {
  assert.equal((await run(['kramdown'], { stdin: '*a*' })).stdout, '<p><em>a</em></p>\n');
  assert.equal((await run(['sass'], { stdin: 'a { b { c: 1 + 1 } }' })).stdout.replace(/\s+/g, ' '), 'a b { c: 2; } ');
  const liquid = await run(['liquid', '--data', 'data.json'], { stdin: '{{ x | upcase }}', files: { 'data.json': '{"x":"y"}' } });
  assert.equal(liquid.stdout, 'Y');
});

test('a hundred builds leave no memory behind', async () => {
  const pages = await site({ '_config.yml': '', 'index.md': '---\n---\n# Title\n' }, { now });
  const megabytes = () => Object.fromEntries(Object.entries(process.memoryUsage()).map(([name, bytes]) => [name, bytes / 2 ** 20]));
  // The first builds also compile the program's functions, some of them twice.
  for (let count = 0; count < 120; count++) await pages.build();
  const before = megabytes();
  for (let count = 0; count < 100; count++) await pages.build();
  const after = megabytes();
  // A build needs 12 MB, which the system frees after some more builds.
  for (const name of ['rss', 'external']) assert.ok(after[name] < before[name] + 50, `${name}: ${before[name]} MB, then ${after[name]} MB`);
});

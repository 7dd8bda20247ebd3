import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build, load, run, site } from '../index.js';

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
  pages.write('_config.yml', 'a: [\n');
  assert.deepEqual((await pages.build()).diagnostics.map(({ file, line }) => [file, line]), [['_config.yml', 2]]);
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

const page = { 'index.md': '---\n---\nx' };

test('sites that need more than WebAssembly has are told what they need', async () => {
  const needs = [
    [/^Plugin: _plugins\/a\.rb is Ruby and was skipped, because only native programs run Ruby/, true, { '_plugins/a.rb': 'class A < Liquid::Tag; end' }],
    [/^Plugin: jekyll-terser needs the feature `javascript`, which only native programs have/, true, { '_config.yml': 'plugins: [jekyll-terser]' }],
    [/^Plugin: jekyll-imagemagick needs the feature `images`, which only native programs have/, true, { '_config.yml': 'plugins: [jekyll-imagemagick]\nimagemagick: { enabled: true }' }],
    [/no network as WebAssembly/, false, { '_config.yml': 'remote_theme: owner/theme\nplugins: [jekyll-remote-theme]' }],
    [/no network as WebAssembly/, false, { '_config.yml': 'theme: a-theme-that-is-a-gem' }],
    [/only native programs fetch and run gems/, false, { '_config.yml': 'plugins: [a-gem-that-is-not-built-in]' }],
  ];
  for (const [reason, isBuilt, files] of needs) {
    const { ok, diagnostics } = await build({ '_config.yml': '', ...page, ...files }, { now });
    assert.equal(ok, isBuilt, String(reason));
    const texts = diagnostics.flatMap(({ message, hint }) => [message, hint ?? '']);
    assert.ok(texts.some((text) => reason.test(text)), `${reason} is not among ${JSON.stringify(texts)}`);
  }
});

test('commands that need more than WebAssembly has are told so', async () => {
  const files = { '_config.yml': 'google_scholar: https://scholar.google.com/citations?user=A', '_site/index.html': '<a href="https://example.org">a</a>', ...page };
  const commands = [
    [/no server as WebAssembly/, ['serve', '--port', '4000'], 1],
    [/cannot run Ruby as WebAssembly/, ['ruby', 'install'], 1],
    [/no network as WebAssembly/, ['scholar', 'fetch'], 1],
    [/WebAssembly has no network/, ['check', '--external'], 1],
    [/WebAssembly has no network/, ['compare', 'https://example.org', '_site'], 1],
    [/cannot watch files as WebAssembly/, ['build', '--watch'], 0],
  ];
  for (const [reason, args, code] of commands) {
    const { exitCode, stdout, stderr } = await run(args, { files, now });
    assert.match(stdout + stderr, reason, args.join(' '));
    assert.equal(exitCode, code, args.join(' '));
  }
});

test('a bibliography becomes publications, from which a site is built', async () => {
  const bibliography = '@article{one, title = {On {Ice}}, author = {Doe, Jane and Roe, Ann}, journal = {Snow}, year = 2024}';
  const system = (await load()).site({ '_config.yml': 'collections: { publications: { output: true } }', 'my.bib': bibliography });
  const { exitCode, stdout } = await (await load()).start(['scholar', 'import', 'my.bib'], system.system, { folder: '/site' });
  assert.equal(exitCode, 0, stdout);
  const [path] = system.paths().filter((name) => name.startsWith('_publications/'));
  assert.match(text(system.read(path)), /title: "On Ice"/);
  const { ok, files } = await system.build();
  assert.equal(ok, true);
  assert.ok([...files.keys()].some((name) => name.startsWith('publication/')), [...files.keys()].join(' '));
});

test('a new site is checked and built', async () => {
  const hastie = await load();
  const made = hastie.site();
  assert.equal((await hastie.start(['new', '/site', '--force'], made.system, {})).exitCode, 0);
  const doctor = await hastie.start(['doctor'], made.system, { folder: '/site' });
  assert.equal(doctor.exitCode, 0, doctor.stdout + doctor.stderr);
  const { ok, files } = await made.build();
  assert.equal(ok, true);
  assert.ok(files.has('index.html'));
});

test('single engines read standard input', async () => {
  assert.equal((await run(['kramdown'], { stdin: '*a*' })).stdout, '<p><em>a</em></p>\n');
  assert.equal((await run(['sass'], { stdin: 'a { b { c: 1 + 1 } }' })).stdout, 'a b {\n  c: 2;\n}\n');
  const partial = { 'style.scss': '@use "colours"; a { color: colours.$red }', '_colours.scss': '$red: #f00' };
  assert.equal((await run(['sass', '--style', 'compressed', 'style.scss'], { files: partial })).stdout, 'a{color:red}\n');
  assert.match((await run(['sass'], { stdin: 'a { b: $c }' })).stderr, /Undefined variable/);
  assert.equal((await run(['highlight', '--lang', 'ruby'], { stdin: 'nil' })).stdout.trim(), '<span class="kp">nil</span>');
  assert.deepEqual(JSON.parse((await run(['yaml'], { stdin: 'a: [1, yes]' })).stdout), { $map: [['a', [1, true]]] });
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
  // A build needs 12 MB, which the system frees after some more builds, later on a busy machine.
  for (const name of ['rss', 'external']) assert.ok(after[name] < before[name] + 100, `${name}: ${before[name]} MB, then ${after[name]} MB`);
});

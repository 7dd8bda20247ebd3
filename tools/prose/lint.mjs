// Checks the English of the repository: pages, comments, and the program's messages.
//
// node lint.mjs ROOT [PATH...]     PATH: files and folders, by default all files that git knows
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { TextlintKernel } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import { SentenceSplitterSyntax, splitAST } from 'sentence-splitter';
import { longest, repeats, words } from './rules.mjs';
import { texts } from './source.mjs';

const [root, ...paths] = process.argv.slice(2);
const read = (name) => readFileSync(`${root}/${name}`, 'utf8');

/** `file: words # reason`, one line for each exception. The file may be a folder, and the words may be missing. */
const exceptions = read('tools/prose/exceptions.txt').split('\n').filter((line) => line && !line.startsWith('#')).map((line) => {
    const [, file, text] = /^(\S+): (.*?)\s*# \S.*$/.exec(line) ?? [];
    if (!file) throw new Error(`exceptions.txt: ${line}`);
    return { file, text, used: false };
});
/** Fixtures, sample documents and generated pages are not prose of ours. */
const skipped = /^(?:_posts|_pages|tests\/sites|tests\/theme|tools\/bench\/engines\/benches|src\/bundled\/new_theme|tools\/prose)\/|^docs\/jekyll-features\.md$|\/fixtures\//;
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...paths], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n');
const files = listed.filter((name) => /\.(?:md|rs|rb|py|mjs|sh|toml)$|(?:^|\/)_?(?:config|api)\.yml$|(?:^|\/)(?:run|build)$/.test(name) && !skipped.test(name));

/** A node's text as rules see it. */
function plain(node) {
    if (node.type === 'Code' || node.type === 'Image' || node.type === 'Html') return '·';
    return node.children?.length ? node.children.map(plain).join('') : node.raw;
}

/** One rule for textlint that applies ours to each sentence. */
function english({ Syntax, report, RuleError }, { items }) {
    const check = (node) => {
        const sentences = splitAST({ ...node, type: Syntax.Paragraph }).children.filter((child) => child.type === SentenceSplitterSyntax.Sentence);
        for (const sentence of sentences) {
            const text = plain(sentence).replace(/\[?·\]?(?:\([^)]*\))?/g, '·').replace(/\s+/g, ' ');
            const complain = (rule, advice) => report(sentence, new RuleError(`${rule}: ${advice}\n    ${text}`));
            for (const [rule, advice, pattern] of words) if (pattern.test(text)) complain(rule, advice);
            const count = text.split(' ').filter((word) => /[\w·]/.test(word)).length;
            if (count > longest) complain('long', `${count} words; divide the sentence`);
            const item = items.get(node.loc.start.line);
            if (item && sentences.length === 1 && repeats(text, item)) complain('repeats', `say more than the name ${item}`);
        }
    };
    return { [Syntax.Paragraph]: check, [Syntax.TableCell]: check };
}

const kernel = new TextlintKernel();
let found = 0;
for (const name of files) {
    for (const { text, lines, items } of texts(name, read(name))) {
        const { messages } = await kernel.lintText(text, {
            filePath: name,
            ext: '.md',
            plugins: [{ pluginId: 'markdown', plugin: markdown.default ?? markdown }],
            rules: [{ ruleId: 'english', rule: english, options: { items } }],
        });
        for (const { line, message } of messages) {
            const excused = exceptions.find((one) => name.startsWith(one.file) && message.includes(one.text));
            if (excused) excused.used = true;
            else { found += 1; console.log(`${name}:${lines[line - 1]}: ${message}`); }
        }
    }
}
for (const { file, text } of paths.length ? [] : exceptions.filter((one) => !one.used)) {
    found += 1;
    console.log(`tools/prose/exceptions.txt: not needed: ${file}: ${text}`);
}
console.log(`${files.length} files, ${found} findings`);
process.exitCode = found ? 1 : 0;

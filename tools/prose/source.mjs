// The English in a file, as Markdown: pages as they are, comments and messages of Rust, comments of YAML.
//
// Each result has the text, the line in the file of each line of the text, and the items that one-line comments describe.

const blank = () => ({ text: [], lines: [], items: new Map() });
const finished = ({ text, lines, items }) => ({ text: text.join('\n'), lines, items });

/** Adds a paragraph. */
function add(page, text, line) {
    page.text.push(...text, '');
    page.lines.push(...text.map((_, index) => line + index), line + text.length);
}

/** Pages, and files with front matter, which becomes empty lines. */
function markdown(source) {
    const text = source.replace(/^---\n[\s\S]*?\n---\n/, (front) => front.replace(/[^\n]/g, ''));
    const lines = text.split('\n');
    return [{ text, lines: lines.map((_, index) => index + 1), items: new Map() }];
}

/** The lines that consist of a comment, in YAML, Ruby, Python, TOML and shell scripts (`#`), or JavaScript (`//`). */
function commented(source, pattern) {
    const page = blank();
    let block = [];
    source.split('\n').concat('').forEach((line, index) => {
        const comment = pattern.exec(line);
        if (comment) block.push(comment[1]);
        else if (block.length) { add(page, block, index + 1 - block.length); block = []; }
    });
    return [finished(page)];
}

/** The comments and string literals of Rust: `{ kind, line, text }`. */
function* tokens(source) {
    const token = /\/\/([/!]?)([^\n]*)|\/\*[\s\S]*?\*\/|b?r(#*)"([\s\S]*?)"\3(?!#)|b?"((?:[^"\\]|\\[\s\S])*)"|b?'(?:[^'\\\n]|\\[^\n]{1,9}?)'|\n/g;
    let line = 1;
    let start = 0;
    for (const found of source.matchAll(token)) {
        const [all, doc, comment, , raw, literal] = found;
        const alone = source.slice(start, found.index).trim() === '';
        if (comment !== undefined) yield { kind: doc || '/', line, text: comment, alone };
        else if (raw ?? literal) yield { kind: '"', line, text: raw ?? unescaped(literal) };
        line += all.split('\n').length - 1;
        if (all.includes('\n')) start = found.index + all.lastIndexOf('\n') + 1;
    }
}

const unescaped = (text) => text.replace(/\\\n\s*/g, '').replace(/\\n/g, '\n').replace(/\\(["\\])/g, '$1').replace(/\\\w/g, ' ');

/** A text for readers: at least four words, no markup, no program and no list of words. */
const isMessage = (text) =>
    /^[^<]*$/.test(text) && !/^[\w\s-]{100,}$/.test(text) && (text.match(/(?<![\w-])[a-zA-Z][a-z]+(?![\w-])/g) ?? []).length >= 4 && !/::|;$|^\s*[.#@$%]|=>|\(\?/.test(text);

function rust(source, name) {
    const lines = source.split('\n');
    const comments = blank();
    const messages = blank();
    const tests = /(?:^|\/)tests?(?:\.rs|\/)|^crates\/rouge\/src\/lexers\//.test(name) ? 0 : lines.findIndex((line) => line.includes('#[cfg(test)]')) + 1 || Infinity;
    let block = [];
    let [kind, next] = ['', 0];
    const flush = () => {
        if (!block.length) return;
        const start = next - block.length;
        const item = /^\s*(?:pub(?:\([a-z]+\))? )?(?:(?:(?:const |async )*fn|struct|enum|trait|type|mod|static|const) (\w+)|(\w+)(?::|,$|\(|(?: =.*,| \{)$))/.exec(lines.slice(next - 1).find((line) => !/^\s*#\[/.test(line)) ?? '');
        if (kind === '/' && item) comments.items.set(comments.text.length + 1, item[1] ?? item[2]);
        add(comments, block, start);
        block = [];
    };
    for (const token of tokens(source)) {
        if (token.kind === '"') {
            if (token.line < tests && isMessage(token.text)) {
                for (const text of token.text.split(/\n+/)) add(messages, [text.replace(/[*_<>[\]#|~^]/g, ' ').trim()], token.line);
            }
            continue;
        }
        if (!token.alone || token.kind !== kind || token.line !== next) flush();
        kind = token.kind;
        next = token.line + 1;
        block.push(token.text.replace(/^ /, ''));
        if (!token.alone) flush();
    }
    flush();
    return [finished(comments), finished(messages)];
}

/** The texts of a file. */
export function texts(name, source) {
    if (name.endsWith('.rs')) return rust(source, name);
    if (name.endsWith('.md')) return markdown(source);
    return commented(source, /\.m?js$/.test(name) ? /^\s*\/\/(?: |$)(.*)/ : /^\s*#(?: |$)(.*)/);
}

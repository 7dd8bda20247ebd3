// Files, folders and links in memory, addressed by paths relative to a root.

/** WASI's error numbers, as far as files can cause them. */
export const Errno = {
  badFile: 8,
  exists: 20,
  invalid: 28,
  isFolder: 31,
  loop: 32,
  missing: 44,
  notFolder: 54,
  notEmpty: 55,
  notSupported: 58,
  illegalSeek: 70,
};

/** An error that a program sees as a number. */
export class FileError extends Error {
  constructor(errno) {
    super(`file error ${errno}`);
    this.errno = errno;
  }
}

const MAX_LINKS = 40;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

let lastInode = 0n;

class Node {
  constructor(modified) {
    this.inode = ++lastInode;
    this.modified = modified; // nanoseconds since 1970
  }
}

/** A regular file. Its buffer may be longer than its contents, so that appending is cheap. */
export class File extends Node {
  type = 4;

  constructor(bytes, modified) {
    super(modified);
    this.buffer = bytes;
    this.size = bytes.length;
  }

  get bytes() {
    return this.buffer.subarray(0, this.size);
  }

  resize(size) {
    if (size > this.buffer.length) {
      const larger = new Uint8Array(Math.max(size, this.buffer.length * 2, 256));
      larger.set(this.bytes);
      this.buffer = larger;
    } else if (size < this.size) {
      this.own();
      this.buffer.fill(0, size, this.size);
    }
    this.size = size;
  }

  /** Copies the contents before the first change, because the caller's bytes must not change. */
  own() {
    if (!this.isOwned) {
      this.buffer = this.buffer.slice(0, this.size);
      this.isOwned = true;
    }
  }

  write(bytes, position) {
    this.own();
    if (position + bytes.length > this.size) this.resize(position + bytes.length);
    this.buffer.set(bytes, position);
  }
}

export class Folder extends Node {
  type = 3;
  entries = new Map();
  size = 0;
}

/** A symbolic link. */
export class Link extends Node {
  type = 7;

  constructor(target, modified) {
    super(modified);
    this.target = target;
    this.size = encoder.encode(target).length;
  }
}

/** A tree of files. */
export class FileSystem {
  /** `now` returns nanoseconds since 1970 as a BigInt. */
  constructor(now) {
    this.now = now;
    this.root = new Folder(now());
  }

  /** Finds the parent folder and the last name of a path, and what is there. Links on the way are followed. */
  locate(start, path, followsLast, links = 0) {
    let folder = path.startsWith('/') ? this.root : start;
    const trail = this.trailOf(folder);
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    let found = { parent: folder, name: '.', node: folder };
    for (const [index, part] of parts.entries()) {
      if (!(found.node instanceof Folder)) throw new FileError(found.node ? Errno.notFolder : Errno.missing);
      folder = found.node;
      if (part === '..') {
        trail.pop();
        const above = trail.at(-1) ?? this.root;
        found = { parent: above, name: '.', node: above };
        continue;
      }
      const node = folder.entries.get(part);
      const isLast = index === parts.length - 1;
      if (node instanceof Link && (!isLast || followsLast)) {
        if (links >= MAX_LINKS) throw new FileError(Errno.loop);
        const rest = [node.target, ...parts.slice(index + 1)].join('/');
        return this.locate(folder, rest, followsLast, links + 1);
      }
      found = { parent: folder, name: part, node };
      if (node instanceof Folder) {
        node.parent = folder;
        trail.push(node);
      }
    }
    if (path.endsWith('/') && found.node && !(found.node instanceof Folder)) throw new FileError(Errno.notFolder);
    return found;
  }

  /** The folders from the root to a folder, for `..`. */
  trailOf(folder) {
    const trail = [];
    for (let inner = folder; inner; inner = inner.parent) trail.unshift(inner);
    return trail;
  }

  /** The node at a path, or an error. */
  get(start, path, followsLast) {
    const { node } = this.locate(start, path, followsLast);
    if (!node) throw new FileError(Errno.missing);
    return node;
  }

  /** Puts a new node at a path at which there is nothing. */
  add(start, path, make) {
    const { parent, name, node } = this.locate(start, path, false);
    if (node) throw new FileError(Errno.exists);
    return this.insert(parent, name, make());
  }

  insert(parent, name, node) {
    parent.entries.set(name, node);
    parent.modified = this.now();
    if (node instanceof Folder) node.parent = parent;
    return node;
  }

  remove(start, path, isFolder) {
    const { parent, name, node } = this.locate(start, path, false);
    if (!node) throw new FileError(Errno.missing);
    if (isFolder !== node instanceof Folder) throw new FileError(isFolder ? Errno.notFolder : Errno.isFolder);
    if (isFolder && node.entries.size > 0) throw new FileError(Errno.notEmpty);
    if (name === '.') throw new FileError(Errno.invalid);
    parent.entries.delete(name);
    parent.modified = this.now();
  }

  rename(start, path, targetStart, target) {
    const from = this.locate(start, path, false);
    const to = this.locate(targetStart, target, false);
    if (!from.node) throw new FileError(Errno.missing);
    if (from.node === to.node) return;
    if (to.node instanceof Folder) {
      if (!(from.node instanceof Folder)) throw new FileError(Errno.isFolder);
      if (to.node.entries.size > 0) throw new FileError(Errno.notEmpty);
    } else if (to.node && from.node instanceof Folder) {
      throw new FileError(Errno.notFolder);
    }
    if (from.node instanceof Folder && this.trailOf(to.parent).includes(from.node)) throw new FileError(Errno.invalid);
    from.parent.entries.delete(from.name);
    from.parent.modified = this.now();
    this.insert(to.parent, to.name, from.node);
  }

  /** Writes a file with the folders on the way. Strings become UTF-8. */
  writeFile(path, contents, modified = this.now()) {
    let folder = this.root;
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    const name = parts.pop();
    if (name === undefined || name === '..' || parts.includes('..')) throw new TypeError(`not a file name: ${path}`);
    for (const part of parts) {
      let next = folder.entries.get(part);
      if (!next) next = this.insert(folder, part, new Folder(modified));
      if (!(next instanceof Folder)) throw new TypeError(`${path}: ${part} is a file`);
      folder = next;
    }
    if (folder.entries.get(name) instanceof Folder) throw new TypeError(`${path} is a folder`);
    const bytes = typeof contents === 'string' ? encoder.encode(contents) : contents;
    if (!(bytes instanceof Uint8Array)) throw new TypeError(`${path}: neither a string nor a Uint8Array`);
    return this.insert(folder, name, new File(bytes, modified));
  }

  /** All files below a folder, as pairs of relative path and node. */
  *filesBelow(folder, above = '') {
    for (const [name, node] of folder.entries) {
      if (node instanceof Folder) yield* this.filesBelow(node, `${above}${name}/`);
      else if (node instanceof File) yield [`${above}${name}`, node];
    }
  }
}

export const textOf = (bytes) => decoder.decode(bytes);

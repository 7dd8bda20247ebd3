// WASI preview 1 over files in memory: what a program sees of a system. It has no network, no processes and no threads.

import { Errno, File, FileError, Folder, FileSystem, Link, textOf } from './files.js';

/** Thrown when the program ends by itself. */
export class Exit extends Error {
  constructor(code) {
    super(`exit code ${code}`);
    this.code = code;
  }
}

const NANOSECONDS = 1_000_000n;
const ALL_RIGHTS = 0xffff_ffff_ffff_ffffn;
const FIRST_FOLDER = 3;
const encoder = new TextEncoder();

const CREATE = 1;
const FOLDER_ONLY = 2;
const EXCLUSIVE = 4;
const TRUNCATE = 8;
const APPEND = 1;

/** A standard stream. */
class Stream {
  type = 2;
  size = 0;
  inode = 0n;
  modified = 0n;

  constructor(input, write) {
    this.input = input;
    this.write = write;
  }
}

/** An open file, folder or stream. */
class Descriptor {
  position = 0;
  /** What a folder contained when listing it began. */
  listing = null;

  constructor(node, flags = 0) {
    this.node = node;
    this.flags = flags;
  }
}

/** The system of one run of a program. */
export class Wasi {
  /**
   * @param {object} options `args`, `env`, `files` (a FileSystem), `stdin`, and the functions `stdout`, `stderr` and `now`
   */
  constructor({ args, env, files, stdin = new Uint8Array(), stdout, stderr, now }) {
    this.args = args.map((arg) => encoder.encode(`${arg}\0`));
    this.env = Object.entries(env).map(([name, value]) => encoder.encode(`${name}=${value}\0`));
    this.files = files;
    this.now = now;
    this.descriptors = [
      new Descriptor(new Stream(stdin, null)),
      new Descriptor(new Stream(null, stdout)),
      new Descriptor(new Stream(null, stderr)),
      new Descriptor(files.root),
    ];
    this.imports = { wasi_snapshot_preview1: this.functions() };
  }

  /** Runs a program to its end, and returns its exit code. */
  start(instance) {
    this.memory = instance.exports.memory;
    try {
      instance.exports._start();
      return 0;
    } catch (error) {
      if (error instanceof Exit) return error.code;
      throw error;
    }
  }

  // The memory may have grown since the last call.
  get view() {
    if (this.lastView?.buffer !== this.memory.buffer) this.lastView = new DataView(this.memory.buffer);
    return this.lastView;
  }

  bytes(pointer, length) {
    return new Uint8Array(this.memory.buffer, pointer, length);
  }

  text(pointer, length) {
    return textOf(this.bytes(pointer, length));
  }

  descriptor(fd) {
    const descriptor = this.descriptors[fd];
    if (!descriptor) throw new FileError(Errno.badFile);
    return descriptor;
  }

  folder(fd) {
    const { node } = this.descriptor(fd);
    if (!(node instanceof Folder)) throw new FileError(Errno.notFolder);
    return node;
  }

  file(fd) {
    const descriptor = this.descriptor(fd);
    if (!(descriptor.node instanceof File)) throw new FileError(Errno.invalid);
    return descriptor;
  }

  open(descriptor) {
    let fd = this.descriptors.indexOf(undefined, FIRST_FOLDER);
    if (fd < 0) fd = this.descriptors.length;
    this.descriptors[fd] = descriptor;
    return fd;
  }

  functions() {
    const all = { ...this.process(), ...this.streams(), ...this.metadata(), ...this.paths() };
    const wrapped = Object.entries(all).map(([name, call]) => [name, (...args) => this.guarded(call, args)]);
    // What is not listed does not exist for the program.
    return new Proxy(Object.fromEntries(wrapped), { get: (known, name) => known[name] ?? (() => Errno.notSupported) });
  }

  guarded(call, args) {
    try {
      return call(...args) ?? 0;
    } catch (error) {
      if (error instanceof FileError) return error.errno;
      throw error;
    }
  }

  /** Arguments, environment, clock, random numbers, end. */
  process() {
    return {
      args_sizes_get: (count, size) => this.putSizes(this.args, count, size),
      args_get: (pointers, buffer) => this.putTexts(this.args, pointers, buffer),
      environ_sizes_get: (count, size) => this.putSizes(this.env, count, size),
      environ_get: (pointers, buffer) => this.putTexts(this.env, pointers, buffer),
      clock_res_get: (_, result) => this.view.setBigUint64(result, NANOSECONDS, true),
      clock_time_get: (id, _, result) => this.view.setBigUint64(result, id === 0 ? this.now() : monotonic(), true),
      random_get: (pointer, length) => {
        for (let start = 0; start < length; start += 65536) {
          crypto.getRandomValues(this.bytes(pointer + start, Math.min(65536, length - start)));
        }
      },
      sched_yield: () => 0,
      poll_oneoff: (_subscriptions, events, count, result) => {
        // Waiting is pointless with a single program in memory: everything is ready at once.
        this.bytes(events, 32 * count).fill(0);
        this.view.setUint32(result, count, true);
      },
      proc_exit: (code) => {
        throw new Exit(code);
      },
    };
  }

  putSizes(texts, count, size) {
    this.view.setUint32(count, texts.length, true);
    this.view.setUint32(size, texts.reduce((sum, text) => sum + text.length, 0), true);
  }

  putTexts(texts, pointers, buffer) {
    for (const [index, text] of texts.entries()) {
      this.view.setUint32(pointers + 4 * index, buffer, true);
      this.bytes(buffer, text.length).set(text);
      buffer += text.length;
    }
  }

  /** Reading, writing and closing. */
  streams() {
    return {
      fd_read: (fd, list, count, result) => {
        const descriptor = this.descriptor(fd);
        const read = this.read(descriptor, descriptor.position, list, count);
        descriptor.position += read;
        this.view.setUint32(result, read, true);
      },
      fd_pread: (fd, list, count, offset, result) =>
        this.view.setUint32(result, this.read(this.file(fd), Number(offset), list, count), true),
      fd_write: (fd, list, count, result) => {
        const descriptor = this.descriptor(fd);
        if (descriptor.flags & APPEND) descriptor.position = descriptor.node.size;
        const written = this.write(descriptor, descriptor.position, list, count);
        descriptor.position += written;
        this.view.setUint32(result, written, true);
      },
      fd_pwrite: (fd, list, count, offset, result) =>
        this.view.setUint32(result, this.write(this.file(fd), Number(offset), list, count), true),
      fd_seek: (fd, offset, whence, result) => {
        const descriptor = this.descriptor(fd);
        if (descriptor.node instanceof Stream) throw new FileError(Errno.illegalSeek);
        const position = Number(offset) + [0, descriptor.position, descriptor.node.size][whence];
        if (!(position >= 0)) throw new FileError(Errno.invalid);
        descriptor.position = position;
        this.view.setBigUint64(result, BigInt(position), true);
      },
      fd_tell: (fd, result) => this.view.setBigUint64(result, BigInt(this.descriptor(fd).position), true),
      fd_close: (fd) => {
        this.descriptor(fd);
        this.descriptors[fd] = undefined;
      },
      fd_renumber: (from, to) => {
        this.descriptors[to] = this.descriptor(from);
        this.descriptors[from] = undefined;
      },
      fd_sync: () => 0,
      fd_datasync: () => 0,
      fd_advise: () => 0,
      fd_allocate: (fd, offset, length) => {
        const { node } = this.file(fd);
        node.resize(Math.max(node.size, Number(offset + length)));
      },
    };
  }

  /** The buffers of a list, as views of the memory. */
  *buffers(list, count) {
    for (let index = 0; index < count; index++) {
      yield this.bytes(this.view.getUint32(list + 8 * index, true), this.view.getUint32(list + 8 * index + 4, true));
    }
  }

  read({ node }, position, list, count) {
    if (node instanceof Folder) throw new FileError(Errno.isFolder);
    const source = node instanceof File ? node.bytes : node.input;
    if (!source) throw new FileError(Errno.badFile);
    const start = position;
    for (const buffer of this.buffers(list, count)) {
      const part = source.subarray(position, position + buffer.length);
      buffer.set(part);
      position += part.length;
    }
    return position - start;
  }

  write({ node }, position, list, count) {
    if (node instanceof Folder) throw new FileError(Errno.isFolder);
    if (node instanceof Stream && !node.write) throw new FileError(Errno.badFile);
    const start = position;
    for (const buffer of this.buffers(list, count)) {
      if (node instanceof File) node.write(buffer, position);
      else node.write(buffer.slice());
      position += buffer.length;
    }
    if (node instanceof File) node.modified = this.now();
    return position - start;
  }

  /** Metadata of open files. */
  metadata() {
    return {
      fd_prestat_get: (fd, result) => {
        if (fd !== FIRST_FOLDER) throw new FileError(Errno.badFile);
        this.view.setUint32(result, 0, true);
        this.view.setUint32(result + 4, 1, true);
      },
      fd_prestat_dir_name: (_, pointer) => this.bytes(pointer, 1).set([0x2f]),
      fd_fdstat_get: (fd, result) => {
        const { node, flags } = this.descriptor(fd);
        this.bytes(result, 24).fill(0);
        this.view.setUint8(result, node.type);
        this.view.setUint16(result + 2, flags, true);
        this.view.setBigUint64(result + 8, ALL_RIGHTS, true);
        this.view.setBigUint64(result + 16, ALL_RIGHTS, true);
      },
      fd_fdstat_set_flags: (fd, flags) => {
        this.descriptor(fd).flags = flags;
      },
      fd_filestat_get: (fd, result) => this.putStat(this.descriptor(fd).node, result),
      fd_filestat_set_size: (fd, size) => this.file(fd).node.resize(Number(size)),
      fd_filestat_set_times: (fd, _accessed, modified, flags) => this.setTimes(this.descriptor(fd).node, modified, flags),
      fd_readdir: (fd, buffer, size, cookie, result) => {
        const descriptor = this.descriptor(fd);
        const folder = this.folder(fd);
        if (cookie === 0n || !descriptor.listing) descriptor.listing = [...folder.entries];
        const used = this.putEntries(descriptor.listing, Number(cookie), buffer, size);
        this.view.setUint32(result, used, true);
      },
    };
  }

  /** Writes as many entries as fit. The last one may be cut off, which tells the program to ask again. */
  putEntries(listing, first, buffer, size) {
    let used = 0;
    for (let index = first; index < listing.length && used < size; index++) {
      const [name, node] = listing[index];
      const text = encoder.encode(name);
      const entry = new Uint8Array(24 + text.length);
      const view = new DataView(entry.buffer);
      view.setBigUint64(0, BigInt(index + 1), true);
      view.setBigUint64(8, node.inode, true);
      view.setUint32(16, text.length, true);
      view.setUint8(20, node.type);
      entry.set(text, 24);
      const part = entry.subarray(0, size - used);
      this.bytes(buffer + used, part.length).set(part);
      used += part.length;
    }
    return used;
  }

  putStat(node, result) {
    this.bytes(result, 64).fill(0);
    this.view.setBigUint64(result + 8, node.inode, true);
    this.view.setUint8(result + 16, node.type);
    this.view.setBigUint64(result + 24, 1n, true);
    this.view.setBigUint64(result + 32, BigInt(node.size), true);
    for (const offset of [40, 48, 56]) this.view.setBigUint64(result + offset, node.modified, true);
  }

  setTimes(node, modified, flags) {
    if (flags & 4) node.modified = BigInt.asUintN(64, modified);
    if (flags & 8) node.modified = this.now();
  }

  /** What is done with paths. */
  paths() {
    const follows = (flags) => (flags & 1) !== 0;
    return {
      path_open: (fd, lookup, path, length, creation, _rights, _inheriting, flags, result) => {
        const node = this.openAt(this.folder(fd), this.text(path, length), follows(lookup), creation);
        this.view.setUint32(result, this.open(new Descriptor(node, flags)), true);
      },
      path_filestat_get: (fd, lookup, path, length, result) =>
        this.putStat(this.files.get(this.folder(fd), this.text(path, length), follows(lookup)), result),
      path_filestat_set_times: (fd, lookup, path, length, _accessed, modified, flags) =>
        this.setTimes(this.files.get(this.folder(fd), this.text(path, length), follows(lookup)), modified, flags),
      path_create_directory: (fd, path, length) => {
        this.files.add(this.folder(fd), this.text(path, length), () => new Folder(this.now()));
      },
      path_remove_directory: (fd, path, length) => this.files.remove(this.folder(fd), this.text(path, length), true),
      path_unlink_file: (fd, path, length) => this.files.remove(this.folder(fd), this.text(path, length), false),
      path_rename: (fd, path, length, targetFd, target, targetLength) =>
        this.files.rename(this.folder(fd), this.text(path, length), this.folder(targetFd), this.text(target, targetLength)),
      path_link: (fd, lookup, path, length, targetFd, target, targetLength) => {
        const node = this.files.get(this.folder(fd), this.text(path, length), follows(lookup));
        this.files.add(this.folder(targetFd), this.text(target, targetLength), () => node);
      },
      path_symlink: (target, targetLength, fd, path, length) => {
        const text = this.text(target, targetLength);
        this.files.add(this.folder(fd), this.text(path, length), () => new Link(text, this.now()));
      },
      path_readlink: (fd, path, length, buffer, size, result) => {
        const node = this.files.get(this.folder(fd), this.text(path, length), false);
        if (!(node instanceof Link)) throw new FileError(Errno.invalid);
        const target = encoder.encode(node.target).subarray(0, size);
        this.bytes(buffer, target.length).set(target);
        this.view.setUint32(result, target.length, true);
      },
    };
  }

  openAt(folder, path, followsLast, creation) {
    let { parent, name, node } = this.files.locate(folder, path, followsLast);
    if (!node) {
      if (!(creation & CREATE)) throw new FileError(Errno.missing);
      return this.files.insert(parent, name, new File(new Uint8Array(), this.now()));
    }
    if (creation & CREATE && creation & EXCLUSIVE) throw new FileError(Errno.exists);
    if (node instanceof Link) throw new FileError(Errno.loop);
    if (creation & FOLDER_ONLY && !(node instanceof Folder)) throw new FileError(Errno.notFolder);
    if (creation & TRUNCATE && node instanceof File) {
      node.resize(0);
      node.modified = this.now();
    }
    return node;
  }
}

function monotonic() {
  return BigInt(Math.round(performance.now() * 1e6));
}

export { FileSystem };

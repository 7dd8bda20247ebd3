// Reads and writes .zip archives, with the browser's own compression.

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const STORED = 0;
const DEFLATED = 8;
const TIMES = 0x5455;
const MAX_BYTES = 512 * 2 ** 20;

async function through(bytes, stream, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) throw new Error('the archive is larger than it says');
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let position = 0;
  for (const part of parts) {
    all.set(part, position);
    position += part.length;
  }
  return all;
}

/** Unpacks a stream that was compressed by gzip. */
export const gunzip = (stream) => new Response(stream.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();

/** The time of the last change in an extra field, in milliseconds since 1970, if it is there. */
function modified(view, start, length) {
  for (let position = start; position + 9 <= start + length; position += 4 + view.getUint16(position + 2, true)) {
    const hasTime = view.getUint16(position, true) === TIMES && view.getUint8(position + 4) & 1;
    if (hasTime) return view.getInt32(position + 5, true) * 1000;
  }
  return undefined;
}

/** The files of an archive: lists of path, bytes, and the time of the last change, if it is known. */
export async function unzip(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new Error('this is not a .zip archive');
  const files = [];
  let total = 0;
  let position = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(position, true) !== 0x02014b50) throw new Error('the archive is damaged');
    const method = view.getUint16(position + 10, true);
    const packed = view.getUint32(position + 20, true);
    const size = view.getUint32(position + 24, true);
    const lengths = [28, 30, 32].map((offset) => view.getUint16(position + offset, true));
    const name = decoder.decode(bytes.subarray(position + 46, position + 46 + lengths[0]));
    const time = modified(view, position + 46 + lengths[0], lengths[1]);
    const local = view.getUint32(position + 42, true);
    position += 46 + lengths[0] + lengths[1] + lengths[2];
    if (name.endsWith('/')) continue;
    total += size;
    if (total > MAX_BYTES) throw new Error('the archive holds more than 512 MB');
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const data = bytes.subarray(start, start + packed);
    if (method === STORED) files.push([name, data.slice(), time]);
    else if (method === DEFLATED) files.push([name, await through(data, new DecompressionStream('deflate-raw'), size), time]);
    else throw new Error(`${name} is compressed in a way that browsers do not know`);
  }
  return files;
}

let table;
function checksum(bytes) {
  table ??= Uint32Array.from({ length: 256 }, (_, value) => {
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  let sum = -1;
  for (const byte of bytes) sum = table[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** The fields that a file has both before its contents and in the list at the end. */
function fields(size, entry) {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  const offset = size === 46 ? 6 : 4;
  view.setUint16(offset, 20, true);
  view.setUint16(offset + 2, 0x800, true); // names are UTF-8
  view.setUint16(offset + 4, entry.method, true);
  view.setUint16(offset + 8, 0x21, true); // 1980-01-01
  view.setUint32(offset + 10, entry.sum, true);
  view.setUint32(offset + 14, entry.data.length, true);
  view.setUint32(offset + 18, entry.size, true);
  view.setUint16(offset + 22, entry.name.length, true);
  view.setUint16(offset + 24, entry.extra.length, true);
  return [bytes, view];
}

/** The extra field with the time of the last change, if it is known. */
function timeField(time) {
  if (time === undefined) return new Uint8Array();
  const view = new DataView(new ArrayBuffer(9));
  view.setUint16(0, TIMES, true);
  view.setUint16(2, 5, true);
  view.setUint8(4, 1);
  view.setInt32(5, Math.floor(time / 1000), true);
  return new Uint8Array(view.buffer);
}

/** An archive of files: lists of path, bytes, and the time of the last change, if it is known. */
export async function zip(files) {
  const parts = [];
  const list = [];
  let position = 0;
  let count = 0;
  const add = (part) => {
    parts.push(part);
    position += part.length;
  };
  for (const [path, contents, time] of files) {
    const packed = await through(contents, new CompressionStream('deflate-raw'));
    const isSmaller = packed.length < contents.length;
    const entry = {
      name: encoder.encode(path),
      method: isSmaller ? DEFLATED : STORED,
      data: isSmaller ? packed : contents,
      size: contents.length,
      sum: checksum(contents),
      extra: timeField(time),
    };
    const [central, centralView] = fields(46, entry);
    centralView.setUint32(0, 0x02014b50, true);
    centralView.setUint16(4, 20, true);
    centralView.setUint32(42, position, true);
    list.push(central, entry.name, entry.extra);
    const [local, localView] = fields(30, entry);
    localView.setUint32(0, 0x04034b50, true);
    [local, entry.name, entry.extra, entry.data].forEach(add);
    count++;
  }
  const start = position;
  list.forEach(add);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, count, true);
  end.setUint16(10, count, true);
  end.setUint32(12, position - start, true);
  end.setUint32(16, start, true);
  parts.push(end);
  return new Blob(parts, { type: 'application/zip' });
}

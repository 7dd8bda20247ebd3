// The page's side of the worker.

/** A program that runs in a worker. Each command returns a promise. `transfer` lists buffers that this page no longer needs. */
export function startProgram() {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  const waiting = new Map();
  let last = 0;
  worker.addEventListener('message', ({ data: { id, result, error } }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(error));
  });
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message ?? 'the worker stopped'));
    waiting.clear();
  });
  return (name, value, transfer = []) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      worker.postMessage({ id: last, name, value }, transfer);
    });
}

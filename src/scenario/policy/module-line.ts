import { pathToFileURL } from 'node:url';

/**
 * The line of a module, counted from 1, at which an error came out of it: that of the innermost call in this file.
 * @param file absolute path of the module
 * @returns `undefined` where the stack names no line of it
 */
export function lineInModule(thrown: unknown, file: string): number | undefined {
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  if (typeof stack !== 'string') return undefined;
  // Node writes the URL for an ECMAScript module and the path for a CommonJS one.
  for (const place of [pathToFileURL(file).href, file]) {
    const at = stack.indexOf(`${place}:`);
    const match = at < 0 ? null : /^:(\d+)/.exec(stack.slice(at + place.length));
    if (match !== null) return Number(match[1]);
  }
  return undefined;
}

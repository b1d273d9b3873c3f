/** Arrays longer than this are written item by item. */
const LONG = 256;
/** Pieces are joined up to about this number of characters. */
const PIECE = 1 << 20;

/**
 * What `JSON.stringify(value, null, 2)` gives, in pieces: of a hundred thousand tenants the whole is longer than a string may
 * be. Plain data, within long arrays also objects with `toJSON`.
 */
export function* jsonPieces(value: unknown): Generator<string, void, undefined> {
  let joined = '';
  for (const piece of pieces(value, '')) {
    joined += piece;
    if (joined.length < PIECE) continue;
    yield joined;
    joined = '';
  }
  yield joined;
}

function* pieces(value: unknown, indent: string): Generator<string, void, undefined> {
  if (!isLong(value)) {
    // Line feeds within strings are escaped, so that each one here ends a line.
    yield (JSON.stringify(value, null, 2) ?? 'null').replaceAll('\n', `\n${indent}`);
    return;
  }
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  let before = open;
  for (const [name, child] of Array.isArray(value) ? unnamed(value) : Object.entries(value as object)) {
    if (child === undefined && name !== undefined) continue;
    yield `${before}\n${inner}${name === undefined ? '' : `${JSON.stringify(name)}: `}`;
    yield* pieces(child, inner);
    before = ',';
  }
  yield `\n${indent}${close}`;
}

function* unnamed(items: readonly unknown[]): Generator<readonly [name: undefined, item: unknown]> {
  for (const item of items) yield [undefined, item];
}

/** Whether there is a long array in it, within the levels at which results have some. */
function isLong(value: unknown, levels = 3): boolean {
  if (Array.isArray(value) && value.length > LONG) return true;
  if (levels === 0 || value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return false;
  return Object.values(value).some((child) => isLong(child, levels - 1));
}

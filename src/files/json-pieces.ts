/** Longer arrays are written item by item. */
const LONG = 256;
/** Approximate maximum length of a piece, in characters. */
const PIECE = 1 << 20;

/**
 * The text of `JSON.stringify(value, null, 2)` in pieces, because a hundred thousand tenants exceed the maximum length
 * of a string. Takes plain data; items of long arrays may also have `toJSON`.
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
    // Line feeds within strings are escaped, so each one here ends a line.
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

/** Whether it contains a long array, at the nesting levels where results have some. */
function isLong(value: unknown, levels = 3): boolean {
  if (Array.isArray(value) && value.length > LONG) return true;
  if (levels === 0 || value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return false;
  return Object.values(value).some((child) => isLong(child, levels - 1));
}

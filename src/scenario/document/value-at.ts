/** The part of plain data at a path; `undefined` if the path leads nowhere. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** A copy of the data with another value at a path; `undefined` removes the path. The original is not changed. */
export function withValueAt<Document>(
  document: Document,
  path: readonly (string | number)[],
  value: unknown,
): Document {
  const [key, ...rest] = path;
  if (key === undefined) return value as Document;
  const at = document as Record<string | number, unknown>;
  const inner = withValueAt(at[key], rest, value);
  if (Array.isArray(document)) {
    return (
      inner === undefined ? document.toSpliced(Number(key), 1) : document.with(Number(key), inner)
    ) as Document;
  }
  const { [key]: _, ...others } = at;
  if (inner === undefined) return others as Document;
  return Object.fromEntries(
    Object.entries(at).map(([name, old]) => [name, name === String(key) ? inner : old]),
  ) as Document;
}

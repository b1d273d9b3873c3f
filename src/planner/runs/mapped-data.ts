/**
 * The same plain data with the objects replaced for which `replacement` gives something.
 */
export function mappedData(value: unknown, replacement: (value: object) => unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const instead = replacement(value);
  if (instead !== undefined) return instead;
  if (Array.isArray(value)) return value.map((item: unknown) => mappedData(item, replacement));
  if (ArrayBuffer.isView(value) || value instanceof Map) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, mappedData(child, replacement)]),
  );
}

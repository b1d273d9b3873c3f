export function count<Name>(counts: Map<Name, number>, name: Name, weight: number): void {
  if (weight > 0) counts.set(name, (counts.get(name) ?? 0) + weight);
}

/** The values of a map as an object, in alphabetical order. */
export function byName<Value>(
  values: ReadonlyMap<string, Value> = new Map(),
): Readonly<Record<string, Value>> {
  return Object.fromEntries([...values].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A `Map` or a `WeakMap`. */
interface Known<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The value of a key, computed on first use. */
export function getOrCreate<Key, Value>(
  known: Known<Key, Value>,
  key: Key,
  make: (key: Key) => Value,
): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make(key);
  known.set(key, made);
  return made;
}

/** Stores a value as the most recently used one, and drops the oldest beyond `most`. */
export function keepLatest<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break;
    kept.delete(oldest);
  }
}

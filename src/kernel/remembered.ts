/** A map, or one that keeps nothing alive. */
interface Known<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The value of a key, made on first use. */
export function remembered<Key, Value>(known: Known<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make(key);
  known.set(key, made);
  return made;
}

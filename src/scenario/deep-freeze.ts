/** Freezes plain data all the way down, typed arrays excepted (they cannot be frozen), and returns it. */
export function deepFreeze<Value>(value: Value): Value {
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value) || Object.isFrozen(value))
    return value;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
  return value;
}

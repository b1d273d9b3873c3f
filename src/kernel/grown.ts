/** A longer copy of a typed array. @param fill value of the new places */
export function grow<T extends Float64Array | Int32Array | Int8Array | Uint8Array>(
  from: T,
  length: number,
  fill = 0,
): T {
  // The constructor keeps the kind of typed array.
  const to = new (from.constructor as new (length: number) => T)(length);
  to.set(from);
  if (fill !== 0) to.fill(fill, from.length);
  return to;
}

/** Copies a typed array into a longer one, which is returned. */
export function lengthened<T extends Float64Array | Int32Array | Int8Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

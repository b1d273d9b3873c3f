const view = new DataView(new ArrayBuffer(8));

/** The upper 32 bits of a number. */
export function highOf(x: number): number {
  view.setFloat64(0, x);
  return view.getInt32(0);
}

/** A number with other upper 32 bits. */
export function withHigh(x: number, high: number): number {
  view.setFloat64(0, x);
  view.setInt32(0, high);
  return view.getFloat64(0);
}

/** A number whose lower 32 bits are 0. */
export function withoutLow(x: number): number {
  view.setFloat64(0, x);
  view.setInt32(4, 0);
  return view.getFloat64(0);
}

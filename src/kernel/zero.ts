/**
 * 0 for a field that will hold fractions. V8 stores integers and fractions differently: a field that changes from one
 * to the other gets a new layout, and code that uses it is deoptimized. The result of floating-point arithmetic is
 * stored as a fraction, but a literal 0 is not.
 */
export const ZERO = Math.PI - Math.PI;

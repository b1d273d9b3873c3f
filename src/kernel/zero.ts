/**
 * 0 for a field that will hold fractions. V8 stores whole numbers and fractions differently: a field that changes
 * from one to the other gets a new layout, and code that uses it is deoptimised. A result of fractional arithmetic is
 * stored as a fraction; a literal 0 is not.
 */
export const ZERO = Math.PI - Math.PI;

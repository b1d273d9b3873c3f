/**
 * 0 for a field that will hold fractions. V8 keeps whole numbers and fractions in different places: an object whose field begins
 * as the one and becomes the other is laid out anew, and whoever refers to it has to look at each use what it is. What comes out
 * of fractions is kept as one; a literal 0 is not.
 */
export const ZERO = Math.PI - Math.PI;

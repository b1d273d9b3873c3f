/** Whether the long suite runs: more queries a case, more random cases a property. */
export const LONG = process.env['NEAP_LONG'] === '1';

/** Random cases of a property: all of them in the long suite, the first sixteenth in the everyday one. */
export function cases(all: number): number {
  return LONG ? all : Math.ceil(all / 16);
}

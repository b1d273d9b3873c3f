/** Whether the long suite runs: more queries per case, more random cases per property. */
export const LONG = process.env['NEAP_LONG'] === '1';

/** Random cases of a property: all of them in the long suite, the first sixteenth in the everyday one. */
export function cases(all: number): number {
  return LONG ? all : Math.ceil(all / 16);
}

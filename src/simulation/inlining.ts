import { setFlagsFromString } from 'node:v8';

/**
 * How much bytecode V8 may inline into one function, in bytes; its own limit is 920.
 *
 * A query's way through the simulation is a chain of small functions, which the usual limit breaks in the middle:
 * with three times as much a long run takes about a fifth less time, and a short one no more. Read whenever a
 * function is optimised, so it has to be set before a simulation runs; it is the whole process's, worker threads
 * included. A version of V8 without the setting ignores it.
 */
const INLINED_BYTES = 2760;

setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED_BYTES}`);

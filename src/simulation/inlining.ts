import { setFlagsFromString } from 'node:v8';

/**
 * How much bytecode V8 may inline into one function, in bytes; its own limit is 920.
 *
 * A query's way through the simulation is a chain of small functions, which the usual limit breaks in the middle:
 * with about twice as much a long run takes a tenth less time. More than that makes compiling take longer and nothing else
 * shorter, which runs of a few seconds notice, such as those at hybrid fidelity. Read whenever a
 * function is optimised, so it has to be set before a simulation runs; it is the whole process's, worker threads
 * included. A version of V8 without the setting ignores it.
 */
const INLINED_BYTES = 2000;

setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED_BYTES}`);

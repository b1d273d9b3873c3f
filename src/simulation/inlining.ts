import { setFlagsFromString } from 'node:v8';

/**
 * How much bytecode V8 may inline into one function, in bytes; its own limit is 920.
 *
 * A query's way through the simulation is a chain of small functions, which the usual limit breaks in the middle:
 * with two and a half times as much a long run takes a tenth less time. More than that makes compiling take longer and
 * nothing else shorter. At hybrid fidelity a run is so short that compiling is a quarter of it: the usual limit takes a tenth less.
 */
const INLINED_BYTES = { exact: 2400, hybrid: 920 } as const;

/**
 * What else V8 is told, once: it compiles in only what is called at least every other time, where a seventh of the time is
 * usual, and optimises a function when it has run twice as much as usual, which newer versions than that of Node 20 count otherwise.
 * Fewer functions are compiled again, and less is compiled into each: of the CPU time of a day of 17 million queries a tenth
 * was compiling, now it is 7 %.
 */
setFlagsFromString('--min-inlining-frequency=0.5');
if (Number.parseInt(process.versions.v8, 10) <= 11) setFlagsFromString('--interrupt-budget=132000');

let present: keyof typeof INLINED_BYTES | undefined;

/**
 * Lets V8 inline as much as suits a run. Read whenever a function is optimised, so it has to be set before a simulation
 * runs; it is the whole process's, worker threads included. A version of V8 without the setting ignores it.
 */
export function inlineFor(fidelity: keyof typeof INLINED_BYTES): void {
  if (fidelity === present) return;
  present = fidelity;
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED_BYTES[fidelity]}`);
}

inlineFor('exact');

import type { PackedLogarithms, PackedNumbers } from './page-data.js';

/** Levels that a series of measurements is told apart at: five digits of its largest value. */
const LEVELS = 1e5;
/** Steps of a logarithm: half a per cent each, as fine as a histogram's buckets. */
const STEPS_AN_E = 200;

/**
 * Packs numbers as whole multiples of a step: differences from one to the next (the first from 0), zigzag so that
 * small ones of either sign are small, seven bits a byte, the lowest first. A zero byte begins a run of equal
 * numbers and is followed by its length.
 */
export function packNumbers(values: ArrayLike<number>, step = 1): PackedNumbers {
  const bytes: number[] = [];
  let [before, repeats] = [0, 0];
  for (let index = 0; index < values.length; index++) {
    const whole = Math.round(values[index]! / step);
    const difference = whole - before;
    before = whole;
    if (difference === 0) {
      repeats += 1;
      continue;
    }
    repeats = writeRun(bytes, repeats);
    writeWhole(bytes, difference > 0 ? 2 * difference : -2 * difference - 1);
  }
  writeRun(bytes, repeats);
  return { length: values.length, step, base64: Buffer.from(bytes).toString('base64') };
}

/**
 * As {@link packNumbers}, with the coarsest power of ten for a step that still shows five digits of the largest value.
 * @param finest no step is finer
 */
export function packMeasurements(values: ArrayLike<number>, finest: number): PackedNumbers {
  let largest = 0;
  for (let index = 0; index < values.length; index++) largest = Math.max(largest, values[index]!);
  let step = finest;
  while (largest / step > LEVELS) step *= 10;
  return packNumbers(values, step);
}

/**
 * Packs numbers as steps of their logarithm, which a page needs no finer and which take half of the room.
 * @param least smaller numbers but 0 become this one
 */
export function packLogarithms(values: readonly number[], least: number): PackedLogarithms {
  const steps = values.map((value) =>
    value > 0 ? 1 + Math.round(STEPS_AN_E * Math.log(Math.max(1, value / least))) : 0,
  );
  return { least, steps: packNumbers(steps) };
}

function writeRun(bytes: number[], length: number): 0 {
  if (length > 0) {
    bytes.push(0);
    writeWhole(bytes, length);
  }
  return 0;
}

function writeWhole(bytes: number[], whole: number): void {
  let rest = whole;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

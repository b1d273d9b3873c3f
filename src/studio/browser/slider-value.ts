import { useState } from 'preact/hooks';
import type { ComputeControl } from '../worker/question.js';

/** The place of the value that is closest. */
export function nearest(values: readonly number[], value: number): number {
  // "Never" is the last place, whatever its number.
  if (value < 0) return values.length - 1;
  return values.reduce(
    (best, each, place) =>
      each >= 0 && Math.abs(each - value) < Math.abs(values[best]! - value) ? place : best,
    0,
  );
}

/** A setting that moves at once, and is the compute's again when the moved text has been read. */
export function useMoved<Value>(
  compute: ComputeControl,
  value: Value,
): readonly [value: Value, move: (value: Value) => void] {
  const [moved, setMoved] = useState({ compute, value });
  return [moved.compute === compute ? moved.value : value, (to) => setMoved({ compute, value: to })];
}

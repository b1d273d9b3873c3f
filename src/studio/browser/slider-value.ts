import { useState } from 'preact/hooks';

/** The index of the closest value. */
export function nearest(values: readonly number[], value: number): number {
  // "Never" is the last value, although its number is negative.
  if (value < 0) return values.length - 1;
  return values.reduce(
    (best, each, place) =>
      each >= 0 && Math.abs(each - value) < Math.abs(values[best]! - value) ? place : best,
    0,
  );
}

/**
 * A setting that changes immediately, and shows the control's value again after the edited text was read.
 * @param control a new object for each text
 */
export function useMoved<Value>(
  control: object,
  value: Value,
): readonly [value: Value, move: (value: Value) => void] {
  const [moved, setMoved] = useState({ control, value });
  return [moved.control === control ? moved.value : value, (to) => setMoved({ control, value: to })];
}

/** A value and its time. */
interface Seen {
  readonly at: number;
  readonly value: number;
}

/**
 * The maximum over a sliding window of time: an immutable value. It holds the values that may still become the maximum,
 * so times ascend and values descend.
 */
export type WindowMaximum = readonly Seen[];

/**
 * The maximum after another value, without values older than the window.
 * @param at at least the previous time
 */
export function addToWindow(
  maximum: WindowMaximum,
  at: number,
  value: number,
  window: number,
): WindowMaximum {
  const last = maximum.at(-1);
  const old = maximum.length > 0 && maximum[0]!.at <= at - window;
  if (!old && last !== undefined && last.at === at && last.value >= value) return maximum;
  const kept = maximum.filter((seen) => seen.at > at - window && seen.value > value);
  // A smaller value at the same time has no effect.
  if (kept.at(-1)?.at === at) return kept;
  return [...kept, { at, value }];
}

/** The greatest value in the window; 0 for an empty window. */
export function greatest(maximum: WindowMaximum): number {
  return maximum[0]?.value ?? 0;
}

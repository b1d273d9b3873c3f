import type { ComparedFigure, ComparedVariant } from '../../../study/compare/comparison.js';

/** A figure of a variant next to that of the baseline. */
export interface Row extends ComparedFigure {
  readonly variant: ComparedVariant;
  readonly base: ComparedFigure;
  /** Place in the JSON. */
  readonly path: string;
}

/** The difference as a share of the baseline; nothing if that is 0. */
export function changeOf({ base, difference }: Row): number | null {
  const whole = base.value?.mean ?? 0;
  return difference === null || whole === 0 ? null : difference.mean / Math.abs(whole);
}

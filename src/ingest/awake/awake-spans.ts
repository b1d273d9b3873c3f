import { momentText } from '../../workload/trace/reading/moment-text.js';
import { Refusal } from '../../workload/trace/reading/question.js';
import type { ComputeMove, ComputeMoves, PlatformRecords } from './platform-records.js';

/** A stretch of time, in Unix seconds. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** When a compute was awake, by its operations. */
export interface AwakeRecord {
  /** From a start to the suspension that follows. */
  readonly spans: readonly Stretch[];
  /** Stretches whose operations are missing. */
  readonly unknown: readonly Stretch[];
  /** From the first operation to the last. */
  readonly window: Stretch;
  /** Whether the last operation is a start: it is not known how long the compute stayed awake. */
  readonly is_open: boolean;
}

/** Largest part of the record whose operations may be missing. */
const MAX_UNKNOWN_SHARE = 0.1;
/** A time between two pages is suspicious if it is longer than the longest time between operations by this factor. */
const MIN_SUSPICIOUS_FACTOR = 3;

/**
 * Pairs the starts and suspensions of a compute.
 * @param joins times between pages of the list
 * @throws Refusal if many operations are missing
 */
export function awakeRecord(
  { project, compute, moves }: ComputeMoves,
  joins: NonNullable<ReturnType<PlatformRecords['joins']['get']>>,
): AwakeRecord {
  const steps = moves.slice(1).map((to, index) => ({ from: moves[index]!, to }));
  const isJoin = ({ from, to }: (typeof steps)[number]) =>
    joins.some(([before, after]) => from.at <= before && to.at >= after);
  const longest = steps.reduce((most, step) => (isJoin(step) ? most : Math.max(most, lengthOf(step))), 0);
  const isUnknown = (step: (typeof steps)[number]) =>
    step.from.action === step.to.action || (isJoin(step) && lengthOf(step) > MIN_SUSPICIOUS_FACTOR * longest);
  const stretch = ({ from, to }: (typeof steps)[number]): Stretch => ({ start: from.at, end: to.at });
  const unknown = steps.filter(isUnknown).map(stretch);
  const spans = steps.filter((step) => step.from.action === 'start_compute' && !isUnknown(step)).map(stretch);
  const window = { start: moves[0]!.at, end: moves.at(-1)!.at };
  const missing = unknown.reduce((sum, { start, end }) => sum + end - start, 0);
  if (missing > MAX_UNKNOWN_SHARE * (window.end - window.start)) {
    const [{ start, end }] = unknown as [Stretch];
    const name = compute === '' ? project : compute;
    throw new Refusal(
      `operations of ${name} are missing, first between ${momentText(start, 0)} and ${momentText(end, 0)}; expected every page of the list`,
    );
  }
  return { spans, unknown, window, is_open: moves.at(-1)!.action === 'start_compute' };
}

function lengthOf({ from, to }: { readonly from: ComputeMove; readonly to: ComputeMove }): number {
  return to.at - from.at;
}

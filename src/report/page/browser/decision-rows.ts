import type { PackedDecisions } from '../page-data.js';
import { unpackNumbers } from './unpack-numbers.js';

/** One row of the decision log. */
export interface Decision {
  /** Since the run's beginning. */
  readonly time_ms: number;
  readonly compute: string;
  readonly decision: string;
  readonly state: string;
  readonly cu_before: number;
  readonly cu_after: number;
  readonly reason: string;
}

/** The rows of a packed decision log, in the order of time. */
export function decisionRows(packed: PackedDecisions): readonly Decision[] {
  const [time, compute, decision, state, before, after, wording] = [
    packed.time_ms,
    packed.compute,
    packed.decision,
    packed.state,
    packed.cu_before,
    packed.cu_after,
    packed.wording,
  ].map(unpackNumbers) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const figures = packed.figures.split(' ');
  let next = 0;
  return Array.from(time, (time_ms, index) => {
    return {
      time_ms,
      compute: packed.computes[compute[index]!]!,
      decision: packed.decisions[decision[index]!]!,
      state: packed.states[state[index]!]!,
      cu_before: before[index]!,
      cu_after: after[index]!,
      reason: packed.wordings[wording[index]!]!.replaceAll('\u0000', () => figures[next++]!),
    };
  });
}

/** The words of a row in lower case, to search in. */
export function wordsOf({ compute, decision, state, reason }: Decision): string {
  return `${compute} ${decision.replaceAll('_', ' ')} ${state} ${reason}`.toLowerCase();
}

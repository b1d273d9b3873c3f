import type { PackedColumn, PackedDecisions } from '../recorded/page-data.js';
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
  const column = (name: PackedColumn): Float64Array => unpackNumbers(packed[name]);
  const [compute, decision, state] = [column('compute'), column('decision'), column('state')];
  const [before, after, wording] = [column('cu_before'), column('cu_after'), column('wording')];
  const figures = packed.figures.split(' ');
  let next = 0;
  return Array.from(column('time_ms'), (time_ms, index) => {
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

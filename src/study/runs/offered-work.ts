import { mean } from '../../kernel/distribution-moments.js';
import { randomStream } from '../../kernel/random-stream.js';
import { sumOf } from '../../kernel/sums.js';
import type { Scenario } from '../../scenario/scenario.js';
import { connectionWork } from '../../workload/load-specification.js';
import { rateCursor } from '../../workload/rate/rate-cursor.js';

/** Number of slots for the prediction of overload: for a week, one per 15 min. */
const SLOTS = 672;

/**
 * Share of the CPU work demanded beyond what the largest sizes can do, by the rates in the middle of equal slots of the
 * run; 0 if any load has no rate, such as a recording.
 */
export function overloadedShare({ seed, load, computes, duration_seconds, model }: Scenario): number {
  const slot_seconds = duration_seconds / SLOTS;
  const could = slot_seconds * sumOf(computes, (compute) => compute.autoscaling_limit_max_cu);
  const demanded = new Float64Array(SLOTS);
  for (const one of load) {
    const { name, process, query } = one;
    if (process.kind !== 'poisson' && process.kind !== 'regular') return 0;
    const expected = mean(query.cpu_seconds) + connectionWork(one, model.connection_cpu);
    const cpu_seconds = Number.isFinite(expected) ? expected : 1;
    const cursor = rateCursor(process.rate, (purpose) => randomStream(seed, 0, name, purpose));
    for (let slot = 0; slot < SLOTS; slot++) {
      const middle = (slot + 0.5) * slot_seconds;
      cursor.advance(middle);
      demanded[slot]! += cursor.at(middle) * slot_seconds * cpu_seconds;
    }
  }
  const all = sumOf(demanded, (work) => work);
  return all === 0 ? 0 : sumOf(demanded, (work) => (work > could ? work : 0)) / all;
}

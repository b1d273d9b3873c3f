import { mean } from '../../kernel/distribution-moments.js';
import { randomStream } from '../../kernel/random-stream.js';
import type { Scenario } from '../../scenario/scenario.js';
import { arrivalSource } from '../../workload/arrival/arrival-source.js';
import { connectionWork } from '../../workload/connection-work.js';
import type { LoadSpecification } from '../../workload/load-specification.js';
import { rateCursor } from '../../workload/rate/rate-cursor.js';

/**
 * CPU seconds that the loads of a scenario demand in each of a number of equal slots of its run: by the rate in the
 * middle of a slot, or by the arrivals of scheduled and recorded loads. Loads without a rate are left out.
 */
export function offeredWork(scenario: Scenario, slots: number): Float64Array {
  const work = new Float64Array(slots);
  const slot_seconds = scenario.duration_seconds / slots;
  for (const load of scenario.load) addWork(load, scenario, work, slot_seconds);
  return work;
}

/** Slots where an overload is predicted: a quarter of an hour of a week. */
export const SLOTS = 672;

/**
 * Share of the demanded work beyond what the largest sizes can do; 0 without a rate, as for a
 * recording.
 */
export function overloadedShare(scenario: Scenario): number {
  if (scenario.load.some(({ process }) => process.kind !== 'poisson' && process.kind !== 'regular')) return 0;
  const most = scenario.computes.reduce((sum, compute) => sum + compute.autoscaling_limit_max_cu, 0);
  const could = (most * scenario.duration_seconds) / SLOTS;
  let [all, beyond] = [0, 0];
  for (const each of offeredWork(scenario, SLOTS)) {
    all += each;
    if (each > could) beyond += each;
  }
  return all === 0 ? 0 : beyond / all;
}

function addWork(
  load: LoadSpecification,
  { seed, duration_seconds, model }: Scenario,
  work: Float64Array,
  slot_seconds: number,
): void {
  const { name, process, query } = load;
  const expected = mean(query.cpu_seconds) + connectionWork(load, model.connection_cpu);
  const cpu_seconds = Number.isFinite(expected) ? expected : 1;
  const streamFor = (purpose: string) => randomStream(seed, 0, name, purpose);
  switch (process.kind) {
    case 'poisson':
    case 'regular': {
      const cursor = rateCursor(process.rate, streamFor);
      for (let slot = 0; slot < work.length; slot++) {
        const middle = (slot + 0.5) * slot_seconds;
        cursor.advance(middle);
        work[slot]! += cursor.at(middle) * slot_seconds * cpu_seconds;
      }
      return;
    }
    case 'cron':
    case 'counts':
    case 'arrivals': {
      const source = arrivalSource(process, streamFor, duration_seconds);
      for (let at = source.next(); at < duration_seconds; at = source.next()) {
        work[Math.floor(at / slot_seconds)]! += cpu_seconds;
      }
      return;
    }
    case 'renewal':
    case 'closed':
    case 'none':
      return;
  }
}

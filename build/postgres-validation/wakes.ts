import { type ComputeRow, count, type Given, listed, type SeenCounts } from './counts-row.js';
import { hitRatios, SMALL_CACHE, WARM_UP_ROW } from './hit-ratios.js';
import { connectionModel } from './session-costs.js';

/** Attempts longer than this have waited: an ordinary query takes a few milliseconds. */
export const HELD_SECONDS = 0.05;

/** Three bursts; between them the compute is idle for longer than its timeout, so that each wakes it. */
export const WAKES: ComputeRow = {
  name: 'three wakes, two suspends',
  seconds: 156,
  cpus: 1,
  suspend_timeout_seconds: 60,
  wakes_every_seconds: 75,
  load: `load:
  - name: clients
    compute: primary
    rate: { spikes: [{ at: 1s, for: 4s, rate: 60/s }, { at: 76s, for: 4s, rate: 60/s }, { at: 151s, for: 4s, rate: 60/s }], base: 0/s }
    query: { cpu: 1ms, wait: { exponential: { mean: 5ms } } }
    connection: { kind: pool, size: 10 }
`,
  model: wakeModel,
  figures: ({ attempts, completed, noted }) => {
    const slow = attempts.filter(
      ({ outcome, intended_seconds, ended_seconds }) =>
        outcome === 'completed' && ended_seconds - intended_seconds > HELD_SECONDS,
    );
    return {
      wakes: { value: Number(noted['wakes']), half_width: 0.5 },
      completed: count(completed),
      [`held for more than ${HELD_SECONDS * 1000} ms`]: count(slow.length),
      'longest wait for a wake, seconds': { value: longest(attempts), half_width: null },
    };
  },
};

/**
 * The simulator's settings of a compute: the duration of each wake, the time for one client to connect to a compute
 * that has just woken, and the delay that each of several simultaneous clients adds. The delay counts as work for one
 * core, although the otherwise idle sender and its proxy may do it.
 */
function wakeModel({ wakes_seconds, connect_seconds, connection_cpu_seconds }: Given): string {
  return [
    `wake_latency: ${listed(wakes_seconds!)}`,
    `connect_latency: ${listed(connect_seconds!)}`,
    connectionModel(connection_cpu_seconds),
  ].join(', ');
}

/** From the first query of a burst, which wakes the compute and waits for the whole wake. */
function longest(attempts: SeenCounts['attempts']): number {
  return Math.max(
    0,
    ...attempts.map(({ intended_seconds, ended_seconds }) => ended_seconds - intended_seconds),
  );
}

/** As after a restart, but after a suspend and the wake by the load's first query. */
export const WARM_UP_AFTER_A_WAKE: ComputeRow = {
  ...WARM_UP_ROW,
  name: 'warm-up of the buffer cache after a wake',
  suspend_timeout_seconds: 60,
  meanwhile: (uri) => hitRatios(() => uri),
  // The size of shared_buffers, which the load finds empty.
  model: (given) => `${wakeModel(given)}, ${SMALL_CACHE}`,
};

import type * as CalendarModule from '../src/kernel/calendar.js';
import type * as RandomStreamModule from '../src/kernel/random-stream.js';
import type * as SamplerModule from '../src/kernel/sampler.js';
import { built } from './built.js';
import { withCpuSeconds } from './cpu-seconds.js';
import type { QueueRun } from './queue-run.js';

// Runs as a separate process: kernel-mm1.ts CUSTOMERS RHO prints a QueueRun.

const { Calendar } = await built<typeof CalendarModule>('kernel/calendar.js');
const { randomStream } = await built<typeof RandomStreamModule>('kernel/random-stream.js');
const { sampler } = await built<typeof SamplerModule>('kernel/sampler.js');

const ARRIVAL = 0;
const DEPARTURE = 1;
/** Simulated before the measurement, so that the compiler has settled. */
const WARM_UP_CUSTOMERS = 2_000_000;

/**
 * The model of mm1.c on the kernel: arrivals and departures are events of the calendar, gaps and services
 * come from samplers on named streams, a ring holds the arrival times of the customers present.
 *
 * @returns the mean sojourn time in mean service times
 */
function meanSojourn(customers: number, rho: number): number {
  const gap = sampler({ kind: 'exponential', mean: 1 / rho }, randomStream('bench', 0, 'queue', 'gap'));
  const service = sampler({ kind: 'exponential', mean: 1 }, randomStream('bench', 0, 'queue', 'service'));
  const calendar = new Calendar();
  let ring = new Float64Array(64);
  let mask = ring.length - 1;
  let head = 0;
  let length = 0;
  let departed = 0;
  let sojourn = 0;
  calendar.schedule(gap(), ARRIVAL, 0);
  while (departed < customers) {
    const slot = calendar.next(Number.POSITIVE_INFINITY);
    const now = calendar.now;
    if (calendar.kind(slot) === ARRIVAL) {
      if (length > mask) {
        ring = widen(ring, head);
        mask = ring.length - 1;
        head = 0;
      }
      ring[(head + length) & mask] = now;
      length += 1;
      if (length === 1) calendar.schedule(now + service(), DEPARTURE, 0);
      calendar.reschedule(slot, now + gap());
    } else {
      sojourn += now - ring[head]!;
      head = (head + 1) & mask;
      length -= 1;
      departed += 1;
      if (length > 0) calendar.reschedule(slot, now + service());
    }
  }
  return sojourn / departed;
}

/** Copies a full ring into one of twice the length, from its beginning. */
function widen(ring: Float64Array<ArrayBuffer>, head: number): Float64Array<ArrayBuffer> {
  const twice = new Float64Array(2 * ring.length);
  twice.set(ring.subarray(head));
  twice.set(ring.subarray(0, head), ring.length - head);
  return twice;
}

const customers = Number(process.argv[2]);
const rho = Number(process.argv[3]);
meanSojourn(WARM_UP_CUSTOMERS, rho);
const { result, cpu_seconds } = withCpuSeconds(() => meanSojourn(customers, rho));
const run: QueueRun = { customers, cpu_seconds, mean_sojourn: result };
console.log(JSON.stringify(run));

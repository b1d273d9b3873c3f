import { expect, test } from 'vitest';
import { randomStream } from '../../../src/kernel/random-stream.js';
import { rateAhead } from '../../../src/simulation/fidelity/rate-ahead.js';
import { TICK_SECONDS } from '../../../src/simulation/fidelity/tick-plan.js';
import type { ProcessSpecification } from '../../../src/workload/load-specification.js';
import type { RateSpecification } from '../../../src/workload/rate/rate-specification.js';

const poisson = (rate: RateSpecification): ProcessSpecification => ({ kind: 'poisson', rate });

const SEASONAL: RateSpecification = {
  kind: 'seasonal',
  base_per_second: 3,
  daily: 0.9,
  weekly: 0.3,
  peak_hour: 14,
  peak_day: 2,
  weekdays: [1, 1, 1, 1, 1, 0.4, 0],
  start_epoch_seconds: Date.UTC(2026, 0, 5) / 1000,
};
const DRIFT: RateSpecification = {
  kind: 'log_ou',
  mean_per_second: 1,
  sigma: 1,
  correlation_seconds: 3600,
  step_seconds: 90,
};

test.each<[string, ProcessSpecification]>([
  ['seasonal rate', poisson(SEASONAL)],
  ['drift', poisson({ kind: 'product', parts: [SEASONAL, DRIFT] })],
  [
    'trace with gaps',
    {
      kind: 'counts',
      starts_seconds: Float64Array.from(
        { length: 300 },
        (_, index) => 30 + index * 60 + (index > 100 ? 5000 : 0),
      ),
      width_seconds: 60,
      counts: Float64Array.from({ length: 300 }, (_, index) => (index * 7919) % 31),
      placement: 'uniform',
    } as ProcessSpecification,
  ],
])('a %s never exceeds the predicted maximum', (_what, process) => {
  const streamFor = (purpose: string) => randomStream('a', 0, 'load', purpose);
  const ahead = rateAhead({ process }, streamFor);
  const after = rateAhead({ process }, streamFor);
  let known = 0;
  let worst = 0;
  for (let from = 0; from < 30_000; from += TICK_SECONDS) {
    const until = from + TICK_SECONDS;
    ahead.see(from, until);
    const { most, most_until } = ahead;
    if (most_until < until) expect.fail(`${most_until} is before ${until}`);
    if (most_until <= known) continue;
    // In short steps to the end of the known course, none of them evaluated before.
    const last = Math.min(most_until, until + 3600);
    for (let at = Math.max(until, known); at < last; at += 3) {
      const { mean } = after.see(at, Math.min(at + 3, last));
      worst = Math.max(worst, mean - most);
    }
    known = last;
  }
  expect(known).toBeGreaterThan(30_000);
  expect(worst).toBeLessThan(1e-9);
});

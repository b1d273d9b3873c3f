import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { RandomStream } from '../../src/kernel/random-stream.js';
import { arrivalSource } from '../../src/workload/arrival/arrival-source.js';
import type { ProcessSpecification } from '../../src/workload/load-specification.js';
import { processOfTenant } from '../../src/workload/process-of-tenant.js';
import type { RateSpecification } from '../../src/workload/rate/rate-specification.js';
import { rateOf } from './rate/rates.js';

/** Every kind of rate; each is 2 per second at some time. */
const RATES = (
  parse(readFileSync(new URL('rates.yaml', import.meta.url), 'utf8')) as RateSpecification[]
).map(rateOf);
const seasonal = RATES.find((rate) => rate.kind === 'seasonal')!;
const plain = { rate_factor: 3, ahead_seconds: 0, phase: 0 };

/** Arrivals within a hundred seconds, evenly spaced on the integral of the rate. */
function count(process: ProcessSpecification): number {
  const source = arrivalSource(process, (purpose) => new RandomStream(purpose), 100);
  let arrivals = 0;
  while (source.next() < 100) arrivals += 1;
  return arrivals;
}

describe('the arrivals of a tenant', () => {
  it.each(RATES)('are three times as frequent with a factor of 3: $kind', (rate) => {
    const process = { kind: 'regular', rate, offset_seconds: 0 } as const;
    const once = count(process);
    expect(once).toBeGreaterThan(40);
    expect(Math.abs(count(processOfTenant(process, plain)) - 3 * once)).toBeLessThanOrEqual(3);
  });

  it("peak by the tenant's clock", () => {
    const ahead = processOfTenant(
      { kind: 'poisson', rate: seasonal },
      { rate_factor: 1, ahead_seconds: 8 * 3600, phase: 0 },
    );
    // At 14:00 on a clock that is 8 h ahead it is 06:00 UTC.
    expect(ahead).toEqual({ kind: 'poisson', rate: { ...seasonal, start_epoch_seconds: 28_800 } });
  });

  it("of cron jobs are equally many, by the tenant's clock", () => {
    const process: ProcessSpecification = {
      kind: 'cron',
      schedule: '0 2 * * *',
      count: 1,
      jitter: { kind: 'constant', value: 0 },
      start_epoch_seconds: 0,
    };
    const tenant = processOfTenant(process, { ...plain, ahead_seconds: -3600 });
    expect(tenant).toEqual({ ...process, start_epoch_seconds: -3600 });
  });

  it('at a stated distance are equally many', () => {
    const process = {
      kind: 'regular',
      rate: { kind: 'constant', per_second: 0.01 },
      offset_seconds: 0,
      has_own_times: true,
    } as const;
    expect(processOfTenant(process, plain)).toMatchObject({ rate: process.rate });
  });

  it('have gaps and thinking times divided by the factor', () => {
    const mean = { kind: 'exponential', mean: 6 } as const;
    expect(processOfTenant({ kind: 'renewal', gap: mean }, plain)).toEqual({
      kind: 'renewal',
      gap: { kind: 'exponential', mean: 2 },
    });
    expect(
      processOfTenant({ kind: 'closed', clients: 4, think_seconds: mean, ramp_seconds: 1 }, plain),
    ).toMatchObject({ clients: 4, think_seconds: { mean: 2 } });
  });

  it('are not synchronized between tenants if they are evenly spaced', () => {
    const process = {
      kind: 'regular',
      rate: { kind: 'constant', per_second: 1 },
      offset_seconds: 5,
    } as const;
    expect(processOfTenant(process, { rate_factor: 2, ahead_seconds: 0, phase: 0.5 })).toMatchObject({
      offset_seconds: 5.25,
    });
  });

  it('are absent with a factor of 0', () => {
    expect(processOfTenant({ kind: 'poisson', rate: seasonal }, { ...plain, rate_factor: 0 })).toEqual({
      kind: 'none',
    });
  });

  it('cannot be derived from a recording', () => {
    expect(() => processOfTenant({ kind: 'arrivals', times_seconds: Float64Array.of(1) }, plain)).toThrow(
      RangeError,
    );
  });
});

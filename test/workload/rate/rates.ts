import { type RandomStream, randomStream } from '../../../src/kernel/random-stream.js';
import type { RateSpecification } from '../../../src/workload/rate/rate-specification.js';

/** Monday, 5 January 2026, 00:00 UTC. */
export const MONDAY = Date.UTC(2026, 0, 5) / 1000;

/** The streams of one entity, by purpose. */
export function streams(seed: string, entity = 'load'): (purpose: string) => RandomStream {
  return (purpose) => randomStream(seed, 0, entity, purpose);
}

export type Seasonal = Extract<RateSpecification, { kind: 'seasonal' }>;

export function seasonal(change: Partial<Seasonal> = {}): Seasonal {
  return {
    kind: 'seasonal',
    base_per_second: 1,
    daily: 0.6,
    weekly: 0.3,
    peak_hour: 14,
    peak_day: 2.5,
    weekdays: [1, 1, 1, 1, 1, 0.5, 0],
    start_epoch_seconds: MONDAY,
    ...change,
  };
}

/** A rate of a table, with the factors of seasons that it leaves out, and with typed arrays. */
export function rateOf(rate: RateSpecification): RateSpecification {
  if (rate.kind === 'seasonal') return seasonal(rate);
  if (rate.kind === 'product') return { ...rate, parts: rate.parts.map(rateOf) };
  if (rate.kind !== 'series') return rate;
  const [starts_seconds, per_second] = [
    Float64Array.from(rate.starts_seconds),
    Float64Array.from(rate.per_second),
  ];
  return { ...rate, starts_seconds, per_second };
}

/** The rate of a shape without randomness, computed from its definition for comparison. */
export function definedRate(rate: RateSpecification, time: number): number {
  switch (rate.kind) {
    case 'constant':
      return rate.per_second;
    case 'steps':
      return rate.steps.findLast((step) => step.at_seconds <= time)?.per_second ?? 0;
    case 'ramp': {
      const share = Math.min(1, Math.max(0, (time - rate.start_seconds) / rate.over_seconds));
      return rate.from_per_second * (1 - share) + rate.to_per_second * share;
    }
    case 'seasonal': {
      const clock = new Date(Math.round((rate.start_epoch_seconds + time) * 1000));
      const hour = (clock.getTime() / 3_600_000) % 24;
      const weekday = (clock.getUTCDay() + 6) % 7;
      const day = weekday + hour / 24;
      const daily = 1 + rate.daily * Math.cos((2 * Math.PI * (hour - rate.peak_hour)) / 24);
      const weekly = 1 + rate.weekly * Math.cos((2 * Math.PI * (day - rate.peak_day)) / 7);
      return rate.base_per_second * daily * weekly * rate.weekdays[weekday]!;
    }
    case 'spikes': {
      const within = rate.spikes.filter((s) => s.at_seconds <= time && time < s.at_seconds + s.for_seconds);
      return within.at(-1)?.per_second ?? rate.base_per_second;
    }
    case 'series': {
      const interval = rate.starts_seconds.findIndex((s) => s <= time && time < s + rate.width_seconds);
      return interval < 0 ? 0 : rate.per_second[interval]!;
    }
    case 'sum':
      return rate.parts.reduce((sum, part) => sum + definedRate(part, time), 0);
    case 'product':
      return rate.parts.reduce((product, part) => product * definedRate(part, time), 1);
    default:
      throw new Error(`no closed form of ${rate.kind}`);
  }
}

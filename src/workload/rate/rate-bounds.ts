import { sumOf } from '../../kernel/sums.js';
import type { RateSpecification } from './rate-specification.js';

/** Bounds of a rate, in arrivals per second. */
export interface RateBounds {
  /** 0 if it is random. */
  readonly least: number;
  /** Infinity if it is random without a bound. */
  readonly most: number;
}

/** Bounds of a shape, from its settings alone. */
export function rateBounds(rate: RateSpecification): RateBounds {
  switch (rate.kind) {
    case 'constant':
      return { least: rate.per_second, most: rate.per_second };
    case 'steps': {
      const [first] = rate.steps;
      const all = rate.steps.map(({ per_second }) => per_second);
      // 0 before the first.
      const begins = first !== undefined && first.at_seconds <= 0;
      return { least: begins ? Math.min(...all) : 0, most: Math.max(0, ...all) };
    }
    case 'ramp':
      return rangeOf([rate.from_per_second, rate.to_per_second]);
    case 'seasonal': {
      const { base_per_second: base, daily, weekly, weekdays } = rate;
      const days = rangeOf(weekdays);
      // A wave of more than 1 is cut off at 0.
      const low = Math.max(0, 1 - daily) * Math.max(0, 1 - weekly) * Math.max(0, days.least);
      return { least: base * low, most: base * (1 + daily) * (1 + weekly) * days.most };
    }
    case 'spikes':
      return rangeOf([rate.base_per_second, ...rate.spikes.map(({ per_second }) => per_second)]);
    case 'mmpp':
      return rangeOf(rate.states.map(({ per_second }) => per_second));
    case 'cron':
      return { least: 0, most: rate.per_second };
    case 'log_ou': {
      const varies = rate.mean_per_second > 0 && rate.sigma > 0;
      const { mean_per_second: mean } = rate;
      return varies ? { least: 0, most: Number.POSITIVE_INFINITY } : { least: mean, most: mean };
    }
    case 'series':
      return { least: 0, most: rate.per_second.reduce((most, one) => Math.max(most, one), 0) };
    case 'sum': {
      const parts = rate.parts.map(rateBounds);
      return { least: sumOf(parts, ({ least }) => least), most: sumOf(parts, ({ most }) => most) };
    }
    case 'product':
      return rate.parts.map(rateBounds).reduce(multiplied, { least: 1, most: 1 });
  }
}

/** 0 times anything is 0, even times infinity. */
function multiplied(one: RateBounds, other: RateBounds): RateBounds {
  const most = one.most === 0 || other.most === 0 ? 0 : one.most * other.most;
  return { least: one.least * other.least, most };
}

function rangeOf(rates: readonly number[]): RateBounds {
  return { least: Math.min(...rates), most: Math.max(...rates) };
}

import type { RateSpecification } from './rate-specification.js';

/** The rate, in arrivals per second, below which a shape never falls; 0 where chance decides. */
export function leastRate(rate: RateSpecification): number {
  switch (rate.kind) {
    case 'constant':
      return rate.per_second;
    case 'steps': {
      const [first] = rate.steps;
      if (first === undefined || first.at_seconds > 0) return 0;
      return Math.min(...rate.steps.map(({ per_second }) => per_second));
    }
    case 'ramp':
      return Math.min(rate.from_per_second, rate.to_per_second);
    case 'seasonal':
      return (
        rate.base_per_second * (1 - rate.daily) * (1 - rate.weekly) * Math.max(0, Math.min(...rate.weekdays))
      );
    case 'spikes':
      return Math.min(rate.base_per_second, ...rate.spikes.map(({ per_second }) => per_second));
    case 'mmpp':
      return Math.min(...rate.states.map(({ per_second }) => per_second));
    case 'cron':
    case 'log_ou':
    case 'series':
      return 0;
    case 'sum':
      return rate.parts.reduce((sum, part) => sum + leastRate(part), 0);
    case 'product':
      return rate.parts.reduce((product, part) => product * leastRate(part), 1);
  }
}

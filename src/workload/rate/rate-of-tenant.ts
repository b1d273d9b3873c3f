import type { RateSpecification } from '../rate-specification.js';
import { scaledRate } from './scaled-rate.js';

/**
 * A rate that is `factor` times as high, by a clock that is `ahead_seconds` ahead of UTC: its days and cron schedules
 * come so much earlier. Only what is tied to a clock moves: steps, ramps, spikes and recorded series keep their moments.
 * @param factor finite, 0 or more
 */
export function rateOfTenant(
  rate: RateSpecification,
  factor: number,
  ahead_seconds: number,
): RateSpecification {
  return scaledRate(earlier(rate, ahead_seconds), factor);
}

function earlier(rate: RateSpecification, ahead_seconds: number): RateSpecification {
  switch (rate.kind) {
    case 'seasonal':
    case 'cron':
      return { ...rate, start_epoch_seconds: rate.start_epoch_seconds + ahead_seconds };
    case 'sum':
    case 'product':
      return { ...rate, parts: rate.parts.map((part) => earlier(part, ahead_seconds)) };
    default:
      return rate;
  }
}

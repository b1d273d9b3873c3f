import type { RateSpecification } from './rate-specification.js';

/**
 * A rate that is `factor` times as high.
 * @param factor finite, 0 or more
 */
export function scaledRate(rate: RateSpecification, factor: number): RateSpecification {
  const each = <Part extends { readonly per_second: number }>(parts: readonly Part[]) =>
    parts.map((part) => ({ ...part, per_second: part.per_second * factor }));
  switch (rate.kind) {
    case 'constant':
    case 'cron':
      return { ...rate, per_second: rate.per_second * factor };
    case 'steps':
      return { ...rate, steps: each(rate.steps) };
    case 'ramp':
      return {
        ...rate,
        from_per_second: rate.from_per_second * factor,
        to_per_second: rate.to_per_second * factor,
      };
    case 'seasonal':
      return { ...rate, base_per_second: rate.base_per_second * factor };
    case 'spikes':
      return { ...rate, base_per_second: rate.base_per_second * factor, spikes: each(rate.spikes) };
    case 'mmpp':
      return { ...rate, states: each(rate.states) };
    case 'log_ou':
      return { ...rate, mean_per_second: rate.mean_per_second * factor };
    case 'series':
      // A product, so that several loads can share a long series.
      return { kind: 'product', parts: [rate, { kind: 'constant', per_second: factor }] };
    case 'sum':
      return { ...rate, parts: rate.parts.map((part) => scaledRate(part, factor)) };
    case 'product': {
      // The other factors are plain multipliers.
      const [first, ...others] = rate.parts;
      return first === undefined ? rate : { ...rate, parts: [scaledRate(first, factor), ...others] };
    }
  }
}

/**
 * A rate that is `factor` times as high, by a clock that is `ahead_seconds` ahead of UTC: its days and cron schedules
 * start that much earlier. Parts without a clock do not move: steps, ramps, spikes and recorded series keep their
 * times.
 * @param factor finite, 0 or more
 */
export function rateOfTenant(
  rate: RateSpecification,
  factor: number,
  ahead_seconds: number,
): RateSpecification {
  return scaledRate(withEarlierClock(rate, ahead_seconds), factor);
}

function withEarlierClock(rate: RateSpecification, ahead_seconds: number): RateSpecification {
  switch (rate.kind) {
    case 'seasonal':
    case 'cron':
      return { ...rate, start_epoch_seconds: rate.start_epoch_seconds + ahead_seconds };
    case 'sum':
    case 'product':
      return { ...rate, parts: rate.parts.map((part) => withEarlierClock(part, ahead_seconds)) };
    default:
      return rate;
  }
}

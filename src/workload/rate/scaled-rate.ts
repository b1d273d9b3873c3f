import type { RateSpecification } from '../rate-specification.js';

/**
 * A rate that is `factor` times as high.
 * @param factor finite, 0 or more
 */
export function scaledRate(rate: RateSpecification, factor: number): RateSpecification {
  switch (rate.kind) {
    case 'constant':
      return { ...rate, per_second: rate.per_second * factor };
    case 'steps':
      return {
        ...rate,
        steps: rate.steps.map((step) => ({ ...step, per_second: step.per_second * factor })),
      };
    case 'ramp':
      return {
        ...rate,
        from_per_second: rate.from_per_second * factor,
        to_per_second: rate.to_per_second * factor,
      };
    case 'seasonal':
      return { ...rate, base_per_second: rate.base_per_second * factor };
    case 'spikes':
      return {
        ...rate,
        base_per_second: rate.base_per_second * factor,
        spikes: rate.spikes.map((spike) => ({ ...spike, per_second: spike.per_second * factor })),
      };
    case 'cron':
      return { ...rate, per_second: rate.per_second * factor };
    case 'mmpp':
      return {
        ...rate,
        states: rate.states.map((state) => ({ ...state, per_second: state.per_second * factor })),
      };
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

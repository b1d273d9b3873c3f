/**
 * How a load's arrival rate moves with time, as frozen plain data. Times are seconds since the scenario's
 * start; rates are arrivals per second. In the factors of a `product` after the first, `per_second` is a
 * dimensionless multiplier instead.
 */
export type RateSpecification =
  | { readonly kind: 'constant'; readonly per_second: number }
  /** Constant from each `at_seconds` to the next; 0 before the first, ascending. */
  | {
      readonly kind: 'steps';
      readonly steps: readonly { readonly at_seconds: number; readonly per_second: number }[];
    }
  /** Linear from `from_per_second` at `start_seconds` to `to_per_second` after `over_seconds`, constant outside. */
  | {
      readonly kind: 'ramp';
      readonly from_per_second: number;
      readonly to_per_second: number;
      readonly start_seconds: number;
      readonly over_seconds: number;
    }
  /**
   * base · (1 + daily · cos(2π (hour − peak_hour) / 24)) · (1 + weekly · cos(2π (day − peak_day) / 7)) · weekdays[d],
   * hour, day and d by the clock of `timezone` (an IANA name), default UTC. `start_epoch_seconds` anchors the clock:
   * the Unix time of the scenario's start.
   */
  | {
      readonly kind: 'seasonal';
      readonly base_per_second: number;
      readonly daily: number;
      readonly weekly: number;
      /** 0 to 24. */
      readonly peak_hour: number;
      /** Days since Monday 00:00, 0 to 7. */
      readonly peak_day: number;
      /** A multiplier for each weekday from Monday on; seven numbers of 0 or more. */
      readonly weekdays: readonly number[];
      readonly start_epoch_seconds: number;
      readonly timezone?: string;
    }
  /** `base_per_second`, and `per_second` instead within each spike (the last one that covers the time). */
  | {
      readonly kind: 'spikes';
      readonly base_per_second: number;
      readonly spikes: readonly {
        readonly at_seconds: number;
        readonly for_seconds: number;
        readonly per_second: number;
      }[];
    }
  /**
   * `per_second` for `for_seconds` from each firing of a five-field cron expression (`timezone`, default UTC), else 0.
   */
  | {
      readonly kind: 'cron';
      readonly schedule: string;
      readonly for_seconds: number;
      readonly per_second: number;
      readonly start_epoch_seconds: number;
      readonly timezone?: string;
    }
  /**
   * Markov-modulated: stays an exponential time of mean `mean_seconds` in a state, then moves to the next one
   * (two states) or to another chosen evenly (more). Starts in a state drawn from the stationary distribution.
   */
  | {
      readonly kind: 'mmpp';
      readonly states: readonly { readonly per_second: number; readonly mean_seconds: number }[];
    }
  /**
   * Logarithmic Ornstein-Uhlenbeck drift, constant within each `step_seconds`:
   * x ← a x + σ √(1 − a²) z with a = e^(−step / correlation); rate = mean · e^(x − σ² / 2). Starts stationary.
   */
  | {
      readonly kind: 'log_ou';
      readonly mean_per_second: number;
      readonly sigma: number;
      readonly correlation_seconds: number;
      readonly step_seconds: number;
    }
  /** Piecewise constant: `per_second[i]` on [starts_seconds[i], starts_seconds[i] + width_seconds), 0 elsewhere. */
  | {
      readonly kind: 'series';
      readonly starts_seconds: Float64Array;
      readonly width_seconds: number;
      readonly per_second: Float64Array;
    }
  | { readonly kind: 'sum'; readonly parts: readonly RateSpecification[] }
  | { readonly kind: 'product'; readonly parts: readonly RateSpecification[] };

import type { CalibratedLaw } from '../../ingest/calibrate/calibration.js';
import { LATENCY_KINDS } from '../../ingest/calibrate/measured-latencies.js';
import type { MatchedParameter } from '../../statistics/simulated-moments/matched-parameters.js';
import { counted, duration } from '../figures/figure-text.js';

/** A figure with the ends of its interval, if these are known: `352 ms (341 ms to 364 ms)`. @param text formats a value */
export function figureSpan({ value, low, high }: MatchedParameter, text = duration): string {
  return Number.isFinite(low) ? `${text(value)} (${text(low)} to ${text(high)})` : text(value);
}

/** A quantile in hundredths: `99`, `99.9`. */
export function quantileName(p: number): string {
  return String(Number((100 * p).toPrecision(6)));
}

/** The number of values, and of those known imprecisely: `1,000 wakes, 2 given up`. */
export function valuesText({ kind, values, given_up, between }: CalibratedLaw): string {
  const { one, many } = LATENCY_KINDS[kind];
  const parts = [
    ...(between === 0 ? [] : [`${between} only between bounds`]),
    ...(given_up === 0 ? [] : [`${given_up} given up`]),
  ];
  return [counted(values, one, many), ...parts].join(', ');
}

import type { ConstantName } from '../../scenario/model/model-constants.js';
import type { MeasuredValue } from '../../statistics/latency-law/measured-value.js';

/**
 * Every kind of latency that can be measured, by the name that it has in a column `kind`: the constant of the model that it
 * is, and what one value is called and what several are.
 */
export const LATENCY_KINDS = {
  wake: { constant: 'wake_latency', one: 'wake', many: 'wakes' },
  restart: { constant: 'restart_latency', one: 'restart', many: 'restarts' },
  resize: { constant: 'resize_latency', one: 'resize', many: 'resizes' },
  connect: { constant: 'connect_latency', one: 'connection opened', many: 'connections opened' },
  suspend_check: { constant: 'suspend_check', one: 'suspend that was late', many: 'suspends that were late' },
} as const satisfies Readonly<Record<string, { constant: ConstantName; one: string; many: string }>>;

export type LatencyKindName = keyof typeof LATENCY_KINDS;

/** Every name in the order of reports. */
export const LATENCY_KIND_NAMES = Object.keys(LATENCY_KINDS) as LatencyKindName[];

export function isLatencyKind(text: string): text is LatencyKindName {
  return Object.hasOwn(LATENCY_KINDS, text);
}

/** One latency as it was measured, in seconds. */
export interface MeasuredLatency extends MeasuredValue {
  readonly kind: LatencyKindName;
}

/** The latencies of a file or a result folder. */
export interface MeasuredSource {
  /** As it was named. */
  readonly source: string;
  readonly latencies: readonly MeasuredLatency[];
  /** Notes on omitted values, with the reason. */
  readonly warnings: readonly string[];
}

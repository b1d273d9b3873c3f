import type { Distribution } from '../kernel/distribution.js';
import { quantile } from '../kernel/quantile.js';
import type { OperationDuration, PlatformOptions } from '../platform/options.js';
import type { ModelConstants } from '../scenario/scenario.js';

/**
 * How long a platform's operations take by a scenario's model: a start as long as a wake, the edit of an active
 * compute as long as a restart. What the model says nothing about keeps the platform's defaults.
 */
export function modelledDurations(
  model: Pick<ModelConstants, 'wake_latency' | 'restart_latency'>,
): NonNullable<PlatformOptions['operation_duration_ms']> {
  return { start_compute: drawnFrom(model.wake_latency), apply_config: drawnFrom(model.restart_latency) };
}

function drawnFrom(law_seconds: Distribution): OperationDuration {
  if (law_seconds.kind === 'constant') return Math.round(law_seconds.value * 1000);
  return (fraction) => quantile(law_seconds, fraction) * 1000;
}

import type { ComputeUpdate } from '../../compute/lifecycle/settings.js';
import type { Distribution } from '../../kernel/distribution.js';

/** Something that is done to a compute at a moment. */
export type ScenarioEvent = { readonly at_seconds: number; readonly compute: string } & (
  | { readonly kind: 'update'; readonly set: ComputeUpdate }
  | { readonly kind: 'restart' | 'start' | 'suspend' }
);

/**
 * Something that goes wrong at a moment and lasts for some time. In a crash the compute is gone at once; it
 * starts again, by itself, after `for_seconds` and the usual restart.
 */
export type Fault = {
  readonly at_seconds: number;
  readonly for_seconds: number;
} & (
  | { readonly kind: 'crash'; readonly compute: string }
  /** The warm pool is empty: a wake that begins meanwhile takes this long. `undefined`: of every compute. */
  | { readonly kind: 'slow_wakes'; readonly compute: string | undefined; readonly latency: Distribution }
  /** Nothing can be started, suspended, edited or scaled by the control plane; what runs goes on. */
  | { readonly kind: 'control_plane_outage' }
  /** The compute's availability zone is lost: it is cut at once and cannot be reached or started meanwhile. */
  | { readonly kind: 'zone_loss'; readonly compute: string }
  /** The node refuses every request for more. */
  | { readonly kind: 'no_upscale'; readonly compute: string }
  /** An operation hangs and locks the project's compute: management calls fail with 423, and wakes wait. */
  | { readonly kind: 'stuck_operation'; readonly compute: string }
);

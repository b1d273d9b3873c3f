import type { Resources } from '../../compute/agent/resources.js';
import type { SizeLook } from '../../compute/policy/interface/size-policy.js';
import type { DownscaleVerdict } from '../../compute/vm-monitor.js';
import type { MigrationHost } from './live-migration.js';

/** The compute that a loop scales. */
export interface ScalingHost extends MigrationHost {
  /**
   * What stands in the way: nothing; no permit for more is given; or no request to the scheduler or the
   * hypervisor is answered, while the monitor inside the guest still does what it is asked.
   */
  readonly obstacle: 'none' | 'permits_denied' | 'calls_fail';
  /**
   * What the guest and its host show.
   * @param at now, or a moment before it since which nothing has happened
   * @param working_set_pages as fetched last
   */
  metrics(at: number, working_set_pages: SizeLook['working_set_pages']): SizeLook;
  /** Takes note of the pages read so far. @param at as in {@link metrics} */
  noteReads(at: number): void;
  /** Distinct pages read, by look-back from the last note. */
  workingSet(): readonly number[];
  /** The machine has another size. */
  resized(size: Resources): void;
  /** The monitor has been told of a larger machine. */
  monitorTold(ram_bytes: number): void;
  /** The monitor is asked to give memory up, and does where it approves. */
  monitorAsked(ram_bytes: number): DownscaleVerdict;
  /** Something worth a row in the log of decisions. */
  note(
    decision: 'upscale_requested' | 'downscale_denied' | 'permit_denied' | 'migration' | 'migrated',
    reason: string,
  ): void;
}

import { sizeProblem } from '../compute/size.js';
import type { ComputeUpdate } from '../scenario/scenario.js';
import type { ComputeParts } from './compute-parts.js';
import type { SizeLimits } from './compute-size.js';
import type { DecisionRow } from './observation.js';

/** The settings of a compute that the management API can change. */
export type ComputeSettings = Required<ComputeUpdate>;

/** What the management API's calls do to one compute, and when they are refused. */
export class ManagementCalls {
  readonly #compute: ComputeParts;
  #settings: ComputeSettings;

  constructor(compute: ComputeParts, settings: ComputeSettings) {
    this.#compute = compute;
    this.#settings = settings;
  }

  get limits(): SizeLimits {
    const { autoscaling_limit_min_cu, autoscaling_limit_max_cu } = this.#settings;
    return { min_cu: autoscaling_limit_min_cu, max_cu: autoscaling_limit_max_cu };
  }

  /** The start call. */
  start(): void {
    if (this.#refused('start')) return;
    const { faults, state, quota, decisions, starts } = this.#compute;
    if (state !== 'idle' || quota.exhausted) return;
    if (faults.lost) decisions.add('refuse', 0, 'start call: the zone of the compute is lost');
    else starts.wake('start', 'start call');
  }

  /** The suspend call. */
  suspend(): void {
    if (!this.#refused('suspend')) this.#compute.stops.suspendNow('suspend call');
  }

  /** The restart call: only an active compute restarts. */
  restart(): void {
    if (!this.#refused('restart')) this.#restart('restart call');
  }

  /** The update call: another size or other limits restart an active compute. */
  update(set: ComputeUpdate): void {
    if (this.#refused('update')) return;
    const compute = this.#compute;
    const before = this.#settings;
    const after = { ...before, ...set };
    // Valid as the scenario stands, but not where a fault has kept an edit before it from being made.
    const problem = sizeProblem(after.autoscaling_limit_min_cu, after.autoscaling_limit_max_cu);
    if (problem !== undefined) {
      compute.decisions.add('refuse', compute.cu, `update call: ${problem}`);
      return;
    }
    const changes = (
      ['autoscaling_limit_min_cu', 'autoscaling_limit_max_cu', 'suspend_timeout_seconds'] as const
    )
      .filter((name) => after[name] !== before[name])
      .map((name) => `${name} ${before[name]} to ${after[name]}`);
    compute.decisions.add(
      'update',
      compute.cu,
      changes.length === 0 ? 'nothing changes' : changes.join(', '),
    );
    if (changes.length === 0) return;
    this.#settings = after;
    const resized =
      after.autoscaling_limit_min_cu !== before.autoscaling_limit_min_cu ||
      after.autoscaling_limit_max_cu !== before.autoscaling_limit_max_cu;
    if (resized && compute.state === 'active') this.#restart('autoscaling limits or size edited');
    compute.settingsChanged(resized);
    compute.suspension.update(after, set, compute.state === 'active' && !compute.hasActivity);
  }

  #restart(reason: string): void {
    const { state, cu, decisions, stops } = this.#compute;
    if (state === 'active') stops.restartNow(reason);
    else decisions.add('restart', cu, `refused: only an active compute restarts, not one that is ${state}`);
  }

  /** Whether a fault makes the management API refuse a call, which is logged. */
  #refused(call: Extract<DecisionRow['decision'], 'start' | 'suspend' | 'restart' | 'update'>): boolean {
    const { faults, decisions, cu } = this.#compute;
    const words = faults.callRefusal;
    if (words === undefined) return false;
    decisions.add('refuse', cu, `${call} call: ${words}`);
    return true;
  }
}

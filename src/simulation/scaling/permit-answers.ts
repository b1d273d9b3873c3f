import { exceeds, type Resources } from '../../compute/agent/resources.js';
import type { ScalingEvent } from '../../compute/agent/scaling-event.js';
import type { Compute } from '../lifecycle/compute.js';
import type { LiveMigration } from './live-migration.js';

/** What the scheduler answers one compute's agent: a permit, unless a fault or a full host stands in the way. */
export class PermitAnswers {
  /** Requests for more that were refused. */
  denied = 0;
  readonly #compute: Compute;
  readonly #migration: LiveMigration;
  /** The permit that a fault denied and the log has last been told of; milli-CPU. */
  #unpermitted = 0;

  constructor(compute: Compute, migration: LiveMigration) {
    this.#compute = compute;
    this.#migration = migration;
  }

  /** The compute has begun to run. */
  start(): void {
    this.#unpermitted = 0;
  }

  /** Answers a request; one for more on a full host is followed by a live migration, during which nothing scales. */
  answer(target: Resources, using: Resources): ScalingEvent {
    const obstructed = this.#obstructed(target, using);
    if (obstructed !== undefined) return obstructed;
    const full = exceeds(target, using) && this.#migration.drawHostFull();
    if (full) {
      this.denied += 1;
      this.#compute.decisions.add(
        'permit_denied',
        this.#compute.cu,
        `the host has no room for ${target.milli_cpu / 1000} CU`,
      );
      this.#migration.begin();
    }
    return { kind: 'scheduler_granted', permit: full ? using : target };
  }

  /**
   * The answer where a fault keeps the scheduler from granting the request. The agent repeats it every few seconds;
   * the log is told once of each size that is denied.
   */
  #obstructed(target: Resources, using: Resources): ScalingEvent | undefined {
    const { scaling: obstacle } = this.#compute.faults;
    const more = exceeds(target, using);
    if (obstacle === 'none' || (obstacle === 'permits_denied' && !more)) {
      if (more) this.#unpermitted = 0;
      return undefined;
    }
    const why = obstacle === 'calls_fail' ? 'the scheduler does not answer' : 'the node refuses more';
    if (more) {
      if (obstacle === 'permits_denied') this.denied += 1;
      if (this.#unpermitted !== target.milli_cpu) {
        this.#compute.decisions.add(
          'permit_denied',
          this.#compute.cu,
          `${why}: no ${target.milli_cpu / 1000} CU`,
        );
      }
      this.#unpermitted = target.milli_cpu;
    }
    return obstacle === 'calls_fail'
      ? { kind: 'scheduler_failed' }
      : { kind: 'scheduler_granted', permit: using };
  }
}

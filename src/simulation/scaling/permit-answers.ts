import { exceeds, type Resources } from '../../compute/agent/resources.js';
import type { ScalingEvent } from '../../compute/agent/scaling-event.js';
import type { Compute } from '../lifecycle/compute.js';
import type { LiveMigration } from './live-migration.js';

/** The scheduler's answers to one compute's agent: a permit, unless a fault or a full host prevents it. */
export class PermitAnswers {
  /** Refused requests for a larger size. */
  denied = 0;
  readonly #compute: Compute;
  readonly #migration: LiveMigration;
  /** The last denied permit that was logged; milli-CPU. */
  #unpermitted = 0;

  constructor(compute: Compute, migration: LiveMigration) {
    this.#compute = compute;
    this.#migration = migration;
  }

  /** The compute has begun to run. */
  start(): void {
    this.#unpermitted = 0;
  }

  /** Answers a request. One for a larger size on a full host triggers a live migration, during which scaling pauses. */
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
   * The answer if a fault prevents the scheduler from granting the request. The agent repeats it every few seconds;
   * each denied size is logged once.
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

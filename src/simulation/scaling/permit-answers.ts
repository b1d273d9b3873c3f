import { exceeds, type Resources } from '../../compute/agent/resources.js';
import type { ScalingEvent } from '../../compute/agent/scaling-event.js';
import { ComputePart } from '../run/compute-part.js';

/** The scheduler's answers to one compute's agent: a permit, unless a fault or a full host prevents it. */
export class PermitAnswers extends ComputePart {
  /** Refused requests for a larger size. */
  denied = 0;
  /** The last denied permit that was logged; milli-CPU. */
  #unpermitted = 0;

  /** The compute has begun to run. */
  start(): void {
    this.#unpermitted = 0;
  }

  /** Answers a request. One for a larger size on a full host triggers a live migration, during which scaling pauses. */
  answer(target: Resources, using: Resources): ScalingEvent {
    const obstructed = this.#obstructed(target, using);
    if (obstructed !== undefined) return obstructed;
    const { migration } = this.compute.size.loop;
    const full = exceeds(target, using) && migration.drawHostFull();
    if (full) {
      this.denied += 1;
      this.compute.decisions.add(
        'permit_denied',
        this.compute.cu,
        `the host has no room for ${target.milli_cpu / 1000} CU`,
      );
      migration.begin();
    }
    return { kind: 'scheduler_granted', permit: full ? using : target };
  }

  /**
   * The answer if a fault prevents the scheduler from granting the request. The agent repeats it every few seconds;
   * each denied size is logged once.
   */
  #obstructed(target: Resources, using: Resources): ScalingEvent | undefined {
    const { scaling: obstacle } = this.compute.faults;
    const more = exceeds(target, using);
    if (obstacle === 'none' || (obstacle === 'permits_denied' && !more)) {
      if (more) this.#unpermitted = 0;
      return undefined;
    }
    const why = obstacle === 'calls_fail' ? 'the scheduler does not answer' : 'the node refuses more';
    if (more) {
      if (obstacle === 'permits_denied') this.denied += 1;
      if (this.#unpermitted !== target.milli_cpu) {
        this.compute.decisions.add(
          'permit_denied',
          this.compute.cu,
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

import fc from 'fast-check';
import { advance, type ScalingStep } from '../../../src/compute/agent/advance.js';
import { type AgentConfiguration, SHIPPED_AGENT } from '../../../src/compute/agent/configuration.js';
import type { ComputeBounds } from '../../../src/compute/agent/desired-resources.js';
import type { Resources } from '../../../src/compute/agent/resources.js';
import type { ScalingEvent } from '../../../src/compute/agent/scaling-event.js';
import { initialScalingState, type ScalingState } from '../../../src/compute/agent/scaling-state.js';
import { load, units } from './test-agent.js';

/** The outcome of a request and its duration. */
export interface Fate {
  readonly seconds: number;
  readonly outcome: 'good' | 'denied' | 'failed';
}

/** The agent's core with a scheduler, a hypervisor and a monitor whose responses are given. */
export class World {
  now = 0;
  state: ScalingState;
  /** Sizes used, in order. */
  readonly sizes: Resources[];
  /** Called after every step. */
  watch: (step: ScalingStep, before: ScalingState, now: number) => void = () => {};
  readonly #configuration: AgentConfiguration;
  readonly #fate: () => Fate;
  #answers: { at: number; event: ScalingEvent }[] = [];
  #wakeAt = 0;

  constructor(compute: ComputeBounds, fate: () => Fate, configuration: AgentConfiguration = SHIPPED_AGENT) {
    this.state = initialScalingState(compute, configuration);
    this.sizes = [compute.using];
    this.#fate = fate;
    this.#configuration = configuration;
  }

  /** Makes an event happen now. */
  tell(event: ScalingEvent | undefined): void {
    // A new connection does not know the requests of the previous one.
    if (event?.kind === 'monitor_lost' || event?.kind === 'monitor_connected')
      this.#answers = this.#answers.filter((one) => !forMonitor(one.event));
    const step = advance(this.state, this.now, event, this.#configuration);
    this.watch(step, this.state, this.now);
    const used = step.state.compute.using;
    if (this.sizes.at(-1) !== used) this.sizes.push(used);
    this.state = step.state;
    this.#wakeAt = step.wait_until;
    this.#await(step);
  }

  /** Lets responses arrive and time pass. */
  run(seconds: number): void {
    const end = this.now + seconds;
    for (;;) {
      const answer = this.#answers.reduce<{ at: number; event: ScalingEvent } | undefined>(
        (first, one) => (first === undefined || one.at < first.at ? one : first),
        undefined,
      );
      const next = Math.min(answer?.at ?? Number.POSITIVE_INFINITY, this.#wakeAt);
      if (next > end) break;
      this.now = next;
      if (answer !== undefined && answer.at === next) {
        this.#answers = this.#answers.filter((one) => one !== answer);
        this.tell(answer.event);
      } else this.tell(undefined);
    }
    this.now = end;
  }

  #await({ actions }: ScalingStep): void {
    const { scheduler, hypervisor, monitor_upscale, monitor_downscale } = actions;
    if (scheduler !== undefined) {
      const held = this.state.compute.using;
      this.#answer((outcome) => {
        if (outcome === 'failed') return { kind: 'scheduler_failed' };
        return { kind: 'scheduler_granted', permit: outcome === 'good' ? scheduler : least(scheduler, held) };
      });
    }
    if (hypervisor !== undefined) {
      this.#answer((outcome) => ({ kind: outcome === 'good' ? 'hypervisor_done' : 'hypervisor_failed' }));
    }
    if (monitor_upscale !== undefined) {
      this.#answer((outcome) => ({ kind: outcome === 'good' ? 'monitor_approved' : 'monitor_failed' }));
    }
    if (monitor_downscale !== undefined) {
      this.#answer((outcome) => {
        if (outcome === 'good') return { kind: 'monitor_approved' };
        return { kind: outcome === 'denied' ? 'monitor_denied' : 'monitor_failed' };
      });
    }
  }

  #answer(event: (outcome: Fate['outcome']) => ScalingEvent): void {
    const { seconds, outcome } = this.#fate();
    this.#answers.push({ at: this.now + seconds, event: event(outcome) });
  }
}

function forMonitor(event: ScalingEvent): boolean {
  return ['monitor_approved', 'monitor_denied', 'monitor_failed'].includes(event.kind);
}

function least(a: Resources, b: Resources): Resources {
  return a.milli_cpu < b.milli_cpu ? a : b;
}

/** Responses that take up to 3 s. */
export const delays = fc.array(fc.double({ min: 0.01, max: 3, noNaN: true }), {
  minLength: 1,
  maxLength: 20,
});

/** A compute whose limits may exclude its current size. */
export const computes = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 32 }), fc.integer({ min: 0, max: 31 }))
  .map(([using, min, more]) => ({ using: units(using), min: units(min), max: units(min + more) }));

/** Loads of up to 16 CU. */
export const loads = fc.double({ min: 0, max: 16, noNaN: true });

/** Events other than responses. */
export const happenings: fc.Arbitrary<ScalingEvent> = fc.oneof(
  loads.map((one): ScalingEvent => ({ kind: 'system_metrics', metrics: load(one) })),
  fc.integer({ min: 0, max: 2_000_000 }).map((pages): ScalingEvent => {
    return { kind: 'lfc_metrics', metrics: { working_set_pages: new Float64Array(60).fill(pages) } };
  }),
  fc.constantFrom<ScalingEvent>(
    { kind: 'monitor_lost' },
    { kind: 'monitor_connected' },
    { kind: 'upscale_requested', cpu: false, memory: true },
    { kind: 'upscale_requested', cpu: true, memory: true },
  ),
  computes.map(({ min, max }): ScalingEvent => ({ kind: 'bounds_changed', min, max })),
);

/** Cycles through the values of a list indefinitely. */
export function cycle<T>(values: readonly T[]): () => T {
  let at = 0;
  return () => values[at++ % values.length]!;
}

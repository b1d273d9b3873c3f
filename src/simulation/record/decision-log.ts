import { ComputePart } from '../run/compute-part.js';
import type { DecisionRow } from '../run/observation.js';

/** Refusals of one compute and interval that are logged one by one; the others are counted. */
const REFUSALS_PER_INTERVAL = 100;

/** Routine decisions, which are omitted for a fleet without rows per tenant. */
const ROUTINE: ReadonlySet<DecisionRow['decision']> = new Set([
  'wake',
  'active',
  'suspend',
  'resume',
  'resize',
  'upscale_requested',
  'downscale_denied',
  'permit_denied',
  'migration',
  'migrated',
]);

/** Passes the decisions of one compute to the observer of the run. */
export class DecisionLog extends ComputePart {
  readonly #routine = this.context.scenario.fleet?.rows !== 'fleet';
  #refusals = 0;

  /**
   * Logs a decision.
   * @param reason an explanation that the reader can act on
   * @param load the load, or platform cause, that the decision is due to
   */
  add(decision: DecisionRow['decision'], cu_before: number, reason: string, load?: string): void {
    const { observer, now } = this.context;
    if (observer === undefined || (!this.#routine && ROUTINE.has(decision))) return;
    const { name, state, cu, size, execution, slots } = this.compute;
    size.rest.resume();
    observer.decision({
      time_seconds: now,
      compute: name,
      decision,
      state,
      cu_before,
      cu_after: cu,
      load_average_1m: size.load.load_average_1m,
      load_average_5m: size.load.load_average_5m,
      scaling: size.loop.explanation,
      running: execution.running,
      connections: slots.open,
      reason,
      load,
    });
  }

  /** Logs a refusal, or only counts it if the interval has had many: a storm must not flood the log. */
  refuse(reason: string, load?: string): void {
    this.#refusals += 1;
    if (this.#refusals <= REFUSALS_PER_INTERVAL) this.add('refuse', this.compute.cu, reason, load);
  }

  /** Ends an interval of the timeline: logs the number of refusals that were only counted. */
  closeInterval(): void {
    const more = this.#refusals - REFUSALS_PER_INTERVAL;
    this.#refusals = 0;
    if (more > 0) this.add('refuse', this.compute.cu, `${more} more refused in this interval`);
  }
}

/** A figure in a reason, rounded to at most three decimals. */
export function roundedInput(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

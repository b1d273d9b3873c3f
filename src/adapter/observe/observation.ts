import type { Endpoint } from '../../platform/endpoints/endpoint.js';
import type { Scenario } from '../../scenario/scenario.js';
import { AdapterError } from '../adapter-error.js';
import type { PlatformAdapter, ReportedOperation } from '../platform-adapter.js';
import { ComputeWatch, type OwnCall } from './compute-watch.js';
import type { Belongings } from './created-resources.js';
import { endpointOfAnswer, makeCall, type StepOptions } from './make-call.js';
import type { ObservationPlan, ObservationStep } from './observation-plan.js';
import type { OperationWatch, SeenOperation } from './operation-watch.js';

/** How a scenario is observed. */
export interface ObserveOptions extends StepOptions {
  readonly plan: ObservationPlan;
  /** Filled in as things are created; the caller undoes them afterwards, in any case. */
  readonly belongings: Belongings;
  readonly poll_seconds: number;
  /** Stops the observation. */
  readonly signal?: AbortSignal | undefined;
  /** Called at every step and poll with seconds since time 0 (`undefined` before it), the step, and the reason of a refusal. */
  readonly progress?:
    | ((at_seconds: number | undefined, step?: ObservationStep, refused?: string) => void)
    | undefined;
  /** Called at the scenario's time 0 with a function that returns the observations so far. */
  readonly begun?: ((seenSoFar: () => Observed) => void) | undefined;
}

/** Observed states and operations. */
export interface Observed {
  /** The adapter's time at the scenario's time 0, in ms since the epoch. */
  readonly began_ms: number;
  /** The end of the observed time: the scenario's duration, or less if the observation was cut short. */
  readonly duration_seconds: number;
  /** In the order of the scenario. */
  readonly computes: readonly ComputeWatch[];
  readonly operations: readonly SeenOperation[];
}

/** Operations per page: more than start between two polls. */
const OPERATIONS = 100;
/** Statuses of a refused call that do not end the observation. */
const REFUSALS: readonly number[] = [400, 409, 412, 422];

/**
 * One observation from the scenario's time 0 on: makes the calls of the timeline when they are due, and polls
 * states and operations.
 */
export class Observation {
  readonly #adapter: PlatformAdapter;
  readonly #scenario: Scenario;
  readonly #options: ObserveOptions;
  readonly #began_ms: number;
  readonly #watches: ReadonlyMap<string, ComputeWatch>;
  readonly #operations: OperationWatch;
  readonly #nameOf: (endpoint_id: string) => string | undefined;
  /** By compute: time of the response to its last call, and ids of the operations in progress. */
  readonly #pending = new Map<string, { readonly at_seconds: number; readonly ids: readonly string[] }>();
  /** Time of the last poll of states, in seconds since time 0. */
  #last_poll_seconds = 0;

  private constructor(
    adapter: PlatformAdapter,
    scenario: Scenario,
    options: ObserveOptions,
    endpoints: readonly Endpoint[],
    operations: OperationWatch,
  ) {
    this.#adapter = adapter;
    this.#scenario = scenario;
    this.#options = options;
    this.#began_ms = adapter.now_ms();
    this.#operations = operations;
    this.#nameOf = (id) => options.belongings.computeOf(id);
    this.#watches = new Map(
      scenario.computes.map(({ name }) => {
        const endpoint = endpointOfAnswer(options.belongings, name, endpoints);
        if (endpoint === undefined) throw computeDeletedError(name);
        return [name, new ComputeWatch(name, endpoint, 0)];
      }),
    );
  }

  /** Starts now, at time 0. @param operations operations of the earlier calls */
  static async begin(
    adapter: PlatformAdapter,
    scenario: Scenario,
    options: ObserveOptions,
    operations: OperationWatch,
  ): Promise<Observation> {
    const project_id = options.belongings.project_id ?? '';
    const earlier = await adapter.listProjectOperations({ project_id, limit: OPERATIONS });
    operations.disregard(earlier.operations);
    const { endpoints } = await adapter.listProjectEndpoints({ project_id });
    return new Observation(adapter, scenario, options, endpoints, operations);
  }

  /** Carries out the timeline and polls. */
  async run(): Promise<void> {
    const { plan, poll_seconds, signal } = this.#options;
    const { duration_seconds } = this.#scenario;
    let next = 0;
    let polls = 1;
    for (;;) {
      const event = plan.timeline[next];
      const poll_at = Math.min(polls * poll_seconds, duration_seconds);
      const due = Math.min(event?.at_seconds ?? Number.POSITIVE_INFINITY, poll_at);
      const span = due - this.#now;
      if (span > 0) await this.#adapter.wait(Math.ceil(span * 1000), signal);
      signal?.throwIfAborted();
      if (event !== undefined && event.at_seconds <= poll_at) {
        next += 1;
        // Poll first, so that this call's effect is distinct from the previous one's.
        if (this.#now > this.#last_poll_seconds) await this.#poll();
        await this.#carryOut(event.step);
        continue;
      }
      await this.#poll();
      if (this.#now >= duration_seconds) return;
      // After a slow poll, the missed polls are skipped, not delayed.
      polls = Math.max(polls + 1, Math.floor(this.#now / poll_seconds) + 1);
    }
  }

  /** The observations so far. */
  observed(): Observed {
    return {
      began_ms: this.#began_ms,
      duration_seconds: Math.min(this.#scenario.duration_seconds, this.#last_poll_seconds),
      computes: [...this.#watches.values()],
      operations: this.#operations.all(this.#began_ms),
    };
  }

  get #now(): number {
    return (this.#adapter.now_ms() - this.#began_ms) / 1000;
  }

  async #carryOut(step: ObservationStep): Promise<void> {
    if (step.kind !== 'update' && step.kind !== 'start' && step.kind !== 'suspend' && step.kind !== 'restart')
      throw new Error(`observe: ${step.kind} is not a step of a timeline`);
    const { belongings, progress } = this.#options;
    const watch = this.#watches.get(step.compute);
    if (watch === undefined) throw computeDeletedError(step.compute);
    progress?.(this.#now, step);
    try {
      const { endpoint, operations } = await makeCall(this.#adapter, belongings, step, this.#options);
      this.#answered(watch, step.kind, endpoint, operations);
    } catch (error) {
      if (!(error instanceof AdapterError) || !REFUSALS.includes(error.status)) throw error;
      watch.refused(step.kind, this.#now, error.message);
      progress?.(this.#now, step, error.message);
    }
  }

  #answered(
    watch: ComputeWatch,
    call: OwnCall,
    endpoint: Endpoint | undefined,
    operations: readonly ReportedOperation[],
  ): void {
    const at_seconds = this.#now;
    this.#operations.see(operations, this.#adapter.now_ms(), this.#nameOf);
    if (operations.length > 0) {
      this.#pending.set(watch.name, { at_seconds, ids: operations.map(({ id }) => id) });
    }
    if (endpoint !== undefined) watch.see(endpoint, at_seconds, call);
  }

  async #poll(): Promise<void> {
    const { project_id = '' } = this.#options.belongings;
    await this.#pollOperations();
    const asked = this.#adapter.listProjectEndpoints({ project_id });
    const { endpoints } = await orAborted(asked, this.#options.signal);
    const now = this.#now;
    if (endpoints.some((endpoint) => this.#endedUnseen(endpoint))) await this.#pollOperations();
    for (const watch of this.#watches.values()) {
      const endpoint = endpointOfAnswer(this.#options.belongings, watch.name, endpoints);
      if (endpoint === undefined) throw computeDeletedError(watch.name);
      const { at_seconds, earliest_seconds } = this.#since(watch.name, endpoint, now);
      watch.see(endpoint, at_seconds, undefined, earliest_seconds);
    }
    this.#last_poll_seconds = now;
    this.#options.progress?.(now);
  }

  /** Whether a compute's operations ended between the poll of operations and the poll of states. */
  #endedUnseen({ id, pending_state }: Endpoint): boolean {
    const call = this.#pending.get(this.#nameOf(id) ?? '');
    return call !== undefined && pending_state === undefined && !this.#operations.ended(call.ids);
  }

  async #pollOperations(): Promise<void> {
    const project_id = this.#options.belongings.project_id ?? '';
    const page = this.#adapter.listProjectOperations({ project_id, limit: OPERATIONS });
    const { operations } = await orAborted(page, this.#options.signal);
    // Lists are newest first.
    this.#operations.see(operations.toReversed(), this.#adapter.now_ms(), this.#nameOf);
  }

  /**
   * The start of a new state: exact if the durations of its operations are known, otherwise between the previous
   * poll and now.
   */
  #since(compute: string, { pending_state }: Endpoint, now: number) {
    const call = this.#pending.get(compute);
    const unsure = { at_seconds: now, earliest_seconds: this.#last_poll_seconds };
    if (call === undefined || pending_state !== undefined) return unsure;
    const duration_ms = this.#operations.duration_ms(call.ids);
    if (duration_ms === undefined) return unsure;
    this.#pending.delete(compute);
    const at_seconds = Math.min(now, Math.max(this.#last_poll_seconds, call.at_seconds + duration_ms / 1000));
    return { at_seconds, earliest_seconds: at_seconds };
  }
}

function computeDeletedError(compute: string): AdapterError {
  return new AdapterError({
    status: 404,
    message: `compute "${compute}" no longer exists: another caller deleted it during the observation`,
  });
}

/**
 * Resolves with a response, or rejects when a signal is aborted. For requests without side effects, whose
 * response may be dropped.
 * @throws the signal's reason
 */
export async function orAborted<Answer>(answer: Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  if (signal === undefined) return answer;
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

import { CONTRACT } from '../api/contract.js';
import { isAwake } from '../compute/lifecycle/transition.js';
import { PlatformError } from '../platform/checks/platform-error.js';
import type { Call } from '../platform/resource/call.js';
import { timestamp } from '../platform/resource/row.js';
import type { Change } from '../platform/store/tables.js';
import { endpointSuspendDueAt } from '../platform/time/due-events.js';
import type { Scenario, ScenarioEvent } from '../scenario/scenario.js';
import type { DecisionRow } from '../simulation/run/observation.js';
import { Simulation } from '../simulation/simulation.js';
import { Histogram } from '../statistics/histogram.js';
import { type ActionScope, DriveActions, type DrivenCompute } from './drive-actions.js';
import { type ForeignCall, foreignCalls } from './foreign-calls.js';

export interface DriveOptions extends ActionScope {
  /** Endpoint ids by the name of the compute. */
  readonly endpoint_ids: ReadonlyMap<string, string>;
  readonly scenario: Scenario;
  /** The platform's time at the scenario's time 0, in ms since the epoch. */
  readonly began_ms: number;
  /** The reason why a call of the scenario fails at a moment; `undefined` if the call is made. */
  readonly refusal?: (call: Pick<Call, 'operation_id' | 'method'>, now_ms: number) => string | undefined;
  /** Receives actions that failed, and the end of the scenario. */
  readonly log: (message: string) => void;
}

/** Interval of activity reports and size comparisons, in simulated seconds; starts and suspends are exact. */
const STEP_SECONDS = 5;
/** How long before its suspension a compute is touched that the simulation keeps active, in ms. */
const HELD_MS = 2 * STEP_SECONDS * 1000;
const MAX_EVENTS = 20;
/** Decisions that are too frequent to list as events. */
const FREQUENT: ReadonlySet<DecisionRow['decision']> = new Set([
  'resize',
  'active',
  'downscale_denied',
  'upscale_requested',
]);

/** Delay before an event is retried that the project's running operations blocked. */
const LOCKED_SECONDS = 1;

/**
 * Applies a scenario's load to a platform, which also follows its rules and its clients' calls.
 *
 * A simulation of the scenario runs alongside the platform. When a simulated compute wakes, the platform's does too,
 * and it is not suspended while the simulated one is active. Suspensions, resizes and restarts after crashes carry over
 * as well. The scenario's events are calls to the platform. The simulation repeats the calls of other clients, so that
 * an edited limit also bounds the simulated autoscaler.
 */
export class ScenarioDrive {
  readonly #options: DriveOptions;
  readonly #actions: DriveActions;
  readonly #simulation: Simulation;
  readonly #driven: readonly DrivenCompute[];
  readonly #byEndpoint: ReadonlyMap<string, DrivenCompute>;
  readonly #events: { readonly event: ScenarioEvent; at_seconds: number }[];
  /** Calls of other clients since the last step. */
  readonly #foreign: { readonly driven: DrivenCompute; readonly call: ForeignCall }[] = [];
  /** Recent decisions, newest first. */
  readonly #recentDecisions: { at: string; compute: string; what: string; reason: string }[] = [];
  #nextEvent = 0;
  #ended = false;
  /** Whether changes by other clients are being passed to the simulation. */
  #isForwarding = false;

  constructor(options: DriveOptions) {
    const { scenario, endpoint_ids, began_ms } = options;
    this.#options = options;
    this.#actions = new DriveActions(options);
    this.#driven = scenario.computes.map(({ name }) => {
      return { name, endpoint_id: endpoint_ids.get(name) ?? '', arrived: 0, touched_ms: 0 };
    });
    this.#byEndpoint = new Map(this.#driven.map((driven) => [driven.endpoint_id, driven]));
    this.#events = scenario.events.map((event) => ({ event, at_seconds: event.at_seconds }));
    this.#simulation = new Simulation(
      // Events reach the simulation as changes that the platform reports.
      { ...scenario, events: [], start_epoch_seconds: began_ms / 1000 },
      { observer: { timeline: () => undefined, decision: (row) => this.#followDecision(row) } },
    );
  }

  /** The scenario's name. */
  get title(): string {
    return this.#options.scenario.name;
  }

  /** The scenario's progress. */
  progress() {
    const { began_ms, scenario } = this.#options;
    const latency = new Histogram();
    let queries = 0;
    let failed = 0;
    for (const { name } of this.#driven) {
      const { meters } = this.#simulation.compute(name);
      queries += meters.arrived;
      failed += meters.failed;
      latency.merge(meters.latency);
      latency.merge(meters.intervalLatency);
    }
    return {
      queries,
      failed,
      open_connections: this.#simulation.holdings().connections,
      ends: timestamp(began_ms + scenario.duration_seconds * 1000),
      ended: this.#ended,
      latency_p50_seconds: latency.quantile(0.5),
      latency_p99_seconds: latency.quantile(0.99),
      events: this.#recentDecisions,
    };
  }

  computeName(endpoint_id: string): string | undefined {
    return this.#byEndpoint.get(endpoint_id)?.name;
  }

  /** Advances the scenario to a moment, in ms since the epoch. */
  advance(now_ms: number): void {
    if (this.#ended) return;
    const { scenario, began_ms, log } = this.#options;
    const target = Math.min((now_ms - began_ms) / 1000, scenario.duration_seconds);
    while (this.#simulation.now_seconds < target) {
      this.#forwardForeignCalls();
      const due = this.#events[this.#nextEvent]?.at_seconds ?? Number.POSITIVE_INFINITY;
      const step = Math.min(target, this.#simulation.now_seconds + STEP_SECONDS, due);
      const ended = this.#simulation.advanceTo(Math.max(step, this.#simulation.now_seconds));
      this.#applyEvents();
      this.#forwardForeignCalls();
      this.#alignPlatform();
      if (!ended) continue;
      this.#ended = true;
      log(`the scenario ${scenario.name} has ended and no longer drives its computes`);
      return;
    }
  }

  /** Follows changes on the platform, from any source. */
  follow(changes: readonly Change[]): void {
    if (this.#actions.isActing) return;
    for (const { table, id, value, before } of changes) {
      if (table !== 'endpoints' || before === null || value === null) continue;
      const driven = this.#byEndpoint.get(id);
      if (driven === undefined) continue;
      for (const call of foreignCalls(before, value)) this.#foreign.push({ driven, call });
    }
  }

  #forwardForeignCalls(): void {
    if (this.#foreign.length === 0) return;
    this.#isForwarding = true;
    for (const { driven, call } of this.#foreign.splice(0)) {
      this.#simulation.compute(driven.name).configuration.perform(call);
    }
    this.#isForwarding = false;
  }

  /** Repeats a decision of the simulation on the platform. */
  #followDecision({ decision, compute, time_seconds, cu_after, reason }: DecisionRow): void {
    const now_ms = this.#options.began_ms + Math.round(time_seconds * 1000);
    if (!FREQUENT.has(decision)) {
      this.#recentDecisions.unshift({
        at: timestamp(now_ms),
        compute,
        what: decision.replaceAll('_', ' '),
        reason,
      });
      this.#recentDecisions.length = Math.min(this.#recentDecisions.length, MAX_EVENTS);
    }
    const driven = this.#driven.find(({ name }) => name === compute);
    if (driven === undefined || this.#isForwarding || this.#actions.row(driven) === undefined) return;
    this.#options.platform.advance(now_ms);
    if (decision === 'resize') this.#actions.resize(driven, cu_after, now_ms);
    if (decision === 'restart' || decision === 'suspend') this.#actions[decision](driven, now_ms);
    if (decision === 'wake' || decision === 'start' || decision === 'resume') {
      this.#actions.touch(driven, now_ms);
    }
  }

  /** Reports activity, keeps computes awake that are active in the simulation, and aligns sizes. */
  #alignPlatform(): void {
    const seconds = this.#simulation.now_seconds;
    const now_ms = this.#options.began_ms + Math.floor(seconds * 1000);
    // Its rows must be those of this moment, including changes that came due.
    this.#options.platform.advance(now_ms);
    for (const driven of this.#driven) {
      const { state, cu, hasActivity, meters } = this.#simulation.compute(driven.name);
      const row = this.#actions.row(driven);
      if (row === undefined) continue;
      if (state === 'idle') {
        // Operations of other computes may have kept it from being suspended.
        this.#actions.suspend(driven, now_ms);
        continue;
      }
      const used = hasActivity || meters.arrived !== driven.arrived;
      driven.arrived = meters.arrived;
      const held =
        !isAwake(row) || (endpointSuspendDueAt(row) ?? Number.POSITIVE_INFINITY) <= now_ms + HELD_MS;
      if (used || held) this.#actions.touch(driven, now_ms);
      if (state === 'active') this.#actions.resize(driven, cu, now_ms);
    }
  }

  #applyEvents(): void {
    for (;;) {
      const entry = this.#events[this.#nextEvent];
      if (entry === undefined || entry.at_seconds > this.#simulation.now_seconds) return;
      if (this.#applyEvent(entry.event)) this.#nextEvent += 1;
      else {
        entry.at_seconds = this.#simulation.now_seconds + LOCKED_SECONDS;
        return;
      }
    }
  }

  /** Makes the call of an event. @returns false if running operations lock the project: call again later */
  #applyEvent(event: ScenarioEvent): boolean {
    const { platform, caller, project_id, began_ms, log } = this.#options;
    const driven = this.#driven.find(({ name }) => name === event.compute);
    if (driven === undefined || this.#actions.row(driven) === undefined) return true;
    const now_ms = began_ms + Math.round(this.#simulation.now_seconds * 1000);
    const { endpoint_id } = driven;
    const refused = this.#options.refusal?.(CONTRACT[`${event.kind}ProjectEndpoint`], now_ms);
    if (refused !== undefined) {
      log(`the scenario's ${event.kind} of ${event.compute} at ${event.at_seconds} s: ${refused}`);
      return true;
    }
    try {
      // Made as a client's call, so that the simulation receives the changes.
      if (event.kind === 'update') {
        const edit = { project_id, endpoint_id, endpoint: event.set };
        platform.call(CONTRACT.updateProjectEndpoint, caller, edit, now_ms);
      } else this.#actions.call(event.kind, driven, now_ms);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.kind === 'locked') return false;
      log(`the scenario's ${event.kind} of ${event.compute} at ${event.at_seconds} s: ${error.message}`);
    }
    return true;
  }
}

import type { Caller } from '../platform/caller.js';
import type { Change } from '../platform/change.js';
import { suspendDueAt } from '../platform/due-times.js';
import type { EndpointRecord } from '../platform/endpoint.js';
import type { Platform } from '../platform/platform.js';
import { PlatformError } from '../platform/platform-error.js';
import type { Scenario, ScenarioEvent } from '../scenario/scenario.js';
import { type ForeignCall, foreignCalls, isAwake } from './driven-compute.js';
import type { DecisionRow } from './observation.js';
import { Simulation } from './simulation.js';

/** What a drive needs to know of the platform. */
export interface DriveOptions {
  readonly platform: Platform;
  /** Whose calls the scenario's events are. */
  readonly caller: Caller;
  readonly project_id: string;
  /** By name of the compute. */
  readonly endpoint_ids: ReadonlyMap<string, string>;
  readonly scenario: Scenario;
  /** The platform's time at the scenario's time 0, in ms since the epoch. */
  readonly began_ms: number;
  /** Told of what could not be done, and of the end. */
  readonly log: (message: string) => void;
}

/** How often activity is told and sizes are compared, in simulated seconds; starts and suspends are exact. */
const STEP_SECONDS = 5;
/** How long before its suspension a compute is kept from it that the simulation keeps active, in ms. */
const HELD_MS = 2 * STEP_SECONDS * 1000;
/** How long an event waits that operations of the project keep from being made. */
const LOCKED_SECONDS = 1;

/** One compute of the scenario and the endpoint it is on the platform. */
interface Driven {
  readonly name: string;
  readonly endpoint_id: string;
  /** As the platform last told it; `undefined` when somebody has deleted it. */
  row: EndpointRecord | undefined;
  /** Queries that had arrived when activity was last told. */
  arrived: number;
  /** When activity was last told, in ms since the epoch. */
  touched_ms: number;
}

/**
 * Lets a scenario's load act upon a platform, which goes on living by its own rules and its clients' calls.
 *
 * A simulation of the scenario runs beside the platform. When its compute wakes, the platform's does; while it is
 * active the platform's is kept from being suspended; it suspends it, resizes it, and restarts it when it crashes.
 * The scenario's events are calls to the platform. Calls of others are made in the simulation as well, so that an
 * edit of a limit changes how far the simulated autoscaler goes.
 */
export class ScenarioDrive {
  readonly #options: DriveOptions;
  readonly #simulation: Simulation;
  readonly #driven: readonly Driven[];
  readonly #byEndpoint: ReadonlyMap<string, Driven>;
  readonly #events: { readonly event: ScenarioEvent; at_seconds: number }[];
  /** Calls of others since the last step. */
  readonly #foreign: { readonly driven: Driven; readonly call: ForeignCall }[] = [];
  #nextEvent = 0;
  #ended = false;
  /** Whether the platform is being acted upon from here, or the simulation told of what others did. */
  #acting = false;
  #telling = false;

  constructor(options: DriveOptions) {
    const { scenario, platform, endpoint_ids, began_ms } = options;
    this.#options = options;
    const rows = new Map(platform.tables().endpoints);
    this.#driven = scenario.computes.map(({ name }) => {
      const endpoint_id = endpoint_ids.get(name) ?? '';
      return { name, endpoint_id, row: rows.get(endpoint_id), arrived: 0, touched_ms: 0 };
    });
    this.#byEndpoint = new Map(this.#driven.map((driven) => [driven.endpoint_id, driven]));
    this.#events = scenario.events.map((event) => ({ event, at_seconds: event.at_seconds }));
    this.#simulation = new Simulation(
      // Its events reach it as the platform's answers to them.
      { ...scenario, events: [], start_epoch_seconds: began_ms / 1000 },
      { observer: { timeline: () => undefined, decision: (row) => this.#decided(row) } },
    );
  }

  /** Lets the scenario go on to a moment, in ms since the epoch. */
  advance(now_ms: number): void {
    if (this.#ended) return;
    const { scenario, began_ms, log } = this.#options;
    const target = Math.min((now_ms - began_ms) / 1000, scenario.duration_seconds);
    while (this.#simulation.now_seconds < target) {
      this.#tellOfOthers();
      const due = this.#events[this.#nextEvent]?.at_seconds ?? Number.POSITIVE_INFINITY;
      const step = Math.min(target, this.#simulation.now_seconds + STEP_SECONDS, due);
      const ended = this.#simulation.advanceTo(Math.max(step, this.#simulation.now_seconds));
      this.#makeEvents();
      this.#compare();
      if (!ended) continue;
      this.#ended = true;
      log(`the scenario ${scenario.name} has come to its end: nothing drives its computes any more`);
      return;
    }
  }

  /** Follows what has changed on the platform, whoever changed it. */
  follow(changes: readonly Change[]): void {
    for (const { table, id, value } of changes) {
      const driven = table === 'endpoints' ? this.#byEndpoint.get(id) : undefined;
      if (driven === undefined) continue;
      const before = driven.row;
      // A change's value is a row of the table it names.
      const after = (value ?? undefined) as EndpointRecord | undefined;
      driven.row = after;
      if (this.#acting || before === undefined || after === undefined) continue;
      for (const call of foreignCalls(before, after)) this.#foreign.push({ driven, call });
    }
  }

  #tellOfOthers(): void {
    if (this.#foreign.length === 0) return;
    this.#telling = true;
    for (const { driven, call } of this.#foreign.splice(0)) {
      const { management } = this.#simulation.compute(driven.name);
      if (call.kind === 'update') management.update(call.set);
      else management[call.kind]();
    }
    this.#telling = false;
  }

  /** The simulation has decided something: the platform's compute follows. */
  #decided({ decision, compute, time_seconds, cu_after }: DecisionRow): void {
    const driven = this.#driven.find(({ name }) => name === compute);
    if (driven?.row === undefined || this.#telling) return;
    const now_ms = this.#options.began_ms + Math.round(time_seconds * 1000);
    this.#options.platform.advance(now_ms);
    switch (decision) {
      case 'wake':
      case 'start':
      case 'resume':
        this.#touch(driven, now_ms);
        break;
      case 'resize':
        this.#resize(driven, cu_after, now_ms);
        break;
      case 'restart':
        this.#act(now_ms, () => this.#call('restart', driven, now_ms));
        break;
      case 'suspend':
        this.#suspend(driven, now_ms);
        break;
    }
  }

  /** Tells activity, holds awake what the simulation holds, and brings sizes into line. */
  #compare(): void {
    const seconds = this.#simulation.now_seconds;
    const now_ms = this.#options.began_ms + Math.floor(seconds * 1000);
    // Its rows must be those of this moment: what has come due by itself is part of them.
    this.#options.platform.advance(now_ms);
    for (const driven of this.#driven) {
      const { state, cu, hasActivity, meters } = this.#simulation.compute(driven.name);
      if (driven.row === undefined) continue;
      if (state === 'idle') {
        // Operations of other computes may have kept it from being suspended.
        this.#suspend(driven, now_ms);
        continue;
      }
      const used = hasActivity || meters.arrived !== driven.arrived;
      driven.arrived = meters.arrived;
      const held =
        !isAwake(driven.row) || (suspendDueAt(driven.row) ?? Number.POSITIVE_INFINITY) <= now_ms + HELD_MS;
      if (used || held) this.#touch(driven, now_ms);
      if (state === 'active') this.#resize(driven, cu, now_ms);
    }
  }

  #touch(driven: Driven, now_ms: number): void {
    this.#act(now_ms, () => this.#options.platform.touch(driven.endpoint_id, now_ms));
    // The platform may be some ms ahead.
    driven.touched_ms = Math.max(now_ms, driven.row?.last_active_ms ?? 0);
  }

  #resize(driven: Driven, cu: number, now_ms: number): void {
    const { row } = driven;
    if (row?.current_state !== 'active' || row.current_cu === cu) return;
    // An edit of the limits may have reached the platform and not the simulation yet.
    if (cu < row.autoscaling_limit_min_cu || cu > row.autoscaling_limit_max_cu) return;
    this.#act(now_ms, () => this.#options.platform.resize(driven.endpoint_id, cu, now_ms));
  }

  #suspend(driven: Driven, now_ms: number): void {
    const { row } = driven;
    if (row === undefined || !isAwake(row)) return;
    // Somebody else has used it since: it is suspended when the platform's own timeout has passed.
    if ((row.last_active_ms ?? 0) > Math.max(driven.touched_ms, row.started_at_ms ?? 0)) return;
    this.#act(now_ms, () => this.#call('suspend', driven, now_ms));
  }

  #makeEvents(): void {
    for (
      let entry = this.#events[this.#nextEvent];
      entry !== undefined;
      entry = this.#events[this.#nextEvent]
    ) {
      if (entry.at_seconds > this.#simulation.now_seconds) return;
      if (this.#makeEvent(entry.event)) this.#nextEvent += 1;
      else {
        entry.at_seconds = this.#simulation.now_seconds + LOCKED_SECONDS;
        return;
      }
    }
  }

  /** Makes the call of an event. @returns whether it is done with; operations of the project may lock it */
  #makeEvent(event: ScenarioEvent): boolean {
    const { platform, caller, project_id, began_ms, log } = this.#options;
    const driven = this.#driven.find(({ name }) => name === event.compute);
    if (driven?.row === undefined) return true;
    const now_ms = began_ms + Math.round(this.#simulation.now_seconds * 1000);
    const { endpoint_id } = driven;
    try {
      // As a call of others: the simulation is told by what it changes.
      if (event.kind === 'update') {
        platform.updateProjectEndpoint(caller, { project_id, endpoint_id, endpoint: event.set }, now_ms);
      } else this.#call(event.kind, driven, now_ms);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.kind === 'locked') return false;
      log(`the scenario's ${event.kind} of ${event.compute} at ${event.at_seconds} s: ${error.message}`);
    }
    return true;
  }

  #call(kind: 'start' | 'suspend' | 'restart', { endpoint_id }: Driven, now_ms: number): void {
    const { platform, caller, project_id } = this.#options;
    const ids = { project_id, endpoint_id };
    if (kind === 'start') platform.startProjectEndpoint(caller, ids, now_ms);
    else if (kind === 'suspend') platform.suspendProjectEndpoint(caller, ids, now_ms);
    else platform.restartProjectEndpoint(caller, ids, now_ms);
  }

  /** Does something to the platform that is no call of others; what it refuses has no effect on the simulation. */
  #act(now_ms: number, body: () => void): void {
    // What is due by now is the platform's own doing.
    this.#options.platform.advance(now_ms);
    this.#acting = true;
    try {
      body();
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
    } finally {
      this.#acting = false;
    }
  }
}

import { planLimits } from '../platform/plan-limits.js';
import type { Scenario } from '../scenario/scenario.js';
import { BillingPeriod } from './billing-period.js';
import { cacheTables } from './cache-tables.js';
import { ComputeProcess } from './compute-process.js';
import { checkInvariants } from './conservation.js';
import { EventDispatch } from './event-dispatch.js';
import { SCENARIO_EVENT } from './event-kind.js';
import { scheduleFaults } from './fault-schedule.js';
import { LoadProcess } from './load-process.js';
import type { Observer, RunObservations } from './observation.js';
import { ProjectQuota } from './project-quota.js';
import { NONE, Stage } from './query-table.js';
import { RunContext } from './run-context.js';
import { computeObservations } from './run-results.js';
import { SessionTable } from './session-table.js';
import { Timeline } from './timeline.js';

/** How a scenario is run. */
export interface SimulationOptions {
  /** Number of the replication: another one draws other random numbers. 0 unless given. */
  readonly replication?: number;
  /** Receives the timeline and the decisions while the run goes on. */
  readonly observer?: Observer;
}

/** What the clients of a run hold at a moment: numbers of each. */
export interface ClientHoldings {
  /** Queries inside the system, those included that wait for another attempt. */
  readonly queries: number;
  /** Connections that are being opened for no query. */
  readonly openings: number;
  readonly sessions: number;
  /** Slots taken, by clients and by poolers. */
  readonly connections: number;
  readonly pooler_clients: number;
  readonly pooler_servers: number;
}

/** A compute as somebody beside the run sees it. */
export type ComputeNow = Pick<ComputeProcess, 'state' | 'cu' | 'hasActivity' | 'management'> & {
  readonly meters: { readonly arrived: number };
};

/**
 * One run of a scenario, advanced in slices so that its caller can show progress or stop it.
 *
 * @example
 * const simulation = new Simulation(scenario);
 * while (!simulation.advance(100_000)) console.log(simulation.now_seconds);
 * const { computes } = simulation.observations();
 */
export class Simulation {
  declare private readonly context: RunContext;
  declare private readonly computes: readonly ComputeProcess[];
  declare private readonly loads: readonly LoadProcess[];
  declare private readonly sessions: SessionTable;
  declare private readonly quota: ProjectQuota;
  declare private readonly timeline: Timeline;
  declare private readonly billing: BillingPeriod;
  declare private readonly events: EventDispatch;
  #fired = 0;
  #ended = false;

  constructor(scenario: Scenario, options: SimulationOptions = {}) {
    const context = new RunContext(scenario, options.replication ?? 0, options.observer);
    const quota = new ProjectQuota(context, planLimits(scenario.plan)?.quota_cu_hours);
    const tables = cacheTables(scenario);
    const computes = scenario.computes.map(
      (specification, index) =>
        new ComputeProcess(context, index, specification, quota, tables(specification.name)),
    );
    const byName = new Map(computes.map((compute) => [compute.name, compute]));
    const sessions = new SessionTable();
    const loads = scenario.load.map((load, index) => new LoadProcess(context, index, load, byName, sessions));
    const timeline = new Timeline(context, computes, loads);
    const billing = new BillingPeriod(context, computes, quota);
    this.context = context;
    this.computes = computes;
    this.loads = loads;
    this.sessions = sessions;
    this.quota = quota;
    this.timeline = timeline;
    this.billing = billing;
    this.events = new EventDispatch({
      context,
      computes,
      loads,
      sessions,
      timeline,
      billing,
    });
    context.nextArrival = (compute) => this.events.nextArrival(compute);
    this.#begin();
  }

  /** Simulated time, in seconds since the scenario's start. */
  get now_seconds(): number {
    return this.context.now;
  }

  /** Queries that have arrived so far, for progress. */
  get arrived(): number {
    return this.computes.reduce((sum, compute) => sum + compute.meters.arrived, 0);
  }

  /**
   * Fires at most so many events.
   * @returns whether the end of the scenario has been reached
   * @throws {@link InvariantError} when something that must hold does not; PolicyError when a policy of the user's
   *   answers what it must not
   */
  advance(events: number): boolean {
    if (this.#ended) return true;
    const { calendar, scenario } = this.context;
    const end = scenario.duration_seconds;
    for (let count = 0; count < events; count++) {
      const slot = calendar.next(end);
      if (slot === NONE) {
        this.#fired += count;
        this.#end();
        return true;
      }
      this.events.dispatch(calendar.kind(slot), calendar.target(slot));
    }
    this.#fired += events;
    return false;
  }

  /**
   * Fires every event up to a moment and lets time go on to it, for somebody who lives beside the run.
   * @param seconds not before {@link now_seconds}
   * @returns whether the end of the scenario has been reached
   * @throws as {@link advance}
   */
  advanceTo(seconds: number): boolean {
    if (this.#ended) return true;
    const { calendar, scenario } = this.context;
    const until = Math.min(seconds, scenario.duration_seconds);
    for (let slot = calendar.next(until); slot !== NONE; slot = calendar.next(until)) {
      this.events.dispatch(calendar.kind(slot), calendar.target(slot));
      this.#fired += 1;
    }
    if (until === scenario.duration_seconds) this.#end();
    else calendar.advance(until);
    return this.#ended;
  }

  /**
   * A compute at this moment, with the calls of the management API on it: what they do begins now.
   * @throws RangeError when the scenario has none of that name
   */
  compute(name: string): ComputeNow {
    const found = this.computes.find((compute) => compute.name === name);
    if (found === undefined) throw new RangeError(`simulation: there is no compute named ${name}`);
    return found;
  }

  /** What the run has shown; only after its end. */
  observations(): RunObservations {
    if (!this.#ended) throw new Error('the simulation has not reached its end');
    const { now } = this.context;
    const inFlight = this.#inFlight();
    return {
      duration_seconds: now,
      computes: this.computes.map((compute, index) => computeObservations(compute, now, inFlight[index]!)),
      quota_exhausted_seconds: this.quota.exhaustedSeconds,
      events_fired: this.#fired,
    };
  }

  /** What clients hold at this moment, over all computes. */
  holdings(): ClientHoldings {
    const { queries } = this.context;
    const sum = (of: (compute: ComputeProcess) => number): number =>
      this.computes.reduce((all, compute) => all + of(compute), 0);
    return {
      queries: queries.live,
      openings: queries.openings,
      sessions: this.sessions.open_sessions,
      connections: sum(({ slots }) => slots.open),
      pooler_clients: sum(({ service }) => service.pooler.clients),
      pooler_servers: sum(({ service }) => service.pooler.servers),
    };
  }

  #begin(): void {
    const { calendar, scenario } = this.context;
    // Faults and edits come before anything else that happens at their moment: they are scheduled first.
    scheduleFaults(this.context);
    scenario.events.forEach((event, index) => {
      calendar.schedule(event.at_seconds, SCENARIO_EVENT, index);
    });
    this.billing.begin();
    this.timeline.begin();
    scenario.computes.forEach((compute, index) => {
      this.computes[index]!.starts.begin(compute.initial_state);
    });
    for (const load of this.loads) load.begin();
  }

  #end(): void {
    const { calendar, scenario } = this.context;
    calendar.advance(scenario.duration_seconds);
    this.timeline.close();
    this.billing.close();
    checkInvariants(this.context, this.computes, this.loads, 'end');
    this.#ended = true;
  }

  /** By compute: queries still inside, and the time they have spent there. */
  #inFlight(): readonly {
    readonly count: number;
    readonly sojourn_seconds: number;
    readonly attempts_open: number;
  }[] {
    const { queries, now } = this.context;
    const found = this.computes.map(() => ({ count: 0, sojourn_seconds: 0, attempts_open: 0 }));
    for (let query = 0; query < queries.rows; query++) {
      if (queries.stage[query] === Stage.free || queries.opening[query] === 1) continue;
      const one = found[queries.compute[query]!]!;
      one.count += 1;
      if (queries.stage[query] !== Stage.backoff) one.attempts_open += 1;
      one.sojourn_seconds += now - queries.arrivedAt[query]!;
    }
    return found;
  }
}

/** Runs a scenario to its end. */
export function simulate(scenario: Scenario, options: SimulationOptions = {}): RunObservations {
  const simulation = new Simulation(scenario, options);
  while (!simulation.advance(1_000_000)) {
    // Nothing to do between slices.
  }
  return simulation.observations();
}

import { sumOf } from '../kernel/sums.js';
import type { Scenario } from '../scenario/scenario.js';
import { BillingPeriod } from './billing-period.js';
import { causeObservations } from './causes/cause-account.js';
import { causesOf } from './causes/causes-here.js';
import { InsideProcess, LoadProcess } from './clients/load-process.js';
import { dispatch } from './event-dispatch.js';
import { type HybridCompute, hybridCompute } from './fidelity/hybrid-compute.js';
import { fidelityOf } from './fidelity/resolution.js';
import { inlineFor } from './inlining.js';
import { Compute } from './lifecycle/compute.js';
import { planEvents } from './lifecycle/planned-events.js';
import type { DecisionPacking } from './outcome/decision-slices.js';
import { computeObservations, type InFlight } from './outcome/run-results.js';
import { Timeline } from './outcome/timeline.js';
import { ArrivalForesight } from './policy/arrival-foresight.js';
import type { WholeReason } from './run/fidelity-observations.js';
import type { Observer, RunObservations } from './run/observation.js';
import * as table from './run/query-table.js';
import { RunContext } from './run/run-context.js';
import { cacheTables } from './service/cache-tables.js';

// A local constant is inlined; imported or exported ones are looked up at each use.
const { NONE } = table;

/** Options of a run. */
export interface SimulationOptions {
  /** Number of the replication, which selects the random numbers. Default: 0. */
  readonly replication?: number;
  /**
   * `hybrid` leaves out queries that others can represent, see `fidelity/`, and equals an exact run if there are too
   * few to leave out; load samples, autoscaler and bill are unaffected. Default: `exact`.
   */
  readonly fidelity?: Fidelity;
  /** Receives the timeline and the decisions during the run. */
  readonly observer?: Observer;
  /** Packs the decisions of a fleet when there are many. By default they are not packed. */
  readonly packing?: DecisionPacking;
}

/** Whether every query is simulated. */
export type Fidelity = 'exact' | 'hybrid';

/** Resources held by the clients of a run at present: the number of each. */
export interface ClientHoldings {
  /** Queries inside the system, including those that wait for another attempt. */
  readonly queries: number;
  /** Connections that are being opened without a query. */
  readonly openings: number;
  readonly sessions: number;
  /** Slots taken, by clients and by poolers. */
  readonly connections: number;
  readonly pooler_clients: number;
  readonly pooler_servers: number;
}

/** A compute as code outside the run sees it. */
export type ComputeNow = Pick<Compute, 'state' | 'cu' | 'hasActivity' | 'configuration'> & {
  readonly meters: Readonly<Pick<Compute['meters'], 'arrived' | 'failed' | 'latency' | 'intervalLatency'>>;
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
  declare private hybrids: readonly (HybridCompute | WholeReason)[] | undefined;
  #fired = 0;
  #ended = false;

  constructor(scenario: Scenario, options: SimulationOptions = {}) {
    const context = new RunContext(scenario, options.replication ?? 0, options.observer);
    const tables = cacheTables(scenario);
    const causes = causesOf(scenario);
    const computes = scenario.computes.map(
      (specification, index) =>
        new Compute(context, index, specification, tables(specification.name), causes(specification.name)),
    );
    const byName = new Map(computes.map((compute) => [compute.name, compute]));
    const loads = scenario.load.map((load, index) =>
      load.wakes === false
        ? new InsideProcess(context, index, load, byName)
        : new LoadProcess(context, index, load, byName),
    );
    context.computes.push(...computes);
    context.loadProcesses.push(...loads);
    if (options.fidelity === 'hybrid')
      this.hybrids = computes.map((compute) => hybridCompute(context, compute, loads));
    inlineFor(computes.some(({ fidelity }) => fidelity !== undefined) ? 'hybrid' : 'exact');
    context.foresight = new ArrivalForesight(context);
    context.timeline = new Timeline(context);
    context.billing = new BillingPeriod(context);
    this.context = context;
    this.#begin();
  }

  /** Simulated time, in seconds since the scenario's start. */
  get now_seconds(): number {
    return this.context.now;
  }

  /** Queries that have arrived so far, for progress. */
  get arrived(): number {
    return this.context.computes.reduce((sum, compute) => sum + compute.meters.arrived, 0);
  }

  /**
   * Fires up to the given number of events, none of them after a time.
   * @param until_seconds not before {@link now_seconds}. Default: the end of the scenario
   * @returns whether that time or the end of the scenario has been reached
   * @throws {@link InvariantError} if an invariant is violated; PolicyError if a user-defined policy returns an invalid
   *   answer
   */
  advance(events: number, until_seconds = Number.POSITIVE_INFINITY): boolean {
    if (this.#ended) return true;
    const { calendar, scenario } = this.context;
    const until = Math.min(until_seconds, scenario.duration_seconds);
    for (let count = 0; count < events; count++) {
      const slot = calendar.next(until);
      if (slot === NONE) {
        this.#fired += count;
        calendar.advance(until);
        if (until === scenario.duration_seconds) this.#close();
        return true;
      }
      dispatch(this.context, calendar.kind(slot), calendar.target(slot));
    }
    this.#fired += events;
    return false;
  }

  /**
   * Fires all events up to a time and advances the clock to it, for a caller that runs alongside the simulation.
   * @param seconds not before {@link now_seconds}
   * @returns whether the end of the scenario has been reached
   * @throws as {@link advance}
   */
  advanceTo(seconds: number): boolean {
    this.advance(Number.POSITIVE_INFINITY, seconds);
    return this.#ended;
  }

  /**
   * The current state of a compute, with management API calls that take effect now.
   * @throws RangeError if the scenario has no compute of that name
   */
  compute(name: string): ComputeNow {
    const found = this.context.computes.find((compute) => compute.name === name);
    if (found === undefined) throw new RangeError(`simulation: no compute named ${name}`);
    return found;
  }

  /** Number of queries completed so far whose latency exceeds the given seconds. */
  slowerThan(seconds: number): number {
    return this.context.computes.reduce((sum, { meters: { latency } }) => {
      return sum + latency.count * (1 - latency.shareAtMost(seconds));
    }, 0);
  }

  /** The longest time needed for the work in hand so far, over all computes. */
  get longest_backlog_seconds(): number {
    return this.context.computes.reduce(
      (most, { execution }) => Math.max(most, execution.backlog.longest_seconds),
      0,
    );
  }

  /** Ends the run now, before the scenario's end. */
  stop(): void {
    if (!this.#ended) this.#close();
  }

  /** The results of the run; only after its end. */
  observations(): RunObservations {
    if (!this.#ended) throw new Error('the simulation has not reached its end');
    const { now } = this.context;
    const inFlight = this.#inFlight();
    const { exhaustions } = this.context.quota;
    return {
      duration_seconds: now,
      quota_exhausted_seconds: sumOf(
        exhaustions,
        ({ at_seconds, until_seconds }) => until_seconds - at_seconds,
      ),
      ...(exhaustions.length > 0 && { exhaustions }),
      events_fired: this.#fired,
      computes: this.context.computes.map((compute, index) =>
        computeObservations(this.context, compute, inFlight[index]!),
      ),
      causes: this.context.computes.map(({ causes, meters }) => causeObservations(causes, meters)),
      ...(this.hybrids && {
        fidelity: this.context.computes.map(({ meters }, index) => fidelityOf(this.hybrids![index]!, meters)),
      }),
    };
  }

  /** Resources that clients hold at present, over all computes. */
  holdings(): ClientHoldings {
    const { queries } = this.context;
    return {
      queries: queries.live,
      openings: queries.openings,
      sessions: this.context.sessions.used,
      connections: sumOf(this.context.computes, ({ slots }) => slots.open),
      pooler_clients: sumOf(this.context.computes, ({ service }) => service.pooler.clients),
      pooler_servers: sumOf(this.context.computes, ({ service }) => service.pooler.servers),
    };
  }

  #begin(): void {
    const { billing, computes, loadProcesses, timeline } = this.context;
    planEvents(this.context);
    billing.begin();
    timeline.begin();
    for (const { lifecycle, background } of computes) {
      lifecycle.begin();
      background.begin();
    }
    for (const load of loadProcesses) load.begin();
  }

  #close(): void {
    this.context.timeline.end();
    this.context.billing.close();
    this.#ended = true;
  }

  #inFlight(): readonly InFlight[] {
    const { queries, now } = this.context;
    const found = this.context.computes.map(() => ({ count: 0, sojourn_seconds: 0, attempts_open: 0 }));
    for (let query = 0; query < queries.rows; query++) {
      if (queries.stage[query] === table.Stage.free || queries.opening[query] === 1) continue;
      const one = found[queries.compute[query]!]!;
      const weight = queries.weight[query]!;
      one.count += weight;
      if (queries.stage[query] !== table.Stage.backoff) one.attempts_open += weight;
      one.sojourn_seconds += (now - queries.arrivedAt[query]!) * weight;
      this.context.computes[queries.compute[query]!]!.disruptions.waiting(query);
    }
    return found;
  }
}

/** Events between two checks of signals and progress: a fraction of a second. */
export const SLICE_EVENTS = 200_000;

/** Runs a scenario to its end. */
export function simulate(scenario: Scenario, options: SimulationOptions = {}): RunObservations {
  const simulation = new Simulation(scenario, options);
  while (!simulation.advance(SLICE_EVENTS)) {
    // Nothing to do between slices.
  }
  return simulation.observations();
}

import { planLimits } from '../platform/plan-limits.js';
import type { Scenario, ScenarioEvent } from '../scenario/scenario.js';
import { cacheTables } from './cache-tables.js';
import { type CalendarMonth, calendarMonths } from './calendar-month.js';
import { ComputeProcess } from './compute-process.js';
import { checkInvariants } from './conservation.js';
import * as Kind from './event-kind.js';
import { LoadProcess } from './load-process.js';
import type { Observer, RunObservations } from './observation.js';
import { ProjectQuota } from './project-quota.js';
import { NONE, Stage } from './query-table.js';
import { RunContext } from './run-context.js';
import { computeObservations, timelineRow } from './run-results.js';
import { SessionTable } from './session-table.js';

/** How a scenario is run. */
export interface SimulationOptions {
  /** Number of the replication: another one draws other random numbers. 0 unless given. */
  readonly replication?: number;
  /** Receives the timeline and the decisions while the run goes on. */
  readonly observer?: Observer;
}

/**
 * One run of a scenario, advanced in slices so that its caller can show progress or stop it.
 *
 * @example
 * const simulation = new Simulation(scenario);
 * while (!simulation.advance(100_000)) console.log(simulation.now_seconds);
 * const { computes } = simulation.observations();
 */
export class Simulation {
  readonly #context: RunContext;
  readonly #computes: readonly ComputeProcess[];
  readonly #loads: readonly LoadProcess[];
  readonly #computeOfName: ReadonlyMap<string, ComputeProcess>;
  readonly #computeOfLoad: readonly ComputeProcess[];
  readonly #sessions = new SessionTable();
  readonly #quota: ProjectQuota;
  readonly #months: readonly CalendarMonth[];
  /** By compute: the integral of running queries when the present interval began. */
  readonly #runningBefore: Float64Array;
  #month = 0;
  #intervals = 0;
  #intervalBegan = 0;
  #timelineEvent = NONE;
  #fired = 0;
  #ended = false;

  constructor(scenario: Scenario, options: SimulationOptions = {}) {
    const context = new RunContext(scenario, options.replication ?? 0, options.observer);
    this.#context = context;
    this.#quota = new ProjectQuota(context, planLimits(scenario.plan)?.quota_cu_hours);
    this.#computes = scenario.computes.map(
      (specification, index) =>
        new ComputeProcess(
          context,
          index,
          specification,
          this.#quota,
          cacheTables(scenario, specification.name),
        ),
    );
    this.#computeOfName = new Map(this.#computes.map((compute) => [compute.name, compute]));
    this.#computeOfLoad = scenario.load.map((load) => this.#compute(load.compute));
    this.#loads = scenario.load.map(
      (load, index) => new LoadProcess(context, index, load, this.#computeOfLoad[index]!, this.#sessions),
    );
    context.clients.push(...this.#loads);
    context.nextArrival = (compute) => this.#nextArrival(compute);
    this.#months = calendarMonths(scenario.start_epoch_seconds, scenario.duration_seconds);
    this.#runningBefore = new Float64Array(this.#computes.length);
    this.#begin();
  }

  /** Simulated time, in seconds since the scenario's start. */
  get now_seconds(): number {
    return this.#context.now;
  }

  /** Queries that have arrived so far, for progress. */
  get arrived(): number {
    return this.#computes.reduce((sum, compute) => sum + compute.meters.arrived, 0);
  }

  /**
   * Fires at most so many events.
   * @returns whether the end of the scenario has been reached
   * @throws {@link InvariantError} when something that must hold does not
   */
  advance(events: number): boolean {
    if (this.#ended) return true;
    const { calendar, scenario } = this.#context;
    const end = scenario.duration_seconds;
    for (let count = 0; count < events; count++) {
      const slot = calendar.next(end);
      if (slot === NONE) {
        this.#fired += count;
        this.#end();
        return true;
      }
      this.#dispatch(calendar.kind(slot), calendar.target(slot));
    }
    this.#fired += events;
    return false;
  }

  /** What the run has shown; only after its end. */
  observations(): RunObservations {
    if (!this.#ended) throw new Error('the simulation has not reached its end');
    const { now } = this.#context;
    const inFlight = this.#inFlight();
    return {
      duration_seconds: now,
      computes: this.#computes.map((compute, index) => computeObservations(compute, now, inFlight[index]!)),
      quota_exhausted_seconds: this.#quota.exhaustedSeconds,
      events_fired: this.#fired,
    };
  }

  #begin(): void {
    const { calendar, scenario } = this.#context;
    // Edits come before anything else that happens at their moment: they are scheduled first.
    scenario.events.forEach((event, index) => {
      calendar.schedule(event.at_seconds, Kind.SCENARIO_EVENT, index);
    });
    this.#months.forEach((month, index) => {
      if (index > 0) calendar.schedule(month.start_seconds, Kind.MONTH, index);
    });
    const end = this.#intervalEnd();
    if (end < scenario.duration_seconds) this.#timelineEvent = calendar.schedule(end, Kind.TIMELINE, 0);
    scenario.computes.forEach((compute, index) => {
      this.#computes[index]!.begin(compute.initial_state);
    });
    for (const load of this.#loads) load.begin();
  }

  /** Most frequent kinds first. */
  #dispatch(kind: number, target: number): void {
    switch (kind) {
      case Kind.ARRIVAL:
        this.#loads[target]!.arrival();
        break;
      case Kind.CPU_COMPLETION:
        this.#computes[target]!.execution.cpuCompletion();
        break;
      case Kind.OFF_CPU_DONE:
        this.#computeOfQuery(target).execution.offCpuDone(target);
        break;
      case Kind.CONNECTED:
        this.#computeOfQuery(target).service.connected(target);
        break;
      case Kind.WAIT_TIMEOUT:
        this.#waitTimeout(target);
        break;
      case Kind.RETRY:
        this.#loads[this.#context.queries.load[target]!]!.retry(target);
        break;
      case Kind.SESSION_QUERY:
        this.#loads[this.#sessions.get(target).load]!.sessionQuery(target);
        break;
      case Kind.SESSION_END:
        this.#loads[this.#sessions.get(target).load]!.sessionEnd(target);
        break;
      case Kind.LOAD_SAMPLE: {
        const compute = this.#computes[target]!;
        compute.size.load.sample(compute.execution.running);
        break;
      }
      case Kind.SUSPEND_CHECK:
        this.#computes[target]!.suspendCheck();
        break;
      case Kind.STARTED:
        this.#computes[target]!.started();
        break;
      case Kind.TIMELINE:
        this.#timeline();
        break;
      case Kind.MONTH:
        this.#monthBegins(target);
        break;
      case Kind.QUOTA:
        this.#quotaExhausted();
        break;
      case Kind.SCENARIO_EVENT:
        this.#scenarioEvent(this.#context.scenario.events[target]!);
        break;
      default:
        this.#dispatchScaling(kind, this.#computes[target]!);
    }
  }

  #dispatchScaling(kind: number, compute: ComputeProcess): void {
    const { size } = compute;
    switch (kind) {
      case Kind.METRICS:
        size.loop.metrics();
        break;
      case Kind.LFC_METRICS:
        size.loop.lfcMetrics();
        break;
      case Kind.SCALING_TICK:
        size.loop.tick();
        break;
      case Kind.SCHEDULER_ANSWER:
        size.loop.schedulerAnswers();
        break;
      case Kind.RESIZED:
        size.loop.hypervisorAnswers();
        break;
      case Kind.MONITOR_ANSWER:
        size.loop.monitorAnswers();
        break;
      case Kind.MIGRATION:
        size.loop.migrationGoesOn();
        break;
      case Kind.MEMORY_ALERT:
        size.memoryAlert();
        break;
      case Kind.OUT_OF_MEMORY:
        compute.killed();
        break;
      case Kind.PREWARM:
        compute.cache.prewarm();
        break;
      case Kind.RESUME:
        compute.resume();
        break;
      default:
        this.#context.broken('every event has a handler', `kind ${kind}`, 'dispatch');
    }
  }

  /** When the next query will come to a compute: by a new arrival, a retry, or a session that thinks. */
  #nextArrival(compute: number): number {
    const mine = (load: number): boolean => this.#computeOfLoad[load] === this.#computes[compute];
    return this.#context.calendar.soonest((kind, target) => {
      if (kind === Kind.ARRIVAL) return mine(target);
      if (kind === Kind.RETRY) return mine(this.#context.queries.load[target]!);
      return kind === Kind.SESSION_QUERY && mine(this.#sessions.get(target).load);
    });
  }

  #computeOfQuery(query: number): ComputeProcess {
    return this.#computeOfLoad[this.#context.queries.load[query]!]!;
  }

  #compute(name: string): ComputeProcess {
    const compute = this.#computeOfName.get(name);
    if (compute === undefined) throw new Error(`scenario: no compute named ${name}`);
    return compute;
  }

  #waitTimeout(query: number): void {
    const { queries } = this.#context;
    if (queries.stage[query] === Stage.poolWait) this.#loads[queries.load[query]!]!.giveUpWaiting(query);
    else this.#computeOfQuery(query).giveUpWaiting(query);
  }

  #intervalEnd(): number {
    const { timeline_interval_seconds, duration_seconds } = this.#context.scenario;
    // A multiple, not a sum: intervals do not drift.
    const end = (this.#intervals + 1) * timeline_interval_seconds;
    // Rounding must not leave a last interval of a few femtoseconds.
    return duration_seconds - end > 1e-9 * timeline_interval_seconds ? end : duration_seconds;
  }

  #timeline(): void {
    this.#closeInterval();
    const { calendar, scenario } = this.#context;
    // The last interval ends with the run itself, after whatever else happens at that moment.
    const end = this.#intervalEnd();
    if (end < scenario.duration_seconds) calendar.reschedule(this.#timelineEvent, end);
  }

  #closeInterval(): void {
    const { now, observer } = this.#context;
    if (now === this.#intervalBegan) return;
    const width = now - this.#intervalBegan;
    this.#computes.forEach((compute, index) => {
      compute.decisions.closeInterval();
      const area = compute.execution.usage().running_area;
      const load_mean = (area - this.#runningBefore[index]!) / width;
      this.#runningBefore[index] = area;
      if (observer !== undefined) {
        observer.timeline(timelineRow(compute, this.#intervalBegan, now, load_mean));
      }
      compute.meters.closeInterval();
    });
    this.#intervals += 1;
    this.#intervalBegan = now;
    checkInvariants(this.#context, this.#computes, Kind.EVENT_NAMES[Kind.TIMELINE]!);
  }

  #monthBegins(index: number): void {
    this.#closeMonth();
    this.#month = index;
    if (!this.#quota.renew()) return;
    for (const compute of this.#computes) compute.quotaChanged();
  }

  #closeMonth(): void {
    const { month } = this.#months[this.#month]!;
    for (const compute of this.#computes) compute.size.billing.closeMonth(this.#context.now, month);
  }

  #quotaExhausted(): void {
    this.#quota.exhaust();
    for (const compute of this.#computes) compute.quotaChanged();
  }

  #scenarioEvent(event: ScenarioEvent): void {
    const compute = this.#compute(event.compute);
    switch (event.kind) {
      case 'update':
        compute.update(event.set);
        break;
      case 'restart':
        compute.restart('restart call');
        break;
      case 'start':
        compute.startCall();
        break;
      case 'suspend':
        compute.suspendNow('suspend call');
        break;
    }
  }

  #end(): void {
    const { calendar, scenario } = this.#context;
    calendar.advance(scenario.duration_seconds);
    this.#closeInterval();
    this.#closeMonth();
    checkInvariants(this.#context, this.#computes, 'end');
    this.#ended = true;
  }

  /** By compute: queries still inside, and the time they have spent there. */
  #inFlight(): readonly { readonly count: number; readonly sojourn_seconds: number }[] {
    const { queries, now } = this.#context;
    const found = this.#computes.map(() => ({ count: 0, sojourn_seconds: 0 }));
    for (let query = 0; query < queries.rows; query++) {
      if (queries.stage[query] === Stage.free) continue;
      const one = found[this.#computes.indexOf(this.#computeOfQuery(query))]!;
      one.count += 1;
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

import type { ScenarioEvent } from '../scenario/scenario.js';
import type { BillingPeriod } from './billing-period.js';
import type { ComputeProcess } from './compute-process.js';
import * as Kind from './event-kind.js';
import type { LoadProcess } from './load-process.js';
import { Stage } from './query-table.js';
import type { RunContext } from './run-context.js';
import type { SessionTable } from './session-table.js';
import type { Timeline } from './timeline.js';

/** Everything that has events. */
export interface RunParts {
  readonly context: RunContext;
  readonly computes: readonly ComputeProcess[];
  readonly loads: readonly LoadProcess[];
  /** By load. */
  readonly computeOfLoad: readonly ComputeProcess[];
  readonly sessions: SessionTable;
  readonly timeline: Timeline;
  readonly billing: BillingPeriod;
}

/** Hands each event of the calendar to the part it belongs to. */
export class EventDispatch {
  readonly #context: RunContext;
  readonly #parts: RunParts;
  readonly #computes: readonly ComputeProcess[];
  readonly #loads: readonly LoadProcess[];

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#context = parts.context;
    this.#computes = parts.computes;
    this.#loads = parts.loads;
  }

  /** Handles an event; most frequent kinds first. */
  dispatch(kind: number, target: number): void {
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
        this.#loadOfSession(target).sessionQuery(target);
        break;
      case Kind.SESSION_END:
        this.#loadOfSession(target).sessionEnd(target);
        break;
      case Kind.SUSPEND_CHECK:
        this.#computes[target]!.suspendCheck();
        break;
      case Kind.STARTED:
        this.#computes[target]!.started();
        break;
      case Kind.RESUME:
        this.#computes[target]!.resume();
        break;
      case Kind.OUT_OF_MEMORY:
        this.#computes[target]!.killed();
        break;
      case Kind.PREWARM:
        this.#computes[target]!.cache.prewarm();
        break;
      case Kind.TIMELINE:
        this.#parts.timeline.intervalEnds();
        break;
      case Kind.MONTH:
        this.#parts.billing.monthBegins(target);
        break;
      case Kind.QUOTA:
        this.#parts.billing.quotaExhausted();
        break;
      case Kind.SCENARIO_EVENT:
        this.#scenarioEvent(this.#context.scenario.events[target]!);
        break;
      default:
        this.#dispatchScaling(kind, this.#computes[target]!);
    }
  }

  /** When the next query will come to a compute: by a new arrival, a retry, or a session that thinks. */
  nextArrival(compute: number): number {
    const { computeOfLoad, sessions } = this.#parts;
    const mine = (load: number): boolean => computeOfLoad[load] === this.#computes[compute];
    return this.#context.calendar.soonest((kind, target) => {
      if (kind === Kind.ARRIVAL) return mine(target);
      if (kind === Kind.RETRY) return mine(this.#context.queries.load[target]!);
      return kind === Kind.SESSION_QUERY && mine(sessions.get(target).load);
    });
  }

  #dispatchScaling(kind: number, compute: ComputeProcess): void {
    const { size } = compute;
    switch (kind) {
      case Kind.LOAD_SAMPLE:
        size.load.sample(compute.execution.running);
        break;
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
      default:
        this.#context.broken('every event has a handler', `kind ${kind}`, 'dispatch');
    }
  }

  #computeOfQuery(query: number): ComputeProcess {
    return this.#parts.computeOfLoad[this.#context.queries.load[query]!]!;
  }

  #loadOfSession(session: number): LoadProcess {
    return this.#loads[this.#parts.sessions.get(session).load]!;
  }

  #waitTimeout(query: number): void {
    const { queries } = this.#context;
    if (queries.stage[query] === Stage.poolWait) this.#loads[queries.load[query]!]!.giveUpWaiting(query);
    else this.#computeOfQuery(query).giveUpWaiting(query);
  }

  #scenarioEvent(event: ScenarioEvent): void {
    const compute = this.#computes.find(({ name }) => name === event.compute);
    if (compute === undefined) throw new Error(`scenario: no compute named ${event.compute}`);
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
}

import type { ScenarioEvent } from '../scenario/scenario.js';
import type { BillingPeriod } from './billing-period.js';
import type { LoadProcess } from './clients/load-process.js';
import type { ComputeProcess } from './lifecycle/compute-process.js';
import { tellOfFault } from './lifecycle/fault-effects.js';
import type { Timeline } from './outcome/timeline.js';
import { ArrivalForesight } from './policy/arrival-foresight.js';
import * as Kind from './run/event-kind.js';
import { Stage } from './run/query-table.js';
import type { QueryClient, RunContext } from './run/run-context.js';
import type { SessionTable } from './run/session-table.js';

// Compiled in, where what is imported or exported would be looked up at each use.
const { ARRIVAL, CPU_COMPLETION } = Kind;

/** Everything that has events. */
export interface RunParts {
  readonly context: RunContext;
  readonly computes: readonly ComputeProcess[];
  readonly loads: readonly LoadProcess[];
  readonly sessions: SessionTable;
  readonly timeline: Timeline;
  readonly billing: BillingPeriod;
}

/** Hands each event of the calendar to the part it belongs to. */
export class EventDispatch {
  declare private readonly context: RunContext;
  declare private readonly parts: RunParts;
  declare private readonly computes: readonly ComputeProcess[];
  declare private readonly loads: readonly LoadProcess[];
  declare private readonly foresight: ArrivalForesight;

  constructor(parts: RunParts) {
    this.parts = parts;
    this.context = parts.context;
    this.computes = parts.computes;
    this.loads = parts.loads;
    this.foresight = new ArrivalForesight(parts.context, parts.loads);
  }

  /** Handles an event. Small, so that it becomes part of the loop over the events: nearly all are of two kinds. */
  dispatch(kind: number, target: number): void {
    if (kind === ARRIVAL) this.loads[target]!.arrival();
    else if (kind === CPU_COMPLETION) this.computes[target]!.execution.cpuCompletion();
    else this.#dispatchOther(kind, target);
  }

  #dispatchOther(kind: number, target: number): void {
    switch (kind) {
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
        this.#clientOfQuery(target).retry(target);
        break;
      case Kind.SESSION_QUERY:
        this.#clientOfSession(target).sessionQuery(target);
        break;
      case Kind.SESSION_END:
        this.#clientOfSession(target).sessionEnd(target);
        break;
      case Kind.NEXT_QUERY:
        this.loads[target]!.nextQuery();
        break;
      case Kind.CLIENT_TIMER:
        this.context.clients[target]!.timer();
        break;
      case Kind.TRANSACTION_TIMEOUT:
        this.#clientOfSession(target).transactionTimeout(target);
        break;
      case Kind.SUSPEND_CHECK:
        this.computes[target]!.stops.suspendCheck();
        break;
      case Kind.STARTED:
        this.computes[target]!.starts.started();
        break;
      case Kind.RESUME:
        this.computes[target]!.starts.resume();
        break;
      case Kind.OUT_OF_MEMORY:
        this.computes[target]!.stops.killed();
        break;
      case Kind.PREWARM:
        this.computes[target]!.cache.prewarm();
        break;
      case Kind.AVAILABILITY_CHECK:
        this.computes[target]!.background.availabilityCheck();
        break;
      case Kind.AUTOVACUUM:
        this.computes[target]!.background.autovacuum();
        break;
      case Kind.TIMELINE:
        this.parts.timeline.intervalEnds();
        break;
      case Kind.MONTH:
        this.parts.billing.monthBegins(target);
        break;
      case Kind.QUOTA:
        this.parts.billing.quotaDue(target);
        break;
      case Kind.SCENARIO_EVENT:
        this.#scenarioEvent(this.context.scenario.events[target]!);
        break;
      case Kind.FAULT_BEGINS:
      case Kind.FAULT_ENDS:
        tellOfFault(this.context, this.computes, target, kind === Kind.FAULT_BEGINS);
        break;
      case Kind.PROXY_TRY:
        this.#computeOfQuery(target).proxy.tryAgain?.(target);
        break;
      default:
        this.#dispatchScaling(kind, this.computes[target]!);
    }
  }

  /**
   * When the next query will come to a compute: by a new arrival, a retry, or a client or session that thinks. Of a closed
   * loop, or by least connections, one whose route may still take it elsewhere counts.
   */
  nextArrival(compute: number): number {
    const { queries, calendar } = this.context;
    const planned = calendar.soonest((kind, target) => {
      switch (kind) {
        case Kind.ARRIVAL:
        case Kind.NEXT_QUERY:
          return (
            !this.foresight.foresees(target) && this.loads[target]!.clients.some(({ at }) => at === compute)
          );
        case Kind.RETRY:
          return queries.compute[target] === compute && queries.opening[target] === 0;
        case Kind.SESSION_QUERY:
          return this.#clientOfSession(target).at === compute;
        default:
          return false;
      }
    });
    return Math.min(planned, this.foresight.next(compute));
  }

  #dispatchScaling(kind: number, compute: ComputeProcess): void {
    const { size } = compute;
    switch (kind) {
      case Kind.LOAD_SAMPLE: {
        const { fidelity } = compute;
        size.load.sample(fidelity === undefined ? compute.execution.running : fidelity.runnable());
        compute.causes.pushers.sample(this.context.now);
        fidelity?.tick();
        break;
      }
      case Kind.METRICS:
        size.loop.metrics();
        size.looked();
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
      case Kind.FIDELITY:
        compute.fidelity!.due();
        break;
      default:
        this.context.broken('every event has a handler', `kind ${kind}`, 'dispatch');
    }
  }

  #computeOfQuery(query: number): ComputeProcess {
    return this.computes[this.context.queries.compute[query]!]!;
  }

  #clientOfQuery(query: number): QueryClient {
    return this.context.clients[this.context.queries.client[query]!]!;
  }

  #clientOfSession(session: number): QueryClient {
    return this.context.clients[this.parts.sessions.client[session]!]!;
  }

  #waitTimeout(query: number): void {
    const stage = this.context.queries.stage[query];
    this.context.limits.passed(query);
    if (stage === Stage.poolWait) this.#clientOfQuery(query).giveUpWaiting(query);
    else if (stage === Stage.onCpu || stage === Stage.offCpu)
      this.#computeOfQuery(query).service.cancel(query);
    else this.#computeOfQuery(query).giveUpWaiting(query);
  }

  #scenarioEvent(event: ScenarioEvent): void {
    const compute = this.computes.find(({ name }) => name === event.compute);
    if (compute === undefined) throw new Error(`scenario: no compute named ${event.compute}`);
    const { management } = compute;
    if (event.kind === 'update') management.update(event.set);
    else management[event.kind]();
  }
}

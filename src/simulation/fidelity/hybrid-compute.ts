import type { RandomStream } from '../../kernel/random-stream.js';
import type { ConnectionSpecification } from '../../workload/load-specification.js';
import type { LoadProcess } from '../clients/load-process.js';
import type { ComputeProcess } from '../lifecycle/compute-process.js';
import type { QueryMeters } from '../record/query-meters.js';
import { Alarm } from '../run/alarm.js';
import type { ComputeFidelity } from '../run/compute-fidelity.js';
import * as Kind from '../run/event-kind.js';
import type { FidelityObservations } from '../run/observation.js';
import { Stage } from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';
import { hybridLoads } from './hybrid-loads.js';
import { LoadOutlook } from './load-outlook.js';
import { allTaken } from './queue-law.js';
import { type ExactReason, planTick, TICK_SECONDS, type WindowPlan } from './tick-plan.js';
import { type Announcement, announcements, type HybridLoad, pageWait, tickState } from './tick-state.js';

/** How long a compute without samples of its load waits before it looks again at a sparse load. */
const SPARSE_LOOK_SECONDS = 60;

/**
 * Leaves queries of one compute out, with what is under way frozen meanwhile: in each tick, from one sample of the load average to the
 * next, a head is simulated, then a window at the end, whose queries stand for all since the head. Load samples,
 * metrics, resizes and bills stay where they are in time; only what queries do stands still.
 */
export class HybridCompute implements ComputeFidelity {
  readonly #context: RunContext;
  readonly #compute: ComputeProcess;
  readonly #loads: readonly HybridLoad[];
  readonly #excursions: RandomStream;
  readonly #alarm: Alarm;
  /** Whether nobody samples the load average, so that ticks are planned here. */
  readonly #unscaled: boolean;
  readonly #announced: readonly Announcement[];
  readonly #ticks = new Map<ExactReason | 'windows', number>();
  #phase: 'tick' | 'gap' | 'window' = 'tick';
  #plan: WindowPlan | undefined;

  /** @param indices of the loads, which send to this compute alone */
  constructor(
    context: RunContext,
    compute: ComputeProcess,
    processes: readonly LoadProcess[],
    indices: readonly number[],
  ) {
    const { scenario } = context;
    this.#context = context;
    this.#compute = compute;
    this.#loads = indices.map((index) => {
      const specification = scenario.load[index]!;
      const stream = (purpose: string): RandomStream => context.stream(specification.name, purpose);
      return {
        index,
        process: processes[index]!,
        specification,
        outlook: new LoadOutlook(specification, stream),
      };
    });
    this.#excursions = context.stream(compute.name, 'pool-excursions');
    this.#alarm = new Alarm(context.calendar, Kind.FIDELITY, compute.index);
    const { autoscaling_limit_min_cu, autoscaling_limit_max_cu } = compute.settings;
    this.#unscaled = autoscaling_limit_min_cu === autoscaling_limit_max_cu;
    this.#announced = announcements(scenario);
  }

  /** Ticks by what was simulated of them. */
  get ticks(): FidelityObservations['ticks'] {
    return Object.fromEntries([...this.#ticks].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Plans the first tick, where the compute has no samples to go by. */
  begin(): void {
    if (this.#unscaled) this.#alarm.at(0);
  }

  tick(): void {
    if (this.#unscaled) return;
    this.#planTick();
  }

  due(): void {
    this.#alarm.fired();
    if (this.#phase === 'gap') this.#skip(this.#plan!);
    else if (this.#phase === 'window') this.#openWindow(this.#plan!);
    else this.#planTick();
  }

  reset(): void {
    this.#plan = undefined;
    this.#phase = 'tick';
    this.#weigh(1);
    this.#compute.cache.countUnseen(Number.POSITIVE_INFINITY);
    this.#alarm.off();
    if (this.#unscaled) this.#alarm.after(TICK_SECONDS);
  }

  #planTick(): void {
    this.#weigh(1);
    const plan =
      this.#compute.state === 'active'
        ? planTick(tickState(this.#context, this.#compute, this.#loads, this.#announced))
        : { exact: 'stopped' as const };
    if ('exact' in plan) {
      this.#count(plan.exact);
      this.#phase = 'tick';
      const sparse = plan.exact === 'sparse' || plan.exact === 'stopped';
      if (this.#unscaled) this.#alarm.after(sparse ? SPARSE_LOOK_SECONDS : TICK_SECONDS);
      return;
    }
    this.#count('windows');
    this.#plan = plan;
    this.#phase = 'gap';
    this.#alarm.after(plan.head);
  }

  #skip({ gap, burn }: WindowPlan): void {
    const { now, calendar } = this.#context;
    const { cache, execution } = this.#compute;
    cache.countUnseen(now);
    for (const { index, process, outlook } of this.#loads) {
      cache.readUnseen(index, process.skip(now + gap) * outlook.pages, gap);
    }
    calendar.postpone(gap, this.#isFast);
    this.#postponeQueries(gap);
    execution.freeze(gap);
    this.#openUnseen(gap);
    this.#weigh(0);
    this.#phase = 'window';
    this.#alarm.after(gap + burn);
  }

  #openWindow({ head, gap, burn, weight }: WindowPlan): void {
    this.#compute.cache.countUnseen(Number.POSITIVE_INFINITY);
    this.#weigh(weight);
    this.#phase = 'tick';
    if (this.#unscaled) this.#alarm.after(TICK_SECONDS - head - gap - burn);
  }

  #weigh(weight: number): void {
    const { meters, execution } = this.#compute;
    if (meters.weight === weight) return;
    meters.weight = weight;
    execution.weigh(weight);
  }

  #count(reason: ExactReason | 'windows'): void {
    this.#ticks.set(reason, (this.#ticks.get(reason) ?? 0) + 1);
  }

  /** Whether an event belongs to a query of this compute. */
  readonly #isFast = (kind: number, target: number): boolean => {
    switch (kind) {
      case Kind.CPU_COMPLETION:
        return target === this.#compute.index;
      case Kind.OFF_CPU_DONE:
      case Kind.CONNECTED:
      case Kind.WAIT_TIMEOUT:
      case Kind.RETRY:
        return this.#context.queries.compute[target] === this.#compute.index;
      default:
        return false;
    }
  };

  #postponeQueries(seconds: number): void {
    const { queries } = this.#context;
    const { index } = this.#compute;
    for (let query = 0; query < queries.rows; query++) {
      if (queries.stage[query] === Stage.free || queries.compute[query] !== index) continue;
      queries.arrivedAt[query]! += seconds;
      queries.heldAt[query]! += seconds;
      queries.connectedAt[query]! += seconds;
      queries.queuedAt[query]! += seconds;
    }
  }

  /**
   * Opens the server connections that queries of the gap would have opened: their number is a running maximum, of which
   * windows see too little.
   */
  #openUnseen(gap: number): void {
    const { pooler } = this.#compute.service;
    const { viaPooler } = this.#context.loads;
    const through = this.#loads.filter(({ index }) => viaPooler[index] === 1);
    const [first] = through;
    if (first === undefined) return;
    const load = through.reduce((sum, { outlook }) => sum + outlook.rate * outlook.cpu_mean, 0);
    const rate = through.reduce((sum, { outlook }) => sum + outlook.rate, 0);
    const waiting = through.reduce(
      (sum, one) => sum + one.outlook.rate * (one.outlook.wait + pageWait(this.#context, this.#compute, one)),
      0,
    );
    // No more at once than the clients' own pools send.
    const sent = through.reduce((sum, { specification }) => sum + placesOf(specification.connection), 0);
    const most = Math.min(sent, pooler.most_servers);
    for (let at = 0; ; ) {
      const open = pooler.openFor(first.index);
      if (open >= most) return;
      at -= Math.log(this.#excursions.uniform()) / (rate * allTaken(open, load, this.#compute.cu, waiting));
      if (!(at < gap) || !pooler.openUnseen(first.index)) return;
    }
  }
}

function placesOf(connection: ConnectionSpecification): number {
  return connection.kind === 'pool' ? connection.size : Number.POSITIVE_INFINITY;
}

/** What has been simulated of a compute's queries. @param hybrid `undefined` where none could be left out */
export function fidelityOf(hybrid: HybridCompute | undefined, meters: QueryMeters): FidelityObservations {
  const { latency, squares, extrapolated } = meters;
  return {
    ticks: hybrid === undefined ? {} : hybrid.ticks,
    effective_queries: squares === 0 ? 0 : (latency.count * latency.count) / squares,
    extrapolated_failures: extrapolated,
  };
}

/** Lets queries of a compute be left out where its loads allow it; `undefined` otherwise. */
export function hybridCompute(
  context: RunContext,
  compute: ComputeProcess,
  processes: readonly LoadProcess[],
): HybridCompute | undefined {
  const loads = hybridLoads(context.scenario, compute.name);
  if (loads === undefined) return undefined;
  const hybrid = new HybridCompute(context, compute, processes, loads);
  compute.fidelity = hybrid;
  return hybrid;
}

import type { RandomStream } from '../../kernel/random-stream.js';
import { effectiveSize } from '../../statistics/sample-moments.js';
import type { LoadProcess } from '../clients/load-process.js';
import type { Compute } from '../lifecycle/compute.js';
import { byName, count } from '../record/counts.js';
import { ComputePart } from '../run/compute-part.js';
import * as Kind from '../run/event-kind.js';
import type { FidelityObservations, WholeReason } from '../run/fidelity-observations.js';
import type { EventHandlers, RunContext } from '../run/run-context.js';
import { type HybridLoads, hybridLoads } from './hybrid-loads.js';
import { LoadOutlook } from './load-outlook.js';
import { onCpuDrawn } from './queue-law.js';
import { clientPlaces, Standstill, vcpuDemand } from './standstill.js';
import { TickChoice } from './tick-choice.js';
import { type ExactReason, planTick, SPARSE_RATE, TICK_SECONDS, type WindowPlan } from './tick-plan.js';
import { announcements, type HybridLoad, isAnnounced, nextJob, tickState } from './tick-state.js';

/**
 * Leaves out queries of one compute, freezing work under way during the gap. In each tick, from one sample of the load
 * average to the next, a head is simulated, then a window at the end whose queries represent all since the head. The
 * times of load samples, metrics, resizes and bills are unaffected; only the work of queries pauses.
 */
export class HybridCompute extends ComputePart {
  readonly #loads: readonly HybridLoad[];
  /** Loads that are simulated completely. */
  readonly #whole: readonly LoadProcess[];
  readonly #standstill: Standstill;
  readonly #alarm = this.alarmOf(Kind.FIDELITY);
  /** Whether the load average is not sampled, so that ticks are planned here. */
  #unscaled = false;
  readonly #announced = announcements(this.context.scenario, this.compute.name);
  readonly #choice = new TickChoice(
    this.context.scenario.timeline_interval_seconds,
    this.context.computeStream(this.compute.name, 'tick-phase'),
  );
  readonly #law = this.context.computeStream(this.compute.name, 'load-law');
  readonly #ticks = new Map<ExactReason | 'windows' | 'law', number>();
  #phase: 'tick' | 'gap' | 'window' = 'tick';
  #plan: WindowPlan | undefined;
  /** Whether the tick that ends next is left out, so that its final state has to be drawn. */
  #leftOut = false;
  /** End of the time for which the load is known to be sparse: ticks need no plan. */
  #sparseUntil = 0;
  /** Since when ticks were not planned because the load is sparse; `undefined` if the last one was. */
  #sparseSince: number | undefined;
  /** Arrivals before the last weight change: their number, and their squared weights. */
  #weighed = 0;
  #squares = 0;

  /** @param found its loads, which send to it alone */
  constructor(context: RunContext, compute: Compute, processes: readonly LoadProcess[], found: HybridLoads) {
    super(context, compute);
    const { scenario } = context;
    this.#whole = found.whole.map((index) => processes[index]!);
    this.#loads = found.thinned.map((index) => {
      const specification = scenario.load[index]!;
      const stream = (purpose: string): RandomStream => context.stream(specification.name, purpose);
      return {
        index,
        process: processes[index]!,
        specification,
        outlook: new LoadOutlook(specification, scenario.model.connection_cpu, stream),
      };
    });
    this.#standstill = new Standstill(context, compute, this.#loads);
  }

  get arrivals(): Pick<
    FidelityObservations,
    'simulated_queries' | 'left_out_queries' | 'effective_arrivals'
  > {
    let simulated_queries = 0;
    let left_out_queries = 0;
    for (const { arrivals } of [...this.#loads.map(({ process }) => process), ...this.#whole]) {
      simulated_queries += arrivals.simulated;
      left_out_queries += arrivals.left_out;
    }
    this.#square();
    return {
      simulated_queries,
      left_out_queries,
      effective_arrivals: effectiveSize(this.#weighed, this.#squares),
    };
  }

  /** Ticks, by how they were simulated. */
  get ticks(): FidelityObservations['ticks'] {
    this.#countSparse();
    return byName(this.#ticks);
  }

  /** Plans the first tick if the compute has no load samples. */
  started(): void {
    const { autoscaling_limit_min_cu, autoscaling_limit_max_cu } = this.compute.settings;
    this.#unscaled = autoscaling_limit_min_cu === autoscaling_limit_max_cu;
    if (this.#unscaled) this.#alarm.after(0);
  }

  /** Queries on CPU for the sample of the load average that is being taken. */
  runnable(): number {
    const { execution } = this.compute;
    if (!this.#leftOut) return execution.running;
    const drawn = onCpuDrawn(vcpuDemand(this.#loads), execution.vcpu, this.#law.uniform());
    return Math.min(clientPlaces(this.#loads), drawn);
  }

  /** The load average has just been sampled. */
  tick(): void {
    if (!this.#unscaled) this.#planTick();
  }

  /** Handles {@link Kind.FIDELITY}. */
  due(): void {
    this.#alarm.fired();
    if (this.#phase === 'gap') this.#skip(this.#plan!);
    else if (this.#phase === 'window') this.#openWindow(this.#plan!);
    else this.#planTick();
  }

  /** The compute has stopped: all work under way is over. */
  reset(): void {
    this.#plan = undefined;
    this.#phase = 'tick';
    this.#leftOut = false;
    this.#weigh(1);
    this.compute.cache.countUnseen(Number.POSITIVE_INFINITY);
    this.#alarm.off();
    this.#countSparse();
  }

  #planTick(): void {
    this.#leftOut = false;
    this.compute.cache.countUnseen(Number.POSITIVE_INFINITY);
    this.#countSparse();
    const { now } = this.context;
    const { cu } = this.compute;
    if (now + TICK_SECONDS <= this.#sparseUntil) {
      this.#simulateSparse();
      return;
    }
    const plan = planTick(tickState(this.context, this.compute, this.#loads, this.#whole, this.#announced));
    if ('exact' in plan && plan.exact === 'sparse') {
      this.#sparseUntil = this.#knownSparse();
      this.#simulateSparse();
      return;
    }
    // A tick that cannot have windows only because of its backlog has the same weight as one with windows.
    const { law } = plan;
    const unusual = 'exact' in plan && law === undefined;
    const part = this.#choice.next(now, unusual ? undefined : cu, law?.ticks, this.#foresees);
    const ticks = part === 'window' ? this.#choice.ticks : 1;
    if (part === 'leave') this.#leaveOut(0);
    else if (part === 'settle') this.#leaveOut(Math.min(law!.settling, TICK_SECONDS));
    else if ('exact' in plan) this.#simulateAll(ticks, plan.exact);
    else this.#simulateWindows(ticks, plan);
  }

  /** Simulates a tick of a sparse load and, if samples are not needed, all later ticks known to be sparse. */
  #simulateSparse(): void {
    const { now, scenario } = this.context;
    this.#choice.interrupt(now);
    this.#weigh(1);
    this.#phase = 'tick';
    if (!this.#unscaled) {
      this.#count('sparse');
      return;
    }
    this.#sparseSince = now;
    const next = Math.max(now + TICK_SECONDS, this.#sparseUntil);
    if (next < scenario.duration_seconds) this.#alarm.at(next);
  }

  /** End of the time for which the loads evaluated last are known to stay below the sparse rate. */
  #knownSparse(): number {
    let rate = 0;
    let until = Number.POSITIVE_INFINITY;
    for (const { outlook } of this.#loads) {
      rate += outlook.following.most;
      until = Math.min(until, outlook.following.most_until);
    }
    return rate < SPARSE_RATE ? until : 0;
  }

  /** Counts the unplanned ticks of a sparse load, which end now. */
  #countSparse(): void {
    if (this.#sparseSince === undefined) return;
    const { now } = this.context;
    this.#count('sparse', Math.max(1, Math.round((now - this.#sparseSince) / TICK_SECONDS)));
    this.#sparseSince = undefined;
    this.#choice.interrupt(now);
  }

  /** @param ticks number of ticks that this tick represents */
  #simulateAll(ticks: number, reason: ExactReason): void {
    this.#weigh(ticks);
    this.#count(reason);
    this.#phase = 'tick';
    if (this.#unscaled) this.#alarm.after(TICK_SECONDS);
  }

  /** @param ticks number of ticks that the windows represent */
  #simulateWindows(ticks: number, plan: WindowPlan): void {
    this.#weigh(ticks);
    this.#count('windows');
    const { head, gap, burn, weight } = plan;
    this.#plan = { head, gap, burn, weight: weight * ticks };
    this.#phase = 'gap';
    this.#alarm.after(head);
  }

  /** @param settling seconds at the end for the queue to settle before a tick with windows; 0 if none comes next */
  #leaveOut(settling: number): void {
    this.#weigh(0);
    this.#count('law');
    this.#leftOut = settling === 0;
    this.#phase = 'tick';
    this.#standstill.begin(TICK_SECONDS - settling);
    if (this.#unscaled) this.#alarm.after(TICK_SECONDS);
  }

  #skip({ gap, burn }: WindowPlan): void {
    this.#weigh(0);
    this.#standstill.begin(gap);
    this.#phase = 'window';
    this.#alarm.after(gap + burn);
  }

  #openWindow({ head, gap, burn, weight }: WindowPlan): void {
    // The window represents the whole tick, so it reads from a cache that is as warm as the average over the tick.
    this.compute.cache.countShare(0.5);
    this.#weigh(weight);
    this.#phase = 'tick';
    if (this.#unscaled) this.#alarm.after(TICK_SECONDS - head - gap - burn);
  }

  #weigh(weight: number): void {
    const { meters, execution } = this.compute;
    if (meters.weight === weight) return;
    this.#square();
    meters.weight = weight;
    execution.weigh(weight);
  }

  /** Adds the squared weights of the arrivals since the last weight change as a single sum. */
  #square(): void {
    const { arrived, weight } = this.compute.meters;
    this.#squares += (arrived - this.#weighed) * weight;
    this.#weighed = arrived;
  }

  #count(reason: ExactReason | 'windows' | 'law', ticks = 1): void {
    count(this.#ticks, reason, ticks);
  }

  /** Whether an event is known to happen before the end of a block of ticks that begins now. */
  readonly #foresees = (until: number): boolean => {
    const { now, scenario } = this.context;
    if (until > scenario.duration_seconds || isAnnounced(this.#announced, now, until)) return true;
    if (Math.min(nextJob(this.#whole), this.compute.quota.due) < until) return true;
    return this.#loads.reduce((any, { outlook }) => outlook.jumpsAhead(now, until) || any, false);
  };
}

/** Enables leaving out queries of a compute if its loads allow it; otherwise returns the reason. */
export function hybridCompute(
  context: RunContext,
  compute: Compute,
  processes: readonly LoadProcess[],
): HybridCompute | WholeReason {
  const { scenario } = context;
  const loads = hybridLoads(scenario, compute.name, (index, purpose) =>
    context.stream(scenario.load[index]!.name, purpose),
  );
  if (typeof loads === 'string') return loads;
  const hybrid = new HybridCompute(context, compute, processes, loads);
  compute.fidelity = hybrid;
  if (compute.causes.here.several) compute.causes.stopAttributing();
  return hybrid;
}

export const FIDELITY_EVENTS: EventHandlers = {
  [Kind.FIDELITY]: (run, compute) => run.computes[compute]!.fidelity!.due(),
};

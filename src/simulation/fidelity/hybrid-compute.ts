import type { RandomStream } from '../../kernel/random-stream.js';
import { effectiveSize } from '../../statistics/sample-moments.js';
import type { LoadProcess } from '../clients/load-process.js';
import type { Compute } from '../lifecycle/compute.js';
import { Alarm } from '../run/alarm.js';
import * as Kind from '../run/event-kind.js';
import type { FidelityObservations, WholeReason } from '../run/fidelity-observations.js';
import type { EventHandlers, RunContext } from '../run/run-context.js';
import { type HybridLoads, hybridLoads } from './hybrid-loads.js';
import { LoadOutlook } from './load-outlook.js';
import { onCpuDrawn } from './queue-law.js';
import { placesOf, Standstill, vcpuAsked } from './standstill.js';
import { TickChoice } from './tick-choice.js';
import { type ExactReason, planTick, SPARSE_RATE, TICK_SECONDS, type WindowPlan } from './tick-plan.js';
import {
  type Announcement,
  announcements,
  type HybridLoad,
  isAnnounced,
  nextJob,
  tickState,
} from './tick-state.js';

/**
 * Leaves queries of one compute out, with what is under way frozen meanwhile: in each tick, from one sample of the load average to the
 * next, a head is simulated, then a window at the end, whose queries stand for all since the head. Load samples,
 * metrics, resizes and bills stay where they are in time; only what queries do stands still.
 */
export class HybridCompute {
  readonly #context: RunContext;
  readonly #compute: Compute;
  readonly #loads: readonly HybridLoad[];
  /** Loads of which every query is simulated. */
  readonly #whole: readonly LoadProcess[];
  readonly #standstill: Standstill;
  readonly #alarm: Alarm;
  /** Whether nobody samples the load average, so that ticks are planned here. */
  #unscaled = false;
  readonly #announced: readonly Announcement[];
  readonly #choice: TickChoice;
  readonly #law: RandomStream;
  readonly #ticks = new Map<ExactReason | 'windows' | 'law', number>();
  #phase: 'tick' | 'gap' | 'window' = 'tick';
  #plan: WindowPlan | undefined;
  /** Whether the tick that ends next is left out, so that its last moment has to be drawn. */
  #leftOut = false;
  /** Until then the load is known to be sparse: ticks need no plan. */
  #sparseUntil = 0;
  /** Since when no tick has been planned here for it; `undefined` where one has. */
  #sparseSince: number | undefined;
  /** Of the arrivals before the weight changed last: their number, and their squared weights. */
  #weighed = 0;
  #squares = 0;

  /** @param found its loads, which send to it alone */
  constructor(context: RunContext, compute: Compute, processes: readonly LoadProcess[], found: HybridLoads) {
    const { scenario } = context;
    this.#context = context;
    this.#compute = compute;
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
    this.#law = context.stream(compute.name, 'load-law');
    this.#choice = new TickChoice(
      scenario.timeline_interval_seconds,
      context.stream(compute.name, 'tick-phase'),
    );
    this.#alarm = new Alarm(context.calendar, Kind.FIDELITY, compute.index);
    this.#announced = announcements(scenario, compute.name);
  }

  /** Its loads' arrivals. */
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

  /** Ticks by what was simulated of them. */
  get ticks(): FidelityObservations['ticks'] {
    this.#countSparse();
    return Object.fromEntries([...this.#ticks].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Plans the first tick, where the compute has no samples to go by. */
  started(): void {
    const { autoscaling_limit_min_cu, autoscaling_limit_max_cu } = this.#compute.settings;
    this.#unscaled = autoscaling_limit_min_cu === autoscaling_limit_max_cu;
    if (this.#unscaled) this.#alarm.after(0);
  }

  /** Queries on CPU for the sample of the load average that is taken now. */
  runnable(): number {
    const { execution } = this.#compute;
    if (!this.#leftOut) return execution.running;
    const drawn = onCpuDrawn(vcpuAsked(this.#loads), execution.vcpu, this.#law.uniform());
    return Math.min(placesOf(this.#loads), drawn);
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

  /** The compute has stopped: whatever was under way is over. */
  reset(): void {
    this.#plan = undefined;
    this.#phase = 'tick';
    this.#leftOut = false;
    this.#weigh(1);
    this.#compute.cache.countUnseen(Number.POSITIVE_INFINITY);
    this.#alarm.off();
    this.#countSparse();
  }

  #planTick(): void {
    this.#leftOut = false;
    this.#compute.cache.countUnseen(Number.POSITIVE_INFINITY);
    this.#countSparse();
    const { now } = this.#context;
    const { cu } = this.#compute;
    if (now + TICK_SECONDS <= this.#sparseUntil) {
      this.#letSparse();
      return;
    }
    const plan = planTick(tickState(this.#context, this.#compute, this.#loads, this.#whole, this.#announced));
    if ('exact' in plan && plan.exact === 'sparse') {
      this.#sparseUntil = this.#knownSparse();
      this.#letSparse();
      return;
    }
    // A tick that only its backlog bars from windows stands for as many as it would with them.
    const { law } = plan;
    const unusual = 'exact' in plan && law === undefined;
    const part = this.#choice.next(now, unusual ? undefined : cu, law?.ticks, this.#foresees);
    const ticks = part === 'window' ? this.#choice.ticks : 1;
    if (part === 'leave') this.#leaveOut(0);
    else if (part === 'settle') this.#leaveOut(Math.min(law!.settling, TICK_SECONDS));
    else if ('exact' in plan) this.#simulateAll(ticks, plan.exact);
    else this.#simulateWindows(ticks, plan);
  }

  /** Simulates a tick of a sparse load, and where it needs no samples all that are known to be sparse after it. */
  #letSparse(): void {
    const { now, scenario } = this.#context;
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

  /** Until when the loads looked at are known to come at less than the rate that is sparse. */
  #knownSparse(): number {
    let rate = 0;
    let until = Number.POSITIVE_INFINITY;
    for (const { outlook } of this.#loads) {
      rate += outlook.following.most;
      until = Math.min(until, outlook.following.most_until);
    }
    return rate < SPARSE_RATE ? until : 0;
  }

  /** Counts the ticks of a sparse load that nobody planned, which end now. */
  #countSparse(): void {
    if (this.#sparseSince === undefined) return;
    const { now } = this.#context;
    this.#count('sparse', Math.max(1, Math.round((now - this.#sparseSince) / TICK_SECONDS)));
    this.#sparseSince = undefined;
    this.#choice.interrupt(now);
  }

  /** @param ticks for how many the tick stands */
  #simulateAll(ticks: number, reason: ExactReason): void {
    this.#weigh(ticks);
    this.#count(reason);
    this.#phase = 'tick';
    if (this.#unscaled) this.#alarm.after(TICK_SECONDS);
  }

  /** @param ticks for how many the windows stand */
  #simulateWindows(ticks: number, plan: WindowPlan): void {
    this.#weigh(ticks);
    this.#count('windows');
    const { head, gap, burn, weight } = plan;
    this.#plan = { head, gap, burn, weight: weight * ticks };
    this.#phase = 'gap';
    this.#alarm.after(head);
  }

  /** @param settling seconds at the end in which the queue settles for a tick with windows; 0 where none comes next */
  #leaveOut(settling: number): void {
    this.#weigh(0);
    this.#count('law');
    this.#leftOut = settling === 0;
    this.#phase = 'tick';
    this.#standstill.last(TICK_SECONDS - settling);
    if (this.#unscaled) this.#alarm.after(TICK_SECONDS);
  }

  #skip({ gap, burn }: WindowPlan): void {
    this.#weigh(0);
    this.#standstill.last(gap);
    this.#phase = 'window';
    this.#alarm.after(gap + burn);
  }

  #openWindow({ head, gap, burn, weight }: WindowPlan): void {
    // The window stands for the whole tick, so that it reads from a cache as warm as that of the tick is on average.
    this.#compute.cache.countShare(0.5);
    this.#weigh(weight);
    this.#phase = 'tick';
    if (this.#unscaled) this.#alarm.after(TICK_SECONDS - head - gap - burn);
  }

  #weigh(weight: number): void {
    const { meters, execution } = this.#compute;
    if (meters.weight === weight) return;
    this.#square();
    meters.weight = weight;
    execution.weigh(weight);
  }

  /** Adds the squares of the arrivals since the weight changed last: a sum for all of them, and none for each. */
  #square(): void {
    const { arrived, weight } = this.#compute.meters;
    this.#squares += (arrived - this.#weighed) * weight;
    this.#weighed = arrived;
  }

  #count(reason: ExactReason | 'windows' | 'law', ticks = 1): void {
    this.#ticks.set(reason, (this.#ticks.get(reason) ?? 0) + ticks);
  }

  /** Whether something is known to happen before a block of ticks would end that begins now. */
  readonly #foresees = (until: number): boolean => {
    const { now, scenario } = this.#context;
    if (until > scenario.duration_seconds || isAnnounced(this.#announced, now, until)) return true;
    if (Math.min(nextJob(this.#whole), this.#compute.quota.due) < until) return true;
    return this.#loads.reduce((any, { outlook }) => outlook.jumpsAhead(now, until) || any, false);
  };
}

/** Lets queries of a compute be left out where its loads allow it; the reason where they do not. */
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
  if (compute.causes.here.several) compute.causes.giveUp();
  return hybrid;
}

export const FIDELITY_EVENTS: EventHandlers = {
  [Kind.FIDELITY]: (run, compute) => run.computes[compute]!.fidelity!.due(),
};

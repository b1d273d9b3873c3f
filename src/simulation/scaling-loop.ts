import { advance, type ScalingStep } from '../compute/agent/advance.js';
import type { AgentConfiguration } from '../compute/agent/configuration.js';
import { plainGoal, type ScalingGoal } from '../compute/agent/goal.js';
import { exceeds, multiply, type Resources } from '../compute/agent/resources.js';
import type { ScalingEvent } from '../compute/agent/scaling-event.js';
import { initialScalingState, type ScalingState } from '../compute/agent/scaling-state.js';
import type { SizeContext, SizeLook, SizePolicy } from '../compute/policy/size-policy.js';
import type { DownscaleVerdict } from '../compute/vm-monitor.js';
import type { RandomStream } from '../kernel/random-stream.js';
import { type Draw, sampler } from '../kernel/sampler.js';
import type { PolicyChoice } from '../scenario/scenario.js';
import { checkedSizePolicy } from './checked-policy.js';
import {
  LFC_METRICS,
  METRICS,
  MONITOR_ANSWER,
  RESIZED,
  SCALING_TICK,
  SCHEDULER_ANSWER,
} from './event-kind.js';
import { LiveMigration, type MigrationHost } from './live-migration.js';
import type { ScalingCounts, ScalingExplanation } from './observation.js';
import { NONE } from './query-table.js';
import type { RunContext } from './run-context.js';

/** The compute that a loop scales. */
export interface ScalingHost extends MigrationHost {
  /**
   * What stands in the way: nothing; no permit for more is given; or no request to the scheduler or the
   * hypervisor is answered, while the monitor inside the guest still does what it is asked.
   */
  readonly obstacle: 'none' | 'permits_denied' | 'calls_fail';
  /** What the guest and its host show at this moment. */
  metrics(): Pick<
    SizeLook,
    'cu' | 'load_average_1m' | 'load_average_5m' | 'used_vcpu' | 'memory_usage_bytes' | 'memory_cached_bytes'
  >;
  /** Distinct pages read, by look-back. */
  workingSet(): Float64Array;
  /** The machine has another size. */
  resized(size: Resources): void;
  /** The monitor has been told of a larger machine. */
  monitorTold(ram_bytes: number): void;
  /** The monitor is asked to give memory up, and does where it approves. */
  monitorAsked(ram_bytes: number): DownscaleVerdict;
  /** Something worth a row in the log of decisions. */
  note(
    decision: 'upscale_requested' | 'downscale_denied' | 'permit_denied' | 'migration' | 'migrated',
    reason: string,
  ): void;
}

/**
 * The autoscaler's agent on one running compute: looks at metrics, lets the policy decide, and carries that out
 * through scheduler, hypervisor and the monitor inside the guest, each of which takes its time.
 *
 * What to ask of whom and when is decided by the agent's core; this class gives it the time and the answers.
 */
export class ScalingLoop {
  readonly #counts = { upscales_requested: 0, downscales_denied: 0, permits_denied: 0 };
  readonly #context: RunContext;
  readonly #index: number;
  readonly #host: ScalingHost;
  readonly #choice: PolicyChoice<SizePolicy>;
  readonly #agent: AgentConfiguration;
  readonly #delay: RandomStream;
  readonly #callLatency: Draw;
  readonly #resizeLatency: Draw;
  readonly #migration: LiveMigration;
  #running = false;
  #sizing!: SizeContext;
  #state!: ScalingState;
  #policyState: unknown;
  #reason = '';
  #blocked: readonly string[] = [];
  #workingSet: Float64Array | undefined;
  /** The denial that the log has last been told of. */
  #denied_bytes = 0;
  /** The permit that a fault denied and the log has last been told of; milli-CPU. */
  #unpermitted = 0;
  #metricsEvent = NONE;
  #lfcEvent = NONE;
  #tickEvent = NONE;
  #schedulerEvent = NONE;
  #resizeEvent = NONE;
  #monitorEvent = NONE;

  constructor(
    context: RunContext,
    compute: {
      readonly index: number;
      readonly name: string;
      readonly policy: PolicyChoice<SizePolicy>;
      readonly agent: AgentConfiguration;
    },
    host: ScalingHost,
  ) {
    const { model } = context.scenario;
    const { name } = compute;
    const draw = (law: Parameters<typeof sampler>[0], purpose: string): Draw =>
      sampler(law, context.stream(name, purpose));
    this.#context = context;
    this.#index = compute.index;
    this.#host = host;
    this.#choice = checkedSizePolicy(context, name, compute.policy);
    this.#agent = compute.agent;
    this.#delay = context.stream(name, 'autoscaler-delay');
    this.#callLatency = draw(model.scaling_call_latency, 'scaling-call-latency');
    this.#resizeLatency = draw(model.resize_latency, 'resize-latency');
    this.#migration = new LiveMigration(context, compute.index, name, host);
  }

  /** What it has met so far. */
  get counts(): ScalingCounts {
    return { ...this.#counts, migrations: this.#migration.count };
  }

  /** Why the policy wants what it wants. */
  get reason(): string {
    return this.#reason;
  }

  /** The present decision with its inputs; `undefined` while the loop stands still. */
  get explanation(): ScalingExplanation | undefined {
    if (!this.#running) return undefined;
    const { goal } = this.#state;
    const unit_cu = this.#agent.unit.milli_cpu / 1000;
    const inCu = (units: number | undefined): number | undefined =>
      units === undefined ? undefined : units * unit_cu;
    return {
      goal_cpu_cu: inCu(goal.parts.cpu),
      goal_memory_cu: inCu(goal.parts.memory),
      goal_lfc_cu: inCu(goal.parts.lfc),
      goal_cu: goal.units * unit_cu,
      won_by: goal.winner ?? this.#choice.policy.name,
      blocked: this.#blocked.join('; '),
    };
  }

  /** The compute has begun to run, at its minimum. */
  start(sizing: Omit<SizeContext, 'agent'>): void {
    const { calendar, scenario, now } = this.#context;
    const { model } = scenario;
    const { unit } = this.#agent;
    const min = multiply(unit, unitsOf(sizing.min_cu, unit));
    const max = multiply(unit, unitsOf(sizing.max_cu, unit));
    this.#running = true;
    this.#sizing = { ...sizing, agent: this.#agent };
    this.#state = initialScalingState({ using: min, min, max }, this.#agent);
    this.#policyState = this.#choice.policy.start(this.#choice.values, this.#sizing, this.#policyState);
    this.#reason = '';
    this.#workingSet = undefined;
    this.#denied_bytes = 0;
    this.#unpermitted = 0;
    const delay = this.#delay.uniform();
    this.#metricsEvent = calendar.schedule(now + delay * model.metrics_interval, METRICS, this.#index);
    if (this.#agent.scaling.enable_lfc_metrics) {
      const first = now + delay * model.lfc_metrics_interval;
      this.#lfcEvent = calendar.schedule(first, LFC_METRICS, this.#index);
    }
    // The monitor connects within one call; until then nothing is given up.
    this.#monitorEvent = calendar.schedule(now + this.#callLatency(), MONITOR_ANSWER, this.#index);
    this.#step(undefined);
  }

  /** The compute has stopped. */
  stop(): void {
    if (!this.#running) return;
    this.#running = false;
    const { calendar } = this.#context;
    for (const event of [
      this.#metricsEvent,
      this.#lfcEvent,
      this.#tickEvent,
      this.#schedulerEvent,
      this.#resizeEvent,
      this.#monitorEvent,
    ]) {
      if (event !== NONE) calendar.cancel(event);
    }
    this.#metricsEvent = NONE;
    this.#lfcEvent = NONE;
    this.#tickEvent = NONE;
    this.#schedulerEvent = NONE;
    this.#resizeEvent = NONE;
    this.#monitorEvent = NONE;
    this.#migration.stop();
    this.#blocked = [];
  }

  /** Handles {@link METRICS}. */
  metrics(): void {
    const { calendar, scenario, now } = this.#context;
    calendar.reschedule(this.#metricsEvent, now + scenario.model.metrics_interval);
    this.#look();
  }

  /** Handles {@link LFC_METRICS}. */
  lfcMetrics(): void {
    const { calendar, scenario, now } = this.#context;
    calendar.reschedule(this.#lfcEvent, now + scenario.model.lfc_metrics_interval);
    this.#workingSet = this.#host.workingSet();
  }

  /** Handles {@link SCALING_TICK}. */
  tick(): void {
    this.#tickEvent = NONE;
    if (!this.#migration.underWay) this.#step(undefined);
  }

  /** Handles {@link SCHEDULER_ANSWER}. */
  schedulerAnswers(): void {
    if (this.#migration.delays(this.#schedulerEvent)) return;
    this.#schedulerEvent = NONE;
    const { target } = this.#state.scheduler.last_request!;
    const { using } = this.#state.compute;
    if (this.#obstructed(target, using)) return;
    const full = exceeds(target, using) && this.#migration.drawHostFull();
    if (full) this.#refuse(target);
    this.#step({ kind: 'scheduler_granted', permit: full ? using : target });
  }

  /** Handles {@link RESIZED}. */
  hypervisorAnswers(): void {
    if (this.#migration.delays(this.#resizeEvent)) return;
    this.#resizeEvent = NONE;
    if (this.#host.obstacle === 'calls_fail') {
      this.#step({ kind: 'hypervisor_failed' });
      return;
    }
    this.#host.resized(this.#state.hypervisor.in_flight!);
    this.#step({ kind: 'hypervisor_done' });
  }

  /** Handles {@link MONITOR_ANSWER}. */
  monitorAnswers(): void {
    if (this.#migration.delays(this.#monitorEvent)) return;
    this.#monitorEvent = NONE;
    const request = this.#state.monitor.in_flight;
    if (request === undefined) {
      this.#step({ kind: 'monitor_connected' });
    } else if (request.kind === 'upscale') {
      this.#host.monitorTold(request.target.memory_bytes);
      this.#step({ kind: 'monitor_approved' });
    } else this.#askMonitor(request.target.memory_bytes);
  }

  /** Handles `MIGRATION`. */
  migrationGoesOn(): void {
    if (this.#migration.goOn()) this.#step(undefined);
  }

  /** The monitor asks for more memory, unasked. */
  requestUpscale(reason: string): void {
    // Without a connection there is nobody to ask.
    if (this.#migration.underWay || this.#state.monitor.approved === undefined) return;
    const { using, max } = this.#state.compute;
    this.#counts.upscales_requested += 1;
    if (exceeds(max, using)) this.#host.note('upscale_requested', reason);
    this.#step({ kind: 'upscale_requested', cpu: false, memory: true });
  }

  #look(): void {
    if (this.#migration.underWay) return;
    const { now, scenario } = this.#context;
    const { policy, values } = this.#choice;
    const decision = policy.look(
      this.#policyState,
      {
        now_seconds: now,
        epoch_seconds: scenario.start_epoch_seconds + now,
        ...this.#host.metrics(),
        working_set_pages: this.#workingSet,
      },
      values,
      this.#sizing,
    );
    this.#policyState = decision.state;
    this.#reason = decision.reason;
    this.#step({ kind: 'goal', goal: decision.detail ?? this.#goalOf(decision.goal_cu) });
  }

  /** A policy's size as a goal; rounding must not ask for a unit more. */
  #goalOf(goal_cu: number): ScalingGoal {
    if (!(goal_cu >= 0 && goal_cu < Number.POSITIVE_INFINITY)) {
      this.#context.broken(
        `policy ${this.#choice.policy.name} wants a size that is a number of 0 or more`,
        String(goal_cu),
        'metrics',
      );
    }
    return plainGoal(Math.ceil(unitsOf(goal_cu, this.#agent.unit) - 1e-9));
  }

  #step(event: ScalingEvent | undefined): void {
    const { now } = this.#context;
    const step = advance(this.#state, now, event, this.#agent);
    this.#state = step.state;
    this.#blocked = step.blocked;
    this.#carryOut(step);
  }

  #carryOut({ actions, wait_until }: ScalingStep): void {
    const { calendar } = this.#context;
    const { now } = calendar;
    if (actions.scheduler !== undefined) {
      this.#schedulerEvent = calendar.schedule(now + this.#callLatency(), SCHEDULER_ANSWER, this.#index);
    }
    if (actions.hypervisor !== undefined) {
      this.#resizeEvent = calendar.schedule(now + this.#resizeLatency(), RESIZED, this.#index);
    }
    if (actions.monitor_upscale !== undefined || actions.monitor_downscale !== undefined) {
      this.#monitorEvent = calendar.schedule(now + this.#callLatency(), MONITOR_ANSWER, this.#index);
    }
    if (this.#migration.underWay || wait_until === Number.POSITIVE_INFINITY) {
      if (this.#tickEvent !== NONE) calendar.cancel(this.#tickEvent);
      this.#tickEvent = NONE;
    } else if (this.#tickEvent === NONE) {
      this.#tickEvent = calendar.schedule(wait_until, SCALING_TICK, this.#index);
    } else calendar.reschedule(this.#tickEvent, wait_until);
  }

  /** Asks the monitor to give memory up. */
  #askMonitor(ram_bytes: number): void {
    const verdict = this.#host.monitorAsked(ram_bytes);
    if (verdict.result === 'approved') {
      this.#denied_bytes = 0;
      this.#step({ kind: 'monitor_approved' });
    } else if (verdict.result === 'failed') this.#step({ kind: 'monitor_failed' });
    else {
      this.#counts.downscales_denied += 1;
      // The same denial repeats every few seconds: the log is told once.
      if (this.#denied_bytes !== ram_bytes) this.#host.note('downscale_denied', verdict.reason);
      this.#denied_bytes = ram_bytes;
      this.#step({ kind: 'monitor_denied' });
    }
  }

  /**
   * Whether a fault keeps the scheduler from granting a request. The agent repeats it every few seconds; the log
   * is told once of each size that is denied.
   */
  #obstructed(target: Resources, using: Resources): boolean {
    const { obstacle } = this.#host;
    const more = exceeds(target, using);
    if (obstacle === 'none' || (obstacle === 'permits_denied' && !more)) {
      if (more) this.#unpermitted = 0;
      return false;
    }
    const why = obstacle === 'calls_fail' ? 'the scheduler does not answer' : 'the node refuses more';
    if (more) {
      if (obstacle === 'permits_denied') this.#counts.permits_denied += 1;
      if (this.#unpermitted !== target.milli_cpu) {
        this.#host.note('permit_denied', `${why}: no ${target.milli_cpu / 1000} CU`);
      }
      this.#unpermitted = target.milli_cpu;
    }
    this.#step(
      obstacle === 'calls_fail' ? { kind: 'scheduler_failed' } : { kind: 'scheduler_granted', permit: using },
    );
    return true;
  }

  /** The host is full: no permit, and a live migration, during which nothing scales. */
  #refuse(target: Resources): void {
    this.#counts.permits_denied += 1;
    this.#host.note('permit_denied', `the host has no room for ${target.milli_cpu / 1000} CU`);
    this.#migration.begin();
  }
}

/** Units that a size has; sizes are multiples of a quarter of a CU. */
function unitsOf(cu: number, unit: Resources): number {
  return (cu * 1000) / unit.milli_cpu;
}

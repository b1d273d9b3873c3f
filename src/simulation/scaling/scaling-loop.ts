import { advance, hasNoActions, type ScalingStep } from '../../compute/agent/advance.js';
import type { ScalingGoal } from '../../compute/agent/goal.js';
import { equal, exceeds, multiply, unitsOf } from '../../compute/agent/resources.js';
import type { ScalingEvent } from '../../compute/agent/scaling-event.js';
import { initialScalingState, type ScalingState } from '../../compute/agent/scaling-state.js';
import type { SizeContext } from '../../compute/policy/interface/size-policy.js';
import type { Compute } from '../lifecycle/compute.js';
import { ComputePart } from '../run/compute-part.js';
import {
  LFC_METRICS,
  METRICS,
  MONITOR_ANSWER,
  RESIZED,
  SCALING_TICK,
  SCHEDULER_ANSWER,
} from '../run/event-kind.js';
import type { ScalingCounts, ScalingExplanation } from '../run/observation.js';
import type { EventHandlers, RunContext } from '../run/run-context.js';
import { LiveMigration } from './live-migration.js';
import { PermitAnswers } from './permit-answers.js';
import { RepeatedRequests } from './repeated-requests.js';
import { type RestingLoop, ScalingLooks } from './scaling-looks.js';

/**
 * The autoscaler's agent on one running compute: evaluates metrics, lets the policy decide, and carries decisions out
 * through scheduler, hypervisor and the monitor inside the guest, each with a response time.
 *
 * The agent's core decides which requests to make and when; this class supplies the time and the answers.
 */
export class ScalingLoop extends ComputePart {
  readonly #counts = { upscales_requested: 0, downscales_denied: 0 };
  readonly looks = new ScalingLooks(this.context, this.compute);
  readonly migration = new LiveMigration(this.context, this.compute);
  readonly #delay = this.context.computeStream(this.compute.name, 'autoscaler-delay');
  readonly #callLatency = this.drawsOf(
    this.context.scenario.model.scaling_call_latency,
    'scaling-call-latency',
  );
  readonly #resizeLatency = this.drawsOf(this.context.scenario.model.resize_latency, 'resize-latency');
  readonly #permits = new PermitAnswers(this.context, this.compute);
  /** Scheduled actions and pending answers. */
  readonly #alarms = {
    metrics: this.alarmOf(METRICS),
    lfc: this.alarmOf(LFC_METRICS),
    tick: this.alarmOf(SCALING_TICK),
    scheduler: this.alarmOf(SCHEDULER_ANSWER),
    resize: this.alarmOf(RESIZED),
    monitor: this.alarmOf(MONITOR_ANSWER),
  };
  readonly #requests: RepeatedRequests;
  #running = false;
  #state!: ScalingState;
  #blocked: readonly string[] = [];
  /** Time until which another step would have no effect, unless an event happens or the goal changes. */
  #settledUntil = Number.NEGATIVE_INFINITY;
  /** The last denial that was logged. */
  #denied_bytes = 0;

  constructor(context: RunContext, compute: Compute) {
    super(context, compute);
    this.#requests = new RepeatedRequests(context, compute, this.#alarms, this.#callLatency);
  }

  /** Event counts so far. */
  get counts(): ScalingCounts {
    return { ...this.#counts, permits_denied: this.#permits.denied, migrations: this.migration.count };
  }

  /** The current decision with its inputs; `undefined` while the loop is stopped. */
  get explanation(): ScalingExplanation | undefined {
    if (!this.#running) return undefined;
    const { units, winner, parts: first } = this.#state.goal;
    const parts = this.looks.parts ?? first;
    const unit_cu = this.context.agent.unit.milli_cpu / 1000;
    const inCu = (goal: number | undefined) => (goal === undefined ? undefined : goal * unit_cu);
    return {
      goal_cpu_cu: inCu(parts.cpu),
      goal_memory_cu: inCu(parts.memory),
      goal_lfc_cu: inCu(parts.lfc),
      goal_cu: units * unit_cu,
      won_by: winner ?? this.looks.policy,
      blocked: this.#blocked.join('; '),
    };
  }

  /** The compute has begun to run, at its minimum. */
  start(sizing: Omit<SizeContext, 'agent'>): void {
    const { metrics_interval, lfc_metrics_interval, metrics_fetch_latency } = this.context.scenario.model;
    const { unit } = this.context.agent;
    const min = multiply(unit, unitsOf(sizing.min_cu, unit));
    const max = multiply(unit, unitsOf(sizing.max_cu, unit));
    this.#running = true;
    this.#state = initialScalingState({ using: min, min, max }, this.context.agent);
    this.looks.start({ ...sizing, agent: this.context.agent });
    this.#denied_bytes = 0;
    this.#permits.start();
    const delay = this.#delay.uniform();
    this.#alarms.metrics.after(delay * metrics_interval + metrics_fetch_latency);
    if (this.context.agent.scaling.enable_lfc_metrics) {
      this.#alarms.lfc.after(delay * lfc_metrics_interval + metrics_fetch_latency);
    }
    // The monitor connects within one call; until then no memory is released.
    this.#alarms.monitor.after(this.#callLatency());
    this.#step(undefined);
  }

  /** The compute has stopped. */
  stop(): void {
    if (!this.#running) return;
    this.#running = false;
    this.#state = this.#requests.makeUp(this.#state, this.context.now);
    for (const alarm of Object.values(this.#alarms)) alarm.off();
    this.migration.stop();
    this.#blocked = [];
  }

  /** Handles {@link METRICS}. */
  metrics(): void {
    this.#alarms.metrics.after(this.context.periods.system_seconds);
    if (!this.migration.underWay) this.#seeGoal(this.looks.look(this.context.now));
  }

  lfcMetrics(): void {
    this.#alarms.lfc.after(this.context.periods.lfc_seconds);
    this.looks.fetch();
  }

  /** Whether the loop has no effect as long as no evaluation requests more than the minimum. */
  get rests(): boolean {
    return this.#requests.isSkipping && equal(this.#state.compute.using, this.#state.compute.min);
  }

  get least_units(): number {
    const { min } = this.#state.compute;
    return min.milli_cpu / this.context.agent.unit.milli_cpu;
  }

  /** Cancels scheduled actions. @returns when they were due */
  sleep(): RestingLoop {
    const { metrics, lfc } = this.#alarms;
    const resting = { metrics: metrics.time, lfc: lfc.time };
    metrics.off();
    lfc.off();
    return resting;
  }

  /** Catches up on an evaluation, and on the fetches of the working set before it. */
  makeUpLook(resting: RestingLoop, at: number): void {
    this.looks.makeUpFetches(resting, at);
    this.#keep(this.looks.look(at));
  }

  /** Catches up on all other actions due before now, and schedules the next ones. */
  wake(resting: RestingLoop): void {
    const { metrics, lfc } = this.#alarms;
    this.looks.makeUpFetches(resting, this.context.now);
    metrics.at(resting.metrics);
    if (resting.lfc < Number.POSITIVE_INFINITY) lfc.at(resting.lfc);
  }

  /** Handles {@link SCALING_TICK}. */
  tick(): void {
    this.#alarms.tick.fired();
    if (!this.migration.underWay) this.#step(undefined);
  }

  schedulerAnswers(): void {
    if (this.migration.delays(this.#alarms.scheduler)) return;
    this.#alarms.scheduler.fired();
    const { target } = this.#state.scheduler.last_request!;
    this.#step(this.#permits.answer(target, this.#state.compute.using));
  }

  /** Handles {@link RESIZED}. */
  hypervisorAnswers(): void {
    if (this.migration.delays(this.#alarms.resize)) return;
    this.#alarms.resize.fired();
    if (this.compute.faults.scaling === 'calls_fail') {
      this.#step({ kind: 'hypervisor_failed' });
      return;
    }
    this.compute.size.resized(this.#state.hypervisor.in_flight!);
    this.#step({ kind: 'hypervisor_done' });
  }

  monitorAnswers(): void {
    if (this.migration.delays(this.#alarms.monitor)) return;
    this.#alarms.monitor.fired();
    const request = this.#state.monitor.in_flight;
    if (request === undefined) {
      this.#step({ kind: 'monitor_connected' });
    } else if (request.kind === 'upscale') {
      this.compute.size.notifyMonitor(request.target.memory_bytes);
      this.#step({ kind: 'monitor_approved' });
    } else this.#askMonitor(request.target.memory_bytes);
  }

  migrationContinues(): void {
    if (this.migration.advance()) this.#step(undefined);
  }

  /** The monitor requests more memory on its initiative. */
  requestUpscale(reason: string): void {
    // Without a connection the request cannot be sent.
    if (this.migration.underWay || this.#state.monitor.approved === undefined) return;
    const { using, max } = this.#state.compute;
    this.#counts.upscales_requested += 1;
    if (exceeds(max, using)) this.#note('upscale_requested', reason);
    this.#step({ kind: 'upscale_requested', cpu: false, memory: true });
  }

  /** Makes a step with a goal, if it can have an effect: most evaluations see the same goal in the same state. */
  #seeGoal(goal: ScalingGoal): void {
    const { goal: before } = this.#state;
    const same = goal.units === before.units && goal.has_all_metrics === before.has_all_metrics;
    const { isSkipping: leftOut } = this.#requests;
    if (!same || (!leftOut && this.context.now >= this.#settledUntil)) {
      this.#step({ kind: 'goal', goal });
      return;
    }
    this.#keep(goal);
    if (leftOut) return;
    // As in a step: at equal times the evaluation precedes the tick.
    const { tick } = this.#alarms;
    if (tick.set) tick.at(tick.time);
  }

  #keep(goal: ScalingGoal): void {
    const { compute, scheduler, hypervisor, monitor, system_metrics, lfc_metrics } = this.#state;
    this.#state = { compute, scheduler, hypervisor, monitor, system_metrics, lfc_metrics, goal };
  }

  #step(event: ScalingEvent | undefined): void {
    const { now } = this.context;
    const before = this.#requests.makeUp(this.#state, now);
    const step = advance(before, now, event, this.context.agent);
    this.#state = step.state;
    this.#blocked = step.blocked;
    this.#carryOut(step);
    const nothing = hasNoActions(step.actions);
    this.#settledUntil = nothing
      ? Math.min(step.wait_until, step.desired.denial_lapses_at ?? Number.POSITIVE_INFINITY)
      : Number.NEGATIVE_INFINITY;
    if (nothing) this.#requests.after(step, now);
  }

  #carryOut({ actions, wait_until }: ScalingStep): void {
    const { scheduler, resize, monitor, tick } = this.#alarms;
    if (actions.scheduler !== undefined) scheduler.after(this.#callLatency());
    if (actions.hypervisor !== undefined) resize.after(this.#resizeLatency());
    if (actions.monitor_upscale !== undefined || actions.monitor_downscale !== undefined) {
      monitor.after(this.#callLatency());
    }
    if (this.migration.underWay || wait_until === Number.POSITIVE_INFINITY) tick.off();
    else tick.at(wait_until);
  }

  #note(decision: 'upscale_requested' | 'downscale_denied', reason: string): void {
    this.compute.decisions.add(decision, this.compute.cu, reason);
  }

  #askMonitor(ram_bytes: number): void {
    const verdict = this.compute.size.requestRelease(ram_bytes);
    if (verdict.result === 'approved') {
      this.#denied_bytes = 0;
      this.#step({ kind: 'monitor_approved' });
    } else if (verdict.result === 'failed') this.#step({ kind: 'monitor_failed' });
    else {
      this.#counts.downscales_denied += 1;
      // The same denial repeats every few seconds: it is logged once.
      if (this.#denied_bytes !== ram_bytes) this.#note('downscale_denied', verdict.reason);
      this.#denied_bytes = ram_bytes;
      this.#step({ kind: 'monitor_denied' });
    }
  }
}

export const SCALING_EVENTS: EventHandlers = {
  [METRICS]: ({ computes }, compute) => {
    const { size } = computes[compute]!;
    size.loop.metrics();
    size.evaluated();
  },
  [LFC_METRICS]: ({ computes }, compute) => computes[compute]!.size.loop.lfcMetrics(),
  [SCALING_TICK]: ({ computes }, compute) => computes[compute]!.size.loop.tick(),
  [SCHEDULER_ANSWER]: ({ computes }, compute) => computes[compute]!.size.loop.schedulerAnswers(),
  [RESIZED]: ({ computes }, compute) => computes[compute]!.size.loop.hypervisorAnswers(),
  [MONITOR_ANSWER]: ({ computes }, compute) => computes[compute]!.size.loop.monitorAnswers(),
};

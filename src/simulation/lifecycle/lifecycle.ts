import { startsOnConnect } from '../../compute/lifecycle/compute-state.js';
import { ZERO } from '../../kernel/zero.js';
import { CrashLoops } from '../record/crash-loops.js';
import type { DisruptionCause } from '../record/kept-disruptions.js';
import { ComputePart } from '../run/compute-part.js';
import { STARTED } from '../run/event-kind.js';
import type { EventHandlers } from '../run/run-context.js';
import { WakeDuration } from './wake-duration.js';

/**
 * A killed server takes at least this long to recover, even if `restart_latency` is 0: otherwise a compute too
 * small for its connections would be killed endlessly within one instant. Source: a local PostgreSQL's restart takes
 * 0.1 s, `docs/validation.md`.
 */
const MIN_RECOVERY_SECONDS = 0.1;

/**
 * The starts and stops of one compute: wakes, suspends, restarts and crashes, how long each takes, and its effect on
 * clients.
 */
export class Lifecycle extends ComputePart {
  readonly wakeDuration = new WakeDuration(this.context, this.compute);
  readonly crashLoops = new CrashLoops();
  suspends = 0;
  restarts = 0;
  /** Restarts because the kernel killed Postgres; included in {@link restarts}. */
  outOfMemory = 0;
  /** Number of times all connections were cut: one opened in an earlier epoch is gone. */
  epoch = 0;
  /** Whether the last stop was a kill by the kernel. */
  ranOutOfMemory = false;
  /** Whether the compute has crashed and its start has not begun: it does not answer. */
  crashed = false;
  readonly #start = this.alarmOf(STARTED);
  readonly #restartLatency = this.drawsOf(this.context.scenario.model.restart_latency, 'restart-latency');
  readonly #crashLatency = this.drawsOf(this.context.scenario.model.restart_latency, 'crash-restart-latency');
  /** When a server with sessions, which end one after another, shut down last, and when the last of them ends. */
  #ending = { from: 0, until: 0 };
  /** The kind of the start under way. */
  #kind: 'asked' | 'unasked' | 'restart' = 'asked';
  /** Whether the machine keeps running during the start under way, and is billed. */
  #keepsMachine = false;
  #wakeBegan = ZERO;
  #idleBegan = ZERO;
  /** Why sessions were cut last. */
  #cutCause: DisruptionCause = 'restart';

  /** Puts the compute into its initial state, at time 0. */
  begin(): void {
    const { initial_state: initial } = this.specification;
    const { decisions, suspension, admission, activeLimit } = this.compute;
    if (initial === 'active') {
      this.#activate();
      decisions.add('active', 0, 'running when the scenario begins');
      suspension.idle('started');
      activeLimit?.changed();
      admission.updateAvailability();
    }
    if (initial === 'init') {
      this.#planStart(this.wakeDuration.draw(0));
      decisions.add('start', 0, 'created; starting');
    }
  }

  /** A suspended compute begins to start. @param cause why, one of {@link Compute.causes} */
  wake(decision: 'wake' | 'start' | 'resume', reason: string, cause: number): void {
    const { now } = this.context;
    const { meters, clock, decisions, causes, activeLimit } = this.compute;
    this.#kind = decision === 'resume' ? 'unasked' : 'asked';
    meters.wakes += 1;
    causes.countWake(cause);
    this.#wakeBegan = now;
    clock.enter(now, 'starting');
    this.#planStart(this.wakeDuration.draw(now - this.#idleBegan));
    decisions.add(decision, 0, reason, causes.here.nameOf(cause));
    activeLimit?.changed();
  }

  /** Handles a resume that the suspension policy has scheduled. */
  resume(): void {
    const { faults, suspension, admission, causes, state } = this.compute;
    const possible = faults.startBlock === undefined && !faults.lost;
    suspension.resumed(possible);
    if (startsOnConnect(state) && !admission.barred && possible) {
      this.wake('resume', suspension.resumeReason, causes.here.ofPlatform('suspend_policy'));
    }
  }

  /** Handles {@link STARTED}: the compute runs, and waiting callers are admitted. */
  started(): void {
    const { state, meters, decisions, disruptions, admission, causes, suspension } = this.compute;
    this.#start.fired();
    // The first start of a compute that has just been created is not a wake.
    if (state === 'starting') meters.wakeLatency.add(this.context.now - this.#wakeBegan);
    this.#activate();
    disruptions.reopened();
    const [decision, word] =
      state === 'restarting' ? (['restarted', 'restarted'] as const) : (['active', 'running'] as const);
    const { asking } = admission.proxy;
    decisions.add(
      decision,
      0,
      `${word} at the minimum size with a cold cache; let in: ${asking}`,
      causes.holder_name,
    );
    admission.settle();
    admission.updateAvailability();
    if (!suspension.hasActivity) suspension.idle('started');
  }

  /** Applies new settings to a start in progress, or after a crash. */
  resize(): void {
    if (this.#start.set || this.crashed) this.compute.size.start(this.compute.settings, this.#keepsMachine);
  }

  /** The start after a crash begins, if there was a crash. */
  startAfterCrash(): void {
    if (this.crashed) this.#planStart(this.#crashLatency());
  }

  #planStart(seconds: number): void {
    this.crashed = false;
    this.#start.after(seconds);
    this.compute.size.start(this.compute.settings, this.#keepsMachine);
  }

  #cancelStart(): void {
    this.#start.off();
    this.crashed = false;
    this.#keepsMachine = false;
  }

  #activate(): void {
    const { prewarm } = this.context.scenario.model;
    const { background, causes, clock, fidelity, suspension, size } = this.compute;
    clock.enter(this.context.now, 'active');
    causes.setRunning(true);
    background.started();
    suspension.started(this.#kind === 'unasked');
    size.activate(
      this.compute.settings,
      prewarm === 'always' || (prewarm === 'restarts' && this.#kind === 'restart'),
    );
    fidelity?.started();
    this.#kind = 'asked';
    this.#keepsMachine = false;
  }

  /** Share of the sessions cut last that have not ended yet. */
  get endingShare(): number {
    const { now } = this.context;
    const { from, until } = this.#ending;
    return this.compute.state === 'active' || now >= until ? 0 : (until - now) / (until - from);
  }

  /** A query is sent to a session that is about to end: it will fail with 57P01. */
  cutEndingSession(query: number): void {
    const { load, weight } = this.context.queries;
    const { causes, disruptions } = this.compute;
    causes.counts.countCut(load[query]!, this.#cutCause, weight[query]!);
    disruptions.countLateCut();
  }

  suspendIdle(reason: string): void {
    // No query ran, but clients may have waited in the pooler's queue for a slot that idle sessions held.
    this.#fail(this.#suspend(reason, 'suspend'), '57P01', 'suspend');
  }

  /** Suspends at once: running queries are cut. */
  suspendNow(reason: string): void {
    const { admission, state } = this.compute;
    if (state === 'idle') return;
    this.suspendIdle(reason);
    if (admission.barred) admission.settle();
    else admission.wakeForWaiting();
    admission.updateAvailability();
  }

  /** Handles `OUT_OF_MEMORY`: the kernel kills Postgres, which restarts; everything that ran has failed. */
  kill(): void {
    const { memory, decisions, cu, clock } = this.compute;
    if (!memory.exceedsRam()) return;
    this.outOfMemory += 1;
    this.crashLoops.killed(this.context.now, clock.since);
    const { allocated_bytes, ram_bytes } = memory;
    const [used, ram] = [allocated_bytes, ram_bytes].map((bytes) => Math.round(bytes / 1_048_576));
    decisions.add('out_of_memory', cu, `${used} MiB allocated on a machine of ${ram} MiB`);
    this.restart('killed because memory ran out', '57P02', 'out_of_memory');
  }

  /** The machine is lost: an active compute restarts, a starting one begins to start again, both later. */
  crash(reason: string): void {
    const { state } = this.compute;
    if (state === 'active') this.restart(reason, '08006', 'crash');
    else if (state !== 'idle') this.#noteCrash();
  }

  /** The zone is lost: running and starting computes stop, and no caller is admitted. */
  loseZone(): void {
    const { state, admission, disruptions } = this.compute;
    if (state === 'idle') disruptions.begin('zone_loss', 0);
    else this.#fail(this.#suspend('the zone is lost', 'zone_loss'), '08006', 'zone_loss');
    admission.settle();
  }

  /** The crash has not been noticed yet: the compute will start, but not now. The start is billed from here on. */
  #noteCrash(): void {
    this.#cancelStart();
    this.crashed = true;
    this.compute.size.start(this.compute.settings, false);
  }

  /** An active compute restarts. @param error SQLSTATE of the queries that are cut */
  restart(reason: string, error: string, cause: DisruptionCause): void {
    const { cu, decisions } = this.compute;
    const stopped = this.#stop('restarting', cause);
    this.restarts += 1;
    this.#kind = 'restart';
    if (cause === 'crash') this.#noteCrash();
    else {
      // The kernel kills Postgres: the machine itself keeps running.
      this.#keepsMachine = cause === 'out_of_memory';
      const seconds = this.#restartLatency();
      this.#planStart(this.#keepsMachine ? Math.max(MIN_RECOVERY_SECONDS, seconds) : seconds);
    }
    decisions.add('restart', cu, reason);
    this.#cut(cause);
    this.#fail(stopped, error, cause);
  }

  #suspend(reason: string, cause: DisruptionCause): readonly number[] {
    const { cu, decisions, causes } = this.compute;
    const stopped = this.#stop('idle', cause);
    this.suspends += 1;
    this.#idleBegan = this.context.now;
    decisions.add('suspend', cu, reason, causes.holder_name);
    this.#cut(cause);
    return stopped;
  }

  /** Stops the compute: connections are cut, work is aborted. @returns the queries that were being worked on */
  #stop(into: 'idle' | 'restarting', cause: DisruptionCause): readonly number[] {
    const { now } = this.context;
    const { admission, background, causes, suspension, service, slots, clock, size } = this.compute;
    const { disruptions, activeLimit } = this.compute;
    background.stopped();
    this.ranOutOfMemory = cause === 'out_of_memory';
    if (!this.ranOutOfMemory) this.crashLoops.interrupted();
    this.#cancelStart();
    suspension.stopped(cause === 'suspend');
    disruptions.begin(cause, slots.open);
    this.#cutCause = cause;
    const ending = cause === 'restart' || cause === 'suspend' ? slots.open : 0;
    this.#ending = { from: now, until: now + ending * this.context.scenario.model.session_end_latency };
    const stopped = service.stop();
    this.epoch += 1;
    clock.enter(now, into);
    causes.setRunning(false);
    size.stop();
    activeLimit?.changed();
    admission.updateAvailability();
    return stopped;
  }

  /** Everything that kept the compute awake is gone with its connections. */
  #cut(cause: DisruptionCause): void {
    const { causes, fidelity, admission } = this.compute;
    causes.cut(cause);
    fidelity?.reset();
    admission.proxy.stopped?.();
  }

  #fail(stopped: readonly number[], error: string, cause: DisruptionCause): void {
    const { load, opening, weight } = this.context.queries;
    const { causes, service } = this.compute;
    for (const query of stopped) {
      if (opening[query] === 0) causes.counts.countCut(load[query]!, cause, weight[query]!);
      service.fail(query, error);
    }
  }
}

export const LIFECYCLE_EVENTS: EventHandlers = {
  [STARTED]: ({ computes }, compute) => computes[compute]!.lifecycle.started(),
};

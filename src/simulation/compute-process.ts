import type { ComputeState } from '../compute/lifecycle.js';
import { maxConnections } from '../compute/size.js';
import { type Draw, sampler } from '../kernel/sampler.js';
import type { ComputeSpecification, ComputeUpdate } from '../scenario/scenario.js';
import type { CacheTables } from './cache-tables.js';
import { ComputeSize, type SizeLimits } from './compute-size.js';
import { ConnectionSlots } from './connection-slots.js';
import { DecisionLog } from './decision-log.js';
import { STARTED } from './event-kind.js';
import { FileCache } from './file-cache.js';
import { GuestMemory } from './guest-memory.js';
import { HeldCallers } from './held-callers.js';
import type { ScalingExplanation } from './observation.js';
import type { ProjectQuota } from './project-quota.js';
import type { QueryExecution } from './query-execution.js';
import { QueryMeters } from './query-meters.js';
import { QueryService } from './query-service.js';
import { NONE, Stage } from './query-table.js';
import type { RunContext } from './run-context.js';
import { StateClock } from './state-clock.js';
import { Suspension } from './suspension.js';
import { WakeDuration } from './wake-duration.js';

/** The settings of a compute that the management API can change. */
type Settings = Required<ComputeUpdate>;

/**
 * One compute in a run: its lifecycle (idle, starting, active, restarting), its size, and what its clients
 * meet in each state.
 */
export class ComputeProcess {
  readonly name: string;
  readonly meters = new QueryMeters();
  readonly slots = new ConnectionSlots(0);
  readonly clock: StateClock;
  readonly service: QueryService;
  readonly suspension: Suspension;
  readonly size: ComputeSize;
  readonly cache: FileCache;
  readonly memory: GuestMemory;
  readonly decisions: DecisionLog;
  suspends = 0;
  restarts = 0;
  /** Restarts because the kernel killed for want of memory, which are among the restarts. */
  outOfMemory = 0;
  /** Counts the times all connections were cut: one opened in an earlier epoch is gone. */
  epoch = 0;
  readonly #context: RunContext;
  readonly #index: number;
  readonly #quota: ProjectQuota;
  readonly #held: HeldCallers;
  readonly #wakeDuration: WakeDuration;
  readonly #restartLatency: Draw;
  #settings: Settings;
  #startEvent = NONE;
  #wakeBegan = 0;
  #idleBegan = 0;
  /** What the start under way is. */
  #starting: 'asked' | 'unasked' | 'restart' = 'asked';

  constructor(
    context: RunContext,
    index: number,
    specification: ComputeSpecification,
    quota: ProjectQuota,
    cacheTables: CacheTables,
  ) {
    const { model } = context.scenario;
    const { name } = specification;
    this.#context = context;
    this.#index = index;
    this.#quota = quota;
    this.#settings = specification;
    this.name = name;
    this.clock = new StateClock(specification.initial_state === 'init' ? 'init' : 'idle');
    this.decisions = new DecisionLog(context, this);
    this.#held = new HeldCallers(context, this.meters);
    this.cache = new FileCache(context, index, name, cacheTables, this.meters);
    this.memory = new GuestMemory(context, index, cacheTables.working_set_bytes);
    this.service = new QueryService(context, this, {
      index,
      name,
      cache: this.cache,
      memory: this.memory,
      cu: specification.autoscaling_limit_min_cu,
      max_cu: specification.autoscaling_limit_max_cu,
    });
    this.size = new ComputeSize(context, specification, {
      index,
      name,
      execution: this.execution,
      cache: this.cache,
      memory: this.memory,
      quota,
      decide: (decision, before, reason) => this.decisions.add(decision, before, reason),
    });
    this.#wakeDuration = new WakeDuration(context, name);
    this.#restartLatency = sampler(model.restart_latency, context.stream(name, 'restart-latency'));
    this.suspension = new Suspension(context, index, specification);
    this.#applyLimits();
  }

  /** Puts the compute into its initial state, at time 0. */
  begin(initial: ComputeSpecification['initial_state']): void {
    if (initial === 'active') {
      this.#activate();
      this.decisions.add('active', 0, 'running when the scenario begins');
      this.suspension.idle('started');
      this.availabilityChanged();
    }
    if (initial === 'init') {
      this.#planStart(this.#wakeDuration.draw(0));
      this.decisions.add('start', 0, 'created; starting');
    }
  }

  get state(): ComputeState {
    return this.clock.state;
  }

  /** The present size; 0 unless active. */
  get cu(): number {
    return this.size.cu;
  }

  get load_average_1m(): number {
    return this.size.load.load_average_1m;
  }

  get load_average_5m(): number {
    return this.size.load.load_average_5m;
  }

  /** The autoscaler's present decision; `undefined` while it stands still. */
  get scaling(): ScalingExplanation | undefined {
    return this.size.loop.explanation;
  }

  /** Queries on CPU. */
  get running(): number {
    return this.execution.running;
  }

  get connections(): number {
    return this.slots.open;
  }

  get execution(): QueryExecution {
    return this.service.execution;
  }

  get limits(): SizeLimits {
    const { autoscaling_limit_min_cu, autoscaling_limit_max_cu } = this.#settings;
    return { min_cu: autoscaling_limit_min_cu, max_cu: autoscaling_limit_max_cu };
  }

  /** Counts the arrival of a query, before its client does anything about it. */
  arrive(query: number): void {
    this.meters.arrived += 1;
    const { state } = this.clock;
    if (state === 'active') return;
    if (state === 'idle') this.meters.foundIdle += 1;
    if (!this.#quota.exhausted) this.#held.markDelayed(query);
  }

  /** A client wants a connection for its query. */
  connect(query: number): void {
    if (this.clock.state === 'active') {
      this.#held.settleDelay(query, this.clock.since);
      this.service.admit(query);
    } else if (this.#quota.exhausted) {
      this.refuse(query, 'XX000', 'compute time quota exceeded');
    } else {
      this.#held.hold(query);
      this.suspension.busy(false);
      if (this.clock.state === 'idle') this.#wake('wake', 'a client connects');
      this.availabilityChanged();
    }
  }

  /** A client sends a query over a connection that is open. */
  run(query: number): void {
    this.#held.settleDelay(query, this.clock.since);
    this.service.start(query);
  }

  /** Handles the end of a wait that a query has a limit for. */
  giveUpWaiting(query: number): void {
    const { queries } = this.#context;
    queries.timeout[query] = NONE;
    const held = queries.stage[query] === Stage.held;
    if (held) this.#held.abandon(query);
    else this.service.pooler.abandon(query);
    this.availabilityChanged();
    this.service.fail(query, held ? 'connect_timeout' : 'query_wait_timeout');
  }

  /** Refuses an attempt: counts and logs it, and tells the client. */
  refuse(query: number, error: string, words: string): void {
    this.meters.refused += 1;
    this.decisions.refuse(`${error} ${words}`);
    this.service.fail(query, error);
  }

  /** There is no work left: the idle timeout begins to count. */
  becameIdle(): void {
    if (this.clock.state === 'active') this.suspension.idle('work_done');
  }

  /** There is work again. */
  becameBusy(): void {
    this.suspension.busy(true);
  }

  /** Takes note of whether a new connection would be refused, or held while somebody waits. */
  availabilityChanged(): void {
    const { state } = this.clock;
    const unavailable =
      this.#quota.exhausted ||
      (state === 'active' ? this.slots.full : state !== 'idle' && this.#held.count > 0);
    this.clock.setUnavailable(this.#context.now, unavailable);
  }

  /** Handles the end of a wake or restart: the compute runs, and those who waited are let in. */
  started(): void {
    this.#startEvent = NONE;
    const { state } = this.clock;
    const restarted = state === 'restarting';
    // The first start of a compute that has just been created is no wake.
    if (state === 'starting') this.meters.wakeLatency.add(this.#context.now - this.#wakeBegan);
    this.#activate();
    this.decisions.add(
      restarted ? 'restarted' : 'active',
      0,
      `${restarted ? 'restarted' : 'running'} at the minimum size with a cold cache; let in: ${this.#held.count}`,
    );
    while (this.#held.count > 0) this.connect(this.#held.next());
    this.availabilityChanged();
    if (this.execution.busy === 0) this.suspension.idle('started');
  }

  /** Handles a suspend check. */
  suspendCheck(): void {
    const { timer } = this.suspension;
    const { idleSince } = timer;
    if (!timer.check(this.execution.busy > 0)) return;
    const cut = this.#suspend(this.suspension.reason(idleSince));
    // Nothing ran, but clients may have been in the pooler's line for a slot that idle sessions held.
    for (const query of cut) this.service.fail(query, '57P01');
  }

  /** Handles a resume that the suspension policy has planned. */
  resume(): void {
    this.suspension.resumed();
    if (this.clock.state !== 'idle' || this.#quota.exhausted) return;
    this.#wake('resume', this.suspension.resumeReason);
  }

  /** Handles the kernel's killer: Postgres restarts, and everything that ran has failed. */
  killed(): void {
    if (!this.memory.kills()) return;
    this.outOfMemory += 1;
    const { allocated_bytes, ram_bytes } = this.memory;
    const [used, ram] = [allocated_bytes, ram_bytes].map((bytes) => Math.round(bytes / 1_048_576));
    this.decisions.add('out_of_memory', this.cu, `${used} MiB allocated on a machine of ${ram} MiB`);
    this.#restart('killed for want of memory', '57P02');
  }

  /** The management API's start call. */
  startCall(): void {
    if (this.clock.state === 'idle' && !this.#quota.exhausted) this.#wake('start', 'start call');
  }

  /** The management API's suspend call, or the platform's own decision: running queries are cut. */
  suspendNow(reason: string): void {
    if (this.#isIdle()) return;
    const stopped = this.#suspend(reason);
    for (const query of stopped) this.service.fail(query, '57P01');
    if (this.#quota.exhausted) {
      while (this.#held.count > 0) this.connect(this.#held.next());
    } else if (this.#held.count > 0 && this.#isIdle()) {
      this.#wake('wake', `${this.#held.count} callers are waiting`);
    }
    this.availabilityChanged();
  }

  /** The management API's restart call: only an active compute restarts. */
  restart(reason: string): void {
    const before = this.cu;
    if (this.clock.state !== 'active') {
      this.decisions.add(
        'restart',
        before,
        `refused: only an active compute restarts, not one that is ${this.clock.state}`,
      );
      return;
    }
    this.#restart(reason, '57P01');
  }

  /** The management API's update call: another size or other limits restart an active compute. */
  update(set: ComputeUpdate): void {
    const before = this.#settings;
    const after = { ...before, ...set };
    const changes = (
      ['autoscaling_limit_min_cu', 'autoscaling_limit_max_cu', 'suspend_timeout_seconds'] as const
    )
      .filter((name) => after[name] !== before[name])
      .map((name) => `${name} ${before[name]} to ${after[name]}`);
    this.decisions.add('update', this.cu, changes.length === 0 ? 'nothing changes' : changes.join(', '));
    if (changes.length === 0) return;
    this.#settings = after;
    const resized =
      after.autoscaling_limit_min_cu !== before.autoscaling_limit_min_cu ||
      after.autoscaling_limit_max_cu !== before.autoscaling_limit_max_cu;
    if (resized && this.clock.state === 'active') this.restart('autoscaling limits or size edited');
    if (resized) this.#applyLimits();
    if (this.#startEvent !== NONE) this.size.start(this.limits);
    const idle = this.clock.state === 'active' && this.execution.busy === 0;
    this.suspension.update(after, set, idle);
  }

  /** The project's CU-hours are used up, or a new month has renewed them. */
  quotaChanged(): void {
    if (this.#quota.exhausted) {
      this.decisions.add(
        'quota_exhausted',
        this.cu,
        'the CU-hours of the plan are used up until the month ends',
      );
      this.suspendNow('compute time quota exceeded');
    } else this.decisions.add('quota_renewed', this.cu, 'a new month: CU-hours are available again');
    this.availabilityChanged();
  }

  #isIdle(): boolean {
    return this.clock.state === 'idle';
  }

  #wake(decision: 'wake' | 'start' | 'resume', reason: string): void {
    const { now } = this.#context;
    this.#starting = decision === 'resume' ? 'unasked' : 'asked';
    this.meters.wakes += 1;
    this.#wakeBegan = now;
    this.clock.enter(now, 'starting');
    this.#planStart(this.#wakeDuration.draw(now - this.#idleBegan));
    this.decisions.add(decision, 0, reason);
  }

  #planStart(seconds: number): void {
    const { calendar } = this.#context;
    this.#startEvent = calendar.schedule(calendar.now + seconds, STARTED, this.#index);
    this.size.start(this.limits);
  }

  #activate(): void {
    const { prewarm } = this.#context.scenario.model;
    this.clock.enter(this.#context.now, 'active');
    this.suspension.started(this.#starting === 'unasked');
    const restarted = this.#starting === 'restart';
    this.size.activate(this.limits, prewarm === 'always' || (prewarm === 'restarts' && restarted));
    this.#starting = 'asked';
  }

  #restart(reason: string, error: string): void {
    const before = this.cu;
    const stopped = this.#stop('restarting');
    this.restarts += 1;
    this.#starting = 'restart';
    this.#planStart(this.#restartLatency());
    this.decisions.add('restart', before, reason);
    for (const query of stopped) this.service.fail(query, error);
  }

  #suspend(reason: string): readonly number[] {
    const before = this.cu;
    const stopped = this.#stop('idle');
    this.suspends += 1;
    this.#idleBegan = this.#context.now;
    this.decisions.add('suspend', before, reason);
    return stopped;
  }

  /** Stops the compute: connections are cut, work is aborted. @returns the queries that were being worked on */
  #stop(into: 'idle' | 'restarting'): readonly number[] {
    const { now, calendar } = this.#context;
    if (this.#startEvent !== NONE) calendar.cancel(this.#startEvent);
    this.#startEvent = NONE;
    this.suspension.stopped(into === 'idle');
    const stopped = this.service.stop();
    this.epoch += 1;
    this.clock.enter(now, into);
    this.size.stop();
    this.availabilityChanged();
    return stopped;
  }

  #applyLimits(): void {
    const { model } = this.#context.scenario;
    const { min_cu, max_cu } = this.limits;
    const slots = model.max_connections ?? maxConnections(min_cu, max_cu, model.memory_per_cu);
    this.slots.setLimit(Math.max(0, slots - model.reserved_connections));
    this.service.pooler.setMaxConnections(slots);
    this.execution.setMaximum(max_cu);
    this.memory.setLimits(slots, max_cu);
  }
}

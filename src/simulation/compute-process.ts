import { CacheWarmth } from '../compute/cache-warmth.js';
import { PAGE_BYTES } from '../compute/page-popularity.js';
import { AUTOSCALING_MAX_CU, fileCacheBytes, maxConnections } from '../compute/size.js';
import { effectiveSuspendTimeout } from '../compute/suspend-timeout.js';
import { type Draw, sampler } from '../kernel/sampler.js';
import type { ComputeSpecification, ComputeUpdate } from '../scenario/scenario.js';
import { AutoscalingLoop } from './autoscaling-loop.js';
import type { CacheTables } from './cache-tables.js';
import { ConnectionSlots } from './connection-slots.js';
import { STARTED, WAIT_TIMEOUT } from './event-kind.js';
import { IdleTimer } from './idle-timer.js';
import type { ComputeState, DecisionRow } from './observation.js';
import { Pooler } from './pooler.js';
import type { ProjectQuota } from './project-quota.js';
import { QueryExecution } from './query-execution.js';
import { QueryMeters } from './query-meters.js';
import { NONE, QueryList, Stage } from './query-table.js';
import { RefusalLog } from './refusal-log.js';
import type { RunContext } from './run-context.js';
import { SizeMeter } from './size-meter.js';
import { StateClock } from './state-clock.js';
import { WakeDuration } from './wake-duration.js';

/**
 * One compute in a run: its lifecycle (idle, starting, active, restarting), the callers it holds meanwhile,
 * its connections, and the settings a scenario may edit.
 */
export class ComputeProcess {
  readonly name: string;
  readonly meters = new QueryMeters();
  readonly slots: ConnectionSlots;
  /** The size while it is billed, and while the compute is active. */
  readonly billing = new SizeMeter();
  readonly activeSize = new SizeMeter();
  readonly clock: StateClock;
  readonly execution: QueryExecution;
  readonly idleTimer: IdleTimer;
  readonly loop: AutoscalingLoop;
  readonly pooler: Pooler;
  wakes = 0;
  suspends = 0;
  restarts = 0;
  resizes = 0;
  maxCu = 0;
  /** Counts the times all connections were cut: one opened in an earlier epoch is gone. */
  epoch = 0;
  readonly #context: RunContext;
  readonly #index: number;
  readonly #quota: ProjectQuota;
  readonly #held: QueryList;
  readonly #cache: CacheWarmth;
  readonly #refusals: RefusalLog;
  readonly #wakeDuration: WakeDuration;
  readonly #restartLatency: Draw;
  readonly #connectLatency: Draw;
  readonly #suspendTimer: Draw | undefined;
  /** By load: how long a client waits for a connection, Infinity for ever; whether it uses the pooler. */
  readonly #connectTimeout: Float64Array;
  readonly #viaPooler: Uint8Array;
  #cu = 0;
  #min: number;
  #max: number;
  #suspendTimeout: number;
  #startEvent = NONE;
  #wakeBegan = 0;
  #idleBegan = 0;
  /** Size before the last stop. */
  #lastCu = 0;
  #wakesBefore = 0;

  constructor(
    context: RunContext,
    index: number,
    specification: ComputeSpecification,
    quota: ProjectQuota,
    cacheTables: CacheTables,
  ) {
    const { model, load } = context.scenario;
    const { name } = specification;
    this.#context = context;
    this.#index = index;
    this.#quota = quota;
    this.name = name;
    this.#min = specification.autoscaling_limit_min_cu;
    this.#max = specification.autoscaling_limit_max_cu;
    this.#suspendTimeout = specification.suspend_timeout_seconds;
    this.clock = new StateClock(specification.initial_state === 'init' ? 'init' : 'idle');
    this.slots = new ConnectionSlots(0);
    this.#held = new QueryList(context.queries);
    this.#cache = new CacheWarmth(cacheTables.tables, 0);
    this.execution = new QueryExecution(context, {
      index,
      name,
      host: this,
      meters: this.meters,
      cache: this.#cache,
      cacheRow: cacheTables.rowOfLoad,
      cu: this.#min,
      max_cu: this.#max,
    });
    this.pooler = new Pooler(context, this);
    this.loop = new AutoscalingLoop(context, index, name);
    this.#refusals = new RefusalLog();
    this.#wakeDuration = new WakeDuration(context, name);
    this.#restartLatency = sampler(model.restart_latency, context.stream(name, 'restart-latency'));
    this.#connectLatency = sampler(model.connect_latency, context.stream(name, 'connect-latency'));
    const { suspend_timer } = specification;
    this.#suspendTimer = suspend_timer && sampler(suspend_timer, context.stream(name, 'suspend-timer'));
    this.idleTimer = new IdleTimer(
      context,
      index,
      this.#timeoutDraw(),
      sampler(model.suspend_check, context.stream(name, 'suspend-check')),
    );
    this.#connectTimeout = Float64Array.from(
      load,
      (one) => one.retry.connect_timeout_seconds ?? Number.POSITIVE_INFINITY,
    );
    this.#viaPooler = Uint8Array.from(load, (one) => (one.connection.via === 'pooler' ? 1 : 0));
    this.#applyLimits();
  }

  /** Puts the compute into its initial state, at time 0. */
  begin(initial: ComputeSpecification['initial_state']): void {
    if (initial === 'active') this.#activate('active', 'running when the scenario begins');
    if (initial === 'init') {
      this.#wakeBegan = 0;
      this.#planStart(this.#wakeDuration.draw(0));
      this.#decide('start', 0, 'created; starting');
      this.#setBilledSize();
    }
  }

  get state(): ComputeState {
    return this.clock.state;
  }

  /** The present size; 0 unless active. */
  get cu(): number {
    return this.#cu;
  }

  get limits(): { readonly min_cu: number; readonly max_cu: number } {
    return { min_cu: this.#min, max_cu: this.#max };
  }

  /** Callers held while the compute wakes or restarts. */
  get held(): number {
    return this.#held.length;
  }

  /** Wakes since this was last asked. */
  wakesInInterval(): number {
    const wakes = this.wakes - this.#wakesBefore;
    this.#wakesBefore = this.wakes;
    return wakes;
  }

  /** Counts the arrival of a query, before its client does anything about it. */
  arrive(query: number): void {
    this.meters.arrived += 1;
    const { state } = this.clock;
    if (state === 'active') return;
    if (state === 'idle') this.meters.foundIdle += 1;
    if (!this.#quota.exhausted) this.#markDelayed(query);
  }

  /** A client wants a connection for its query. */
  connect(query: number): void {
    if (this.clock.state === 'active') this.#admit(query);
    else this.#hold(query);
  }

  /** A client sends a query over a connection that is open. */
  run(query: number): void {
    if (this.#context.queries.delayed[query] === 1) this.#settleDelay(query);
    this.#start(query);
  }

  /** A client closes the connection it holds. */
  disconnect(): void {
    const wasFull = this.slots.full;
    this.slots.release(this.#context.now);
    if (!wasFull) return;
    this.pooler.pump();
    this.#noteAvailability();
  }

  /** Handles the end of a wait that a query has a limit for. */
  giveUpWaiting(query: number): void {
    const { queries } = this.#context;
    queries.timeout[query] = NONE;
    if (queries.stage[query] === Stage.held) {
      this.#held.remove(query);
      this.#noteAvailability();
      this.fail(query, 'connect_timeout');
    } else {
      this.pooler.abandon(query);
      this.fail(query, 'query_wait_timeout');
    }
  }

  /** Handles the end of a query's connecting. */
  connected(query: number): void {
    this.execution.connected(query);
    this.#start(query);
  }

  /** {@link QueryExecution} is through with a query. */
  executed(query: number): void {
    const { queries, clients, now } = this.#context;
    this.meters.complete(now - queries.arrivedAt[query]!);
    this.#leaveQuery(query);
    clients[queries.load[query]!]!.completed(query);
    if (this.execution.busy === 0 && this.clock.state === 'active') this.idleTimer.begin();
  }

  /** For the pooler: a slot for one more server connection. */
  takeSlot(): boolean {
    if (this.slots.full) return false;
    this.slots.take(this.#context.now);
    if (this.slots.full) this.#noteAvailability();
    return true;
  }

  /** For the pooler: works on a query over a server connection. */
  serve(query: number, fresh: boolean): void {
    this.#context.queries.connectedAt[query] = this.#context.now;
    if (fresh) this.#open(query);
    else this.#start(query);
  }

  /** An attempt has failed; its client decides what follows. */
  fail(query: number, error: string): void {
    const { queries, clients } = this.#context;
    clients[queries.load[query]!]!.failed(query, error);
  }

  /** Handles {@link STARTED}. */
  started(): void {
    this.#startEvent = NONE;
    const restarted = this.clock.state === 'restarting';
    if (!restarted) this.meters.wakeLatency.add(this.#context.now - this.#wakeBegan);
    this.#activate(
      restarted ? 'restarted' : 'active',
      `${restarted ? 'restarted' : 'running'} at the minimum size with a cold cache; ${this.#held.length} held callers let in`,
    );
    while (this.#held.length > 0) {
      const query = this.#held.shift();
      this.#cancelTimeout(query);
      this.#admit(query);
    }
    this.#noteAvailability();
    if (this.execution.busy === 0) this.idleTimer.begin();
  }

  /** Handles a suspend check. */
  suspendCheck(): void {
    const idleSince = this.idleTimer.idleSince;
    if (!this.idleTimer.check(this.execution.busy > 0)) return;
    const seconds = this.#context.now - idleSince;
    this.#stop('idle');
    this.suspends += 1;
    this.#idleBegan = this.#context.now;
    this.#decide('suspend', this.#lastCu, `no activity for ${rounded(seconds)} s`);
  }

  /** Handles the autoscaler's look at its metrics. */
  autoscale(): void {
    const wanted = this.loop.decide(this.#min, this.#max);
    if (wanted === this.#cu) return;
    const before = this.#cu;
    this.resizes += 1;
    this.#setSize(wanted);
    this.#decide(
      'resize',
      before,
      `one-minute load average ${rounded(this.loop.load_average_1m)} asks for ${wanted} CU within ${this.#min} to ${this.#max}`,
    );
  }

  /** The management API's start call. */
  startCall(): void {
    if (this.clock.state === 'idle' && !this.#quota.exhausted) this.#wake('start', 'start call');
  }

  /** The management API's suspend call, or the platform's own decision. */
  suspendNow(reason: string): void {
    const { state } = this.clock;
    if (state === 'idle') return;
    const stopped = this.#stop('idle');
    this.suspends += 1;
    this.#idleBegan = this.#context.now;
    this.#decide('suspend', this.#lastCu, reason);
    this.#failAll(stopped);
    this.#reviveHeld();
  }

  /** The management API's restart call: only an active compute restarts. */
  restart(reason: string): void {
    if (this.clock.state !== 'active') {
      this.#decide(
        'restart',
        this.#cu,
        `refused: only an active compute restarts, this one is ${this.clock.state}`,
      );
      return;
    }
    const stopped = this.#stop('restarting');
    this.restarts += 1;
    this.#planStart(this.#restartLatency());
    this.#decide('restart', this.#lastCu, reason);
    this.#setBilledSize();
    this.#failAll(stopped);
  }

  /** The management API's update call. */
  update(set: ComputeUpdate): void {
    const min = set.autoscaling_limit_min_cu ?? this.#min;
    const max = set.autoscaling_limit_max_cu ?? this.#max;
    const resized = min !== this.#min || max !== this.#max;
    const timeout = set.suspend_timeout_seconds ?? this.#suspendTimeout;
    const retimed = timeout !== this.#suspendTimeout;
    this.#decide(
      'update',
      this.#cu,
      describeUpdate(this.#min, this.#max, this.#suspendTimeout, min, max, timeout),
    );
    this.#min = min;
    this.#max = max;
    this.#suspendTimeout = timeout;
    if (resized && this.clock.state === 'active') this.restart('autoscaling limits or size edited');
    if (resized) this.#applyLimits();
    if (retimed || resized) {
      const idle = this.clock.state === 'active' && this.execution.busy === 0;
      this.idleTimer.setTimeout(this.#timeoutDraw(), idle);
    }
  }

  /** The project's CU-hours are used up, or renewed. */
  quotaChanged(exhausted: boolean): void {
    if (exhausted) {
      this.#decide('quota_exhausted', this.#cu, 'the CU-hours of the plan are used up until the month ends');
      this.suspendNow('compute time quota exceeded');
    } else this.#decide('quota_renewed', this.#cu, 'a new month: CU-hours are available again');
    this.#noteAvailability();
  }

  /** Notes in the decision log how many refusals the interval that ends now had beyond those logged. */
  closeRefusals(): void {
    const more = this.#refusals.close();
    if (more > 0) this.#decide('refuse', this.#cu, `${more} more refused in this interval`);
  }

  #markDelayed(query: number): void {
    const { queries, now } = this.#context;
    if (queries.delayed[query] === 0) this.meters.delayed += 1;
    if (queries.delayed[query] !== 1) queries.heldAt[query] = now;
    queries.delayed[query] = 1;
  }

  /** The compute runs, and a query that waited for that goes on: its wait ended when the compute came up. */
  #settleDelay(query: number): void {
    const { queries } = this.#context;
    queries.delayed[query] = 2;
    this.meters.delay.add(Math.max(0, this.clock.since - queries.heldAt[query]!));
  }

  #hold(query: number): void {
    const { queries, calendar, now } = this.#context;
    if (this.#quota.exhausted) {
      this.#refuse(query, 'XX000', 'compute time quota exceeded');
      return;
    }
    this.#markDelayed(query);
    queries.stage[query] = Stage.held;
    this.#held.push(query);
    const timeout = this.#connectTimeout[queries.load[query]!]!;
    if (timeout < Number.POSITIVE_INFINITY) {
      queries.timeout[query] = calendar.schedule(now + timeout, WAIT_TIMEOUT, query);
    }
    if (this.clock.state === 'idle') this.#wake('wake', 'a client connects');
    this.#noteAvailability();
  }

  #admit(query: number): void {
    const { queries } = this.#context;
    if (queries.delayed[query] === 1) this.#settleDelay(query);
    if (this.#viaPooler[queries.load[query]!] === 1) this.pooler.enter(query);
    else if (this.slots.full) this.#refuse(query, '53300', 'sorry, too many clients already');
    else {
      this.takeSlot();
      queries.connected[query] = 1;
      queries.connectedAt[query] = this.#context.now;
      this.#open(query);
    }
  }

  /** Spends the time that connecting takes, if any, and then starts the query. */
  #open(query: number): void {
    const seconds = this.#connectLatency();
    if (seconds > 0) this.execution.connect(query, seconds);
    else this.#start(query);
  }

  #start(query: number): void {
    if (this.execution.fitsOnDisk(query)) {
      this.execution.start(query);
      return;
    }
    this.#leaveQuery(query);
    this.fail(query, '53100');
    if (this.execution.busy === 0 && this.clock.state === 'active') this.idleTimer.begin();
  }

  /** A pooled query gives its server connection back as soon as it is through. */
  #leaveQuery(query: number): void {
    if (this.#viaPooler[this.#context.queries.load[query]!] === 1) this.pooler.leave();
  }

  #refuse(query: number, error: string, words: string): void {
    this.meters.refused += 1;
    if (this.#refusals.admit()) {
      this.#decide('refuse', this.#cu, `${error} ${words}`);
    }
    this.fail(query, error);
  }

  #wake(decision: 'wake' | 'start', reason: string): void {
    const { now } = this.#context;
    this.wakes += 1;
    this.#wakeBegan = now;
    this.clock.enter(now, 'starting');
    this.#planStart(this.#wakeDuration.draw(now - this.#idleBegan));
    this.#decide(decision, 0, reason);
    this.#setBilledSize();
  }

  #planStart(seconds: number): void {
    const { calendar } = this.#context;
    this.#startEvent = calendar.schedule(calendar.now + seconds, STARTED, this.#index);
  }

  #activate(decision: 'active' | 'restarted', reason: string): void {
    const { now } = this.#context;
    this.clock.enter(now, 'active');
    this.#cache.empty();
    this.#setSize(this.#min);
    if (this.#min < this.#max) this.loop.start();
    this.#decide(decision, 0, reason);
    if (decision === 'active' && this.execution.busy === 0) this.idleTimer.begin();
  }

  #setSize(cu: number): void {
    this.#cu = cu;
    if (cu > this.maxCu) this.maxCu = cu;
    this.execution.resize(cu);
    this.#cache.resize(fileCacheBytes(cu, this.#context.scenario.model.memory_per_cu) / PAGE_BYTES);
    this.#setBilledSize();
  }

  /** Bills the size of an active compute, and that of a starting one where the scenario says so. */
  #setBilledSize(): void {
    const { now, scenario } = this.#context;
    const { state } = this.clock;
    const starting = state !== 'active' && state !== 'idle';
    const billed = state === 'active' ? this.#cu : starting && scenario.model.bill_startup ? this.#min : 0;
    this.activeSize.setSize(now, state === 'active' ? this.#cu : 0);
    const change = billed - this.billing.size_cu;
    this.billing.setSize(now, billed);
    if (change !== 0) this.#quota.changeRate(change);
  }

  /** Stops the compute: connections are cut, work is aborted. @returns the queries that were being worked on */
  #stop(into: 'idle' | 'restarting'): readonly number[] {
    const { now, calendar } = this.#context;
    this.#lastCu = this.#cu;
    if (this.#startEvent !== NONE) {
      calendar.cancel(this.#startEvent);
      this.#startEvent = NONE;
    }
    this.idleTimer.stop();
    this.loop.stop();
    const stopped = [...this.execution.abort(), ...this.pooler.reset()];
    this.slots.dropAll(now);
    this.epoch += 1;
    this.clock.enter(now, into);
    this.#cu = 0;
    this.#setBilledSize();
    this.#noteAvailability();
    return stopped;
  }

  #failAll(stopped: readonly number[]): void {
    const { queries } = this.#context;
    for (const query of stopped) queries.connected[query] = 0;
    for (const query of stopped) this.fail(query, '57P01');
  }

  /** Callers held through a suspend call: they want the compute, so it wakes again, or refuses them. */
  #reviveHeld(): void {
    if (this.#held.length === 0) return;
    if (!this.#quota.exhausted) {
      if (this.clock.state === 'idle') this.#wake('wake', `${this.#held.length} callers are waiting`);
      this.#noteAvailability();
      return;
    }
    while (this.#held.length > 0) {
      const query = this.#held.shift();
      this.#cancelTimeout(query);
      this.#refuse(query, 'XX000', 'compute time quota exceeded');
    }
  }

  #cancelTimeout(query: number): void {
    const { queries, calendar } = this.#context;
    if (queries.timeout[query] === NONE) return;
    calendar.cancel(queries.timeout[query]!);
    queries.timeout[query] = NONE;
  }

  #applyLimits(): void {
    const { model } = this.#context.scenario;
    const slots = model.max_connections ?? maxConnections(this.#min, this.#max, model.memory_per_cu);
    this.slots.setLimit(Math.max(0, slots - model.reserved_connections));
    this.pooler.setMaxConnections(slots);
    this.execution.setMaximum(this.#max);
  }

  #timeoutDraw(): Draw {
    if (this.#suspendTimer !== undefined) return this.#suspendTimer;
    const seconds =
      this.#max > AUTOSCALING_MAX_CU
        ? Number.POSITIVE_INFINITY
        : effectiveSuspendTimeout(this.#suspendTimeout);
    return () => seconds;
  }

  #noteAvailability(): void {
    const { state } = this.clock;
    const unavailable =
      this.#quota.exhausted ||
      (state === 'active' ? this.slots.full : state !== 'idle' && this.#held.length > 0);
    this.clock.setUnavailable(this.#context.now, unavailable);
  }

  #decide(decision: DecisionRow['decision'], cu_before: number, reason: string): void {
    if (this.#context.observer === undefined) return;
    this.#context.decide({
      time_seconds: this.#context.now,
      compute: this.name,
      decision,
      state: this.clock.state,
      cu_before,
      cu_after: this.#cu,
      load_average_1m: this.loop.load_average_1m,
      running: this.execution.running,
      connections: this.slots.open,
      reason,
    });
  }
}

function rounded(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function describeUpdate(
  min: number,
  max: number,
  timeout: number,
  newMin: number,
  newMax: number,
  newTimeout: number,
): string {
  const changes: string[] = [];
  if (newMin !== min) changes.push(`autoscaling_limit_min_cu ${min} to ${newMin}`);
  if (newMax !== max) changes.push(`autoscaling_limit_max_cu ${max} to ${newMax}`);
  if (newTimeout !== timeout) changes.push(`suspend_timeout_seconds ${timeout} to ${newTimeout}`);
  return changes.length === 0 ? 'nothing changes' : changes.join(', ');
}

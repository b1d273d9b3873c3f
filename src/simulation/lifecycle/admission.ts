import { ACTIVE_COMPUTES_EXCEEDED } from '../../compute/lifecycle/active-computes.js';
import { startsOnConnect } from '../../compute/lifecycle/compute-state.js';
import { PROXY_TEXTS } from '../../compute/proxy-limits.js';
import { AbsentProxy, type ConnectionProxy, TransparentProxy } from '../proxy/connection-proxy.js';
import { PlatformProxy } from '../proxy/platform-proxy.js';
import type { UnavailableCause } from '../record/state-clock.js';
import { ComputePart } from '../run/compute-part.js';
import { QUOTA_TEXTS } from '../run/project-quota.js';
import { Stage } from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';
import type { Compute } from './compute.js';

/** Relation of a query to a wake or restart. */
const Delay = {
  none: 0,
  waits: 1,
  over: 2,
  /** Refused by a compute that wakes or restarts: counts as a wait only if another attempt follows. */
  refusedByWake: 3,
  refusedByRestart: 4,
} as const;

/** An allowance of the project that is exhausted, or taken by its other computes. */
type StartRefusal = 'quota' | 'active_limit';

/** How queries reach one compute: counted on arrival, admitted through the proxy or refused, delayed while it wakes. */
export class Admission extends ComputePart {
  readonly proxy = newProxy(this.context, this.compute);
  private readonly queries = this.context.queries;
  /** Without a proxy, a compute that starts refuses connections, even if no caller waits. */
  private readonly refusesWhileStarting = this.context.scenario.model.proxy === 'absent';
  /** The cause of the last caller's load: a compute is woken for it if several callers wait. */
  private caller = 0;

  /** Whether no caller can be admitted, however long it waits. */
  get barred(): boolean {
    return this.startRefusal !== undefined || this.compute.faults.lost;
  }

  /** Why the compute may not start, however long a client waits; `undefined` if it may start, or runs. */
  get startRefusal(): StartRefusal | undefined {
    const { quota, activeLimit, clock } = this.compute;
    if (quota.exhausted) return 'quota';
    if (activeLimit === undefined || clock.state !== 'idle') return undefined;
    return activeLimit.full ? 'active_limit' : undefined;
  }

  /** Counts the arrival of a query, before its client acts. */
  arrive(query: number): void {
    const { meters, clock, execution } = this.compute;
    const { queries } = this;
    meters.arrived += meters.weight;
    queries.weight[query] = meters.weight;
    const { state } = clock;
    if (state === 'active') {
      execution.backlog.arrive(this.context.now, queries.cpuSeconds[query]!);
      return;
    }
    execution.backlog.wait(queries.cpuSeconds[query]!);
    // A query that is refused does not wake the compute.
    if (state === 'idle' && this.startRefusal === undefined) meters.foundIdle += meters.weight;
  }

  /** A query waits in its client's queue, behind those that wait for the compute to run. */
  waitInLine(query: number): void {
    if (this.startRefusal === undefined) this.#delay(query);
  }

  /** Another attempt begins: a query that was refused at first waits for the compute after all. */
  retryBegins(query: number): void {
    const { delayed } = this.queries;
    const before = delayed[query]!;
    if (before < Delay.refusedByWake) return;
    delayed[query] = Delay.waits;
    this.#countDelay(query, before === Delay.refusedByWake ? 'wake' : 'restart');
  }

  connect(query: number): void {
    this.proxy.connect(query);
  }

  /** A client sends a query over an open connection. */
  run(query: number): void {
    // Checked here rather than in the callee: nearly every query passes.
    if (this.queries.delayed[query] === Delay.waits) this.#endDelay(query);
    this.compute.service.start(query);
  }

  /** For the proxy: holds a caller, at most for its connect timeout, counted from the start of the attempt. */
  hold(query: number): void {
    const { limits, loads } = this.context;
    this.queries.enter(query, Stage.held);
    limits.begin(query, loads.connectTimeout[this.queries.load[query]!]!);
  }

  /** For the proxy: gives a caller a connection; only while active. */
  admit(query: number): void {
    this.#endDelay(query);
    this.compute.service.admit(query);
  }

  /** For the proxy: a caller waits for a compute that does not run; wakes a suspended one if it can. */
  requestWake(query: number): void {
    const compute = this.compute;
    if (this.queries.stage[query] === Stage.held) this.#delay(query);
    else this.#noteRefusal(query);
    this.caller = compute.causes.here.ofLoad(this.queries.load[query]!);
    const wakes = startsOnConnect(compute.state) && compute.faults.startBlock === undefined;
    if (wakes) compute.disruptions.begin('wake', 0);
    compute.disruptions.hold(query);
    compute.suspension.busy(false);
    if (wakes) compute.lifecycle.wake('wake', 'a client connects', this.caller);
    this.updateAvailability();
  }

  /** Handles the timeout of a query's wait. */
  giveUpWaiting(query: number): void {
    const { service } = this.compute;
    const held = this.queries.stage[query] === Stage.held;
    if (held) this.proxy.abandon?.(query);
    else service.pooler.abandon(query);
    this.updateAvailability();
    service.fail(query, held ? 'connect_timeout' : 'query_wait_timeout');
  }

  /** Refuses an attempt: counts and logs it, and informs the client. */
  refuse(query: number, error: string, words: string): void {
    const { meters, decisions, service, causes } = this.compute;
    const { load, weight } = this.queries;
    meters.refused += weight[query]!;
    causes.counts.countRefusal(load[query]!, error, weight[query]!);
    decisions.refuse(`${error} ${words}`, this.#loadOf(query));
    service.fail(query, error);
  }

  /** Fails an attempt that has not reached the compute, and logs it. */
  failUnreached(query: number, words: string): void {
    this.compute.decisions.refuse(`08006 ${words}`, this.#loadOf(query));
    this.compute.service.fail(query, '08006');
  }

  /** Refuses a caller because of {@link barred}. */
  refuseBarred(query: number): void {
    const { cause } = this.compute.quota;
    if (cause !== undefined) this.refuse(query, 'XX000', QUOTA_TEXTS[cause].error);
    else if (this.startRefusal !== undefined) this.refuse(query, 'XX000', ACTIVE_COMPUTES_EXCEEDED);
    else this.failUnreached(query, PROXY_TEXTS.unreachable);
  }

  /** The compute runs, or will not run: waiting callers are admitted, or refused. */
  settle(): void {
    this.proxy.settle?.();
  }

  /** Wakes a suspended compute that callers wait for, if it can. */
  wakeForWaiting(): void {
    const { lifecycle, state, faults } = this.compute;
    const { asking } = this.proxy;
    if (asking > 0 && startsOnConnect(state) && faults.startBlock === undefined) {
      lifecycle.wake('wake', `${asking} callers are waiting`, this.caller);
    }
  }

  /** Records whether, and why, a new connection would be refused, or held while a caller waits. */
  updateAvailability(): void {
    const cause = this.#unavailable();
    const until = cause === 'proxy_limits' ? this.proxy.refusesUntil : undefined;
    this.compute.clock.setUnavailable(this.context.now, cause, until);
  }

  #unavailable(): UnavailableCause | undefined {
    const { faults, state, lifecycle } = this.compute;
    const { startRefusal } = this;
    if (state === 'active') return this.#full();
    if (startRefusal !== undefined) return startRefusal;
    if (faults.lost) return 'fault';
    // A kill under running clients is an outage even if no caller waits.
    if (state === 'restarting' && lifecycle.ranOutOfMemory && !lifecycle.crashed) return 'out_of_memory';
    const refuses = this.refusesWhileStarting && (state !== 'idle' || faults.startBlock !== undefined);
    if (this.proxy.waiting === 0 && !refuses) return undefined;
    if (lifecycle.crashed) return 'fault';
    if (state === 'restarting') return 'restarting';
    if (state !== 'idle') return 'waking';
    return faults.startBlock === undefined ? undefined : 'fault';
  }

  /** Why a new connection to the active compute would be refused. */
  #full(): UnavailableCause | undefined {
    const { slots, service } = this.compute;
    if (slots.full) return 'slots_full';
    if (service.pooler.full) return 'pooler_full';
    if (service.pooler.stuck) return 'pooler_queue';
    return (this.proxy.refusesUntil ?? 0) > this.context.now ? 'proxy_limits' : undefined;
  }

  #loadOf(query: number): string {
    const { here } = this.compute.causes;
    return here.nameOf(here.ofLoad(this.queries.load[query]!));
  }

  /** The query waits for a wake or restart: counts once for each query. */
  #delay(query: number): void {
    const { delayed, heldAt, opening } = this.queries;
    const first = delayed[query] === Delay.none && opening[query] === 0;
    if (delayed[query] !== Delay.waits) heldAt[query] = this.context.now;
    delayed[query] = Delay.waits;
    if (first) this.#countDelay(query, this.compute.state === 'restarting' ? 'restart' : 'wake');
  }

  /** A compute that does not run refuses the query immediately. */
  #noteRefusal(query: number): void {
    const { delayed, heldAt, opening } = this.queries;
    if (delayed[query] !== Delay.none || opening[query] === 1) return;
    heldAt[query] = this.context.now;
    delayed[query] = this.compute.state === 'restarting' ? Delay.refusedByRestart : Delay.refusedByWake;
  }

  #countDelay(query: number, cause: 'wake' | 'restart'): void {
    const { meters, causes } = this.compute;
    const { load, weight } = this.queries;
    meters.delayed += weight[query]!;
    causes.counts.countWait(load[query]!, cause, weight[query]!);
  }

  /** A delayed query continues; its delay ended when the compute came up. */
  #endDelay(query: number): void {
    const { delayed, heldAt, opening, weight } = this.queries;
    if (delayed[query] !== Delay.waits) return;
    const { meters, disruptions, clock } = this.compute;
    delayed[query] = Delay.over;
    disruptions.waited(query, heldAt[query]!);
    if (opening[query] === 0) {
      meters.delay.add(Math.max(0, clock.since - heldAt[query]!), weight[query]!);
    }
  }
}

function newProxy(context: RunContext, compute: Compute): ConnectionProxy {
  switch (context.scenario.model.proxy) {
    case 'transparent':
      return new TransparentProxy(context, compute);
    case 'platform':
      return new PlatformProxy(context, compute);
    case 'absent':
      return new AbsentProxy(context, compute);
  }
}

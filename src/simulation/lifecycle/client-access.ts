import { ACTIVE_COMPUTES_EXCEEDED } from '../../compute/lifecycle/active-computes.js';
import { type ComputeState, startsOnConnect } from '../../compute/lifecycle/compute-state.js';
import { PROXY_TEXTS } from '../../compute/proxy-limits.js';
import { QUOTA_ERRORS } from '../faults/project-quota.js';
import type { ConnectionProxy, ProxyHost, StartBlock } from '../faults/proxy.js';
import { AbsentProxy } from '../proxy/absent-proxy.js';
import { PlatformProxy } from '../proxy/platform-proxy.js';
import { TransparentProxy } from '../proxy/transparent-proxy.js';
import { WakeDelays } from '../proxy/wake-delays.js';
import type { UnavailableCause } from '../record/state-clock.js';
import { Stage } from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';
import type { Access, ComputeParts } from './compute-parts.js';

/** How the clients of one compute come in: through the proxy, or not at all. */
export class ClientAccess implements Access, ProxyHost {
  declare readonly proxy: ConnectionProxy;
  declare private readonly context: RunContext;
  declare private readonly compute: ComputeParts;
  declare private readonly delays: WakeDelays;
  /** Without a proxy a compute that starts refuses, whether or not somebody waits. */
  declare private readonly refusesWhileStarting: boolean;
  /** Whose client has called last: for whom a compute is woken for which several wait. */
  declare private caller: number;

  constructor(context: RunContext, compute: ComputeParts) {
    this.context = context;
    this.compute = compute;
    this.delays = new WakeDelays(context, compute.meters, compute.disruptions);
    this.proxy = newProxy(context, this);
    this.refusesWhileStarting = context.scenario.model.proxy === 'absent';
    this.caller = 0;
  }

  get state(): ComputeState {
    return this.compute.clock.state;
  }

  get startBlock(): StartBlock | undefined {
    return this.compute.faults.startBlock;
  }

  get crashed(): boolean {
    return this.compute.starts.crashed;
  }

  get barred(): boolean {
    return this.compute.startRefusal !== undefined || this.compute.faults.lost;
  }

  get asking(): number {
    return this.proxy.asking;
  }

  /** A query waits in its client's own line, behind those that wait for the compute to run. */
  waitInLine(query: number): void {
    if (this.compute.startRefusal === undefined) this.#delay(query);
  }

  /** A further attempt begins: a query that was turned away at first waits for the compute after all. */
  triesAgain(query: number): void {
    const refused = this.delays.triesAgain(query);
    if (refused !== undefined) this.#slowed(query, refused);
  }

  /** A client wants a connection for its query. */
  connect(query: number): void {
    this.proxy.connect(query);
  }

  admit(query: number): void {
    this.delays.settle(query, this.compute.clock.since);
    this.compute.service.admit(query);
  }

  call(query: number): void {
    const compute = this.compute;
    const { queries } = this.context;
    if (queries.stage[query] === Stage.held) this.#delay(query);
    else this.delays.turnAway(query, this.#cause);
    this.caller = compute.causes.here.ofLoad(queries.load[query]!);
    const wakes = startsOnConnect(compute.state) && this.startBlock === undefined;
    if (wakes) compute.disruptions.begin('wake', 0);
    compute.disruptions.hold(query);
    compute.suspension.busy(false);
    if (wakes) compute.starts.wake('wake', 'a client connects', this.caller);
    compute.availabilityChanged();
  }

  /** A query that had to wait for a wake or restart goes on over a connection that is open. */
  goOn(query: number): void {
    this.delays.settle(query, this.compute.clock.since);
  }

  /** Handles the end of a wait that a query has a limit for. */
  giveUpWaiting(query: number): void {
    const { queries } = this.context;
    const { service } = this.compute;
    const held = queries.stage[query] === Stage.held;
    if (held) this.proxy.abandon?.(query);
    else service.pooler.abandon(query);
    this.compute.availabilityChanged();
    service.fail(query, held ? 'connect_timeout' : 'query_wait_timeout');
  }

  refuse(query: number, error: string, words: string): void {
    const { meters, decisions, service, causes } = this.compute;
    const { load, weight } = this.context.queries;
    meters.refused += weight[query]!;
    causes.counts.refuses(load[query]!, error, weight[query]!);
    decisions.refuse(`${error} ${words}`, this.#loadOf(query));
    service.fail(query, error);
  }

  unreachable(query: number, words: string): void {
    this.compute.decisions.refuse(`08006 ${words}`, this.#loadOf(query));
    this.compute.service.fail(query, '08006');
  }

  turnAway(query: number): void {
    const { quota, startRefusal } = this.compute;
    if (quota.cause !== undefined) this.refuse(query, 'XX000', QUOTA_ERRORS[quota.cause]);
    else if (startRefusal !== undefined) this.refuse(query, 'XX000', ACTIVE_COMPUTES_EXCEEDED);
    else this.unreachable(query, PROXY_TEXTS.unreachable);
  }

  availabilityChanged(): void {
    this.compute.availabilityChanged();
  }

  settle(): void {
    this.proxy.settle?.();
  }

  wakeForWaiting(): void {
    const { asking } = this.proxy;
    if (asking > 0 && startsOnConnect(this.compute.state) && this.startBlock === undefined) {
      this.compute.starts.wake('wake', `${asking} callers are waiting`, this.caller);
    }
  }

  /** Why a new connection would be refused, or held while a client waits; `undefined`: it would not. */
  unavailable(): UnavailableCause | undefined {
    const { startRefusal, faults, state } = this.compute;
    if (state === 'active') return this.#full();
    if (startRefusal !== undefined) return startRefusal;
    if (faults.lost) return 'fault';
    // Killed under its clients' hands: nobody has to be waiting for that to be an outage.
    if (state === 'restarting' && this.compute.stops.lackedMemory && !this.crashed) return 'out_of_memory';
    const refuses = this.refusesWhileStarting && (state !== 'idle' || this.startBlock !== undefined);
    if (this.proxy.waiting === 0 && !refuses) return undefined;
    if (this.crashed) return 'fault';
    if (state === 'restarting') return 'restarting';
    if (state !== 'idle') return 'waking';
    return this.startBlock === undefined ? undefined : 'fault';
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
    return here.nameOf(here.ofLoad(this.context.queries.load[query]!));
  }

  #delay(query: number): void {
    if (this.delays.mark(query)) this.#slowed(query, this.#cause);
  }

  get #cause(): 'wake' | 'restart' {
    return this.compute.state === 'restarting' ? 'restart' : 'wake';
  }

  #slowed(query: number, cause: 'wake' | 'restart'): void {
    const { load, weight } = this.context.queries;
    this.compute.causes.counts.slows(load[query]!, cause, weight[query]!);
  }
}

function newProxy(context: RunContext, host: ProxyHost): ConnectionProxy {
  switch (context.scenario.model.proxy) {
    case 'transparent':
      return new TransparentProxy(context, host);
    case 'platform':
      return new PlatformProxy(context, host);
    case 'absent':
      return new AbsentProxy(host);
  }
}

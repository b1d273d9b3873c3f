import { Histogram } from '../../statistics/histogram.js';
import { shareReached } from '../../statistics/share-reached.js';
import { NONE, Stage } from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';
import type { DisruptionCause, DisruptionObservation, DisruptionObservations } from './kept-disruptions.js';
import { KEPT_OF_TENANTS, type KeptDisruptions, keptDisruptions } from './kept-disruptions.js';
import { TroubleTime } from './trouble-time.js';

/** A disruption that is under way. */
interface Current {
  readonly number: number;
  cause: DisruptionCause;
  readonly began: number;
  /** When its connections were last cut. */
  cutAt: number;
  /** Whether the compute has accepted connections since. */
  open: boolean;
  /** Whether it counts as a disruption: a wake does not until an attempt fails. */
  rough: boolean;
  connections_dropped: number;
  queries_cut: number;
  disturbed: number;
  back: number;
  lost: number;
  /** When its queries met trouble, and the first time since the last cut. */
  readonly trouble: TroubleTime;
  troubledFrom: number;
  /** Unsettled disturbed queries that met the cut or the outage itself. */
  firstOut: number;
}

/**
 * The times at which one compute's connections were cut, and the effects on its clients: the disturbed queries, how
 * many recovered, and when.
 *
 * A disruption begins with a cut, or with a wake if the admitted clients overload the compute: if attempts fail before
 * all held clients are back. It disturbs every query whose attempt is cut, refused, given up or held
 * until the compute accepts connections again. Later failures count as well, because they meet the returning
 * clients, but only while one of those first queries is still unsettled: everyday refusals caused by the load
 * must not prolong a disruption indefinitely. It ends when the compute accepts connections and every
 * disturbed query has completed or failed for good; another cut before that belongs to it.
 *
 * A suspended compute accepts connections, since it wakes for them: a suspend only disturbs the queries that it cuts.
 */
export class Disruptions {
  declare private readonly context: RunContext;
  declare private readonly kept: KeptDisruptions;
  #current: Current | undefined;
  #count = 0;
  /** When attempts failed, callers were held and queries waited in the pooler's queue. */
  readonly trouble = new TroubleTime();
  /** Seconds from the cut until each query recovered: of the current disruption, and of all that have ended. */
  #recovery: Histogram | undefined;
  #recoveries: Histogram | undefined;

  constructor(context: RunContext) {
    this.context = context;
    this.kept = context.scenario.fleet === undefined ? keptDisruptions() : keptDisruptions(KEPT_OF_TENANTS);
  }

  /**
   * All connections are cut, or callers are held while the compute wakes. Called before the queries in progress
   * fail, or the first caller is held.
   * @param connections_dropped number of connections cut; a suspend without any does not count as a disruption
   */
  begin(cause: DisruptionCause, connections_dropped: number): void {
    const { now } = this.context;
    if (cause === 'suspend' && connections_dropped === 0) return;
    this.#endIfOver();
    const open = cause === 'suspend';
    if (this.#current !== undefined) {
      this.#extend(this.#current, cause, connections_dropped);
      return;
    }
    this.#current = {
      number: this.#count,
      cause,
      began: now,
      cutAt: now,
      open,
      rough: cause !== 'wake',
      connections_dropped,
      queries_cut: 0,
      disturbed: 0,
      back: 0,
      lost: 0,
      trouble: new TroubleTime(),
      troubledFrom: Number.POSITIVE_INFINITY,
      firstOut: 0,
    };
    this.#count += 1;
  }

  /** The compute accepts connections again: it runs, or can be woken. */
  reopened(): void {
    const current = this.#current;
    if (current === undefined) return;
    // Queries that were cut and have not recovered could not connect before now.
    if (current.firstOut > 0) this.#addTrouble('waited', this.context.now, current);
    current.open = true;
    this.#endIfOver();
  }

  /** An attempt has been cut, refused or given up; counts only towards a disruption that is under way. */
  disturb(query: number): void {
    const { queries, now } = this.context;
    const current = this.#current;
    // Lower than NONE: not a query, but a connection that is opened to stay idle.
    if (current !== undefined && queries.disruption[query]! >= NONE) {
      const stage = queries.stage[query]!;
      const working = stage === Stage.onCpu || stage === Stage.offCpu || stage === Stage.connecting;
      if (working && now === current.cutAt) current.queries_cut += 1;
      this.#join(current, query);
      // Later ones may fail for other reasons while a long query that was held is still in progress.
      if (queries.disruption[query] === tag(current.number, true)) current.rough = true;
    }
    const since = queries.delayed[query] === 1 ? queries.heldAt[query]! : now;
    this.#addTrouble('failed', since, this.#disruptionOf(query), this.context.quota.exhaustedSince);
  }

  /** A query has waited since the given time for a wake or restart, or in the pooler's queue. */
  waited(query: number, since: number): void {
    this.#addTrouble('waited', since, this.#disruptionOf(query), this.context.queries.weight[query]);
  }

  /** The run ends with this query inside. */
  waiting(query: number): void {
    const { delayed, heldAt, stage, queuedAt } = this.context.queries;
    if (delayed[query] === 1) this.waited(query, heldAt[query]!);
    else if (stage[query] === Stage.poolerWait) this.waited(query, queuedAt[query]!);
  }

  /** A query is sent to a session that is about to end; {@link disturb} follows. */
  countLateCut(): void {
    if (this.#current !== undefined) this.#current.queries_cut += 1;
  }

  /** A caller is held until the compute accepts connections. */
  hold(query: number): void {
    if (this.#current !== undefined) this.#join(this.#current, query);
  }

  /** A disturbed query has completed, or failed for good; has no effect on other queries. */
  settle(query: number, completed: boolean): void {
    const { queries, now } = this.context;
    const tagged = queries.disruption[query]!;
    if (tagged <= NONE) return;
    const current = this.#current!;
    queries.disruption[query] = NONE;
    if (tagged === tag(current.number, true)) current.firstOut -= 1;
    if (completed) {
      current.back += 1;
      this.#recovery ??= new Histogram();
      this.#recovery.add(now - current.began);
    } else current.lost += 1;
    this.#endIfOver();
  }

  /** Observations up to now, including a disruption that is under way. */
  observations(): DisruptionObservations {
    this.#endIfOver();
    const recovery = new Histogram();
    if (this.#recoveries !== undefined) recovery.merge(this.#recoveries);
    const current = this.#current?.rough === true ? this.#current : undefined;
    if (current !== undefined && this.#recovery !== undefined) recovery.merge(this.#recovery);
    return {
      ...this.kept.observations(current === undefined ? undefined : this.#observed(current)),
      recovery,
    };
  }

  /** Counts a query that has met trouble as disturbed if the disruption caused it. */
  #join(current: Current, query: number): void {
    const { queries, now } = this.context;
    if (queries.disruption[query] !== NONE) return;
    const atCut = now === current.cutAt;
    const first = atCut || !current.open;
    if (!first && current.firstOut === 0) {
      this.#endIfOver();
      return;
    }
    queries.disruption[query] = tag(current.number, first);
    current.disturbed += 1;
    if (first) current.firstOut += 1;
  }

  /** The disruption that has disturbed a query inside, if any. */
  #disruptionOf(query: number): Current | undefined {
    return this.context.queries.disruption[query]! > NONE ? this.#current : undefined;
  }

  /**
   * A client has met trouble since the given time. Trouble lasts from the first one until connections are accepted.
   * @param more third argument of {@link TroubleTime}
   */
  #addTrouble(how: 'waited' | 'failed', since: number, current: Current | undefined, more?: number): void {
    const { now } = this.context;
    let from = since;
    if (current !== undefined) {
      if (!current.open) current.troubledFrom = from = Math.min(since, current.troubledFrom);
      current.trouble[how](Math.max(from, current.began), now, more);
    }
    this.trouble[how](from, now, more);
  }

  /** Connections are cut again before all clients are back, or clients that a wake was about to admit are cut off. */
  #extend(current: Current, cause: DisruptionCause, connections_dropped: number): void {
    if (cause === 'wake') return;
    if (!current.rough) current.cause = cause;
    current.rough = true;
    current.cutAt = this.context.now;
    current.troubledFrom = Number.POSITIVE_INFINITY;
    current.open = cause === 'suspend';
    current.connections_dropped += connections_dropped;
  }

  /** Ends the current disruption if it is over; queries cut at this very time may still follow. */
  #endIfOver(): void {
    const current = this.#current;
    if (current === undefined || !current.open) return;
    if (current.disturbed > current.back + current.lost || this.context.now === current.cutAt) return;
    this.#current = undefined;
    if (current.rough) {
      this.kept.add(this.#observed(current));
      if (this.#recovery !== undefined) {
        this.#recoveries ??= new Histogram();
        this.#recoveries.merge(this.#recovery);
      }
    }
    this.#recovery?.clear();
  }

  #observed(current: Current): DisruptionObservation {
    const { cause, began, connections_dropped, queries_cut, disturbed, back, lost, trouble } = current;
    const quantile = (share: number): number | undefined =>
      this.#recovery === undefined ? undefined : shareReached(this.#recovery, share, disturbed);
    return {
      at_seconds: began,
      cause,
      connections_dropped,
      queries_cut,
      disturbed,
      back,
      lost,
      trouble_seconds: trouble.seconds,
      recovery_p50_seconds: quantile(0.5),
      recovery_p99_seconds: quantile(0.99),
    };
  }
}

/** Tag of a disturbed query: the disruption's number, and whether the query met the cut or outage itself. */
function tag(number: number, first: boolean): number {
  return 2 * number + (first ? 0 : 1);
}

import type { Backlog } from '../../compute/backlog.js';
import type { ComputeState } from '../../compute/lifecycle/compute-state.js';
import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import { configuredMaxConnections } from '../../compute/size.js';
import type { ComputeSpecification } from '../../scenario/scenario.js';
import { CauseLedger } from '../causes/cause-ledger.js';
import type { CausesHere, PlatformCause } from '../causes/causes-here.js';
import { ComputeFaults } from '../faults/compute-faults.js';
import { QUOTA_WORDS, type QuotaMeter } from '../faults/project-quota.js';
import type { ConnectionProxy } from '../faults/proxy.js';
import { ConnectionSlots } from '../record/connection-slots.js';
import { DecisionLog } from '../record/decision-log.js';
import { Disruptions } from '../record/disruptions.js';
import { QueryMeters } from '../record/query-meters.js';
import { StateClock } from '../record/state-clock.js';
import type { ActiveLimit } from '../run/active-limit.js';
import type { ComputeFidelity } from '../run/compute-fidelity.js';
import type { ScalingExplanation } from '../run/observation.js';
import type { RunContext } from '../run/run-context.js';
import { ComputeSize } from '../scaling/compute-size.js';
import type { CacheTables } from '../service/cache-tables.js';
import { FileCache } from '../service/file-cache.js';
import { GuestMemory } from '../service/guest-memory.js';
import type { QueryExecution } from '../service/query-execution.js';
import { QueryService } from '../service/query-service.js';
import { BackgroundActivity } from './background-activity.js';
import { ClientAccess } from './client-access.js';
import type { ComputeParts, StartRefusal } from './compute-parts.js';
import { ComputeStarts } from './compute-starts.js';
import { ComputeStops } from './compute-stops.js';
import { ManagementCalls } from './management-calls.js';
import { Suspension } from './suspension.js';

/** One compute in a run: its parts, and what its clients, the platform and the scenario do to it. */
export class ComputeProcess implements ComputeParts {
  declare readonly name: string;
  /** Its place among the computes of the scenario. */
  declare readonly index: number;
  readonly meters = new QueryMeters();
  readonly slots = new ConnectionSlots();
  declare readonly causes: CauseLedger;
  declare readonly clock: StateClock;
  declare readonly service: QueryService;
  declare readonly backlog: Backlog;
  declare readonly suspension: Suspension;
  declare readonly size: ComputeSize;
  declare readonly cache: FileCache;
  declare readonly memory: GuestMemory;
  declare readonly decisions: DecisionLog;
  declare readonly disruptions: Disruptions;
  readonly faults = new ComputeFaults();
  declare readonly quota: QuotaMeter;
  declare readonly activeLimit: ActiveLimit | undefined;
  declare readonly access: ClientAccess;
  declare readonly background: BackgroundActivity;
  declare readonly starts: ComputeStarts;
  declare readonly stops: ComputeStops;
  declare readonly management: ManagementCalls;
  /** What leaves queries out; `undefined` where each is simulated. */
  declare fidelity: ComputeFidelity | undefined;
  declare private readonly context: RunContext;
  declare private readonly connectionsKeepAwake: boolean;
  /** What keeps the compute awake besides queries, such as open transactions and subscribers. */
  private standing = 0;

  constructor(
    context: RunContext,
    index: number,
    specification: ComputeSpecification,
    quota: QuotaMeter,
    cacheTables: CacheTables,
    causes: CausesHere,
  ) {
    const { name } = specification;
    this.context = context;
    this.connectionsKeepAwake = context.scenario.model.idle_clock === 'connections';
    this.quota = quota;
    this.name = name;
    this.index = index;
    this.causes = new CauseLedger(context, causes);
    this.clock = new StateClock(specification.initial_state === 'init' ? 'init' : 'idle');
    this.decisions = new DecisionLog(context, this);
    this.disruptions = new Disruptions(context, quota);
    this.access = new ClientAccess(context, this);
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
    this.backlog = this.execution.backlog;
    this.size = new ComputeSize(context, specification, this);
    this.management = new ManagementCalls(this, specification, context.scenario.model.rules);
    this.suspension = new Suspension(context, index, specification);
    this.background = new BackgroundActivity(context, index, this);
    this.starts = new ComputeStarts(context, index, this);
    this.stops = new ComputeStops(context, this);
    this.fidelity = undefined;
    this.activeLimit = context.activeLimit?.add(this) === true ? context.activeLimit : undefined;
    this.applyLimits();
  }

  get state(): ComputeState {
    return this.clock.state;
  }

  /** The present size; 0 unless active. */
  get cu(): number {
    return this.size.cu;
  }

  get load_average_1m(): number {
    this.size.rest.stir();
    return this.size.load.load_average_1m;
  }

  get load_average_5m(): number {
    this.size.rest.stir();
    return this.size.load.load_average_5m;
  }

  /** The autoscaler's present decision; `undefined` while it stands still. */
  get scaling(): ScalingExplanation | undefined {
    this.size.rest.stir();
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

  get settings(): ComputeSettings {
    return this.management.settings;
  }

  get proxy(): ConnectionProxy {
    return this.access.proxy;
  }

  /** Counts the times all connections were cut: one opened in an earlier epoch is gone. */
  get epoch(): number {
    return this.stops.epoch;
  }

  /** Whether anything is at work on the compute, or keeps it awake; idle connections do not. */
  get hasActivity(): boolean {
    return this.execution.busy > 0 || this.standing > 0;
  }

  /** Whether the compute's zone is lost: it cannot be reached, nor be started. */
  get lost(): boolean {
    return this.faults.lost;
  }

  get startRefusal(): StartRefusal | undefined {
    if (this.quota.exhausted) return 'quota';
    if (this.activeLimit === undefined || this.clock.state !== 'idle') return undefined;
    return this.activeLimit.full ? 'active_limit' : undefined;
  }

  /** Counts the arrival of a query, before its client does anything about it. */
  arrive(query: number): void {
    const { meters } = this;
    const { queries } = this.context;
    meters.arrived += meters.weight;
    queries.weight[query] = meters.weight;
    const { state } = this.clock;
    if (state === 'active') {
      this.backlog.arrive(this.context.now, queries.cpuSeconds[query]!);
      return;
    }
    this.backlog.wait(queries.cpuSeconds[query]!);
    // A query that is refused wakes nothing.
    if (state === 'idle' && this.startRefusal === undefined) meters.foundIdle += meters.weight;
  }

  /** A client wants a connection for its query. */
  connect(query: number): void {
    this.access.connect(query);
  }

  /** A client sends a query over a connection that is open. */
  run(query: number): void {
    // Asked here rather than there: it is the way of nearly every query.
    if (this.context.queries.delayed[query] === 1) this.access.goOn(query);
    this.service.start(query);
  }

  /** Handles the end of a wait that a query has a limit for. */
  giveUpWaiting(query: number): void {
    this.access.giveUpWaiting(query);
  }

  /** For the service: refuses an attempt. */
  refuse(query: number, error: string, words: string): void {
    this.access.refuse(query, error, words);
  }

  /** For the service: the time that a client's own connection takes to open begins, and is over. */
  connectionOpening(): void {
    this.proxy.opening?.();
  }

  connectionOpened(): void {
    this.proxy.opened?.();
  }

  /** There is no work left: the idle timeout begins to count. */
  becameIdle(): void {
    this.causes.soleEnds();
    if (this.clock.state === 'active' && this.standing === 0) this.suspension.idle('work_done');
  }

  /** There is work again. */
  becameBusy(): void {
    this.causes.soleBegins();
    this.size.rest.stir();
    if (this.standing === 0) this.suspension.busy(true);
  }

  /** Something that is no query keeps the active compute awake from now on. @param cause whose it is */
  activityBegan(cause: number): void {
    if (!this.hasActivity) this.suspension.busy(true);
    this.causes.begins(cause);
    this.standing += 1;
  }

  /** It does not any longer; what a stop of the compute has cut is forgotten without being told. */
  activityEnded(cause: number): void {
    this.causes.ends(cause);
    this.standing -= 1;
    if (this.clock.state === 'active' && !this.hasActivity) this.suspension.idle('work_done');
  }

  connectionsChange(): void {
    this.size.rest.stir();
  }

  firstConnectionOpened(): void {
    if (this.connectionsKeepAwake) this.activityBegan(this.causes.here.ofPlatform('open_connections'));
  }

  lastConnectionClosed(): void {
    if (this.connectionsKeepAwake) this.activityEnded(this.causes.here.ofPlatform('open_connections'));
  }

  availabilityChanged(): void {
    const cause = this.access.unavailable();
    const until = cause === 'proxy_limits' ? this.proxy.refusesUntil : undefined;
    this.clock.setUnavailable(this.context.now, cause, until);
  }

  settingsChanged(resized: boolean): void {
    if (resized) this.applyLimits();
    this.starts.settingsChanged();
  }

  cut(cause?: PlatformCause): void {
    this.causes.cut(cause);
    this.fidelity?.reset();
    this.standing = 0;
    this.proxy.stopped?.();
  }

  /** The project's CU-hours are used up, or a new month has renewed them. */
  quotaChanged(): void {
    const { cause } = this.quota;
    if (cause !== undefined) {
      this.decisions.add('quota_exhausted', this.cu, QUOTA_WORDS[cause]);
      this.stops.suspendForQuota();
    } else this.decisions.add('quota_renewed', this.cu, 'a new month: nothing is used up');
    this.availabilityChanged();
  }

  private applyLimits(): void {
    const { model } = this.context.scenario;
    const { autoscaling_limit_max_cu: max_cu } = this.settings;
    const slots = configuredMaxConnections(this.settings, model);
    this.slots.setMaximum(slots, model.reserved_connections);
    this.service.pooler.setMaxConnections(slots);
    this.execution.setMaximum(max_cu);
    this.memory.setLimits(slots, max_cu);
  }
}

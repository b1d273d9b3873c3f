import type { AgentConfiguration } from '../../compute/agent/configuration.js';
import type { CpuLimit } from '../../compute/cpu-limit.js';
import { Calendar } from '../../kernel/calendar.js';
import { type RandomStream, randomStream } from '../../kernel/random-stream.js';
import { cpuLimitOf } from '../../scenario/model/cpu-constants.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { BillingPeriod } from '../billing-period.js';
import type { ClientProcess } from '../clients/client-process.js';
import type { LoadProcess } from '../clients/load-process.js';
import type { Compute } from '../lifecycle/compute.js';
import type { Timeline } from '../outcome/timeline.js';
import type { ArrivalForesight } from '../policy/arrival-foresight.js';
import { type ActiveLimit, activeLimitOf } from './active-limit.js';
import { agentConfiguration, metricsPeriods } from './agent-configuration.js';
import { InvariantError } from './invariant.js';
import { type LoadTraits, loadTraits } from './load-traits.js';
import type { Observer } from './observation.js';
import { QuotaMeter } from './project-quota.js';
import { QueryLimits } from './query-limits.js';
import { QueryTable } from './query-table.js';
import { SessionTable } from './session-table.js';

/** Handlers of events by kind, next to the code that schedules them; the target is that of `event-kind.ts`. */
export type EventHandlers = Readonly<Record<number, (run: RunContext, target: number) => void>>;

/** The state that all parts of one run share, and the parts themselves. */
export class RunContext {
  readonly calendar = new Calendar(256);
  declare readonly queries: QueryTable;
  declare readonly limits: QueryLimits;
  readonly sessions = new SessionTable();
  /** The computes and loads of the scenario, in its order; filled in when the run is assembled. */
  readonly computes: Compute[] = [];
  readonly loadProcesses: LoadProcess[] = [];
  declare timeline: Timeline;
  declare billing: BillingPeriod;
  declare foresight: ArrivalForesight;
  /** The allowance of the project. */
  declare readonly quota: QuotaMeter;
  /** One for each load and each compute it may send to, filled in when the run is assembled. */
  readonly clients: ClientProcess[] = [];
  declare readonly loads: LoadTraits;
  declare readonly cpuLimit: CpuLimit;
  declare readonly agent: AgentConfiguration;
  /** Between two evaluations of the autoscaler, and between two fetches of the working set. */
  declare readonly periods: ReturnType<typeof metricsPeriods>;
  /** Limit on concurrently active computes; `undefined` if all may be active. */
  declare readonly activeLimit: ActiveLimit | undefined;
  /** Stream keys of tenants that have a name, by the name. */
  private readonly keys: ReadonlyMap<string, string>;

  constructor(
    readonly scenario: Scenario,
    readonly replication: number,
    readonly observer: Observer | undefined,
  ) {
    this.keys = new Map(
      scenario.fleet?.tenants.flatMap(({ compute, key }) => (key === undefined ? [] : [[compute, key]])),
    );
    this.queries = new QueryTable();
    this.limits = new QueryLimits(this.calendar, this.queries);
    this.loads = loadTraits(scenario.load);
    this.cpuLimit = cpuLimitOf(scenario.model);
    this.agent = agentConfiguration(scenario.model);
    this.periods = metricsPeriods(scenario.model);
    this.activeLimit = activeLimitOf(scenario);
    this.quota = new QuotaMeter(this);
  }

  get now(): number {
    return this.calendar.now;
  }

  /** The compute that a query is sent to, its client, and the client of a session. */
  computeOf(query: number): Compute {
    return this.computes[this.queries.compute[query]!]!;
  }

  clientOf(query: number): ClientProcess {
    return this.clients[this.queries.client[query]!]!;
  }

  clientOfSession(session: number): ClientProcess {
    return this.clients[this.sessions.client[session]!]!;
  }

  addClient(client: ClientProcess): void {
    this.clients.push(client);
    client.compute.clients.push(client);
  }

  stream(load: string, purpose: string): RandomStream {
    return randomStream(this.scenario.seed, this.replication, load, purpose);
  }

  /** The random stream of a compute and a purpose; that of a tenant does not depend on its name. */
  computeStream(compute: string, purpose: string): RandomStream {
    return this.stream(this.keys.get(compute) ?? compute, purpose);
  }

  /** Stops the run because an invariant is violated. */
  broken(invariant: string, found: string, event: string): never {
    throw new InvariantError(invariant, found, this.scenario.seed, this.now, event);
  }
}

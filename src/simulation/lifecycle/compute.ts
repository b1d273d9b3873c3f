import type { ComputeState } from '../../compute/lifecycle/compute-state.js';
import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import type { ComputeSpecification } from '../../scenario/scenario.js';
import { CauseLedger } from '../causes/cause-ledger.js';
import type { ComputeCauses } from '../causes/causes-here.js';
import type { ClientProcess } from '../clients/client-process.js';
import { ComputeFaults } from '../faults/compute-faults.js';
import type { HybridCompute } from '../fidelity/hybrid-compute.js';
import { ConnectionSlots } from '../record/connection-slots.js';
import { DecisionLog } from '../record/decision-log.js';
import { Disruptions } from '../record/disruptions.js';
import { QueryMeters } from '../record/query-meters.js';
import { StateClock } from '../record/state-clock.js';
import type { ActiveLimit } from '../run/active-limit.js';
import type { QuotaMeter } from '../run/project-quota.js';
import type { RunContext } from '../run/run-context.js';
import { ComputeSize } from '../scaling/compute-size.js';
import type { CacheTables } from '../service/cache-tables.js';
import { FileCache } from '../service/file-cache.js';
import { GuestMemory } from '../service/guest-memory.js';
import type { QueryExecution } from '../service/query-execution.js';
import { QueryService } from '../service/query-service.js';
import { Admission } from './admission.js';
import { BackgroundActivity } from './background-activity.js';
import { Configuration } from './configuration.js';
import { Lifecycle } from './lifecycle.js';
import { Suspension } from './suspension.js';

/**
 * One compute in a run: the record of its parts, which are joined only here. Each part receives the record and finds
 * the others in it. A part is constructed after those that its constructor reads.
 *
 * A class with declared fields rather than an object filled in later: V8 then keeps every field inside the object.
 */
export class Compute {
  declare readonly name: string;
  /** Its index among the computes of the scenario. */
  declare readonly index: number;
  /** The clients that may send to it, by load. */
  readonly clients: ClientProcess[] = [];
  readonly meters = new QueryMeters();
  readonly slots = new ConnectionSlots();
  readonly faults = new ComputeFaults();
  declare readonly quota: QuotaMeter;
  /** `undefined` if the compute may start regardless of others. */
  declare readonly activeLimit: ActiveLimit | undefined;
  declare readonly causes: CauseLedger;
  declare readonly clock: StateClock;
  declare readonly decisions: DecisionLog;
  declare readonly disruptions: Disruptions;
  declare readonly cache: FileCache;
  declare readonly memory: GuestMemory;
  declare readonly service: QueryService;
  declare readonly execution: QueryExecution;
  declare readonly size: ComputeSize;
  declare readonly suspension: Suspension;
  declare readonly background: BackgroundActivity;
  declare readonly configuration: Configuration;
  declare readonly lifecycle: Lifecycle;
  declare readonly admission: Admission;
  /** Leaves queries out; `undefined` if every query is simulated. */
  declare fidelity: HybridCompute | undefined;

  constructor(
    context: RunContext,
    index: number,
    specification: ComputeSpecification,
    cacheTables: CacheTables,
    causes: ComputeCauses,
  ) {
    this.name = specification.name;
    this.index = index;
    this.quota = context.quota;
    this.causes = new CauseLedger(context, causes);
    this.clock = new StateClock(specification.initial_state === 'init' ? 'init' : 'idle');
    this.decisions = new DecisionLog(context, this);
    this.disruptions = new Disruptions(context);
    this.cache = new FileCache(context, this, cacheTables);
    this.memory = new GuestMemory(context, this);
    this.service = new QueryService(context, this);
    this.execution = this.service.execution;
    this.size = new ComputeSize(context, this);
    this.suspension = new Suspension(context, this);
    this.background = new BackgroundActivity(context, this);
    this.configuration = new Configuration(context, this);
    this.lifecycle = new Lifecycle(context, this);
    this.admission = new Admission(context, this);
    this.fidelity = undefined;
    this.activeLimit = context.activeLimit?.add(this) === true ? context.activeLimit : undefined;
  }

  get state(): ComputeState {
    return this.clock.state;
  }

  /** The current size; 0 unless active. */
  get cu(): number {
    return this.size.cu;
  }

  get settings(): ComputeSettings {
    return this.configuration.settings;
  }

  /** Whether the compute's zone is lost: it can be neither reached nor started. */
  get lost(): boolean {
    return this.faults.lost;
  }

  /** Whether the compute has work, or is kept awake; idle connections do not count. */
  get hasActivity(): boolean {
    return this.suspension.hasActivity;
  }
}

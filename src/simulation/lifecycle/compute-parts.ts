import type { ComputeState } from '../../compute/lifecycle/compute-state.js';
import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import type { CauseLedger } from '../causes/cause-ledger.js';
import type { PlatformCause } from '../causes/causes-here.js';
import type { ComputeFaults } from '../faults/compute-faults.js';
import type { QuotaMeter } from '../faults/project-quota.js';
import type { ConnectionSlots } from '../record/connection-slots.js';
import type { DecisionLog } from '../record/decision-log.js';
import type { Disruptions } from '../record/disruptions.js';
import type { QueryMeters } from '../record/query-meters.js';
import type { StateClock } from '../record/state-clock.js';
import type { ActiveLimit } from '../run/active-limit.js';
import type { ComputeFidelity } from '../run/compute-fidelity.js';
import type { ComputeSize } from '../scaling/compute-size.js';
import type { GuestMemory } from '../service/guest-memory.js';
import type { QueryExecution } from '../service/query-execution.js';
import type { QueryService } from '../service/query-service.js';
import type { Suspension } from './suspension.js';
import type { WakeDuration } from './wake-duration.js';

/** How clients come in, as the other parts see it. */
export interface Access {
  /** Whether nobody can be let in, however long one waits. */
  readonly barred: boolean;
  /** Callers that will be let in at the moment the compute runs. */
  readonly asking: number;
  /** The compute runs, or is not to run any more: those who wait for it are let in, or refused. */
  settle(): void;
  /** A suspended compute for which callers wait is woken, if it can be. */
  wakeForWaiting(): void;
}

/** The starts, as the other parts see them. */
export interface Starts {
  readonly wakeDuration: WakeDuration;
  /** Whether the compute has crashed, and its start has not begun yet: nothing answers. */
  readonly crashed: boolean;
  /** A suspended compute begins to start. @param cause for whom, of the {@link ComputeParts.causes} */
  wake(decision: 'wake' | 'start' | 'resume', reason: string, cause: number): void;
  /** A compute that was active begins to start again, on another machine. */
  restart(): void;
  /** The kernel has killed Postgres, which starts again on the machine that runs on, and is billed. */
  recover(): void;
  /**
   * The compute has crashed, and nobody has noticed yet: it will start, but not now. What a start costs counts from
   * here. @param active whether it was running, so that this is a restart
   */
  crash(active: boolean): void;
  /** The start after a crash begins, if there has been one. */
  afterCrash(): void;
  /** The start under way comes to nothing. */
  cancel(): void;
  /** The compute has been suspended. */
  suspended(): void;
}

/** The stops, as the other parts see them. */
export interface Stops {
  /** Whether the last stop was for want of memory. */
  readonly lackedMemory: boolean;
  /** A suspend that asks nobody: running queries are cut. */
  suspendNow(reason: string): void;
  /** That suspend where the project's quota is used up; in an outage of the control plane nobody is there to do it. */
  suspendForQuota(): void;
  /** A restart that asks nobody: an active compute stops and starts again. */
  restartNow(reason: string): void;
  /** The machine is gone: an active compute restarts, one that was starting has to begin again, both later. */
  crash(reason: string): void;
  /** The zone is lost: whatever ran or started is gone, and nobody is let in. */
  lose(): void;
}

/** Activity that is no query, as the other parts see it. */
export interface Background {
  /** The compute runs. */
  started(): void;
  /** It does not any longer. */
  stopped(): void;
}

/** Something of the project that is used up, or taken by its other computes. */
export type StartRefusal = 'quota' | 'active_limit';

/** One compute as its own parts see it: each other, and what follows from all of them. */
export interface ComputeParts {
  readonly name: string;
  readonly meters: QueryMeters;
  readonly slots: ConnectionSlots;
  readonly clock: StateClock;
  readonly causes: CauseLedger;
  readonly service: QueryService;
  readonly execution: QueryExecution;
  readonly suspension: Suspension;
  readonly size: ComputeSize;
  readonly memory: GuestMemory;
  readonly decisions: DecisionLog;
  readonly disruptions: Disruptions;
  readonly faults: ComputeFaults;
  readonly quota: QuotaMeter;
  /** `undefined` if the compute may start whatever others do. */
  readonly activeLimit: ActiveLimit | undefined;
  /** Why the compute may not start, however long a client waits; `undefined` if it may, or runs. */
  readonly startRefusal: StartRefusal | undefined;
  readonly access: Access;
  readonly background: Background;
  readonly starts: Starts;
  readonly stops: Stops;
  /** What leaves queries out; `undefined` where each is simulated. */
  readonly fidelity: ComputeFidelity | undefined;
  readonly state: ComputeState;
  /** The present size; 0 unless active. */
  readonly cu: number;
  /** Its settings now. */
  readonly settings: ComputeSettings;
  /** Whether anything is at work on it, or keeps it awake. */
  readonly hasActivity: boolean;
  /** All connections have been cut, and with them whatever kept the compute awake. @param cause why, if no load's */
  cut(cause?: PlatformCause): void;
  /** Takes note of whether, and why, a new connection would be refused, or held while somebody waits. */
  availabilityChanged(): void;
  /** Settings were edited. @param resized whether the limits of the size are others */
  settingsChanged(resized: boolean): void;
}

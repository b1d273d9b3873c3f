import { Faults } from '../../api/fault.js';
import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { OperationAction } from '../../platform/operations/operation.js';
import { Platform } from '../../platform/platform.js';
import type { Call } from '../../platform/resource/call.js';
import type { PlatformOptions, SecretSource } from '../../platform/store/options.js';
import type { Change, StoredTables } from '../../platform/store/tables.js';
import type { Course } from '../status/status.js';
import type { StateStore } from '../store/state-store.js';
import { ComputeUse } from './compute-use.js';
import { EmulatedClock, type RealTime } from './emulated-clock.js';
import { Metrics } from './metrics.js';
import { RateLimits } from './rate-limits.js';
import { RequestLog } from './request-log.js';

/** Acts on the platform as time passes, in addition to the clients: the load of a scenario, or real servers. */
export interface Drive {
  /**
   * Performs its actions up to a time, in ms since the epoch.
   * @param skipped whether time was skipped up to then
   */
  readonly advance: (now_ms: number, skipped: boolean) => void;
  /** Receives every change, including its own. */
  readonly follow: (changes: readonly Change[]) => void;
  /** Title of the drive, such as the name of a scenario. */
  readonly title?: string;
  /** Its progress, if it has an end. */
  readonly course?: () => Course;
  readonly computeName?: (endpoint_id: string) => string | undefined;
  /**
   * Refuses a call that it could not carry out, before any change.
   * @param input path parameters, query and body in one object
   * @throws PlatformError
   */
  readonly refuse?: (call: Pick<Call, 'stores_data'>, input: object) => void;
  /** Resolves when its work outside this process has caught up with the platform. */
  readonly catchUp?: () => Promise<void>;
  /**
   * Completes or delays the rules' response to a call; `undefined` if that response is sufficient.
   * @param parameters of the path and the query
   * @param answer the rules' response
   */
  readonly complete?: (
    call: string,
    parameters: Readonly<Record<string, string>>,
    answer: unknown,
  ) => Promise<object> | undefined;
}

/** The parts of an emulator. */
export interface EmulatorOptions {
  readonly real: RealTime;
  readonly store: StateStore;
  /** Options of the platform's rules: the seed of ids, durations of operations, limits. */
  readonly platform: Omit<PlatformOptions, 'onChange' | 'secret' | 'fate'>;
  /** Source of API keys and passwords; `undefined`: the seed, for repeatable suites. */
  readonly secret: SecretSource | undefined;
  /** Emulated seconds per second; 0 pauses time. */
  readonly speed: number;
  /** Initial emulated time of a new state, in ms since the epoch; the current time by default. */
  readonly start_ms: number | undefined;
  readonly rate_limits: boolean;
  /** Whether unknown attributes are refused, which the service ignores. */
  readonly strict: boolean;
  readonly control_from_anywhere: boolean;
  readonly log: (message: string) => void;
}

/** The name of the first checkpoint; clients cannot choose it. */
const INITIAL = '';
const MAX_CHECKPOINTS = 100;

/** A complete state, and its time. */
interface Checkpoint {
  readonly tables: Required<StoredTables>;
  readonly now_ms: number;
}

/** A platform with its clock, state store, rate limits and metrics, without HTTP. */
export class Emulator {
  readonly platform: Platform;
  readonly clock: EmulatedClock;
  readonly store: StateStore;
  readonly metrics: Metrics;
  readonly use: ComputeUse;
  readonly real: RealTime;
  readonly faults: Faults;
  /** The latest requests to the management API. */
  readonly requests = new RequestLog();
  readonly strict: boolean;
  /** `undefined` if requests are not limited. */
  readonly limits: RateLimits | undefined;
  /** Whether the state comes from a previous run. */
  readonly continued: boolean;
  /** Converts an answer to the form that clients receive; real servers replace this function. */
  view = (answer: object): object => answer;
  /** Receives defects of the emulator. */
  readonly log: (message: string) => void;
  /** Whether remote callers may use the control routes. */
  readonly control_from_anywhere: boolean;
  readonly #checkpoints = new Map<string, Checkpoint>();
  readonly #readers = new Map<(changes: readonly Change[]) => void, () => void>();
  #drive: Drive | undefined;

  constructor(options: EmulatorOptions) {
    this.real = options.real;
    this.store = options.store;
    this.log = options.log;
    this.control_from_anywhere = options.control_from_anywhere;
    this.strict = options.strict;
    this.faults = new Faults(options.platform.seed ?? '');
    this.limits = options.rate_limits ? new RateLimits() : undefined;
    const stored = this.store.load();
    this.continued = stored !== undefined;
    this.clock = new EmulatedClock(this.real, startOf(options, stored?.now_ms), options.speed);
    this.use = new ComputeUse(this.clock.now_ms, options.platform.plans_as_of, (project_id) => {
      const { state } = this.platform;
      const { org_id, user_id = '' } = state.get('projects', project_id) ?? {};
      const owner = org_id === undefined ? state.get('users', user_id) : state.get('organizations', org_id);
      return owner?.plan;
    });
    const platform_options = {
      ...options.platform,
      secret: options.secret,
      fate: (action: OperationAction, at_ms: number) => this.faults.takeForOperation(action, at_ms),
      onChange: (changes: readonly Change[]) => {
        this.use.follow(changes);
        this.store.write(changes, this.clock.now_ms);
        this.#drive?.follow(changes);
        for (const read of this.#readers.keys()) read(changes);
      },
    };
    this.platform =
      stored === undefined
        ? new Platform(platform_options)
        : Platform.restore(stored.tables, platform_options);
    for (const [id, row] of this.platform.state.rows('endpoints')) this.use.put(id, row);
    this.store.begin(() => this.platform.tables());
    this.metrics = new Metrics(this);
  }

  /** Emulated time, in ms since the epoch, after processing everything that is due by then. */
  now(): number {
    return this.#reach(false);
  }

  get computes(): Readonly<Record<EndpointRecord['current_state'], number>> {
    const count = { init: 0, active: 0, idle: 0 };
    for (const { current_state } of this.platform.state.rows('endpoints').values()) count[current_state] += 1;
    return count;
  }

  /** Operations that are scheduled or running. */
  get operations_in_flight(): number {
    return this.platform.state.inFlight.size('yes');
  }

  #reach(skipped: boolean): number {
    const now_ms = this.clock.now_ms;
    if (this.#drive !== undefined) this.#advanceDrive(this.#drive, now_ms, skipped);
    this.platform.advance(now_ms);
    return now_ms;
  }

  /** The scenario or servers that act on the platform, if any. */
  get drive(): Drive | undefined {
    return this.#drive;
  }

  /**
   * Passes every change from now on to a reader.
   * @param onEnd called when the emulator stops
   * @returns a function that unsubscribes
   */
  subscribe(read: (changes: readonly Change[]) => void, onEnd: () => void): () => void {
    this.#readers.set(read, onEnd);
    return () => void this.#readers.delete(read);
  }

  endSubscriptions(): void {
    for (const end of this.#readers.values()) end();
  }

  /** Saves the whole state and its time under a name. @returns false if there are too many */
  remember(name: string = INITIAL): boolean {
    if (!this.#checkpoints.has(name) && this.#checkpoints.size >= MAX_CHECKPOINTS) return false;
    const now_ms = this.now();
    // Rows are replaced, never mutated, so a checkpoint holds references to them.
    this.#checkpoints.set(name, { tables: this.platform.tables(), now_ms });
    return true;
  }

  /** Restores a saved state. @returns the reason as text if it cannot be restored */
  reset(name: string = INITIAL): string | undefined {
    const checkpoint = this.#checkpoints.get(name);
    if (checkpoint === undefined) {
      const names = [...this.#checkpoints.keys()].filter((each) => each !== INITIAL);
      return `unknown snapshot "${name}"${names.length === 0 ? '' : `; expected one of ${names.join(', ')}`}`;
    }
    if (this.#drive !== undefined) return 'an emulator with servers or a scenario cannot be reset';
    this.faults.clear();
    this.clock.setTime(checkpoint.now_ms);
    this.platform.replace(checkpoint.tables);
    this.store.write([], checkpoint.now_ms);
    this.limits?.clear();
    this.requests.clear();
    return undefined;
  }

  /** Lets a drive act on the platform from now on. */
  attach(drive: Drive): void {
    this.#drive = drive;
  }

  #advanceDrive(drive: Drive, now_ms: number, skipped: boolean): void {
    try {
      drive.advance(now_ms, skipped);
    } catch (error) {
      // The emulator continues without it.
      this.#drive = undefined;
      this.log(
        `the scenario or servers stopped acting on the computes: ${error instanceof Error ? error.stack : String(error)}`,
      );
    }
  }

  /** Skips a span of emulated time; events due within it happen at their times. */
  skip(span_ms: number): number {
    this.clock.advance(span_ms);
    const now_ms = this.#reach(true);
    this.store.write([], now_ms);
    return now_ms;
  }
}

/** Time never decreases: a paused clock continues where it stopped, a running one at the later of that and now. */
function startOf(options: EmulatorOptions, stored_ms: number | undefined): number {
  const fresh_ms = options.start_ms ?? options.real.epochMs();
  if (stored_ms === undefined) return fresh_ms;
  return options.speed === 0 ? stored_ms : Math.max(stored_ms, fresh_ms);
}

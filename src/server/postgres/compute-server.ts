import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { type ActivitySample, isBusy, wasActive } from '../../postgres/cluster/activity.js';
import type { ServedData } from '../../postgres/cluster/served-data.js';

/** The desired state of a compute's server, by the current rows. */
export interface WantedServer {
  /** Whether data should exist; otherwise it is removed. */
  readonly data: boolean;
  /** Version of the data; existing data of another version is replaced. */
  readonly data_version: number;
  readonly runs: boolean;
  /** Identifies the run; a server of another run must stop first. */
  readonly run: string;
  /** Identifies the roles and databases; applied again if it changes. */
  readonly contents: string;
  readonly cu: number;
}

export type ServedCluster = Pick<
  ServedData,
  'exists' | 'dataVersion' | 'running' | 'ended' | 'stop' | 'remove' | 'resize' | 'sample'
>;

/** The steps that bring a server to its desired state. */
export interface ServerWork {
  readonly name: string;
  readonly wanted: () => WantedServer;
  /** Creates missing data. */
  readonly create: () => Promise<void>;
  /** Replaces the data while the server is stopped. */
  readonly replace: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Creates the roles and databases. */
  readonly apply: () => Promise<void>;
  /** Called when the work has ended or failed, just before {@link ComputeServer.settled} becomes true. */
  readonly onSettling: () => void;
  /** Called when the server has stopped for any reason; a stop waits for it. */
  readonly onStop: () => Promise<void>;
  readonly log: (message: string) => void;
}

/** A server that ends sooner than this after its start counts as a failed start, in ms. */
const SHORT_LIFE_MS = 5_000;
/** Number of consecutive failed starts after which restarts stop until the next connection. */
const SHORT_LIVES = 3;

/**
 * Brings a compute's server to its desired state, step by step. The platform's rows define that state, which may change
 * at any time.
 */
export class ComputeServer<Served extends ServedCluster = ServedData> {
  readonly cluster: Served;
  readonly #work: ServerWork;
  /** The run that the server was started for. */
  #run: string | undefined;
  #starts = 0;
  #contents: string | undefined;
  #cu = 0;
  /** Resolves when everything attached to the latest server has stopped. */
  #stopped: Promise<void> = Promise.resolve();
  #failure: Error | undefined;
  /** The run of the latest step, and the failed run, which is not retried. */
  #tried_run: string | undefined;
  #failed_run: string | undefined;
  #short_lives = 0;
  #working: Promise<void> | undefined;
  #again = false;
  #closed = false;
  /** Serializes changes of data or server with work that must not overlap them. */
  #turn: Promise<unknown> = Promise.resolve();
  #sample: ActivitySample | undefined;

  constructor(cluster: Served, work: ServerWork) {
    this.cluster = cluster;
    this.#work = work;
  }

  /** Whether clients may connect: the server of the current run is up, with its roles and databases. */
  get ready(): boolean {
    const { runs, run } = this.#work.wanted();
    return runs && this.cluster.running && this.#run === run && this.#contents !== undefined;
  }

  get starts(): number {
    return this.#starts;
  }

  /** Whether no work is left, or the last attempt failed. */
  get settled(): boolean {
    return this.#working === undefined;
  }

  /** The error of a failed start. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Whether it has activity that keeps its compute awake. */
  get busy(): boolean {
    return this.ready && this.#sample !== undefined && isBusy(this.#sample);
  }

  /** Works towards the desired state, and retries a failed attempt. */
  retry(): Promise<void> {
    this.forgetFailure();
    return this.follow();
  }

  /** Allows the next {@link ComputeServer.follow} to retry a failed attempt. */
  forgetFailure(): void {
    this.#failure = undefined;
  }

  /** Works towards the desired state. @returns a promise that resolves when the work ends; it never rejects */
  follow(): Promise<void> {
    this.#again = true;
    this.#working ??= this.#workOn();
    return this.#working;
  }

  /** Runs `body` while the data and the server cannot change. */
  exclusively<Result>(body: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(body);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Samples the server. @returns whether the platform's monitor counts the time since the last sample as activity */
  async wasActive(): Promise<boolean> {
    if (!this.ready) return false;
    try {
      const before = this.#sample;
      const now = await this.cluster.sample();
      this.#sample = now;
      return wasActive(before, now);
    } catch {
      // The server is stopping or has crashed, which #ended handles.
      return false;
    }
  }

  /** Stops the server permanently and keeps its data. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.exclusively(() => this.#stop());
  }

  async #stop(): Promise<void> {
    await this.cluster.stop();
    await this.#stopped;
  }

  async #workOn(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        while (await this.exclusively(() => this.#step())) this.#failure = undefined;
      } catch (error) {
        this.#fail(error instanceof Error ? error : new Error(String(error)));
      }
      this.#work.onSettling();
    }
    this.#working = undefined;
  }

  /** @returns whether it did any work, so that more may follow */
  async #step(): Promise<boolean> {
    if (this.#closed) return false;
    const cluster = this.cluster;
    const { data, data_version, runs, run, contents, cu } = this.#work.wanted();
    if (!data) {
      await cluster.remove();
      return false;
    }
    // A failed start is retried only when the server is wanted again.
    if (this.#failure !== undefined && this.#failed_run === run) return false;
    this.#tried_run = run;
    if (!cluster.exists) {
      await this.#work.create();
      return true;
    }
    const is_other = cluster.dataVersion() !== data_version;
    if (is_other && !cluster.running) {
      await this.#work.replace();
      return true;
    }
    if (cluster.running && (is_other || !runs || run !== this.#run)) {
      // A deliberate stop never counts as a crash, whatever state is wanted by then.
      this.#run = undefined;
      this.#contents = undefined;
      this.#sample = undefined;
      await this.#stop();
      return true;
    }
    if (!runs) return false;
    if (!cluster.running) return this.#start(run, cu);
    if (contents !== this.#contents) {
      await this.#work.apply();
      this.#contents = contents;
      return true;
    }
    if (cu !== this.#cu) {
      this.#cu = cu;
      // A server that uses more memory than its new size provides continues unchanged.
      await cluster.resize(cu).catch((error: Error) => this.#work.log(error.message));
      return true;
    }
    return false;
  }

  async #start(run: string, cu: number): Promise<boolean> {
    this.#contents = undefined;
    this.#sample = undefined;
    // A crashed server may leave its superuser's connection and its group behind.
    await this.#stop();
    await this.#work.start();
    this.#run = run;
    this.#starts += 1;
    this.#cu = cu;
    const began_ms = WALL_CLOCK.monotonicMs();
    this.#stopped = this.cluster.ended.then(() => {
      this.#ended(run, WALL_CLOCK.monotonicMs() - began_ms);
      return this.#work.onStop();
    });
    return true;
  }

  /** Restarts a server that ended although it should run, as the platform restarts a crashed compute. */
  #ended(run: string, lived_ms: number): void {
    const wanted = this.#work.wanted();
    if (this.#closed || !wanted.runs || wanted.run !== run || this.#run !== run || this.cluster.running)
      return;
    this.#short_lives = lived_ms < SHORT_LIFE_MS ? this.#short_lives + 1 : 0;
    this.#work.log(`the server of ${this.#work.name} ended unexpectedly; restarting it`);
    if (this.#short_lives < SHORT_LIVES) void this.follow();
    else this.#fail(new Error(`the server of ${this.#work.name} keeps ending shortly after its start`));
  }

  #fail(error: Error): void {
    this.#failure = error;
    this.#failed_run = this.#tried_run;
    this.#short_lives = 0;
    this.#work.log(`${this.#work.name}: ${error.message}`);
  }
}

/** The start of a failure's message, and the last line of the log that follows. */
export function briefReason({ message }: Error): string {
  const [first = '', ...log] = message.split('\n');
  return [first.split(';')[0], ...log.slice(-1)].map((line) => line?.trim()).join(': ');
}

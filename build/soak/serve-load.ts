import { setTimeout as pause } from 'node:timers/promises';
import { askOverHttp } from '../../bench/http-load.js';
import { finestStart } from '../../src/platform/consumption/consumption-timeframes.js';
import { RECOVERY_MS } from '../../src/platform/projects/project.js';
import { MAX_OPERATIONS, OPERATION_HISTORY_MS } from '../../src/platform/time/due-events.js';

/** Number of connections that send requests without a pause, and of the projects they use. */
const CONNECTIONS = 16;
const PROJECTS = 40;
const DAY_MS = 86_400_000;

/** Speed of skipped time: as fast as the emulator follows until its history is full, then steady. */
const FAST = { pause_ms: 0, hours: 24 } as const;
const STEADY = { pause_ms: 2_000, hours: 12 } as const;

/**
 * When memory is full by the emulator's rules, so that it drops as much as it adds: the longest history has passed,
 * then at the steady pace deleted projects are gone, and the maximum number of operations was made.
 */
const FULL = {
  history_days: Math.max(consumptionDays(), OPERATION_HISTORY_MS / DAY_MS) + 1,
  steady_days: RECOVERY_MS / DAY_MS + 1,
  steady_edits: MAX_OPERATIONS.total,
} as const;

/** Number of days after which no consumption can be queried any more, on any day of the year. */
function consumptionDays(): number {
  const moments = Array.from({ length: 366 }, (_, day) => Date.UTC(2028, 0, 1) + day * DAY_MS);
  for (let days = 1; ; days++) {
    if (moments.every((now_ms) => finestStart(now_ms - days * DAY_MS, now_ms) === undefined)) return days;
  }
}

/** The address of `neap serve`, from its output. */
export interface Served {
  readonly address: string;
  readonly base_url: string;
  readonly api_key: string;
}

interface Owned {
  readonly project_id: string;
  readonly endpoint_id: string;
  readonly branch_id: string;
}

/** Computes that stay active through every skip, so that each edit needs an operation and consumption never ends. */
const ALWAYS_ON = { default_endpoint_settings: { suspend_timeout_seconds: -1 } };
/** Pause between two temporary projects. */
const PAUSE_MS = 100;
/** Expiry of branches and snapshots that are deleted immediately. */
const EXPIRY_MS = 30 * DAY_MS;

const FAULTS: readonly object[] = [
  { answer: 503, share: 0.01 },
  { answer: 'none', carried_out: true, call: 'createProjectBranch', share: 0.1 },
  { delay: '2ms', share: 0.01 },
  { operation: 'fails', share: 0.01 },
];

/**
 * Load on a served emulator under faults: requests for the computes of permanent projects, temporary projects and
 * branches, and skipped time. It deletes what it creates even under faults, since leftovers would look like a leak.
 */
export class ServeLoad {
  /** Requests by status; 0 if they were cut. */
  readonly statuses: Record<string, number> = {};
  /** Skipped days of emulated time. */
  days = 0;
  /** Requests with an operation each. */
  edits = 0;
  readonly #served: Served;
  readonly #own: readonly Owned[];
  #now_ms = 0;
  /** Totals when the steady pace began. */
  #steady: { readonly days: number; readonly edits: number } | undefined;
  #ended = false;
  #background: Promise<unknown> = Promise.resolve();

  private constructor(served: Served, own: Owned[]) {
    this.#served = served;
    this.#own = own;
  }

  /** Sets the faults, creates the permanent projects, and starts the temporary ones. */
  static async begin(served: Served): Promise<ServeLoad> {
    const own: Owned[] = [];
    const load = new ServeLoad(served, own);
    for (const fault of FAULTS) await load.#control('/_neap/faults', fault);
    while (own.length < PROJECTS) own.push(await load.#made(ALWAYS_ON));
    await load.#skip(FAST.hours);
    load.#background = Promise.all([load.#comeAndGo(), load.#passTime()]);
    return load;
  }

  /** Whether the emulator drops as much as it adds. */
  get isFull(): boolean {
    if (this.#steady === undefined) return false;
    const { days, edits } = this.#steady;
    return this.days - days >= FULL.steady_days && this.edits - edits >= FULL.steady_edits;
  }

  /** Sends two thirds reads and one third edits with an operation each, over cheap bare sockets. */
  async ask(duration_ms: number): Promise<void> {
    const { api_key, address } = this.#served;
    let count = 0;
    const next = (): string => {
      count += 1;
      const { project_id, endpoint_id } = this.#own[count % PROJECTS]!;
      const head = (method: string, path: string) =>
        `${method} /api/v2/projects/${project_id}/${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api_key}\r\n`;
      if (count % 30 === 1) return `${head('GET', 'operations?limit=20')}\r\n`;
      if (count % 3 !== 0) return `${head('GET', `endpoints/${endpoint_id}`)}\r\n`;
      this.edits += 1;
      // Each edit of a project changes the size, because an edit without a change needs no operation.
      const body = JSON.stringify({
        endpoint: { autoscaling_limit_max_cu: 1 + (Math.floor(count / PROJECTS) % 4) },
      });
      return `${head('PATCH', `endpoints/${endpoint_id}`)}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    };
    const port = Number(new URL(address).port);
    const asked = await askOverHttp({ port, connections: CONNECTIONS, duration_ms, next });
    for (const [status, times] of Object.entries(asked.statuses)) this.#count(status, times);
  }

  /** Stops the temporary projects. @returns problems of the load itself, which would hide or imitate a leak */
  async end(): Promise<readonly string[]> {
    this.#ended = true;
    await this.#background;
    const { projects } = await this.#call('GET', '/projects?limit=400');
    const left = projects.length - PROJECTS;
    const { min_per_project } = MAX_OPERATIONS;
    const path = `/projects/${this.#own[0]!.project_id}/operations?limit=${min_per_project}`;
    const { operations } = await this.#call('GET', path);
    return [
      ...(left === 0 ? [] : [`${left} projects were left that should have been deleted`]),
      ...(operations.length === min_per_project ? [] : ['edits took too few operations']),
    ];
  }

  #count(status: number | string, times = 1): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + times;
  }

  /** Makes a call and retries it after faults; `undefined` if the answer was cut, refused or empty. */
  async #call(method: string, path: string, body?: object) {
    const { base_url, api_key } = this.#served;
    for (;;) {
      const answer = await fetch(`${base_url}${path}`, {
        method,
        headers: { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch(() => undefined);
      const text = await answer?.text().catch(() => undefined);
      this.#count(text === undefined ? 0 : answer!.status);
      if (answer?.status === 503) continue;
      // biome-ignore lint/suspicious/noExplicitAny: bodies are judged in tests
      return (answer?.ok === true && text ? JSON.parse(text) : undefined) as any;
    }
  }

  async #control(path: string, body?: object): Promise<string> {
    const request = body && { method: 'POST', body: JSON.stringify(body) };
    for (;;) {
      const answer = await fetch(`${this.#served.address}${path}`, request).catch(() => undefined);
      if (answer !== undefined) return answer.text();
      // Idle connections are dropped while the heap is written.
      await pause(PAUSE_MS);
    }
  }

  async #made(project: object = {}): Promise<Owned> {
    const made = await this.#call('POST', '/projects', { project: { name: 'soak', ...project } });
    if (made === undefined) throw new Error('a project was refused');
    return { project_id: made.project.id, endpoint_id: made.endpoints[0].id, branch_id: made.branch.id };
  }

  /** Creates and deletes projects, branches, snapshots, keys and offers, one after the other. */
  async #comeAndGo(): Promise<void> {
    for (let turn = 0; !this.#ended; turn++) {
      const { project_id, branch_id } = await this.#made();
      const path = `/projects/${project_id}`;
      await this.#call('POST', `${path}/branches`, { endpoints: [{ type: 'read_write' }] });
      await this.#call('GET', `${path}/branches/${branch_id}/roles`);
      const key = await this.#call('POST', '/api_keys', { key_name: 'soak' });
      if (key !== undefined) await this.#call('DELETE', `/api_keys/${key.id}`);
      await this.#call('DELETE', path);
      await this.#preview(this.#own[turn % PROJECTS]!);
      await pause(PAUSE_MS);
    }
  }

  /** Creates and deletes long-lived objects in a permanent project. */
  async #preview({ project_id }: Owned): Promise<void> {
    const path = `/projects/${project_id}`;
    const expires_at = new Date(this.#now_ms + EXPIRY_MS).toISOString();
    const branch = { name: 'preview', expires_at };
    await this.#call('POST', `${path}/branches`, { branch, endpoints: [{ type: 'read_write' }] });
    // The answer may have been cut after the call took effect.
    const { branches } = await this.#call('GET', `${path}/branches?search=preview`);
    for (const { id } of branches) {
      const taken = await this.#call('POST', `${path}/branches/${id}/snapshot?expires_at=${expires_at}`);
      await this.#call('DELETE', `${path}/branches/${id}`);
      if (taken !== undefined) await this.#call('DELETE', `${path}/snapshots/${taken.snapshot.id}`);
    }
    await this.#call('POST', `${path}/transfer_requests`, { ttl_seconds: 60 });
  }

  async #skip(hours: number): Promise<void> {
    const { now } = JSON.parse(await this.#control('/_neap/clock', { advance: `${hours}h` }));
    this.#now_ms = Date.parse(now);
    this.days += hours / 24;
  }

  /** Follows changes for a moment. */
  async #listen(): Promise<void> {
    const going = new AbortController();
    const stream = await fetch(`${this.#served.address}/_neap/events`, { signal: going.signal });
    await stream.body?.getReader().read();
    going.abort();
  }

  /** Skips emulated time, and reads consumption, a snapshot, the log of requests and metrics. */
  async #passTime(): Promise<void> {
    const { organizations } = await this.#call('GET', '/users/me/organizations');
    while (this.days < FULL.history_days) {
      await this.#skip(FAST.hours);
      await pause(FAST.pause_ms);
    }
    this.#steady = { days: this.days, edits: this.edits };
    while (!this.#ended) {
      await pause(STEADY.pause_ms);
      await this.#skip(STEADY.hours);
      const query = new URLSearchParams({
        org_id: organizations[0].id,
        from: new Date(this.#now_ms - 20 * DAY_MS).toISOString(),
        to: new Date(this.#now_ms).toISOString(),
        granularity: 'daily',
        limit: '100',
      });
      await this.#call('GET', `/consumption_history/v2/projects?${query}&metrics=compute_unit_seconds`);
      await this.#control('/_neap/snapshots', { name: 'soak' });
      await this.#control('/_neap/requests');
      await this.#control('/metrics');
      await this.#listen();
    }
  }
}

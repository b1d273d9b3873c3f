import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../../api/contract.js';
import { isAwake } from '../../compute/lifecycle/transition.js';
import { getOrCreate } from '../../kernel/get-or-create.js';
import { PlatformError } from '../../platform/checks/platform-error.js';
import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { OperationRecord } from '../../platform/operations/operation.js';
import type { Call } from '../../platform/resource/call.js';
import type { StateView } from '../../platform/store/state.js';
import type { Change } from '../../platform/store/tables.js';
import { endpointSuspendDueAt } from '../../platform/time/due-events.js';
import type { DataHost } from '../../postgres/cluster/served-data.js';
import type {
  ConnectableEndpoint,
  EndpointDirectory,
  Login,
  ServerAddress,
} from '../../postgres/endpoint-directory.js';
import { refusal } from '../../postgres/wire/sqlstate.js';
import type { Drive, Emulator } from '../emulator/emulator.js';
import { ActivityMonitors } from './activity-monitors.js';
import { SnapshotData } from './branch-data.js';
import { schemaAnswer } from './branch-schema.js';
import { briefReason, type ComputeServer } from './compute-server.js';
import { LiveScaling } from './live-scaling.js';
import { requireServable } from './servable.js';
import { createServer, type ServerContext, serverId } from './server-plan.js';
import { ServerRuns } from './server-runs.js';
import { connectableEndpoint, type SizeRules } from './size-rules.js';

/** Extension of an operation while its server is not in the desired state, in ms of emulated time. */
const EXTENSION_MS = 20;
/** Maximum polling interval of a waiting client, in ms. */
const POLL_MS = 100;
/** The platform's error for a compute that does not start. Source: documentation of connection errors. */
const NOT_CONNECTED = "Couldn't connect to compute node";

/**
 * Real PostgreSQL servers behind an emulator's endpoints. The platform's rows decide which of them run. Operations take
 * at least as long as the servers need, and activity that the platform's monitor detects keeps computes awake.
 */
export class PostgresComputes implements EndpointDirectory, Drive {
  readonly #emulator: Emulator;
  readonly #state: StateView;
  readonly #sizes: SizeRules;
  readonly #context: ServerContext;
  /** By branch, or by endpoint for a read replica. */
  readonly #servers = new Map<string, ComputeServer>();
  /** The latest operation of each endpoint. */
  readonly #latest = new Map<string, string>();
  readonly #stop_listeners: ((endpoint_id: string) => Promise<void>)[] = [];
  readonly #monitors: ActivityMonitors;
  readonly #scaling: LiveScaling | undefined;
  #closing = false;

  constructor(emulator: Emulator, host: DataHost, sizes: SizeRules) {
    this.#emulator = emulator;
    this.#sizes = sizes;
    this.#state = emulator.platform.state;
    const snapshots = new SnapshotData(() => this.#context);
    this.#context = {
      host,
      snapshots,
      state: this.#state,
      sizes,
      runs: new ServerRuns(this.#state),
      log: emulator.log,
      primary: (branch_id) => this.#server(branch_id),
      onSettling: () => void (this.#closing || emulator.now()),
      onStop: async (endpoint_id) => {
        await Promise.all(this.#stop_listeners.map((listener) => listener(endpoint_id)));
      },
    };
    const serverOf = (endpoint: EndpointRecord) => this.#serverOf(endpoint);
    this.#monitors = new ActivityMonitors(this.#state, serverOf, (id) => this.#touch(id));
    if (host.limits) this.#scaling = new LiveScaling(emulator, serverOf, sizes);
  }

  /** Attaches to the emulator and starts the servers of active computes. */
  begin(): void {
    this.#emulator.attach(this);
    this.#context.host
      .keepOnly((id) => this.#exists(id) || this.#state.get('snapshots', id) !== undefined)
      .catch((error: Error) => this.#emulator.log(error.message));
    for (const branch_id of this.#state.rows('branches').keys()) void this.#server(branch_id).follow();
    for (const endpoint of this.#state.rows('endpoints').values()) void this.#serverOf(endpoint).follow();
    this.#monitors.begin();
    this.#scaling?.begin();
  }

  /** Stops every server. The platform's rows do not change, so a kept state continues from them. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#monitors.close();
    this.#scaling?.close();
    await Promise.all([...this.#servers.values()].map((server) => server.close()));
  }

  follow(changes: readonly Change[]): void {
    this.#context.runs.follow(changes);
    for (const { table, value, before } of changes) {
      if (table !== 'operations' || value?.status !== 'running' || before?.status === 'running') continue;
      // An operation retries earlier failures when it begins.
      this.#serverFor(value)?.forgetFailure();
      if (value.endpoint_id !== undefined) this.#latest.set(value.endpoint_id, value.id);
    }
    if (this.#closing) return;
    this.#context.snapshots.follow(changes);
    for (const id of new Set(changes.flatMap((change) => this.#affectedServers(change)))) {
      if (!this.#servers.has(id) && !this.#exists(id)) continue;
      void this.#server(id)
        .follow()
        .then(() => this.#exists(id) || this.#servers.delete(id));
    }
  }

  /** The ids of the servers that a changed row refers to, before and after. */
  #affectedServers({ table, id, value, before }: Change): readonly string[] {
    if (table === 'branches') return [id];
    return [value, before].flatMap((row) => {
      if (row === null || !('branch_id' in row) || row.branch_id === undefined) return [];
      if ('type' in row) return [serverId(row)];
      const endpoint = 'endpoint_id' in row ? this.#state.get('endpoints', row.endpoint_id ?? '') : undefined;
      return [row.branch_id, ...(endpoint === undefined ? [] : [serverId(endpoint)])];
    });
  }

  advance(now_ms: number, skipped: boolean): void {
    const { platform } = this.#emulator;
    for (;;) {
      const next = platform.next_event_at;
      if (next === undefined || next > now_ms) return;
      if (this.#keepAwake(next)) continue;
      const held = skipped ? undefined : this.#unfinished(next);
      if (held === undefined) {
        this.#failUnstarted(next);
        platform.advance(next);
      } else platform.extendOperation(held.id, now_ms + EXTENSION_MS);
    }
  }

  refuse(call: Pick<Call, 'stores_data'>, input: object): void {
    const missing = [...this.#servers.values()].filter(({ cluster }) => !cluster.exists).length;
    requireServable(this.#context.host, call, input, missing);
  }

  async catchUp(): Promise<void> {
    for (;;) {
      const working = [...this.#servers.values()].filter(({ settled }) => !settled);
      if (working.length === 0) break;
      await Promise.all(working.map((server) => server.follow()));
      this.#emulator.now();
    }
    this.#failSkippedStarts();
    await this.#monitors.sample();
  }

  find(endpoint_id: string): ConnectableEndpoint | undefined {
    return connectableEndpoint(this.#state, endpoint_id, this.#sizes);
  }

  async connect(endpoint_id: string, signal: AbortSignal): Promise<ServerAddress> {
    // A connection counts as activity even if the compute is awake.
    this.#touch(endpoint_id);
    let tried = false;
    for (;;) {
      signal.throwIfAborted();
      if (this.#closing) throw refusal(NOT_CONNECTED);
      const now_ms = this.#emulator.now();
      const endpoint = this.#state.get('endpoints', endpoint_id);
      const server = this.#serverById(endpoint_id);
      if (server?.failure !== undefined && server.settled) {
        if (tried) throw refusal(NOT_CONNECTED);
        tried = true;
        await server.retry();
        continue;
      }
      // The compute was suspended or deleted while the client waited.
      if (endpoint === undefined || !isAwake(endpoint)) this.#touch(endpoint_id);
      else if (endpoint.current_state === 'active' && server?.ready === true) return server.cluster.address;
      await pause(this.#pollDelay(now_ms), undefined, { signal }).catch(() => undefined);
    }
  }

  complete(
    call: string,
    parameters: Readonly<Record<string, string>>,
    answer: unknown,
  ): Promise<object> | undefined {
    if (call === 'createSnapshot') {
      const taken = answer as Answer<typeof call>;
      // The copy is complete before the answer, so the snapshot has no later writes.
      return this.#context.snapshots.of(taken.snapshot.id).then(() => taken);
    }
    const parent_id = this.#state.get('branches', parameters['branch_id'] ?? '')?.parent_id;
    return schemaAnswer(
      {
        primaryOf: (branch_id) => this.#state.primaryByBranch.only(branch_id),
        connect: (endpoint_id, signal) => this.connect(endpoint_id, signal),
        clusterOf: (branch_id) => this.#server(branch_id).cluster,
      },
      call,
      { ...(parent_id === undefined ? {} : { base_branch_id: parent_id }), ...parameters },
    );
  }

  async scramSecret(endpoint_id: string, role_name: string): Promise<string | undefined> {
    return this.#serverById(endpoint_id)?.cluster.scramSecret(role_name);
  }

  login(endpoint_id: string, login: Login): Login {
    return this.#serverById(endpoint_id)?.cluster.login(login) ?? login;
  }

  onStop(listener: (endpoint_id: string) => Promise<void>): void {
    this.#stop_listeners.push(listener);
  }

  /** @throws ConnectRefusal with the platform's message */
  #touch(endpoint_id: string): void {
    try {
      this.#emulator.platform.touch(endpoint_id, this.#emulator.now());
    } catch (error) {
      if (error instanceof PlatformError) throw refusal(error.message);
      throw error;
    }
  }

  /** Real time until the next event, up to the polling interval, in ms. */
  #pollDelay(now_ms: number): number {
    const { platform, clock } = this.#emulator;
    const next = platform.next_event_at;
    if (next === undefined || clock.speed === 0) return POLL_MS;
    return Math.max(1, Math.min(POLL_MS, (next - now_ms) / clock.speed));
  }

  /** Fails operations that end at a time and whose server failed to start. */
  #failUnstarted(at_ms: number): void {
    for (const operation of this.#state.inFlight.rows('yes')) {
      if (operation.due_at_ms !== at_ms || operation.endpoint_id === undefined) continue;
      const server = this.#serverFor(operation);
      if (server?.failure === undefined || !server.settled || operation.action === 'suspend_compute')
        continue;
      this.#emulator.platform.failOperation(operation.id, briefReason(server.failure));
    }
  }

  /** Fails operations that ended in skipped time, if their servers then failed to start. */
  #failSkippedStarts(): void {
    for (const [endpoint_id, operation_id] of this.#latest) {
      const endpoint = this.#state.get('endpoints', endpoint_id);
      if (endpoint === undefined) this.#latest.delete(endpoint_id);
      if (endpoint?.current_state !== 'active') continue;
      const { failure, settled } = this.#serverOf(endpoint);
      if (failure !== undefined && settled)
        this.#emulator.platform.failOperation(operation_id, briefReason(failure));
    }
  }

  #serverFor({ endpoint_id = '', branch_id = '' }: OperationRecord): ComputeServer | undefined {
    return this.#serverById(endpoint_id) ?? this.#servers.get(branch_id);
  }

  #serverById(endpoint_id: string): ComputeServer | undefined {
    const endpoint = this.#state.get('endpoints', endpoint_id);
    return endpoint && this.#serverOf(endpoint);
  }

  /** An operation that is due at a time although its server has not reached the desired state. */
  #unfinished(at_ms: number): OperationRecord | undefined {
    return this.#state.inFlight
      .rows('yes')
      .find((operation) => operation.due_at_ms === at_ms && this.#serverFor(operation)?.settled === false);
  }

  /** Records activity of a busy server just before its compute would be suspended. @returns whether there was one */
  #keepAwake(at_ms: number): boolean {
    for (const endpoint of this.#state.rows('endpoints').values()) {
      if (endpointSuspendDueAt(endpoint) !== at_ms || !this.#serverOf(endpoint).busy) continue;
      this.#emulator.platform.touch(endpoint.id, at_ms - 1);
      return true;
    }
    return false;
  }

  /** Whether a branch or an endpoint has the id. */
  #exists(id: string): boolean {
    return this.#state.get('branches', id) !== undefined || this.#state.get('endpoints', id) !== undefined;
  }

  #serverOf(endpoint: EndpointRecord): ComputeServer {
    return this.#server(serverId(endpoint));
  }

  #server(id: string): ComputeServer {
    return getOrCreate(this.#servers, id, () => createServer(this.#context, id));
  }
}

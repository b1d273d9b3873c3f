import type { InstancesSpecification, PoolSpecification } from '../../workload/load-specification.js';
import { RouteChoice, type RouteTarget } from '../../workload/route-choice.js';
import type { Compute } from '../lifecycle/compute.js';
import { Alarm } from '../run/alarm.js';
import { INSTANCES } from '../run/event-kind.js';
import type { EventHandlers } from '../run/run-context.js';
import { PoolClient } from './client-pool.js';
import type { LoadProcess } from './load-process.js';

/** One instance of an application, with a separate pool that closes when the instance stops. */
export class InstanceClient extends PoolClient {
  running = false;
  /** When its last query ended, or it was started. */
  idleSince = 0;

  /** Instances are started by {@link Instances}. */
  override begin(): void {}

  start(): void {
    this.running = true;
    this.idleSince = this.context.now;
    this.connections.begin();
  }

  /** Its idle connections are closed, those in use when their queries are done. */
  stop(): void {
    this.running = false;
    this.connections.close();
  }

  override completed(query: number): void {
    super.completed(query);
    this.settle();
  }

  override failed(query: number, error: string): void {
    super.failed(query, error);
    this.settle();
  }

  override giveUpWaiting(query: number): void {
    super.giveUpWaiting(query);
    this.settle();
  }

  override opened(row: number): void {
    super.opened(row);
    if (!this.running) this.connections.close();
  }

  private settle(): void {
    if (!this.running) this.connections.close();
    else if (this.connectionsInUse === 0) this.idleSince = this.context.now;
  }
}

/**
 * The instances of an application at one compute. With a fixed number, queries go to any of them, and a deploy starts
 * as many new ones, which take the queries from then on. By load, a query goes to the first that has a place for it.
 */
export class Instances implements RouteTarget {
  readonly compute: Compute;
  /** All that can run at the same time: with deploys, two generations. */
  readonly clients: readonly InstanceClient[];
  readonly #specification: InstancesSpecification;
  readonly #load: LoadProcess;
  readonly #alarm: Alarm;
  /** By generation, the choice among its instances. */
  readonly #choices: readonly RouteChoice<InstanceClient>[];
  #generation = 0;
  #nextDeploy = Number.POSITIVE_INFINITY;
  /** When the earlier generation stops. */
  #retiresAt = Number.POSITIVE_INFINITY;

  constructor(
    load: LoadProcess,
    compute: Compute,
    pool: PoolSpecification,
    instances: InstancesSpecification,
  ) {
    const { context, specification } = load;
    const generations = instances.kind === 'fixed' && instances.deploys !== undefined ? 2 : 1;
    const each = { length: instances.count };
    const stream = context.stream(specification.name, 'instance');
    const targets = Array.from(each, () => ({ compute: compute.name, weight: 1 }));
    const made = Array.from({ length: generations }, () =>
      Array.from(each, () => {
        const client = new InstanceClient(load, compute, pool);
        context.addClient(client);
        return client;
      }),
    );
    this.compute = compute;
    this.clients = made.flat();
    this.#specification = instances;
    this.#load = load;
    this.#alarm = new Alarm(context.calendar, INSTANCES, load.index);
    this.#choices = made.map(
      (clients) => new RouteChoice({ by: specification.route.by, targets }, clients, stream),
    );
  }

  get connectionsInUse(): number {
    return this.clients.reduce((sum, client) => sum + client.connectionsInUse, 0);
  }

  begin(): void {
    if (this.#specification.kind === 'by_load') return;
    for (const client of this.#generationClients(0)) client.start();
    this.#nextDeploy = this.#specification.deploys?.every_seconds ?? Number.POSITIVE_INFINITY;
    this.#plan();
  }

  next(): InstanceClient {
    const { kind } = this.#specification;
    return kind === 'fixed' ? this.#choices[this.#generation]!.next() : this.#firstWithPlace();
  }

  /** Handles {@link INSTANCES}. */
  due(): void {
    const { now } = this.#load.context;
    if (this.#alarm.time <= now) this.#alarm.fired();
    if (this.#specification.kind === 'by_load') this.#stopUnused(this.#specification.keep_seconds);
    else {
      if (this.#retiresAt <= now) this.#retire();
      if (this.#nextDeploy <= now) this.#deploy();
      this.#plan();
    }
  }

  #plan(): void {
    const next = Math.min(this.#nextDeploy, this.#retiresAt);
    if (next < Number.POSITIVE_INFINITY) this.#alarm.at(next);
  }

  #generationClients(generation: number): readonly InstanceClient[] {
    const { count } = this.#specification;
    return this.clients.slice(generation * count, (generation + 1) * count);
  }

  #deploy(): void {
    const { deploys } = this.#specification as Extract<InstancesSpecification, { kind: 'fixed' }>;
    this.#generation = 1 - this.#generation;
    for (const client of this.#generationClients(this.#generation)) client.start();
    this.#retiresAt = this.#load.context.now + deploys!.overlap_seconds;
    this.#nextDeploy += deploys!.every_seconds;
  }

  #retire(): void {
    this.#retiresAt = Number.POSITIVE_INFINITY;
    for (const client of this.#generationClients(1 - this.#generation)) client.stop();
  }

  /** The first instance with fewer queries than it takes, started if it does not run; otherwise the least busy. */
  #firstWithPlace(): InstanceClient {
    const { queries_each, keep_seconds } = this.#specification as Extract<
      InstancesSpecification,
      { kind: 'by_load' }
    >;
    let chosen = this.clients[0]!;
    for (const client of this.clients) {
      if (client.connectionsInUse < chosen.connectionsInUse) chosen = client;
      if (client.connectionsInUse >= queries_each) continue;
      chosen = client;
      break;
    }
    if (!chosen.running) chosen.start();
    this.#alarm.by(this.#load.context.now + keep_seconds);
    return chosen;
  }

  #stopUnused(keep_seconds: number): void {
    const { now } = this.#load.context;
    for (const client of this.clients) {
      if (!client.running) continue;
      if (client.connectionsInUse > 0) this.#alarm.by(now + keep_seconds);
      else if (client.idleSince + keep_seconds <= now) client.stop();
      else this.#alarm.by(client.idleSince + keep_seconds);
    }
  }
}

export const INSTANCE_EVENTS: EventHandlers = {
  [INSTANCES]: (run, load) => {
    for (const instances of run.loadProcesses[load]!.instances) instances.due();
  },
};

import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  ComputeServer,
  type ServedCluster,
  type WantedServer,
} from '../../../src/server/postgres/compute-server.js';

/** Data and a server that note what is done to them. */
class NotedCluster implements ServedCluster {
  readonly done: string[] = [];
  readonly said: string[] = [];
  exists = false;
  running = false;
  ended: Promise<void> = Promise.resolve();
  /** Starts that fail. */
  failing = 0;
  version = 0;
  /** Called while the server is being stopped. */
  onStop: () => void = () => undefined;
  wanted: WantedServer = { data: true, data_version: 0, runs: true, run: 'a', contents: 'roles', cu: 1 };
  #end: () => void = () => undefined;

  readonly server = new ComputeServer<NotedCluster>(this, {
    name: 'branch br-1',
    wanted: () => this.wanted,
    create: async () => {
      this.done.push('create');
      this.exists = true;
    },
    replace: async () => {
      this.done.push('replace');
      this.version = this.wanted.data_version;
    },
    start: () => this.#start(),
    apply: async () => void this.done.push('apply'),
    onSettling: () => undefined,
    onStop: async () => void this.said.push('stopped'),
    log: (message) => this.said.push(message),
  });

  /** The actions since the last call. */
  news(): readonly string[] {
    return this.done.splice(0);
  }

  /** Changes what is wanted, and waits until it is so. */
  async want(change: Partial<WantedServer>): Promise<void> {
    this.wanted = { ...this.wanted, ...change };
    await this.server.follow();
  }

  async stop(): Promise<void> {
    if (this.running) {
      this.done.push('stop');
      this.onStop();
    }
    this.die();
  }

  die(): void {
    this.running = false;
    this.#end();
  }

  async remove(): Promise<void> {
    this.done.push('remove');
    this.exists = false;
  }

  dataVersion(): number {
    return this.version;
  }

  async resize(cu: number): Promise<void> {
    this.done.push(`resize ${cu}`);
  }

  sample(): Promise<never> {
    return Promise.reject(new Error('there is none'));
  }

  async #start(): Promise<void> {
    await pause(2);
    if (this.failing > 0) {
      this.failing -= 1;
      throw new Error('FATAL: no');
    }
    this.done.push('start');
    this.running = true;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }
}

describe("a compute's server follows the platform", () => {
  test('data once, then a start, then roles and databases; clients are let in when all is done', async () => {
    const cluster = new NotedCluster();
    const working = cluster.server.follow();
    expect(cluster.server.settled).toBe(false);
    expect(cluster.server.ready).toBe(false);
    await working;
    expect(cluster.news()).toEqual(['create', 'start', 'apply']);
    expect(cluster.server.ready).toBe(true);
    expect(cluster.server.settled).toBe(true);
    await cluster.server.follow();
    expect(cluster.news()).toEqual([]);
  });

  test('a suspend and a wake that come together are both carried out, since the run is another', async () => {
    const cluster = new NotedCluster();
    await cluster.server.follow();
    cluster.news();
    cluster.wanted = { ...cluster.wanted, runs: false, run: 'b' };
    void cluster.server.follow();
    await cluster.want({ runs: true });
    expect(cluster.news()).toEqual(['stop', 'start', 'apply']);
    expect(cluster.said).toEqual(['stopped']);
    await cluster.want({ runs: false });
    expect(cluster.news()).toEqual(['stop']);
    expect(cluster.server.ready).toBe(false);
  });

  test('other data are given to it between two runs', async () => {
    const cluster = new NotedCluster();
    await cluster.server.follow();
    cluster.news();
    await cluster.want({ data_version: 1, run: 'b' });
    expect(cluster.news()).toEqual(['stop', 'replace', 'start', 'apply']);
    await cluster.want({ runs: false });
    await cluster.want({ data_version: 2 });
    expect(cluster.news()).toEqual(['stop', 'replace']);
  });

  test('new roles are made, and another size is given, without a stop', async () => {
    const cluster = new NotedCluster();
    await cluster.server.follow();
    cluster.news();
    await cluster.want({ contents: 'more roles' });
    await cluster.want({ cu: 2 });
    expect(cluster.news()).toEqual(['apply', 'resize 2']);
  });

  test('a failed start is retried only when a client connects or the run changes', async () => {
    const cluster = new NotedCluster();
    cluster.failing = 2;
    await cluster.server.follow();
    await cluster.server.follow();
    expect(cluster.failing).toBe(1);
    expect(cluster.server.failure?.message).toBe('FATAL: no');
    expect(cluster.said).toEqual(['branch br-1: FATAL: no']);
    await cluster.server.retry();
    expect(cluster.failing).toBe(0);
    await cluster.want({ run: 'b' });
    expect(cluster.server.ready).toBe(true);
    expect(cluster.server.failure).toBeUndefined();
  });

  test('a server that crashes is restarted, and given up when it crashes repeatedly', async () => {
    const cluster = new NotedCluster();
    await cluster.server.follow();
    cluster.news();
    cluster.die();
    await expect.poll(() => cluster.server.ready).toBe(true);
    expect(cluster.news()).toEqual(['start', 'apply']);
    cluster.die();
    await expect.poll(() => cluster.server.ready).toBe(true);
    cluster.die();
    await expect.poll(() => cluster.server.failure?.message).toContain('again and again');
    await cluster.server.retry();
    expect(cluster.server.ready).toBe(true);
  });

  test('a server that is wanted again while it is being stopped never counts as crashed', async () => {
    const cluster = new NotedCluster();
    await cluster.server.follow();
    for (let time = 0; time < 4; time++) {
      cluster.news();
      cluster.onStop = () => {
        cluster.wanted = { ...cluster.wanted, runs: true };
      };
      await cluster.want({ runs: false });
      await cluster.server.follow();
      expect(cluster.news()).toEqual(['stop', 'start', 'apply']);
    }
    expect(cluster.said.filter((message) => message !== 'stopped')).toEqual([]);
  });

  test('what must not see a change waits for it, and it for that', async () => {
    const cluster = new NotedCluster();
    await cluster.server.follow();
    cluster.news();
    const copying = cluster.server.exclusively(async () => {
      await pause(10);
      cluster.done.push('copied');
    });
    await cluster.want({ runs: false });
    await copying;
    expect(cluster.news()).toEqual(['copied', 'stop']);
  });

  test('data of what was deleted are removed', async () => {
    const cluster = new NotedCluster();
    await cluster.server.follow();
    cluster.news();
    await cluster.want({ data: false });
    expect(cluster.news()).toEqual(['remove']);
  });
});

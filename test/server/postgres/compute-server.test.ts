import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ComputeServer,
  type ServedCluster,
  type WantedServer,
} from '../../../src/server/postgres/compute-server.js';

/** Data and a server that record every action. */
class RecordedCluster implements ServedCluster {
  readonly done: string[] = [];
  readonly logged: string[] = [];
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

  readonly server = new ComputeServer<RecordedCluster>(this, {
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
    onStop: async () => void this.logged.push('stopped'),
    log: (message) => this.logged.push(message),
  });

  /** Changes the desired state, waits until the server follows, and expects the actions since the last call. */
  async want(change: Partial<WantedServer>, expected: string): Promise<void> {
    this.wanted = { ...this.wanted, ...change };
    await this.server.follow();
    this.expectDone(expected);
  }

  expectDone(expected: string): void {
    expect(this.done.splice(0).join(', ')).toBe(expected);
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
  let cluster: RecordedCluster;
  beforeEach(async () => {
    cluster = new RecordedCluster();
    const working = cluster.server.follow();
    expect([cluster.server.settled, cluster.server.ready]).toEqual([false, false]);
    await working;
    cluster.expectDone('create, start, apply');
  });

  test('a run that is requested while another one fails to start is attempted', async () => {
    cluster.failing = 1;
    const following = cluster.want({ run: 'broken' }, 'stop, start, apply');
    await pause(1);
    cluster.wanted = { ...cluster.wanted, run: 'mended' };
    void cluster.server.follow();
    await following;
    expect(cluster.server.ready).toBe(true);
  });

  test('clients are admitted once data, server, roles and databases exist, and another pass changes nothing', async () => {
    expect([cluster.server.settled, cluster.server.ready]).toEqual([true, true]);
    await cluster.want({}, '');
  });

  test('a simultaneous suspend and wake are both carried out, because the wake begins another run', async () => {
    cluster.wanted = { ...cluster.wanted, runs: false, run: 'b' };
    void cluster.server.follow();
    await cluster.want({ runs: true }, 'stop, start, apply');
    expect(cluster.logged).toEqual(['stopped']);
    await cluster.want({ runs: false }, 'stop');
    expect(cluster.server.ready).toBe(false);
  });

  test('data is replaced between two runs of a server', async () => {
    await cluster.want({ data_version: 1, run: 'b' }, 'stop, replace, start, apply');
    await cluster.want({ runs: false }, 'stop');
    await cluster.want({ data_version: 2 }, 'replace');
  });

  test('new roles and another size need no stop, and the data of a deleted branch is removed', async () => {
    await cluster.want({ contents: 'more roles' }, 'apply');
    await cluster.want({ cu: 2 }, 'resize 2');
    await cluster.want({ data: false }, 'remove');
  });

  test('a failed start is retried only when a client connects or the run changes', async () => {
    cluster.failing = 2;
    await cluster.want({ run: 'b' }, 'stop');
    await cluster.want({}, '');
    expect(cluster.failing).toBe(1);
    expect(cluster.server.failure?.message).toBe('FATAL: no');
    expect(cluster.logged).toEqual(['stopped', 'branch br-1: FATAL: no']);
    await cluster.server.retry();
    expect(cluster.failing).toBe(0);
    await cluster.want({ run: 'c' }, 'start, apply');
    expect([cluster.server.ready, cluster.server.failure]).toEqual([true, undefined]);
  });

  test('a server that crashes is restarted, unless it crashes repeatedly', async () => {
    for (let crash = 0; crash < 2; crash++) {
      cluster.die();
      await expect.poll(() => cluster.server.ready).toBe(true);
      cluster.expectDone('start, apply');
    }
    cluster.die();
    await expect.poll(() => cluster.server.failure?.message).toContain('keeps ending');
    await cluster.server.retry();
    expect(cluster.server.ready).toBe(true);
  });

  test('a server that is requested again while it stops never counts as crashed', async () => {
    cluster.onStop = () => {
      cluster.wanted = { ...cluster.wanted, runs: true };
    };
    for (let time = 0; time < 4; time++) {
      cluster.wanted = { ...cluster.wanted, runs: false };
      await cluster.server.follow();
      await cluster.server.follow();
      cluster.expectDone('stop, start, apply');
    }
    expect(cluster.logged.filter((message) => message !== 'stopped')).toEqual([]);
  });

  test('exclusive work waits for a change in progress, and a change waits for exclusive work', async () => {
    const copying = cluster.server.exclusively(async () => {
      await pause(10);
      cluster.done.push('copied');
    });
    await cluster.want({ runs: false }, 'copied, stop');
    await copying;
  });
});

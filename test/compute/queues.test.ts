import { describe, expect, test } from 'vitest';
import { ForkQueue } from '../../src/compute/fork-queue.js';
import { PageStore } from '../../src/compute/page-store.js';

describe('the queue of new connections', () => {
  test('new connections are processed one at a time, and the first does not wait', () => {
    const queue = new ForkQueue(0.5);
    expect([0, 0, 0.25].map((now) => queue.fork(now))).toEqual([0, 0.5, 0.75]);
    expect(queue.fork(1.5)).toBe(0);
    expect(queue.fork(3)).toBe(0);
  });

  test('new connections are paused with the server, and dropped when it stops', () => {
    const queue = new ForkQueue(0.5);
    queue.fork(0);
    queue.freeze(2);
    expect(queue.fork(1)).toBe(1.5);
    queue.clear();
    expect(queue.fork(1)).toBe(0);
  });
});

describe('the queue of page reads behind the cache', () => {
  test('one reader waits for the latency of each page', () => {
    const store = new PageStore({ base_latency_seconds: 0.25, operations_per_second: 16 });
    expect(store.read(0, 0)).toBe(0);
    expect(store.read(0, 3)).toBe(0.75);
    expect(store.read(10, 1)).toBe(0.25);
  });

  test('several readers queue for pages', () => {
    const store = new PageStore({ base_latency_seconds: 0.25, operations_per_second: 2 });
    // Half a second per page: more than the latency.
    expect(store.read(0, 2)).toBe(1);
    expect(store.read(0, 1)).toBe(1.5);
    expect(store.read(1.25, 0)).toBe(0);
    expect(store.read(1.25, 1)).toBe(0.25 + 0.5);
    expect(store.read(2, 1)).toBe(0.5);
  });

  test('reads never queue at a store without a limit', () => {
    const store = new PageStore({
      base_latency_seconds: 0.25,
      operations_per_second: Number.POSITIVE_INFINITY,
    });
    expect([store.read(0, 1000), store.read(0, 1)]).toEqual([250, 0.25]);
  });

  test('page reads are paused with the compute, and dropped when it stops', () => {
    const store = new PageStore({ base_latency_seconds: 0.25, operations_per_second: 2 });
    store.read(0, 2);
    store.freeze(3);
    expect(store.read(1, 1)).toBe(3 + 0.5);
    store.clear();
    expect(store.read(1, 1)).toBe(0.5);
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EndpointDirectory } from '../../../src/postgres/endpoint-directory.js';
import { EndpointGate } from '../../../src/postgres/wire/endpoint-gate.js';
import { NoPooler } from '../fake-server.js';

// Attempts are counted by the second.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('the rate windows of deleted endpoints are removed, and those of existing ones are kept', () => {
  const there = new Set(['ep-one', 'ep-two']);
  const directory: EndpointDirectory = {
    find: (endpoint_id) =>
      there.has(endpoint_id) ? { endpoint_id, allowed_ips: [], max_connections: 112 } : undefined,
    connect: () => Promise.reject(new Error('unreachable')),
    scramSecret: async () => undefined,
    onStop: () => undefined,
  };
  const gate = new EndpointGate(directory, new NoPooler());
  const admits = (endpoint_id: string) => {
    try {
      return gate.admit(endpoint_id, '127.0.0.1').endpoint.endpoint_id === endpoint_id;
    } catch {
      return false;
    }
  };
  for (const endpoint_id of there) while (admits(endpoint_id));
  there.delete('ep-two');
  const others = Array.from({ length: 1_000 }, (_, other) => `ep-${other}`);
  for (const other of others) there.add(other);
  expect(others.filter(admits)).toHaveLength(1_000);
  there.add('ep-two');
  expect([admits('ep-one'), admits('ep-two')]).toEqual([false, true]);
});

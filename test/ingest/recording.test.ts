import { expect, it } from 'vitest';
import { Recording } from '../../src/ingest/recording/recording.js';

it('each request logged by the second may count for several queries', () => {
  const to = new Recording({ queries_per_request: 4, vcpu: undefined }, 'request');
  for (const second of [0, 1, 2]) to.count(1_767_607_200 + second, 1, 5);
  const { loads, findings } = to.finish(3);
  const { traffic } = loads[0]!;
  expect(traffic.kind === 'recorded' && traffic.readings[0]!.total).toBe(60);
  expect(findings[0]!.what).toBe('15 requests, 4 queries each');
});

it('more than a million queries are counted by the second, and none is lost', () => {
  const to = new Recording({ queries_per_request: 1, vcpu: undefined });
  const begin = 1_767_607_200;
  to.arrival(begin + 0.25, 7200);
  for (let i = 0; i < 1_000_000; i++) to.arrival(begin + i / 1000 + 0.5, 0.25);
  const { traffic } = to.finish(1_000_001).loads[0]!;
  if (traffic.kind === 'rate') throw new Error('expected a recording');
  const [{ kind, total, from, values }] = traffic.readings as [(typeof traffic.readings)[0]];
  expect([kind, total, from]).toEqual(['counts', 1_000_001, begin]);
  expect([values[0], values[1]]).toEqual([751, 1000]);
});

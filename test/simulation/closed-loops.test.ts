import { describe, expect, test } from 'vitest';
import { primary, runExample, story } from './support/one-compute.js';

const awake = { suspend_timeout_seconds: -1 };

/** A closed loop of queries that only wait. */
function loop(clients: number, think: string, wait: string, ramp = '0s') {
  return { process: { closed: { clients, think, ramp } }, query: { cpu: '0s', wait } };
}

describe('a closed loop', () => {
  test('a client in a closed loop sends its next query after the previous result and its think time', async () => {
    const record = await runExample({
      compute: awake,
      load: loop(1, '7s', '3s'),
      scenario: { duration: '60s' },
    });
    // 0 to 3, 10 to 13, and so on: the one at 50 finishes before the end.
    expect(primary(record)).toMatchObject({ arrived: 6, completed: 6, in_flight: 0 });
    expect(primary(record).latency.max).toBe(3);
  });

  test('clients of a closed loop start evenly over the ramp, and their number stays constant', async () => {
    const record = await runExample({
      compute: awake,
      load: loop(4, '0s', '10s', '8s'),
      scenario: { duration: '65s', timeline_interval: '1s' },
    });
    // They start at 0, 2, 4 and 6: seven, seven, seven and six iterations.
    expect(primary(record)).toMatchObject({ arrived: 27, completed: 23, in_flight: 4 });
    const inside = record.timeline.map(({ connections_max }) => connections_max);
    expect(Math.max(...inside)).toBe(4);
    expect(inside.slice(10, 60).every((count) => count === 4)).toBe(true);
  });

  test('a query that fails for good also ends its iteration', async () => {
    const record = await runExample({
      compute: awake,
      load: loop(3, '1s', '4s'),
      scenario: { duration: '20s' },
      model: { max_connections: 2 },
    });
    // Two have the slots from 0 to 4, 5 to 9, 10 to 14 and 15 to 19. The third is refused each second: at 0, 1, 2
    // and 3. It gets a slot at 4, and one of the others is refused at 5 to 7 until it leaves at 8.
    const one = primary(record);
    expect(one.failed_by_error['53300']).toBe(one.failed);
    expect(one.failed).toBeGreaterThan(3);
    expect(one.arrived).toBe(one.completed + one.failed + one.in_flight);
    expect(one.connections.peak).toBe(2);
  });

  test('a closed loop without think time whose queries are refused repeats once per millisecond', async () => {
    const record = await runExample({
      compute: awake,
      load: loop(2, '0s', '10s'),
      scenario: { duration: '5s' },
      model: { max_connections: 1 },
    });
    expect(primary(record)).toMatchObject({ completed: 0, in_flight: 1 });
    expect(primary(record).failed).toBeGreaterThanOrEqual(4999);
    expect(primary(record).failed).toBeLessThanOrEqual(5001);
  });

  test('a closed loop wakes a compute that suspended while all clients were thinking', async () => {
    const record = await runExample({
      load: loop(1, '10m', '1s'),
      scenario: { duration: '20m' },
    });
    expect(story(record)).toEqual([
      '0 wake',
      '1 active',
      '302 suspend',
      '602 wake',
      '603 active',
      '904 suspend',
    ]);
    expect(primary(record)).toMatchObject({ arrived: 2, completed: 2, wakes: 2 });
  });

  test('a policy with foresight knows when think times end', async () => {
    const record = await runExample({
      compute: { policy: { suspend: { oracle: { lead_seconds: '2s' } } } },
      load: loop(1, '10m', '1s'),
      scenario: { duration: '20m' },
    });
    // Suspended at once, and resumed in time for a query at 602: only the first query waits.
    expect(primary(record)).toMatchObject({ arrived: 2, completed: 2, delayed: 1 });
  });
});

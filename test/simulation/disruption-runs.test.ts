import { describe, expect, test } from 'vitest';
import { at, primary, runExample } from './support/one-compute.js';

describe('disruptions in a run', () => {
  test('a restart disturbs who is cut and who is held, and ends when all are back', async () => {
    const record = await runExample({
      compute: { initial_state: 'active' },
      load: {
        process: at(99.5, 100.5, 200),
        query: { cpu: '0s', wait: '1s' },
        retry: { attempts: 2, first: '2s', jitter: 'none' },
      },
      events: [{ at: '100s', restart: 'primary' }],
    });
    const { disruptions, trouble } = primary(record);
    expect(disruptions.kept).toEqual([
      {
        at_seconds: 100,
        cause: 'restart',
        connections_dropped: 1,
        queries_cut: 1,
        disturbed: 2,
        back: 2,
        lost: 0,
        // The one that was held is done at 102 s, the one that was cut began again at 102 s.
        recovery_p50_seconds: expect.closeTo(2, 1),
        recovery_p99_seconds: 3,
      },
    ]);
    expect(trouble).toEqual({ from_seconds: 100, until_seconds: 101 });
  });

  test('a wake is none while those who are held are let in, and one when slots are too few for them', async () => {
    const load = {
      process: at(10, 10.2, 10.4),
      query: { cpu: '0s', wait: '1s' },
      retry: { attempts: 3, first: '2s', jitter: 'none' },
    };
    const smooth = primary(await runExample({ load }));
    expect(smooth.disruptions).toMatchObject({ by_cause: {}, kept: [] });

    const crowded = primary(await runExample({ load, model: { max_connections: 2 } }));
    expect(crowded.disruptions.kept).toMatchObject([
      { at_seconds: 10, cause: 'wake', connections_dropped: 0, disturbed: 3, back: 3, lost: 0 },
    ]);
    // Let in at 11 s, refused, and served from 13 s to 14 s.
    expect(crowded.disruptions.kept[0]!.recovery_p99_seconds).toBe(4);
  });

  test('a suspend that cuts idle connections disturbs nobody', async () => {
    const record = await runExample({
      load: { process: at(10, 1000), connection: { kind: 'pool', size: 1 } },
    });
    expect(primary(record).disruptions.by_cause).toEqual({
      suspend: { count: 2, connections_dropped: 2, queries_cut: 0, disturbed: 0, back: 0, lost: 0 },
    });
  });

  test('the loss of a zone lasts until it ends, also for a compute that was suspended', async () => {
    const record = await runExample({
      load: { process: at(105), retry: { attempts: 4, first: '5s', factor: 1, jitter: 'none' } },
      scenario: { faults: [{ at: '100s', for: '12s', zone_loss: 'primary' }] },
    });
    // Unreachable at 105 and 110 s; at 115 s it is woken, which takes a second.
    expect(primary(record).disruptions.kept).toMatchObject([
      { at_seconds: 100, cause: 'zone_loss', disturbed: 1, back: 1, recovery_p99_seconds: 16 },
    ]);
    expect(primary(record).retried_by_error).toEqual({ '08006': 2 });
  });
});

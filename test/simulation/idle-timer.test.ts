import { describe, expect, test } from 'vitest';
import { at, primary, runExample, story } from './support/one-compute.js';

const instant = { wake_latency: '0s' };

describe('the suspend timeout', () => {
  test('the suspend timeout counts from the end of the last query, not from its arrival', async () => {
    const record = await runExample({ load: { process: at(0), query: { cpu: '100s' } }, model: instant });
    expect(story(record)).toEqual(['0 wake', '0 active', '400 suspend']);
  });

  test('activity at the exact moment the timeout expires keeps the compute awake', async () => {
    const record = await runExample({ load: { process: at(0, 300, 600) }, model: instant });
    expect(story(record)).toEqual(['0 wake', '0 active', '900 suspend']);
  });

  test('activity just after the timeout wakes the suspended compute', async () => {
    const record = await runExample({ load: { process: at(0, 300.001) }, model: instant });
    expect(story(record)).toEqual([
      '0 wake',
      '0 active',
      '300 suspend',
      '300.001 wake',
      '300.001 active',
      '600.001 suspend',
    ]);
  });

  test('a timeout of -1 never suspends, and 0 means five minutes', async () => {
    const never = await runExample({ compute: { suspend_timeout_seconds: -1 }, load: { process: at(10) } });
    expect(story(never)).toEqual(['0 active']);
    expect(primary(never).active_seconds).toBe(3600);
    const usual = await runExample({ compute: { suspend_timeout_seconds: 0 }, load: { process: at(9) } });
    expect(story(usual)).toEqual(['9 wake', '10 active', '310 suspend']);
  });

  test('above 16 CU a compute is always active', async () => {
    const record = await runExample({
      compute: {
        autoscaling_limit_min_cu: 18,
        autoscaling_limit_max_cu: 18,
        suspend_timeout_seconds: -1,
      },
    });
    expect(primary(record)).toMatchObject({ active_seconds: 3600, cu_seconds: 18 * 3600 });
  });

  test('a late suspend check adds its slack to the active time', async () => {
    const record = await runExample({ load: { process: at(0) }, model: { ...instant, suspend_check: '5s' } });
    expect(story(record)).toEqual(['0 wake', '0 active', '305 suspend']);
  });

  test('a new timer replaces the previous one', async () => {
    const record = await runExample({
      compute: { suspend_timer: { empirical: ['20s'] } },
      load: { process: at(0, 100) },
      model: instant,
    });
    expect(story(record)).toEqual([
      '0 wake',
      '0 active',
      '20 suspend',
      '100 wake',
      '100 active',
      '120 suspend',
    ]);
  });

  test('an open but idle session does not keep the compute awake', async () => {
    const record = await runExample({
      load: { process: at(0), connection: { kind: 'session', hold: '30m' } },
      model: instant,
    });
    expect(story(record)).toEqual(['0 wake', '0 active', '300 suspend']);
    expect(primary(record).connections.dropped).toBe(1);
  });
});

describe('an edit of the timeout', () => {
  const edited = (seconds: number, moment: string, timeout = 300) =>
    runExample({
      compute: { suspend_timeout_seconds: timeout, initial_state: 'active' },
      events: [{ at: moment, update: 'primary', set: { suspend_timeout_seconds: seconds } }],
    });

  test('an edited timeout counts the current idle period from its start', async () => {
    expect(story(await edited(600, '100s'))).toEqual(['0 active', '100 update', '600 suspend']);
    expect(story(await edited(120, '100s'))).toEqual(['0 active', '100 update', '120 suspend']);
  });

  test('an edited timeout that has already expired suspends at once', async () => {
    expect(story(await edited(60, '100s'))).toEqual(['0 active', '100 update', '100 suspend']);
  });

  test('an edited timeout disables and enables suspension', async () => {
    expect(story(await edited(-1, '100s'))).toEqual(['0 active', '100 update']);
    expect(story(await edited(60, '100s', -1))).toEqual(['0 active', '100 update', '100 suspend']);
  });

  test('a timeout edited while a query runs counts from the end of the query', async () => {
    const record = await runExample({
      compute: { initial_state: 'active' },
      load: { process: at(50), query: { cpu: '100s' } },
      events: [{ at: '100s', update: 'primary', set: { suspend_timeout_seconds: 60 } }],
    });
    expect(story(record)).toEqual(['0 active', '100 update', '210 suspend']);
  });
});

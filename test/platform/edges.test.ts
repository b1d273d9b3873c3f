import { expect, test } from 'vitest';
import { EmulatorUnderTest } from '../server/emulator-under-test.js';

test('a key is not used before it is made', async () => {
  const emulator = new EmulatorUnderTest({ start_ms: Date.parse('2026-01-05T00:00:41Z') });
  const { body: key } = await emulator.call('POST', '/api_keys', { key_name: 'new' });
  await emulator.call('GET', '/users/me', undefined, key.key);
  const { body: keys } = await emulator.call('GET', '/api_keys');
  const shown = keys.find(({ id }: { id: number }) => id === key.id);
  expect([shown.created_at, shown.last_used_at]).toEqual(['2026-01-05T00:00:41Z', '2026-01-05T00:00:41Z']);
});

test('back from a size that never suspends, a compute has the timeout again that it had', async () => {
  const emulator = new EmulatorUnderTest();
  const { project_id, endpoint_id } = await emulator.project();
  const path = `/projects/${project_id}/endpoints/${endpoint_id}`;
  const resized = async (cu: number, change: object = {}) => {
    const { body } = await emulator.call('PATCH', path, {
      endpoint: { autoscaling_limit_min_cu: cu, autoscaling_limit_max_cu: cu, ...change },
    });
    await emulator.control('POST', '/clock', { advance: '10s' });
    return body.endpoint.suspend_timeout_seconds;
  };
  expect([await resized(18), await resized(1)]).toEqual([-1, 0]);
  expect([await resized(1, { suspend_timeout_seconds: 600 }), await resized(20)]).toEqual([600, -1]);
  expect(await resized(2)).toBe(600);
  // Explicit settings stay.
  expect([await resized(18, { suspend_timeout_seconds: -1 }), await resized(1)]).toEqual([-1, -1]);
  expect(await resized(1, { suspend_timeout_seconds: 0 })).toBe(0);
  await emulator.control('POST', '/clock', { advance: '6m' });
  expect((await emulator.call('GET', path)).body.endpoint.current_state).toBe('idle');
});

test('an edit without changes is refused like any other while operations are in flight', async () => {
  const emulator = new EmulatorUnderTest({ platform: { seed: 'test' } });
  const { project_id, endpoint_id } = await emulator.project();
  const path = `/projects/${project_id}/endpoints/${endpoint_id}`;
  expect((await emulator.call('POST', `${path}/restart`)).status).toBe(200);
  const same = { endpoint: { autoscaling_limit_max_cu: 2 } };
  expect((await emulator.call('PATCH', path, same)).status).toBe(423);
  await emulator.control('POST', '/clock', { advance: '10s' });
  const { status, body } = await emulator.call('PATCH', path, same);
  expect([status, body.operations]).toEqual([200, []]);
});

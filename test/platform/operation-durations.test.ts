import { expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { Platform } from '../../src/platform/platform.js';
import type { OperationDuration } from '../../src/platform/store/options.js';
import { A_SECOND_EACH, demoProject, HOUR, MINUTE, SECOND, START } from './demo-platform.js';

test('a running operation can be extended but not shortened', () => {
  const { platform, ask, states, endpoint_id, ready } = demoProject();
  const idle = ready + HOUR;
  const latest = (now: number) => ask(CONTRACT.listProjectOperations, { limit: 1 }, now).operations[0]!;
  platform.touch(endpoint_id, idle);
  const { id } = latest(idle);
  platform.extendOperation(id, idle + 5 * SECOND);
  expect(platform.next_event_at).toBe(idle + 5 * SECOND);
  platform.extendOperation(id, idle + 2 * SECOND);
  expect(states(idle + 5 * SECOND - 1)).toBe('idle, then active');
  expect(states(idle + 5 * SECOND)).toBe('active');
  expect(latest(idle + MINUTE).total_duration_ms).toBe(5000);
  const before = platform.tables();
  platform.extendOperation(id, idle + HOUR);
  platform.extendOperation('none', idle + HOUR);
  expect(platform.tables()).toEqual(before);
});

test.each<[string, OperationDuration, number, number]>([
  ['drawn between two bounds', { min_ms: 200, max_ms: 500 }, 200, 500],
  ['drawn by a distribution', (fraction) => 1000 + 1000 * fraction, 1000, 2000],
  ['the same', 700, 700, 700],
])('the duration of an operation is %s', (_how, start_compute, least, most) => {
  const { platform, endpoint_id, ask } = demoProject({
    operation_duration_ms: { ...A_SECOND_EACH, start_compute },
  });
  for (let wake = 1; wake <= 20; wake++) platform.touch(endpoint_id, START + wake * HOUR);
  const durations = ask(CONTRACT.listProjectOperations, { limit: 100 }, START + 21 * HOUR)
    .operations.filter(({ action }) => action === 'start_compute')
    .map(({ total_duration_ms }) => total_duration_ms);
  expect(durations).toHaveLength(21);
  expect(durations.every((each) => Number.isInteger(each) && each >= least && each <= most)).toBe(true);
  if (least === most) return;
  expect(new Set(durations).size).toBeGreaterThan(10);
  // Some of 21 uniform durations are in each half.
  const middle = (least + most) / 2;
  expect(new Set(durations.map((each) => each < middle)).size).toBe(2);
});

test('a start takes a few hundred milliseconds by default', () => {
  const platform = new Platform({ seed: 'starts' });
  const user = platform.signUp({ name: 'Ada', email: 'ada@example.com' }, START);
  const { key } = platform.issueApiKey({ user_id: user.id, key_name: 'first' }, START);
  const caller = platform.authenticate(key, '192.0.2.1', START);
  const { project, endpoints } = platform.call(CONTRACT.createProject, caller, { project: {} }, START);
  const ids = { project_id: project.id, endpoint_id: endpoints[0]!.id };
  for (let start = 1; start <= 200; start++) platform.touch(ids.endpoint_id, START + start * HOUR);
  platform.advance(START + 201 * HOUR);
  const durations = [...platform.tables().operations]
    .map(([, row]) => row)
    .filter(({ action }) => action === 'start_compute')
    .map(({ duration_ms }) => duration_ms);
  expect(durations).toHaveLength(201);
  // Like a scenario's wakes: half of 201 draws below 350 ms (100.5 ± 2.58 · 7.1), one in a hundred above 2 s.
  const below = durations.filter((duration) => duration < 350).length;
  expect(below).toBeGreaterThan(82);
  expect(below).toBeLessThan(119);
  expect(durations.filter((duration) => duration > 2000).length).toBeLessThan(7);
  expect(Math.min(...durations)).toBeGreaterThan(0);
});

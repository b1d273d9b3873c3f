import { expect, test } from 'vitest';
import { EmulatorUnderTest } from '../emulator-under-test.js';

test('a long list has the form of a short one, and other requests are answered while it is written', async () => {
  const emulator = new EmulatorUnderTest();
  const { project_id, branch_id } = await emulator.project();
  const path = `/projects/${project_id}/endpoints`;
  const endpoint = { branch_id, type: 'read_only', disabled: true };
  for (let count = 0; count < 1200; count++) await emulator.call('POST', path, { endpoint });
  const headers = { Authorization: `Bearer ${emulator.key}` };
  const answer = await emulator.app.request(`/api/v2${path}`, { headers });
  expect(answer.headers.get('content-type')).toBe('application/json');
  const reader = answer.body!.getReader();
  let bytes = Buffer.alloc(0);
  let pieces = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    bytes = Buffer.concat([bytes, piece.value]);
    pieces += 1;
    if (pieces === 3) expect((await emulator.call('GET', `/projects/${project_id}`)).status).toBe(200);
  }
  expect(pieces).toBeGreaterThan(10);
  const { endpoints, ...rest } = JSON.parse(bytes.toString());
  expect([endpoints.length, rest]).toEqual([1201, {}]);
  const one = await emulator.call('GET', `${path}/${endpoints[1200].id}`);
  expect(one.body.endpoint).toEqual(endpoints[1200]);
  const { body } = await emulator.call('GET', `/projects/${project_id}/operations?limit=1000`);
  expect(Object.keys(body)).toEqual(['operations', 'pagination']);
});

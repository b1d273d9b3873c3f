// A program that calls the management API, tested against the emulator: five idle minutes take none of the suite's.
//
//   node --test examples/emulator.test.mjs
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createEmulator } from 'neap/emulator';

const emulator = createEmulator({ start_ms: Date.parse('2026-01-05T00:00:00Z') });
await emulator.listen();
after(() => emulator.stop());

/**
 * What is to be tested: any client of the API in any language, here a few lines of fetch.
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function call(path, body) {
  const response = await fetch(`${emulator.base_url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${emulator.api_key}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return response.json();
}

test('an idle compute is suspended after five minutes, and wakes when a client connects', async () => {
  const { project, endpoints } = await call('/projects', { project: { name: 'shop' } });
  const state = async () =>
    (await call(`/projects/${project.id}/endpoints/${endpoints[0].id}`)).endpoint.current_state;
  emulator.advance(10_000);
  assert.equal(await state(), 'active');
  emulator.advance(5 * 60_000);
  assert.equal(await state(), 'idle');
  emulator.connect(endpoints[0].id);
  // Most wakes take some 350 ms, a few take seconds.
  emulator.advance(10_000);
  assert.equal(await state(), 'active');
});

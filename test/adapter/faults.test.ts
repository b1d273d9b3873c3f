import { expect, test } from 'vitest';
import { AdapterError } from '../../src/adapter/adapter-error.js';
import { NO_RETRIES } from '../../src/adapter/retry.js';
import { simulatedAccount } from '../../src/adapter/simulated-adapter.js';
import { START_MS } from '../server/emulator-under-test.js';

function account() {
  return simulatedAccount({ start_ms: START_MS, platform: { seed: 'faults' }, retries: NO_RETRIES });
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof AdapterError ? error : Promise.reject(error)),
  );

test('calls in process fail in the same way as calls over HTTP', async () => {
  const adapter = account();
  adapter.fail({ answer: 429, times: 2 });
  adapter.fail({ answer: 'none', method: 'POST', carried_out: true });
  expect(await failure(adapter.listProjects({}))).toMatchObject({ status: 429, retry_after_ms: 1000 });
  expect(await failure(adapter.listProjects({}))).toMatchObject({ status: 429 });
  expect(await failure(adapter.createProject({ project: { name: 'shop' } }))).toMatchObject({
    status: 0,
    code: 'no_answer',
    call: 'POST /projects',
  });
  expect((await adapter.listProjects({})).projects).toMatchObject([{ name: 'shop' }]);
});

test('a slow response takes simulated time, and refused calls stay refused', async () => {
  const adapter = account();
  adapter.fail({ delay_ms: 2500, after_ms: 1000, times: 2 });
  await adapter.listProjects({});
  expect(adapter.now_ms()).toBe(START_MS);
  await adapter.wait(1000);
  await adapter.listProjects({});
  expect(adapter.now_ms()).toBe(START_MS + 3500);
  expect(await failure(adapter.getProject({ project_id: 'missing-1' }))).toMatchObject({ status: 404 });
  expect(adapter.now_ms()).toBe(START_MS + 6000);
});

test('the same seed makes the same calls fail', async () => {
  const hits = async () => {
    const adapter = account();
    adapter.fail({ answer: 503, share: 0.3 });
    const failed: boolean[] = [];
    for (let count = 0; count < 40; count++)
      failed.push((await failure(adapter.getActiveRegions())) !== undefined);
    return failed;
  };
  const first = await hits();
  expect(first).toContain(true);
  expect(first).toContain(false);
  expect(await hits()).toEqual(first);
});

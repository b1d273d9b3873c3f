import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const EXAMPLE = fileURLToPath(new URL('../../examples/orders', import.meta.url));

/** Runs the example's tests on an application file, and counts those that passed and failed. */
function tested(file: string): Promise<{ passed: number; failed: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, ORDERS: file };
    // This variable marks a nested test runner, which this one is not.
    delete (env as Record<string, string | undefined>)['NODE_TEST_CONTEXT'];
    execFile(process.execPath, ['--test', '--test-reporter=tap'], { cwd: EXAMPLE, env }, (_error, output) => {
      const number = (name: string) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1]);
      resolve({ passed: number('pass'), failed: number('fail'), output });
    });
  });
}

test('the orders example passes, and fails when its bug is present', { timeout: 300_000 }, async () => {
  const good = await tested('./orders.mjs');
  expect(good, good.output).toMatchObject({ passed: 3, failed: 0 });
  const bad = await tested('./orders-with-a-bug.mjs');
  expect(bad.failed, bad.output).toBeGreaterThan(0);
  expect(bad.output).toMatch(/57P01|terminating connection/);
});

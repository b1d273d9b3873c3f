import { expect, test } from 'vitest';
import { at, type Example, primary, runExample } from './support/one-compute.js';

/** A compute of one CU with work for four from 110 s on. */
const BUSY: Example = {
  compute: { autoscaling_limit_max_cu: 4, suspend_timeout_seconds: -1 },
  load: { process: at(...Array(8).fill(110)), query: { cpu: '200s' } },
};

/** A run with a fault, its refused permits, and the time of its first resize. */
async function runWith(fault: Readonly<Record<string, unknown>>) {
  const record = await runExample({ ...BUSY, scenario: { faults: [{ at: '100s', ...fault }] } });
  const denied = record.decisions.filter(({ decision }) => decision === 'permit_denied');
  const resized = record.decisions.find(({ decision }) => decision === 'resize')!.time_seconds;
  return { ...primary(record), denied: denied.map(({ reason }) => reason), resized };
}

test('a running compute keeps its size during an outage', async () => {
  const { denied, resized, scaling } = await runWith({ for: '1000s', control_plane_outage: true });
  expect(resized).toBeGreaterThan(1100);
  expect(denied[0]).toMatch(/^the scheduler does not answer: no [\d.]+ CU$/);
  expect(scaling.permits_denied).toBe(0);
});

test('a node without capacity denies every upscale, and the log reports it once per size', async () => {
  const { denied, resized, scaling, max_cu } = await runWith({ for: '500s', no_upscale: 'primary' });
  expect(denied[0]).toMatch(/^the node refuses more: no [\d.]+ CU$/);
  expect(new Set(denied).size).toBe(denied.length);
  expect(scaling.permits_denied).toBeGreaterThan(denied.length);
  expect(scaling.migrations).toBe(0);
  expect(resized).toBeGreaterThan(600);
  expect(max_cu).toBe(4);
});

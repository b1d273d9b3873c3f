import { expect, test } from 'vitest';
import { agreeStepByStep } from './agreement.js';

test("random requests get the same answers from the rules, over HTTP and by the adapter, never 500, always in the vendor's form", async () => {
  const sequences = 100;
  const statuses = await agreeStepByStep({ sequences, requests: 100, seed: 20261121 });
  expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([]);
  // Many of the requests succeed, and every kind of refusal occurs.
  expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan((100 * sequences) / 5);
  const refusals = ['400', '401', '403', '404', '409', '422', '423'];
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(refusals));
});

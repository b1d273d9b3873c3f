import { expect, test } from 'vitest';
import { LONG } from '../long-suite.js';
import { agreeStepByStep } from './agreement.js';

test('random requests have the same answers from the rules, over HTTP and by the adapter, no 500, and nothing but what the vendor describes', async () => {
  const sequences = LONG ? 100 : 4;
  const statuses = await agreeStepByStep({ sequences, requests: 100, seed: 20261121 });
  expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([]);
  // The requests are not all nonsense: many of them succeed, and every kind of refusal occurs.
  expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan((100 * sequences) / 5);
  const refusals = LONG ? ['400', '401', '403', '404', '409', '422', '423'] : ['400', '404'];
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(refusals));
});

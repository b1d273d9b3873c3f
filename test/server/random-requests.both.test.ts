import { expect, test } from 'vitest';
import { LONG } from '../long-suite.js';
import { askAtRandom } from './ask-at-random.js';

test('random requests get no 500 and nothing but what the vendor describes', async () => {
  const sequences = LONG ? 100 : 4;
  const statuses = await askAtRandom(sequences, 100);
  // The requests are not all nonsense: a good part of them does something, and every kind of refusal is met.
  expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan((100 * sequences) / 5);
  const refusals = LONG ? ['400', '401', '403', '404', '409', '422', '423'] : ['400', '404'];
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(refusals));
});

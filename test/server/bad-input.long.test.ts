import { expect, test } from 'vitest';
import { askAtRandom } from './ask-at-random.js';

test('ten thousand random requests: no 500, nothing but what the vendor describes', async () => {
  const statuses = await askAtRandom(100, 100);
  // The requests are not all nonsense: a good part of them does something, and every kind of refusal is met.
  expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan(10_000 / 5);
  const refusals = ['400', '401', '403', '404', '409', '422', '423'];
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(refusals));
});

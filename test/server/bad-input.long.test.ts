import { test } from 'vitest';
import { askAtRandom } from './ask-at-random.js';

test('ten thousand random requests: no 500, nothing but what the vendor describes', async () => {
  await askAtRandom(100, 100);
});

import { expect, test } from 'vitest';
import { outputs } from './same-bytes.js';

test('same scenario and seed, same bytes as they are stored', async () => {
  for (const [file, text] of Object.entries(outputs('test/cli/same-bytes/one-of-each.yaml'))) {
    await expect(text).toMatchFileSnapshot(`same-bytes/${file}`);
  }
});

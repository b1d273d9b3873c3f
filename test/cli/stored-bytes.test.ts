import { expect, test } from 'vitest';
import { outputs } from './command-outputs.js';

test('the same scenario and seed give the stored bytes', async () => {
  for (const [file, text] of Object.entries(outputs('run test/cli/same-bytes/one-of-each.yaml'))) {
    await expect(text).toMatchFileSnapshot(`same-bytes/${file}`);
  }
});

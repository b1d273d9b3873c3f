import { expect, test } from 'vitest';
import { expectSame, outputs } from './same-bytes.js';

test('same scenario and seed, same bytes: twice, and as they are stored', async () => {
  const once = outputs('test/cli/same-bytes/one-of-each.yaml');
  expectSame(once, outputs('test/cli/same-bytes/one-of-each.yaml'));
  for (const [file, text] of Object.entries(once)) {
    await expect(text).toMatchFileSnapshot(`same-bytes/${file}`);
  }
});

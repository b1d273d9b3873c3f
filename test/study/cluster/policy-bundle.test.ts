import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { policyBundle } from '../../../src/study/cluster/policy-bundle.js';
import { temporaryFolder } from '../../temporary-folder.js';

const folder = temporaryFolder();

/** The bundle of the first of these files, after all are written. */
function bundleOf(texts: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return policyBundle(join(folder, Object.keys(texts)[0]!));
}

it('the module of a policy is in the next folder if it imports nothing, and its type is that of its package', async () => {
  const module = (name: string, manifest: string) =>
    bundleOf({ [`${name}/q.mjs`]: 'export default {};', [`${name}/package.json`]: manifest });
  const alone = await module('alone', '{}');
  expect(alone.folder).toBe(join(folder, 'alone'));
  expect((await module('typed', '{ "type": "module" }')).hash).not.toBe(alone.hash);
  expect((await module('odd', '{ "type": 7 }')).hash).toBe(alone.hash);
  expect(await module('alone', '{}')).toEqual(alone);
});

it.each([
  ['import { a } from "lodash/merge";', 'lodash/merge'],
  ["import 'neapolitan';", 'neapolitan'],
])('the module of a policy must not import packages, not even indirectly: %s', async (text, name) => {
  const bundle = bundleOf({ 'far/p.mjs': `import './q.mjs';`, 'far/q.mjs': text });
  await expect(bundle).rejects.toThrow(
    `p.mjs: error: imports "${name}": on a cluster a policy may import neighbouring files`,
  );
});

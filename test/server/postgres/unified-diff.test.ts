import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from '../../../src/server/postgres/unified-diff.js';
import { temporaryFolder } from '../../temporary-folder.js';

test('the difference between equal texts is empty', () => {
  expect(unifiedDiff('a\nb\n', 'a\nb\n', ['a', 'b'])).toBe('');
});

test('a difference has the unified format', () => {
  const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n';
  const after = before.replace('two\n', '').replace('nine', 'nine\nten');
  expect(unifiedDiff(before, after, ['a/db', 'b/db'])).toBe(
    '--- a/db\n+++ b/db\n@@ -1,5 +1,4 @@\n one\n-two\n three\n four\n five\n@@ -7,4 +6,5 @@\n seven\n eight\n nine\n+ten\n \n',
  );
});

const hasPatch = spawnSync('patch', ['--version']).status === 0;

const folder = temporaryFolder();
test.skipIf(!hasPatch)('patch makes the second text of the first', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'create table x'), { maxLength: 30 });
  const isPatched = fc.property(lines, lines, (first, second) => {
    const [before, after] = [`${first.join('\n')}\n`, `${second.join('\n')}\n`];
    const input = unifiedDiff(before, after, ['x', 'x']);
    if (input === '') return before === after;
    // The empty line after the last break is a line of the text, not of the file.
    writeFileSync(join(folder, 'x'), `${before}\n`);
    const patched = execFileSync('patch', ['-s', '-o', '-', join(folder, 'x')], { input });
    return patched.toString() === `${after}\n`;
  });
  fc.assert(isPatched, { seed: 20260105, numRuns: 40 });
});

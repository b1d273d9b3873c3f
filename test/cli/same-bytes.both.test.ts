import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LONG } from '../long-suite.js';
import { temporaryFolder } from '../temporary-folder.js';
import { neap } from './built-cli.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = temporaryFolder();
let calls = 0;

/** By name, the files and the output of a command on one of the project's scenarios. */
function outputs(command: string): Readonly<Record<string, string>> {
  calls += 1;
  const out = join(folder, String(calls));
  const { status, stdout, stderr } = neap([...command.split(' '), '--out', out, '--quiet'], ROOT);
  expect(stderr).toBe('');
  expect(status).toBeLessThanOrEqual(1);
  const files = readdirSync(out).sort();
  return {
    'screen.txt': stdout.replaceAll(out, 'out'),
    ...Object.fromEntries(files.map((file) => [file, readFileSync(join(out, file), 'utf8')])),
  };
}

test.skipIf(LONG)('the same scenario and seed give the stored bytes', async () => {
  for (const [file, text] of Object.entries(outputs('run test/cli/same-bytes/one-of-each.yaml'))) {
    await expect(text).toMatchFileSnapshot(`same-bytes/${file}`);
  }
});

const WEEKS = 'test/cli/same-bytes/quiet.yaml';

test
  .runIf(LONG)
  .each([
    `run ${WEEKS} --replications 6`,
    'run test/cli/same-bytes/fleet.yaml',
    `compare ${WEEKS} --variant short timeout=60s --variant awake timeout=never`,
    `sweep ${WEEKS} --vary max=0.25,1 --vary min=0.25,0.5 --replications 2`,
    `plan ${WEEKS} --vary timeout=60s,15m,never --max-queries 1M --at-load 2x`,
    `capacity ${WEEKS} --replications 3 --growth 8%/month`,
    `forecast ${WEEKS} --months 3 --growth 5%..10%/month`,
  ])('neap %s prints and writes the same bytes on one thread and on two', (command) => {
  expect(outputs(`${command} --workers 2`)).toEqual(outputs(`${command} --workers 1`));
});

test.runIf(LONG)('the first of several replications is the single run', () => {
  const [many, single] = [outputs(`run ${WEEKS} --replications 3`), outputs(`run ${WEEKS}`)];
  for (const file of ['timeline.csv', 'decisions.csv']) expect(many[file]).toBe(single[file]);
  const rows = many['replications.csv']!.trimEnd().split('\r\n');
  expect(rows).toHaveLength(1 + 3 * 2);
  expect(rows[1]).toBe(`0,${single['computes.csv']!.split('\r\n')[1]}`);
});

import { expect, test } from 'vitest';
import { outputs } from './command-outputs.js';

const WEEKS = 'test/cli/same-bytes/quiet.yaml';

test.each([
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

test('the first of several replications is the single run', () => {
  const [many, single] = [outputs(`run ${WEEKS} --replications 3`), outputs(`run ${WEEKS}`)];
  for (const file of ['timeline.csv', 'decisions.csv']) expect(many[file]).toBe(single[file]);
  const rows = many['replications.csv']!.trimEnd().split('\r\n');
  expect(rows).toHaveLength(1 + 3 * 2);
  expect(rows[1]).toBe(`0,${single['computes.csv']!.split('\r\n')[1]}`);
});

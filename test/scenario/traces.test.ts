import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import { temporaryFolder } from '../temporary-folder.js';
import { example, exampleLoad } from './example.js';

const directory = temporaryFolder();

it('the path of a trace is relative to the scenario file', async () => {
  copyFileSync(join(import.meta.dirname, 'cases', 'files', 'counts.csv'), join(directory, 'counts.csv'));
  const file = join(directory, 'scenario.json');
  const load = [exampleLoad({ rate: { trace: { file: 'counts.csv', kind: 'counts' } } })];
  writeFileSync(file, JSON.stringify(example({ duration: undefined, load })));
  expect((await loadScenario(file)).duration_seconds).toBe(240);
});

it('warnings about the columns of a trace of a fleet are limited, and the others counted', async () => {
  const gaps = ['offset_s,a,b,c', '0,2,2,2', '60,,2,2', '120,2,,2', '180,2,2,', '240,2,2,2', '300,2,2,2'];
  writeFileSync(join(directory, 'gaps.csv'), gaps.join('\n'));
  const file = join(directory, 'fleet.json');
  const template = { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 };
  const rate = { trace: { file: 'gaps.csv', kind: 'counts', values: 'all' } };
  const load = [exampleLoad({ compute: 'tenant', rate })];
  writeFileSync(
    file,
    JSON.stringify(example({ duration: undefined, computes: { template, count: 3 }, load })),
  );
  const { warnings } = await loadScenario(file);
  expect(warnings).toHaveLength(6);
  expect(warnings[0]).toContain('column "a"');
  expect(warnings[5]).toBe('load web: 1 more warning about the columns of its trace');
});

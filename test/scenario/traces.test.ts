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

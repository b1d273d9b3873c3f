import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nextMonday } from '../../src/scenario/document/first-scenario.js';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import { temporaryFolder } from '../temporary-folder.js';
import { called } from './command.js';

const folder = temporaryFolder();

it('neap init writes a scenario that starts on a Monday that is not over', async () => {
  const file = join(folder, 'my-app.yaml');
  await called(['init', file]);
  const { start } = await loadScenario(file);
  expect(new Date(start).getUTCDay()).toBe(1);
  expect(Date.parse(start)).toBeGreaterThan(Date.now() - 86_400_000);
});

it.each([
  ['2026-01-04T23:59:59Z', '2026-01-05'],
  ['2026-01-05T00:00:00Z', '2026-01-12'],
  ['2026-01-10T12:00:00Z', '2026-01-12'],
])('a scenario written at %s starts on the Monday after it', (now, start) => {
  expect(nextMonday(Date.parse(now))).toBe(start);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { namedFiles } from '../../src/cli/run/named-files.js';

const folder = mkdtempSync(join(tmpdir(), 'neap-named-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('the files of a run are the scenario and what it names, there or not, and what overrides name', () => {
  const file = join(folder, 'app.yaml');
  writeFileSync(
    file,
    `
name: app
start: 2026-01-05T00:00:00Z
computes: [{ name: primary, policy: ./mine.mjs, autoscaling_limit_max_cu: 0.25 }]
load: [{ name: web, rate: { trace: { file: traces/shop.csv, time: at } }, query: { cpu: 4.5ms } }]
`,
  );
  expect(namedFiles(file, ['load.web.rate.trace.file=other.csv', 'seed=4'])).toEqual([
    file,
    join(folder, 'mine.mjs'),
    join(folder, 'traces/shop.csv'),
    join(folder, 'other.csv'),
  ]);
});

it('a scenario that cannot be read is the only file, to be looked at again', () => {
  expect(namedFiles(join(folder, 'absent.yaml'), [])).toEqual([join(folder, 'absent.yaml')]);
  writeFileSync(join(folder, 'broken.yaml'), 'name: [');
  expect(namedFiles(join(folder, 'broken.yaml'), [])[0]).toBe(join(folder, 'broken.yaml'));
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import { assertInvariants, recordRun } from '../../src/testing/index.js';
import { assertScenarios, scenarioDocuments } from '../../src/testing/properties.js';
import { temporaryFolder } from '../temporary-folder.js';

const folder = temporaryFolder();

const noRestarts = ({ decisions }: ReturnType<typeof recordRun>) => {
  const restarts = decisions.filter(({ decision }) => decision === 'restart');
  if (restarts.length > 0) throw new Error(`RESTART: ${restarts.length} of them`);
};

describe('a property of random scenarios', () => {
  test('a property that holds leaves no file', async () => {
    await assertScenarios(scenarioDocuments({ computes: 1 }), (run) => assertInvariants(run), {
      seed: 1,
      numRuns: 5,
      failures: join(folder, 'none'),
    });
    await expect(readdir(join(folder, 'none'))).rejects.toThrow();
  });

  test('a failing property saves the smallest scenario as a file, and one line names the complete replay', async () => {
    const failing = assertScenarios(scenarioDocuments(), noRestarts, {
      seed: 1,
      failures: join(folder, 'restarts'),
    });
    const message = await failing.then(
      () => '',
      (error: Error) => error.message,
    );
    const line = message.split('\n').at(-1)!;
    expect(line).toMatch(/^seed 1, path "[\d:]+", neap \d+\.\d+\.\d+: neap run .+\/seed-1\.yaml$/);
    const file = line.split('neap run ')[1]!;
    const text = await readFile(file, 'utf8');
    expect(text).toContain('# RESTART: ');
    expect(text.split('\n').length).toBeLessThan(30);
    const scenario = await loadScenario(file);
    expect(() => noRestarts(recordRun(scenario))).toThrow(/RESTART/);
    const path = /path "([\d:]+)"/.exec(line)![1]!;
    const again = assertScenarios(scenarioDocuments(), noRestarts, {
      seed: 1,
      path,
      numRuns: 1,
      failures: folder,
    });
    await expect(again).rejects.toThrow(line.split(':')[0]!.slice(0, 6));
  });

  test('a property that returns false, or fails only once, also saves a scenario', async () => {
    const failures = join(folder, 'false');
    let calls = 0;
    for (const check of [
      ({ observations }: ReturnType<typeof recordRun>) => observations.computes[0]!.arrived < 3,
      () => {
        calls += 1;
        if (calls === 2) throw new Error('once\nof two lines');
      },
    ]) {
      const failing = assertScenarios(scenarioDocuments({ computes: 1 }), check, { seed: 1, failures });
      await expect(failing).rejects.toThrow(/returned false|once/);
      const run = recordRun(await loadScenario(join(failures, 'seed-1.yaml')));
      if (calls === 0) expect(check(run)).toBe(false);
    }
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { called } from './command.js';

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);

const APP = `
name: app
duration: 10m
timeline_interval: 10s
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }]
load: [{ name: web, compute: primary, rate: 40/s, query: { cpu: { exponential: { mean: 5ms } } }, connection: { kind: pool, size: 10 } }]
`;

beforeAll(async () => {
  writeFileSync(at('app.yaml'), APP);
  const run = (out: string, ...more: string[]) => called(['run', at('app.yaml'), '--out', at(out), ...more]);
  await run('one');
  await run('same');
  await run('other-seed', '--set', 'seed=2');
  await run('slower', '--set', 'load.web.query.cpu={ exponential: { mean: 8ms } }');
  await run('short', '--set', 'duration=5m');
});

const compared = (first: string, second: string, ...more: string[]) =>
  called(['compare', at(first), at(second), ...more]);

interface Change {
  readonly figure: string;
  readonly difference: number | null;
  readonly explained_by_chance: boolean | null;
}

async function change(first: string, second: string, figure: string): Promise<Change> {
  const { stdout } = await compared(first, second, '--json');
  const { figures } = JSON.parse(stdout) as { readonly figures: readonly Change[] };
  return figures.find((each) => each.figure === `total.${figure}`)!;
}

describe('neap compare of two result folders', () => {
  test('reports for each figure how two runs differ and whether chance explains it', async () => {
    const { status, stdout } = await compared('one', 'slower');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^slower against one\n\nFigure +change +one +slower$/m);
    expect(stdout).toMatch(/^Latency, p50 +▲\s\+.*\sms\s±/m);
    // Ten minutes are too short for a monthly projection.
    expect(stdout).not.toContain('Cost per month');
    expect(await change('one', 'slower', 'latency_ms.p50')).toMatchObject({ explained_by_chance: false });
    expect(await change('one', 'slower', 'queries.arrived')).toMatchObject({ difference: 0 });
  });

  test('attributes differences between seeds to chance, and reports that the seeds differ', async () => {
    for (const figure of ['latency_ms.mean', 'latency_ms.p95', 'queries.arrived', 'queries.completed']) {
      expect(await change('one', 'other-seed', figure)).toMatchObject({ explained_by_chance: true });
    }
    const { stdout } = await compared('one', 'other-seed', '--md', '-');
    expect(stdout).toContain('not the same question: seed: 1 in ');
  });

  test('finds no difference between a run and itself', async () => {
    const { stdout } = await compared('one', 'same', '--json');
    const { figures, doubts } = JSON.parse(stdout) as {
      figures: readonly Change[];
      doubts: readonly string[];
    };
    expect(figures.every(({ difference }) => difference === 0 || difference === null)).toBe(true);
    expect(doubts).toEqual([]);
  });

  test('refuses folders that cannot be compared', async () => {
    expect(await compared('one', 'short')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('it lasts 5 min, and'),
    });
    expect(await compared('one', 'nowhere')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no such folder'),
    });
    expect(await compared('one', 'app.yaml')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('this is a file'),
    });
    writeFileSync(at('same/latency.csv'), 'start_seconds,latency_ms,queries\n0,fast,1\n');
    expect(await compared('one', 'same')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('a table has "fast" as latency_ms; expected a number'),
    });
  });
});

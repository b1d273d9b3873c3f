import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { called } from '../../cli/command.js';
import { AMBIGUOUS_SERIES } from './ambiguous-series.js';
import { BEGIN_SECONDS, COUNTS, DIRTY_SERIES, type DirtySeries } from './dirty-series.js';
import { FURTHER_DIRTY_SERIES } from './further-dirty-series.js';
import { SETTLED_SERIES } from './settled-series.js';

const folder = mkdtempSync(join(tmpdir(), 'neap-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The counts of each interval from the beginning on, as the written scenario plays them. */
async function played(scenario: string, interval: number): Promise<readonly number[]> {
  const { load } = await parseScenario(scenario, { directory: folder });
  const { process } = load[0]!;
  if (process.kind !== 'counts') throw new Error(`expected counts, got ${process.kind}`);
  expect(process.width_seconds).toBe(interval);
  const counts = new Array<number>(COUNTS.length).fill(0);
  process.starts_seconds.forEach((start, i) => {
    counts[Math.round(start / interval)] = Number(process.counts[i]!.toFixed(6));
  });
  return counts;
}

const ALL = [...DIRTY_SERIES, ...FURTHER_DIRTY_SERIES, ...AMBIGUOUS_SERIES, ...SETTLED_SERIES];

it('there are at least a hundred test tables', () => expect(ALL.length).toBeGreaterThanOrEqual(100));

it.each(ALL.map((series, index) => [series.name, series, index] as const))(
  '%s',
  async (_, series: DirtySeries, index) => {
    const { content, options = [], refused, offsets, interval = 300, begin = BEGIN_SECONDS } = series;
    const file = join(folder, `trace-${index}.csv`);
    writeFileSync(file, content);
    const scenario = join(folder, `scenario-${index}.yaml`);
    const { status, stdout, stderr } = await called([
      'trace',
      file,
      '--json',
      '--write',
      scenario,
      ...options,
    ]);
    if (refused !== undefined) {
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(refused);
      expect(stderr.startsWith(file)).toBe(true);
      return;
    }
    expect(stderr).toBe('');
    const report = JSON.parse(stdout);
    const from = new Date(begin * 1000).toISOString().replace('.000Z', 'Z');
    expect(report.from).toBe(offsets === true ? null : from);
    const counts = (series.counts ?? COUNTS).map((count) => Number((count ?? 0).toFixed(6)));
    expect(await played(readFileSync(scenario, 'utf8'), interval)).toEqual(counts);
  },
);

import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { called } from '../../cli/command.js';
import { AMBIGUOUS_SERIES } from './ambiguous-series.js';
import { BEGIN_SECONDS, COUNTS, DIRTY_SERIES, type DirtySeries } from './dirty-series.js';
import { FURTHER_DIRTY_SERIES } from './further-dirty-series.js';
import { traceFolder } from './trace-files.js';

const write = traceFolder();

const COMPUTE = { name: 'primary', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 };

/** The counts of each interval from the beginning on, as the printed block plays them in a scenario. */
async function played(block: string): Promise<readonly (number | undefined)[]> {
  const text = JSON.stringify({ ...(parse(block) as object), computes: [COMPUTE] });
  const { load } = await parseScenario(text, { directory: '/' });
  const { process } = load[0]!;
  if (process.kind !== 'counts') throw new Error(`expected counts, got ${process.kind}`);
  expect(process.width_seconds).toBe(300);
  const counts: (number | undefined)[] = Array(COUNTS.length).fill(undefined);
  process.starts_seconds.forEach((start, i) => {
    counts[Math.round(start / 300)] = process.counts[i]!;
  });
  return counts;
}

function close(found: readonly (number | undefined)[], expected: readonly (number | undefined)[]): void {
  expect(found.map((count) => count !== undefined && Number(count.toFixed(6)))).toEqual(
    expected.map((count) => count ?? false),
  );
}

const ALL = [...DIRTY_SERIES, ...FURTHER_DIRTY_SERIES, ...AMBIGUOUS_SERIES];

it('are a hundred or more', () => expect(ALL.length).toBeGreaterThanOrEqual(100));

it.each(ALL.map((series) => [series.name, series] as const))('%s', async (_, series: DirtySeries) => {
  const file = write(series.content);
  const { status, stdout, stderr } = await called(['trace', file, '--json', ...(series.options ?? [])]);
  if (series.refused !== undefined) {
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(series.refused);
    expect(stderr.startsWith(file)).toBe(true);
    return;
  }
  expect(stderr).toBe('');
  const report = JSON.parse(stdout);
  expect(report.from).toBe(
    series.offsets === true ? null : new Date(BEGIN_SECONDS * 1000).toISOString().replace('.000Z', 'Z'),
  );
  close(await played(report.load), series.counts ?? COUNTS);
});

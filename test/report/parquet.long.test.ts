import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ParquetReader } from '@dsnp/parquetjs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Summary } from '../../src/study/run/summary.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type AllReports, allReports, csvRows } from './all-reports.js';
import { EVENTFUL } from './page/made-page.js';

const folder = temporaryFolder();
const out = join(folder, 'out');
let reports: AllReports;
let summary: Summary;

beforeAll(async () => {
  vi.stubEnv('NEAP_OUT_FORMATS', 'parquet');
  reports = await allReports(folder, EVENTFUL);
  vi.unstubAllEnvs();
  summary = reports.summary;
});

type Row = Readonly<Record<string, unknown>>;

const csv = (name: string) => csvRows(reports.csv(name));

/** Reads with a library that shares no code with the writer. */
async function parquet(name: string): Promise<readonly Row[]> {
  const reader = await ParquetReader.openFile(join(out, `${name}.parquet`));
  const cursor = reader.getCursor();
  const rows: Row[] = [];
  for (let row = await cursor.next(); row !== null; row = await cursor.next()) rows.push(row as Row);
  await reader.close();
  return rows;
}

/** The CSV text of a Parquet value. */
function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString() : String(value);
}

describe('tables as Parquet', () => {
  it('are written next to the CSV files', () => {
    const names = readdirSync(out).filter((name) => name.endsWith('.csv') && !name.startsWith('data-'));
    const twins = names.map((name) => name.replace('.csv', '.parquet'));
    expect(readdirSync(out)).toEqual(expect.arrayContaining(twins));
  });

  it.each([
    'timeline',
    'decisions',
    'computes',
    'errors',
    'disruptions',
    'unavailability',
    'loads',
    'latency',
    'runs',
  ])('%s.parquet has the rows and figures of the CSV, to the last bit', async (name) => {
    const [texts, typed] = [csv(name), await parquet(name)];
    const headers = Object.keys(texts[0] ?? {});
    expect(typed.map((row) => headers.map((header) => asText(row[header])))).toEqual(
      // In CSV an apostrophe prevents spreadsheets from reading a word as a formula.
      texts.map((row) => headers.map((header) => String(row[header]).replace(/^'/, ''))),
    );
  });

  it('store numbers and times as typed values', async () => {
    const [row] = await parquet('timeline');
    expect(row!['start_time']).toBeInstanceOf(Date);
    expect(typeof row!['cu_seconds']).toBe('number');
    const [compute] = await parquet('computes');
    expect(compute!['cost_usd']).toBe(summary.computes[0]!.cost_usd);
  });
});

describe('tidy tables', () => {
  const sum = (rows: readonly Row[], column: string) =>
    rows.reduce((all, row) => all + Number(row[column]), 0);

  it('add up to the totals of summary.json', () => {
    const { total } = summary;
    const added = (counts: Readonly<Record<string, number>>) =>
      Object.values(counts).reduce((all, n) => all + n, 0);
    expect(sum(csv('errors'), 'queries_failed')).toBe(added(total.queries.by_error));
    expect(sum(csv('errors'), 'attempts_retried')).toBe(added(total.queries.retried_by_error));
    expect(sum(csv('disruptions'), 'count')).toBe(total.disruptions.count);
    expect(sum(csv('unavailability'), 'unavailable_seconds')).toBeCloseTo(
      added(total.availability.unavailable_by_cause),
      9,
    );
    expect(sum(csv('computes'), 'queries_arrived')).toBe(total.queries.arrived);
    expect(csv('errors').length + csv('disruptions').length).toBeGreaterThan(1);
  });

  it('carry the id of the run, which refers to its scenario and seed', () => {
    const [run] = csv('runs');
    expect(run).toMatchObject({ scenario: summary.scenario, seed: summary.seed });
    for (const name of ['timeline', 'decisions', 'computes', 'errors', 'latency']) {
      for (const row of csv(name)) expect(row['run_id']).toBe(run!['run_id']);
    }
  });

  it('have moments that spreadsheets take for dates', () => {
    for (const row of csv('timeline')) {
      expect(row['start_utc']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{3})?$/);
      expect(Date.parse(`${row['start_utc']}Z`)).toBe(Date.parse(String(row['start_time'])));
    }
  });
});

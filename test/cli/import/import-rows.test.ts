import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { SOURCE_NAME_LIST } from '../../../src/ingest/recording/source-names.js';
import { loadScenario } from '../../../src/scenario/load-scenario.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { expected } from '../../expected.js';
import { called } from '../command.js';
import { IMPORT_ROWS, type ImportRow } from './import-rows.js';

const EXPORTS = new URL('exports/', import.meta.url);
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

function contentOf(file: string, { edit = {}, append = '', gzip, cut }: ImportRow): Uint8Array {
  const path = new URL(encodeURIComponent(file), EXPORTS);
  let text = existsSync(path) ? readFileSync(path, 'utf8') : file;
  for (const [before, after] of Object.entries(edit)) text = text.replaceAll(before, after);
  const content = Buffer.from(text + append);
  return (gzip ? gzipSync(content) : content).subarray(0, cut);
}

/** The parts of a scenario that an import reads. Times are seconds from its start, levels are busy vCPU. */
function readingOf({ start, duration_seconds, load }: Scenario): Readonly<Record<string, unknown>> {
  const rounded = (value: number) => Number(value.toFixed(6));
  const { process, query } = load[0]!;
  const whole = { start, duration: duration_seconds, load };
  if (process.kind === 'arrivals') return { ...whole, arrivals: [...process.times_seconds].map(rounded) };
  if (process.kind === 'counts') {
    return { ...whole, counts: nonZero(process.starts_seconds, (index) => process.counts[index]!) };
  }
  if (process.kind !== 'poisson') throw new Error(process.kind);
  const { rate } = process;
  if (rate.kind === 'series' && query.cpu_seconds.kind === 'constant') {
    const { value } = query.cpu_seconds;
    return {
      ...whole,
      level: nonZero(rate.starts_seconds, (index) => rounded(rate.per_second[index]! * value)),
    };
  }
  const rates = load.map((each) => {
    const { rate: own } = each.process as typeof process;
    return [each.name, own.kind === 'constant' ? rounded(3600 * own.per_second) : own.kind];
  });
  return { ...whole, per_hour: Object.fromEntries(rates) };
}

function nonZero(starts: ArrayLike<number>, valueAt: (index: number) => number): Record<number, number> {
  const values = Array.from(starts, (start, index) => [start, valueAt(index)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== 0));
}

async function checkRow(row: ImportRow): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'neap-import-'));
  try {
    const files = row.files.map((file, index) => {
      const path = join(folder, `export-${index}`);
      writeFileSync(path, contentOf(file, row));
      return path;
    });
    const target = join(folder, 'scenario.yaml');
    const options = row.options?.split(' ') ?? [];
    const { status, stdout, stderr } = await called([
      ...['import', row.source, ...files, '--write', target],
      ...options,
    ]);
    if (row.refused !== undefined) {
      expect([status, stdout]).toEqual([2, '']);
      for (const part of [row.refused].flat()) expect(stderr).toContain(part);
      expect(stderr).not.toMatch(/TypeError|Cannot read|at .*\.ts:/);
      expect(readdirSync(folder)).toHaveLength(files.length);
      return;
    }
    expect([status, stderr]).toEqual([0, '']);
    const text = readFileSync(target, 'utf8');
    const scenario = await loadScenario(target);
    expect(scenario.warnings).toEqual([]);
    const [compute] = simulate(scenario).computes;
    expect(compute!.completed).toBeGreaterThan(0);
    const reading = { ...readingOf(scenario), cu_seconds: compute!.cu_seconds };
    const { load = [], ...others } = row.reads ?? {};
    expect(reading).toMatchObject(expected(others) as object);
    for (const [index, each] of (load as readonly object[]).entries()) {
      expect(scenario.load[index]).toMatchObject(each);
    }
    for (const [name, wanted] of Object.entries(others)) {
      if (name !== 'cu_seconds') expect(reading[name as 'cu_seconds']).toEqual(wanted);
    }
    for (const part of row.says ?? []) expect(oneLine(stdout)).toContain(part);
    for (const part of row.writes ?? []) expect(text).toContain(part);
    for (const part of row.hides ?? []) expect(text).not.toContain(part);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('neap import reads unambiguous exports', () => {
  const rows = IMPORT_ROWS.filter(({ refused }) => refused === undefined);
  it.each(rows.map((row) => [row.rule, row] as const))('%s', (_, row) => checkRow(row));
});

describe('neap import refuses ambiguous or damaged exports, and writes nothing', () => {
  const rows = IMPORT_ROWS.filter(({ refused }) => refused !== undefined);
  it.each(rows.map((row) => [row.rule, row] as const))('%s', (_, row) => checkRow(row));
});

test('neap import prints the commands that export data from each source', async () => {
  const listed = await called(['import']);
  for (const name of SOURCE_NAME_LIST) {
    expect(listed.stdout).toContain(name);
    const { status, stdout } = await called(['import', name]);
    expect([status, stdout]).toEqual([0, expect.stringContaining('then: neap import FILE...')]);
  }
  const { stdout } = await called(['import', 'consumption']);
  expect(stdout).toContain('org_id=ORG_ID&project_ids=PROJECT_ID');
});

test('neap import keeps an existing scenario file, and refuses a file that is given twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'neap-import-'));
  try {
    const [mine, file] = [join(folder, 'mine.yaml'), join(folder, 'k6.csv')];
    writeFileSync(mine, 'mine');
    writeFileSync(file, readFileSync(new URL('k6.csv', EXPORTS)));
    const kept = await called(['import', 'k6', file, '--write', mine]);
    expect([kept.status, kept.stderr]).toEqual([2, expect.stringContaining('exists already')]);
    expect(readFileSync(mine, 'utf8')).toBe('mine');
    const twice = await called(['import', 'k6', file, file, '--write', join(folder, 'twice.yaml')]);
    expect([twice.status, twice.stderr]).toEqual([2, expect.stringContaining('is given twice')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

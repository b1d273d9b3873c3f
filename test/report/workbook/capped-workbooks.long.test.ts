import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { called } from '../../cli/command.js';
import { HAVE_SPREADSHEET } from '../../programs.js';
import { OpenedWorkbook } from './opened-workbook.js';
import { changedFormulas } from './recalculation.js';
import { converted } from './spreadsheet-program.js';
import { typedInto } from './typed-into.js';

/** One CU all the time at $0.106: 300 CU-hours are exhausted after twelve and a half days, and cost $31.80. */
const CAPPED = `
name: capped
seed: 1
start: 2026-01-01T00:00:00Z
duration: 20d
plan: launch
computes:
  - { name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, suspend_timeout_seconds: -1, initial_state: active }
load: [{ name: poll, compute: primary, rate: 6/h, process: regular, query: { cpu: 1ms } }]
quota: { active_time_seconds: 300h }
`;
const AWAKE = 31.8;
const BOOKS = ['run', 'compare', 'sweep', 'policies'] as const;

describe.skipIf(!HAVE_SPREADSHEET)('the workbooks of months that a cap cuts short', () => {
  const folder = mkdtempSync(join(tmpdir(), 'neap-capped-'));
  const file = (name: string) => join(folder, name);
  const answers = new Map<string, Awaited<ReturnType<typeof called>>>();
  const stored = new Map<string, OpenedWorkbook>();
  const computed = new Map<string, OpenedWorkbook>();
  /** That of the run, with a month of 744 hours. */
  let longer: OpenedWorkbook;

  beforeAll(async () => {
    writeFileSync(file('capped.yaml'), CAPPED);
    const call = async (name: string, ...args: readonly string[]) =>
      answers.set(
        name,
        await called([
          name,
          file('capped.yaml'),
          ...args,
          '--xlsx',
          file(`${name}.xlsx`),
          '--json',
          '--quiet',
        ]),
      );
    await call('run');
    await call('compare', '--variant', 'suspends', 'timeout=5m', '--replications', '2');
    await call('sweep', '--vary', 'timeout=5m,never', '--replications', '2');
    await call('policies', '--side', 'suspend', '--set', 'computes.primary.suspend_timeout_seconds=300');
    const books = Object.fromEntries(
      BOOKS.map((name) => [`${name}.xlsx`, readFileSync(file(`${name}.xlsx`))]),
    );
    for (const name of BOOKS) stored.set(name, new OpenedWorkbook(books[`${name}.xlsx`]!));
    const all = { ...books, 'longer.xlsx': typedInto(books['run.xlsx']!, { 'Hours of a month': 744 }) };
    const results = converted(all, 'xlsx').map((bytes) => new OpenedWorkbook(bytes));
    for (const [index, name] of BOOKS.entries()) computed.set(name, results[index]!);
    longer = results.at(-1)!;
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  const usd = (book: OpenedWorkbook, sheet: string, row: number, column: string, head = 3) =>
    Number(book.table(sheet, head)[row]![column]?.value);

  it.each(BOOKS)('%s: formulas give the stored values', (name) => {
    expect(answers.get(name)!.stderr).toBe('');
    expect(changedFormulas(stored.get(name)!, computed.get(name)!)).toEqual([]);
    expect(computed.get(name)!.cells('Answer').get('B7')?.value).toBe('equal to the simulator');
  });

  it('price the month as the run does, whatever the length of a month', () => {
    const { total, loads, running_time } = JSON.parse(answers.get('run')!.stdout);
    expect(total.cost_usd_per_month).toBeCloseTo(AWAKE, 6);
    expect(running_time).toEqual({ run_seconds: 300 * 3600, month_hours: expect.closeTo(300, 9) });
    const ofLoads = loads.map((each: { cost_usd_per_month: number }) => each.cost_usd_per_month);
    expect(ofLoads.reduce((sum: number, each: number) => sum + each, 0)).toBeCloseTo(AWAKE, 9);
    for (const each of ofLoads) expect(each).toBeGreaterThanOrEqual(0);
    const months = longer
      .table('Months', 5)
      .slice(0, 12)
      .map((row) => Number(row['CU-hours']?.value ?? Number.NaN));
    for (const hours of months.filter((each) => !Number.isNaN(each))) expect(hours).toBeCloseTo(300, 6);
    expect(usd(longer, 'Usage', 0, 'Cost per month, USD')).toBeCloseTo(AWAKE, 6);
  });

  it('price the candidates of a sweep and of a comparison in the same way', () => {
    expect(usd(computed.get('sweep')!, 'Candidates', 1, 'Cost per month, USD')).toBeCloseTo(AWAKE, 6);
    expect(usd(computed.get('compare')!, 'Candidates', 0, 'Cost per month, USD')).toBeCloseTo(AWAKE, 6);
  });
});

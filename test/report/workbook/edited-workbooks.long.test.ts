import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { called } from '../../cli/command.js';
import { HAVE_SPREADSHEET } from '../../programs.js';
import { OpenedWorkbook } from './opened-workbook.js';
import { changedFormulas } from './recalculation.js';
import { converted } from './spreadsheet-program.js';
import { type Edits, inputRow, rowOf, typedInto } from './typed-into.js';

/** A compute of half a CU whose use grows with the load, up to that size. */
const SCENARIO = `
name: edited
seed: 5
start: 2026-01-05T00:00:00Z
duration: 7d
plan: scale
computes:
  - { name: web, autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 0.5, suspend_timeout_seconds: 300 }
load: [{ name: visitors, compute: web, rate: { base: 4/h, daily: 0.6, weekly: 0.5 }, query: { cpu: 100ms } }]
slo: { cost_usd_per_month: 60 }
`;
const LARGEST_CU = 0.5;
const [LAUNCH, SCALE, TYPED] = [0.106, 0.222, 0.8];
const ANSWERS = ['run', 'plan', 'forecast', 'sweep', 'compare'] as const;
type Answer = (typeof ANSWERS)[number];
const WITH_MONTHS: readonly Answer[] = ['run', 'plan', 'forecast'];
const QUESTIONS: Readonly<Record<Answer, readonly string[]>> = {
  run: [],
  plan: ['--vary', 'timeout=5m,never', '--at-load', '1.5,2', '--no-sensitivity', '--replications', '3'],
  forecast: ['--growth', '0%..20%/month', '--months', '6', '--replications', '3'],
  sweep: ['--vary', 'timeout=5m,never', '--replications', '2'],
  compare: ['--variant', 'awake', 'timeout=never', '--replications', '2'],
};
const PRICE = 'Price of a CU-hour';
const PRICED: Edits = { [PRICE]: TYPED };
const GROWTHS: Readonly<Partial<Record<Answer, string>>> = {
  plan: 'Growth of the load a month',
  forecast: 'Growth of the load a month, expected',
};

describe.skipIf(!HAVE_SPREADSHEET)('an edited workbook, recalculated by a spreadsheet', () => {
  const folder = mkdtempSync(join(tmpdir(), 'neap-edited-'));
  const stored = new Map<string, OpenedWorkbook>();
  const computed = new Map<string, OpenedWorkbook>();
  const asked = new Map<string, ReturnType<typeof JSON.parse>>();

  beforeAll(async () => {
    const file = join(folder, 'edited.yaml');
    writeFileSync(file, SCENARIO);
    const ask = async (name: string, answer: Answer, ...args: readonly string[]) => {
      const { stdout } = await called([answer, file, ...QUESTIONS[answer], ...args, '--json', '--quiet']);
      asked.set(name, JSON.parse(stdout));
    };
    const files: Record<string, Uint8Array> = {};
    for (const answer of ANSWERS) {
      const path = join(folder, `${answer}.xlsx`);
      await ask(answer, answer, '--xlsx', path);
      await ask(`${answer} launch`, answer, '--set', 'plan=launch');
      const bytes = readFileSync(path);
      const growth = GROWTHS[answer];
      const edits: Readonly<Record<string, Edits>> = {
        [answer]: {},
        [`${answer} price`]: PRICED,
        [`${answer} launch`]: { Plan: 'launch' },
        ...(growth === undefined ? {} : { [`${answer} growth`]: { [growth]: 0.2 } }),
      };
      for (const [name, edit] of Object.entries(edits)) files[name] = typedInto(bytes, edit);
    }
    await ask('grown', 'forecast', '--growth', '20%/month');
    const named = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`${name}.xlsx`, bytes]));
    const results = converted(named, 'xlsx');
    Object.entries(files).forEach(([name, bytes], index) => {
      stored.set(name, new OpenedWorkbook(bytes));
      computed.set(name, new OpenedWorkbook(results[index]!));
    });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  const book = (name: string) => computed.get(name)!;
  const headline = (name: string) => String(book(name).cells('Answer').get('A3')?.value);
  const amounts = (text: string) =>
    [...text.matchAll(/\$([\d,]+\.\d\d)/g)].map(([, amount]) => Number(amount!.replaceAll(',', '')));
  const months = (name: string) =>
    book(name)
      .table('Months', 5)
      .filter((row) => typeof row['First day']?.value === 'number');
  const costs = (name: string) => months(name).map((row) => Number(row['Cost, USD']!.value));
  const factor = (name: string, other: string) =>
    amounts(headline(other)).map((amount, index) => amount / amounts(headline(name))[index]!);

  it.each(ANSWERS)('%s: has the stored values, which equal those of the simulator', (answer) => {
    expect(changedFormulas(stored.get(answer)!, book(answer))).toEqual([]);
    expect(book(answer).cells('Answer').get('B7')?.value).toBe('equal to the simulator');
  });

  it.each(ANSWERS)('%s: the headline follows price and plan', (answer) => {
    expect(amounts(headline(answer)).length).toBeGreaterThan(0);
    for (const [name, price] of [
      [`${answer} price`, TYPED],
      [`${answer} launch`, LAUNCH],
    ] as const) {
      // The budget of a run does not change.
      const expected =
        answer === 'run' ? [price / SCALE, 1] : amounts(headline(answer)).map(() => price / SCALE);
      factor(answer, name).forEach((each, index) => {
        expect(each, name).toBeCloseTo(expected[index]!, 2);
      });
    }
    expect(book(`${answer} price`).cells('Answer').get('B7')?.value).toBe(
      'as simulated, with other inputs than those of the run',
    );
  });

  it('the verdict on the budget follows the price', () => {
    expect(headline('run')).toMatch(/, within the budget of \$60\.00\.$/);
    expect(headline('run price')).toMatch(/, above the budget of \$60\.00\.$/);
    for (const answer of WITH_MONTHS.filter((each) => each !== 'plan')) {
      expect(book(answer).cells('Answer').get('A4')?.value ?? '').toBe('');
      expect(book(`${answer} price`).cells('Answer').get('A4')?.value).toMatch(/^Above the budget in/);
    }
  });

  it.each(WITH_MONTHS)('%s: the months follow price and plan', (answer) => {
    const before = costs(answer);
    for (const [name, price] of [
      [`${answer} price`, TYPED],
      [`${answer} launch`, LAUNCH],
    ] as const) {
      expect(costs(name)).toEqual(before.map((cost) => expect.closeTo((cost * price) / SCALE, 6)));
    }
  });

  it('no month costs more than the largest size all the time', () => {
    for (const [name, price] of [
      ...WITH_MONTHS.flatMap((answer) => [
        [answer, SCALE] as const,
        [`${answer} price`, TYPED] as const,
        [`${answer} launch`, LAUNCH] as const,
      ]),
      ['plan growth', SCALE] as const,
      ['forecast growth', SCALE] as const,
    ]) {
      for (const row of months(name)) {
        const most = LARGEST_CU * 24 * Number(row['Days']!.value) * price;
        expect(Number(row['Cost, USD']!.value), name).toBeLessThanOrEqual(most);
        expect(Number(row['At most, USD']!.value), name).toBeCloseTo(most, 6);
      }
    }
  });

  it('growth interpolates the months between the simulated loads, and reports where the range ends', () => {
    for (const answer of ['plan', 'forecast'] as const) {
      const [before, after] = [costs(answer), costs(`${answer} growth`)];
      expect(after.at(-1)).toBeGreaterThan(1.1 * before.at(-1)!);
    }
    const last = months('plan growth').at(-1)!;
    expect(Number(last["Times today's load"]!.value)).toBeGreaterThan(2);
    expect(last['Remark']?.value).toBe('not simulated: as at 2 times the load');
    const { growth, candidates, recommendation } = asked.get('plan');
    const [twice] = growth.filter(({ factor: load }: { factor: number }) => load === 2);
    const hours = twice.stays.figures.cu_hours.mean / 168;
    expect(last['Cost, USD']!.value).toBeCloseTo(hours * 24 * Number(last['Days']!.value) * SCALE, 6);
    expect(candidates.map(({ name }: { name: string }) => name)).toContain(recommendation);
    // A run has one load, and no cell for growth.
    expect(() => inputRow(stored.get('run')!, 'Growth')).toThrow();
  });

  it('gives the same amounts as the command for the same question', () => {
    for (const answer of ['run launch', 'run'] as const) {
      expect(amounts(headline(answer))[0]).toBeCloseTo(asked.get(answer).total.cost_usd_per_month, 2);
    }
    const total = (name: string) => asked.get(name).total.cost_usd.mean;
    const all = (name: string) => costs(name).reduce((sum, cost) => sum + cost, 0);
    expect(all('forecast')).toBeCloseTo(total('forecast'), 6);
    expect(all('forecast launch')).toBeCloseTo(total('forecast launch'), 2);
    expect(all('forecast growth')).toBeCloseTo(total('grown'), 2);
    const { candidates, recommendation } = asked.get('plan launch');
    const best = candidates.find(({ name }: { name: string }) => name === recommendation);
    const row = rowOf(book('plan launch'), 'Answer', 'Cost per month');
    expect(book('plan launch').cells('Answer').get(`B${row}`)?.value).toBeCloseTo(
      best.figures.cost_usd_per_month.mean,
      2,
    );
  });
});

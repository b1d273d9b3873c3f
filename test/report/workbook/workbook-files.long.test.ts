import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { called } from '../../cli/command.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { OpenedWorkbook } from './opened-workbook.js';
import { BOOKS } from './recalculated-books.js';

const folder = temporaryFolder();
for (const [name, text] of Object.entries(BOOKS.scenarios)) writeFileSync(join(folder, name), text);

async function workbookOf(command: string): Promise<Uint8Array> {
  const path = join(folder, 'book.xlsx');
  const words = command.split(' ').map((word) => (word.endsWith('.yaml') ? join(folder, word) : word));
  const { stderr } = await called([...words, '--quiet', '--xlsx', path]);
  expect(stderr).toBe('');
  return readFileSync(path);
}

describe('the workbook of a run', () => {
  it('shows the answer, the months and the cost shares, and hides its calculations', async () => {
    const opened = new OpenedWorkbook(await workbookOf('run two.yaml'));
    const book = opened.part('xl/workbook.xml');
    const sheets = [...book.matchAll(/<sheet name="([^"]*)"([^>]*)/g)];
    const isHidden = ([, , rest = '']: RegExpMatchArray) => /state="hidden"/.test(rest);
    expect(sheets.filter((sheet) => !isHidden(sheet)).map(([, name]) => name)).toEqual([
      'Answer',
      'Months',
      'Teams and tenants',
    ]);
    expect(sheets.filter(isHidden).map(([, name]) => name)).toEqual([
      'Usage',
      'Computes',
      'Who keeps it awake',
      'Cost by calendar month',
      'Latency and wakes',
      'All figures',
      'Price book',
    ]);
    for (const name of ['plan', 'price_usd_per_cu_hour', 'hours_in_month', 'total_cost']) {
      expect(book).toContain(`<definedName name="${name}">`);
    }
    expect(book).not.toContain('growth_per_month');
    expect(opened.part('xl/worksheets/sheet1.xml')).toContain(
      '<formula1>&quot;free,launch,scale,business&quot;</formula1>',
    );
    for (const index of opened.sheets.keys()) {
      const xml = opened.part(`xl/worksheets/sheet${index + 1}.xml`);
      expect(xml).toContain('Page &amp;P of &amp;N');
      expect(xml).toContain('<pageSetUpPr fitToPage="1"/>');
      expect(xml).toContain('<sheetProtection sheet="1"');
      expect(xml).not.toContain('password');
    }
    expect(book.match(/_xlnm\.Print_Area/g)!.length).toBeGreaterThan(8);
    expect(opened.part('docProps/core.xml')).toContain('<dc:title>Simulated run: two months</dc:title>');
    expect(opened.parts.filter((part) => part.startsWith('xl/charts/chart'))).toHaveLength(1);
  });

  it('has the same bytes for the same run, and carries its date', async () => {
    const [one, other] = [await workbookOf('run two.yaml'), await workbookOf('run two.yaml')];
    expect(Buffer.compare(one, other)).toBe(0);
    const core = new OpenedWorkbook(one).part('docProps/core.xml');
    expect(core).toContain('>2024-11-20T00:00:00Z</dcterms:created>');
  });
});

describe('the workbook of candidates', () => {
  it('has a row for each combination of a sweep, with its place and the reason if it is not allowed', async () => {
    const book = new OpenedWorkbook(await workbookOf(BOOKS.books['sweep']!));
    const rows = book.table('Candidates', 3);
    expect(rows.map((row) => row['Settings']?.value)).toEqual(
      ['2m', '5m', 'never'].flatMap((timeout) =>
        ['launch', 'scale'].map((plan) => `timeout=${timeout} plan.name=${plan}`),
      ),
    );
    expect(rows[0]!['Why it was not run']?.value).toContain('launch plan');
    const places = rows.slice(1).map((row) => ({
      front: row['On the Pareto front']?.value,
      cost: Number(row['Cost of the run, USD']?.value),
      p99: Number(row['Latency, p99']?.value),
    }));
    for (const { front, cost, p99 } of places) {
      const isBeaten = places.some(
        (other) => other.cost <= cost && other.p99 <= p99 && (other.cost < cost || other.p99 < p99),
      );
      expect(front).toBe(isBeaten ? 'no' : 'yes');
    }
    expect(rows[1]!['Objectives missed']?.value).toBe('latency_p99');
    expect(rows[5]!['Objectives missed']).toBeUndefined();
    const [chart = ''] = book.parts.filter((part) => part.startsWith('xl/charts/chart'));
    expect(book.part(chart).match(/<c:ser>/g)).toHaveLength(5);
    expect(book.part(chart)).toContain('timeout=5m plan.name=launch');
  });

  it('has names of a comparison as text, whatever they begin with', async () => {
    const book = new OpenedWorkbook(await workbookOf(BOOKS.books['compare']!));
    expect(book.table('Candidates', 3)[1]!['Settings']).toEqual({ value: '+awake()', formula: undefined });
    expect(book.sheets).toContain('+awake() against as it is');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../build/docs/project-folder.js';
import { type Column, column, figureColumn } from '../../src/report/document/column.js';
import { type Report, table } from '../../src/report/document/report.js';
import { markdownText } from '../../src/report/forms/markdown.js';
import { reportPage } from '../../src/report/forms/page.js';
import { screenLines } from '../../src/report/forms/screen.js';
import { reportBook } from '../../src/report/forms/workbook.js';
import { dictionaryRows, reportTables } from '../../src/report/tables/file-table.js';
import { compileVariant } from '../../src/study/runs/scenario-source.js';
import { quickSource } from '../study/quick-scenario.js';
import { textOfTable } from './table-text.js';
import { OpenedWorkbook } from './workbook/opened-workbook.js';

interface Tide {
  readonly harbour: string;
  readonly height_m: number;
  readonly latency: { readonly mean: number; readonly half_width: number; readonly confidence: number };
  readonly isSafe: boolean;
}

const latency = (mean: number, half_width: number) => ({ mean, half_width, confidence: 0.95 });
const TIDES: readonly Tide[] = [
  { harbour: 'Brest', height_m: 7.25, latency: latency(350, 20), isSafe: true },
  { harbour: '=Split', height_m: 0.3, latency: latency(910, 30), isSafe: false },
];
const harbour = column<Tide>('harbour', 'Harbour', 'text', (tide) => tide.harbour, {
  meaning: 'Name of the harbour.',
});
const height = { meaning: 'Metres.' };
const safe = { meaning: '`met` or `missed`.' };
const total: Column<Tide>['of'] = () => ({
  value: 7.55,
  formula: (at) => `SUM(${at('height', 0)}:${at('height', 1)})`,
});

/** An answer that no command gives, with everything that a new one has to define. */
const REPORT: Report = {
  question: 'Tides',
  about: 'the coast',
  title: 'how high the water rises',
  facts: ['2 harbours', 'seed 7'],
  verdict: { tone: 'good', text: 'Brest is safe.', command: 'neap tides coast.yaml' },
  remark: '± is half of an interval.',
  warnings: ['the moon is assumed'],
  start: '2026-01-05T00:00:00Z',
  parts: [
    { kind: 'notes', id: 'moon', title: 'The moon', notes: [{ about: 'Phase', text: 'full' }] },
    {
      kind: 'plot',
      id: 'curve',
      chart: { table: 'tides', x: 'height', y: ['latency_p99'] },
      plot: {
        id: 'heights',
        title: 'Heights of the tide',
        panels: [
          {
            x: { label: 'height', text: String },
            y: { label: 'latency', text: String },
            layers: [
              { as: 'limit', on: 'y', at: 500, text: 'at most 500 ms' },
              {
                as: 'point',
                kind: 'dot',
                marks: TIDES.map(({ height_m, latency, harbour, isSafe }) => ({
                  x: height_m,
                  y: latency.mean,
                  names: [harbour],
                  kinds: isSafe ? [] : ['missed'],
                  tip: [harbour],
                })),
              },
            ],
          },
        ],
      },
    },
    table<number>({
      id: 'sea',
      in: ['workbook'],
      rows: [2],
      columns: [
        column('rise', 'Rise', 'number', (rise) => rise),
        column('twice', 'Twice', 'number', () => ({ value: 4, formula: (at) => `2*${at('rise')}` })),
      ],
    }),
    table<Tide>({
      id: 'tides',
      title: 'Harbours',
      rows: TIDES,
      in: ['page', 'csv', 'workbook'],
      columns: [
        harbour,
        column('height', 'Height', 'number', ({ height_m }) => height_m, height),
        figureColumn<Tide>('latency_p99', (tide) => tide.latency),
        column('sum', 'Sum of heights', 'number', total, { in: ['workbook'] }),
        column('safe', 'Safe', 'met', ({ isSafe }) => isSafe, safe),
      ],
    }),
    table<Tide>({
      id: 'short',
      rows: TIDES,
      in: ['screen', 'markdown'],
      columns: [harbour, figureColumn<Tide>('latency_p99', (tide) => tide.latency)],
    }),
  ],
};

describe('an answer with a single definition', () => {
  it('is printed on the screen and in Markdown', () => {
    const screen = screenLines(REPORT, 80).map(({ text }) => text);
    expect(screen[0]).toBe('the coast: how high the water rises; 2 harbours, seed 7');
    for (const part of ['Brest is safe.', 'Brest    350 ms ± 20 ms', 'Phase        full']) {
      expect(screen.join('\n')).toContain(part);
    }
    const markdown = markdownText(REPORT);
    expect(markdown).toContain('| Brest | 350 ms ± 20 ms |');
    expect(markdown).toContain('Warning: the moon is assumed');
  });

  it('is on the page as a chart and a table that can be sorted by its values', async () => {
    const variant = await compileVariant(quickSource());
    const page = reportPage(REPORT, { variant, command: 'neap tides' });
    expect(page).toContain('data-sort="350">350 ms ± 20 ms</td>');
    expect(page).toContain('data-sort="7.25">7.25</td>');
    expect(page).toMatch(/<section id="tides".*Harbours.*<bdi|<section id="tides"/s);
    expect(page).toContain('at most 500 ms</text>');
    expect(page).toMatch(/<path class="dot missed"[^>]*aria-label="=Split"/);
    expect(page).toMatch(/<circle class="dot"[^>]*data-tip="Brest"/);
  });

  it('is a table with a data dictionary', () => {
    const [tides, ...others] = reportTables(REPORT.parts);
    expect(others).toEqual([]);
    expect(textOfTable(tides!).split('\r\n').slice(0, 3)).toEqual([
      'harbour,height,latency_p99,latency_p99_half_width,safe',
      'Brest,7.25,350,20,met',
      "'=Split,0.3,910,30,missed",
    ]);
    expect(dictionaryRows([tides!]).map(({ column, type, unit }) => [column, type, unit])).toEqual([
      ['harbour', 'text', ''],
      ['height', 'number', 'count'],
      ['latency_p99', 'number', 'ms'],
      ['latency_p99_half_width', 'number', 'ms'],
      ['safe', 'text', ''],
    ]);
  });

  it('is a workbook whose values depend on each other', () => {
    const book = new OpenedWorkbook(reportBook(REPORT));
    expect(book.sheets).toEqual(['Answer', 'sea', 'Harbours']);
    const summary = [...book.cells('Answer').values()];
    expect([...book.cells('sea').values()]).toContainEqual({ value: 4, formula: '2*$A$4' });
    expect(summary.map(({ value }) => value)).toContain('✓ Brest is safe.');
    expect(book.table('Harbours', 3).map((row) => row['Harbour']?.value)).toEqual(['Brest', '=Split']);
    expect(book.table('Harbours', 3)[1]!['Sum of heights']).toEqual({
      value: 7.55,
      formula: 'SUM($B$4:$B$5)',
    });
    expect(book.parts).toContain('xl/charts/chart1.xml');
  });
});

describe('report formats', () => {
  it('do not depend on any command', () => {
    const folder = `${ROOT}src/report/forms`;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const text = readFileSync(`${folder}/${file}`, 'utf8');
      expect(text, file).not.toMatch(
        /capacity|sweep|swept|compar(e|ison)|\bplan(s|ned)?\b|forecast|polic(y|ies)|\bbills?\b|invoice|worlds?\b|tenant|calibrat/i,
      );
      expect(text, file).not.toMatch(/from '[./]*(study|answers|verdict)\//);
    }
  });
});

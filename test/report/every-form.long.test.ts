import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ParquetReader } from '@dsnp/parquetjs';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FigureName } from '../../src/figures/run-figures.js';
import { money, number } from '../../src/report/figures/figure-text.js';
import { figureWithSpread } from '../../src/report/figures/named-figure.js';
import { markdownText } from '../../src/report/forms/markdown.js';
import { screenLines } from '../../src/report/forms/screen.js';
import { cellsOf } from '../../src/report/tables/csv.js';
import { fileColumns } from '../../src/report/tables/file-table.js';
import { ParquetFile } from '../../src/report/tables/parquet-file.js';
import type { MeanInterval } from '../../src/statistics/confidence-interval.js';
import { type Answer, answersInEveryForm, COMMANDS } from './every-form.js';
import { textOfTable } from './table-text.js';
import { OpenedWorkbook } from './workbook/opened-workbook.js';

const WIDTHS = [60, 80, 120, 200] as const;

type Row = Readonly<Record<string, unknown>>;
type Shown = readonly [value: number, text: string];

let answers: Readonly<Record<string, Answer>>;
const folder = mkdtempSync(join(tmpdir(), 'neap-forms-'));
beforeAll(async () => {
  answers = await answersInEveryForm();
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** The value at a path of keys and indices; keys may contain dots. */
function at(json: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, key) => (part as Row | undefined)?.[key], json);
}

/** A comparison shows differences from the baseline instead of its figures. */
function onScreen(command: string, json: unknown): unknown {
  return command === 'compare' ? { variants: (at(json, 'variants') as readonly Row[]).slice(1) } : json;
}

/** Every figure of an answer for readers: its value, and its text. */
function figuresOf(command: string, json: unknown): readonly Shown[] {
  const rows = (place: string): readonly Row[] => at(json, place) as readonly Row[];
  const named = (figure: unknown, value: unknown): readonly Shown[] => {
    const interval = value as MeanInterval | null | undefined;
    if (interval === null || interval === undefined) return [];
    return [[interval.mean, figureWithSpread(figure as FigureName, interval)]];
  };
  const ofRow =
    (cost: FigureName) =>
    ({ figures }: Row): readonly Shown[] =>
      [cost, 'latency_p99'].flatMap((figure) => named(figure, (figures as Row)[figure]));
  switch (command) {
    case 'compare':
      return rows('variants').flatMap(({ figures }) =>
        (figures as readonly Row[]).flatMap(({ figure, value }) => named(figure, value)),
      );
    case 'sweep':
      return rows('rows').flatMap(ofRow('cost_usd_per_month'));
    case 'plan':
      return rows('candidates')
        .filter(({ fate }) => fate === 'recommended')
        .flatMap(ofRow('cost_usd_per_month'));
    case 'forecast':
      return rows('months').flatMap((month) =>
        ['fixed_usd', 'growing_usd', 'cost_low_usd', 'cost_high_usd'].map((figure): Shown => {
          return [month[figure] as number, money(month[figure] as number)];
        }),
      );
    case 'capacity':
      return rows('objectives').flatMap(({ figure, at_present, at_capacity }) => [
        ...named(figure, at_present),
        ...named(figure, at_capacity),
      ]);
    default:
      return rows('sides.0.rows').map(({ cu_hours }) => [cu_hours as number, number(cu_hours as number)]);
  }
}

/** The JSON path of a table cell; `undefined` if the JSON expresses it differently. */
function placeOf(command: string, row: number, header: string, cells: Row): string | undefined {
  const half = header.endsWith('_half_width');
  const figure = header.replace(/_half_width$/, '');
  const part = half ? 'half_width' : 'mean';
  if (header === 'replications' || header === 'confidence')
    return command === 'capacity' && header === 'replications' ? `levels.${row}.replications` : header;
  switch (command) {
    case 'sweep':
      return `rows.${row}.figures.${figure}.${part}`;
    case 'plan':
      return `candidates.${row}.figures.${figure}.${part}`;
    case 'forecast':
      return half || ['cu_hours', 'cost_usd'].includes(header)
        ? `months.${row}.${figure}.${part}`
        : `months.${row}.${header}`;
    case 'capacity':
      if (header === 'load_factor') return `levels.${row}.factor`;
      return header === 'queries_per_second' ? `levels.${row}.queries_per_second` : undefined;
    case 'compare': {
      const json = answers['compare']!.json as {
        variants: { name: string; figures: { figure: string }[] }[];
      };
      const variant = json.variants.findIndex(({ name }) => name === cells['variant']);
      const place = json.variants[variant]!.figures.findIndex((each) => each.figure === cells['figure']);
      const from = `variants.${variant}.figures.${place}`;
      const places: Readonly<Record<string, string>> = {
        mean: 'value.mean',
        half_width: 'value.half_width',
        difference: 'difference.mean',
        difference_half_width: 'difference.half_width',
        p_value: 'difference.p_value',
        p_adjusted: 'difference.p_adjusted',
      };
      return places[header] === undefined ? undefined : `${from}.${places[header]}`;
    }
    default:
      return undefined;
  }
}

describe.each(COMMANDS)('every figure of %s', (command) => {
  const answer = () => answers[command]!;
  const rows = (): readonly Row[] =>
    parse(textOfTable(answer().table), { columns: true, bom: true }) as readonly Row[];

  it('has the same value on the page and in the JSON', () => {
    const shown = [...answer().page.matchAll(/data-figure="([^"]+)" data-value="([^"]*)">/g)];
    expect(shown.length).toBeGreaterThan(5);
    for (const [, path = '', value] of shown) {
      expect(String(at(answer().json, path) ?? ''), path).toBe(value);
    }
  });

  it('has the same value in the CSV and in the JSON', () => {
    let compared = 0;
    for (const [index, row] of rows().entries()) {
      for (const [header, text] of Object.entries(row)) {
        if (text === '') continue;
        const place = placeOf(command, index, header, row);
        const value = place === undefined ? undefined : at(answer().json, place);
        if (typeof value !== 'number') continue;
        expect(Number(text), `${index} ${header}`).toBe(value);
        compared += 1;
      }
    }
    if (command !== 'policies') expect(compared).toBeGreaterThan(rows().length);
    for (const [value] of command === 'policies' ? figuresOf(command, answer().json) : []) {
      expect(rows().map((row) => Number(row['cu_hours']))).toContain(value);
    }
  });

  it('has the same value in Parquet and in the CSV', async () => {
    const { table } = answer();
    const path = join(folder, `${command}.parquet`);
    const columns = fileColumns(table.columns);
    const file = new ParquetFile(
      path,
      columns.map(({ head }) => head),
    );
    for (const [index, row] of [...table.rows].entries()) file.append(cellsOf(columns, row, index));
    file.close();
    const reader = await ParquetReader.openFile(path);
    const cursor = reader.getCursor();
    for (const [index, row] of rows().entries()) {
      const typed = (await cursor.next()) as Row;
      for (const [header, text] of Object.entries(row)) {
        // In CSV an apostrophe prevents spreadsheets from reading a word as a formula.
        expect(String(typed[header] ?? ''), `${index} ${header}`).toBe(String(text).replace(/^'/, ''));
      }
    }
    expect(await cursor.next()).toBeNull();
    await reader.close();
  });

  it('has the same value in the workbook and in the JSON', () => {
    const book = new OpenedWorkbook(answer().workbook);
    const held = book.sheets.flatMap((sheet) => [...book.cells(sheet).values()].map(({ value }) => value));
    const numbers = held.filter((value) => typeof value === 'number').sort((a, b) => a - b);
    const near = (value: number): boolean =>
      numbers.some((each) => Math.abs(each - value) <= 1e-9 * Math.max(1e-6, Math.abs(value)));
    for (const [value, text] of figuresOf(command, answer().json)) expect(near(value), text).toBe(true);
  });

  it('bears the name of the scenario', () => {
    const book = new OpenedWorkbook(answer().workbook);
    expect(book.part('docProps/core.xml')).toMatch(/<dc:title>[^<]*quick/);
  });

  it('has every sheet set up for printing', () => {
    const book = new OpenedWorkbook(answer().workbook);
    const sheets = book.parts.filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name));
    expect(sheets).toHaveLength(book.sheets.length);
    for (const name of sheets) {
      expect(book.part(name), name).toContain('<pageSetup ');
      expect(book.part(name), name).toContain('<headerFooter');
    }
  });

  it.each(WIDTHS)('has the same value on a screen of %i columns, in Markdown and in the JSON', (width) => {
    const { report } = answer();
    const screen = screenLines(report, width)
      .map(({ text }) => text)
      .join('\n');
    const markdown = markdownText(report).replaceAll(/\\(?=[^\w])|<!-- -->/g, '');
    const figures = figuresOf(command, answer().json);
    expect(figures.length).toBeGreaterThan(1);
    for (const [, text] of figuresOf(command, onScreen(command, answer().json))) {
      expect(markdown, text).toContain(text);
      const [first = ''] = text.split(' ');
      // A narrow screen may leave out columns without amounts.
      if (first.startsWith('$') || width >= 200) expect(screen, text).toContain(first);
    }
  });
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ParquetReader } from '@dsnp/parquetjs';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FigureName } from '../../src/figures/run-figures.js';
import { money, number } from '../../src/report/figures/figure-text.js';
import { figureWithSpread } from '../../src/report/figures/named-figure.js';
import type { MeanInterval } from '../../src/statistics/confidence-interval.js';
import { called } from '../cli/command.js';
import { onTerminal } from '../golden/terminal.js';
import { QUICK } from '../study/quick-scenario.js';
import { temporaryFolder } from '../temporary-folder.js';
import { OpenedWorkbook } from './workbook/opened-workbook.js';

/** A question to each command that answers one. */
const QUESTIONS = {
  compare: '--variant quicker timeout=60s --figures cost_usd,latency_p99,wake_probability --replications 2',
  sweep: '--vary timeout=1m,15m --vary max=0.25,0.5 --replications 2',
  plan: '--constraint wake_probability<=10% --vary timeout=60s,5m,15m --at-load 2 --no-sensitivity --replications 3',
  forecast: '--growth 20%/month --months 3 --replications 2',
  capacity: '--set slo={} --constraint latency_p99<=8s --growth 5%/month --replications 2',
  policies: '--side suspend',
} as const;
const COMMANDS = Object.keys(QUESTIONS) as readonly (keyof typeof QUESTIONS)[];

/** An answer in every form that a user may request. */
interface Answer {
  /** The output of `--json`. */
  readonly json: unknown;
  readonly page: string;
  readonly workbook: OpenedWorkbook;
  readonly markdown: string;
  readonly screen: string;
  /** The path of its first table, without the extension. */
  readonly table: string;
}

type Row = Readonly<Record<string, unknown>>;
type Shown = readonly [value: number, text: string];

const answers: Record<string, Answer> = {};
const folder = temporaryFolder();
beforeAll(async () => {
  vi.stubEnv('NEAP_OUT_FORMATS', 'parquet');
  const file = join(folder, 'quick.json');
  writeFileSync(file, JSON.stringify(QUICK));
  for (const command of COMMANDS) {
    const asked = [command, file, ...QUESTIONS[command].split(' '), '--quiet'];
    const out = join(folder, command);
    const at = (name: string) => join(folder, `${command}.${name}`);
    const forms = ['--html', at('html'), '--xlsx', at('xlsx'), '--md', at('md'), '--out', out];
    const { stdout, stderr } = await called([...asked, ...forms, '--json']);
    expect(stderr).toBe('');
    const table = readdirSync(out).find((name) => /^(?!data-).*\.csv$/.test(name))!;
    answers[command] = {
      json: JSON.parse(stdout),
      page: readFileSync(at('html'), 'utf8'),
      workbook: new OpenedWorkbook(readFileSync(at('xlsx'))),
      markdown: readFileSync(at('md'), 'utf8').replaceAll(/\\(?=[^\w])|<!-- -->/g, ''),
      screen: (await onTerminal(200, () => called(asked))).stdout,
      table: join(out, table.replace('.csv', '')),
    };
  }
}, 180_000);
afterAll(() => vi.unstubAllEnvs());

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

describe.each(COMMANDS)('the forms of %s', (command) => {
  const answer = () => answers[command]!;
  const rows = () =>
    parse(readFileSync(`${answer().table}.csv`, 'utf8'), { columns: true, bom: true }) as readonly Row[];

  it('every figure has the same value on the page and in the JSON', () => {
    const { json, page } = answer();
    const values = [...page.matchAll(/data-sort="([^"]*)"/g)].map(([, value]) => value);
    for (const [value, text] of figuresOf(command, json)) expect(values, text).toContain(String(value));
  });

  it('every figure has the same value in the CSV and in the JSON', () => {
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

  it('every figure has the same value in Parquet and in the CSV', async () => {
    const reader = await ParquetReader.openFile(`${answer().table}.parquet`);
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

  it('every figure has the same value in the workbook and in the JSON', () => {
    const book = answer().workbook;
    const held = book.sheets.flatMap((sheet) => [...book.cells(sheet).values()].map(({ value }) => value));
    const numbers = held.filter((value) => typeof value === 'number').sort((a, b) => a - b);
    const near = (value: number): boolean =>
      numbers.some((each) => Math.abs(each - value) <= 1e-9 * Math.max(1e-6, Math.abs(value)));
    for (const [value, text] of figuresOf(command, answer().json)) expect(near(value), text).toBe(true);
  });

  it('the workbook bears the name of the scenario', () => {
    const book = answer().workbook;
    expect(book.part('docProps/core.xml')).toMatch(/<dc:title>[^<]*quick/);
  });

  it('every sheet of the workbook is set up for printing', () => {
    const book = answer().workbook;
    const sheets = book.parts.filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name));
    expect(sheets).toHaveLength(book.sheets.length);
    for (const name of sheets) {
      expect(book.part(name), name).toContain('<pageSetup ');
      expect(book.part(name), name).toContain('<headerFooter');
    }
  });

  it('every figure has the same value on the screen, in Markdown and in the JSON', () => {
    const { json, markdown, screen } = answer();
    expect(figuresOf(command, json).length).toBeGreaterThan(1);
    for (const [, text] of figuresOf(command, onScreen(command, json))) {
      expect(markdown, text).toContain(text);
      expect(screen, text).toContain(text.split(' ')[0]);
    }
  });
});

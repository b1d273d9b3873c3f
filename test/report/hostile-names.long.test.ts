import { spawnSync } from 'node:child_process';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { inMarkdown } from '../../src/report/text/text-table.js';
import { HAVE_SPREADSHEET } from '../programs.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type AllReports, allReports, csvRows } from './all-reports.js';
import { OpenedWorkbook } from './workbook/opened-workbook.js';
import { converted } from './workbook/spreadsheet-program.js';

/** Names that a spreadsheet, a browser, a terminal or a Markdown page could misinterpret. */
const NAMES = [
  "=cmd|' /C calc'!A0",
  '+1+1',
  '@SUM(A1)',
  '</script><script>alert(1)</script>',
  '"quoted", & \'both\'',
  '**bold** _it_ | `code` [link](x)',
  '👩‍🚀 rocket',
  'שרת ראשי',
  'x'.repeat(64),
];

/** The maximum length of a scenario's name. */
const TITLE = `<b>=1+1</b>${'y'.repeat(189)}`;

const SCENARIO = JSON.stringify({
  name: TITLE,
  seed: 1,
  duration: '6h',
  plan: 'launch',
  computes: NAMES.map((name, index) => ({
    name,
    branch: `branch-${index}`,
    type: 'read_write',
    autoscaling_limit_min_cu: 0.25,
    autoscaling_limit_max_cu: 0.25,
  })),
  load: NAMES.map((compute, index) => ({
    name: `load-${index}`,
    compute,
    rate: '2/h',
    query: { cpu: '20ms' },
  })),
});

const folder = temporaryFolder();
let reports: AllReports;

beforeAll(async () => {
  reports = await allReports(folder, SCENARIO);
}, 60_000);

describe('hostile names are shown as they are', () => {
  it('in CSV, with formulas defused by an apostrophe', () => {
    expect(csvRows(reports.csv('computes')).map((row) => row['compute'])).toEqual(
      NAMES.map((name) => (/^[=+@-]/.test(name) ? `'${name}` : name)),
    );
  });

  it('in the workbook, as text and never as formulas', () => {
    const cells = reports.workbook.table('Computes', 3).map((row) => row['Compute']);
    expect(cells).toHaveLength(NAMES.length);
    expect(cells).toEqual(expect.arrayContaining(NAMES.map((value) => ({ value, formula: undefined }))));
    expect(reports.workbook.cells('Answer').get('A1')).toEqual({ value: TITLE, formula: undefined });
  });

  it.skipIf(!HAVE_SPREADSHEET)('in a spreadsheet that opens the CSV', () => {
    const [bytes] = converted({ 'computes.csv': reports.csv('computes') }, 'xlsx');
    const again = new OpenedWorkbook(bytes!);
    const [sheet = ''] = again.sheets;
    const rows = again.table(sheet, 1);
    expect(rows.map((row) => row['compute'])).toEqual(
      NAMES.map((name) => ({ value: /^[=+@-]/.test(name) ? `'${name}` : name, formula: undefined })),
    );
    // Figures are numbers there, without any option.
    for (const row of rows) expect(typeof row['cu_hours']?.value).toBe('number');
  });

  it('in the Markdown, without being interpreted as markup', () => {
    for (const name of NAMES) expect(reports.markdown).toContain(`| ${inMarkdown(name)} |`);
    expect(reports.markdown).not.toMatch(/<script|<b>/);
    expect(inMarkdown('**bold** _it_ | `code` [link](x)')).toBe(
      '\\*\\*bold\\*\\* \\_it\\_ \\| \\`code\\` \\[link\\](x)',
    );
    expect(inMarkdown('snake_case_name stays')).toBe('snake_case_name stays');
    expect(inMarkdown('@team #12 :tada: &lt;')).toBe('@<!-- -->team #<!-- -->12 &#58;tada: &amp;lt;');
    expect(reports.markdown.length).toBeLessThan(65_536);
  });

  it('are truncated on the terminal, and have no control characters there', () => {
    const [alert] = NAMES.filter((name) => name.includes('script'));
    expect(reports.terminal).toContain(alert!.slice(0, 30));
    expect(reports.terminal).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it('on the page, escaped', () => {
    expect(reports.html).not.toContain('<script>alert(1)');
    expect(reports.html).toContain('&lt;script&gt;alert(1)');
    for (const name of NAMES.filter((each) => !/[<>&"'`]/.test(each))) expect(reports.html).toContain(name);
  });
});

const HAVE_PYTHON = spawnSync('python3', ['--version']).status === 0;

/** Reads standard input as pandas does, which recognizes a byte order mark, and prints some of it as JSON. */
const READER = `
import csv, io, json, sys
rows = list(csv.DictReader(io.TextIOWrapper(sys.stdin.buffer, encoding='utf-8-sig', newline='')))
print(json.dumps([[r['compute'], float(r['cu_hours']), float(r['cost_usd'])] for r in rows]))
`;

describe('CSV files', () => {
  it.skipIf(!HAVE_PYTHON)('are read by Python without options', () => {
    const { stdout, status } = spawnSync('python3', ['-c', READER], {
      input: reports.csv('computes'),
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    const rows = JSON.parse(stdout) as readonly [string, number, number][];
    const { computes } = reports.summary;
    expect(rows.map(([, cu_hours, cost_usd]) => [cu_hours, cost_usd])).toEqual(
      computes.map(({ cu_hours, cost_usd }) => [cu_hours, cost_usd]),
    );
  });

  it('start with a byte order mark only if they contain non-ASCII characters', () => {
    expect(reports.csv('computes').startsWith('\ufeffcompute,')).toBe(true);
    expect(reports.csv('timeline').startsWith('\ufeffstart_time,')).toBe(true);
    expect(reports.csv('timeline').lastIndexOf('\ufeff')).toBe(0);
  });

  it('end every line with CRLF, have the same number of cells in each, and name units', () => {
    for (const text of ['computes', 'timeline', 'decisions'].map(reports.csv)) {
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect(text.endsWith('\r\n')).toBe(true);
      const rows = parse(text, { bom: true }) as readonly (readonly string[])[];
      expect(new Set(rows.map((row) => row.length)).size).toBe(1);
    }
    const [header = ''] = reports.csv('computes').split('\r\n');
    for (const name of header.split(',')) {
      expect(name, 'time and money bear their unit').not.toMatch(/(latency|wait|delay|cost|duration)$/);
    }
  });
});

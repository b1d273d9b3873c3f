import { describe, expect, it } from 'vitest';
import { cut, wrapped } from '../../src/report/text/text-block.js';
import { reportLines, reportMarkdown, type TextReport } from '../../src/report/text/text-report.js';
import { bold, markdownTable, plainTable } from '../../src/report/text/text-table.js';
import { columns } from '../../src/report/text/text-width.js';

describe('columns of a terminal', () => {
  it.each([
    ['አማ', 2],
    ['e\u0301', 1],
    ['サーバー', 8],
    ['שרת', 3],
    ['🚀', 2],
    ['± † … █ →', 9],
  ])('%s takes %i', (text, width) => {
    expect(columns(text)).toBe(width);
  });

  it('are kept by a cut, which takes no letter apart', () => {
    expect(cut('e\u0301e\u0301e\u0301e\u0301', 3)).toBe('e\u0301e\u0301…');
    expect(cut('サーバー', 6)).toBe('サー…');
    expect(cut('አማርኛ', 4)).toBe('አማርኛ');
  });

  it('align a table whatever the script', () => {
    const rows = [
      ['አማ', '1'],
      ['サーバ', '10'],
    ];
    expect(plainTable({ head: ['name', 'n'], rows })).toEqual(['name     n', 'አማ       1', 'サーバ  10']);
  });

  it('are not lost with a blank at the beginning', () => {
    expect(wrapped('Why', ' a b', 20).map(({ text }) => text)).toEqual(['Why          a b']);
  });
});

const REPORT: TextReport = {
  title: 'what was asked',
  blocks: [
    {
      title: 'Figures',
      table: {
        head: ['name', 'first', 'second'],
        rows: [
          ['a_b', '1', '2'],
          ['c', '10', '20'],
        ],
      },
    },
    { notes: [{ about: '±', text: 'half of the interval' }] },
  ],
  warnings: ['not *enough*'],
};

describe('a report', () => {
  const lines = (width: number) => reportLines(REPORT, width).map(({ text }) => text);

  it('is a title, blocks between blank lines, and warnings after the last remark', () => {
    expect(lines(40)).toEqual([
      'what was asked',
      '',
      'Figures',
      'name  first  second',
      'a_b       1       2',
      'c        10      20',
      '',
      '±            half of the interval',
      'Amounts      prices checked until',
      '             2026-11-26',
      'Warning      not *enough*',
    ]);
  });

  it('goes on below with the columns of a table that is too wide, so that no figure is lost', () => {
    expect(lines(18).slice(2, 10)).toEqual([
      'Figures',
      'name  first',
      'a_b       1',
      'c        10',
      '',
      'name  second',
      'a_b        2',
      'c         20',
    ]);
  });

  it('becomes a list where not even one column fits beside the names', () => {
    expect(lines(8).slice(3, 9)).toEqual(['Figures', 'a_b', '  first:', '  1', '  second:', '  2']);
  });

  it('is the same in Markdown, in which texts stand for themselves', () => {
    expect(reportMarkdown(REPORT)).toBe(`Figures:

| name | first | second |
|---|--:|--:|
| a_b | 1 | 2 |
| c | 10 | 20 |

- ±: half of the interval
- Amounts: prices checked until 2026-11-26
- Warning: not \\*enough\\*
`);
  });
});

describe('a cell of a Markdown table', () => {
  it('is text that stands for itself, or Markdown', () => {
    const rows = [['**a**', { markdown: bold('b') }]];
    expect(markdownTable({ head: ['x', 'y'], rows })).toContain('| \\*\\*a\\*\\* | **b** |');
  });
});

import { describe, expect, it } from 'vitest';
import { column } from '../../src/report/document/column.js';
import { type Document, notesOn, type Part, table } from '../../src/report/document/report.js';
import { markdownText } from '../../src/report/forms/markdown.js';
import { screenLines } from '../../src/report/forms/screen.js';
import { tableLines } from '../../src/report/text/fitted-table.js';
import { cut, wrapped } from '../../src/report/text/text-block.js';

describe('columns of a terminal', () => {
  it('are respected by truncation, which splits no character', () => {
    expect(cut('e\u0301e\u0301e\u0301e\u0301', 3)).toBe('e\u0301e\u0301…');
    expect(cut('サーバー', 6)).toBe('サー…');
    expect(cut('አማርኛ', 4)).toBe('አማርኛ');
  });

  it('align a table in any script', () => {
    const rows = [
      ['አማ', '1'],
      ['サーバ', '10'],
    ];
    expect(tableLines({ head: ['name', 'n'], rows }, 80).map(({ text }) => text)).toEqual([
      'name     n',
      'አማ       1',
      'サーバ  10',
    ]);
  });

  it('include leading blanks', () => {
    expect(wrapped('Why', ' a b', 20).map(({ text }) => text)).toEqual(['Why          a b']);
  });
});

interface Row {
  readonly name: string;
  readonly first: number;
  readonly second: number;
}

const FIGURES: Part = table<Row>({
  id: 'figures',
  title: 'Figures',
  rows: [
    { name: 'a_b', first: 1, second: 2 },
    { name: 'c', first: 10, second: 20 },
  ],
  columns: [
    column('name', 'name', 'text', ({ name }) => name),
    column('first', 'first', 'number', ({ first }) => first),
    column('second', 'second', 'number', ({ second }) => second),
  ],
});
const DOCUMENT: Document = {
  about: 'app',
  title: 'what was asked',
  facts: [],
  parts: [FIGURES, { kind: 'notes', id: 'notes', notes: [{ about: '±', text: 'half of the interval' }] }],
  warnings: ['not *enough*'],
};

describe('a document', () => {
  const lines = (width: number) => screenLines(DOCUMENT, width).map(({ text }) => text);

  it('has a title, blocks between blank lines, and warnings after the last remark', () => {
    expect(lines(40)).toEqual([
      'app: what was asked',
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

  it('starts in Markdown with its headline, and folds blocks behind their titles', () => {
    const folded = { ...DOCUMENT, headline: '$2', parts: [{ ...FIGURES, folded: true }], warnings: [] };
    expect(markdownText(folded)).toMatch(
      /^### app: \$2\n\n<details><summary>Figures<\/summary>\n\n\| name \|/,
    );
  });

  it('shows three items of a list in Markdown, and folds the rest', () => {
    const notes = notesOn('Why', ['one', 'two', 'three', 'four'], { item: true, emphasis: 'plain' });
    const parts: readonly Part[] = [{ kind: 'notes', id: 'why', notes }];
    const text = markdownText({ ...DOCUMENT, parts, warnings: [], prices_checked_until: null });
    expect(text).toBe(
      '- Why: one\n- two\n- three\n\n<details><summary>More</summary>\n\n- four\n\n</details>\n',
    );
  });
});

describe('a table that is too wide', () => {
  const head = ['Kept awake by', 'Share', 'Active', 'Of it idle', 'Cost a month', 'Wakes'];
  const rows = [
    ['poll-every-4-minutes', '66.7 %', '7 d', '99.995 %', '$19.34', '1'],
    ['batch', '33.3 %', '3.5 d', '99.996 %', '$9.67 ± $0.59', '1,008'],
  ];
  const table = { head, rows, least_useful: [3, 5] };
  const lines = (width: number) => tableLines(table, width).map(({ text }) => text);

  it('keeps its columns side by side if they fit', () => {
    expect(lines(75)).toEqual([
      'Kept awake by          Share  Active  Of it idle   Cost a month  Wakes',
      'poll-every-4-minutes  66.7 %     7 d    99.995 %         $19.34      1',
      'batch                 33.3 %   3.5 d    99.996 %  $9.67 ± $0.59  1,008',
    ]);
  });

  it('breaks headings, then leaves out the least useful columns and names them below', () => {
    expect(lines(69)).toEqual([
      '                                         Of it',
      'Kept awake by          Share  Active      idle   Cost a month  Wakes',
      'poll-every-4-minutes  66.7 %     7 d  99.995 %         $19.34      1',
      'batch                 33.3 %   3.5 d  99.996 %  $9.67 ± $0.59  1,008',
    ]);
    expect(lines(50)).toEqual([
      'Kept awake by         Share Active  Cost a month',
      'poll-every-4-minutes 66.7 %    7 d        $19.34',
      'batch                33.3 %  3.5 d $9.67 ± $0.59',
      'Left out: Of it idle; Wakes. COLUMNS=68 shows all',
      'columns.',
    ]);
  });

  it('breaks names behind signs, and never leaves out an amount', () => {
    expect(lines(26)).toEqual([
      'Kept',
      'awake by      Cost a month',
      'poll-every-         $19.34',
      '4-minutes',
      'batch        $9.67 ± $0.59',
      'Left out: Share; Active;',
      'Of it idle; Wakes.',
      'COLUMNS=68 shows all',
      'columns.',
    ]);
  });

  it('becomes a list if not even names and amounts fit', () => {
    expect(lines(20).slice(0, 7)).toEqual([
      'poll-every-4-minutes',
      '  Share: 66.7 %',
      '  Active: 7 d',
      '  Of it idle: 99.995',
      '  %',
      '  Cost a month:',
      '  $19.34',
    ]);
  });

  it('keeps the most useful column if there is no amount', () => {
    const plain = { head: ['name', 'first', 'second'], rows: [['a', '1', '2']] };
    expect(
      tableLines(plain, 11)
        .map(({ text }) => text)
        .slice(0, 3),
    ).toEqual(['name  first', 'a         1', 'Left out:']);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { column } from '../../src/report/document/column.js';
import { type Document, notesOn, type Part, table } from '../../src/report/document/report.js';
import { markdownText } from '../../src/report/forms/markdown.js';
import { screenLines } from '../../src/report/forms/screen.js';
import { tableLines } from '../../src/report/text/fitted-table.js';
import { cut, wrapped } from '../../src/report/text/text-block.js';
import type { TextTable } from '../../src/report/text/text-table.js';

interface TableRow {
  readonly rule: string;
  readonly table: TextTable;
  readonly width: number;
  readonly first?: number;
  readonly lines: string;
}

const TABLES: readonly TableRow[] = parse(readFileSync(new URL('text-report.yaml', import.meta.url), 'utf8'));

it.each(TABLES.map((row) => [row.rule, row] as const))('%s', (_rule, { table, width, first, lines }) => {
  const shown = tableLines(table, width).map(({ text }) => text);
  expect(shown.slice(0, first).join('\n')).toBe(lines.trimEnd());
});

describe('columns of a terminal', () => {
  it('are respected by truncation, which splits no character', () => {
    expect(cut('e\u0301e\u0301e\u0301e\u0301', 3)).toBe('e\u0301e\u0301…');
    expect(cut('サーバー', 6)).toBe('サー…');
    expect(cut('አማርኛ', 4)).toBe('አማርኛ');
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

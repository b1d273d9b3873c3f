import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Column, fileColumn } from '../../src/report/document/column.js';
import { textOfTable } from './table-text.js';

interface Row {
  readonly name: string;
  readonly value: number | null;
}

const own = fileColumn<Row>();
const COLUMNS: readonly Column<Row>[] = [
  own('name', 'text', 'What it is called.'),
  own('value_ms', 'milliseconds', 'How long it takes.', (row) => row.value),
];

describe('a CSV file', () => {
  it('ends lines with CRLF and quotes fields that need it', () => {
    const rows = [
      { name: 'plain', value: 1.5 },
      { name: 'with, comma', value: null },
      { name: 'with "quotes"', value: 0 },
      { name: 'two\nlines', value: -1 },
    ];
    expect(textOfTable({ columns: COLUMNS, rows })).toBe(
      'name,value_ms\r\nplain,1.5\r\n"with, comma",\r\n"with ""quotes""",0\r\n"two\nlines",-1\r\n',
    );
  });

  it('prevents text from being read as formulas, and leaves negative numbers unchanged', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r']) {
      const [, row] = parse(textOfTable({ columns: COLUMNS, rows: [{ name: `${start}1+1`, value: -2 }] }));
      expect(row).toEqual([`'${start}1+1`, '-2']);
    }
  });

  it('is read back as it was written, with numbers exact to the last bit', () => {
    const name = fc.string({ unit: 'grapheme' }).filter((text) => !/^[=+\-@\t\r＝＋－＠]/.test(text));
    const value = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(fc.record({ name, value }), { minLength: 1 }), (rows) => {
        const [, ...cells] = parse(textOfTable({ columns: COLUMNS, rows }), { record_delimiter: '\r\n' });
        expect(cells.map((row) => [row[0], Number(row[1])])).toEqual(
          rows.map((row) => [row.name, row.value + 0]),
        );
      }),
      { seed: 4, numRuns: 300 },
    );
  });
});

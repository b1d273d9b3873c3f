import { csvText } from '../../src/report/tables/csv.js';
import { type FileTable, fileColumns } from '../../src/report/tables/file-table.js';

export function textOfTable<Row>({ columns, rows }: Pick<FileTable<Row>, 'columns' | 'rows'>): string {
  const own = fileColumns(columns);
  return csvText([
    own.map(({ head }) => head.column),
    ...[...rows].map((row, index) => own.map(({ cell }) => cell(row, index))),
  ]);
}

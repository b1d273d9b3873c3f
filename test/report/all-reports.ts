import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { called } from '../cli/command.js';
import { onTerminal } from '../golden/terminal.js';
import { type MadePage, pageOfRun } from './page/made-page.js';
import { OpenedWorkbook } from './workbook/opened-workbook.js';

/** Each row of a CSV file as a record by its header. */
export type CsvRow = Readonly<Record<string, string>>;

/** Every report of one run. */
export interface AllReports extends MadePage {
  readonly workbook: OpenedWorkbook;
  readonly markdown: string;
  readonly terminal: string;
  /** The text of a table. */
  csv(name: string): string;
}

/** Runs a scenario in a folder, and makes every report of it there. */
export async function allReports(folder: string, text: string): Promise<AllReports> {
  const at = (name: string) => join(folder, name);
  const files = ['--out', at('out'), '--xlsx', at('book.xlsx'), '--md', at('comment.md')];
  const made = await pageOfRun(folder, text, 'app.yaml', ...files);
  const { stdout: terminal } = await onTerminal(110, () =>
    called(['run', at('app.yaml'), '--verbose', '--quiet']),
  );
  return {
    ...made,
    workbook: new OpenedWorkbook(readFileSync(at('book.xlsx'))),
    markdown: readFileSync(at('comment.md'), 'utf8'),
    terminal,
    csv: (name) => readFileSync(at(`out/${name}.csv`), 'utf8'),
  };
}

/** The rows of a table. */
export const csvRows = (text: string) => parse(text, { columns: true, bom: true }) as readonly CsvRow[];

import { ResultFile } from '../../files/result-file.js';
import type { Report } from '../../report/document/report.js';
import { type FileTable, reportTables } from '../../report/tables/file-table.js';
import { TableWriter, type TypedTable } from '../../report/tables/table-writer.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import type { SourcedVariant } from '../../study/runs/scenario-source.js';
import { markdownOf, type PrintedAs, printTable } from '../terminal/print-table.js';
import { EXIT } from './exit-code.js';
import type { StudyOptions } from './options.js';
import { typedCommand } from './typed-command.js';

/** Environment variable with further formats of what `--out` writes, joined by commas. */
const FORMATS_VARIABLE = 'NEAP_OUT_FORMATS';
const FORMATS = ['parquet', 'openmetrics'] as const;

/**
 * Whether `--out` writes a format as well.
 * @throws ScenarioError if the environment names an unknown one
 */
export function isWritten(format: (typeof FORMATS)[number]): boolean {
  const named = (process.env[FORMATS_VARIABLE] ?? '').split(',').filter((each) => each !== '');
  const unknown = named.find((each) => !FORMATS.some((known) => known === each));
  if (unknown !== undefined) {
    throw refusal(FORMATS_VARIABLE, `unknown format "${unknown}"; expected ${FORMATS.join(' or ')}`);
  }
  return named.includes(format);
}

/** The writer of typed tables, if they are requested. */
export async function typedTable(): Promise<TypedTable | undefined> {
  return isWritten('parquet') ? (await import('../../report/tables/parquet-file.js')).ParquetFile : undefined;
}

/** The destinations of a command's findings in addition to standard output, which is `-`. */
export type OutputOptions = Partial<Pick<StudyOptions, 'out' | 'md' | 'html' | 'xlsx' | 'json'>>;

/** The findings of a command: a document, the answer as JSON, and further files. */
interface DocumentFindings extends PrintedAs {
  /** Tables of `--out`; by default those of the report. */
  readonly tables?: readonly FileTable[];
  /** Texts of the other files of `--out`, by name, except JSON files, which hold the answer. */
  readonly files?: Readonly<Record<string, string>>;
  /** Changes an input, as the last step. @returns a description for standard error */
  readonly change?: () => Promise<string>;
  /** Where it is not 0. */
  readonly exit_code?: number;
}

/** Findings that have a page and a workbook as well. */
export interface ReportFindings extends DocumentFindings {
  readonly report: Report;
  /** The scenario of the report, and others that were read; empty for a report about no scenario. */
  readonly variants: readonly SourcedVariant[];
  /** By default that of the report. */
  readonly workbook?: () => Promise<Uint8Array>;
}

type Findings = ReportFindings | (DocumentFindings & { readonly variants?: undefined });

async function workbookOf({ workbook, report }: ReportFindings): Promise<Uint8Array> {
  if (workbook !== undefined) return workbook();
  const { reportBook } = await import('../../report/forms/workbook.js');
  return reportBook(report);
}

async function pageOf({ variants, report }: ReportFindings): Promise<string> {
  const { reportPage } = await import('../../report/forms/page.js');
  const [variant = { scenario: { assumptions: [] } }, ...others] = variants;
  return reportPage(report, { variant, command: typedCommand() }, { others });
}

/**
 * Does work that writes files, each in full or not at all, and prints a result.
 *
 * @param names the files of `--out`; a name without an ending is a table
 * @param work receives a function that writes and prints its findings and returns their exit code; those of interrupted
 *   work are only printed
 * @returns what `work` returns: the exit code
 * @throws ResultDirectoryError before the work begins, when a file cannot be written
 */
export async function withOutputs(
  options: OutputOptions,
  names: readonly string[],
  work: (report: (findings: Findings, isInterrupted?: boolean) => Promise<number>) => Promise<number>,
): Promise<number> {
  const opened: { discard(): void }[] = [];
  const kept = <Output extends { discard(): void }>(output: Output): Output => {
    opened.push(output);
    return output;
  };
  const file = (path: string | undefined) => (path === undefined ? undefined : kept(new ResultFile(path)));
  try {
    const typed = options.out === undefined ? undefined : await typedTable();
    const writer = options.out === undefined ? undefined : kept(new TableWriter(options.out, names, typed));
    const xlsx = file(options.xlsx);
    const html = file(options.html);
    const md = options.md === '-' ? undefined : file(options.md);
    return await work(async (findings, isInterrupted = false) => {
      if (isInterrupted) {
        printTable(options, findings);
        return EXIT.done;
      }
      if (findings.variants !== undefined) {
        if (xlsx !== undefined) xlsx.commit(await workbookOf(findings));
        if (html !== undefined) html.commit(await pageOf(findings));
      }
      md?.commit(markdownOf(findings));
      if (writer !== undefined) {
        for (const { name, columns, rows } of findings.tables ?? reportTables(findings.report.parts))
          writer.write(name, columns, rows);
        const answers = names.filter((name) => name.endsWith('.json'));
        const text = () => `${JSON.stringify(findings.json(), null, 2)}\n`;
        writer.commit({ ...Object.fromEntries(answers.map((name) => [name, text()])), ...findings.files });
      }
      printTable(options, findings);
      if (findings.change !== undefined) process.stderr.write(`neap: ${await findings.change()}\n`);
      return findings.exit_code ?? EXIT.done;
    });
  } finally {
    for (const output of opened) output.discard();
  }
}

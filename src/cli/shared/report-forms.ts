import type { Report } from '../../report/document/report.js';
import { reportTables } from '../../report/tables/file-table.js';
import type { SourcedVariant } from '../../study/runs/scenario-source.js';
import type { Findings } from './outputs.js';
import { typedCommand } from './typed-command.js';

/**
 * A report in every form that options may request; page and workbook are made only if needed.
 * @param variants the scenario of the report, and others that were read
 */
export function inEveryForm(
  report: Report,
  [variant, ...others]: readonly [SourcedVariant, ...SourcedVariant[]],
): Pick<Findings, 'tables' | 'report' | 'page' | 'workbook'> {
  return {
    tables: reportTables(report.parts),
    report: () => report,
    async page() {
      const { reportPage } = await import('../../report/forms/page.js');
      return reportPage(report, { variant, command: typedCommand() }, { others });
    },
    async workbook() {
      const { reportBook } = await import('../../report/forms/workbook.js');
      return reportBook(report);
    },
  };
}

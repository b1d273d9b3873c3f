import { runReport } from '../../src/report/answers/run/run.js';
import type { Summary } from '../../src/report/figures/summary.js';
import { textReport } from '../../src/report/forms/text.js';
import type { SparklineSeries } from '../../src/report/text/sparkline-series.js';
import { plainText } from '../../src/report/text/text-block.js';
import { reportLines } from '../../src/report/text/text-report.js';

/** What `neap run` prints. @param verbose the course of the run, for `--verbose` */
export function runScreen(summary: Summary, width = 80, verbose?: SparklineSeries): string {
  return plainText(reportLines(textReport(runReport(summary, { verbose }), 'screen'), width));
}

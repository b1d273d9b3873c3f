import { type RunCourse, runReport } from '../../src/report/answers/run/run.js';
import { screenText } from '../../src/report/forms/screen.js';
import type { Summary } from '../../src/study/run/summary.js';

/** The output of `neap run`. @param verbose the course of the run, for `--verbose` */
export function runScreen(summary: Summary, width = 80, verbose?: RunCourse): string {
  return screenText(runReport(summary, { verbose }), width);
}

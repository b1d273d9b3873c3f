import { type Summary, summaryJson } from '../../report/figures/summary.js';
import { terminalSummary } from '../../report/terminal/terminal-summary.js';
import { EXIT } from '../shared/exit-code.js';
import { screenOf } from '../shared/screen.js';
import type { RunOptions } from './run.js';
import type { RunOutputs } from './run-outputs.js';

/**
 * Prints a run in the form that the options ask for.
 * @returns the exit code
 */
export async function printRun(
  summary: Summary,
  outputs: Pick<RunOutputs, 'shape' | 'baseline' | 'asked'>,
  options: RunOptions,
): Promise<number> {
  process.stdout.write(await textOf(summary, outputs, options));
  return summary.slo.every((objective) => objective.met) ? EXIT.done : EXIT.objective_missed;
}

async function textOf(
  summary: Summary,
  { shape, baseline, asked }: Pick<RunOutputs, 'shape' | 'baseline' | 'asked'>,
  options: RunOptions,
): Promise<string> {
  if (options.json === true) return summaryJson(summary);
  if (options.md === '-') {
    const { runMarkdown } = await import('../../report/markdown/run-markdown.js');
    return runMarkdown(summary, { baseline, asked });
  }
  return terminalSummary(summary, shape, screenOf(process.stdout), asked);
}

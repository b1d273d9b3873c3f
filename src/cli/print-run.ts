import type { RunShape } from '../report/run-shape.js';
import type { SavedSummary } from '../report/saved-summary.js';
import { type Summary, summaryJson } from '../report/summary.js';
import { terminalSummary } from '../report/terminal-summary.js';
import { EXIT } from './exit-code.js';
import type { RunOptions } from './run-options.js';
import { screenOf } from './screen.js';

/**
 * Prints a run in the form that the options ask for.
 * @param baseline an earlier run that Markdown holds it against
 * @returns the exit code
 */
export async function printRun(
  summary: Summary,
  shape: RunShape,
  options: RunOptions,
  baseline: SavedSummary | undefined,
): Promise<number> {
  process.stdout.write(await textOf(summary, shape, options, baseline));
  return summary.slo.every((objective) => objective.met) ? EXIT.done : EXIT.objective_missed;
}

async function textOf(
  summary: Summary,
  shape: RunShape,
  options: RunOptions,
  baseline: SavedSummary | undefined,
): Promise<string> {
  if (options.json === true) return summaryJson(summary);
  if (options.md === '-') {
    const { runMarkdown } = await import('../report/run-markdown.js');
    return runMarkdown(summary, baseline);
  }
  return terminalSummary(summary, shape, screenOf(process.stdout));
}

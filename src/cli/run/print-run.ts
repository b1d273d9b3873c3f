import type { Scenario } from '../../scenario/scenario.js';
import { type Summary, summaryPieces } from '../../study/run/summary.js';
import type { ScenarioSource } from '../../study/runs/scenario-source.js';
import { EXIT } from '../shared/exit-code.js';
import type { Interruption } from '../shared/interruption.js';
import { printDocument } from '../terminal/print-table.js';
import type { RunOptions } from './run.js';
import type { RunOutputs } from './run-outputs.js';

/** A scenario that was run, and what it was compiled from. */
export interface CompiledRun {
  readonly scenario: Scenario;
  readonly source: ScenarioSource | undefined;
}

/**
 * Writes the files of a finished run and prints it, in the requested forms.
 * @param source to simulate fixes of its findings; absent for a fleet that is compiled while it runs
 * @param replications one summary per replication
 * @returns the exit code; that of a signal that ended the simulation of alternatives
 * @throws as making the alternatives does, if they are requested
 */
export async function reportRun(
  made: Summary,
  { scenario, source }: CompiledRun,
  outputs: RunOutputs,
  options: RunOptions,
  interruption: Interruption,
  replications?: readonly Summary[],
): Promise<number> {
  const own =
    source === undefined
      ? made
      : await (await import('./run-alternatives.js')).tryFixes(
          made,
          { scenario, source },
          options,
          interruption,
        );
  const summary =
    options.withoutEach === true && interruption.exit_code === undefined
      ? await (await import('./run-alternatives.js')).addAlternatives(own, scenario, options, interruption)
      : own;
  await outputs.commit(summary, replications);
  const exit_code = await printRun(summary, outputs, options);
  if (interruption.exit_code !== undefined) return interruption.exit_code;
  return (await isWorse(summary, outputs.context)) ? EXIT.worse : exit_code;
}

/** Prints a run in the requested form. @returns the exit code */
export async function printRun(summary: Summary, outputs: RunOutputs, options: RunOptions): Promise<number> {
  const { context, verbose } = outputs;
  if (options.json === true) {
    // The JSON of a very large fleet is longer than a string may be.
    for (const piece of summaryPieces(summary)) process.stdout.write(piece);
  } else {
    if (options.md === '-') {
      const { runMarkdown } = await import('../../report/answers/run/run-markdown.js');
      process.stdout.write(runMarkdown(summary, context));
    } else {
      const { runReport } = await import('../../report/answers/run/run.js');
      printDocument(runReport(summary, { ...context, verbose: verbose() }));
    }
  }
  return summary.slo.every((objective) => objective.met) ? EXIT.done : EXIT.objective_missed;
}

/** Reports on standard error which figures changed by more than the limits allow. */
async function isWorse(summary: Summary, { baseline, limits = [] }: RunOutputs['context']): Promise<boolean> {
  if (limits.length === 0) return false;
  const { heldChanges } = await import('../../report/verdict/change-limit.js');
  const broken = heldChanges(limits, summary, baseline).filter((each) => each.broken);
  for (const { words } of broken) process.stderr.write(`neap: worse than the baseline: ${words}\n`);
  return broken.length > 0;
}

import type { Command } from 'commander';
import { collected, confidenceOption, resumeOption, workersOption } from './option-values.js';

/** Options that every command of many runs has, as commander hands them over. */
export interface ManyRunsOptions {
  readonly replications?: number;
  readonly confidence?: number;
  readonly workers?: number;
  readonly out?: string;
  readonly resume?: boolean;
  readonly seed?: string;
  readonly set: readonly string[];
  readonly json?: boolean;
  readonly markdown?: boolean;
}

/** Options of a question about the load: how much of it is carried, and what it costs as it grows. */
export interface LoadQuestionOptions extends ManyRunsOptions {
  /** Figures and bounds, such as `latency_p99 <= 300ms`. */
  readonly objective: readonly string[];
  /** False with `--no-slo`. */
  readonly slo: boolean;
  readonly growth?: string;
  /** A share. */
  readonly precision?: number;
}

/**
 * Adds what the questions about the load have in common, but for `--growth`, `--precision` and `--replications`, which
 * mean something else in each.
 * @param written the file that `--out` is for, in words
 */
export function addLoadQuestionOptions(command: Command, written: string): Command {
  return command
    .option(
      '--objective <expression>',
      "an objective such as 'latency_p99 <= 300ms', beside those of the scenario; may be repeated",
      collected,
      [],
    )
    .option('--no-slo', "leave the scenario's own objectives out")
    .addOption(confidenceOption())
    .addOption(workersOption())
    .addOption(resumeOption())
    .option('-o, --out <dir>', `directory for ${written}; created if need be`)
    .option('--seed <seed>', "use this seed instead of the scenario's")
    .option('--set <path=value>', 'change a value of the scenario; may be repeated', collected, [])
    .option('--json', 'print one JSON object on standard output, and nothing else')
    .option('--markdown', 'print the tables as Markdown');
}

/** Refuses two forms on one standard output. */
export function refuseTwoForms({ json, markdown }: ManyRunsOptions, command: Command): void {
  if (json === true && markdown === true) {
    command.error('error: --json and --markdown exclude each other; leave one of them out');
  }
}

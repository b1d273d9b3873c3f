import type { Command } from 'commander';
import type { RunOptions } from './run-options.js';

/** Registers `neap run`. */
export function addRunCommand(program: Command): void {
  program
    .command('run')
    .summary('simulate a scenario: cost, waiting, errors, availability')
    .description(
      'Simulates a scenario file and prints what came out on one screen. With --out, writes summary.json, ' +
        'computes.csv, timeline.csv and decisions.csv; without, writes nothing. The same scenario and seed ' +
        'give the same bytes.',
    )
    .argument('<file>', 'scenario file, YAML or JSON')
    .option('-o, --out <dir>', 'directory for the result files; created if need be')
    .option('--seed <seed>', "use this seed instead of the scenario's")
    .option(
      '--set <path=value>',
      'change a value of the scenario for this run; may be repeated',
      collected,
      [],
    )
    .option('--json', 'print the content of summary.json on standard output, and nothing else')
    .addHelpText(
      'after',
      `
Examples:
  $ neap run scenarios/weekday-saas.yaml
  $ neap run scenarios/weekday-saas.yaml --out results
  $ neap run scenarios/weekday-saas.yaml --set computes.primary.autoscaling_limit_max_cu=4 --seed 7

Exit codes:
  0 done; 1 done and an objective was missed; 2 the input is wrong; 3 the run failed; 130 interrupted`,
    )
    .action(async (file: string, options: RunOptions) => {
      const { runScenario } = await import('./run-scenario.js');
      process.exitCode = await runScenario(file, options);
    });
}

function collected(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

import type { Command } from 'commander';
import type { CapacityOptions } from './capacity-options.js';
import { addLoadQuestionOptions, refuseTwoForms } from './many-runs-options.js';
import { share, wholeNumber } from './option-values.js';

/** Registers `neap capacity`. */
export function addCapacityCommand(program: Command): void {
  const command = program
    .command('capacity')
    .summary('how much load a configuration carries, and what gives first')
    .description(
      'Finds the load at which a configuration first misses an objective, as a multiple of the load of the ' +
        'scenario, with a range; says which objective breaks first, what the load presses on, and, with --growth, ' +
        'when it will be reached. Scheduled jobs do not grow; all other loads do.',
    )
    .argument('<file>', 'scenario file, YAML or JSON')
    .option('--growth <rate>', 'how the load grows, such as 8%/month, 2x/year or 5%..10%/month')
    .option('--precision <share>', 'how closely to look for the load (1%)', share)
    .option('--replications <n>', 'at each load (5)', wholeNumber(2));
  addLoadQuestionOptions(command, 'capacity.csv, a row for each load tried')
    .addHelpText(
      'after',
      `
Examples:
  $ neap capacity my-app.yaml
  $ neap capacity my-app.yaml --objective 'latency_p99 <= 300ms' --growth 8%/month
  $ neap capacity my-app.yaml --set duration=1d --objective 'success_rate >= 99.9%' --no-slo

Runs take as long as the scenario is: --set duration=1d answers sooner.

Exit codes:
  0 done; 1 done and an objective is missed at the present load; 2 the input is wrong;
  3 a run failed; 130 interrupted`,
    )
    .action(async (file: string, options: CapacityOptions, called: Command) => {
      refuseTwoForms(options, called);
      const { findCapacity } = await import('./find-capacity.js');
      process.exitCode = await findCapacity(file, options);
    });
}

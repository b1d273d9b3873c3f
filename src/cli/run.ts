import { type Command, Option } from 'commander';
import {
  confidenceOption,
  figureNames,
  resumeOption,
  share,
  wholeNumber,
  workersOption,
} from './option-values.js';
import type { RunOptions } from './run-options.js';

/** Registers `neap run`. */
export function addRunCommand(program: Command): void {
  program
    .command('run')
    .summary('simulate a scenario: cost, waiting, errors, availability')
    .description(
      'Simulates a scenario file and prints what came out on one screen. With --out, writes summary.json, ' +
        'computes.csv, timeline.csv and decisions.csv, and of a fleet tenants.csv; without, writes nothing. ' +
        'The same scenario and seed give the same bytes.',
    )
    .argument('<file>', 'scenario file, YAML or JSON')
    .option('-o, --out <dir>', 'directory for the result files; created if need be')
    .option('--html <file>', 'a web page of the run in one file that opens offline')
    .option('--xlsx <file>', 'a workbook of the run whose costs recalculate when a price changes')
    .option('--md <file>', 'a Markdown report that fits a pull-request comment; - is standard output')
    .option('--baseline <summary.json>', 'an earlier run that the Markdown report is held against')
    .option('--seed <seed>', "use this seed instead of the scenario's")
    .option(
      '--set <path=value>',
      'change a value of the scenario for this run; may be repeated',
      collected,
      [],
    )
    .option(
      '--replications <n>',
      'run so many times with other random numbers, and say how sure the means are',
      wholeNumber(1),
    )
    .option(
      '--precision <share>',
      'stop when the figures are known to this share of their mean, such as 2%',
      share,
    )
    .addOption(
      new Option('--figures <names>', 'what the precision is about (cost_usd,latency_p99)').argParser(
        figureNames,
      ),
    )
    .option(
      '--steady-state',
      'leave the warm-up of one long run out, and say how sure the rest is, by batch means',
    )
    .addOption(confidenceOption())
    .addOption(workersOption())
    .addOption(resumeOption())
    .option('--watch', 'run again whenever the scenario, or a trace or module that it names, is saved')
    .option('--json', 'print the content of summary.json on standard output, and nothing else')
    .addHelpText(
      'after',
      `
Examples:
  $ neap run scenarios/weekday-saas.yaml
  $ neap run scenarios/weekday-saas.yaml --out results --html results/page.html
  $ neap run scenarios/weekday-saas.yaml --set computes.primary.autoscaling_limit_max_cu=4 --seed 7
  $ neap run scenarios/hobby-app.yaml --md - --baseline results/summary.json
  $ neap run my-app.yaml --watch
  $ neap run scenarios/hobby-app.yaml --replications 20
  $ neap run scenarios/hobby-app.yaml --precision 2% --figures cost_usd,wake_probability
  $ neap run my-app.yaml --steady-state --set duration=30d

With replications every figure is a mean, and summary.json has its half-width
under "ci"; objectives are held against the means. replications.csv has the
figures of each; timeline.csv and decisions.csv are those of the first. With a
precision there are at least ten, and at most as many as --replications says.

With --steady-state there is one run, its warm-up is left out, and --out writes
steady-state.csv; it warns of loads that never settle.

Exit codes:
  0 done; 1 done and an objective was missed; 2 the input is wrong; 3 the run failed; 130 interrupted`,
    )
    .action(async (file: string, options: RunOptions, command: Command) => {
      refuseAlone(options, command);
      if (options.steadyState === true) {
        const { runSteadyState } = await import('./run-steady-state.js');
        process.exitCode = await runSteadyState(file, options);
        return;
      }
      if (options.watch === true) {
        const { watchRun } = await import('./watch-run.js');
        const args = process.argv.slice(2).filter((arg) => arg !== '--watch');
        process.exitCode = await watchRun(file, args, options.set);
        return;
      }
      if (options.precision !== undefined || (options.replications ?? 1) > 1) {
        const { runReplications } = await import('./run-replications.js');
        process.exitCode = await runReplications(file, options);
        return;
      }
      const { runScenario } = await import('./run-scenario.js');
      process.exitCode = await runScenario(file, options);
    });
}

/** What would have no effect, or two effects that exclude each other. */
function refuseAlone(options: RunOptions, command: Command): void {
  if (options.baseline !== undefined && options.md === undefined) {
    command.error('error: --baseline is for the Markdown report; add --md - or --md FILE, or leave it out');
  }
  if (options.json === true && options.md === '-') {
    command.error('error: --json and --md - both are for standard output; name a file for one of them');
  }
  if (options.figures !== undefined && options.precision === undefined) {
    command.error('error: --figures says what a precision is about; add --precision 2%, or leave it out');
  }
  const single = options.precision === undefined && options.replications === undefined;
  if (options.steadyState === true && !single) {
    command.error(
      'error: --steady-state is about one long run; leave --replications and --precision out, and let it last longer with --set duration=',
    );
  }
  if (options.steadyState === true && (options.html ?? options.xlsx ?? options.md) !== undefined) {
    command.error(
      'error: --steady-state prints its own table and has no page, workbook or Markdown report; leave --html, --xlsx and --md out',
    );
  }
  if (options.resume === true && single) {
    command.error('error: --resume goes on with replications; a single run begins anew, so leave it out');
  }
  if (options.confidence !== undefined && single && options.steadyState !== true) {
    command.error(
      'error: --confidence is for intervals over replications; add --replications 20, or leave it out',
    );
  }
}

function collected(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

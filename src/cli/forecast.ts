import type { Command } from 'commander';
import type { ForecastOptions } from './forecast-options.js';
import { addLoadQuestionOptions, refuseTwoForms } from './many-runs-options.js';
import { share, wholeNumber } from './option-values.js';

/** Registers `neap forecast`. */
export function addForecastCommand(program: Command): void {
  const command = program
    .command('forecast')
    .summary('what the next months cost while the load grows, and when objectives are missed')
    .description(
      'Forecasts the bill of each calendar month, with its days, weekdays, included hours and dated prices, while ' +
        'the load grows; says what of it is fixed, and on which day an objective is first missed or a limit reached. ' +
        'A representative week is simulated at some levels of load, straight lines between them are checked by a ' +
        'simulation; --exact simulates every month whole.',
    )
    .argument('<file>', 'scenario file, YAML or JSON')
    .option(
      '--months <n>',
      'calendar months, the first of which holds the start of the scenario (12)',
      wholeNumber(1),
    )
    .option('--growth <rate>', 'how the load grows, such as 8%/month, 2x/year or 5%..10%/month (0%)')
    .option('--exact', 'simulate every month whole')
    .option('--precision <share>', 'how far straight lines between levels of load may be off (1%)', share)
    .option('--replications <n>', 'at each level of load (5)', wholeNumber(2));
  addLoadQuestionOptions(command, 'forecast.csv, a row for each month')
    .addHelpText(
      'after',
      `
Examples:
  $ neap forecast my-app.yaml --growth 8%/month
  $ neap forecast my-app.yaml --growth 5%..10%/month --months 24 --out results
  $ neap forecast my-app.yaml --growth 2x/year --objective 'cost_usd <= $100/month'

Exit codes:
  0 done; 1 done and an objective will be missed within these months; 2 the input is wrong;
  3 a run failed; 130 interrupted`,
    )
    .action(async (file: string, options: ForecastOptions, called: Command) => {
      refuseTwoForms(options, called);
      const { makeForecast } = await import('./make-forecast.js');
      process.exitCode = await makeForecast(file, options);
    });
}

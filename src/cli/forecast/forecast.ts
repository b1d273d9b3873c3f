import { Command } from '@commander-js/extra-typings';
import { FORECAST_WORLDS } from '../../study/worlds/world-counts.js';
import { share, wholeNumber } from '../shared/option-values.js';
import { manyRuns, OPTIONS } from '../shared/options.js';
import { worldsOption } from '../worlds/drawn-worlds.js';

/** Ten years: prices and growth are not known for longer. */
const MAX_MONTHS = 120;

/** Makes `neap forecast`. */
export const forecastCommand = () =>
  manyRuns(
    new Command('forecast')
      .description(
        'Forecasts the bill of each calendar month, with its days, weekdays, included hours and dated prices, while ' +
          'the load grows. Reports how much of it is fixed, and on which day an objective is first missed or a limit ' +
          'reached. Simulates a representative week at several load levels and interpolates between them; further ' +
          'runs check the lines. --exact simulates every month in full. Costs are those of compute time; with data: in ' +
          'the scenario, months have the other lines of the bill, too.',
      )
      .argument('<file>', 'scenario file, YAML or JSON')
      .option(
        '--months <n>',
        'calendar months, beginning with that of the start of the scenario',
        wholeNumber(1, MAX_MONTHS),
        12,
      )
      .option('--growth <rate>', 'growth of the load, such as 8%/month, 2x/year or 5%..10%/month', '0%')
      .option('--exact', 'simulate every month in full')
      .addOption(OPTIONS.constraint())
      .addOption(OPTIONS.noSlo())
      .option('--line-tolerance <share>', 'error allowed in lines between load levels', share, 0.01)
      .option(
        '--replications <n>',
        'replications of each load level (5, or 3 where the CU-hours differ little)',
        wholeNumber(2),
      )
      .addOption(worldsOption(FORECAST_WORLDS))
      .addOption(OPTIONS.html())
      .addOption(OPTIONS.xlsx().conflicts('exact')),
    'forecast.csv, one row per month,',
  ).addHelpText(
    'after',
    `
Examples:
  $ neap forecast my-app.yaml --growth 8%/month
  $ neap forecast my-app.yaml --growth 5%..10%/month --months 24 --out results
  $ neap forecast my-app.yaml --growth 8%/month --html forecast.html
  $ neap forecast my-app.yaml --growth 2x/year --constraint 'cost_usd <= $100/month'

A constraint takes the place of the scenario's objective on the same figure.

Exit codes:
  0 done; 1 done and an objective will be missed within these months; 2 invalid input;
  3 a run failed; 130 interrupted`,
  );

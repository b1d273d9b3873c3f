import { MONTH_SECONDS } from '../../cost/compute-cost.js';
import { forecastReport } from '../../report/answers/forecast/forecast.js';
import { withPresentRun } from '../../report/findings/todays-run.js';
import { PresentRuns } from '../../report/workbook/months/present-runs.js';
import { forecastPlan } from '../../study/growth/forecast-plan.js';
import { readSource } from '../../study/runs/scenario-source.js';
import { forecastVariant, worldsForecastStudy } from '../../study/worlds/forecast-worlds.js';
import { EXIT } from '../shared/exit-code.js';
import { commandOf, flag, type OptionsOf, value } from '../shared/option-table.js';
import { wholeNumber } from '../shared/option-values.js';
import { OPTIONS, SCENARIO_FILE, studyOptions } from '../shared/options.js';
import { studyCommand } from '../shared/study-command.js';
import { worldsOf, worldsOption } from '../shared/worlds.js';

/** Ten years: prices and growth are unknown beyond that. */
const MAX_MONTHS = 120;

const FORECAST_OPTIONS = {
  '--months <n>': value(
    wholeNumber(1, MAX_MONTHS),
    'calendar months, beginning with that of the start of the scenario',
    { default: 12 },
  ),
  ...OPTIONS.growth,
  '--exact': flag('simulate every month in full', { conflicts: ['xlsx'] }),
  ...OPTIONS.constraint,
  '--replications <n>': value(
    wholeNumber(2),
    'replications of each load level (5, or 3 where the CU-hours differ little)',
  ),
  '--worlds <n>': worldsOption('forecast'),
  ...OPTIONS.confidence,
  ...studyOptions('forecast.csv, one row per month,'),
};

/** Makes `neap forecast`. */
export const declare = () =>
  commandOf('forecast', {
    about:
      'Forecasts the bill of each calendar month, with its days, weekdays, included hours and dated prices, ' +
      'while the load grows. Reports how much of it is fixed, and the day when an objective is first missed ' +
      'or a limit reached. Simulates a representative week at several load levels and interpolates between ' +
      'them. Costs are those of compute time; with data: in the scenario, months have the other lines of ' +
      'the bill, too.',
    argument: SCENARIO_FILE,
    options: FORECAST_OPTIONS,
    help: `Examples:
  $ neap forecast my-app.yaml --growth 5%..10%/month --months 24 --out results
  $ neap forecast my-app.yaml --growth 2x/year --constraint 'cost_usd <= $100/month'

A constraint takes the place of the scenario's objective on the same figure.`,
  });

const workbookModule = () => import('../../report/workbook/forecast-workbook.js');
const pageModule = () => import('../../report/forms/page.js');

/** Forecasts what a scenario file's configuration costs month by month, and prints it. */
export const act = studyCommand(async (file: string, options: OptionsOf<typeof FORECAST_OPTIONS>) => {
  const { set, months } = options;
  const source = await readSource(file, { set });
  const variant = await forecastVariant(source);
  const { scenario } = variant;
  const plan = forecastPlan(scenario, options);
  const worlds = worldsOf('forecast', scenario, file, options.worlds);
  const present = new PresentRuns();
  // Load the modules for later while worker threads simulate. A failure is reported when they are used.
  if (options.xlsx !== undefined) workbookModule().catch(() => undefined);
  if (options.html !== undefined) pageModule().catch(() => undefined);
  return {
    command: 'forecast',
    files: ['forecast'],
    variants: [variant],
    options: { ...plan, ...(worlds > 0 && { worlds }) },
    runs:
      plan.replications * (options.exact === true ? (months * MONTH_SECONDS) / scenario.duration_seconds : 1),
    study: withPresentRun(worldsForecastStudy(source, plan, worlds), variant, present),
    made: (made) => present.add(made),
    findings({ made, summary }) {
      const report = forecastReport(made, source, summary);
      const missed = made.events.some(({ kind, date }) => kind === 'objective' && date !== null);
      return {
        report,
        json: () => made,
        async workbook() {
          const { forecastWorkbook } = await workbookModule();
          const monthly = plan.objectives.find(({ figure }) => figure === 'cost_usd_per_month');
          return forecastWorkbook(made, {
            scenario,
            growth: plan.growth,
            budget_usd: monthly?.bound,
            uses: present.uses(scenario),
            report,
          });
        },
        exit_code: missed ? EXIT.objective_missed : EXIT.done,
      };
    },
  };
});

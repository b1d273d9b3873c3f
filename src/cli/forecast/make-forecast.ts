import { forecastReport } from '../../report/answers/forecast/forecast.js';
import { UseOfComputes } from '../../report/workbook/months/use-of-computes.js';
import type { ForecastPlan } from '../../study/growth/forecast-result.js';
import { parseGrowth } from '../../study/growth/load-growth.js';
import { requestedConstraints } from '../../study/replicate/constraint.js';
import { compileVariant, readSource } from '../../study/runs/scenario-source.js';
import { worldsForecastStudy } from '../../study/worlds/forecast-worlds.js';
import { FORECAST_WORLDS } from '../../study/worlds/world-counts.js';
import { EXIT } from '../shared/exit-code.js';
import type { OptionsOf } from '../shared/options.js';
import { inEveryForm } from '../shared/report-forms.js';
import { studyCommand } from '../shared/study-command.js';
import { worldsOf } from '../worlds/drawn-worlds.js';
import type { forecastCommand } from './forecast.js';

/** Unless told; and the half-width of the CU-hours, as a share, at which fewer will do. */
const REPLICATIONS = 5;
const ENOUGH = 0.005;
/** Of a fleet, whose runs are dear: as far as lines between levels may be off. */
const ENOUGH_OF_FLEET = 0.01;

const workbookModule = () => import('../../report/workbook/forecast-workbook.js');
const pageModule = () => import('../../report/forms/page.js');

/** Forecasts what a scenario file's configuration costs month by month, and prints it. */
export const makeForecast = studyCommand(async (file: string, options: OptionsOf<typeof forecastCommand>) => {
  const { set, seed, constraint, slo, months, replications = REPLICATIONS, confidence } = options;
  const source = await readSource(file, { set, seed });
  const variant = await compileVariant(source);
  const { scenario } = variant;
  const plan: ForecastPlan = {
    months,
    growth: parseGrowth(options.growth),
    objectives: requestedConstraints(scenario, constraint, slo),
    replications,
    enough:
      options.replications !== undefined
        ? undefined
        : scenario.fleet === undefined
          ? ENOUGH
          : ENOUGH_OF_FLEET,
    confidence,
    tolerance: options.lineTolerance,
    exact: options.exact === true,
  };
  const worlds = worldsOf(scenario, file, options.worlds, FORECAST_WORLDS);
  const uses = new UseOfComputes();
  // Modules that will be needed are loaded while worker threads simulate. A failure is reported when they are used.
  if (options.xlsx !== undefined) workbookModule().catch(() => undefined);
  if (options.html !== undefined) pageModule().catch(() => undefined);
  return {
    files: ['forecast.csv'],
    identity: {
      options: { command: 'forecast', ...plan, ...(worlds > 0 && { worlds }) },
      scenarios: [scenario],
    },
    study: worldsForecastStudy(source, plan, worlds),
    made: (made) => uses.add(made),
    findings(made) {
      const report = forecastReport(made, source);
      const missed = made.events.some(({ kind, date }) => kind === 'objective' && date !== null);
      return {
        ...inEveryForm(report, [variant]),
        about: ['forecast', made.scenario],
        json: () => made,
        async workbook() {
          const { forecastWorkbook } = await workbookModule();
          const monthly = plan.objectives.find(({ figure }) => figure === 'cost_usd_per_month');
          return forecastWorkbook(made, {
            scenario,
            growth: plan.growth,
            budget_usd: monthly?.bound,
            uses: uses.list(scenario),
            verdict: report.verdict,
          });
        },
        exit_code: missed ? EXIT.objective_missed : EXIT.done,
      };
    },
  };
});

import { forecast } from '../planner/forecast.js';
import type { Forecast, ForecastPlan } from '../planner/forecast-result.js';
import { parseGrowth } from '../planner/load-growth.js';
import { compileSource, readSource } from '../planner/scenario-source.js';
import { forecastCsv } from '../report/forecast-csv.js';
import { forecastLines, forecastMarkdown } from '../report/forecast-table.js';
import { EXIT } from './exit-code.js';
import type { ForecastOptions } from './forecast-options.js';
import { givenObjectives } from './given-objectives.js';
import { DEFAULT_CONFIDENCE } from './option-values.js';
import { printTable, withFile } from './print-table.js';
import { withKeptRuns } from './resumable-work.js';

const MONTHS = 12;
/** At each level of load, unless told. */
const REPLICATIONS = 5;
const TOLERANCE = 0.01;

/**
 * Forecasts what a scenario file's configuration costs month by month, and prints it.
 * @returns the exit code; nothing is written when it is 2 or more
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError and WorkerError for a
 *   failed run
 */
export async function makeForecast(file: string, options: ForecastOptions): Promise<number> {
  const { set, seed } = options;
  const source = await readSource(file, { set, seed });
  const scenario = await compileSource(source);
  const plan: ForecastPlan = {
    months: options.months ?? MONTHS,
    growth: parseGrowth(options.growth ?? '0%'),
    objectives: givenObjectives(scenario, options),
    replications: options.replications ?? REPLICATIONS,
    confidence: options.confidence ?? DEFAULT_CONFIDENCE,
    tolerance: options.precision ?? TOLERANCE,
    exact: options.exact === true,
  };
  const identity = () => ({ options: { command: 'forecast', ...plan }, scenarios: [scenario] });
  return withFile(options.out, 'forecast.csv', (write) =>
    withKeptRuns(
      options,
      identity,
      (work) => forecast(source, plan, work),
      (made) => {
        write(forecastCsv(made));
        printTable(options, {
          json: () => made,
          markdown: () => forecastMarkdown(made),
          lines: (width) => forecastLines(made, width),
        });
        return willMiss(made) ? EXIT.objective_missed : EXIT.done;
      },
    ),
  );
}

function willMiss({ events }: Forecast): boolean {
  return events.some(({ kind, date }) => kind === 'objective' && date !== null);
}

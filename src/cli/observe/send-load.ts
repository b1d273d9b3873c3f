import {
  type DatabaseAddress,
  databaseAddress,
  namedDatabase,
} from '../../load/database/database-address.js';
import { type LoadPlan, planLoad } from '../../load/send/load-plan.js';
import { observeLoad } from '../../load/send/observe-load.js';
import { loadPlanReport, loadReport } from '../../report/answers/load.js';
import { duration } from '../../report/figures/figure-text.js';
import { type LoadSummary, summariseLoad } from '../../report/figures/load-summary.js';
import { readSavedRun } from '../../report/figures/saved-run.js';
import { LoadFiles } from '../../report/files/load-files.js';
import { screenText } from '../../report/forms/screen.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { loadScenario } from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import { EXIT } from '../shared/exit-code.js';
import { Interruption } from '../shared/interruption.js';
import { progressLine } from '../shared/progress.js';
import { warnIntervals } from '../shared/worlds.js';
import { printDocument, printJson } from '../terminal/print-table.js';
import { columnsOf } from '../terminal/screen-width.js';
import type { ObserveOptions } from './observe.js';

interface Addresses {
  readonly database: DatabaseAddress;
  readonly pooler: DatabaseAddress | undefined;
}

/**
 * Sends the load of a scenario file to a database, and reports what clients saw.
 * @throws ScenarioError, TraceError, LoadRefused, ResultDirectoryError for wrong input, DatabaseFailed
 */
export async function sendLoad(file: string, options: ObserveOptions): Promise<number> {
  const { set, tables, compute, yes, json } = options;
  const scenario = await loadScenario(file, { set });
  warnIntervals(scenario);
  const addresses = addressesOf(options);
  const turns_per_second = options.workOf === undefined ? undefined : workOf(options.workOf);
  const plan = planLoad(scenario, {
    compute,
    tables: tables === true,
    pooler: addresses.pooler !== undefined,
  });
  const preview = loadPlanReport(plan, scenario.name, addresses.database.shown);
  if (yes !== true) {
    const { loads, ...foreseen } = plan;
    const named = { ...foreseen, loads: loads.map(({ name }) => name) };
    if (json === true) printJson(named);
    else printDocument(preview);
    process.stderr.write('neap observe: the load was not sent; add --yes to send it\n');
    return EXIT.done;
  }
  const files = options.out === undefined ? undefined : new LoadFiles(options.out, scenario);
  const interruption = new Interruption(reportLeftovers);
  try {
    process.stderr.write(`${screenText(preview, columnsOf(process.stdout))}\n`);
    const { signal } = interruption;
    const summary = await sendAndSummarise(scenario, plan, addresses, turns_per_second, files, signal);
    if (summary === undefined) return interruption.exit_code ?? EXIT.failed;
    if (json === true) printJson(summary.summary);
    else printDocument(loadReport(summary.summary));
    if (interruption.exit_code !== undefined) return interruption.exit_code;
    if (summary.left_behind) return EXIT.failed;
    return summary.summary.slo.every(({ met }) => met) ? EXIT.done : EXIT.objective_missed;
  } finally {
    files?.discard();
    interruption.release();
  }
}

/** Sends the load and writes its files; `undefined` when a signal stopped it before it began. */
async function sendAndSummarise(
  scenario: Scenario,
  plan: LoadPlan,
  { database, pooler }: Addresses,
  turns_per_second: number | undefined,
  files: LoadFiles | undefined,
  signal: AbortSignal,
): Promise<{ readonly summary: LoadSummary; readonly left_behind: boolean } | undefined> {
  const { duration_seconds } = scenario;
  const progress = progressLine();
  const seen = await observeLoad(scenario, plan, {
    database,
    pooler,
    turns_per_second,
    signal,
    ...(files && { observer: files, began: (began_ms: number) => files.begin(began_ms) }),
    progress: (seconds, { completed }) =>
      progress.update(seconds / duration_seconds, completed, duration(duration_seconds)),
  });
  progress.clear();
  if (seen === undefined) return undefined;
  const shown = { database: database.shown, pooler: pooler?.shown ?? null };
  const summary = summariseLoad(scenario, plan, seen, shown);
  files?.commit(seen, summary);
  return { summary, left_behind: seen.left_behind.length > 0 };
}

function addressesOf({ load, poolerUrl }: ObserveOptions): Addresses {
  const given = load === true ? undefined : load;
  return {
    database: namedDatabase(given, '--load'),
    pooler: poolerUrl === undefined ? undefined : databaseAddress(poolerUrl, '--pooler-url'),
  };
}

/** Turns of a second's work in a sent load. @throws ScenarioError if the folder has none */
function workOf(folder: string): number {
  const { turns_per_second } = readSavedRun(folder).summary.load_sent ?? {};
  if (turns_per_second !== undefined && turns_per_second > 0) return turns_per_second;
  throw refusal(
    `--work-of ${folder}`,
    'this is not the folder of a load that was sent; expected one that "neap observe --load --out DIR" writes',
  );
}

function reportLeftovers(): void {
  process.stderr.write('neap: left behind: schema neap_load; to undo it: drop schema neap_load cascade\n');
}

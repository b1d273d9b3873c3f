import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { noteInput } from '../../files/input-files.js';
import { calibratedLaws } from '../../ingest/calibrate/calibration.js';
import {
  type NamedScenario,
  readImports,
  sortedInputs,
} from '../../ingest/calibrate/demand/imported-evidence.js';
import { readAttempts } from '../../ingest/calibrate/demand/read-attempts.js';
import type { Recording } from '../../ingest/calibrate/demand/recorded-queries.js';
import { LATENCY_KIND_NAMES, type MeasuredSource } from '../../ingest/calibrate/measured-latencies.js';
import { readLatencies } from '../../ingest/calibrate/read-latencies.js';
import { meanRoundTrip, readResults } from '../../ingest/calibrate/read-results.js';
import {
  calibratedScenario,
  type MeasuredParts,
  measuredConstants,
  modelPatch,
} from '../../report/calibration/calibrated-model.js';
import { calibrationJson } from '../../report/calibration/calibration-json.js';
import {
  type Calibration,
  calibrationNotes,
  calibrationReport,
} from '../../report/calibration/calibration-report.js';
import { measuredDemands } from '../../report/calibration/measured-demand.js';
import type { ReplayedRun } from '../../report/calibration/replay.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { parseScenario, readScenarioText } from '../../scenario/load-scenario.js';
import { demandsOf } from '../calibrate/calibrate-demands.js';
import { replay } from '../calibrate/calibrate-replay.js';
import { noticingSignals } from '../shared/interruption.js';
import { commandOf, type OptionsOf, oneOf, repeatable, value } from '../shared/option-table.js';
import { durationSeconds, path } from '../shared/option-values.js';
import { OPTIONS, outOption } from '../shared/options.js';
import { withOutputs } from '../shared/outputs.js';

const CALIBRATE_OPTIONS = {
  '--kind <kind>': oneOf(LATENCY_KIND_NAMES, 'kind of the latencies in CSV files without a column kind'),
  '--interval <duration>': value(
    durationSeconds(0.001),
    'time between snapshots of pg_stat_statements that have no clock',
  ),
  '--scenario <file>': value(path, 'scenario to put the constants into'),
  '--replay <dir>': repeatable(
    'replay the scenario with the constants against this result folder',
    undefined,
    { needs: ['scenario'] },
  ),
  ...OPTIONS.confidence,
  ...outOption('model.yaml, and scenario.yaml with --scenario,'),
  ...OPTIONS.json,
};

/** Makes `neap calibrate`. */
export const declare = () =>
  commandOf('calibrate', {
    about:
      'Fits wake, restart, resize and connect latencies to measurements: result folders of "neap observe", ' +
      'and CSV files with a column latency_ms, or at_least_ms and at_most_ms. Prints each distribution with ' +
      'its intervals and the model: block of a scenario. With --scenario, also fits the CPU time of ' +
      'queries to the latencies of "neap observe --load", to logs of PostgreSQL and to snapshots of ' +
      'pg_stat_statements. --replay compares results that were not used in the fit.',
    argument: [
      '<input...>',
      'result folders, CSV files, logs of PostgreSQL, snapshots of pg_stat_statements',
    ],
    options: CALIBRATE_OPTIONS,
    help: `Examples:
  $ neap calibrate observed --out calibrated
  $ neap calibrate monday tuesday wakes.csv --scenario my-app.yaml --replay friday --out calibrated
  $ neap calibrate monday.csv --scenario my-app.yaml      from a csvlog

Each distribution is lognormal or a mixture of two or three, by the Bayesian information criterion.
Abandoned waits, and values known only to the interval of a poll, count as such. A distribution takes
ten values, a p95 40, a p99 200, and the CPU time of a query 200 queries.

Columns of a CSV file: latency_ms (or _us, _s; latency with a unit in each cell), or at_least_ms and
at_most_ms; kind (${LATENCY_KIND_NAMES.join(', ')}); outcome (done or gave_up).
An empty at_most_ms means that the client gave up.`,
  });

type CalibrateOptions = OptionsOf<typeof CALIBRATE_OPTIONS>;

/** The draws of the intervals are the same for the same input. */
const SEED = 'neap';

/**
 * Fits constants to measured files, replays the folders that were left out, and prints and writes both.
 * @throws TraceError, ScenarioError for wrong input
 */
export async function act(inputs: readonly string[], options: CalibrateOptions): Promise<number> {
  const { scenario: file, confidence, interval } = options;
  const kept_out = new Set((options.replay ?? []).map((folder) => resolve(folder)));
  const both = inputs.find((input) => kept_out.has(resolve(input)));
  if (both !== undefined) {
    throw refusal(both, 'it is fitted to and replayed; a replay shows something only of what was kept out');
  }
  const named = file === undefined ? undefined : { text: await readScenarioText(file), file };
  // Report an invalid scenario before any long work.
  if (named !== undefined) await parseScenario(named.text, { file: named.file });
  for (const input of inputs) note(input);
  const { logs, snapshots, others } = await sortedInputs(inputs);
  const sources: MeasuredSource[] = [];
  for (const input of others) sources.push(await read(input, options));
  const sent = await sentLoads(others);
  const imports = { logs, snapshots, interval_seconds: interval };
  const { recordings: logged, statements } = await readImports(imports, named);
  const recordings = [...sent, ...logged];
  const laws = calibratedLaws(sources, { confidence, seed: SEED });
  const constants = measuredConstants(laws, meanRoundTrip(sources));
  return noticingSignals((interruption) =>
    withOutputs(
      options,
      named === undefined ? ['model.yaml'] : ['model.yaml', 'scenario.yaml'],
      async (report) => {
        const on = named && { ...named, constants, confidence };
        const fitted = on === undefined ? [] : await demandsOf({ recordings, statements }, on, interruption);
        const demands = measuredDemands(fitted);
        const parts = { constants, demands };
        const warnings = [
          ...sources.flatMap((source) => source.warnings),
          ...recordings.flatMap((recording) => recording.warnings),
          ...(named === undefined && sent.length > 0 ? [NO_SCENARIO] : []),
        ];
        const replays: ReplayedRun[] = [];
        const calibration: Calibration = { laws, constants, demands: fitted, confidence, replays, warnings };
        if (constants.length + demands.length === 0) {
          throw refusal(inputs.join(', '), nothingFitted(calibration));
        }
        for (const folder of options.replay ?? []) {
          replays.push(await replay(folder, named!, parts, interruption));
        }
        const patch = modelPatch(constants);
        const whole = named === undefined ? undefined : await written(named, parts, options.out);
        const exit_code = await report({
          files: { 'model.yaml': patch, ...(whole === undefined ? {} : { 'scenario.yaml': whole }) },
          json: () => calibrationJson(calibration),
          tables: [],
          report: calibrationReport(calibration),
        });
        if (options.json !== true && options.out === undefined) {
          process.stdout.write(`\n${demands.length === 0 ? patch : whole}`);
        }
        return exit_code;
      },
    ),
  );
}

const NO_SCENARIO =
  'the demand of the sent load is not fitted: latencies include waiting, and only a simulation shows how much; name its scenario with --scenario';

/** The queries of sent loads, if a folder has some. */
async function sentLoads(inputs: readonly string[]): Promise<readonly Recording[]> {
  const recordings: Recording[] = [];
  for (const input of inputs) {
    const sent = statSync(input).isDirectory() ? await readAttempts(input) : undefined;
    if (sent !== undefined) recordings.push(sent);
  }
  return recordings;
}

/** Notes a file as an input. @throws ScenarioError if it does not exist */
function note(input: string): void {
  const found = statSync(input, { throwIfNoEntry: false });
  if (found === undefined) throw refusal(input, 'no such file or folder; check the path');
  if (!found.isDirectory()) noteInput(input);
}

function read(input: string, { kind }: CalibrateOptions): Promise<MeasuredSource> {
  return statSync(input).isDirectory() ? readResults(input) : readLatencies(input, kind);
}

function nothingFitted(calibration: Calibration): string {
  const { laws, demands } = calibration;
  const refused = demands.flatMap((each) => each.refused)[0];
  if (refused !== undefined) return `demand of ${refused.load}: ${refused.reason}`;
  if (laws.length === 0) {
    return 'no latency was measured; expected wakes or restarts in decisions.csv, queries in attempts.csv, or a CSV file of latencies';
  }
  return calibrationNotes(calibration)[0]!.text;
}

/** The scenario with the measured values; its paths are adjusted to the folder it is written to. */
async function written(
  { text, file }: NamedScenario,
  parts: MeasuredParts,
  out: string | undefined,
): Promise<string> {
  const from = resolve(out ?? dirname(file));
  const whole = calibratedScenario(text, parts, (path) => {
    if (isAbsolute(path)) return path;
    const moved = relative(from, join(resolve(dirname(file)), path));
    return /^\.\.?\//.test(path) && !moved.startsWith('.') ? `./${moved}` : moved;
  });
  // The written scenario must be valid, and have the intended values.
  await parseScenario(whole, { file: join(from, 'scenario.yaml') });
  return whole;
}

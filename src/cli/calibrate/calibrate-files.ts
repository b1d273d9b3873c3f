import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { noteInput } from '../../files/input-files.js';
import { type CalibratedLaw, calibratedLaws } from '../../planner/calibrate/calibration.js';
import type { MeasuredSource } from '../../planner/calibrate/measured-latencies.js';
import { readLatencies } from '../../planner/calibrate/read-latencies.js';
import { type MeasuredResults, readResults } from '../../planner/calibrate/read-results.js';
import {
  asOverrides,
  calibratedScenario,
  type MeasuredConstant,
  measuredConstants,
  modelPatch,
} from '../../report/calibration/calibrated-model.js';
import { type Calibration, calibrationReport } from '../../report/calibration/calibration-report.js';
import { type ReplayedRun, replayedRun } from '../../report/calibration/replay.js';
import { readSavedRun } from '../../report/figures/saved-run.js';
import { summarise } from '../../report/figures/summary.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { parseScenario, readScenarioText } from '../../scenario/load-scenario.js';
import { EXIT } from '../shared/exit-code.js';
import { simulateInSlices } from '../shared/in-slices.js';
import { type Interruption, noticingSignals } from '../shared/interruption.js';
import { withOutputs } from '../shared/outputs.js';
import type { CalibrateOptions } from './calibrate.js';

/** The draws of the intervals are the same for the same input. */
const SEED = 'neap';
/** Takes no notice of a run. */
const NOBODY = { timeline: () => undefined, decision: () => undefined };

/**
 * Fits constants to measured files, replays what was kept out, and prints and writes both.
 * @returns the exit code
 * @throws TraceError, ScenarioError for wrong input
 */
export async function calibrateFiles(inputs: readonly string[], options: CalibrateOptions): Promise<number> {
  const { scenario: file, confidence } = options;
  const kept_out = new Set((options.replay ?? []).map((folder) => resolve(folder)));
  const both = inputs.find((input) => kept_out.has(resolve(input)));
  if (both !== undefined) {
    throw refusal(both, 'it is fitted to and replayed; a replay shows something only of what was kept out');
  }
  const text = file === undefined ? undefined : await readScenarioText(file);
  // A wrong scenario is said before anything long is done.
  if (text !== undefined) await parseScenario(text, { file: file! });
  const sources: MeasuredSource[] = [];
  for (const input of inputs) sources.push(await read(input, options));
  const laws = calibratedLaws(sources, { confidence, seed: SEED });
  const constants = measuredConstants(laws, roundTrip(sources));
  if (constants.length === 0) throw refusal(inputs.join(', '), nothingFitted(laws));
  return noticingSignals((interruption) =>
    withOutputs(
      options,
      text === undefined ? ['model.yaml'] : ['model.yaml', 'scenario.yaml'],
      async (report) => {
        const replays: ReplayedRun[] = [];
        for (const folder of options.replay ?? []) {
          replays.push(await replay(folder, { text: text!, file: file!, constants }, interruption));
        }
        const patch = modelPatch(constants);
        const whole = text === undefined ? undefined : await written(text, file!, constants, options.out);
        const warnings = sources.flatMap((source) => source.warnings);
        const calibration: Calibration = { laws, constants, confidence, replays, warnings };
        await report({
          files: { 'model.yaml': patch, ...(whole === undefined ? {} : { 'scenario.yaml': whole }) },
          json: () => jsonOf(calibration),
          report: () => calibrationReport(calibration),
        });
        if (options.json !== true && options.out === undefined) process.stdout.write(`\n${patch}`);
        return EXIT.done;
      },
    ),
  );
}

async function read(input: string, { kind }: CalibrateOptions): Promise<MeasuredSource> {
  const found = statSync(input, { throwIfNoEntry: false });
  if (found === undefined) throw refusal(input, 'there is no such file or folder; check the path');
  if (found.isDirectory()) return readResults(input);
  noteInput(input);
  return readLatencies(input, kind);
}

/** The last one that was measured. */
function roundTrip(sources: readonly MeasuredSource[]) {
  const sent = sources.filter(
    (source): source is MeasuredResults & { readonly round_trip_seconds: number } =>
      (source as Partial<MeasuredResults>).round_trip_seconds !== undefined,
  );
  const last = sent.at(-1);
  return last && { seconds: last.round_trip_seconds, source: last.source };
}

function nothingFitted(laws: readonly CalibratedLaw[]): string {
  if (laws.length === 0) {
    return 'no latency was measured; expected wakes or restarts in decisions.csv, or a CSV file of latencies';
  }
  const [note] = calibrationReport({
    laws,
    constants: [],
    confidence: 0.95,
    replays: [],
    warnings: [],
  }).blocks[0]!.notes!;
  return note!.text;
}

interface Replayed {
  readonly text: string;
  readonly file: string;
  readonly constants: readonly MeasuredConstant[];
}

/** Runs the scenario as long as a recording lasts, with its seed, by the measured constants. */
async function replay(
  folder: string,
  { text, file, constants }: Replayed,
  interruption: Interruption,
): Promise<ReplayedRun> {
  const { summary } = readSavedRun(folder);
  const scenario = await parseScenario(text, {
    file,
    seed: summary.seed,
    set: [...asOverrides(constants), `duration=${summary.duration_seconds}s`],
  });
  const observations = await simulateInSlices(scenario, NOBODY, interruption, {});
  return replayedRun(folder, summary, summarise(scenario, observations));
}

/** The scenario with the constants; its paths lead to the same files from where it is written. */
async function written(
  text: string,
  file: string,
  constants: readonly MeasuredConstant[],
  out: string | undefined,
): Promise<string> {
  const from = resolve(out ?? dirname(file));
  const whole = calibratedScenario(text, constants, (path) => {
    if (isAbsolute(path)) return path;
    const moved = relative(from, join(resolve(dirname(file)), path));
    return /^\.\.?\//.test(path) && !moved.startsWith('.') ? `./${moved}` : moved;
  });
  // What is written must be valid, and read as it was meant.
  await parseScenario(whole, { file: join(from, 'scenario.yaml') });
  return whole;
}

function jsonOf({ laws, constants, confidence, replays, warnings }: Calibration) {
  return {
    confidence,
    laws: laws.map(({ distribution, figures, believed, ...law }) => ({
      ...law,
      believed_quantile: believed ?? null,
      figures: figures.map(({ name, value, low, high }) => ({
        figure: name,
        value_ms: value * 1000,
        low_ms: low * 1000,
        high_ms: high * 1000,
      })),
      fitted: distribution !== undefined,
    })),
    constants: constants.map(({ constant, written: value, source }) => ({
      constant: `model.${constant}`,
      value,
      confidence: 'measured',
      source,
    })),
    replays,
    warnings,
  };
}

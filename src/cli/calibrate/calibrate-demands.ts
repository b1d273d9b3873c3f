import {
  alikeRecordings,
  type CalibratedDemands,
  calibratedDemands,
  type RunReplication,
} from '../../ingest/calibrate/demand/calibrated-demands.js';
import {
  type ImportedEvidence,
  loadNames,
  type NamedScenario,
} from '../../ingest/calibrate/demand/imported-evidence.js';
import type { Recording } from '../../ingest/calibrate/demand/recorded-queries.js';
import { statementDemands } from '../../ingest/calibrate/demand/statement-fit.js';
import type { MeasuredConstant } from '../../report/calibration/calibrated-model.js';
import { asOverrides } from '../../report/calibration/calibrated-model.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { parseScenario } from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Interruption } from '../shared/interruption.js';
import { simulateOnce } from '../shared/one-run.js';

type DemandEvidence = Pick<ImportedEvidence, 'recordings' | 'statements'>;

interface FittedOn extends NamedScenario {
  /** Constants that were fitted earlier and are used to find the demands. */
  readonly constants: readonly MeasuredConstant[];
  readonly confidence: number;
}

/**
 * The demands of the recordings' loads, by simulation of the scenario.
 * @throws ScenarioError when a recording is not one of this scenario
 */
export async function demandsOf(
  { recordings, statements }: DemandEvidence,
  { text, file, constants, confidence }: FittedOn,
  interruption: Interruption,
): Promise<readonly CalibratedDemands[]> {
  if (recordings.length + statements.length === 0) return [];
  const scenario = await parseScenario(text, { file, set: asOverrides({ constants, demands: [] }) });
  for (const recording of recordings) refuseOther(recording, scenario, file);
  const found: CalibratedDemands[] = [];
  const run = runIn(interruption);
  for (const alike of alikeRecordings(recordings)) {
    found.push(await calibratedDemands(scenario, alike, { run, confidence }));
  }
  for (const { source, moments } of statements) {
    found.push(await statementDemands(scenario, moments, source, { run, confidence }));
  }
  return found;
}

function refuseOther(recording: Recording, scenario: Scenario, file: string): void {
  const { source, scenario: named, queries } = recording;
  const names = loadNames(scenario, file);
  if (named !== undefined && named !== scenario.name) {
    throw refusal(
      source,
      `it is a load of the scenario ${named}, and --scenario ${file} is ${scenario.name}; fit each to its own`,
    );
  }
  const other = queries.find(({ load }) => !names.includes(load));
  if (other === undefined) return;
  throw refusal(
    source,
    `it has the load ${other.load}, which ${file} does not have; expected ${names.join(', ')}`,
  );
}

function runIn(interruption: Interruption): RunReplication {
  return async (asked, observer) => {
    await simulateOnce(asked, observer, interruption, { quiet: true });
  };
}

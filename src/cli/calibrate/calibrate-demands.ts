import {
  type CalibratedDemands,
  calibratedDemands,
  joinedRecordings,
  type RunReplication,
} from '../../planner/calibrate/demand/calibrated-demands.js';
import type { Recording } from '../../planner/calibrate/demand/recorded-queries.js';
import { statementDemands } from '../../planner/calibrate/demand/statement-fit.js';
import { fittedAgent, seenSizes } from '../../planner/calibrate/metrics/agent-fit.js';
import type { CalibratedMetrics } from '../../planner/calibrate/metrics/calibrated-metrics.js';
import { asOverrides, type MeasuredParts } from '../../report/calibration/calibrated-model.js';
import type { MeasuredConstant } from '../../report/calibration/measured-constant.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { parseScenario } from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import { simulateInSlices } from '../shared/in-slices.js';
import type { Interruption } from '../shared/interruption.js';
import { type ImportedEvidence, loadNames, type NamedScenario } from './calibrate-imports.js';

/** What tells of demands. */
type DemandEvidence = Pick<ImportedEvidence, 'recordings' | 'statements'>;

/** The scenario that demands are fitted on. */
interface FittedOn extends NamedScenario {
  /** What was fitted before: the demands are found with it. */
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
  const scenario = await parseScenario(text, { file, set: asOverrides({ constants, queries: [] }) });
  for (const recording of recordings) refuseOther(recording, scenario, file);
  const found: CalibratedDemands[] = [];
  const run = runIn(interruption);
  for (const recording of joinedRecordings(recordings)) {
    found.push(await calibratedDemands(scenario, recording, { run, confidence }));
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

/** What metrics tell, with the autoscaler's target by simulation of the scenario with all that was measured before. */
export async function withAgents(
  metrics: readonly CalibratedMetrics[],
  parts: MeasuredParts,
  { text, file, confidence }: Omit<FittedOn, 'constants'>,
  interruption: Interruption,
): Promise<readonly CalibratedMetrics[]> {
  if (metrics.length === 0) return metrics;
  const scenario = await parseScenario(text, { file, set: asOverrides(parts) });
  if (scenario.computes.length !== 1) return metrics;
  const found: CalibratedMetrics[] = [];
  for (const each of metrics) {
    const sizes = seenSizes(each.series, scenario);
    const agent = sizes && (await fittedAgent(scenario, sizes, { run: runIn(interruption), confidence }));
    found.push(agent === undefined ? each : { ...each, agent });
  }
  return found;
}

function runIn(interruption: Interruption): RunReplication {
  return async (asked, observer) => {
    await simulateInSlices(asked, observer, interruption, { quiet: true, allowLong: true });
  };
}

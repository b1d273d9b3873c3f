import { IGNORED } from '../../ingest/calibrate/demand/calibrated-demands.js';
import type { NamedScenario } from '../../ingest/calibrate/demand/imported-evidence.js';
import { readAttempts } from '../../ingest/calibrate/demand/read-attempts.js';
import { recordedScenario } from '../../ingest/calibrate/demand/recorded-scenario.js';
import { asOverrides, type MeasuredParts } from '../../report/calibration/calibrated-model.js';
import { type ReplayedRun, replayedRun, sinceSent } from '../../report/calibration/replay.js';
import { readSavedRun } from '../../report/figures/saved-run.js';
import { parseScenario } from '../../scenario/load-scenario.js';
import { summarise } from '../../study/run/summary.js';
import type { Interruption } from '../shared/interruption.js';
import { simulateOnce } from '../shared/one-run.js';

/**
 * Runs the scenario for the length of a recording, with its seed and the measured values; for a sent load, with its
 * arrivals and no other load.
 */
export async function replay(
  folder: string,
  { text, file }: NamedScenario,
  parts: MeasuredParts,
  interruption: Interruption,
): Promise<ReplayedRun> {
  const { summary } = readSavedRun(folder);
  const scenario = await parseScenario(text, {
    file,
    seed: summary.seed,
    set: [...asOverrides(parts), `duration=${summary.duration_seconds}s`],
  });
  const sent = await readAttempts(folder);
  const known = sent?.queries.every(({ load }) => scenario.load.some(({ name }) => name === load));
  const own = known === true ? sent! : undefined;
  const asked = own === undefined ? scenario : recordedScenario(scenario, own);
  const observations = await simulateOnce(asked, IGNORED, interruption, {});
  const recorded = own === undefined ? summary : sinceSent(summary, own);
  return replayedRun(folder, recorded, summarise(asked, observations));
}

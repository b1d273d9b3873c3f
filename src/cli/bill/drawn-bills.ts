import type { Bill } from '../../cost/bill/bill.js';
import type { ScenarioSource } from '../../planner/runs/scenario-source.js';
import { type BillOverWorlds, billWorlds } from '../../planner/worlds/bill-worlds.js';
import type { Scenario } from '../../scenario/scenario.js';
import { longWorkText, refuseEndless } from '../shared/endless-work.js';
import type { Interruption } from '../shared/interruption.js';
import { withProgress } from '../shared/progress.js';
import type { BillOptions } from './bill.js';

/**
 * The bill in each of some worlds, with a line of progress; stops where a signal asks to.
 * @returns `undefined` for no worlds
 * @throws as {@link billWorlds}
 */
export async function drawnBills(
  source: ScenarioSource,
  scenario: Scenario,
  { month }: Bill,
  worlds: number,
  interruption: Interruption,
  { quiet, allowLong, workers }: Pick<BillOptions, 'quiet' | 'allowLong' | 'workers'>,
): Promise<BillOverWorlds | undefined> {
  if (worlds === 0) return undefined;
  return withProgress(quiet, 1, interruption, (line) => {
    const long = longWorkText(refuseEndless(scenario, allowLong === true), worlds, workers);
    if (long !== undefined) line.foresee(long);
    return billWorlds(source, scenario, month, worlds, {
      workers,
      signal: interruption.signal,
      progress: (progress) => line.updateRuns(progress, 'world'),
    });
  });
}

import { billOf, type MonthInvoice } from '../../cost/bill/bill.js';
import { RunRecord } from '../../cost/bill/run-record.js';
import type { Scenario } from '../../scenario/scenario.js';
import { prepare, type Study, takeFromRuns } from '../engine/study.js';
import type { ScenarioSource } from '../runs/scenario-source.js';
import { drawWorlds, variantIn } from './draw-worlds.js';
import { type FigureOverWorlds, figureOverWorlds, spreadOf, type WorldSpread } from './world-spread.js';

/** One line of the bill over worlds; 0 in a world that does not have it. */
export interface LineOverWorlds extends WorldSpread {
  readonly metric: string;
  readonly label: string;
}

export interface BillOverWorlds extends FigureOverWorlds {
  /** Bill of the world with the middle of every interval. */
  readonly middle_usd: number;
  /** The lines that are above 0 in some world. */
  readonly lines: readonly LineOverWorlds[];
}

/**
 * The bill of a month in each of some worlds, with the same random numbers: all differences are due to the intervals.
 *
 * @returns `undefined` if the scenario has no interval
 * @throws ScenarioError for a world that is not a valid scenario; RangeError for a plan without an invoice; as a run does
 */
export function* billWorldsStudy(
  source: ScenarioSource,
  scenario: Scenario,
  middle: MonthInvoice,
  count: number,
): Study<BillOverWorlds | undefined> {
  const worlds = drawWorlds(scenario, count);
  if (worlds.length === 0) return undefined;
  const variants = yield* prepare(() => Promise.all(worlds.map((world) => variantIn(source, world))));
  const tasks = variants.map((variant) => ({ variant, replication: 0 }));
  const months = yield* takeFromRuns(tasks, ({ observations }, { variant: { scenario: own } }) => {
    return billOf(own, observations, new RunRecord(own), { period: 'month' }).month;
  });
  return {
    middle_usd: middle.total_usd,
    ...figureOverWorlds(
      scenario,
      worlds,
      months.map(({ total_usd }) => total_usd),
    ),
    lines: linesOf(months),
  };
}

function linesOf(months: readonly MonthInvoice[]): readonly LineOverWorlds[] {
  const labels = new Map(months.flatMap(({ lines }) => lines.map(({ metric, label }) => [metric, label])));
  return [...labels].flatMap(([metric, label]) => {
    const amounts = months.map(({ lines }) =>
      lines.filter((line) => line.metric === metric).reduce((sum, { amount_usd }) => sum + amount_usd, 0),
    );
    const spread = spreadOf(amounts);
    return spread.greatest > 0 ? [{ metric, label, ...spread }] : [];
  });
}

import { oracleSize } from '../../compute/policy/size/oracle.js';
import { oracle as oracleSuspend } from '../../compute/policy/suspend/oracle.js';
import type { PolicyOf, PolicySide } from '../../scenario/policy/own-policies.js';
import type { Scenario } from '../../scenario/scenario.js';
import { PRICES_CHECKED_UNTIL } from '../../vendors/price-book.js';
import { isDecided, NOTHING_TO_DECIDE } from '../replicate/policy-scope.js';
import type { ManyRuns } from '../runs/many-runs.js';
import type { Variant } from '../runs/variant.js';
import { type SettingVariant, settingVariants } from './platform-settings.js';
import { type PolicyRegret, sizeRegret, suspendRegret } from './policy-regret.js';
import { type ComparisonOptions, type JudgedRun, PolicyRunner } from './policy-runner.js';
import {
  choiceWords,
  OWN_CHOICE,
  type PolicyVariant,
  policyVariants,
  WAKE_COST_NAME,
} from './policy-variants.js';
import { type FrontPoint, type FrontRun, type WakeFront, type WakePoint, wakeFront } from './wake-front.js';

/** A scenario under one policy, judged. */
export interface PolicyRow extends JudgedRun, PolicyRegret, Pick<FrontPoint, 'policy' | 'own'> {
  /** Whether the policy looks into the future of the run: a yardstick. */
  readonly foresight: boolean;
}

/** A scenario under the platform's own policy with another setting, judged. */
export interface SettingRow extends JudgedRun, PolicyRegret {
  /** As an override: `timeout=1m`, `max=4`. */
  readonly setting: string;
}

/** The policies of one side on a scenario. */
export interface SideComparison {
  readonly side: PolicySide;
  /** Why there is nothing to compare, in words; `null` where there is. */
  readonly nothing_to_decide: string | null;
  /** The scenario's own choice where no row has its name; `null` otherwise. */
  readonly own_choice: string | null;
  /** What a wake is worth in the regret of the suspension policies, and to those that ask for it; `null` for sizes. */
  readonly wake_cost_seconds: number | null;
  /** A row for each policy; none where there is nothing to decide. */
  readonly rows: readonly PolicyRow[];
  /** Other settings that the platform offers on the scenario's plan, under its own policy. */
  readonly settings: readonly SettingRow[];
}

/** Every policy on one scenario, all with the same arrivals and demands. */
export interface PolicyComparison
  extends Pick<ManyRuns, 'seed' | 'start' | 'duration_seconds' | 'prices_checked_until'> {
  /** The scenario's name. */
  readonly scenario: string;
  /** Of suspension there is one for each worth of a wake. */
  readonly sides: readonly SideComparison[];
  /** The suspension policies by what a wake is worth; `null` where they are not compared. */
  readonly front: WakeFront | null;
  /** What was noticed in the scenario; absent where nothing was. */
  readonly warnings?: readonly string[];
}

/** One side that is to be run. */
interface PlannedSide {
  readonly side: PolicySide;
  readonly wake_cost_seconds: number | null;
  readonly variants: readonly PolicyVariant[];
  readonly settings: readonly SettingVariant[];
}

/**
 * Runs a scenario under each policy of the given sides and judges them. The policies of the other side stay as the
 * scenario has them. A run that two sides, or two values of a wake, share is made once.
 *
 * @example
 * const { sides } = await comparePolicies(await loadScenario('my-app.yaml'), ['suspend']);
 * for (const { policy, cost_usd, not_ready } of sides[0].rows) console.log(policy, cost_usd, not_ready);
 * @throws InvariantError when something that must hold in a run does not; PolicyError when a policy of the
 *   scenario's own answers what it must not; whatever `progress` throws
 */
export async function comparePolicies(
  scenario: Scenario,
  sides: readonly PolicySide[],
  options: ComparisonOptions = {},
): Promise<PolicyComparison> {
  const planned = sides.flatMap((side) => plannedSides(scenario, side, options));
  const all = planned.flatMap(({ variants, settings }) => [...variants, ...settings]);
  const runs = new Set(all.map((each) => each.scenario)).size;
  const runner = new PolicyRunner(runs, options);
  const compared: SideComparison[] = [];
  for (const each of planned) compared.push(await compareSide(scenario, each, runner));
  const { name, seed, start, duration_seconds } = scenario;
  const front = frontOf(planned, compared, duration_seconds);
  const told = scenario.warnings.length > 0 && { warnings: scenario.warnings };
  return {
    scenario: name,
    seed,
    start,
    duration_seconds,
    prices_checked_until: PRICES_CHECKED_UNTIL,
    sides: compared,
    front,
    ...told,
  };
}

function plannedSides(
  scenario: Scenario,
  side: PolicySide,
  { wake_costs_seconds }: ComparisonOptions,
): readonly PlannedSide[] {
  const usual = ORACLES[side].parameters[WAKE_COST_NAME]?.default ?? null;
  const worths = usual === null ? [null] : (wake_costs_seconds ?? [usual]);
  const decided = scenario.computes.some((compute) => isDecided(compute, side, scenario));
  const known: PolicyVariant[] = [];
  const settings = decided ? settingVariants(scenario, side) : [];
  return worths.map((wake_cost_seconds): PlannedSide => {
    const variants = decided ? policyVariants(scenario, side, wake_cost_seconds, known) : [];
    known.push(...variants);
    return { side, wake_cost_seconds, variants, settings };
  });
}

/** The rows of all values of a wake as a front, each run once. */
function frontOf(
  planned: readonly PlannedSide[],
  compared: readonly SideComparison[],
  duration_seconds: number,
): WakeFront | null {
  const runs = new Map<Scenario, FrontRun>();
  const oracles = new Map<number, WakePoint>();
  for (const [index, { wake_cost_seconds: worth, variants }] of planned.entries()) {
    for (const row of compared[index]!.rows) {
      const variant = variants.find(({ name }) => name === row.policy);
      if (worth === null || variant === undefined) continue;
      const { policy, own, active_seconds, wakes, cost_usd, delayed_probability } = row;
      if (policy === ORACLES.suspend.name) oracles.set(worth, row);
      if (row.foresight || runs.has(variant.scenario)) continue;
      const { wake_cost_seconds } = variant;
      const run = { policy, own, wake_cost_seconds, active_seconds, wakes, cost_usd, delayed_probability };
      runs.set(variant.scenario, run);
    }
  }
  return oracles.size === 0 ? null : wakeFront([...runs.values()], oracles, duration_seconds);
}

async function compareSide(
  scenario: Scenario,
  { side, wake_cost_seconds, variants, settings }: PlannedSide,
  runner: PolicyRunner,
): Promise<SideComparison> {
  const nothing = (words: string): SideComparison => ({
    side,
    nothing_to_decide: words,
    own_choice: null,
    wake_cost_seconds,
    rows: [],
    settings: [],
  });
  const last = variants.find((variant) => variant.name === ORACLES[side].name);
  if (last === undefined) return nothing(NOTHING_TO_DECIDE[side]);
  // First, for where nobody comes back after a minute there is no need to run the others.
  const oracle = await runner.figures(last);
  if (side === 'suspend' && oracle.idle_periods === 0) {
    return nothing(
      'no query ever comes after an idle period of a minute or more, so no suspension in between could be worth its wake',
    );
  }
  const rows: PolicyRow[] = [];
  const judged = async (variant: Variant): Promise<JudgedRun & PolicyRegret> => {
    const figures = await runner.figures(variant);
    const regret =
      wake_cost_seconds === null
        ? sizeRegret(figures, oracle)
        : suspendRegret(figures, oracle, wake_cost_seconds, scenario.duration_seconds);
    return { ...figures, ...regret };
  };
  for (const variant of variants) {
    const { name, own, foresight } = variant;
    rows.push({ policy: name, own, foresight, ...(await judged(variant)) });
  }
  const offered: SettingRow[] = [];
  for (const variant of settings) offered.push({ setting: variant.setting, ...(await judged(variant)) });
  const unnamed = rows.some((row) => row.policy === OWN_CHOICE);
  return {
    side,
    nothing_to_decide: null,
    own_choice: unnamed ? choiceWords(scenario, side) : null,
    wake_cost_seconds,
    rows,
    settings: offered,
  };
}

const ORACLES: { readonly [Side in PolicySide]: PolicyOf[Side] } = {
  size: oracleSize,
  suspend: oracleSuspend,
};

import type { PolicyOf, PolicySide } from '../../compute/policy/own-policies.js';
import { oracleSize } from '../../compute/policy/size/oracle.js';
import { oracle as oracleSuspend } from '../../compute/policy/suspend/oracle.js';
import type { Scenario } from '../../scenario/scenario.js';
import { PRICES_CHECKED_UNTIL } from '../../vendors/price-book.js';
import { answer } from '../engine/engine.js';
import { Interrupted, type Study } from '../engine/study.js';
import type { WorkOptions } from '../engine/work-options.js';
import { isDecided, NOTHING_TO_DECIDE } from '../replicate/policy-scope.js';
import type { ManyRuns } from '../runs/many-runs.js';
import type { Variant } from '../runs/variant.js';
import { settingVariants } from './platform-settings.js';
import { type PolicyRegret, sizeRegret, suspendRegret } from './policy-regret.js';
import { type JudgedRun, judgeVariants } from './policy-runner.js';
import {
  choiceWords,
  OWN_CHOICE,
  type PolicyVariant,
  policyVariants,
  WAKE_COST_NAME,
} from './policy-variants.js';
import { type LeastCost, leastCost, wakeRanges } from './wake-range.js';

/** A scenario under one policy, judged. */
export interface PolicyRow
  extends JudgedRun,
    PolicyRegret,
    LeastCost,
    Pick<PolicyVariant, 'own' | 'foresight' | 'offered'> {
  readonly policy: string;
}

/** A scenario under the platform's policy with another setting, judged. */
export interface SettingRow extends JudgedRun, PolicyRegret, LeastCost {
  /** As an override: `timeout=1m`, `max=4`. */
  readonly setting: string;
}

/** The policies of one side on a scenario. */
export interface SideComparison {
  readonly side: PolicySide;
  /** Why there is nothing to compare, in words; `null` if there is something. */
  readonly nothing_to_decide: string | null;
  /** The scenario's choice if no row has its name; `null` otherwise. */
  readonly own_choice: string | null;
  /**
   * The worth of a wake, in the regret of the suspension policies and passed to those that use it; `null` for sizes.
   */
  readonly wake_cost_seconds: number | null;
  /** A row for each policy; none if there is nothing to decide. */
  readonly rows: readonly PolicyRow[];
  /** Other settings that the platform offers on the scenario's plan, under its policy. */
  readonly settings: readonly SettingRow[];
}

/** Every policy on one scenario, all with the same arrivals and demands. */
export interface PolicyComparison
  extends Pick<ManyRuns, 'seed' | 'start' | 'duration_seconds' | 'prices_checked_until'> {
  /** The scenario's name. */
  readonly scenario: string;
  readonly sides: readonly SideComparison[];
  /** Warnings about the scenario; absent if there are none. */
  readonly warnings?: readonly string[];
}

/** The worth of a wake. */
interface WakeWorth {
  /** In seconds of running; defaults to the oracle's default. */
  readonly wake_cost_seconds?: number;
}

/** How policies are compared. */
export type ComparisonOptions = WakeWorth & WorkOptions;

type JudgedRuns = Map<Scenario, JudgedRun>;

interface PlannedSide {
  readonly side: PolicySide;
  readonly wake_cost_seconds: number | null;
  readonly variants: readonly PolicyVariant[];
  readonly settings: readonly Variant[];
}

/**
 * Runs a scenario under each policy of the given sides and judges them. The policies of the other side are
 * unchanged. A run that two sides share is made once.
 *
 * @example
 * const { sides } = await comparePolicies(await loadScenario('my-app.yaml'), ['suspend']);
 * for (const { policy, cost_usd, not_ready } of sides[0].rows) console.log(policy, cost_usd, not_ready);
 * @throws InvariantError when an invariant of a run fails; PolicyError when a policy of the
 *   scenario returns an invalid answer
 */
export function comparePolicies(
  scenario: Scenario,
  sides: readonly PolicySide[],
  options: ComparisonOptions = {},
): Promise<PolicyComparison> {
  return answer(policiesStudy(scenario, sides, options), options);
}

/** {@link comparePolicies} as a study. An interrupted one has the policies that were run. */
export function* policiesStudy(
  scenario: Scenario,
  sides: readonly PolicySide[],
  worth: WakeWorth = {},
): Study<PolicyComparison> {
  const planned = sides.map((side) => plannedSide(scenario, side, worth));
  const all = planned.flatMap(({ variants, settings }) => [...variants, ...settings]);
  const runs = new Set(all.map((each) => each.scenario)).size;
  const judged: JudgedRuns = new Map();
  const warnings = [...scenario.warnings];
  try {
    yield* makeSides(planned, judged, runs);
  } catch (error) {
    if (!(error instanceof Interrupted) || judged.size === 0) throw error;
    warnings.push(`stopped after ${judged.size} of ${runs} runs: policies that were not run are left out`);
  }
  const { name, seed, start, duration_seconds } = scenario;
  const warned = warnings.length > 0 && { warnings };
  return {
    scenario: name,
    seed,
    start,
    duration_seconds,
    prices_checked_until: PRICES_CHECKED_UNTIL,
    sides: planned.map((each) => sideOf(scenario, each, judged)),
    ...warned,
  };
}

/** Runs the policies of all sides: oracles first, since their runs may make the others unnecessary. */
function* makeSides(planned: readonly PlannedSide[], judged: JudgedRuns, runs: number): Study<void> {
  const oracles = planned.flatMap((each) => oracleOf(each) ?? []);
  yield* judgeVariants(oracles, judged, runs);
  const decided = planned.filter((each) => {
    const oracle = oracleOf(each);
    return oracle !== undefined && !(each.side === 'suspend' && neverIdle(judged.get(oracle.scenario)));
  });
  const all = decided.flatMap(({ variants, settings }) => [...variants, ...settings]);
  yield* judgeVariants(all, judged, runs);
}

function oracleOf({ side, variants }: PlannedSide): PolicyVariant | undefined {
  return variants.find(({ name }) => name === ORACLES[side].name);
}

function neverIdle(oracle: JudgedRun | undefined): boolean {
  return oracle?.idle_periods === 0;
}

function plannedSide(scenario: Scenario, side: PolicySide, { wake_cost_seconds }: WakeWorth): PlannedSide {
  const usual = ORACLES[side].parameters[WAKE_COST_NAME]?.default ?? null;
  const worth = usual === null ? null : (wake_cost_seconds ?? usual);
  const decided = scenario.computes.some((compute) => isDecided(compute, side, scenario));
  return {
    side,
    wake_cost_seconds: worth,
    variants: decided ? policyVariants(scenario, side, worth) : [],
    settings: decided ? settingVariants(scenario, side) : [],
  };
}

function sideOf(scenario: Scenario, planned: PlannedSide, runs: JudgedRuns): SideComparison {
  const { side, wake_cost_seconds, variants, settings } = planned;
  const nothing = (words: string): SideComparison => ({
    side,
    nothing_to_decide: words,
    own_choice: null,
    wake_cost_seconds,
    rows: [],
    settings: [],
  });
  const last = oracleOf(planned);
  if (last === undefined) return nothing(NOTHING_TO_DECIDE[side]);
  const oracle = runs.get(last.scenario);
  if (oracle === undefined) return nothing('stopped before the first run');
  if (side === 'suspend' && neverIdle(oracle)) {
    return nothing(
      'no query ever comes after an idle period of a minute or more, so no suspension in between could be worth its wake',
    );
  }
  // A policy that knows the future cannot be chosen.
  const choices = [...variants.filter(({ foresight }) => !foresight), ...settings].filter((variant) =>
    runs.has(variant.scenario),
  );
  const ranges =
    wake_cost_seconds === null ? [] : wakeRanges(choices.map((variant) => runs.get(variant.scenario)!));
  const judged = (variant: Variant) => {
    const figures = runs.get(variant.scenario);
    if (figures === undefined) return undefined;
    const regret =
      wake_cost_seconds === null
        ? sizeRegret(figures, oracle)
        : suspendRegret(figures, oracle, wake_cost_seconds, scenario.duration_seconds);
    return { ...figures, ...regret, ...leastCost(ranges[choices.indexOf(variant)]) };
  };
  const rows = variants.flatMap((variant): PolicyRow[] => {
    const { name, own, foresight, offered } = variant;
    const found = judged(variant);
    return found === undefined ? [] : [{ policy: name, own, foresight, offered, ...found }];
  });
  const others = settings.flatMap((variant): SettingRow[] => {
    const found = judged(variant);
    return found === undefined ? [] : [{ setting: variant.name, ...found }];
  });
  const unnamed = rows.some((row) => row.policy === OWN_CHOICE);
  return {
    side,
    nothing_to_decide: null,
    own_choice: unnamed ? choiceWords(scenario, side) : null,
    wake_cost_seconds,
    rows,
    settings: others,
  };
}

const ORACLES: { readonly [Side in PolicySide]: PolicyOf[Side] } = {
  size: oracleSize,
  suspend: oracleSuspend,
};

import { byCost, type Finding } from '../../findings/finding.js';
import { type ChosenFix, earlierSuspend, type Fix, type TriedFix } from '../../findings/fix.js';
import { formatList } from '../../kernel/format-list.js';
import { sumOf } from '../../kernel/sums.js';
import type { Objective, ObjectiveName, Scenario } from '../../scenario/scenario.js';
import {
  affordablePlan,
  type ChangePlan,
  type CompileChanged,
  triedChanges,
} from '../../study/causes/tried-changes.js';
import { type Study, unlessInterrupted } from '../../study/engine/study.js';
import { type Summary, summarise } from '../../study/run/summary.js';
import { oftenIdle } from '../verdict/cause-and-fix.js';
import { troublesOf } from '../verdict/run-troubles.js';

/** Findings whose fixes are simulated, the most expensive first. */
const MAX_FINDINGS = 6;
/** Minimum saving, as a share of the cost, that justifies a change. */
const MIN_SAVING_SHARE = 0.01;

/** The figures of one run that judge a fix. */
type Judged = ReturnType<typeof judged>;

interface Trial {
  readonly fix: TriedFix;
  readonly now: Judged;
  readonly before: Judged;
}

/**
 * Simulates the run again with each change that its findings offer. Changes that cause new troubles are not
 * offered, nor those that neither save money nor end a trouble. A change that only misses an objective is offered if
 * it is the only one.
 * @param compile compiles the run's scenario again
 * @returns the summary with the fixes that are worth it, and the one to recommend; as it was if the runs take too long or
 *   are interrupted
 */
export function triedFixes(...asked: Parameters<typeof withFixes>): Study<Summary> {
  return unlessInterrupted(withFixes(...asked), asked[0]);
}

function* withFixes(
  summary: Summary,
  scenario: Scenario,
  compile: CompileChanged,
  asked: ChangePlan,
): Study<Summary> {
  const findings = summary.findings ?? [];
  const leading = new Set(
    byCost(findings)
      .filter(({ fixes = [] }) => fixes.length > 0)
      .slice(0, MAX_FINDINGS),
  );
  const awake = new Set([...leading].map((finding) => finding.awake?.compute));
  const idle = oftenIdle(summary, scenario).filter(({ name }) => !awake.has(name));
  const general = earlierSuspend(idle, scenario);
  const offered = new Map(
    [...[...leading].flatMap(({ fixes = [] }) => fixes), ...general].map((fix) => [fix.set.join(' '), fix]),
  );
  if (offered.size === 0) return summary;
  const plan = affordablePlan(scenario, offered.size + 1, asked);
  if (plan === undefined) return summary;
  const fixes = [...offered.values()];
  const tried = (some: readonly Fix[]) =>
    triedChanges(
      compile,
      some.map(({ set }) => set),
      plan,
      ({ variant, observations }) => judged(summarise(variant.scenario, observations)),
    );
  const isSamePlan = plan.fidelity === asked.fidelity && plan.replications === asked.replications;
  const [base, ...runs] = isSamePlan
    ? [[judged(summary)], ...(yield* tried(fixes))]
    : yield* tried([{ words: '', set: [] }, ...fixes]);
  const before = meanOf(base!);
  const trials = new Map(
    fixes.flatMap((fix, index) => {
      const now = runs[index];
      if (now === undefined) return [];
      const trial = trialOf(fix, meanOf(now), before);
      return isWorthwhile(trial) ? [[fix.set.join(' '), trial] as const] : [];
    }),
  );
  const trialsOf = (some: readonly Fix[]): readonly Trial[] => {
    const found = some.flatMap(({ set }) => trials.get(set.join(' ')) ?? []).toSorted(byWorth);
    const kept = found.filter(({ fix }) => fix.outcome.breaks === undefined);
    return kept.length > 0 ? kept : found.slice(0, 1);
  };
  const checked = findings.map((finding): Finding => {
    if (!leading.has(finding)) return finding;
    const { fixes: _, ...rest } = finding;
    const own = trialsOf(finding.fixes ?? []).map(({ fix }) => fix);
    return own.length === 0 ? { ...rest, fixes: [] } : { ...rest, fixes: own };
  });
  const best = [...leading].flatMap(({ fixes = [] }) => trialsOf(fixes).slice(0, 1));
  const fix = yield* chosen(best, trialsOf(general), function* (together) {
    const [now] = yield* tried([together]);
    return now && trialOf(together, meanOf(now), before);
  });
  return { ...summary, findings: checked, ...(fix && { fix }) };
}

/** The best fix of each finding: first one that ends a trouble, then all that save money together. */
function* chosen(
  best: readonly Trial[],
  general: readonly Trial[],
  tried: (together: Fix) => Study<Trial | undefined>,
): Study<ChosenFix | undefined> {
  const [cure] = best.filter(cures).toSorted(byWorth);
  if (cure !== undefined) return withChanges(cure.fix);
  const offered = [...best, ...general];
  const kept = offered.filter(({ fix }) => fix.outcome.breaks === undefined);
  const savings = kept.length > 0 ? kept : offered.toSorted(byWorth).slice(0, 1);
  const [first, ...others] = savings;
  if (first === undefined) return undefined;
  const set = [...new Set(savings.flatMap(({ fix }) => fix.set))];
  const most = savings.toSorted(byWorth)[0]!;
  const alone = withChanges(most.fix);
  if (others.length === 0 || set.length === first.fix.set.length) return alone;
  const changes = sumOf(savings, ({ fix }) => fix.changes ?? 1);
  const words = [...new Set(savings.map(({ fix }) => fix.words))];
  const named = words.length === 2 && changes === 2 ? formatList(words) : `${changes} changes together`;
  const together = yield* tried({ words: named, set, changes });
  if (together === undefined || !isWorthwhile(together) || saved(together) <= saved(most)) return alone;
  return withChanges(together.fix);
}

function withChanges(fix: TriedFix): ChosenFix {
  return { ...fix, changes: fix.changes ?? 1 };
}

function judged(summary: Summary) {
  const troubles = troublesOf(summary);
  return {
    cost_usd_per_month: summary.total.cost_usd_per_month,
    delayed_probability: summary.total.delayed_probability ?? 0,
    missed: summary.slo.filter(({ met }) => !met),
    bad: troubles.filter(({ tone }) => tone === 'bad').length,
    warnings: troubles.filter(({ tone }) => tone === 'warning').length,
  };
}

/** The means of some runs, and every objective that one of them misses. */
function meanOf(runs: readonly Judged[]): Judged {
  const mean = (figure: (run: Judged) => number) => sumOf(runs, figure) / runs.length;
  return {
    cost_usd_per_month: mean(({ cost_usd_per_month }) => cost_usd_per_month),
    delayed_probability: mean(({ delayed_probability }) => delayed_probability),
    missed: runs.flatMap(({ missed }) => missed),
    bad: mean(({ bad }) => bad),
    warnings: mean(({ warnings }) => warnings),
  };
}

/** Objectives that more runs miss than before, each once. */
function missedObjectives(now: Judged, before: Judged): readonly Objective[] {
  const times = ({ missed }: Judged, name: ObjectiveName) =>
    missed.filter(({ objective }) => objective === name).length;
  const first = now.missed.filter(
    ({ objective }, index) => now.missed.findIndex((each) => each.objective === objective) === index,
  );
  return first
    .filter(({ objective }) => times(now, objective) > times(before, objective))
    .map(({ objective, target }) => ({ objective, target }));
}

function trialOf(fix: Fix, now: Judged, before: Judged): Trial {
  const breaks = missedObjectives(now, before);
  const outcome = {
    saving_usd_per_month: before.cost_usd_per_month - now.cost_usd_per_month,
    cost_usd_per_month: now.cost_usd_per_month,
    delayed_probability: now.delayed_probability,
    delayed_probability_before: before.delayed_probability,
    cures: breaks.length === 0 && isCure(now, before),
    ...(breaks.length > 0 && { breaks }),
    troubles_left: Math.round(now.bad + now.warnings),
  };
  return { fix: { ...fix, outcome }, now, before };
}

function isWorthwhile(trial: Trial): boolean {
  const { now, before, fix } = trial;
  // A missed objective is also a trouble.
  if (now.bad > before.bad + (fix.outcome.breaks?.length ?? 0)) return false;
  if (cures(trial)) return true;
  return (
    now.warnings <= before.warnings &&
    saved(trial) >= MIN_SAVING_SHARE * before.cost_usd_per_month &&
    saved(trial) > 0
  );
}

function cures({ fix: { outcome } }: Trial): boolean {
  return outcome.cures;
}

function isCure(now: Judged, before: Judged): boolean {
  return now.bad < before.bad || (now.bad === before.bad && now.warnings < before.warnings);
}

function saved({ fix: { outcome } }: Trial): number {
  return outcome.saving_usd_per_month;
}

/** Fewest troubles first, then the largest saving. */
function byWorth(a: Trial, b: Trial): number {
  return a.now.bad - b.now.bad || a.now.warnings - b.now.warnings || saved(b) - saved(a);
}

import { costFigure } from '../../figures/cost.js';
import { FIGURE_UNITS, type FigureName } from '../../figures/run-figures.js';
import { otherPlans } from '../../findings/quota-runs-out.js';
import { formatList } from '../../kernel/format-list.js';
import { DEFAULT_MAX_QUERIES, roundedBudget } from '../../study/plan/plan-budget.js';
import type { PlanCandidate, PlanResult } from '../../study/plan/plan-result.js';
import { isPlanAllowance } from '../../study/replicate/plan-caps.js';
import type { Summary } from '../../study/run/summary.js';
import type { SourcedVariant } from '../../study/runs/scenario-source.js';
import type { PlanWithWorlds } from '../../study/worlds/plan-worlds-result.js';
import { isMeasured } from '../figures/candidate.js';
import { counted, percent } from '../figures/figure-text.js';
import { monthBasis } from '../figures/month-basis.js';
import { type Verdict, verdictOf } from '../text/verdict.js';
import { when } from '../text/when.js';
import { planFor } from './asked-scenario.js';
import { costCause, foreseenCause } from './cause-and-fix.js';
import { isMuchSlower, limitWords, meanWords } from './figure-words.js';
import { namedSettings, settingsWords } from './setting-words.js';
import { commandForSettings } from './settings-command.js';
import { type WorldsOfPlan, worldsChoiceWords } from './worlds-words.js';

/** The same command with another budget, or with further overrides of the scenario. */
export type PlanAgain = (change: { readonly budget?: number; readonly set?: readonly string[] }) => string;

export interface PlanContext {
  /** The scenario that was planned for; without it no command for its settings is named. */
  readonly today?: SourcedVariant;
  /** Without it no command with a larger budget or on another plan is named. */
  readonly again?: PlanAgain;
  /** A run of today's settings with the fixes of its findings. */
  readonly summary?: Summary | undefined;
}

/** Number of the recommendation's figures in the verdict, including the cost. */
const MAX_FIGURES = 3;

/**
 * A plan in plain words: `Set min 0.5, max 0.5, timeout 1 min: $11 a month instead of $17, p99 3.2 s instead of 5.4 s.`
 * Of worlds that were drawn it is the choice over them.
 */
export function planVerdict(plan: PlanWithWorlds, { today, again, summary }: PlanContext): Verdict {
  const { worlds } = plan;
  if (worlds !== undefined) return worldsVerdict({ plan, worlds }, today);
  const best = plan.candidates.find(({ name }) => name === plan.recommendation);
  return best === undefined ? unplanned(plan, today, again) : planned(plan, best, today, summary);
}

function planned(
  plan: PlanResult,
  best: PlanCandidate,
  variant: SourcedVariant | undefined,
  summary: Summary | undefined,
): Verdict {
  const today = plan.candidates.find((candidate) => candidate.today);
  const { provided } = monthBasis(plan.duration_seconds);
  const slower = isMuchSlower(best.figures.latency_mean, today?.figures.latency_mean);
  const fails = failsMore(plan, best, today);
  const also = [...when(fails, 'success_rate'), ...when(slower, 'latency_mean')] as const;
  const named = [...new Set<FigureName>([...namedFigures(plan, best), ...also])];
  const figures = named.flatMap((figure) =>
    meanWords(
      figure,
      best.figures[figure],
      plan.duration_seconds,
      best.today ? null : today?.figures[figure],
    ),
  );
  const facts = `${figures.join(', ')}${provided === '' ? '' : `, ${provided}`}`;
  const words = settingsWords(best.settings);
  const own = words === '' ? '' : ` (${words})`;
  const scope = plan.cost_scope === undefined ? [] : [plan.cost_scope];
  if (best.today) {
    const { sentences, command } =
      summary === undefined ? foreseenCause(variant) : costCause(summary, variant?.source, false);
    return verdictOf('good', [`keep today's settings${own}: ${facts}`, ...scope, ...sentences], command);
  }
  const parts = [`set ${words}: ${facts}`, ...scope, ...todayBreaks(plan, today), ...doubts(plan)];
  if (fails)
    return verdictOf('warning', parts, variant && planFor(variant.source, ['success_rate >= 99.9%']));
  return verdictOf(
    plan.selection.guarantee === 'good_selection' ? 'good' : 'warning',
    parts,
    variant && commandForSettings(best.settings, variant),
  );
}

/** Fewer answered queries than this share less are within chance. */
const MIN_MORE_FAILED = 0.001;

/** Whether more queries fail than today, and no constraint is about them: then a cheap setting may only do less work. */
function failsMore(
  { constraints }: PlanResult,
  best: PlanCandidate,
  today: PlanCandidate | undefined,
): boolean {
  const now = best.figures.success_rate;
  const before = today?.figures.success_rate;
  if (!isMeasured(now) || !isMeasured(before)) return false;
  const isLimited = constraints.some(({ figure }) => figure === 'success_rate');
  return !isLimited && now.mean < before.mean - MIN_MORE_FAILED;
}

/** The answer in a few words with one amount. */
export function planHeadline(plan: PlanWithWorlds): string {
  const { candidates, recommendation, worlds, duration_seconds } = plan;
  const chosen = worlds === undefined ? recommendation : worlds.choice;
  const best = candidates.find(({ name }) => name === chosen);
  if (best === undefined) return refusalWords(plan);
  const figure = costFigure(duration_seconds);
  return [namedSettings(best), ...meanWords(figure, best.figures[figure], duration_seconds)].join(', ');
}

/** The objective and the cost, then what is limited, else the 99th percentile of latency. */
function namedFigures({ objective, constraints, duration_seconds }: PlanResult, best: PlanCandidate) {
  const cost = costFigure(duration_seconds);
  const isCost = (figure: FigureName) => FIGURE_UNITS[figure] === 'usd';
  const limited = constraints.map(({ figure }) => figure).filter((figure) => !isCost(figure));
  const wanted: readonly FigureName[] = [
    ...(isCost(objective.figure) ? [cost] : [objective.figure, cost]),
    ...(limited.length > 0 ? limited : (['latency_p99'] as const)),
  ];
  const measured = wanted.filter((figure) => isMeasured(best.figures[figure]));
  return [...new Set(measured)].slice(0, MAX_FIGURES);
}

function todayBreaks({ today: against }: PlanResult, today: PlanCandidate | undefined): readonly string[] {
  const constraints = against?.constraints ?? today?.constraints ?? [];
  const missed = constraints.filter(({ met }) => !met);
  return missed.length === 0 ? [] : [`missed by today's settings: ${formatList(missed.map(limitWords))}`];
}

/** Reservations that the reader should know before following it. */
function doubts({ selection, today }: PlanResult): readonly string[] {
  const { not_looked_at, undecided, guarantee } = selection;
  const cost = today?.cost_usd_per_month;
  const chance =
    cost && cost.half_width > 0 && Math.abs(cost.mean) <= cost.half_width
      ? ['the difference in cost may be due to chance']
      : [];
  if (guarantee === 'good_selection') return chance;
  const open = [
    ...(undecided.length > 0 ? [`${counted(undecided.length, 'other')} may be better`] : []),
    ...(not_looked_at > 0 ? [`${counted(not_looked_at, 'combination')} not evaluated`] : []),
  ];
  return [...chance, ...(open.length === 0 ? [] : [`the budget ended the search: ${formatList(open)}`])];
}

function unplanned(
  plan: PlanResult,
  variant: SourcedVariant | undefined,
  again: PlanAgain | undefined,
): Verdict {
  const { infeasibility, candidates } = plan;
  const closest = candidates.find(({ name }) => name === infeasibility?.closest);
  const undecided = infeasibility?.outcome !== 'none';
  const missed = closest?.constraints.filter(({ met }) => !met) ?? [];
  const isOfPlan = !undecided && missed.length > 0 && missed.every(({ figure }) => isPlanAllowance(figure));
  const [other] = isOfPlan && variant !== undefined ? otherPlans(variant.scenario) : [];
  const parts = [
    refusalWords(plan),
    ...(closest === undefined ? [] : [closestWords(closest, plan)]),
    ...when(other !== undefined, `${other?.words} has no such limit`),
  ];
  // A setting that breaks a constraint is shown, not applied.
  const shown = closest === undefined || closest.today ? undefined : closest.settings;
  if (other !== undefined) return verdictOf('bad', parts, again?.({ set: other.set }));
  const command = undecided
    ? moreBudget(plan, again)
    : variant && shown && commandForSettings(shown, variant, false);
  return verdictOf(undecided ? 'warning' : 'bad', parts, command);
}

function closestWords(
  { settings, constraints, replications }: PlanCandidate,
  { duration_seconds }: PlanResult,
): string {
  const words = settingsWords(settings) || "today's settings";
  const missed = constraints.filter(({ met }) => !met);
  if (missed.length === 0) {
    return `closest is ${words}: the mean of ${counted(replications, 'run')} meets every constraint, and more runs decide`;
  }
  const broken = missed.map((each) => {
    const [value] = meanWords(each.figure, each.value, duration_seconds);
    return `${limitWords(each)}${value === undefined ? '' : ` (${value})`}`;
  });
  return `closest is ${words}, which misses ${formatList(broken)}`;
}

/** The same question with twice the queries that it took, or with what all candidates take if that is usual; not at a bound. */
function moreBudget({ selection, work }: PlanResult, again: PlanAgain | undefined): string | undefined {
  if (selection.at_bounds) return undefined;
  const { searched_queries, further_queries, exhaustive_queries } = work;
  const twice = 2 * (searched_queries + further_queries);
  return again?.({
    budget: roundedBudget(Math.max(twice, Math.min(exhaustive_queries, DEFAULT_MAX_QUERIES))),
  });
}

/** The reason for no recommendation, in a phrase. */
export function refusalWords({ infeasibility, safety }: PlanResult): string {
  switch (infeasibility?.outcome) {
    case 'undecided':
      return `no setting is known to meet every constraint with a probability of ${percent(safety)}`;
    case 'none_found':
      return 'no evaluated setting meets every constraint';
    default:
      return 'no allowed setting meets every constraint';
  }
}

/** The choice over worlds in plain words. @param today the scenario that was planned for */
function worldsVerdict(of: WorldsOfPlan, today: SourcedVariant | undefined): Verdict {
  const { worlds } = of;
  const choice = worlds.candidates.find(({ fate }) => fate === 'least_regret');
  const over = `over ${counted(worlds.worlds, 'world')}`;
  const words = worldsChoiceWords(of);
  if (choice === undefined) return verdictOf('bad', [`${over}: ${words}`]);
  const some =
    worlds.looked_at === worlds.candidates_allowed
      ? []
      : [`${worlds.looked_at} of ${counted(worlds.candidates_allowed, 'candidate')} were run in every world`];
  const command =
    choice.today || today === undefined ? undefined : commandForSettings(choice.settings, today);
  return verdictOf(
    some.length === 0 ? 'good' : 'warning',
    [
      `${choice.today ? "keep today's settings" : 'set'} ${words} (the least expected regret ${over})`,
      ...some,
    ],
    command,
  );
}

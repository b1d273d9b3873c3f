import { costFigure } from '../../../figures/cost.js';
import type { FigureName } from '../../../figures/run-figures.js';
import { formatList } from '../../../kernel/format-list.js';
import { AS_IT_IS } from '../../../study/compare/named-variants.js';
import type { ConstraintResult, PlanCandidate, PlanResult } from '../../../study/plan/plan-result.js';
import { hasScale, type Limit, writtenConstraint } from '../../../study/replicate/constraint.js';
import { count, counted, duration, percent } from '../../figures/figure-text.js';
import { monthBasis } from '../../figures/month-basis.js';
import { differenceText, figureWithSpread } from '../../figures/named-figure.js';
import { when } from '../../text/when.js';
import { figureWords, limitWords } from '../../verdict/figure-words.js';
import { namedSettings } from '../../verdict/setting-words.js';

/** Slack below which a constraint is reported as binding. */
const BINDING = 0.25;

export function selectionWords({ selection, safety, constraints, recommendation }: PlanResult): string {
  const { guarantee, indifference, error, looked_at, not_looked_at, undecided } = selection;
  const room =
    constraints.length === 0 ? '' : ` among those that meet each bound with ${percent(indifference)} of room`;
  const within = `within ${percent(indifference)} of the best`;
  const open = [
    ...(undecided.length > 0 ? [`${counted(undecided.length, 'candidate')} undecided`] : []),
    ...(not_looked_at > 0 ? [`${count(not_looked_at)} not evaluated`] : []),
  ];
  const promise =
    recommendation === null
      ? `${counted(looked_at, 'candidate')} evaluated${open.length > 0 ? `, ${open.join(', ')}` : ''}`
      : guarantee === 'good_selection'
        ? `a good selection: ${within}${room}, with a probability of ${percent(1 - error)}`
        : `the best that --max-queries and --replications showed: ${open.join(', ')}`;
  const asked =
    constraints.length === 0 ? '' : `; each constraint is to be met with a probability of ${percent(safety)}`;
  return `${promise}${asked}; all figures are of runs of the whole horizon`;
}

/** The reasons for a plan as sentences, the most important first. */
export function planWords(plan: PlanResult): readonly string[] {
  return plan.recommendation === null ? infeasibleWords(plan) : feasibleWords(plan);
}

function feasibleWords(plan: PlanResult): readonly string[] {
  const { candidates, recommendation } = plan;
  const best = candidates.find(({ name }) => name === recommendation)!;
  return [
    placeWords(plan),
    ...when(best.constraints.length > 0, probabilitiesText(best.constraints)),
    ...bindingWords(plan),
    ...(best.today ? ["these are today's settings: there is nothing to change"] : todayWords(plan)),
  ];
}

function placeWords(result: PlanResult): string {
  const { candidates, objective, constraints, selection } = result;
  const figure = objectiveFigure(result);
  const allowed = candidates.filter(({ fate, name }) => fate !== 'invalid' && name !== AS_IT_IS).length;
  const { not_looked_at } = selection;
  const unseen = not_looked_at === 0 ? '' : `; ${count(not_looked_at)} of them were not evaluated`;
  const extreme = objective.sense === 'least' ? 'the least' : 'the most';
  const among = constraints.length === 0 ? 'is allowed' : 'meets every constraint';
  return `of ${counted(allowed, 'allowed setting')} it has ${extreme} ${figureWords(figure)} that ${among}${unseen}`;
}

/** Costs are per month throughout, if the run determines a month. */
function objectiveFigure({ objective: { figure }, duration_seconds }: PlanResult): FigureName {
  return figure === 'cost_usd' ? costFigure(duration_seconds) : figure;
}

function probabilitiesText(constraints: readonly ConstraintResult[]): string {
  const words = constraints.map((constraint, index) => {
    const { probability } = constraint;
    const value = probability === null ? 'not known' : probabilityText(probability);
    return `${index === 0 ? 'the probability that it meets ' : ''}${limitWords(constraint)} is ${value}`;
  });
  return words.join(', ');
}

function probabilityText(probability: number): string {
  const text = probability.toFixed(3);
  if (text === '1.000') return 'above 0.999';
  return text === '0.000' ? 'below 0.001' : text.replace(/0$/, '');
}

function bindingWords({ reasons }: PlanResult): readonly string[] {
  const binding = reasons?.binding;
  if (binding === null || binding === undefined || binding.excess === null) return [];
  const room =
    hasScale(binding) || binding.excess === 0 ? `${percent(Math.max(0, -binding.excess))} of room` : 'room';
  const value = figureWithSpread(binding.figure, binding.value);
  if (-binding.excess > BINDING) {
    return [`no constraint binds: the tightest, ${limitWords(binding)}, has ${room} (${value})`];
  }
  const doubt = binding.clear ? '' : ', which may be due to chance';
  return [`${limitWords(binding)} binds: it is at ${value}, with ${room}${doubt}`];
}

/** The change in cost from today: per month, if the run determines a month. */
function todayWords({ today, duration_seconds }: PlanResult): readonly string[] {
  if (today === null) return [];
  const { candidate, cost_usd_per_month, differences } = today;
  const known = differences.find(({ figure, difference }) => figure === 'cost_usd' && difference !== null);
  const change =
    cost_usd_per_month !== null && monthBasis(duration_seconds).carried
      ? `${differenceText('cost_usd_per_month', cost_usd_per_month)} a month`
      : known === undefined
        ? 'the difference in cost is not known'
        : `${differenceText('cost_usd', known.difference!)} for ${duration(duration_seconds)}`;
  return [`compared with today's settings (${candidate}): ${change}`];
}

export function limitText(text: string): string {
  return limitWords(writtenConstraint(text));
}

function infeasibleWords(plan: PlanResult): readonly string[] {
  const { infeasibility, selection } = plan;
  if (infeasibility === null) return [];
  const { outcome, constraints } = infeasibility;
  const everywhere = outcome === 'none' ? 'fails everywhere' : 'is not met by any evaluated setting';
  const each = constraints.map(({ constraint: text, figure, best, candidate, excess }) => {
    const limit = writtenConstraint(text);
    const constraint = limitWords(limit);
    if (best === null || candidate === null) return `${constraint}: never measured`;
    const reached = `the best is ${figureWithSpread(figure, best)}, by ${candidate}`;
    return excess !== null && excess > 0
      ? `${constraint} ${everywhere}: ${reached}${excessText(limit, excess)}`
      : `${constraint} alone can be met: ${reached}`;
  });
  const { not_looked_at } = selection;
  return [
    ...(outcome === 'undecided' ? estimateWords(plan) : []),
    ...each,
    ...when(
      not_looked_at > 0,
      `${counted(not_looked_at, 'setting')} not evaluated: a larger --max-queries does`,
    ),
  ];
}

/** The best estimate of a search that ended before it could decide. */
function estimateWords({ candidates, infeasibility, selection }: PlanResult): readonly string[] {
  const closest = candidates.find(({ name }) => name === infeasibility?.closest);
  if (closest === undefined) return [];
  const { name, constraints, replications } = closest;
  const more = selection.at_bounds
    ? `as close to a bound as ${percent(selection.indifference)} no more runs are made`
    : 'more replications or a larger --max-queries would decide';
  return [
    `${name} is the best estimate: by ${counted(replications, 'run')} ${probabilitiesText(constraints)}; ${more}`,
  ];
}

function excessText(limit: Limit, excess: number | null): string {
  return excess !== null && hasScale(limit) ? `, ${percent(excess)} beyond` : '';
}

/** Why a candidate with a better mean was not chosen. */
export function whyNot(candidate: PlanCandidate, plan: PlanResult): string {
  const { safety, selection, objective } = plan;
  const { constraints, replications, fate, reason } = candidate;
  const runs = counted(replications, 'run');
  // Means over fewer replications use different random numbers: in those runs the recommendation did as well.
  if (fate === 'worse' && reason !== null)
    return `${reasonText(reason, plan)}; its own figures are of ${runs}, those of the recommendation of ${counted(plan.replications, 'run')}`;
  const missed = constraints.filter(({ met }) => !met);
  const sure = missed.filter(({ clear }) => clear);
  const reached = (list: typeof constraints) =>
    formatList(list.map((each) => `${limitWords(each)} (${figureWithSpread(each.figure, each.value)})`));
  if (sure.length > 0) return `breaks ${reached(sure)}`;
  if (missed.length > 0) return `seems to break ${reached(missed)}, after ${runs}`;
  const doubtful = constraints.filter(({ probability }) => probability === null || probability < safety);
  if (doubtful.length > 0) {
    const chances = doubtful.map(
      ({ probability, ...limit }) =>
        `${limitWords(limit)} with a probability of ${probability === null ? 'not known' : percent(probability)}`,
    );
    return `meets ${formatList(chances)}; ${percent(safety)} is asked for, after ${runs}`;
  }
  if (fate === 'kept' && selection.undecided.includes(candidate.name))
    return `undecided: the difference in ${figureWords(objective.figure)} may be due to chance, after ${runs}`;
  return `better by less than ${percent(selection.indifference)}, or by no more than chance explains, after ${runs}`;
}

/** A reason with settings and figures as people call them. */
function reasonText(reason: string, { candidates, objective }: PlanResult): string {
  // Longer names first: one may begin with another.
  const named = candidates.toSorted((a, b) => b.name.length - a.name.length);
  return named
    .reduce((text, candidate) => text.replaceAll(candidate.name, namedSettings(candidate)), reason)
    .replaceAll(objective.figure, figureWords(objective.figure));
}

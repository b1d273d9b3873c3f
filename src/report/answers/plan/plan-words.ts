import type { FigureName } from '../../../figures/run-figures.js';
import { AS_IT_IS } from '../../../study/compare/named-variants.js';
import type { AgainstRecommendation, ConstraintResult, PlanResult } from '../../../study/plan/plan-result.js';
import { hasScale } from '../../../study/plan/whole-sample.js';
import { type Limit, writtenConstraint } from '../../../study/replicate/constraint.js';
import { count, counted, duration, number, percent } from '../../figures/figure-text.js';
import { monthBasis } from '../../figures/month-basis.js';
import { differenceText, figureWithSpread } from '../../figures/named-figure.js';
import { costFigure, figureWords, limitWords } from '../../verdict/figure-words.js';

/** Room in a constraint below which it is said to bind. */
const BINDING = 0.25;
/** Cheaper neighbours and assumptions that are named. */
const MAX_NAMED = 3;

/** What the selection is worth. */
export function selectionWords({ selection, safety, constraints, recommendation }: PlanResult): string {
  const { guarantee, indifference, error, looked_at, not_looked_at, undecided } = selection;
  const room =
    constraints.length === 0 ? '' : ` among those that meet each bound with ${percent(indifference)} of room`;
  const within = `within ${percent(indifference)} of the best`;
  const open = [
    ...(undecided.length > 0 ? [`${counted(undecided.length, 'candidate')} undecided`] : []),
    ...(not_looked_at > 0 ? [`${count(not_looked_at)} not looked at`] : []),
  ];
  const promise =
    recommendation === null
      ? `${counted(looked_at, 'candidate')} looked at${open.length > 0 ? `, ${open.join(', ')}` : ''}`
      : guarantee === 'good_selection'
        ? `a good selection: ${within}${room}, with a probability of ${percent(1 - error)}`
        : `the best that --max-queries and --replications showed: ${open.join(', ')}`;
  const asked =
    constraints.length === 0 ? '' : `; each constraint is to be met with a probability of ${percent(safety)}`;
  return `${promise}${asked}; all figures are of runs of the whole horizon`;
}

/** Why a plan says what it says, in sentences, the most important first. */
export function planWords(result: PlanResult): readonly string[] {
  return result.recommendation === null ? infeasibleWords(result) : feasibleWords(result);
}

function feasibleWords(result: PlanResult): readonly string[] {
  return [
    placeWords(result),
    safetyWords(result),
    bindingWords(result),
    neighbourWords(result),
    todayWords(result),
    nextBestWords(result),
    growthWords(result),
    sensitivityWords(result),
  ].filter((words) => words !== undefined);
}

function placeWords(result: PlanResult): string {
  const { candidates, objective, constraints, recommendation, selection } = result;
  const figure = toldObjective(result);
  const allowed = candidates.filter(({ fate, name }) => fate !== 'invalid' && name !== AS_IT_IS).length;
  const { not_looked_at } = selection;
  const unseen = not_looked_at === 0 ? '' : `; ${count(not_looked_at)} of them were not looked at`;
  const best = candidates.find(({ name }) => name === recommendation)!;
  const extreme = objective.sense === 'least' ? 'the least' : 'the most';
  const among = constraints.length === 0 ? 'is allowed' : 'meets every constraint';
  return `of ${counted(allowed, 'allowed setting')} it has ${extreme} ${figureWords(figure)} that ${among}, ${figureWithSpread(figure, best.figures[figure])}${unseen}`;
}

/** Costs are told of a month throughout, where the run carries one. */
function toldObjective({ objective: { figure }, duration_seconds }: PlanResult): FigureName {
  return figure === 'cost_usd' ? costFigure(duration_seconds) : figure;
}

function safetyWords({ candidates, recommendation }: PlanResult): string | undefined {
  const best = candidates.find(({ name }) => name === recommendation)!;
  return best.constraints.length === 0 ? undefined : probabilitiesText(best.constraints);
}

function probabilitiesText(constraints: readonly ConstraintResult[]): string {
  const words = constraints.map((constraint, index) => {
    const { probability } = constraint;
    const value = probability === null ? 'not known' : probabilityText(probability);
    return `${index === 0 ? 'the probability that it meets ' : ''}${limitWords(constraint)} is ${value}`;
  });
  return words.join(', ');
}

/** A probability to what is known of it. */
export function probabilityText(probability: number): string {
  const text = probability.toFixed(3);
  if (text === '1.000') return probability === 1 ? '1' : 'above 0.999';
  return text === '0.000' ? 'below 0.001' : text.replace(/0$/, '');
}

function bindingWords({ reasons }: PlanResult): string | undefined {
  const binding = reasons?.binding;
  if (binding === null || binding === undefined || binding.excess === null) return undefined;
  const room =
    hasScale(binding) || binding.excess === 0 ? `${percent(Math.max(0, -binding.excess))} of room` : 'room';
  const value = figureWithSpread(binding.figure, binding.value);
  if (-binding.excess > BINDING) {
    return `no constraint binds: the tightest, ${limitWords(binding)}, has ${room} (${value})`;
  }
  const doubt = binding.clear ? '' : ', which may be due to chance';
  return `${limitWords(binding)} binds: it is at ${value}, with ${room}${doubt}`;
}

function neighbourWords({ reasons, objective }: PlanResult): string | undefined {
  const cheaper = reasons?.cheaper ?? [];
  const unseen = reasons?.unseen ?? 0;
  const left = unseen === 0 ? [] : [`${counted(unseen, 'neighbour')} not looked at`];
  if (cheaper.length === 0) {
    return [`no neighbour one step away was found better in ${figureWords(objective.figure)}`, ...left].join(
      '; ',
    );
  }
  const words = cheaper.slice(0, MAX_NAMED).map(({ name, missed, doubtful, saving }) => {
    const worst = missed[0] ?? doubtful[0];
    const gain = `${name} would be ${percent(saving)} better`;
    if (worst === undefined) return gain;
    if (missed.length > 0)
      return `${gain} and ${worst.clear ? 'breaks' : 'seems to break'} ${limitWords(worst)} (${beyondText(worst)})`;
    const chance =
      worst.probability === null
        ? 'with a single run'
        : `with a probability of ${probabilityText(worst.probability)}`;
    return `${gain} and meets ${limitWords(worst)} ${chance} (${figureWithSpread(worst.figure, worst.value)})`;
  });
  return [...words, ...left].join('; ');
}

function todayWords({ today, candidates, recommendation, duration_seconds }: PlanResult): string | undefined {
  if (candidates.find(({ name }) => name === recommendation)?.today === true) {
    return "these are today's settings: there is nothing to change";
  }
  if (today === null) return undefined;
  const missed = today.constraints.filter(({ met }) => !met);
  const faults =
    missed.length === 0 ? '' : `; today's settings break ${missed.map(constraintText).join(' and ')}`;
  return `compared with today's settings (${today.candidate}): ${changeWords(today, duration_seconds)}${faults}`;
}

function nextBestWords(result: PlanResult): string | undefined {
  const { next_best, objective } = result;
  if (next_best === null) return 'no other candidate that was simulated meets every constraint';
  const figure = toldObjective(result);
  const first =
    figure === 'cost_usd_per_month'
      ? next_best.cost_usd_per_month
      : next_best.differences.find((each) => each.figure === objective.figure)?.difference;
  const apart =
    first === null || first === undefined
      ? ''
      : first.mean === 0 && first.half_width === 0
        ? `, with the same ${figureWords(figure)}`
        : `, against which the recommendation differs by ${differenceText(figure, first)} in ${figureWords(figure)}`;
  return `the next best is ${next_best.candidate}${apart}`;
}

/** What the recommendation changes: in a month, where the run carries one. */
function changeWords(
  { cost_usd_per_month, differences }: AgainstRecommendation,
  duration_seconds: number,
): string {
  if (cost_usd_per_month !== null && monthBasis(duration_seconds).carried) {
    return `${differenceText('cost_usd_per_month', cost_usd_per_month)} a month`;
  }
  const known = differences.find(({ figure, difference }) => figure === 'cost_usd' && difference !== null);
  if (known === undefined) return 'the difference in cost is not known';
  return `${differenceText('cost_usd', known.difference!)} for ${duration(duration_seconds)}`;
}

function growthWords({ growth, recommendation }: PlanResult): string | undefined {
  if (growth.length === 0) return undefined;
  const looked = growth.filter(({ tried }) => tried > 0);
  const words = looked.map(({ factor, candidate, stays, complete, tried }) => {
    const load = `at ${number(factor)} times the load`;
    if (tried === 1 && !complete) {
      const stands = stays.feasible === true ? 'meets every constraint' : 'breaks a constraint';
      return `${load} the recommendation ${stands}; --max-queries had no room for others`;
    }
    const ended = complete ? '' : ' (the budget ended the search)';
    if (candidate === recommendation) return `${load} the same settings are the best that was tried${ended}`;
    if (candidate === null) return `${load} nothing that was tried meets the constraints${ended}`;
    return `${load} ${candidate}${stays.feasible === true ? ' is better' : ', since the recommendation breaks a constraint there'}${ended}`;
  });
  const left = growth
    .filter(({ tried }) => tried === 0)
    .map(({ factor }) => `${number(factor)} times the load`);
  if (left.length > 0) words.push(`${left.join(', ')}: not looked at, as --max-queries has no room for it`);
  return words.join('; ');
}

function sensitivityWords({ sensitivity, sensitivity_left_out }: PlanResult): string | undefined {
  const left = sensitivity_left_out.length;
  const unseen =
    left === 0 ? '' : `${counted(left, 'assumption')} not looked at, as --max-queries has no room for it`;
  if (sensitivity.length === 0) return unseen === '' ? undefined : unseen;
  const words = effectWords(sensitivity);
  return unseen === '' ? words : `${words}; ${unseen}`;
}

/** A constraint as it was written, in words. */
export function limitText(text: string): string {
  return limitWords(writtenConstraint(text));
}

function effectWords(sensitivity: PlanResult['sensitivity']): string {
  const effects = sensitivity.flatMap(({ assumption, low, high }) =>
    [low, high].flatMap((effect) => (effect === null ? [] : [{ assumption, ...effect }])),
  );
  const changing = effects.filter(({ instead }) => instead !== null);
  const breaking = effects.filter(({ breaks, instead }) => instead === null && breaks.length > 0);
  const tried = `${counted(sensitivity.length, 'assumption')} tried one at a time`;
  if (changing.length + breaking.length === 0)
    return `none of ${tried} changes the recommendation or breaks a constraint`;
  const named = [
    ...changing.map(
      ({ assumption, value, instead }) => `with ${assumption} at ${value} it would be ${instead}`,
    ),
    ...breaking.map(
      ({ assumption, value, breaks }) =>
        `with ${assumption} at ${value} it breaks ${breaks.map(limitText).join(', ')}`,
    ),
  ];
  const more = named.length > MAX_NAMED ? `; and ${count(named.length - MAX_NAMED)} more` : '';
  return `of ${tried}: ${named.slice(0, MAX_NAMED).join('; ')}${more}`;
}

function infeasibleWords({ infeasibility, candidates, selection }: PlanResult): readonly string[] {
  if (infeasibility === null) return [];
  const { outcome, constraints } = infeasibility;
  const everywhere = outcome === 'none' ? 'fails everywhere' : 'is not met by what was looked at';
  const each = constraints.map(({ constraint: text, figure, best, candidate, excess }) => {
    const limit = writtenConstraint(text);
    const constraint = limitWords(limit);
    if (best === null || candidate === null) return `${constraint}: never measured`;
    const reached = `the best is ${figureWithSpread(figure, best)}, by ${candidate}`;
    return excess !== null && excess > 0
      ? `${constraint} ${everywhere}: ${reached}${excessText(limit, excess)}`
      : `${constraint} can be met by itself: ${reached}`;
  });
  const closest = candidates.find(({ name }) => name === infeasibility.closest);
  const nearest = closest === undefined ? [] : closestWords(closest, outcome, selection);
  const { not_looked_at } = selection;
  const unseen =
    not_looked_at === 0
      ? []
      : [`${counted(not_looked_at, 'setting')} not looked at: a larger --max-queries does`];
  return outcome === 'undecided' ? [...nearest, ...each, ...unseen] : [...each, ...nearest, ...unseen];
}

function closestWords(
  { name, constraints, replications }: PlanResult['candidates'][number],
  outcome: 'none' | 'undecided' | 'none_found',
  selection: PlanResult['selection'],
): readonly string[] {
  if (outcome === 'undecided') {
    const chances = probabilitiesText(constraints);
    const more = selection.at_bounds
      ? `as close to a bound as ${percent(selection.indifference)} no more runs are made`
      : 'more replications or a larger --max-queries would decide';
    return [`${name} is the best estimate: by ${counted(replications, 'run')} ${chances}; ${more}`];
  }
  const missed = constraints.filter(({ met }) => !met).map(constraintText);
  return [`${name} comes closest: it breaks ${missed.join(' and ')}`];
}

function constraintText(result: ConstraintResult): string {
  return `${limitWords(result)} (${beyondText(result)})`;
}

function beyondText(result: ConstraintResult): string {
  return `${figureWithSpread(result.figure, result.value)}${excessText(result, result.excess)}`;
}

function excessText(limit: Limit, excess: number | null): string {
  return excess !== null && hasScale(limit) ? `, ${percent(excess)} beyond` : '';
}

import type { AgainstRecommendation, ConstraintResult, PlanResult } from '../planner/plan-result.js';
import type { FigureName } from '../planner/run-figures.js';
import { count, counted, duration, number, percent } from './figure-text.js';
import { differenceText, figureText, figureWithSpread } from './named-figure.js';

/** Room in a constraint below which it is said to bind. */
const BINDING = 0.25;
/** Cheaper neighbours and assumptions that are named. */
const MOST_NAMED = 3;

/** Why a plan says what it says, in sentences, the most important first. */
export function planWords(result: PlanResult): readonly string[] {
  return result.recommendation === null ? infeasibleWords(result) : feasibleWords(result);
}

function feasibleWords(result: PlanResult): readonly string[] {
  return [
    placeWords(result),
    bindingWords(result),
    neighbourWords(result),
    todayWords(result),
    nextBestWords(result),
    growthWords(result),
    sensitivityWords(result),
  ].filter((words) => words !== undefined);
}

function placeWords({ candidates, objective, constraints, recommendation }: PlanResult): string {
  const allowed = candidates.filter(({ fate, name }) => fate !== 'invalid' && name !== 'as it is').length;
  const best = candidates.find(({ name }) => name === recommendation)!;
  const extreme = objective.sense === 'least' ? 'the least' : 'the most';
  const among = constraints.length === 0 ? 'is allowed' : 'meets every constraint';
  return `of ${counted(allowed, 'allowed setting')} it has ${extreme} ${objective.figure} that ${among}, ${figureWithSpread(objective.figure, best.figures[objective.figure])}`;
}

function bindingWords({ reasons }: PlanResult): string | undefined {
  const binding = reasons?.binding;
  if (binding === null || binding === undefined || binding.excess === null) return undefined;
  const room = percent(Math.max(0, -binding.excess));
  const value = figureWithSpread(binding.figure, binding.value);
  if (-binding.excess > BINDING) {
    return `no constraint binds: the tightest, ${binding.constraint}, has ${room} of room (${value})`;
  }
  const doubt = binding.clear ? '' : ', which chance might take away';
  return `${binding.constraint} binds: it is at ${value}, with ${room} of room${doubt}`;
}

function neighbourWords({ reasons, objective }: PlanResult): string | undefined {
  const cheaper = reasons?.cheaper ?? [];
  if (cheaper.length === 0) return `no neighbour one step away was found better in ${objective.figure}`;
  const words = cheaper.slice(0, MOST_NAMED).map(({ name, missed, saving }) => {
    const worst = missed[0];
    const gain = `${name} would be ${percent(saving)} better`;
    return worst === undefined ? gain : `${gain} and breaks ${worst.constraint} (${beyondText(worst)})`;
  });
  return words.join('; ');
}

function todayWords({ today, candidates, recommendation }: PlanResult): string | undefined {
  if (candidates.find(({ name }) => name === recommendation)?.today === true) {
    return "these are today's settings: there is nothing to change";
  }
  if (today === null) return undefined;
  const missed = today.constraints.filter(({ met }) => !met);
  const faults =
    missed.length === 0 ? '' : `; today's settings break ${missed.map(constraintText).join(' and ')}`;
  return `against today's settings (${today.candidate}): ${monthText(today)}${faults}`;
}

function nextBestWords({ next_best, objective }: PlanResult): string | undefined {
  if (next_best === null) return 'no other candidate that was simulated meets every constraint';
  const first = next_best.differences.find(({ figure }) => figure === objective.figure)?.difference;
  const apart =
    first === null || first === undefined
      ? ''
      : first.mean === 0 && first.half_width === 0
        ? `, with the same ${objective.figure}`
        : `, against which the recommendation differs by ${differenceText(objective.figure, first)} in ${objective.figure}`;
  return `the next best is ${next_best.candidate}${apart}`;
}

/** What the recommendation changes in a month. */
export function monthText({ cost_usd_per_month }: AgainstRecommendation): string {
  if (cost_usd_per_month === null) return 'the difference in cost is not known';
  return `${differenceText('cost_usd_per_month', cost_usd_per_month)} a month`;
}

/** Below this share of the run, what is said of other loads is a first look. */
const FIRST_LOOK = 0.1;

function growthWords({ growth, recommendation, duration_seconds }: PlanResult): string | undefined {
  if (growth.length === 0) return undefined;
  const words = growth.map(({ factor, candidate, stays }) => {
    const load = `${number(factor)} times the load`;
    if (candidate === recommendation) return `at ${load} the same settings are best`;
    if (candidate === null) return `at ${load} nothing that was tried meets the constraints`;
    return `at ${load} ${candidate}${stays.feasible ? ' is better' : ', since the recommendation breaks a constraint there'}`;
  });
  const seen = Math.min(
    ...growth.map(({ simulated }) => simulated.duration_seconds * simulated.replications),
  );
  if (seen >= FIRST_LOOK * duration_seconds) return words.join('; ');
  return `${words.join('; ')} (a first look: as little as ${duration(seen)} of ${duration(duration_seconds)} was simulated at each; a larger --budget looks closer)`;
}

function sensitivityWords({ sensitivity }: PlanResult): string | undefined {
  if (sensitivity.length === 0) return undefined;
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
      ({ assumption, value, breaks }) => `with ${assumption} at ${value} it breaks ${breaks.join(', ')}`,
    ),
  ];
  const more = named.length > MOST_NAMED ? `; and ${count(named.length - MOST_NAMED)} more` : '';
  return `of ${tried}: ${named.slice(0, MOST_NAMED).join('; ')}${more}`;
}

function infeasibleWords({ infeasibility, candidates }: PlanResult): readonly string[] {
  if (infeasibility === null) return [];
  const each = infeasibility.constraints.map(({ constraint, best, candidate, excess }) => {
    if (best === null || candidate === null) return `${constraint}: never measured`;
    const figure = constraint.split(/\s/)[0] as FigureName;
    const reached = `the best is ${figureText(figure, best)}, by ${candidate}`;
    return excess !== null && excess > 0
      ? `${constraint} fails everywhere: ${reached}, ${percent(excess)} beyond`
      : `${constraint} can be met by itself: ${reached}`;
  });
  const closest = candidates.find(({ name }) => name === infeasibility.closest);
  if (closest === undefined) return each;
  const missed = closest.constraints.filter(({ met }) => !met).map(constraintText);
  return [...each, `${closest.name} comes closest: it breaks ${missed.join(' and ')}`];
}

function constraintText(result: ConstraintResult): string {
  return `${result.constraint} (${beyondText(result)})`;
}

function beyondText({ figure, value, excess }: ConstraintResult): string {
  const beyond = excess === null ? '' : `, ${percent(excess)} beyond`;
  return `${figureWithSpread(figure, value)}${beyond}`;
}

import { FIGURE_UNITS, type FigureName } from '../../figures/run-figures.js';
import type { PlanResult } from '../../study/plan/plan-result.js';
import type { ForecastOverWorlds } from '../../study/worlds/forecast-worlds.js';
import type { CandidateOverWorlds, PlanOverWorlds } from '../../study/worlds/plan-worlds-result.js';
import type { FigureOverWorlds } from '../../study/worlds/world-spread.js';
import { counted, duration, money } from '../figures/figure-text.js';
import { figureText } from '../figures/named-figure.js';
import { figureWords } from './figure-words.js';
import { namedSettings } from './setting-words.js';

/** A plan and the choice over worlds drawn from its scenario's intervals. */
export interface WorldsOfPlan {
  readonly plan: Pick<PlanResult, 'objective' | 'recommendation' | 'safety' | 'duration_seconds'>;
  readonly worlds: PlanOverWorlds;
}

/** The choice over worlds in a sentence, with the best of the middle world. */
export function worldsChoiceWords({ plan, worlds }: WorldsOfPlan): string {
  const { figure } = plan.objective;
  const { candidates, possible_worlds, least_worlds_met, worlds: all, inputs, chance } = worlds;
  const choice = candidates.find(({ fate }) => fate === 'least_regret');
  if (possible_worlds === 0)
    return `in none of ${counted(all, 'world')} does any candidate meet every constraint`;
  if (choice === undefined) {
    return `no candidate meets every constraint in ${least_worlds_met} of ${counted(possible_worlds, 'possible world')}`;
  }
  const { mean, greatest, world } = choice.regret!;
  const loss =
    greatest === 0
      ? `the best in ${possible_worlds === all ? 'each of the' : `${possible_worlds} of`} ${counted(all, 'world')}`
      : `${worldValue(figure, mean)} of ${figureWords(figure)} lost on average against the best of each world, ${worldValue(figure, greatest)} at worst (world ${world})`;
  const middle = candidates.find(({ best_of_middle }) => best_of_middle);
  const bestOfMiddle =
    middle === undefined || middle === choice
      ? middle === choice
        ? '; the best of the middle world as well'
        : ''
      : `; the best of the middle world, ${namedSettings(middle)}, ${reasonWords(middle, { plan, worlds })}`;
  const impossible = all - possible_worlds;
  const without = impossible === 0 ? '' : `; in ${impossible} of ${all} no candidate meets every constraint`;
  const spread = FIGURE_UNITS[figure] === 'usd' ? choice.objective : null;
  const cost =
    spread === null
      ? ''
      : `${spreadWords({ spread, inputs, chance }, `for ${duration(plan.duration_seconds)}`)}; `;
  return `${namedSettings(choice)}: ${cost}${loss}${bestOfMiddle}${without}`;
}

/** Why a candidate is not the choice, with the figure that it rests on. */
function reasonWords(candidate: CandidateOverWorlds, { plan, worlds }: WorldsOfPlan): string {
  const { figure } = plan.objective;
  const { fate, regret } = candidate;
  if (fate === 'not_looked_at') return 'was not run in every world';
  const breaks = brokenWords(candidate, worlds);
  if (fate === 'refused') return `breaks ${breaks}`;
  const lost = `loses ${worldValue(figure, regret!.mean)} on average and ${worldValue(figure, regret!.greatest)} at worst (world ${regret!.world})`;
  return breaks === '' ? lost : `${lost}, and breaks ${breaks}`;
}

/** The limits that a candidate breaks, and the world that breaks each most. */
export function brokenWords({ broken }: CandidateOverWorlds, { worlds: all }: PlanOverWorlds): string {
  return broken
    .map(({ constraint, figure, worlds, worst, worst_world }) => {
      const at = worst === null ? 'there were no answers' : figureText(figure, worst);
      return `${constraint} in ${worlds} of ${all} worlds, at worst ${at} (world ${worst_world})`;
    })
    .join('; ');
}

/** The value of a figure, in cents if it is money. */
function worldValue(figure: FigureName, value: number): string {
  return FIGURE_UNITS[figure] === 'usd' ? money(value) : figureText(figure, value);
}

/** The total over worlds in a phrase. */
export function forecastWorldsWords({ months, whole_bill, ...of }: ForecastOverWorlds): string {
  return `${whole_bill ? 'the whole bill ' : ''}${spreadWords(of, `in ${counted(months.length, 'month')}`)}`;
}

/** An amount over worlds in a phrase, with the interval that explains most of it. @param time the period of the amount */
export function spreadWords(
  { spread, inputs, chance }: Pick<FigureOverWorlds, 'spread' | 'inputs' | 'chance'>,
  time: string,
): string {
  const range = `${money(spread.low_5)} to ${money(spread.high_95)} ${time} in nine worlds of ten, ${money(spread.median)} in the median`;
  const [first] = inputs;
  // Nearer to 0 it may be chance.
  const leads = first !== undefined && Math.abs(first.rank_correlation ?? 0) > chance;
  return leads ? `${range}; ${first.path} explains most of that` : range;
}

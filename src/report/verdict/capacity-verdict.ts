import type { Capacity, LoadEstimate } from '../../study/growth/capacity-result.js';
import { isOfCap } from '../../study/replicate/constraint.js';
import { number, percent } from '../figures/figure-text.js';
import { type Tone, type Verdict, verdictOf } from '../text/verdict.js';
import { when } from '../text/when.js';
import { type AskedScenario, planFor } from './asked-scenario.js';
import { limitWords } from './figure-words.js';

/**
 * A capacity in plain words: the room for more load, the first limit, its cause, and its date.
 * @param asked the question; without it no command is named
 */
export function capacityVerdict(capacity: Capacity, asked?: AskedScenario): Verdict {
  const { verdict, load, least, why } = capacity;
  const tooMuch = load !== null && load.factor < 1;
  const tooLittle = least !== null && least.factor > 1;
  const tone: Tone =
    verdict === 'none' || tooMuch || tooLittle ? 'bad' : verdict === 'unknown' ? 'warning' : 'good';
  const parts = verdict === 'range' ? rangeParts(capacity) : [why ?? 'the load could not be determined'];
  const command = asked && verdict !== 'unknown' ? planCommand(capacity, asked) : undefined;
  return verdictOf(tone, parts, command);
}

function rangeParts(capacity: Capacity): readonly string[] {
  const { load, least, binds, first, first_below, queries_per_second_at_capacity: rate } = capacity;
  const missed = (side: string, name: string | null) =>
    capacity.objectives
      .filter(({ objective }) => objective === name)
      .map((objective) => `; ${side} it ${limitWords(objective)} is missed`)
      .join('');
  const below = missed('below', first_below);
  if (load === null) {
    const from =
      least && `from ${timesText(least.factor)} the present load on (${rangeText(least, capacity)})`;
    return [`carries any load that was tried ${from ?? ''}${below}`, ...dateWords(capacity)];
  }
  const from = least === null ? 'up' : `from ${number(least.factor)}`;
  const ranges = [least, load].flatMap((end) => (end === null ? [] : [rangeText(end, capacity)])).join('; ');
  const lead = load.factor < 1 ? 'the present load is already too much: carries' : 'carries';
  const queries = rate === null ? '' : `, ${number(rate)} queries a second`;
  const want = binds[0] === undefined ? '' : `; hardest pressed: ${binds[0].resource}`;
  return [
    `${lead} ${from} to ${timesText(load.factor)} the present load (${ranges})${queries}${missed('beyond', first)}${want}${below}`,
    ...dateWords(capacity),
  ];
}

/** When the load becomes large enough, and when too large, if its growth is known. */
function dateWords({ date, load, confidence }: Capacity): readonly string[] {
  if (date === undefined) return [];
  const { growth, date: day, earliest, latest, met_from } = date;
  const range = `${percent(confidence)} range ${earliest ?? 'never'} to ${latest ?? 'never'}`;
  return [
    ...when(met_from !== null, `the load is large enough from ${met_from}`),
    ...when(
      load !== null && load.factor > 1,
      `at a growth of ${growth} that is ${day === null ? 'never reached' : `reached on ${day} (${range})`}`,
    ),
  ];
}

/** A multiple of the load in words. */
export function timesText(factor: number): string {
  return `${number(factor)} times`;
}

/** The confidence interval of a load. */
function rangeText({ low, high }: LoadEstimate, { confidence }: Pick<Capacity, 'confidence'>): string {
  return `${percent(confidence)} range ${number(low)} to ${number(high)}`;
}

/** The `neap plan` that finds settings for twice the load that can be carried, or for the present load. */
function planCommand({ load, objectives, verdict }: Capacity, asked: AskedScenario): string | undefined {
  if (verdict === 'all') return undefined;
  const asks = objectives.map(({ objective }) => objective).filter((text) => !isOfCap(text));
  const double = load === null ? 1 : 2 * load.factor;
  return planFor(asked, asks, double > 1 && double <= 1000 ? Number(double.toPrecision(2)) : 1);
}

import { WAKE_COST } from '../../compute/policy/suspend/wake-cost.js';
import { settingOwners } from '../../planner/compare/setting-change.js';
import type {
  PolicyComparison,
  PolicyRow,
  SideComparison,
} from '../../planner/policies/policy-comparison.js';
import { quoted } from '../../scenario/document/scenario-document.js';
import type { Scenario } from '../../scenario/scenario.js';
import { count, counted, duration, milliseconds } from '../figures/figure-text.js';
import { type Verdict, verdictOf } from '../text/verdict.js';
import { type AskedScenario, commandOn } from './asked-scenario.js';
import { insteadOf, saidFigure } from './figure-words.js';

const NAMES = { size: 'size policy', suspend: 'suspension policy' } as const;

/** The best policy of a side, and what it is best by. */
interface Choice {
  readonly side: SideComparison['side'];
  readonly best: PolicyRow;
  readonly own: PolicyRow;
  readonly by: string;
}

/**
 * The policies in plain words: for each side the best that can be deployed, and what it changes, of those that meet every
 * objective where any does. Of sizes it is the cheapest among those that serve no worse than the scenario's own: no more
 * failed queries and no higher p99. Of suspension it is the one closest to the oracle, which counts each wake as so much
 * running time.
 */
export function policiesVerdict(
  comparison: PolicyComparison,
  scenario?: Scenario,
  asked?: AskedScenario,
): Verdict {
  const first = firstOfEachSide(comparison.sides);
  const length = duration(comparison.duration_seconds);
  const choices = first.flatMap(choiceOf);
  if (choices.length === 0) {
    const why = [...new Set(first.flatMap(({ nothing_to_decide }) => nothing_to_decide ?? []))];
    return verdictOf('neutral', [why.length === 0 ? 'no policy can be compared' : why.join('; ')]);
  }
  const changes = choices.filter(({ best, own }) => best !== own);
  const command =
    scenario === undefined || asked === undefined || changes.length === 0
      ? undefined
      : commandOn(
          {
            ...asked,
            set: [...(asked.set ?? []), ...changes.flatMap((each) => overrides(each, scenario, comparison))],
          },
          'run',
        );
  return verdictOf(
    choices.every(({ best }) => meetsAll(best)) ? (changes.length === 0 ? 'good' : 'neutral') : 'bad',
    choices.map((choice) => choiceWords(choice, length)),
    command,
  );
}

/** The whole table of a side for one worth of a wake: the front shows what the others change. */
export function firstOfEachSide(sides: readonly SideComparison[]): readonly SideComparison[] {
  return sides.filter(({ side }, index) => sides.findIndex((each) => each.side === side) === index);
}

function choiceOf({ side, rows, wake_cost_seconds }: SideComparison): readonly Choice[] {
  const own = rows.find((row) => row.own);
  if (own === undefined) return [];
  const able = rows.filter(({ foresight }) => !foresight);
  if (able.length === 0) return [];
  const meeting = able.filter(meetsAll);
  const open = meeting.length > 0 ? meeting : able;
  const least = (list: readonly PolicyRow[], of: (row: PolicyRow) => number): PolicyRow =>
    list.reduce((best, row) => (of(row) < of(best) ? row : best), list.includes(own) ? own : list[0]!);
  const objectives = meeting.length > 0 ? 'meeting every objective' : 'though none meets every objective';
  const judged = own.slo.length === 0 ? '' : `, ${objectives}`;
  if (side === 'suspend') {
    const regret = (row: PolicyRow) => row.regret_hours_per_day ?? Number.POSITIVE_INFINITY;
    const by = `counting each wake as ${duration(wake_cost_seconds ?? 0)} of running${judged}`;
    return [{ side, own, best: least(open, regret), by }];
  }
  const p99 = (row: PolicyRow) => row.latency_p99_ms ?? 0;
  const served = open.filter((row) => row.queries_failed <= own.queries_failed && p99(row) <= p99(own));
  const worse = served.length === 0 && meeting.length > 0;
  const list = served.length > 0 ? served : worse ? meeting : [own];
  const by = `the cheapest${worse ? '' : ' of those that serve no worse'}${judged}`;
  return [{ side, own, best: least(list, ({ cost_usd }) => cost_usd), by }];
}

function meetsAll({ slo }: PolicyRow): boolean {
  return slo.every(({ met }) => met);
}

function choiceWords({ side, best, own, by }: Choice, length: string): string {
  const facts = best === own ? factsOf(best, length) : changesOf(best, own, length);
  const name = NAMES[side];
  return best === own
    ? `${name}: keep ${best.policy}, ${by}: ${facts}`
    : `${name}: ${best.policy} instead of ${own.policy}, ${by}: ${facts}`;
}

function factsOf({ cost_usd, wakes, latency_p99_ms }: PolicyRow, length: string): string {
  const p99 = latency_p99_ms === null ? '' : `, p99 ${milliseconds(latency_p99_ms)}`;
  return `${saidFigure('cost_usd', cost_usd, length)}, ${counted(wakes, 'wake')}${p99}`;
}

function changesOf(best: PolicyRow, own: PolicyRow, length: string): string {
  const wakes =
    best.wakes === own.wakes
      ? counted(best.wakes, 'wake')
      : `${counted(best.wakes, 'wake')} instead of ${count(own.wakes)}`;
  const [now, before] = [best.latency_p99_ms, own.latency_p99_ms];
  const p99 = now === null || before === null ? [] : [insteadOf('latency_p99', now, before)];
  return [insteadOf('cost_usd', best.cost_usd, own.cost_usd, length), wakes, ...p99].join(', ');
}

/** The overrides that choose a policy, told what a wake is worth where it asks and was told something else than usual. */
function overrides(
  { side, best }: Choice,
  scenario: Scenario,
  { front }: PolicyComparison,
): readonly string[] {
  const told = front?.points.find(({ policy }) => policy === best.policy)?.wake_cost_seconds ?? null;
  const usual = side === 'size' || told === null || told === WAKE_COST.default;
  const value = usual ? best.policy : `{ ${best.policy}: { wake_cost_seconds: ${told}s } }`;
  return settingOwners(scenario).map((name) => `computes.${quoted(name)}.policy.${side}=${value}`);
}

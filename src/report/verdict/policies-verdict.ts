import { OWN_POLICIES } from '../../compute/policy/own-policies.js';
import { costFigure } from '../../figures/cost.js';
import { quoted } from '../../scenario/document/scenario-document.js';
import type { Scenario } from '../../scenario/scenario.js';
import { pathAndValue, settingOwners } from '../../study/compare/setting-change.js';
import { bestItem, type TieBreak } from '../../study/compare/tie-break.js';
import type {
  PolicyComparison,
  PolicyRow,
  SettingRow,
  SideComparison,
} from '../../study/policies/policy-comparison.js';
import { duration } from '../figures/figure-text.js';
import { type Verdict, verdictOf } from '../text/verdict.js';
import { type AskedScenario, runWith } from './asked-scenario.js';
import { monthAssumption, nowWords } from './figure-words.js';
import { settingWords } from './setting-words.js';

type Cost = ReturnType<typeof costFigure>;

const NAMES = { size: 'size', suspend: 'suspension' } as const;

/** What is set, and what came of it. */
interface Option extends SettingRow, TieBreak {
  /** As it is called: a setting, or a policy. */
  readonly called: string;
}

/** The best of the platform's settings on a side and of the policies that it does not offer, and what both are best by. */
interface Choice {
  readonly side: SideComparison['side'];
  readonly own: Option;
  /** The best that the platform offers; the scenario's choice if no other is better. */
  readonly best: Option;
  /** A policy that would be better still; `undefined` if none is. */
  readonly whatIf: Option | undefined;
  readonly by: string;
}

/**
 * The policies in plain words: for each side the best setting that the platform offers, and what it changes, of those
 * that meet every objective if any does. A policy that it does not offer is shown as a what-if. The best size is
 * the cheapest among those that serve no worse than the scenario's: no more failed queries and no higher p99. The best
 * suspension is the one closest to the oracle, which counts each wake as a fixed running time.
 */
export function policiesVerdict(
  comparison: PolicyComparison,
  scenario?: Scenario,
  asked?: AskedScenario,
): Verdict {
  const { duration_seconds, sides } = comparison;
  const choices = sides.flatMap((side) => choiceOf(side, costFigure(duration_seconds)));
  if (choices.length === 0) {
    const why = [...new Set(sides.flatMap(({ nothing_to_decide }) => nothing_to_decide ?? []))];
    return verdictOf('neutral', [why.length === 0 ? 'no policy can be compared' : why.join('; ')]);
  }
  const changes = choices.filter(({ best, own }) => best !== own);
  const command =
    scenario === undefined || asked === undefined || changes.length === 0
      ? undefined
      : runWith(
          asked,
          changes.flatMap((choice) => overrides(choice, scenario)),
        );
  return verdictOf(
    choices.every(({ best }) => meetsAll(best)) ? (changes.length === 0 ? 'good' : 'neutral') : 'bad',
    [
      ...choices.flatMap((choice) => choiceWords(choice, duration_seconds)),
      ...monthAssumption(duration_seconds),
    ],
    command,
  );
}

function choiceOf(
  { side, rows, settings, wake_cost_seconds }: SideComparison,
  cost: Cost,
): readonly Choice[] {
  const row = rows.find((each) => each.own);
  if (row === undefined) return [];
  const called = row.offered ? "today's settings" : row.policy;
  const own: Option = { ...row, setting: '', called, changes: 0, index: -1 };
  // A setting is one of the platform's own policy.
  const changes = row.offered ? 1 : 2;
  const offered = [
    ...rows.filter((each) => each.offered && !each.own).map(optionOf),
    ...settings.map(
      (each, index): Option => ({
        ...each,
        called: settingWords(...pathAndValue(each.setting)),
        changes,
        index,
      }),
    ),
  ];
  const others = rows.filter((each) => !each.foresight && !each.offered && !each.own).map(optionOf);
  const best = bestOf({ side, cost }, [own, ...offered], own);
  const better = bestOf({ side, cost }, [best, ...others], best);
  const judged =
    own.slo.length === 0
      ? ''
      : `, ${[own, ...offered].some(meetsAll) ? 'meeting every objective' : 'though none meets every objective'}`;
  const by =
    side === 'suspend'
      ? `counting each wake as ${duration(wake_cost_seconds ?? 0)} of running${judged}`
      : `the cheapest of those that serve no worse${judged}`;
  return [{ side, own, best, whatIf: better === best ? undefined : better, by }];
}

function optionOf(row: PolicyRow, index: number): Option {
  return { ...row, setting: '', called: row.policy, changes: 1, index };
}

/** The best of some options: of those that meet every objective, where any does. */
function bestOf(
  { side, cost }: { readonly side: SideComparison['side']; readonly cost: Cost },
  options: readonly Option[],
  now: Option,
): Option {
  const meeting = options.filter(meetsAll);
  const open = meeting.length > 0 ? meeting : options;
  if (side === 'suspend') {
    return bestItem(open, ({ regret_hours_per_day: hours }) => hours ?? Number.POSITIVE_INFINITY)!;
  }
  const p99 = ({ latency_p99_ms }: Option) => latency_p99_ms ?? 0;
  const served = open.filter((each) => each.queries_failed <= now.queries_failed && p99(each) <= p99(now));
  const list = served.length > 0 ? served : meeting.length > 0 ? meeting : [now];
  return bestItem(list, (option) => option[cost])!;
}

function meetsAll({ slo }: Pick<Option, 'slo'>): boolean {
  return slo.every(({ met }) => met);
}

function choiceWords({ side, best, own, whatIf, by }: Choice, seconds: number): readonly string[] {
  const name = NAMES[side];
  const first =
    best === own
      ? `${name}: keep ${own.called}, ${by}: ${figuresOf(best, seconds)}`
      : `${name}: ${best.called} instead of ${own.called}, ${by}: ${figuresOf(best, seconds, own)}`;
  if (whatIf === undefined) return [first];
  return [
    first,
    `what-if, since the platform does not offer it: ${whatIf.called}: ${figuresOf(whatIf, seconds, best)}`,
  ];
}

/** Figures named in addition to the cost, with the field of a row that contains each. */
const NAMED_FIGURES = [
  ['delayed_probability', 'delayed_probability'],
  ['latency_p99', 'latency_p99_ms'],
] as const;

/** Cost, share that waits, and slowest answers, next to those of another option if there is one. */
function figuresOf(option: Option, duration_seconds: number, other?: Option): string {
  const cost = costFigure(duration_seconds);
  return [[cost, cost] as const, ...NAMED_FIGURES]
    .flatMap(([figure, field]) => {
      const now = option[field];
      return now === null ? [] : nowWords(figure, now, duration_seconds, other?.[field]);
    })
    .join(', ');
}

/** The overrides that choose a policy, or a setting under the platform's own. */
function overrides({ side, best: { setting, called } }: Choice, scenario: Scenario): readonly string[] {
  const owners = settingOwners(scenario);
  const policy = setting === '' ? called : OWN_POLICIES[side].fallback.name;
  const changes = scenario.computes.some((one) => one[`${side}_policy`].name !== policy);
  return [
    ...(changes ? owners.map((name) => `computes.${quoted(name)}.policy.${side}=${policy}`) : []),
    ...(setting === '' ? [] : [setting]),
  ];
}

import { formatList } from '../../kernel/format-list.js';
import type { Summary } from '../../study/run/summary.js';
import { count, counted, duration, percent } from '../figures/figure-text.js';
import { monthBasis, monthPrices } from '../figures/month-basis.js';
import { type Message, messages } from '../text/messages.js';
import { type Verdict, verdictOf } from '../text/verdict.js';
import { type AskedScenario, planFor, runWith } from './asked-scenario.js';
import { clause, costParts, isCured, recommended, troubleCause } from './cause-and-fix.js';
import { moneyWords } from './figure-words.js';
import { queriesOf, type Trouble, troublesOf } from './run-troubles.js';

/** Number of troubles in a verdict, and of those whose cause it names. */
const MAX_TROUBLES = 3;
const MAX_WITH_CAUSE = 2;

/** The inputs of a run's verdict. */
interface RunFacts {
  readonly summary: Summary;
  readonly troubles: readonly Trouble[];
  /** Their cause, in a clause; empty if unknown. */
  readonly trouble_cause: string;
  /** The change that ends them, in a clause; none if no change does. */
  readonly cure: readonly string[];
  /** The cause of the cost and the change that saves money; empty if unknown, or if it is part of the troubles. */
  readonly cause: readonly string[];
}

/** Sentences, the answer first: money, cause and fix; of a run with troubles these before what costs money. */
const SENTENCES: readonly Message<RunFacts, { readonly named: string } | string>[] = [
  [() => true, ({ summary }) => costWords(summary)],
  [({ summary }) => summary.total.queries.arrived === 0, ({ summary }) => silenceWords(summary)],
  [
    ({ troubles }) => troubles.length > 0,
    ({ troubles, trouble_cause, cure }) =>
      trouble_cause === ''
        ? [...troubleTexts(troubles, MAX_TROUBLES), ...cure].join('; ')
        : troubleTexts(troubles, MAX_WITH_CAUSE).join('; '),
  ],
  [
    ({ trouble_cause }) => trouble_cause !== '',
    ({ trouble_cause, cure }) => clause([trouble_cause, ...cure]),
  ],
  [({ cause }) => cause.length > 0, ({ cause }) => clause(cause)],
  [
    ({ summary, troubles }) => troubles.length === 0 && summary.total.queries.arrived > 0,
    ({ summary }) => `${servedWords(summary)}; ${metWords(summary)}`,
  ],
  [({ summary }) => concentration(summary) !== '', ({ summary }) => concentration(summary)],
];

/**
 * A run in plain words: what a month costs, why, and what changes that; then what went wrong, with or without
 * objectives, or who had to wait and the objectives that are met.
 * @param asked what was run; without it no command is named
 */
export function runVerdict(summary: Summary, asked?: AskedScenario): Verdict {
  const troubles = troublesOf(summary);
  const { words, fix } = recommended(summary);
  const cures = isCured(summary);
  const fixes = words === '' ? [] : [words];
  const sentences = messages(SENTENCES, {
    summary,
    troubles,
    trouble_cause: troubles.length > 0 ? troubleCause(summary) : '',
    cure: cures ? fixes : [],
    cause: cures ? [] : costParts(summary),
  });
  const command =
    asked &&
    ((cures ? undefined : planCommand(summary, troubles, asked)) ?? (fix && runWith(asked, fix.set)));
  return verdictOf(toneOf(summary, troubles), sentences, command);
}

function toneOf({ slo, total }: Summary, [first]: readonly Trouble[]): Verdict['tone'] {
  if (first !== undefined) return first.tone;
  if (total.queries.arrived === 0) return 'warning';
  return slo.length > 0 ? 'good' : 'neutral';
}

function troubleTexts(troubles: readonly Trouble[], most: number): readonly string[] {
  const shown = troubles.slice(0, most).map(({ text }) => text);
  const left = troubles.length - shown.length;
  return left > 0 ? [...shown, `${counted(left, 'further trouble')} below`] : shown;
}

/** The search for settings without the troubles; what no setting helps against is not searched for. */
function planCommand(
  { slo, quota_exhausted_seconds }: Summary,
  troubles: readonly Trouble[],
  asked: AskedScenario,
): string | undefined {
  const constraints = [...new Set(troubles.flatMap(({ constraint }) => constraint ?? []))];
  const own = new Set<string>(slo.map(({ objective }) => objective));
  const added = constraints.filter((constraint) => !own.has(constraint.split(' ')[0]!));
  const missed = slo.some(({ met }) => !met);
  // Hours that ran out are a matter of the plan, and of how long computes stay active.
  if (added.length === 0 && !missed && quota_exhausted_seconds === 0) return undefined;
  return planFor(asked, added);
}

/** The cost of a month; for a run that determines no month, its rate. */
function costWords(summary: Summary): string {
  const { total, duration_seconds, plan, fleet, extra_lines = [] } = summary;
  const { carried, provided } = monthBasis(duration_seconds);
  const who = fleet === undefined ? '' : `${counted(fleet.tenants, 'tenant')}: `;
  const usd = total.cost_usd_per_month;
  if (usd === 0) {
    // Storage and transfer are in the bill, except on a plan that sells nothing.
    const what = plan.price.usd_per_cu_hour === 0 ? 'costs' : 'compute costs';
    return `${who}${what} nothing on the ${plan.name} plan`;
  }
  const at = plan.price.bound === undefined ? '' : `at ${plan.price.bound} `;
  const [what, plus] =
    extra_lines.length === 0
      ? ['costs', '']
      : ['compute costs', `, plus ${formatList(extra_lines)} (see neap bill)`];
  if (!carried) {
    return `${who}${what} ${at}${moneyWords(total.cost_usd)} for the ${duration(duration_seconds)} simulated, at a rate of about ${moneyWords(usd)} a month${plus}`;
  }
  return `${who}${what} ${at}about ${moneyWords(usd)} a month${provided === '' ? '' : `, ${provided}`}${monthPrices(summary)}${plus}`;
}

/** That no query arrived, and the loads to check. */
function silenceWords({ loads = [], duration_seconds }: Summary): string {
  const names = loads
    .filter(({ kind, queries }) => kind === 'load' && queries.skipped === undefined)
    .map(({ name }) => name);
  const check = names.length === 0 ? '' : `: check the rate of ${formatList(names.slice(0, MAX_TROUBLES))}`;
  return `no query arrived within ${duration(duration_seconds)}${check}`;
}

/** Who had to wait, and the few that failed. */
function servedWords({ total: { queries, delayed_probability } }: Summary): string {
  const { arrived, failed } = queries;
  const delayed = Math.round((delayed_probability ?? 0) * arrived);
  const waited = 'waited for a wake or restart';
  const parts = [
    ...(failed > 0 ? [`${queriesOf(failed, arrived)} failed`] : []),
    ...(delayed > 0
      ? [failed > 0 ? `${count(delayed)} ${waited}` : `${queriesOf(delayed, arrived)} ${waited}`]
      : []),
  ];
  return parts.length === 0
    ? `all ${counted(Math.round(arrived), 'query', 'queries')} served at once`
    : formatList(parts);
}

function metWords({ slo }: Summary): string {
  if (slo.length === 0) return 'no objective is set';
  if (slo.some(({ clear }) => clear === false))
    return 'every objective met, one or more within chance of a miss';
  return slo.length === 1
    ? 'the objective is met'
    : slo.length === 2
      ? 'both objectives met'
      : `all ${slo.length} objectives met`;
}

/** How unevenly a fleet's cost is spread; empty if it is not known. */
function concentration({ fleet }: Summary): string {
  const cost = fleet?.concentration.cost;
  if (cost === null || cost === undefined) return '';
  return `the most expensive 10 % of the tenants account for ${percent(cost.top_10_percent)} of the cost`;
}

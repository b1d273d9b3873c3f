import { scenarioFindings } from '../../findings/catalogue.js';
import { byCost, type Finding } from '../../findings/finding.js';
import type { Fix, FixOutcome } from '../../findings/fix.js';
import { formatList } from '../../kernel/format-list.js';
import { sumOf } from '../../kernel/sums.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { FindingId } from '../../scenario/sections/settings.js';
import { SIZE_GOALS, type SizeGoal } from '../../simulation/run/cause-observations.js';
import type { CauseSummary } from '../../study/run/cause-summary.js';
import type { ComputeSummary } from '../../study/run/compute-summary.js';
import type { Summary } from '../../study/run/summary.js';
import type { SourcedVariant } from '../../study/runs/scenario-source.js';
import { counted, duration, percent } from '../figures/figure-text.js';
import { monthBasis } from '../figures/month-basis.js';
import { firstMessage, type Message } from '../text/messages.js';
import type { verdictOf } from '../text/verdict.js';
import { type AskedScenario, runWith } from './asked-scenario.js';
import { limitWords, moneyWords } from './figure-words.js';

/** The cause of a run's cost and its remedy: the facts of a sentence. */
type CauseFacts = ReturnType<typeof factsOf>;

/** From this share on, idle time is what a month's cost is due to; and sizes above the minimum are. */
const MIN_IDLE_SHARE = 0.5;
const MIN_SHARE_ABOVE_MINIMUM = 0.3;
/** From this share of idle time on, suspends may be worth it for a compute without any. */
const MIN_SUSPENDABLE_SHARE = 0.1;
/** The fewest loads that account for this share of the cost are named with the idle time, up to {@link MAX_NAMED_LOADS}. */
const MIN_NAMED_COST_SHARE = 0.5;
const MAX_NAMED_LOADS = 2;
/** From this increase on, a sentence mentions that a change makes queries wait. */
const MIN_ADDED_WAIT_SHARE = 0.01;

const GOALS: Readonly<Record<SizeGoal, string>> = {
  cpu: 'CPU load',
  memory: 'memory',
  lfc: 'the file cache',
  policy: 'the size policy',
};

const FINDING_CAUSE: readonly Message<CauseFacts>[] = [
  [
    ({ awake }) => awake.length > 0,
    ({ keepers, awake, sleeps }) =>
      `${listed(keepers, 'load')} ${sleeps} ${keepers.length === 1 ? 'lets' : 'let'} ${listed(awake, 'compute')} sleep`,
  ],
  [({ finding }) => finding?.cause, ({ finding }) => finding!.cause!],
];

const CAUSE: readonly Message<CauseFacts>[] = [
  ...FINDING_CAUSE,
  [
    ({ idle, most, loads }) => idle >= MIN_IDLE_SHARE && most.length > 0 && most.length < loads,
    ({ idle, most, of }) => `${part(idle)} of the time awake is idle, and ${accountsFor(most, of)}`,
  ],
  [({ idle }) => idle >= MIN_IDLE_SHARE, ({ idle }) => `${part(idle)} of the time awake is idle`],
  [
    ({ above }) => above.share >= MIN_SHARE_ABOVE_MINIMUM,
    ({ above }) =>
      `${part(above.share)} of the cost is for sizes above the minimum, which ${GOALS[above.goal]} asks for`,
  ],
  [
    ({ leading, loads }) => leading !== undefined && loads > 1,
    ({ leading, of }) => accountsFor([leading!], of),
  ],
  [({ leading }) => leading !== undefined, ({ leading, of }) => `${leading!.name} accounts for all of ${of}`],
];

function accountsFor(loads: CauseFacts['most'], of: CauseFacts['of']): string {
  const account = loads.length === 1 ? 'accounts' : 'account';
  return `${formatList(loads.map(({ name }) => name))} ${account} for ${part(sumOf(loads, ({ share }) => share))} of ${of}`;
}

/** The share of the active time that lies in idle periods of a minute or more, of some computes together. */
function idleShare(
  { idle, active_seconds }: Pick<ComputeSummary, 'idle' | 'active_seconds'>,
  observed_seconds: number,
): number {
  return active_seconds > 0 ? Math.min(1, ((idle.allocated ?? 0) * observed_seconds) / active_seconds) : 0;
}

/** The computes for which an earlier suspend may be worth it; of a fleet all or none. */
export function oftenIdle(summary: Summary, { computes, fleet }: Scenario): Scenario['computes'] {
  if (fleet !== undefined) return idleOfAll(summary) >= MIN_IDLE_SHARE ? computes : [];
  return computes.filter(({ suspend_timeout_seconds }, index) => {
    const idle = idleShare(summary.computes[index]!, summary.duration_seconds);
    return idle >= (suspend_timeout_seconds === -1 ? MIN_SUSPENDABLE_SHARE : MIN_IDLE_SHARE);
  });
}

function idleOfAll({ total, computes, duration_seconds }: Summary): number {
  return idleShare(total, duration_seconds * computes.length);
}

/** The cause of a month's cost, and the change that saves money, as the parts of a clause; none if unknown. */
export function costParts(summary: Summary): readonly string[] {
  const saving = isCured(summary) ? '' : recommended(summary).words;
  return [firstMessage(CAUSE, factsOf(summary)), saving].filter((part) => part !== '');
}

/**
 * The cause of the cost of the run that an answer rests on, and the command that shows it: with the fix, if there is one.
 * @param asked without it no command is named
 * @param isTroubled whether the answer names a trouble: then it is the change that ends it, if there is one
 */
export function costCause(
  summary: Summary | undefined,
  asked: AskedScenario | undefined,
  isTroubled: boolean,
): CauseOfCost {
  if (summary === undefined) return { sentences: [] };
  const { words, fix } = recommended(summary);
  const ends = isTroubled && isCured(summary);
  const parts = ends ? [words] : costParts(summary);
  if (parts.length === 0) return { sentences: [] };
  const set = ends || !isCured(summary) ? fix?.set : undefined;
  return {
    sentences: [ends ? words : clause(parts)],
    ...(asked && { command: runWith(asked, set ?? []) }),
  };
}

/** Whether the change to recommend ends a trouble of the run. */
export function isCured({ fix }: Pick<Summary, 'fix'>): boolean {
  return fix?.outcome.cures === true;
}

export interface CauseOfCost {
  readonly sentences: Parameters<typeof verdictOf>[1];
  readonly command?: string;
}

/** Findings that are not about money. */
const CAUSES_OF_TROUBLE: readonly FindingId[] = ['memory_runs_out', 'maximum_binds', 'pool_outlives_suspend'];

/** The cause of a trouble, from the first finding about it; empty without one. */
export function troubleCause({ findings = [] }: Summary): string {
  return findings.find(({ id }) => CAUSES_OF_TROUBLE.includes(id))?.cause ?? '';
}

/** The cause that a finding names, and the fix; none without such a finding. */
export function findingWords(summary: Summary): readonly string[] {
  const cause = troubleCause(summary) || firstMessage(FINDING_CAUSE, factsOf(summary));
  const { words } = recommended(summary);
  return cause === '' ? [] : [cause, ...(words === '' ? [] : [words])];
}

/** The expected cause that keeps computes awake, found before a run, and the change that helps most; empty for a fleet. */
export function foreseenCause(variant: SourcedVariant | undefined): CauseOfCost {
  if (variant === undefined || variant.scenario.fleet !== undefined) return { sentences: [] };
  const [first] = costly(scenarioFindings(variant.scenario).filter(isAwake));
  if (first === undefined) return { sentences: [] };
  const words = upToWords(first);
  const set = first.fixes?.[0]?.set;
  return {
    sentences: [clause([first.cause!, ...(words === '' ? [] : [words])])],
    ...(set !== undefined && { command: runWith(variant.source, set) }),
  };
}

function isAwake({ awake }: Finding): boolean {
  return awake !== undefined;
}

/** Parts of a sentence that begins with a name, which keeps its first letter, or with an article. */
export function clause(parts: readonly string[]): string | { readonly named: string } {
  const text = parts.join('; ');
  return /^(an|the|nearly) /.test(text) ? text : { named: text };
}

/** The findings that cost something, the most expensive first. */
function costly(findings: readonly Finding[] = []): readonly Finding[] {
  return byCost(findings.filter(({ up_to_usd_per_month: usd = 0 }) => usd > 0));
}

function factsOf(summary: Summary) {
  const { findings = [], loads = [], total, fix, fleet } = summary;
  const fixed = fix && findings.find(({ fixes = [] }) => fixes.some((each) => isSame(each, fix)));
  // A finding about one tenant does not explain the cost of all, nor does a fix of one load help the others.
  const isOfAll = fleet === undefined && fixed?.awake === undefined;
  const awake = findings.filter(isAwake);
  const kept = isOfAll || (awake.length === 1 && fleet === undefined) ? awake : [];
  const own = loads.filter(({ kind }) => kind === 'load').toSorted((a, b) => b.cu_hours - a.cu_hours);
  const shares = own.flatMap(({ name, cu_hours }) =>
    cu_hours > 0 ? { name, share: cu_hours / total.cu_hours } : [],
  );
  const leaders = [1, MAX_NAMED_LOADS].map((loads) => shares.slice(0, loads));
  return {
    /** Computes that never sleep, and what keeps them awake. */
    keepers: [...new Set(kept.flatMap(({ awake }) => awake!.by))],
    awake: [...new Set(kept.map(({ awake }) => awake!.compute))],
    sleeps: kept.some(({ awake }) => awake!.sleeps === 'rarely') ? 'rarely' : 'never',
    /** The finding that the fix is about, else the most expensive one. */
    finding: fixed ?? costly(findings)[0],
    idle: idleOfAll(summary),
    above: aboveMinimum(own, total.cu_hours),
    leading: shares[0],
    most: leaders.find((loads) => sumOf(loads, ({ share }) => share) >= MIN_NAMED_COST_SHARE) ?? [],
    loads: own.length,
    of: total.cost_usd_per_month > 0 ? 'the cost' : 'the CU-hours',
  };
}

/** The goal that requires most CU-hours above the minimum, and its share of them. */
function aboveMinimum(loads: readonly CauseSummary[], cu_hours: number) {
  const [first] = SIZE_GOALS.map((goal) => ({
    goal,
    share: cu_hours > 0 ? sumOf(loads, (load) => load.above_minimum_cu_hours[goal]) / cu_hours : 0,
  })).toSorted((a, b) => b.share - a.share);
  return first!;
}

function isSame(one: Fix, other: Fix): boolean {
  return one.set.join('\n') === other.set.join('\n');
}

/** Names, as long as they are few. */
function listed(names: readonly string[], noun: string): string {
  return names.length > 5 ? counted(names.length, noun) : formatList(names);
}

/** A share in a sentence, for which two digits are enough. */
function part(share: number): string {
  if (share > 0.995) return 'nearly all';
  return percent(share < 0.005 ? share : Math.round(share * 100) / 100);
}

/** The queries that wait instead, if a change makes more queries wait than before. */
function waitWords({ delayed_probability: now, delayed_probability_before: before }: FixOutcome): string {
  if (now - before < MIN_ADDED_WAIT_SHARE) return '';
  const share = now > 0.995 ? 'nearly all' : `${part(now)} of`;
  return `, and ${share} queries wait for a wake instead of ${part(before)}`;
}

/** A simulated fix in a clause: `polling every 10 min saves $9.67`. */
export function fixWords(fix: Pick<Fix, 'words' | 'changes'>, outcome: FixOutcome): string {
  const { breaks, cures, troubles_left, saving_usd_per_month: saving, cost_usd_per_month: cost } = outcome;
  const verb = (one: string, several: string) => verbOf(fix, one, several);
  if (breaks !== undefined) {
    const missed = formatList(
      breaks.map(({ objective, target }) => limitWords({ figure: objective, bound: target })),
    );
    return `${fix.words} would save ${moneyWords(saving)} a month, but misses ${missed}`;
  }
  const saves = `${verb('saves', 'save')} ${moneyWords(saving)} a month`;
  if (!cures) return `${fix.words} ${saves}${waitWords(outcome)}`;
  const ends = troubles_left === 0 ? verb('ends that', 'end that') : verb('improves that', 'improve that');
  if (isNothing(saving)) return `${fix.words} ${ends} at the same cost`;
  // Without the fix the scenario costs nothing.
  const costs = isNothing(saving + cost) ? moneyWords(cost) : `${moneyWords(-saving)} more`;
  return `${fix.words} ${ends} and ${saving > 0 ? saves : `${verb('costs', 'cost')} ${costs} a month`}`;
}

function verbOf({ changes = 1 }: Pick<Fix, 'changes'>, one: string, several: string): string {
  return changes === 1 ? one : several;
}

function isNothing(usd: number): boolean {
  return Math.abs(usd) < 0.005;
}

/** An upper bound of the cost of a finding's cause, if no fix was simulated; empty if unknown. */
export function upToWords({ fixes = [], up_to_usd_per_month: usd = 0 }: Finding): string {
  const [fix] = fixes;
  if (fix === undefined || !(usd > 0)) return '';
  return `${fix.words} ${verbOf(fix, 'saves', 'save')} up to ${moneyWords(usd)} a month`;
}

/** The fix in a clause: simulated, or what it saves at most; and the fix, unless it misses an objective. */
export function recommended(summary: Summary): { readonly words: string; readonly fix?: Fix } {
  const { fix } = summary;
  if (fix !== undefined) {
    const words = fixWords(fix, fix.outcome);
    return { words, ...(fix.outcome.breaks === undefined && { fix }) };
  }
  // The saving is unknown if a cap suspends the computes within the month.
  const offering =
    summary.running_time === undefined
      ? costly(summary.findings).find(({ fixes = [] }) => fixes.length > 0)
      : undefined;
  const untried = offering?.fixes?.[0];
  if (offering !== undefined && untried !== undefined && untried.outcome === undefined) {
    return { words: upToWords(offering), fix: untried };
  }
  return fleetTimeout(summary);
}

/** One suspend timeout for all tenants, whose saving is estimated from their idle periods. */
function fleetTimeout({ fleet, duration_seconds }: Summary): ReturnType<typeof recommended> {
  const { saving_usd_per_month: usd = 0, saving_wakes_per_month: wakes = 0 } = fleet?.saving ?? {};
  if (fleet === undefined || !(usd > 0) || !monthBasis(duration_seconds).carried) return { words: '' };
  const { suspend_timeout_seconds } = fleet.saving!;
  const words = `a suspend timeout of ${duration(suspend_timeout_seconds)} for all`;
  return {
    words: `${words} saves up to ${moneyWords(usd)} a month, for ${counted(Math.round(wakes), 'more wake')}`,
    fix: { words, set: [`computes.template.suspend_timeout_seconds=${suspend_timeout_seconds}`] },
  };
}

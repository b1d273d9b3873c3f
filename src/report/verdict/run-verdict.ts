import { count, counted, duration, percent } from '../figures/figure-text.js';
import { monthBasis } from '../figures/month-basis.js';
import type { Summary } from '../figures/summary.js';
import { joined, type Verdict, verdictOf } from '../text/verdict.js';
import { type AskedScenario, commandOn } from './asked-scenario.js';
import { moneyWords } from './figure-words.js';
import { queriesOf, type Trouble, troublesOf } from './run-troubles.js';

/** Troubles that a verdict tells. */
const TOLD = 3;

/**
 * A run in plain words: first what went wrong, with or without objectives, then what it costs; of a run in which nothing
 * did, the cost, who had to wait, and the objectives that are met.
 * @param asked what was run; without it no command is named
 */
export function runVerdict(summary: Summary, asked?: AskedScenario): Verdict {
  const troubles = troublesOf(summary);
  if (troubles.length > 0) return troubled(summary, troubles, asked);
  const { slo, total } = summary;
  if (total.queries.arrived === 0) {
    return verdictOf('warning', [`no query arrived: ${costWords(summary)}`]);
  }
  const saving = fleetSaving(summary, asked);
  const facts = [costWords(summary), awakeWords(summary), servedWords(summary), metWords(summary)].filter(
    (fact) => fact !== '',
  );
  return verdictOf(
    slo.length > 0 ? 'good' : 'neutral',
    [facts.join('; '), ...fleetWords(summary), ...saving.parts],
    saving.command,
  );
}

function troubled(summary: Summary, troubles: readonly Trouble[], asked: AskedScenario | undefined): Verdict {
  const told = troubles.slice(0, TOLD).map(({ text }) => text);
  const left = troubles.length - told.length;
  const more = left > 0 ? [`${counted(left, 'further trouble')} below`] : [];
  const command = asked && planCommand(summary, troubles, asked);
  return verdictOf(troubles[0]!.tone, [[...told, ...more].join('; '), costWords(summary)], command);
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
  return commandOn(
    asked,
    'plan',
    added.flatMap((constraint) => ['--constraint', constraint]),
  );
}

/** What it costs: of a month where the run carries one, else of what was simulated. */
export function costWords({ total, duration_seconds, plan, fleet }: Summary): string {
  const { carried, provided } = monthBasis(duration_seconds);
  const who = fleet === undefined ? '' : `${counted(fleet.tenants, 'tenant')}: `;
  const usd = carried ? total.cost_usd_per_month : total.cost_usd;
  if (usd === 0) return `${who}costs nothing on the ${plan.name} plan`;
  if (!carried) return `${who}cost ${moneyWords(usd)} for the ${duration(duration_seconds)} simulated`;
  return `${who}costs about ${moneyWords(usd)} a month${provided === '' ? '' : `, ${provided}`}`;
}

/** What keeps computes awake for little work, and the cost without it where that has been simulated. */
function awakeWords({ findings = [], loads = [], duration_seconds }: Summary): string {
  const kept = findings.filter(
    ({ id, place }) => (id === 'kept_awake' || id === 'poll_under_timeout') && place.section === 'load',
  );
  const names = [...new Set(kept.map(({ place }) => place.name))];
  if (names.length === 0 || !monthBasis(duration_seconds).carried) return '';
  const without = names.length === 1 ? loads.find(({ name }) => name === names[0])?.without : undefined;
  const cost = without && `, without which a month costs ${moneyWords(without.cost_usd_per_month)}`;
  return `never sleeps because of ${joined(names)}${cost ?? ''}`;
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
    : joined(parts);
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

/** How unevenly a fleet's cost is spread. */
function fleetWords({ fleet }: Summary): readonly string[] {
  const cost = fleet?.concentration.cost;
  if (cost === null || cost === undefined) return [];
  return [`the most expensive 10 % of the tenants account for ${percent(cost.top_10_percent)} of the cost`];
}

/** What one suspend timeout for all would save, and the run that shows it. */
function fleetSaving(
  { fleet, duration_seconds }: Summary,
  asked: AskedScenario | undefined,
): { readonly parts: readonly string[]; readonly command?: string } {
  const saving = fleet?.saving;
  if (saving === undefined || !(saving.saving_usd_per_month > 0) || !monthBasis(duration_seconds).carried) {
    return { parts: [] };
  }
  const {
    suspend_timeout_seconds: timeout,
    saving_usd_per_month: usd,
    saving_wakes_per_month: wakes,
  } = saving;
  const parts = [
    `a suspend timeout of ${duration(timeout)} for all would save about ${moneyWords(usd)} a month, for ${counted(Math.round(wakes), 'more wake')} (estimated)`,
  ];
  if (asked === undefined) return { parts };
  const change = `computes.template.suspend_timeout_seconds=${timeout}`;
  return { parts, command: commandOn({ ...asked, set: [...(asked.set ?? []), change] }, 'run') };
}
